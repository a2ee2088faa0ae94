//! Values: constants, instructions, functions, globals, and blocks.

use llvm_sys::core::*;
use llvm_sys::prelude::{LLVMAttributeRef, LLVMBasicBlockRef, LLVMValueRef};
use llvm_sys::{LLVMAtomicRMWBinOp, LLVMIntPredicate, LLVMLinkage, LLVMOpcode, LLVMRealPredicate, LLVMValueKind};
use pathfold_base::extended;

use super::types::{Ty, TypeView};
use super::{c_string, message, text};

/// A value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Value(pub(super) LLVMValueRef);

/// A basic block.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Block(pub(super) LLVMBasicBlockRef);

pub(super) fn some(value: LLVMValueRef) -> Option<Value> {
    (!value.is_null()).then_some(Value(value))
}

fn some_block(block: LLVMBasicBlockRef) -> Option<Block> {
    (!block.is_null()).then_some(Block(block))
}

// SAFETY of every block below: the value is live (nothing is ever freed), and functions that are defined for one kind of
// value are called only after that kind was checked.
impl Value {
    /// What kind of value.
    pub fn kind(self) -> LLVMValueKind {
        unsafe { LLVMGetValueKind(self.0) }
    }

    /// Its type.
    pub fn ty(self) -> Ty {
        unsafe { Ty(LLVMTypeOf(self.0)) }
    }

    /// Its name, or nothing.
    pub fn name(self) -> String {
        let mut len = 0;
        let pointer = unsafe { LLVMGetValueName2(self.0, &mut len) };
        text(pointer, len)
    }

    /// As LLVM writes it.
    pub fn print(self) -> String {
        message(unsafe { LLVMPrintValueToString(self.0) })
    }

    fn is_global_value(self) -> bool {
        matches!(
            self.kind(),
            LLVMValueKind::LLVMFunctionValueKind
                | LLVMValueKind::LLVMGlobalVariableValueKind
                | LLVMValueKind::LLVMGlobalAliasValueKind
                | LLVMValueKind::LLVMGlobalIFuncValueKind
        )
    }

    /// Whether it is an instruction. Constants that the C interface has no kind for claim to be instructions too.
    pub fn is_instruction(self) -> bool {
        self.kind() == LLVMValueKind::LLVMInstructionValueKind && unsafe { !LLVMIsAInstruction(self.0).is_null() }
    }

    /// Whether its name is for this module only.
    pub fn is_local(self) -> bool {
        matches!(self.linkage(), LLVMLinkage::LLVMInternalLinkage | LLVMLinkage::LLVMPrivateLinkage)
    }

    /// Whether its address is null if nobody defines it.
    pub fn is_weak(self) -> bool {
        self.linkage() == LLVMLinkage::LLVMExternalWeakLinkage
    }

    /// The linkage of a global value; external for others.
    pub fn linkage(self) -> LLVMLinkage {
        if self.is_global_value() { unsafe { LLVMGetLinkage(self.0) } } else { LLVMLinkage::LLVMExternalLinkage }
    }

    /// Whether a global value has no definition here.
    pub fn is_declaration(self) -> bool {
        self.is_global_value() && unsafe { LLVMIsDeclaration(self.0) != 0 }
    }

    /// The type of what a global value stands for.
    pub fn value_type(self) -> Option<Ty> {
        self.is_global_value().then(|| unsafe { Ty(LLVMGlobalGetValueType(self.0)) })
    }

    /// The initializer of a global variable.
    pub fn initializer(self) -> Option<Value> {
        if self.kind() != LLVMValueKind::LLVMGlobalVariableValueKind {
            return None;
        }
        some(unsafe { LLVMGetInitializer(self.0) })
    }

    /// Whether a global variable never changes.
    pub fn is_constant_global(self) -> bool {
        self.kind() == LLVMValueKind::LLVMGlobalVariableValueKind && unsafe { LLVMIsGlobalConstant(self.0) != 0 }
    }

    /// What an alias stands for.
    pub fn aliasee(self) -> Option<Value> {
        if self.kind() != LLVMValueKind::LLVMGlobalAliasValueKind {
            return None;
        }
        some(unsafe { LLVMAliasGetAliasee(self.0) })
    }

