//! Quotients and remainders of magnitudes. A limb of the quotient comes from products with the reciprocal of the divisor,
//! as in N. Möller, T. Granlund, "Improved division by invariant integers", IEEE Transactions on Computers 60 (2011):
//! their algorithms 4, 5 and 6 are here. The long division around them is Knuth's algorithm D.

use std::hint::cold_path;

use super::limbs::{Block, multiply_short, shift_up, subtract_product};

/// From this many limbs on both halves are divided at once, if the divisor has not more than half of the bits of a limb.
const LONG: usize = 12;
const HALF: u32 = u64::BITS / 2;
/// Divisors with more limbs have no inverse: it takes twice the products, which is less than waiting for limbs as long as these are few.
const FEW: usize = 4;

/// A limb to divide by.
#[derive(Clone, Debug)]
pub struct LimbDivisor {
    /// Shifted up to its highest bit.
    limb: u64,
    shift: u32,
    reciprocal: u64,
    /// The remainders of powers of 2^64, as far as they were needed.
    powers: Vec<u64>,
}

impl LimbDivisor {
    /// Of a limb that is not zero.
    pub fn new(limb: u64) -> Self {
        let shift = limb.max(1).leading_zeros();
        let limb = limb.max(1) << shift;
        Self { limb, shift, reciprocal: reciprocal(limb), powers: vec![1] }
    }

    /// What it divides by.
    pub fn limb(&self) -> u64 {
        self.limb >> self.shift
    }

    /// `out = x / self`, where `out` is as long as `x`; the remainder.
    pub fn divide(&mut self, out: &mut [u64], x: &[u64]) -> u64 {
        let first = shift_up(out, x, self.shift);
        let middle = x.len() / 2;
        if x.len() < LONG || self.shift < HALF {
            let mut remainder = first;
            for limb in out.iter_mut().rev() {
                (*limb, remainder) = self.step(remainder, *limb);
            }
            return remainder >> self.shift;
        }
        // Each step waits for the one before, so two ways at once take hardly longer than one: what is left of the upper half is known
        // before it is divided. The bits that were shifted into it are there already.
        let shifted = x[middle - 1] >> 1 >> (u64::BITS - 1 - self.shift);
        let mut lower_rest = self.remainder(&x[middle..]) << self.shift | shifted;
        let (lower, upper) = out.split_at_mut(middle);
        let mut upper_rest = first;
        if let [rest @ .., top] = upper
            && rest.len() == lower.len()
        {
            (*top, upper_rest) = self.step(upper_rest, *top);
        }
        for (upper, lower) in upper[..middle].iter_mut().zip(lower).rev() {
            (*upper, upper_rest) = self.step(upper_rest, *upper);
            (*lower, lower_rest) = self.step(lower_rest, *lower);
        }
        lower_rest >> self.shift
    }

    /// The remainder of a number by a divisor that is shifted, limb by limb: a limb times the remainder of a power has 96 bits, so their
    /// sum has not more than 128.
    fn remainder(&mut self, x: &[u64]) -> u64 {
        while self.powers.len() < x.len() {
            let power = self.powers.last().copied().unwrap_or(1);
            let (_, next) = self.step(power << self.shift, 0);
            self.powers.push(next >> self.shift);
        }
        let sum: u128 = x.iter().zip(&self.powers).map(|(limb, power)| u128::from(*limb) * u128::from(*power)).sum();
        let (high, low) = ((sum >> 64) as u64, sum as u64);
        let above = u64::BITS - self.shift;
        let (_, rest) = self.step(high >> above, high << self.shift | low >> above);
        let (_, rest) = self.step(rest, low << self.shift);
        rest >> self.shift
    }

