//! Straight work with known numbers that do not fit in a word. Results stay in [`super::large_numbers`] and only become terms when
//! an instruction needs them as such: terms are kept for ever, and finding out whether a number is one already reads it.

use std::cmp::Ordering;
use std::hint::cold_path;

use pathfold_ir::{BinaryOp, CompareOp};

use super::arith;
use super::cursor::{Cursor, SIZE};
use super::large_numbers::Computed;
use super::registers::Registers;
use super::{MOST_MOVED, Machine};
use crate::code::{FuncCode, Instr, Place};
use crate::value::Value;

/// Code that jumps so often without a large number is better off elsewhere.
const PATIENCE: u32 = 8;
/// What is spent on long numbers before somebody looks at the clock: some milliseconds.
const MOST_WORK: u64 = 64 * MOST_MOVED;

impl Machine<'_> {
    /// Runs from the cursor on as long as instructions compute with known integers; false if not even the first does.
    // Numbers are exact and nothing is decided here, so where it stops changes no result.
    #[inline(never)]
    pub(super) fn large<R: Registers>(&mut self, function: &FuncCode, slots: &mut R, cursor: &mut Cursor) -> bool {
        let numbers = &mut *self.large_numbers;
        numbers.begin(function.template.count());
        let instrs = &function.instrs;
        // What comes after the instruction that runs, and where straight code may run up to, as in `hot`.
        let Some(mut rest) = Place::new(instrs, cursor.pc) else { unreachable!("code goes on") };
        let mut end = rest.address() + cursor.left;
        // Whether control has jumped, and how often without a large number.
        let (mut jumped, mut small) = (false, 0);
        macro_rules! arithmetic {
            ($op:expr, $dst:expr, $a:expr, $b:expr) => {
                arithmetic!($op, $dst, $a, $b, numbers.word(slots, $b))
            };
            ($op:expr, $dst:expr, $a:expr, $b:expr, $word:expr) => {{
                if let (Some(x), Some(y)) = (numbers.word(slots, $a), $word)
                    && let Some(word) = arith::words($op, x, y)
                {
                    slots.set($dst, Value::Int(word));
                    continue;
                }
                match numbers.compute(self.pool, self.max_bits, slots, ($op, $a, $b)) {
                    Some(Computed::Word(word)) => slots.set($dst, Value::Int(word)),
                    Some(Computed::At(number)) => {
                        numbers.give(slots, $dst, number);
                        small = 0;
                        if numbers.work > MOST_WORK {
                            cold_path();
                            break Cursor { pc: rest.index(instrs), left: end - rest.address() };
                        }
                    }
                    None => stay!(),
                }
            }};
        }
        // Stops before the instruction.
        macro_rules! stay {
            () => {{
                cold_path();
                break Cursor { pc: rest.index(instrs) - 1, left: end - rest.address() + SIZE };
            }};
        }
        // Straight code cannot run away: where control jumps is where it may stop.
        macro_rules! jump {
            ($target:expr) => {{
                let target = $target;
                end -= rest.address();
                (jumped, small) = (true, small + 1);
                if end <= 0 || small > PATIENCE {
                    cold_path();
                    break Cursor { pc: target as usize, left: end.max(0) };
                }
                rest = Place::target(instrs, target);
                end += rest.address();
                continue;
            }};
        }
        macro_rules! branch {
            ($op:expr, $a:expr, $b:expr, $then:expr, $otherwise:expr) => {
                branch!($op, $a, $b, numbers.word(slots, $a), numbers.word(slots, $b), $then, $otherwise)
            };
            ($op:expr, $a:expr, $b:expr, $x:expr, $y:expr, $then:expr, $otherwise:expr) => {{
                let order = match ($x, $y) {
                    (Some(x), Some(y)) => Some(i64::cmp(&x, &y)),
                    _ => numbers.order(self.pool, slots, $a, $b),
                };
                match order.and_then(|order| holds($op, order)) {
                    Some(true) => jump!($then),
                    Some(false) => jump!($otherwise),
                    None => stay!(),
                }
            }};
        }
        let stopped = loop {
            let instr;
            (instr, rest) = rest.take();
            match *instr {
                Instr::Add(dst, a, b) => arithmetic!(BinaryOp::Add, dst, a, b),
                Instr::Sub(dst, a, b) => arithmetic!(BinaryOp::Sub, dst, a, b),
                Instr::AddWord(dst, a, b, by) => arithmetic!(BinaryOp::Add, dst, a, b, Some(i64::from(by))),
                Instr::SubWord(dst, a, b, by) => arithmetic!(BinaryOp::Sub, dst, a, b, Some(-i64::from(by))),
                Instr::Mul(dst, a, b) => arithmetic!(BinaryOp::Mul, dst, a, b),
                Instr::Div(dst, a, b) | Instr::DivPower(dst, a, b, _) => arithmetic!(BinaryOp::SDiv, dst, a, b),
                Instr::Binary(op, dst, a, b) => arithmetic!(op, dst, a, b),
                Instr::Move(dst, from) => {
                    numbers.copy(slots, dst, from);
                    // Arguments of a block come one after the other.
                    while let (&Instr::Move(dst, from), behind) = rest.take() {
                        numbers.copy(slots, dst, from);
                        rest = behind;
                    }
                }
                Instr::Constant(dst, index) => {
                    slots.set(dst, function.constants[index as usize]);
                    numbers.forget(dst);
                }
                Instr::Cover(segment) => self.coverage.reach(segment),
                Instr::Edge(edge) => self.coverage.take(edge),
                Instr::Jump(to) => jump!(to),
                Instr::CompareBranch(op, a, b, then, otherwise) => branch!(op, a, b, then, otherwise),
                Instr::LessBranch(a, b, then, otherwise) => branch!(CompareOp::Slt, a, b, then, otherwise),
                Instr::BelowBranch(n, a, b, then, otherwise) => {
                    branch!(CompareOp::Slt, a, b, numbers.word(slots, a), Some(n.into()), then, otherwise)
                }
                Instr::AboveBranch(n, a, b, then, otherwise) => {
                    branch!(CompareOp::Slt, a, b, Some(n.into()), numbers.word(slots, b), then, otherwise)
                }
                Instr::IsBranch(n, a, b, then, otherwise) => {
                    branch!(CompareOp::Eq, a, b, numbers.word(slots, a), Some(n.into()), then, otherwise)
                }
                Instr::IsNotBranch(n, a, b, then, otherwise) => {
                    branch!(CompareOp::Ne, a, b, numbers.word(slots, a), Some(n.into()), then, otherwise)
                }
                // Whatever else there is: the others know what to do.
                _ => stay!(),
            }
        };
        // SOUND: after a jump it may have come back to where it was, with as little left.
        let progress = jumped || stopped.pc != cursor.pc;
        *cursor = stopped;
        self.moved += numbers.work / (MOST_WORK / MOST_MOVED);
        numbers.end(self.pool, slots);
        progress
    }
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
