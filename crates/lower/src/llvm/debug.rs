//! Debug information: where things are in the source, and how variables are called.

use llvm_sys::LLVMValueKind;
use llvm_sys::core::*;
use llvm_sys::debuginfo::*;
use llvm_sys::prelude::{LLVMMetadataRef, LLVMValueRef};

use super::text;
use super::values::{Value, some};

/// A place in a source file.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Place {
    /// The file, as a key for [`Place::path`].
    pub file: Metadata,
    /// From 1; 0 for none.
    pub line: u32,
    /// From 1; 0 for none.
    pub column: u32,
}

/// A node of metadata.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Metadata(LLVMMetadataRef);

fn node(metadata: LLVMMetadataRef) -> Option<Metadata> {
    (!metadata.is_null()).then_some(Metadata(metadata))
}

impl Place {
    /// The path of the file: its directory and name, unless the name is absolute.
    pub fn path(&self) -> String {
        let (mut directory_len, mut name_len) = (0, 0);
        // SAFETY: `file` comes from `LLVMDIScopeGetFile` or `LLVMDIVariableGetFile` and is a live file node.
        let (directory, name) = unsafe {
            (
                text(LLVMDIFileGetDirectory(self.file.0, &mut directory_len), directory_len as usize),
                text(LLVMDIFileGetFilename(self.file.0, &mut name_len), name_len as usize),
            )
        };
        if name.starts_with('/') || directory.is_empty() { name } else { format!("{directory}/{name}") }
    }
}

// SAFETY of every block below: values and metadata are live, and each function is called on the kind of node it is for.
impl Value {
    /// Where an instruction comes from.
    pub fn place(self) -> Option<Place> {
        if !self.is_instruction() {
            return None;
        }
        unsafe {
            let location = node(LLVMInstructionGetDebugLoc(self.0))?;
            let scope = node(LLVMDILocationGetScope(location.0))?;
            let file = node(LLVMDIScopeGetFile(scope.0))?;
            let (line, column) = (LLVMDILocationGetLine(location.0), LLVMDILocationGetColumn(location.0));
            (line != 0).then_some(Place { file, line, column })
        }
    }

    /// Where a function is defined.
    pub fn function_place(self) -> Option<Place> {
        if self.kind() != LLVMValueKind::LLVMFunctionValueKind {
            return None;
        }
        unsafe {
            let subprogram = node(LLVMGetSubprogram(self.0))?;
            let file = node(LLVMDIScopeGetFile(subprogram.0))?;
            let line = LLVMDISubprogramGetLine(subprogram.0);
            (line != 0).then_some(Place { file, line, column: 0 })
        }
    }

    /// Where a global variable is defined.
    pub fn global_place(self) -> Option<Place> {
        if self.kind() != LLVMValueKind::LLVMGlobalVariableValueKind {
            return None;
        }
        unsafe {
            let mut count = 0;
            let entries = LLVMGlobalCopyAllMetadata(self.0, &mut count);
            if entries.is_null() {
                return None;
            }
            let metadata = (0..count as u32).map(|i| LLVMValueMetadataEntriesGetMetadata(entries, i)).find(|&entry| {
                !entry.is_null()
                    && matches!(
                        LLVMGetMetadataKind(entry),
                        LLVMMetadataKind::LLVMDIGlobalVariableExpressionMetadataKind
                    )
            });
            LLVMDisposeValueMetadataEntries(entries);
            let variable = node(LLVMDIGlobalVariableExpressionGetVariable(metadata?))?;
            let file = node(LLVMDIVariableGetFile(variable.0))?;
            let line = LLVMDIVariableGetLine(variable.0);
            (line != 0).then_some(Place { file, line, column: 0 })
        }
    }
}

/// What a call of `llvm.dbg.value` or `llvm.dbg.declare` says: a value and the name of its variable. Nothing where the
/// variable is only computed from the value.
pub fn named_value(call: Value) -> Option<(Value, String)> {
    let [value, variable, expression] = call.arguments()[..] else {
        return None;
    };
    let kind = |value: Value| {
        (value.kind() == LLVMValueKind::LLVMMetadataAsValueValueKind)
            .then(|| unsafe { LLVMGetMetadataKind(LLVMValueAsMetadata(value.0)) })
    };
    if !matches!(kind(value), Some(LLVMMetadataKind::LLVMLocalAsMetadataMetadataKind))
        || !matches!(kind(variable), Some(LLVMMetadataKind::LLVMDILocalVariableMetadataKind))
        || !expression.print().contains("!DIExpression()")
    {
        return None;
    }
    // A value wrapped as metadata has itself as its only operand; those of a variable are its scope, name, file, ...
    let named = operands(value.0).first().copied().flatten()?;
    let name = operands(variable.0).get(1).copied().flatten()?;
    let mut len = 0;
    let pointer = unsafe { LLVMGetMDString(name.0, &mut len) };
    let name = text(pointer, len as usize);
    (!name.is_empty()).then_some((named, name))
}

fn operands(wrapped: LLVMValueRef) -> Vec<Option<Value>> {
    let count = unsafe { LLVMGetMDNodeNumOperands(wrapped) };
    let mut operands = vec![std::ptr::null_mut(); count as usize];
    unsafe { LLVMGetMDNodeOperands(wrapped, operands.as_mut_ptr()) };
    operands.into_iter().map(some).collect()
}
