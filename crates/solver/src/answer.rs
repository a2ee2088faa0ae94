//! What comes back from a query. "I do not know" always says why.

use crate::Model;
use std::fmt;

/// The answer to "is it satisfiable?".
#[derive(Clone, Debug)]
pub enum Answer {
    /// Yes: this model was evaluated against the query.
    Sat(Model),
    /// No.
    Unsat,
    /// No answer.
    Unknown(Why),
}

impl Answer {
    /// Whether it is `Sat`.
    pub fn is_sat(&self) -> bool {
        matches!(self, Answer::Sat(_))
    }

    /// Whether it is `Unsat`.
    pub fn is_unsat(&self) -> bool {
        matches!(self, Answer::Unsat)
    }

    /// The model of `Sat`.
    pub fn model(&self) -> Option<&Model> {
        match self {
            Answer::Sat(model) => Some(model),
            Answer::Unsat | Answer::Unknown(_) => None,
        }
    }
}

/// Why there is no answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Why {
    /// The query took longer than one query may.
    Timeout,
    /// The run's time is over.
    Deadline,
    /// The solver said `unknown`, or something we cannot use.
    GaveUp(String),
    /// The solver process died and died again.
    Crashed(String),
    /// There is no solver for this query.
    NoSolver(String),
    /// The user stopped the run.
    Interrupted,
}

impl fmt::Display for Why {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Why::Timeout => f.write_str("the query ran out of time"),
            Why::Deadline => f.write_str("the run is out of time"),
            Why::GaveUp(text) => write!(f, "the solver gave up: {text}"),
            Why::Crashed(text) => write!(f, "the solver crashed: {text}"),
            Why::NoSolver(text) => write!(f, "no solver: {text}"),
            Why::Interrupted => f.write_str("interrupted"),
        }
    }
}
