//! Reading, linking and preparing modules, and their data layout.

use std::ffi::{CStr, c_char, c_void};
use std::path::Path;
use std::ptr::null_mut;
use std::sync::Mutex;

use llvm_sys::LLVMDiagnosticSeverity;
use llvm_sys::analysis::{LLVMVerifierFailureAction, LLVMVerifyModule};
use llvm_sys::core::*;
use llvm_sys::error::{LLVMDisposeErrorMessage, LLVMGetErrorMessage};
use llvm_sys::error_handling::LLVMInstallFatalErrorHandler;
use llvm_sys::ir_reader::LLVMParseIRInContext;
use llvm_sys::linker::LLVMLinkModules2;
use llvm_sys::prelude::{LLVMContextRef, LLVMDiagnosticInfoRef, LLVMModuleRef};
use llvm_sys::target::*;
use llvm_sys::transforms::pass_builder::{LLVMCreatePassBuilderOptions, LLVMDisposePassBuilderOptions, LLVMRunPasses};

use super::types::{Ty, TypeView};
use super::values::{Value, some};
use super::{c_string, message};

/// What LLVM complained about since the last question.
static COMPLAINTS: Mutex<Vec<String>> = Mutex::new(Vec::new());

/// What clang writes for our one platform; modules without a layout are taken to mean it.
const LAYOUT: &str = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128";

extern "C" fn on_diagnostic(info: LLVMDiagnosticInfoRef, _: *mut c_void) {
    // SAFETY: LLVM hands us a live diagnostic; the description is ours.
    let (severity, description) = unsafe { (LLVMGetDiagInfoSeverity(info), message(LLVMGetDiagInfoDescription(info))) };
    if severity == LLVMDiagnosticSeverity::LLVMDSError
        && let Ok(mut complaints) = COMPLAINTS.lock()
    {
        complaints.push(description);
    }
}

extern "C" fn on_fatal_error(reason: *const c_char) {
    // SAFETY: LLVM hands us a C string.
    let reason = unsafe { CStr::from_ptr(reason) }.to_string_lossy().into_owned();
    eprintln!("error: {}", reason.lines().next().unwrap_or_default());
    std::process::exit(3);
}

/// Makes LLVM's fatal errors end the process the way our own errors do.
pub fn install_error_handler() {
    // SAFETY: the handler has the right type and lives forever.
    unsafe { LLVMInstallFatalErrorHandler(Some(on_fatal_error)) }
}

fn complaints() -> String {
    COMPLAINTS.lock().map(|mut list| std::mem::take(&mut *list).join("; ")).unwrap_or_default()
}

/// A module, in a context that is never freed.
#[derive(Clone, Copy)]
pub struct Module {
    pub(super) module: LLVMModuleRef,
}

// SAFETY of every block below: the context and the module are live, strings are C strings, and out-parameters are ours.
impl Module {
    /// Reads bitcode or textual IR from files and links them into one module.
    pub fn read(paths: &[impl AsRef<Path>]) -> Result<Module, String> {
        let context = unsafe { LLVMContextCreate() };
        unsafe { LLVMContextSetDiagnosticHandler(context, Some(on_diagnostic), null_mut()) };
        let mut parts = Vec::new();
        for path in paths {
            let path = path.as_ref();
            parts.push((path, Self::read_one(context, path)?));
        }
        // Each step looks at all of the module that another one joins, so neighbours join first, then pairs of pairs.
        while parts.len() > 1 {
            let mut joined = Vec::new();
            let mut rest = parts.into_iter();
            while let Some((path, whole)) = rest.next() {
                if let Some((other, part)) = rest.next()
                    && unsafe { LLVMLinkModules2(whole.module, part.module) } != 0
                {
                    return Err(format!("cannot link {}: {}", other.display(), one_line(&complaints())));
                }
                joined.push((path, whole));
            }
            parts = joined;
        }
        parts.pop().map(|(_, module)| module).ok_or_else(|| "no input".to_owned())
    }

    fn read_one(context: LLVMContextRef, path: &Path) -> Result<Module, String> {
        let shown = path.display();
        let bytes = std::fs::read(path).map_err(|error| format!("cannot read {shown}: {error}"))?;
        let name = c_string(&shown.to_string());
        let mut module = null_mut();
        let mut error = null_mut();
        let failed = unsafe {
            // The parser takes the buffer.
            let buffer = LLVMCreateMemoryBufferWithMemoryRangeCopy(bytes.as_ptr().cast(), bytes.len(), name.as_ptr());
            LLVMParseIRInContext(context, buffer, &mut module, &mut error) != 0
        };
        let error = message(error);
        if failed || module.is_null() {
            let error =
                [error, complaints()].into_iter().filter(|text| !text.is_empty()).collect::<Vec<_>>().join("; ");
            return Err(format!("cannot read {shown}: {}", one_line(&error)));
        }
        let module = Module { module };
        module.verify().map_err(|error| format!("cannot read {shown}: {error}"))?;
        Ok(module)
    }

