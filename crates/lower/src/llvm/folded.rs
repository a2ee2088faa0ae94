//! Constant expressions that have no value, such as `1 / 0` and `1 << 40`. Clang folds them to `poison`, and LLVM lets that
//! be whatever is convenient: what happens when they are evaluated is never seen. So whatever uses such a constant is
//! preceded by a trap like those of the sanitizers.

use llvm_sys::core::*;
use llvm_sys::prelude::LLVMMetadataRef;
use llvm_sys::{LLVMAttributeFunctionIndex, LLVMOpcode, LLVMValueKind};

use super::c_string;
use super::debug::Place;
use super::module::Module;
use super::types::TypeView;
use super::values::{Block, Value, some};

/// What the sanitizers call a negation that overflows. Quotients that do so are what is folded without a warning; of all
/// others clang warns, and then its sanitizers come first ([`pathfold_llvm::folded`]).
const OVERFLOW: u64 = 13;

/// Ends a path.
const INCOMPLETE: &str = "__pathfold_incomplete";
const WHY: &std::ffi::CStr = c"a constant expression without a value, of which clang has left nothing";

impl Module {
    /// Puts the traps in, and ends paths where there should be one and is none.
    pub fn mark_folded(self) {
        self.put_traps();
        for (line, file) in self.folded_lines() {
            self.end_where_unseen(line, &file);
        }
    }

    fn put_traps(self) {
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

    /// The lines with folded constants that clang has warned of: [`pathfold_llvm::folded`] puts them into a global.
    fn folded_lines(self) -> Vec<(u32, String)> {
        let lists = self.globals().into_iter().filter(|global| global.name().starts_with(pathfold_llvm::FOLDED_LINES));
        let mut lines = Vec::new();
        for bytes in lists.filter_map(|list| list.initializer()?.string()) {
            let text = String::from_utf8_lossy(&bytes).into_owned();
            let entries = text.trim_end_matches('\0').lines().filter_map(|entry| entry.split_once(':'));
            lines.extend(entries.filter_map(|(line, file)| Some((line.parse().ok()?, file.to_owned()))));
        }
        lines
    }

    /// In the initializer of an array nothing is left of a constant, not even a trap: then nobody gets past the statement.
    fn end_where_unseen(self, line: u32, file: &str) {
        let here = |place: Option<Place>| place.filter(|place| place.path().ends_with(file)).map(|place| place.line);
        let starts = |function: &Value| here(function.function_place()).filter(|start| *start <= line);
        let functions = self.functions();
        let Some(function) = functions.into_iter().filter(|f| starts(f).is_some()).max_by_key(|f| starts(f)) else {
            return;
        };
        let instructions: Vec<(u32, Value)> = function
            .blocks()
            .into_iter()
            .flat_map(Block::instructions)
            .filter(|instruction| !matches!(instruction.opcode(), Some(LLVMOpcode::LLVMPHI | LLVMOpcode::LLVMAlloca)))
            .filter_map(|instruction| Some((here(instruction.place())?, instruction)))
            .collect();
        if instructions.iter().any(|(at, instruction)| *at == line && instruction.is_trap()) {
            return;
        }
        let Some(statement) = instructions.iter().map(|(at, _)| *at).filter(|at| *at <= line).max() else { return };
        if let Some((_, first)) = instructions.iter().find(|(at, _)| *at == statement) {
            self.end_before(*first);
        }
    }

    fn end_before(self, instruction: Value) {
        // SAFETY: an instruction of this module; the function takes a pointer.
        unsafe {
            let context = LLVMGetModuleContext(self.module);
            let mut pointer = LLVMPointerTypeInContext(context, 0);
            let ty = LLVMFunctionType(LLVMVoidTypeInContext(context), &raw mut pointer, 1, 0);
            let function = match self.function(INCOMPLETE) {
                Some(function) => function.0,
                None => LLVMAddFunction(self.module, c_string(INCOMPLETE).as_ptr(), ty),
            };
            let builder = LLVMCreateBuilderInContext(context);
            LLVMPositionBuilderBefore(builder, instruction.0);
            LLVMSetCurrentDebugLocation2(builder, llvm_sys::debuginfo::LLVMInstructionGetDebugLoc(instruction.0));
            let mut why = LLVMBuildGlobalStringPtr(builder, WHY.as_ptr(), c"".as_ptr());
            LLVMBuildCall2(builder, ty, function, &raw mut why, 1, c"".as_ptr());
            LLVMDisposeBuilder(builder);
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
    fn is_trap(self) -> bool {
        let callee = if self.opcode() == Some(LLVMOpcode::LLVMCall) { self.callee() } else { None };
        callee.is_some_and(|callee| callee.name() == "llvm.ubsantrap")
    }

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
