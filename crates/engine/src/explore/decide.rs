//! What is feasible at a stop. The only place that asks the solver.

use pathfold_base::Bits;
use pathfold_ir::FuncId;
use pathfold_solver::{Answer, Model, Why};
use pathfold_term::{Features, SymbolKind, Term};

use super::Explorer;
use crate::code::{Instr, LoopExit};
use crate::memory::position_term;
use crate::state::State;
use crate::step::{Decision, End, resume};
use crate::value::{ObjectId, Value, choices, function_address};

/// One way to go on: which choice, under which condition, with inputs that take it.
pub struct Way {
    /// None for what is left when not all choices could be told: which of them it is, nobody knows.
    choice: Option<u32>,
    condition: Term,
    witness: Model,
    /// The solver gave up on this way: the path ends here.
    unknown: Option<String>,
}

impl Way {
    /// A way that these inputs take.
    pub(super) fn found(choice: u32, condition: Term, witness: Model) -> Way {
        Way { choice: Some(choice), condition, witness, unknown: None }
    }

    /// What is left and cannot be followed: why.
    pub(super) fn given_up(condition: Term, why: String) -> Way {
        Way { choice: None, condition, witness: Model::default(), unknown: Some(why) }
    }

    /// Its condition.
    pub(super) fn condition(&self) -> Term {
        self.condition
    }

    /// Why the solver gave up on it, if it did.
    pub(super) fn given_up_because(&self) -> Option<&str> {
        self.unknown.as_deref()
    }

    /// Choice, condition and inputs; none if the solver gave up on it.
    pub(super) fn into_parts(self) -> Option<(u32, Term, Model)> {
        let choice = self.choice.filter(|_| self.unknown.is_none())?;
        Some((choice, self.condition, self.witness))
    }

    /// Which choice it is, if it is one.
    pub(super) fn choice(&self) -> Option<u32> {
        self.choice
    }

    /// What is left comes last.
    pub(super) fn order(&self) -> u32 {
        self.choice.unwrap_or(u32::MAX)
    }

    pub(super) fn new(choice: u32, condition: Term, answer: Answer) -> Option<Way> {
        match answer {
            Answer::Sat(witness) => Some(Way::found(choice, condition, witness)),
            Answer::Unsat => None,
            Answer::Unknown(why) => Some(Way { choice: Some(choice), ..Way::given_up(condition, gave_up(&why)) }),
        }
    }
}

/// Why a way is not followed on which the solver gave up.
pub(super) fn gave_up(why: &Why) -> String {
    format!("the solver gave up: {why}")
}

