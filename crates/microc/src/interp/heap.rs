//! Cells and large numbers.
//!
//! A word is 64 bits. An even word is a number below 2^62 in magnitude, doubled, or a reference to cells; an odd word is
//! a number in the side table `bigs`, or [`UNINIT`]. Types are known statically, so numbers and references need no
//! further tag. A reference is the address of its first cell, doubled, in the low half, and for arrays and records
//! their length in the high half, so that an access needs no cell but the one it is for. Address 0 is `null`.
//!
//! Cells live forever, as the language says. Large numbers are collected: every odd word in the registers and cells,
//! whatever its type, is a reference to one, so marking needs no types. A stale register can only keep a number alive
//! too long. A collected number keeps its buffer for the next one.

use num_bigint::BigInt;
use num_traits::ToPrimitive;
use pathfold_base::Integer;

use super::code::{Arith, Cmp};
use super::{LimitKind, Limits};

/// A variable without a value.
pub(super) const UNINIT: i64 = -1;
/// The null pointer.
pub(super) const NULL: i64 = 0;
/// Addresses are below: half a word, less the tag.
const MAX_CELLS: usize = 1 << 31;
/// Bytes of large numbers to make before the first collection.
const MIN_FRESH: usize = 1 << 18;

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

/// Why a slow operation stopped the run.
#[derive(Clone, Copy, Debug)]
pub(super) enum Trap {
    DivisionByZero,
    Limit(LimitKind),
}

#[derive(Debug, Default)]
pub(super) struct Heap {
    /// Cells and room for more: how many are in use is counted while running.
    pub words: Vec<i64>,
    bigs: Vec<BigInt>,
    free: Vec<u32>,
    /// Leading entries of `bigs` that are constants of the program.
    constants: usize,
    max_bits: u64,
    max_cells: usize,
    /// Bytes of large numbers made since the last collection.
    fresh: usize,
    /// Bytes of large numbers that survived it.
    live: usize,
}

impl Heap {
    /// Nothing is left of the run before.
    pub fn reset(&mut self, constants: &[Integer], limits: &Limits) {
        self.bigs.clear();
        self.bigs.extend(constants.iter().map(Integer::to_big));
        self.free.clear();
        self.constants = constants.len();
        self.max_bits = limits.max_bits;
        self.max_cells = limits.max_cells.min(MAX_CELLS);
        // Room left by a run with a higher limit would not be counted against the limit of this one.
        self.words.truncate(self.max_cells);
        self.fresh = 0;
        self.live = 0;
    }

    /// Makes room for `count` cells behind those in use.
    pub fn reserve(&mut self, used: usize, count: usize) -> Result<(), LimitKind> {
        let needed = used + count;
        if needed > self.max_cells {
            return Err(LimitKind::Cells);
        }
        if needed > self.words.len() {
            let room = needed.max(self.words.len() / 2 * 3).max(1 << 10).min(self.max_cells);
            self.words.resize(room, 0);
        }
        Ok(())
    }

    /// The number a word stands for.
    pub fn number(&self, word: i64) -> Integer {
        match self.big(word) {
            Ok(big) => Integer::from(big.clone()),
            Err(n) => Integer::Small(n),
        }
    }

    /// The large number of an odd word, the small one of an even word.
    fn big(&self, word: i64) -> Result<&BigInt, i64> {
        if word & 1 == 0 {
            return Err(word >> 1);
        }
        // Every odd word that is read as a number refers to one.
        self.bigs.get((word >> 1) as usize).ok_or(0)
    }

    /// The word for a number.
    pub fn word(&mut self, number: &Integer) -> Result<i64, Trap> {
        match number.to_i64().and_then(small) {
            Some(word) => Ok(word),
            None => {
                let slot = self.slot();
                self.put(slot, number.to_big())
            }
        }
    }

    /// A free entry of `bigs`, which may still have the buffer of a number that was there.
    fn slot(&mut self) -> usize {
        self.free.pop().map_or_else(
            || {
                self.bigs.push(BigInt::ZERO);
                self.bigs.len() - 1
            },
            |index| index as usize,
        )
    }

    /// The word for a result, which goes into an entry got from `slot`.
    fn put(&mut self, slot: usize, number: BigInt) -> Result<i64, Trap> {
        let bits = number.bits();
        let word = if bits <= 63 { number.to_i64().and_then(small) } else { None };
        self.bigs[slot] = number;
        if let Some(word) = word {
            self.free.push(slot as u32);
            return Ok(word);
        }
        if bits > self.max_bits {
            return Err(Trap::Limit(LimitKind::Bits));
        }
        self.fresh += bytes(bits);
        Ok((slot as i64) << 1 | 1)
    }

