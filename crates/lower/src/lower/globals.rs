//! Global variables, aliases, and what runs before and after `main`.

use pathfold_ir::{
    Alias, Callee, Const, FuncId, FunctionBuilder, Global, GlobalId, Init, Layout, Op, Program, Terminator,
};

use super::Lowering;
use super::constants::elements;
use super::initializers::{Address, Image};
use super::memory::asked_alignment;
use crate::llvm::{Linkage, Value, ValueKind};

/// Larger initializers than this are not read; nobody writes them in C.
const MOST_BYTES: u64 = 1 << 30;

/// What the constructors and destructors of a program are collected into.
const LISTS: [(&str, &str); 2] =
    [("llvm.global_ctors", "__pathfold_constructors"), ("llvm.global_dtors", "__pathfold_destructors")];

impl Lowering {
    /// Gives every global its id, then its contents, which may point to any of them.
    pub(super) fn lower_globals(&mut self) {
        let globals: Vec<Value> = self.module.globals().into_iter().filter(|global| !is_llvms_own(*global)).collect();
        for &global in &globals {
            let name = self.global_name(global);
            let ty = global.value_type().unwrap_or_else(|| global.ty());
            let size = self.layout.size(ty);
            let align = asked_alignment(self.layout.global_align(global, ty), self.layout.align(ty));
            let loc = self.place(global.global_place());
            let id = self.builder.global(Global {
                name,
                layout: Layout::Bytes,
                size,
                init: Init::External,
                constant: global.is_constant_global(),
                align: u32::try_from(align).ok().filter(|align| align.is_power_of_two()).unwrap_or(1),
                local: global.is_local(),
                weak: global.is_weak(),
                loc,
            });
            self.globals.insert(global, id);
        }
        self.declare_function_aliases();
        for &global in &globals {
            if let Some(&id) = self.globals.get(&global) {
                let init = self.contents(global, self.builder.program().globals[id].size);
                self.builder.global_mut(id).init = init;
            }
        }
    }

    fn global_name(&mut self, global: Value) -> String {
        let stated = global.name();
        let mut name = if stated.is_empty() { "unnamed".to_owned() } else { stated.clone() };
        let mut number = 0;
        while !self.global_names.insert(name.clone()) {
            number += 1;
            name = format!("{}.{number}", if stated.is_empty() { "unnamed" } else { &stated });
        }
        name
    }

    /// The id of a global variable; nothing for LLVM's own lists.
    pub(super) fn global_id(&self, global: Value) -> Option<GlobalId> {
        self.globals.get(&global).copied()
    }

    fn contents(&mut self, global: Value, size: u64) -> Init {
        let Some(initializer) = global.initializer() else {
            return Init::External;
        };
        if initializer.kind() == ValueKind::LLVMConstantAggregateZeroValueKind
            || global.linkage() == Linkage::LLVMCommonLinkage
        {
            return Init::Zero;
        }
        if size > MOST_BYTES {
            return Init::External;
        }
        let mut image = Image { bytes: vec![0; size as usize], pointers: Vec::new() };
        // What cannot be said before the program runs leaves a global nobody can use, which is better than a wrong one.
        if self.write(initializer, 0, &mut image).is_none() {
            return Init::External;
        }
        image.pointers.sort_by_key(|pointer| pointer.offset);
        let kept = image.bytes.iter().rposition(|&byte| byte != 0).map_or(0, |last| last + 1);
        image.bytes.truncate(kept);
        match (image.pointers.is_empty(), image.bytes.is_empty()) {
            (true, true) => Init::Zero,
            (true, false) => Init::Bytes(image.bytes),
            (false, _) => Init::Image { bytes: image.bytes, pointers: image.pointers },
        }
    }

