//! A thin, safe surface over LLVM's C interface: the only place with `unsafe`.
//!
//! Contexts and modules are never disposed of, so every handle stays valid until the process ends. Functions that LLVM
//! defines for one kind of value check the kind first and answer with nothing for the others. What is written here
//! relies on one thing more: modules pass LLVM's verifier before anyone looks into them.
#![allow(unsafe_code)]

mod debug;
mod folded;
mod module;
mod types;
mod undefined;
mod values;

pub use debug::{Metadata, Place, named_value};
pub use llvm_sys::{
    LLVMAtomicRMWBinOp as RmwOp, LLVMIntPredicate as IntPredicate, LLVMLinkage as Linkage, LLVMOpcode as Opcode,
    LLVMRealPredicate as RealPredicate, LLVMValueKind as ValueKind,
};
pub use module::{DataLayout, Module, install_error_handler};
pub use types::{Ty, TypeView};
pub use values::{Block, Value};

use std::ffi::{CStr, CString, c_char};

use llvm_sys::core::LLVMDisposeMessage;

/// A string of LLVM's that has a length.
///
/// The pointer is null or has `len` bytes that outlive the call: names and strings of a module that is never freed.
fn text(pointer: *const c_char, len: usize) -> String {
    if pointer.is_null() || len == 0 {
        return String::new();
    }
    // SAFETY: see above; every caller passes what LLVM returned together with its length.
    let bytes = unsafe { std::slice::from_raw_parts(pointer.cast::<u8>(), len) };
    String::from_utf8_lossy(bytes).into_owned()
}

/// A message that LLVM made for us, which is freed.
fn message(pointer: *mut c_char) -> String {
    if pointer.is_null() {
        return String::new();
    }
    // SAFETY: a C string that LLVM allocated for us and that nobody else frees.
    unsafe {
        let text = CStr::from_ptr(pointer).to_string_lossy().into_owned();
        LLVMDisposeMessage(pointer);
        text
    }
}

/// A C string; bytes after a zero byte are lost.
fn c_string(text: &str) -> CString {
    CString::new(text.split('\0').next().unwrap_or_default()).unwrap_or_default()
}
