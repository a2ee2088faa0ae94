//! The side table of large numbers. An odd word refers to one: its low half is the entry, doubled and 1; its high half is
//! the number of blocks, of which the last is not zero; the highest bit is its sign. The entry has these blocks, and
//! perhaps room for more.
//!
//! Large numbers are collected: every odd word in the registers and cells, whatever its type, is taken for a reference to
//! one, so marking needs no types. A stale register can only keep a number alive too long. A collected number keeps its
//! buffer for the next one.

use std::cmp::Ordering;

use super::big::{Big, View};
use super::heap::small;
use super::limbs::{self, Block};

/// Bytes of large numbers to make before the first collection: what fits into the fastest cache together.
const MIN_FRESH: usize = 1 << 14;
/// Bytes a large number takes besides its limbs.
const OVERHEAD: usize = 64;
/// Entries are free or in use in groups, one bit each.
const GROUP: usize = u64::BITS as usize;
/// The most entries: fewer than half a word can name, so that no number's word is that of a variable without a value.
const MAX_ENTRIES: usize = (1 << 31) - GROUP;
/// The most blocks a word can say.
pub(super) const MAX_BLOCKS: usize = (1 << 31) - 1;

/// The word of a large number.
#[inline(always)]
pub(super) fn reference(entry: usize, blocks: usize, negative: bool) -> i64 {
    i64::from(negative) << 63 | (blocks as i64) << 32 | (entry as i64) << 1 | 1
}

/// The entry of an odd word.
#[inline(always)]
fn entry_of(word: i64) -> usize {
    (word as u32 >> 1) as usize
}

/// How many blocks the number of an odd word has.
#[inline(always)]
fn blocks_of(word: i64) -> usize {
    ((word as u64) << 1 >> 33) as usize
}

#[derive(Debug, Default)]
pub(super) struct Table {
    buffers: Vec<Box<[Block]>>,
    /// Which entries survived the last collection, in groups; `buffers` has as many.
    used: Vec<u64>,
    /// The first entry of the group that is being filled, and which of its entries are still free. Those behind it are as
    /// `used` says.
    group: usize,
    free: u64,
    /// Leading entries that are constants of the program.
    constants: usize,
    /// Bytes of large numbers that survived the last collection.
    live: usize,
    /// Bytes of large numbers made since.
    fresh: usize,
    /// How many of these there may be before the next one.
    enough: usize,
}

impl Table {
    /// Nothing is left of the run before, the first entries are constants.
    pub fn reset(&mut self, constants: impl ExactSizeIterator<Item = Box<[Block]>>) {
        self.constants = constants.len();
        self.buffers.clear();
        self.buffers.extend(constants);
        self.used.clear();
        self.used.resize(self.constants.div_ceil(GROUP), 0);
        self.buffers.resize_with(self.used.len() * GROUP, Box::default);
        self.start();
        (self.live, self.fresh, self.enough) = (0, 0, MIN_FRESH);
    }

    /// Begins to fill the table again: all entries are free but constants and those that are marked.
    fn start(&mut self) {
        for at in 0..self.constants {
            self.mark(at);
        }
        self.group = 0;
        self.free = self.used.first().map_or(0, |used| !used);
    }

    fn mark(&mut self, entry: usize) -> bool {
        let Some(group) = self.used.get_mut(entry / GROUP) else { return false };
        let bit = 1 << (entry % GROUP);
        let is_new = *group & bit == 0;
        *group |= bit;
        is_new
    }

