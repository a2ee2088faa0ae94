//! Floating-point numbers that are known: the machine's own arithmetic, which rounds to nearest even as ours does.

use pathfold_ir::{BinaryOp, CompareOp};

use crate::value::Value;

/// Two binary64.
pub fn binary64(op: BinaryOp, a: u64, b: u64) -> Value {
    let (x, y) = (f64::from_bits(a), f64::from_bits(b));
    let result = match op {
        BinaryOp::FAdd => x + y,
        BinaryOp::FSub => x - y,
        BinaryOp::FMul => x * y,
        BinaryOp::FDiv => x / y,
        // The verifier lets nothing else through.
        _ => return Value::Undef,
    };
    Value::F64(result.to_bits())
}

/// Two binary32.
pub fn binary32(op: BinaryOp, a: u32, b: u32) -> Value {
    let (x, y) = (f32::from_bits(a), f32::from_bits(b));
    let result = match op {
        BinaryOp::FAdd => x + y,
        BinaryOp::FSub => x - y,
        BinaryOp::FMul => x * y,
        BinaryOp::FDiv => x / y,
        _ => return Value::Undef,
    };
    Value::F32(result.to_bits())
}

/// A comparison; false if one is NaN.
pub fn compare(op: CompareOp, x: f64, y: f64) -> Option<bool> {
    match op {
        CompareOp::FEq => Some(x == y),
        CompareOp::FLt => Some(x < y),
        CompareOp::FLe => Some(x <= y),
        CompareOp::Eq | CompareOp::Ne | CompareOp::Slt | CompareOp::Sle | CompareOp::Ult | CompareOp::Ule => None,
    }
}

/// Toward zero, as a signed number of this width; what does not fit as in [`super::to_integer`].
pub fn to_signed(x: f64, width: u8) -> u64 {
    if width <= 32 { word32(x) } else { word64(x) }
}

/// Toward zero, as an unsigned number of this width; what does not fit as in [`super::to_integer`].
pub fn to_unsigned(x: f64, width: u8) -> u64 {
    match width {
        0..=16 => word32(x),
        17..=32 => word64(x),
        _ if x >= 2f64.powi(63) && x < 2f64.powi(64) => x as u64,
        _ => word64(x),
    }
}

fn word32(x: f64) -> u64 {
    let x = x.trunc();
    if x >= -(2f64.powi(31)) && x < 2f64.powi(31) { x as i64 as u64 } else { 1 << 31 }
}

fn word64(x: f64) -> u64 {
    if x >= -(2f64.powi(63)) && x < 2f64.powi(63) { x as i64 as u64 } else { 1 << 63 }
}
