//! Numbers of any size, as sign and magnitude, for who computes with many of them: results are written to where the caller has
//! room for them, nothing is allocated. Long products are left to `num-bigint`, which has better ways than limb by limb.

use std::cmp::Ordering;

use num_bigint::{BigInt, BigUint, Sign};

mod divide;
pub mod limbs;
mod series;
#[cfg(test)]
mod tests;
mod wide;

use self::divide::{LimbDivisor, LongDivisor};
use self::limbs::{BLOCK, Block};
use self::series::Series;

/// From this many limbs of both factors on `num-bigint` multiplies.
const LONG: usize = 40;

/// A number to read.
#[derive(Clone, Copy, Debug)]
pub struct View<'a> {
    /// Its sign.
    pub negative: bool,
    /// The last one is not zero.
    pub blocks: &'a [Block],
}

impl<'a> View<'a> {
    /// A small number, for which `block` gives the room.
    #[inline(always)]
    pub fn small(n: i64, block: &'a mut Block) -> Self {
        *block = [n.unsigned_abs(), 0, 0, 0];
        Self { negative: n < 0, blocks: if n == 0 { &[] } else { std::slice::from_ref(block) } }
    }

    /// Its limbs, without zeros at the top.
    #[inline(always)]
    pub fn limbs(self) -> &'a [u64] {
        limbs::trimmed(self.blocks.as_flattened())
    }

    /// The number as one that owns its digits.
    pub fn to_big(self) -> BigInt {
        let halves = self.limbs().iter().flat_map(|limb| [*limb as u32, (limb >> 32) as u32]).collect();
        let sign = if self.negative { Sign::Minus } else { Sign::Plus };
        BigInt::from_biguint(sign, BigUint::new(halves))
    }

    /// The number, if it has at most 64 bits with its sign.
    pub fn to_i64(self) -> Option<i64> {
        match *self.limbs() {
            [] => Some(0),
            [limb] if self.negative => 0_i64.checked_sub_unsigned(limb),
            [limb] => i64::try_from(limb).ok(),
            _ => None,
        }
    }

    /// How the numbers compare.
    pub fn compare(self, other: View<'_>) -> Ordering {
        match (self.negative, other.negative) {
            (false, true) => Ordering::Greater,
            (true, false) => Ordering::Less,
            (false, false) => limbs::compare(self.blocks, other.blocks),
            (true, true) => limbs::compare(other.blocks, self.blocks),
        }
    }

    /// How many bits the magnitude has.
    pub fn bits(self) -> u64 {
        let limbs = self.limbs();
        limbs.last().map_or(0, |top| limbs.len() as u64 * 64 - u64::from(top.leading_zeros()))
    }
}

/// A number that was written: how many blocks it has, of which the last is not zero, and its sign.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Written {
    /// Its length.
    pub blocks: usize,
    /// Its sign.
    pub negative: bool,
}

impl Written {
    /// What is in so many limbs, perhaps with zeros at the top.
    #[inline(always)]
    fn of(limbs: &[u64], negative: bool) -> Self {
        let blocks = limbs::trimmed(limbs).len().div_ceil(BLOCK);
        Self { blocks, negative: negative && blocks > 0 }
    }
}

impl Written {
    /// What is in a block.
    #[inline(always)]
    fn of_block(block: &Block, negative: bool) -> Self {
        let is_zero = block.iter().fold(0, |all, limb| all | limb) == 0;
        Self { blocks: usize::from(!is_zero), negative: negative && !is_zero }
    }
}

/// How many blocks there must be to write so many limbs.
#[inline(always)]
pub fn blocks_for(limbs: usize) -> usize {
    limbs / BLOCK + 1
}

/// Room for so many limbs, with zeros behind them up to the end of their block.
#[inline(always)]
fn room_for(out: &mut [Block], limbs: usize) -> &mut [u64] {
    out[limbs / BLOCK] = [0; BLOCK];
    &mut out.as_flattened_mut()[..limbs]
}