    /// Gives every alias of a function an id of its own, since others may define that name differently.
    fn declare_function_aliases(&mut self) {
        for alias in self.module.aliases() {
            let name = alias.name();
            if !alias.is_local()
                && !self.by_name.contains_key(&name)
                && let Some(Address { target: Const::Function(target), addend: 0 }) = self.address(alias)
            {
                let mut function = self.builder.program().functions[target].clone();
                function.name = name;
                function.local = false;
                function.blocks = Default::default();
                let id = self.add_function(function);
                self.functions.insert(alias, id);
            }
        }
    }

    /// Aliases of functions call them; those of objects are a table for the linker.
    pub(super) fn lower_aliases(&mut self) {
        for alias in self.module.aliases() {
            let name = alias.name();
            let Some(aliasee) = alias.aliasee() else {
                continue;
            };
            let meant = self.address(aliasee);
            if let Some(&id) = self.functions.get(&alias) {
                if let Some(Address { target: Const::Function(target), .. }) = meant {
                    self.forward(id, target);
                }
            } else if let Some(Address { target: Const::Global(target), addend }) = meant
                && !alias.is_local()
            {
                self.builder.alias(Alias { name, target, addend });
            }
        }
    }

    /// Makes a function call another of the same type.
    fn forward(&mut self, id: FuncId, target: FuncId) {
        let declared = self.builder.program().functions[id].clone();
        let mut builder = FunctionBuilder::new(declared.name.as_str(), declared.ret, declared.loc);
        let args = declared.params.iter().map(|&p| builder.param(declared.regs[p].ty, None).into()).collect();
        let block = builder.block();
        builder.switch_to(block);
        let call = Op::Call(Callee::Direct(target), args);
        let value = match declared.ret {
            Some(ty) => Some(builder.value(ty, None, call, declared.loc).into()),
            None => {
                builder.effect(call, declared.loc);
                None
            }
        };
        builder.terminate(Terminator::Return(value), declared.loc);
        let header = builder.function_mut();
        (header.variadic, header.local, header.library) = (declared.variadic, declared.local, declared.library);
        self.builder.define(id, builder.finish());
    }

    /// Collects what runs before and after `main` into two functions, which a program always has and a library never.
    pub(super) fn lower_start_and_end(&mut self) {
        if self.options.library {
            return;
        }
        for (list, name) in LISTS {
            let global = self.module.globals().into_iter().find(|global| global.name() == list);
            let mut calls = global.and_then(Value::initializer).map_or(Vec::new(), |value| self.prioritized(value));
            // Constructors run by rising priority, destructors the other way round.
            calls.sort_by_key(|(priority, _)| *priority);
            if name == LISTS[1].1 {
                calls.reverse();
            }
            if self.by_name.contains_key(name) {
                continue;
            }
            let mut builder = FunctionBuilder::new(name, None, Program::NOWHERE);
            let block = builder.block();
            builder.switch_to(block);
            for (_, function) in calls {
                let called = &self.builder.program().functions[function];
                let op = if called.params.is_empty() {
                    Op::Call(Callee::Direct(function), Vec::new())
                } else {
                    super::unsupported(format!("`{}`, a constructor with parameters", called.name))
                };
                builder.effect(op, Program::NOWHERE);
            }
            builder.terminate(Terminator::Return(None), Program::NOWHERE);
            builder.function_mut().library = true;
            self.add_function(builder.finish());
        }
    }

    /// The entries of a list of constructors: priorities and functions.
    fn prioritized(&mut self, list: Value) -> Vec<(u128, FuncId)> {
        let mut entries = Vec::new();
        for i in 0..elements(list.ty()) {
            let Some(entry) = list.element(i) else {
                continue;
            };
            let (Some(priority), Some(function)) = (entry.element(0).and_then(Value::bits), entry.element(1)) else {
                continue;
            };
            if let Some(Address { target: Const::Function(id), addend: 0 }) = self.address(function) {
                entries.push((priority, id));
            }
        }
        entries
    }
}

/// Whether a global is for LLVM's back end and no object of the program.
fn is_llvms_own(global: Value) -> bool {
    global.name().starts_with("llvm.") || global.linkage() == Linkage::LLVMAppendingLinkage
}
