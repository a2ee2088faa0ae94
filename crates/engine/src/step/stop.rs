//! Why the step stops, what can be wrong, and how paths end.

use pathfold_ir::CheckKind;
use pathfold_term::Term;

use crate::code::Slot;
use crate::value::{ObjectId, Value};

/// Why the step stopped.
#[derive(Clone, Debug)]
pub enum Stop {
    /// Something has to be decided: there may be several ways.
    Decide(Decision),
    /// The bits of a symbolic float are wanted: there is one way, and the bits get a name on it.
    Bits {
        /// The register that holds the float.
        slot: Slot,
        /// The float.
        float: Term,
    },
    /// A number is used that may depend on a value that was never set: it must not.
    Unset {
        /// The register that holds the number.
        slot: Slot,
        /// The number.
        term: Term,
    },
    /// A function outside of the program is to be called: which of the function's external calls. Nothing has to be
    /// decided, but the step calls nobody.
    External(u32),
    /// A loop is entered: nothing has to be decided.
    Enter(u32),
    /// Those who come from here are to wait for each other at a place that the program names.
    Open,
    /// A place is reached where others are to be waited for.
    Meet,
    /// Watched code reached a place of interest.
    At(u32),
    /// The path is over.
    Ended(End),
    /// The share of instructions is used up.
    Paused,
}

/// What has to be decided.
#[derive(Clone, Debug)]
pub enum Decision {
    /// A branch on a symbolic condition: choice 0 takes the first target, 1 the second.
    Branch(Term),
    /// A switch on a symbolic value: choice `i` takes case `i`, one past the last the default.
    Switch(Term),
    /// An instruction that fails unless the condition holds: choice 0 passes, 1 is the finding.
    Check(Term, Fault),
    /// An assumption: choice 0 holds, 1 ends the path.
    Assume(Term),
    /// An access at a symbolic position that has to be decided: choice `k` makes it position `k`.
    Index {
        /// The register that holds the pointer.
        pointer: Slot,
        /// The object it points into.
        object: ObjectId,
        /// The symbolic position.
        offset: Term,
    },
    /// An address that may be in several objects: choice `k` makes it one in the object of that number, 0 is the finding
    /// that it is in none.
    Resolve {
        /// The register that holds the pointer.
        pointer: Slot,
        /// The address.
        address: Term,
    },
    /// A call through an address that may be of several functions: choice `k` is function `k - 1`, 0 the finding that it
    /// is none.
    Callee {
        /// The register that holds the pointer.
        pointer: Slot,
        /// The address.
        address: Term,
    },
    /// A number that has to be known, such as a size: choice `k` makes it `k`.
    Value {
        /// The register that holds it.
        slot: Slot,
        /// The number.
        term: Term,
    },
}

impl Decision {
    /// What it is about.
    pub fn term(&self) -> Term {
        match self {
            Decision::Branch(term)
            | Decision::Switch(term)
            | Decision::Check(term, _)
            | Decision::Assume(term)
            | Decision::Index { offset: term, .. }
            | Decision::Resolve { address: term, .. }
            | Decision::Callee { address: term, .. }
            | Decision::Value { term, .. } => *term,
        }
    }

    /// The same decision about another term.
    #[must_use]
    pub fn about(&self, term: Term) -> Decision {
        match *self {
            Decision::Branch(_) => Decision::Branch(term),
            Decision::Switch(_) => Decision::Switch(term),
            Decision::Check(_, fault) => Decision::Check(term, fault),
            Decision::Assume(_) => Decision::Assume(term),
            Decision::Index { pointer, object, .. } => Decision::Index { pointer, object, offset: term },
            Decision::Resolve { pointer, .. } => Decision::Resolve { pointer, address: term },
            Decision::Callee { pointer, .. } => Decision::Callee { pointer, address: term },
            Decision::Value { slot, .. } => Decision::Value { slot, term },
        }
    }

    /// Whether it is which object or function an address means: told from base addresses, which then stay symbols.
    pub fn is_about_an_address(&self) -> bool {
        matches!(self, Decision::Resolve { .. } | Decision::Callee { .. })
    }
}

/// What would be wrong: the kind, and the pointer of the access if it is one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fault {
    /// The kind of finding.
    pub kind: CheckKind,
    /// The pointer through which it happens.
    pub pointer: Option<Value>,
    /// What was about to be done there.
    pub access: Option<Access>,
}

/// A read or a write.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Access {
    /// Whether it writes.
    pub write: bool,
    /// How many positions.
    pub width: u64,
}

impl Fault {
    /// A fault without a pointer.
    pub fn new(kind: CheckKind) -> Self {
        Self { kind, pointer: None, access: None }
    }

    /// A fault of an access.
    pub fn access(kind: CheckKind, pointer: Value) -> Self {
        Self { kind, pointer: Some(pointer), access: None }
    }
}

/// How a path ends.
#[derive(Clone, Debug)]
pub enum End {
    /// The entry function returned.
    Returned(Option<Value>),
    /// Something is wrong with the program.
    Error(Fault),
    /// The program reports something wrong itself: the kind and what it says.
    Reported(CheckKind, String),
    /// The program ended with this status.
    Exited(Value),
    /// An assumption does not hold.
    Assumption,
    /// The program asked to end the path without a trace.
    Discarded,
    /// Nothing can go wrong any more: the annotation that says so.
    Subsumed(String),
    /// We cannot go on; says why.
    Incomplete(String),
}

/// What an instruction needs before it can be done.
#[derive(Debug)]
pub(super) enum Halt {
    Error(Fault),
    Check(Term, Fault),
    Index { object: ObjectId, offset: Term },
    Resolve(Term),
    Callee(Term),
    Value(Term),
    Bits(Term),
    Unset(Term),
    Assume(Term),
    Incomplete(String),
}

impl Halt {
    /// The instruction is wrong whatever is decided.
    pub(super) fn error(kind: CheckKind) -> Halt {
        Halt::Error(Fault::new(kind))
    }
}
