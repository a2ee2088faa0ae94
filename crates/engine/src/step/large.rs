//! Straight work with known numbers that do not fit in a word. Results stay here and only become terms when an
//! instruction needs them as such: terms are kept for ever, and finding out whether a number is one already reads it.

use std::cmp::Ordering;

use num_bigint::{BigInt, BigUint, Sign};
use num_traits::ToPrimitive;
use pathfold_base::Integer;
use pathfold_ir::{BinaryOp, CompareOp};
use pathfold_term::Value as Constant;
use smallvec::SmallVec;

use super::arith::{self, WIDE};
use super::cursor::Cursor;
use super::registers::Registers;
use super::{MOST_MOVED, Machine};
use crate::code::{FuncCode, Instr, LARGE_FRAME, Slot};
use crate::value::Value;

/// Code that runs so many instructions without a large number is better off elsewhere.
const PATIENCE: u32 = 32;
/// How many large numbers are looked after at once.
const MOST: usize = 16;
/// What is spent on long numbers before somebody looks at the clock: some milliseconds.
const MOST_WORK: u64 = 64 * MOST_MOVED;

/// Large numbers by the slot that they belong to. What the slot itself holds means nothing then.
struct Numbers<'s> {
    /// By slot, the place of its number and one more; zero for none.
    of: &'s mut [u8],
    numbers: SmallVec<[Number; MOST]>,
    /// What operations on long numbers have cost so far, in products of limbs.
    work: u64,
}

/// A large number that some slots have.
#[derive(Default)]
struct Number {
    /// It, if it fits in two words: most do.
    wide: Option<i128>,
    /// Its sign and magnitude otherwise. Without slots, a buffer for the next one.
    negative: bool,
    long: BigUint,
    /// How many slots have it.
    slots: u32,
}

impl Number {
    #[inline(always)]
    fn known(&self) -> Known<'_> {
        self.wide.map_or(Known::Large(self.negative, &self.long), Known::Wide)
    }
}

impl Numbers<'_> {
    /// The place of the number of a slot.
    #[inline(always)]
    fn place(&self, slot: Slot) -> Option<usize> {
        usize::from(self.of[slot as usize]).checked_sub(1)
    }

    /// The word in a slot, if that is quickly seen.
    #[inline(always)]
    fn word<R: Registers>(&self, slots: &R, slot: Slot) -> Option<i64> {
        match *slots.at(slot) {
            Value::Int(n) if self.of[slot as usize] == 0 => Some(n),
            _ => None,
        }
    }

    /// A place for the next number, with a buffer in it; none if there are too many.
    #[inline]
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
    #[inline(always)]
    fn give(&mut self, slot: Slot, number: usize) {
        self.numbers[number].slots += 1;
        self.forget(slot);
        self.of[slot as usize] = number as u8 + 1;
    }

    #[inline(always)]
    fn forget(&mut self, slot: Slot) {
        if let Some(before) = self.place(slot) {
            self.numbers[before].slots -= 1;
            self.of[slot as usize] = 0;
        }
    }
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

/// A known integer, where it is.
#[derive(Clone, Copy)]
enum Known<'a> {
    Word(i64),
    Wide(i128),
    /// Whether it is negative, and its magnitude.
    Large(bool, &'a BigUint),
}

impl Known<'_> {
    #[inline(always)]
    fn to_wide(self) -> Option<i128> {
        match self {
            Known::Word(n) => Some(i128::from(n)),
            Known::Wide(n) => Some(n),
            Known::Large(..) => None,
        }
    }

    /// Whether it is negative, and its magnitude, in `room` if it is not yet one.
    #[inline(always)]
    fn borrow<'r>(&'r self, room: &'r mut BigUint) -> (bool, &'r BigUint) {
        match *self {
            Known::Word(n) => *room = n.unsigned_abs().into(),
            Known::Wide(n) => *room = n.unsigned_abs().into(),
            Known::Large(negative, n) => return (negative, n),
        }
        (self.to_wide().is_some_and(|n| n < 0), room)
    }

    fn is_zero(self) -> bool {
        matches!(self, Known::Word(0))
    }

    /// How many bits its magnitude has.
    fn bits(self) -> u64 {
        match self {
            Known::Word(n) => u64::from(64 - n.unsigned_abs().leading_zeros()),
            Known::Wide(n) => u64::from(128 - n.unsigned_abs().leading_zeros()),
            Known::Large(_, n) => n.bits(),
        }
    }

    fn cmp(self, other: Known<'_>) -> Ordering {
        if let (Some(a), Some(b)) = (self.to_wide(), other.to_wide()) {
            return a.cmp(&b);
        }
        let (mut left, mut right) = (BigUint::ZERO, BigUint::ZERO);
        match (self.borrow(&mut left), other.borrow(&mut right)) {
            ((false, a), (false, b)) => a.cmp(b),
            ((true, a), (true, b)) => b.cmp(a),
            ((true, _), (false, _)) => Ordering::Less,
            ((false, _), (true, _)) => Ordering::Greater,
        }
    }
}

