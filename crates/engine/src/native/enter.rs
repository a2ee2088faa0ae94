//! The way into compiled code and back.
#![allow(unsafe_code)]

use std::mem::offset_of;

use pathfold_x86::{Alu, Assembler, Executable, Label, Reg, Width, mem};

use super::emitter::{CONTEXT, LEFT, MEMORY, REACHED, SLOTS, SPENT, STATE};
use crate::memory::Memory;
use crate::state::{Frame, State};
use crate::step::Machine;
use crate::value::Value;

/// What compiled code needs beside the slots of the frame, and what it says when it comes back.
#[repr(C)]
pub struct Context {
    memory: *mut Memory,
    reached: *const bool,
    taken: *const bool,
    quiet: *const bool,
    /// The machine and the state that run.
    pub machine: *mut Machine<'static>,
    pub state: *mut State,
    /// The slots of the frame that runs, after a call or a return outside of the code.
    pub slots: *mut Value,
    /// Where the frame that runs waits if it calls, and the end of the places that there are.
    pub next: *mut Frame,
    pub end: *mut Frame,
    /// Where the result of a return goes.
    pub result: *mut Value,
    /// The machine's stack when the code was entered.
    stack: u64,
    /// How far it may go down. Before the code is entered: by how much.
    floor: u64,
    left: i64,
    pc: u32,
}

impl Context {
    const MEMORY: i32 = offset_of!(Context, memory) as i32;
    const REACHED: i32 = offset_of!(Context, reached) as i32;
    /// Which ways of branches were taken.
    pub const TAKEN: i32 = offset_of!(Context, taken) as i32;
    /// Of which loops nobody wants to know that they are entered.
    pub const QUIET: i32 = offset_of!(Context, quiet) as i32;
    /// The slots of the frame that runs, after a call or a return.
    pub const SLOTS: i32 = offset_of!(Context, slots) as i32;
    /// The state.
    pub const STATE: i32 = offset_of!(Context, state) as i32;
    /// Where the frame that runs waits if it calls.
    pub const NEXT: i32 = offset_of!(Context, next) as i32;
    /// The end of the places for waiting frames.
    pub const END: i32 = offset_of!(Context, end) as i32;
    /// Where the result of a return goes.
    pub const RESULT: i32 = offset_of!(Context, result) as i32;
    /// The machine's stack when no call waits.
    pub const STACK: i32 = offset_of!(Context, stack) as i32;
    /// The machine's stack when no more calls may wait.
    pub const FLOOR: i32 = offset_of!(Context, floor) as i32;
    const LEFT: i32 = offset_of!(Context, left) as i32;
    /// The instruction that the state is at.
    pub const PC: i32 = offset_of!(Context, pc) as i32;
}

/// What calls keep, and this code uses; the last is there to make their number odd: with the return address calls want an even
/// number of words on the stack.
const KEPT: [Reg; 7] = [Reg::Rbx, Reg::Rbp, Reg::R12, Reg::R13, Reg::R14, Reg::R15, Reg::Rcx];

/// The function that enters: context, slots, how far it may run, where to start.
pub fn prologue(code: &mut Assembler) {
    KEPT.into_iter().for_each(|reg| code.push(reg));
    code.mov_rr(Width::B8, CONTEXT, Reg::Rdi);
    code.mov_mr(Width::B8, mem(CONTEXT, Context::STACK), Reg::Rsp);
    code.mov_rr(Width::B8, Reg::Rax, Reg::Rsp);
    code.alu_rm(Alu::Sub, Width::B8, Reg::Rax, mem(CONTEXT, Context::FLOOR));
    code.mov_mr(Width::B8, mem(CONTEXT, Context::FLOOR), Reg::Rax);
    code.mov_rr(Width::B8, SLOTS, Reg::Rsi);
    code.mov_rr(Width::B8, LEFT, Reg::Rdx);
    code.mov_rm(Width::B8, MEMORY, mem(CONTEXT, Context::MEMORY));
    code.mov_rm(Width::B8, REACHED, mem(CONTEXT, Context::REACHED));
    code.mov_rm(Width::B8, STATE, mem(CONTEXT, Context::STATE));
    code.jmp_r(Reg::Rcx);
}

/// Goes back with what is in `rax`, from however deep.
pub fn epilogue(code: &mut Assembler) {
    code.mov_rm(Width::B8, Reg::Rsp, mem(CONTEXT, Context::STACK));
    code.mov_mr(Width::B8, mem(CONTEXT, Context::LEFT), LEFT);
    KEPT.into_iter().rev().for_each(|reg| code.pop(reg));
    code.ret();
}

/// The addresses that switches go to, filled in when they are known.
pub struct Tables {
    addresses: Box<[u64]>,
    pub targets: Vec<Label>,
}

impl Tables {
    /// Room for so many.
    pub fn new(len: usize) -> Self {
        Self { addresses: vec![0; len].into(), targets: Vec::new() }
    }

