//! The side table of large numbers, and arithmetic that may need it.
//!
//! Large numbers are collected: every odd word in the registers and cells, whatever its type, is a reference to one, so
//! marking needs no types. A stale register can only keep a number alive too long. A collected number keeps its buffer
//! for the next one.

use std::cmp::Ordering;

use num_bigint::BigInt;
use pathfold_base::Integer;

use super::big::{Big, View};
use super::code::{Arith, Cmp};
use super::heap::small;
use super::{LimitKind, Limits};

/// Bytes of large numbers to make before the first collection: what fits into the fastest cache together.
const MIN_FRESH: usize = 1 << 14;
/// Bytes a large number takes besides its limbs.
const OVERHEAD: usize = 64;

/// Why a slow operation stopped the run.
#[derive(Clone, Copy, Debug)]
pub(super) enum Trap {
    DivisionByZero,
    Limit(LimitKind),
}

#[derive(Debug, Default)]
pub(super) struct Numbers {
    bigs: Vec<Big>,
    free: Vec<u32>,
    /// Leading entries of `bigs` that are constants of the program.
    constants: usize,
    max_bits: u64,
    /// Which entries of `bigs` are in use; empty but for its buffer between collections.
    marked: Vec<bool>,
    /// Bytes of large numbers made since the last collection.
    fresh: usize,
    /// Bytes of large numbers that survived it.
    live: usize,
}

impl Numbers {
    /// Nothing is left of the run before.
    pub fn reset(&mut self, constants: &[Integer], limits: &Limits) {
        self.bigs.clear();
        self.bigs.extend(constants.iter().map(|n| Big::from(&n.to_big())));
        self.free.clear();
        self.constants = constants.len();
        self.max_bits = limits.max_bits;
        self.fresh = 0;
        self.live = 0;
    }

    /// The number a word stands for.
    pub fn number(&self, word: i64) -> Integer {
        match self.big(word) {
            Ok(big) => Integer::from(BigInt::from(big)),
            Err(n) => Integer::Small(n),
        }
    }

    /// The large number of an odd word, the small one of an even word.
    fn big(&self, word: i64) -> Result<&Big, i64> {
        if word & 1 == 0 {
            return Err(word >> 1);
        }
        // Every odd word that is read as a number refers to one.
        self.bigs.get((word >> 1) as usize).ok_or(0)
    }

    /// The number of a word to read; `limb` gives room for a small one.
    fn view<'a>(&'a self, word: i64, limb: &'a mut [u64; 1]) -> View<'a> {
        match self.big(word) {
            Ok(big) => big.view(),
            Err(n) => View::small(n, limb),
        }
    }

    /// The word for a number.
    pub fn word(&mut self, number: &Integer) -> Result<i64, Trap> {
        match number.to_i64().and_then(small) {
            Some(word) => Ok(word),
            None => {
                let slot = self.slot();
                self.put(slot, Big::from(&number.to_big()))
            }
        }
    }

    /// A free entry of `bigs`, which may still have the buffer of a number that was there.
    fn slot(&mut self) -> usize {
        self.free.pop().map_or_else(
            || {
                self.bigs.push(Big::default());
                self.bigs.len() - 1
            },
            |index| index as usize,
        )
    }

    /// The word for a result, which goes into an entry got from `slot`.
    fn put(&mut self, slot: usize, number: Big) -> Result<i64, Trap> {
        let word = number.to_i64().and_then(small);
        let bits = number.view().bits();
        self.bigs[slot] = number;
        if let Some(word) = word {
            self.free.push(slot as u32);
            return Ok(word);
        }
        if bits > self.max_bits {
            return Err(Trap::Limit(LimitKind::Bits));
        }
        self.fresh += bits as usize / 8 + OVERHEAD;
        Ok((slot as i64) << 1 | 1)
    }

    /// Arithmetic that may leave the small numbers.
    #[cold]
    #[inline(never)]
    pub fn arith(&mut self, op: Arith, x: i64, y: i64) -> Result<i64, Trap> {
        if y == 0 && matches!(op, Arith::Div | Arith::Rem) {
            return Err(Trap::DivisionByZero);
        }
        let slot = self.slot();
        let mut out = std::mem::take(&mut self.bigs[slot]);
        let (mut x_limb, mut y_limb) = ([0], [0]);
        let (x, y) = (self.view(x, &mut x_limb), self.view(y, &mut y_limb));
        if op == Arith::Mul && x.bits() + y.bits() > self.max_bits.saturating_add(1) {
            // Known to be too large before an expensive product is made.
            return Err(Trap::Limit(LimitKind::Bits));
        }
        out.set(op, x, y);
        self.put(slot, out)
    }

    /// `x + y * z + w`, of which any part may leave the small numbers.
    #[cold]
    #[inline(never)]
    pub fn mul_add(&mut self, x: i64, y: i64, z: i64, w: i64) -> Result<i64, Trap> {
        let product = self.arith(Arith::Mul, y, z)?;
        let sum = self.arith(Arith::Add, x, product)?;
        self.arith(Arith::Add, sum, w)
    }

    /// Comparison of which at least one side is large.
    #[cold]
    #[inline(never)]
    pub fn compare(&self, cmp: Cmp, x: i64, y: i64) -> bool {
        let (mut x_limb, mut y_limb) = ([0], [0]);
        cmp.holds(&self.view(x, &mut x_limb).cmp(self.view(y, &mut y_limb)), &Ordering::Equal)
    }

    /// Whether enough large numbers were made that collecting costs less than making them did.
    pub fn is_due(&self, used: usize, registers: usize) -> bool {
        self.fresh > MIN_FRESH + self.live + 8 * (used + registers)
    }

    /// Frees large numbers that neither `cells` nor `registers` refer to.
    pub fn collect(&mut self, cells: &[i64], registers: &[i64]) {
        let mut marked = std::mem::take(&mut self.marked);
        marked.clear();
        marked.resize(self.bigs.len(), false);
        marked[..self.constants].fill(true);
        for word in cells.iter().chain(registers) {
            if word & 1 == 1
                && let Some(mark) = usize::try_from(word >> 1).ok().and_then(|index| marked.get_mut(index))
            {
                *mark = true;
            }
        }
        self.free.clear();
        self.live = 0;
        self.fresh = 0;
        // Free entries at the start keep their buffers and are used first; those at the end go.
        let (mut kept, mut len) = (0, 0);
        for (index, (mark, big)) in marked.iter().zip(&mut self.bigs).enumerate() {
            let size = big.bytes() + OVERHEAD;
            if *mark {
                self.live += size;
                len = index + 1;
                continue;
            }
            kept += size;
            if kept > 2 * MIN_FRESH {
                *big = Big::default();
            } else {
                len = index + 1;
            }
            self.free.push(index as u32);
        }
        self.bigs.truncate(len);
        self.free.retain(|index| (*index as usize) < len);
        self.free.reverse();
        self.marked = marked;
    }
}
