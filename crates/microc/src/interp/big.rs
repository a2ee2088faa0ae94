//! Numbers of any size, as sign and magnitude, in buffers that are used again. Long products are left to `num-bigint`,
//! which has better ways than limb by limb.

use std::cmp::Ordering;

use num_bigint::{BigInt, BigUint, Sign};

use super::limbs::{self, BLOCK, Block};
use super::limbs_divide::{LimbDivisor, LongDivisor};

/// From this many limbs of both factors on `num-bigint` multiplies.
const LONG: usize = 40;

/// A number to read.
#[derive(Clone, Copy, Debug)]
pub(super) struct View<'a> {
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

    pub fn to_big(self) -> BigInt {
        let halves = self.limbs().iter().flat_map(|limb| [*limb as u32, (limb >> 32) as u32]).collect();
        let sign = if self.negative { Sign::Minus } else { Sign::Plus };
        BigInt::from_biguint(sign, BigUint::new(halves))
    }

    pub fn cmp(self, other: View<'_>) -> Ordering {
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

/// How many blocks limbs fill, without zeros at the top.
#[inline(always)]
fn blocks_of(limbs: &[u64]) -> usize {
    limbs::trimmed(limbs).len().div_ceil(BLOCK)
}

/// A number to write: the result of an operation.
#[derive(Debug, Default)]
pub(super) struct Big {
    negative: bool,
    /// How many blocks of the buffer it has; the last one is not zero.
    blocks: usize,
    buffer: Box<[Block]>,
}

impl Big {
    #[inline(always)]
    pub fn view(&self) -> View<'_> {
        View { negative: self.negative, blocks: self.buffer.get(..self.blocks).unwrap_or_default() }
    }

    #[inline(always)]
    pub fn blocks(&self) -> usize {
        self.blocks
    }

    #[inline(always)]
    pub fn is_negative(&self) -> bool {
        self.negative
    }

    /// Where its limbs are: to exchange it for another buffer. The number is then none.
    #[inline(always)]
    pub fn buffer_mut(&mut self) -> &mut Box<[Block]> {
        &mut self.buffer
    }

    /// The number, if it has at most 64 bits with its sign.
    pub fn to_i64(&self) -> Option<i64> {
        match *self.view().limbs() {
            [] => Some(0),
            [limb] if self.negative => 0_i64.checked_sub_unsigned(limb),
            [limb] => i64::try_from(limb).ok(),
            _ => None,
        }
    }

    /// So many blocks, whatever is in them.
    #[inline(always)]
    fn room(&mut self, blocks: usize) -> &mut [Block] {
        if self.buffer.len() < blocks {
            // Numbers grow little by little.
            self.resize(blocks + blocks / 4);
        }
        &mut self.buffer[..blocks]
    }

    /// Room for so many limbs, with zeros behind them up to the end of their block.
    #[inline(always)]
    fn room_for(&mut self, limbs: usize) -> &mut [u64] {
        let room = self.room(limbs / BLOCK + 1);
        room[limbs / BLOCK] = [0; BLOCK];
        &mut room.as_flattened_mut()[..limbs]
    }

    /// Another buffer, with what was in the old one as far as there is room.
    #[cold]
    #[inline(never)]
    pub fn resize(&mut self, blocks: usize) {
        let old = std::mem::replace(&mut self.buffer, vec![[0; BLOCK]; blocks].into_boxed_slice());
        self.buffer.iter_mut().zip(&old).for_each(|(new, old)| *new = *old);
    }

    /// A number that fits in two words, and is not zero.
    #[inline(always)]
    pub fn set_wide(&mut self, n: i128) {
        let magnitude = n.unsigned_abs();
        (self.negative, self.blocks) = (n < 0, 1);
        self.room(1)[0] = [magnitude as u64, (magnitude >> 64) as u64, 0, 0];
    }

    pub fn set(&mut self, n: &BigInt) {
        let digits = n.iter_u64_digits();
        self.blocks = digits.len().div_ceil(BLOCK);
        self.negative = n.sign() == Sign::Minus;
        self.room_for(digits.len()).iter_mut().zip(digits).for_each(|(out, limb)| *out = limb);
    }

    #[inline(always)]
    pub fn set_sum(&mut self, x: View<'_>, y: View<'_>) {
        if x.negative == y.negative { self.set_joint(x, y) } else { self.set_distance(x, y) }
    }

    /// The sum of numbers with the same sign.
    #[inline(always)]
    pub fn set_joint(&mut self, x: View<'_>, y: View<'_>) {
        let (more, less) = if x.blocks.len() < y.blocks.len() { (y.blocks, x.blocks) } else { (x.blocks, y.blocks) };
        let blocks = more.len();
        let room = self.room(blocks + 1);
        let carry = limbs::add(&mut room[..blocks], more, less);
        room[blocks] = [carry.into(), 0, 0, 0];
        self.blocks = if carry { blocks + 1 } else { blocks };
        self.negative = x.negative;
    }

    /// The sum of magnitudes of `N` and `M` blocks, if it has `N`; what else is to be set is left to who knows it.
    #[inline(always)]
    pub fn add_short<const N: usize, const M: usize>(&mut self, x: &[Block], y: &[Block]) -> bool {
        let (Some(x), Some(y)) = (x.first_chunk::<N>(), y.first_chunk::<M>()) else { return false };
        let Some(out) = self.buffer.first_chunk_mut::<N>() else { return false };
        !limbs::add(out, x, y)
    }

    #[inline(always)]
    pub fn set_difference(&mut self, x: View<'_>, y: View<'_>) {
        self.set_sum(x, View { negative: !y.negative, ..y });
    }

    /// The sum of numbers of which one is negative.
    #[inline(never)]
    fn set_distance(&mut self, x: View<'_>, y: View<'_>) {
        let (more, less) = if limbs::compare(x.blocks, y.blocks) == Ordering::Less { (y, x) } else { (x, y) };
        let room = self.room(more.blocks.len());
        limbs::subtract(room, more.blocks, less.blocks);
        self.blocks = blocks_of(room.as_flattened());
        self.negative = more.negative && self.blocks > 0;
    }

    #[inline]
    pub fn set_product(&mut self, x: View<'_>, y: View<'_>) {
        match (x.limbs(), y.limbs()) {
            ([], _) | (_, []) => self.blocks = 0,
            (many, [one]) | ([one], many) => {
                let len = many.len();
                let room = self.room_for(len + 1);
                room[len] = limbs::multiply_by_limb(&mut room[..len], many, *one);
                self.blocks = blocks_of(room);
            }
            ([a, b], [c, d]) => {
                limbs::multiply_short(self.room(1).as_flattened_mut(), &[*a, *b], &[*c, *d]);
                self.blocks = 1;
            }
            ([_, _, _, _], [_, _, _, _]) => {
                let room = self.room(2).as_flattened_mut();
                limbs::multiply_short(room, &x.blocks[0], &y.blocks[0]);
                self.blocks = blocks_of(room);
            }
            (a, b) if a.len().min(b.len()) >= LONG => return self.set(&(x.to_big() * y.to_big())),
            (a, b) => {
                let room = self.room_for(a.len() + b.len());
                limbs::multiply(room, a, b);
                self.blocks = blocks_of(room);
            }
        }
        self.negative = x.negative != y.negative && self.blocks > 0;
    }
}

