//! Comparisons, element by element on vectors.

use pathfold_ir::{BinaryOp, CastOp, CompareOp, Operand, Type};

use super::emit::truth;
use super::functions::FunctionLowering;
use crate::llvm::{IntPredicate, RealPredicate, Value};

/// A comparison of ours, whether its operands change places, and whether they are signed.
fn plan(predicate: IntPredicate) -> (CompareOp, bool, bool) {
    match predicate {
        IntPredicate::LLVMIntEQ => (CompareOp::Eq, false, false),
        IntPredicate::LLVMIntNE => (CompareOp::Ne, false, false),
        IntPredicate::LLVMIntULT => (CompareOp::Ult, false, false),
        IntPredicate::LLVMIntULE => (CompareOp::Ule, false, false),
        IntPredicate::LLVMIntUGT => (CompareOp::Ult, true, false),
        IntPredicate::LLVMIntUGE => (CompareOp::Ule, true, false),
        IntPredicate::LLVMIntSLT => (CompareOp::Slt, false, true),
        IntPredicate::LLVMIntSLE => (CompareOp::Sle, false, true),
        IntPredicate::LLVMIntSGT => (CompareOp::Slt, true, true),
        IntPredicate::LLVMIntSGE => (CompareOp::Sle, true, true),
    }
}

impl FunctionLowering<'_> {
    pub(super) fn int_compare(&mut self, value: Value) -> Vec<Operand> {
        let predicate = value.int_predicate().unwrap_or(IntPredicate::LLVMIntEQ);
        self.pairs(value).into_iter().map(|(a, b)| self.one_compare(predicate, &a, &b)).collect()
    }

    /// One comparison of integers, truth values or pointers.
    pub(super) fn one_compare(&mut self, predicate: IntPredicate, a: &Operand, b: &Operand) -> Operand {
        let (op, swapped, signed) = plan(predicate);
        let (a, b) = if swapped { (b, a) } else { (a, b) };
        let equality = matches!(op, CompareOp::Eq | CompareOp::Ne);
        match self.ty(a) {
            Type::Bool if !equality => {
                let (a, b) = if signed {
                    (self.resize_signed(a, 8), self.resize_signed(b, 8))
                } else {
                    (self.resize(a, 8), self.resize(b, 8))
                };
                self.compare(op, &a, &b)
            }
            Type::Ptr if signed => {
                let a = self.cast(CastOp::PtrToBv, a, Type::Bv(64));
                let b = self.cast(CastOp::PtrToBv, b, Type::Bv(64));
                self.compare(op, &a, &b)
            }
            Type::Bool | Type::Ptr | Type::Bv(_) | Type::Int | Type::F32 | Type::F64 => self.compare(op, a, b),
        }
    }

    pub(super) fn float_compare(&mut self, value: Value) -> Vec<Operand> {
        let predicate = value.real_predicate().unwrap_or(RealPredicate::LLVMRealPredicateFalse);
        if let Some(operand) = value.operand(0)
            && self.module.shape(operand.ty()).odd_float
        {
            let types = self.module.leaf_types(value.ty());
            return self.unsupported(&format!("a comparison of `{}`", operand.ty().print()), &types);
        }
        self.pairs(value).into_iter().map(|(a, b)| self.one_float_compare(predicate, &a, &b)).collect()
    }

    /// One comparison of floats: "ordered" ones are false on NaN, "unordered" ones true.
    pub(super) fn one_float_compare(&mut self, predicate: RealPredicate, a: &Operand, b: &Operand) -> Operand {
        match predicate {
            RealPredicate::LLVMRealPredicateFalse => truth(false),
            RealPredicate::LLVMRealPredicateTrue => truth(true),
            RealPredicate::LLVMRealOEQ => self.compare(CompareOp::FEq, a, b),
            RealPredicate::LLVMRealOGT => self.compare(CompareOp::FLt, b, a),
            RealPredicate::LLVMRealOGE => self.compare(CompareOp::FLe, b, a),
            RealPredicate::LLVMRealOLT => self.compare(CompareOp::FLt, a, b),
            RealPredicate::LLVMRealOLE => self.compare(CompareOp::FLe, a, b),
            RealPredicate::LLVMRealONE => {
                let (below, above) = (self.compare(CompareOp::FLt, a, b), self.compare(CompareOp::FLt, b, a));
                self.binary(BinaryOp::Or, &below, &above)
            }
            RealPredicate::LLVMRealORD => self.ordered(a, b),
            RealPredicate::LLVMRealUNO => {
                let ordered = self.ordered(a, b);
                self.not(&ordered)
            }
            // Each of these is the negation of an ordered comparison.
            RealPredicate::LLVMRealUEQ => self.opposite(RealPredicate::LLVMRealONE, a, b),
            RealPredicate::LLVMRealUGT => self.opposite(RealPredicate::LLVMRealOLE, a, b),
            RealPredicate::LLVMRealUGE => self.opposite(RealPredicate::LLVMRealOLT, a, b),
            RealPredicate::LLVMRealULT => self.opposite(RealPredicate::LLVMRealOGE, a, b),
            RealPredicate::LLVMRealULE => self.opposite(RealPredicate::LLVMRealOGT, a, b),
            RealPredicate::LLVMRealUNE => self.opposite(RealPredicate::LLVMRealOEQ, a, b),
        }
    }

    fn opposite(&mut self, predicate: RealPredicate, a: &Operand, b: &Operand) -> Operand {
        let result = self.one_float_compare(predicate, a, b);
        self.not(&result)
    }

    /// Whether neither is NaN, which alone differs from itself.
    fn ordered(&mut self, a: &Operand, b: &Operand) -> Operand {
        let first = self.compare(CompareOp::FEq, a, a);
        if a == b {
            return first;
        }
        let second = self.compare(CompareOp::FEq, b, b);
        self.binary(BinaryOp::And, &first, &second)
    }
}
