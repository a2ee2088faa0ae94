//! The meaning of every operator on values. It exists once: evaluation and constant folding both use it.

use std::sync::Arc;

use pathfold_base::{Bits, Integer};

use super::float;
use crate::op::Op;
use crate::value::{ArrayValue, Value};

/// `op` applied to values; `None` when the values are not of the sorts it takes (or it is not a function of values
/// alone: constants, symbols, quantifiers).
pub fn apply(op: Op, args: &[&Value]) -> Option<Value> {
    match op {
        Op::Const(_) | Op::Symbol(_) | Op::Forall(_) => None,
        Op::Not => Some(Value::Bool(!boolean(args, 0)?)),
        Op::And => all(args).map(Value::Bool),
        Op::Or => any(args).map(Value::Bool),
        Op::Eq => match args {
            [a, b] => Some(Value::Bool(a == b)),
            _ => None,
        },
        Op::Ite => match args {
            [Value::Bool(c), a, b] => Some((if *c { *a } else { *b }).clone()),
            _ => None,
        },
        Op::IntAdd => sum(args),
        Op::IntMul => product(args),
        Op::IntDiv => Some(Value::Int(int(args, 0)?.div_trunc(int(args, 1)?).unwrap_or_default())),
        Op::IntRem => {
            let (a, b) = (int(args, 0)?, int(args, 1)?);
            Some(Value::Int(a.rem_trunc(b).unwrap_or_else(|| a.clone())))
        }
        Op::IntLe => Some(Value::Bool(int(args, 0)? <= int(args, 1)?)),
        Op::BvNot => Some(bits(args, 0)?.not().into()),
        Op::BvNeg => Some(bits(args, 0)?.neg().into()),
        Op::BvAdd => bits2(args, Bits::add),
        Op::BvSub => bits2(args, Bits::sub),
        Op::BvMul => bits2(args, Bits::mul),
        Op::BvUdiv => bits2(args, Bits::udiv),
        Op::BvUrem => bits2(args, Bits::urem),
        Op::BvSdiv => bits2(args, Bits::sdiv),
        Op::BvSrem => bits2(args, Bits::srem),
        Op::BvAnd => bits2(args, Bits::and),
        Op::BvOr => bits2(args, Bits::or),
        Op::BvXor => bits2(args, Bits::xor),
        Op::BvShl => bits2(args, Bits::shl),
        Op::BvLshr => bits2(args, Bits::lshr),
        Op::BvAshr => bits2(args, Bits::ashr),
        Op::BvUlt => compare(args, Bits::ult),
        Op::BvUle => compare(args, |a, b| !b.ult(a)),
        Op::BvSlt => compare(args, Bits::slt),
        Op::BvSle => compare(args, |a, b| !b.slt(a)),
        Op::Concat => {
            let (high, low) = (bits(args, 0)?, bits(args, 1)?);
            (high.width() + low.width() <= Bits::MAX_WIDTH).then(|| high.concat(low).into())
        }
        Op::Extract(high, low) => {
            let b = bits(args, 0)?;
            (low <= high && u32::from(high) < b.width()).then(|| b.extract(high.into(), low.into()).into())
        }
        Op::ZeroExt(w) => valid(w).and_then(|w| Some(bits(args, 0)?.zero_extend_to(w).into())),
        Op::SignExt(w) => valid(w).and_then(|w| Some(bits(args, 0)?.sign_extend_to(w).into())),
        Op::BvToInt => Some(Value::Int(Integer::from(bits(args, 0)?.unsigned()))),
        Op::BvToIntSigned => Some(Value::Int(signed_integer(bits(args, 0)?))),
        Op::IntToBv(w) => valid(w).and_then(|w| Some(to_bits(int(args, 0)?, w).into())),
        Op::FpAdd | Op::FpSub | Op::FpMul | Op::FpDiv | Op::FpRem => match args {
            [Value::Fp(f, a), Value::Fp(g, b)] if f == g => float::binary(op, *f, *a, *b),
            _ => None,
        },
        Op::FpEq | Op::FpLt | Op::FpLe => match args {
            [Value::Fp(f, a), Value::Fp(g, b)] if f == g => float::compare(op, *f, *a, *b),
            _ => None,
        },
        Op::FpSqrt | Op::FpNeg | Op::FpAbs | Op::FpIsNan | Op::FpIsInf => match args {
            [Value::Fp(f, a)] => float::unary(op, *f, *a),
            _ => None,
        },
        Op::FpFromBits(format) => {
            let b = bits(args, 0)?;
            (b.width() == u32::from(format.width())).then(|| Value::fp(format, b.unsigned() as u64))
        }
        Op::FpToFp(to) => match args {
            [Value::Fp(f, a)] => Some(float::convert(*f, *a, to)),
            _ => None,
        },
        Op::FpToSbv(w) => match args {
            [Value::Fp(f, a)] => valid(w).map(|w| float::to_signed(*f, *a, w).into()),
            _ => None,
        },
        Op::FpToUbv(w) => match args {
            [Value::Fp(f, a)] => valid(w).map(|w| float::to_unsigned(*f, *a, w).into()),
            _ => None,
        },
        Op::SbvToFp(format) => Some(float::from_signed(bits(args, 0)?.signed(), format)),
        Op::UbvToFp(format) => Some(float::from_unsigned(bits(args, 0)?.unsigned(), format)),
        Op::Select => match args {
            [Value::Array(a), index] => Some(a.get(index).clone()),
            _ => None,
        },
        Op::Store => match args {
            [Value::Array(a), index, value] => {
                let mut array = Arc::clone(a);
                Arc::make_mut(&mut array).set((*index).clone(), (*value).clone());
                Some(Value::Array(array))
            }
            _ => None,
        },
        Op::ConstArray(index) => match args {
            [value] => Some(Value::Array(Arc::new(ArrayValue::constant(index, (*value).clone())))),
            _ => None,
        },
    }
}

