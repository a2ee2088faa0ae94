//! What is feasible at a stop. The only place that asks the solver.

use pathfold_solver::{Answer, Model};
use pathfold_term::{Term, Value as Constant};

use super::{Explorer, Reason};
use crate::code::{Instr, LoopExit};
use crate::memory::position_term;
use crate::state::State;
use crate::step::{End, Stop, resume};
use crate::value::Value;

/// One way to go on: which choice, under which condition, with inputs that take it.
pub struct Way {
    choice: u32,
    condition: Term,
    witness: Model,
    /// The solver gave up on this way: the path ends here.
    unknown: Option<String>,
}

impl Way {
    fn new(choice: u32, condition: Term, answer: Answer) -> Option<Way> {
        match answer {
            Answer::Sat(witness) => Some(Way { choice, condition, witness, unknown: None }),
            Answer::Unsat => None,
            Answer::Unknown(why) => {
                let why = format!("the solver gave up: {why}");
                Some(Way { choice, condition, witness: Model::default(), unknown: Some(why) })
            }
        }
    }
}

impl Explorer<'_> {
    /// The ways that some input takes. SOUND: exhaustive; a way the solver gave up on is in it, marked.
    pub(super) fn feasible_ways(&mut self, state: &State, stop: &Stop) -> Vec<Way> {
        match stop {
            Stop::Branch(cond) => {
                let mut ways = self.two_ways(state, *cond);
                if self.leaves_loop(state) != LoopExit::Otherwise {
                    // The last one is the first that depth-first search takes: out of a loop rather than round it once
                    // more (seed 0, 5.3.2), otherwise the first target.
                    ways.reverse();
                }
                ways
            }
            Stop::Check(cond, _) | Stop::Assume(cond) => self.two_ways(state, *cond),
            Stop::Switch(value) => self.switch_ways(state, *value),
            Stop::Index { offset, .. } => self.index_ways(state, stop, *offset),
            Stop::Ended(_) | Stop::Paused => Vec::new(),
        }
    }

    /// Replaces the condition of a branch by a constant if the path leaves its symbols only one value, and then also what
    /// else the running function holds of that kind: a loop over such values is concrete from there on, and terms do not
    /// grow. Only at branches: an instruction that is tried again after its check must find the operands it had.
    pub(super) fn settle(&mut self, state: &mut State, stop: Stop) -> Stop {
        let Stop::Branch(cond) = stop else { return stop };
        debug_assert!(!state.passed, "the instruction whose check was passed has been done");
        let simple = state.path.simplify(&mut self.pool, cond);
        if self.pool.value(simple).is_none() {
            return stop;
        }
        let (path, pool) = (&state.path, &mut self.pool);
        for slot in state.frame.slots.as_mut_leaf().unwrap_or_default() {
            if let Value::Term(term) = *slot
                && pool.value(term).is_none()
                && pool.free_symbols(term).iter().all(|symbol| path.fixed(*symbol).is_some())
            {
                // SOUND: on this path the term has this value and no other.
                let value = path.simplify(pool, term);
                *slot = Value::from_term(pool, value);
            }
        }
        Stop::Branch(simple)
    }

    /// Takes a way: the condition joins the path, the state moves past the stop.
    pub(super) fn take_way(&mut self, state: &mut State, stop: &Stop, way: Way, forked: bool) -> Option<End> {
        state.decisions.push(way.choice);
        if forked {
            // SOUND: where only one way is feasible its condition follows from the path and need not be kept.
            state.path.add(&mut self.pool, way.condition);
        }
        if let Some(why) = way.unknown {
            // The path ends with the inputs it had: they lead to this decision, not past it.
            return Some(End::Incomplete(why));
        }
        state.witness = way.witness;
        resume(&self.code, state, stop, way.choice)
    }

    /// The condition of a choice.
    pub(super) fn condition(&mut self, state: &State, stop: &Stop, choice: u32) -> Option<Term> {
        Some(match stop {
            Stop::Branch(cond) | Stop::Check(cond, _) | Stop::Assume(cond) => {
                if choice == 0 {
                    *cond
                } else {
                    self.pool.not(*cond)
                }
            }
            Stop::Switch(value) => self.switch_condition(state, *value, choice)?,
            Stop::Index { object, offset, .. } => {
                let layout = state.memory.object(*object).layout;
                let position = position_term(layout, u64::from(choice), &mut self.pool);
                self.pool.eq(*offset, position)
            }
            Stop::Ended(_) | Stop::Paused => return None,
        })
    }

    fn two_ways(&mut self, state: &State, cond: Term) -> Vec<Way> {
        let (holds, fails) = self.solver.branch(&mut self.pool, &state.path, cond, &state.witness);
        let negated = self.pool.not(cond);
        Way::new(0, cond, holds).into_iter().chain(Way::new(1, negated, fails)).collect()
    }

    fn switch_ways(&mut self, state: &State, value: Term) -> Vec<Way> {
        let mut ways = Vec::new();
        let mut choice = 0;
        while let Some(condition) = self.switch_condition(state, value, choice) {
            let answer = self.solver.check(&mut self.pool, &state.path, condition, &state.witness);
            ways.extend(Way::new(choice, condition, answer));
            choice += 1;
        }
        ways
    }

    fn switch_condition(&mut self, state: &State, value: Term, choice: u32) -> Option<Term> {
        let function = &self.code.functions[state.frame.function];
        let Instr::Switch(_, table) = function.instrs[state.frame.pc as usize] else { return None };
        let cases = &function.switches[table as usize].cases;
        let choice = choice as usize;
        if choice > cases.len() {
            return None;
        }
        let mut equals = Vec::new();
        for (case, _) in if choice < cases.len() { &cases[choice..=choice] } else { &cases[..] } {
            let case = case.to_term(&mut self.pool)?;
            equals.push(self.pool.eq(value, case));
        }
        if choice < cases.len() {
            return equals.first().copied();
        }
        let others: Vec<Term> = equals.into_iter().map(|equal| self.pool.not(equal)).collect();
        Some(self.pool.and(&others))
    }

    /// The positions that a symbolic offset can have: each model gives one, which is then excluded. Costs one query per
    /// feasible position and one more, not one per position of the object.
    fn index_ways(&mut self, state: &State, stop: &Stop, offset: Term) -> Vec<Way> {
        let mut ways: Vec<Way> = Vec::new();
        let mut excluded = Vec::new();
        loop {
            let rest = self.pool.and(&excluded);
            let witness = match self.solver.check(&mut self.pool, &state.path, rest, &state.witness) {
                Answer::Sat(model) => model,
                Answer::Unsat => break,
                Answer::Unknown(why) => {
                    ways.extend(Way::new(u32::MAX, rest, Answer::Unknown(why)));
                    break;
                }
            };
            let position = self.evaluate(offset, &witness).and_then(|value| match value {
                Constant::Int(n) => n.to_i64().and_then(|n| u32::try_from(n).ok()),
                Constant::Bits(bits) => u32::try_from(bits.unsigned()).ok(),
                Constant::Bool(_) | Constant::Fp(..) | Constant::Array(_) => None,
            });
            let Some(choice) = position else {
                // The bounds were checked, so this cannot be; if it is, the path must not count as explored.
                self.reason(Reason::Path("a position outside of its object".to_owned()), 1);
                break;
            };
            let Some(condition) = self.condition(state, stop, choice) else { break };
            excluded.push(self.pool.not(condition));
            ways.push(Way { choice, condition, witness, unknown: None });
        }
        // The same order whatever models the solver happened to give.
        ways.sort_by_key(|way| way.choice);
        ways
    }

    fn leaves_loop(&self, state: &State) -> LoopExit {
        self.code.functions[state.frame.function].exits[state.frame.pc as usize]
    }
}
