//! The hottest cases of loads, stores, comparisons and conversions, small enough to be part of the loop. Whatever they do
//! not do is done by the general code of the other files, so they may refuse anything.

use pathfold_ir::{BinaryOp, CastOp, CompareOp, Type};

use super::registers::Registers;
use super::{arith, bits};
use crate::code::Slot;
use crate::memory::{GAP, Memory, width_of};
use crate::value::{ObjectId, Value};

/// Integers of which one does not fit in a word, or whose result does not, if none of them needs a term.
// Apart from the loop, and with a result that is returned in machine registers: only loops over such numbers come here.
#[cold]
#[inline(never)]
pub fn wide(op: BinaryOp, a: &Value, b: &Value) -> i128 {
    let wide = a.to_i128().zip(b.to_i128()).and_then(|(a, b)| arith::wides(op, a, b));
    // SOUND: who asks looks whether the result has 96 bits.
    wide.unwrap_or(NOT_WIDE)
}

/// What [`wide`] says where it does not know.
pub const NOT_WIDE: i128 = i128::MIN;

/// Reads a cell or plain bytes at a known place into a register.
#[inline(always)]
pub fn load<R: Registers>(
    memory: &mut Memory,
    object: ObjectId,
    offset: i64,
    ty: Type,
    slots: &mut R,
    dst: Slot,
) -> Option<()> {
    load_into(memory, object, offset, ty, slots.at_mut(dst)?)
}

/// The same into any place.
#[inline(always)]
pub fn load_into(memory: &mut Memory, object: ObjectId, offset: i64, ty: Type, to: &mut Value) -> Option<()> {
    let at = usize::try_from(offset).ok()?;
    if object.is_in_arena() {
        let value = memory.cell(object, at).filter(|value| !matches!(value, Value::Undef))?;
        value.copy_into(to);
        return Some(());
    }
    let contents = memory.open(object)?;
    let Some(bytes) = contents.bytes() else {
        let value = contents.cell(at).filter(|value| !matches!(value, Value::Undef))?;
        // A cell may have been written in parts just now.
        value.copy_into(to);
        return Some(());
    };
    match ty {
        Type::Bv(width @ 1..=64) => {
            let bits = word(bytes.plain(at, width_of(ty) as usize)?);
            *to = Value::Bits { width, bits: bits & bits::mask(width) };
        }
        Type::Ptr => *to = bytes.pointer(at)?,
        Type::Int | Type::Bool | Type::Bv(_) | Type::F32 | Type::F64 => return None,
    }
    Some(())
}

/// Writes a cell or plain bytes at a known place.
#[inline(always)]
pub fn store(memory: &mut Memory, object: ObjectId, offset: i64, ty: Type, value: &Value) -> Option<()> {
    let at = usize::try_from(offset).ok()?;
    if object.is_in_arena() {
        value.copy_into(memory.cell_mut(object, at)?);
        return Some(());
    }
    let contents = memory.open_mut(object)?;
    let Some(bytes) = contents.bytes_mut() else {
        value.copy_into(contents.cell_mut(at)?);
        return Some(());
    };
    match (ty, value) {
        (Type::Bv(1..=64), Value::Bits { bits, .. }) => {
            let width = width_of(ty) as usize;
            bytes.plain_mut(at, width)?.copy_from_slice(&bits.to_le_bytes()[..width]);
            Some(())
        }
        (Type::Ptr, Value::Ptr { object, .. }) if *object != ObjectId::NULL => bytes.set_pointer(at, *value),
        (Type::Int | Type::Ptr | Type::Bool | Type::Bv(_) | Type::F32 | Type::F64, _) => None,
    }
}

/// Plain bits of a byte object.
#[inline(always)]
pub fn bits(memory: &Memory, object: ObjectId, offset: i64, width: u8) -> Option<u64> {
    let at = usize::try_from(offset).ok()?;
    let bytes = memory.open(object)?.bytes()?;
    Some(word(bytes.plain(at, usize::from(width.div_ceil(8)))?) & bits::mask(width))
}

/// A cell of an object that can be accessed.
#[inline(always)]
pub fn cell(memory: &mut Memory, object: ObjectId, offset: i64) -> Option<&Value> {
    // A negative offset is a position that no object has.
    memory.cell(object, offset as usize)
}

