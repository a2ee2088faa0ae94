//! Exact integers: a machine word while they fit, shared big integers beyond. Division truncates toward zero, as in C
//! and in micro-c.

use std::cmp::Ordering;
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use num_bigint::BigInt;
use num_integer::Integer as _;
use num_traits::{Signed, ToPrimitive};

/// An integer without bounds.
///
/// Invariant: a value that fits in `i64` is always `Small`, so derived equality and hashing are equality of numbers.
#[derive(Clone, PartialEq, Eq, Hash)]
pub enum Integer {
    /// Fits in a machine word.
    Small(i64),
    /// Does not.
    Big(Arc<BigInt>),
}

use Integer::{Big, Small};

/// In files integers are decimal numbers, whatever their size.
impl serde::Serialize for Integer {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> serde::Deserialize<'de> for Integer {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = std::borrow::Cow::<'de, str>::deserialize(deserializer)?;
        text.parse().map_err(|_| serde::de::Error::custom("not a decimal number"))
    }
}

impl Integer {
    /// Zero.
    pub const ZERO: Integer = Small(0);
    /// One.
    pub const ONE: Integer = Small(1);

    /// The number as a big integer.
    pub fn to_big(&self) -> BigInt {
        match self {
            Small(n) => BigInt::from(*n),
            Big(n) => (**n).clone(),
        }
    }

    /// The number as a machine word, if it fits.
    pub fn to_i64(&self) -> Option<i64> {
        match self {
            Small(n) => Some(*n),
            Big(_) => None,
        }
    }

    /// The number as a 128-bit word, if it fits.
    pub fn to_i128(&self) -> Option<i128> {
        match self {
            Small(n) => Some(i128::from(*n)),
            Big(n) => n.to_i128(),
        }
    }

    /// The number as an unsigned 128-bit word, if it fits.
    pub fn to_u128(&self) -> Option<u128> {
        match self {
            Small(n) => u128::try_from(*n).ok(),
            Big(n) => n.to_u128(),
        }
    }

    /// Whether it is zero.
    pub fn is_zero(&self) -> bool {
        matches!(self, Small(0))
    }

    /// Whether it is below zero.
    pub fn is_negative(&self) -> bool {
        match self {
            Small(n) => *n < 0,
            Big(n) => n.is_negative(),
        }
    }

    /// How many bits its magnitude has.
    pub fn bit_length(&self) -> u64 {
        match self {
            Small(n) => u64::from(64 - n.unsigned_abs().leading_zeros()),
            Big(n) => n.bits(),
        }
    }

    /// `self + other`.
    pub fn add(&self, other: &Integer) -> Integer {
        self.op(other, i64::checked_add, |a, b| a + b)
    }

    /// `self - other`.
    pub fn sub(&self, other: &Integer) -> Integer {
        self.op(other, i64::checked_sub, |a, b| a - b)
    }

    /// `self * other`.
    pub fn mul(&self, other: &Integer) -> Integer {
        self.op(other, i64::checked_mul, |a, b| a * b)
    }

    /// Makes this `a + b`, in the buffer that it has if nobody shares it.
    pub fn set_sum(&mut self, a: &Integer, b: &Integer) {
        self.set_in_place(a, b, Integer::add, |sum, b| *sum += b, |sum, b| *sum += b);
    }

    /// Makes this `a - b`, in the buffer that it has if nobody shares it.
    pub fn set_difference(&mut self, a: &Integer, b: &Integer) {
        self.set_in_place(a, b, Integer::sub, |sum, b| *sum -= b, |sum, b| *sum -= b);
    }

    fn set_in_place(
        &mut self,
        a: &Integer,
        b: &Integer,
        anew: fn(&Integer, &Integer) -> Integer,
        big: fn(&mut BigInt, &BigInt),
        small: fn(&mut BigInt, i64),
    ) {
        let (Big(shared), Big(a)) = (&mut *self, a) else { return *self = anew(a, b) };
        let Some(result) = Arc::get_mut(shared) else { return *self = anew(&Big(Arc::clone(a)), b) };
        result.clone_from(a);
        match b {
            Small(b) => small(result, *b),
            Big(b) => big(result, b),
        }
        if let Some(n) = result.to_i64() {
            *self = Small(n);
        }
    }

    /// `-self`.
    pub fn neg(&self) -> Integer {
        Small(0).sub(self)
    }

    /// The quotient truncated toward zero, or `None` for a zero divisor.
    pub fn div_trunc(&self, other: &Integer) -> Option<Integer> {
        (!other.is_zero()).then(|| self.op(other, i64::checked_div, |a, b| a / b))
    }

    /// The remainder of [`Integer::div_trunc`]; it has the sign of `self`.
    pub fn rem_trunc(&self, other: &Integer) -> Option<Integer> {
        (!other.is_zero()).then(|| self.op(other, i64::checked_rem, |a, b| a % b))
    }

    /// The quotient rounded down, or `None` for a zero divisor.
    pub fn div_floor(&self, other: &Integer) -> Option<Integer> {
        if other.is_zero() {
            return None;
        }
        let floor = |a: i64, b: i64| {
            let quotient = a.checked_div(b)?;
            Some(if a % b != 0 && (a < 0) != (b < 0) { quotient - 1 } else { quotient })
        };
        Some(self.op(other, floor, |a, b| a.div_floor(b)))
    }

    /// The greatest common divisor, never negative.
    pub fn gcd(&self, other: &Integer) -> Integer {
        match (self, other) {
            (Small(a), Small(b)) => from_u64(a.unsigned_abs().gcd(&b.unsigned_abs())),
            _ => self.to_big().gcd(&other.to_big()).into(),
        }
    }

