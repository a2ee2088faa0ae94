//! Functions outside of the program, really called. Nothing is remembered: each call on each path is made anew, and what it
//! did can be seen by the next one, whatever path that is on. So a run that made one is never `Safe`.

mod pass;
mod take;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use pathfold_outside::Outside;
use pathfold_outside::message::Reply;
use pathfold_solver::Answer;
use pathfold_term::Term;

use super::{Explorer, Observer, Reason};
use crate::code::ExternalCall;
use crate::state::State;
use crate::step::End;
use crate::value::Value;
use pass::Passed;

/// Stands in the list of decisions where the outside was asked: rebuilding ends there.
pub const CALLED: u32 = u32::MAX - 2;

impl Explorer<'_> {
    /// Who makes external calls, if the configuration allows them.
    pub fn set_outside(&mut self, mut outside: Outside, stop: Arc<AtomicBool>) {
        outside.set_deadline(self.watch.deadline());
        outside.set_stop(stop);
        self.outside = Some(outside);
    }

    /// Makes the external call that a state stopped at, and moves the state past it.
    pub(super) fn call_outside(
        &mut self,
        state: &mut State,
        number: u32,
        observer: &mut dyn Observer,
    ) -> Result<(), End> {
        let function = &self.code.functions[state.frame.function];
        let call = function.externals[number as usize].clone();
        let slots = &function.args[call.args as usize..][..call.types.len()];
        let values: Vec<Value> =
            slots.iter().map(|slot| state.frame.slots.get(*slot as usize).copied().unwrap_or(Value::Undef)).collect();
        let failed = |why: String| End::Incomplete(format!("the external function `{}` {why}", call.function));
        let mut passed = Passed::default();
        let request = self.pass(state, &call, &values, &mut passed).map_err(failed)?;
        self.fix(state, &call, &passed, observer)?;
        let Some(outside) = &mut self.outside else { return Err(failed("cannot be called here".to_owned())) };
        let reply = outside.call(&request);
        if !matches!(reply, Ok(Reply::Refused(_))) {
            self.note(state, &call);
        }
        let returned = match reply.map_err(failed)? {
            Reply::Returned(returned) => returned,
            Reply::Refused(why) => return Err(failed(format!("cannot be called: {why}"))),
            Reply::Trapped(trap) => return Err(failed(self.trapped(&passed, u32::from_le_bytes(trap)))),
        };
        let result = self.take_back(state, &call, &passed, &returned).map_err(failed)?;
        if let Some(target) = call.dst.and_then(|dst| state.frame.slots.get_mut(dst as usize)) {
            *target = result;
        }
        state.decisions.push(CALLED);
        state.frame.pc += 1;
        Ok(())
    }

    /// The state goes on with the values that are passed.
    // SOUND: the other ones end here as incomplete, unless the solver shows that there are none.
    fn fix(
        &mut self,
        state: &mut State,
        call: &ExternalCall,
        passed: &Passed,
        observer: &mut dyn Observer,
    ) -> Result<(), End> {
        let these = self.pool.and(&passed.conditions);
        let others = self.pool.not(these);
        match self.solver.check(&mut self.pool, &state.path, others, &state.witness) {
            Answer::Unsat => {}
            Answer::Sat(witness) => {
                let mut rest = self.part(state, others);
                rest.witness = witness;
                let why = format!(
                    "the external function `{}` was given one of several values, the others are left out",
                    call.function
                );
                self.finish(rest, End::Incomplete(why), observer);
                state.path.add(&mut self.pool, these);
            }
            // Its inputs lead to the call: the path ends with those that it had.
            Answer::Unknown(why) => {
                let rest = self.part(state, others);
                self.finish(rest, End::Incomplete(format!("the solver gave up: {why}")), observer);
                state.path.add(&mut self.pool, these);
            }
        }
        Ok(())
    }

    /// The part of a state that does not go on.
    fn part(&mut self, state: &mut State, condition: Term) -> State {
        let mut rest = state.fork();
        rest.decisions.push(u32::MAX);
        rest.path.add(&mut self.pool, condition);
        rest
    }

    /// Remembers that the verdict depends on this function.
    fn note(&mut self, state: &State, call: &ExternalCall) {
        let place = self.line_of(self.loc(state)).unwrap_or_default();
        self.reason(Reason::External(format!("`{}` at {place}", call.function))).paths += 1;
    }
}
