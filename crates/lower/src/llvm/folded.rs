//! Constant expressions that have no value, such as `1 / 0` and `1 << 40`. Clang folds them to `poison`, and LLVM lets that
//! be whatever is convenient: what happens when they are evaluated is never seen. So whatever uses such a constant is
//! preceded by a trap like those of the sanitizers.

use llvm_sys::core::*;
use llvm_sys::prelude::LLVMMetadataRef;
use llvm_sys::{LLVMAttributeFunctionIndex, LLVMOpcode, LLVMValueKind};

use super::module::Module;
use super::types::TypeView;
use super::values::{Block, Value, some};

/// What the sanitizers call a negation that overflows. Quotients that do so are what is folded without a warning; of all
/// others clang warns, and then its sanitizers come first ([`pathfold_llvm::compile`]).
const OVERFLOW: u64 = 13;

impl Module {
    /// Puts the traps in.
    pub fn mark_folded(self) {
        for function in self.functions() {
            let plain = function.is_unoptimised();
            for instruction in function.blocks().into_iter().flat_map(Block::instructions) {
                match instruction.opcode() {
                    // These begin with `poison`, and have set all of it in the end.
                    Some(
                        LLVMOpcode::LLVMInsertValue | LLVMOpcode::LLVMInsertElement | LLVMOpcode::LLVMShuffleVector,
                    ) => {}
                    Some(LLVMOpcode::LLVMPHI) if plain => {
                        for from in instruction.poisoned_ways() {
                            self.trap_before(from);
                        }
                    }
                    // What is not needed is `poison` in optimised code; computing with it would have been folded.
                    Some(
                        LLVMOpcode::LLVMPHI
                        | LLVMOpcode::LLVMCall
                        | LLVMOpcode::LLVMRet
                        | LLVMOpcode::LLVMSelect
                        | LLVMOpcode::LLVMFreeze,
                    ) if !plain => {}
                    _ if instruction.operands().into_iter().any(Value::is_poison) => self.trap_before(instruction),
                    _ => {}
                }
            }
        }
    }

    fn trap_before(self, instruction: Value) {
        // SAFETY: an instruction of this module; the trap takes a byte.
        unsafe {
            let name = "llvm.ubsantrap";
            let trap = LLVMGetIntrinsicDeclaration(
                self.module,
                LLVMLookupIntrinsicID(name.as_ptr().cast(), name.len()),
                std::ptr::null_mut(),
                0,
            );
            let context = LLVMGetModuleContext(self.module);
            let mut kind = LLVMConstInt(LLVMInt8TypeInContext(context), OVERFLOW, 0);
            let builder = LLVMCreateBuilderInContext(context);
            LLVMPositionBuilderBefore(builder, instruction.0);
            let place: LLVMMetadataRef = llvm_sys::debuginfo::LLVMInstructionGetDebugLoc(instruction.0);
            LLVMSetCurrentDebugLocation2(builder, place);
            LLVMBuildCall2(builder, LLVMGlobalGetValueType(trap), trap, &raw mut kind, 1, c"".as_ptr());
            LLVMDisposeBuilder(builder);
        }
    }
}

impl Value {
    fn is_poison(self) -> bool {
        let scalar = |value: Value| {
            matches!(value.ty().view(), TypeView::Int(_) | TypeView::Float | TypeView::Double | TypeView::Pointer)
        };
        self.kind() == LLVMValueKind::LLVMPoisonValueKind && scalar(self)
    }

    /// Where the ways come from on which this is `poison`: their last instructions.
    fn poisoned_ways(self) -> Vec<Value> {
        // SAFETY: this is a phi.
        let count = unsafe { LLVMCountIncoming(self.0) };
        let ways = (0..count).filter_map(|index| {
            let value = some(unsafe { LLVMGetIncomingValue(self.0, index) })?;
            let from = unsafe { LLVMGetBasicBlockTerminator(LLVMGetIncomingBlock(self.0, index)) };
            if value.is_poison() { some(from) } else { None }
        });
        ways.collect()
    }

    /// Whether a function is as clang makes them for us: no optimiser has seen it.
    fn is_unoptimised(self) -> bool {
        let (inline, frame) = ("noinline", "frame-pointer");
        // SAFETY: a function; the attribute is a text.
        unsafe {
            let kind = LLVMGetEnumAttributeKindForName(inline.as_ptr().cast(), inline.len());
            if LLVMGetEnumAttributeAtIndex(self.0, LLVMAttributeFunctionIndex, kind).is_null() {
                return false;
            }
            let index = LLVMAttributeFunctionIndex;
            let attribute = LLVMGetStringAttributeAtIndex(self.0, index, frame.as_ptr().cast(), frame.len() as u32);
            if attribute.is_null() {
                return false;
            }
            let mut length = 0;
            let text = LLVMGetStringAttributeValue(attribute, &raw mut length);
            std::slice::from_raw_parts(text.cast::<u8>(), length as usize) == b"all"
        }
    }
}
