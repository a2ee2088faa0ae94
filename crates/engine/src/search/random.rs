//! Any state, all equally likely. O(1).

use pathfold_base::Rng;

use super::{Searcher, StateKey};
use crate::coverage::Coverage;

/// Uniformly random.
pub struct Random {
    rng: Rng,
    waiting: Vec<StateKey>,
}

impl Random {
    /// With the choices of this seed.
    pub fn new(seed: u64) -> Self {
        Self { rng: Rng::new(seed), waiting: Vec::new() }
    }
}

impl Searcher for Random {
    fn insert(&mut self, key: StateKey, _parent: Option<StateKey>, _place: u32) {
        self.waiting.push(key);
    }

    fn pick(&mut self, _coverage: &Coverage) -> Option<StateKey> {
        if self.waiting.is_empty() {
            return None;
        }
        let index = self.rng.below(self.waiting.len());
        Some(self.waiting.swap_remove(index))
    }

    fn put_back(&mut self, key: StateKey, _place: u32) {
        self.waiting.push(key);
    }

    fn leave(&mut self, _key: StateKey) {}
}
