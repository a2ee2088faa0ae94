//! Everything about an exploration that its user can choose. Option names in `cli` are these names.

use std::time::Duration;

/// What an access at a symbolic position does (seed 0, 5.3.3.2).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum ArrayIndex {
    /// One state per position.
    Fork,
    /// One value that depends on the position. Falls back to `Fork` where the candidates are pointers.
    #[default]
    Ite,
}

/// Which state comes next (seed 0, 5.3.2.2).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Search {
    /// The oldest state.
    #[default]
    Bfs,
    /// The newest state.
    Dfs,
    /// Any state.
    Random,
    /// A random walk down the execution tree.
    Tree,
    /// Near to what is not covered yet.
    Coverage,
    /// `Tree` and `Coverage` in turn.
    Klee,
}

/// What is done about loops whose number of iterations depends on inputs (seed 0, 4.4; seed 1).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Loops {
    /// Iteration by iteration.
    #[default]
    Unroll,
    /// By the automaton of a loop's paths: one state for each way through it.
    Summarize,
    /// By templates of cyclic paths, with quantified conditions.
    Compact,
    /// For each loop whichever of these is best.
    Fold,
}

/// Whether states that meet again are joined (seed 0, 4.3).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Merge {
    /// Never: one state for each path.
    #[default]
    Never,
    /// Wherever paths meet again.
    Always,
    /// Where the lattice analysis expects few queries about what would become a choice.
    Qce,
    /// The same by the recursive analysis.
    QceRecursive,
    /// Like `Qce`, but nobody waits: states that are about to meet are let run first.
    Dynamic,
}

/// Whether states from which provably nothing goes wrong are explored (seed 0, 4.2).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Subsume {
    /// They are.
    #[default]
    Off,
    /// They are as long as there are few: until then every path has its test case, and nothing costs more.
    Auto,
    /// They are not.
    On,
}

/// When to stop although there is more to explore.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// Wall-clock time of the exploration. Default: none.
    pub timeout: Option<Duration>,
    /// Finished paths. Default: none.
    pub max_paths: Option<u64>,
    /// States alive at one time; a fork beyond it ends the new state as incomplete. Default: none.
    pub max_states: Option<u64>,
    /// Decisions on one path; a longer path ends as incomplete. Default: none.
    pub max_depth: Option<u64>,
    /// Bytes of resident memory. Default: none.
    pub max_memory: Option<u64>,
    /// Instructions over all paths. Default: none.
    pub max_instructions: Option<u64>,
}

/// The whole configuration.
#[derive(Clone, Debug)]
pub struct Config {
    /// Which state comes next. Default: `Bfs`, as in the thesis.
    pub search: Search,
    /// Whether somebody asked for that search; else a turn may have another one. Default: yes.
    pub search_is_asked: bool,
    /// What a symbolic position does. Default: `Ite`.
    pub array_index: ArrayIndex,
    /// What is done about loops. Default: `Unroll`.
    pub loops: Loops,
    /// Whether states are joined. Default: `Never`.
    pub merge: Merge,
    /// Queries about a variable that may follow a join which makes it a choice. Default: 2, the best of seed 0, 6.3.1.
    pub merge_cost: u32,
    /// Iterations of a loop that the recursive analysis counts. Default: 10, the best of seed 0, 6.3.1.
    pub kappa: u32,
    /// Whether states from which provably nothing goes wrong are not explored (seed 0, 4.2). Default: `Off`.
    pub subsume: Subsume,
    /// Whether techniques take turns where they may: path by path first, and with more when that becomes work. Without, all
    /// that are asked for are there from the start. Default: true.
    pub turns: bool,
    /// Whether to keep what is learnt about loops for a report. Default: false.
    pub describe_loops: bool,
    /// Seed of every random choice. Default: 0.
    pub seed: u64,
    /// Stop at the first finding, as the thesis does. Default: false.
    pub first_error: bool,
    /// Whether signed overflow is a finding. Default: false.
    pub check_overflow: bool,
    /// Whether heap objects that nothing points to at the end are a finding. Default: false.
    pub check_leak: bool,
    /// Whether to cover the ways of branches. Default: false.
    pub branch_coverage: bool,
    /// Whether functions that nobody defines are called for real; somebody has to do it (`Explorer::set_outside`).
    /// Default: false.
    pub external: bool,
    /// How many values of a size, or another number that has to be known, are told apart. Default: 64.
    pub max_values: usize,
    /// When to stop.
    pub limits: Limits,
    /// Integers larger than this end their path as incomplete. Default: a million bits.
    pub max_bits: u64,
    /// Deeper recursion ends its path as incomplete. Default: a million frames.
    pub max_call_depth: usize,
    /// Larger objects end their path as incomplete. Default: 2^26 positions.
    pub max_object: u64,
    /// Instructions a state runs before others get a turn. Default: 2,000.
    pub slice: u64,
    /// The same where there are no others: deep recursion in compiled code pays for every turn. Default: 64,000.
    pub slice_alone: u64,
    /// Functions that have run so many instructions are compiled to machine code, where the machine is one that we compile
    /// for, if that is several for each of theirs; none if no function is, 0 if all are. Default: 20,000.
    pub compile_after: Option<u64>,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            search: Search::default(),
            search_is_asked: true,
            array_index: ArrayIndex::default(),
            loops: Loops::default(),
            merge: Merge::default(),
            merge_cost: 2,
            kappa: 10,
            subsume: Subsume::default(),
            turns: true,
            describe_loops: false,
            seed: 0,
            first_error: false,
            check_overflow: false,
            check_leak: false,
            branch_coverage: false,
            external: false,
            max_values: 64,
            limits: Limits::default(),
            max_bits: 1_000_000,
            max_call_depth: 1_000_000,
            max_object: 1 << 26,
            slice: 2_000,
            slice_alone: 64_000,
            compile_after: Some(20_000),
        }
    }
}
