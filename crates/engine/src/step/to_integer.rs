//! Floating-point numbers as integers. C leaves open what becomes of a number that does not fit (C11 6.3.1.4p1); programs do
//! it all the same, and then they get what the machine's instructions give: those of clang for x86-64, which convert to
//! signed words of 32 and 64 bits and give the lowest number for whatever does not fit, NaN too.

use pathfold_base::Bits;
use pathfold_term::{Format, Op, Pool, Sort, Term, Value as Constant};

/// As a signed number of this width.
pub fn signed(pool: &mut Pool, x: Term, width: u8) -> Term {
    match width {
        0..=32 => low(pool, x, 32, width),
        33..=64 => low(pool, x, 64, width),
        // The step has checked that it fits.
        _ => pool.mk(Op::FpToSbv(width), &[x]),
    }
}

/// As an unsigned number of this width.
pub fn unsigned(pool: &mut Pool, x: Term, width: u8) -> Term {
    match width {
        0..=16 => low(pool, x, 32, width),
        17..=32 => low(pool, x, 64, width),
        33..=64 => {
            // There is no such instruction: the upper half of the range is converted apart.
            let (least, above) = (number(pool, x, 2f64.powi(63)), number(pool, x, 2f64.powi(64)));
            let (from, to) = (pool.mk(Op::FpLe, &[least, x]), pool.mk(Op::FpLt, &[x, above]));
            let upper = pool.and(&[from, to]);
            let (large, small) = (pool.mk(Op::FpToUbv(64), &[x]), word(pool, x, 64));
            let all = pool.ite(upper, large, small);
            extract(pool, all, 64, width)
        }
        _ => pool.mk(Op::FpToUbv(width), &[x]),
    }
}

/// Whether a number without its fraction fits.
pub fn fits(pool: &mut Pool, x: Term, signed: bool, width: u8) -> Term {
    let (exponent, digits) = match pool.sort(x) {
        Sort::Fp(Format::F32) => (i32::from(width) - i32::from(signed), 24),
        _ => (i32::from(width) - i32::from(signed), 53),
    };
    let lowest = if signed { -(2f64.powi(exponent)) } else { 0.0 };
    // The number below the lowest one, if there is such a floating-point number: whatever is above it fits. If there is
    // none, nothing is between.
    let from = if !signed || exponent < digits {
        let below = number(pool, x, lowest - 1.0);
        pool.mk(Op::FpLt, &[below, x])
    } else {
        let lowest = number(pool, x, lowest);
        pool.mk(Op::FpLe, &[lowest, x])
    };
    let above = number(pool, x, 2f64.powi(exponent));
    let to = pool.mk(Op::FpLt, &[x, above]);
    pool.and(&[from, to])
}

/// The low bits of a word.
fn low(pool: &mut Pool, x: Term, of: u8, width: u8) -> Term {
    let all = word(pool, x, of);
    extract(pool, all, of, width)
}

fn extract(pool: &mut Pool, word: Term, of: u8, width: u8) -> Term {
    if width == of { word } else { pool.mk(Op::Extract(width - 1, 0), &[word]) }
}

/// A signed word of the machine.
fn word(pool: &mut Pool, x: Term, width: u8) -> Term {
    let fits = fits(pool, x, true, width);
    let lowest = pool.bits(Bits::new(u32::from(width), 1 << (width - 1)));
    let converted = pool.mk(Op::FpToSbv(width), &[x]);
    pool.ite(fits, converted, lowest)
}

/// A constant of the format of `like`; infinity beyond its range.
fn number(pool: &mut Pool, like: Term, value: f64) -> Term {
    pool.constant(match pool.sort(like) {
        Sort::Fp(Format::F32) => Constant::Fp(Format::F32, u64::from((value as f32).to_bits())),
        _ => Constant::Fp(Format::F64, value.to_bits()),
    })
}

#[cfg(test)]
mod tests {
    use super::super::float;
    use super::*;

    #[test]
    fn terms_and_known_numbers_are_converted_alike() {
        let mut pool = Pool::new();
        let powers = [7, 8, 15, 16, 31, 32, 62, 63, 64, 65, 127, 128].map(|exponent| 2f64.powi(exponent));
        let mut numbers = vec![0.0, -0.0, 0.5, -0.5, 1.5, -1.5, 300.7, f64::NAN, f64::INFINITY, -f64::INFINITY, 1e300];
        for power in powers {
            for near in [power, power - 1.0, power + 1.0, power - 0.5, power + 0.5, power.next_down(), power.next_up()]
            {
                numbers.extend([near, -near]);
            }
        }
        for x in numbers {
            for (format, x) in [(Format::F64, x), (Format::F32, f64::from(x as f32))] {
                let bits = if format == Format::F32 { u64::from((x as f32).to_bits()) } else { x.to_bits() };
                let term = pool.constant(Constant::fp(format, bits));
                for width in [1, 8, 16, 31, 32, 33, 63, 64] {
                    let mask = u64::MAX >> (64 - width);
                    let value = |pool: &Pool, term| match pool.value(term) {
                        Some(Constant::Bits(bits)) => Some(bits.unsigned() as u64),
                        _ => None,
                    };
                    let result = signed(&mut pool, term, width);
                    assert_eq!(value(&pool, result), Some(float::to_signed(x, width) & mask), "{x} as {width} bits");
                    let result = unsigned(&mut pool, term, width);
                    assert_eq!(value(&pool, result), Some(float::to_unsigned(x, width) & mask), "{x} as {width} bits");
                }
            }
        }
    }
}
