//! Calls: how arguments and results are passed, and what becomes of disagreements between caller and callee.

use pathfold_ir::{Callee, CastOp, CheckKind, Const, Intrinsic, Op, Operand, Type};

use super::emit::{size, truth, width};
use super::functions::{FunctionLowering, Signature};
use super::initializers::Address;
use super::types::is_aggregate;
use crate::llvm::{Ty, Value, ValueKind};

/// What remembers a place, and what goes back to it.
const SET_JUMP: [&str; 4] = ["setjmp", "_setjmp", "sigsetjmp", "__sigsetjmp"];
const LONG_JUMP: [&str; 3] = ["longjmp", "_longjmp", "siglongjmp"];

/// An argument of a call.
pub(super) struct Argument {
    /// Its leaves.
    pub leaves: Vec<Operand>,
    /// Its type.
    pub ty: Ty,
    /// For a pointer that means a copy of what it points to: the type and alignment of that.
    pub copied: Option<(Ty, u64)>,
}

impl FunctionLowering<'_> {
    /// Lowers a call of any kind.
    pub(super) fn call(&mut self, call: Value) -> Vec<Operand> {
        let types = self.module.leaf_types(call.ty());
        let Some(callee) = call.callee() else {
            return self.unsupported("a call of nothing", &types);
        };
        if callee.is_intrinsic() {
            return self.llvm_intrinsic(call, callee);
        }
        if callee.gives_undefined() {
            return types.into_iter().map(|ty| Const::Undef(ty).into()).collect();
        }
        if let Some(what) = self.obstacle(call) {
            return self.unsupported(&what, &types);
        }
        if let Some((code, constraints)) = callee.inline_asm() {
            return self.inline_asm(call, &code, &constraints);
        }
        if callee.kind() == ValueKind::LLVMFunctionValueKind
            && callee.is_declaration()
            && let Some(intrinsic) = engine_function(&callee.name())
        {
            return self.engine_call(intrinsic, call);
        }
        let direct = if let Some(Address { target: Const::Function(id), addend: 0 }) = self.module.address(callee) {
            Some(id)
        } else {
            None
        };
        let Some(callee_type) = call.callee_type() else {
            return self.unsupported("a call of an unknown type", &types);
        };
        let signature = match direct {
            Some(_) => self.declared_signature(callee, callee_type),
            None => self.module.signature(callee_type),
        };
        let target = match direct {
            Some(id) => Callee::Direct(id),
            None => Callee::Indirect(self.scalar(callee)),
        };
        // Who defines it is not known yet; maybe nobody does.
        let outside = callee.kind() == ValueKind::LLVMFunctionValueKind && callee.is_declaration();
        self.plain_call(call, target, &signature, outside && !self.module.options.library)
    }

    /// How the function that is called takes its arguments, whatever the call believes.
    fn declared_signature(&mut self, callee: Value, callee_type: Ty) -> Signature {
        // Through casts and aliases the function itself is what counts.
        let mut function = callee;
        while let Some(next) = function.aliasee().or_else(|| match function.kind() {
            ValueKind::LLVMConstantExprValueKind => function.operand(0),
            _ => None,
        }) {
            function = next;
        }
        let is_function = function.kind() == ValueKind::LLVMFunctionValueKind;
        match function.value_type().filter(|_| is_function) {
            Some(ty) => self.module.signature(ty),
            None => self.module.signature(callee_type),
        }
    }

    fn plain_call(&mut self, call: Value, target: Callee, signature: &Signature, outside: bool) -> Vec<Operand> {
        let types = self.module.leaf_types(call.ty());
        if is_aggregate(call.ty()) != signature.hidden {
            return self.unsupported("a call that disagrees with the function about its result", &types);
        }
        let mut arguments = Vec::new();
        for (i, argument) in call.arguments().into_iter().enumerate() {
            let copied = call.by_value(i as u32);
            arguments.push(Argument { leaves: self.operand(argument), ty: argument.ty(), copied });
        }
        let others = arguments.split_off(arguments.len().min(signature.params.len()));
        let temporary = signature.hidden || signature.variadic || arguments.iter().any(|a| a.copied.is_some());
        // Objects made for a call end with it, or a loop would pile them up.
        let mark = if temporary { self.intrinsic(Intrinsic::StackSave, Vec::new()) } else { None };
        let mut passed: Vec<Operand> = Vec::new();
        let result = signature.hidden.then(|| {
            let bytes = self.module.layout.size(call.ty());
            let align = self.module.layout.align(call.ty());
            self.stack_object(size(bytes.max(1)), align)
        });
        passed.extend(result.clone());
        for (i, wanted) in signature.params.iter().enumerate() {
            match arguments.get(i) {
                Some(argument) => match self.pass(argument, wanted) {
                    Some(leaves) => passed.extend(leaves),
                    None => {
                        let what = format!("a call that disagrees with the function about argument {}", i + 1);
                        return self.unsupported(&what, &types);
                    }
                },
                None => {
                    // C11 6.5.2.2p6: through a declaration without parameters, or a cast.
                    self.effect(Op::Check(CheckKind::BadCall, truth(false)));
                    passed.extend(wanted.iter().map(|&ty| Operand::from(Const::Undef(ty))));
                }
            }
        }
        if signature.variadic {
            passed.push(self.other_arguments(&others));
        }
        if outside {
            let convention = self.convention(call, signature, &arguments, &others);
            self.effect(convention.op());
        }
        let value = match signature.ret {
            Some(ret) if !types.is_empty() => Some(self.value(ret, Op::Call(target, passed))),
            Some(_) | None => {
                self.effect(Op::Call(target, passed));
                None
            }
        };
        let mut leaves = match (&result, value, types.first()) {
            (Some(result), _, _) => self.load_leaves(result, call.ty()),
            (None, Some(value), Some(&wanted)) => match self.convert(&value, wanted) {
                Some(value) => vec![value],
                None => self.unsupported("a call that disagrees with the function about its result", &types),
            },
            (None, _, _) => Vec::new(),
        };
        if leaves.is_empty() {
            leaves = types.into_iter().map(|ty| Const::Undef(ty).into()).collect();
        }
        if let Some(mark) = mark {
            self.intrinsic(Intrinsic::StackRestore, vec![mark]);
        }
        leaves
    }

    /// The leaves of an argument as the parameter wants them.
    fn pass(&mut self, argument: &Argument, wanted: &[Type]) -> Option<Vec<Operand>> {
        if argument.leaves.len() != wanted.len() {
            return None;
        }
        if let (Some((ty, align)), [original]) = (argument.copied, &argument.leaves[..]) {
            let bytes = self.module.layout.size(ty);
            let copy = self.stack_object(size(bytes.max(1)), align.max(self.module.layout.align(ty)));
            if bytes > 0 {
                self.effect(Op::Intrinsic(Intrinsic::Copy, vec![copy.clone(), original.clone(), size(bytes)]));
            }
            return self.convert(&copy, wanted[0]).map(|copy| vec![copy]);
        }
        argument.leaves.iter().zip(wanted).map(|(leaf, &ty)| self.convert(leaf, ty)).collect()
    }

    /// A number or pointer as another type of the same size.
    pub(super) fn convert(&mut self, a: &Operand, to: Type) -> Option<Operand> {
        let from = self.ty(a);
        if from == to {
            return Some(a.clone());
        }
        let same_size = [from, to].iter().all(|ty| matches!(ty, Type::Ptr | Type::Bv(64)));
        let op = if to == Type::Ptr { CastOp::BvToPtr } else { CastOp::PtrToBv };
        same_size.then(|| self.cast(op, a, to))
    }

    /// A call of a function that the engine does itself.
    fn engine_call(&mut self, intrinsic: Intrinsic, call: Value) -> Vec<Operand> {
        let types = self.module.leaf_types(call.ty());
        let mut args: Vec<Operand> = call.arguments().into_iter().flat_map(|arg| self.operand(arg)).collect();
        let params = intrinsic.params();
        if intrinsic == Intrinsic::SetJump {
            // `sigsetjmp` also says whether to keep the signal mask, which nobody has here.
            args.truncate(1);
        }
        if args.len() != params.len() {
            let what = format!("`{}` with {} arguments", intrinsic.name(), args.len());
            return self.unsupported(&what, &types);
        }
        let args = args.iter().zip(params).map(|(arg, &ty)| self.fit(arg, ty)).collect();
        let result = self.intrinsic(intrinsic, args);
        match (result, &types[..]) {
            (Some(value), [ty]) => vec![self.fit(&value, *ty)],
            (None, types) => types.iter().map(|&ty| Const::Undef(ty).into()).collect(),
            (Some(_), []) => Vec::new(),
            (Some(_), types) => self.unsupported("a result of several parts", types),
        }
    }

    /// A scalar as another type: the bits, widened with zeros or cut off.
    pub(super) fn fit(&mut self, a: &Operand, to: Type) -> Operand {
        if self.ty(a) == to {
            return a.clone();
        }
        let whole = self.bits_of(a);
        if to == Type::Bool {
            return self.cast(CastOp::Trunc, &whole, to);
        }
        let sized = self.resize(&whole, width(to).unwrap_or(64));
        self.with_bits(&sized, to)
    }
}

/// The function of the engine that a declaration of this name is.
fn engine_function(name: &str) -> Option<Intrinsic> {
    if SET_JUMP.contains(&name) {
        return Some(Intrinsic::SetJump);
    }
    if LONG_JUMP.contains(&name) {
        return Some(Intrinsic::LongJump);
    }
    Intrinsic::from_symbol(name)
}
