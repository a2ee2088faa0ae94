//! Integers of more than 128 bits, which clang makes of long runs of bit-fields: limbs of 64 bits, the lowest first. They
//! can be moved, masked, shifted by constants, compared, added and cut into pieces, and nothing else.

use pathfold_ir::{BinaryOp, CastOp, CompareOp, Const, Operand, Type};

use super::Lowering;
use super::emit::{bits, truth, width};
use super::functions::FunctionLowering;
use super::types::limbs;
use crate::llvm::{IntPredicate, Opcode, TypeView, Value};

impl Lowering {
    /// The limbs of a constant that is wider than 128 bits.
    pub(super) fn wide_constant(&mut self, value: Value) -> Option<Vec<Const>> {
        let types: Vec<Type> = self.leaf_types(value.ty());
        let bytes = self.wide_bytes(value)?;
        let mut limbs = Vec::with_capacity(types.len());
        for (ty, chunk) in types.into_iter().zip(bytes.chunks(8)) {
            let number = chunk.iter().rev().fold(0u128, |sum, &byte| sum << 8 | u128::from(byte));
            limbs.push(Const::Bits(pathfold_base::Bits::new(u32::from(width(ty)?), number)));
        }
        Some(limbs)
    }
}

impl FunctionLowering<'_> {
    /// An instruction with wide integers; nothing if they cannot do that.
    pub(super) fn wide(&mut self, opcode: Opcode, value: Value) -> Option<Vec<Operand>> {
        match opcode {
            Opcode::LLVMLoad
            | Opcode::LLVMStore
            | Opcode::LLVMFreeze
            | Opcode::LLVMExtractValue
            | Opcode::LLVMInsertValue
            | Opcode::LLVMBitCast => return Some(self.compute(opcode, value)),
            Opcode::LLVMSelect => {
                let one = value.operand(0)?.ty().view() == TypeView::Int(1);
                return one.then(|| self.compute(opcode, value));
            }
            _ => {}
        }
        let operands: Vec<Value> = value.operands();
        let scalar = |value: &Value| matches!(value.ty().view(), TypeView::Int(_));
        if !operands.iter().all(scalar) || !scalar(&value) {
            return None;
        }
        match opcode {
            Opcode::LLVMAnd | Opcode::LLVMOr | Opcode::LLVMXor => {
                let op = match opcode {
                    Opcode::LLVMAnd => BinaryOp::And,
                    Opcode::LLVMOr => BinaryOp::Or,
                    _ => BinaryOp::Xor,
                };
                Some(self.pairs(value).iter().map(|(a, b)| self.binary(op, a, b)).collect())
            }
            Opcode::LLVMShl | Opcode::LLVMLShr | Opcode::LLVMAShr => self.wide_shift(opcode, value),
            Opcode::LLVMTrunc | Opcode::LLVMZExt | Opcode::LLVMSExt => self.wide_resize(opcode, value),
            Opcode::LLVMAdd | Opcode::LLVMSub if !value.no_signed_wrap() => {
                Some(self.wide_sum(opcode == Opcode::LLVMAdd, value))
            }
            Opcode::LLVMICmp => self.wide_compare(value),
            _ => None,
        }
    }

    /// The limbs of an integer type, taken from bit vectors that stand one after the other.
    fn regroup(&mut self, pieces: &[Operand], at: u32, value: Value) -> Option<Vec<Operand>> {
        let TypeView::Int(total) = value.ty().view() else {
            return None;
        };
        let widths = if total > 128 { limbs(total) } else { vec![total as u8] };
        let mut start = at;
        let mut result = Vec::new();
        for wide in widths {
            let limb = self.gather(pieces, start, wide);
            result.push(if total == 1 { self.cast(CastOp::Trunc, &limb, Type::Bool) } else { limb });
            start += u32::from(wide);
        }
        Some(result)
    }

    /// So many bits that all are the sign of a limb, or zero.
    fn filling(&mut self, count: u32, sign: Option<&Operand>) -> Vec<Operand> {
        let full = (0..count / 64).map(|_| 64u8);
        let widths: Vec<u8> = full.chain(Some((count % 64) as u8).filter(|&rest| rest > 0)).collect();
        let Some(sign) = sign else {
            return widths.into_iter().map(|wide| bits(wide, 0)).collect();
        };
        let zero = bits(width(self.ty(sign)).unwrap_or(64), 0);
        let negative = self.compare(CompareOp::Slt, sign, &zero);
        widths.into_iter().map(|wide| self.select(&negative, &bits(wide, u128::MAX), &bits(wide, 0))).collect()
    }

    fn wide_shift(&mut self, opcode: Opcode, value: Value) -> Option<Vec<Operand>> {
        let TypeView::Int(total) = value.ty().view() else {
            return None;
        };
        let amount = self.module.constant(value.operand(1)?)?;
        let Const::Bits(low) = amount.first()? else {
            return None;
        };
        let small = amount.iter().skip(1).all(|limb| matches!(limb, Const::Bits(limb) if limb.is_zero()));
        let by = u32::try_from(low.unsigned()).ok().filter(|&by| small && by < total)?;
        let source = self.operands_of(value, 0);
        if opcode == Opcode::LLVMShl {
            let mut pieces = self.filling(by, None);
            pieces.extend(source);
            return self.regroup(&pieces, 0, value);
        }
        let top = source.last().cloned()?;
        let sign = (opcode == Opcode::LLVMAShr).then_some(&top);
        let above = self.filling(by, sign);
        let pieces: Vec<Operand> = source.into_iter().chain(above).collect();
        self.regroup(&pieces, by, value)
    }

    fn wide_resize(&mut self, opcode: Opcode, value: Value) -> Option<Vec<Operand>> {
        let leaves = self.operands_of(value, 0);
        let mut pieces: Vec<Operand> = leaves.iter().map(|leaf| self.bits_of(leaf)).collect();
        let TypeView::Int(total) = value.ty().view() else {
            return None;
        };
        // More than enough to fill the rest.
        let top = pieces.last().cloned()?;
        match opcode {
            Opcode::LLVMZExt => pieces.extend(self.filling(total, None)),
            Opcode::LLVMSExt => pieces.extend(self.filling(total, Some(&top))),
            _ => {}
        }
        self.regroup(&pieces, 0, value)
    }

    /// Sums limb by limb, with a carry.
    fn wide_sum(&mut self, adds: bool, value: Value) -> Vec<Operand> {
        let mut carry: Option<Operand> = None;
        let mut result = Vec::new();
        for (a, b) in self.pairs(value) {
            let op = if adds { BinaryOp::Add } else { BinaryOp::Sub };
            let plain = self.binary(op, &a, &b);
            let mut over =
                if adds { self.compare(CompareOp::Ult, &plain, &a) } else { self.compare(CompareOp::Ult, &a, &b) };
            let mut limb = plain.clone();
            if let Some(carry) = carry {
                let carried = self.resize(&carry, width(self.ty(&plain)).unwrap_or(64));
                limb = self.binary(op, &plain, &carried);
                let again = if adds {
                    self.compare(CompareOp::Ult, &limb, &plain)
                } else {
                    self.compare(CompareOp::Ult, &plain, &carried)
                };
                over = self.binary(BinaryOp::Or, &over, &again);
            }
            result.push(limb);
            carry = Some(over);
        }
        result
    }

    /// Compares from the lowest limb up: a higher one decides unless it is equal.
    fn wide_compare(&mut self, value: Value) -> Option<Vec<Operand>> {
        let predicate = value.int_predicate()?;
        let pairs = self.pairs(value);
        let count = pairs.len();
        // Whether the first is less and whether both are equal, so far.
        let (mut less, mut equal) = (truth(false), truth(true));
        let signed = matches!(
            predicate,
            IntPredicate::LLVMIntSLT | IntPredicate::LLVMIntSLE | IntPredicate::LLVMIntSGT | IntPredicate::LLVMIntSGE
        );
        for (i, (a, b)) in pairs.iter().enumerate() {
            let op = if signed && i + 1 == count { CompareOp::Slt } else { CompareOp::Ult };
            let (below, same) = (self.compare(op, a, b), self.compare(CompareOp::Eq, a, b));
            let rest = self.binary(BinaryOp::And, &same, &less);
            less = self.binary(BinaryOp::Or, &below, &rest);
            equal = self.binary(BinaryOp::And, &equal, &same);
        }
        let result = match predicate {
            IntPredicate::LLVMIntEQ => equal,
            IntPredicate::LLVMIntNE => self.not(&equal),
            IntPredicate::LLVMIntULT | IntPredicate::LLVMIntSLT => less,
            IntPredicate::LLVMIntULE | IntPredicate::LLVMIntSLE => self.binary(BinaryOp::Or, &less, &equal),
            IntPredicate::LLVMIntUGE | IntPredicate::LLVMIntSGE => self.not(&less),
            IntPredicate::LLVMIntUGT | IntPredicate::LLVMIntSGT => {
                let most = self.binary(BinaryOp::Or, &less, &equal);
                self.not(&most)
            }
        };
        Some(vec![result])
    }
}
