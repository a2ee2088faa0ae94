//! Straight work with known numbers that do not fit in a word. Results stay here and only become terms when an
//! instruction needs them as such: terms are kept for ever, and finding out whether a number is one already reads it.

use std::cmp::Ordering;

use pathfold_base::Integer;
use pathfold_ir::{BinaryOp, CompareOp};
use pathfold_term::Value as Constant;
use smallvec::SmallVec;

use super::arith::{self, WIDE};
use super::cursor::Cursor;
use super::registers::Registers;
use super::{MOST_MOVED, Machine};
use crate::code::{FuncCode, Instr, Slot};
use crate::value::Value;

/// Code that runs so many instructions without a large number is better off elsewhere.
const PATIENCE: u32 = 32;
/// How many large numbers are looked after at once.
const MOST: usize = 16;
/// What is spent on long numbers before somebody looks at the clock: some milliseconds.
const MOST_WORK: u64 = 64 * MOST_MOVED;

/// Large numbers by the slot that they belong to. What the slot itself holds means nothing then.
#[derive(Default)]
struct Numbers {
    /// Which number a slot has, in no order.
    of: SmallVec<[(Slot, u8); MOST]>,
    /// For the slots above, by their lowest bits: most slots have no large number.
    taken: u64,
    numbers: SmallVec<[Number; MOST]>,
    /// What operations on long numbers have cost so far, in products of limbs.
    work: u64,
}

/// A large number that some slots have.
#[derive(Default)]
struct Number {
    /// It, if it fits in two words: most do.
    wide: Option<i128>,
    /// It otherwise. Without slots, a buffer for the next one.
    long: Integer,
    /// How many slots have it.
    slots: u32,
}

impl Number {
    fn known(&self) -> Known<'_> {
        self.wide.map_or(Known::Large(&self.long), Known::Wide)
    }
}

impl Numbers {
    #[inline]
    fn place(&self, slot: Slot) -> Option<usize> {
        if self.taken >> (slot % 64) & 1 == 0 {
            return None;
        }
        self.of.iter().position(|(of, _)| *of == slot)
    }

    /// The word in a slot, if that is quickly seen.
    #[inline(always)]
    fn word<R: Registers>(&self, slots: &R, slot: Slot) -> Option<i64> {
        match *slots.at(slot) {
            Value::Int(n) if self.taken >> (slot % 64) & 1 == 0 => Some(n),
            _ => None,
        }
    }

    #[inline]
    fn get(&self, slot: Slot) -> Option<Known<'_>> {
        let (_, number) = self.of[self.place(slot)?];
        Some(self.numbers[usize::from(number)].known())
    }

    /// A place for the next number, with a buffer in it; none if there are too many.
    fn room(&mut self) -> Option<usize> {
        if let Some(free) = self.numbers.iter().position(|number| number.slots == 0) {
            return Some(free);
        }
        (self.numbers.len() < MOST).then(|| {
            self.numbers.push(Number::default());
            self.numbers.len() - 1
        })
    }

    /// Gives a slot the number at a place.
    fn give(&mut self, slot: Slot, number: usize) {
        self.numbers[number].slots += 1;
        match self.place(slot) {
            Some(place) => {
                let (_, before) = std::mem::replace(&mut self.of[place], (slot, number as u8));
                self.numbers[usize::from(before)].slots -= 1;
            }
            None => {
                self.of.push((slot, number as u8));
                self.taken |= 1 << (slot % 64);
            }
        }
    }

    #[inline]
    fn forget(&mut self, slot: Slot) {
        if let Some(place) = self.place(slot) {
            let (_, before) = self.of.swap_remove(place);
            self.numbers[usize::from(before)].slots -= 1;
            self.taken = self.of.iter().fold(0, |taken, (slot, _)| taken | 1 << (slot % 64));
        }
    }
}

/// A known integer, where it is.
#[derive(Clone, Copy)]
enum Known<'a> {
    Word(i64),
    Wide(i128),
    Large(&'a Integer),
}

