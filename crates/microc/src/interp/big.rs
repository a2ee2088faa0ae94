//! Large numbers: what programs do most with them (sums, and products and quotients with small numbers) is done here, in
//! buffers that are used again; the rest is left to `num-bigint`.

use std::cmp::Ordering;

use num_bigint::{BigInt, BigUint, Sign};

use super::code::Arith;

/// A number as its sign and magnitude, lowest limb first and without zeros at the top.
#[derive(Clone, Debug, Default)]
pub(super) struct Big {
    negative: bool,
    limbs: Vec<u64>,
}

/// A number to read: a large one, or a small one spread out.
#[derive(Clone, Copy)]
pub(super) struct View<'a> {
    negative: bool,
    limbs: &'a [u64],
}

impl<'a> View<'a> {
    /// A small number, for which `limb` gives the room.
    pub fn small(n: i64, limb: &'a mut [u64; 1]) -> Self {
        *limb = [n.unsigned_abs()];
        Self { negative: n < 0, limbs: if n == 0 { &[] } else { limb } }
    }

    /// How many bits the magnitude has.
    pub fn bits(self) -> u64 {
        self.limbs.last().map_or(0, |top| self.limbs.len() as u64 * 64 - u64::from(top.leading_zeros()))
    }

    fn to_big(self) -> BigInt {
        let halves = self.limbs.iter().flat_map(|limb| [*limb as u32, (limb >> 32) as u32]).collect();
        let sign = if self.negative { Sign::Minus } else { Sign::Plus };
        BigInt::from_biguint(sign, BigUint::new(halves))
    }

    pub fn cmp(self, other: View<'_>) -> Ordering {
        match (self.negative, other.negative) {
            (false, true) => Ordering::Greater,
            (true, false) => Ordering::Less,
            (false, false) => compare(self.limbs, other.limbs),
            (true, true) => compare(other.limbs, self.limbs),
        }
    }
}

impl From<&BigInt> for Big {
    fn from(n: &BigInt) -> Self {
        Self { negative: n.sign() == Sign::Minus, limbs: n.iter_u64_digits().collect() }
    }
}

impl From<&Big> for BigInt {
    fn from(n: &Big) -> Self {
        n.view().to_big()
    }
}

impl Big {
    pub fn view(&self) -> View<'_> {
        View { negative: self.negative, limbs: &self.limbs }
    }

    /// The number, if it has at most 64 bits with its sign.
    pub fn to_i64(&self) -> Option<i64> {
        match self.limbs.as_slice() {
            [] => Some(0),
            [limb] if self.negative => 0_i64.checked_sub_unsigned(*limb),
            [limb] => i64::try_from(*limb).ok(),
            _ => None,
        }
    }

    /// How many bytes its buffer takes.
    pub fn bytes(&self) -> usize {
        self.limbs.capacity() * 8
    }

    /// Makes this the result; a divisor is not zero.
    pub fn set(&mut self, op: Arith, x: View<'_>, y: View<'_>) {
        match op {
            Arith::Add => self.set_sum(x, y),
            Arith::Sub => self.set_sum(x, View { negative: !y.negative, limbs: y.limbs }),
            Arith::Mul => match (x.limbs, y.limbs) {
                (many, [one]) | ([one], many) => {
                    self.negative = x.negative != y.negative;
                    self.set_product(many, *one);
                }
                _ => *self = Big::from(&(x.to_big() * y.to_big())),
            },
            Arith::Div | Arith::Rem => match y.limbs {
                [divisor] if let Ok(divisor) = u32::try_from(*divisor) => {
                    self.limbs.clear();
                    self.limbs.extend_from_slice(x.limbs);
                    let remainder = divide(&mut self.limbs, divisor);
                    self.negative = x.negative != (y.negative && op == Arith::Div);
                    if op == Arith::Rem {
                        self.limbs.clear();
                        self.limbs.push(remainder);
                    }
                }
                _ if op == Arith::Div => *self = Big::from(&(x.to_big() / y.to_big())),
                _ => *self = Big::from(&(x.to_big() % y.to_big())),
            },
        }
        while self.limbs.last() == Some(&0) {
            self.limbs.pop();
        }
        self.negative &= !self.limbs.is_empty();
    }

    fn set_sum(&mut self, x: View<'_>, y: View<'_>) {
        let (more, less) = if compare(x.limbs, y.limbs) == Ordering::Less { (y, x) } else { (x, y) };
        self.negative = more.negative;
        // One limb more than there may be: what is there is overwritten, so only new ones must be zeroed.
        self.limbs.resize(more.limbs.len() + 1, 0);
        let carry = if x.negative == y.negative {
            combine(&mut self.limbs, more.limbs, less.limbs, u64::carrying_add)
        } else {
            combine(&mut self.limbs, more.limbs, less.limbs, u64::borrowing_sub)
        };
        // The larger magnitude is the first, so a difference leaves nothing to borrow.
        self.limbs[more.limbs.len()] = u64::from(carry);
    }

    fn set_product(&mut self, many: &[u64], one: u64) {
        self.limbs.resize(many.len() + 1, 0);
        let mut carry = 0;
        for (out, limb) in self.limbs.iter_mut().zip(many) {
            let product = u128::from(*limb) * u128::from(one) + u128::from(carry);
            (*out, carry) = (product as u64, (product >> 64) as u64);
        }
        self.limbs[many.len()] = carry;
    }
}

