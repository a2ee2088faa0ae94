//! The newest state first: a stack. O(1).

use super::{Searcher, StateKey};
use crate::coverage::Coverage;

/// Depth first.
#[derive(Default)]
pub struct Dfs {
    waiting: Vec<StateKey>,
}

impl Searcher for Dfs {
    fn insert(&mut self, key: StateKey, _parent: Option<StateKey>, _place: u32) {
        self.waiting.push(key);
    }

    fn pick(&mut self, _coverage: &Coverage) -> Option<StateKey> {
        self.waiting.pop()
    }

    fn put_back(&mut self, key: StateKey, _place: u32) {
        self.waiting.push(key);
    }

    fn leave(&mut self, _key: StateKey) {}
}
