//! SMT-LIB text: printing terms and scripts, reading terms and solvers' values.
//!
//! Operators that SMT-LIB does not have, or leaves unspecified somewhere, print as calls of functions whose definitions
//! [`print::Declared`] emits when they are used, so a stock solver agrees with our evaluator everywhere.

mod build;
pub mod names;
pub mod parse;
pub mod prelude;
pub mod print;
pub mod sexpr;

pub use parse::{ParseError, model, parse_script, parse_term, values};
pub use print::{Declared, print_script, print_sort, print_term};
