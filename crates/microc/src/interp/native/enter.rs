//! Enters machine code: the only file of it whose memory safety the compiler does not show.
#![allow(unsafe_code)]

use pathfold_x86::Executable;

use super::super::any_size::{self, Done, Sight};
use super::super::arena::Borders;
use super::super::instr::Instr;
use super::super::numbers::Numbers;
use super::super::op::WINDOW;

/// What machine code and those who enter it tell each other.
#[repr(C)]
#[derive(Debug)]
pub(super) struct Context {
    /// The first limb of all large numbers, how many limbs are taken, and how many at the most while there is room for another
    /// number and it is not time to collect.
    pub numbers: *mut u64,
    pub top: u64,
    pub last: i64,
    /// The first register of the frame.
    pub window: *mut i64,
    pub cells: *mut i64,
    /// Twice the number of cells: what a reference to the one behind the last would have in its low half.
    pub cells_end: u64,
    /// Below this are the low halves of references to cells, one or two less than `cells_end`: whatever number is
    /// below, there are eight bytes.
    pub cells_limit: u64,
    /// Twice the number of cells in use.
    pub used: u64,
    /// The first register of the first frame.
    pub stack: *mut i64,
    pub steps: u64,
    /// How many bytes of the machine's stack may be used for calls: eight for each.
    pub room: u64,
    /// The machine's stack before any call.
    pub bottom: u64,
    /// How many bytes of it were in use when code was left.
    pub depth: u64,
    /// How many frames returned that were there already.
    pub returned: u64,
    /// The instruction before which code was left, or one of the constants below.
    pub next: u64,
    /// What `main` returned.
    pub word: i64,
    /// Addresses that returns to calls go to, and twice their number.
    pub returns: *const usize,
    pub returns_end: u64,
    /// Does the instruction with this number, and says how that went.
    pub compute: extern "C" fn(*mut Context, u64) -> u64,
    rest: *mut Rest,
    /// Where code is to start, and what loads its registers first.
    pub start: *const u8,
    pub fill: *const u8,
}

impl Context {
    /// `main` returned.
    pub const RETURNED: u32 = u32::MAX;
    /// The first register of a frame was not that of a call: there is a mistake in here.
    pub const ASTRAY: u32 = u32::MAX - 1;

    /// How far up the stack the frame is.
    fn base(&self) -> usize {
        (self.window.addr() - self.stack.addr()) / size_of::<i64>()
    }

    fn set_borders(&mut self, Borders { first, top, last }: Borders) {
        (self.numbers, self.top, self.last) = (first, top, last);
    }
}

/// How [`Context::compute`] went: it is the interpreter's turn; it is done; it is done and jumps.
pub(super) const LEAVES: u64 = 0;
pub(super) const GOES_ON: u64 = 1;
pub(super) const JUMPS: u64 = 2;

/// What machine code does not touch, but what it asks for does.
#[derive(Debug)]
struct Rest {
    instrs: *const [Instr],
    numbers: *mut Numbers,
    stack_len: usize,
    cells_len: usize,
}

/// Does an instruction that machine code has no instructions for, at least not for these numbers. Registers are in memory.
extern "C" fn compute(context: *mut Context, at: u64) -> u64 {
    // SAFETY: machine code has this function, and the context, from `Program::run`. That has borrowed all of what the context
    // refers to, and waits; the code itself keeps no references. Lengths are those of the slices that were borrowed.
    let (context, instrs, numbers, stack, cells) = unsafe {
        let context = &mut *context;
        let rest = &*context.rest;
        let stack = std::slice::from_raw_parts_mut(context.stack, rest.stack_len);
        let cells = std::slice::from_raw_parts(context.cells, rest.cells_len);
        (context, &*rest.instrs, &mut *rest.numbers, stack, cells)
    };
    numbers.move_top(context.top);
    let base = context.base();
    let see = Sight { registers: &stack[base..], cells };
    let done = if numbers.is_due() { None } else { any_size::compute(&instrs[at as usize], see, numbers) };
    context.set_borders(numbers.borders());
    // What is wrong is wrong again when the interpreter does it.
    match done {
        Some(Ok(Done::Value(dst, word))) => {
            stack[base + usize::from(dst)] = word;
            GOES_ON
        }
        Some(Ok(Done::Return(word))) => {
            context.word = word;
            GOES_ON
        }
        Some(Ok(Done::Jump(holds, _))) => {
            if holds {
                JUMPS
            } else {
                GOES_ON
            }
        }
        Some(Ok(Done::Step(register, word, holds, _))) => {
            stack[base + usize::from(register)] = word;
            if holds { JUMPS } else { GOES_ON }
        }
        Some(Err(_)) | None => LEAVES,
    }
}

