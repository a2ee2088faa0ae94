//! Divisions by the same limb, each of the quotient of the one before, as for the digits of a number. Limbs of a quotient wait for
//! each other, those of a product do not: so a number is divided once, by the largest power of the divisor, and what the next
//! divisions give is products of that quotient with lower powers.

use super::divide::LimbDivisor;
use super::limbs::{multiply_by_limb, trimmed};

/// Divisors with more bits have no powers in a limb that would be worth it,
const MAX_BITS: u32 = u64::BITS / 3;
/// nor have numbers with fewer limbs.
const SHORTEST: usize = 6;

/// The last division of a long number by a limb with few bits.
#[derive(Debug, Default)]
pub(super) struct Series {
    divisor: u64,
    /// What was divided, what that gave and left.
    number: Vec<u64>,
    quotient: Vec<u64>,
    remainder: u64,
    /// The quotient is also `high` times this power of the divisor plus `low`, which is below that power; with the power of zero,
    /// these mean nothing.
    power: usize,
    high: Vec<u64>,
    low: u64,
    /// All powers in a limb, and what it takes to divide by the largest.
    powers: Vec<u64>,
    largest: Option<LimbDivisor>,
}

impl Series {
    /// `out = x / limb`, where `out` is as long as `x`, and the limb is no power of two; the remainder. What is known of the last
    /// divisor is in `known`.
    pub fn divide(&mut self, known: &mut Option<LimbDivisor>, limb: u64, out: &mut [u64], x: &[u64]) -> u64 {
        let goes_on = self.divisor == limb && x.len() >= SHORTEST;
        if goes_on && are_same(&self.number, x) {
            // Quotient and remainder were asked for one after the other.
            let (low, high) = out.split_at_mut(self.quotient.len());
            low.copy_from_slice(&self.quotient);
            high.fill(0);
            return self.remainder;
        }
        if goes_on && are_same(&self.quotient, x) {
            self.next(out, x);
            std::mem::swap(&mut self.number, &mut self.quotient);
        } else {
            let remainder = divisor(known, limb).divide(out, x);
            if x.len() < SHORTEST || limb >> MAX_BITS != 0 {
                return remainder;
            }
            if self.divisor != limb {
                self.divisor = limb;
                self.set_powers();
            }
            (self.remainder, self.power) = (remainder, 0);
            self.number.clear();
            self.number.extend_from_slice(x);
        }
        self.quotient.clear();
        self.quotient.extend_from_slice(trimmed(out));
        self.remainder
    }

    fn set_powers(&mut self) {
        self.powers.clear();
        let mut power = Some(1);
        while let Some(limb) = power {
            self.powers.push(limb);
            power = limb.checked_mul(self.divisor);
        }
    }

    /// Divides the quotient.
    fn next(&mut self, out: &mut [u64], x: &[u64]) {
        if self.power == 0 {
            self.power = self.powers.len() - 1;
            self.high.resize(x.len(), 0);
            self.low = divisor(&mut self.largest, self.powers[self.power]).divide(&mut self.high, x);
            self.high.truncate(trimmed(&self.high).len());
        }
        (self.remainder, self.low) = (self.low % self.divisor, self.low / self.divisor);
        self.power -= 1;
        let (low, above) = out.split_at_mut(self.high.len());
        let carry = multiply_by_limb(low, &self.high, self.powers[self.power], self.low);
        // What is divided has one limb more at the most, since powers are limbs. If it has none, there is nothing to carry: a quotient
        // is not longer than that.
        if let [limb] = above {
            *limb = carry;
        }
    }
}

/// Whether limbs are the same. Most that are not differ in the first one, which is seen without a call.
#[inline(always)]
fn are_same(x: &[u64], y: &[u64]) -> bool {
    x.first() == y.first() && x == y
}

/// What it takes to divide by a limb.
fn divisor(known: &mut Option<LimbDivisor>, limb: u64) -> &mut LimbDivisor {
    let divisor = known.take_if(|divisor| divisor.limb() == limb).unwrap_or_else(|| LimbDivisor::new(limb));
    known.insert(divisor)
}
