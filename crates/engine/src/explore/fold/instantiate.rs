//! Failed leaves (seed 1, section 4): where the solver gives up on a way of a state that went through folded loops, the
//! counter of the last one is given numbers, one after the other, which takes quantifiers out of the query. What is beyond
//! the last number tried stays given up, and the verdict says so.

use pathfold_solver::{Answer, Model};
use pathfold_term::{Op, SymbolKind, Term};

use super::super::Explorer;
use super::super::decide::Way;
use crate::config::Loops;
use crate::loops::closed::number;
use crate::state::State;
use crate::step::Decision;

/// Numbers of iterations that are tried.
const MOST_TRIED: u64 = 12;

impl Explorer<'_> {
    /// The ways with those that the solver gave up on split by the number of iterations of the last folded loop.
    pub(in super::super) fn instantiate(&mut self, state: &State, decision: &Decision, ways: Vec<Way>) -> Vec<Way> {
        if self.folder.mode == Loops::Unroll || ways.iter().all(|way| way.given_up_because().is_none()) {
            return ways;
        }
        let Some(counter) = self.last_counter(state) else { return ways };
        let mut all = Vec::new();
        for way in ways {
            match way.given_up_because() {
                None => all.push(way),
                Some(why) => {
                    let why = format!("{why} (a folded loop goes round more than {MOST_TRIED} times)");
                    self.by_number(state, decision, &way, counter, why, &mut all);
                }
            }
        }
        all
    }

    fn by_number(
        &mut self,
        state: &State,
        decision: &Decision,
        way: &Way,
        counter: Term,
        why: String,
        all: &mut Vec<Way>,
    ) {
        let sort = self.pool.sort(counter);
        let (mut rest, mut unknown) = (vec![way.condition()], false);
        for often in 0..=MOST_TRIED {
            let Some(often) = number(&mut self.pool, sort, often) else { break };
            let here = self.pool.eq(counter, often);
            rest.push(self.pool.not(here));
            let condition = self.pool.and2(way.condition(), here);
            let found = match self.solver.check(&mut self.pool, &state.path, condition, &state.witness) {
                Answer::Sat(witness) => match way.choice() {
                    Some(choice) => Some(vec![Way::found(choice, condition, witness)]),
                    None => self.choices_under(state, decision, condition, witness),
                },
                Answer::Unsat => Some(Vec::new()),
                Answer::Unknown(_) => None,
            };
            let Some(found) = found else {
                rest.pop();
                unknown = true;
                break;
            };
            all.extend(found);
        }
        // SOUND: what is left is not explored, unless it can be shown that there is nothing.
        let condition = self.pool.and(&rest);
        let nothing = !unknown
            && matches!(self.solver.check(&mut self.pool, &state.path, condition, &state.witness), Answer::Unsat);
        if !nothing {
            all.push(Way::given_up(condition, why));
        }
    }

    /// Which choices there are under a condition that this model satisfies; none if the solver gives up on that too.
    // SOUND: a way that is what was left of others says nothing about which choice it is: they have to be told apart anew.
    fn choices_under(&mut self, state: &State, decision: &Decision, condition: Term, model: Model) -> Option<Vec<Way>> {
        let mut here = state.copy();
        here.path.add(&mut self.pool, condition);
        here.witness = model;
        let ways = self.feasible_ways(&here, decision);
        ways.into_iter()
            .map(|way| {
                let (choice, own, witness) = way.into_parts()?;
                Some(Way::found(choice, self.pool.and2(condition, own), witness))
            })
            .collect()
    }

    /// The counter of the loop that was folded last.
    fn last_counter(&mut self, state: &State) -> Option<Term> {
        let conditions: Vec<Term> = state.path.iter().collect();
        conditions.into_iter().rev().find_map(|condition| {
            let symbols = self.pool.free_symbols(condition);
            let counters = symbols.iter().filter(|symbol| self.pool.symbol_info(**symbol).kind == SymbolKind::Counter);
            let last = counters.max().map(|symbol| self.pool.symbol_term(*symbol))?;
            debug_assert!(matches!(self.pool.op(last), Op::Symbol(_)));
            Some(last)
        })
    }
}
