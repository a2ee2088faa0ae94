//! Types.

use llvm_sys::LLVMTypeKind;
use llvm_sys::core::*;
use llvm_sys::prelude::LLVMTypeRef;

use super::message;

/// A type of LLVM's.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Ty(pub(super) LLVMTypeRef);

/// What a type is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TypeView {
    /// No value.
    Void,
    /// An integer of so many bits.
    Int(u32),
    /// binary32.
    Float,
    /// binary64.
    Double,
    /// The 80-bit format of x87, `long double`.
    LongDouble,
    /// Another floating-point format: how many bits its values have.
    OtherFloat(u32),
    /// A pointer.
    Pointer,
    /// The elements of a structure.
    Struct(Vec<Ty>),
    /// Elements one after the other, in memory too.
    Array(Ty, u64),
    /// Elements of a vector.
    Vector(Ty, u64),
    /// A function.
    Function,
    /// Anything else: labels, tokens, metadata, types of other machines.
    Other,
}

impl Ty {
    /// What it is.
    pub fn view(self) -> TypeView {
        // SAFETY: a live type; each function is called on the kind it is for.
        unsafe {
            match LLVMGetTypeKind(self.0) {
                LLVMTypeKind::LLVMVoidTypeKind => TypeView::Void,
                LLVMTypeKind::LLVMIntegerTypeKind => TypeView::Int(LLVMGetIntTypeWidth(self.0)),
                LLVMTypeKind::LLVMFloatTypeKind => TypeView::Float,
                LLVMTypeKind::LLVMDoubleTypeKind => TypeView::Double,
                LLVMTypeKind::LLVMHalfTypeKind | LLVMTypeKind::LLVMBFloatTypeKind => TypeView::OtherFloat(16),
                LLVMTypeKind::LLVMX86_FP80TypeKind => TypeView::LongDouble,
                LLVMTypeKind::LLVMFP128TypeKind | LLVMTypeKind::LLVMPPC_FP128TypeKind => TypeView::OtherFloat(128),
                LLVMTypeKind::LLVMPointerTypeKind => TypeView::Pointer,
                LLVMTypeKind::LLVMStructTypeKind => {
                    if LLVMIsOpaqueStruct(self.0) != 0 {
                        return TypeView::Other;
                    }
                    let count = LLVMCountStructElementTypes(self.0);
                    TypeView::Struct((0..count).map(|i| Ty(LLVMStructGetTypeAtIndex(self.0, i))).collect())
                }
                LLVMTypeKind::LLVMArrayTypeKind => {
                    TypeView::Array(Ty(LLVMGetElementType(self.0)), LLVMGetArrayLength2(self.0))
                }
                LLVMTypeKind::LLVMVectorTypeKind => {
                    TypeView::Vector(Ty(LLVMGetElementType(self.0)), u64::from(LLVMGetVectorSize(self.0)))
                }
                LLVMTypeKind::LLVMFunctionTypeKind => TypeView::Function,
                LLVMTypeKind::LLVMLabelTypeKind
                | LLVMTypeKind::LLVMMetadataTypeKind
                | LLVMTypeKind::LLVMX86_MMXTypeKind
                | LLVMTypeKind::LLVMTokenTypeKind
                | LLVMTypeKind::LLVMScalableVectorTypeKind
                | LLVMTypeKind::LLVMX86_AMXTypeKind
                | LLVMTypeKind::LLVMTargetExtTypeKind => TypeView::Other,
            }
        }
    }

    /// Whether its values have a size.
    pub fn is_sized(self) -> bool {
        // SAFETY: a live type.
        unsafe { LLVMTypeIsSized(self.0) != 0 }
    }

    /// The function type's result and parameters, and whether there may be more.
    pub fn signature(self) -> Option<(Ty, Vec<Ty>, bool)> {
        // SAFETY: a live type; the others are asked only of function types, and `params` has room for all.
        unsafe {
            if LLVMGetTypeKind(self.0) != LLVMTypeKind::LLVMFunctionTypeKind {
                return None;
            }
            let count = LLVMCountParamTypes(self.0);
            let mut params = vec![std::ptr::null_mut(); count as usize];
            LLVMGetParamTypes(self.0, params.as_mut_ptr());
            let variadic = LLVMIsFunctionVarArg(self.0) != 0;
            Some((Ty(LLVMGetReturnType(self.0)), params.into_iter().map(Ty).collect(), variadic))
        }
    }

    /// An integer type of this width in the same context.
    pub fn int_like(self, width: u32) -> Ty {
        // SAFETY: a live type has a live context.
        unsafe { Ty(LLVMIntTypeInContext(LLVMGetTypeContext(self.0), width)) }
    }

    /// As LLVM writes it.
    pub fn print(self) -> String {
        // SAFETY: a live type; the message is ours.
        message(unsafe { LLVMPrintTypeToString(self.0) })
    }
}
