//! Known numbers that do not fit in a word, while straight code computes with them ([`super::large`]). Each has a place here, which
//! the slots of a frame refer to: copying one copies nothing, and what is made is written into a buffer that was used before.

use std::cmp::Ordering;

use pathfold_base::Integer;
use pathfold_base::long::limbs::Block;
use pathfold_base::long::{self, Divisors, View, Written, blocks_for, blocks_to_divide};
use pathfold_ir::BinaryOp;
use pathfold_term::{Pool, Term, Value as Constant};

use super::arith::{self, WIDE};
use super::registers::Registers;
use crate::code::Slot;
use crate::value::Value;

/// How many large numbers are looked after at once.
const MOST: usize = 16;
const ALL: u32 = (1 << MOST) - 1;

/// Large numbers by the slot that they belong to, which itself holds `Undef` then.
#[derive(Default)]
pub struct LargeNumbers {
    /// By slot that holds `Undef`, the place of its number and one more; zero if it has none. Means nothing for other slots: who
    /// computes with words does not look here.
    of: Vec<u8>,
    /// Places without a slot, a bit each: all that there were when somebody last looked and that were not given since.
    free: u32,
    numbers: [Number; MOST],
    divisors: Divisors,
    /// What operations on long numbers have cost so far, in products of limbs.
    pub work: u64,
}

/// A large number that some slots have, or room for one.
#[derive(Default)]
struct Number {
    /// It, if it fits in two words: most do.
    wide: Option<i128>,
    /// Otherwise so much of these blocks is it; the others are room.
    written: Written,
    blocks: Vec<Block>,
    /// It as a value, if that is known.
    value: Option<Value>,
}

/// A known integer, where it is.
#[derive(Clone, Copy)]
enum Known<'a> {
    Word(i64),
    Wide(i128),
    Long(View<'a>),
}

/// A result: a word, or large at this place among the numbers.
pub enum Computed {
    Word(i64),
    At(usize),
}

impl Number {
    #[inline(always)]
    fn known(&self) -> Known<'_> {
        self.wide.map_or_else(|| Known::Long(self.view()), Known::Wide)
    }

    #[inline(always)]
    fn view(&self) -> View<'_> {
        View { negative: self.written.negative, blocks: &self.blocks[..self.written.blocks] }
    }

    /// Room for so many blocks.
    #[inline(always)]
    fn room(&mut self, blocks: usize) -> &mut [Block] {
        if self.blocks.len() < blocks {
            self.blocks.resize(2 * blocks, Block::default());
        }
        &mut self.blocks
    }

    /// Writes a long number into as many blocks.
    #[inline(always)]
    fn write(&mut self, blocks: usize, write: impl FnOnce(&mut [Block]) -> Written) {
        self.wide = None;
        self.written = write(self.room(blocks));
    }
}

impl Known<'_> {
    #[inline(always)]
    fn to_wide(self) -> Option<i128> {
        match self {
            Known::Word(n) => Some(i128::from(n)),
            Known::Wide(n) => Some(n),
            Known::Long(_) => None,
        }
    }

    /// Its sign and magnitude, for which `room` is if it has none yet.
    #[inline(always)]
    fn view<'r>(&'r self, room: &'r mut Block) -> View<'r> {
        match *self {
            Known::Word(n) => View::small(n, room),
            Known::Wide(n) => {
                let magnitude = n.unsigned_abs();
                *room = [magnitude as u64, (magnitude >> 64) as u64, 0, 0];
                View { negative: n < 0, blocks: std::slice::from_ref(room) }
            }
            Known::Long(view) => view,
        }
    }
}

/// A number, which is at a place without a slot, and the others.
#[inline(always)]
fn apart(numbers: &mut [Number; MOST], at: usize) -> Option<(&mut Number, Others<'_>)> {
    let (before, rest) = numbers.split_at_mut(at);
    let [number, behind @ ..] = rest else { return None };
    Some((number, Others { before, behind }))
}

/// All numbers but one.
struct Others<'n> {
    before: &'n [Number],
    behind: &'n [Number],
}

impl<'n> Others<'n> {
    #[inline(always)]
    fn at(&self, place: usize) -> &'n Number {
        if place < self.before.len() { &self.before[place] } else { &self.behind[place - self.before.len() - 1] }
    }
}

impl LargeNumbers {
    /// No slot of a frame with so many has a large number.
    pub fn begin(&mut self, slots: usize) {
        self.of.clear();
        self.of.resize(slots, 0);
        self.free = ALL;
        self.work = 0;
    }

    /// The place of the number of a slot.
    #[inline(always)]
    fn place<R: Registers>(&self, slots: &R, slot: Slot) -> Option<usize> {
        match *slots.at(slot) {
            Value::Undef => usize::from(self.of[slot as usize]).checked_sub(1),
            _ => None,
        }
    }

