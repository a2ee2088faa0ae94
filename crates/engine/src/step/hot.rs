//! The loop over the instructions of one frame, as far as they are done by a few machine instructions: known numbers,
//! known places. It ends before the first instruction that needs more, which then runs by itself (`general.rs`): that
//! keeps what the loop works with in registers of the machine.

use std::hint::cold_path;

use pathfold_ir::{BinaryOp, CompareOp};

use super::call::Call;
use super::cursor::{Cursor, SIZE};
use super::registers::Registers;
use super::{Machine, arith, bits, fast};
use crate::code::{CallSite, FuncCode, Instr, Place, Slot};
use crate::memory::Memory;
use crate::value::{ObjectId, Value};

/// What the instruction is that ended the loop.
pub enum Leave<'c> {
    /// A call of a known function; the cursor is where it goes back to.
    Call(Call<'c>),
    /// A return of what is in a slot.
    Return(Option<Slot>),
    /// Anything else.
    General,
    /// None: no more instructions may run.
    Spent,
}

/// Runs instructions until one needs more.
#[inline(always)]
pub fn run<'c, R: Registers>(
    function: &'c FuncCode,
    mut slots: R,
    memory: &mut Memory,
    machine: &mut Machine<'_>,
    cursor: &mut Cursor,
) -> Leave<'c> {
    let instrs = &function.instrs;
    // What comes after the instruction that runs.
    let Some(mut rest) = Place::new(instrs, cursor.pc) else { unreachable!("code goes on") };
    // Where straight code may run up to, as an address.
    let mut end = rest.address() + cursor.left;
    macro_rules! jump {
        ($target:expr) => {
            jump!($target, |target| Place::target(instrs, target))
        };
        ($target:expr, $place:expr) => {{
            let target = $target;
            end -= rest.address();
            if end <= 0 {
                cold_path();
                *cursor = Cursor::new(target as usize, 0);
                return Leave::Spent;
            }
            rest = $place(target);
            end += rest.address();
            continue;
        }};
    }
    // A test that the machine predicts, where a choice between two places would be waited for.
    macro_rules! branch {
        ($holds:expr, $then:expr, $otherwise:expr) => {{
            if $holds {
                jump!($then)
            } else {
                cold_path();
                jump!($otherwise)
            }
        }};
    }
    // Goes on so many instructions after the one that runs. More than two, and it runs a marker that could be skipped.
    macro_rules! skip {
        ($done:expr) => {{
            if $done > 1 {
                rest = rest.after::<1>();
            }
            continue;
        }};
    }
    // The same after an access and the two instructions of its general case. Not a jump to a place, which would have to be
    // looked for.
    macro_rules! after {
        ($done:expr) => {{
            // A test, not a conditional move, which the next instruction would have to wait for.
            if $done > 3 {
                rest = rest.after::<3>();
                continue;
            }
            rest = rest.after::<2>();
            continue;
        }};
    }
    // Says that it is rare: what is common then needs no jumps.
    macro_rules! general {
        () => {{
            cold_path();
            break Leave::General;
        }};
    }
    // Integers that do not fit in a word but need no term.
    macro_rules! wide_op {
        ($op:expr, $dst:expr, $a:expr, $b:expr) => {{
            cold_path();
            let result = fast::wide($op, $a, $b);
            match Value::of_96_bits(result) {
                Some(value) if machine.max_bits >= arith::WIDE => slots.set($dst, value),
                _ => general!(),
            }
        }};
    }
    // The hottest operations.
    macro_rules! word_op {
        ($op:expr, $checked:ident, $wrapping:ident, $dst:expr, $a:expr, $b:expr) => {
            word_op!($op, $checked, $wrapping, $dst, $a, $b, { wide_op!($op, $dst, slots.at($a), slots.at($b)) })
        };
        ($op:expr, $checked:ident, $wrapping:ident, $dst:expr, $a:expr, $b:expr, $other:block) => {
            if let (&Value::Int(x), &Value::Int(y)) = (slots.at($a), slots.at($b))
                && let Some(result) = x.$checked(y)
            {
                slots.set($dst, Value::Int(result));
            } else if let (&Value::Bits { width, bits: x }, &Value::Bits { bits: y, .. }) = (slots.at($a), slots.at($b))
            {
                slots.set($dst, Value::Bits { width, bits: x.$wrapping(y) & bits::mask(width) });
            } else $other
        };
    }
    // Bit by bit: what is above the width stays zero.
    macro_rules! bits_op {
        ($dst:expr, $a:expr, $b:expr, |$x:ident, $y:ident| $result:expr) => {
            match (slots.at($a), slots.at($b)) {
                (&Value::Bits { width, bits: $x }, &Value::Bits { bits: $y, .. }) => {
                    slots.set($dst, Value::Bits { width, bits: $result });
                }
                _ => general!(),
            }
        };
    }
    macro_rules! shift_op {
        ($dst:expr, $a:expr, $b:expr, |$x:ident, $y:ident| $result:expr) => {
            match (slots.at($a), slots.at($b)) {
                (&Value::Bits { width, bits: $x }, &Value::Bits { bits: $y, .. }) if $y < u64::from(width) => {
                    slots.set($dst, Value::Bits { width, bits: $result & bits::mask(width) });
                }
                _ => general!(),
            }
        };
    }
    let leave = loop {
        let instr;
        (instr, rest) = rest.take();
        match *instr {
            Instr::Add(dst, a, b) => word_op!(BinaryOp::Add, checked_add, wrapping_add, dst, a, b),
            Instr::Sub(dst, a, b) => word_op!(BinaryOp::Sub, checked_sub, wrapping_sub, dst, a, b, {
                // A difference within one object needs no address.
                match (slots.at(a), slots.at(b)) {
                    (&Value::Ptr { object: p, offset: x }, &Value::Ptr { object: q, offset: y }) if p == q => {
                        slots.set(dst, Value::Bits { width: 64, bits: x.wrapping_sub(y) as u64 });
                    }
                    (a, b) => wide_op!(BinaryOp::Sub, dst, a, b),
                }
            }),
            Instr::AddWord(dst, a, _, by) | Instr::SubWord(dst, a, _, by) => match *slots.at(a) {
                Value::Int(x) if let Some(result) = x.checked_add(i64::from(by)) => slots.set(dst, Value::Int(result)),
                Value::Bits { width, bits: x } => {
                    let bits = x.wrapping_add(i64::from(by) as u64) & bits::mask(width);
                    slots.set(dst, Value::Bits { width, bits });
                }
                ref a => wide_op!(BinaryOp::Add, dst, a, &Value::Int(by.into())),
            },
            Instr::Mul(dst, a, b) => word_op!(BinaryOp::Mul, checked_mul, wrapping_mul, dst, a, b),
            Instr::Div(dst, a, b) => {
                if let (&Value::Int(x), &Value::Int(y)) = (slots.at(a), slots.at(b))
                    && let Some(result) = arith::words(BinaryOp::SDiv, x, y)
                {
                    slots.set(dst, Value::Int(result));
                } else {
                    general!();
                }
            }
            Instr::DivPower(dst, a, _, power) => match *slots.at(a) {
                // Rounded toward zero: what is negative is first moved up by the divisor less one.
                Value::Int(x) => {
                    let power = u32::from(power) & 63;
                    slots.set(dst, Value::Int((x + ((x >> 63) & ((1 << power) - 1))) >> power));
                }
                _ => general!(),
            },
            Instr::And(dst, a, b) => bits_op!(dst, a, b, |x, y| x & y),
            Instr::Or(dst, a, b) => bits_op!(dst, a, b, |x, y| x | y),
            Instr::Xor(dst, a, b) => bits_op!(dst, a, b, |x, y| x ^ y),
            Instr::Shl(dst, a, b) => shift_op!(dst, a, b, |x, y| x << y),
            Instr::LShr(dst, a, b) => shift_op!(dst, a, b, |x, y| x >> y),
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
                    general!();
                }
            }
            Instr::Shift(op, dst, a, b) => {
                if let (&Value::Bits { width, bits: x }, &Value::Bits { bits: y, .. }) = (slots.at(a), slots.at(b)) {
                    let shifted = bits::binary(op, width, x, y);
                    slots.set(dst, shifted.unwrap_or(Value::Bits { width, bits: 0 }));
                } else {
                    general!();
                }
            }
            Instr::Move(dst, a) => slots.copy(dst, a),
            Instr::Constant(dst, index) => slots.set(dst, function.constants[index as usize]),
            Instr::Jump(target) => jump!(target),
            Instr::CompareBranch(op, a, b, then, otherwise) => {
                let holds = match (slots.at(a), slots.at(b)) {
                    (&Value::Int(x), &Value::Int(y)) if let Some(holds) = words(op, x, y) => holds,
                    (a, b) if let Some(holds) = fast::compare(op, a, b) => holds,
                    _ => general!(),
                };
                branch!(holds, then, otherwise);
            }
            Instr::LessBranch(a, b, then, otherwise) => {
                let holds = match (slots.at(a), slots.at(b)) {
                    (&Value::Int(x), &Value::Int(y)) => x < y,
                    (&Value::Bits { width, bits: x }, &Value::Bits { bits: y, .. }) => {
                        bits::signed(width, x) < bits::signed(width, y)
                    }
                    _ => general!(),
                };
                branch!(holds, then, otherwise);
            }
            Instr::IsBranch(n, a, _, then, otherwise) => {
                let holds = match *slots.at(a) {
                    Value::Int(x) => x == i64::from(n),
                    Value::Bits { width, bits: x } => x == i64::from(n) as u64 & bits::mask(width),
                    _ => general!(),
                };
                branch!(holds, then, otherwise);
            }
            Instr::IsNotBranch(n, a, _, then, otherwise) => {
                let holds = match *slots.at(a) {
                    Value::Int(x) => x != i64::from(n),
                    Value::Bits { width, bits: x } => x != i64::from(n) as u64 & bits::mask(width),
                    _ => general!(),
                };
                branch!(holds, then, otherwise);
            }
            // SOUND: no object is at null, and nothing before one is taken for null here.
            Instr::NullBranch(a, _, then, otherwise) => {
                let &Value::Ptr { object, offset: offset @ 0.. } = slots.at(a) else { general!() };
                branch!(object == ObjectId::NULL && offset == 0, then, otherwise);
            }
            Instr::NotNullBranch(a, _, then, otherwise) => {
                let &Value::Ptr { object, offset: offset @ 0.. } = slots.at(a) else { general!() };
                branch!(object != ObjectId::NULL || offset != 0, then, otherwise);
            }
            Instr::BelowBranch(n, a, _, then, otherwise) => {
                let holds = match *slots.at(a) {
                    Value::Int(x) => x < i64::from(n),
                    Value::Bits { width, bits: x } => bits::signed(width, x) < i64::from(n),
                    _ => general!(),
                };
                branch!(holds, then, otherwise);
            }
            Instr::AboveBranch(n, _, b, then, otherwise) => {
                let holds = match *slots.at(b) {
                    Value::Int(x) => i64::from(n) < x,
                    Value::Bits { width, bits: x } => i64::from(n) < bits::signed(width, x),
                    _ => general!(),
                };
                branch!(holds, then, otherwise);
            }
            Instr::Cover(segment) => machine.coverage.reach(segment),
            Instr::Edge(edge) => machine.coverage.take(edge),
            Instr::Compare(op, dst, a, b) => {
                let holds = match (slots.at(a), slots.at(b)) {
                    (&Value::Int(x), &Value::Int(y)) if let Some(holds) = words(op, x, y) => holds,
                    (a, b) if let Some(holds) = fast::compare(op, a, b) => holds,
                    _ => general!(),
                };
                slots.set(dst, Value::Bool(holds));
            }
            Instr::Branch(cond, then, otherwise) => match *slots.at(cond) {
                Value::Bool(holds) => branch!(holds, then, otherwise),
                _ => general!(),
            },
            Instr::Switch(value, table) => match *slots.at(value) {
                Value::Bits { bits, .. } => match function.switches[table as usize].dense.get(bits as usize) {
                    // Tables are apart from the instructions: nobody has shown that this is a place.
                    Some(target) => jump!(*target, |target| {
                        Place::new(instrs, target as usize).unwrap_or_else(|| unreachable!("code goes on"))
                    }),
                    None => general!(),
                },
                _ => general!(),
            },
            Instr::Cast(op, _, to, dst, a) => match fast::cast(op, to, slots.at(a)) {
                Some(value) => slots.set(dst, value),
                None => general!(),
            },
            Instr::Select(dst, args) => {
                let arg = |index: usize| function.args[args as usize + index];
                match *slots.at(arg(0)) {
                    Value::Bool(holds) => slots.copy(dst, if holds { arg(1) } else { arg(2) }),
                    _ => general!(),
                }
            }
            Instr::Offset(dst, pointer, by) => match place(slots.at(pointer), slots.at(by)) {
                Some((object, offset)) => slots.set(dst, Value::Ptr { object, offset }),
                None => general!(),
            },
            // What these do not do, the instructions after them do: an offset and an access.
            Instr::LoadIntAt(dst, base, index, done) => {
                if let (&Value::Ptr { object, offset }, &Value::Int(by)) = (slots.at(base), slots.at(index))
                    && let Some(offset) = offset.checked_add(by)
                    && let Some(&Value::Int(n)) = fast::cell(memory, object, offset)
                {
                    slots.set(dst, Value::Int(n));
                    after!(done);
                }
            }
            Instr::StoreIntAt(value, base, index, done) => {
                if let (&Value::Ptr { object, offset }, &Value::Int(by)) = (slots.at(base), slots.at(index))
                    && let Some(offset) = offset.checked_add(by)
                    && let &Value::Int(n) = slots.at(value)
                    && let Some(cell) = fast::cell_mut(memory, object, offset)
                {
                    *cell = Value::Int(n);
                    after!(done);
                }
            }
            Instr::LoadAt(ty, dst, base, index, done) => {
                if let Some((object, offset)) = place(slots.at(base), slots.at(index))
                    && fast::load(memory, object, offset, ty, &mut slots, dst).is_some()
                {
                    after!(done);
                }
            }
            Instr::StoreAt(ty, value, base, index, done) => {
                if let Some((object, offset)) = place(slots.at(base), slots.at(index))
                    && fast::store(memory, object, offset, ty, slots.at(value)).is_some()
                {
                    after!(done);
                }
            }
            Instr::Load(ty, dst, pointer, done) => {
                if let &Value::Ptr { object, offset } = slots.at(pointer)
                    && fast::load(memory, object, offset, ty, &mut slots, dst).is_some()
                {
                    skip!(done);
                }
                general!();
            }
            Instr::Store(ty, value, pointer, done) => match *slots.at(pointer) {
                Value::Ptr { object, offset } if fast::store(memory, object, offset, ty, slots.at(value)).is_some() => {
                    skip!(done);
                }
                _ => general!(),
            },
            Instr::Check(_, cond) | Instr::Assume(cond) => match *slots.at(cond) {
                Value::Bool(true) => {}
                _ => general!(),
            },
            Instr::Defined(dst, a) => match slots.at(a) {
                Value::Undef => general!(),
                _ => slots.copy(dst, a),
            },
            Instr::Call(call, back) => {
                let CallSite { callee, dst, args } = &function.calls[call as usize];
                *cursor = Cursor { pc: back as usize, left: end - rest.address() };
                return Leave::Call(Call { callee: *callee, dst: *dst, args });
            }
            Instr::Return(value) => break Leave::Return(value),
            Instr::Enter(number) if machine.quiet.get(number as usize) == Some(&true) => {}
            Instr::Unary(..)
            | Instr::Alloc(..)
            | Instr::CallIndirect(..)
            | Instr::Intrinsic(..)
            | Instr::Input(..)
            | Instr::Output(_)
            | Instr::Unreachable
            | Instr::Enter(_)
            | Instr::Meet(_)
            | Instr::At(..)
            | Instr::EdgeSeen(_)
            | Instr::LoadSeen(..)
            | Instr::StoreSeen(..)
            | Instr::External(_)
            | Instr::Unsupported(_) => break Leave::General,
        }
    };
    *cursor = Cursor { pc: rest.index(instrs) - 1, left: end - rest.address() + SIZE };
    leave
}

