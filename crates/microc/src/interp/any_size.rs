//! What instructions compute, with numbers of any size: the way that [`super::machine`] takes where ops leave something out, and
//! machine code where it has no instructions for it. Nothing is changed here but numbers made.

use std::cmp::Ordering;

use super::LimitKind;
use super::code::{Cmp, Orders, Reg, Target};
use super::heap::address;
use super::instr::Instr;
use super::numbers::{Numbers, Trap};

/// What an instruction does in the end.
#[derive(Clone, Copy, Debug)]
pub(super) enum Done {
    /// The register gets the word.
    Value(Reg, i64),
    /// The function returns the word.
    Return(i64),
    /// Whether it jumps, and where to.
    Jump(bool, Target),
    /// The register gets the word; then whether it jumps, and where to.
    Step(Reg, i64, bool, Target),
}

/// What an instruction can read.
#[derive(Clone, Copy)]
pub(super) struct Sight<'a> {
    /// The registers of the frame, and whatever is above.
    pub registers: &'a [i64],
    pub cells: &'a [i64],
}

impl Sight<'_> {
    fn reg(self, register: Reg) -> i64 {
        self.registers[usize::from(register)]
    }

    /// An element that is known to exist.
    fn element(self, array: Reg, index: Reg, off: i32) -> i64 {
        let index = (self.reg(index) + i64::from(off)) >> 1;
        self.cells[address(self.reg(array)) + index as usize]
    }

    /// A field of a record, by the word of the record.
    fn field(self, record: i64, index: u32) -> i64 {
        self.cells[address(record) + index as usize]
    }
}

