//! Words and cells.
//!
//! A word is 64 bits. An even word is a number below 2^62 in magnitude, doubled, or a reference to cells; an odd word is
//! a number in an arena ([`super::arena`]), or [`UNINIT`]. Types are known statically, so numbers and references need no
//! further tag. A reference is the address of its first cell, doubled, in the low half, and for arrays and records
//! their length in the high half, so that an access needs no cell but the one it is for. Address 0 is `null`.
//!
//! Cells live forever, as the language says.

use super::{LimitKind, Limits};

/// A variable without a value.
pub(super) const UNINIT: i64 = -1;
/// The null pointer.
pub(super) const NULL: i64 = 0;
/// Addresses are below: half a word, less the tag.
const MAX_CELLS: usize = 1 << 31;
/// The room there is at first, when it first grows, and by how much from then on.
const FIRST: usize = 1 << 16;
const SECOND: usize = 1 << 22;
const GROWTH: usize = 8;

/// The word of a small number.
pub(super) fn small(n: i64) -> Option<i64> {
    n.checked_mul(2)
}

/// The word for `len` cells from an address on.
#[inline(always)]
pub(super) fn reference(address: usize, len: u32) -> i64 {
    i64::from(len) << 32 | (address as i64) << 1
}

/// The address a reference holds.
#[inline(always)]
pub(super) fn address(word: i64) -> usize {
    (word as u32 >> 1) as usize
}

/// The length a reference to an array holds.
#[inline(always)]
pub(super) fn length(word: i64) -> u64 {
    word as u64 >> 32
}

/// Cells and room for more: how many are in use is counted while running.
#[derive(Debug, Default)]
pub(super) struct Heap {
    /// Invariant: the first one, which null points to, has no value, so that who follows a pointer needs one test for both.
    pub words: Vec<i64>,
    max_cells: usize,
}

impl Heap {
    /// Nothing is left of the run before.
    pub fn reset(&mut self, limits: &Limits) {
        self.max_cells = limits.max_cells.min(MAX_CELLS);
        // Room left by a run with a higher limit would not be counted against the limit of this one.
        self.words.truncate(self.max_cells);
    }

    /// Makes room for `count` cells behind those in use.
    pub fn reserve(&mut self, used: usize, count: usize) -> Result<(), LimitKind> {
        let needed = used + count;
        if needed > self.max_cells {
            return Err(LimitKind::Cells);
        }
        if needed > self.words.len() {
            // Memory that comes zeroed is only touched when it is used: plenty of it costs nothing, and saves copying.
            let room = match self.words.len() {
                0 => FIRST,
                len => len.saturating_mul(GROWTH).max(SECOND),
            };
            let mut longer = vec![0; needed.max(room).min(self.max_cells)];
            let kept = used.min(self.words.len());
            longer[..kept].copy_from_slice(&self.words[..kept]);
            longer[NULL as usize] = UNINIT;
            self.words = longer;
        }
        Ok(())
    }
}
