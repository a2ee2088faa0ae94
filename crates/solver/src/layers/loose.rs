//! On a long path most symbols of a new condition are often new as well: inputs that a loop has just read. Here only symbols may
//! change that few conditions of the path mention, all others keep the witness's values. Then only those few conditions have to
//! be looked at, however long the path is.

use std::time::Instant;

use pathfold_term::{Op, Pool, Sort, Term};
use smallvec::SmallVec;

use super::linear::{self, Lowering, Verdict};
use super::repair;
use crate::Model;
use crate::check::{Checker, overlay};
use crate::path::{PathCondition, Symbols, symbols_of};

/// On shorter paths looking at all that is connected costs less than looking for what need not be.
const LONG: usize = 48;
/// Goals with more symbols are left to others, and so are conditions with more that must not change.
const MAX_SYMBOLS: usize = 24;

/// A model of `path` and `goal`: the witness with other values for symbols that few conditions mention.
pub(crate) fn decide(
    pool: &mut Pool,
    checker: &mut Checker,
    lowering: &mut Lowering,
    path: &PathCondition,
    goal: Term,
    witness: &Model,
    until: Option<Instant>,
) -> Option<Model> {
    let symbols = symbols_of(pool, goal);
    let is_long = symbols.iter().any(|symbol| path.group_size(*symbol) >= LONG);
    if !is_long || symbols.len() > MAX_SYMBOLS {
        return None;
    }
    let mut loose = Symbols::new();
    let mut held: SmallVec<[Term; 16]> = SmallVec::new();
    for &symbol in &symbols {
        if let Some(holders) = path.holders(symbol) {
            if pool.symbol_info(symbol).sort != Sort::Int {
                return None;
            }
            loose.push(symbol);
            held.extend(holders);
        }
    }
    if loose.is_empty() {
        return None;
    }
    held.sort_unstable();
    held.dedup();
    let mut fixed = symbols;
    for condition in &held {
        fixed.extend(symbols_of(pool, *condition));
    }
    fixed.retain(|symbol| !loose.contains(symbol));
    fixed.sort_unstable();
    fixed.dedup();
    if fixed.len() > MAX_SYMBOLS {
        return None;
    }
    let mut query: Vec<Term> = Vec::with_capacity(fixed.len() + held.len() + 1);
    for symbol in fixed {
        let (symbol, value) = (pool.symbol_term(symbol), witness.value_or_default(pool, symbol));
        let value = pool.constant(value);
        query.push(pool.eq(symbol, value));
    }
    query.extend(held);
    let start = query.len();
    if pool.op(goal) == Op::And {
        query.extend_from_slice(pool.args(goal));
    } else {
        query.push(goal);
    }
    // SOUND: what differs from the witness are loose symbols, since the others are fixed by conditions that are evaluated here with
    // those that mention a loose one; all other conditions of the path say the same of both models.
    if let Some(values) = repair::repair(pool, checker, &query, witness) {
        let model = overlay(witness, values);
        if checker.all(pool, &query, &model) {
            return Some(model);
        }
    }
    match linear::decide(pool, checker, lowering, &query, start, witness, until) {
        Verdict::Sat(model) => checker.all(pool, &query, &model).then_some(model),
        Verdict::Unsat(_) | Verdict::Pass => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pathfold_base::{Integer, Rng};
    use pathfold_term::{SymbolId, SymbolKind, Value};

    /// A linear condition over some symbols that holds at the witness.
    fn condition(pool: &mut Pool, rng: &mut Rng, symbols: &[(Term, SymbolId)], witness: &Model) -> Term {
        let (mut sum, mut value) = (pool.int(0), 0);
        for &(symbol, id) in symbols {
            let factor = rng.between(-3, 3);
            let (k, Some(Value::Int(Integer::Small(at)))) = (pool.int(factor), witness.get(id)) else { continue };
            let product = pool.mul(k, symbol);
            sum = pool.add(sum, product);
            value += factor * at;
        }
        let slack = rng.between(0, 4);
        let bound = pool.int(value + slack);
        let (at_most, equal) = (pool.int_le(sum, bound), pool.eq(sum, bound));
        match rng.below(4) {
            0 if slack == 0 => equal,
            0 | 1 => pool.or(&[at_most, equal]),
            2 if slack > 0 => pool.not(equal),
            _ => at_most,
        }
    }

    /// Whatever is found satisfies all of the path, although little of it was looked at.
    #[test]
    fn models_satisfy_the_whole_path() {
        let (mut rng, mut found) = (Rng::new(17), 0);
        for _ in 0..60 {
            let (mut pool, mut checker, mut lowering) = (Pool::new(), Checker::default(), Lowering::default());
            let mut witness = Model::new();
            let symbols: Vec<(Term, SymbolId)> = (0..120)
                .map(|at| {
                    let symbol = pool.symbol(&format!("x{at}"), SymbolKind::Input, Sort::Int);
                    let id = pool.as_symbol(symbol).unwrap();
                    witness.set(id, Value::Int(Integer::from(rng.between(-9, 9))));
                    (symbol, id)
                })
                .collect();
            let mut path = PathCondition::new();
            for at in 1..100 {
                // The first one is everywhere, others are near.
                let near = [symbols[0], symbols[at], symbols[at.saturating_sub(1 + rng.below(3))]];
                let some = if rng.chance(0.05) { &symbols[..30] } else { &near[rng.below(2)..2 + rng.below(2)] };
                let condition = condition(&mut pool, &mut rng, some, &witness);
                path.add(&mut pool, condition);
            }
            for _ in 0..40 {
                let some: Vec<_> = (0..=rng.below(3)).map(|_| *rng.pick(&symbols)).collect();
                let holds = condition(&mut pool, &mut rng, &some, &witness);
                let negated = pool.not(holds);
                let goal = path.simplify(&mut pool, negated);
                if pool.value(goal).is_some() {
                    continue;
                }
                let model = decide(&mut pool, &mut checker, &mut lowering, &path, goal, &witness, None);
                if let Some(model) = model {
                    let mut all: Vec<Term> = path.iter().collect();
                    all.push(goal);
                    assert!(checker.all(&pool, &all, &model), "{}", found);
                    found += 1;
                }
            }
        }
        assert!(found > 300, "{found}");
    }
}
