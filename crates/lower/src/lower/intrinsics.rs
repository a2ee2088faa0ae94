//! LLVM's own functions: which file lowers which, and those that mean nothing or little here.

use pathfold_ir::{Callee, CheckKind, Const, Intrinsic, Op, Operand, Type};

use super::casts::is_int;
use super::emit::{bits, size, truth};
use super::functions::FunctionLowering;
use crate::llvm::Value;

/// What only tells optimizers, debuggers and collectors something.
const NOTHING: [&str; 20] = [
    "assume",
    "invariant.end",
    "dbg.label",
    "dbg.assign",
    "donothing",
    "sideeffect",
    "prefetch",
    "pseudoprobe",
    "var.annotation",
    "codeview.annotation",
    "experimental.noalias.scope.decl",
    "va_end",
    "clear_cache",
    "stackprotector",
    "x86.sse2.pause",
    "x86.sse2.mfence",
    "x86.sse2.lfence",
    "x86.sse.sfence",
    "instrprof.increment",
    "instrprof.cover",
];

/// What gives back its first argument.
const SAME: [&str; 9] = [
    "expect",
    "expect.with.probability",
    "annotation",
    "ptr.annotation",
    "launder.invariant.group",
    "strip.invariant.group",
    "ssa.copy",
    "threadlocal.address",
    "arithmetic.fence",
];

