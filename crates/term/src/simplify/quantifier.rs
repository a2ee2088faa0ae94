//! Rules for `Forall`.

use pathfold_base::{FxMap, Integer};

use super::Rule;
use super::example::{bools, ints, sym};
use crate::op::Op;
use crate::pool::{Pool, TRUE, Term, Terms};
use crate::sort::Sort;
use crate::subst::substitute;
use crate::symbol::{SymbolId, SymbolKind};
use crate::value::Value;

/// Ranges up to this length are unrolled.
const UNROLL: i64 = 8;

/// Rules for `Forall`.
pub const FORALL: &[Rule] = &[
    Rule {
        name: "forall-true",
        apply: |_, _, args| (args[1] == TRUE).then_some(TRUE),
        examples: |p| {
            let [x, ..] = ints(p);
            vec![quantified(p, x, |_, _| TRUE)]
        },
    },
    Rule {
        name: "forall-constant-count",
        apply: unroll,
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
        name: "forall-unused-bound",
        apply: unused,
        examples: |p| {
            let ([q, ..], [x, ..], a) = (bools(p), ints(p), sym(p, "a", Sort::Bv(3)));
            vec![quantified(p, x, |_, _| q), quantified(p, a, |_, _| q)]
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

fn quantified(p: &mut Pool, count: Term, body: impl FnOnce(&mut Pool, Term) -> Term) -> Term {
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

/// The number at a position of a range.
fn position(pool: &mut Pool, sort: Sort, n: i64) -> Option<Term> {
    match sort {
        Sort::Int => Some(pool.int(n)),
        Sort::Bv(w) => Some(pool.bv(w, n.unsigned_abs().into())),
        Sort::Bool | Sort::Fp(_) | Sort::Array(..) => None,
    }
}

fn unroll(pool: &mut Pool, op: Op, args: &[Term]) -> Option<Term> {
    let Op::Forall(bound) = op else { return None };
    let count = match pool.value(args[0])? {
        Value::Int(n) if n.is_negative() => 0,
        Value::Int(n) => n.to_i64()?,
        Value::Bits(b) => Integer::from(b.unsigned()).to_i64()?,
        Value::Bool(_) | Value::Fp(..) | Value::Array(_) => return None,
    };
    if count > UNROLL {
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

fn instantiate(pool: &mut Pool, bound: SymbolId, body: Term, at: Term) -> Term {
    let map = FxMap::from_iter([(pool.symbol_term(bound), at)]);
    substitute(pool, body, &map)
}

fn unused(pool: &mut Pool, op: Op, args: &[Term]) -> Option<Term> {
    let Op::Forall(bound) = op else { return None };
    if pool.occurs_free(bound, args[1]) {
        return None;
    }
    let zero = position(pool, pool.sort(args[0]), 0)?;
    let empty = match pool.sort(args[0]) {
        Sort::Int => pool.int_le(args[0], zero),
        _ => pool.eq(args[0], zero),
    };
    Some(pool.or2(empty, args[1]))
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
