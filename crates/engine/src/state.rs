//! A state: where a path is, what it has decided, what it knows. Forking shares everything and costs what changed since
//! the last fork.

use pathfold_base::{CowVec, List};
use pathfold_ir::FuncId;
use pathfold_solver::{Model, PathCondition};
use pathfold_term::Term;

use crate::code::{Pc, Slot};
use crate::memory::Memory;
use crate::value::Value;

/// One function invocation.
#[derive(Clone)]
pub struct Frame {
    /// The function.
    pub function: FuncId,
    /// The next instruction.
    pub pc: Pc,
    /// The registers.
    pub slots: CowVec<Value>,
    /// Where the caller wants the result.
    pub dst: Option<Slot>,
}

/// The callers of the running function, innermost last. Frames pushed since the last fork are plain; a fork freezes them
/// into a shared list once.
pub struct Callers {
    own: Vec<Frame>,
    shared: List<Frame>,
}

impl Callers {
    fn new() -> Self {
        Self { own: Vec::new(), shared: List::new() }
    }

    /// Suspends a frame.
    pub fn push(&mut self, frame: Frame) {
        self.own.push(frame);
    }

    /// The innermost suspended frame.
    pub fn pop(&mut self) -> Option<Frame> {
        self.own.pop().or_else(|| self.shared.pop())
    }

    /// How many frames are suspended.
    pub fn len(&self) -> usize {
        self.own.len() + self.shared.len()
    }

    /// Whether the entry function runs.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    fn fork(&mut self) -> Self {
        for frame in self.own.drain(..) {
            self.shared.push(frame);
        }
        Self { own: Vec::new(), shared: self.shared.clone() }
    }
}

/// What went into and out of the program on this path.
#[derive(Clone, Default)]
pub struct Traffic {
    /// The symbols of the inputs, in order; the entry function's parameters first.
    pub inputs: CowVec<Term>,
    /// How many of them are parameters.
    pub parameters: u32,
    /// The outputs, in order.
    pub outputs: List<Value>,
}

/// A state of the exploration.
pub struct State {
    /// The running function.
    pub frame: Frame,
    /// Its callers.
    pub callers: Callers,
    /// All objects.
    pub memory: Memory,
    /// Inputs and outputs.
    pub traffic: Traffic,
    /// What the inputs must satisfy for this path.
    pub path: PathCondition,
    /// Inputs that satisfy `path`. Invariant: always does, so a path end needs no solver.
    pub witness: Model,
    /// Which way was taken at each decision: the identity of the state (design, "Decisions make a path").
    pub decisions: List<u32>,
    /// The check of the current instruction has been decided: do not ask again.
    // SOUND: the instruction that is tried again must take it back, or the next check would be skipped; so nothing may
    // change that instruction's operands in between.
    pub passed: bool,
    /// Instructions executed on this path.
    pub instructions: u64,
}

impl State {
    /// A state about to run `frame`.
    pub fn new(frame: Frame, memory: Memory) -> Self {
        Self {
            frame,
            callers: Callers::new(),
            memory,
            traffic: Traffic::default(),
            path: PathCondition::default(),
            witness: Model::default(),
            decisions: List::new(),
            passed: false,
            instructions: 0,
        }
    }

    /// An identical state that goes its own way from here.
    #[must_use]
    pub fn fork(&mut self) -> State {
        State {
            frame: self.frame.clone(),
            callers: self.callers.fork(),
            memory: self.memory.clone(),
            traffic: self.traffic.clone(),
            path: self.path.clone(),
            witness: self.witness.clone(),
            decisions: self.decisions.clone(),
            passed: self.passed,
            instructions: self.instructions,
        }
    }
}
