//! KLEE's default: random path and coverage in turn (seed 0, 5.3.2.2). O(log n).

use pathfold_base::Rng;

use super::coverage::Buckets;
use super::tree::ExecutionTree;
use super::{Searcher, StateKey};
use crate::code::Code;
use crate::coverage::Coverage;

/// Both searches over the same states.
pub struct Klee {
    rng: Rng,
    tree: ExecutionTree,
    buckets: Buckets,
    picks: u64,
}

impl Klee {
    /// With the choices of this seed.
    pub fn new(seed: u64, code: &Code) -> Self {
        Self { rng: Rng::new(seed), tree: ExecutionTree::default(), buckets: Buckets::new(code), picks: 0 }
    }
}

impl Searcher for Klee {
    fn insert(&mut self, key: StateKey, parent: Option<StateKey>, place: u32) {
        self.tree.insert(key, parent);
        self.buckets.insert(key, place);
    }

    fn pick(&mut self, coverage: &Coverage) -> Option<StateKey> {
        self.picks += 1;
        let key = if self.picks % 2 == 1 {
            self.tree.walk(&mut self.rng)
        } else {
            self.buckets.choose(&mut self.rng, coverage)
        }?;
        self.buckets.remove(key);
        Some(key)
    }

    fn put_back(&mut self, key: StateKey, place: u32) {
        self.buckets.insert(key, place);
    }

    fn leave(&mut self, key: StateKey) {
        self.tree.leave(key);
    }
}
