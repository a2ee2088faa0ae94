//! A region: states that forked from one and meet again.

use pathfold_solver::PathCondition;

use crate::state::{Meeting, State};

/// So many states wait in a region until they go on without the others; twice as many the next time.
const MOST_PARKED: usize = 16;

/// States that forked from one and meet again.
pub(super) struct Region {
    /// The region around it, in which it counts as one state.
    pub around: Option<Meeting>,
    /// What they have in common.
    pub path: PathCondition,
    /// States, and regions inside, that are not there yet.
    pub members: usize,
    /// States that are.
    pub parked: Vec<State>,
    /// How long the first of them is patient, by work.
    pub until: u64,
    /// How often those who were there went on.
    pub released: u32,
}

impl Region {
    pub(super) fn new(around: Option<Meeting>, path: PathCondition, members: usize) -> Region {
        Region { around, path, members, parked: Vec::new(), until: 0, released: 0 }
    }

    /// Whether so many wait that they had better go on.
    pub(super) fn is_full(&self) -> bool {
        self.parked.len() >= MOST_PARKED << self.released.min(10)
    }
}