/// Does an instruction, if all it does is to compute something: none otherwise.
#[inline(always)]
pub(super) fn compute(instr: &Instr, see: Sight<'_>, numbers: &mut Numbers) -> Option<Result<Done, Trap>> {
    let reg = |register| see.reg(register);
    let (dst, word) = match *instr {
        Instr::Add { dst, a, b } => (dst, numbers.sum(reg(a), reg(b))),
        Instr::Sub { dst, a, b } => (dst, numbers.difference(reg(a), reg(b))),
        Instr::Mul { dst, a, b } => (dst, numbers.product(reg(a), reg(b))),
        Instr::Div { b, .. } | Instr::Rem { b, .. } if reg(b) == 0 => return Some(Err(Trap::DivisionByZero)),
        Instr::Div { dst, a, b } => (dst, numbers.quotient(reg(a), reg(b))),
        Instr::Rem { dst, a, b } => (dst, numbers.remainder(reg(a), reg(b))),
        Instr::AddWord { dst, a, imm } => (dst, numbers.sum(reg(a), imm)),
        Instr::RsubWord { dst, a, imm } => (dst, numbers.difference(imm, reg(a))),
        Instr::MulNumber { dst, a, imm } => (dst, numbers.product(reg(a), imm << 1)),
        Instr::DivWord { dst, a, imm } => (dst, numbers.quotient(reg(a), imm)),
        Instr::DivSmall { dst, a, imm, .. } => (dst, numbers.quotient(reg(a), i64::from(imm) << 1)),
        Instr::DivPower { dst, a, imm } => (dst, numbers.quotient(reg(a), 2 << imm)),
        Instr::RemWord { dst, a, imm } => (dst, numbers.remainder(reg(a), imm)),
        Instr::RemSmall { dst, a, imm, .. } => (dst, numbers.remainder(reg(a), i64::from(imm) << 1)),
        Instr::RemPower { dst, a, imm } => (dst, numbers.remainder(reg(a), 2 << imm)),
        Instr::AddAdd { dst, a, b, add } => (dst, numbers.add_add(reg(a), reg(b), add.into())),
        Instr::MulAdd { dst, a, b, factor, add } => {
            (dst, numbers.mul_add(reg(a), reg(b), i64::from(factor) << 1, add.into()))
        }
        Instr::Linear { dst, b, factor, add } => (dst, numbers.mul_add(0, reg(b), i64::from(factor) << 1, add.into())),
        Instr::AddMul { dst, a, b, c } => (dst, numbers.mul_add(reg(a), reg(b), reg(c), 0)),
        Instr::AddElem { dst, a, array, index, off } => (dst, numbers.sum(reg(a), see.element(array, index, off))),
        Instr::AddField { dst, a, record, index } => (dst, numbers.sum(reg(a), see.field(reg(record), index))),
        Instr::AddVia { dst, a, ptr, index } => (dst, numbers.sum(reg(a), see.field(see.field(reg(ptr), 0), index))),
        Instr::Compare { orders, dst, a, b } => {
            let holds = orders.include(numbers.compare(reg(a), reg(b)));
            (dst, Some(i64::from(holds) << 1))
        }
        Instr::ReturnAdd { a, b } => return Some(number(numbers.sum(reg(a), reg(b))).map(Done::Return)),
        Instr::ReturnMul { a, b } => return Some(number(numbers.product(reg(a), reg(b))).map(Done::Return)),

        Instr::JumpLt { a, b, off, to } => return jump(numbers.is_below(reg(a), reg(b), off.into()), to),
        Instr::JumpEq { a, b, to } => return jump(numbers.compare(reg(a), reg(b)).is_eq(), to),
        Instr::JumpNe { a, b, to } => return jump(numbers.compare(reg(a), reg(b)).is_ne(), to),
        Instr::JumpLtWord { a, to, imm } => return jump(numbers.compare(reg(a), imm).is_lt(), to),
        Instr::JumpGtWord { a, to, imm } => return jump(numbers.compare(reg(a), imm).is_gt(), to),
        Instr::JumpEqWord { a, to, imm } => return jump(numbers.compare(reg(a), imm).is_eq(), to),
        Instr::JumpNeWord { a, to, imm } => return jump(numbers.compare(reg(a), imm).is_ne(), to),
        Instr::JumpMultiple { a, power, want, to } => {
            return jump(numbers.is_multiple(reg(a), (2 << power) - 1) == want, to);
        }
        Instr::JumpElem { orders, array, index, off, b, to } => {
            return jump(holds(orders, numbers.compare(see.element(array, index, off.into()), reg(b))), to);
        }
        Instr::JumpElemWord { orders, array, index, off, imm, to } => {
            return jump(holds(orders, numbers.compare(see.element(array, index, off.into()), imm.into())), to);
        }
        Instr::StepJumpLt { a, b, step: by, off, to } => {
            let limit =
                |numbers: &mut Numbers, sum| numbers.is_below(sum, if a == b { sum } else { reg(b) }, off.into());
            return Some(step(numbers, (a, reg(a)), by.into(), limit, to));
        }
        Instr::StepRegJumpLt { a, by, b, off, to } => {
            let limit =
                |numbers: &mut Numbers, sum| numbers.is_below(sum, if a == b { sum } else { reg(b) }, off.into());
            return Some(step(numbers, (a, reg(a)), reg(by), limit, to));
        }
        Instr::StepJumpLtWord { a, step: by, to, imm } => {
            let limit = |numbers: &mut Numbers, sum| numbers.compare(sum, imm).is_lt();
            return Some(step(numbers, (a, reg(a)), by.into(), limit, to));
        }
        Instr::StepJumpGtWord { a, step: by, to, imm } => {
            let limit = |numbers: &mut Numbers, sum| numbers.compare(sum, imm).is_gt();
            return Some(step(numbers, (a, reg(a)), by.into(), limit, to));
        }

        Instr::Word { .. }
        | Instr::Move { .. }
        | Instr::Move2 { .. }
        | Instr::CheckInit { .. }
        | Instr::Not { .. }
        | Instr::Jump { .. }
        | Instr::NewCell { .. }
        | Instr::NewEmptyCell { .. }
        | Instr::NewArray { .. }
        | Instr::NewPointed { .. }
        | Instr::Load { .. }
        | Instr::Store { .. }
        | Instr::LoadElem { .. }
        | Instr::LoadElem2 { .. }
        | Instr::StoreElem { .. }
        | Instr::StoreElemWord { .. }
        | Instr::LoadField { .. }
        | Instr::StoreField { .. }
        | Instr::LoadVia { .. }
        | Instr::StoreVia { .. }
        | Instr::Call { .. }
        | Instr::CallAdd { .. }
        | Instr::CallWith { .. }
        | Instr::CallWithAdd { .. }
        | Instr::Return { .. }
        | Instr::Input { .. }
        | Instr::Output { .. } => return None,
    };
    Some(number(word).map(|word| Done::Value(dst, word)))
}

fn number(word: Option<i64>) -> Result<i64, Trap> {
    word.ok_or(Trap::Limit(LimitKind::Bits))
}

fn holds(orders: Orders, order: Ordering) -> bool {
    Cmp::from(orders).holds(&order, &Ordering::Equal)
}

fn jump(holds: bool, to: Target) -> Option<Result<Done, Trap>> {
    Some(Ok(Done::Jump(holds, to)))
}

/// Adds to a register, and asks about the sum.
fn step(
    numbers: &mut Numbers,
    (register, word): (Reg, i64),
    by: i64,
    limit: impl FnOnce(&mut Numbers, i64) -> bool,
    to: Target,
) -> Result<Done, Trap> {
    let sum = number(numbers.sum(word, by))?;
    Ok(Done::Step(register, sum, limit(numbers, sum), to))
}