    /// Magnitude.
    pub fn abs(&self) -> Integer {
        if self.is_negative() { self.neg() } else { self.clone() }
    }

    fn op(&self, other: &Integer, small: fn(i64, i64) -> Option<i64>, big: fn(&BigInt, &BigInt) -> BigInt) -> Integer {
        match (self, other) {
            (Small(a), Small(b)) => match small(*a, *b) {
                Some(result) => Small(result),
                None => big(&BigInt::from(*a), &BigInt::from(*b)).into(),
            },
            (Small(a), Big(b)) => big(&BigInt::from(*a), b).into(),
            (Big(a), Small(b)) => big(a, &BigInt::from(*b)).into(),
            (Big(a), Big(b)) => big(a, b).into(),
        }
    }
}

fn from_u64(n: u64) -> Integer {
    i64::try_from(n).map_or_else(|_| Big(Arc::new(BigInt::from(n))), Small)
}

impl From<i64> for Integer {
    fn from(n: i64) -> Self {
        Small(n)
    }
}

impl From<i128> for Integer {
    fn from(n: i128) -> Self {
        i64::try_from(n).map_or_else(|_| Integer::from(BigInt::from(n)), Small)
    }
}

impl From<u128> for Integer {
    fn from(n: u128) -> Self {
        i64::try_from(n).map_or_else(|_| Big(Arc::new(BigInt::from(n))), Small)
    }
}

impl From<BigInt> for Integer {
    fn from(n: BigInt) -> Self {
        n.to_i64().map_or_else(|| Big(Arc::new(n)), Small)
    }
}

impl Ord for Integer {
    fn cmp(&self, other: &Self) -> Ordering {
        match (self, other) {
            (Small(a), Small(b)) => a.cmp(b),
            (Big(a), Big(b)) => a.cmp(b),
            (Small(_), Big(b)) => {
                if b.is_negative() {
                    Ordering::Greater
                } else {
                    Ordering::Less
                }
            }
            (Big(a), Small(_)) => {
                if a.is_negative() {
                    Ordering::Less
                } else {
                    Ordering::Greater
                }
            }
        }
    }
}

impl PartialOrd for Integer {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Default for Integer {
    fn default() -> Self {
        Integer::ZERO
    }
}

impl fmt::Display for Integer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Small(n) => n.fmt(f),
            Big(n) => n.fmt(f),
        }
    }
}

impl fmt::Debug for Integer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The text was not a decimal integer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NotAnInteger;

impl fmt::Display for NotAnInteger {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not a decimal integer")
    }
}

impl std::error::Error for NotAnInteger {}

impl FromStr for Integer {
    type Err = NotAnInteger;

    /// An optional sign and decimal digits, nothing else.
    fn from_str(text: &str) -> Result<Self, NotAnInteger> {
        let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
        if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
            return Err(NotAnInteger);
        }
        if let Ok(small) = text.parse::<i64>() {
            return Ok(Small(small));
        }
        text.parse::<BigInt>().map(Integer::from).map_err(|_| NotAnInteger)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn n(text: &str) -> Integer {
        text.parse().unwrap()
    }

    #[test]
    fn leaves_the_machine_word_and_comes_back() {
        let max = Small(i64::MAX);
        let beyond = max.add(&Integer::ONE);
        assert_eq!(beyond.to_string(), "9223372036854775808");
        assert_eq!(beyond.sub(&Integer::ONE), max);
        assert_eq!(Small(i64::MIN).div_trunc(&Small(-1)), Some(beyond.clone()));
        assert_eq!(Small(i64::MIN).rem_trunc(&Small(-1)), Some(Integer::ZERO));
        assert_eq!(Small(i64::MIN).gcd(&Integer::ZERO), beyond);
        assert!(beyond > max && beyond.neg() < Small(i64::MIN + 1));
    }

    #[test]
    fn sums_in_place_are_sums() {
        let big = n("123456789012345678901234567890");
        let numbers = [Small(0), Small(-1), Small(i64::MAX), Small(i64::MIN), big.clone(), big.neg(), big.add(&big)];
        for a in &numbers {
            for b in &numbers {
                let shared = n("98765432109876543210");
                for buffer in [Small(5), n("98765432109876543210"), shared.clone()] {
                    let (mut sum, mut difference) = (buffer.clone(), buffer);
                    sum.set_sum(a, b);
                    difference.set_difference(a, b);
                    assert_eq!((sum, difference), (a.add(b), a.sub(b)), "{a} {b}");
                }
                assert_eq!(shared, n("98765432109876543210"));
            }
        }
    }

    #[test]
    fn division_truncates_and_floor_rounds_down() {
        for (a, b, trunc, rem, floor) in
            [(7, 2, 3, 1, 3), (-7, 2, -3, -1, -4), (7, -2, -3, 1, -4), (-7, -2, 3, -1, 3), (6, -2, -3, 0, -3)]
        {
            let (a, b) = (Small(a), Small(b));
            assert_eq!(a.div_trunc(&b), Some(Small(trunc)));
            assert_eq!(a.rem_trunc(&b), Some(Small(rem)));
            assert_eq!(a.div_floor(&b), Some(Small(floor)));
        }
        assert_eq!(Small(1).div_trunc(&Integer::ZERO), None);
    }

    #[test]
    fn reads_only_decimal_integers() {
        assert_eq!(n("-123456789012345678901234567890").to_string(), "-123456789012345678901234567890");
        for bad in ["", "-", "1_000", "0x1", " 1", "1.5", "--1"] {
            assert_eq!(bad.parse::<Integer>(), Err(NotAnInteger), "{bad:?}");
        }
    }
}
