//! Bit vectors: concrete ones of up to 64 bits at the speed of the machine, and what has no operator among terms.

use pathfold_base::Bits;
use pathfold_ir::{BinaryOp, CompareOp, UnaryOp};
use pathfold_term::{Op, Pool, Term, Value as Constant};

use crate::value::Value;

/// The bits a vector of this width has.
#[inline(always)]
pub fn mask(width: u8) -> u64 {
    u64::MAX >> (64 - u32::from(width))
}

/// The signed number that the bits are.
#[inline(always)]
pub fn signed(width: u8, bits: u64) -> i64 {
    let unused = 64 - u32::from(width);
    ((bits << unused) as i64) >> unused
}

/// `None` where the result is not defined: a zero divisor, a quotient or shift out of range, and for checked sums also a
/// result that does not fit.
#[inline]
pub fn binary(op: BinaryOp, width: u8, a: u64, b: u64) -> Option<Value> {
    let (x, y) = (|| signed(width, a), || signed(width, b));
    let fits = |n: i128| {
        let half = 1i128 << (width - 1);
        (-half..half).contains(&n).then_some(n as u64)
    };
    let bits = match op {
        BinaryOp::Add => a.wrapping_add(b),
        BinaryOp::Sub => a.wrapping_sub(b),
        BinaryOp::Mul => a.wrapping_mul(b),
        BinaryOp::SAdd => fits(i128::from(x()) + i128::from(y()))?,
        BinaryOp::SSub => fits(i128::from(x()) - i128::from(y()))?,
        BinaryOp::SMul => fits(i128::from(x()) * i128::from(y()))?,
        BinaryOp::And => a & b,
        BinaryOp::Or => a | b,
        BinaryOp::Xor => a ^ b,
        BinaryOp::Shl if b < u64::from(width) => a << b,
        BinaryOp::LShr if b < u64::from(width) => a >> b,
        BinaryOp::AShr if b < u64::from(width) => (x() >> b) as u64,
        BinaryOp::UDiv => a.checked_div(b)?,
        BinaryOp::URem => a.checked_rem(b)?,
        BinaryOp::SDiv if b != 0 => fits(i128::from(x()) / i128::from(y()))?,
        // The remainder of the quotient that does not fit is as undefined as the quotient.
        BinaryOp::SRem if b != 0 => {
            fits(i128::from(x()) / i128::from(y()))?;
            x().wrapping_rem(y()) as u64
        }
        BinaryOp::Shl
        | BinaryOp::LShr
        | BinaryOp::AShr
        | BinaryOp::SDiv
        | BinaryOp::SRem
        | BinaryOp::FAdd
        | BinaryOp::FSub
        | BinaryOp::FMul
        | BinaryOp::FDiv => return None,
    };
    Some(Value::Bits { width, bits: bits & mask(width) })
}

/// Comparisons of bit vectors.
#[inline(always)]
pub fn compare(op: CompareOp, width: u8, a: u64, b: u64) -> Option<bool> {
    match op {
        CompareOp::Eq => Some(a == b),
        CompareOp::Ne => Some(a != b),
        CompareOp::Ult => Some(a < b),
        CompareOp::Ule => Some(a <= b),
        CompareOp::Slt => Some(signed(width, a) < signed(width, b)),
        CompareOp::Sle => Some(signed(width, a) <= signed(width, b)),
        CompareOp::FEq | CompareOp::FLt | CompareOp::FLe => None,
    }
}

/// One operand.
pub fn unary(op: UnaryOp, width: u8, a: u64) -> Option<u64> {
    let unused = 64 - u32::from(width);
    let bits = match op {
        UnaryOp::Neg => a.wrapping_neg(),
        UnaryOp::Not => !a,
        UnaryOp::PopCount => u64::from(a.count_ones()),
        UnaryOp::LeadingZeros => u64::from(a.leading_zeros() - unused),
        UnaryOp::TrailingZeros => u64::from(a.trailing_zeros().min(u32::from(width))),
        UnaryOp::ByteSwap => a.swap_bytes() >> unused,
        UnaryOp::BitReverse => a.reverse_bits() >> unused,
        UnaryOp::FNeg => return None,
    };
    Some(bits & mask(width))
}

/// Counting and reversing as terms: bit by bit or byte by byte.
pub fn unary_term(pool: &mut Pool, op: UnaryOp, width: u8, x: Term) -> Term {
    let number = |pool: &mut Pool, n: u8| pool.bits(Bits::new(u32::from(width), u128::from(n)));
    let bit = |pool: &mut Pool, at: u8| pool.mk(Op::Extract(at, at), &[x]);
    match op {
        UnaryOp::PopCount => {
            let mut sum = number(pool, 0);
            for at in 0..width {
                let one = bit(pool, at);
                let wide = if width == 1 { one } else { pool.mk(Op::ZeroExt(width), &[one]) };
                sum = pool.add(sum, wide);
            }
            sum
        }
        UnaryOp::LeadingZeros | UnaryOp::TrailingZeros => {
            // The outermost test is of the bit that decides first.
            let mut result = number(pool, width);
            for distance in (0..width).rev() {
                let at = if op == UnaryOp::LeadingZeros { width - 1 - distance } else { distance };
                let (one, set) = (pool.bits(Bits::new(1, 1)), bit(pool, at));
                let (is_set, count) = (pool.eq(set, one), number(pool, distance));
                result = pool.ite(is_set, count, result);
            }
            result
        }
        UnaryOp::ByteSwap => {
            joined(pool, width / 8, |pool, index| pool.mk(Op::Extract(8 * index + 7, 8 * index), &[x]))
        }
        UnaryOp::BitReverse => joined(pool, width, bit),
        UnaryOp::Neg => pool.neg(x),
        UnaryOp::Not | UnaryOp::FNeg => pool.mk(Op::BvNot, &[x]),
    }
}

