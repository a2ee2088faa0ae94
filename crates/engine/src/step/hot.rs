//! The loop over the instructions of one frame, as far as they are done by a few machine instructions: known numbers,
//! known places. It ends before the first instruction that needs more, which then runs by itself (`general.rs`): that
//! keeps what the loop works with in registers of the machine.

use pathfold_ir::CompareOp;

use super::registers::Registers;
use super::{arith, bits, fast};
use crate::code::{FuncCode, Instr};
use crate::coverage::Coverage;
use crate::memory::Memory;
use crate::value::Value;

/// Where a frame is.
#[derive(Clone, Copy)]
pub struct Cursor {
    /// The next instruction.
    pub pc: usize,
    /// The first instruction that is not counted yet: instructions are counted where control jumps, because straight
    /// code cannot run away.
    pub start: usize,
    /// How many instructions may still run.
    pub left: u64,
}

impl Cursor {
    /// Goes to an instruction; false if none may run any more.
    #[inline(always)]
    pub fn jump(&mut self, target: usize) -> bool {
        self.left = self.left.saturating_sub((self.pc - self.start + 1) as u64);
        self.pc = target;
        self.start = target;
        self.left != 0
    }

    /// Counts what has run since the last jump.
    #[inline(always)]
    pub fn settle(&mut self) {
        self.left = self.left.saturating_sub((self.pc - self.start) as u64);
        self.start = self.pc;
    }
}

/// What the instruction is that ended the loop.
pub enum Leave {
    /// A call of a known function.
    Call,
    /// A return.
    Return,
    /// Anything else.
    General,
    /// None: no more instructions may run.
    Spent,
}