impl Explorer<'_> {
    /// The ways that some input takes. SOUND: exhaustive; a way the solver gave up on is in it, marked.
    pub(super) fn feasible_ways(&mut self, state: &State, decision: &Decision) -> Vec<Way> {
        #[cfg(test)]
        super::guard::failpoint("decide");
        match decision {
            Decision::Branch(cond) => {
                let mut ways = self.two_ways(state, *cond);
                if self.leaves_loop(state) != LoopExit::Otherwise {
                    // The last one is the first that depth-first search takes: out of a loop rather than round it once
                    // more (seed 0, 5.3.2), otherwise the first target.
                    ways.reverse();
                }
                ways
            }
            Decision::Check(cond, _) | Decision::Assume(cond) => self.two_ways(state, *cond),
            Decision::Switch(value) => self.switch_ways(state, *value),
            Decision::Index { offset, .. } => self.index_ways(state, decision, *offset),
            Decision::Resolve { address, .. } => self.object_ways(state, *address),
            Decision::Callee { address, .. } => self.callee_ways(state, *address),
            Decision::Value { term, .. } => self.value_ways(state, *term),
        }
    }

    /// Replaces the condition of a branch by a constant if the path leaves its symbols only one value, and then also what
    /// else the running function holds of that kind: a loop over such values is concrete from there on, and terms do not
    /// grow. Only at branches: an instruction that is tried again after its check must find the operands it had.
    pub(super) fn settle(&mut self, state: &mut State, decision: Decision) -> Decision {
        let Decision::Branch(cond) = decision else { return decision };
        debug_assert!(state.passed == 0, "the instruction whose check was passed has been done");
        let simple = state.path.simplify(&mut self.pool, cond);
        if self.pool.value(simple).is_none() {
            return decision;
        }
        self.settle_registers(state);
        Decision::Branch(simple)
    }

    /// Replaces what the running function holds by what it must be on this path.
    fn settle_registers(&mut self, state: &mut State) {
        let (path, pool, functions) = (&state.path, &mut self.pool, self.code.functions.len());
        for slot in state.frame.slots.as_mut_leaf().unwrap_or_default() {
            if let Value::Term(term) = *slot
                && pool.value(term).is_none()
                && pool.free_symbols(term).iter().all(|symbol| {
                    path.fixed(*symbol).is_some() || matches!(pool.symbol_info(*symbol).kind, SymbolKind::Base(_))
                })
            {
                // SOUND: on this path the term has this value and no other.
                let value = path.simplify(pool, term);
                *slot = if pool.features(value).contains(Features::BASE) {
                    Value::from_address(pool, value, functions)
                } else {
                    Value::from_term(pool, value)
                };
            }
        }
    }

    /// Takes a way: the condition joins the path, the state moves past the stop.
    pub(super) fn take_way(&mut self, state: &mut State, decision: &Decision, way: Way, forked: bool) -> Option<End> {
        state.decisions.push(way.order());
        if forked {
            // SOUND: where only one way is feasible its condition follows from the path and need not be kept.
            state.path.add(&mut self.pool, way.condition);
        }
        let choice = match (way.choice, way.unknown) {
            (Some(choice), None) => choice,
            // The path ends with the inputs it had: they lead to this decision, not past it.
            (_, why) => return Some(End::Incomplete(why.unwrap_or_default())),
        };
        state.witness = way.witness;
        let resumed = self.guarded(|explorer| {
            #[cfg(test)]
            super::guard::failpoint("resume");
            let code = explorer.folder.code_for(state).unwrap_or(&explorer.code);
            let end = resume(code, &mut explorer.pool, state, decision, choice);
            if matches!(decision, Decision::Resolve { .. }) {
                explorer.settle_registers(state);
            }
            end
        });
        resumed.unwrap_or_else(Some)
    }

    /// The condition of a choice.
    pub(super) fn condition(&mut self, state: &State, decision: &Decision, choice: u32) -> Option<Term> {
        if let Decision::Resolve { address, .. } | Decision::Callee { address, .. } = decision
            && let Some(choices) = choices(&mut self.pool, *address, self.code.functions.len())
        {
            let (pointer, _) = choices.get(choice as usize)?;
            let same = self.pool.eq(*address, *pointer);
            return Some(state.memory.ground(&mut self.pool, same));
        }
        Some(match decision {
            Decision::Branch(cond) | Decision::Check(cond, _) | Decision::Assume(cond) => {
                if choice == 0 {
                    *cond
                } else {
                    self.pool.not(*cond)
                }
            }
            Decision::Switch(value) => self.switch_condition(state, *value, choice)?,
            Decision::Index { object, offset, .. } => {
                let layout = state.memory.object(*object).layout;
                let position = position_term(layout, u64::from(choice), &mut self.pool);
                self.pool.eq(*offset, position)
            }
            Decision::Resolve { address, .. } => {
                let object = state.memory.object(ObjectId(choice));
                let (start, size) = (object.address, object.size.max(1));
                let address = state.memory.ground(&mut self.pool, *address);
                self.within(address, start, size)
            }
            Decision::Callee { address, .. } => {
                let function = FuncId(choice.checked_sub(1)?);
                let address = state.memory.ground(&mut self.pool, *address);
                let start = self.pool.bits(Bits::new(64, u128::from(function_address(function))));
                self.pool.eq(address, start)
            }
            Decision::Value { term, .. } => {
                let width = self.pool.sort(*term).width()?;
                let value = self.pool.bv(width, u128::from(choice));
                self.pool.eq(*term, value)
            }
        })
    }

    fn two_ways(&mut self, state: &State, cond: Term) -> Vec<Way> {
        let (holds, fails) = self.solver.branch(&mut self.pool, &state.path, cond, &state.witness);
        let negated = self.pool.not(cond);
        Way::new(0, cond, holds).into_iter().chain(Way::new(1, negated, fails)).collect()
    }

    fn switch_ways(&mut self, state: &State, value: Term) -> Vec<Way> {
        let function = &self.code.functions[state.frame.function];
        let Instr::Switch(_, table) = function.instrs[state.frame.pc as usize] else { return Vec::new() };
        let mut ways = Vec::new();
        for choice in function.switches[table as usize].choices() {
            let Some(condition) = self.switch_condition(state, value, choice) else { continue };
            let answer = self.solver.check(&mut self.pool, &state.path, condition, &state.witness);
            ways.extend(Way::new(choice, condition, answer));
        }
        ways
    }

    fn switch_condition(&mut self, state: &State, value: Term, choice: u32) -> Option<Term> {
        let function = &self.code.functions[state.frame.function];
        let Instr::Switch(_, table) = function.instrs[state.frame.pc as usize] else { return None };
        let table = &function.switches[table as usize];
        let chosen = table.cases.get(choice as usize).map(|(_, target)| *target);
        // The cases that go the same way, or for the default those that go another.
        let mut equals = Vec::new();
        for (case, target) in &table.cases {
            if chosen.map_or(*target != table.default, |chosen| chosen == *target) {
                let case = case.to_term(&mut self.pool)?;
                equals.push(self.pool.eq(value, case));
            }
        }
        let any = self.pool.or(&equals);
        Some(if chosen.is_some() { any } else { self.pool.not(any) })
    }

    fn leaves_loop(&self, state: &State) -> LoopExit {
        self.code.functions[state.frame.function].exits[state.frame.pc as usize]
    }
}
