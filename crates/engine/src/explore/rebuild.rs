//! A state from the list of its decisions (design, "Decisions make a path").

use super::Explorer;
use crate::state::State;
use crate::step::Stop;

impl Explorer<'_> {
    /// Rebuilds the state that a list of decisions leads to, without asking the solver. `None` if the decisions do not fit
    /// the program.
    pub fn rebuild(&mut self, decisions: &[u32]) -> Option<State> {
        let mut state = self.first_state().ok()?;
        let mut next = decisions.iter();
        loop {
            let decision = match self.machine().run(&mut state, u64::MAX) {
                Stop::Ended(_) => return next.next().is_none().then_some(state),
                Stop::Paused => continue,
                // What the outside answered is not in the list.
                Stop::External(_) => return None,
                Stop::Bits { slot, float } => {
                    self.name_bits(&mut state, slot, float)?;
                    continue;
                }
                Stop::Unset { slot, term } => {
                    let clean = self.with_zeros(term);
                    self.set_slot(&mut state, slot, clean);
                    continue;
                }
                Stop::Enter(_) | Stop::Open => continue,
                Stop::Meet | Stop::At(_) => {
                    state.frame.pc += 1;
                    continue;
                }
                Stop::Decide(decision) => decision,
            };
            // Decisions with only one feasible way are in the list too, so that no solver is needed here.
            let Some(&choice) = next.next() else { return Some(state) };
            let condition = self.condition(&state, &decision, choice)?;
            state.path.add(&mut self.pool, condition);
            state.decisions.push(choice);
            if crate::step::resume(&self.code, &mut self.pool, &mut state, &decision, choice).is_some() {
                return next.next().is_none().then_some(state);
            }
        }
    }
}
