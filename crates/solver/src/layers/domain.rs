//! Symbols of few values (truth values and bit vectors of up to 8 bits: the bytes of C programs): which values the
//! conditions over one such symbol leave is a set, computed once per condition. An empty set refutes the query; if no
//! condition is over several symbols, any choice from the sets is a model. Otherwise one symbol of the goal is changed in
//! the witness, which satisfies everything but the goal.

use crate::Model;
use crate::check::Checker;
use pathfold_base::{Bits, FxMap};
use pathfold_term::{Features, Pool, Sort, SymbolId, SymbolKind, Term, Value};
use smallvec::SmallVec;

/// How many conditions may be evaluated to find a value for one symbol.
const EVALUATIONS: u32 = 1024;
/// And how many steps that may take: no more than asking a solver does.
const ALL_STEPS: u64 = 1 << 13;
/// Conditions that take more steps to evaluate are left to others: they would be evaluated for every value.
const STEPS: u64 = 256;

/// A set of numbers below 256.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Set([u64; 4]);

impl Set {
    fn below(count: u32) -> Self {
        let mut words = [0; 4];
        for n in 0..count {
            words[n as usize / 64] |= 1 << (n % 64);
        }
        Set(words)
    }

    fn contains(self, n: u32) -> bool {
        self.0[n as usize / 64] >> (n % 64) & 1 == 1
    }

    fn meet(self, other: Set) -> Set {
        Set(std::array::from_fn(|i| self.0[i] & other.0[i]))
    }

    fn iter(self) -> impl Iterator<Item = u32> {
        (0..256).filter(move |n| self.contains(*n))
    }

    fn is_empty(self) -> bool {
        self.0 == [0; 4]
    }
}

/// What is known about conditions over one symbol.
#[derive(Default)]
pub(crate) struct Domains {
    /// The values that satisfy a condition; none if it could not be evaluated everywhere.
    sets: FxMap<Term, Option<Set>>,
}

/// What the layer says.
pub(crate) enum Verdict {
    /// Satisfied by the witness with these values; checked.
    Sat(Vec<(SymbolId, Value)>),
    Unsat,
    Pass,
}

impl Domains {
    /// Decides a query whose first `sliced` conditions the witness satisfies.
    pub fn decide(
        &mut self,
        pool: &mut Pool,
        checker: &mut Checker,
        query: &[Term],
        sliced: usize,
        witness: &Model,
    ) -> Verdict {
        let mut sets: SmallVec<[(SymbolId, Set); 8]> = SmallVec::new();
        let mut others = false;
        for &condition in query {
            let symbols = pool.free_symbols(condition);
            let &[symbol] = &symbols[..] else {
                others = true;
                continue;
            };
            let Some(all) = values_of(pool, symbol) else {
                others = true;
                continue;
            };
            let Some(set) = self.set(pool, checker, condition, symbol, all) else {
                others = true;
                continue;
            };
            match sets.iter_mut().find(|(known, _)| *known == symbol) {
                Some((_, known)) => *known = known.meet(set),
                None => sets.push((symbol, set)),
            }
        }
        // SOUND: a set holds every value that its symbol's own conditions allow.
        if sets.iter().any(|(_, set)| set.is_empty()) {
            return Verdict::Unsat;
        }
        if !others {
            let chosen = sets.iter().filter_map(|&(symbol, set)| {
                let now = number(&witness.value_or_default(pool, symbol))?;
                if set.contains(now) {
                    return None;
                }
                Some((symbol, value(pool, symbol, set.iter().next()?)))
            });
            return Verdict::Sat(chosen.collect());
        }
        self.change_one(pool, checker, query, sliced, witness, &sets)
    }

