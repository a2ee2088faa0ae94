//! The concrete interpreter: checked programs on given inputs, exactly and fast. It is the oracle of the differential
//! tests, so it knows nothing of the IR or of symbolic execution.
//!
//! # Meaning
//! - Numbers are integers without bounds. Division truncates toward zero. Comparison, `!`, `&&` and `||` give 0 or 1;
//!   `&&` and `||` evaluate their right side only when it decides.
//! - Evaluation goes from left to right. An assignment evaluates its right side, then the parts of its target from left
//!   to right, then stores; what is wrong with the target itself (bounds, null) is found at the store.
//! - Arrays and records are references to cells (seed 0, 5.2.2): `b = a` shares them, each evaluation of a literal makes
//!   new ones. `&x` points to the cell of variable `x`, `alloc e` to a new cell. Cells live forever.
//! - Each call has new variables without values; parameters start with the arguments.
//!
//! # Errors
//! | error | when | place |
//! | --- | --- | --- |
//! | `division-by-zero` | the divisor is zero | the division |
//! | `uninitialized` | a variable without a value is read | the identifier; the dereference when read through a pointer |
//! | `out-of-bounds` | an index is negative or not below the length | the array access, read or written |
//! | `null-dereference` | a null pointer is followed | the dereference, read or written |
//!
//! # How
//! Functions are compiled to register code ([`instr`]). A register window is a fixed array of 2^16 words within one
//! stack, so that a 16-bit register number needs no bounds check. Reads of variables that the compiler cannot prove to
//! have a value are preceded by a check; all others cost nothing. [`fuse`] joins instructions that often follow each
//! other, [`encode`] gives each the function that does it ([`op`]), [`hot`] runs these on small numbers, [`hot_large`] does
//! them on large ones, which are in an [`arena`], and [`machine`] does whatever else they need. [`native`] is machine code
//! for what [`hot`] does.

mod any_size;
mod arena;
mod bounds;
mod code;
mod compile;
mod compile_expr;
mod effects;
mod encode;
mod fuse;
mod heap;
mod hot;
mod hot_calls;
mod hot_cells;
mod hot_jumps;
mod hot_large;
mod instr;
mod machine;
mod native;
mod numbers;
mod op;
mod place;
mod redundant;
mod remainder;
mod tails;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use pathfold_base::{Integer, Span};

use crate::check::Checked;

pub use bounds::OutOfBounds;
pub use native::MachineCode;

/// What can go wrong in a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, PartialOrd, Ord)]
pub enum ErrorKind {
    /// The divisor is zero.
    DivisionByZero,
    /// A variable was read before it was assigned.
    Uninitialized,
    /// An array has no such element.
    OutOfBounds,
    /// A null pointer was followed.
    NullDereference,
}

impl ErrorKind {
    /// All kinds.
    pub const ALL: [ErrorKind; 4] =
        [ErrorKind::DivisionByZero, ErrorKind::Uninitialized, ErrorKind::OutOfBounds, ErrorKind::NullDereference];

    /// The stable name.
    pub fn slug(self) -> &'static str {
        match self {
            ErrorKind::DivisionByZero => "division-by-zero",
            ErrorKind::Uninitialized => "uninitialized",
            ErrorKind::OutOfBounds => "out-of-bounds",
            ErrorKind::NullDereference => "null-dereference",
        }
    }

    /// What it means, as a message.
    pub fn description(self) -> &'static str {
        match self {
            ErrorKind::DivisionByZero => "division by zero",
            ErrorKind::Uninitialized => "use of an uninitialized value",
            ErrorKind::OutOfBounds => "array access out of bounds",
            ErrorKind::NullDereference => "null pointer dereference",
        }
    }
}