    /// The alignment a global variable, alloca, load or store states; 0 for none.
    pub fn alignment(self) -> u32 {
        let stated = match self.kind() {
            LLVMValueKind::LLVMGlobalVariableValueKind => true,
            LLVMValueKind::LLVMInstructionValueKind => {
                matches!(self.opcode(), Some(LLVMOpcode::LLVMAlloca | LLVMOpcode::LLVMLoad | LLVMOpcode::LLVMStore))
            }
            _ => false,
        };
        if stated { unsafe { LLVMGetAlignment(self.0) } } else { 0 }
    }

    /// The opcode of an instruction or constant expression.
    pub fn opcode(self) -> Option<LLVMOpcode> {
        match self.kind() {
            LLVMValueKind::LLVMInstructionValueKind if self.is_instruction() => {
                Some(unsafe { LLVMGetInstructionOpcode(self.0) })
            }
            LLVMValueKind::LLVMConstantExprValueKind => Some(unsafe { LLVMGetConstOpcode(self.0) }),
            _ => None,
        }
    }

    fn has_opcode(self, opcode: LLVMOpcode) -> bool {
        self.opcode() == Some(opcode)
    }

    /// Whether it has operands in the sense of LLVM's `User`.
    fn is_user(self) -> bool {
        !matches!(
            self.kind(),
            LLVMValueKind::LLVMArgumentValueKind
                | LLVMValueKind::LLVMBasicBlockValueKind
                | LLVMValueKind::LLVMInlineAsmValueKind
                | LLVMValueKind::LLVMMetadataAsValueValueKind
        )
    }

    /// All operands; for calls the arguments come first.
    pub fn operands(self) -> Vec<Value> {
        if !self.is_user() {
            return Vec::new();
        }
        let count = unsafe { LLVMGetNumOperands(self.0) }.max(0) as u32;
        (0..count).filter_map(|i| some(unsafe { LLVMGetOperand(self.0, i) })).collect()
    }

    /// One operand.
    pub fn operand(self, index: u32) -> Option<Value> {
        if !self.is_user() || index >= unsafe { LLVMGetNumOperands(self.0) }.max(0) as u32 {
            return None;
        }
        some(unsafe { LLVMGetOperand(self.0, index) })
    }

    /// The block that an instruction is in.
    pub fn block(self) -> Option<Block> {
        if self.is_instruction() { some_block(unsafe { LLVMGetInstructionParent(self.0) }) } else { None }
    }

    /// The instruction behind this one.
    pub fn next(self) -> Option<Value> {
        if self.is_instruction() { some(unsafe { LLVMGetNextInstruction(self.0) }) } else { None }
    }

    /// The bits of a constant integer or float of at most 128 bits; of a `long double` those of the nearest `double`.
    pub fn bits(self) -> Option<u128> {
        match (self.kind(), self.ty().view()) {
            (LLVMValueKind::LLVMConstantIntValueKind, TypeView::Int(width)) if width <= 64 => {
                Some(u128::from(unsafe { LLVMConstIntGetZExtValue(self.0) }))
            }
            (LLVMValueKind::LLVMConstantIntValueKind, TypeView::Int(width)) if width <= 128 => {
                let printed = self.print();
                let digits = printed.rsplit(' ').next()?;
                digits.parse::<i128>().ok().map(|value| value as u128).map(|bits| bits & (u128::MAX >> (128 - width)))
            }
            (LLVMValueKind::LLVMConstantFPValueKind, TypeView::Float) => self.as_integer(32)?.bits(),
            (LLVMValueKind::LLVMConstantFPValueKind, TypeView::Double) => self.as_integer(64)?.bits(),
            (LLVMValueKind::LLVMConstantFPValueKind, TypeView::LongDouble) => {
                self.extended_bits().map(|bits| u128::from(extended::nearest_double(bits)))
            }
            (LLVMValueKind::LLVMConstantFPValueKind, TypeView::OtherFloat(width)) => self.as_integer(width)?.bits(),
            _ => None,
        }
    }

    /// The 80 bits of a constant `long double`.
    pub fn extended_bits(self) -> Option<u128> {
        let is_one = self.kind() == LLVMValueKind::LLVMConstantFPValueKind && self.ty().view() == TypeView::LongDouble;
        if is_one { self.as_integer(80)?.bits() } else { None }
    }

    /// Whether a constant `long double` is not the `double` that stands for it.
    pub fn is_rounded(self) -> bool {
        self.extended_bits().is_some_and(|bits| extended::exact_double(bits).is_none())
    }

