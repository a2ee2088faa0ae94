//! Functions outside of the analysed program, really called: with `--external=allow` only. The calls are made in a process
//! of its own, `pathfold-outside`, so that one that crashes, ends or hangs takes nobody with it.
//!
//! `message` is what goes over the pipes, `process` the side that asks, `main.rs` with `helper/` the side that calls.

pub mod message;
mod process;

pub use process::Outside;
