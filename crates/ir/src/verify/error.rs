//! What is wrong, where, and what to do about it.

use std::fmt;

use crate::{BlockId, FuncId, GlobalId, LocId, Program};

/// A part of a program that an error is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    /// Where execution starts.
    Entry,
    /// The table of source places.
    Locs,
    /// One source place.
    Loc(LocId),
    /// A global object.
    Global(GlobalId),
    /// Another name of a global object, by its number.
    Alias(usize),
    /// A function: its name, its parameters, what it returns.
    Function(FuncId),
    /// A block: its name and its parameters.
    Block(FuncId, BlockId),
    /// An instruction; for the terminator the number of instructions.
    Inst(FuncId, BlockId, usize),
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Part::Entry => f.write_str("entry"),
            Part::Locs => f.write_str("places"),
            Part::Loc(id) => write!(f, "place {id}"),
            Part::Global(id) => write!(f, "{id}"),
            Part::Alias(number) => write!(f, "alias {number}"),
            Part::Function(function) => write!(f, "{function}"),
            Part::Block(function, block) => write!(f, "{function} {block}"),
            Part::Inst(function, block, index) => write!(f, "{function} {block} #{index}"),
        }
    }
}

/// A rule that a program breaks, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct VerifyError {
    /// What breaks it.
    pub part: Part,
    /// Another part that matters, and why.
    pub also: Option<(Part, &'static str)>,
    /// One sentence.
    pub message: String,
    /// What to do.
    pub help: String,
}

impl VerifyError {
    /// The error with its function by name, for programs without a text to point at.
    pub fn within(&self, program: &Program) -> String {
        let function = match self.part {
            Part::Function(id) | Part::Block(id, _) | Part::Inst(id, _, _) => program.functions.get(id),
            Part::Entry | Part::Locs | Part::Loc(_) | Part::Global(_) | Part::Alias(_) => None,
        };
        match function {
            Some(function) => format!("function `{}`: {self}", function.name),
            None => self.to_string(),
        }
    }
}

impl fmt::Display for VerifyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.part, self.message)
    }
}

impl std::error::Error for VerifyError {}

/// The errors so far, and what is looked at.
pub(super) struct Errors {
    pub list: Vec<VerifyError>,
    pub part: Part,
}

impl Errors {
    pub fn new() -> Self {
        Self { list: Vec::new(), part: Part::Entry }
    }

    pub fn add(&mut self, message: impl Into<String>, help: impl Into<String>) {
        self.push(None, message.into(), help.into());
    }

    /// The same with another part that matters.
    pub fn add_with(&mut self, also: (Part, &'static str), message: impl Into<String>, help: impl Into<String>) {
        self.push(Some(also), message.into(), help.into());
    }

    fn push(&mut self, also: Option<(Part, &'static str)>, message: String, help: String) {
        self.list.push(VerifyError { part: self.part, also, message, help });
    }
}