    /// Where the next one will be.
    pub fn next(&self) -> *const u64 {
        self.addresses[self.targets.len()..].as_ptr()
    }
}

/// Why compiled code came back.
pub enum Back {
    /// The instruction at the place is not done here.
    Before,
    /// No more instructions may run.
    Spent,
}

/// The code of one function.
#[derive(Debug)]
pub struct Compiled {
    code: Executable,
    /// By instruction, where its code is; zero for those that cannot be entered.
    entries: Box<[u32]>,
    /// Where switches go: the code refers to it.
    _tables: Box<[u64]>,
    /// How many slots the code may touch.
    slots: usize,
    /// How long the lists are that it looks into.
    marks: [usize; 3],
}

/// What is covered, and what else code looks at.
#[derive(Clone, Copy)]
pub struct Marks<'a> {
    /// By segment, whether it was reached.
    pub reached: &'a [bool],
    /// By way of a branch, whether it was taken.
    pub taken: &'a [bool],
    /// By loop, whether nobody wants to know that it is entered.
    pub quiet: &'a [bool],
}

impl Marks<'_> {
    fn lengths(&self) -> [usize; 3] {
        [self.reached.len(), self.taken.len(), self.quiet.len()]
    }
}

impl Compiled {
    /// Code that was written for frames of at least so many slots. Starts with the prologue. `entries` and `tables` are labels
    /// in it.
    ///
    /// SAFETY of what runs it later: the code was written by [`super::function::compile`], which reads and writes slots below `slots`
    /// and marks below the lengths that are asserted when it is entered; objects through [`super::access`] and where a window to
    /// the arena shows them (`memory/slot.rs`); frames as [`super::frames`] says. It keeps the registers that calls keep, and leaves
    /// the stack as it was.
    pub fn new(
        code: Assembler,
        entries: &[Option<Label>],
        tables: Tables,
        slots: usize,
        marks: Marks<'_>,
    ) -> Option<Self> {
        let place = |label: &Label| code.place(*label).expect("labels are bound");
        let entries: Box<[u32]> =
            entries.iter().map(|label| label.as_ref().map_or(0, |label| place(label) as u32)).collect();
        let targets: Vec<usize> = tables.targets.iter().map(place).collect();
        let code = Executable::new(&code.finish())?;
        let mut tables = tables.addresses;
        for (address, at) in tables.iter_mut().zip(targets) {
            *address = code.at(at).addr() as u64;
        }
        Some(Self { code, entries, _tables: tables, slots, marks: marks.lengths() })
    }

    /// Where the code of an instruction is, if it can be entered there.
    #[inline(always)]
    pub fn entry(&self, pc: usize) -> Option<*const u8> {
        self.entries.get(pc).filter(|at| **at != 0).map(|at| self.code.at(*at as usize))
    }

    /// Runs from an instruction of the running frame on, if it can be entered there. Says why it came back, at which instruction
    /// of the frame that runs then (functions may have been called and left), and how far it may still run.
    #[inline(always)]
    pub fn run(
        &self,
        pc: usize,
        machine: &mut Machine<'_>,
        state: &mut State,
        left: i64,
    ) -> Option<(Back, usize, i64)> {
        let entry = self.entry(pc)?;
        let slots = state.frame.slots.as_mut_leaf()?;
        let marks = machine.marks();
        assert!(slots.len() >= self.slots && marks.lengths() == self.marks, "what the code was made for");
        let slots = slots.as_mut_ptr();
        let (next, end) = state.callers.next_and_end();
        let mut context = Context {
            memory: &raw mut state.memory,
            reached: marks.reached.as_ptr(),
            taken: marks.taken.as_ptr(),
            quiet: marks.quiet.as_ptr(),
            machine: std::ptr::from_mut(machine).cast(),
            state: std::ptr::from_mut(state),
            slots,
            next,
            end,
            result: std::ptr::null_mut(),
            stack: 0,
            floor: super::frames::CALL * u64::from(super::frames::DEEPEST.min(machine.calls_left(state))),
            left,
            pc: 0,
        };
        type Enter = unsafe extern "C" fn(*mut Context, *mut Value, i64, *const u8) -> i64;
        // SAFETY: see `Compiled::new`; the code starts with the prologue, which has this signature, and the entry is a place in
        // it. Everything that the code touches was asserted, and outlives the call. Functions that it calls in the program are
        // of the same machine, so the same holds for them.
        let back = unsafe {
            let enter = std::mem::transmute::<*const u8, Enter>(self.code.at(0));
            enter(&raw mut context, slots, left, entry)
        };
        state.callers.suspend_up_to(context.next);
        let why = if back == SPENT { Back::Spent } else { Back::Before };
        Some((why, context.pc as usize, context.left))
    }
}

/// Leaves unless the mark at a position behind a register is set.
pub fn unless_marked(code: &mut Assembler, base: Reg, position: u32, leave: Label) {
    code.alu_mi(Alu::Cmp, Width::B1, mem(base, position as i32), 0);
    code.jcc(pathfold_x86::Cond::Equal, leave);
}