    /// A constant float reinterpreted as an integer of its width, which LLVM folds.
    fn as_integer(self, width: u32) -> Option<Value> {
        let folded = unsafe { LLVMConstBitCast(self.0, self.ty().int_like(width).0) };
        some(folded).filter(|value| value.kind() == LLVMValueKind::LLVMConstantIntValueKind)
    }

    /// The characters of a constant array of bytes.
    pub fn string(self) -> Option<Vec<u8>> {
        if self.kind() != LLVMValueKind::LLVMConstantDataArrayValueKind || unsafe { LLVMIsConstantString(self.0) } == 0
        {
            return None;
        }
        let mut len = 0;
        let pointer = unsafe { LLVMGetAsString(self.0, &mut len) };
        if pointer.is_null() {
            return None;
        }
        Some(unsafe { std::slice::from_raw_parts(pointer.cast::<u8>(), len) }.to_vec())
    }

    /// An element of a constant structure, array or vector.
    pub fn element(self, index: u64) -> Option<Value> {
        let aggregate = matches!(
            self.kind(),
            LLVMValueKind::LLVMConstantArrayValueKind
                | LLVMValueKind::LLVMConstantStructValueKind
                | LLVMValueKind::LLVMConstantVectorValueKind
                | LLVMValueKind::LLVMConstantDataArrayValueKind
                | LLVMValueKind::LLVMConstantDataVectorValueKind
                | LLVMValueKind::LLVMConstantAggregateZeroValueKind
                | LLVMValueKind::LLVMUndefValueValueKind
                | LLVMValueKind::LLVMPoisonValueKind
        );
        if !aggregate {
            return None;
        }
        let index = u32::try_from(index).ok()?;
        some(unsafe { LLVMGetAggregateElement(self.0, index) })
    }

    /// The function and the block of a block address.
    pub fn block_address(self) -> Option<(Value, Block)> {
        if self.kind() != LLVMValueKind::LLVMBlockAddressValueKind {
            return None;
        }
        unsafe {
            Some((some(LLVMGetBlockAddressFunction(self.0))?, some_block(LLVMGetBlockAddressBasicBlock(self.0))?))
        }
    }

    /// The element type that the indices of a `getelementptr` step through.
    pub fn gep_element(self) -> Option<Ty> {
        self.has_opcode(LLVMOpcode::LLVMGetElementPtr).then(|| unsafe { Ty(LLVMGetGEPSourceElementType(self.0)) })
    }

    /// The type an alloca makes room for.
    pub fn allocated_type(self) -> Option<Ty> {
        (self.is_instruction() && self.has_opcode(LLVMOpcode::LLVMAlloca))
            .then(|| unsafe { Ty(LLVMGetAllocatedType(self.0)) })
    }

    /// Whether signed overflow of an addition, subtraction or multiplication has no meaning.
    pub fn no_signed_wrap(self) -> bool {
        self.is_instruction()
            && matches!(self.opcode(), Some(LLVMOpcode::LLVMAdd | LLVMOpcode::LLVMSub | LLVMOpcode::LLVMMul))
            && unsafe { LLVMGetNSW(self.0) != 0 }
    }

    /// What an integer comparison compares.
    pub fn int_predicate(self) -> Option<LLVMIntPredicate> {
        self.has_opcode(LLVMOpcode::LLVMICmp).then(|| unsafe { LLVMGetICmpPredicate(self.0) })
    }

    /// What a floating-point comparison compares.
    pub fn real_predicate(self) -> Option<LLVMRealPredicate> {
        self.has_opcode(LLVMOpcode::LLVMFCmp).then(|| unsafe { LLVMGetFCmpPredicate(self.0) })
    }

    /// What an `atomicrmw` does.
    pub fn rmw_op(self) -> Option<LLVMAtomicRMWBinOp> {
        (self.is_instruction() && self.has_opcode(LLVMOpcode::LLVMAtomicRMW))
            .then(|| unsafe { LLVMGetAtomicRMWBinOp(self.0) })
    }

    /// The indices of an `extractvalue` or `insertvalue`.
    pub fn indices(self) -> Vec<u32> {
        if !self.is_instruction()
            || !matches!(self.opcode(), Some(LLVMOpcode::LLVMExtractValue | LLVMOpcode::LLVMInsertValue))
        {
            return Vec::new();
        }
        let count = unsafe { LLVMGetNumIndices(self.0) } as usize;
        let pointer = unsafe { LLVMGetIndices(self.0) };
        if pointer.is_null() {
            return Vec::new();
        }
        unsafe { std::slice::from_raw_parts(pointer, count) }.to_vec()
    }

