//! The term language: sorts, hash-consed terms, a simplifier of named and proved rules, an evaluator, substitution, and
//! SMT-LIB text in both directions. Knows nothing of programs or solver processes.

pub mod build;
pub mod eval;
pub mod features;
mod free;
pub mod infix;
pub mod op;
pub mod pool;
pub mod simplify;
pub mod smtlib;
pub mod sort;
pub mod subst;
pub mod symbol;
mod table;
pub mod value;

pub use eval::{Assignment, Evaluator, Stuck, eval};
pub use features::Features;
pub use infix::{Names, infix};
pub use op::{ConstId, Op};
pub use pool::{FALSE, Pool, TRUE, Term, Terms};
pub use sort::{Format, Scalar, Sort};
pub use subst::substitute;
pub use symbol::{Symbol, SymbolId, SymbolKind};
pub use value::{ArrayValue, Value};
