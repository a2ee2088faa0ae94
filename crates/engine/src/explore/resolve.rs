//! What an address, a called address or a number that has to be known can be. Each model gives one candidate, which is
//! then excluded: the cost is one query per candidate and one more, however many objects there are.

use pathfold_base::Bits;
use pathfold_solver::{Answer, Model};
use pathfold_term::{Op, Term, Value as Constant};

use super::Explorer;
use super::decide::Way;
use crate::state::State;
use crate::value::{ObjectId, Value, choices, function_address};

/// More objects than this under one pointer end the rest of the path as incomplete.
const MOST_OBJECTS: usize = 4096;
/// So many different ways to point into nothing are told apart.
const MOST_GAPS: usize = 8;

impl Explorer<'_> {
    /// The objects that an address may be in, and the gaps between objects: those are findings.
    pub(super) fn object_ways(&mut self, state: &State, address: Term) -> Vec<Way> {
        if let Some(choices) = choices(&mut self.pool, address, self.code.functions.len()) {
            return self.choice_ways(state, address, &choices);
        }
        let address = state.memory.ground(&mut self.pool, address);
        let (mut ways, mut excluded, mut gaps) = (Vec::new(), Vec::new(), 0);
        loop {
            let rest = self.pool.and(&excluded);
            let Some((model, number)) = self.candidate(state, rest, address, &mut ways) else { break };
            let (choice, start, size) = match state.memory.at_address(number) {
                Some(object) if object.id != ObjectId::NULL => (object.id.0, object.address, object.size.max(1)),
                _ => {
                    gaps += 1;
                    let (start, end) = state.memory.gap_around(number);
                    (0, start, end - start)
                }
            };
            let inside = self.within(address, start, size);
            excluded.push(self.pool.not(inside));
            if choice != 0 || gaps <= MOST_GAPS {
                ways.push(Way::found(choice, inside, model));
            }
            if ways.len() > MOST_OBJECTS {
                let rest = self.pool.and(&excluded);
                ways.push(Way::given_up(rest, format!("a pointer into more than {MOST_OBJECTS} objects")));
                break;
            }
        }
        ways.sort_by_key(Way::choice);
        ways
    }

    /// Which of several known pointers an address is.
    fn choice_ways(&mut self, state: &State, address: Term, choices: &[(Term, Value)]) -> Vec<Way> {
        let mut ways = Vec::new();
        for (index, (pointer, _)) in choices.iter().enumerate() {
            let same = self.pool.eq(address, *pointer);
            let same = state.memory.ground(&mut self.pool, same);
            let answer = self.solver.check(&mut self.pool, &state.path, same, &state.witness);
            ways.extend(Way::new(index as u32, same, answer));
        }
        ways
    }

    /// The functions that an address may be of, and that it is of none.
    pub(super) fn callee_ways(&mut self, state: &State, address: Term) -> Vec<Way> {
        if let Some(choices) = choices(&mut self.pool, address, self.code.functions.len()) {
            return self.choice_ways(state, address, &choices);
        }
        let address = state.memory.ground(&mut self.pool, address);
        let functions = self.code.functions.len();
        let (mut ways, mut excluded) = (Vec::new(), Vec::new());
        loop {
            let rest = self.pool.and(&excluded);
            let Some((model, number)) = self.candidate(state, rest, address, &mut ways) else { break };
            let (choice, condition) = match Value::from_number(number, functions) {
                Value::Function(function) => {
                    let number = self.pool.bits(Bits::new(64, u128::from(number)));
                    (function.0 + 1, self.pool.eq(address, number))
                }
                _ => {
                    // No function starts there: outside of where they are, or between two starts.
                    let first = function_address(pathfold_ir::FuncId(0));
                    let among = self.within(address, first, 16 * functions as u64);
                    let low = self.pool.mk(Op::Extract(3, 0), &[address]);
                    let zero = self.pool.bv(4, 0);
                    let aligned = self.pool.eq(low, zero);
                    let start = self.pool.and(&[among, aligned]);
                    (0, self.pool.not(start))
                }
            };
            excluded.push(self.pool.not(condition));
            ways.push(Way::found(choice, condition, model));
        }
        ways.sort_by_key(Way::choice);
        ways
    }

    /// The values that a number may have.
    // APPROX: only so many; the rest of the path ends as incomplete.
    pub(super) fn value_ways(&mut self, state: &State, term: Term) -> Vec<Way> {
        let term = state.memory.ground(&mut self.pool, term);
        let width = self.pool.sort(term).width().unwrap_or(64);
        let (mut ways, mut excluded) = (Vec::new(), Vec::new());
        loop {
            let rest = self.pool.and(&excluded);
            let Some((model, number)) = self.candidate(state, rest, term, &mut ways) else { break };
            let value = self.pool.bv(width, u128::from(number));
            let condition = self.pool.eq(term, value);
            match u32::try_from(number) {
                Ok(choice) if ways.len() < self.config.max_values => {
                    excluded.push(self.pool.not(condition));
                    ways.push(Way::found(choice, condition, model));
                }
                Ok(_) => {
                    let most = self.config.max_values;
                    ways.push(Way::given_up(rest, format!("a size or number with more than {most} values")));
                    break;
                }
                Err(_) => {
                    let most = self.pool.bv(width, u128::from(u32::MAX));
                    let fits = self.pool.mk(Op::BvUle, &[term, most]);
                    let large = self.pool.not(fits);
                    excluded.push(fits);
                    ways.push(Way::given_up(large, "a size of more than 4 GiB".to_owned()));
                }
            }
        }
        ways.sort_by_key(Way::choice);
        ways
    }

    /// A model of the path and `rest`, and what the term is there. A give-up of the solver becomes a way.
    fn candidate(&mut self, state: &State, rest: Term, term: Term, ways: &mut Vec<Way>) -> Option<(Model, u64)> {
        match self.solver.check(&mut self.pool, &state.path, rest, &state.witness) {
            Answer::Sat(model) => match self.evaluate(term, &model) {
                Some(Constant::Bits(bits)) => Some((model, bits.unsigned() as u64)),
                _ => {
                    ways.push(Way::given_up(rest, "a value that cannot be evaluated".to_owned()));
                    None
                }
            },
            Answer::Unsat => None,
            Answer::Unknown(why) => {
                ways.push(Way::given_up(rest, format!("the solver gave up: {why}")));
                None
            }
        }
    }

    /// The condition that an address is in `size` bytes from `start` on. SOUND: a difference, so nothing wraps around.
    pub(super) fn within(&mut self, address: Term, start: u64, size: u64) -> Term {
        let start = self.pool.bits(Bits::new(64, u128::from(start)));
        let last = self.pool.bits(Bits::new(64, u128::from(size - 1)));
        let offset = self.pool.sub(address, start);
        self.pool.mk(Op::BvUle, &[offset, last])
    }
}
