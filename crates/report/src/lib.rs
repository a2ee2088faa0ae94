//! What an exploration found, for people and for programs: findings as text, test cases, the run directory, the JSON
//! report, the summary. Prints nothing: everything here makes text or files, and `cli` decides where it goes.

pub mod finding;
pub mod hash;
pub mod json;
pub mod numbers;
pub mod progress;
pub mod reasons;
pub mod render;
pub mod replay;
pub mod run_dir;
pub mod summary;
pub mod testcase;

pub use json::Report;
pub use replay::{Replay, replay};
pub use run_dir::RunDir;
pub use testcase::{Outcome, TestCase};