/// Writes a number, for which there is room.
pub fn write(out: &mut [Block], n: &BigInt) -> Written {
    let digits = n.iter_u64_digits();
    let limbs = room_for(out, digits.len());
    limbs.iter_mut().zip(digits).for_each(|(out, limb)| *out = limb);
    Written::of(limbs, n.sign() == Sign::Minus)
}

/// `x + y`, with room for a block more than the longer one has.
#[inline(always)]
pub fn sum(out: &mut [Block], x: View<'_>, y: View<'_>) -> Written {
    if x.negative == y.negative { joint(out, x, y) } else { distance(out, x, y) }
}

/// `x - y`, with the same room.
#[inline(always)]
pub fn difference(out: &mut [Block], x: View<'_>, y: View<'_>) -> Written {
    sum(out, x, View { negative: !y.negative, ..y })
}

/// The sum of numbers with the same sign.
#[inline(always)]
fn joint(out: &mut [Block], x: View<'_>, y: View<'_>) -> Written {
    let (more, less) = if x.blocks.len() < y.blocks.len() { (y.blocks, x.blocks) } else { (x.blocks, y.blocks) };
    let blocks = more.len();
    // Few blocks written out, because loops over one or two take longer to begin than to run.
    let short = match (more, less) {
        ([a], [b]) => limbs::add_blocks(out, &[*a], &[*b]),
        ([a, b], [c, d]) => limbs::add_blocks(out, &[*a, *b], &[*c, *d]),
        ([a, b, c], [d, e, f]) => limbs::add_blocks(out, &[*a, *b, *c], &[*d, *e, *f]),
        _ => None,
    };
    let carry = short.unwrap_or_else(|| limbs::add(&mut out[..blocks], more, less));
    out[blocks] = [carry.into(), 0, 0, 0];
    Written { blocks: if carry { blocks + 1 } else { blocks }, negative: x.negative }
}

/// The sum of numbers of which one is negative.
#[inline(never)]
fn distance(out: &mut [Block], x: View<'_>, y: View<'_>) -> Written {
    let (more, less) = if limbs::compare(x.blocks, y.blocks) == Ordering::Less { (y, x) } else { (x, y) };
    let out = &mut out[..more.blocks.len()];
    limbs::subtract(out, more.blocks, less.blocks);
    Written::of(out.as_flattened(), more.negative)
}

/// `x * y`, with room for the limbs of both.
#[inline]
pub fn product(out: &mut [Block], x: View<'_>, y: View<'_>) -> Written {
    let negative = x.negative != y.negative;
    match (x.limbs(), y.limbs()) {
        ([], _) | (_, []) => Written { blocks: 0, negative: false },
        (many, [one]) | ([one], many) => {
            let len = many.len();
            let out = room_for(out, len + 1);
            out[len] = limbs::multiply_by_limb(&mut out[..len], many, *one, 0);
            Written::of(out, negative)
        }
        ([a, b], [c, d]) => {
            limbs::multiply_short(out.as_flattened_mut(), &[*a, *b], &[*c, *d]);
            Written { blocks: 1, negative }
        }
        ([_, _, _, _], [_, _, _, _]) => {
            let out = &mut out[..2].as_flattened_mut();
            limbs::multiply_short(out, &x.blocks[0], &y.blocks[0]);
            Written::of(out, negative)
        }
        (a, b) if a.len().min(b.len()) >= LONG => write(out, &(x.to_big() * y.to_big())),
        (a, b) => {
            let out = room_for(out, a.len() + b.len());
            limbs::multiply(out, a, b);
            Written::of(out, negative)
        }
    }
}

/// What it takes to divide: what is known of the last divisors.
#[derive(Debug, Default)]
pub struct Divisors {
    limb: Option<LimbDivisor>,
    series: Series,
    long: LongDivisor,
}

/// A quotient and a remainder, in the order in which they were written.
#[derive(Clone, Copy, Debug)]
pub struct Divided {
    /// At the start of the room.
    pub remainder: Written,
    /// How many blocks behind the start of the remainder the quotient is.
    pub behind: usize,
    /// There.
    pub quotient: Written,
}

/// How many blocks of room it takes to divide so many limbs.
pub fn blocks_to_divide(limbs: usize) -> usize {
    2 * blocks_for(limbs + 1)
}

