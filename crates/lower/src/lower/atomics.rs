//! Atomic instructions in a program of one thread: a load, an operation, a store.

use pathfold_ir::{BinaryOp, CompareOp, Operand, Type, UnaryOp};

use super::emit::bits;
use super::functions::FunctionLowering;
use crate::llvm::{IntPredicate, RmwOp, Value};

impl FunctionLowering<'_> {
    /// `atomicrmw`: gives what was there before.
    pub(super) fn atomic_update(&mut self, value: Value) -> Vec<Operand> {
        let (Some(op), Some(pointer), Some(operand)) = (value.rmw_op(), value.operand(0), value.operand(1)) else {
            return Vec::new();
        };
        if self.module.shape(operand.ty()).has_long_doubles() {
            return self.unsupported("an atomic update of a `long double`", &[Type::F64]);
        }
        let (pointer, operand) = (self.scalar(pointer), self.scalar(operand));
        let ty = self.ty(&operand);
        let before = self.load(ty, &pointer);
        match self.updated(op, &before, &operand) {
            Some(after) => {
                self.store(&after, &pointer);
                vec![before]
            }
            None => self.unsupported("an atomic update of this type", &[ty]),
        }
    }

    fn updated(&mut self, op: RmwOp, before: &Operand, operand: &Operand) -> Option<Operand> {
        let float = matches!(self.ty(before), Type::F32 | Type::F64);
        let number = matches!(self.ty(before), Type::Bv(_));
        let mut choose = |predicate| {
            let keep = self.one_compare(predicate, before, operand);
            self.select(&keep, before, operand)
        };
        match op {
            RmwOp::LLVMAtomicRMWBinOpXchg => Some(operand.clone()),
            RmwOp::LLVMAtomicRMWBinOpAdd if number => Some(self.binary(BinaryOp::Add, before, operand)),
            RmwOp::LLVMAtomicRMWBinOpSub if number => Some(self.binary(BinaryOp::Sub, before, operand)),
            RmwOp::LLVMAtomicRMWBinOpAnd if number => Some(self.binary(BinaryOp::And, before, operand)),
            RmwOp::LLVMAtomicRMWBinOpNand if number => {
                let both = self.binary(BinaryOp::And, before, operand);
                Some(self.unary(UnaryOp::Not, &both))
            }
            RmwOp::LLVMAtomicRMWBinOpOr if number => Some(self.binary(BinaryOp::Or, before, operand)),
            RmwOp::LLVMAtomicRMWBinOpXor if number => Some(self.binary(BinaryOp::Xor, before, operand)),
            RmwOp::LLVMAtomicRMWBinOpMax if number => Some(choose(IntPredicate::LLVMIntSGT)),
            RmwOp::LLVMAtomicRMWBinOpMin if number => Some(choose(IntPredicate::LLVMIntSLE)),
            RmwOp::LLVMAtomicRMWBinOpUMax if number => Some(choose(IntPredicate::LLVMIntUGT)),
            RmwOp::LLVMAtomicRMWBinOpUMin if number => Some(choose(IntPredicate::LLVMIntULE)),
            RmwOp::LLVMAtomicRMWBinOpFAdd if float => Some(self.binary(BinaryOp::FAdd, before, operand)),
            RmwOp::LLVMAtomicRMWBinOpFSub if float => Some(self.binary(BinaryOp::FSub, before, operand)),
            RmwOp::LLVMAtomicRMWBinOpFMax if float => {
                let ty = self.ty(before);
                Some(self.library_call("fmax", &[before.clone(), operand.clone()], ty))
            }
            RmwOp::LLVMAtomicRMWBinOpFMin if float => {
                let ty = self.ty(before);
                Some(self.library_call("fmin", &[before.clone(), operand.clone()], ty))
            }
            RmwOp::LLVMAtomicRMWBinOpUIncWrap | RmwOp::LLVMAtomicRMWBinOpUDecWrap if number => {
                let Type::Bv(wide) = self.ty(before) else {
                    return None;
                };
                let (zero, one) = (bits(wide, 0), bits(wide, 1));
                if op == RmwOp::LLVMAtomicRMWBinOpUIncWrap {
                    let below = self.compare(CompareOp::Ult, before, operand);
                    let next = self.binary(BinaryOp::Add, before, &one);
                    return Some(self.select(&below, &next, &zero));
                }
                let next = self.binary(BinaryOp::Sub, before, &one);
                let above = self.compare(CompareOp::Ult, operand, before);
                let none = self.compare(CompareOp::Eq, before, &zero);
                let wraps = self.binary(BinaryOp::Or, &above, &none);
                Some(self.select(&wraps, operand, &next))
            }
            RmwOp::LLVMAtomicRMWBinOpAdd
            | RmwOp::LLVMAtomicRMWBinOpSub
            | RmwOp::LLVMAtomicRMWBinOpAnd
            | RmwOp::LLVMAtomicRMWBinOpNand
            | RmwOp::LLVMAtomicRMWBinOpOr
            | RmwOp::LLVMAtomicRMWBinOpXor
            | RmwOp::LLVMAtomicRMWBinOpMax
            | RmwOp::LLVMAtomicRMWBinOpMin
            | RmwOp::LLVMAtomicRMWBinOpUMax
            | RmwOp::LLVMAtomicRMWBinOpUMin
            | RmwOp::LLVMAtomicRMWBinOpFAdd
            | RmwOp::LLVMAtomicRMWBinOpFSub
            | RmwOp::LLVMAtomicRMWBinOpFMax
            | RmwOp::LLVMAtomicRMWBinOpFMin
            | RmwOp::LLVMAtomicRMWBinOpUIncWrap
            | RmwOp::LLVMAtomicRMWBinOpUDecWrap => None,
        }
    }

    /// `cmpxchg`: gives what was there before and whether it was exchanged. Always writes: what was there if not.
    pub(super) fn atomic_exchange(&mut self, value: Value) -> Vec<Operand> {
        let operands = value.operands();
        let [pointer, expected, new] = operands[..] else {
            return Vec::new();
        };
        let (pointer, expected, new) = (self.scalar(pointer), self.scalar(expected), self.scalar(new));
        let ty = self.ty(&expected);
        let before = self.load(ty, &pointer);
        let equal = self.compare(CompareOp::Eq, &before, &expected);
        let after = self.select(&equal, &new, &before);
        self.store(&after, &pointer);
        vec![before, equal]
    }
}