    /// Arithmetic that may leave the small numbers.
    #[cold]
    #[inline(never)]
    pub fn arith(&mut self, op: Arith, x: i64, y: i64) -> Result<i64, Trap> {
        if y == 0 && matches!(op, Arith::Div | Arith::Rem) {
            return Err(Trap::DivisionByZero);
        }
        if op == Arith::Mul && self.bits(x) + self.bits(y) > self.max_bits.saturating_add(1) {
            // Known to be too large before an expensive product is made.
            return Err(Trap::Limit(LimitKind::Bits));
        }
        let slot = self.slot();
        let mut out = std::mem::take(&mut self.bigs[slot]);
        match (self.big(x), self.big(y)) {
            (Err(x), Err(y)) => out = exact(op, x.into(), y.into()).into(),
            (Ok(x), Err(y)) => {
                out.clone_from(x);
                match op {
                    Arith::Add => out += y,
                    Arith::Sub => out -= y,
                    Arith::Mul => out *= y,
                    Arith::Div => out /= y,
                    Arith::Rem => out %= y,
                }
            }
            (Err(x), Ok(y)) => match op {
                Arith::Add => {
                    out.clone_from(y);
                    out += x;
                }
                Arith::Sub => {
                    out.clone_from(y);
                    out -= x;
                    out = -out;
                }
                Arith::Mul => {
                    out.clone_from(y);
                    out *= x;
                }
                Arith::Div => out = BigInt::from(x) / y,
                Arith::Rem => out = BigInt::from(x) % y,
            },
            (Ok(x), Ok(y)) => match op {
                Arith::Add => {
                    out.clone_from(x);
                    out += y;
                }
                Arith::Sub => {
                    out.clone_from(x);
                    out -= y;
                }
                Arith::Mul => out = x * y,
                Arith::Div => out = x / y,
                Arith::Rem => out = x % y,
            },
        }
        self.put(slot, out)
    }

    /// How many bits the magnitude of a number has.
    fn bits(&self, word: i64) -> u64 {
        match self.big(word) {
            Ok(big) => big.bits(),
            Err(n) => u64::from(64 - n.unsigned_abs().leading_zeros()),
        }
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
        match (self.big(x), self.big(y)) {
            (Ok(x), Ok(y)) => cmp.holds(x, y),
            // A large number is beyond all small ones: only its sign matters.
            (Ok(x), Err(_)) => cmp.holds(x, &BigInt::ZERO),
            (Err(_), Ok(y)) => cmp.holds(&BigInt::ZERO, y),
            (Err(x), Err(y)) => cmp.holds(&x, &y),
        }
    }

    /// Whether enough large numbers were made that collecting costs less than making them did.
    pub fn is_due(&self, used: usize, registers: usize) -> bool {
        self.fresh > MIN_FRESH + self.live + 8 * (used + registers)
    }

    /// Frees large numbers that neither the cells in use nor `registers` refer to.
    pub fn collect(&mut self, used: usize, registers: &[i64]) {
        let mut marked = vec![false; self.bigs.len()];
        marked[..self.constants].fill(true);
        for word in self.words.iter().take(used).chain(registers) {
            if word & 1 == 1
                && let Some(mark) = usize::try_from(word >> 1).ok().and_then(|index| marked.get_mut(index))
            {
                *mark = true;
            }
        }
        self.free.clear();
        self.live = 0;
        self.fresh = 0;
        let mut kept = 0;
        for (index, mark) in marked.into_iter().enumerate() {
            let size = bytes(self.bigs[index].bits());
            if mark {
                self.live += size;
                continue;
            }
            kept += size;
            if kept > 2 * MIN_FRESH {
                self.bigs[index] = BigInt::ZERO;
            }
            self.free.push(index as u32);
        }
    }
}

/// Arithmetic on small numbers whose result may not be one; a divisor is not zero.
fn exact(op: Arith, x: i128, y: i128) -> i128 {
    match op {
        Arith::Add => x + y,
        Arith::Sub => x - y,
        Arith::Mul => x * y,
        Arith::Div => x / y,
        Arith::Rem => x % y,
    }
}

fn bytes(bits: u64) -> usize {
    bits as usize / 8 + 64
}
