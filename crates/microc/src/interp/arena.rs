//! Where large numbers are: one after the other, with nothing between them. An odd word refers to one: its high half is
//! where the number starts, in limbs; its low half is the number of blocks, of which the last is not zero, then the sign, then
//! the tag. So two words with the same low half are numbers of the same length and sign, and making a number is
//! moving a border up: machine code does both itself ([`super::native`]).
//!
//! Large numbers are collected: every odd word in the registers and cells, whatever its type, is taken for a reference to
//! one, so marking needs no types. Blocks are marked, not numbers: a stale register may refer to the middle of a number, or to
//! several; it only keeps blocks alive too long. What is alive then moves down, and all words are told.

use std::cmp::Ordering;

use pathfold_base::long::View;
use pathfold_base::long::limbs::{BLOCK, Block};

/// Blocks to make before the first collection: what fits into a fast cache, and costs more to fill than to collect.
const MIN_FRESH: usize = 1 << 13;
/// Blocks are marked in groups, one bit each.
const GROUP: usize = u64::BITS as usize;
/// Numbers that may have so many blocks start at multiples of so many: sums of long ones are half as fast across the lines of a cache.
const LONG: usize = 8;
const ALIGNMENT: usize = 2;
/// Where words can refer to: no number's word is that of a variable without a value.
const MAX_BLOCKS: usize = (1 << 30) - 1;
/// The longest number a word can refer to, in blocks.
pub(super) const LONGEST: usize = (1 << 30) - 1;

/// The word of the large number that starts at a block.
#[inline(always)]
pub(super) fn reference(block: usize, blocks: usize, negative: bool) -> i64 {
    ((block * BLOCK) as i64) << 32 | (blocks as i64) << 2 | i64::from(negative) << 1 | 1
}

/// The block that the number of an odd word starts at.
#[inline(always)]
fn block_of(word: i64) -> usize {
    (word as u64 >> 32) as usize / BLOCK
}

/// How many blocks the number of an odd word has.
#[inline(always)]
fn length_of(word: i64) -> usize {
    (word as u32 >> 2) as usize
}

/// Whether the number of an odd word is negative.
#[inline(always)]
pub(super) fn is_negative(word: i64) -> bool {
    word & 2 != 0
}

/// How many blocks the number of a word has at most.
#[inline(always)]
pub(super) fn blocks_of(word: i64) -> usize {
    if word & 1 == 0 { 1 } else { length_of(word) }
}

/// The numbers that are there, for who makes another one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Used<'a>(&'a [Block]);

impl<'a> Used<'a> {
    /// The number of an odd word.
    #[inline(always)]
    pub fn large(self, word: i64) -> View<'a> {
        // Every odd word that is read as a number refers to one.
        let blocks = self.from(word).get(..length_of(word)).unwrap_or_default();
        View { negative: is_negative(word), blocks }
    }

    /// The blocks of an odd word, and all behind them.
    #[inline(always)]
    pub fn from(self, word: i64) -> &'a [Block] {
        self.0.get(block_of(word)..).unwrap_or_default()
    }

    /// The number of a word; `block` gives room for a small one.
    #[inline(always)]
    pub fn view(self, word: i64, block: &'a mut Block) -> View<'a> {
        if word & 1 == 0 { View::small(word >> 1, block) } else { self.large(word) }
    }
}

#[derive(Debug, Default)]
pub(super) struct Arena {
    /// Numbers, and room for more.
    blocks: Vec<Block>,
    /// How many of these are taken.
    top: usize,
    /// How many are constants of the program: the first ones, which stay where they are.
    constants: usize,
    /// With more than so many taken it is time to collect.
    due: usize,
    /// How many survived the last collection, constants excluded.
    live: usize,
    /// Which ones do, in groups, from the first that is no constant; and how many do before each group.
    marks: Vec<u64>,
    before: Vec<usize>,
}

