//! Calls and returns within compiled code: frames are exchanged as the step does it (`step/call.rs`).
//!
//! Compiled functions call each other with the machine's own calls, so that the machine predicts where they return to. The
//! frames of the state are what counts: code can be left at any depth, and a return of a frame that was not called here goes
//! on where the caller's code can be entered.
//!
//! SAFETY: the functions are called by compiled code only, with the context that [`super::enter`] made, whose pointers are good for as
//! long as the code runs; nothing else refers to machine or state meanwhile. Call sites and functions are those of the program
//! that owns the code.
#![allow(unsafe_code)]

use std::mem::offset_of;

use pathfold_ir::FuncId;
use pathfold_x86::{Alu, Cond, Label, Mem, Reg, Width, mem};

use super::emitter::{CONTEXT, Emitter, LEFT, MEMORY, SLOTS, STATE};
use super::enter::Context;
use super::layout::{self, Kind, PAYLOAD};
use crate::code::{CallSite, FuncCode, Pc, Slot};
use crate::memory::Memory;
use crate::state::{FrameSlots, State};

/// Deeper calls are the step's: the machine's stack is not endless.
pub const DEEPEST: u32 = 1 << 15;
/// What a call takes of it.
pub const CALL: u64 = 16;

/// Puts a frame of a function where the next call will look for one.
unsafe extern "C" fn prepare(context: *mut Context, callee: u32) {
    // SAFETY: see above.
    let context = unsafe { &mut *context };
    // SAFETY: see above.
    let (machine, state) = unsafe { (&mut *context.machine, &mut *context.state) };
    state.callers.suspend_up_to(context.next);
    machine.prepare_frame(state, FuncId(callee));
    (context.next, context.end) = state.callers.next_and_end();
}

/// Returns to a frame that compiled code did not call, but for the result; null if that is not to be done here.
unsafe extern "C" fn leave_frame(context: *mut Context) -> *const u8 {
    // SAFETY: see above.
    let context = unsafe { &mut *context };
    // SAFETY: see above.
    let (machine, state) = unsafe { (&mut *context.machine, &mut *context.state) };
    state.callers.suspend_up_to(context.next);
    let left = machine.back_to(state).and_then(|entry| Some((entry, machine.leave_frame(state)?)));
    (context.next, context.end) = state.callers.next_and_end();
    let Some((entry, dst)) = left else { return std::ptr::null() };
    let Some(slots) = state.frame.slots.as_mut_leaf() else { unreachable!("frames of compiled code are arrays") };
    context.result = &raw mut slots[dst as usize];
    context.slots = slots.as_mut_ptr();
    entry
}

/// Where the parts of a frame are, behind its place.
mod part {
    use std::mem::offset_of;

    use crate::state::Frame;

    pub const SIZE: i32 = size_of::<Frame>() as i32;
    pub const FUNCTION: i32 = offset_of!(Frame, function) as i32;
    pub const PC: i32 = offset_of!(Frame, pc) as i32;
    pub const DST: i32 = offset_of!(Frame, dst) as i32;
    pub const STACK: i32 = offset_of!(Frame, stack) as i32;
    /// Of which kind the slots are, a word.
    pub const KIND: i32 = offset_of!(Frame, slots) as i32;
    /// The pointer to the slots.
    pub const SLOTS: i32 = KIND + 8;
}

/// A part of the frame that runs.
fn running(part: i32) -> Mem {
    mem(STATE, offset_of!(State, frame) as i32 + part)
}

/// The end of the objects on the stack.
fn stack_top() -> Mem {
    mem(MEMORY, Memory::TOP as i32)
}

/// The word that says of which kind the slots of a function's frames are; none if they are no array.
pub fn kind_of(function: &FuncCode) -> Option<i32> {
    match &function.template {
        FrameSlots::Small(_) => Some(0),
        FrameSlots::Large(_) => Some(1),
        FrameSlots::Many(_) => None,
    }
}

