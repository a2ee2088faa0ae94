//! Earlier queries decide later ones: the same set of conditions; a superset of an unsatisfiable set; a subset of a
//! satisfiable one (KLEE's counter-example cache, Cadar, Dunbar and Engler, OSDI 2008). Sets are sorted slices of
//! terms. Memory is bounded by forgetting everything when it is full: what matters soon comes back.

use crate::Model;
use pathfold_base::FxMap;
use pathfold_term::Term;
use smallvec::SmallVec;

/// At most this many sets, and this many terms in all of them.
const MAX_SETS: usize = 1 << 17;
const MAX_TERMS: usize = 1 << 22;
/// How many candidates one lookup looks at.
const TRIES: usize = 24;

/// What an earlier query says about this one.
pub(crate) enum Hit<'a> {
    Unsat,
    /// This model satisfies the set of an earlier query that contains this one (the caller evaluates it anyway).
    Sat(&'a Model),
}

struct Entry {
    set: Box<[Term]>,
    /// None: unsatisfiable.
    model: Option<Model>,
    /// The next entry with the same hash.
    next: u32,
}

const NONE: u32 = u32::MAX;

/// Answers of earlier queries.
#[derive(Default)]
pub(crate) struct Cache {
    entries: Vec<Entry>,
    exact: FxMap<u64, u32>,
    /// Unsatisfiable sets, each under one of its terms.
    unsat: FxMap<Term, SmallVec<[u32; 4]>>,
    /// Satisfiable sets, each under all of its terms.
    sat: FxMap<Term, SmallVec<[u32; 4]>>,
    terms: usize,
}

fn hash(set: &[Term]) -> u64 {
    // The multiply-rotate of FxHash, spelt out: a set of ten costs a few nanoseconds.
    set.iter().fold(0u64, |h, t| (h.rotate_left(5) ^ u64::from(t.0)).wrapping_mul(0x517c_c1b7_2722_0a95))
}

/// Whether every item of the sorted `small` is in the sorted `large`.
fn subset(small: &[Term], large: &[Term]) -> bool {
    if small.len() > large.len() {
        return false;
    }
    let mut rest = large.iter();
    small.iter().all(|t| rest.by_ref().find(|l| *l >= t) == Some(t))
}

impl Cache {
    /// How many sets there are.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// What is known about a sorted set without duplicates.
    pub fn lookup(&self, set: &[Term]) -> Option<Hit<'_>> {
        if let Some(index) = self.find(set) {
            return self.entries.get(index as usize).map(|e| e.model.as_ref().map_or(Hit::Unsat, Hit::Sat));
        }
        let mut tries = 0;
        for t in set {
            for &index in self.unsat.get(t).into_iter().flatten().rev() {
                tries += 1;
                if tries > TRIES {
                    break;
                }
                if let Some(entry) = self.entries.get(index as usize)
                    && subset(&entry.set, set)
                {
                    // SOUND: more conditions cannot make an unsatisfiable set satisfiable.
                    return Some(Hit::Unsat);
                }
            }
        }
        // Every superset is listed under every term of this set: the shortest list will do.
        let mut shortest: Option<&SmallVec<[u32; 4]>> = None;
        for t in set {
            let list = self.sat.get(t)?;
            if shortest.is_none_or(|s| list.len() < s.len()) {
                shortest = Some(list);
            }
        }
        let candidates = shortest?.iter().rev().take(TRIES);
        candidates
            .filter_map(|&index| self.entries.get(index as usize))
            .find(|entry| subset(set, &entry.set))
            .and_then(|entry| entry.model.as_ref().map(Hit::Sat))
    }

    fn find(&self, set: &[Term]) -> Option<u32> {
        let mut index = *self.exact.get(&hash(set))?;
        while let Some(entry) = self.entries.get(index as usize) {
            if *entry.set == *set {
                return Some(index);
            }
            index = entry.next;
        }
        None
    }

    /// Remembers that a sorted set is unsatisfiable.
    pub fn add_unsat(&mut self, set: &[Term]) {
        let Some(index) = self.insert(set, None) else { return };
        // Under the term that has the fewest sets, so that lists stay short.
        let rarest = set.iter().copied().min_by_key(|t| self.unsat.get(t).map_or(0, SmallVec::len));
        if let Some(t) = rarest {
            self.unsat.entry(t).or_default().push(index);
        }
    }

    /// Remembers that `model` satisfies a sorted set.
    pub fn add_sat(&mut self, set: &[Term], model: &Model) {
        let Some(index) = self.insert(set, Some(model.clone())) else { return };
        for &t in set {
            self.sat.entry(t).or_default().push(index);
        }
    }

    fn insert(&mut self, set: &[Term], model: Option<Model>) -> Option<u32> {
        if self.find(set).is_some() {
            return None;
        }
        if self.entries.len() >= MAX_SETS || self.terms + set.len() > MAX_TERMS {
            *self = Cache::default();
        }
        let index = self.entries.len() as u32;
        self.terms += set.len();
        let next = self.exact.insert(hash(set), index).unwrap_or(NONE);
        self.entries.push(Entry { set: set.into(), model, next });
        Some(index)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pathfold_base::Rng;

    fn set(items: &[u32]) -> Vec<Term> {
        items.iter().map(|&i| Term(i)).collect()
    }

    #[test]
    fn subsets_and_supersets_decide() {
        let mut cache = Cache::default();
        cache.add_unsat(&set(&[2, 5]));
        cache.add_sat(&set(&[1, 2, 3]), &Model::new());
        assert!(matches!(cache.lookup(&set(&[2, 5])), Some(Hit::Unsat)));
        assert!(matches!(cache.lookup(&set(&[1, 2, 5, 9])), Some(Hit::Unsat)));
        assert!(matches!(cache.lookup(&set(&[1, 3])), Some(Hit::Sat(_))));
        assert!(cache.lookup(&set(&[2, 9])).is_none());
        assert!(cache.lookup(&set(&[5])).is_none());
    }

    #[test]
    fn never_claims_what_is_not_implied() {
        let mut rng = Rng::new(11);
        let mut cache = Cache::default();
        let mut known: Vec<(Vec<Term>, bool)> = Vec::new();
        for _ in 0..3000 {
            let mut items: Vec<u32> = (0..1 + rng.below(5)).map(|_| rng.below(12) as u32).collect();
            items.sort_unstable();
            items.dedup();
            let query = set(&items);
            // A world in which a set is satisfiable iff it avoids the pairs {i, i + 1} with i divisible by 3.
            let sat = !items.windows(2).any(|w| w[1] == w[0] + 1 && w[0] % 3 == 0);
            match cache.lookup(&query) {
                Some(Hit::Unsat) => assert!(!sat),
                Some(Hit::Sat(_)) => assert!(sat),
                None => {
                    assert!(known.iter().all(|(k, _)| *k != query), "exact hits are never missed");
                    if sat {
                        cache.add_sat(&query, &Model::new())
                    } else {
                        cache.add_unsat(&query)
                    }
                    known.push((query, sat));
                }
            }
        }
    }
}