/// Where numbers are, for machine code, in limbs.
#[derive(Clone, Copy, Debug)]
pub(super) struct Borders {
    pub first: *mut u64,
    pub top: u64,
    /// As long as the top is not above, there is room for [`Borders::ROOM`] blocks, and it is not time to collect.
    pub last: i64,
}

impl Borders {
    pub const ROOM: usize = 32;
}

impl Arena {
    /// Nothing is left of the run before, the first numbers are constants.
    pub fn reset(&mut self, constants: Vec<Block>) {
        self.constants = constants.len();
        self.blocks = constants;
        self.top = self.constants;
        self.live = 0;
        // Most programs make no large number: room comes with the first one.
        self.due = self.top + MIN_FRESH;
    }

    #[inline(always)]
    pub fn used(&self) -> Used<'_> {
        Used(&self.blocks)
    }

    /// Moves on to where a number of so many blocks should start. What is left out is nobody's, until it is collected.
    #[inline(always)]
    pub fn align(&mut self, blocks: usize) {
        if blocks >= LONG {
            self.top = self.top.next_multiple_of(ALIGNMENT);
        }
    }

    /// The numbers that are there, and room for `blocks` blocks, whatever is in them.
    #[inline(always)]
    pub fn room(&mut self, blocks: usize) -> (Used<'_>, &mut [Block]) {
        if self.blocks.len() < self.top + blocks {
            self.grow(self.top + blocks);
        }
        let (used, room) = self.blocks.split_at_mut(self.top);
        (Used(used), &mut room[..blocks])
    }

    /// Takes what was written into the first blocks of the room: the word for it, or none where it is too far up.
    #[inline(always)]
    pub fn take(&mut self, blocks: usize, negative: bool) -> Option<i64> {
        let word = reference(self.top, blocks, negative);
        self.top += blocks;
        (self.top <= MAX_BLOCKS).then_some(word)
    }

    /// Room for so many blocks in all, and some more, but not much beyond what is there at the next collection.
    #[cold]
    #[inline(never)]
    fn grow(&mut self, blocks: usize) {
        let more = (2 * self.blocks.len()).max(MIN_FRESH).min(self.due + Borders::ROOM);
        let len = blocks.max(more);
        self.blocks.reserve_exact(len - self.blocks.len());
        self.blocks.resize(len, [0; BLOCK]);
    }

    /// How the numbers of two words compare.
    #[inline(always)]
    pub fn compare(&self, x: i64, y: i64) -> Ordering {
        if x & y & 1 == 0 {
            // A large one is above or below every small one.
            let key = |word: i64| match word & 1 {
                0 => word >> 1,
                _ if is_negative(word) => i64::MIN,
                _ => i64::MAX,
            };
            return key(x).cmp(&key(y));
        }
        let (x, y) = (self.used().large(x), self.used().large(y));
        x.compare(y)
    }

    /// Whether it is time for [`Arena::collect`].
    #[inline(always)]
    pub fn is_due(&self) -> bool {
        self.top > self.due
    }

    /// Where numbers are, for machine code, which makes none where the longest allowed is shorter than what it can make.
    pub fn borders(&mut self, longest: usize) -> Borders {
        let last = if longest < Borders::ROOM {
            -1
        } else {
            self.due.min(self.blocks.len()).min(MAX_BLOCKS) as i64 - Borders::ROOM as i64
        };
        Borders { first: self.blocks.as_mut_ptr().cast(), top: (self.top * BLOCK) as u64, last: last * BLOCK as i64 }
    }

    /// Machine code made numbers up to here.
    pub fn move_top(&mut self, limbs: u64) {
        let top = limbs as usize / BLOCK;
        assert!((self.top..=self.blocks.len()).contains(&top), "numbers are made where there is room");
        self.top = top;
    }

    /// Frees large numbers that neither `cells` nor `registers` refer to, and moves the others, if enough were made that this
    /// costs less than making them did. Whether it did.
    pub fn collect(&mut self, cells: &mut [i64], registers: &mut [i64]) -> bool {
        let roots = (cells.len() + registers.len()) / BLOCK;
        self.due = self.constants + MIN_FRESH + 2 * self.live + roots;
        if !self.is_due() {
            return false;
        }
        self.marks.clear();
        self.marks.resize((self.top - self.constants).div_ceil(GROUP), 0);
        let mut last = 0;
        for word in cells.iter().chain(registers.iter()) {
            // The same number is often in several cells that follow each other.
            if *word != last
                && let Some((start, blocks)) = self.range(*word)
            {
                last = *word;
                self.mark(start, blocks);
            }
        }
        self.count();
        for word in cells.iter_mut().chain(registers) {
            if let Some((start, _)) = self.range(*word) {
                let block = self.constants + self.moved(start);
                *word = reference(block, length_of(*word), is_negative(*word));
            }
        }
        self.compact();
        self.top = self.constants + self.live;
        self.due = self.top + MIN_FRESH + self.live + roots;
        // Room is used again, if it is not too much.
        if self.blocks.len() > 2 * (self.due + Borders::ROOM) {
            self.blocks.truncate(self.due + Borders::ROOM);
            self.blocks.shrink_to_fit();
        }
        true
    }

    /// The blocks that a word refers to, behind the constants: where they start, and how many. None if it cannot be a large
    /// number's; if it can, but is not, this does no harm.
    #[inline(always)]
    fn range(&self, word: i64) -> Option<(usize, usize)> {
        if word & 1 == 0 {
            return None;
        }
        let (block, blocks) = (block_of(word), length_of(word));
        let exists = ((word >> 32) as usize).is_multiple_of(BLOCK) && blocks > 0 && block >= self.constants;
        (exists && block + blocks <= self.top).then(|| (block - self.constants, blocks))
    }

    fn mark(&mut self, start: usize, blocks: usize) {
        let (first, last) = (start / GROUP, (start + blocks - 1) / GROUP);
        let from_first = u64::MAX << (start % GROUP);
        let to_last = u64::MAX >> (GROUP - 1 - (start + blocks - 1) % GROUP);
        match &mut self.marks[first..=last] {
            [] => {}
            [one] => *one |= from_first & to_last,
            [head, between @ .., tail] => {
                *head |= from_first;
                between.fill(u64::MAX);
                *tail |= to_last;
            }
        }
    }

    /// How many blocks stay before each group, and in all.
    fn count(&mut self) {
        self.live = 0;
        self.before.clear();
        for group in &self.marks {
            self.before.push(self.live);
            self.live += group.count_ones() as usize;
        }
    }

    /// Where a block that stays goes to.
    fn moved(&self, block: usize) -> usize {
        let below = self.marks[block / GROUP] & !(u64::MAX << (block % GROUP));
        self.before[block / GROUP] + below.count_ones() as usize
    }

    /// Moves the blocks that stay down, as many at a time as follow each other.
    fn compact(&mut self) {
        let mut to = self.constants;
        // Those that are yet to be moved.
        let mut run = 0..0;
        for (group, marks) in self.marks.iter().enumerate() {
            let mut marks = *marks;
            let start = self.constants + group * GROUP;
            while marks != 0 {
                let first = marks.trailing_zeros();
                let count = (marks >> first).trailing_ones();
                marks &= u64::MAX.checked_shl(first + count).unwrap_or(0);
                let from = start + first as usize;
                if run.end != from {
                    let count = run.len();
                    self.blocks.copy_within(run, to);
                    to += count;
                    run = from..from;
                }
                run.end = from + count as usize;
            }
        }
        self.blocks.copy_within(run, to);
    }

    /// Bytes of large numbers that survived the last collection.
    pub fn live(&self) -> usize {
        self.live * size_of::<Block>()
    }

    /// Bytes of all numbers and the room for more.
    #[cfg(test)]
    pub fn held(&self) -> usize {
        self.blocks.len() * size_of::<Block>()
    }
}
