//! Equations of a query say what a symbol is: `x + y = 9` makes it `9 - y`, and so do two bounds that meet. Without such symbols
//! products often have a factor that is known, and a query that would keep a solver process busy for milliseconds is linear. Where
//! products are left, one of their factors gets a value ([`super::factors`]). Counts as `linear`; the caller evaluates models again.

use std::time::Instant;

use pathfold_base::{FxMap, FxSet, Integer};
use pathfold_term::{FALSE, Features, Pool, SymbolId, TRUE, Term, substitute};
use smallvec::SmallVec;

use super::factors;
use super::linear::{self, Lowering, Verdict};
use crate::Model;
use crate::atom::{Linear, Relation};
use crate::check::Checker;

/// Longer queries are left to others: each equation is put into all other conditions.
const MAX_CONDITIONS: usize = 256;
/// Queries with more terms, too.
const MAX_TERMS: usize = 2_000;
/// So many symbols are eliminated.
const MAX_SYMBOLS: usize = 24;

/// Symbols with their factors, in the order of the symbols.
type Terms = SmallVec<[(SymbolId, i64); 4]>;

/// Decides a query of which something is not linear, if it is without the symbols that its equations define. Called as `linear` is.
pub(crate) fn decide(
    pool: &mut Pool,
    checker: &mut Checker,
    lowering: &mut Lowering,
    query: &[Term],
    _goal: usize,
    witness: &Model,
    until: Option<Instant>,
) -> Verdict {
    let features = query.iter().fold(Features::NONE, |all, t| all.union(pool.features(*t)));
    let others = Features::QUANTIFIER.union(Features::ARRAY);
    if query.len() > MAX_CONDITIONS
        || !features.contains(Features::NONLINEAR)
        || features.intersects(others)
        || !is_small(pool, query)
    {
        return Verdict::Pass;
    }
    // With the position of the condition that each comes from.
    let mut rest: Vec<(usize, Term)> = query.iter().copied().enumerate().collect();
    let (mut equations, mut defined) = (Vec::new(), Vec::new());
    while defined.len() < MAX_SYMBOLS
        && let Some((positions, symbol, definition)) = equation(pool, &rest)
    {
        for at in positions.into_iter().rev() {
            equations.push(rest.remove(at).0);
        }
        let map = FxMap::from_iter([(pool.symbol_term(symbol), definition)]);
        for (_, condition) in &mut rest {
            *condition = substitute(pool, *condition, &map);
        }
        rest.retain(|(_, condition)| *condition != TRUE);
        defined.push((symbol, definition));
        // SOUND: over the integers an equation with a factor of 1 or -1 says just that its symbol is the definition, so what
        // contradicts itself now contradicts the equations.
        if let Some((from, _)) = rest.iter().find(|(_, condition)| *condition == FALSE) {
            equations.push(*from);
            return Verdict::Unsat(equations);
        }
    }
    let conditions: Vec<Term> = rest.iter().map(|(_, condition)| *condition).collect();
    let found = if conditions.is_empty() {
        Some(witness.clone())
    } else {
        let linear = match defined.is_empty() {
            true => Verdict::Pass,
            false => linear::decide(pool, checker, lowering, &conditions, 0, witness, until),
        };
        match linear {
            Verdict::Sat(model) if checker.all(pool, &conditions, &model) => Some(model),
            Verdict::Unsat(core) => {
                equations.extend(core.into_iter().map(|position| rest[position].0));
                return Verdict::Unsat(equations);
            }
            Verdict::Sat(_) | Verdict::Pass => factors::find(pool, checker, lowering, &conditions, witness, until),
        }
    };
    let Some(mut model) = found else { return Verdict::Pass };
    // A definition is about symbols that were eliminated after it.
    for (symbol, definition) in defined.into_iter().rev() {
        let Some(value) = checker.value(pool, definition, &model) else { return Verdict::Pass };
        model.set(symbol, value);
    }
    Verdict::Sat(model)
}

/// Whether it has few terms: each is rewritten for each symbol.
fn is_small(pool: &Pool, query: &[Term]) -> bool {
    let (mut open, mut seen) = (query.to_vec(), FxSet::default());
    while let Some(term) = open.pop() {
        if seen.insert(term) {
            open.extend_from_slice(pool.args(term));
        }
        if seen.len() > MAX_TERMS {
            return false;
        }
    }
    true
}

