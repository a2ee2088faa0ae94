//! Products of symbols: with a value for one of its factors a product is linear, and others are found by what decides that. Only
//! models are found in this way; the caller evaluates them again.

use std::cmp::Reverse;
use std::time::Instant;

use pathfold_base::{FxMap, FxSet};
use pathfold_term::{FALSE, Features, Op, Pool, Sort, SymbolId, TRUE, Term, Value, substitute};

use super::linear::{self, Lowering, Verdict};
use crate::Model;
use crate::check::Checker;
use crate::path::symbols_of;

/// So many symbols get values.
const MAX_FIXED: usize = 6;
/// What symbols are tried with, after what they are at the witness.
const VALUES: [i64; 4] = [1, -1, 2, 0];

/// A model of a query of few terms, in which something is not linear.
pub(crate) fn find(
    pool: &mut Pool,
    checker: &mut Checker,
    lowering: &mut Lowering,
    query: &[Term],
    witness: &Model,
    until: Option<Instant>,
) -> Option<Model> {
    std::iter::once(None).chain(VALUES.map(Some)).find_map(|value| {
        let (mut rest, mut model) = (query.to_vec(), witness.clone());
        for _ in 0..MAX_FIXED {
            let Some(symbol) = factor(pool, &rest) else { break };
            let value = match value {
                None => witness.value_or_default(pool, symbol),
                Some(n) => Value::Int(n.into()),
            };
            let constant = pool.constant(value.clone());
            let map = FxMap::from_iter([(pool.symbol_term(symbol), constant)]);
            for condition in &mut rest {
                *condition = substitute(pool, *condition, &map);
            }
            if rest.contains(&FALSE) {
                return None;
            }
            rest.retain(|condition| *condition != TRUE);
            model.set(symbol, value);
        }
        if !rest.is_empty() {
            match linear::decide(pool, checker, lowering, &rest, 0, &model, until) {
                Verdict::Sat(found) => model = found,
                Verdict::Unsat(_) | Verdict::Pass => return None,
            }
        }
        checker.all(pool, query, &model).then_some(model)
    })
}

/// The symbol in most factors of products.
fn factor(pool: &mut Pool, query: &[Term]) -> Option<SymbolId> {
    let mut open: Vec<Term> = query.to_vec();
    let (mut seen, mut counts) = (FxSet::default(), FxMap::<SymbolId, usize>::default());
    while let Some(term) = open.pop() {
        if !pool.features(term).contains(Features::NONLINEAR) || !seen.insert(term) {
            continue;
        }
        let args = pool.args(term).to_vec();
        let mut factors: Vec<Term> = match pool.op(term) {
            Op::IntMul => args.clone(),
            // Only what is divided by.
            Op::IntDiv | Op::IntRem => args.get(1..).unwrap_or_default().to_vec(),
            _ => Vec::new(),
        };
        // Numbers made from conditions are no obstacle.
        factors.retain(|factor| pool.value(*factor).is_none() && pool.op(*factor) != Op::Ite);
        if pool.op(term) == Op::IntMul && factors.len() < 2 {
            factors.clear();
        }
        for factor in factors {
            for symbol in symbols_of(pool, factor) {
                if pool.symbol_info(symbol).sort == Sort::Int {
                    *counts.entry(symbol).or_default() += 1;
                }
            }
        }
        open.extend(args);
    }
    // The number of a symbol decides between equals, so that the order of the map does not.
    counts.into_iter().map(|(symbol, count)| (count, Reverse(symbol))).max().map(|(_, Reverse(symbol))| symbol)
}

#[cfg(test)]
mod tests {
    use pathfold_term::SymbolKind;

    use super::*;

    /// Each by `linear` alone, once a factor has the value that the witness gives it, or a small one.
    #[test]
    fn factors_with_values_leave_something_linear() {
        let mut pool = Pool::new();
        let [x, y, z] = ["x", "y", "z"].map(|name| pool.symbol(name, SymbolKind::Input, Sort::Int));
        let (mut checker, mut lowering) = (Checker::default(), Lowering::default());
        let (xy, yz) = (pool.mul(x, y), pool.mul(y, z));
        let (big, less) = (pool.int(1_000_003), pool.int(-77));
        let (sum, quotient) = (pool.add(xy, yz), pool.int_div(z, y));
        let queries = [
            vec![pool.eq(xy, big), pool.ne(x, big)],
            vec![pool.eq(sum, less), pool.int_le(big, x)],
            vec![pool.int_le(xy, less), pool.int_le(less, yz)],
            vec![pool.eq(quotient, big)],
        ];
        let mut at = Model::new();
        at.set(pool.as_symbol(y).expect("a symbol"), Value::Int(1_000_003_i64.into()));
        for query in queries {
            for witness in [Model::new(), at.clone()] {
                let found = find(&mut pool, &mut checker, &mut lowering, &query, &witness, None);
                assert!(found.is_some_and(|model| checker.all(&pool, &query, &model)), "{query:?}");
            }
        }
        // No factor helps.
        let impossible = [pool.eq(xy, big), pool.eq(x, less)];
        assert!(find(&mut pool, &mut checker, &mut lowering, &impossible, &at, None).is_none());
    }
}