/// Adds or subtracts the shorter magnitude; what is left to carry.
#[inline(always)]
fn combine(out: &mut [u64], more: &[u64], less: &[u64], step: impl Fn(u64, u64, bool) -> (u64, bool)) -> bool {
    let mut carry = false;
    let (out, out_tail) = out.split_at_mut(less.len());
    let (more, more_tail) = more.split_at(less.len());
    let (outs, out_rest) = out.as_chunks_mut::<16>();
    let (mores, more_rest) = more.as_chunks::<16>();
    let (lesses, less_rest) = less.as_chunks::<16>();
    // Several at once, so that the carry stays in the flag of the machine.
    for ((out, a), b) in outs.iter_mut().zip(mores).zip(lesses) {
        for at in 0..16 {
            (out[at], carry) = step(a[at], b[at], carry);
        }
    }
    for ((out, a), b) in out_rest.iter_mut().zip(more_rest).zip(less_rest) {
        (*out, carry) = step(*a, *b, carry);
    }
    for (out, a) in out_tail.iter_mut().zip(more_tail) {
        (*out, carry) = step(*a, 0, carry);
    }
    carry
}

/// Divides in place; the remainder.
fn divide(limbs: &mut [u64], divisor: u32) -> u64 {
    let divisor = u64::from(divisor.max(1));
    let mut remainder = 0;
    for limb in limbs.iter_mut().rev() {
        let high = (remainder << 32) | (*limb >> 32);
        let low = ((high % divisor) << 32) | (*limb & u64::from(u32::MAX));
        *limb = ((high / divisor) << 32) | (low / divisor);
        remainder = low % divisor;
    }
    remainder
}

/// Compares magnitudes.
fn compare(x: &[u64], y: &[u64]) -> Ordering {
    x.len().cmp(&y.len()).then_with(|| x.iter().rev().cmp(y.iter().rev()))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Compares with `num-bigint` on numbers around the borders of limbs.
    #[test]
    fn computes_what_num_bigint_computes() {
        let mut numbers = Vec::new();
        for bits in [1_u32, 31, 32, 33, 62, 63, 64, 65, 127, 128, 129, 511, 512, 513, 600, 1100] {
            let power = BigInt::from(1) << bits;
            for delta in [-1, 0, 1, 12345] {
                numbers.push(&power + delta);
                numbers.push(-&power - delta);
            }
        }
        let mut out = Big::default();
        for x in &numbers {
            for y in &numbers {
                let (a, b) = (Big::from(x), Big::from(y));
                assert_eq!(a.view().cmp(b.view()), x.cmp(y), "{x} {y}");
                for (op, expected) in [
                    (Arith::Add, x + y),
                    (Arith::Sub, x - y),
                    (Arith::Mul, x * y),
                    (Arith::Div, x / y),
                    (Arith::Rem, x % y),
                ] {
                    out.set(op, a.view(), b.view());
                    assert_eq!(BigInt::from(&out), expected, "{op:?} {x} {y}");
                    assert_eq!(out.view().bits(), expected.bits());
                    assert_eq!(out.to_i64(), i64::try_from(&expected).ok());
                }
            }
        }
    }
}
