//! Instructions with a small constant as an operand carry it with them: reading it costs no look at a slot. They keep the
//! constant's slot too, for whatever they do not do themselves. The commonest operations on words are instructions of their
//! own.

use pathfold_ir::{BinaryOp, CompareOp};

use super::{FuncCode, Instr, Pc, Slot};
use crate::value::Value;

/// Rewrites a function whose constants are in the slots from `first` on of its template.
pub(super) fn specialize(code: &mut FuncCode, first: Slot) {
    let FuncCode { instrs, template, .. } = code;
    let word = |slot: Slot| match template.get(slot as usize) {
        Some(&Value::Int(n)) if slot >= first => i32::try_from(n).ok(),
        Some(&Value::Bits { width, bits }) if slot >= first => {
            let unused = 64 - u32::from(width);
            i32::try_from((bits << unused) as i64 >> unused).ok()
        }
        _ => None,
    };
    let null = |slot: Slot| slot >= first && template.get(slot as usize) == Some(&Value::NULL);
    let short = |slot: Slot| word(slot).and_then(|n| i16::try_from(n).ok());
    for instr in instrs.iter_mut() {
        *instr = match *instr {
            Instr::Add(dst, a, b) => match (word(a), word(b)) {
                (_, Some(by)) => Instr::AddWord(dst, a, b, by),
                (Some(by), None) => Instr::AddWord(dst, b, a, by),
                (None, None) => continue,
            },
            Instr::Sub(dst, a, b) => match word(b).and_then(i32::checked_neg) {
                Some(by) => Instr::SubWord(dst, a, b, by),
                None => continue,
            },
            Instr::Div(dst, a, b) => match word(b) {
                Some(by @ 1..) if by.count_ones() == 1 => Instr::DivPower(dst, a, b, by.trailing_zeros() as u8),
                _ => continue,
            },
            Instr::CompareBranch(CompareOp::Eq, a, b, then, otherwise) if null(b) => {
                Instr::NullBranch(a, b, then, otherwise)
            }
            Instr::CompareBranch(CompareOp::Ne, a, b, then, otherwise) if null(b) => {
                Instr::NotNullBranch(a, b, then, otherwise)
            }
            Instr::CompareBranch(op, a, b, then, otherwise) => match (op, short(a), short(b)) {
                (CompareOp::Eq, _, Some(n)) => Instr::IsBranch(n, a, b, then, otherwise),
                (CompareOp::Ne, _, Some(n)) => Instr::IsNotBranch(n, a, b, then, otherwise),
                (CompareOp::Slt, _, Some(n)) => Instr::BelowBranch(n, a, b, then, otherwise),
                (CompareOp::Slt, Some(n), _) => Instr::AboveBranch(n, a, b, then, otherwise),
                (CompareOp::Slt, None, None) => Instr::LessBranch(a, b, then, otherwise),
                _ => continue,
            },
            Instr::Binary(BinaryOp::And, dst, a, b) => Instr::And(dst, a, b),
            Instr::Binary(BinaryOp::Or, dst, a, b) => Instr::Or(dst, a, b),
            Instr::Binary(BinaryOp::Xor, dst, a, b) => Instr::Xor(dst, a, b),
            Instr::Binary(BinaryOp::Shl, dst, a, b) => Instr::Shl(dst, a, b),
            Instr::Binary(BinaryOp::LShr, dst, a, b) => Instr::LShr(dst, a, b),
            _ => continue,
        };
    }
}

impl Instr {
    /// The instruction as it is for operands of any kind, all of them in slots.
    pub fn plain(self) -> Instr {
        match self {
            Instr::Div(dst, a, b) | Instr::DivPower(dst, a, b, _) => Instr::Binary(BinaryOp::SDiv, dst, a, b),
            Instr::And(dst, a, b) => Instr::Binary(BinaryOp::And, dst, a, b),
            Instr::Or(dst, a, b) => Instr::Binary(BinaryOp::Or, dst, a, b),
            Instr::Xor(dst, a, b) => Instr::Binary(BinaryOp::Xor, dst, a, b),
            Instr::Shl(dst, a, b) => Instr::Binary(BinaryOp::Shl, dst, a, b),
            Instr::LShr(dst, a, b) => Instr::Binary(BinaryOp::LShr, dst, a, b),
            Instr::AddWord(dst, a, b, _) => Instr::Add(dst, a, b),
            Instr::SubWord(dst, a, b, _) => Instr::Sub(dst, a, b),
            Instr::IsBranch(_, a, b, then, otherwise) => Instr::CompareBranch(CompareOp::Eq, a, b, then, otherwise),
            Instr::IsNotBranch(_, a, b, then, otherwise) => Instr::CompareBranch(CompareOp::Ne, a, b, then, otherwise),
            Instr::NullBranch(a, b, then, otherwise) => Instr::CompareBranch(CompareOp::Eq, a, b, then, otherwise),
            Instr::NotNullBranch(a, b, then, otherwise) => Instr::CompareBranch(CompareOp::Ne, a, b, then, otherwise),
            Instr::BelowBranch(_, a, b, then, otherwise)
            | Instr::AboveBranch(_, a, b, then, otherwise)
            | Instr::LessBranch(a, b, then, otherwise) => Instr::CompareBranch(CompareOp::Slt, a, b, then, otherwise),
            other => other,
        }
    }

    /// Where a branch goes.
    pub fn ways(mut self) -> Option<(Pc, Pc)> {
        self.ways_mut().map(|(then, otherwise)| (*then, *otherwise))
    }

    /// Where a branch goes, to be changed.
    pub fn ways_mut(&mut self) -> Option<(&mut Pc, &mut Pc)> {
        match self {
            Instr::Branch(_, then, otherwise)
            | Instr::CompareBranch(_, _, _, then, otherwise)
            | Instr::IsBranch(_, _, _, then, otherwise)
            | Instr::IsNotBranch(_, _, _, then, otherwise)
            | Instr::BelowBranch(_, _, _, then, otherwise)
            | Instr::AboveBranch(_, _, _, then, otherwise)
            | Instr::NullBranch(_, _, then, otherwise)
            | Instr::NotNullBranch(_, _, then, otherwise)
            | Instr::LessBranch(_, _, then, otherwise) => Some((then, otherwise)),
            _ => None,
        }
    }
}
