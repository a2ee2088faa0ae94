//! Arithmetic on words that may refer to large numbers.

use std::cmp::Ordering;

use pathfold_base::Integer;

use super::big::{Big, Division, View};
use super::code::Arith;
use super::heap::small;
use super::limbs::BLOCK;
use super::table::{self, MAX_BLOCKS, Table};
use super::{LimitKind, Limits};

/// Why a slow operation stopped the run.
#[derive(Clone, Copy, Debug)]
pub(super) enum Trap {
    DivisionByZero,
    Limit(LimitKind),
}

#[derive(Debug, Default)]
pub(super) struct Numbers {
    table: Table,
    /// The result of an operation, until it has a word.
    out: Big,
    /// The result of a part of an operation.
    part: Big,
    /// The last division, for the words of which its parts are not yet taken: programs often ask for one after the other.
    division: Division,
    quotient_of: Option<(i64, i64)>,
    remainder_of: Option<(i64, i64)>,
    max_bits: u64,
    max_bytes: usize,
    /// With so many blocks a number is short enough.
    max_blocks: usize,
}

/// The word of a constant: the `index`-th of those too large for a word.
pub(super) fn constant(index: usize, number: &Integer) -> i64 {
    table::reference(index, number.to_big().iter_u64_digits().len().div_ceil(BLOCK), number.is_negative())
}

impl Numbers {
    /// Nothing is left of the run before.
    pub fn reset(&mut self, constants: &[Integer], limits: &Limits) {
        self.table.reset(constants.iter().map(|n| {
            self.out.set(&n.to_big());
            std::mem::take(self.out.buffer_mut())
        }));
        self.max_bits = limits.max_bits.min(256 * MAX_BLOCKS as u64);
        self.max_blocks = (self.max_bits / 256) as usize;
        self.max_bytes = limits.max_bytes.map_or(usize::MAX, |most| usize::try_from(most).unwrap_or(usize::MAX));
        (self.quotient_of, self.remainder_of) = (None, None);
        self.division.forget();
    }

    /// The number a word stands for.
    pub fn number(&self, word: i64) -> Integer {
        match word & 1 {
            0 => Integer::Small(word >> 1),
            _ => Integer::from(self.table.large(word).to_big()),
        }
    }

    /// The word for a number.
    pub fn word(&mut self, number: &Integer) -> Result<i64, Trap> {
        match number.to_i64().and_then(small) {
            Some(word) => Ok(word),
            None => {
                self.out.set(&number.to_big());
                self.keep().ok_or(Trap::Limit(LimitKind::Bits))
            }
        }
    }

    /// The word for the result; none where it is too large.
    #[inline(always)]
    fn keep(&mut self) -> Option<i64> {
        if self.out.blocks() > self.max_blocks && self.out.view().bits() > self.max_bits {
            return None;
        }
        self.table.keep(&mut self.out)
    }

    /// Arithmetic, and why there is no result.
    #[cold]
    #[inline(never)]
    pub fn arith(&mut self, op: Arith, x: i64, y: i64) -> Result<i64, Trap> {
        let word = match op {
            Arith::Add => self.sum(x, y),
            Arith::Sub => self.difference(x, y),
            Arith::Mul => self.product(x, y),
            Arith::Div | Arith::Rem if y == 0 => return Err(Trap::DivisionByZero),
            Arith::Div => self.quotient(x, y),
            Arith::Rem => self.remainder(x, y),
        };
        word.ok_or(Trap::Limit(LimitKind::Bits))
    }

    #[inline(always)]
    pub fn sum(&mut self, x: i64, y: i64) -> Option<i64> {
        let (x, y) = if x & 1 == 0 { (y, x) } else { (x, y) };
        // Of positive numbers of the same few blocks, or of which one is small. Cases, because what comes next then need not
        // wait for the length.
        if x & y & 1 == 1 && x >> 32 == y >> 32 {
            match x >> 32 {
                1 => return self.short_sum::<1, 1>(x, y),
                2 => return self.short_sum::<2, 2>(x, y),
                3 => return self.short_sum::<3, 3>(x, y),
                4 => return self.short_sum::<4, 4>(x, y),
                _ => {}
            }
        } else if x & 1 == 1 && y & 1 == 0 && y >= 0 {
            match x >> 32 {
                1 => return self.short_sum::<1, 1>(x, y),
                2 => return self.short_sum::<2, 1>(x, y),
                3 => return self.short_sum::<3, 1>(x, y),
                4 => return self.short_sum::<4, 1>(x, y),
                _ => {}
            }
        }
        self.any_sum(x, y)
    }

