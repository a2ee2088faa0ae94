//! How values lie in memory, for code that is not compiled by the compiler. [`Value`] is `repr(u8)`: its kind is the first
//! byte, and each kind is laid out like a C struct that starts with it.

use pathfold_ir::Type;

use crate::code::Slot;
use crate::value::Value;

/// How far values are apart.
pub const SIZE: i32 = size_of::<Value>() as i32;
/// Where the number of an `Int`, the bits of `Bits` and `F64`, and the offset of a `Ptr` are.
pub const PAYLOAD: i32 = 8;
/// Where the object of a `Ptr` is.
pub const OBJECT: i32 = 4;

/// Where a slot is behind the first one.
pub fn place(slot: Slot) -> i32 {
    slot as i32 * SIZE
}

/// The kinds of values that compiled code knows its way with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// [`Value::Int`].
    Int,
    /// [`Value::Bits`] of this width.
    Bits(u8),
    /// [`Value::Bool`].
    Bool,
    /// [`Value::Ptr`].
    Ptr,
}

impl Kind {
    /// What values of a type are as long as they are known.
    pub fn of_type(ty: Type) -> Option<Kind> {
        match ty {
            Type::Int => Some(Kind::Int),
            Type::Bv(width @ 1..=64) => Some(Kind::Bits(width)),
            Type::Bool => Some(Kind::Bool),
            Type::Ptr => Some(Kind::Ptr),
            Type::Bv(_) | Type::F32 | Type::F64 => None,
        }
    }

    /// What a value is.
    pub fn of_value(value: Value) -> Option<Kind> {
        match value {
            Value::Int(_) => Some(Kind::Int),
            Value::Bits { width, .. } => Some(Kind::Bits(width)),
            Value::Bool(_) => Some(Kind::Bool),
            Value::Ptr { .. } => Some(Kind::Ptr),
            Value::Undef
            | Value::Wide { .. }
            | Value::PtrTerm { .. }
            | Value::Function(_)
            | Value::F32(_)
            | Value::F64(_)
            | Value::Term(_) => None,
        }
    }

    /// The first byte of such values.
    pub fn tag(self) -> u8 {
        match self {
            Kind::Bool => 1,
            Kind::Int => 2,
            Kind::Bits(_) => 3,
            Kind::Ptr => 4,
        }
    }

    /// The first word of values of which only the second one differs.
    pub fn head(self) -> i32 {
        match self {
            Kind::Int | Kind::Bool | Kind::Ptr => i32::from(self.tag()),
            Kind::Bits(width) => i32::from(self.tag()) | i32::from(width) << 8,
        }
    }
}

/// Both words of a value.
pub fn words(value: Value) -> [i64; 2] {
    let high = |low: i64, high: u32| low | i64::from(high) << 32;
    match value {
        Value::Undef => [0, 0],
        Value::Bool(holds) => [1 | i64::from(holds) << 8, 0],
        Value::Int(n) => [2, n],
        Value::Bits { width, bits } => [3 | i64::from(width) << 8, bits as i64],
        Value::Ptr { object, offset } => [high(4, object.0), offset],
        Value::PtrTerm { object, offset } => [high(5, object.0), i64::from(offset.0)],
        Value::Function(function) => [high(6, function.0), 0],
        Value::F32(bits) => [high(7, bits), 0],
        Value::F64(bits) => [8, bits as i64],
        Value::Term(term) => [high(9, term.0), 0],
        Value::Wide { high: upper, low } => [high(10, upper as u32), low as i64],
    }
}
