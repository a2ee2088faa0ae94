//! What a [`crate::Solver`] is told once: which programs to ask, and how long. Paths come in here; nothing in this
//! crate looks at the environment.

use std::path::PathBuf;
use std::time::Duration;

/// Which back end answers what the layers above it cannot.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum BackendChoice {
    /// Bitwuzla for queries it can read when its path is known, Z3 otherwise (the default).
    #[default]
    Auto,
    /// Bitwuzla for everything; queries with integers come back unknown.
    Bitwuzla,
    /// Z3 for everything.
    Z3,
}

/// The options of a [`crate::Solver`].
#[derive(Clone, Debug)]
pub struct SolverConfig {
    /// Which back end to ask. Default: [`BackendChoice::Auto`].
    pub choice: BackendChoice,
    /// The `z3` program. Default: none.
    pub z3: Option<PathBuf>,
    /// The `bitwuzla` program. Default: none.
    pub bitwuzla: Option<PathBuf>,
    /// How long one query may take. Default: 10 s.
    pub query_timeout: Duration,
    /// Compare every answer with every back end on the complete path. Default: false.
    pub second_opinion: bool,
    /// Write each query that reaches a back end into this directory. Default: none.
    pub emit_dir: Option<PathBuf>,
    /// Where the query of a [`crate::Fault`] is written. Default: none, which means `emit_dir`; without either, the
    /// query is only in the fault itself.
    pub fault_dir: Option<PathBuf>,
    /// Keep the assertions of the previous query in the back end and change only what differs. Default: true.
    pub incremental: bool,
    /// How much memory one solver process may use. Default: none (no limit).
    pub memory_limit_mib: Option<u64>,
    /// Use the layers between `constant` and `backend`. Default: true; without them every query that is not constant
    /// goes to a back end (tests compare the two).
    pub layers: bool,
    /// Decide quantified queries in stages (`strip`, `instances`, `expand`, `unfold`) beside asking Z3 about the whole
    /// (`quantified`). Default: true; without, they only go to Z3 as a whole.
    pub stages: bool,
    /// How many models of a stripped query may be repaired (`instances`) before ranges of the next length are written out
    /// (`unfold`, `expand`). Default: 8.
    pub repairs: u32,
}

impl Default for SolverConfig {
    fn default() -> Self {
        Self {
            choice: BackendChoice::Auto,
            z3: None,
            bitwuzla: None,
            query_timeout: Duration::from_secs(10),
            second_opinion: false,
            emit_dir: None,
            fault_dir: None,
            incremental: true,
            memory_limit_mib: None,
            layers: true,
            stages: true,
            repairs: 8,
        }
    }
}