    /// The number of an odd word.
    #[inline(always)]
    pub fn large(&self, word: i64) -> View<'_> {
        // Every odd word that is read as a number refers to one.
        View { negative: word < 0, blocks: self.buffer(word).get(..blocks_of(word)).unwrap_or_default() }
    }

    /// The blocks of an odd word, and perhaps more.
    #[inline(always)]
    pub fn buffer(&self, word: i64) -> &[Block] {
        self.buffers.get(entry_of(word)).map_or(&[], |buffer| buffer)
    }

    /// The number of a word; `block` gives room for a small one.
    #[inline(always)]
    pub fn view<'a>(&'a self, word: i64, block: &'a mut Block) -> View<'a> {
        if word & 1 == 0 { View::small(word >> 1, block) } else { self.large(word) }
    }

    /// The word for a number, which is moved out if it is large; none where there is no entry left.
    #[inline(always)]
    pub fn keep(&mut self, number: &mut Big) -> Option<i64> {
        if number.blocks() <= 1
            && let Some(word) = number.to_i64().and_then(small)
        {
            return Some(word);
        }
        self.keep_large(number, number.blocks(), number.is_negative())
    }

    /// The word for a large number of so many blocks.
    #[inline(always)]
    pub fn keep_large(&mut self, number: &mut Big, blocks: usize, negative: bool) -> Option<i64> {
        if self.free == 0 && !self.next_group() {
            return None;
        }
        let entry = self.group + self.free.trailing_zeros() as usize;
        self.free &= self.free - 1;
        if number.buffer_mut().len() > 4 * blocks + 64 {
            // A buffer much too long could stay for as long as the number.
            number.resize(blocks);
        }
        std::mem::swap(number.buffer_mut(), self.buffers.get_mut(entry)?);
        self.fresh += size_of::<Block>() * blocks + OVERHEAD;
        Some(reference(entry, blocks, negative))
    }

    /// Goes on to a group with free entries; makes one if there is none.
    #[cold]
    #[inline(never)]
    fn next_group(&mut self) -> bool {
        while self.free == 0 {
            // The first one, if there was none at all.
            self.group += if self.used.is_empty() { 0 } else { GROUP };
            if self.group == self.buffers.len() {
                if self.group + GROUP > MAX_ENTRIES {
                    return false;
                }
                self.used.push(0);
                self.buffers.resize_with(self.group + GROUP, Box::default);
            }
            self.free = self.used.get(self.group / GROUP).map_or(0, |used| !used);
        }
        true
    }

    /// How the numbers of two words compare.
    #[inline(always)]
    pub fn compare(&self, x: i64, y: i64) -> Ordering {
        if x & y & 1 == 0 {
            // A large one is above or below every small one.
            let key = |word: i64| if word & 1 == 0 { word >> 1 } else { (word >> 63) ^ i64::MAX };
            return key(x).cmp(&key(y));
        }
        if x ^ y < 0 {
            return x.cmp(&y);
        }
        let order = limbs::compare(self.large(x).blocks, self.large(y).blocks);
        if x < 0 { order.reverse() } else { order }
    }

    /// Whether it is time for [`Table::collect`].
    #[inline(always)]
    pub fn is_due(&self) -> bool {
        self.fresh > self.enough
    }

    /// Frees large numbers that neither `cells` nor `registers` refer to, if enough were made that this costs less than making
    /// them did. Whether it did.
    pub fn collect(&mut self, cells: &[i64], registers: &[i64]) -> bool {
        let roots = 8 * (cells.len() + registers.len());
        self.enough = MIN_FRESH + self.live + roots;
        if !self.is_due() {
            return false;
        }
        self.used.fill(0);
        self.live = 0;
        for word in cells.iter().chain(registers) {
            if word & 1 == 1 && self.mark(entry_of(*word)) {
                self.live += self.buffers.get(entry_of(*word)).map_or(0, |buffer| bytes(buffer)) + OVERHEAD;
            }
        }
        self.start();
        self.fresh = 0;
        self.enough = MIN_FRESH + self.live + roots;
        // Free buffers are used again, if they are not too many.
        if self.held() > 2 * (MIN_FRESH + self.enough) {
            self.release();
        }
        true
    }

    /// Bytes of large numbers that survived the last collection.
    pub fn live(&self) -> usize {
        self.live
    }

    /// Bytes of all buffers.
    pub fn held(&self) -> usize {
        self.buffers.iter().map(|buffer| bytes(buffer)).sum()
    }

    /// Frees the buffers of all entries that are not in use, and entries at the end.
    #[cold]
    fn release(&mut self) {
        let groups = self.used.iter().rposition(|used| *used != 0).map_or(0, |last| last + 1);
        self.used.truncate(groups);
        self.buffers.truncate(groups * GROUP);
        for (group, used) in self.buffers.chunks_mut(GROUP).zip(&self.used) {
            let free = group.iter_mut().enumerate().filter(|(at, _)| used >> at & 1 == 0);
            free.for_each(|(_, buffer)| *buffer = Box::default());
        }
        self.start();
    }
}

fn bytes(buffer: &[Block]) -> usize {
    size_of_val(buffer)
}
