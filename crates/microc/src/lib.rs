//! The micro-c language of seed 0, chapter 2: parser, checker, formatter, concrete interpreter, program generator,
//! normalizer and statement graphs. Knows nothing of symbolic execution.
//!
//! The usual way in is [`load`]; what it returns, [`check::Checked`], is what every later stage works on, so that the
//! interpreter and the lowering cannot resolve a name or a field differently.

pub mod ast;
mod chain;
pub mod check;
pub mod fmt;
pub mod foreign;
pub mod r#gen;
pub mod graph;
pub mod interp;
pub mod json;
pub mod lexer;
pub mod lower;
mod names;
pub mod normalize;
pub mod parser;

pub use ast::{ExprId, Program};
pub use check::{Checked, check};
pub use lower::lower;
pub use parser::parse;

use pathfold_base::{Diagnostic, SourceFile};

/// Parses and checks a source text. The program is there exactly when no diagnostic is an error. Errors in the syntax do
/// not hide those in names and types of what could be read.
pub fn load(file: &SourceFile) -> (Option<Checked>, Vec<Diagnostic>) {
    let reading = parser::read(file);
    if reading.is_whole() {
        let (checked, found) = check(reading.program);
        let mut diagnostics = reading.diagnostics;
        diagnostics.extend(found);
        return (checked, diagnostics);
    }
    let found = check::check_partial(&reading.program, &reading.gaps);
    let mut diagnostics = reading.diagnostics;
    diagnostics.extend(found);
    parser::limit(&mut diagnostics);
    (None, diagnostics)
}
