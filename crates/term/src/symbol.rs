//! Symbols: the unknowns of terms.

use std::sync::Arc;

use pathfold_base::typed_id;

use crate::sort::Sort;

typed_id!(
    /// A symbol of one pool.
    pub struct SymbolId, "s"
);

/// What a symbol stands for.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum SymbolKind {
    /// An input of the program.
    Input,
    /// The base address of an object, with the address of the hidden layout that is put in its place on the way to a
    /// solver (design, "Values, pointers, memory").
    Base(u64),
    /// What the analysed program never set: any value, and nothing may depend on it.
    Undefined,
    /// A path counter (kappa): how often a cycle was taken.
    Counter,
    /// A variable bound by `Forall`.
    Bound,
    /// Anything invented on the way.
    Fresh,
}

/// An unknown: its name is unique in its pool.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Symbol {
    /// The name it is interned and printed by.
    pub name: Arc<str>,
    /// What it stands for.
    pub kind: SymbolKind,
    /// The sort of its values.
    pub sort: Sort,
}
