//! What an exploration leaves behind: path ends, findings, the verdict.

use std::sync::Arc;

use pathfold_ir::{CheckKind, LocId};
use pathfold_term::{Pool, Value};

use crate::coverage::{Branch, Line};
use crate::state::State;
use crate::step::End;

/// One input of a path: its symbol's name and a value that makes the program take this path.
#[derive(Clone, PartialEq, Debug)]
pub struct Input {
    /// The name of the symbol.
    pub name: Arc<str>,
    /// A value.
    pub value: Value,
}

/// An input of a C program: bytes of an object.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InputBytes {
    /// What the program calls it; not unique.
    pub name: Arc<str>,
    /// Bytes that make the program take this path.
    pub bytes: Vec<u8>,
}

/// How a path ended.
#[derive(Clone, PartialEq, Debug)]
pub enum PathEnd {
    /// The entry function returned this.
    Returned(Option<Value>),
    /// A finding.
    Error {
        /// Its kind.
        kind: CheckKind,
        /// Where.
        loc: LocId,
        /// What exactly.
        message: String,
        /// Where the object of the access was allocated.
        allocated: Option<LocId>,
        /// Where it was freed, or its scope left.
        freed: Option<LocId>,
        /// The functions that were running, innermost first, and where each of them was.
        trace: Vec<(String, LocId)>,
    },
    /// An assumption does not hold.
    Assumption,
    /// Nothing can go wrong from here on. The inputs of the record take the path up to here.
    Subsumed {
        /// What holds here, from which that was proved.
        annotation: String,
        /// Where.
        loc: LocId,
    },
    /// We could not go on. The inputs of the record take the path up to here.
    Incomplete {
        /// Why.
        why: String,
        /// Where.
        loc: LocId,
    },
}

/// A finished path with inputs that take it.
#[derive(Clone, Debug)]
pub struct PathRecord {
    /// From 1, in the order of ends.
    pub number: u64,
    /// How it ended.
    pub end: PathEnd,
    /// Parameters of the entry function.
    pub parameters: Vec<Input>,
    /// Inputs read, in order.
    pub inputs: Vec<Input>,
    /// What the program prints for these inputs.
    pub outputs: Vec<Value>,
    /// Objects that are inputs, in order (C).
    pub objects: Vec<InputBytes>,
    /// What the program writes to streams, in order (C): the stream and the bytes.
    pub printed: Vec<(u32, Vec<u8>)>,
    /// Which way was taken at each decision.
    pub decisions: Vec<u32>,
    /// Instructions executed.
    pub instructions: u64,
}

/// Something wrong with the program: one per kind and place, or per kind and instruction where the source has no place.
#[derive(Clone, Debug)]
pub struct Finding {
    /// The kind.
    pub kind: CheckKind,
    /// Where.
    pub loc: LocId,
    /// What exactly, on the first path that showed it.
    pub message: String,
    /// Where the object of the access was allocated.
    pub allocated: Option<LocId>,
    /// Where it was freed, or its scope left.
    pub freed: Option<LocId>,
    /// The functions that were running, innermost first, and where each of them was.
    pub trace: Vec<(String, LocId)>,
    /// The first path that showed it.
    pub path: u64,
    /// How many paths showed it.
    pub count: u64,
}

/// Why an exploration does not cover everything.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Reason {
    /// A limit of the run: which one.
    Limit(String),
    /// Stopped at the first finding, as asked.
    FirstError,
    /// The user interrupted.
    Interrupted,
    /// Paths ended for this reason: the reason.
    Path(String),
    /// A function outside of the program was called: which one and where, as `` `name` at file:line ``. What it answered is
    /// one of many answers, and what it did is not known. The number beside it counts calls.
    External(String),
    /// The solver is not to be believed: what happened.
    SolverFault(String),
}

/// A reason with what it cost.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Because {
    /// Why.
    pub reason: Reason,
    /// How many paths ended for it; 0 if it is about the run as a whole. Of external calls how many there were.
    pub paths: u64,
    /// Where paths ended for it, as `file:line` of the analysed program: the first few that were met.
    pub places: Vec<String>,
}

impl Because {
    /// The places that are kept.
    pub(super) const MOST_PLACES: usize = 16;

    /// A reason that has cost nothing yet.
    pub fn new(reason: Reason) -> Because {
        Because { reason, paths: 0, places: Vec::new() }
    }
}

impl std::fmt::Display for Reason {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Reason::Limit(which) => write!(f, "limit reached: {which}"),
            Reason::FirstError => f.write_str("stopped at the first finding"),
            Reason::Interrupted => f.write_str("interrupted"),
            Reason::Path(why) => f.write_str(why),
            Reason::External(which) => write!(f, "call of the external function {which}"),
            Reason::SolverFault(what) => write!(f, "solver fault: {what}"),
        }
    }
}

