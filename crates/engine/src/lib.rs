//! The exploration engine: states, the step, memory, search, and the loop that ties them together.
//!
//! Works on `ir` alone and knows no language. The step executes until something needs a decision; the explorer asks the
//! solver what is feasible, forks, and lets the searcher pick what comes next.

pub mod callers;
pub mod code;
pub mod config;
pub mod coverage;
pub mod explore;
pub mod join;
pub mod loops;
pub mod memory;
pub mod native;
pub mod search;
pub mod state;
pub mod step;
pub mod traffic;
pub mod value;

pub use config::{ArrayIndex, Config, Limits, Loops, Merge, Search, Subsume};
pub use explore::{
    Because, Explorer, Finding, Input, InputBytes, Observer, PathEnd, PathRecord, Progress, Reason, Statistics,
    Summary, Verdict, ends_one_path,
};