    /// What is wrong with the module, if anything.
    fn verify(self) -> Result<(), String> {
        let mut error = null_mut();
        let action = LLVMVerifierFailureAction::LLVMReturnStatusAction;
        let failed = unsafe { LLVMVerifyModule(self.module, action, &mut error) != 0 };
        let error = message(error);
        if failed { Err(format!("not valid: {}", one_line(&error))) } else { Ok(()) }
    }

    /// Runs passes, given as `opt -passes=` takes them; none for an empty text.
    pub fn run_passes(self, passes: &str) -> Result<(), String> {
        if passes.is_empty() {
            return Ok(());
        }
        let passes = c_string(passes);
        unsafe {
            let options = LLVMCreatePassBuilderOptions();
            let error = LLVMRunPasses(self.module, passes.as_ptr(), null_mut(), options);
            LLVMDisposePassBuilderOptions(options);
            if error.is_null() {
                return Ok(());
            }
            let text = LLVMGetErrorMessage(error);
            let reason = CStr::from_ptr(text).to_string_lossy().into_owned();
            LLVMDisposeErrorMessage(text);
            Err(format!("cannot run the passes: {}", one_line(&reason)))
        }
    }

    /// Debug information about variables as calls of intrinsics, which is the form the C interface can read.
    pub fn use_debug_intrinsics(self) {
        unsafe { LLVMSetIsNewDbgInfoFormat(self.module, 0) }
    }

    /// How types lie in memory; an error for platforms that are not ours.
    pub fn data_layout(self) -> Result<DataLayout, String> {
        unsafe {
            let stated = LLVMGetDataLayoutStr(self.module);
            if stated.is_null() || CStr::from_ptr(stated).is_empty() {
                LLVMSetDataLayout(self.module, c_string(LAYOUT).as_ptr());
            }
            let layout = LLVMGetModuleDataLayout(self.module);
            let little = LLVMByteOrder(layout) == LLVMByteOrdering::LLVMLittleEndian;
            if !little || LLVMPointerSize(layout) != 8 {
                return Err("only little-endian platforms with 64-bit pointers are supported".to_owned());
            }
            Ok(DataLayout(layout))
        }
    }

    /// Every function, declarations included.
    pub fn functions(self) -> Vec<Value> {
        walk(unsafe { LLVMGetFirstFunction(self.module) }, |f| unsafe { LLVMGetNextFunction(f) })
    }

    /// Every global variable, declarations included.
    pub fn globals(self) -> Vec<Value> {
        walk(unsafe { LLVMGetFirstGlobal(self.module) }, |g| unsafe { LLVMGetNextGlobal(g) })
    }

    /// Every alias.
    pub fn aliases(self) -> Vec<Value> {
        walk(unsafe { LLVMGetFirstGlobalAlias(self.module) }, |a| unsafe { LLVMGetNextGlobalAlias(a) })
    }

    /// The function of this name.
    pub fn function(self, name: &str) -> Option<Value> {
        some(unsafe { LLVMGetNamedFunction(self.module, c_string(name).as_ptr()) })
    }
}

fn walk(
    first: llvm_sys::prelude::LLVMValueRef,
    next: impl Fn(llvm_sys::prelude::LLVMValueRef) -> llvm_sys::prelude::LLVMValueRef,
) -> Vec<Value> {
    let mut values = Vec::new();
    let mut at = first;
    while let Some(value) = some(at) {
        values.push(value);
        at = next(at);
    }
    values
}

fn one_line(text: &str) -> String {
    text.lines().map(str::trim).filter(|line| !line.is_empty()).take(3).collect::<Vec<_>>().join("; ")
}

/// How types lie in memory.
#[derive(Clone, Copy)]
pub struct DataLayout(LLVMTargetDataRef);

impl DataLayout {
    /// How many bytes a value takes in an array; 0 for types without a size.
    pub fn size(self, ty: Ty) -> u64 {
        if ty.is_sized() { unsafe { LLVMABISizeOfType(self.0, ty.0) } } else { 0 }
    }

    /// How many bits a value has; 0 for types without a size.
    pub fn bits(self, ty: Ty) -> u64 {
        if ty.is_sized() { unsafe { LLVMSizeOfTypeInBits(self.0, ty.0) } } else { 0 }
    }

    /// What addresses of a type are multiples of.
    pub fn align(self, ty: Ty) -> u64 {
        if ty.is_sized() { u64::from(unsafe { LLVMABIAlignmentOfType(self.0, ty.0) }).max(1) } else { 1 }
    }

    /// Where an element of a structure is.
    pub fn field_offset(self, ty: Ty, index: u32) -> u64 {
        match ty.view() {
            TypeView::Struct(fields) if ty.is_sized() && (index as usize) < fields.len() => unsafe {
                LLVMOffsetOfElement(self.0, ty.0, index)
            },
            _ => 0,
        }
    }

    /// What the address of a global variable is a multiple of.
    pub fn global_align(self, global: Value, ty: Ty) -> u64 {
        match global.alignment() {
            0 => self.align(ty),
            stated => u64::from(stated),
        }
    }
}