    /// The word in a slot, if that is quickly seen.
    #[inline(always)]
    pub fn word<R: Registers>(&self, slots: &R, slot: Slot) -> Option<i64> {
        match *slots.at(slot) {
            Value::Int(n) => Some(n),
            _ => None,
        }
    }

    /// A place for the next number, with a buffer in it; none if there are too many.
    #[inline(always)]
    fn room<R: Registers>(&mut self, slots: &R) -> Option<usize> {
        if self.free == 0 {
            let places = (0..self.of.len() as Slot).filter_map(|slot| self.place(slots, slot));
            self.free = places.fold(ALL, |free, place| free & !(1 << place));
        }
        (self.free != 0).then(|| self.free.trailing_zeros() as usize)
    }

    /// Gives a slot the number at a place.
    #[inline(always)]
    pub fn give<R: Registers>(&mut self, slots: &mut R, slot: Slot, number: usize) {
        self.free &= !(1 << number);
        self.of[slot as usize] = number as u8 + 1;
        slots.set(slot, Value::Undef);
    }

    /// The slot has no number, even if it holds `Undef`.
    #[inline(always)]
    pub fn forget(&mut self, slot: Slot) {
        self.of[slot as usize] = 0;
    }

    /// Copies a slot.
    #[inline(always)]
    pub fn copy<R: Registers>(&mut self, slots: &mut R, dst: Slot, from: Slot) {
        // A test for each of the two that are common: a choice between all kinds of values would be mispredicted.
        if let Some(n) = self.word(slots, from) {
            slots.set(dst, Value::Int(n));
        } else if let Value::Undef = *slots.at(from) {
            self.of[dst as usize] = self.of[from as usize];
            slots.set(dst, Value::Undef);
        } else {
            copy_other(slots, dst, from);
        }
    }

    /// Where the number of a slot is, if it is large: there is none in here for a term yet. False if there is no room.
    #[inline(always)]
    fn bring<R: Registers>(&mut self, pool: &Pool, slots: &mut R, slot: Slot) -> bool {
        match *slots.at(slot) {
            Value::Term(term) => self.bring_term(pool, slots, (slot, term)),
            _ => true,
        }
    }

    #[inline(never)]
    fn bring_term<R: Registers>(&mut self, pool: &Pool, slots: &mut R, (slot, term): (Slot, Term)) -> bool {
        // Small ones are known without.
        let Some(Constant::Int(Integer::Big(n))) = pool.value(term) else { return true };
        let Some(place) = self.room(slots) else { return false };
        let number = &mut self.numbers[place];
        number.write(blocks_for(n.iter_u64_digits().len()), |out| long::write(out, n));
        number.value = Some(Value::Term(term));
        self.give(slots, slot, place);
        true
    }

    /// The result of an operation on known integers.
    #[inline(always)]
    pub fn compute<R: Registers>(
        &mut self,
        pool: &Pool,
        max_bits: u64,
        slots: &mut R,
        (op, a, b): (BinaryOp, Slot, Slot),
    ) -> Option<Computed> {
        if op == BinaryOp::Add
            && let Some(number) = self.joint(slots, a, b)
        {
            return Some(Computed::At(number));
        }
        self.any(pool, max_bits, slots, (op, a, b))
    }

    /// The place of the sum of two long numbers with the same sign: neither is a word, so that is none. What is done most often, and
    /// so written that nothing goes through memory on the way.
    #[inline(never)]
    fn joint<R: Registers>(&mut self, slots: &R, a: Slot, b: Slot) -> Option<usize> {
        let (x, y, room) = (self.place(slots, a)?, self.place(slots, b)?, self.room(slots)?);
        let (number, others) = apart(&mut self.numbers, room)?;
        let (x, y) = (others.at(x), others.at(y));
        if x.wide.is_some() || y.wide.is_some() || x.written.negative != y.written.negative {
            return None;
        }
        number.value = None;
        let (x, y) = (x.view(), y.view());
        let blocks = x.blocks.len().max(y.blocks.len());
        self.work = self.work.saturating_add(cost_of_sum(blocks));
        number.wide = None;
        number.written = long::sum(number.room(blocks + 1), x, y);
        Some(room)
    }

