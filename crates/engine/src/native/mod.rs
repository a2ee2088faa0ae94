//! Machine code for functions that run long: what `step/hot.rs` does, instruction by instruction and with the same results, without
//! a look at each instruction. It works on the frames, the memory and the count of instructions of the step, so it can be left
//! before any instruction: whatever is symbolic, overflows, or is not done here is done by the step, which comes back at the
//! next place where code can be entered.
//!
//! A template for each instruction (`arith`, `compare`, `memory`), one after the other; within straight code the compiler
//! remembers which kinds of values slots hold, so that they are checked once (`emitter`). `expected` guesses those kinds, `enter` is the way
//! in and out, `access` what code calls to read and write objects, `layout` how values lie in memory.
//!
//! **Invariant:** between two instructions everything is in its place: nothing of a state is kept in machine registers but how
//! far it may run, and copies. How many callers wait is where the context says, until the code is left.

mod access;
mod arith;
mod compare;
mod emitter;
mod enter;
mod expected;
mod frames;
mod function;
mod layout;
mod memory;
#[cfg(test)]
mod tests;

use std::cell::{Cell, OnceCell};
use std::ptr::NonNull;

pub use enter::{Back, Compiled, Marks};

use pathfold_ir::FuncId;

use crate::code::Code;

/// The machine code of a function, once it has run long enough.
#[derive(Default, Debug)]
pub struct Native {
    /// How many instructions of it were run one by one.
    heat: Cell<u64>,
    /// None in it if there cannot be any.
    compiled: OnceCell<Option<Box<Compiled>>>,
    /// Where calls enter it.
    start: Cell<Option<NonNull<u8>>>,
}

// A copy of the code may be changed: it gets code of its own.
impl Clone for Native {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl Native {
    /// The code, if there is some.
    #[inline(always)]
    pub fn get(&self) -> Option<&Compiled> {
        self.compiled.get()?.as_deref()
    }

    /// Where it is written where calls enter the code; null is written there while there is none. Stays where it is as long as the
    /// function does.
    pub fn start_place(&self) -> *const Option<NonNull<u8>> {
        self.start.as_ptr().cast_const()
    }

    /// So many instructions were run one by one; from `after` on the function is compiled.
    #[inline(always)]
    pub fn warm(&self, count: u64, after: u64) -> bool {
        if self.compiled.get().is_some() {
            return false;
        }
        self.heat.set(self.heat.get() + count);
        self.heat.get() >= after
    }

    /// The function was changed: it gets new code once it has run long again.
    pub fn forget(&mut self) {
        self.heat.set(0);
        self.compiled.take();
        self.start.set(None);
    }

    /// Compiles the function.
    #[cold]
    #[inline(never)]
    pub fn compile(&self, program: &Code, id: FuncId, marks: Marks<'_>) {
        let compiled = self.compiled.get_or_init(|| function::compile(program, id, marks).map(Box::new));
        let start = compiled.as_ref().and_then(|compiled| compiled.entry(program.functions[id].start as usize));
        self.start.set(start.and_then(|start| NonNull::new(start.cast_mut())));
    }
}
