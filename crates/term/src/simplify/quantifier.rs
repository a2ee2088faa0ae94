//! Rules for `Forall` that look at the shape of its body only: what does not depend on the bound symbol moves out,
//! conjunctions are split, short ranges are written out. What a range of numbers means for a comparison is in
//! [`super::quantifier_int`] and [`super::quantifier_bv`] (design, "Solver": first eliminate).

use pathfold_base::{FxMap, Integer};

use super::Rule;
use super::example::{bools, ints, sym};
use crate::op::Op;
use crate::pool::{FALSE, Pool, TRUE, Term, Terms};
use crate::sort::Sort;
use crate::subst::substitute;
use crate::symbol::{SymbolId, SymbolKind};
use crate::value::Value;

/// Ranges up to this length are unrolled.
const UNROLL: i64 = 8;

/// Rules for `Forall` that are tried before comparisons are looked at.
pub const SHAPE: &[Rule] = &[
    Rule {
        name: "forall-true",
        apply: |_, _, args| (args[1] == TRUE).then_some(TRUE),
        examples: |p| {
            let [x, ..] = ints(p);
            vec![quantified(p, x, |_, _| TRUE)]
        },
    },
    Rule {
        name: "forall-at-most-one",
        apply: |pool, op, args| unroll(pool, op, args, 1),
        examples: |p| {
            let mut all = vec![];
            for n in [-1, 0, 1] {
                let n = p.int(n);
                all.push(quantified(p, n, above));
            }
            for n in [0, 1] {
                let n = p.bv(3, n);
                all.push(quantified(p, n, below));
            }
            all
        },
    },
    Rule {
        name: "forall-unused-bound",
        apply: unused,
        examples: |p| {
            let ([q, ..], [x, ..], a) = (bools(p), ints(p), sym(p, "a", Sort::Bv(3)));
            vec![quantified(p, x, |_, _| q), quantified(p, a, |_, _| q)]
        },
    },
    Rule { name: "forall-and", apply: conjunction, examples: |p| list_examples(p, Op::And, Op::Or) },
    Rule { name: "forall-or-invariant", apply: disjunction, examples: |p| list_examples(p, Op::Or, Op::And) },
    Rule {
        name: "forall-ite-invariant",
        apply: choice,
        examples: |p| {
            let ([q, ..], [x, ..], a) = (bools(p), ints(p), sym(p, "a", Sort::Bv(3)));
            let int = quantified(p, x, |p, t| {
                let (c, d) = (above(p, t), odd(p, t));
                p.raw(Op::Ite, &[q, c, d])
            });
            let bv = quantified(p, a, |p, t| {
                let (c, d) = (below(p, t), p.raw(Op::Eq, &[t, a]));
                p.raw(Op::Ite, &[q, c, d])
            });
            vec![int, bv]
        },
    },
];

/// Rules for `Forall` that are tried last.
pub const LAST: &[Rule] = &[
    Rule {
        name: "forall-constant-count",
        apply: |pool, op, args| unroll(pool, op, args, UNROLL),
        examples: |p| {
            let mut all = vec![];
            for n in [-1, 0, 1, 3] {
                let n = p.int(n);
                all.push(quantified(p, n, above));
            }
            for n in [0, 3] {
                let n = p.bv(3, n);
                all.push(quantified(p, n, below));
            }
            all
        },
    },
    Rule {
        name: "forall-canonical-bound",
        apply: canonical,
        examples: |p| {
            let ([x, ..], a) = (ints(p), sym(p, "a", Sort::Bv(3)));
            vec![quantified(p, x, above), quantified(p, a, below)]
        },
    },
];

/// The unsimplified quantifier of examples.
pub(super) fn quantified(p: &mut Pool, count: Term, body: impl FnOnce(&mut Pool, Term) -> Term) -> Term {
    let sort = p.sort(count);
    let name = format!("k_{}", sort.width().unwrap_or(0));
    let bound = p.symbol(&name, SymbolKind::Bound, sort);
    let body = body(p, bound);
    match p.as_symbol(bound) {
        Some(s) => p.raw(Op::Forall(s), &[count, body]),
        None => body,
    }
}

fn above(p: &mut Pool, bound: Term) -> Term {
    let [_, y, ..] = ints(p);
    p.raw(Op::IntLe, &[y, bound])
}

fn below(p: &mut Pool, bound: Term) -> Term {
    let y = sym(p, "b", Sort::Bv(3));
    p.raw(Op::BvUlt, &[bound, y])
}

fn odd(p: &mut Pool, bound: Term) -> Term {
    let (two, one) = (p.int(2), p.int(1));
    let rest = p.raw(Op::IntRem, &[bound, two]);
    p.raw(Op::Eq, &[rest, one])
}

/// Bodies that are lists with and without parts in which the bound symbol does not occur, plain and as the negation of
/// the dual list.
fn list_examples(p: &mut Pool, op: Op, dual: Op) -> Vec<Term> {
    let ([q, r, ..], [x, ..], a) = (bools(p), ints(p), sym(p, "a", Sort::Bv(3)));
    let mut all = vec![];
    all.push(quantified(p, x, |p, t| {
        let (c, d) = (above(p, t), odd(p, t));
        p.raw(op, &[c, d, q])
    }));
    all.push(quantified(p, x, |p, t| {
        let (c, d) = (above(p, t), odd(p, t));
        p.raw(op, &[q, r, c, d])
    }));
    all.push(quantified(p, x, |p, t| {
        let (c, d) = (above(p, t), odd(p, t));
        let inner = p.raw(dual, &[c, q, d]);
        p.raw(Op::Not, &[inner])
    }));
    all.push(quantified(p, a, |p, t| {
        let c = below(p, t);
        p.raw(op, &[c, q])
    }));
    all
}

