//! Bit vectors of 1 to 128 bits with the meaning SMT-LIB gives their operations (division by zero included), so that
//! the evaluator, the simplifier and the solvers cannot disagree.

use std::fmt;

/// A bit vector. Invariant: bits at and above `width` are zero; `1 <= width <= 128`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
pub struct Bits {
    width: u8,
    bits: u128,
}

#[expect(clippy::should_implement_trait, reason = "the names of SMT-LIB; operators would hide that widths must agree")]
impl Bits {
    /// The widest vector.
    pub const MAX_WIDTH: u32 = 128;

    /// The low `width` bits of `bits`.
    ///
    /// # Panics
    /// When `width` is not in `1..=128`: front ends check widths before any value exists.
    pub fn new(width: u32, bits: u128) -> Self {
        assert!((1..=Self::MAX_WIDTH).contains(&width), "bit vector width {width}");
        Self { width: width as u8, bits: bits & mask(width) }
    }

    /// All zeros.
    pub fn zero(width: u32) -> Self {
        Self::new(width, 0)
    }

    /// All ones.
    pub fn ones(width: u32) -> Self {
        Self::new(width, u128::MAX)
    }

    /// The two's complement of a signed number.
    pub fn from_signed(width: u32, value: i128) -> Self {
        Self::new(width, value as u128)
    }

    /// How many bits.
    pub fn width(self) -> u32 {
        u32::from(self.width)
    }

    /// As an unsigned number.
    pub fn unsigned(self) -> u128 {
        self.bits
    }

    /// As a signed number.
    pub fn signed(self) -> i128 {
        let shift = 128 - self.width();
        ((self.bits << shift) as i128) >> shift
    }

    /// Whether every bit is zero.
    pub fn is_zero(self) -> bool {
        self.bits == 0
    }

    /// Whether every bit is one.
    pub fn is_ones(self) -> bool {
        self.bits == mask(self.width())
    }

    /// The sign bit.
    pub fn sign(self) -> bool {
        self.bits >> (self.width() - 1) & 1 == 1
    }

    fn with(self, bits: u128) -> Self {
        Self::new(self.width(), bits)
    }

    /// Sum modulo 2^w.
    #[must_use]
    pub fn add(self, other: Self) -> Self {
        self.with(self.bits.wrapping_add(other.bits))
    }

    /// Difference modulo 2^w.
    #[must_use]
    pub fn sub(self, other: Self) -> Self {
        self.with(self.bits.wrapping_sub(other.bits))
    }

    /// Product modulo 2^w.
    #[must_use]
    pub fn mul(self, other: Self) -> Self {
        self.with(self.bits.wrapping_mul(other.bits))
    }

    /// Two's complement.
    #[must_use]
    pub fn neg(self) -> Self {
        self.with(self.bits.wrapping_neg())
    }

    /// Bitwise complement.
    #[must_use]
    pub fn not(self) -> Self {
        self.with(!self.bits)
    }

