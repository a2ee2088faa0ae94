//! Local variables that start without a value. Promoted to values they would start as `undef`, and LLVM lets `undef` be
//! whatever is convenient: a variable that one path sets has that path's value on all of them, and a use of the
//! uninitialised variable is never seen. So each starts as the result of a call that LLVM knows nothing about, which is
//! lowered to a value that is not defined.

use llvm_sys::LLVMOpcode;
use llvm_sys::core::*;
use llvm_sys::prelude::LLVMValueRef;

use super::c_string;
use super::module::Module;
use super::types::{Ty, TypeView};
use super::values::{Value, some};

/// How the names of these functions begin; the type follows.
const PREFIX: &str = "pathfold.undefined.";

impl Module {
    /// Lets the variables that will be promoted start with a value that is not defined.
    pub fn mark_undefined(self) {
        for function in self.functions() {
            let Some(entry) = function.blocks().first().copied() else {
                continue;
            };
            for variable in entry.instructions() {
                if let Some(ty) = variable.promoted_type() {
                    self.start_undefined(variable, ty);
                }
            }
        }
    }

    fn start_undefined(self, variable: Value, ty: Ty) {
        // SAFETY: an `alloca` is no terminator, so there is an instruction behind it; everything is of one context.
        unsafe {
            let function_type = LLVMFunctionType(ty.0, std::ptr::null_mut(), 0, 0);
            let name = format!("{PREFIX}{}", ty.print());
            let function = match self.function(&name) {
                Some(function) => function.0,
                None => LLVMAddFunction(self.module, c_string(&name).as_ptr(), function_type),
            };
            let builder = LLVMCreateBuilderInContext(LLVMGetModuleContext(self.module));
            LLVMPositionBuilderBefore(builder, LLVMGetNextInstruction(variable.0));
            // Calls in functions with debug information need a place, and this one has none.
            LLVMSetCurrentDebugLocation2(builder, std::ptr::null_mut());
            let value = LLVMBuildCall2(builder, function_type, function, std::ptr::null_mut(), 0, c"".as_ptr());
            LLVMBuildStore(builder, value, variable.0);
            LLVMDisposeBuilder(builder);
        }
    }
}

impl Value {
    /// The type of a local variable that will become a value: one number or pointer that is only read and written.
    fn promoted_type(self) -> Option<Ty> {
        let ty = self.allocated_type()?;
        let simple = match ty.view() {
            TypeView::Int(width) => width <= 128,
            TypeView::Float | TypeView::Double | TypeView::Pointer => true,
            _ => false,
        };
        let single = self.operand(0).and_then(Value::bits) == Some(1);
        (simple && single && self.users().into_iter().all(|user| user.only_accesses(self, ty))).then_some(ty)
    }

    fn users(self) -> Vec<Value> {
        let mut users = Vec::new();
        // SAFETY: a live value; uses are a list that nobody changes meanwhile.
        let mut at = unsafe { LLVMGetFirstUse(self.0) };
        while !at.is_null() {
            users.extend(some(unsafe { LLVMGetUser(at) }));
            at = unsafe { LLVMGetNextUse(at) };
        }
        users
    }

    /// Whether this reads or writes the whole variable, or only tells something about it.
    fn only_accesses(self, variable: Value, ty: Ty) -> bool {
        let plain = |value: LLVMValueRef| unsafe { LLVMGetVolatile(value) == 0 };
        match self.opcode() {
            Some(LLVMOpcode::LLVMLoad) => plain(self.0) && self.ty() == ty,
            Some(LLVMOpcode::LLVMStore) => {
                let written = self.operand(0);
                plain(self.0) && self.operand(1) == Some(variable) && written.is_some_and(|value| value.ty() == ty)
            }
            Some(LLVMOpcode::LLVMCall) => self.callee().is_some_and(Value::is_intrinsic),
            _ => false,
        }
    }

    /// Whether a function is one of those whose result is not defined.
    pub fn gives_undefined(self) -> bool {
        self.is_declaration() && self.name().starts_with(PREFIX)
    }
}
