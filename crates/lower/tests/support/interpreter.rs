//! A small interpreter of lowered C, for tests: concrete values, one flat memory, a few functions of the C library. What
//! C leaves undefined is an error, so that code the lowering makes up is held to the rules too.

use pathfold_base::extended;
use pathfold_ir::*;

/// Where functions are, as far as pointers to them know.
const FUNCTIONS: u64 = 0x7000_0000_0000;
const MEMORY: usize = 64 << 20;
const MOST_STEPS: u64 = 15_000_000;

type Result<T> = std::result::Result<T, String>;

/// The output and the status of a program.
pub fn run(program: &Program) -> Result<(String, i32)> {
    let mut machine =
        Machine { program, memory: vec![0; MEMORY], top: 4096, globals: Vec::new(), output: String::new(), steps: 0 };
    machine.place_globals()?;
    let arguments: Vec<u128> = program.functions[program.entry].params.iter().map(|_| 1).collect();
    for name in ["__pathfold_constructors"] {
        if let Some(id) = program.function(name) {
            machine.call(id, &[])?;
        }
    }
    let status = match machine.call(program.entry, &arguments) {
        Ok(value) => value as i32,
        Err(end) => match end.strip_prefix("exit ") {
            Some(code) => code.parse().map_err(|_| end.clone())?,
            None => return Err(format!("{end}; output so far: {}", machine.output)),
        },
    };
    if let Some(id) = program.function("__pathfold_destructors") {
        machine.call(id, &[])?;
    }
    Ok((machine.output, status & 255))
}

struct Machine<'a> {
    program: &'a Program,
    memory: Vec<u8>,
    top: u64,
    globals: Vec<u64>,
    output: String,
    steps: u64,
}

fn width(ty: Type) -> u32 {
    match ty {
        Type::Bool => 1,
        Type::Bv(width) => u32::from(width),
        Type::F32 => 32,
        Type::Ptr | Type::F64 | Type::Int => 64,
    }
}

fn mask(width: u32) -> u128 {
    u128::MAX >> (128 - width)
}

fn signed(value: u128, width: u32) -> i128 {
    ((value << (128 - width)) as i128) >> (128 - width)
}

impl<'a> Machine<'a> {
    fn allocate(&mut self, size: u64, align: u64) -> Result<u64> {
        let start = self.top.next_multiple_of(align.max(1));
        self.top = start + size + 16;
        if self.top as usize > self.memory.len() {
            return Err("out of memory".to_owned());
        }
        Ok(start)
    }

    fn place_globals(&mut self) -> Result<()> {
        for global in self.program.globals.iter() {
            let start = self.allocate(global.size, u64::from(global.align))?;
            self.globals.push(start);
        }
        for (global, &start) in self.program.globals.iter().zip(&self.globals.clone()) {
            match &global.init {
                Init::Undef | Init::Zero | Init::External => {}
                Init::Bytes(bytes) => self.write_bytes(start, bytes)?,
                Init::Image { bytes, pointers } => {
                    self.write_bytes(start, bytes)?;
                    for pointer in pointers {
                        let address = self.constant(&pointer.target) as u64;
                        let address = address.wrapping_add(pointer.addend as u64);
                        self.write_bytes(start + pointer.offset, &address.to_le_bytes())?;
                    }
                }
                Init::Cells(_) => return Err("cells".to_owned()),
            }
        }
        Ok(())
    }

    fn range(&self, at: u64, size: usize) -> Result<std::ops::Range<usize>> {
        let start = at as usize;
        if at < 4096 || start + size > self.memory.len() {
            return Err(format!("an access at {at:#x}"));
        }
        Ok(start..start + size)
    }

    fn write_bytes(&mut self, at: u64, bytes: &[u8]) -> Result<()> {
        let range = self.range(at, bytes.len())?;
        self.memory[range].copy_from_slice(bytes);
        Ok(())
    }

    fn read(&self, at: u64, bits: u32) -> Result<u128> {
        let size = bits.div_ceil(8) as usize;
        let mut bytes = [0; 16];
        bytes[..size].copy_from_slice(&self.memory[self.range(at, size)?]);
        Ok(u128::from_le_bytes(bytes) & mask(bits))
    }

    fn string(&self, at: u64) -> Result<String> {
        let start = self.range(at, 1)?.start;
        let bytes = self.memory[start..].iter().copied().take_while(|&byte| byte != 0).collect::<Vec<u8>>();
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }

    fn constant(&self, constant: &Const) -> u128 {
        match constant {
            Const::Bool(value) => u128::from(*value),
            Const::Int(_) | Const::Null | Const::Undef(_) => 0,
            Const::Bits(bits) => bits.unsigned(),
            Const::F32(bits) => u128::from(*bits),
            Const::F64(bits) | Const::Address(bits) => u128::from(*bits),
            Const::Global(id) => u128::from(self.globals[id.0 as usize]),
            Const::Function(id) => u128::from(FUNCTIONS + u64::from(id.0) * 16),
        }
    }

