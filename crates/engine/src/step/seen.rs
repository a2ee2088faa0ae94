//! What watched code writes down: which memory an iteration of a loop reads and writes.

use pathfold_ir::Type;

use crate::value::Value;

/// The accesses of watched code since it was last cleared.
#[derive(Clone, Default)]
pub struct Seen {
    /// By place, whether to stop there.
    pub stops: Vec<bool>,
    /// Pointers that were read through.
    pub reads: Vec<(Value, Type)>,
    /// Pointers that were written through, and what was written.
    pub writes: Vec<(Value, Type, Value)>,
    /// Places that were reached.
    pub places: Vec<u32>,
    /// Ways of branches that were taken.
    pub edges: Vec<u32>,
    /// How many intrinsics were run that access memory unseen.
    pub intrinsics: u64,
    /// How many were run that do more than end the path, assume something, or make an input.
    pub opaque: u64,
}

impl Seen {
    /// Forgets the accesses.
    pub fn clear(&mut self) {
        self.reads.clear();
        self.writes.clear();
        self.places.clear();
        self.edges.clear();
        self.intrinsics = 0;
        self.opaque = 0;
    }
}