    /// Algorithm 4: quotient and remainder of two limbs, of which the high one is below the divisor.
    #[inline(always)]
    fn step(&self, high: u64, low: u64) -> (u64, u64) {
        let (fraction, quotient) = guess(self.reciprocal, high, low);
        let quotient = quotient.wrapping_add(1);
        let remainder = low.wrapping_sub(quotient.wrapping_mul(self.limb));
        // One too many half of the time, which no branch can foretell; one too few hardly ever.
        let one = u64::from(remainder > fraction);
        let (quotient, remainder) =
            (quotient.wrapping_sub(one), remainder.wrapping_add(self.limb & one.wrapping_neg()));
        if remainder >= self.limb {
            cold_path();
            return (quotient.wrapping_add(1), remainder - self.limb);
        }
        (quotient, remainder)
    }
}

/// Several limbs to divide by.
#[derive(Clone, Debug, Default)]
pub struct LongDivisor {
    /// As they were given, and shifted up to the highest bit of the last one.
    given: Vec<u64>,
    limbs: Vec<u64>,
    shift: u32,
    /// Of the last two limbs.
    reciprocal: u64,
    /// The reciprocal of all limbs, as [`reciprocal`] is that of one; empty until they were given twice, and if they are many.
    inverse: Vec<u64>,
}

impl LongDivisor {
    /// Makes it divide by these limbs, at least two and the last one not zero.
    pub fn set(&mut self, limbs: &[u64]) {
        if *self.given == *limbs {
            if self.inverse.is_empty() && limbs.len() <= FEW {
                self.invert();
            }
            return;
        }
        self.given.clear();
        self.given.extend_from_slice(limbs);
        self.shift = limbs.last().map_or(0, |top| top.leading_zeros() & 63);
        self.limbs.resize(limbs.len(), 0);
        shift_up(&mut self.limbs, limbs, self.shift);
        if let [.., low, high] = *self.limbs {
            self.reciprocal = reciprocal_of_two(high, low);
        }
        self.inverse.clear();
    }

    /// Finds the inverse.
    fn invert(&mut self) {
        let len = self.limbs.len();
        let mut rest = vec![u64::MAX; 2 * len];
        rest[len..].iter_mut().zip(&self.limbs).for_each(|(out, limb)| *out = !limb);
        let mut inverse = vec![0; len];
        self.divide_any(&mut inverse, &mut rest);
        self.inverse = inverse;
    }

    /// By how many bits what is divided must be shifted up.
    pub fn shift(&self) -> u32 {
        self.shift
    }

    /// Whether this is above a number with a limb above it, of which only the highest limbs are looked at.
    pub fn is_above(&self, limbs: &[u64], above: u64) -> bool {
        above == 0 && limbs.last() < self.limbs.last()
    }

    /// `quotient = rest / self`, and `rest` is the remainder afterwards, in its lowest limbs. As many limbs at the top of `rest` as
    /// this has are below it, and `quotient` is as long as `rest` is longer.
    pub fn divide(&self, quotient: &mut [u64], rest: &mut [u64]) {
        match *self.limbs {
            [a, b] => self.divide_short([a, b], quotient, rest),
            [a, b, c] => self.divide_short([a, b, c], quotient, rest),
            [a, b, c, d] => self.divide_short([a, b, c, d], quotient, rest),
            _ => self.divide_any(quotient, rest),
        }
    }

    /// What is left is in machine registers.
    #[inline(always)]
    fn divide_short<const N: usize>(&self, limbs: [u64; N], quotient: &mut [u64], rest: &mut [u64]) {
        let Some((left, high)) = rest.split_last_chunk_mut::<N>() else { return };
        let (top, mut now) = (join(limbs[N - 1], limbs[N - 2]), *high);
        // With the inverse, as many limbs at once as fit in it.
        let by_inverse = <&[u64; N]>::try_from(&*self.inverse).ok();
        let at_once = if by_inverse.is_some() { quotient.len() / N * N } else { 0 };
        let (chunks, single) = left.split_at(at_once);
        let (quotients, out) = quotient.split_at_mut(at_once);
        for (out, next) in out.iter_mut().zip(single).rev() {
            let above = now[N - 1];
            now = std::array::from_fn(|at| if at == 0 { *next } else { now[at - 1] });
            *out = self.step(above, &mut now, &limbs, top);
        }
        if let Some(inverse) = by_inverse {
            let chunks = chunks.as_chunks::<N>().0;
            for (out, next) in quotients.as_chunks_mut::<N>().0.iter_mut().zip(chunks).rev() {
                (*out, now) = divide_two(&now, next, &limbs, inverse);
            }
        }
        if let Some((low, high)) = rest.split_first_chunk_mut() {
            *low = now;
            high.fill(0);
        }
    }