    fn call(&mut self, id: FuncId, args: &[u128]) -> Result<u128> {
        let program = self.program;
        let function = &program.functions[id];
        if function.is_declaration() {
            return self.library(&function.name, args);
        }
        let before = self.top;
        let mut regs = vec![0u128; function.regs.len()];
        for (&param, &arg) in function.params.iter().zip(args) {
            regs[param.0 as usize] = arg;
        }
        let mut block = Function::ENTRY;
        loop {
            for inst in &function.blocks[block].insts {
                self.steps += 1;
                let value = self.inst(function, inst, &regs).map_err(|error| {
                    let named = error.starts_with("exit ") || error.contains(" in `");
                    if named {
                        error
                    } else {
                        format!("{error} in `{}` at {:?}", function.name, program.locs[inst.loc])
                    }
                })?;
                if let Some(dst) = inst.dst {
                    regs[dst.0 as usize] = value & mask(width(function.regs[dst].ty));
                }
            }
            if self.steps > MOST_STEPS {
                return Err("too many steps".to_owned());
            }
            let target = match &function.blocks[block].terminator {
                Terminator::Jump(target) => target,
                Terminator::Branch { cond, then, otherwise } => {
                    if self.operand(cond, &regs) == 1 {
                        then
                    } else {
                        otherwise
                    }
                }
                Terminator::Switch { value, cases, default } => {
                    let value = self.operand(value, &regs);
                    let case = cases.iter().find(|(case, _)| self.constant(case) == value);
                    case.map_or(default, |(_, target)| target)
                }
                Terminator::Return(value) => {
                    self.top = before;
                    return Ok(value.as_ref().map_or(0, |value| self.operand(value, &regs)));
                }
                Terminator::Unreachable => return Err(format!("unreachable in `{}`", function.name)),
            };
            let values: Vec<u128> = target.args.iter().map(|arg| self.operand(arg, &regs)).collect();
            for (&param, value) in function.blocks[target.block].params.iter().zip(values) {
                regs[param.0 as usize] = value;
            }
            block = target.block;
        }
    }

    fn operand(&self, operand: &Operand, regs: &[u128]) -> u128 {
        match operand {
            Operand::Reg(reg) => regs[reg.0 as usize],
            Operand::Const(constant) => self.constant(constant),
        }
    }

    fn inst(&mut self, function: &Function, inst: &Inst, regs: &[u128]) -> Result<u128> {
        let ty = |operand: &Operand| match operand {
            Operand::Reg(reg) => function.regs[*reg].ty,
            Operand::Const(constant) => constant.ty(),
        };
        let to = inst.dst.map(|dst| function.regs[dst].ty);
        match &inst.op {
            Op::Binary(op, a, b) => binary(*op, ty(a), self.operand(a, regs), self.operand(b, regs)),
            Op::Unary(op, a) => Ok(unary(*op, ty(a), self.operand(a, regs))),
            Op::Compare(op, a, b) => Ok(u128::from(compare(*op, ty(a), self.operand(a, regs), self.operand(b, regs)))),
            Op::Cast(op, a) => Ok(cast(*op, ty(a), to.expect("a result"), self.operand(a, regs))),
            Op::Select(c, a, b) => {
                Ok(if self.operand(c, regs) == 1 { self.operand(a, regs) } else { self.operand(b, regs) })
            }
            Op::Alloc { size, align, .. } => {
                let size = self.operand(size, regs) as u64;
                let start = self.allocate(size, u64::from(*align))?;
                let range = self.range(start, size as usize)?;
                self.memory[range].fill(0xa5);
                Ok(u128::from(start))
            }
            Op::Offset(a, b) => {
                Ok(u128::from((self.operand(a, regs) as u64).wrapping_add(self.operand(b, regs) as u64)))
            }
            Op::Load(a) => self.read(self.operand(a, regs) as u64, width(to.expect("a result"))),
            Op::Store { value, pointer } => {
                let size = width(ty(value)).div_ceil(8) as usize;
                let bytes = self.operand(value, regs).to_le_bytes();
                self.write_bytes(self.operand(pointer, regs) as u64, &bytes[..size])?;
                Ok(0)
            }
            Op::Call(callee, args) => {
                let args: Vec<u128> = args.iter().map(|arg| self.operand(arg, regs)).collect();
                let id = match callee {
                    Callee::Direct(id) => *id,
                    Callee::Indirect(target) => {
                        let number = (self.operand(target, regs) as u64).wrapping_sub(FUNCTIONS) / 16;
                        let id = FuncId(u32::try_from(number).map_err(|_| "a call of no function".to_owned())?);
                        self.program.functions.get(id).ok_or("a call of no function")?;
                        id
                    }
                };
                self.call(id, &args)
            }
            Op::Check(kind, cond) => {
                if self.operand(cond, regs) == 1 {
                    Ok(0)
                } else {
                    Err(format!("{kind:?}"))
                }
            }
            Op::Intrinsic(intrinsic, args) => {
                let args: Vec<u128> = args.iter().map(|arg| self.operand(arg, regs)).collect();
                self.intrinsic(*intrinsic, &args)
            }
            Op::Defined(a) => Ok(self.operand(a, regs)),
            Op::Unsupported(what) => Err(format!("unsupported: {what}")),
            Op::Input | Op::Output(_) | Op::Assume(_) => Err("not from C".to_owned()),
        }
    }

