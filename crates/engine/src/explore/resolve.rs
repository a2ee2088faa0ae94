//! What an address, a called address or a number that has to be known can be. Each model gives one candidate, which is
//! then excluded: the cost is one query per candidate and one more, however many objects there are.

use pathfold_base::Bits;
use pathfold_solver::{Answer, Model, PathCondition};
use pathfold_term::{Op, Pool, TRUE, Term, Value as Constant};

use super::Explorer;
use super::decide::{Way, gave_up};
use crate::state::State;
use crate::step::{Decision, NULL_WAY};
use crate::value::{ObjectId, Value, choices, function_address};

/// More objects than this under one pointer end the rest of the path as incomplete.
const MOST_OBJECTS: usize = 4096;
/// So many different ways to point into nothing are told apart.
const MOST_GAPS: usize = 8;

/// What is left of a path when candidates are excluded, one by one.
struct Left {
    /// Without what was excluded last.
    path: PathCondition,
    /// What was excluded last is not so.
    newest: Term,
    /// Of the path.
    model: Model,
    excluded: Vec<Term>,
}

impl Left {
    fn new(state: &State) -> Left {
        Left { path: state.path.clone(), newest: TRUE, model: state.witness.clone(), excluded: Vec::new() }
    }

    /// Excludes what holds in a model of what is left.
    fn exclude(&mut self, pool: &mut Pool, condition: Term, model: &Model) {
        self.path.add(pool, self.newest);
        self.newest = pool.not(condition);
        self.model = model.clone();
        self.excluded.push(self.newest);
    }

    fn condition(&self, pool: &mut Pool) -> Term {
        pool.and(&self.excluded)
    }
}

impl Explorer<'_> {
    /// The objects that an address may be in, null, and the gaps between objects: those are findings.
    pub(super) fn object_ways(&mut self, state: &State, address: Term) -> Vec<Way> {
        if let Some(choices) = choices(&mut self.pool, address, self.code.functions.len()) {
            return self.choice_ways(state, address, &choices);
        }
        let address = state.memory.ground(&mut self.pool, address);
        let (mut ways, mut left, mut gaps) = (Vec::new(), Left::new(state), 0);
        while let Some((model, number)) = self.candidate(&left, address, &mut ways) {
            let (choice, first, last) = match state.memory.at_address(number) {
                _ if number == 0 => (NULL_WAY, 0, 0),
                Some(object) if object.id != ObjectId::NULL => {
                    (object.id.0, object.address, object.address + (object.size.max(1) - 1))
                }
                _ => {
                    gaps += 1;
                    let (first, last) = state.memory.gap_around(number);
                    (0, first.max(1), last)
                }
            };
            let inside = self.between(address, first, last);
            left.exclude(&mut self.pool, inside, &model);
            if choice != 0 || gaps <= MOST_GAPS {
                ways.push(Way::found(choice, inside, model));
            }
            if ways.len() > MOST_OBJECTS {
                let rest = left.condition(&mut self.pool);
                ways.push(Way::given_up(rest, format!("a pointer into more than {MOST_OBJECTS} objects")));
                break;
            }
        }
        ways.sort_by_key(Way::order);
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
        let (mut ways, mut left) = (Vec::new(), Left::new(state));
        while let Some((model, number)) = self.candidate(&left, address, &mut ways) {
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
            left.exclude(&mut self.pool, condition, &model);
            ways.push(Way::found(choice, condition, model));
        }
        ways.sort_by_key(Way::order);
        ways
    }

    /// The positions that a symbolic offset can have. Costs one query per feasible position and one more, not one per position of
    /// the object.
    pub(super) fn index_ways(&mut self, state: &State, decision: &Decision, offset: Term) -> Vec<Way> {
        let (mut ways, mut left) = (Vec::new(), Left::new(state));
        while let Some((model, number)) = self.candidate(&left, offset, &mut ways) {
            let choice = u32::try_from(number).ok();
            let Some((choice, condition)) =
                choice.and_then(|choice| Some((choice, self.condition(state, decision, choice)?)))
            else {
                // The bounds were checked, so the path must not count as explored.
                let rest = left.condition(&mut self.pool);
                ways.push(Way::given_up(rest, "a position outside of its object, or beyond 4 GiB".to_owned()));
                break;
            };
            left.exclude(&mut self.pool, condition, &model);
            ways.push(Way::found(choice, condition, model));
        }
        ways.sort_by_key(Way::order);
        ways
    }

    /// The values that a number may have.
    // APPROX: only so many; the rest of the path ends as incomplete.
    pub(super) fn value_ways(&mut self, state: &State, term: Term) -> Vec<Way> {
        let term = state.memory.ground(&mut self.pool, term);
        let width = self.pool.sort(term).width().unwrap_or(64);
        let (mut ways, mut left) = (Vec::new(), Left::new(state));
        while let Some((model, number)) = self.candidate(&left, term, &mut ways) {
            let value = self.pool.bv(width, u128::from(number));
            let condition = self.pool.eq(term, value);
            match u32::try_from(number) {
                Ok(choice) if ways.len() < self.config.max_values => {
                    left.exclude(&mut self.pool, condition, &model);
                    ways.push(Way::found(choice, condition, model));
                }
                Ok(_) => {
                    let most = self.config.max_values;
                    let rest = left.condition(&mut self.pool);
                    ways.push(Way::given_up(rest, format!("a size or number with more than {most} values")));
                    break;
                }
                Err(_) => {
                    let most = self.pool.bv(width, u128::from(u32::MAX));
                    let fits = self.pool.mk(Op::BvUle, &[term, most]);
                    let large = self.pool.not(fits);
                    left.exclude(&mut self.pool, large, &model);
                    ways.push(Way::given_up(large, "a size of more than 4 GiB".to_owned()));
                }
            }
        }
        ways.sort_by_key(Way::order);
        ways
    }

    /// A model of what is left of the path, and what the term is there. A give-up of the solver becomes a way, and so does the
    /// end of the run: there may be thousands of candidates.
    fn candidate(&mut self, left: &Left, term: Term, ways: &mut Vec<Way>) -> Option<(Model, u64)> {
        let why = if self.watch.is_over() {
            "the solver gave up: the run is out of time".to_owned()
        } else {
            match self.solver.check(&mut self.pool, &left.path, left.newest, &left.model) {
                Answer::Sat(model) => match self.evaluate(term, &model) {
                    Some(Constant::Bits(bits)) => return Some((model, bits.unsigned() as u64)),
                    // A position in cells.
                    Some(Constant::Int(n)) if let Some(n) = n.to_i64().and_then(|n| u64::try_from(n).ok()) => {
                        return Some((model, n));
                    }
                    _ => "a value that cannot be evaluated".to_owned(),
                },
                Answer::Unsat => return None,
                Answer::Unknown(why) => gave_up(&why),
            }
        };
        let rest = left.condition(&mut self.pool);
        ways.push(Way::given_up(rest, why));
        None
    }

    /// The condition that an address is in `size` bytes from `start` on.
    pub(super) fn within(&mut self, address: Term, start: u64, size: u64) -> Term {
        self.between(address, start, start + (size - 1))
    }

    /// The condition that an address is one of those from the first to the last. SOUND: a difference, so nothing wraps
    /// around, and the very last address of all has its place too.
    fn between(&mut self, address: Term, first: u64, last: u64) -> Term {
        let length = self.pool.bits(Bits::new(64, u128::from(last - first)));
        let first = self.pool.bits(Bits::new(64, u128::from(first)));
        let offset = self.pool.sub(address, first);
        self.pool.mk(Op::BvUle, &[offset, length])
    }
}
