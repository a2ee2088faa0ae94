//! The oldest state first: a queue. O(1).

use std::collections::VecDeque;

use super::{Searcher, StateKey};
use crate::coverage::Coverage;

/// Breadth first.
#[derive(Default)]
pub struct Bfs {
    waiting: VecDeque<StateKey>,
}

impl Searcher for Bfs {
    fn insert(&mut self, key: StateKey, _parent: Option<StateKey>, _place: u32) {
        self.waiting.push_back(key);
    }

    fn pick(&mut self, _coverage: &Coverage) -> Option<StateKey> {
        self.waiting.pop_front()
    }

    fn put_back(&mut self, key: StateKey, _place: u32) {
        self.waiting.push_back(key);
    }

    fn leave(&mut self, _key: StateKey) {}
}