/// The number at a position of a range.
fn position(pool: &mut Pool, sort: Sort, n: i64) -> Option<Term> {
    match sort {
        Sort::Int => Some(pool.int(n)),
        Sort::Bv(w) => Some(pool.bv(w, n.unsigned_abs().into())),
        Sort::Bool | Sort::Fp(_) | Sort::Array(..) => None,
    }
}

fn unroll(pool: &mut Pool, op: Op, args: &[Term], most: i64) -> Option<Term> {
    let Op::Forall(bound) = op else { return None };
    let count = match pool.value(args[0])? {
        Value::Int(n) if n.is_negative() => 0,
        Value::Int(n) => n.to_i64()?,
        Value::Bits(b) => Integer::from(b.unsigned()).to_i64()?,
        Value::Bool(_) | Value::Fp(..) | Value::Array(_) => return None,
    };
    if count > most {
        return None;
    }
    let mut all = Terms::new();
    for n in 0..count {
        let sort = pool.sort(args[0]);
        let at = position(pool, sort, n)?;
        all.push(instantiate(pool, bound, args[1], at));
    }
    Some(pool.and(&all))
}

/// The body with a term for the bound symbol.
pub fn instantiate(pool: &mut Pool, bound: SymbolId, body: Term, at: Term) -> Term {
    let map = FxMap::from_iter([(pool.symbol_term(bound), at)]);
    substitute(pool, body, &map)
}

fn unused(pool: &mut Pool, op: Op, args: &[Term]) -> Option<Term> {
    let Op::Forall(bound) = op else { return None };
    if pool.occurs_free(bound, args[1]) {
        return None;
    }
    let empty = is_empty(pool, args[0])?;
    Some(pool.or2(empty, args[1]))
}

/// The condition that a range of `count` numbers has none.
pub fn is_empty(pool: &mut Pool, count: Term) -> Option<Term> {
    let zero = position(pool, pool.sort(count), 0)?;
    Some(match pool.sort(count) {
        Sort::Int => pool.int_le(count, zero),
        _ => pool.eq(count, zero),
    })
}

/// The parts of a list of `op`, also where it is written as the negation of the dual list.
fn parts(pool: &mut Pool, op: Op, t: Term) -> Option<Terms> {
    let dual = if op == Op::And { Op::Or } else { Op::And };
    if pool.op(t) == op {
        return Some(pool.arg_list(t));
    }
    let inner = (pool.op(t) == Op::Not).then(|| pool.args(t)[0])?;
    if pool.op(inner) != dual {
        return None;
    }
    let list = pool.arg_list(inner);
    Some(list.iter().map(|&part| pool.not(part)).collect())
}

/// For all t: A(t) and B(t) is (for all t: A(t)) and (for all t: B(t)).
fn conjunction(pool: &mut Pool, op: Op, args: &[Term]) -> Option<Term> {
    let Op::Forall(bound) = op else { return None };
    let parts = parts(pool, Op::And, args[1])?;
    let (mut all, mut fixed) = (Terms::new(), Terms::new());
    for part in parts {
        if pool.occurs_free(bound, part) {
            all.push(pool.mk(op, &[args[0], part]));
        } else {
            fixed.push(part);
        }
    }
    // Together, so that "or the range is empty" is said once.
    if !fixed.is_empty() {
        let fixed = pool.and(&fixed);
        all.push(pool.mk(op, &[args[0], fixed]));
    }
    Some(pool.and(&all))
}

/// For all t: A or B(t) is A or (for all t: B(t)), also for the empty range.
fn disjunction(pool: &mut Pool, op: Op, args: &[Term]) -> Option<Term> {
    let Op::Forall(bound) = op else { return None };
    let parts = parts(pool, Op::Or, args[1])?;
    let (moving, mut fixed): (Terms, Terms) = parts.into_iter().partition(|&part| pool.occurs_free(bound, part));
    if fixed.is_empty() {
        return None;
    }
    let rest = pool.or(&moving);
    if rest == FALSE {
        return None;
    }
    fixed.push(pool.mk(op, &[args[0], rest]));
    Some(pool.or(&fixed))
}

/// A choice that does not depend on the bound symbol is made outside.
fn choice(pool: &mut Pool, op: Op, args: &[Term]) -> Option<Term> {
    let Op::Forall(bound) = op else { return None };
    if pool.op(args[1]) != Op::Ite {
        return None;
    }
    let &[c, a, b] = pool.args(args[1]) else { return None };
    if pool.occurs_free(bound, c) {
        return None;
    }
    let (a, b) = (pool.mk(op, &[args[0], a]), pool.mk(op, &[args[0], b]));
    Some(pool.ite(c, a, b))
}

/// The bound symbol is named after how deep the body nests quantifiers: then nothing inside binds it.
fn canonical(pool: &mut Pool, op: Op, args: &[Term]) -> Option<Term> {
    let Op::Forall(bound) = op else { return None };
    let depth = pool.quantifier_depth(args[1]);
    let wanted = pool.canonical_bound(depth, pool.sort(args[0]));
    let symbol = pool.as_symbol(wanted)?;
    // A free occurrence (of a term taken out of its quantifier) would be captured.
    if symbol == bound || pool.occurs_free(symbol, args[1]) {
        return None;
    }
    let body = instantiate(pool, bound, args[1], wanted);
    Some(pool.mk(Op::Forall(symbol), &[args[0], body]))
}