/// A quotient and a remainder, and what it takes to get them.
#[derive(Debug, Default)]
pub(super) struct Division {
    pub quotient: Big,
    pub remainder: Big,
    /// The last divisor of one limb, and the last longer one with the word that refers to it.
    limb: Option<LimbDivisor>,
    long: LongDivisor,
    long_of: Option<i64>,
}

impl Division {
    /// Words may soon refer to other numbers.
    pub fn forget(&mut self) {
        self.long_of = None;
    }

    /// Divides by a number that has a word, and at least two limbs but not more than what is divided.
    pub fn divide_long(&mut self, (negative, x): (bool, &[u64]), (by_negative, y): (bool, &[u64]), word: i64) {
        if let [zeros @ .., top] = y
            && top.is_power_of_two()
            && zeros.iter().all(|limb| *limb == 0)
        {
            self.divide_by_power(x, zeros.len(), *top);
            return self.set_signs(negative, by_negative);
        }
        if self.long_of != Some(word) {
            self.long.set(y);
            self.long_of = Some(word);
        }
        let len = x.len();
        let rest = self.remainder.room_for(len + 1);
        let quotient = self.quotient.room_for(len + 1 - y.len());
        rest[len] = limbs::shift_up(&mut rest[..len], x, self.long.shift());
        self.long.divide(quotient, rest);
        limbs::shift_down_in_place(&mut rest[..y.len()], self.long.shift());
        (self.quotient.blocks, self.remainder.blocks) = (blocks_of(quotient), blocks_of(&rest[..y.len()]));
        self.set_signs(negative, by_negative);
    }

    /// Divides by a power of two: so many limbs that are zero, and the one above.
    fn divide_by_power(&mut self, x: &[u64], zeros: usize, top: u64) {
        let (low, high) = x.split_at(zeros);
        let quotient = self.quotient.room_for(high.len());
        limbs::shift_down(quotient, high, top.trailing_zeros());
        let rest = self.remainder.room_for(zeros + 1);
        rest[..zeros].copy_from_slice(low);
        rest[zeros] = high.first().map_or(0, |limb| limb & (top - 1));
        (self.quotient.blocks, self.remainder.blocks) = (blocks_of(quotient), blocks_of(rest));
    }

    /// Divides by a limb that is not zero.
    pub fn divide_by_limb(&mut self, (negative, x): (bool, &[u64]), (by_negative, limb): (bool, u64)) {
        let quotient = self.quotient.room_for(x.len());
        let remainder = if limb.is_power_of_two() {
            limbs::shift_down(quotient, x, limb.trailing_zeros());
            x.first().map_or(0, |low| low & (limb - 1))
        } else {
            let divisor = self.limb.filter(|divisor| divisor.limb() == limb).unwrap_or_else(|| LimbDivisor::new(limb));
            self.limb = Some(divisor);
            divisor.divide(quotient, x)
        };
        self.quotient.blocks = blocks_of(quotient);
        self.remainder.room(1)[0] = [remainder, 0, 0, 0];
        self.remainder.blocks = usize::from(remainder != 0);
        self.set_signs(negative, by_negative);
    }

    /// The quotient is rounded toward zero.
    fn set_signs(&mut self, negative: bool, by_negative: bool) {
        self.quotient.negative = negative != by_negative && self.quotient.blocks > 0;
        self.remainder.negative = negative && self.remainder.blocks > 0;
    }
}