/// Where a run is: see [`super::super::hot::Position`].
#[derive(Clone, Copy, Debug)]
pub(super) struct Frame {
    pub base: usize,
    pub calls: u32,
    pub steps: u32,
    pub used: usize,
}

/// What a run works on.
pub(in crate::interp) struct Memory<'a> {
    pub stack: &'a mut [i64],
    pub cells: &'a mut [i64],
    pub numbers: &'a mut Numbers,
}

/// How code was left.
#[derive(Clone, Copy, Debug)]
pub(super) enum Left {
    /// Before this instruction. Without steps left, that is all.
    Before(usize),
    Returned(i64),
}

/// Code for a whole program.
#[derive(Debug)]
pub(super) struct Program {
    code: Executable,
    enter: usize,
    /// The addresses that returns to calls go to.
    returns: Vec<usize>,
    max_frame: usize,
}

impl Program {
    /// From what [`super::compile`] made: none where the machine or the system does not let us run code.
    pub fn new(bytes: &[u8], enter: usize, returns: &[usize], max_frame: usize) -> Option<Self> {
        let code = Executable::new(bytes)?;
        let returns = returns.iter().map(|place| code.at(*place).addr()).collect();
        Some(Self { code, enter, returns, max_frame: max_frame.max(1) })
    }

    /// Runs from a place in the code on, after `fill` loaded registers; at most `deepest` calls are open at once that were
    /// not open before.
    pub fn run(
        &self,
        (fill, start): (usize, usize),
        instrs: &[Instr],
        Memory { stack, cells, numbers }: Memory<'_>,
        frame: &mut Frame,
        deepest: usize,
    ) -> Left {
        assert!(frame.base + WINDOW <= stack.len(), "there is a window for the frame");
        assert!(frame.used <= cells.len().max(1), "cells in use exist");
        // Each frame starts at most this far behind that of its caller.
        let frames = (stack.len() - WINDOW - frame.base) / self.max_frame;
        let room = frames.min(deepest).min(frame.calls as usize);
        let cells_end = 2 * cells.len() as u64;
        let Borders { first, top, last } = numbers.borders();
        let mut rest = Rest { instrs, numbers, stack_len: stack.len(), cells_len: cells.len() };
        let start_of_stack = stack.as_mut_ptr();
        let mut context = Context {
            // Within the stack, as asserted.
            window: start_of_stack.wrapping_add(frame.base),
            cells: cells.as_mut_ptr(),
            cells_end,
            cells_limit: cells_end.saturating_sub(1),
            used: 2 * frame.used as u64,
            stack: start_of_stack,
            steps: frame.steps.into(),
            room: 8 * room as u64,
            bottom: 0,
            depth: 0,
            returned: 0,
            next: 0,
            word: 0,
            returns: self.returns.as_ptr(),
            returns_end: 2 * self.returns.len() as u64,
            numbers: first,
            top,
            last,
            compute,
            rest: &raw mut rest,
            start: self.code.at(start),
            fill: self.code.at(fill),
        };
        // SAFETY: `enter` is the start of code that follows the convention named here: it keeps the registers that calls
        // keep, uses the machine's stack for `room` bytes and a few words (callers give a `deepest` of a few thousand), and
        // returns. It only touches memory that is borrowed here for the time of the call:
        // - the context, at the places of its fields, by the same definition;
        // - the stack: registers of the frame at `window`, of which there are `WINDOW`, as asserted above; a call moves
        //   the frame up by at most `max_frame` (asserted for each by the compiler), and there are no more of them open
        //   than there is room for; a return moves it down by what the call that is named in its first register moved it
        //   up, which nothing but calls writes to (asserted by the compiler);
        // - cells: each access is behind a comparison with `cells_limit` or `cells_end`;
        // - large numbers: what is read starts below `top`, and what is read or written ends `Borders::ROOM` blocks behind it at
        //   most; `top` is compared with `last` before, so there are as many (`Arena::borders`);
        // - addresses in `returns`, which number as many as instructions; the number of the call is compared with that.
        // Code and `returns` are borrowed from `self` and do not change.
        unsafe {
            let enter = std::mem::transmute::<*const u8, extern "C" fn(*mut Context)>(self.code.at(self.enter));
            enter(&raw mut context);
        }
        numbers.move_top(context.top);
        frame.base = context.base();
        frame.calls = (u64::from(frame.calls) + context.returned - context.depth / 8) as u32;
        frame.steps = context.steps as u32;
        frame.used = (context.used / 2) as usize;
        match context.next as u32 {
            Context::RETURNED => Left::Returned(context.word),
            Context::ASTRAY => unreachable!("the first register of a frame is that of its call"),
            next => Left::Before(next as usize),
        }
    }
}