    /// The mask of a `shufflevector`; nothing where any element will do.
    pub fn shuffle_mask(self) -> Vec<Option<u32>> {
        if !self.has_opcode(LLVMOpcode::LLVMShuffleVector) {
            return Vec::new();
        }
        let count = unsafe { LLVMGetNumMaskElements(self.0) };
        (0..count).map(|i| u32::try_from(unsafe { LLVMGetMaskValue(self.0, i) }).ok()).collect()
    }

    /// The value a phi takes from a block.
    pub fn incoming_from(self, block: Block) -> Option<Value> {
        if !self.is_instruction() || !self.has_opcode(LLVMOpcode::LLVMPHI) {
            return None;
        }
        let count = unsafe { LLVMCountIncoming(self.0) };
        let index = (0..count).find(|&i| unsafe { LLVMGetIncomingBlock(self.0, i) } == block.0)?;
        some(unsafe { LLVMGetIncomingValue(self.0, index) })
    }

    /// The blocks a terminator leads to.
    pub fn successors(self) -> Vec<Block> {
        let terminator = self.is_instruction()
            && matches!(
                self.opcode(),
                Some(
                    LLVMOpcode::LLVMBr
                        | LLVMOpcode::LLVMSwitch
                        | LLVMOpcode::LLVMIndirectBr
                        | LLVMOpcode::LLVMInvoke
                        | LLVMOpcode::LLVMCallBr
                        | LLVMOpcode::LLVMCleanupRet
                        | LLVMOpcode::LLVMCatchRet
                        | LLVMOpcode::LLVMCatchSwitch
                )
            );
        if !terminator {
            return Vec::new();
        }
        let count = unsafe { LLVMGetNumSuccessors(self.0) };
        (0..count).filter_map(|i| some_block(unsafe { LLVMGetSuccessor(self.0, i) })).collect()
    }

    fn is_call(self) -> bool {
        self.is_instruction()
            && matches!(self.opcode(), Some(LLVMOpcode::LLVMCall | LLVMOpcode::LLVMInvoke | LLVMOpcode::LLVMCallBr))
    }

    /// What a call calls.
    pub fn callee(self) -> Option<Value> {
        if self.is_call() { some(unsafe { LLVMGetCalledValue(self.0) }) } else { None }
    }

    /// The function type a call is made with.
    pub fn callee_type(self) -> Option<Ty> {
        self.is_call().then(|| unsafe { Ty(LLVMGetCalledFunctionType(self.0)) })
    }

    /// The arguments of a call.
    pub fn arguments(self) -> Vec<Value> {
        if !self.is_call() {
            return Vec::new();
        }
        let count = unsafe { LLVMGetNumArgOperands(self.0) };
        (0..count).filter_map(|i| some(unsafe { LLVMGetOperand(self.0, i) })).collect()
    }

    /// The type behind an argument of a call or a parameter of a function that is passed as a pointer but means a copy, and
    /// its stated alignment.
    pub fn by_value(self, index: u32) -> Option<(Ty, u64)> {
        self.behind(index, "byval")
    }

    /// The same for a pointer to where the result goes.
    pub fn result_place(self, index: u32) -> Option<(Ty, u64)> {
        self.behind(index, "sret")
    }

    /// The type that an attribute of a pointer names, and the stated alignment.
    fn behind(self, index: u32, name: &str) -> Option<(Ty, u64)> {
        let attribute = self.parameter_attribute(index, name)?;
        unsafe {
            if LLVMIsTypeAttribute(attribute) == 0 {
                return None;
            }
            let align = self.parameter_attribute(index, "align").map_or(0, |align| LLVMGetEnumAttributeValue(align));
            Some((Ty(LLVMGetTypeAttributeValue(attribute)), align))
        }
    }

    /// An attribute of an argument of a call or of a parameter of a function.
    fn parameter_attribute(self, index: u32, name: &str) -> Option<LLVMAttributeRef> {
        let attribute = unsafe {
            if self.is_call() {
                LLVMGetCallSiteEnumAttribute(self.0, index + 1, attribute_kind(name))
            } else if self.kind() == LLVMValueKind::LLVMFunctionValueKind {
                LLVMGetEnumAttributeAtIndex(self.0, index + 1, attribute_kind(name))
            } else {
                return None;
            }
        };
        (!attribute.is_null()).then_some(attribute)
    }

