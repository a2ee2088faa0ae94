//! A harness for one function: every parameter is an unknown. Numbers are inputs of their name; a pointer is null or the
//! start of an object of a chosen size whose bytes are inputs.

use pathfold_base::Bits;
use pathfold_ir::{
    AllocKind, Callee, CastOp, CompareOp, Const, FuncId, Function, FunctionBuilder, Global, Init, Intrinsic, Layout,
    Op, Operand, Program, Reg, Terminator, Type,
};

/// Which function, and how its pointers are made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// Its name.
    pub function: String,
    /// How many bytes there are behind each pointer.
    pub pointed: u64,
    /// Whether pointers may also be null.
    pub null: bool,
}

struct Harness<'a> {
    program: &'a mut Program,
    builder: FunctionBuilder,
}

/// A function of the same signature as the runtime's call of `main`, which calls the function with unknowns.
pub fn harness(program: &mut Program, entry: &Entry, name: &str) -> Result<Function, String> {
    let function = program
        .function(&entry.function)
        .filter(|id| !program.functions[*id].is_declaration())
        .ok_or_else(|| format!("the program has no function `{}`", entry.function))?;
    let callee = &program.functions[function];
    if callee.variadic {
        return Err(format!("`{}` takes any number of arguments: write a `main` that calls it", entry.function));
    }
    let params: Vec<(Type, String)> = callee
        .params
        .iter()
        .enumerate()
        .map(|(index, reg)| {
            let info = &callee.regs[*reg];
            (info.ty, info.name.clone().unwrap_or_else(|| format!("arg{}", index + 1)))
        })
        .collect();
    let returns = callee.ret;
    let loc = Program::NOWHERE;
    let mut builder = FunctionBuilder::new(name, Some(Type::Bv(32)), loc);
    for ty in [Type::Bv(32), Type::Ptr, Type::Ptr] {
        builder.param(ty, None);
    }
    let block = builder.block();
    builder.switch_to(block);
    let mut harness = Harness { program, builder };
    let mut args: Vec<Operand> = Vec::new();
    for (ty, name) in &params {
        args.push(match ty {
            Type::Ptr => harness.pointer(name, entry).into(),
            Type::Bool | Type::Bv(_) | Type::F32 | Type::F64 => harness.number(*ty, name).into(),
            Type::Int => return Err(format!("`{}` has a parameter that C does not have", entry.function)),
        });
    }
    harness.call(function, args, returns);
    let mut function = harness.builder.finish();
    function.library = true;
    Ok(function)
}

fn size(bytes: u64) -> Operand {
    Operand::Const(Const::Bits(Bits::new(64, u128::from(bytes))))
}

impl Harness<'_> {
    fn value(&mut self, ty: Type, op: Op) -> Reg {
        self.builder.value(ty, None, op, Program::NOWHERE)
    }

    /// The name of an input, as the C string that the runtime's functions take.
    fn text(&mut self, text: &str) -> Operand {
        let mut bytes = text.as_bytes().to_vec();
        bytes.push(0);
        let id = self.program.globals.push(Global {
            name: format!("__pathfold_name.{text}"),
            layout: Layout::Bytes,
            size: bytes.len() as u64,
            init: Init::Bytes(bytes),
            constant: true,
            align: 1,
            local: true,
            weak: false,
            loc: Program::NOWHERE,
        });
        Operand::Const(Const::Global(id))
    }

    fn symbolic(&mut self, object: Reg, bytes: u64, name: &str) {
        let name = self.text(name);
        let op = Op::Intrinsic(Intrinsic::MakeSymbolic, vec![object.into(), size(bytes), name]);
        self.builder.effect(op, Program::NOWHERE);
    }

    /// An unknown number: a local object of its size, made an input and read.
    fn number(&mut self, ty: Type, name: &str) -> Reg {
        let bytes = match ty {
            Type::Bool => 1,
            Type::Bv(width) => u64::from(width).div_ceil(8).next_power_of_two(),
            Type::F32 => 4,
            Type::F64 | Type::Ptr | Type::Int => 8,
        };
        let align = bytes.min(8) as u32;
        let alloc = Op::Alloc { layout: Layout::Bytes, kind: AllocKind::Stack, size: size(bytes), align };
        let object = self.value(Type::Ptr, alloc);
        self.symbolic(object, bytes, name);
        if ty == Type::Bool {
            let byte = self.value(Type::Bv(8), Op::Load(object.into()));
            return self.value(Type::Bool, Op::Cast(CastOp::Trunc, byte.into()));
        }
        self.value(ty, Op::Load(object.into()))
    }

    /// Null or an object of unknown bytes.
    fn pointer(&mut self, name: &str, entry: &Entry) -> Reg {
        let object = self.value(Type::Ptr, Op::Intrinsic(Intrinsic::Allocate, vec![size(entry.pointed), size(16)]));
        if entry.pointed > 0 {
            self.symbolic(object, entry.pointed, name);
        }
        if !entry.null {
            return object;
        }
        let choice = self.number(Type::Bv(8), &format!("{name}_is_null"));
        let zero = Operand::Const(Const::Bits(Bits::zero(8)));
        let there = self.value(Type::Bool, Op::Compare(CompareOp::Eq, choice.into(), zero));
        self.value(Type::Ptr, Op::Select(there.into(), object.into(), Operand::Const(Const::Null)))
    }

    fn call(&mut self, function: FuncId, args: Vec<Operand>, returns: Option<Type>) {
        let call = Op::Call(Callee::Direct(function), args);
        match returns {
            Some(ty) => {
                self.value(ty, call);
            }
            None => self.builder.effect(call, Program::NOWHERE),
        }
        let zero = Operand::Const(Const::Bits(Bits::zero(32)));
        self.builder.terminate(Terminator::Return(Some(zero)), Program::NOWHERE);
    }
}
