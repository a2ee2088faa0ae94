//! What an exploration found, for people and for programs: findings as text, test cases, replays, the run directory, the
//! JSON report, the summary; tables and plots of experiments. Prints nothing and asks nothing of the environment: everything
//! here makes text or files, and `cli` decides where it goes.

pub mod bench;
pub mod explain;
pub mod finding;
pub mod hash;
pub mod inputs;
pub mod json;
pub mod ktest;
pub mod lcov;
pub mod loops;
pub mod native;
pub mod numbers;
pub mod progress;
pub mod reasons;
pub mod render;
pub mod replay;
pub mod run_dir;
pub mod summary;
pub mod testcase;

pub use json::Report;
pub use ktest::KTest;
pub use replay::{Replay, replay};
pub use run_dir::RunDir;
pub use testcase::{CProgram, EntryCall, Outcome, TestCase};
