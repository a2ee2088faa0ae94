//! The scopes of local objects: what the compiler says about their beginnings and ends. It says nothing about objects that
//! a jump into their scope may skip, nor about those of scopes with labels: these live as long as their function.

use pathfold_ir::{Intrinsic, Op, Operand};

use super::functions::FunctionLowering;
use crate::llvm::{Opcode, Value};

impl FunctionLowering<'_> {
    /// The scope of a local object begins: the object lives, without contents.
    pub(super) fn enter_scope(&mut self, marker: Value, object: Value) -> Vec<Operand> {
        // What the first block makes has no contents yet when the same block enters its scope, and that happens once.
        let first = self.function.blocks().first().copied();
        let is_new = marker.block() == first && object.block() == first;
        if !is_new {
            self.scope(Intrinsic::EnterScope, object);
        }
        Vec::new()
    }

    /// The scope of a local object ends.
    pub(super) fn leave_scope(&mut self, marker: Value, object: Value) -> Vec<Operand> {
        if !returns_at_once(marker) {
            self.scope(Intrinsic::LeaveScope, object);
        }
        Vec::new()
    }

    fn scope(&mut self, which: Intrinsic, object: Value) {
        // The library was optimised, and is not what is looked at. What is no object of this function (a choice of two,
        // after optimisation) is left alone: nothing dies too early.
        if self.module.options.library || object.opcode() != Some(Opcode::LLVMAlloca) {
            return;
        }
        let object = self.scalar(object);
        self.effect(Op::Intrinsic(which, vec![object]));
    }
}

/// Whether nothing but the end of other scopes is between here and the end of the function, which ends all of them.
fn returns_at_once(marker: Value) -> bool {
    let mut at = marker.next();
    while let Some(instruction) = at {
        let harmless = match instruction.opcode() {
            Some(Opcode::LLVMRet) => return true,
            Some(Opcode::LLVMCall) => {
                instruction.callee().is_some_and(|callee| callee.name().starts_with("llvm.lifetime.end"))
            }
            Some(_) | None => false,
        };
        if !harmless {
            return false;
        }
        at = instruction.next();
    }
    false
}
