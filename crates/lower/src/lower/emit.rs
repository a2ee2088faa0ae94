//! Small steps for the other files: instructions with a result, of the types they must have.

use pathfold_base::Bits;
use pathfold_ir::{BinaryOp, CastOp, CompareOp, Const, Intrinsic, Op, Operand, Type, UnaryOp};

use super::functions::FunctionLowering;

/// A constant bit vector.
pub(super) fn bits(width: u8, value: u128) -> Operand {
    Const::Bits(Bits::new(u32::from(width), value)).into()
}

/// A constant address or size.
pub(super) fn size(value: u64) -> Operand {
    bits(64, u128::from(value))
}

/// A constant truth value.
pub(super) fn truth(value: bool) -> Operand {
    Const::Bool(value).into()
}

/// The zero of a type.
pub(super) fn zero(ty: Type) -> Const {
    match ty {
        Type::Bool => Const::Bool(false),
        Type::Int => Const::Int(0i64.into()),
        Type::Bv(width) => Const::Bits(Bits::zero(u32::from(width))),
        Type::Ptr => Const::Null,
        Type::F32 => Const::F32(0),
        Type::F64 => Const::F64(0),
    }
}

/// The width of a type as bits; nothing for unbounded integers.
pub(super) fn width(ty: Type) -> Option<u8> {
    match ty {
        Type::Bool => Some(1),
        Type::Bv(width) => Some(width),
        Type::Ptr | Type::F64 => Some(64),
        Type::F32 => Some(32),
        Type::Int => None,
    }
}

/// How many bytes a scalar takes in memory.
pub(super) fn bytes(ty: Type) -> u64 {
    u64::from(width(ty).unwrap_or(64)).div_ceil(8)
}

impl FunctionLowering<'_> {
    /// The type of an operand.
    pub(super) fn ty(&self, operand: &Operand) -> Type {
        match operand {
            Operand::Reg(reg) => self.builder.function().regs[*reg].ty,
            Operand::Const(constant) => constant.ty(),
        }
    }

    /// An instruction with a result.
    pub(super) fn value(&mut self, ty: Type, op: Op) -> Operand {
        self.builder.value(ty, None, op, self.loc).into()
    }

    /// An instruction without one.
    pub(super) fn effect(&mut self, op: Op) {
        self.builder.effect(op, self.loc);
    }

    pub(super) fn binary(&mut self, op: BinaryOp, a: &Operand, b: &Operand) -> Operand {
        let ty = self.ty(a);
        self.value(ty, Op::Binary(op, a.clone(), b.clone()))
    }

    pub(super) fn unary(&mut self, op: UnaryOp, a: &Operand) -> Operand {
        let ty = self.ty(a);
        self.value(ty, Op::Unary(op, a.clone()))
    }

    pub(super) fn compare(&mut self, op: CompareOp, a: &Operand, b: &Operand) -> Operand {
        self.value(Type::Bool, Op::Compare(op, a.clone(), b.clone()))
    }

    pub(super) fn select(&mut self, cond: &Operand, a: &Operand, b: &Operand) -> Operand {
        let ty = self.ty(a);
        self.value(ty, Op::Select(cond.clone(), a.clone(), b.clone()))
    }

    pub(super) fn cast(&mut self, op: CastOp, a: &Operand, to: Type) -> Operand {
        self.value(to, Op::Cast(op, a.clone()))
    }

    pub(super) fn not(&mut self, a: &Operand) -> Operand {
        match a {
            Operand::Const(Const::Bool(value)) => truth(!value),
            Operand::Reg(_) | Operand::Const(_) => self.unary(UnaryOp::Not, a),
        }
    }

    pub(super) fn load(&mut self, ty: Type, pointer: &Operand) -> Operand {
        self.value(ty, Op::Load(pointer.clone()))
    }

    pub(super) fn store(&mut self, value: &Operand, pointer: &Operand) {
        self.effect(Op::Store { value: value.clone(), pointer: pointer.clone() });
    }

    /// A pointer so many bytes on.
    pub(super) fn offset(&mut self, pointer: &Operand, by: u64) -> Operand {
        if by == 0 { pointer.clone() } else { self.value(Type::Ptr, Op::Offset(pointer.clone(), size(by))) }
    }

    /// What the engine does, with a result.
    pub(super) fn intrinsic(&mut self, intrinsic: Intrinsic, args: Vec<Operand>) -> Option<Operand> {
        match intrinsic.ret() {
            Some(ty) => Some(self.value(ty, Op::Intrinsic(intrinsic, args))),
            None => {
                self.effect(Op::Intrinsic(intrinsic, args));
                None
            }
        }
    }

    /// A truth value or bit vector as a bit vector of this width, widened with zeros or cut off.
    pub(super) fn resize(&mut self, a: &Operand, to: u8) -> Operand {
        let from = width(self.ty(a)).unwrap_or(64);
        if self.ty(a) == Type::Bv(to) {
            return a.clone();
        }
        if let Operand::Const(Const::Bits(value)) = a {
            return Const::Bits(value.zero_extend_to(u32::from(to))).into();
        }
        let op = if from > to { CastOp::Trunc } else { CastOp::ZExt };
        self.cast(op, a, Type::Bv(to))
    }

    /// A truth value or bit vector as a bit vector of this width, widened with the sign or cut off.
    pub(super) fn resize_signed(&mut self, a: &Operand, to: u8) -> Operand {
        let from = width(self.ty(a)).unwrap_or(64);
        if self.ty(a) == Type::Bv(to) {
            return a.clone();
        }
        if self.ty(a) == Type::Bool {
            return self.select(a, &bits(to, u128::MAX), &bits(to, 0));
        }
        if let Operand::Const(Const::Bits(value)) = a {
            return Const::Bits(value.sign_extend_to(u32::from(to))).into();
        }
        let op = if from > to { CastOp::Trunc } else { CastOp::SExt };
        self.cast(op, a, Type::Bv(to))
    }

    /// Any scalar as the bit vector of its bits.
    pub(super) fn bits_of(&mut self, a: &Operand) -> Operand {
        match self.ty(a) {
            Type::Bool => self.cast(CastOp::ZExt, a, Type::Bv(1)),
            Type::Bv(_) | Type::Int => a.clone(),
            Type::Ptr => self.cast(CastOp::PtrToBv, a, Type::Bv(64)),
            Type::F32 => self.cast(CastOp::Bitcast, a, Type::Bv(32)),
            Type::F64 => self.cast(CastOp::Bitcast, a, Type::Bv(64)),
        }
    }

    /// The scalar of a type with these bits; the widths agree.
    pub(super) fn with_bits(&mut self, a: &Operand, to: Type) -> Operand {
        match to {
            Type::Bool => self.cast(CastOp::Trunc, a, Type::Bool),
            Type::Bv(_) | Type::Int => a.clone(),
            Type::Ptr => self.cast(CastOp::BvToPtr, a, Type::Ptr),
            Type::F32 | Type::F64 => self.cast(CastOp::Bitcast, a, to),
        }
    }

    /// Results of an instruction that is not supported: each is set to nothing where the path ends.
    pub(super) fn unsupported(&mut self, what: &str, types: &[Type]) -> Vec<Operand> {
        if types.is_empty() {
            self.effect(Op::Unsupported(what.to_owned()));
        }
        types.iter().map(|&ty| self.value(ty, Op::Unsupported(what.to_owned()))).collect()
    }
}
