//! The step: runs a state until something needs a decision and says which. It never asks the solver and never chooses.
//! `hot.rs` is the loop over what is known and quick, `general.rs` has one instruction of any kind; the work of instruction
//! families is in their own files.

mod arith;
mod bits;
mod call;
mod cast;
mod compare;
mod control;
mod copy;
mod cursor;
pub mod fast;
mod float;
mod general;
mod hot;
mod intrinsic;
mod large;
mod large_numbers;
mod long_double;
mod machine_code;
mod memory;
mod registers;
mod seen;
mod stop;
mod to_integer;

use pathfold_ir::CheckKind;
use pathfold_term::Pool;

use crate::code::{Code, Slot};
use crate::config::ArrayIndex;
use crate::coverage::Coverage;
use crate::state::{FrameSlots, State};
use crate::value::Value;

use call::Call;
use cursor::Cursor;
use hot::Leave;
use registers::Any;

pub use bits::signed;
pub use call::{SpareFrames, enter_entry, user_loc};
pub use control::{NULL_WAY, resume};
pub use large_numbers::LargeNumbers;
pub use registers::{Large, RegisterFile, Small};
pub use seen::Seen;
use stop::Halt;
pub use stop::{Access, Decision, End, Fault, Stop};

/// A value of the wrong kind: a finding if it was never set, otherwise something we do not model.
fn misused(value: Value, what: &str) -> Halt {
    if value == Value::Undef { Halt::error(CheckKind::Uninitialized) } else { Halt::Incomplete(what.to_owned()) }
}

/// Everything the step needs beside the state.
pub struct Machine<'a> {
    /// The program.
    pub code: &'a Code,
    /// Where terms live.
    pub pool: &'a mut Pool,
    /// What has been reached.
    pub coverage: &'a mut Coverage,
    /// What a symbolic position does.
    pub array_index: ArrayIndex,
    /// Whether floating-point numbers must fit the integers they are converted to.
    pub check_overflow: bool,
    /// Integers larger than this many bits end the path.
    pub max_bits: u64,
    /// Deeper recursion ends the path.
    pub max_call_depth: usize,
    /// Objects with more positions than this end the path.
    pub max_object: u64,
    /// Register files of functions that have returned, to be used again.
    pub spare: &'a mut SpareFrames,
    /// Numbers beyond a word, and buffers for them.
    pub large_numbers: &'a mut LargeNumbers,
    /// By loop, whether nobody wants to know that it is entered.
    pub quiet: &'a [bool],
    /// What watched code writes down.
    pub seen: &'a mut Seen,
    /// Bytes that were copied and set at once.
    pub moved: u64,
    /// Functions that have run so many instructions get machine code; none if no function does.
    pub compile_after: Option<u64>,
}

/// Terms that may be made before the step pauses, whatever its share is: a term that grows makes instructions as slow as it
/// likes, and somebody has to look at the clock.
const MOST_TERMS: usize = 4_096;
/// The same for bytes that single instructions copy or set.
const MOST_MOVED: u64 = 1 << 20;

/// Why a frame was left.
enum Exit<'c> {
    Call(Call<'c>),
    Stop(Stop),
    SetJump(Value, Option<Slot>),
    LongJump(Value, Value),
    /// The registers of the frame that is to run are kept in another way.
    OtherSize,
    Spent,
}

impl<'c> Machine<'c> {
    /// Runs the state until a decision, its end, or `budget` instructions; or until it has made many terms.
    pub fn run(&mut self, state: &mut State, budget: u64) -> Stop {
        #[cfg(test)]
        crate::explore::failpoint("step");
        let budget = budget.min(Cursor::MOST);
        let mut left = budget;
        let stop = loop {
            let exit = match state.frame.slots {
                FrameSlots::Small(_) => self.execute::<Small>(state, &mut left),
                FrameSlots::Large(_) => self.execute::<Large>(state, &mut left),
                FrameSlots::Many(_) => self.execute::<Any>(state, &mut left),
            };
            match exit {
                Exit::Stop(stop) => break stop,
                Exit::Spent => break Stop::Paused,
                Exit::OtherSize => {}
                Exit::SetJump(buffer, dst) => {
                    if let Some(stop) = self.set_jump(state, buffer, dst) {
                        break stop;
                    }
                }
                Exit::LongJump(buffer, value) => {
                    if let Some(stop) = self.long_jump(state, buffer, value) {
                        break stop;
                    }
                }
                Exit::Call(_) => unreachable!("calls stay inside"),
            }
        };
        state.callers.trim();
        state.instructions += budget - left;
        stop
    }

    /// Runs frames whose registers are kept in this way, one after the other, until something has to be decided.
    #[inline(never)]
    fn execute<F: RegisterFile>(&mut self, state: &mut State, left: &mut u64) -> Exit<'c> {
        let code = self.code;
        let mut cursor = Cursor::new(state.frame.pc as usize, *left);
        let most = self.pool.len() + MOST_TERMS;
        let mut function = &code.functions[state.frame.function];
        let exit = loop {
            let leave = match self.run_compiled(state, &mut function, &mut cursor) {
                Some(leave) => leave,
                None => {
                    // Compiled code may have come to a frame of another kind.
                    let Some(slots) = F::of(&mut state.frame.slots) else { break Exit::OtherSize };
                    let before = cursor.left;
                    let leave = hot::run(function, slots, &mut state.memory, self, &mut cursor);
                    self.warm(state.frame.function, before, cursor.left);
                    leave
                }
            };
            let call = match leave {
                Leave::Call(call) => call,
                Leave::Return(value) => match self.return_from::<F>(state, value) {
                    Ok(pc) => {
                        function = &code.functions[state.frame.function];
                        cursor.pc = pc;
                        continue;
                    }
                    Err(stop) => break Exit::Stop(stop),
                },
                Leave::General => match self.general::<F>(state, function, &mut cursor) {
                    None if self.pool.len() > most || self.moved > MOST_MOVED => break Exit::Spent,
                    None => continue,
                    Some(Exit::Call(call)) => call,
                    Some(exit) => break exit,
                },
                Leave::Spent => break Exit::Spent,
            };
            let callee = &code.functions[call.callee];
            match self.call::<F>(state, callee, call, cursor.pc) {
                Ok(()) => cursor.pc = callee.start as usize,
                Err(stop) => break Exit::Stop(stop),
            }
            function = callee;
            if cursor.is_spent() {
                break Exit::Spent;
            }
        };
        state.frame.pc = cursor.pc as u32;
        *left = cursor.left();
        exit
    }
}