/// The place so far behind a known pointer.
#[inline(always)]
fn place(pointer: &Value, by: &Value) -> Option<(ObjectId, i64)> {
    match (pointer, by) {
        (&Value::Ptr { object, offset }, &Value::Int(by)) => Some((object, offset.checked_add(by)?)),
        (&Value::Ptr { object, offset }, &Value::Bits { width: 64, bits }) => {
            Some((object, offset.wrapping_add(bits as i64)))
        }
        _ => None,
    }
}

/// In which orders of words a comparison holds: bit 0 for less, 1 for equal, 2 for greater; none for what is no
/// comparison of words.
const ORDERS: [u8; CompareOp::FLe as usize + 1] = {
    let mut orders = [0; CompareOp::FLe as usize + 1];
    orders[CompareOp::Eq as usize] = 0b010;
    orders[CompareOp::Ne as usize] = 0b101;
    orders[CompareOp::Slt as usize] = 0b001;
    orders[CompareOp::Sle as usize] = 0b011;
    orders
};

/// Compares words; a table instead of a jump for each kind of comparison, which would be mispredicted.
#[inline(always)]
fn words(op: CompareOp, a: i64, b: i64) -> Option<bool> {
    let orders = ORDERS[op as usize];
    let order = 2 * u8::from(a > b) + u8::from(a == b);
    if orders == 0 { None } else { Some(orders >> order & 1 != 0) }
}