    #[inline(always)]
    fn short_sum<const N: usize, const M: usize>(&mut self, x: i64, y: i64) -> Option<i64> {
        let small = [[(y >> 1) as u64, 0, 0, 0]];
        let blocks = if y & 1 == 0 { &small } else { self.table.buffer(y) };
        if N > self.max_blocks || !self.out.add_short::<N, M>(self.table.buffer(x), blocks) {
            return self.any_sum(x, y);
        }
        self.table.keep_large(&mut self.out, N, false)
    }

    #[inline(never)]
    fn any_sum(&mut self, x: i64, y: i64) -> Option<i64> {
        if let Some(sum) = self.wide(x).zip(self.wide(y)).and_then(|(x, y)| x.checked_add(y)) {
            return self.keep_wide(sum);
        }
        let (mut x_room, mut y_room) = ([0; BLOCK], [0; BLOCK]);
        self.out.set_sum(self.table.view(x, &mut x_room), self.table.view(y, &mut y_room));
        self.keep()
    }

    pub fn difference(&mut self, x: i64, y: i64) -> Option<i64> {
        if let Some(difference) = self.wide(x).zip(self.wide(y)).and_then(|(x, y)| x.checked_sub(y)) {
            return self.keep_wide(difference);
        }
        let (mut x_room, mut y_room) = ([0; BLOCK], [0; BLOCK]);
        self.out.set_difference(self.table.view(x, &mut x_room), self.table.view(y, &mut y_room));
        self.keep()
    }

    pub fn product(&mut self, x: i64, y: i64) -> Option<i64> {
        if let Some(product) = self.wide(x).zip(self.wide(y)).and_then(|(x, y)| x.checked_mul(y)) {
            return self.keep_wide(product);
        }
        let (mut x_room, mut y_room) = ([0; BLOCK], [0; BLOCK]);
        let (x, y) = (self.table.view(x, &mut x_room), self.table.view(y, &mut y_room));
        if is_too_long(x, y, self.max_bits) {
            return None;
        }
        self.out.set_product(x, y);
        self.keep()
    }

    /// The number of a word, if it fits in two: most large numbers do. None where that may already be too large.
    #[inline(always)]
    fn wide(&self, word: i64) -> Option<i128> {
        if word & 1 == 0 {
            return Some(i128::from(word >> 1));
        }
        match *self.table.large(word).blocks {
            [[low, high, 0, 0]] if high >> 63 == 0 && self.max_blocks > 0 => {
                let magnitude = (u128::from(high) << 64 | u128::from(low)) as i128;
                Some(if word < 0 { -magnitude } else { magnitude })
            }
            _ => None,
        }
    }

    /// The word for a number that fits in two.
    #[inline(always)]
    fn keep_wide(&mut self, number: i128) -> Option<i64> {
        if let Some(word) = i64::try_from(number).ok().and_then(small) {
            return Some(word);
        }
        self.out.set_wide(number);
        self.keep()
    }

    /// None if the divisor is zero.
    pub fn quotient(&mut self, x: i64, y: i64) -> Option<i64> {
        if self.quotient_of != Some((x, y)) && !self.divide(x, y)? {
            return Some(0);
        }
        self.quotient_of = None;
        self.table.keep(&mut self.division.quotient)
    }

    /// None if the divisor is zero.
    pub fn remainder(&mut self, x: i64, y: i64) -> Option<i64> {
        if self.remainder_of != Some((x, y)) && !self.divide(x, y)? {
            return Some(x);
        }
        self.remainder_of = None;
        self.table.keep(&mut self.division.remainder)
    }

    /// Divides, unless the quotient is plainly zero: then it says so.
    fn divide(&mut self, x: i64, y: i64) -> Option<bool> {
        let (mut x_room, mut y_room) = ([0; BLOCK], [0; BLOCK]);
        let (a, b) = (self.table.view(x, &mut x_room), self.table.view(y, &mut y_room));
        let dividend = (a.negative, a.limbs());
        match *b.limbs() {
            [] => return None,
            ref limbs if dividend.1.len() < limbs.len() => return Some(false),
            [limb] => self.division.divide_by_limb(dividend, (b.negative, limb)),
            ref limbs => self.division.divide_long(dividend, (b.negative, limbs), y),
        }
        (self.quotient_of, self.remainder_of) = (Some((x, y)), Some((x, y)));
        Some(true)
    }

