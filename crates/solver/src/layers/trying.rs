//! Few symbols with few values each, by their sorts or by what the path says of them: all values are tried, symbol by
//! symbol, and conditions are evaluated as soon as their symbols have values. Products, quotients and floating-point
//! numbers that keep a solver busy for seconds are evaluated in no time.

use pathfold_base::{Bits, FxSet, Integer};
use pathfold_term::{Features, Op, Pool, Sort, SymbolId, Term, Value};
use smallvec::SmallVec;

use super::domain::Verdict;
use crate::bounds::Bounds;
use crate::check::Checker;
use crate::{Model, PathCondition};

/// Steps of evaluation that are not more than a solver needs for anything.
const EASY: u64 = 100_000;
/// Steps of evaluation before a solver is asked what it finds hard.
const HARD: u64 = 1_000_000;
/// Steps of evaluation after it has given up.
pub(crate) const PATIENT: u64 = 30_000_000;
/// No condition is taken for a shorter one.
const LEAST_STEPS: u64 = 8;
/// So many terms are looked at to tell whether a query is hard.
const MOST_TERMS: usize = 2_000;

const MOST_SYMBOLS: usize = 4;

/// The values of a symbol, in order.
struct Values {
    symbol: SymbolId,
    first: i128,
    count: u64,
    /// Conditions over this symbol and those before it, and about how many steps each takes; the shortest first.
    conditions: SmallVec<[(u64, Term); 8]>,
}

/// How many steps a query is worth before a solver is asked.
pub(crate) fn worth(pool: &Pool, query: &[Term]) -> u64 {
    if query.iter().any(|condition| pool.features(*condition).intersects(Features::NONLINEAR.union(Features::FP))) {
        return HARD;
    }
    let (mut open, mut seen) = (query.to_vec(), FxSet::default());
    while let Some(term) = open.pop() {
        if pool.value(term).is_some() || seen.len() > MOST_TERMS || !seen.insert(term) {
            continue;
        }
        let args = pool.args(term);
        let known = args.iter().filter(|arg| pool.value(**arg).is_some()).count();
        match pool.op(term) {
            Op::BvMul if known == 0 => return HARD,
            Op::BvUdiv | Op::BvUrem | Op::BvSdiv | Op::BvSrem => return HARD,
            _ => open.extend_from_slice(args),
        }
    }
    EASY
}

/// The symbols of a query with their values and conditions, the fewest values first.
pub(crate) struct Few(Vec<Values>);

impl Few {
    /// None if trying all of them takes more than so many steps.
    pub fn of(
        pool: &mut Pool,
        checker: &mut Checker,
        path: &PathCondition,
        query: &[Term],
        witness: &Model,
        steps: u64,
    ) -> Option<Few> {
        let mut all: Vec<Values> = Vec::new();
        for condition in query {
            let features = pool.features(*condition);
            if features.intersects(Features::QUANTIFIER.union(Features::ARRAY)) {
                return None;
            }
            for symbol in pool.free_symbols(*condition).iter() {
                if all.iter().all(|known| known.symbol != *symbol) {
                    let (first, count) = range(pool, path, *symbol)?;
                    all.push(Values { symbol: *symbol, first, count, conditions: SmallVec::new() });
                }
            }
            if all.len() > MOST_SYMBOLS {
                return None;
            }
        }
        all.sort_by_key(|values| (values.count, values.symbol));
        let combinations = all.iter().try_fold(1u64, |product, values| product.checked_mul(values.count))?;
        if combinations > steps / LEAST_STEPS {
            return None;
        }
        for condition in query {
            let last = all.iter().rposition(|values| pool.occurs_free(values.symbol, *condition))?;
            // Every value of the symbol is tried once at least.
            let most = steps / all[last].count.max(1);
            let costs = std::iter::successors(Some(LEAST_STEPS), |steps| Some(steps * 4));
            let mut costs = costs.take_while(|steps| *steps <= most);
            let cost = costs.find(|steps| checker.is_cheap(pool, *condition, witness, *steps))?;
            all[last].conditions.push((cost, *condition));
        }
        all.iter_mut().for_each(|values| values.conditions.sort_unstable());
        Some(Few(all))
    }

    /// Decides the query by trying all values, if that takes at most so many steps.
    pub fn decide(&self, pool: &Pool, checker: &mut Checker, witness: &Model, steps: u64) -> Verdict {
        let mut attempt = Attempt { pool, checker, model: witness.clone(), chosen: Vec::new(), steps };
        match attempt.all(&self.0) {
            Some(true) => Verdict::Sat(attempt.chosen),
            // SOUND: the path allows no other values, and every combination fails a condition.
            Some(false) => Verdict::Unsat,
            None => Verdict::Pass,
        }
    }
}

