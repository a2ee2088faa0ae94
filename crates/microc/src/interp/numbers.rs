//! Arithmetic on words that may refer to large numbers.

use std::cmp::Ordering;

use pathfold_base::Integer;
use pathfold_base::long::limbs::{self, BLOCK, Block};
use pathfold_base::long::{self, Divisors, View, Written, blocks_for};

use super::arena::{self, Arena, Borders, LONGEST, Used, blocks_of};
use super::heap::small;
use super::{LimitKind, Limits};

/// Why a slow operation stopped the run.
#[derive(Clone, Copy, Debug)]
pub(super) enum Trap {
    DivisionByZero,
    Limit(LimitKind),
}

/// The constants of a program that are too large for a word.
#[derive(Debug, Default)]
pub(super) struct Constants(Vec<Block>);

impl Constants {
    /// The word of a constant.
    pub fn word(&mut self, number: &Integer) -> i64 {
        let number = number.to_big();
        let (start, room) = (self.0.len(), blocks_for(number.iter_u64_digits().len()));
        self.0.resize(start + room, [0; BLOCK]);
        let written = long::write(&mut self.0[start..], &number);
        self.0.truncate(start + written.blocks);
        arena::reference(start, written.blocks, written.negative)
    }
}

#[derive(Debug, Default)]
pub(super) struct Numbers {
    arena: Arena,
    divisors: Divisors,
    /// The last division: of what, by what, and its quotient and remainder. Programs often ask for one after the other.
    divided: Option<[i64; 4]>,
    max_bits: u64,
    max_bytes: usize,
    /// With so many blocks a number is short enough.
    max_blocks: usize,
}

impl Numbers {
    /// Nothing is left of the run before.
    pub fn reset(&mut self, constants: &Constants, limits: &Limits) {
        self.arena.reset(constants.0.clone());
        self.max_bits = limits.max_bits.min(256 * LONGEST as u64);
        self.max_blocks = (self.max_bits / 256) as usize;
        self.max_bytes = limits.max_bytes.map_or(usize::MAX, |most| usize::try_from(most).unwrap_or(usize::MAX));
        self.divided = None;
    }

    /// The number a word stands for.
    pub fn number(&self, word: i64) -> Integer {
        match word & 1 {
            0 => Integer::Small(word >> 1),
            _ => Integer::from(self.arena.used().large(word).to_big()),
        }
    }

    /// The word for a number.
    pub fn word(&mut self, number: &Integer) -> Result<i64, Trap> {
        if let Some(word) = number.to_i64().and_then(small) {
            return Ok(word);
        }
        let number = number.to_big();
        let blocks = blocks_for(number.iter_u64_digits().len());
        self.make(blocks, |_, out| long::write(out, &number)).ok_or(Trap::Limit(LimitKind::Bits))
    }

