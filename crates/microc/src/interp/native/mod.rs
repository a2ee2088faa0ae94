//! Machine code for programs that run for long: another way to do what [`super::hot`] does, over the same memory.
//!
//! Each instruction becomes the code that does it on small numbers ([`select`]), and that on large ones ([`large`]). Whatever else
//! it meets (an error, no room, the world outside) leaves the code before the instruction, and the interpreter goes on
//! from there. So everything has one meaning, that of the interpreter; machine code has no way to say that something is wrong.
//!
//! Code is left before any instruction and entered before some: those that jumps, calls and returns go to. Registers that
//! were found to be small on every way to such a place ([`flow`]) are not tested again, so entering it looks at them. Some
//! live in machine registers ([`pins`]); where code is entered they are loaded, and where it is left they are stored.

mod arith;
mod calls;
mod cells;
mod compile;
mod divide;
mod enter;
mod flow;
mod jumps;
mod known;
mod large;
mod operand;
mod pins;
mod routines;
mod select;

use super::code::Code;
use super::hot::Position;
use super::op::WINDOW;
pub(super) use enter::Memory;
use enter::{Frame, Left, Program};
use known::Known;

/// How many calls may be open at once that machine code makes: each takes eight bytes of the machine's stack.
const DEEPEST: usize = 4096;
/// Registers that there should be room for above a frame.
pub(super) const ROOM: usize = WINDOW;
/// How many steps are interpreted before it seems worth while to translate a program.
const FIRST: u32 = 1 << 13;
/// Code that is left after fewer steps was hardly worth entering.
const FEW: u32 = 1 << 9;
/// How many steps are interpreted at most before code is entered again.
const MOST: u32 = 1 << 14;

/// When machine code is run.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum MachineCode {
    /// When a program runs for long enough.
    #[default]
    On,
    /// Never: everything is interpreted.
    Off,
    /// From the first step, for tests.
    Always,
}

/// A program as machine code.
#[derive(Debug)]
struct Native {
    program: Program,
    entries: Vec<Entry>,
}

/// Where code can be entered before an instruction: what loads registers, and where the code is.
#[derive(Clone, Copy, Debug)]
struct Entry {
    /// That for small numbers, and the registers that must be small.
    small: Option<((usize, usize), Known)>,
    /// That for numbers of any size.
    any_size: Option<(usize, usize)>,
}

impl Native {
    /// None where the machine or the system does not let us run code.
    fn new(code: &Code) -> Option<Self> {
        if cfg!(not(all(target_arch = "x86_64", unix))) {
            return None;
        }
        let layout = compile::compile(code);
        let program = Program::new(&layout.bytes, layout.enter, &layout.returns, code.max_frame)?;
        let [small, any_size] = layout.entries;
        let entries = small.into_iter().zip(any_size).zip(layout.flow.known);
        let entries = entries.map(|((small, any_size), known)| Entry {
            small: small.map(|places| (places, known.unwrap_or_default())),
            any_size,
        });
        Some(Self { program, entries: entries.collect() })
    }

    /// Runs, if code can be entered here.
    fn run(&self, code: &Code, memory: Memory<'_>, at: &mut Position) -> Option<Left> {
        let entry = self.entries.get(at.pc)?;
        let is_small = |register| memory.stack[at.base + usize::from(register)] & 1 == 0;
        let places = match entry.small {
            Some((places, known)) if known.iter().all(is_small) => places,
            Some(_) | None => entry.any_size?,
        };
        let mut frame = Frame { base: at.base, calls: at.calls, steps: at.fuel, used: at.used };
        let left = self.program.run(places, &code.instrs, memory, &mut frame, DEEPEST);
        (at.base, at.calls, at.fuel, at.used) = (frame.base, frame.calls, frame.steps, frame.used);
        if let Left::Before(pc) = left {
            at.pc = pc;
        }
        Some(left)
    }
}

/// What came of taking a turn with machine code.
#[derive(Clone, Copy, Debug)]
pub(super) enum Turn {
    /// It is the interpreter's turn, for at most so many steps.
    Interpret(u32),
    /// The steps are used up.
    Fuel,
    /// It is time to collect large numbers.
    Collect,
    /// `main` returned this word.
    Returned(i64),
}

/// Who runs a program when.
#[derive(Debug, Default)]
pub(super) struct Turns {
    when: MachineCode,
    /// The program, once it was translated; nothing inside if it cannot be.
    native: Option<Option<Native>>,
    /// How many steps are to be interpreted before code is entered again.
    wait: u32,
    /// How many that were the last time: more each time that code was left soon, as with large numbers.
    patience: u32,
}

impl Turns {
    /// A new run.
    pub fn start(&mut self, when: MachineCode) {
        self.when = when;
        self.patience = 1;
        self.wait = match when {
            MachineCode::On => FIRST,
            MachineCode::Off | MachineCode::Always => 0,
        };
    }

    /// Runs machine code, if it is its turn.
    pub fn take(&mut self, code: &Code, memory: Memory<'_>, at: &mut Position) -> Turn {
        if self.when == MachineCode::Off {
            return Turn::Interpret(u32::MAX);
        }
        if self.wait > 0 {
            return Turn::Interpret(self.wait);
        }
        let Some(native) = self.native.get_or_insert_with(|| Native::new(code)) else {
            self.when = MachineCode::Off;
            return Turn::Interpret(u32::MAX);
        };
        let before = at.fuel;
        let Memory { stack, cells, numbers } = memory;
        match native.run(code, Memory { stack, cells, numbers: &mut *numbers }, at) {
            Some(Left::Returned(word)) => Turn::Returned(word),
            Some(Left::Before(_)) if at.fuel == 0 => Turn::Fuel,
            Some(Left::Before(_)) if numbers.is_due() => Turn::Collect,
            Some(Left::Before(_)) => {
                let soon = before - at.fuel < FEW;
                self.patience = if soon { (self.patience * 2).min(MOST) } else { (self.patience / 2).max(1) };
                self.wait = self.patience;
                Turn::Interpret(self.wait)
            }
            // The next step leads to where it can be.
            None => Turn::Interpret(1),
        }
    }

    /// So many steps were interpreted.
    pub fn interpreted(&mut self, steps: u32) {
        self.wait = self.wait.saturating_sub(steps);
    }
}

#[cfg(test)]
mod tests;
