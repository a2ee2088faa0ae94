//! The types of the operands and of the result of each instruction.

use super::FunctionVerifier;
use crate::{BinaryOp, Callee, CastOp, CompareOp, Inst, Intrinsic, Layout, Op, Operand, Type, UnaryOp};

impl FunctionVerifier<'_> {
    pub(super) fn inst_types(&mut self, inst: &Inst) {
        match &inst.op {
            Op::Binary(op, a, b) => self.binary(inst, *op, a, b),
            Op::Unary(op, a) => {
                if let Some(ty) = self.result(inst) {
                    if !unary_accepts(*op, ty) {
                        self.errors.add(format!("`{}` does not exist on `{ty}`", op.mnemonic()));
                    }
                    self.expect("the operand", a, ty);
                }
            }
            Op::Compare(op, a, b) => self.compare(inst, *op, a, b),
            Op::Cast(op, a) => {
                if let (Some(to), Some(from)) = (self.result(inst), self.type_of(a))
                    && !cast_accepts(*op, from, to)
                {
                    self.errors.add(format!("`{}` does not go from `{from}` to `{to}`", op.mnemonic()));
                }
            }
            Op::Select(cond, a, b) => {
                self.expect("the condition", cond, Type::Bool);
                if let Some(ty) = self.result(inst) {
                    self.expect("the first value", a, ty);
                    self.expect("the second value", b, ty);
                }
            }
            Op::Alloc { layout, kind: _, size, align } => {
                if !align.is_power_of_two() {
                    self.errors.add(format!("the alignment {align} is no power of two"));
                }
                self.result_is(inst, Type::Ptr);
                let wanted = match layout {
                    Layout::Cells => Type::Int,
                    Layout::Bytes => Type::Bv(64),
                };
                self.expect("the size", size, wanted);
            }
            Op::Offset(pointer, offset) => {
                self.result_is(inst, Type::Ptr);
                self.expect("the pointer", pointer, Type::Ptr);
                if let Some(ty) = self.type_of(offset).filter(|ty| !matches!(ty, Type::Int | Type::Bv(64))) {
                    self.errors.add(format!("the offset is of type `{ty}`, not `int` or `bv64`"));
                }
            }
            Op::Load(pointer) => {
                self.result(inst);
                self.expect("the pointer", pointer, Type::Ptr);
            }
            Op::Store { value: _, pointer } => {
                self.no_result(inst);
                self.expect("the pointer", pointer, Type::Ptr);
            }
            Op::Call(callee, args) => self.call(inst, callee, args),
            Op::Input => {
                self.result(inst);
            }
            Op::Output(_) => self.no_result(inst),
            Op::Check(_, cond) | Op::Assume(cond) => {
                self.no_result(inst);
                self.expect("the condition", cond, Type::Bool);
            }
            Op::Unsupported(_) => {}
            Op::Intrinsic(intrinsic, args) => self.intrinsic(inst, *intrinsic, args),
            Op::Defined(a) => {
                if let Some(ty) = self.result(inst) {
                    self.expect("the operand", a, ty);
                }
            }
        }
    }

    /// The type of the result, which there must be.
    fn result(&mut self, inst: &Inst) -> Option<Type> {
        match inst.dst {
            Some(dst) => self.register_type(dst),
            None => {
                self.errors.add("the instruction has a result but sets no register");
                None
            }
        }
    }

    fn result_is(&mut self, inst: &Inst, wanted: Type) {
        if let Some(found) = self.result(inst).filter(|&found| found != wanted) {
            self.errors.add(format!("the result is of type `{wanted}`, not `{found}`"));
        }
    }

    fn no_result(&mut self, inst: &Inst) {
        if inst.dst.is_some() {
            self.errors.add("the instruction sets a register but has no result");
        }
    }

    fn binary(&mut self, inst: &Inst, op: BinaryOp, a: &Operand, b: &Operand) {
        let Some(ty) = self.result(inst) else {
            return;
        };
        if !op.accepts(ty) {
            self.errors.add(format!("`{}` does not exist on `{ty}`", op.mnemonic()));
        }
        self.expect("the first operand", a, ty);
        self.expect("the second operand", b, ty);
    }

    fn compare(&mut self, inst: &Inst, op: CompareOp, a: &Operand, b: &Operand) {
        self.result_is(inst, Type::Bool);
        let Some(ty) = self.type_of(a) else {
            return;
        };
        if !compare_accepts(op, ty) {
            self.errors.add(format!("`{}` does not exist on `{ty}`", op.mnemonic()));
        }
        self.expect("the second operand", b, ty);
    }

    fn intrinsic(&mut self, inst: &Inst, intrinsic: Intrinsic, args: &[Operand]) {
        let (name, params) = (intrinsic.name(), intrinsic.params());
        if params.len() != args.len() {
            self.errors.add(format!("`{name}` has {} parameters but is given {}", params.len(), args.len()));
        }
        for (&param, arg) in params.iter().zip(args) {
            self.expect(&format!("an argument of `{name}`"), arg, param);
        }
        match (intrinsic.ret(), inst.dst) {
            (Some(ty), Some(_)) => self.result_is(inst, ty),
            (None, Some(_)) => self.errors.add(format!("`{name}` returns no value")),
            (Some(_) | None, None) => {}
        }
    }

    fn call(&mut self, inst: &Inst, callee: &Callee, args: &[Operand]) {
        let id = match callee {
            Callee::Direct(id) => *id,
            Callee::Indirect(target) => {
                self.expect("the called value", target, Type::Ptr);
                return;
            }
        };
        let Some(called) = self.program.functions.get(id) else {
            self.errors.add(format!("the function {id} does not exist"));
            return;
        };
        if called.params.len() != args.len() {
            let (wanted, given) = (called.params.len(), args.len());
            self.errors.add(format!("`{}` has {wanted} parameters but is given {given}", called.name));
        }
        for (&param, arg) in called.params.iter().zip(args) {
            if let Some(info) = called.regs.get(param) {
                self.expect(&format!("an argument of `{}`", called.name), arg, info.ty);
            }
        }
        match (called.ret, inst.dst) {
            (Some(ty), Some(_)) => self.result_is(inst, ty),
            (None, Some(_)) => self.errors.add(format!("`{}` returns no value", called.name)),
            (Some(_) | None, None) => {}
        }
    }
}