impl<'a> Known<'a> {
    #[inline(always)]
    fn to_wide(self) -> Option<i128> {
        match self {
            Known::Word(n) => Some(i128::from(n)),
            Known::Wide(n) => Some(n),
            Known::Large(_) => None,
        }
    }

    /// The number itself, in `room` if it is not yet one.
    fn borrow(self, room: &'a mut Integer) -> &'a Integer {
        match self {
            Known::Word(n) => *room = n.into(),
            Known::Wide(n) => *room = n.into(),
            Known::Large(n) => return n,
        }
        room
    }
}

impl Machine<'_> {
    /// Runs from the cursor on as long as instructions compute with known integers; false if not even the first does.
    // Numbers are exact and nothing is decided here, so where it stops changes no result.
    #[inline(never)]
    pub(super) fn large<R: Registers>(&mut self, function: &FuncCode, slots: &mut R, cursor: &mut Cursor) -> bool {
        let mut numbers = Numbers::default();
        let (mut progress, mut small) = (false, 0);
        loop {
            let instr = function.instrs[cursor.pc].plain();
            // The operation, if this is arithmetic.
            let arithmetic = match instr {
                Instr::Add(dst, a, b) => Some((BinaryOp::Add, dst, a, b)),
                Instr::Sub(dst, a, b) => Some((BinaryOp::Sub, dst, a, b)),
                Instr::Mul(dst, a, b) => Some((BinaryOp::Mul, dst, a, b)),
                Instr::Binary(op, dst, a, b) => Some((op, dst, a, b)),
                _ => None,
            };
            let mut target = None;
            small += 1;
            if let Some((op, dst, a, b)) = arithmetic {
                match self.compute(&mut numbers, slots, (op, a, b)) {
                    Some(Computed::Word(word)) => {
                        numbers.forget(dst);
                        slots.set(dst, Value::Int(word));
                    }
                    Some(Computed::At(number)) => {
                        numbers.give(dst, number);
                        small = 0;
                    }
                    None => break,
                }
            } else {
                match instr {
                    Instr::Move(dst, from) => match numbers.place(from) {
                        Some(_) if numbers.of.len() == MOST => break,
                        Some(place) => numbers.give(dst, usize::from(numbers.of[place].1)),
                        None => {
                            numbers.forget(dst);
                            slots.copy(dst, from);
                        }
                    },
                    Instr::Constant(dst, index) => {
                        numbers.forget(dst);
                        slots.set(dst, function.constants[index as usize]);
                    }
                    Instr::Cover(segment) => self.coverage.reach(segment),
                    Instr::Edge(edge) => self.coverage.take(edge),
                    Instr::Jump(to) => target = Some(to),
                    Instr::CompareBranch(op, a, b, then, otherwise) => {
                        let order = match (numbers.word(slots, a), numbers.word(slots, b)) {
                            (Some(x), Some(y)) => Some(x.cmp(&y)),
                            _ => self.order(&numbers, slots, a, b),
                        };
                        let Some(order) = order else { break };
                        let Some(holds) = holds(op, order) else { break };
                        target = Some(if holds { then } else { otherwise });
                    }
                    // Whatever else there is: the others know what to do.
                    _ => break,
                }
            }
            progress = true;
            let goes_on = match target {
                None => {
                    cursor.next();
                    true
                }
                Some(target) => cursor.jump(target as usize),
            };
            if !goes_on || small > PATIENCE || numbers.work > MOST_WORK {
                break;
            }
        }
        self.moved += numbers.work / (MOST_WORK / MOST_MOVED);
        for (slot, number) in numbers.of {
            let value = match &numbers.numbers[usize::from(number)] {
                Number { wide: Some(wide), .. } => Value::from_i128(self.pool, *wide),
                Number { wide: None, long, .. } => Value::from_integer(self.pool, long.clone()),
            };
            slots.set(slot, value);
        }
        progress
    }

