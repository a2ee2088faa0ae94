//! What instructions do to registers: which they read and write, and how a run goes on behind them. Whoever goes through code
//! ([`super::redundant`], [`super::native`]) asks here.

use super::code::{Reg as Register, Target};
use super::instr::Instr;

/// What an instruction does to a register. Reads come before writes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Access {
    /// Read as a number: machine code tests that it is small, or does not do the instruction.
    Number(Register),
    /// Read, whatever it is.
    Word(Register),
    /// Written with a small number, or with a reference.
    Small(Register),
    /// Written with whatever it is.
    Any(Register),
}

/// Says what an instruction does to registers, but for the arguments of calls: those are in memory.
pub(super) fn accesses(instr: &Instr, mut visit: impl FnMut(Access)) {
    use Access::{Any, Number, Small, Word};
    let mut all = |accesses: &[Access]| accesses.iter().for_each(|access| visit(*access));
    match *instr {
        Instr::Word { dst, word } => all(&[if word & 1 == 0 { Small(dst) } else { Any(dst) }]),
        Instr::Move { dst, src } => all(&[Word(src), Any(dst)]),
        Instr::Move2 { dst, src, dst2, src2 } => all(&[Word(src), Any(dst), Word(src2), Any(dst2)]),
        Instr::CheckInit { src } => all(&[Word(src)]),
        Instr::Add { dst, a, b }
        | Instr::Sub { dst, a, b }
        | Instr::Mul { dst, a, b }
        | Instr::Div { dst, a, b }
        | Instr::Rem { dst, a, b }
        | Instr::AddAdd { dst, a, b, .. }
        | Instr::MulAdd { dst, a, b, .. }
        | Instr::Compare { dst, a, b, .. } => all(&[Number(a), Number(b), Small(dst)]),
        Instr::AddWord { dst, a, .. }
        | Instr::RsubWord { dst, a, .. }
        | Instr::MulNumber { dst, a, .. }
        | Instr::DivWord { dst, a, .. }
        | Instr::DivSmall { dst, a, .. }
        | Instr::DivPower { dst, a, .. }
        | Instr::RemWord { dst, a, .. }
        | Instr::RemSmall { dst, a, .. }
        | Instr::RemPower { dst, a, .. }
        | Instr::Linear { dst, b: a, .. } => all(&[Number(a), Small(dst)]),
        Instr::AddMul { dst, a, b, c } => all(&[Number(a), Number(b), Number(c), Small(dst)]),
        Instr::Not { dst, a } => all(&[Word(a), Small(dst)]),
        Instr::Jump { .. } => {}
        Instr::JumpLt { a, b, .. } | Instr::JumpEq { a, b, .. } | Instr::JumpNe { a, b, .. } => {
            all(&[Number(a), Number(b)]);
        }
        Instr::JumpLtWord { a, .. }
        | Instr::JumpGtWord { a, .. }
        | Instr::JumpEqWord { a, .. }
        | Instr::JumpNeWord { a, .. }
        | Instr::JumpMultiple { a, .. } => all(&[Number(a)]),
        Instr::StepJumpLt { a, b, .. } => all(&[Number(a), Number(b), Small(a)]),
        Instr::StepRegJumpLt { a, by, b, .. } => all(&[Number(a), Number(by), Number(b), Small(a)]),
        Instr::StepJumpLtWord { a, .. } | Instr::StepJumpGtWord { a, .. } => all(&[Number(a), Small(a)]),
        // An index that is large is out of bounds.
        Instr::JumpElem { array, index, b, .. } => all(&[Word(array), Number(index), Number(b)]),
        Instr::JumpElemWord { array, index, .. } => all(&[Word(array), Number(index)]),
        Instr::NewCell { dst, src } => all(&[Word(src), Small(dst)]),
        Instr::NewEmptyCell { dst } | Instr::NewArray { dst, .. } => all(&[Small(dst)]),
        Instr::NewPointed { ptr, record, .. } => all(&[Small(ptr), Small(record)]),
        Instr::Load { dst, ptr } | Instr::LoadVia { dst, ptr, .. } => all(&[Word(ptr), Any(dst)]),
        Instr::Store { ptr, src } | Instr::StoreVia { ptr, src, .. } => all(&[Word(ptr), Word(src)]),
        Instr::LoadElem { dst, array, index, .. } => all(&[Word(array), Number(index), Any(dst)]),
        Instr::LoadElem2 { dst, array, row, index, .. } => {
            all(&[Word(array), Number(row), Number(index), Any(dst)]);
        }
        Instr::AddElem { dst, a, array, index, .. } => all(&[Word(array), Number(index), Number(a), Small(dst)]),
        Instr::StoreElem { array, index, src, .. } => all(&[Word(array), Number(index), Word(src)]),
        Instr::StoreElemWord { array, index, .. } => all(&[Word(array), Number(index)]),
        Instr::LoadField { dst, record, .. } => all(&[Word(record), Any(dst)]),
        Instr::AddField { dst, a, record, .. } => all(&[Word(record), Number(a), Small(dst)]),
        Instr::StoreField { record, src, .. } => all(&[Word(record), Word(src)]),
        Instr::AddVia { dst, a, ptr, .. } => all(&[Word(ptr), Number(a), Small(dst)]),
        Instr::Call { dst, .. } => all(&[Any(dst)]),
        Instr::CallAdd { dst, a, .. } => all(&[Number(a), Any(dst)]),
        Instr::CallWith { dst, count, sources, .. } => {
            sources[..count as usize].iter().for_each(|source| all(&[Word(*source)]));
            all(&[Any(dst)]);
        }
        Instr::CallWithAdd { dst, count, sources, a, .. } => {
            sources[..count as usize].iter().for_each(|source| all(&[Word(*source)]));
            all(&[Number(a), Any(dst)]);
        }
        Instr::Return { src } => all(&[Word(src)]),
        Instr::ReturnAdd { a, b } | Instr::ReturnMul { a, b } => all(&[Number(a), Number(b)]),
        Instr::Input { dst } => all(&[Any(dst)]),
        Instr::Output { src } => all(&[Word(src)]),
    }
}