impl Number {
    /// Makes it a sum of numbers by sign and magnitude, in the buffer that it has.
    #[inline(always)]
    fn set_sum(&mut self, x: (bool, &BigUint), y: (bool, &BigUint)) {
        // What is longer is copied, what is shorter added or taken away.
        let (more, less) = if x.1.bits() < y.1.bits() || x.0 != y.0 && x.1 < y.1 { (y, x) } else { (x, y) };
        self.long.clone_from(more.1);
        if more.0 == less.0 {
            self.long += less.1;
        } else {
            self.long -= less.1;
        }
        self.negative = more.0;
    }

    /// The word that it is, if it is one.
    #[inline(always)]
    fn word(&self) -> Option<i64> {
        if self.long.bits() > 64 {
            return None;
        }
        let magnitude = i128::from(self.long.to_u64()?);
        i64::try_from(if self.negative { -magnitude } else { magnitude }).ok()
    }

    /// The integer, which is no longer here then.
    fn take(&mut self) -> Integer {
        let sign = if self.negative { Sign::Minus } else { Sign::Plus };
        BigInt::from_biguint(sign, std::mem::take(&mut self.long)).into()
    }
}

impl Machine<'_> {
    /// Runs from the cursor on as long as instructions compute with known integers; false if not even the first does.
    // Numbers are exact and nothing is decided here, so where it stops changes no result.
    #[inline(never)]
    pub(super) fn large<R: Registers>(&mut self, function: &FuncCode, slots: &mut R, cursor: &mut Cursor) -> bool {
        let mut of = SmallVec::<[u8; LARGE_FRAME]>::from_elem(0, function.template.count());
        let mut numbers = Numbers { of: &mut of, numbers: SmallVec::new(), work: 0 };
        // Apart from who called, so that it stays in machine registers.
        let mut at = *cursor;
        let (mut small, mut worked) = (0, false);
        macro_rules! arithmetic {
            ($op:expr, $dst:expr, $a:expr, $b:expr) => {{
                match self.compute(&mut numbers, slots, ($op, $a, $b)) {
                    Some(Computed::Word(word)) => {
                        numbers.forget($dst);
                        slots.set($dst, Value::Int(word));
                    }
                    Some(Computed::At(number)) => {
                        numbers.give($dst, number);
                        small = 0;
                        worked = numbers.work > MOST_WORK;
                    }
                    None => break,
                }
            }};
        }
        // Straight code cannot run away: where control jumps is where it may stop.
        macro_rules! jump {
            ($target:expr) => {{
                if !at.jump($target as usize) || small > PATIENCE {
                    break;
                }
                continue;
            }};
        }
        macro_rules! branch {
            ($op:expr, $a:expr, $b:expr, $then:expr, $otherwise:expr) => {{
                let order = match (numbers.word(slots, $a), numbers.word(slots, $b)) {
                    (Some(x), Some(y)) => Some(x.cmp(&y)),
                    _ => self.order(&numbers, slots, $a, $b),
                };
                let Some(holds) = order.and_then(|order| holds($op, order)) else { break };
                jump!(if holds { $then } else { $otherwise })
            }};
        }
        loop {
            small += 1;
            match function.instrs[at.pc] {
                Instr::Add(dst, a, b) | Instr::AddWord(dst, a, b, _) => arithmetic!(BinaryOp::Add, dst, a, b),
                Instr::Sub(dst, a, b) | Instr::SubWord(dst, a, b, _) => arithmetic!(BinaryOp::Sub, dst, a, b),
                Instr::Mul(dst, a, b) => arithmetic!(BinaryOp::Mul, dst, a, b),
                Instr::Div(dst, a, b) | Instr::DivPower(dst, a, b, _) => arithmetic!(BinaryOp::SDiv, dst, a, b),
                Instr::Binary(op, dst, a, b) => arithmetic!(op, dst, a, b),
                Instr::Move(dst, from) => match numbers.place(from) {
                    Some(number) => numbers.give(dst, number),
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
                Instr::Jump(to) => jump!(to),
                Instr::CompareBranch(op, a, b, then, otherwise) => branch!(op, a, b, then, otherwise),
                Instr::LessBranch(a, b, then, otherwise)
                | Instr::BelowBranch(_, a, b, then, otherwise)
                | Instr::AboveBranch(_, a, b, then, otherwise) => {
                    branch!(CompareOp::Slt, a, b, then, otherwise)
                }
                Instr::IsBranch(_, a, b, then, otherwise) => branch!(CompareOp::Eq, a, b, then, otherwise),
                Instr::IsNotBranch(_, a, b, then, otherwise) => branch!(CompareOp::Ne, a, b, then, otherwise),
                // Whatever else there is: the others know what to do.
                _ => break,
            }
            at.next();
            if worked {
                break;
            }
        }
        let progress = at.pc != cursor.pc || at.left != cursor.left;
        *cursor = at;
        self.moved += numbers.work / (MOST_WORK / MOST_MOVED);
        for slot in 0..numbers.of.len() {
            let Some(number) = numbers.place(slot as Slot) else { continue };
            let value = match &mut numbers.numbers[number] {
                Number { wide: Some(wide), .. } => Value::from_i128(self.pool, *wide),
                number @ Number { slots: 1, .. } => Value::from_integer(self.pool, number.take()),
                number => {
                    let copy = number.long.clone();
                    let value = Value::from_integer(self.pool, number.take());
                    number.long = copy;
                    value
                }
            };
            numbers.forget(slot as Slot);
            slots.set(slot as Slot, value);
        }
        progress
    }

    /// The result of an operation on known integers.
    #[inline(always)]
    fn compute<R: Registers>(
        &self,
        numbers: &mut Numbers<'_>,
        slots: &R,
        (op, a, b): (BinaryOp, Slot, Slot),
    ) -> Option<Computed> {
        match (numbers.word(slots, a), numbers.word(slots, b)) {
            (Some(x), Some(y)) if let Some(word) = arith::words(op, x, y) => Some(Computed::Word(word)),
            _ => self.compute_large(numbers, slots, (op, a, b)),
        }
    }

    #[inline(never)]
    fn compute_large<R: Registers>(
        &self,
        numbers: &mut Numbers<'_>,
        slots: &R,
        (op, a, b): (BinaryOp, Slot, Slot),
    ) -> Option<Computed> {
        let room = numbers.room()?;
        let (x_at, y_at) = (numbers.place(a), numbers.place(b));
        let work = &mut numbers.work;
        let (before, rest) = numbers.numbers.split_at_mut(room);
        let [number, behind @ ..] = rest else { return None };
        // Numbers of slots are not in a place without one.
        let others = Others { before, behind };
        let known = |at: Option<usize>, slot| match at {
            Some(at) => Some(others.at(at).known()),
            None => self.known(slots, slot),
        };
        let (x, y) = (known(x_at, a)?, known(y_at, b)?);
        if self.max_bits >= WIDE
            && let (Some(x), Some(y)) = (x.to_wide(), y.to_wide())
            && let Some(wide) = arith::wides(op, x, y)
        {
            if let Ok(word) = i64::try_from(wide) {
                return Some(Computed::Word(word));
            }
            number.wide = Some(wide);
            return Some(Computed::At(room));
        }
        let (mut left, mut right) = (BigUint::ZERO, BigUint::ZERO);
        match op {
            BinaryOp::Add => number.set_sum(x.borrow(&mut left), y.borrow(&mut right)),
            BinaryOp::Sub => {
                let (negative, magnitude) = y.borrow(&mut right);
                number.set_sum(x.borrow(&mut left), (!negative, magnitude));
            }
            _ => {
                // As `exact` has it.
                let is_too_long = op == BinaryOp::Mul && x.bits() + y.bits() > self.max_bits;
                if is_too_long || op != BinaryOp::Mul && y.is_zero() {
                    return None;
                }
                // Somebody must look at the clock even if few instructions take very long; sums do not.
                *work = work.saturating_add((x.bits() / 64).saturating_mul(y.bits() / 64));
                let word = if let Known::Word(n) = y { Some(n.unsigned_abs()) } else { None };
                let ((x_negative, x), (y_negative, y)) = (x.borrow(&mut left), y.borrow(&mut right));
                number.long = match (op, word) {
                    (BinaryOp::Mul, Some(y)) => x * y,
                    (BinaryOp::Mul, None) => x * y,
                    (BinaryOp::SDiv, Some(y)) => x / y,
                    (BinaryOp::SDiv, None) => x / y,
                    (BinaryOp::SRem, Some(y)) => x % y,
                    (BinaryOp::SRem, None) => x % y,
                    _ => return None,
                };
                // A remainder has the sign of what was divided.
                number.negative = x_negative != (op != BinaryOp::SRem && y_negative);
            }
        }
        number.wide = None;
        Some(number.word().map_or(Computed::At(room), Computed::Word))
    }

    /// How two known integers compare.
    fn order<R: Registers>(&self, numbers: &Numbers<'_>, slots: &R, a: Slot, b: Slot) -> Option<Ordering> {
        let known = |slot| match numbers.place(slot) {
            Some(number) => Some(numbers.numbers[number].known()),
            None => self.known(slots, slot),
        };
        Some(known(a)?.cmp(known(b)?))
    }

    /// What is in a slot that has no large number.
    #[inline(always)]
    fn known<R: Registers>(&self, slots: &R, slot: Slot) -> Option<Known<'_>> {
        let value = *slots.at(slot);
        match value {
            Value::Int(n) => Some(Known::Word(n)),
            Value::Wide { .. } => value.to_i128().map(Known::Wide),
            Value::Term(term) => match self.pool.value(term) {
                Some(Constant::Int(Integer::Small(n))) => Some(Known::Word(*n)),
                Some(Constant::Int(Integer::Big(n))) => {
                    Some(n.to_i128().map_or(Known::Large(n.sign() == Sign::Minus, n.magnitude()), Known::Wide))
                }
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
