//! Integer arithmetic, element by element on vectors, and choices.

use pathfold_ir::{BinaryOp, CastOp, Operand, Type};

use super::functions::FunctionLowering;
use crate::llvm::{Opcode, Value};

impl FunctionLowering<'_> {
    /// The leaves of the first two operands, pairwise.
    pub(super) fn pairs(&mut self, value: Value) -> Vec<(Operand, Operand)> {
        let (a, b) = (self.operands_of(value, 0), self.operands_of(value, 1));
        a.into_iter().zip(b).collect()
    }

    pub(super) fn arithmetic(&mut self, opcode: Opcode, value: Value) -> Vec<Operand> {
        let checked = value.no_signed_wrap();
        let op = match opcode {
            Opcode::LLVMAdd if checked => BinaryOp::SAdd,
            Opcode::LLVMAdd => BinaryOp::Add,
            Opcode::LLVMSub if checked => BinaryOp::SSub,
            Opcode::LLVMSub => BinaryOp::Sub,
            Opcode::LLVMMul if checked => BinaryOp::SMul,
            Opcode::LLVMMul => BinaryOp::Mul,
            Opcode::LLVMUDiv => BinaryOp::UDiv,
            Opcode::LLVMSDiv => BinaryOp::SDiv,
            Opcode::LLVMURem => BinaryOp::URem,
            Opcode::LLVMSRem => BinaryOp::SRem,
            Opcode::LLVMShl => BinaryOp::Shl,
            Opcode::LLVMLShr => BinaryOp::LShr,
            Opcode::LLVMAShr => BinaryOp::AShr,
            Opcode::LLVMAnd => BinaryOp::And,
            Opcode::LLVMOr => BinaryOp::Or,
            _ => BinaryOp::Xor,
        };
        self.pairs(value).into_iter().map(|(a, b)| self.integer_op(op, &a, &b)).collect()
    }

    /// One operation on integers; those that truth values do not have are done on bytes.
    pub(super) fn integer_op(&mut self, op: BinaryOp, a: &Operand, b: &Operand) -> Operand {
        if self.ty(a) != Type::Bool || op.accepts(Type::Bool) {
            return self.binary(op, a, b);
        }
        let signed = matches!(op, BinaryOp::SDiv | BinaryOp::SRem | BinaryOp::AShr);
        let (wide_a, wide_b) = if signed {
            (self.resize_signed(a, 8), self.resize_signed(b, 8))
        } else {
            (self.resize(a, 8), self.resize(b, 8))
        };
        // A shift by one would shift out everything there is: amounts are numbers, never signed.
        let wide_b = if op == BinaryOp::AShr { self.resize(b, 8) } else { wide_b };
        let wide = self.binary(op, &wide_a, &wide_b);
        self.cast(CastOp::Trunc, &wide, Type::Bool)
    }

    /// `select`: one condition for all leaves, or one for each element.
    pub(super) fn choice(&mut self, value: Value) -> Vec<Operand> {
        let conditions = self.operands_of(value, 0);
        let (a, b) = (self.operands_of(value, 1), self.operands_of(value, 2));
        let each = conditions.len() == a.len();
        let mut result = Vec::with_capacity(a.len());
        for (i, (a, b)) in a.iter().zip(&b).enumerate() {
            let Some(condition) = conditions.get(if each { i } else { 0 }).cloned() else {
                break;
            };
            result.push(self.select(&condition, a, b));
        }
        result
    }
}
