//! Where in the text the parts of a program stand: what the verifier finds has no place of its own.

use pathfold_base::{IdVec, Span};

use crate::{BlockId, FuncId, VerifyError};

/// Where functions, blocks and instructions stand.
#[derive(Debug, Default)]
pub struct Places {
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
    /// The instruction, block or function that an error is about; `None` if it is about the whole program.
    pub fn of(&self, error: &VerifyError) -> Option<Span> {
        let function = self.functions.get(error.function?)?;
        let block = error.block.and_then(|id| function.blocks.get(id));
        let inst = block.zip(error.index).and_then(|(block, index)| block.insts.get(index));
        Some(inst.copied().or(block.map(|block| block.label)).unwrap_or(function.name))
    }
}
