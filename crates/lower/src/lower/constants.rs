//! Operands: registers that hold values, constants, and constant expressions, which become instructions before their
//! first use in a block.

use pathfold_base::Bits;
use pathfold_ir::{Const, Op, Operand, Type};

use super::Lowering;
use super::emit::{size, zero};
use super::functions::FunctionLowering;
use super::initializers::Address;
use crate::llvm::{Ty, TypeView, Value, ValueKind};

impl Lowering {
    /// A constant that needs no instructions, leaf by leaf; nothing for those that do.
    pub(super) fn constant(&mut self, value: Value) -> Option<Vec<Const>> {
        match value.kind() {
            ValueKind::LLVMConstantIntValueKind | ValueKind::LLVMConstantFPValueKind => {
                if self.shape(value.ty()).wide {
                    return self.wide_constant(value);
                }
                // SOUND: a `long double` is held as a `double`, so it must be one. The library's are meant to be: its
                // `<float.h>` says so.
                if value.is_rounded() && !self.options.library {
                    return None;
                }
                let ty = self.scalar(value.ty());
                // What is wider than we can hold is a placeholder; instructions with it are not supported.
                let bits = value.bits().unwrap_or(0);
                Some(vec![of_bits(ty, bits)])
            }
            ValueKind::LLVMConstantPointerNullValueKind => Some(vec![Const::Null]),
            ValueKind::LLVMConstantAggregateZeroValueKind => {
                Some(self.leaf_types(value.ty()).into_iter().map(zero).collect())
            }
            ValueKind::LLVMUndefValueValueKind | ValueKind::LLVMPoisonValueKind => {
                Some(self.leaf_types(value.ty()).into_iter().map(Const::Undef).collect())
            }
            ValueKind::LLVMConstantArrayValueKind
            | ValueKind::LLVMConstantStructValueKind
            | ValueKind::LLVMConstantVectorValueKind
            | ValueKind::LLVMConstantDataArrayValueKind
            | ValueKind::LLVMConstantDataVectorValueKind => {
                let mut leaves = Vec::new();
                for i in 0..elements(value.ty()) {
                    leaves.extend(self.constant(value.element(i)?)?);
                }
                Some(leaves)
            }
            ValueKind::LLVMFunctionValueKind
            | ValueKind::LLVMGlobalVariableValueKind
            | ValueKind::LLVMGlobalAliasValueKind
            | ValueKind::LLVMBlockAddressValueKind => match self.address(value)? {
                Address { target, addend: 0 } => Some(vec![target]),
                Address { .. } => None,
            },
            ValueKind::LLVMArgumentValueKind
            | ValueKind::LLVMBasicBlockValueKind
            | ValueKind::LLVMMemoryUseValueKind
            | ValueKind::LLVMMemoryDefValueKind
            | ValueKind::LLVMMemoryPhiValueKind
            | ValueKind::LLVMGlobalIFuncValueKind
            | ValueKind::LLVMConstantExprValueKind
            | ValueKind::LLVMConstantTokenNoneValueKind
            | ValueKind::LLVMMetadataAsValueValueKind
            | ValueKind::LLVMInlineAsmValueKind
            | ValueKind::LLVMInstructionValueKind
            | ValueKind::LLVMConstantTargetNoneValueKind
            | ValueKind::LLVMConstantPtrAuthValueKind => None,
        }
    }
}

/// The constant of a type with these bits.
fn of_bits(ty: Type, bits: u128) -> Const {
    match ty {
        Type::Bool => Const::Bool(bits & 1 == 1),
        Type::Int => Const::Int(bits.into()),
        Type::Bv(width) => Const::Bits(Bits::new(u32::from(width), bits)),
        Type::Ptr => Const::Address(bits as u64),
        Type::F32 => Const::F32(bits as u32),
        Type::F64 => Const::F64(bits as u64),
    }
}

/// How many elements a constant aggregate has.
pub(super) fn elements(ty: Ty) -> u64 {
    match ty.view() {
        TypeView::Struct(fields) => fields.len() as u64,
        TypeView::Array(_, count) | TypeView::Vector(_, count) => count,
        _ => 0,
    }
}

impl FunctionLowering<'_> {
    /// The leaves of a value, as operands of an instruction of the current block.
    pub(super) fn operand(&mut self, value: Value) -> Vec<Operand> {
        if let Some(known) = self.values.get(&value) {
            return known.clone();
        }
        if let Some(leaves) = self.module.constant(value) {
            return leaves.into_iter().map(Operand::from).collect();
        }
        let key = (self.builder.current(), value);
        if let Some(known) = self.memo.get(&key) {
            return known.clone();
        }
        let leaves = self.compute_constant(value);
        self.memo.insert(key, leaves.clone());
        leaves
    }

    /// The only leaf of a scalar value; for others, which LLVM's rules exclude, its first leaf or nothing.
    pub(super) fn scalar(&mut self, value: Value) -> Operand {
        let leaves = self.operand(value);
        match leaves.into_iter().next() {
            Some(leaf) => leaf,
            None => Const::Undef(Type::Bool).into(),
        }
    }

    /// A constant that needs instructions.
    fn compute_constant(&mut self, value: Value) -> Vec<Operand> {
        if let Some(Address { target, addend }) = self.module.address(value) {
            let pointer = self.value(Type::Ptr, Op::Offset(target.into(), size(addend as u64)));
            return vec![pointer];
        }
        if let (TypeView::Int(_), Some(bits)) = (value.ty().view(), self.module.integer(value)) {
            let ty = self.module.scalar(value.ty());
            return vec![of_bits(ty, bits).into()];
        }
        match value.kind() {
            ValueKind::LLVMConstantArrayValueKind
            | ValueKind::LLVMConstantStructValueKind
            | ValueKind::LLVMConstantVectorValueKind => {
                let parts = (0..elements(value.ty())).filter_map(|i| value.element(i));
                parts.collect::<Vec<_>>().into_iter().flat_map(|part| self.operand(part)).collect()
            }
            ValueKind::LLVMConstantExprValueKind => match value.opcode() {
                Some(opcode) => self.computed(opcode, value),
                None => self.unsupported_operand(value),
            },
            _ => self.unsupported_operand(value),
        }
    }

    fn unsupported_operand(&mut self, value: Value) -> Vec<Operand> {
        let types = self.module.leaf_types(value.ty());
        let what = match value.kind() {
            ValueKind::LLVMGlobalIFuncValueKind => format!("the indirect function `{}`", value.name()),
            ValueKind::LLVMConstantExprValueKind => "a constant expression".to_owned(),
            ValueKind::LLVMConstantFPValueKind => "a `long double` that is no `double`".to_owned(),
            _ => "an operand of an unknown kind".to_owned(),
        };
        self.unsupported(&what, &types)
    }
}