    fn intrinsic(&mut self, intrinsic: Intrinsic, args: &[u128]) -> Result<u128> {
        let args: Vec<u64> = args.iter().map(|&arg| arg as u64).collect();
        match (intrinsic, &args[..]) {
            (Intrinsic::Copy | Intrinsic::Move, &[to, from, size]) => {
                if intrinsic == Intrinsic::Copy && to != from && to < from + size && from < to + size {
                    return Err("overlap".to_owned());
                }
                let bytes = self.memory[self.range(from, size as usize)?].to_vec();
                self.write_bytes(to, &bytes)?;
                Ok(0)
            }
            (Intrinsic::Fill, &[to, byte, size]) => {
                let range = self.range(to, size as usize)?;
                self.memory[range].fill(byte as u8);
                Ok(0)
            }
            // Nothing here dies before its function returns.
            (Intrinsic::EnterScope | Intrinsic::LeaveScope, [_]) => Ok(0),
            (Intrinsic::Convention, [_, _]) => Ok(0),
            (Intrinsic::StackSave, []) => Ok(u128::from(self.top)),
            (Intrinsic::StackRestore, &[mark]) => {
                self.top = mark;
                Ok(0)
            }
            (Intrinsic::Exit, &[code]) => Err(format!("exit {}", code as i32)),
            _ => Err(format!("intrinsic {intrinsic:?}")),
        }
    }

    fn library(&mut self, name: &str, args: &[u128]) -> Result<u128> {
        let float = |i: usize| f64::from_bits(args[i] as u64);
        match name {
            "printf" => {
                let text = self.formatted(args[0] as u64, args[1] as u64)?;
                self.output.push_str(&text);
                Ok(text.len() as u128)
            }
            "memcpy" | "memmove" => {
                self.intrinsic(Intrinsic::Move, args)?;
                Ok(args[0])
            }
            "memset" => {
                self.intrinsic(Intrinsic::Fill, args)?;
                Ok(args[0])
            }
            "strlen" => Ok(self.string(args[0] as u64)?.len() as u128),
            "exit" => Err(format!("exit {}", args[0] as i32)),
            "fmod" => Ok(u128::from((float(0) % float(1)).to_bits())),
            "sqrt" => Ok(u128::from(float(0).sqrt().to_bits())),
            "floor" => Ok(u128::from(float(0).floor().to_bits())),
            "fma" => Ok(u128::from(float(0).mul_add(float(1), float(2)).to_bits())),
            "fmax" => Ok(u128::from(float(0).max(float(1)).to_bits())),
            _ => Err(format!("a call of `{name}`")),
        }
    }

    /// As much of `printf` as tests need; the other arguments are in slots of eight bytes.
    fn formatted(&mut self, format: u64, mut others: u64) -> Result<String> {
        let format = self.string(format)?;
        let mut text = String::new();
        let mut rest = format.chars();
        while let Some(c) = rest.next() {
            if c != '%' {
                text.push(c);
                continue;
            }
            let mut long = false;
            let conversion = loop {
                match rest.next().ok_or("a bad format")? {
                    'l' => long = true,
                    c => break c,
                }
            };
            if conversion == '%' {
                text.push('%');
                continue;
            }
            let bits = if long || matches!(conversion, 's' | 'f') { 64 } else { 32 };
            let value = self.read(others, bits)?;
            others += 8;
            match conversion {
                'd' => text.push_str(&signed(value, bits).to_string()),
                'u' => text.push_str(&value.to_string()),
                'x' => text.push_str(&format!("{value:x}")),
                'X' => text.push_str(&format!("{value:X}")),
                'c' => text.push(value as u8 as char),
                's' => text.push_str(&self.string(value as u64)?),
                'f' => text.push_str(&format!("{:.6}", f64::from_bits(value as u64))),
                c => return Err(format!("a conversion `{c}`")),
            }
        }
        Ok(text)
    }
}