    /// `x + y * z + w`
    pub fn mul_add(&mut self, x: i64, y: i64, z: i64, w: i64) -> Option<i64> {
        // Often only the sum is large.
        if (y | z) & 1 == 0
            && let Some(rest) = (y >> 1).checked_mul(z).and_then(|product| product.checked_add(w))
        {
            return self.sum(x, rest);
        }
        if let (Some(a), Some(b), Some(c)) = (self.wide(x), self.wide(y), self.wide(z))
            && let Some(sum) = b.checked_mul(c).and_then(|product| product.checked_add(a))
            && let Some(sum) = sum.checked_add(i128::from(w >> 1))
        {
            return self.keep_wide(sum);
        }
        self.long_mul_add(x, y, z, w)
    }

    #[inline(never)]
    fn long_mul_add(&mut self, x: i64, y: i64, z: i64, w: i64) -> Option<i64> {
        let (mut x_room, mut y_room) = ([0; BLOCK], [0; BLOCK]);
        let (a, b) = (self.table.view(y, &mut x_room), self.table.view(z, &mut y_room));
        if is_too_long(a, b, self.max_bits) {
            return None;
        }
        self.part.set_product(a, b);
        self.part_and(x, w)
    }

    /// `x + y + w`
    pub fn add_add(&mut self, x: i64, y: i64, w: i64) -> Option<i64> {
        if let Some(sum) = self.wide(x).zip(self.wide(y)).and_then(|(x, y)| x.checked_add(y))
            && let Some(sum) = sum.checked_add(i128::from(w >> 1))
        {
            return self.keep_wide(sum);
        }
        let (mut x_room, mut y_room) = ([0; BLOCK], [0; BLOCK]);
        self.part.set_sum(self.table.view(x, &mut x_room), self.table.view(y, &mut y_room));
        self.part_and(0, w)
    }

    /// The word for the sum of the part and two numbers.
    fn part_and(&mut self, x: i64, w: i64) -> Option<i64> {
        let mut room = [0; BLOCK];
        self.out.set_sum(self.part.view(), self.table.view(if x == 0 { w } else { x }, &mut room));
        if x != 0 && w != 0 {
            std::mem::swap(&mut self.out, &mut self.part);
            self.out.set_sum(self.part.view(), self.table.view(w, &mut room));
        }
        self.keep()
    }

    /// How the numbers of two words compare.
    #[inline]
    pub fn compare(&self, x: i64, y: i64) -> Ordering {
        self.table.compare(x, y)
    }

    /// Whether `x < y + off`.
    pub fn is_below(&mut self, x: i64, y: i64, off: i64) -> bool {
        match off {
            0 => self.compare(x, y).is_lt(),
            // A doubled one.
            2 => self.compare(x, y).is_le(),
            _ => {
                let mut room = [0; BLOCK];
                self.out.set_sum(self.table.view(y, &mut room), View::small(off >> 1, &mut [0; BLOCK]));
                self.table.view(x, &mut room).cmp(self.out.view()).is_lt()
            }
        }
    }

    /// Whether a number is a multiple of a power of two, of which `mask` has the bits below it in a word.
    pub fn is_multiple(&self, x: i64, mask: i64) -> bool {
        let mut room = [0; BLOCK];
        self.table.view(x, &mut room).limbs().first().is_none_or(|low| low & (mask >> 1) as u64 == 0)
    }

    /// Whether it is time for [`Numbers::collect`].
    #[inline(always)]
    pub fn is_due(&self) -> bool {
        self.table.is_due()
    }

    /// Frees large numbers that neither `cells` nor `registers` refer to, if it is time.
    #[cold]
    pub fn collect(&mut self, cells: &[i64], registers: &[i64]) -> Result<(), LimitKind> {
        if self.table.collect(cells, registers) {
            // Their words may soon be those of other numbers.
            (self.quotient_of, self.remainder_of) = (None, None);
            self.division.forget();
        }
        if self.table.live() > self.max_bytes { Err(LimitKind::Bytes) } else { Ok(()) }
    }
}

#[cfg(test)]
impl Numbers {
    /// Bytes of all buffers.
    pub fn held(&self) -> usize {
        self.table.held()
    }
}

/// Whether a product is known to be too large before it is made.
#[inline(always)]
fn is_too_long(x: View<'_>, y: View<'_>, max_bits: u64) -> bool {
    let blocks = (x.blocks.len() + y.blocks.len()) as u64;
    blocks > max_bits / 256 && x.bits() + y.bits() > max_bits.saturating_add(1)
}