    /// Bitwise and.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        self.with(self.bits & other.bits)
    }

    /// Bitwise or.
    #[must_use]
    pub fn or(self, other: Self) -> Self {
        self.with(self.bits | other.bits)
    }

    /// Bitwise exclusive or.
    #[must_use]
    pub fn xor(self, other: Self) -> Self {
        self.with(self.bits ^ other.bits)
    }

    /// `bvudiv`: all ones for a zero divisor.
    #[must_use]
    pub fn udiv(self, other: Self) -> Self {
        self.bits.checked_div(other.bits).map_or(Self::ones(self.width()), |q| self.with(q))
    }

    /// `bvurem`: the dividend for a zero divisor.
    #[must_use]
    pub fn urem(self, other: Self) -> Self {
        self.bits.checked_rem(other.bits).map_or(self, |r| self.with(r))
    }

    /// `bvsdiv`: truncates; for a zero divisor 1 if negative, else all ones; `MIN / -1` is `MIN`.
    #[must_use]
    pub fn sdiv(self, other: Self) -> Self {
        let magnitude = self.magnitude().udiv(other.magnitude());
        if self.sign() != other.sign() { magnitude.neg() } else { magnitude }
    }

    /// `bvsrem`: has the sign of the dividend; the dividend for a zero divisor.
    #[must_use]
    pub fn srem(self, other: Self) -> Self {
        let magnitude = self.magnitude().urem(other.magnitude());
        if self.sign() { magnitude.neg() } else { magnitude }
    }

    fn magnitude(self) -> Self {
        if self.sign() { self.neg() } else { self }
    }

    /// Shift left; zero when the amount is at least the width.
    #[must_use]
    pub fn shl(self, amount: Self) -> Self {
        match amount.shift_amount(self.width()) {
            Some(n) => self.with(self.bits << n),
            None => self.with(0),
        }
    }

    /// Logical shift right; zero when the amount is at least the width.
    #[must_use]
    pub fn lshr(self, amount: Self) -> Self {
        match amount.shift_amount(self.width()) {
            Some(n) => self.with(self.bits >> n),
            None => self.with(0),
        }
    }

    /// Arithmetic shift right; all sign bits when the amount is at least the width.
    #[must_use]
    pub fn ashr(self, amount: Self) -> Self {
        let n = amount.shift_amount(self.width()).unwrap_or(self.width() - 1);
        self.with((self.signed() >> n) as u128)
    }

    fn shift_amount(self, width: u32) -> Option<u32> {
        (self.bits < u128::from(width)).then_some(self.bits as u32)
    }

    /// Unsigned less-than.
    pub fn ult(self, other: Self) -> bool {
        self.bits < other.bits
    }

    /// Signed less-than.
    pub fn slt(self, other: Self) -> bool {
        self.signed() < other.signed()
    }

    /// Bits `high..=low`.
    ///
    /// # Panics
    /// Unless `low <= high < width`.
    #[must_use]
    pub fn extract(self, high: u32, low: u32) -> Self {
        assert!(low <= high && high < self.width(), "extract {high}..{low} of {} bits", self.width());
        Self::new(high - low + 1, self.bits >> low)
    }

    /// `self` above `low`.
    ///
    /// # Panics
    /// When the result is wider than 128 bits.
    #[must_use]
    pub fn concat(self, low: Self) -> Self {
        Self::new(self.width() + low.width(), self.bits.checked_shl(low.width()).unwrap_or(0) | low.bits)
    }

    /// Widens (or truncates) with zeros.
    #[must_use]
    pub fn zero_extend_to(self, width: u32) -> Self {
        Self::new(width, self.bits)
    }

    /// Widens (or truncates) with the sign.
    #[must_use]
    pub fn sign_extend_to(self, width: u32) -> Self {
        Self::new(width, self.signed() as u128)
    }
}

fn mask(width: u32) -> u128 {
    u128::MAX >> (128 - width)
}

impl fmt::Display for Bits {
    /// Decimal, unsigned.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.bits.fmt(f)
    }
}

impl fmt::Debug for Bits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.bits, self.width)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn four_bit_operations_agree_with_wide_arithmetic() {
        for a in 0..16u128 {
            for b in 0..16u128 {
                let (x, y) = (Bits::new(4, a), Bits::new(4, b));
                assert_eq!(x.add(y).unsigned(), (a + b) % 16);
                assert_eq!(x.sub(y).unsigned(), (16 + a - b) % 16);
                assert_eq!(x.mul(y).unsigned(), a * b % 16);
                let (s, t) = (x.signed(), y.signed());
                if t != 0 {
                    assert_eq!(x.sdiv(y), Bits::from_signed(4, s / t));
                    assert_eq!(x.srem(y), Bits::from_signed(4, s % t));
                }
                assert_eq!(x.slt(y), s < t);
                assert_eq!(x.ashr(y), Bits::from_signed(4, s >> b.min(3)));
                assert_eq!(x.concat(y).unsigned(), a * 16 + b);
            }
        }
    }

    #[test]
    fn division_by_zero_is_what_smt_lib_says() {
        let (five, minus, zero) = (Bits::new(4, 5), Bits::from_signed(4, -5), Bits::zero(4));
        assert!(five.udiv(zero).is_ones());
        assert!(five.sdiv(zero).is_ones());
        assert_eq!(minus.sdiv(zero), Bits::new(4, 1));
        assert_eq!(minus.srem(zero), minus);
    }

    #[test]
    fn full_width_works() {
        let max = Bits::ones(128);
        assert_eq!(max.signed(), -1);
        assert_eq!(max.add(Bits::new(128, 1)), Bits::zero(128));
        assert_eq!(Bits::ones(64).concat(Bits::zero(64)).extract(127, 64), Bits::ones(64));
    }
}
