//! A state: where a path is, what it has decided, what it knows. Forking shares everything and costs what changed since
//! the last fork.

use std::rc::Rc;

use pathfold_base::{CowVec, List};
use pathfold_ir::FuncId;
use pathfold_solver::{Model, PathCondition};

use crate::callers::Callers;
use crate::code::{LARGE_FRAME, Pc, SMALL_FRAME, Slot};
use crate::memory::Memory;
use crate::traffic::Traffic;
use crate::value::Value;

/// The registers of a frame: an array that a fork copies while it is small, shared beyond.
///
/// The representation is fixed, a word for the kind and then the pointer, because compiled code relies on it: see
/// [`crate::native`].
#[derive(Clone, Debug)]
#[repr(u64)]
pub enum FrameSlots {
    /// Few.
    Small(Box<[Value; SMALL_FRAME]>),
    /// More.
    Large(Box<[Value; LARGE_FRAME]>),
    /// So many that copying them at every fork would cost more than what changed.
    Many(Box<CowVec<Value>>),
}

impl FrameSlots {
    /// Registers with these values, and undefined ones up to the size that such frames have.
    pub fn new(values: &[Value]) -> Self {
        if values.len() <= SMALL_FRAME {
            let mut slots = Box::new([Value::Undef; SMALL_FRAME]);
            slots[..values.len()].copy_from_slice(values);
            FrameSlots::Small(slots)
        } else if values.len() <= LARGE_FRAME {
            let mut slots = Box::new([Value::Undef; LARGE_FRAME]);
            slots[..values.len()].copy_from_slice(values);
            FrameSlots::Large(slots)
        } else {
            FrameSlots::Many(Box::new(values.iter().copied().collect()))
        }
    }

    /// The value in a slot.
    #[inline(always)]
    pub fn get(&self, slot: usize) -> Option<&Value> {
        match self {
            FrameSlots::Small(slots) => slots.get(slot),
            FrameSlots::Large(slots) => slots.get(slot),
            FrameSlots::Many(slots) => slots.get(slot),
        }
    }

    /// A slot for writing.
    #[inline(always)]
    pub fn get_mut(&mut self, slot: usize) -> Option<&mut Value> {
        match self {
            FrameSlots::Small(slots) => slots.get_mut(slot),
            FrameSlots::Large(slots) => slots.get_mut(slot),
            FrameSlots::Many(slots) => slots.get_mut(slot),
        }
    }

    /// All slots as one array, unless they are shared.
    #[inline(always)]
    pub fn as_mut_leaf(&mut self) -> Option<&mut [Value]> {
        match self {
            FrameSlots::Small(slots) => Some(&mut slots[..]),
            FrameSlots::Large(slots) => Some(&mut slots[..]),
            FrameSlots::Many(_) => None,
        }
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        match self {
            FrameSlots::Small(slots) => slots.len(),
            FrameSlots::Large(slots) => slots.len(),
            FrameSlots::Many(slots) => slots.len(),
        }
    }

    /// The values in order.
    pub fn iter(&self) -> impl Iterator<Item = &Value> {
        (0..self.count()).filter_map(|slot| self.get(slot))
    }
}

/// One function invocation.
#[derive(Clone)]
pub struct Frame {
    /// The function.
    pub function: FuncId,
    /// The next instruction.
    pub pc: Pc,
    /// The registers.
    pub slots: FrameSlots,
    /// Where the caller takes the result; what nobody wants goes to a slot that nobody reads.
    pub dst: Slot,
    /// The end of the stack when it was entered: its own objects are above.
    pub stack: usize,
}

/// A place for `longjmp` to go back to.
#[derive(Clone)]
pub struct Jump {
    /// How many frames were suspended.
    pub depth: usize,
    /// The end of the stack.
    pub stack: usize,
    /// The frame, about to go on after the call.
    pub frame: Frame,
    /// Where the result goes.
    pub dst: Option<Slot>,
}

/// A loop that was entered, and the state about to run its first iteration.
#[derive(Clone)]
pub struct Mark {
    /// Which loop.
    pub number: u32,
    /// How many frames were suspended.
    pub depth: usize,
    /// The state then.
    pub state: Rc<State>,
}

/// A loop whose header a state waits for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Watch {
    /// Which loop.
    pub number: u32,
    /// How many frames are suspended below it.
    pub depth: usize,
    /// The state is about to leave the loop: if it comes back to the header it is one of those that were counted, and not
    /// needed. Otherwise the loop gets a mark there.
    pub leaving: bool,
}

/// Where a state waits for the others of its region.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Meeting {
    /// Which region of the exploration: states that forked from one and meet again.
    pub region: u32,
    /// Where they meet.
    pub place: u32,
    /// How many frames are suspended there.
    pub depth: usize,
}

impl Meeting {
    /// A meeting with whoever happens to be there, at every place where paths meet.
    pub const ANYWHERE: Meeting = Meeting { region: u32::MAX, place: u32::MAX, depth: 0 };

    /// The place of a meeting that the program names itself (`klee_close_merge`).
    pub const CLOSED: u32 = u32::MAX - 1;

    /// Whether this is the place.
    pub fn is_at(&self, place: u32, depth: usize) -> bool {
        (self.place == place && self.depth == depth) || *self == Self::ANYWHERE
    }
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
    /// How many checks of the current instruction have been decided: do not ask again.
    // SOUND: the instruction that is tried again must take it back, or the next check would be skipped; so nothing may
    // change that instruction's operands in between.
    pub passed: u8,
    /// Where `longjmp` can go.
    pub jumps: CowVec<Jump>,
    /// The loops that are being walked through and may be folded, the outermost first.
    pub marks: Vec<Mark>,
    /// Loops whose header is waited for.
    pub watches: Vec<Watch>,
    /// Iterations walked in the hope that a loop can be folded from the next one on.
    pub peeled: u8,
    /// Where others are waited for.
    pub meeting: Option<Meeting>,
    /// The places where paths meet that it has just been at, if anybody wants to know.
    pub recent: Vec<u64>,
    /// How many paths it stands for: more than one if states were joined.
    pub paths: u64,
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
            passed: 0,
            jumps: CowVec::new(),
            marks: Vec::new(),
            watches: Vec::new(),
            peeled: 0,
            meeting: None,
            recent: Vec::new(),
            paths: 1,
            instructions: 0,
        }
    }

    /// An identical state that goes its own way from here.
    #[must_use]
    pub fn fork(&mut self) -> State {
        let (callers, memory) = (self.callers.fork(), self.memory.fork());
        self.with(callers, memory)
    }

    /// The same for a state that is kept as it is.
    #[must_use]
    pub fn copy(&self) -> State {
        self.with(self.callers.copy(), self.memory.copy())
    }

    /// The same without callers: it ends when the running function returns.
    #[must_use]
    pub fn alone(&self) -> State {
        self.with(Callers::new(), self.memory.copy())
    }

    fn with(&self, callers: Callers, memory: Memory) -> State {
        State {
            frame: self.frame.clone(),
            callers,
            memory,
            traffic: self.traffic.clone(),
            path: self.path.clone(),
            witness: self.witness.clone(),
            decisions: self.decisions.clone(),
            passed: self.passed,
            jumps: self.jumps.clone(),
            marks: self.marks.clone(),
            watches: self.watches.clone(),
            peeled: self.peeled,
            meeting: self.meeting,
            recent: self.recent.clone(),
            paths: self.paths,
            instructions: self.instructions,
        }
    }
}