/// The same for writing.
#[inline(always)]
pub fn cell_mut(memory: &mut Memory, object: ObjectId, offset: i64) -> Option<&mut Value> {
    memory.cell_mut(object, offset as usize)
}

#[inline(always)]
fn word(bytes: &[u8]) -> u64 {
    match *bytes {
        [a] => u64::from(a),
        [a, b] => u64::from(u16::from_le_bytes([a, b])),
        [a, b, c, d] => u64::from(u32::from_le_bytes([a, b, c, d])),
        [a, b, c, d, e, f, g, h] => u64::from_le_bytes([a, b, c, d, e, f, g, h]),
        _ => {
            let mut word = [0; 8];
            word[..bytes.len()].copy_from_slice(bytes);
            u64::from_le_bytes(word)
        }
    }
}

/// Bit vectors, pointers into one object, pointers against null, and functions.
#[inline(always)]
pub fn compare(op: CompareOp, a: &Value, b: &Value) -> Option<bool> {
    match (a, b) {
        (&Value::Bits { width, bits: x }, &Value::Bits { bits: y, .. }) => bits::compare(op, width, x, y),
        (&Value::Ptr { object: p, offset: x }, &Value::Ptr { object: q, offset: y }) => {
            if p == q {
                return position(op, x, y);
            }
            // No object is at null, and no pointer into one is ever moved there.
            let null = |object, offset| object == ObjectId::NULL && offset == 0;
            // Objects of the arena have places of their own for ever, with gaps between them.
            let inside = |object: ObjectId, offset| object.is_in_arena() && (0..GAP as i64).contains(&offset);
            if null(p, x) || null(q, y) || (inside(p, x) && inside(q, y)) { differ(op) } else { None }
        }
        (Value::Function(f), Value::Function(g)) => {
            if f == g {
                position(op, 0, 0)
            } else {
                differ(op)
            }
        }
        // Nor is a function.
        (Value::Function(_), &Value::NULL) | (&Value::NULL, Value::Function(_)) => differ(op),
        _ => None,
    }
}

/// Positions in one object: their order is that of the addresses.
#[inline(always)]
fn position(op: CompareOp, x: i64, y: i64) -> Option<bool> {
    match op {
        CompareOp::Eq => Some(x == y),
        CompareOp::Ne => Some(x != y),
        CompareOp::Slt | CompareOp::Ult => Some(x < y),
        CompareOp::Sle | CompareOp::Ule => Some(x <= y),
        CompareOp::FEq | CompareOp::FLt | CompareOp::FLe => None,
    }
}

/// What differs, and nothing else is known of it.
#[inline(always)]
fn differ(op: CompareOp) -> Option<bool> {
    match op {
        CompareOp::Eq => Some(false),
        CompareOp::Ne => Some(true),
        CompareOp::Slt
        | CompareOp::Sle
        | CompareOp::Ult
        | CompareOp::Ule
        | CompareOp::FEq
        | CompareOp::FLt
        | CompareOp::FLe => None,
    }
}

/// Widening and narrowing of bit vectors, truth values as numbers, and pointers as numbers and back.
#[inline(always)]
pub fn cast(op: CastOp, to: Type, a: &Value) -> Option<Value> {
    let (width, bits) = match *a {
        Value::Bits { width, bits } => (width, bits),
        Value::Bool(holds) if to == Type::Int => return Some(Value::Int(i64::from(holds))),
        Value::Bool(holds) => (1, u64::from(holds)),
        Value::Ptr { object, .. } if object != ObjectId::NULL => {
            return matches!(op, CastOp::PtrToBv | CastOp::BvToPtr).then_some(*a);
        }
        _ => return None,
    };
    let Type::Bv(to @ 1..=64) = to else { return None };
    match op {
        CastOp::ZExt => Some(Value::Bits { width: to, bits }),
        CastOp::SExt => Some(Value::Bits { width: to, bits: bits::signed(width, bits) as u64 & bits::mask(to) }),
        CastOp::Trunc => Some(Value::Bits { width: to, bits: bits & bits::mask(to) }),
        CastOp::Bitcast
        | CastOp::PtrToBv
        | CastOp::BvToPtr
        | CastOp::FpToFp
        | CastOp::FpToS
        | CastOp::FpToU
        | CastOp::SToFp
        | CastOp::UToFp
        | CastOp::FpToLong
        | CastOp::LongToFp => None,
    }
}
