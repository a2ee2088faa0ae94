//! Straight work with known numbers that do not fit in a word. Results stay here and only become terms when an
//! instruction needs them as such: terms are kept for ever, and finding out whether a number is one already reads it.

use std::cmp::Ordering;

use pathfold_base::Integer;
use pathfold_ir::{BinaryOp, CompareOp};
use smallvec::SmallVec;

use super::Machine;
use super::cursor::Cursor;
use super::registers::Registers;
use crate::code::{FuncCode, Instr, Slot};
use crate::value::Value;

/// Code that runs so many instructions without a large number is better off elsewhere.
const PATIENCE: u32 = 32;
/// How many large numbers are looked after at once.
const MOST: usize = 16;

/// Large numbers by the slot that they belong to. What the slot itself holds means nothing then.
struct Numbers(SmallVec<[(Slot, Integer); 8]>);

impl Numbers {
    fn get(&self, slot: Slot) -> Option<&Integer> {
        self.0.iter().find(|(of, _)| *of == slot).map(|(_, number)| number)
    }

    fn set(&mut self, slot: Slot, number: Integer) {
        match self.0.iter_mut().find(|(of, _)| *of == slot) {
            Some(entry) => entry.1 = number,
            None => self.0.push((slot, number)),
        }
    }

    fn forget(&mut self, slot: Slot) {
        if let Some(at) = self.0.iter().position(|(of, _)| *of == slot) {
            self.0.swap_remove(at);
        }
    }
}

impl Machine<'_> {
    /// Runs from the cursor on as long as instructions compute with known integers; false if not even the first does.
    // Numbers are exact and nothing is decided here, so where it stops changes no result.
    #[inline(never)]
    pub(super) fn large<R: Registers>(&mut self, function: &FuncCode, slots: &mut R, cursor: &mut Cursor) -> bool {
        let mut numbers = Numbers(SmallVec::new());
        let (mut progress, mut small) = (false, 0);
        loop {
            let instr = function.instrs[cursor.pc].plain();
            // The result of arithmetic, if this is arithmetic on known integers.
            let computed = match instr {
                Instr::Add(dst, a, b) => Some((BinaryOp::Add, dst, a, b)),
                Instr::Sub(dst, a, b) => Some((BinaryOp::Sub, dst, a, b)),
                Instr::Mul(dst, a, b) => Some((BinaryOp::Mul, dst, a, b)),
                Instr::Binary(op, dst, a, b) => Some((op, dst, a, b)),
                _ => None,
            };
            let mut target = None;
            small += 1;
            if let Some((op, dst, a, b)) = computed {
                let (Some(x), Some(y)) = (self.integer_in(&numbers, slots, a), self.integer_in(&numbers, slots, b))
                else {
                    break;
                };
                let Some(result) = self.exact(op, &x, &y) else { break };
                match result.to_i64() {
                    Some(word) => {
                        numbers.forget(dst);
                        slots.set(dst, Value::Int(word));
                    }
                    None if numbers.0.len() == MOST => break,
                    None => {
                        numbers.set(dst, result);
                        small = 0;
                    }
                }
            } else {
                match instr {
                    Instr::Move(dst, from) => match numbers.get(from).cloned() {
                        Some(_) if numbers.0.len() == MOST => break,
                        Some(number) => numbers.set(dst, number),
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
                        let (Some(x), Some(y)) =
                            (self.integer_in(&numbers, slots, a), self.integer_in(&numbers, slots, b))
                        else {
                            break;
                        };
                        let Some(holds) = holds(op, x.cmp(&y)) else { break };
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
            if !goes_on || small > PATIENCE {
                break;
            }
        }
        for (slot, number) in numbers.0 {
            slots.set(slot, Value::from_integer(self.pool, number));
        }
        progress
    }

    fn integer_in<R: Registers>(&self, numbers: &Numbers, slots: &R, slot: Slot) -> Option<Integer> {
        numbers.get(slot).cloned().or_else(|| slots.at(slot).to_integer(self.pool))
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