fn binary(op: BinaryOp, ty: Type, a: u128, b: u128) -> Result<u128> {
    let w = width(ty);
    let (x, y) = (signed(a, w), signed(b, w));
    let fits = |value: Option<i128>| match value {
        Some(value) if value == signed(value as u128, w) => Ok(value as u128),
        _ => Err("signed overflow".to_owned()),
    };
    let shift = |result: u128| if b < u128::from(w) { Ok(result) } else { Err("a shift out of range".to_owned()) };
    let by = (b % 128) as u32;
    match op {
        BinaryOp::Add => Ok(a.wrapping_add(b)),
        BinaryOp::Sub => Ok(a.wrapping_sub(b)),
        BinaryOp::Mul => Ok(a.wrapping_mul(b)),
        BinaryOp::SAdd => fits(x.checked_add(y)),
        BinaryOp::SSub => fits(x.checked_sub(y)),
        BinaryOp::SMul => fits(x.checked_mul(y)),
        BinaryOp::SDiv => fits(x.checked_div(y)),
        BinaryOp::SRem => fits(x.checked_rem(y)),
        BinaryOp::UDiv => a.checked_div(b).ok_or("division by zero".to_owned()),
        BinaryOp::URem => a.checked_rem(b).ok_or("division by zero".to_owned()),
        BinaryOp::And => Ok(a & b),
        BinaryOp::Or => Ok(a | b),
        BinaryOp::Xor => Ok(a ^ b),
        BinaryOp::Shl => shift(a << by),
        BinaryOp::LShr => shift(a >> by),
        BinaryOp::AShr => shift((x >> by) as u128),
        BinaryOp::FAdd | BinaryOp::FSub | BinaryOp::FMul | BinaryOp::FDiv => Ok(if ty == Type::F32 {
            let (x, y) = (f32::from_bits(a as u32), f32::from_bits(b as u32));
            let result = match op {
                BinaryOp::FAdd => x + y,
                BinaryOp::FSub => x - y,
                BinaryOp::FMul => x * y,
                _ => x / y,
            };
            u128::from(result.to_bits())
        } else {
            let (x, y) = (f64::from_bits(a as u64), f64::from_bits(b as u64));
            let result = match op {
                BinaryOp::FAdd => x + y,
                BinaryOp::FSub => x - y,
                BinaryOp::FMul => x * y,
                _ => x / y,
            };
            u128::from(result.to_bits())
        }),
    }
}

fn unary(op: UnaryOp, ty: Type, a: u128) -> u128 {
    let w = width(ty);
    match op {
        UnaryOp::Neg => a.wrapping_neg(),
        UnaryOp::Not => !a,
        UnaryOp::FNeg => a ^ (1 << (w - 1)),
        UnaryOp::PopCount => u128::from(a.count_ones()),
        UnaryOp::LeadingZeros => u128::from(a.leading_zeros() - (128 - w)),
        UnaryOp::TrailingZeros => u128::from(a.trailing_zeros().min(w)),
        UnaryOp::ByteSwap => a.swap_bytes() >> (128 - w),
        UnaryOp::BitReverse => a.reverse_bits() >> (128 - w),
    }
}

fn number(ty: Type, bits: u128) -> f64 {
    if ty == Type::F32 { f64::from(f32::from_bits(bits as u32)) } else { f64::from_bits(bits as u64) }
}

fn compare(op: CompareOp, ty: Type, a: u128, b: u128) -> bool {
    let (x, y) = (signed(a, width(ty)), signed(b, width(ty)));
    let (f, g) = (number(ty, a), number(ty, b));
    match op {
        CompareOp::Eq => a == b,
        CompareOp::Ne => a != b,
        CompareOp::Slt => x < y,
        CompareOp::Sle => x <= y,
        CompareOp::Ult => a < b,
        CompareOp::Ule => a <= b,
        CompareOp::FEq => f == g,
        CompareOp::FLt => f < g,
        CompareOp::FLe => f <= g,
    }
}

fn cast(op: CastOp, from: Type, to: Type, a: u128) -> u128 {
    let float = |single: f32, double: f64| -> u128 {
        if to == Type::F32 { u128::from(single.to_bits()) } else { u128::from(double.to_bits()) }
    };
    match op {
        CastOp::ZExt | CastOp::Trunc | CastOp::Bitcast | CastOp::PtrToBv | CastOp::BvToPtr => a,
        CastOp::SExt => signed(a, width(from)) as u128,
        CastOp::FpToFp => float(number(from, a) as f32, number(from, a)),
        CastOp::FpToS => number(from, a) as i128 as u128,
        CastOp::FpToU => number(from, a) as u128,
        CastOp::SToFp => float(signed(a, width(from)) as f32, signed(a, width(from)) as f64),
        CastOp::UToFp => float(a as f32, a as f64),
        CastOp::FpToLong => extended::of_double(a as u64),
        CastOp::LongToFp => u128::from(extended::exact_double(a).expect("a `long double` that is a `double`")),
    }
}
