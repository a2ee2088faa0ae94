//! Conversions.

use pathfold_base::Bits;
use pathfold_ir::{CastOp, Type};
use pathfold_term::{Format, Op, Sort, Term};

use super::arith::not_a_number;
use super::{Halt, Machine};
use crate::value::Value;

impl Machine<'_> {
    /// Converts `a` to type `to`.
    pub(super) fn cast(&mut self, op: CastOp, to: Type, a: Value) -> Result<Value, Halt> {
        if let (CastOp::ZExt, Type::Int, Value::Bool(b)) = (op, to, a) {
            return Ok(Value::Int(i64::from(b)));
        }
        if matches!(op, CastOp::PtrToBv | CastOp::BvToPtr) {
            return Err(Halt::Incomplete("a conversion between pointers and numbers".to_owned()));
        }
        let x = a.to_term(self.pool).ok_or_else(|| not_a_number(a))?;
        let term = self.cast_term(op, to, x)?;
        Ok(Value::from_term(self.pool, term))
    }

    fn cast_term(&mut self, op: CastOp, to: Type, x: Term) -> Result<Term, Halt> {
        let pool = &mut *self.pool;
        let from = pool.sort(x);
        Ok(match (op, from, to) {
            (CastOp::ZExt | CastOp::SExt, Sort::Bool, Type::Int) => {
                let (one, zero) = (pool.int(1), pool.int(0));
                pool.ite(x, one, zero)
            }
            (CastOp::ZExt, Sort::Bool, Type::Bv(width)) => {
                let width = u32::from(width);
                let (one, zero) = (pool.bits(Bits::new(width, 1)), pool.bits(Bits::zero(width)));
                pool.ite(x, one, zero)
            }
            (CastOp::SExt, Sort::Bool, Type::Bv(width)) => {
                let width = u32::from(width);
                let (ones, zero) = (pool.bits(Bits::ones(width)), pool.bits(Bits::zero(width)));
                pool.ite(x, ones, zero)
            }
            (CastOp::ZExt, Sort::Bv(_), Type::Int) => pool.mk(Op::BvToInt, &[x]),
            (CastOp::SExt, Sort::Bv(_), Type::Int) => pool.mk(Op::BvToIntSigned, &[x]),
            (CastOp::ZExt, Sort::Bv(_), Type::Bv(width)) => pool.mk(Op::ZeroExt(width), &[x]),
            (CastOp::SExt, Sort::Bv(_), Type::Bv(width)) => pool.mk(Op::SignExt(width), &[x]),
            (CastOp::Trunc, Sort::Int, Type::Bv(width)) => pool.mk(Op::IntToBv(width), &[x]),
            (CastOp::Trunc, Sort::Bv(_), Type::Bv(width)) => pool.mk(Op::Extract(width - 1, 0), &[x]),
            (CastOp::Trunc, Sort::Bv(_), Type::Bool) => {
                let bit = pool.mk(Op::Extract(0, 0), &[x]);
                let one = pool.bits(Bits::new(1, 1));
                pool.eq(bit, one)
            }
            (CastOp::Bitcast, Sort::Bv(_), Type::F32) => pool.mk(Op::FpFromBits(Format::F32), &[x]),
            (CastOp::Bitcast, Sort::Bv(_), Type::F64) => pool.mk(Op::FpFromBits(Format::F64), &[x]),
            (CastOp::FpToFp, Sort::Fp(_), Type::F32) => pool.mk(Op::FpToFp(Format::F32), &[x]),
            (CastOp::FpToFp, Sort::Fp(_), Type::F64) => pool.mk(Op::FpToFp(Format::F64), &[x]),
            (CastOp::FpToS, Sort::Fp(_), Type::Bv(width)) => pool.mk(Op::FpToSbv(width), &[x]),
            (CastOp::FpToU, Sort::Fp(_), Type::Bv(width)) => pool.mk(Op::FpToUbv(width), &[x]),
            (CastOp::SToFp, Sort::Bv(_), Type::F32) => pool.mk(Op::SbvToFp(Format::F32), &[x]),
            (CastOp::SToFp, Sort::Bv(_), Type::F64) => pool.mk(Op::SbvToFp(Format::F64), &[x]),
            (CastOp::UToFp, Sort::Bv(_), Type::F32) => pool.mk(Op::UbvToFp(Format::F32), &[x]),
            (CastOp::UToFp, Sort::Bv(_), Type::F64) => pool.mk(Op::UbvToFp(Format::F64), &[x]),
            (op, from, to) => return Err(Halt::Incomplete(format!("a conversion {op:?} from {from:?} to {to}"))),
        })
    }
}
