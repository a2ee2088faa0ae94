//! What errors left out of a program. Whoever looks at the rest must not take for missing what may stand there.

use pathfold_base::{FxSet, Span};

use super::Parser;
use crate::lexer::TokenKind;

/// What is missing in a program because of errors.
#[derive(Clone, Debug, Default)]
pub struct Gaps {
    /// Names in the text between functions that could not be read.
    pub outside: FxSet<String>,
    /// Whether there is such text.
    pub between: bool,
    /// For each function of the program, what is missing in it.
    pub functions: Vec<FunctionGaps>,
    /// Lines with errors in them: what else is wrong there may be a consequence.
    pub lines: Vec<Span>,
    /// Whether nothing is known of the rest: there were too many errors, or a comment has no end.
    pub rest: bool,
}

/// What is missing in a function.
#[derive(Clone, Debug, Default)]
pub struct FunctionGaps {
    /// Names in the parts that could not be read: they may be declared there.
    pub names: FxSet<String>,
    /// Whether its parameters could not be read.
    pub parameters: bool,
    /// Whether what it returns could not be read; there is something else in the tree.
    pub result: bool,
}

impl Gaps {
    /// Whether a variable of this name may be declared in a gap that the function sees.
    pub fn may_declare_variable(&self, function: usize, name: &str) -> bool {
        self.outside.contains(name) || self.functions.get(function).is_some_and(|gaps| gaps.names.contains(name))
    }

    /// Whether an error at this place may be the consequence of another.
    pub fn explain(&self, place: Span) -> bool {
        self.lines.iter().any(|line| line.start <= place.start && place.start <= line.end)
    }

    /// Whether `main` may be declared in a gap.
    pub fn may_declare_main(&self) -> bool {
        self.between || self.may_declare_function("main")
    }

    /// Whether a function of this name may be declared in a gap.
    pub fn may_declare_function(&self, name: &str) -> bool {
        self.outside.contains(name) || self.functions.iter().any(|gaps| gaps.names.contains(name))
    }
}

impl Parser<'_> {
    /// The line of a place.
    pub(super) fn line_of(&self, place: Span) -> Span {
        let at = (place.start as usize).min(self.text.len());
        let start = self.text[..at].rfind('\n').map_or(0, |end| end + 1);
        let end = self.text[at..].find('\n').map_or(self.text.len(), |end| at + end);
        Span::new(start, end)
    }

    /// The names in what was lost since the last time, and in lines with errors since the token `from`.
    pub(super) fn lost_names(&mut self, from: usize) -> FxSet<String> {
        let mut ranges = std::mem::take(&mut self.lost);
        let first = self.tokens[from].span.start;
        for line in self.lines.iter().filter(|line| line.end >= first) {
            let start = self.tokens.partition_point(|t| t.span.start < line.start);
            ranges.push(start..self.tokens.partition_point(|t| t.span.start <= line.end));
        }
        ranges.sort_by_key(|range| range.start);
        let mut names = FxSet::default();
        let mut done = 0;
        for range in ranges {
            for token in &self.tokens[range.start.max(done).min(range.end)..range.end] {
                if token.kind == TokenKind::Ident {
                    names.insert(self.text_of(token.span).to_owned());
                }
            }
            done = done.max(range.end);
        }
        names
    }
}
