//! A naive evaluator of the part of the IR that micro-c is lowered to: slow and obvious, to be compared with the
//! interpreter.

use pathfold_base::Integer;
use pathfold_ir::*;

#[derive(Clone, PartialEq, Debug)]
pub enum Value {
    Undef,
    Bool(bool),
    Int(Integer),
    /// This far behind null.
    Null(Integer),
    Pointer(usize, Integer),
}

#[derive(Clone, PartialEq, Debug)]
pub enum End {
    Returned(Integer),
    Error(CheckKind, LocId),
    OutOfInputs,
    Limit,
}

pub struct Evaluator<'a> {
    program: &'a Program,
    objects: Vec<Vec<Value>>,
    inputs: Vec<Integer>,
    pub outputs: Vec<Integer>,
    /// How many instructions may still run.
    steps: usize,
}

type Outcome<T> = Result<T, End>;

impl<'a> Evaluator<'a> {
    pub fn new(program: &'a Program, inputs: &[Integer], steps: usize) -> Self {
        let inputs = inputs.iter().rev().cloned().collect();
        Self { program, objects: Vec::new(), inputs, outputs: Vec::new(), steps }
    }

    pub fn run(&mut self, args: &[Integer]) -> End {
        let args = args.iter().cloned().map(Value::Int).collect();
        match self.call(self.program.entry, args, 0) {
            Ok(Some(Value::Int(n))) => End::Returned(n),
            Ok(other) => panic!("main returned {other:?}"),
            Err(end) => end,
        }
    }

    fn call(&mut self, id: FuncId, args: Vec<Value>, depth: usize) -> Outcome<Option<Value>> {
        if depth > 100 {
            return Err(End::Limit);
        }
        let function = &self.program.functions[id];
        let mut regs: Vec<Option<Value>> = vec![None; function.regs.len()];
        assert_eq!(args.len(), function.params.len());
        for (param, arg) in function.params.iter().zip(args) {
            regs[param.0 as usize] = Some(arg);
        }
        let mut at = Function::ENTRY;
        loop {
            let block = &function.blocks[at];
            for inst in &block.insts {
                self.step()?;
                let value = self.inst(inst, &regs, depth)?;
                if let Some(dst) = inst.dst {
                    regs[dst.0 as usize] = value;
                }
            }
            self.step()?;
            let target = match &block.terminator {
                Terminator::Jump(target) => target,
                Terminator::Branch { cond, then, otherwise } => match get(cond, &regs) {
                    Value::Bool(true) => then,
                    Value::Bool(false) => otherwise,
                    other => panic!("branch on {other:?}"),
                },
                Terminator::Return(value) => return Ok(value.as_ref().map(|value| get(value, &regs))),
                Terminator::Switch { .. } | Terminator::Unreachable => panic!("micro-c has no such terminators"),
            };
            let args: Vec<Value> = target.args.iter().map(|arg| get(arg, &regs)).collect();
            at = target.block;
            for (param, arg) in function.blocks[at].params.iter().zip(args) {
                regs[param.0 as usize] = Some(arg);
            }
        }
    }

    fn step(&mut self) -> Outcome<()> {
        self.steps = self.steps.checked_sub(1).ok_or(End::Limit)?;
        Ok(())
    }