    /// The result of an operation on known integers.
    #[inline]
    fn compute<R: Registers>(
        &self,
        numbers: &mut Numbers,
        slots: &R,
        (op, a, b): (BinaryOp, Slot, Slot),
    ) -> Option<Computed> {
        if let (Some(x), Some(y)) = (numbers.word(slots, a), numbers.word(slots, b))
            && let Some(word) = arith::words(op, x, y)
        {
            return Some(Computed::Word(word));
        }
        let room = numbers.room().filter(|_| numbers.of.len() < MOST)?;
        // A buffer that no slot has.
        let mut result = std::mem::take(&mut numbers.numbers[room].long);
        let (x, y) = (self.known(numbers, slots, a)?, self.known(numbers, slots, b)?);
        if self.max_bits >= WIDE
            && let (Some(x), Some(y)) = (x.to_wide(), y.to_wide())
            && let Some(wide) = arith::wides(op, x, y)
        {
            if let Ok(word) = i64::try_from(wide) {
                return Some(Computed::Word(word));
            }
            let number = &mut numbers.numbers[room];
            (number.wide, number.long) = (Some(wide), result);
            return Some(Computed::At(room));
        }
        let (mut left, mut right) = (Integer::ZERO, Integer::ZERO);
        let (x, y) = (x.borrow(&mut left), y.borrow(&mut right));
        match op {
            BinaryOp::Add => result.set_sum(x, y),
            BinaryOp::Sub => result.set_difference(x, y),
            _ => result = self.exact(op, x, y)?,
        }
        // Somebody must look at the clock even if few instructions take very long; sums do not.
        if !matches!(op, BinaryOp::Add | BinaryOp::Sub) {
            let work = (x.bit_length() / 64).saturating_mul(y.bit_length() / 64);
            numbers.work = numbers.work.saturating_add(work);
        }
        match result.to_i64() {
            Some(word) => Some(Computed::Word(word)),
            None => {
                let number = &mut numbers.numbers[room];
                (number.wide, number.long) = (None, result);
                Some(Computed::At(room))
            }
        }
    }

    /// How two known integers compare.
    fn order<R: Registers>(&self, numbers: &Numbers, slots: &R, a: Slot, b: Slot) -> Option<Ordering> {
        let (mut left, mut right) = (Integer::ZERO, Integer::ZERO);
        let (x, y) = (self.known(numbers, slots, a)?, self.known(numbers, slots, b)?);
        if let (Some(x), Some(y)) = (x.to_wide(), y.to_wide()) {
            return Some(x.cmp(&y));
        }
        Some(x.borrow(&mut left).cmp(y.borrow(&mut right)))
    }

    #[inline(always)]
    fn known<'n, R: Registers>(&'n self, numbers: &'n Numbers, slots: &R, slot: Slot) -> Option<Known<'n>> {
        if let Some(number) = numbers.get(slot) {
            return Some(number);
        }
        let value = *slots.at(slot);
        match value {
            Value::Int(n) => Some(Known::Word(n)),
            Value::Wide { .. } => value.to_i128().map(Known::Wide),
            Value::Term(term) => match self.pool.value(term) {
                Some(Constant::Int(n)) => Some(n.to_i128().map_or(Known::Large(n), Known::Wide)),
                Some(Constant::Bool(_) | Constant::Bits(_) | Constant::Fp(..) | Constant::Array(_)) | None => None,
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
}

/// A result: a word, or large at this place among the numbers.
enum Computed {
    Word(i64),
    At(usize),
}

fn holds(op: CompareOp, order: Ordering) -> Option<bool> {
    match op {
        CompareOp::Eq => Some(order.is_eq()),
        CompareOp::Ne => Some(order.is_ne()),
        CompareOp::Slt => Some(order.is_lt()),
        CompareOp::Sle => Some(order.is_le()),
        CompareOp::Ult | CompareOp::Ule | CompareOp::FEq | CompareOp::FLt | CompareOp::FLe => None,
    }
}