    #[inline(never)]
    fn any<R: Registers>(
        &mut self,
        pool: &Pool,
        max_bits: u64,
        slots: &mut R,
        (op, a, b): (BinaryOp, Slot, Slot),
    ) -> Option<Computed> {
        if !self.bring(pool, slots, a) || !self.bring(pool, slots, b) {
            return None;
        }
        let room = self.room(slots)?;
        let (x_at, y_at) = (self.place(slots, a), self.place(slots, b));
        let (number, others) = apart(&mut self.numbers, room)?;
        number.value = None;
        let known = |at: Option<usize>, slot| match at {
            Some(at) => Some(others.at(at).known()),
            None => known(pool, slots, slot),
        };
        let (x, y) = (known(x_at, a)?, known(y_at, b)?);
        if max_bits >= WIDE
            && let (Some(x), Some(y)) = (x.to_wide(), y.to_wide())
            && let Some(wide) = arith::wides(op, x, y)
        {
            if let Ok(word) = i64::try_from(wide) {
                return Some(Computed::Word(word));
            }
            number.wide = Some(wide);
            return Some(Computed::At(room));
        }
        let (mut left, mut right) = Default::default();
        let (x, y) = (x.view(&mut left), y.view(&mut right));
        match op {
            BinaryOp::Add | BinaryOp::Sub => {
                let blocks = x.blocks.len().max(y.blocks.len());
                self.work = self.work.saturating_add(cost_of_sum(blocks));
                if op == BinaryOp::Add {
                    number.write(blocks + 1, |out| long::sum(out, x, y));
                } else {
                    number.write(blocks + 1, |out| long::difference(out, x, y));
                }
            }
            BinaryOp::Mul => {
                // As `exact` has it.
                if x.bits() + y.bits() > max_bits {
                    return None;
                }
                self.work = self.work.saturating_add(cost(x, y));
                number.write(x.blocks.len() + y.blocks.len() + 1, |out| long::product(out, x, y));
            }
            BinaryOp::SDiv | BinaryOp::SRem => {
                if y.blocks.is_empty() {
                    return None;
                }
                self.work = self.work.saturating_add(cost(x, y));
                let divisors = &mut self.divisors;
                number.write(blocks_to_divide(x.limbs().len()), |out| match divisors.divide(out, x, y) {
                    Some(divided) if op == BinaryOp::SRem => divided.remainder,
                    Some(divided) => {
                        let end = divided.behind + divided.quotient.blocks;
                        out.copy_within(divided.behind..end, 0);
                        divided.quotient
                    }
                    // What is divided is shorter.
                    None if op == BinaryOp::SRem => {
                        out[..x.blocks.len()].copy_from_slice(x.blocks);
                        Written { blocks: x.blocks.len(), negative: x.negative }
                    }
                    None => Written::default(),
                });
            }
            _ => return None,
        }
        if number.written.blocks <= 1
            && let Some(word) = number.view().to_i64()
        {
            return Some(Computed::Word(word));
        }
        Some(Computed::At(room))
    }

    /// How two known integers compare.
    #[inline(never)]
    pub fn order<R: Registers>(&mut self, pool: &Pool, slots: &mut R, a: Slot, b: Slot) -> Option<Ordering> {
        if !self.bring(pool, slots, a) || !self.bring(pool, slots, b) {
            return None;
        }
        let known = |slot| match self.place(slots, slot) {
            Some(number) => Some(self.numbers[number].known()),
            None => known(pool, slots, slot),
        };
        let (x, y) = (known(a)?, known(b)?);
        if let (Some(x), Some(y)) = (x.to_wide(), y.to_wide()) {
            return Some(x.cmp(&y));
        }
        let (mut left, mut right) = Default::default();
        Some(x.view(&mut left).compare(y.view(&mut right)))
    }

    /// Gives all slots their values themselves.
    pub fn end<R: Registers>(&mut self, pool: &mut Pool, slots: &mut R) {
        for slot in 0..self.of.len() as Slot {
            let Some(place) = self.place(slots, slot) else { continue };
            let number = &mut self.numbers[place];
            let value = number.value.unwrap_or_else(|| match number.wide {
                Some(wide) => Value::from_i128(pool, wide),
                None => Value::from_integer(pool, number.view().to_big().into()),
            });
            number.value = Some(value);
            slots.set(slot, value);
        }
    }
}

/// What it takes to add, in products of limbs.
fn cost_of_sum(blocks: usize) -> u64 {
    4 * blocks as u64
}

/// The same to multiply or divide.
fn cost(x: View<'_>, y: View<'_>) -> u64 {
    x.blocks.len().saturating_mul(y.blocks.len()).saturating_mul(16) as u64
}

/// Copies a slot with a value of some other kind.
#[inline(never)]
fn copy_other<R: Registers>(slots: &mut R, dst: Slot, from: Slot) {
    slots.copy(dst, from);
}

/// What is in a slot that has no large number.
#[inline(always)]
fn known<R: Registers>(pool: &Pool, slots: &R, slot: Slot) -> Option<Known<'static>> {
    let value = *slots.at(slot);
    match value {
        Value::Int(n) => Some(Known::Word(n)),
        Value::Wide { .. } => value.to_i128().map(Known::Wide),
        Value::Term(term) => match pool.value(term)? {
            Constant::Int(n) => n.to_i64().map(Known::Word),
            Constant::Bool(_) | Constant::Bits(_) | Constant::Fp(..) | Constant::Array(_) => None,
        },
        Value::Undef
        | Value::Bool(_)
        | Value::Bits { .. }
        | Value::Ptr { .. }
        | Value::PtrTerm { .. }
        | Value::Function(_)
        | Value::F32(_)
        | Value::F64(_) => None,
    }
}