    fn inst(&mut self, inst: &Inst, regs: &[Option<Value>], depth: usize) -> Outcome<Option<Value>> {
        let fail = |kind| Err(End::Error(kind, inst.loc));
        let value = match &inst.op {
            Op::Binary(op, a, b) => {
                let (a, b) = (int(a, regs), int(b, regs));
                let result = match op {
                    BinaryOp::Add => Some(a.add(&b)),
                    BinaryOp::Sub => Some(a.sub(&b)),
                    BinaryOp::Mul => Some(a.mul(&b)),
                    BinaryOp::SDiv => a.div_trunc(&b),
                    other => panic!("micro-c has no {other:?}"),
                };
                match result {
                    None => return fail(CheckKind::DivisionByZero),
                    Some(n) if n.bit_length() > 3000 => return Err(End::Limit),
                    Some(n) => Value::Int(n),
                }
            }
            Op::Compare(op, a, b) => {
                let (a, b) = (get(a, regs), get(b, regs));
                assert!(a != Value::Undef && b != Value::Undef);
                Value::Bool(match op {
                    CompareOp::Eq => a == b,
                    CompareOp::Ne => a != b,
                    CompareOp::Slt | CompareOp::Sle => match (a, b) {
                        (Value::Int(a), Value::Int(b)) => a < b || *op == CompareOp::Sle && a == b,
                        other => panic!("order of {other:?}"),
                    },
                    other => panic!("micro-c has no {other:?}"),
                })
            }
            Op::Cast(CastOp::ZExt, a) => match get(a, regs) {
                Value::Bool(b) => Value::Int(Integer::from(i64::from(b))),
                other => panic!("zext of {other:?}"),
            },
            Op::Alloc { layout: Layout::Cells, kind: AllocKind::Heap, size, .. } => {
                let size = int(size, regs).to_i64().expect("sizes are small");
                self.objects.push(vec![Value::Undef; size as usize]);
                Value::Pointer(self.objects.len() - 1, Integer::from(0i64))
            }
            Op::Offset(pointer, offset) => match get(pointer, regs) {
                Value::Pointer(object, at) => Value::Pointer(object, at.add(&int(offset, regs))),
                Value::Null(at) => Value::Null(at.add(&int(offset, regs))),
                other => panic!("offset of {other:?}"),
            },
            Op::Load(pointer) => match self.cell(&get(pointer, regs)) {
                Err(kind) => return fail(kind),
                Ok(Value::Undef) => return fail(CheckKind::Uninitialized),
                Ok(value) => value.clone(),
            },
            Op::Store { value, pointer } => {
                let value = get(value, regs);
                assert!(value != Value::Undef, "a store of nothing");
                match self.cell(&get(pointer, regs)) {
                    Err(kind) => return fail(kind),
                    Ok(cell) => *cell = value,
                }
                return Ok(None);
            }
            Op::Call(Callee::Direct(id), args) => {
                let args = args.iter().map(|arg| get(arg, regs)).collect();
                return self.call(*id, args, depth + 1);
            }
            Op::Input => match self.inputs.pop() {
                Some(n) => Value::Int(n),
                None => return Err(End::OutOfInputs),
            },
            Op::Output(a) => {
                self.outputs.push(int(a, regs));
                return Ok(None);
            }
            Op::Check(kind, holds) => match get(holds, regs) {
                Value::Bool(true) => return Ok(None),
                Value::Bool(false) => return fail(*kind),
                other => panic!("check of {other:?}"),
            },
            Op::Defined(a) => match get(a, regs) {
                Value::Undef => return fail(CheckKind::Uninitialized),
                value => value,
            },
            other => panic!("micro-c has no {other:?}"),
        };
        Ok(Some(value))
    }

    fn cell(&mut self, pointer: &Value) -> Result<&mut Value, CheckKind> {
        match pointer {
            Value::Null(_) => Err(CheckKind::NullDereference),
            Value::Pointer(object, at) => {
                let index = at.to_i64().and_then(|at| usize::try_from(at).ok());
                index.and_then(|at| self.objects[*object].get_mut(at)).ok_or(CheckKind::OutOfBounds)
            }
            other => panic!("access through {other:?}"),
        }
    }
}

fn get(operand: &Operand, regs: &[Option<Value>]) -> Value {
    match operand {
        Operand::Reg(reg) => regs[reg.0 as usize].clone().expect("set before use"),
        Operand::Const(Const::Int(n)) => Value::Int(n.clone()),
        Operand::Const(Const::Null) => Value::Null(Integer::from(0i64)),
        Operand::Const(Const::Undef(_)) => Value::Undef,
        Operand::Const(Const::Bool(b)) => Value::Bool(*b),
        Operand::Const(other) => panic!("micro-c has no {other:?}"),
    }
}

fn int(operand: &Operand, regs: &[Option<Value>]) -> Integer {
    match get(operand, regs) {
        Value::Int(n) => n,
        other => panic!("a number was expected: {other:?}"),
    }
}
