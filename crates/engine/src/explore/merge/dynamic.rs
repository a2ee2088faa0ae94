//! Dynamic state merging (seed 0, 4.3.2): nobody waits for anybody, so that the search stays what it is. Whoever comes
//! to where another state happens to be is joined with it, and whoever comes to where another has just been is let run on
//! until it has caught up.

use std::hash::{Hash, Hasher};

use pathfold_base::ids::Id as _;
use pathfold_base::{FxHasher, FxMap};
use pathfold_solver::PathCondition;
use pathfold_term::Term;

use super::super::Explorer;
use super::gather::Leaf;
use crate::search::StateKey;
use crate::state::{Meeting, State};

/// How many places a state has just been at.
const RECENT: usize = 16;

/// Which states are where.
#[derive(Default)]
pub(super) struct Crowd {
    /// States that wait at a place, by place and callers.
    here: FxMap<u64, Vec<StateKey>>,
    /// How many states have just been at a place.
    been: FxMap<u64, u32>,
}

impl Crowd {
    /// There is one more state, which has been at places.
    pub(super) fn more(&mut self, state: &State) {
        for place in &state.recent {
            *self.been.entry(*place).or_default() += 1;
        }
    }

    /// A state that had been at these places is no more.
    pub(super) fn fewer(&mut self, recent: &[u64]) {
        for place in recent {
            if let Some(count) = self.been.get_mut(place) {
                *count -= 1;
                if *count == 0 {
                    self.been.remove(place);
                }
            }
        }
    }

    /// Whether another state than this one has just been at a place.
    fn has_been(&self, place: u64, state: &State) -> bool {
        let own = state.recent.iter().filter(|known| **known == place).count() as u32;
        self.been.get(&place).is_some_and(|count| *count > own)
    }

    /// The state has come to a place.
    fn come(&mut self, place: u64, state: &mut State) {
        if state.recent.len() == RECENT {
            let first = state.recent.remove(0);
            self.fewer(&[first]);
        }
        state.recent.push(place);
        *self.been.entry(place).or_default() += 1;
    }
}

impl Explorer<'_> {
    /// A picked state has come to a place where paths meet: joined with whoever is there. It goes on if another one has
    /// been there already, and else waits for its turn.
    pub(super) fn come_by(&mut self, key: StateKey, mut state: State) -> Option<State> {
        let place = self.place(&state);
        state.frame.pc += 1;
        let here = self.whereabouts(place, &state);
        let mut waiting = self.merger.crowd.here.remove(&here).unwrap_or_default();
        // Those that have gone on since are no longer here.
        let is_here = |other: &State| other.recent.last() == Some(&here) && other.frame.pc == state.frame.pc;
        waiting.retain(|other| self.states[other.index()].as_ref().is_some_and(is_here));
        let mut at = 0;
        while at < waiting.len() {
            let other = waiting[at];
            let Some(mut met) = self.states[other.index()].take() else { break };
            match self.join_anywhere(place, &mut state, &mut met) {
                Some(joined) => {
                    self.merger.crowd.fewer(&met.recent);
                    // Its key is found empty when it is picked.
                    waiting.remove(at);
                    state = joined;
                }
                None => {
                    self.states[other.index()] = Some(met);
                    at += 1;
                }
            }
        }
        let behind = self.merger.crowd.has_been(here, &state);
        self.merger.crowd.come(here, &mut state);
        if !behind {
            waiting.push(key);
        }
        if !waiting.is_empty() {
            self.merger.crowd.here.insert(here, waiting);
        }
        if behind {
            return Some(state);
        }
        self.pause(key, state);
        None
    }

    /// Where a state is: the place, the callers, and what must not differ for two states to be joined, such as the counter
    /// of a loop, which tells iterations apart.
    fn whereabouts(&mut self, place: u32, state: &State) -> u64 {
        let live = self.merger.live(self.program, &self.code, place);
        let block = self.code.places[place as usize];
        let mut hasher = FxHasher::default();
        place.hash(&mut hasher);
        for frame in state.callers.innermost_first() {
            (frame.function.0, frame.pc).hash(&mut hasher);
        }
        for slot in self.merger.policy.fixed(self.program, block, &live) {
            state.frame.slots.get(slot as usize).hash(&mut hasher);
        }
        hasher.finish()
    }

    fn join_anywhere(&mut self, place: u32, a: &mut State, b: &mut State) -> Option<State> {
        let (mine, theirs): (Vec<Term>, Vec<Term>) = (a.path.iter().collect(), b.path.iter().collect());
        let common = mine.iter().zip(&theirs).take_while(|(x, y)| x == y).count();
        let mut start = PathCondition::default();
        for condition in &mine[..common] {
            start.add(&mut self.pool, *condition);
        }
        let meeting = Meeting { place, depth: a.callers.len(), ..Meeting::ANYWHERE };
        let mut first = Leaf { state: a.copy(), rest: mine[common..].to_vec(), bare: false };
        let mut second = Leaf { state: b.copy(), rest: theirs[common..].to_vec(), bare: false };
        let marked = [&mut first, &mut second].map(|leaf| self.forget_mark(&mut leaf.state, meeting));
        let joined = self.join_leaves(meeting, &mut first, &mut second)?;
        let mut joined = joined.into_state(&start, &mut self.pool);
        if marked == [true, true] {
            self.mark_again(&mut joined, meeting);
        }
        Some(joined)
    }
}