/// Runs instructions until one needs more.
#[inline(always)]
pub fn run<R: Registers>(
    function: &FuncCode,
    mut slots: R,
    memory: &mut Memory,
    coverage: &mut Coverage,
    cursor: &mut Cursor,
) -> Leave {
    let instrs = &function.instrs[..];
    let mut at = *cursor;
    macro_rules! jump {
        ($target:expr) => {{
            if at.jump($target as usize) {
                continue;
            }
            break Leave::Spent;
        }};
    }
    // The hottest operations.
    macro_rules! word_op {
        ($checked:ident, $wrapping:ident, $dst:expr, $a:expr, $b:expr) => {
            if let (&Value::Int(x), &Value::Int(y)) = (slots.at($a), slots.at($b))
                && let Some(result) = x.$checked(y)
            {
                slots.set($dst, Value::Int(result));
            } else if let (&Value::Bits { width, bits: x }, &Value::Bits { bits: y, .. }) = (slots.at($a), slots.at($b))
            {
                slots.set($dst, Value::Bits { width, bits: x.$wrapping(y) & bits::mask(width) });
            } else {
                break Leave::General;
            }
        };
    }
    let leave = loop {
        match instrs[at.pc] {
            Instr::Add(dst, a, b) => word_op!(checked_add, wrapping_add, dst, a, b),
            Instr::Sub(dst, a, b) => word_op!(checked_sub, wrapping_sub, dst, a, b),
            Instr::Mul(dst, a, b) => word_op!(checked_mul, wrapping_mul, dst, a, b),
            Instr::Binary(op, dst, a, b) => {
                if let (&Value::Int(x), &Value::Int(y)) = (slots.at(a), slots.at(b))
                    && let Some(result) = arith::words(op, x, y)
                {
                    slots.set(dst, Value::Int(result));
                } else if let (&Value::Bits { width, bits: x }, &Value::Bits { bits: y, .. }) =
                    (slots.at(a), slots.at(b))
                    && let Some(result) = bits::binary(op, width, x, y)
                {
                    slots.set(dst, result);
                } else {
                    break Leave::General;
                }
            }
            Instr::Shift(op, dst, a, b) => {
                if let (&Value::Bits { width, bits: x }, &Value::Bits { bits: y, .. }) = (slots.at(a), slots.at(b)) {
                    let shifted = bits::binary(op, width, x, y);
                    slots.set(dst, shifted.unwrap_or(Value::Bits { width, bits: 0 }));
                } else {
                    break Leave::General;
                }
            }
            Instr::Move(dst, a) => slots.copy(dst, a),
            Instr::Constant(dst, index) => slots.set(dst, function.constants[index as usize]),
            Instr::Jump(target) => jump!(target),
            Instr::CompareBranch(op, a, b, then, otherwise) => {
                let holds = match (slots.at(a), slots.at(b)) {
                    (&Value::Int(x), &Value::Int(y)) if let Some(holds) = words(op, x, y) => holds,
                    (a, b) if let Some(holds) = fast::compare(op, a, b) => holds,
                    _ => break Leave::General,
                };
                jump!(if holds { then } else { otherwise });
            }
            Instr::Cover(segment) => coverage.reach(segment),
            Instr::Edge(edge) => coverage.take(edge),
            Instr::Compare(op, dst, a, b) => {
                let holds = match (slots.at(a), slots.at(b)) {
                    (&Value::Int(x), &Value::Int(y)) if let Some(holds) = words(op, x, y) => holds,
                    (a, b) if let Some(holds) = fast::compare(op, a, b) => holds,
                    _ => break Leave::General,
                };
                slots.set(dst, Value::Bool(holds));
            }
            Instr::Branch(cond, then, otherwise) => match *slots.at(cond) {
                Value::Bool(holds) => jump!(if holds { then } else { otherwise }),
                _ => break Leave::General,
            },
            Instr::Switch(value, table) => match *slots.at(value) {
                Value::Bits { bits, .. } => match function.switches[table as usize].dense.get(bits as usize) {
                    Some(target) => jump!(*target),
                    None => break Leave::General,
                },
                _ => break Leave::General,
            },
            Instr::Cast(op, _, to, dst, a) => match fast::cast(op, to, slots.at(a)) {
                Some(value) => slots.set(dst, value),
                None => break Leave::General,
            },
            Instr::Select(dst, args) => {
                let arg = |index: usize| function.args[args as usize + index];
                match *slots.at(arg(0)) {
                    Value::Bool(holds) => slots.copy(dst, if holds { arg(1) } else { arg(2) }),
                    _ => break Leave::General,
                }
            }
            Instr::Offset(dst, pointer, offset) => match (slots.at(pointer), slots.at(offset)) {
                (&Value::Ptr { object, offset }, &Value::Int(by)) if let Some(offset) = offset.checked_add(by) => {
                    slots.set(dst, Value::Ptr { object, offset });
                }
                (&Value::Ptr { object, offset }, &Value::Bits { width: 64, bits }) => {
                    slots.set(dst, Value::Ptr { object, offset: offset.wrapping_add(bits as i64) });
                }
                _ => break Leave::General,
            },
            // What these two do not do, the instructions after them do.
            Instr::LoadAt(dst, base, index, done) => {
                let found = match (slots.at(base), slots.at(index)) {
                    (&Value::Ptr { object, offset }, &Value::Int(index)) => {
                        memory.cell(object, offset, index).map(|value| slots.set(dst, *value))
                    }
                    (&Value::Ptr { object, offset }, &Value::Bits { bits, .. }) => match instrs[at.pc + 2] {
                        Instr::Load(ty, ..) => {
                            fast::load(memory, object, offset.wrapping_add(bits as i64), ty, &mut slots, dst)
                        }
                        _ => None,
                    },
                    _ => None,
                };
                if found.is_some() {
                    at.pc += usize::from(done);
                    continue;
                }
            }
            Instr::StoreAt(value, base, index, done) => {
                let stored = match (slots.at(base), slots.at(index)) {
                    (&Value::Ptr { object, offset }, &Value::Int(index)) => {
                        memory.cell_mut(object, offset, index).map(|cell| slots.at(value).copy_into(cell))
                    }
                    (&Value::Ptr { object, offset }, &Value::Bits { bits, .. }) => match instrs[at.pc + 2] {
                        Instr::Store(ty, ..) => {
                            fast::store(memory, object, offset.wrapping_add(bits as i64), ty, slots.at(value))
                        }
                        _ => None,
                    },
                    _ => None,
                };
                if stored.is_some() {
                    at.pc += usize::from(done);
                    continue;
                }
            }
            Instr::Load(ty, dst, pointer, done) => {
                if let &Value::Ptr { object, offset } = slots.at(pointer)
                    && fast::load(memory, object, offset, ty, &mut slots, dst).is_some()
                {
                    at.pc += usize::from(done);
                    continue;
                }
                break Leave::General;
            }
            Instr::Store(ty, value, pointer, done) => match *slots.at(pointer) {
                Value::Ptr { object, offset } if fast::store(memory, object, offset, ty, slots.at(value)).is_some() => {
                    at.pc += usize::from(done);
                    continue;
                }
                _ => break Leave::General,
            },
            Instr::Check(_, cond) | Instr::Assume(cond) => match *slots.at(cond) {
                Value::Bool(true) => {}
                _ => break Leave::General,
            },
            Instr::Defined(dst, a) => match slots.at(a) {
                Value::Undef => break Leave::General,
                _ => slots.copy(dst, a),
            },
            Instr::Call(..) => break Leave::Call,
            Instr::Return(_) => break Leave::Return,
            Instr::Unary(..)
            | Instr::Alloc(..)
            | Instr::CallIndirect(..)
            | Instr::Intrinsic(..)
            | Instr::Input(..)
            | Instr::Output(_)
            | Instr::Unreachable
            | Instr::Unsupported(_) => break Leave::General,
        }
        at.pc += 1;
    };
    *cursor = at;
    leave
}

/// Compares words without a jump for each kind of comparison: those are mispredicted.
#[inline(always)]
fn words(op: CompareOp, a: i64, b: i64) -> Option<bool> {
    // Bit 0 for less, 1 for equal, 2 for greater.
    let orders: u8 = match op {
        CompareOp::Eq => 0b010,
        CompareOp::Ne => 0b101,
        CompareOp::Slt => 0b001,
        CompareOp::Sle => 0b011,
        CompareOp::Ult | CompareOp::Ule | CompareOp::FEq | CompareOp::FLt | CompareOp::FLe => return None,
    };
    let order = 1 + i8::from(a > b) - i8::from(a < b);
    Some(orders >> order & 1 != 0)
}
