//! What is run: each instruction as an [`Op`], with the functions that do what may come next. All code is one slice; a
//! handler gets a [`Place`] in it, takes the op there and calls the handler of the next one.
//!
//! Optimized builds turn these calls into jumps, so that each op ends in an indirect jump of its own; where they do not,
//! [`BURST`] and [`STRETCH`] bound how deep they nest.

use std::cell::Cell;

use super::ErrorKind;
use super::encode::encode_before;
use super::hot::{self, Position};
use super::hot_calls;
use super::hot_jumps;
use super::instr::Instr;
use super::numbers::Numbers;
use super::place::{self, Place, are_closed};

/// Registers of a window: every 16-bit number is one, so indexing needs no check.
pub(super) const WINDOW: usize = 1 << 16;
/// How many steps are taken before ops return to the loop that runs them.
pub(super) const BURST: u32 = if cfg!(debug_assertions) { 64 } else { 512 };
/// How many ops follow each other without a step before they return to that loop.
const STRETCH: usize = 64;

/// The registers a function can name. Cells, because the whole stack is at hand too: a call needs the callee's window.
pub(super) type Window = [Cell<i64>; WINDOW];

/// Does the first of these ops and all that follow, until one returns to the loop that runs them, with a reason in
/// [`State::exit`].
pub(super) type Handler = for<'a> fn(&mut State<'a>, Place<'a>, &'a Window, Left);

/// What may still happen before ops return to that loop; two machine registers while ops run.
#[derive(Clone, Copy, Debug)]
pub(super) struct Left {
    /// Steps of the burst.
    pub steps: u32,
    /// How many more calls may be open at once.
    pub calls: u32,
}

impl Left {
    /// After a step; without any steps ops must return.
    #[inline(always)]
    pub fn step(self) -> Self {
        Left { steps: self.steps - 1, ..self }
    }
}

/// Why ops returned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Exit {
    /// The instruction before `pc` needs the slow way.
    Slow,
    /// The burst is used up, or many ops followed each other.
    Pause,
    /// The instruction before `pc` is wrong: [`State::error`].
    Error,
    /// `main` returned [`State::word`].
    Returned,
}

/// What ops need besides registers.
pub(super) struct State<'a> {
    pub code: &'a [Op],
    pub cells: &'a mut [i64],
    pub numbers: &'a mut Numbers,
    pub stack: &'a [Cell<i64>],
    pub exit: Exit,
    pub at: Position,
    /// What was left when ops returned; [`Position::fuel`] are the steps after those.
    pub left: Left,
    pub word: i64,
    pub error: ErrorKind,
}

/// One instruction, ready to run.
#[derive(Clone, Copy)]
pub(super) struct Op {
    /// Does the op after it.
    pub next: Handler,
    /// Does the op it jumps to or calls.
    pub other: Handler,
    pub imm: i64,
    pub a: u16,
    pub b: u16,
    pub c: u16,
    pub d: u16,
    /// How far behind it is what it jumps to or calls, in bytes; see [`Place::target`].
    pub jump: i32,
    /// Its own number, where it is a call: what returns to it looks for.
    pub at: u32,
}

impl Op {
    /// Two numbers in place of one.
    pub fn pair(low: i32, high: i32) -> i64 {
        i64::from(high) << 32 | i64::from(low as u32)
    }

    #[inline(always)]
    pub fn low(&self) -> i64 {
        i64::from(self.imm as i32)
    }

    #[inline(always)]
    pub fn high(&self) -> i64 {
        self.imm >> 32
    }
}

/// The ops of a program.
#[derive(Default)]
pub(super) struct Ops {
    pub ops: Vec<Op>,
    /// What does each of them.
    pub handlers: Vec<Handler>,
}

impl std::fmt::Debug for Ops {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} ops", self.ops.len())
    }
}

impl Ops {
    /// Translates all instructions of a program.
    pub fn new(code: &[Instr]) -> Self {
        let encoded = code.iter().enumerate().map(|(at, instr)| {
            let next = at + instr.length();
            encode_before(*instr, code.get(next).filter(|_| !is_pause(next)))
        });
        let (mut handlers, mut ops): (Vec<Handler>, Vec<Op>) = encoded.unzip();
        for (handler, instr) in handlers.iter_mut().zip(code) {
            if let Instr::CallAdd { function, .. } = instr
                && let Some(better) = code.get(*function as usize..).and_then(hot_calls::of_base_case)
            {
                *handler = better;
            }
        }
        for (at, handler) in handlers.iter_mut().enumerate() {
            match code[at] {
                Instr::StepJumpLtWord { to, .. } if to as usize == at => *handler = hot_jumps::step_jump_lt_word_twice,
                Instr::StepJumpGtWord { to, .. } if to as usize == at => *handler = hot_jumps::step_jump_gt_word_twice,
                _ => {}
            }
        }
        let handler = |at: usize| handlers.get(at).copied().unwrap_or(hot::pause);
        for (at, op) in ops.iter_mut().enumerate() {
            let next = at + code[at].length();
            op.next = if is_pause(next) { hot::pause } else { handler(next) };
            let to = op.jump as usize;
            op.other = handler(to);
            op.at = at as u32;
            // Out of the program where it is too far, which the assertion says.
            op.jump = place::jump(at, to).unwrap_or(1);
        }
        assert!(are_closed(&ops, code.iter().map(Instr::length)), "an op leads out of the program, or too far");
        Self { ops, handlers }
    }
}

/// Whether ops return to the loop before this one.
fn is_pause(at: usize) -> bool {
    at.is_multiple_of(STRETCH)
}
