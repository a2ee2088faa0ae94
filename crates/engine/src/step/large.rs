//! Straight work with known numbers that do not fit in a word. Results stay in [`super::large_numbers`] and only become terms when
//! an instruction needs them as such: terms are kept for ever, and finding out whether a number is one already reads it.

use std::cmp::Ordering;

use pathfold_ir::{BinaryOp, CompareOp};

use super::arith;
use super::cursor::Cursor;
use super::large_numbers::Computed;
use super::registers::Registers;
use super::{MOST_MOVED, Machine};
use crate::code::{FuncCode, Instr};
use crate::value::Value;

/// Code that runs so many instructions without a large number is better off elsewhere.
const PATIENCE: u32 = 32;
/// What is spent on long numbers before somebody looks at the clock: some milliseconds.
const MOST_WORK: u64 = 64 * MOST_MOVED;

impl Machine<'_> {
    /// Runs from the cursor on as long as instructions compute with known integers; false if not even the first does.
    // Numbers are exact and nothing is decided here, so where it stops changes no result.
    #[inline(never)]
    pub(super) fn large<R: Registers>(&mut self, function: &FuncCode, slots: &mut R, cursor: &mut Cursor) -> bool {
        let numbers = &mut *self.large_numbers;
        numbers.begin(function.template.count());
        // Apart from who called, so that they stay in machine registers.
        let (mut at, instrs): (Cursor, &[Instr]) = (*cursor, &function.instrs);
        let (mut small, mut worked) = (0, false);
        macro_rules! arithmetic {
            ($op:expr, $dst:expr, $a:expr, $b:expr) => {{
                let words = match (numbers.word(slots, $a), numbers.word(slots, $b)) {
                    (Some(x), Some(y)) => arith::words($op, x, y).map(Computed::Word),
                    _ => None,
                };
                match words.or_else(|| numbers.compute(self.pool, self.max_bits, slots, ($op, $a, $b))) {
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
                    _ => numbers.order(self.pool, slots, $a, $b),
                };
                let Some(holds) = order.and_then(|order| holds($op, order)) else { break };
                jump!(if holds { $then } else { $otherwise })
            }};
        }
        loop {
            small += 1;
            match instrs[at.pc] {
                Instr::Add(dst, a, b) | Instr::AddWord(dst, a, b, _) => arithmetic!(BinaryOp::Add, dst, a, b),
                Instr::Sub(dst, a, b) | Instr::SubWord(dst, a, b, _) => arithmetic!(BinaryOp::Sub, dst, a, b),
                Instr::Mul(dst, a, b) => arithmetic!(BinaryOp::Mul, dst, a, b),
                Instr::Div(dst, a, b) | Instr::DivPower(dst, a, b, _) => arithmetic!(BinaryOp::SDiv, dst, a, b),
                Instr::Binary(op, dst, a, b) => arithmetic!(op, dst, a, b),
                Instr::Move(dst, from) => numbers.copy(slots, dst, from),
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
