//! Refutes a goal with the intervals of its symbols. Only ever answers `Unsat`, or passes.

use crate::PathCondition;
use crate::atom::{Linear, Relation};
use crate::bounds::{Bounds, Range, signed_range, sum_range, unsigned_range};
use pathfold_term::{Op, Pool, Sort, SymbolId, Term};

/// How deep goals and bit vector terms are looked into.
const DEPTH: u32 = 6;

/// Whether the bounds on the path exclude the goal.
pub(crate) fn refutes(pool: &Pool, path: &PathCondition, goal: Term) -> bool {
    impossible(pool, goal, &|symbol| path.bounds(pool, symbol), DEPTH)
}

fn impossible(pool: &Pool, t: Term, bounds: &impl Fn(SymbolId) -> Option<Bounds>, depth: u32) -> bool {
    if depth == 0 {
        return false;
    }
    // SOUND: a conjunction is impossible if one part is, a disjunction if all are; intervals over-approximate.
    match pool.op(t) {
        Op::And => pool.args(t).iter().any(|&a| impossible(pool, a, bounds, depth - 1)),
        Op::Or => pool.args(t).iter().all(|&a| impossible(pool, a, bounds, depth - 1)),
        Op::Not => match pool.args(t) {
            &[inner] if is_bv_equality(pool, inner) => always_equal(pool, inner, bounds),
            _ => linear_impossible(pool, t, bounds),
        },
        Op::Eq if is_bv_equality(pool, t) => {
            let &[a, b] = pool.args(t) else { return false };
            disjoint(unsigned_range(pool, a, bounds, DEPTH), unsigned_range(pool, b, bounds, DEPTH))
                || disjoint(signed_range(pool, a, bounds, DEPTH), signed_range(pool, b, bounds, DEPTH))
        }
        Op::Eq | Op::IntLe => linear_impossible(pool, t, bounds),
        Op::BvUlt | Op::BvUle | Op::BvSlt | Op::BvSle => {
            let &[a, b] = pool.args(t) else { return false };
            let (strict, signed) = match pool.op(t) {
                Op::BvUlt => (true, false),
                Op::BvUle => (false, false),
                Op::BvSlt => (true, true),
                // The fourth of the four matched above.
                _ => (false, true),
            };
            let range = |t| {
                if signed { signed_range(pool, t, bounds, DEPTH) } else { unsigned_range(pool, t, bounds, DEPTH) }
            };
            let (a, b) = (range(a), range(b));
            if strict { a.low >= b.high } else { a.low > b.high }
        }
        // Any other Boolean term can be true as far as intervals say.
        _ => false,
    }
}

fn is_bv_equality(pool: &Pool, t: Term) -> bool {
    pool.op(t) == Op::Eq && pool.args(t).first().is_some_and(|&a| matches!(pool.sort(a), Sort::Bv(1..=64)))
}

fn always_equal(pool: &Pool, t: Term, bounds: &impl Fn(SymbolId) -> Option<Bounds>) -> bool {
    let &[a, b] = pool.args(t) else { return false };
    let (a, b) = (unsigned_range(pool, a, bounds, DEPTH), unsigned_range(pool, b, bounds, DEPTH));
    a == b && a.low == a.high
}

fn disjoint(a: Range, b: Range) -> bool {
    a.low > b.high || b.low > a.high
}

fn linear_impossible(pool: &Pool, t: Term, bounds: &impl Fn(SymbolId) -> Option<Bounds>) -> bool {
    let Some(atom) = Linear::read(pool, t) else { return false };
    let Some(range) = sum_range(&atom.terms, bounds) else { return false };
    let bound = i128::from(atom.bound);
    match atom.relation {
        Relation::Le => range.low > bound,
        Relation::Eq => range.low > bound || range.high < bound,
        Relation::Ne => range.low == bound && range.high == bound,
    }
}