    /// Quotient and remainder of two blocks, if the divisor is the one that was set, has an inverse, and the quotient is one block.
    #[inline(always)]
    pub fn divide_two_blocks(&self, low: &Block, high: &Block, divisor: &Block) -> Option<(Block, Block)> {
        let (limbs, inverse) = (<&Block>::try_from(&*self.limbs).ok()?, <&Block>::try_from(&*self.inverse).ok()?);
        let shift = self.shift;
        let (low, carry) = shifted(low, shift, 0);
        let (high, above) = shifted(high, shift, carry);
        if above != 0 || !is_below(&high, limbs) || *self.given != *divisor {
            return None;
        }
        let (quotient, mut rest) = divide_two(&high, &low, limbs, inverse);
        let mut above = 0;
        for limb in rest.iter_mut().rev() {
            (*limb, above) = (*limb >> shift | above, *limb << 1 << (63 - shift));
        }
        Some((quotient, rest))
    }

    fn divide_any(&self, quotient: &mut [u64], rest: &mut [u64]) {
        let [.., low, high] = *self.limbs else { return };
        let (top, len) = (join(high, low), self.limbs.len());
        for (at, out) in quotient.iter_mut().enumerate().rev() {
            let (window, above) = rest[at..=at + len].split_at_mut(len);
            *out = self.step(above[0], window, &self.limbs, top);
            above[0] = 0;
        }
    }

    /// A limb of the quotient: of `now` with a limb above it, which is less than `limbs`. What is left is in `now` then.
    #[inline(always)]
    fn step(&self, above: u64, now: &mut [u64], limbs: &[u64], top: u128) -> u64 {
        let [.., next, high] = *now else { return 0 };
        let limb = if join(above, high) >= top {
            u64::MAX
        } else {
            quotient_of_three([above, high, next], top, self.reciprocal)
        };
        let taken = subtract_product(now, limbs, limb);
        // At most one too many, and that seldom; the largest limb never is.
        if above < taken {
            add_back(now, limbs);
            return limb - 1;
        }
        limb
    }
}

/// `out += x`, without what is left to carry.
#[cold]
fn add_back(out: &mut [u64], x: &[u64]) {
    let mut carry = false;
    for (out, limb) in out.iter_mut().zip(x) {
        (*out, carry) = out.carrying_add(*limb, carry);
    }
}

/// Algorithm 5: the quotient of three limbs, the highest first, and two, where the two highest are below these.
#[inline(always)]
fn quotient_of_three([a, b, c]: [u64; 3], divisor: u128, reciprocal: u64) -> u64 {
    let (fraction, quotient) = guess(reciprocal, a, b);
    let (high, low) = ((divisor >> 64) as u64, divisor as u64);
    let rest = join(b.wrapping_sub(quotient.wrapping_mul(high)), c);
    let rest = rest.wrapping_sub(u128::from(low) * u128::from(quotient)).wrapping_sub(divisor);
    let quotient = quotient.wrapping_add(1);
    let (quotient, rest) = if (rest >> 64) as u64 >= fraction {
        (quotient.wrapping_sub(1), rest.wrapping_add(divisor))
    } else {
        (quotient, rest)
    };
    if rest < divisor { quotient } else { quotient.wrapping_add(1) }
}