/// Which limit ended a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum LimitKind {
    /// [`Limits::max_steps`].
    Steps,
    /// [`Limits::max_call_depth`].
    CallDepth,
    /// [`Limits::max_bits`].
    Bits,
    /// [`Limits::max_cells`].
    Cells,
    /// [`Limits::max_bytes`].
    Bytes,
    /// [`Limits::deadline`].
    Time,
    /// [`Limits::stop`].
    Stopped,
}

impl LimitKind {
    /// What it means, as a message.
    pub fn description(self) -> &'static str {
        match self {
            LimitKind::Steps => "step limit reached",
            LimitKind::CallDepth => "call depth limit reached",
            LimitKind::Bits => "a number grew beyond the size limit",
            LimitKind::Cells | LimitKind::Bytes => "memory limit reached",
            LimitKind::Time => "time limit reached",
            LimitKind::Stopped => "stopped",
        }
    }
}

/// How a run ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// `main` returned this.
    Returned(Integer),
    /// The program is wrong.
    Error {
        /// In which way.
        kind: ErrorKind,
        /// Where.
        span: Span,
    },
    /// The program wanted one more input than there were.
    OutOfInputs,
    /// A limit was reached.
    Limit(LimitKind),
    /// `main` has another number of parameters than there were arguments; nothing was run.
    WrongArguments {
        /// How many it has.
        expected: usize,
    },
}

/// When to give up on a run.
#[derive(Clone, Debug)]
pub struct Limits {
    /// The most jumps, calls and returns; none by default.
    pub max_steps: Option<u64>,
    /// The most calls open at once; 1,000,000 by default.
    pub max_call_depth: usize,
    /// The most bits of a number; 1,000,000 by default.
    pub max_bits: u64,
    /// The most cells; 100,000,000 by default.
    pub max_cells: usize,
    /// The most bytes that numbers beyond a word may take, all together; looked at from time to time. None by default.
    pub max_bytes: Option<u64>,
    /// When to stop; looked at every few thousand steps. None by default.
    pub deadline: Option<Instant>,
    /// Set by another thread to stop the run; looked at every few thousand steps. None by default.
    pub stop: Option<Arc<AtomicBool>>,
    /// When machine code is run instead of the interpreter. Everything but time is the same.
    pub machine_code: MachineCode,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            max_steps: None,
            max_call_depth: 1_000_000,
            max_bits: 1_000_000,
            max_cells: 100_000_000,
            max_bytes: None,
            deadline: None,
            stop: None,
            machine_code: MachineCode::default(),
        }
    }
}

/// A compiled program, ready to run any number of times.
#[derive(Debug)]
pub struct Interp {
    code: code::Code,
    main: usize,
    parameters: usize,
    machine: machine::Machine,
}

impl Interp {
    /// Compiles a program.
    pub fn new(checked: &Checked) -> Self {
        Self {
            code: compile::compile(checked),
            main: checked.main.0 as usize,
            parameters: checked.functions[checked.main].parameters,
            machine: machine::Machine::default(),
        }
    }

    /// Runs `main` with `args`. `inputs` gives the value of each `input`, `None` when there are no more; `outputs` gets
    /// each value of `output`.
    pub fn run(
        &mut self,
        args: &[Integer],
        mut inputs: impl FnMut() -> Option<Integer>,
        mut outputs: impl FnMut(&Integer),
        limits: Limits,
    ) -> Outcome {
        if args.len() != self.parameters {
            return Outcome::WrongArguments { expected: self.parameters };
        }
        self.machine.run(&self.code, self.main, args, &mut inputs, &mut outputs, &limits)
    }

    /// Where the last run was when it ended.
    pub fn ended_at(&self) -> Option<Span> {
        self.machine.ended_at
    }

    /// Which element the last run wanted, if it ended with [`ErrorKind::OutOfBounds`].
    pub fn out_of_bounds(&self) -> Option<&OutOfBounds> {
        self.machine.missing.as_ref()
    }
}

#[cfg(test)]
mod tests;
#[cfg(test)]
mod tests_large;
