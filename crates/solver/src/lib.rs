//! Is this path feasible? `Query -> Sat(model) | Unsat | Unknown(why)`: layers of cheap answers over Z3 and Bitwuzla
//! as child processes. Never a panic, always under a deadline that holds, and no model is believed before it was
//! evaluated against its query. Knows terms; knows nothing of programs. Reads no environment and prints nothing.
//!
//! One [`Solver`] belongs to one [`pathfold_term::Pool`]: it remembers terms by their ids.

mod answer;
mod atom;
mod backend;
mod bounds;
mod check;
mod config;
mod emit;
mod fast;
mod layers;
mod limit;
mod model;
mod path;
mod quantified;
mod rational;
mod second;
mod simplex;
mod solver;
mod stats;

pub use answer::{Answer, Why};
pub use config::{BackendChoice, SolverConfig};
pub use model::{Complete, Model};
pub use path::PathCondition;
pub use solver::Solver;
pub use stats::{Answers, Fault, Layer, Silence, Stats};
