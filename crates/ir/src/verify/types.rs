//! The types of the operands and of the result of each instruction.

use super::program::POWERS;
use super::{FunctionVerifier, Part, parameters};
use crate::{BinaryOp, Callee, CastOp, CompareOp, Inst, Intrinsic, Layout, Op, Operand, Type, UnaryOp};

/// What to do about a call with too few or too many.
const ARGUMENTS: &str = "give one argument for each parameter";

impl FunctionVerifier<'_> {
    pub(super) fn inst_types(&mut self, inst: &Inst) {
        match &inst.op {
            Op::Binary(op, a, b) => self.binary(inst, *op, a, b),
            Op::Unary(op, a) => {
                if let Some(ty) = self.result(inst)
                    && self.exists(op.mnemonic(), ty, |ty| unary_accepts(*op, ty))
                {
                    self.expect("the operand", a, ty);
                }
            }
            Op::Compare(op, a, b) => self.compare(inst, *op, a, b),
            Op::Cast(op, a) => {
                if let (Some(to), Some(from)) = (self.result(inst), self.type_of(a))
                    && !cast_accepts(*op, from, to)
                {
                    let message = format!("`{}` does not go from `{from}` to `{to}`", op.mnemonic());
                    self.errors.add(message, cast_help(*op));
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
                    self.errors.add(format!("the alignment {align} is no power of two"), POWERS);
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
                    self.errors.add(
                        format!("the offset is of type `{ty}`, not `int` or `bv64`"),
                        "cells are counted by `int`, bytes by `bv64`",
                    );
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
                self.errors.add("the instruction has a result but sets no register", "name one: `%x: int = ...`");
                None
            }
        }
    }

    fn result_is(&mut self, inst: &Inst, wanted: Type) {
        if let Some(found) = self.result(inst).filter(|&found| found != wanted) {
            let help = format!("give the register the type `{wanted}`");
            self.errors.add(format!("the result is of type `{wanted}`, not `{found}`"), help);
        }
    }

    fn no_result(&mut self, inst: &Inst) {
        if inst.dst.is_some() {
            self.errors.add("the instruction sets a register but has no result", "leave out the register");
        }
    }

    /// Whether an operation is on this type.
    fn exists(&mut self, name: &str, ty: Type, accepts: impl Fn(Type) -> bool) -> bool {
        let exists = accepts(ty);
        if !exists {
            self.errors.add(format!("`{name}` does not exist on `{ty}`"), exists_on(name, accepts));
        }
        exists
    }

    fn binary(&mut self, inst: &Inst, op: BinaryOp, a: &Operand, b: &Operand) {
        let Some(ty) = self.result(inst) else {
            return;
        };
        if self.exists(op.mnemonic(), ty, |ty| op.accepts(ty)) {
            self.expect("the first operand", a, ty);
            self.expect("the second operand", b, ty);
        }
    }

    fn compare(&mut self, inst: &Inst, op: CompareOp, a: &Operand, b: &Operand) {
        self.result_is(inst, Type::Bool);
        let Some(ty) = self.type_of(a) else {
            return;
        };
        if self.exists(op.mnemonic(), ty, |ty| compare_accepts(op, ty)) {
            self.expect("the second operand", b, ty);
        }
    }

    fn intrinsic(&mut self, inst: &Inst, intrinsic: Intrinsic, args: &[Operand]) {
        let (name, params) = (intrinsic.name(), intrinsic.params());
        if params.len() != args.len() {
            let message = format!("`{name}` has {} but is given {}", parameters(params.len()), args.len());
            self.errors.add(message, ARGUMENTS);
        }
        for (&param, arg) in params.iter().zip(args) {
            self.expect(&format!("an argument of `{name}`"), arg, param);
        }
        match (intrinsic.ret(), inst.dst) {
            (Some(ty), Some(_)) => self.result_is(inst, ty),
            (None, Some(_)) => self.errors.add(format!("`{name}` returns no value"), "leave out the register"),
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
            let help = format!("the program has {} functions", self.program.functions.len());
            self.errors.add(format!("the function {id} does not exist"), help);
            return;
        };
        if called.params.len() != args.len() {
            let message =
                format!("`{}` has {} but is given {}", called.name, parameters(called.params.len()), args.len());
            self.errors.add_with((Part::Function(id), "the function"), message, ARGUMENTS);
        }
        for (&param, arg) in called.params.iter().zip(args) {
            if let Some(info) = called.regs.get(param) {
                self.expect(&format!("an argument of `{}`", called.name), arg, info.ty);
            }
        }
        match (called.ret, inst.dst) {
            (Some(ty), Some(_)) => self.result_is(inst, ty),
            (None, Some(_)) => self.errors.add_with(
                (Part::Function(id), "the function"),
                format!("`{}` returns no value", called.name),
                "leave out the register",
            ),
            (Some(_) | None, None) => {}
        }
    }
}

/// On which types an operation is.
fn exists_on(name: &str, accepts: impl Fn(Type) -> bool) -> String {
    let kinds = [
        (Type::Bool, "`bool`"),
        (Type::Int, "`int`"),
        (Type::Bv(8), "bit-vectors"),
        (Type::Ptr, "`ptr`"),
        (Type::F32, "`f32`"),
        (Type::F64, "`f64`"),
    ];
    let names: Vec<&str> = kinds.into_iter().filter(|(ty, _)| accepts(*ty)).map(|(_, kind)| kind).collect();
    let names = match names.as_slice() {
        [most @ .., last] if !most.is_empty() => format!("{} and {last}", most.join(", ")),
        names => names.concat(),
    };
    let whole = if accepts(Type::Bv(8)) && !accepts(Type::Bv(1)) { " of whole bytes" } else { "" };
    format!("`{name}` is on {names}{whole}")
}

/// Between which types a cast is.
fn cast_help(op: CastOp) -> &'static str {
    match op {
        CastOp::ZExt => "`zext` goes from `bool` or bits to more bits or to `int`",
        CastOp::SExt => "`sext` goes from bits to more bits or to `int`",
        CastOp::Trunc => "`trunc` goes from bits to fewer bits or to `bool`, and from `int` to bits",
        CastOp::Bitcast => "`bitcast` goes between `f32` and `bv32`, and between `f64` and `bv64`",
        CastOp::PtrToBv => "`ptrtobv` goes from `ptr` to `bv64`",
        CastOp::BvToPtr => "`bvtoptr` goes from `bv64` to `ptr`",
        CastOp::FpToFp => "`fptofp` goes from `f32` to `f64` and from `f64` to `f32`",
        CastOp::FpToS => "`fptos` goes from `f32` or `f64` to bits",
        CastOp::FpToU => "`fptou` goes from `f32` or `f64` to bits",
        CastOp::FpToLong => "`fptolong` goes from `f64` to `bv80`",
        CastOp::LongToFp => "`longtofp` goes from `bv80` to `f64`",
        CastOp::SToFp => "`stofp` goes from bits to `f32` or `f64`",
        CastOp::UToFp => "`utofp` goes from bits to `f32` or `f64`",
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
