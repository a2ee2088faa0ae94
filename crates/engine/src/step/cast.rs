//! Conversions.

use pathfold_base::Bits;
use pathfold_ir::{CastOp, CheckKind, Type};
use pathfold_term::{Format, Op, Sort, Term};

use super::arith::not_a_number;
use super::{Fault, Halt, Machine, bits, control, float, long_double, to_integer};
use crate::memory::Memory;
use crate::value::{Value, sort_of, undefined};

impl Machine<'_> {
    /// Converts `a` from one type to another; what is `checked` is that floating-point numbers fit an integer.
    pub(super) fn cast(
        &mut self,
        memory: &Memory,
        op: CastOp,
        (from, to): (Type, Type),
        a: Value,
        checked: bool,
        passed: &mut u8,
    ) -> Result<Value, Halt> {
        if let (CastOp::FpToS | CastOp::FpToU, Type::Bv(width)) = (op, to)
            && (checked || width > 64)
            && let Some(x) = a.to_term(self.pool)
        {
            let fits = to_integer::fits(self.pool, x, op == CastOp::FpToS, width);
            let fits = Value::from_term(self.pool, fits);
            control::check(Fault::new(CheckKind::FloatConversion), fits, passed)?;
        }
        if let Some(value) = known(op, from, to, a) {
            return Ok(value);
        }
        let a = match (op, a) {
            (CastOp::PtrToBv, Value::Ptr { object: crate::value::ObjectId::NULL, offset }) => {
                return Ok(Value::Bits { width: 64, bits: offset as u64 });
            }
            // A number may be the address of something; what it points to is found when it is used.
            (CastOp::PtrToBv, _) => return Ok(a),
            (CastOp::BvToPtr, Value::Bits { bits, .. }) => {
                return Ok(Value::from_number(bits, self.code.functions.len()));
            }
            (CastOp::BvToPtr, Value::Term(term)) => {
                return Ok(Value::from_address(self.pool, term, self.code.functions.len()));
            }
            (CastOp::BvToPtr, _) => return Ok(a),
            (CastOp::Trunc | CastOp::Bitcast | CastOp::FpToLong | CastOp::LongToFp, Value::Undef) => {
                return Ok(Value::Undef);
            }
            (_, Value::Undef) => match sort_of(from) {
                Some(Sort::Int) | None => return Err(not_a_number(a)),
                Some(sort) => Value::Term(undefined(self.pool, sort)),
            },
            (_, Value::Ptr { .. } | Value::PtrTerm { .. } | Value::Function(_)) => match memory.number(a) {
                Some(bits) => {
                    let number = Value::Bits { width: 64, bits };
                    if let Some(value) = known(op, from, to, number) {
                        return Ok(value);
                    }
                    number
                }
                None => a,
            },
            (_, a) => a,
        };
        let x = a.as_term(self.pool).ok_or_else(|| not_a_number(a))?;
        let x = memory.ground(self.pool, x);
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
            (CastOp::Bitcast, Sort::Fp(_), Type::Bv(_)) => match (pool.op(x), pool.args(x).first()) {
                (Op::FpFromBits(_), Some(bits)) => *bits,
                // There is no such operator in SMT-LIB, as NaN has many bit patterns: they get a name first.
                _ => return Err(Halt::Bits(x)),
            },
            (CastOp::FpToLong, Sort::Fp(_), Type::Bv(_)) => long_double::of_float(pool, x)?,
            (CastOp::LongToFp, Sort::Bv(_), Type::F64) => long_double::to_float(pool, x)?,
            (CastOp::FpToFp, Sort::Fp(_), Type::F32) => pool.mk(Op::FpToFp(Format::F32), &[x]),
            (CastOp::FpToFp, Sort::Fp(_), Type::F64) => pool.mk(Op::FpToFp(Format::F64), &[x]),
            (CastOp::FpToS, Sort::Fp(_), Type::Bv(width)) => to_integer::signed(pool, x, width),
            (CastOp::FpToU, Sort::Fp(_), Type::Bv(width)) => to_integer::unsigned(pool, x, width),
            (CastOp::SToFp, Sort::Bv(_), Type::F32) => pool.mk(Op::SbvToFp(Format::F32), &[x]),
            (CastOp::SToFp, Sort::Bv(_), Type::F64) => pool.mk(Op::SbvToFp(Format::F64), &[x]),
            (CastOp::UToFp, Sort::Bv(_), Type::F32) => pool.mk(Op::UbvToFp(Format::F32), &[x]),
            (CastOp::UToFp, Sort::Bv(_), Type::F64) => pool.mk(Op::UbvToFp(Format::F64), &[x]),
            (op, from, to) => return Err(Halt::Incomplete(format!("a conversion {op:?} from {from:?} to {to}"))),
        })
    }
}