    /// The word for what is written into room for so many blocks; none where it is too large.
    #[inline(always)]
    fn make(&mut self, blocks: usize, write: impl FnOnce(Used<'_>, &mut [Block]) -> Written) -> Option<i64> {
        self.arena.align(blocks);
        let (used, out) = self.arena.room(blocks);
        let written = write(used, out);
        self.keep(written)
    }

    /// The word for what was written; none where it is too large.
    #[inline(always)]
    fn keep(&mut self, Written { blocks, negative }: Written) -> Option<i64> {
        if blocks <= 1 || blocks > self.max_blocks {
            let (_, out) = self.arena.room(blocks);
            let written = View { negative, blocks: out };
            if let Some(word) = written.to_i64().and_then(small) {
                return Some(word);
            }
            if blocks > self.max_blocks && written.bits() > self.max_bits {
                return None;
            }
        }
        self.arena.take(blocks, negative)
    }

    #[inline(always)]
    pub fn sum(&mut self, x: i64, y: i64) -> Option<i64> {
        let (x, y) = if x & 1 == 0 { (y, x) } else { (x, y) };
        // Of numbers of the same sign and the same few blocks, or of positive ones of which one is small. Cases, because what
        // comes next then need not wait for the length.
        if x & y & 1 == 1 && x as u32 == y as u32 {
            match blocks_of(x) {
                1 => return self.short_sum::<1, 1>(x, y),
                2 => return self.short_sum::<2, 2>(x, y),
                3 => return self.short_sum::<3, 3>(x, y),
                4 => return self.short_sum::<4, 4>(x, y),
                _ => {}
            }
        } else if x & 3 == 1 && y & 1 == 0 && y >= 0 {
            match blocks_of(x) {
                1 => return self.short_sum::<1, 1>(x, y),
                2 => return self.short_sum::<2, 1>(x, y),
                3 => return self.short_sum::<3, 1>(x, y),
                4 => return self.short_sum::<4, 1>(x, y),
                _ => {}
            }
        }
        self.any_sum(x, y)
    }

    /// The sum of magnitudes of `N` and `M` blocks with the same sign, if it has `N`.
    #[inline(always)]
    fn short_sum<const N: usize, const M: usize>(&mut self, x: i64, y: i64) -> Option<i64> {
        let small = [[(y >> 1) as u64, 0, 0, 0]];
        let (used, out) = self.arena.room(N);
        let other = if y & 1 == 0 { &small } else { used.from(y) };
        if let (Some(a), Some(b), Some(out)) =
            (used.from(x).first_chunk::<N>(), other.first_chunk::<M>(), out.first_chunk_mut::<N>())
            && N <= self.max_blocks
            && !limbs::add(out, a, b)
        {
            return self.arena.take(N, arena::is_negative(x));
        }
        self.any_sum(x, y)
    }

    #[inline(never)]
    fn any_sum(&mut self, x: i64, y: i64) -> Option<i64> {
        if let Some(sum) = self.wide(x).zip(self.wide(y)).and_then(|(x, y)| x.checked_add(y)) {
            return self.keep_wide(sum);
        }
        self.combine(x, y, long::sum)
    }

    pub fn difference(&mut self, x: i64, y: i64) -> Option<i64> {
        if let Some(difference) = self.wide(x).zip(self.wide(y)).and_then(|(x, y)| x.checked_sub(y)) {
            return self.keep_wide(difference);
        }
        self.combine(x, y, long::difference)
    }

    /// The word for a sum or difference.
    #[inline(always)]
    fn combine(&mut self, x: i64, y: i64, write: fn(&mut [Block], View<'_>, View<'_>) -> Written) -> Option<i64> {
        let (mut x_room, mut y_room) = ([0; BLOCK], [0; BLOCK]);
        self.make(blocks_of(x).max(blocks_of(y)) + 1, |used, out| {
            write(out, used.view(x, &mut x_room), used.view(y, &mut y_room))
        })
    }

    pub fn product(&mut self, x: i64, y: i64) -> Option<i64> {
        if let Some(product) = self.wide(x).zip(self.wide(y)).and_then(|(x, y)| x.checked_mul(y)) {
            return self.keep_wide(product);
        }
        let (mut x_room, mut y_room) = ([0; BLOCK], [0; BLOCK]);
        let (x_blocks, y_blocks) = (blocks_of(x), blocks_of(y));
        if (x_blocks + y_blocks) as u64 > self.max_bits / 256 {
            // Whether it is known to be too large before it is made.
            let used = self.arena.used();
            let bits = used.view(x, &mut x_room).bits() + used.view(y, &mut y_room).bits();
            if bits > self.max_bits.saturating_add(1) {
                return None;
            }
        }
        self.make(x_blocks + y_blocks + 1, |used, out| {
            long::product(out, used.view(x, &mut x_room), used.view(y, &mut y_room))
        })
    }

    /// The number of a word, if it fits in two: most large numbers do. None where that may already be too large.
    #[inline(always)]
    fn wide(&self, word: i64) -> Option<i128> {
        if word & 1 == 0 {
            return Some(i128::from(word >> 1));
        }
        match *self.arena.used().large(word).blocks {
            [[low, high, 0, 0]] if high >> 63 == 0 && self.max_blocks > 0 => {
                let magnitude = (u128::from(high) << 64 | u128::from(low)) as i128;
                Some(if arena::is_negative(word) { -magnitude } else { magnitude })
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
        let magnitude = number.unsigned_abs();
        self.make(1, |_, out| {
            out[0] = [magnitude as u64, (magnitude >> 64) as u64, 0, 0];
            Written { blocks: 1, negative: number < 0 }
        })
    }

    /// None if the divisor is zero.
    pub fn quotient(&mut self, x: i64, y: i64) -> Option<i64> {
        self.divide(x, y).map(|[quotient, _]| quotient)
    }

    /// None if the divisor is zero.
    pub fn remainder(&mut self, x: i64, y: i64) -> Option<i64> {
        self.divide(x, y).map(|[_, remainder]| remainder)
    }

    /// Quotient and remainder, as words.
    #[inline(always)]
    fn divide(&mut self, x: i64, y: i64) -> Option<[i64; 2]> {
        match self.divided {
            Some([a, b, quotient, remainder]) if (a, b) == (x, y) => Some([quotient, remainder]),
            _ => self.divide_anew(x, y),
        }
    }

    #[inline(never)]
    fn divide_anew(&mut self, x: i64, y: i64) -> Option<[i64; 2]> {
        let (mut x_room, mut y_room) = ([0; BLOCK], [0; BLOCK]);
        let (used, out) = self.arena.room(long::blocks_to_divide(BLOCK * blocks_of(x)));
        let (a, b) = (used.view(x, &mut x_room), used.view(y, &mut y_room));
        let Some(divided) = self.divisors.divide(out, a, b) else {
            return (y != 0).then_some([0, x]);
        };
        let remainder = self.keep(divided.remainder)?;
        // What is between them is nobody's, until it is collected.
        let taken = if remainder & 1 == 0 { 0 } else { divided.remainder.blocks };
        let between = divided.behind - taken;
        self.arena.take(between, false)?;
        let quotient = self.keep(divided.quotient)?;
        self.divided = Some([x, y, quotient, remainder]);
        Some([quotient, remainder])
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
        let product = self.product(y, z)?;
        self.add_add(x, product, w)
    }

    /// `x + y + w`
    pub fn add_add(&mut self, x: i64, y: i64, w: i64) -> Option<i64> {
        let sum = self.sum(x, y)?;
        if w == 0 { Some(sum) } else { self.sum(sum, w) }
    }

    /// How the numbers of two words compare.
    #[inline]
    pub fn compare(&self, x: i64, y: i64) -> Ordering {
        self.arena.compare(x, y)
    }

    /// Whether `x < y + off`.
    pub fn is_below(&mut self, x: i64, y: i64, off: i64) -> bool {
        match off {
            0 => self.compare(x, y).is_lt(),
            // A doubled one.
            2 => self.compare(x, y).is_le(),
            _ => {
                let (mut x_room, mut y_room, mut off_room) = ([0; BLOCK], [0; BLOCK], [0; BLOCK]);
                let (used, out) = self.arena.room(blocks_of(y) + 1);
                let sum = long::sum(out, used.view(y, &mut y_room), View::small(off >> 1, &mut off_room));
                let sum = View { negative: sum.negative, blocks: &out[..sum.blocks] };
                used.view(x, &mut x_room).compare(sum).is_lt()
            }
        }
    }

    /// Whether a number is a multiple of a power of two, of which `mask` has the bits below it in a word.
    pub fn is_multiple(&self, x: i64, mask: i64) -> bool {
        let mut room = [0; BLOCK];
        self.arena.used().view(x, &mut room).limbs().first().is_none_or(|low| low & (mask >> 1) as u64 == 0)
    }

    /// Whether it is time for [`Numbers::collect`].
    #[inline(always)]
    pub fn is_due(&self) -> bool {
        self.arena.is_due()
    }

    /// Frees large numbers that neither `cells` nor `registers` refer to, if it is time; the others may have other words then.
    #[cold]
    pub fn collect(&mut self, cells: &mut [i64], registers: &mut [i64]) -> Result<(), LimitKind> {
        if self.arena.collect(cells, registers) {
            // Words may refer to other numbers now.
            self.divided = None;
        }
        if self.arena.live() > self.max_bytes { Err(LimitKind::Bytes) } else { Ok(()) }
    }

    /// Where numbers are, for machine code; none where it must not make any, because they may be too long.
    pub fn borders(&mut self) -> Borders {
        self.arena.borders(self.max_blocks)
    }

    /// Machine code made numbers up to here.
    pub fn move_top(&mut self, limbs: u64) {
        self.arena.move_top(limbs);
    }
}

#[cfg(test)]
impl Numbers {
    /// Bytes of all numbers and the room for more.
    pub fn held(&self) -> usize {
        self.arena.held()
    }
}