/// Parts put together, the first one highest.
fn joined(pool: &mut Pool, count: u8, part: impl Fn(&mut Pool, u8) -> Term) -> Term {
    let mut whole = part(pool, 0);
    for index in 1..count {
        let low = part(pool, index);
        whole = pool.mk(Op::Concat, &[whole, low]);
    }
    whole
}

/// The condition that a signed sum, difference or product fits its width.
pub fn fits(pool: &mut Pool, op: BinaryOp, width: u8, x: Term, y: Term) -> Term {
    let zero = pool.bits(Bits::zero(u32::from(width)));
    match op {
        BinaryOp::SAdd | BinaryOp::SSub => {
            let result = if op == BinaryOp::SAdd { pool.add(x, y) } else { pool.sub(x, y) };
            // It does not fit if both terms have one sign (the subtrahend the other) and the result has the other.
            let by = if op == BinaryOp::SAdd { y } else { pool.mk(Op::BvNot, &[y]) };
            let (a, b) = (pool.mk(Op::BvXor, &[x, result]), pool.mk(Op::BvXor, &[by, result]));
            let both = pool.mk(Op::BvAnd, &[a, b]);
            pool.mk(Op::BvSle, &[zero, both])
        }
        _ if width <= 64 => {
            // The usual way to avoid overflow is to make the factors wider first: then a narrow product says it all.
            let wide = significant(pool, x) + significant(pool, y);
            if wide <= width {
                return pool.truth(true);
            }
            let (a, b) = (pool.mk(Op::SignExt(wide), &[x]), pool.mk(Op::SignExt(wide), &[y]));
            let product = pool.mul(a, b);
            let low = pool.mk(Op::Extract(width - 1, 0), &[product]);
            let again = pool.mk(Op::SignExt(wide), &[low]);
            pool.eq(product, again)
        }
        // No double width here: the quotient must give the factor back, and the lowest number times -1 does not.
        _ => {
            let product = pool.mul(x, y);
            let quotient = pool.mk(Op::BvSdiv, &[product, y]);
            let back = pool.eq(quotient, x);
            let lowest = pool.bits(Bits::new(u32::from(width), 1 << (width - 1)));
            let minus_one = pool.bits(Bits::ones(u32::from(width)));
            let (a, b) = (pool.eq(x, lowest), pool.eq(y, minus_one));
            let both = pool.and(&[a, b]);
            let (other, no_factor) = (pool.not(both), pool.eq(y, zero));
            let fine = pool.and(&[back, other]);
            pool.or(&[no_factor, fine])
        }
    }
}

/// Bits that a number needs as a signed one, at most.
fn significant(pool: &Pool, x: Term) -> u8 {
    let width = pool.sort(x).width().unwrap_or(64);
    match (pool.op(x), pool.args(x)) {
        (Op::SignExt(_), [narrow]) => pool.sort(*narrow).width().unwrap_or(width),
        (Op::ZeroExt(_), [narrow]) => pool.sort(*narrow).width().map_or(width, |narrow| (narrow + 1).min(width)),
        _ => match pool.value(x) {
            Some(Constant::Bits(bits)) => {
                let n = bits.signed();
                (129 - (if n < 0 { !n } else { n }).leading_zeros()).min(u32::from(width)) as u8
            }
            _ => width,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn constant(pool: &Pool, term: Term) -> u64 {
        match pool.value(term) {
            Some(Constant::Bits(bits)) => bits.unsigned() as u64,
            other => panic!("not a constant: {other:?}"),
        }
    }

    #[test]
    fn terms_and_machine_words_agree() {
        let mut pool = Pool::new();
        for op in [
            UnaryOp::PopCount,
            UnaryOp::LeadingZeros,
            UnaryOp::TrailingZeros,
            UnaryOp::ByteSwap,
            UnaryOp::BitReverse,
            UnaryOp::Neg,
        ] {
            for width in [8u8, 16, 64] {
                for n in [0u64, 1, 2, 0x80, 0xa5, 0x1234, 0x8000, u64::MAX] {
                    let n = n & mask(width);
                    let x = pool.bits(Bits::new(u32::from(width), u128::from(n)));
                    let term = unary_term(&mut pool, op, width, x);
                    assert_eq!(Some(constant(&pool, term)), unary(op, width, n), "{op:?} {width} {n:#x}");
                }
            }
        }
    }

    #[test]
    fn overflow_is_seen_by_both() {
        let mut pool = Pool::new();
        for op in [BinaryOp::SAdd, BinaryOp::SSub, BinaryOp::SMul] {
            for a in 0..=255u64 {
                for b in [0u64, 1, 2, 3, 15, 16, 127, 128, 129, 200, 254, 255] {
                    let (x, y) = (pool.bits(Bits::new(8, u128::from(a))), pool.bits(Bits::new(8, u128::from(b))));
                    let ok = fits(&mut pool, op, 8, x, y);
                    let known = pool.value(ok) == Some(&Constant::Bool(true));
                    assert_eq!(binary(op, 8, a, b).is_some(), known, "{op:?} {a} {b}");
                }
            }
        }
    }
}
