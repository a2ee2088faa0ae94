//! Where in the text the parts of a program stand: what the verifier finds has no place of its own, and programs written
//! by hand have no source but their text.

use pathfold_base::{Diagnostic, IdVec, LineCol, SourceFile, Span};

use crate::{BlockId, FuncId, GlobalId, Loc, LocId, Part, Program, VerifyError};

/// Where the parts of a program stand.
#[derive(Debug, Default)]
pub struct Places {
    /// The function after `entry`.
    pub(super) entry: Span,
    /// The table of source places, or the end of the text.
    pub(super) loc_table: Span,
    /// The first time that each source place is named; nothing for "nowhere" without a table.
    pub(super) locs: IdVec<LocId, Span>,
    /// Their names.
    pub(super) globals: IdVec<GlobalId, Span>,
    pub(super) aliases: Vec<Span>,
    pub(super) functions: IdVec<FuncId, FunctionPlaces>,
}

/// Where the parts of a function stand.
#[derive(Debug, Default)]
pub(super) struct FunctionPlaces {
    pub name: Span,
    pub blocks: IdVec<BlockId, BlockPlaces>,
}

/// Where the parts of a block stand.
#[derive(Debug)]
pub(super) struct BlockPlaces {
    pub label: Span,
    /// The instructions, and then the terminator.
    pub insts: Vec<Span>,
}

impl Places {
    /// Makes the text the source of a program that names no place at all: everything is where it stands. A program that
    /// names places comes from other sources; what has none there has none here either. Says whether it did.
    ///
    /// `program` must be what was parsed with these places, and `file` what it was parsed from.
    pub fn fill(&self, program: &mut Program, file: &SourceFile) -> bool {
        if program.places().any(|loc| loc != Program::NOWHERE) {
            return false;
        }
        let known = program.files.entries().find(|(_, name)| *name == file.name()).map(|(id, _)| id);
        let own = known.unwrap_or_else(|| program.files.push(file.name().to_owned()));
        // Columns are counted on from the last one: a program may be one line of megabytes.
        let mut last = (0, file.line_col(0));
        let mut line_col = |position: u32| {
            let (from, place) = last;
            last.0 = position;
            last.1 = if from <= position && file.line_of(position) == place.line {
                let further = file.snippet(Span { start: from, end: position }).chars().count();
                LineCol { column: place.column + further as u32, ..place }
            } else {
                file.line_col(position)
            };
            last.1
        };
        let mut locs = std::mem::take(&mut program.locs);
        // In the order of `places`, which is that of printing: the printed program needs no table of places.
        for (loc, span) in program.places_mut().zip(self.spans()) {
            *loc = locs.push(Loc { file: own, start: line_col(span.start), end: line_col(span.end) });
        }
        program.locs = locs;
        true
    }

    /// Where everything stands that has a place, in the order of [`Program::places`].
    fn spans(&self) -> impl Iterator<Item = Span> {
        let functions = self.functions.iter().flat_map(|function| {
            let body = function.blocks.iter().flat_map(|block| &block.insts);
            [function.name].into_iter().chain(body.copied())
        });
        self.globals.iter().copied().chain(functions)
    }

    /// What the verifier found, as an error of the text.
    pub fn diagnostic(&self, error: &VerifyError) -> Diagnostic {
        // The text has all parts of its program.
        let place = |part| self.of(part).unwrap_or_default();
        let diagnostic = Diagnostic::error("verify", place(error.part), &error.message).help(&error.help);
        match error.also {
            Some((part, why)) => diagnostic.also(place(part), why),
            None => diagnostic,
        }
    }

    /// Where a part stands; `None` if the program has no such part.
    pub fn of(&self, part: Part) -> Option<Span> {
        let block = |function, block| self.functions.get(function)?.blocks.get(block);
        match part {
            Part::Entry => Some(self.entry),
            Part::Locs => Some(self.loc_table),
            Part::Loc(id) => self.locs.get(id).copied(),
            Part::Global(id) => self.globals.get(id).copied(),
            Part::Alias(number) => self.aliases.get(number).copied(),
            Part::Function(id) => self.functions.get(id).map(|function| function.name),
            Part::Block(function, id) => block(function, id).map(|block| block.label),
            Part::Inst(function, id, index) => block(function, id)?.insts.get(index).copied(),
        }
    }
}
