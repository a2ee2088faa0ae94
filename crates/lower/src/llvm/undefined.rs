//! Local variables that start without a value. Promoted to values they would start as `undef`, and LLVM lets `undef` be
//! whatever is convenient: a variable that one path sets has that path's value on all of them, and a use of the
//! uninitialised variable is never seen. So each starts as the result of a call that LLVM knows nothing about, which is
//! lowered to a value that is not defined. The same where a scope is entered, as each round of a loop has new variables.

use llvm_sys::LLVMOpcode;
use llvm_sys::core::*;
use llvm_sys::prelude::{LLVMBuilderRef, LLVMTypeRef, LLVMValueRef};

use super::c_string;
use super::module::Module;
use super::types::{Ty, TypeView};
use super::values::{Value, some};

/// How the names of these functions begin; the type follows.
const PREFIX: &str = "pathfold.undefined.";
/// A function that takes an object, so that it stays one.
const KEEP: &str = "pathfold.keep";

impl Module {
    /// Lets the variables that will be promoted start with a value that is not defined. Variables whose address is used
    /// stay objects, though LLVM would promote those whose address it can follow: that forgets where their scopes end. So
    /// do pointers, if they are kept.
    pub fn mark_undefined(self, keeps_pointers: bool) {
        for function in self.functions() {
            let Some(entry) = function.blocks().first().copied() else {
                continue;
            };
            for variable in entry.instructions() {
                let promoted = variable.promoted_type();
                let kept = |ty: &Ty| keeps_pointers && matches!(ty.view(), TypeView::Pointer);
                let Some(ty) = promoted.filter(|ty| !kept(ty)) else {
                    if variable.allocated_type().is_some() {
                        self.keep(variable);
                    }
                    continue;
                };
                let scopes = variable.users().into_iter().filter(|user| user.enters_scope());
                let again: Vec<Value> = scopes.filter(|marker| marker.block() != Some(entry)).collect();
                for start in again.into_iter().chain([variable]) {
                    self.start_undefined(variable, ty, start);
                }
            }
        }
    }

    /// Lets the variable have such a value behind this instruction.
    fn start_undefined(self, variable: Value, ty: Ty, start: Value) {
        // SAFETY: the function takes nothing; a variable can be stored to.
        unsafe {
            let function_type = LLVMFunctionType(ty.0, std::ptr::null_mut(), 0, 0);
            self.call_behind(start, &format!("{PREFIX}{}", ty.print()), function_type, &mut [], |builder, value| {
                LLVMBuildStore(builder, value, variable.0);
            });
        }
    }

    fn keep(self, variable: Value) {
        // SAFETY: the function takes a pointer, which a variable is.
        unsafe {
            let nothing = LLVMVoidTypeInContext(LLVMGetModuleContext(self.module));
            let function_type = LLVMFunctionType(nothing, [variable.ty().0].as_mut_ptr(), 1, 0);
            self.call_behind(variable, KEEP, function_type, &mut [variable.0], |_, _| {});
        }
    }

    /// Calls a function of ours behind an instruction, and does something with the result.
    ///
    /// # Safety
    /// The arguments are what the function type says.
    unsafe fn call_behind(
        self,
        instruction: Value,
        name: &str,
        ty: LLVMTypeRef,
        args: &mut [LLVMValueRef],
        then: impl FnOnce(LLVMBuilderRef, LLVMValueRef),
    ) {
        // SAFETY: neither an `alloca` nor a call is a terminator, so there is an instruction behind it; everything is of
        // one context.
        unsafe {
            let function = match self.function(name) {
                Some(function) => function.0,
                None => LLVMAddFunction(self.module, c_string(name).as_ptr(), ty),
            };
            let builder = LLVMCreateBuilderInContext(LLVMGetModuleContext(self.module));
            LLVMPositionBuilderBefore(builder, LLVMGetNextInstruction(instruction.0));
            // Calls in functions with debug information need a place, and this one has none.
            LLVMSetCurrentDebugLocation2(builder, std::ptr::null_mut());
            let value = LLVMBuildCall2(builder, ty, function, args.as_mut_ptr(), args.len() as u32, c"".as_ptr());
            then(builder, value);
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

    /// Whether this says that the scope of a variable begins.
    fn enters_scope(self) -> bool {
        let callee = if self.opcode() == Some(LLVMOpcode::LLVMCall) { self.callee() } else { None };
        callee.is_some_and(|callee| callee.name().starts_with("llvm.lifetime.start"))
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

    /// Whether a function is one of these: calling it does nothing, and its result, if it has one, is not defined.
    pub fn gives_undefined(self) -> bool {
        self.is_declaration() && (self.name().starts_with(PREFIX) || self.name() == KEEP)
    }
}