impl FunctionLowering<'_> {
    /// A call of one of LLVM's own functions.
    pub(super) fn llvm_intrinsic(&mut self, call: Value, callee: Value) -> Vec<Operand> {
        let full = callee.intrinsic_name().unwrap_or_default();
        let name = full.strip_prefix("llvm.").unwrap_or(&full);
        if matches!(name, "dbg.value" | "dbg.declare") {
            self.name_from_debug(call);
            return Vec::new();
        }
        if NOTHING.contains(&name) {
            return Vec::new();
        }
        let types = self.module.leaf_types(call.ty());
        let types_of_call = call.arguments().into_iter().map(Value::ty).chain([call.ty()]);
        let shapes: Vec<_> = types_of_call.map(|ty| self.module.shape(ty)).collect();
        let obstacle = shapes.iter().any(|shape| shape.wide || shape.bad.is_some());
        let result = if obstacle { None } else { self.known_intrinsic(name, call) };
        match result {
            Some(leaves) if leaves.len() == types.len() => leaves,
            Some(_) | None => self.unsupported(&format!("the intrinsic `{}`", callee.name()), &types),
        }
    }

    fn known_intrinsic(&mut self, name: &str, call: Value) -> Option<Vec<Operand>> {
        let args = call.arguments();
        if SAME.contains(&name) {
            return Some(self.operand(*args.first()?));
        }
        if let Some(operation) = name.strip_prefix("vector.reduce.") {
            return self.reduce(operation, call);
        }
        match name {
            "memcpy" | "memcpy.inline" | "memmove" => self.copy_bytes(name == "memmove", &args),
            "memset" | "memset.inline" => self.set_bytes(&args),
            "va_start" => {
                let list = self.scalar(*args.first()?);
                Some(self.start_arguments(&list))
            }
            "va_copy" => {
                let (to, from) = (self.scalar(*args.first()?), self.scalar(*args.get(1)?));
                Some(self.copy_arguments(&to, &from))
            }
            "lifetime.start" => Some(self.enter_scope(call, *args.get(1)?)),
            "lifetime.end" => Some(self.leave_scope(call, *args.get(1)?)),
            "stacksave" => Some(self.intrinsic(Intrinsic::StackSave, Vec::new()).into_iter().collect()),
            "stackrestore" => {
                let mark = self.scalar(*args.first()?);
                self.intrinsic(Intrinsic::StackRestore, vec![mark]);
                Some(Vec::new())
            }
            "trap" | "debugtrap" => {
                self.effect(Op::Check(CheckKind::Abort, truth(false)));
                Some(Vec::new())
            }
            "ubsantrap" => {
                self.effect(Op::Check(sanitized(args.first()?.bits()?), truth(false)));
                Some(Vec::new())
            }
            // The size of no object is known: the largest or the smallest answer is always right.
            "objectsize" => {
                let smallest = args.get(1)?.bits()? == 1;
                let Type::Bv(width) = self.module.scalar(call.ty()) else {
                    return None;
                };
                Some(vec![bits(width, if smallest { 0 } else { u128::MAX })])
            }
            "is.constant" | "allow.runtime.check" | "allow.ubsan.check" => Some(vec![truth(false)]),
            "frameaddress" | "returnaddress" | "addressofreturnaddress" | "sponentry" => Some(vec![Const::Null.into()]),
            "invariant.start" => Some(vec![Const::Null.into()]),
            "get.rounding" => Some(vec![bits(32, 1)]),
            "ptrmask" => {
                let (pointer, mask) = (self.scalar(*args.first()?), self.scalar(*args.get(1)?));
                Some(vec![self.masked_pointer(&pointer, &mask)])
            }
            "is.fpclass" => self.float_class(call),
            "fptosi.sat" | "fptoui.sat" => self.saturating_conversion(name == "fptosi.sat", call),
            _ => {
                let found = self.float_intrinsic(name, call);
                let found = found.or_else(|| self.bit_intrinsic(name, call));
                found.or_else(|| self.overflow_intrinsic(name, call))
            }
        }
    }

    /// `memcpy` and `memmove`: those of constant length are the engine's, the others the C function's.
    fn copy_bytes(&mut self, overlapping: bool, args: &[Value]) -> Option<Vec<Operand>> {
        let [to, from, length, ..] = *args else {
            return None;
        };
        let (to, from) = (self.scalar(to), self.scalar(from));
        match length.bits() {
            Some(0) => {}
            Some(length) => {
                // A structure assigned to itself is such a copy too; the engine allows it.
                let which = if overlapping { Intrinsic::Move } else { Intrinsic::Copy };
                self.effect(Op::Intrinsic(which, vec![to, from, size(length as u64)]));
            }
            None => {
                let length = self.scalar(length);
                let length = self.resize(&length, 64);
                let name = if overlapping { "memmove" } else { "memcpy" };
                self.c_effect(name, vec![to, from, length]);
            }
        }
        Some(Vec::new())
    }

    fn set_bytes(&mut self, args: &[Value]) -> Option<Vec<Operand>> {
        let [to, byte, length, ..] = *args else {
            return None;
        };
        if !is_int(byte, 8) {
            return None;
        }
        let (to, byte) = (self.scalar(to), self.scalar(byte));
        match length.bits() {
            Some(0) => {}
            Some(length) => self.effect(Op::Intrinsic(Intrinsic::Fill, vec![to, byte, size(length as u64)])),
            None => {
                let length = self.scalar(length);
                let (byte, length) = (self.resize(&byte, 32), self.resize(&length, 64));
                self.c_effect("memset", vec![to, byte, length]);
            }
        }
        Some(Vec::new())
    }

    /// A call of a function of the C library that gives back its first argument, which nobody wants.
    fn c_effect(&mut self, name: &str, args: Vec<Operand>) {
        let types: Vec<Type> = args.iter().map(|arg| self.ty(arg)).collect();
        match self.module.c_function(name, &types, Some(Type::Ptr)) {
            Some(id) => self.effect(Op::Call(Callee::Direct(id), args)),
            None => self.effect(super::unsupported(format!("`{name}`, which is not the C library's"))),
        }
    }
}

/// What a trap of clang's sanitizers is about, by the number that it gives to its checks.
fn sanitized(check: u128) -> CheckKind {
    match check {
        3 => CheckKind::DivisionByZero,
        0 | 12 | 13 | 21 => CheckKind::SignedOverflow,
        20 => CheckKind::ShiftOutOfRange,
        _ => CheckKind::Abort,
    }
}