/// What is known about the program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// Every path was explored and none is wrong.
    Safe,
    /// There is a finding.
    Unsafe,
    /// No finding, but not everything was explored.
    Incomplete,
}

/// The result of an exploration.
#[derive(Clone, Debug)]
pub struct Summary {
    /// What is known.
    pub verdict: Verdict,
    /// What is wrong, in the order it was found.
    pub findings: Vec<Finding>,
    /// Why it is not complete.
    pub reasons: Vec<Because>,
    /// Numbers.
    pub statistics: Statistics,
}

/// Numbers of an exploration.
#[derive(Clone, Debug, Default)]
pub struct Statistics {
    /// Paths that returned.
    pub paths_returned: u64,
    /// Paths that ended in a finding.
    pub paths_error: u64,
    /// Paths that ended at an assumption.
    pub paths_assumption: u64,
    /// Paths that were not explored to their end because nothing can go wrong on them.
    pub paths_subsumed: u64,
    /// What held there, where, and on how many paths.
    pub subsumed: Vec<(Line, String, u64)>,
    /// Paths that could not go on.
    pub paths_incomplete: u64,
    /// How often the exploration started again, with other techniques. Paths, states, forks, folds and merges are those since then.
    pub restarts: u64,
    /// Forks before it did so last.
    pub forks_before: u64,
    /// Paths that had ended by then; some of them may have ended again.
    pub paths_before: u64,
    /// States made.
    pub states: u64,
    /// States that waited when the exploration stopped.
    pub states_left: u64,
    /// Most states alive at one time.
    pub states_peak: u64,
    /// Decisions with more than one feasible way.
    pub forks: u64,
    /// Times a loop was folded.
    pub folds: u64,
    /// Times two states were joined.
    pub merges: u64,
    /// Why states that met were not joined, and how often.
    pub unmerged: Vec<(&'static str, u64)>,
    /// Paths that the finished states stand for: more than these if states were joined.
    pub paths_joined: u64,
    /// Instructions executed.
    pub instructions: u64,
    /// Covered and all instructions.
    pub instructions_covered: (u64, u64),
    /// Covered source lines.
    pub lines_covered: Vec<Line>,
    /// Source lines with instructions.
    pub lines: Vec<Line>,
    /// The ways of branches, if they were covered.
    pub branches: Vec<Branch>,
    /// Terms made.
    pub terms: u64,
    /// Peak resident memory in bytes.
    pub peak_memory: u64,
    /// Wall-clock time of the exploration.
    pub time: std::time::Duration,
}

impl Statistics {
    /// Forgets what only counts for the exploration that is given up.
    pub(super) fn give_up(&mut self) {
        self.forks_before += self.forks;
        self.paths_before += self.paths();
        (self.states, self.states_peak, self.forks, self.folds, self.merges) = (0, 0, 0, 0, 0);
        (self.paths_returned, self.paths_error, self.paths_assumption) = (0, 0, 0);
        (self.paths_subsumed, self.paths_incomplete, self.paths_joined) = (0, 0, 0);
        self.unmerged.clear();
        self.subsumed.clear();
    }

    /// All path ends.
    pub fn paths(&self) -> u64 {
        self.paths_returned + self.paths_error + self.paths_assumption + self.paths_subsumed + self.paths_incomplete
    }
}

/// What a long run shows.
#[derive(Clone, Debug)]
pub struct Progress {
    /// Path ends so far.
    pub paths: u64,
    /// Findings so far.
    pub findings: u64,
    /// States that wait.
    pub states: u64,
    /// Instructions so far.
    pub instructions: u64,
    /// Covered and all instructions.
    pub coverage: (u64, u64),
    /// Time since the start.
    pub elapsed: std::time::Duration,
    /// Time in solvers.
    pub solver: std::time::Duration,
    /// Where the last state stopped.
    pub at: LocId,
}

/// Sees what happens. All methods may be left out.
pub trait Observer {
    /// Whether `path_ended` is wanted for every path; if not, it comes only for the first path of each finding.
    fn wants_paths(&self) -> bool {
        true
    }
    /// A path has ended. Not called for paths that were subsumed: they have no test case.
    fn path_ended(&mut self, _record: &PathRecord) {}
    /// The same path as the engine knows it: its condition, and its outputs and end as terms.
    fn state_ended(&mut self, _state: &State, _end: &End, _pool: &mut Pool) {}
    /// The exploration starts again, with another technique: paths that have ended may end once more.
    fn started_again(&mut self) {}
    /// A finding of a new kind or at a new place; its path ends next.
    fn found(&mut self, _finding: &Finding) {}
    /// Called some times a second.
    fn progress(&mut self, _progress: &Progress) {}
}

impl Observer for () {}