    /// Tries the other values of each small symbol of the goal, everything else staying as the witness has it.
    fn change_one(
        &self,
        pool: &mut Pool,
        checker: &mut Checker,
        query: &[Term],
        sliced: usize,
        witness: &Model,
        sets: &[(SymbolId, Set)],
    ) -> Verdict {
        let mut goal_symbols: SmallVec<[SymbolId; 8]> = SmallVec::new();
        for &condition in &query[sliced..] {
            for &symbol in pool.free_symbols(condition).iter() {
                if !goal_symbols.contains(&symbol) {
                    goal_symbols.push(symbol);
                }
            }
        }
        let (mut left, begin) = (EVALUATIONS, checker.steps());
        for &symbol in &goal_symbols {
            let Some(all) = values_of(pool, symbol) else { continue };
            let set = sets.iter().find(|(known, _)| *known == symbol).map_or(Set::below(all), |(_, set)| *set);
            // The goal comes first: it is what the witness does not satisfy.
            let concerned: SmallVec<[Term; 16]> = query[sliced..]
                .iter()
                .chain(query[..sliced].iter().filter(|c| pool.occurs_free(symbol, **c)))
                .copied()
                .collect();
            if !concerned.iter().all(|condition| checker.is_cheap(pool, *condition, witness, STEPS)) {
                continue;
            }
            // Other values make ranges longer: what was cheap at the witness is not.
            let quantified = |t: &Term| pool.features(*t).contains(Features::QUANTIFIER);
            if pool.symbol_info(symbol).kind == SymbolKind::Counter && concerned.iter().any(quantified) {
                continue;
            }
            let mut model = witness.clone();
            for n in set.iter() {
                let candidate = value(pool, symbol, n);
                model.set(symbol, candidate.clone());
                let mut fits = true;
                for &condition in &concerned {
                    left = left.saturating_sub(1);
                    if checker.truth(pool, condition, &model) != Some(true) {
                        fits = false;
                        break;
                    }
                }
                if fits {
                    return Verdict::Sat(vec![(symbol, candidate)]);
                }
                if left == 0 || checker.steps() - begin > ALL_STEPS {
                    return Verdict::Pass;
                }
            }
        }
        Verdict::Pass
    }

    fn set(&mut self, pool: &Pool, checker: &mut Checker, condition: Term, symbol: SymbolId, all: u32) -> Option<Set> {
        if let Some(known) = self.sets.get(&condition) {
            return *known;
        }
        let mut words = [0; 4];
        let mut model = Model::new();
        // What a quantifier costs depends on the value, so one evaluation does not tell.
        let mut complete = !pool.features(condition).contains(Features::QUANTIFIER)
            && checker.is_cheap(pool, condition, &model, STEPS);
        let all = if complete { all } else { 0 };
        for n in 0..all {
            model.set(symbol, value(pool, symbol, n));
            match checker.truth(pool, condition, &model) {
                Some(true) => words[n as usize / 64] |= 1 << (n % 64),
                Some(false) => {}
                None => {
                    complete = false;
                    break;
                }
            }
        }
        let set = complete.then_some(Set(words));
        self.sets.insert(condition, set);
        set
    }
}

/// How many values the symbol has, if they are few.
fn values_of(pool: &Pool, symbol: SymbolId) -> Option<u32> {
    match pool.symbol_info(symbol).sort {
        Sort::Bool => Some(2),
        Sort::Bv(width @ 1..=8) => Some(1 << width),
        Sort::Bv(_) | Sort::Int | Sort::Fp(_) | Sort::Array(..) => None,
    }
}

fn value(pool: &Pool, symbol: SymbolId, n: u32) -> Value {
    match pool.symbol_info(symbol).sort {
        Sort::Bv(width) => Value::Bits(Bits::new(u32::from(width), u128::from(n))),
        Sort::Bool | Sort::Int | Sort::Fp(_) | Sort::Array(..) => Value::Bool(n == 1),
    }
}

fn number(value: &Value) -> Option<u32> {
    match value {
        Value::Bool(b) => Some(u32::from(*b)),
        Value::Bits(bits) => u32::try_from(bits.unsigned()).ok(),
        Value::Int(_) | Value::Fp(..) | Value::Array(_) => None,
    }
}
