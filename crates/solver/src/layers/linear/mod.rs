//! Decides small Boolean combinations of integer atoms. Linear ones exactly; numbers made from conditions
//! (`ite(c, 1, 0)`), their products and divisions by constants through their definitions; what is not linear even then
//! is abstracted. Bounded by a number of nodes, points and pivots; beyond it passes to the back end, which would take a
//! thousand times longer to say the same on what is decided here.

mod core;
mod lower;
mod search;

use self::search::Search;
use crate::Model;
use crate::check::Checker;
use crate::simplex::Reason;
use pathfold_term::{Pool, Term};
use std::time::Instant;

pub(crate) use self::lower::Lowering;

/// Longer queries are left to others.
const MAX_CONDITIONS: usize = 4096;

/// What was found.
#[derive(Debug)]
pub(crate) enum Verdict {
    /// The witness with other values for some symbols.
    Sat(Model),
    /// These conditions (positions in the query) contradict each other.
    Unsat(Vec<usize>),
    Pass,
}

/// Decides the conjunction of `query`, whose conditions before `goal` hold at the witness; the search starts there, and
/// ends at the deadline.
pub(crate) fn decide(
    pool: &mut Pool,
    checker: &mut Checker,
    lowering: &mut Lowering,
    query: &[Term],
    goal: usize,
    witness: &Model,
    until: Option<Instant>,
) -> Verdict {
    if query.len() > MAX_CONDITIONS {
        return Verdict::Pass;
    }
    lowering.trim();
    let mut search = Search::new(pool, checker, lowering, query, witness, until);
    for condition in goal..query.len() {
        if !search.join(condition) {
            return Verdict::Pass;
        }
    }
    match search.decide() {
        // The caller evaluates it again.
        Some(Ok(())) => search.model.take().map_or(Verdict::Pass, Verdict::Sat),
        // SOUND: what joined is part of the query or holds always; fewer constraints and abstracted values only make
        // more possible, so a contradiction is one of the query.
        Some(Err(core)) => Verdict::Unsat((0..query.len()).filter(|&i| core.contains(i as Reason)).collect()),
        None => Verdict::Pass,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::overlay;
    use pathfold_base::{Integer, Rng};
    use pathfold_term::{Sort, SymbolKind, Value};

    /// A number: linear, made from a condition, a product, a quotient or a remainder.
    fn number(pool: &mut Pool, rng: &mut Rng, symbols: &[Term], depth: u32) -> Term {
        let kind = if depth == 0 { 0 } else { rng.below(6) };
        match kind {
            1 => {
                let c = atom(pool, rng, symbols, depth - 1);
                let (a, b) = (number(pool, rng, symbols, 0), pool.int(rng.between(-1, 1)));
                pool.ite(c, a, b)
            }
            2 => {
                let c = atom(pool, rng, symbols, depth - 1);
                pool.bool_to_int(c)
            }
            3 => {
                let (a, b) = (number(pool, rng, symbols, depth - 1), number(pool, rng, symbols, depth - 1));
                pool.mul(a, b)
            }
            4 | 5 => {
                let (a, b) = (number(pool, rng, symbols, depth - 1), rng.between(-4, 4));
                let b = pool.int(b);
                if kind == 4 { pool.int_div(a, b) } else { pool.int_rem(a, b) }
            }
            _ => *rng.pick(symbols),
        }
    }

    fn atom(pool: &mut Pool, rng: &mut Rng, symbols: &[Term], depth: u32) -> Term {
        let mut sum = pool.int(0);
        for &symbol in symbols {
            let factor = pool.int(rng.between(-4, 4));
            let part = if depth > 0 && rng.chance(0.6) { number(pool, rng, symbols, depth) } else { symbol };
            let product = pool.mul(factor, part);
            sum = pool.add(sum, product);
        }
        let bound = pool.int(rng.between(-8, 8));
        match rng.below(4) {
            0 => pool.eq(sum, bound),
            1 => pool.ne(sum, bound),
            _ => pool.int_le(sum, bound),
        }
    }

    #[test]
    fn linear_agrees_with_trying_all_points_of_a_box() {
        let (sat, unsat, _) = compare(4, 1500, 0);
        assert!(sat > 400 && unsat > 300, "{sat} sat, {unsat} unsat");
    }

    #[test]
    fn lifted_and_abstracted_agrees_with_trying_all_points_of_a_box() {
        let (sat, unsat, passed) = compare(11, 1500, 2);
        assert!(sat > 400 && unsat > 250 && passed < 500, "{sat} sat, {unsat} unsat, {passed} passed");
    }

    /// Every verdict inside a box is what trying all points says, and so is every core; how many of each.
    fn compare(seed: u64, queries: usize, depth: u32) -> (usize, usize, usize) {
        let mut pool = Pool::new();
        let symbols = ["x", "y", "z"].map(|n| pool.symbol(n, SymbolKind::Input, Sort::Int));
        let ids = symbols.map(|t| pool.as_symbol(t).unwrap());
        let mut rng = Rng::new(seed);
        let mut checker = Checker::default();
        let mut lowering = Lowering::default();
        let points: Vec<Model> = (0..343i64)
            .map(|n| {
                let at = |d: i64| Value::Int(Integer::from(n / d % 7 - 3));
                overlay(&Model::new(), [(ids[0], at(1)), (ids[1], at(7)), (ids[2], at(49))])
            })
            .collect();
        let (low, high) = (pool.int(-3), pool.int(3));
        let (mut sat, mut unsat, mut passed) = (0, 0, 0);
        for _ in 0..queries {
            let mut query = Vec::new();
            for &symbol in &symbols {
                query.push(pool.int_le(low, symbol));
                query.push(pool.int_le(symbol, high));
            }
            for _ in 0..1 + rng.below(6) {
                let a = atom(&mut pool, &mut rng, &symbols, depth);
                let t = if rng.chance(0.3) {
                    let b = atom(&mut pool, &mut rng, &symbols, depth);
                    let c = atom(&mut pool, &mut rng, &symbols, depth);
                    let inner = pool.and(&[b, c]);
                    let or = pool.or(&[a, inner]);
                    if rng.chance(0.3) { pool.not(or) } else { or }
                } else {
                    a
                };
                query.push(t);
            }
            query.retain(|&t| pool.value(t).is_none());
            let possible =
                |pool: &Pool, checker: &mut Checker, query: &[Term]| points.iter().any(|p| checker.all(pool, query, p));
            let expected = possible(&pool, &mut checker, &query);
            // As on a path: all but the last condition hold at the witness, if there is one.
            let (slice, witness) = match query.split_last() {
                Some((_, slice)) => match points.iter().find(|p| checker.all(&pool, slice, p)) {
                    Some(point) if rng.chance(0.7) => (slice.len(), point.clone()),
                    _ => (0, Model::new()),
                },
                None => (0, Model::new()),
            };
            match decide(&mut pool, &mut checker, &mut lowering, &query, slice, &witness, None) {
                Verdict::Sat(model) => {
                    assert!(checker.all(&pool, &query, &model));
                    sat += 1;
                }
                Verdict::Unsat(core) => {
                    assert!(!expected);
                    // The box may be missing from the core; then it is unsatisfiable everywhere, so inside too.
                    let core: Vec<Term> = core.iter().map(|&i| query[i]).collect();
                    assert!(!possible(&pool, &mut checker, &core));
                    unsat += 1;
                }
                Verdict::Pass => passed += 1,
            }
        }
        (sat, unsat, passed)
    }
}
