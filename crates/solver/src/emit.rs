//! Complete queries as files any SMT-LIB solver reads.

use pathfold_term::{Pool, Term, smtlib};
use std::fmt::Write;

/// What is known about a query when it is written down.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Status {
    Sat,
    Unsat,
    Unknown,
}

impl Status {
    fn name(self) -> &'static str {
        match self {
            Status::Sat => "sat",
            Status::Unsat => "unsat",
            Status::Unknown => "unknown",
        }
    }
}

/// The script that asks whether the conjunction of `query` is satisfiable.
pub(crate) fn script(pool: &Pool, query: &[Term], status: Status, comment: &str) -> String {
    let mut text = String::new();
    for line in comment.lines() {
        let _ = writeln!(text, "; {line}");
    }
    let _ = writeln!(text, "(set-info :status {})\n(set-logic ALL)", status.name());
    text.push_str(&smtlib::print_script(pool, query));
    text.push_str("(check-sat)\n");
    text
}
