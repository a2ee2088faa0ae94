//! Terms at which a quantifier is worth instantiating: where the query reads what the quantifier is about. Seed 3 (6.4.2.1) instantiates at `t` where the query has the negated
//! body at `t`; reads by index are what such conditions are made of.

use pathfold_base::FxSet;
use pathfold_term::simplify::quantifier::instantiate;
use pathfold_term::{Op, Pool, Sort, SymbolId, Term};

/// How many nodes are looked at, and how many indices are kept.
const MAX_NODES: usize = 20_000;
const MAX_INDICES: usize = 8;

/// The terms of this sort by which something is read: indices of arrays, numbers whose single bits choose, numbers that
/// are compared with constants to choose.
pub(super) fn indices(pool: &Pool, conditions: &[Term], sort: Sort) -> Vec<Term> {
    let mut found = Vec::new();
    let (mut seen, mut stack) = (FxSet::default(), conditions.to_vec());
    while let Some(t) = stack.pop() {
        if !seen.insert(t) || seen.len() > MAX_NODES || found.len() >= MAX_INDICES {
            continue;
        }
        let index = match (pool.op(t), pool.args(t)) {
            (Op::Select, &[_, index]) => Some(index),
            (Op::Extract(high, low), &[index]) if high == low => Some(index),
            (Op::Ite, &[c, ..]) if pool.op(c) == Op::Eq && pool.sort(pool.args(c)[0]) == Sort::Int => {
                // `p = c` in normal form: `p` without its constant, so this is the index up to a shift.
                Some(pool.args(c)[0])
            }
            _ => None,
        };
        if let Some(index) = index
            && pool.sort(index) == sort
            && !found.contains(&index)
        {
            found.push(index);
        }
        if !matches!(pool.op(t), Op::Forall(_)) {
            stack.extend_from_slice(pool.args(t));
        }
    }
    found
}

/// How far the indices in a body are from its bound symbol: those that grow by one with it, at zero.
pub(super) fn shifts(pool: &mut Pool, bound: SymbolId, body: Term) -> Vec<Term> {
    let sort = pool.symbol_info(bound).sort;
    let (zero, one) = match sort {
        Sort::Int => (pool.int(0), pool.int(1)),
        Sort::Bv(w) => (pool.bv(w, 0), pool.bv(w, 1)),
        Sort::Bool | Sort::Fp(_) | Sort::Array(..) => return Vec::new(),
    };
    let mut found = Vec::new();
    for index in indices(pool, &[body], sort) {
        if !pool.occurs_free(bound, index) {
            continue;
        }
        let (first, second) = (instantiate(pool, bound, index, zero), instantiate(pool, bound, index, one));
        if pool.sub(second, first) == one && !found.contains(&first) {
            found.push(first);
        }
    }
    found
}