impl Divisors {
    /// Divides; none if the divisor is zero, or if it has more limbs than what is divided: then the quotient is zero.
    #[inline]
    pub fn divide(&mut self, out: &mut [Block], x: View<'_>, y: View<'_>) -> Option<Divided> {
        if let (&[low, high], &[divisor]) = (x.blocks, y.blocks)
            && let Some((quotient, remainder)) = self.long.divide_two_blocks(&low, &high, &divisor)
        {
            // What modular arithmetic with numbers of a block is made of.
            [out[0], out[1], out[2]] = [remainder, quotient, [0; BLOCK]];
            return Some(Divided {
                remainder: Written::of_block(&remainder, x.negative),
                behind: 1,
                quotient: Written::of_block(&quotient, x.negative != y.negative),
            });
        }
        self.divide_any(out, x, y)
    }

    fn divide_any(&mut self, out: &mut [Block], x: View<'_>, y: View<'_>) -> Option<Divided> {
        match *y.limbs() {
            [] => None,
            ref limbs if x.limbs().len() < limbs.len() => None,
            [limb] => Some(self.divide_by_limb(out, x, (y.negative, limb))),
            _ => Some(self.divide_long(out, x, y)),
        }
    }

    fn divide_long(&mut self, out: &mut [Block], x: View<'_>, y: View<'_>) -> Divided {
        let negative = (x.negative != y.negative, x.negative);
        let (x, y) = (x.limbs(), y.limbs());
        if let [zeros @ .., top] = y
            && top.is_power_of_two()
            && zeros.iter().all(|limb| *limb == 0)
        {
            return divide_by_power(out, x, (zeros.len(), *top), negative);
        }
        self.long.set(y);
        let len = x.len();
        let behind = blocks_for(len + 1);
        let (rest, quotient) = out.split_at_mut(behind);
        let rest = room_for(rest, len + 1);
        rest[len] = limbs::shift_up(&mut rest[..len], x, self.long.shift());
        // The highest limb of the quotient is often plainly zero, as after a product of remainders.
        let len = if self.long.is_above(&rest[..len], rest[len]) { len } else { len + 1 };
        let quotient = room_for(quotient, len - y.len());
        self.long.divide(quotient, &mut rest[..len]);
        limbs::shift_down_in_place(&mut rest[..y.len()], self.long.shift());
        Divided {
            remainder: Written::of(&rest[..y.len()], negative.1),
            behind,
            quotient: Written::of(quotient, negative.0),
        }
    }

    fn divide_by_limb(&mut self, out: &mut [Block], x: View<'_>, (by_negative, limb): (bool, u64)) -> Divided {
        let negative = (x.negative != by_negative, x.negative);
        let x = x.limbs();
        let (rest, quotient) = out.split_at_mut(1);
        let quotient = room_for(quotient, x.len());
        let remainder = if limb.is_power_of_two() {
            limbs::shift_down(quotient, x, limb.trailing_zeros());
            x.first().map_or(0, |low| low & (limb - 1))
        } else {
            self.series.divide(&mut self.limb, limb, quotient, x)
        };
        rest[0] = [remainder, 0, 0, 0];
        Divided { remainder: Written::of(&rest[0], negative.1), behind: 1, quotient: Written::of(quotient, negative.0) }
    }
}

/// Divides by a power of two: so many limbs that are zero, and the one above. The signs are those of the quotient and of the
/// remainder, which rounds toward zero.
fn divide_by_power(out: &mut [Block], x: &[u64], (zeros, top): (usize, u64), negative: (bool, bool)) -> Divided {
    let (low, high) = x.split_at(zeros);
    let behind = blocks_for(zeros + 1);
    let (rest, quotient) = out.split_at_mut(behind);
    let (rest, quotient) = (room_for(rest, zeros + 1), room_for(quotient, high.len()));
    limbs::shift_down(quotient, high, top.trailing_zeros());
    rest[..zeros].copy_from_slice(low);
    rest[zeros] = high.first().map_or(0, |limb| limb & (top - 1));
    Divided { remainder: Written::of(rest, negative.1), behind, quotient: Written::of(quotient, negative.0) }
}
