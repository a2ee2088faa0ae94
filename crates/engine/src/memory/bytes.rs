//! Values as bytes, little endian.

use pathfold_base::Bits;
use pathfold_ir::Type;
use pathfold_term::{Format, Op, Pool, Term, Value as Constant};

use super::Object;
use crate::value::Value;

/// How many bytes a value of this type takes in a byte object.
pub fn width_of(ty: Type) -> u64 {
    match ty {
        Type::Bool => 1,
        Type::Bv(width) => u64::from(width).div_ceil(8),
        Type::F32 => 4,
        Type::F64 | Type::Ptr => 8,
        // Unbounded integers have no byte form; the step refuses them before it gets here.
        Type::Int => 1,
    }
}

/// Whether values of this type can be kept as bytes.
pub fn has_bytes(ty: Type) -> bool {
    match ty {
        Type::Bool | Type::Bv(_) | Type::F32 | Type::F64 => true,
        // Pointers byte by byte come with the C memory model; unbounded integers have no byte form.
        Type::Ptr | Type::Int => false,
    }
}

/// Reads a value of type `ty` at `offset`, which is in bounds; `None` if a byte of it was never set.
pub fn read(object: &Object, offset: usize, ty: Type, pool: &mut Pool) -> Option<Value> {
    let width = width_of(ty) as usize;
    let mut concrete: u128 = 0;
    for index in 0..width {
        match object.get(offset + index) {
            Value::Bits { bits, .. } => concrete |= u128::from(bits) << (8 * index),
            Value::Undef => return None,
            Value::Term(_) => return read_symbolic(object, offset, ty, pool),
            Value::Bool(_) | Value::Int(_) | Value::Ptr { .. } | Value::PtrTerm { .. } | Value::Function(_) => {
                return None;
            }
        }
    }
    Some(match ty {
        Type::Bool => Value::Bool(concrete & 1 == 1),
        Type::Bv(bits) => Value::from_bits(pool, Bits::new(u32::from(bits), concrete)),
        Type::F32 => Value::Term(pool.constant(Constant::Fp(Format::F32, concrete as u64))),
        Type::F64 => Value::Term(pool.constant(Constant::Fp(Format::F64, concrete as u64))),
        Type::Ptr | Type::Int => return None,
    })
}

fn read_symbolic(object: &Object, offset: usize, ty: Type, pool: &mut Pool) -> Option<Value> {
    let width = width_of(ty) as usize;
    let mut whole: Option<Term> = None;
    for index in 0..width {
        let byte = object.get(offset + index).to_term(pool)?;
        whole = Some(match whole {
            None => byte,
            Some(low) => pool.mk(Op::Concat, &[byte, low]),
        });
    }
    let whole = whole?;
    let term = match ty {
        Type::Bool => {
            let bit = pool.mk(Op::Extract(0, 0), &[whole]);
            let one = pool.bits(Bits::new(1, 1));
            pool.eq(bit, one)
        }
        Type::Bv(bits) if u64::from(bits) == 8 * width as u64 => whole,
        Type::Bv(bits) => pool.mk(Op::Extract(bits - 1, 0), &[whole]),
        Type::F32 => pool.mk(Op::FpFromBits(Format::F32), &[whole]),
        Type::F64 => pool.mk(Op::FpFromBits(Format::F64), &[whole]),
        Type::Ptr | Type::Int => return None,
    };
    Some(Value::from_term(pool, term))
}

/// The bytes of a value, or `None` if it has no byte form (a symbolic float, a pointer).
pub fn to_bytes(value: Value, ty: Type, pool: &mut Pool) -> Option<Vec<Value>> {
    let width = width_of(ty) as usize;
    let byte = |bits: u128, index: usize| Value::Bits { width: 8, bits: (bits >> (8 * index)) as u64 & 0xff };
    match value {
        Value::Bool(b) => Some(vec![Value::Bits { width: 8, bits: u64::from(b) }]),
        Value::Bits { bits, .. } => Some((0..width).map(|i| byte(u128::from(bits), i)).collect()),
        Value::Undef => Some(vec![Value::Undef; width]),
        Value::Term(term) => match pool.value(term) {
            Some(Constant::Bits(bits)) => {
                let bits = bits.unsigned();
                Some((0..width).map(|i| byte(bits, i)).collect())
            }
            Some(Constant::Fp(_, bits)) => {
                let bits = u128::from(*bits);
                Some((0..width).map(|i| byte(bits, i)).collect())
            }
            Some(Constant::Bool(_) | Constant::Int(_) | Constant::Array(_)) => None,
            None => symbolic_bytes(term, ty, width, pool),
        },
        Value::Int(_) | Value::Ptr { .. } | Value::PtrTerm { .. } | Value::Function(_) => None,
    }
}

fn symbolic_bytes(term: Term, ty: Type, width: usize, pool: &mut Pool) -> Option<Vec<Value>> {
    let whole = match ty {
        Type::Bool => {
            let (one, zero) = (pool.bits(Bits::new(8, 1)), pool.bits(Bits::zero(8)));
            pool.ite(term, one, zero)
        }
        Type::Bv(bits) if usize::from(bits) == 8 * width => term,
        Type::Bv(_) => pool.mk(Op::ZeroExt(8 * width as u8), &[term]),
        Type::F32 | Type::F64 | Type::Ptr | Type::Int => return None,
    };
    let bytes = (0..width).map(|i| {
        let low = 8 * i as u8;
        let byte = if width == 1 { whole } else { pool.mk(Op::Extract(low + 7, low), &[whole]) };
        Value::from_term(pool, byte)
    });
    Some(bytes.collect())
}