fn unary_accepts(op: UnaryOp, ty: Type) -> bool {
    match op {
        UnaryOp::Neg => matches!(ty, Type::Int | Type::Bv(_)),
        UnaryOp::Not => matches!(ty, Type::Bool | Type::Bv(_)),
        UnaryOp::FNeg => matches!(ty, Type::F32 | Type::F64),
        UnaryOp::PopCount | UnaryOp::LeadingZeros | UnaryOp::TrailingZeros | UnaryOp::BitReverse => {
            matches!(ty, Type::Bv(_))
        }
        UnaryOp::ByteSwap => matches!(ty, Type::Bv(width) if width % 8 == 0),
    }
}

fn compare_accepts(op: CompareOp, ty: Type) -> bool {
    match op {
        CompareOp::Eq | CompareOp::Ne => !matches!(ty, Type::F32 | Type::F64),
        CompareOp::Slt | CompareOp::Sle => matches!(ty, Type::Int | Type::Bv(_)),
        CompareOp::Ult | CompareOp::Ule => matches!(ty, Type::Bv(_) | Type::Ptr),
        CompareOp::FEq | CompareOp::FLt | CompareOp::FLe => matches!(ty, Type::F32 | Type::F64),
    }
}

fn cast_accepts(op: CastOp, from: Type, to: Type) -> bool {
    let float = |ty| matches!(ty, Type::F32 | Type::F64);
    match op {
        CastOp::ZExt => match (from, to) {
            (Type::Bool, Type::Bv(_) | Type::Int) | (Type::Bv(_), Type::Int) => true,
            (Type::Bv(a), Type::Bv(b)) => a < b,
            (Type::Bool | Type::Int | Type::Bv(_) | Type::Ptr | Type::F32 | Type::F64, _) => false,
        },
        CastOp::SExt => match (from, to) {
            (Type::Bv(_), Type::Int) => true,
            (Type::Bv(a), Type::Bv(b)) => a < b,
            (Type::Bool | Type::Int | Type::Bv(_) | Type::Ptr | Type::F32 | Type::F64, _) => false,
        },
        CastOp::Trunc => match (from, to) {
            (Type::Bv(_), Type::Bool) | (Type::Int, Type::Bv(_)) => true,
            (Type::Bv(a), Type::Bv(b)) => a > b,
            (Type::Bool | Type::Int | Type::Bv(_) | Type::Ptr | Type::F32 | Type::F64, _) => false,
        },
        CastOp::Bitcast => matches!(
            (from, to),
            (Type::F32, Type::Bv(32))
                | (Type::Bv(32), Type::F32)
                | (Type::F64, Type::Bv(64))
                | (Type::Bv(64), Type::F64)
        ),
        CastOp::PtrToBv => (from, to) == (Type::Ptr, Type::Bv(64)),
        CastOp::BvToPtr => (from, to) == (Type::Bv(64), Type::Ptr),
        CastOp::FpToFp => float(from) && float(to) && from != to,
        CastOp::FpToS | CastOp::FpToU => float(from) && matches!(to, Type::Bv(_)),
        CastOp::FpToLong => (from, to) == (Type::F64, Type::Bv(80)),
        CastOp::LongToFp => (from, to) == (Type::Bv(80), Type::F64),
        CastOp::SToFp | CastOp::UToFp => matches!(from, Type::Bv(_)) && float(to),
    }
}