/// How a run goes on behind an instruction, besides jumping.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Next {
    /// With the next one.
    Falls,
    /// Elsewhere.
    Ends,
    /// With the next one, after a call whose frame starts in a register.
    Calls(Register, Target),
    /// With the next one, after something machine code does not do.
    Outside,
}

pub(super) fn next(instr: &Instr) -> Next {
    match *instr {
        Instr::Jump { .. } | Instr::Return { .. } | Instr::ReturnAdd { .. } | Instr::ReturnMul { .. } => Next::Ends,
        Instr::Call { args, function, .. }
        | Instr::CallAdd { args, function, .. }
        | Instr::CallWith { args, function, .. }
        | Instr::CallWithAdd { args, function, .. } => Next::Calls(args, function),
        Instr::Input { .. } | Instr::Output { .. } => Next::Outside,
        Instr::Word { .. }
        | Instr::Move { .. }
        | Instr::Move2 { .. }
        | Instr::CheckInit { .. }
        | Instr::Add { .. }
        | Instr::Sub { .. }
        | Instr::Mul { .. }
        | Instr::Div { .. }
        | Instr::AddWord { .. }
        | Instr::RsubWord { .. }
        | Instr::MulNumber { .. }
        | Instr::DivWord { .. }
        | Instr::DivSmall { .. }
        | Instr::DivPower { .. }
        | Instr::Rem { .. }
        | Instr::RemWord { .. }
        | Instr::RemSmall { .. }
        | Instr::RemPower { .. }
        | Instr::AddAdd { .. }
        | Instr::MulAdd { .. }
        | Instr::Linear { .. }
        | Instr::AddMul { .. }
        | Instr::Compare { .. }
        | Instr::Not { .. }
        | Instr::JumpLt { .. }
        | Instr::JumpEq { .. }
        | Instr::JumpNe { .. }
        | Instr::JumpLtWord { .. }
        | Instr::JumpGtWord { .. }
        | Instr::JumpEqWord { .. }
        | Instr::JumpNeWord { .. }
        | Instr::StepJumpLt { .. }
        | Instr::StepRegJumpLt { .. }
        | Instr::StepJumpLtWord { .. }
        | Instr::StepJumpGtWord { .. }
        | Instr::JumpMultiple { .. }
        | Instr::JumpElem { .. }
        | Instr::JumpElemWord { .. }
        | Instr::NewCell { .. }
        | Instr::NewEmptyCell { .. }
        | Instr::Load { .. }
        | Instr::Store { .. }
        | Instr::NewArray { .. }
        | Instr::NewPointed { .. }
        | Instr::LoadElem { .. }
        | Instr::LoadElem2 { .. }
        | Instr::AddElem { .. }
        | Instr::StoreElem { .. }
        | Instr::StoreElemWord { .. }
        | Instr::LoadField { .. }
        | Instr::AddField { .. }
        | Instr::StoreField { .. }
        | Instr::LoadVia { .. }
        | Instr::AddVia { .. }
        | Instr::StoreVia { .. } => Next::Falls,
    }
}

/// The target of a jump.
pub(super) fn target(instr: &Instr) -> Option<usize> {
    let mut instr = *instr;
    instr.target_mut().map(|to| *to as usize)
}
