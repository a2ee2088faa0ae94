//! Joining all states that wait in a region, those that parted last first.

use pathfold_solver::PathCondition;
use pathfold_term::{Pool, Term};

use super::super::Explorer;
use crate::join::{Parting, join, part};
use crate::state::{Meeting, State};

/// A state, and what its path has beyond that of the region.
pub(super) struct Leaf {
    pub state: State,
    pub rest: Vec<Term>,
    /// Whether the state's path is still to be made: of those that are joined again it is not needed.
    pub bare: bool,
}

impl Leaf {
    /// The state, with its path.
    pub fn into_state(self, path: &PathCondition, pool: &mut Pool) -> State {
        let Leaf { mut state, rest, bare } = self;
        if bare {
            state.path = path.clone();
            for condition in rest {
                state.path.add(pool, condition);
            }
        }
        state
    }
}

impl Explorer<'_> {
    /// As few states as the policy allows for those that wait in a region.
    // The conditions behind the region's path are the edges of the execution tree. In their order, states that parted last
    // are neighbours, and the two with the longest common way are joined first: what is joined at an inner node is told
    // apart by the one condition there (seed 3, algorithms 5 and 6).
    pub(super) fn gather(&mut self, meeting: Meeting, path: &PathCondition, parked: Vec<State>) -> Vec<State> {
        let (mut alone, mut leaves) = (Vec::new(), Vec::new());
        for mut state in parked {
            let marked = self.forget_mark(&mut state, meeting);
            match state.path.since(path) {
                Some(rest) => leaves.push((Leaf { state, rest, bare: false }, marked)),
                // SOUND: a state whose path does not begin with that of its region cannot be told from the others.
                None => alone.push(state),
            }
        }
        let all_marked = leaves.iter().all(|(_, marked)| *marked);
        let mut leaves: Vec<Leaf> = leaves.into_iter().map(|(leaf, _)| leaf).collect();
        leaves.sort_by(|a, b| a.rest.cmp(&b.rest));
        let mut common: Vec<usize> = leaves.windows(2).map(|pair| shared(&pair[0].rest, &pair[1].rest)).collect();
        let mut refused = vec![false; common.len()];
        // Whoever is not joined any more when the time is over stays apart.
        while !self.watch.is_over()
            && let Some(at) = (0..common.len()).filter(|at| !refused[*at]).max_by_key(|at| common[*at])
        {
            let (left, right) = leaves.split_at_mut(at + 1);
            match self.join_leaves(meeting, &mut left[at], &mut right[0]) {
                Some(joined) => {
                    leaves[at] = joined;
                    leaves.remove(at + 1);
                    common.remove(at);
                    refused.remove(at);
                    // Who refused one of the two may not refuse both.
                    for beside in at.saturating_sub(1)..common.len().min(at + 1) {
                        common[beside] = shared(&leaves[beside].rest, &leaves[beside + 1].rest);
                        refused[beside] = false;
                    }
                }
                None => refused[at] = true,
            }
        }
        let mut states: Vec<State> = leaves.into_iter().map(|leaf| leaf.into_state(path, &mut self.pool)).collect();
        states.append(&mut alone);
        if all_marked {
            for state in &mut states {
                self.mark_again(state, meeting);
            }
        }
        states
    }

    pub(super) fn join_leaves(&mut self, meeting: Meeting, a: &mut Leaf, b: &mut Leaf) -> Option<Leaf> {
        let live = match self.code.places.get(meeting.place as usize) {
            Some(block) => {
                let live = self.merger.live(self.program, &self.code, meeting.place);
                if !self.merger.policy.allows(self.program, *block, &live, &a.state, &b.state) {
                    self.merger.refuse(meeting.place, "too many queries may follow");
                    return None;
                }
                live
            }
            // The program asks for it, in the middle of a block: every slot may still matter.
            None => (0..a.state.frame.slots.iter().count() as u32).collect(),
        };
        let Parting { common, holds, either } = part(&a.rest, &b.rest, &mut self.pool)?;
        let state = match join(&mut a.state, &mut b.state, holds, &live, &mut self.pool) {
            Ok(state) => state,
            Err(why) => {
                self.merger.refuse(meeting.place, why);
                return None;
            }
        };
        let mut rest = a.rest[..common].to_vec();
        rest.extend(either);
        self.statistics.merges += 1;
        self.merger.outcomes.entry(meeting.place).or_default().1 += 1;
        Some(Leaf { state, rest, bare: true })
    }
}

fn shared(a: &[Term], b: &[Term]) -> usize {
    a.iter().zip(b).take_while(|(x, y)| x == y).count()
}
