//! Sets of reasons: which conditions and which decisions a contradiction used.

use crate::simplex::Reason;
use smallvec::SmallVec;

/// The reason of what always holds: nothing is to blame.
pub(super) const ALWAYS: Reason = Reason::MAX;

/// A set of reasons.
#[derive(Clone, Default, Debug)]
pub(super) struct Core {
    words: SmallVec<[u64; 4]>,
}

impl Core {
    /// The set of these.
    pub fn of(reasons: &[Reason]) -> Core {
        let mut core = Core::default();
        for &reason in reasons {
            core.insert(reason);
        }
        core
    }

    fn insert(&mut self, reason: Reason) {
        if reason == ALWAYS {
            return;
        }
        let word = (reason / 64) as usize;
        if self.words.len() <= word {
            self.words.resize(word + 1, 0);
        }
        self.words[word] |= 1 << (reason % 64);
    }

    /// Whether `reason` is in it.
    pub fn contains(&self, reason: Reason) -> bool {
        self.words.get((reason / 64) as usize).is_some_and(|w| w >> (reason % 64) & 1 == 1)
    }

    /// Takes `reason` out.
    pub fn remove(&mut self, reason: Reason) {
        if let Some(word) = self.words.get_mut((reason / 64) as usize) {
            *word &= !(1 << (reason % 64));
        }
    }

    /// Adds all of `other`.
    pub fn union(&mut self, other: &Core) {
        if self.words.len() < other.words.len() {
            self.words.resize(other.words.len(), 0);
        }
        for (word, &more) in self.words.iter_mut().zip(&other.words) {
            *word |= more;
        }
    }
}