    /// Whether an argument is a number that the caller widens with its sign.
    pub fn is_sign_extended(self, index: u32) -> bool {
        self.is_call()
            && unsafe { !LLVMGetCallSiteEnumAttribute(self.0, index + 1, attribute_kind("signext")).is_null() }
    }

    /// The text and the constraints of inline assembly.
    pub fn inline_asm(self) -> Option<(String, String)> {
        if self.kind() != LLVMValueKind::LLVMInlineAsmValueKind {
            return None;
        }
        let (mut code_len, mut constraints_len) = (0, 0);
        unsafe {
            let code = LLVMGetInlineAsmAsmString(self.0, &mut code_len);
            let constraints = LLVMGetInlineAsmConstraintString(self.0, &mut constraints_len);
            Some((text(code, code_len), text(constraints, constraints_len)))
        }
    }

    /// Whether a function is one of LLVM's own.
    pub fn is_intrinsic(self) -> bool {
        self.kind() == LLVMValueKind::LLVMFunctionValueKind && unsafe { LLVMGetIntrinsicID(self.0) != 0 }
    }

    /// The name of one of LLVM's own functions without the types it is for.
    pub fn intrinsic_name(self) -> Option<String> {
        if !self.is_intrinsic() {
            return None;
        }
        let mut len = 0;
        let pointer = unsafe { LLVMIntrinsicGetName(LLVMGetIntrinsicID(self.0), &mut len) };
        Some(text(pointer, len))
    }

    /// The parameters of a function.
    pub fn params(self) -> Vec<Value> {
        if self.kind() != LLVMValueKind::LLVMFunctionValueKind {
            return Vec::new();
        }
        let count = unsafe { LLVMCountParams(self.0) };
        (0..count).filter_map(|i| some(unsafe { LLVMGetParam(self.0, i) })).collect()
    }

    /// The blocks of a function.
    pub fn blocks(self) -> Vec<Block> {
        let mut blocks = Vec::new();
        if self.kind() == LLVMValueKind::LLVMFunctionValueKind {
            let mut next = some_block(unsafe { LLVMGetFirstBasicBlock(self.0) });
            while let Some(block) = next {
                blocks.push(block);
                next = some_block(unsafe { LLVMGetNextBasicBlock(block.0) });
            }
        }
        blocks
    }

    /// The block that this value is, as an operand of a terminator.
    pub fn as_block(self) -> Option<Block> {
        if unsafe { LLVMValueIsBasicBlock(self.0) } == 0 {
            return None;
        }
        some_block(unsafe { LLVMValueAsBasicBlock(self.0) })
    }
}

impl Block {
    /// The instructions, the terminator last.
    pub fn instructions(self) -> Vec<Value> {
        let mut instructions = Vec::new();
        let mut next = some(unsafe { LLVMGetFirstInstruction(self.0) });
        while let Some(instruction) = next {
            instructions.push(instruction);
            next = some(unsafe { LLVMGetNextInstruction(instruction.0) });
        }
        instructions
    }

    /// The phis at its start.
    pub fn phis(self) -> Vec<Value> {
        let mut phis = Vec::new();
        let mut next = some(unsafe { LLVMGetFirstInstruction(self.0) });
        while let Some(phi) = next.filter(|value| value.has_opcode(LLVMOpcode::LLVMPHI)) {
            phis.push(phi);
            next = some(unsafe { LLVMGetNextInstruction(phi.0) });
        }
        phis
    }

    /// Whether some constant is the address of this block.
    pub fn has_address_taken(self) -> bool {
        let mut next = unsafe { LLVMGetFirstUse(LLVMBasicBlockAsValue(self.0)) };
        while !next.is_null() {
            let user = some(unsafe { LLVMGetUser(next) });
            if user.is_some_and(|user| user.kind() == LLVMValueKind::LLVMBlockAddressValueKind) {
                return true;
            }
            next = unsafe { LLVMGetNextUse(next) };
        }
        false
    }

    /// How the block ends.
    pub fn terminator(self) -> Option<Value> {
        some(unsafe { LLVMGetBasicBlockTerminator(self.0) })
    }
}

fn attribute_kind(name: &str) -> u32 {
    let name = c_string(name);
    unsafe { LLVMGetEnumAttributeKindForName(name.as_ptr(), name.as_bytes().len()) }
}