/// Conversions of what is known, without a term; none where a term is as good.
#[inline]
fn known(op: CastOp, from: Type, to: Type, a: Value) -> Option<Value> {
    let number = |width: u8, bits: u64| Some(Value::Bits { width, bits: bits & bits::mask(width) });
    match (op, to, a) {
        (CastOp::ZExt, Type::Bv(width @ 1..=64), Value::Bits { bits, .. }) => Some(Value::Bits { width, bits }),
        (CastOp::SExt, Type::Bv(to @ 1..=64), Value::Bits { width, bits }) => {
            number(to, bits::signed(width, bits) as u64)
        }
        (CastOp::Trunc, Type::Bv(width @ 1..=64), Value::Bits { bits, .. }) => number(width, bits),
        (CastOp::Trunc, Type::Bool, Value::Bits { bits, .. }) => Some(Value::Bool(bits & 1 == 1)),
        (CastOp::ZExt, Type::Bv(width @ 1..=64), Value::Bool(b)) => Some(Value::Bits { width, bits: u64::from(b) }),
        (CastOp::SExt, Type::Bv(width @ 1..=64), Value::Bool(b)) => number(width, if b { u64::MAX } else { 0 }),
        (CastOp::ZExt, Type::Int, Value::Bool(b)) => Some(Value::Int(i64::from(b))),
        (CastOp::Bitcast, Type::F64, Value::Bits { bits, .. }) => Some(Value::F64(bits)),
        (CastOp::Bitcast, Type::F32, Value::Bits { bits, .. }) => Some(Value::F32(bits as u32)),
        (CastOp::Bitcast, Type::Bv(64), Value::F64(bits)) => Some(Value::Bits { width: 64, bits }),
        (CastOp::Bitcast, Type::Bv(32), Value::F32(bits)) => Some(Value::Bits { width: 32, bits: u64::from(bits) }),
        (CastOp::FpToFp, Type::F64, Value::F32(bits)) => Some(Value::F64(f64::from(f32::from_bits(bits)).to_bits())),
        (CastOp::FpToFp, Type::F32, Value::F64(bits)) => Some(Value::F32((f64::from_bits(bits) as f32).to_bits())),
        (CastOp::FpToS | CastOp::FpToU, Type::Bv(width @ 1..=64), Value::F64(_) | Value::F32(_)) => {
            let x = match a {
                Value::F32(bits) => f64::from(f32::from_bits(bits)),
                Value::F64(bits) => f64::from_bits(bits),
                _ => return None,
            };
            number(width, if op == CastOp::FpToS { float::to_signed(x, width) } else { float::to_unsigned(x, width) })
        }
        (CastOp::SToFp, Type::F64, Value::Bits { width, bits }) => {
            Some(Value::F64((bits::signed(width, bits) as f64).to_bits()))
        }
        (CastOp::SToFp, Type::F32, Value::Bits { width, bits }) => {
            Some(Value::F32((bits::signed(width, bits) as f32).to_bits()))
        }
        (CastOp::UToFp, Type::F64, Value::Bits { bits, .. }) => Some(Value::F64((bits as f64).to_bits())),
        (CastOp::UToFp, Type::F32, Value::Bits { bits, .. }) => Some(Value::F32((bits as f32).to_bits())),
        _ => {
            debug_assert!(from != to || matches!(op, CastOp::Bitcast), "{op:?} to the same type");
            None
        }
    }
}
