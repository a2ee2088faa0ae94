//! Folding loops: what one iteration does, closed forms of what many do, how many there are.
//!
//! Nothing here steps a program or asks a solver; `explore/fold` does, and this is what it computes with.

pub mod automaton;
pub mod closed;
pub mod conditions;
pub mod count;
mod orbit;
pub mod report;
pub mod variable;

pub use automaton::Automaton;
pub use closed::{Form, Recurrence, Shape, Solving};
pub use count::{Count, count, counts};
pub use variable::{Place, Variable};