/// The conditions, one or two, that are an equation, and what that says a symbol is that conditions with products mention.
fn equation(pool: &mut Pool, conditions: &[(usize, Term)]) -> Option<(SmallVec<[usize; 2]>, SymbolId, Term)> {
    let mut at_most: FxMap<Terms, (usize, i64)> = FxMap::default();
    for (at, (_, condition)) in conditions.iter().enumerate() {
        let Some(Linear { mut terms, relation, bound }) = Linear::read(pool, *condition) else { continue };
        terms.sort_unstable();
        let positions = match relation {
            Relation::Eq => SmallVec::from_slice(&[at]),
            Relation::Ne => continue,
            Relation::Le => {
                // Two bounds that meet.
                let Some(opposite) = terms.iter().map(|(s, k)| Some((*s, k.checked_neg()?))).collect::<Option<Terms>>()
                else {
                    continue;
                };
                match at_most.get(&opposite) {
                    Some((other, least)) if least.checked_neg() == Some(bound) => SmallVec::from_slice(&[*other, at]),
                    _ => {
                        let known = at_most.entry(terms.clone()).or_insert((at, bound));
                        if bound < known.1 {
                            *known = (at, bound);
                        }
                        continue;
                    }
                }
            }
        };
        let in_product = |pool: &mut Pool, symbol| {
            conditions
                .iter()
                .any(|(_, t)| pool.features(*t).contains(Features::NONLINEAR) && pool.occurs_free(symbol, *t))
        };
        let found = terms.iter().find(|(symbol, factor)| matches!(factor, 1 | -1) && in_product(pool, *symbol));
        let Some(&(symbol, sign)) = found else { continue };
        // sign * symbol + others = bound.
        let mut definition = pool.int(Integer::from(bound).mul(&Integer::from(sign)));
        for &(other, factor) in terms.iter().filter(|(other, _)| *other != symbol) {
            let factor = pool.int(Integer::from(factor).mul(&Integer::from(-sign)));
            let other = pool.symbol_term(other);
            let product = pool.mul(factor, other);
            definition = pool.add(definition, product);
        }
        return Some((positions, symbol, definition));
    }
    None
}

#[cfg(test)]
mod tests {
    use pathfold_base::Rng;
    use pathfold_term::{Sort, SymbolKind, Value};

    use super::*;
    use crate::check::overlay;

    /// A product of two linear numbers, or of three.
    fn product(pool: &mut Pool, rng: &mut Rng, symbols: &[Term]) -> Term {
        let mut all = pool.int(1);
        for _ in 0..2 + rng.below(2) {
            let mut sum = pool.int(rng.between(-3, 3));
            for _ in 0..1 + rng.below(2) {
                let (factor, symbol) = (pool.int(rng.between(-2, 2)), *rng.pick(symbols));
                let part = pool.mul(factor, symbol);
                sum = pool.add(sum, part);
            }
            all = pool.mul(all, sum);
        }
        all
    }

    /// Every verdict inside a box is what trying all of its points says.
    #[test]
    fn it_says_what_trying_all_points_says() {
        let mut pool = Pool::new();
        let symbols = ["x", "y", "z"].map(|name| pool.symbol(name, SymbolKind::Input, Sort::Int));
        let ids = symbols.map(|term| pool.as_symbol(term).expect("a symbol"));
        let points: Vec<Model> = (0..343_i64)
            .map(|n| {
                let at = |d: i64| Value::Int(Integer::from(n / d % 7 - 3));
                overlay(&Model::new(), [(ids[0], at(1)), (ids[1], at(7)), (ids[2], at(49))])
            })
            .collect();
        let (mut checker, mut lowering, mut rng) = (Checker::default(), Lowering::default(), Rng::new(5));
        let (low, high) = (pool.int(-3), pool.int(3));
        let (mut sat, mut unsat) = (0, 0);
        for _ in 0..3000 {
            let mut query: Vec<Term> =
                symbols.iter().flat_map(|s| [pool.int_le(low, *s), pool.int_le(*s, high)]).collect();
            for _ in 0..1 + rng.below(2) {
                let mut sum = pool.int(rng.between(-4, 4));
                for symbol in symbols {
                    let factor = pool.int(rng.between(-2, 2));
                    let part = pool.mul(factor, symbol);
                    sum = pool.add(sum, part);
                }
                let right = pool.int(rng.between(-2, 2));
                match rng.chance(0.5) {
                    true => query.push(pool.eq(sum, right)),
                    false => query.extend([pool.int_le(sum, right), pool.int_le(right, sum)]),
                }
            }
            for _ in 0..1 + rng.below(3) {
                let (left, right) = (product(&mut pool, &mut rng, &symbols), pool.int(rng.between(-9, 9)));
                query.push(match rng.below(3) {
                    0 => pool.eq(left, right),
                    1 => pool.ne(left, right),
                    _ => pool.int_le(left, right),
                });
            }
            query.retain(|condition| *condition != TRUE);
            if query.contains(&FALSE) {
                continue;
            }
            let possible = points.iter().any(|point| checker.all(&pool, &query, point));
            match decide(&mut pool, &mut checker, &mut lowering, &query, 0, &Model::new(), None) {
                Verdict::Sat(model) => {
                    assert!(checker.all(&pool, &query, &model), "{query:?}");
                    sat += 1;
                }
                Verdict::Unsat(core) => {
                    // Also without the box, which may not be in the core.
                    let core: Vec<Term> = core.into_iter().map(|position| query[position]).collect();
                    assert!(!possible && !points.iter().any(|point| checker.all(&pool, &core, point)), "{query:?}");
                    unsat += 1;
                }
                Verdict::Pass => {}
            }
        }
        assert!(sat > 200 && unsat > 500, "{sat} and {unsat}");
    }
}