fn boolean(args: &[&Value], i: usize) -> Option<bool> {
    args.get(i)?.as_bool()
}

fn int<'a>(args: &[&'a Value], i: usize) -> Option<&'a Integer> {
    args.get(i)?.as_int()
}

fn bits(args: &[&Value], i: usize) -> Option<Bits> {
    args.get(i)?.as_bits()
}

fn valid(width: u8) -> Option<u32> {
    (1..=128).contains(&width).then_some(u32::from(width))
}

fn all(args: &[&Value]) -> Option<bool> {
    args.iter().try_fold(true, |acc, v| Some(acc & v.as_bool()?))
}

fn any(args: &[&Value]) -> Option<bool> {
    args.iter().try_fold(false, |acc, v| Some(acc | v.as_bool()?))
}

fn sum(args: &[&Value]) -> Option<Value> {
    args.iter().try_fold(Integer::ZERO, |acc, v| Some(acc.add(v.as_int()?))).map(Value::Int)
}

fn product(args: &[&Value]) -> Option<Value> {
    args.iter().try_fold(Integer::ONE, |acc, v| Some(acc.mul(v.as_int()?))).map(Value::Int)
}

fn bits2(args: &[&Value], f: fn(Bits, Bits) -> Bits) -> Option<Value> {
    let (a, b) = (bits(args, 0)?, bits(args, 1)?);
    (a.width() == b.width()).then(|| f(a, b).into())
}

fn compare(args: &[&Value], f: fn(Bits, Bits) -> bool) -> Option<Value> {
    let (a, b) = (bits(args, 0)?, bits(args, 1)?);
    (a.width() == b.width()).then(|| f(a, b).into())
}

/// The signed number of a vector.
pub fn signed_integer(b: Bits) -> Integer {
    let n = b.signed();
    if n < 0 { Integer::from(n.unsigned_abs()).neg() } else { Integer::from(n.unsigned_abs()) }
}

/// An integer modulo 2^width.
pub fn to_bits(n: &Integer, width: u32) -> Bits {
    if let Some(small) = n.to_i64() {
        return Bits::from_signed(width, i128::from(small));
    }
    let modulus = Integer::from(u128::MAX).add(&Integer::ONE);
    // Never `None`: the modulus is not zero and the remainder below 2^128 in magnitude.
    let low = n.rem_trunc(&modulus).unwrap_or_default();
    let magnitude = low.abs().to_u128().unwrap_or_default();
    Bits::new(width, if low.is_negative() { magnitude.wrapping_neg() } else { magnitude })
}