/// Algorithm 4 again, for numbers of so many limbs instead of limbs: quotient and remainder of `high` and `low` behind it, where
/// `high` is below the divisor. No limb of the quotient waits for another one.
#[inline(always)]
fn divide_two<const N: usize>(
    high: &[u64; N],
    low: &[u64; N],
    limbs: &[u64; N],
    inverse: &[u64; N],
) -> ([u64; N], [u64; N]) {
    // The fraction and above it the quotient, one too low so far.
    let mut guess = [[0; N]; 2];
    multiply_short(guess.as_flattened_mut(), inverse, high);
    let [fraction, quotient] = guess;
    let (fraction, carry) = sum(&fraction, low, false);
    let (mut quotient, _) = sum(&quotient, high, carry);
    let (next, _) = sum(&quotient, &[0; N], true);
    let mut rest = *low;
    for (at, limb) in next.iter().enumerate() {
        subtract_product(&mut rest[at..], &limbs[..N - at], *limb);
    }
    // One too many half of the time, which no branch can foretell; one too few hardly ever.
    let mask = u64::from(is_below(&fraction, &rest)).wrapping_neg();
    for (quotient, next) in quotient.iter_mut().zip(next) {
        *quotient = *quotient & mask | next & !mask;
    }
    (rest, _) = sum(&rest, &limbs.map(|limb| limb & mask), false);
    if !is_below(&rest, limbs) {
        cold_path();
        (quotient, _) = sum(&quotient, &[0; N], true);
        let mut borrow = false;
        for (rest, limb) in rest.iter_mut().zip(limbs) {
            (*rest, borrow) = rest.borrowing_sub(*limb, borrow);
        }
    }
    (quotient, rest)
}

/// Whether one is below the other: the highest limbs mostly say it.
#[inline(always)]
fn is_below<const N: usize>(x: &[u64; N], y: &[u64; N]) -> bool {
    x.iter().rev().lt(y.iter().rev())
}

/// `x << bits`, with what is carried into it, and what is carried out.
#[inline(always)]
fn shifted(x: &Block, bits: u32, mut carry: u64) -> (Block, u64) {
    let mut out = *x;
    for limb in &mut out {
        // In two steps, because none by 64 exists.
        (*limb, carry) = (*limb << bits | carry, *limb >> 1 >> (63 - bits));
    }
    (out, carry)
}

#[inline(always)]
fn sum<const N: usize>(x: &[u64; N], y: &[u64; N], mut carry: bool) -> ([u64; N], bool) {
    let mut out = [0; N];
    for at in 0..N {
        (out[at], carry) = x[at].carrying_add(y[at], carry);
    }
    (out, carry)
}

/// The product of a reciprocal and a limb, plus this limb above another one: its low and its high half.
#[inline(always)]
fn guess(reciprocal: u64, high: u64, low: u64) -> (u64, u64) {
    let sum = (u128::from(reciprocal) * u128::from(high)).wrapping_add(join(high, low));
    (sum as u64, (sum >> 64) as u64)
}

#[inline(always)]
fn join(high: u64, low: u64) -> u128 {
    u128::from(high) << 64 | u128::from(low)
}

/// `(2^128 - 1) / limb - 2^64`, where the highest bit of the limb is set.
fn reciprocal(limb: u64) -> u64 {
    (join(!limb, u64::MAX) / u128::from(limb.max(1))) as u64
}

/// Algorithm 6: `(2^192 - 1) / (high, low) - 2^64`, where the highest bit is set.
fn reciprocal_of_two(high: u64, low: u64) -> u64 {
    let mut result = reciprocal(high);
    let (mut rest, carry) = high.wrapping_mul(result).overflowing_add(low);
    if carry {
        result = result.wrapping_sub(1);
        if rest >= high {
            result = result.wrapping_sub(1);
            rest = rest.wrapping_sub(high);
        }
        rest = rest.wrapping_sub(high);
    }
    let product = u128::from(result) * u128::from(low);
    let (rest, carry) = rest.overflowing_add((product >> 64) as u64);
    if carry {
        result = result.wrapping_sub(1);
        if join(rest, product as u64) >= join(high, low) {
            result = result.wrapping_sub(1);
        }
    }
    result
}
