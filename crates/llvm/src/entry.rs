//! A harness for one function: every parameter is an unknown. Numbers are inputs of their name; a pointer is null or the
//! start of an object of a chosen size whose bytes are inputs; what is passed in memory is an object of its own size.

use pathfold_base::Bits;
use pathfold_ir::{
    AllocKind, Callee, CastOp, CompareOp, Const, FuncId, Function, FunctionBuilder, Global, Init, Intrinsic, Layout,
    Op, Operand, Program, Reg, Taken, Target, Terminator, Type,
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

/// A parameter of the machine's.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Parameter {
    /// Its name, or one made up.
    pub name: String,
    /// How it is passed.
    pub taken: Taken,
    /// The types of the registers that hold it.
    pub types: Vec<Type>,
}

impl Parameter {
    /// How a native caller passes it, in words for replays (`EntryCall::params`); nothing if it does not.
    pub fn sort(&self) -> Option<String> {
        let ty = self.types.first().map_or_else(String::new, Type::to_string);
        match self.taken {
            Taken::Plain => Some(ty),
            Taken::Long => Some("f80".to_owned()),
            Taken::Vector(count) => Some(format!("{count} x {ty}")),
            Taken::Copy { size, align } => Some(format!("copy {size} {align}")),
            Taken::Result { size, align, passed: true } => Some(format!("result {size} {align}")),
            Taken::Result { passed: false, .. } => None,
            Taken::Unknown(_) => Some("unknown".to_owned()),
        }
    }
}

/// The parameters of a function as the machine passes them.
pub fn parameters(function: &Function) -> Vec<Parameter> {
    let plain = vec![Taken::Plain; function.params.len()];
    let takes = if function.takes.is_empty() { &plain } else { &function.takes };
    let mut regs = function.params.iter();
    let mut found: Vec<Parameter> = Vec::new();
    for taken in takes {
        let held: Vec<_> = regs.by_ref().take(taken.count()).map(|reg| &function.regs[*reg]).collect();
        let name = match &held[..] {
            [one] => one.name.clone(),
            _ => None,
        };
        // The place of the result is no parameter that people see.
        let results = found.iter().filter(|param| matches!(param.taken, Taken::Result { .. })).count();
        let number = found.len() + 1 - results;
        found.push(Parameter {
            name: name.unwrap_or_else(|| format!("arg{number}")),
            taken: *taken,
            types: held.iter().map(|info| info.ty).collect(),
        });
    }
    found
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
    let params = parameters(callee);
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
    for param in &params {
        harness.argument(param, entry, &mut args)?;
    }
    harness.call(function, args, returns);
    let mut function = harness.builder.finish();
    function.library = true;
    Ok(function)
}

fn size(bytes: u64) -> Operand {
    Operand::Const(Const::Bits(Bits::new(64, u128::from(bytes))))
}

/// How much room a number has.
fn bytes(ty: Type) -> u64 {
    match ty {
        Type::Bool => 1,
        Type::Bv(width) => u64::from(width).div_ceil(8).next_power_of_two(),
        Type::F32 => 4,
        Type::F64 | Type::Ptr | Type::Int => 8,
    }
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

    /// The registers of an argument.
    // SOUND: every value that the parameter can have is made, or the path ends as one that was not explored.
    fn argument(&mut self, param: &Parameter, entry: &Entry, args: &mut Vec<Operand>) -> Result<(), String> {
        let name = &param.name;
        let first = param.types.first().copied().unwrap_or(Type::Bool);
        match param.taken {
            Taken::Plain | Taken::Unknown(1) => args.push(match first {
                Type::Ptr => self.pointer(name, entry).into(),
                Type::Bool | Type::Bv(_) | Type::F32 | Type::F64 => self.number(first, name).into(),
                Type::Int => return Err(format!("`{}` has a parameter that C does not have", entry.function)),
            }),
            Taken::Long => {
                let value = self.number(Type::F64, name);
                let odd = self.number(Type::Bv(8), &format!("{name}_is_no_double"));
                let what =
                    format!("the parameter `{name}` of `{}` as a `long double` that is no `double`", entry.function);
                self.left_out(odd, what);
                args.push(value.into());
            }
            Taken::Vector(count) => {
                let each = bytes(first);
                let whole = each * u64::from(count);
                let object = self.object(whole, whole.next_power_of_two());
                self.symbolic(object, whole, name);
                for index in 0..u64::from(count) {
                    let place = self.value(Type::Ptr, Op::Offset(object.into(), size(index * each)));
                    args.push(self.value(first, Op::Load(place.into())).into());
                }
            }
            Taken::Copy { size, align } => {
                let object = self.object(size, align);
                if size > 0 {
                    self.symbolic(object, size, name);
                }
                args.push(object.into());
            }
            Taken::Result { size, align, .. } => args.push(self.object(size, align).into()),
            Taken::Unknown(_) => {
                let what = format!("the parameter `{name}` of `{}` with unknown values", entry.function);
                for ty in &param.types {
                    args.push(self.value(*ty, Op::Unsupported(what.clone())).into());
                }
            }
        }
        Ok(())
    }

    /// A path of its own, which ends as one that was not explored, where a byte is not zero.
    fn left_out(&mut self, choice: Reg, what: String) {
        let zero = Operand::Const(Const::Bits(Bits::zero(8)));
        let cond = self.value(Type::Bool, Op::Compare(CompareOp::Eq, choice.into(), zero)).into();
        let [on, out] = [self.builder.block(), self.builder.block()];
        let target = |block| Target { block, args: Vec::new() };
        let branch = Terminator::Branch { cond, then: target(on), otherwise: target(out) };
        self.builder.terminate(branch, Program::NOWHERE);
        self.builder.switch_to(out);
        self.builder.effect(Op::Unsupported(what), Program::NOWHERE);
        self.builder.terminate(Terminator::Unreachable, Program::NOWHERE);
        self.builder.switch_to(on);
    }

    /// An object of the caller's.
    fn object(&mut self, bytes: u64, align: u64) -> Reg {
        let align = u32::try_from(align).ok().filter(|align| align.is_power_of_two()).unwrap_or(1);
        let size = size(bytes.max(1));
        self.value(Type::Ptr, Op::Alloc { layout: Layout::Bytes, kind: AllocKind::Stack, size, align })
    }

    /// An unknown number: a local object of its size, made an input and read.
    fn number(&mut self, ty: Type, name: &str) -> Reg {
        let bytes = bytes(ty);
        let object = self.object(bytes, bytes.min(8));
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
