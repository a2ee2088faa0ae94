//! Which state comes next. A searcher sees keys and places, never states; every pick is O(log n) or better in the
//! number of waiting states.

mod bfs;
mod coverage;
mod dfs;
mod distance;
mod klee;
mod random;
mod tree;

use pathfold_base::typed_id;

use crate::code::Code;
use crate::config::Search;
use crate::coverage::Coverage;

typed_id!(
    /// A waiting or running state.
    pub struct StateKey,
    "state"
);

/// Chooses among waiting states.
///
/// Protocol: `pick` takes a state out; while it runs, `insert` adds its successors with it as parent (or itself again
/// with no change of key); `leave` says that the picked state itself is gone.
pub trait Searcher {
    /// A state waits at `place`. `parent` is the picked state it came from, none for the first one.
    fn insert(&mut self, key: StateKey, parent: Option<StateKey>, place: u32);
    /// The next state, no longer waiting.
    fn pick(&mut self, coverage: &Coverage) -> Option<StateKey>;
    /// The picked state comes back as it is, at `place`.
    fn put_back(&mut self, key: StateKey, place: u32);
    /// The picked state has ended or has been replaced by its successors.
    fn leave(&mut self, key: StateKey);
}

/// The searcher of this name.
pub fn searcher(search: Search, seed: u64, code: &Code) -> Box<dyn Searcher> {
    match search {
        Search::Bfs => Box::new(bfs::Bfs::default()),
        Search::Dfs => Box::new(dfs::Dfs::default()),
        Search::Random => Box::new(random::Random::new(seed)),
        Search::Tree => Box::new(tree::Tree::new(seed)),
        Search::Coverage => Box::new(coverage::CoverageSearch::new(seed, code)),
        Search::Klee => Box::new(klee::Klee::new(seed, code)),
    }
}
