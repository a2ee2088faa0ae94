//! Near to what was never reached (seed 0, 5.3.2.2): a state is picked with a probability in proportion to the inverse
//! of its distance to the nearest uncovered place.
//!
//! The distance depends on the place alone, so states wait in one bucket per place and a Fenwick tree over the places
//! holds the weights: O(log places) per pick, whatever the number of states.

use pathfold_base::{FxMap, Rng};

use super::distance::Distances;
use super::{Searcher, StateKey};
use crate::code::Code;
use crate::coverage::Coverage;

/// Weight of one step of distance, as an integer so that sums are exact.
const UNIT: u64 = 1 << 20;

/// Waiting states by place, weighted.
pub struct Buckets {
    states: Vec<Vec<StateKey>>,
    positions: FxMap<StateKey, (u32, u32)>,
    weights: Vec<u64>,
    /// Fenwick tree over `weights[place] * states[place].len()`.
    sums: Vec<u64>,
    total: u64,
    distances: Distances,
}

impl Buckets {
    /// Empty, over the places of a program.
    pub fn new(code: &Code) -> Self {
        let places = code.places.len();
        Self {
            states: vec![Vec::new(); places],
            positions: FxMap::default(),
            weights: vec![1; places],
            sums: vec![0; places + 1],
            total: 0,
            distances: Distances::new(code),
        }
    }

    /// A state waits at a place.
    pub fn insert(&mut self, key: StateKey, place: u32) {
        let bucket = &mut self.states[place as usize];
        self.positions.insert(key, (place, bucket.len() as u32));
        bucket.push(key);
        self.add(place, self.weights[place as usize] as i64);
    }

    /// The state no longer waits.
    pub fn remove(&mut self, key: StateKey) {
        let Some((place, index)) = self.positions.remove(&key) else { return };
        let bucket = &mut self.states[place as usize];
        bucket.swap_remove(index as usize);
        if let Some(moved) = bucket.get(index as usize) {
            self.positions.insert(*moved, (place, index));
        }
        self.add(place, -(self.weights[place as usize] as i64));
    }

    /// A waiting state, weighted by distance; it stays.
    pub fn choose(&mut self, rng: &mut Rng, coverage: &Coverage) -> Option<StateKey> {
        if self.distances.update(coverage) {
            self.weigh();
        }
        if self.total == 0 {
            return None;
        }
        let place = self.find(rng.below(self.total as usize) as u64);
        let bucket = &self.states[place];
        bucket.get(rng.below(bucket.len())).copied()
    }

    /// New weights after coverage has grown: 1 / (distance + 1), and almost nothing where nothing new can be reached.
    fn weigh(&mut self) {
        self.sums.fill(0);
        self.total = 0;
        for place in 0..self.states.len() as u32 {
            let distance = self.distances.of(place);
            let weight = if distance == Distances::NEVER { 1 } else { (UNIT / (u64::from(distance) + 1)).max(2) };
            self.weights[place as usize] = weight;
            let count = self.states[place as usize].len() as u64;
            if count > 0 {
                self.add(place, (weight * count) as i64);
            }
        }
    }

    fn add(&mut self, place: u32, by: i64) {
        self.total = self.total.wrapping_add_signed(by);
        let mut index = place as usize + 1;
        while index < self.sums.len() {
            self.sums[index] = self.sums[index].wrapping_add_signed(by);
            index += index & index.wrapping_neg();
        }
    }

    /// The first place whose prefix sum exceeds `target`.
    fn find(&self, mut target: u64) -> usize {
        let mut index = 0;
        let mut step = self.sums.len().next_power_of_two();
        while step > 0 {
            let next = index + step;
            if next < self.sums.len() && self.sums[next] <= target {
                target -= self.sums[next];
                index = next;
            }
            step /= 2;
        }
        index
    }
}

/// Coverage-guided search.
pub struct CoverageSearch {
    rng: Rng,
    buckets: Buckets,
}

impl CoverageSearch {
    /// With the choices of this seed.
    pub fn new(seed: u64, code: &Code) -> Self {
        Self { rng: Rng::new(seed), buckets: Buckets::new(code) }
    }
}

impl Searcher for CoverageSearch {
    fn insert(&mut self, key: StateKey, _parent: Option<StateKey>, place: u32) {
        self.buckets.insert(key, place);
    }

    fn pick(&mut self, coverage: &Coverage) -> Option<StateKey> {
        let key = self.buckets.choose(&mut self.rng, coverage)?;
        self.buckets.remove(key);
        Some(key)
    }

    fn put_back(&mut self, key: StateKey, place: u32) {
        self.buckets.insert(key, place);
    }

    fn leave(&mut self, _key: StateKey) {}
}
