//! Floating point arithmetic of the host: IEEE 754, round to nearest, ties to even.

use pathfold_base::Bits;

use crate::op::Op;
use crate::sort::Format;
use crate::value::Value;

fn double(bits: u64) -> f64 {
    f64::from_bits(bits)
}

fn single(bits: u64) -> f32 {
    f32::from_bits(bits as u32)
}

/// IEEE remainder `x - y * n`, `n` the integer nearest to `x / y`, ties to even (after fdlibm's `e_remainder.c`).
macro_rules! remainder {
    ($name:ident, $ty:ty) => {
        fn $name(x: $ty, y: $ty) -> $ty {
            if x.is_nan() || y.is_nan() || x.is_infinite() || y == 0.0 {
                return <$ty>::NAN;
            }
            let p = y.abs();
            let mut r = if p <= <$ty>::MAX / 2.0 { x % (p + p) } else { x }.abs();
            if p < <$ty>::MIN_POSITIVE * 2.0 {
                if r + r > p {
                    r -= p;
                    if r + r >= p {
                        r -= p;
                    }
                }
            } else {
                let half = 0.5 * p;
                if r > half {
                    r -= p;
                    if r >= half {
                        r -= p;
                    }
                }
            }
            if x.is_sign_negative() { -r } else { r }
        }
    };
}

remainder!(remainder32, f32);
remainder!(remainder64, f64);

/// Arithmetic on two numbers of one format.
pub(super) fn binary(op: Op, format: Format, a: u64, b: u64) -> Option<Value> {
    macro_rules! on {
        ($x:expr, $y:expr, $rem:ident, $make:path) => {{
            let (x, y) = ($x, $y);
            match op {
                Op::FpAdd => Some($make(x + y)),
                Op::FpSub => Some($make(x - y)),
                Op::FpMul => Some($make(x * y)),
                Op::FpDiv => Some($make(x / y)),
                Op::FpRem => Some($make($rem(x, y))),
                _ => None,
            }
        }};
    }
    match format {
        Format::F32 => on!(single(a), single(b), remainder32, Value::f32),
        Format::F64 => on!(double(a), double(b), remainder64, Value::f64),
    }
}

/// Comparison of two numbers of one format.
pub(super) fn compare(op: Op, format: Format, a: u64, b: u64) -> Option<Value> {
    // Widening is exact, so one comparison serves both formats.
    let (x, y) = (widen(format, a), widen(format, b));
    match op {
        Op::FpEq => Some(Value::Bool(x == y)),
        Op::FpLt => Some(Value::Bool(x < y)),
        Op::FpLe => Some(Value::Bool(x <= y)),
        _ => None,
    }
}

/// Functions of one number.
pub(super) fn unary(op: Op, format: Format, a: u64) -> Option<Value> {
    macro_rules! on {
        ($x:expr, $make:path) => {{
            let x = $x;
            match op {
                Op::FpSqrt => Some($make(x.sqrt())),
                Op::FpNeg => Some($make(-x)),
                Op::FpAbs => Some($make(x.abs())),
                Op::FpIsNan => Some(Value::Bool(x.is_nan())),
                Op::FpIsInf => Some(Value::Bool(x.is_infinite())),
                _ => None,
            }
        }};
    }
    match format {
        Format::F32 => on!(single(a), Value::f32),
        Format::F64 => on!(double(a), Value::f64),
    }
}

fn widen(format: Format, a: u64) -> f64 {
    match format {
        Format::F32 => f64::from(single(a)),
        Format::F64 => double(a),
    }
}

/// To another format.
pub(super) fn convert(from: Format, a: u64, to: Format) -> Value {
    match (from, to) {
        (Format::F32, Format::F64) => Value::f64(f64::from(single(a))),
        (Format::F64, Format::F32) => Value::f32(double(a) as f32),
        (Format::F32, Format::F32) | (Format::F64, Format::F64) => Value::fp(to, a),
    }
}

/// Toward zero; 0 when NaN or out of range.
pub(super) fn to_signed(format: Format, a: u64, width: u32) -> Bits {
    let x = widen(format, a).trunc();
    let bound = 2f64.powi(width as i32 - 1);
    if x >= -bound && x < bound { Bits::from_signed(width, x as i128) } else { Bits::zero(width) }
}

/// Toward zero; 0 when NaN or out of range.
pub(super) fn to_unsigned(format: Format, a: u64, width: u32) -> Bits {
    let x = widen(format, a).trunc();
    if x >= 0.0 && x < 2f64.powi(width as i32) { Bits::new(width, x as u128) } else { Bits::zero(width) }
}

/// From a signed number, rounded.
pub(super) fn from_signed(n: i128, format: Format) -> Value {
    match format {
        Format::F32 => Value::f32(n as f32),
        Format::F64 => Value::f64(n as f64),
    }
}

/// From an unsigned number, rounded.
pub(super) fn from_unsigned(n: u128, format: Format) -> Value {
    match format {
        Format::F32 => Value::f32(n as f32),
        Format::F64 => Value::f64(n as f64),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn remainder_is_the_nearest_one() {
        for (x, y, r) in [(5.0, 3.0, -1.0), (7.0, 2.0, -1.0), (5.0, 2.0, 1.0), (6.0, 4.0, -2.0), (-5.0, 3.0, 1.0)] {
            assert_eq!(remainder64(x, y), r, "{x} {y}");
            assert_eq!(f64::from(remainder32(x as f32, y as f32)), r, "{x} {y}");
        }
        assert_eq!(remainder64(1.5, f64::INFINITY), 1.5);
        assert!(remainder64(1.0, 0.0).is_nan());
        assert!(remainder64(-4.0, 2.0).is_sign_negative());
    }
}
