//! Simultaneous substitution of terms for terms, through `mk`. Bound symbols are neither replaced nor captured.

use pathfold_base::FxMap;

use crate::op::Op;
use crate::pool::{FALSE, Pool, TRUE, Term, Terms};
use crate::symbol::SymbolId;

/// `t` with every outermost occurrence of a key of `map` replaced by its value. Iterative; recursion only into
/// quantifiers.
pub fn substitute(pool: &mut Pool, t: Term, map: &FxMap<Term, Term>) -> Term {
    if map.is_empty() {
        return t;
    }
    rewrite(pool, t, map, true)
}

/// `t` with every node passed through `mk` again, bottom up.
pub fn rebuild(pool: &mut Pool, t: Term) -> Term {
    rewrite(pool, t, &FxMap::default(), false)
}

/// What has been looked at below a term.
#[derive(Clone, Copy)]
enum Seen {
    Not,
    /// The condition of an `ite`.
    Condition,
    All,
}

fn rewrite(pool: &mut Pool, t: Term, map: &FxMap<Term, Term>, keep_unchanged: bool) -> Term {
    let mut done: FxMap<Term, Term> = FxMap::default();
    let mut stack = vec![(t, Seen::Not)];
    while let Some((top, seen)) = stack.pop() {
        if done.contains_key(&top) {
            continue;
        }
        if let Some(&image) = map.get(&top) {
            done.insert(top, image);
            continue;
        }
        let op = pool.op(top);
        match (seen, op) {
            (Seen::Not, Op::Const(_) | Op::Symbol(_)) => {
                done.insert(top, top);
                continue;
            }
            (Seen::Not, Op::Forall(bound)) => {
                let image = quantifier(pool, top, bound, map, keep_unchanged);
                done.insert(top, image);
                continue;
            }
            (Seen::Not, Op::Ite) => {
                stack.extend([(top, Seen::Condition), (pool.args(top)[0], Seen::Not)]);
                continue;
            }
            // Memory behind symbolic indices is a deep choice: once the index is known, only what is chosen counts.
            (Seen::Condition, _) => {
                let [condition, then, other] = [0, 1, 2].map(|index| pool.args(top)[index]);
                let chosen = match done.get(&condition) {
                    Some(&TRUE) => then,
                    Some(&FALSE) => other,
                    _ => {
                        stack.extend([(top, Seen::All), (then, Seen::Not), (other, Seen::Not)]);
                        continue;
                    }
                };
                match done.get(&chosen) {
                    Some(&image) => drop(done.insert(top, image)),
                    None => stack.extend([(top, Seen::Condition), (chosen, Seen::Not)]),
                }
                continue;
            }
            (Seen::Not, _) => {
                stack.push((top, Seen::All));
                stack.extend(pool.args(top).iter().map(|&a| (a, Seen::Not)));
                continue;
            }
            (Seen::All, _) => {}
        }
        let args = pool.args(top);
        let images: Terms = args.iter().map(|a| done.get(a).copied().unwrap_or(*a)).collect();
        let image = if keep_unchanged && images.as_slice() == args { top } else { pool.mk(op, &images) };
        done.insert(top, image);
    }
    done.get(&t).copied().unwrap_or(t)
}

fn quantifier(pool: &mut Pool, t: Term, bound: SymbolId, map: &FxMap<Term, Term>, keep_unchanged: bool) -> Term {
    let [count, body] = [pool.args(t)[0], pool.args(t)[1]];
    let new_count = rewrite(pool, count, map, keep_unchanged);
    // Only keys that the body can contain matter there, and none that mentions the bound symbol.
    let mut inner: FxMap<Term, Term> = FxMap::default();
    let mut capture = false;
    for (&key, &image) in map {
        if !pool.occurs_free(bound, key) {
            capture |= pool.occurs_free(bound, image);
            inner.insert(key, image);
        }
    }
    let (bound, body) = if capture {
        let fresh = pool.fresh_bound(bound);
        let Some(symbol) = pool.as_symbol(fresh) else { return t };
        let rename = FxMap::from_iter([(pool.symbol_term(bound), fresh)]);
        (symbol, rewrite(pool, body, &rename, true))
    } else {
        (bound, body)
    };
    let new_body = rewrite(pool, body, &inner, keep_unchanged);
    if keep_unchanged && new_count == count && new_body == body && !capture {
        return t;
    }
    pool.mk(Op::Forall(bound), &[new_count, new_body])
}
