//! Parts of vectors and aggregates, which are lists of leaves: taking, replacing and mixing them.

use pathfold_ir::{BinaryOp, CompareOp, Const, Operand, Type};

use super::Lowering;
use super::emit::bits;
use super::functions::FunctionLowering;
use crate::llvm::{IntPredicate, Ty, TypeView, Value};

impl Lowering {
    /// Which leaves of a type a path of indices leads to: the first one and how many.
    fn leaf_range(&mut self, ty: Ty, indices: &[u32]) -> Option<(usize, usize)> {
        let mut ty = ty;
        let mut start = 0;
        for &index in indices {
            match ty.view() {
                TypeView::Struct(fields) => {
                    for &field in fields.get(..index as usize)? {
                        start += self.shape(field).leaves.len();
                    }
                    ty = *fields.get(index as usize)?;
                }
                TypeView::Array(element, _) | TypeView::Vector(element, _) => {
                    start += index as usize * self.shape(element).leaves.len();
                    ty = element;
                }
                _ => return None,
            }
        }
        Some((start, self.shape(ty).leaves.len()))
    }
}

impl FunctionLowering<'_> {
    pub(super) fn extract_value(&mut self, value: Value) -> Vec<Operand> {
        let types = self.module.leaf_types(value.ty());
        let Some(whole) = value.operand(0) else {
            return self.unsupported("a part of nothing", &types);
        };
        let leaves = self.operand(whole);
        let range = self.module.leaf_range(whole.ty(), &value.indices());
        match range.and_then(|(start, count)| leaves.get(start..start + count)) {
            Some(part) => part.to_vec(),
            None => self.unsupported("a part that is not there", &types),
        }
    }

    pub(super) fn insert_value(&mut self, value: Value) -> Vec<Operand> {
        let (mut leaves, part) = (self.operands_of(value, 0), self.operands_of(value, 1));
        let range = self.module.leaf_range(value.ty(), &value.indices());
        if let Some((start, count)) = range
            && let Some(room) = leaves.get_mut(start..start + count)
            && room.len() == part.len()
        {
            room.clone_from_slice(&part);
        }
        leaves
    }

    /// The element at an index; for one that is computed, a choice between all.
    pub(super) fn extract_element(&mut self, value: Value) -> Vec<Operand> {
        let leaves = self.operands_of(value, 0);
        let (Some(index), Some(first)) = (value.operand(1), leaves.first().cloned()) else {
            return Vec::new();
        };
        if let Some(index) = index.bits() {
            let ty = self.ty(&first);
            let found = usize::try_from(index).ok().and_then(|index| leaves.get(index).cloned());
            return vec![found.unwrap_or_else(|| Const::Undef(ty).into())];
        }
        let index = self.scalar(index);
        let mut chosen = first;
        for (i, leaf) in leaves.iter().enumerate().skip(1) {
            let here = self.is_index(&index, i);
            chosen = self.select(&here, leaf, &chosen);
        }
        vec![chosen]
    }

    pub(super) fn insert_element(&mut self, value: Value) -> Vec<Operand> {
        let mut leaves = self.operands_of(value, 0);
        let (Some(new), Some(index)) = (value.operand(1), value.operand(2)) else {
            return leaves;
        };
        let new = self.scalar(new);
        if let Some(index) = index.bits() {
            if let Some(room) = usize::try_from(index).ok().and_then(|index| leaves.get_mut(index)) {
                *room = new;
            }
            return leaves;
        }
        let index = self.scalar(index);
        for (i, leaf) in leaves.iter_mut().enumerate() {
            let here = self.is_index(&index, i);
            *leaf = self.select(&here, &new, leaf);
        }
        leaves
    }

    /// Whether a computed index is this one.
    fn is_index(&mut self, index: &Operand, wanted: usize) -> Operand {
        let index = self.resize(index, 64);
        self.compare(CompareOp::Eq, &index, &bits(64, wanted as u128))
    }

    pub(super) fn shuffle(&mut self, value: Value) -> Vec<Operand> {
        let mut leaves = self.operands_of(value, 0);
        leaves.extend(self.operands_of(value, 1));
        let ty = leaves.first().map_or(Type::Bool, |leaf| self.ty(leaf));
        let pick = |index: Option<u32>| index.and_then(|index| leaves.get(index as usize).cloned());
        value.shuffle_mask().into_iter().map(|i| pick(i).unwrap_or_else(|| Const::Undef(ty).into())).collect()
    }

    /// `llvm.vector.reduce.*`: the elements one after the other.
    pub(super) fn reduce(&mut self, name: &str, call: Value) -> Option<Vec<Operand>> {
        let args = call.arguments();
        let mut leaves = Vec::new();
        for &arg in &args {
            // Sums and products of floats have a start before the vector.
            leaves.extend(self.operand(arg));
        }
        let mut leaves = leaves.into_iter();
        let mut total = leaves.next()?;
        for leaf in leaves {
            let mut choose = |predicate| {
                let keep = self.one_compare(predicate, &total, &leaf);
                self.select(&keep, &total, &leaf)
            };
            total = match name {
                "add" => self.integer_op(BinaryOp::Add, &total, &leaf),
                "mul" => self.integer_op(BinaryOp::Mul, &total, &leaf),
                "and" => self.binary(BinaryOp::And, &total, &leaf),
                "or" => self.binary(BinaryOp::Or, &total, &leaf),
                "xor" => self.binary(BinaryOp::Xor, &total, &leaf),
                "smax" => choose(IntPredicate::LLVMIntSGE),
                "smin" => choose(IntPredicate::LLVMIntSLE),
                "umax" => choose(IntPredicate::LLVMIntUGE),
                "umin" => choose(IntPredicate::LLVMIntULE),
                "fadd" => self.binary(BinaryOp::FAdd, &total, &leaf),
                "fmul" => self.binary(BinaryOp::FMul, &total, &leaf),
                "fmax" | "fmin" => {
                    let ty = self.ty(&total);
                    self.library_call(name, &[total.clone(), leaf.clone()], ty)
                }
                _ => return None,
            };
        }
        Some(vec![total])
    }
}