impl Emitter {
    /// Calls a function of the program whose code is known, with a frame that is there from another call: what
    /// [`crate::step::Machine`] does then, instruction by instruction. Everything else is left to the step.
    pub fn call_function(&mut self, caller: FuncId, kind: i32, callee: &FuncCode, site: &CallSite, back: Pc) {
        let Some(callee_kind) = kind_of(callee).filter(|_| site.args.len() == callee.params.len()) else {
            return self.always_leave();
        };
        let (leave, count) = (self.leave(), self.uncounted(1));
        let unprepared = self.code.label();
        let (next, to) = (Reg::Rsi, Reg::Rdi);
        // A call that spends what is left is the step's.
        self.code.alu_ri(Alu::Cmp, Width::B8, LEFT, count);
        self.code.jcc(Cond::LessEqual, leave);
        let again = self.code.here();
        self.code.mov_ri(Reg::Rax, callee.native.start_place().addr() as i64);
        self.drop_held();
        self.code.mov_rm(Width::B8, Reg::Rax, mem(Reg::Rax, 0));
        self.code.test_rr(Width::B8, Reg::Rax, Reg::Rax);
        self.code.jcc(Cond::Equal, leave);
        self.code.mov_rm(Width::B8, next, mem(CONTEXT, Context::NEXT));
        self.code.alu_rm(Alu::Cmp, Width::B8, next, mem(CONTEXT, Context::END));
        self.code.jcc(Cond::AboveEqual, unprepared);
        // A frame of this function has slots of its kind, with its constants.
        self.code.alu_mi(Alu::Cmp, Width::B4, mem(next, part::FUNCTION), site.callee.0 as i32);
        self.code.jcc(Cond::NotEqual, unprepared);
        self.code.alu_rm(Alu::Cmp, Width::B8, Reg::Rsp, mem(CONTEXT, Context::FLOOR));
        self.code.jcc(Cond::BelowEqual, leave);
        self.code.alu_ri(Alu::Sub, Width::B8, LEFT, count);
        // The frame that runs waits in the place of the next one, which runs.
        self.code.mov_rm(Width::B8, to, mem(next, part::SLOTS));
        self.code.mov_mr(Width::B8, mem(next, part::SLOTS), SLOTS);
        self.code.mov_mr(Width::B8, running(part::SLOTS), to);
        if kind != callee_kind {
            self.code.mov_mi(Width::B8, mem(next, part::KIND), kind);
            self.code.mov_mi(Width::B8, running(part::KIND), callee_kind);
        }
        self.code.mov_mi(Width::B4, mem(next, part::FUNCTION), caller.0 as i32);
        self.code.mov_mi(Width::B4, mem(next, part::PC), back as i32);
        self.code.mov_rm(Width::B4, Reg::Rcx, running(part::DST));
        self.code.mov_mr(Width::B4, mem(next, part::DST), Reg::Rcx);
        self.code.mov_rm(Width::B8, Reg::Rdx, running(part::STACK));
        self.code.mov_mr(Width::B8, mem(next, part::STACK), Reg::Rdx);
        self.code.mov_mi(Width::B4, running(part::FUNCTION), site.callee.0 as i32);
        self.code.mov_mi(Width::B4, running(part::DST), site.dst as i32);
        self.code.mov_rm(Width::B8, Reg::Rcx, stack_top());
        self.code.mov_mr(Width::B8, running(part::STACK), Reg::Rcx);
        self.code.alu_ri(Alu::Add, Width::B8, next, part::SIZE);
        self.code.mov_mr(Width::B8, mem(CONTEXT, Context::NEXT), next);
        // Parameters are in the first slots, in order.
        for (slot, arg) in (0..).zip(&site.args) {
            self.pass(*arg, mem(to, layout::place(slot)), mem(to, layout::place(slot) + PAYLOAD));
        }
        self.code.mov_rr(Width::B8, SLOTS, to);
        // Calls want the stack at an even number of words.
        self.code.alu_ri(Alu::Sub, Width::B8, Reg::Rsp, 8);
        self.code.call_r(Reg::Rax);
        self.code.alu_ri(Alu::Add, Width::B8, Reg::Rsp, 8);
        let id = site.callee.0;
        self.aside(unprepared, move |emitter| {
            let elsewhere = emitter.code.label();
            emitter.swap_frames(next, id, elsewhere);
            emitter.code.jmp(again);
            emitter.code.bind(elsewhere);
            emitter.code.mov_rr(Width::B8, Reg::Rdi, CONTEXT);
            emitter.code.mov_ri(Reg::Rsi, i64::from(id));
            emitter.call(prepare as *const ());
            emitter.code.jmp(again);
        });
        self.go_on(back);
    }

    /// Exchanges the frame at the next place and the one behind it if that is of this function; goes elsewhere if not. Both have
    /// returned, so that nothing counts but their slots and whose they are.
    fn swap_frames(&mut self, next: Reg, function: u32, elsewhere: Label) {
        self.code.lea(Reg::Rcx, mem(next, part::SIZE));
        self.code.alu_rm(Alu::Cmp, Width::B8, Reg::Rcx, mem(CONTEXT, Context::END));
        self.code.jcc(Cond::AboveEqual, elsewhere);
        self.code.alu_mi(Alu::Cmp, Width::B4, mem(Reg::Rcx, part::FUNCTION), function as i32);
        self.code.jcc(Cond::NotEqual, elsewhere);
        for (width, part) in [(Width::B4, part::FUNCTION), (Width::B8, part::KIND), (Width::B8, part::SLOTS)] {
            self.code.mov_rm(width, Reg::Rdx, mem(next, part));
            self.code.mov_rm(width, Reg::R8, mem(Reg::Rcx, part));
            self.code.mov_mr(width, mem(Reg::Rcx, part), Reg::Rdx);
            self.code.mov_mr(width, mem(next, part), Reg::R8);
        }
    }

