//! Where in the text the parts of a program stand: what the verifier finds has no place of its own, and programs written
//! by hand have no source but their text.

use pathfold_base::{IdVec, LineCol, SourceFile, Span};

use crate::{BlockId, FuncId, GlobalId, Loc, Program, VerifyError};

/// Where globals, functions, blocks and instructions stand.
#[derive(Debug, Default)]
pub struct Places {
    /// Their names.
    pub(super) globals: IdVec<GlobalId, Span>,
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

    /// The instruction, block or function that an error is about; `None` if it is about the whole program.
    pub fn of(&self, error: &VerifyError) -> Option<Span> {
        let function = self.functions.get(error.function?)?;
        let block = error.block.and_then(|id| function.blocks.get(id));
        let inst = block.zip(error.index).and_then(|(block, index)| block.insts.get(index));
        Some(inst.copied().or(block.map(|block| block.label)).unwrap_or(function.name))
    }
}