/// The least value and how many there are.
fn range(pool: &Pool, path: &PathCondition, symbol: SymbolId) -> Option<(i128, u64)> {
    if pool.symbol_info(symbol).sort == Sort::Bool {
        return Some((0, 2));
    }
    let (low, high) = match path.bounds(pool, symbol)? {
        Bounds::Int { low: i64::MIN, .. } | Bounds::Int { high: i64::MAX, .. } => return None,
        Bounds::Int { low, high } => (i128::from(low), i128::from(high)),
        Bounds::Bv { low, high, signed_low, signed_high } => {
            let [unsigned, signed] =
                [(i128::from(low), i128::from(high)), (i128::from(signed_low), i128::from(signed_high))];
            if signed.1 - signed.0 < unsigned.1 - unsigned.0 { signed } else { unsigned }
        }
    };
    Some((low, u64::try_from((high - low + 1).max(0)).ok()?))
}

struct Attempt<'a> {
    pool: &'a Pool,
    checker: &'a mut Checker,
    model: Model,
    chosen: Vec<(SymbolId, Value)>,
    /// How many are left.
    steps: u64,
}

impl Attempt<'_> {
    /// Whether some values of these symbols satisfy their conditions; nothing if one cannot be evaluated, or it takes too
    /// long.
    fn all(&mut self, left: &[Values]) -> Option<bool> {
        let Some((values, left)) = left.split_first() else { return Some(true) };
        for n in 0..values.count {
            let value = value(self.pool, values.symbol, values.first + i128::from(n));
            self.model.set(values.symbol, value.clone());
            if self.fits(&values.conditions)? {
                self.chosen.push((values.symbol, value));
                if self.all(left)? {
                    return Some(true);
                }
                self.chosen.pop();
            }
        }
        Some(false)
    }

    fn fits(&mut self, conditions: &[(u64, Term)]) -> Option<bool> {
        for (cost, condition) in conditions {
            self.steps = self.steps.checked_sub(*cost)?;
            if !self.checker.truth(self.pool, *condition, &self.model)? {
                return Some(false);
            }
        }
        Some(true)
    }
}

fn value(pool: &Pool, symbol: SymbolId, number: i128) -> Value {
    match pool.symbol_info(symbol).sort {
        Sort::Bool => Value::Bool(number == 1),
        Sort::Bv(width) => Value::Bits(Bits::new(u32::from(width), number as u128)),
        Sort::Int | Sort::Fp(_) | Sort::Array(..) => Value::Int(Integer::from(number as i64)),
    }
}

#[cfg(test)]
mod tests {
    use pathfold_base::{FxMap, Rng};
    use pathfold_term::{SymbolKind, TRUE};

    use super::*;

    #[test]
    fn it_says_what_trying_by_hand_says() {
        let (mut rng, mut possible, mut impossible) = (Rng::new(3), 0, 0);
        for _ in 0..300 {
            let mut pool = Pool::new();
            let symbols = ["a", "b", "c"].map(|name| pool.symbol(name, SymbolKind::Input, Sort::Bv(3)));
            let mut path = PathCondition::new();
            let mut conditions = Vec::new();
            for _ in 0..1 + rng.below(4) {
                let ops = [Op::BvMul, Op::BvUrem, Op::BvSdiv, Op::BvXor, Op::BvAdd];
                let mut term = symbols[rng.below(3)];
                for _ in 0..1 + rng.below(3) {
                    term = pool.mk(ops[rng.below(5)], &[term, symbols[rng.below(3)]]);
                }
                let number = pool.bv(3, rng.below(8) as u128);
                let relation = [Op::Eq, Op::BvUlt, Op::BvSle][rng.below(3)];
                let condition = pool.mk(relation, &[term, number]);
                if pool.value(condition).is_none() {
                    conditions.push(condition);
                }
            }
            // Bounds on one of them come from the path.
            let most = pool.bv(3, 1 + rng.below(6) as u128);
            let bound = pool.mk(Op::BvUle, &[symbols[0], most]);
            path.add(&mut pool, bound);
            conditions.push(bound);
            let holds = |pool: &mut Pool, numbers: [u128; 3]| {
                let map: FxMap<Term, Term> =
                    symbols.iter().zip(numbers).map(|(symbol, number)| (*symbol, pool.bv(3, number))).collect();
                conditions.iter().all(|condition| pathfold_term::substitute(pool, *condition, &map) == TRUE)
            };
            let some = (0..512).any(|n| holds(&mut pool, [n & 7, n >> 3 & 7, n >> 6]));
            let mut checker = Checker::default();
            let few = Few::of(&mut pool, &mut checker, &path, &conditions, &Model::new(), PATIENT);
            match few.expect("512 are few").decide(&pool, &mut checker, &Model::new(), PATIENT) {
                Verdict::Sat(values) => {
                    let mut model = Model::new();
                    values.into_iter().for_each(|(symbol, value)| model.set(symbol, value));
                    assert!(some && checker.all(&pool, &conditions, &model));
                    possible += 1;
                }
                Verdict::Unsat => {
                    assert!(!some);
                    impossible += 1;
                }
                Verdict::Pass => panic!("512 combinations are few"),
            }
        }
        assert!(possible > 50 && impossible > 50, "{possible} and {impossible}");
    }
}