    /// Returns from the function.
    pub fn return_value(&mut self, id: FuncId, kind: i32, value: Option<Slot>) {
        let (leave, count) = (self.leave(), self.uncounted(0));
        let (caller, to) = (Reg::Rsi, Reg::Rdi);
        let (outside, objects) = (self.code.label(), self.code.label());
        if count != 0 {
            self.code.alu_ri(Alu::Sub, Width::B8, LEFT, count);
        }
        self.code.alu_rm(Alu::Cmp, Width::B8, Reg::Rsp, mem(CONTEXT, Context::STACK));
        self.code.jcc(Cond::Equal, outside);
        // Objects of the frame end with it: that is not done here.
        self.code.mov_rm(Width::B8, Reg::Rcx, running(part::STACK));
        self.code.alu_rm(Alu::Cmp, Width::B8, Reg::Rcx, stack_top());
        self.code.jcc(Cond::Below, objects);
        self.code.mov_rm(Width::B8, caller, mem(CONTEXT, Context::NEXT));
        self.code.alu_ri(Alu::Sub, Width::B8, caller, part::SIZE);
        self.code.mov_mr(Width::B8, mem(CONTEXT, Context::NEXT), caller);
        self.code.mov_rm(Width::B8, to, mem(caller, part::SLOTS));
        self.code.mov_mr(Width::B8, mem(caller, part::SLOTS), SLOTS);
        self.code.mov_mr(Width::B8, running(part::SLOTS), to);
        self.code.mov_rm(Width::B8, Reg::Rcx, mem(caller, part::KIND));
        self.code.mov_mi(Width::B8, mem(caller, part::KIND), kind);
        self.code.mov_mr(Width::B8, running(part::KIND), Reg::Rcx);
        self.code.mov_rm(Width::B4, Reg::Rcx, mem(caller, part::FUNCTION));
        self.code.mov_mi(Width::B4, mem(caller, part::FUNCTION), id.0 as i32);
        self.code.mov_mr(Width::B4, running(part::FUNCTION), Reg::Rcx);
        self.code.mov_rm(Width::B4, Reg::Rax, running(part::DST));
        self.code.mov_rm(Width::B4, Reg::Rcx, mem(caller, part::DST));
        self.code.mov_mr(Width::B4, running(part::DST), Reg::Rcx);
        self.code.mov_rm(Width::B8, Reg::Rcx, mem(caller, part::STACK));
        self.code.mov_mr(Width::B8, running(part::STACK), Reg::Rcx);
        self.drop_held();
        // A slot has two words, the machine counts by one at most.
        self.code.alu_rr(Alu::Add, Width::B8, Reg::Rax, Reg::Rax);
        self.give(value, mem(to, 0).index(Reg::Rax, 3), mem(to, PAYLOAD).index(Reg::Rax, 3));
        self.code.mov_rr(Width::B8, SLOTS, to);
        self.code.ret();

        self.code.bind(objects);
        // As if nothing had happened.
        let undo = self.code.here();
        if count != 0 {
            self.code.alu_ri(Alu::Add, Width::B8, LEFT, count);
        }
        self.code.jmp(leave);
        self.code.bind(outside);
        self.code.mov_rr(Width::B8, Reg::Rdi, CONTEXT);
        self.call(leave_frame as *const ());
        self.code.test_rr(Width::B8, Reg::Rax, Reg::Rax);
        self.code.jcc(Cond::Equal, undo);
        self.code.mov_rm(Width::B8, to, mem(CONTEXT, Context::RESULT));
        self.give(value, mem(to, 0), mem(to, PAYLOAD));
        self.code.mov_rm(Width::B8, SLOTS, mem(CONTEXT, Context::SLOTS));
        self.code.jmp_r(Reg::Rax);
        self.falls = false;
    }

    /// Puts what is returned into a place of another frame.
    fn give(&mut self, value: Option<Slot>, head: Mem, payload: Mem) {
        match value {
            Some(value) => self.pass(value, head, payload),
            // Nothing was returned: nothing is set.
            None => self.code.mov_mi(Width::B8, head, 0),
        }
    }

    /// Copies a slot to another frame. Changes `rcx` and `rdx`.
    pub fn pass(&mut self, slot: Slot, head: Mem, payload: Mem) {
        self.code.mov_rm(Width::B8, Reg::Rdx, Self::payload(slot));
        match self.expect_known(slot) {
            Some(kind @ (Kind::Int | Kind::Bits(_))) => self.code.mov_mi(Width::B8, head, kind.head()),
            Some(Kind::Bool | Kind::Ptr) | None => {
                self.code.mov_rm(Width::B8, Reg::Rcx, Self::head(slot));
                self.code.mov_mr(Width::B8, head, Reg::Rcx);
            }
        }
        self.code.mov_mr(Width::B8, payload, Reg::Rdx);
    }
}
