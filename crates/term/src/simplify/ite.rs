//! Rules for if-then-else.

use super::Rule;
use super::boolean::complements;
use super::example::{bools, ints};
use crate::op::Op;
use crate::pool::{FALSE, Pool, TRUE, Term};
use crate::sort::Sort;

/// Rules for `Ite`.
pub const ITE: &[Rule] = &[
    Rule {
        name: "ite-constant-condition",
        apply: |_, _, args| match args[0] {
            TRUE => Some(args[1]),
            FALSE => Some(args[2]),
            _ => None,
        },
        examples: |p| {
            let [x, y, ..] = ints(p);
            vec![p.raw(Op::Ite, &[TRUE, x, y]), p.raw(Op::Ite, &[FALSE, x, y])]
        },
    },
    Rule {
        name: "ite-same-branches",
        apply: |_, _, args| (args[1] == args[2]).then_some(args[1]),
        examples: |p| {
            let ([c, ..], [x, ..]) = (bools(p), ints(p));
            vec![p.raw(Op::Ite, &[c, x, x])]
        },
    },
    Rule {
        name: "ite-not-condition",
        apply: |pool, op, args| {
            let condition = negated(pool, args[0])?;
            Some(pool.mk(op, &[condition, args[2], args[1]]))
        },
        examples: |p| {
            let ([c, ..], [x, y, ..]) = (bools(p), ints(p));
            let not_c = p.raw(Op::Not, &[c]);
            vec![p.raw(Op::Ite, &[not_c, x, y])]
        },
    },
    Rule { name: "ite-bool", apply: bool_branches, examples: bool_examples },
    Rule { name: "ite-nested", apply: nested, examples: nested_examples },
    Rule {
        name: "ite-of-equality",
        apply: |pool, _, args| {
            let &[c, a, b] = args else { return None };
            if !matches!(pool.op(c), Op::Eq) {
                return None;
            }
            let &[x, y] = pool.args(c) else { return None };
            (x == a && y == b || x == b && y == a).then_some(b)
        },
        examples: |p| {
            let [x, y, ..] = ints(p);
            let eq = p.raw(Op::Eq, &[x, y]);
            vec![p.raw(Op::Ite, &[eq, x, y]), p.raw(Op::Ite, &[eq, y, x])]
        },
    },
];

fn negated(pool: &Pool, t: Term) -> Option<Term> {
    matches!(pool.op(t), Op::Not).then(|| pool.args(t)[0])
}

/// Choices between truth values where a branch is decided by, or decides, the condition.
fn bool_branches(pool: &mut Pool, _: Op, args: &[Term]) -> Option<Term> {
    let &[c, a, b] = args else { return None };
    if pool.sort(a) != Sort::Bool {
        return None;
    }
    if a == TRUE || a == c {
        return Some(pool.or2(c, b));
    }
    if b == FALSE || b == c {
        return Some(pool.and2(c, a));
    }
    if a == FALSE || complements(pool, a, c) {
        let not_c = pool.not(c);
        return Some(pool.and2(not_c, b));
    }
    if b == TRUE || complements(pool, b, c) {
        let not_c = pool.not(c);
        return Some(pool.or2(not_c, a));
    }
    complements(pool, a, b).then(|| pool.eq(c, a))
}

fn bool_examples(p: &mut Pool) -> Vec<Term> {
    let [c, a, b, _] = bools(p);
    let (not_c, not_a) = (p.raw(Op::Not, &[c]), p.raw(Op::Not, &[a]));
    [(TRUE, b), (c, b), (FALSE, b), (not_c, b), (a, TRUE), (a, not_c), (a, FALSE), (a, c), (a, not_a), (TRUE, FALSE)]
        .map(|(x, y)| p.raw(Op::Ite, &[c, x, y]))
        .into()
}

fn nested(pool: &mut Pool, op: Op, args: &[Term]) -> Option<Term> {
    let &[c, a, b] = args else { return None };
    if matches!(pool.op(a), Op::Ite) {
        let &[d, x, y] = pool.args(a) else { return None };
        if d == c {
            return Some(pool.mk(op, &[c, x, b]));
        }
        if y == b {
            // c ? (d ? x : b) : b
            let both = pool.and2(c, d);
            return Some(pool.mk(op, &[both, x, b]));
        }
        if x == b {
            let not_d = pool.not(d);
            let both = pool.and2(c, not_d);
            return Some(pool.mk(op, &[both, y, b]));
        }
    }
    if matches!(pool.op(b), Op::Ite) {
        let &[d, x, y] = pool.args(b) else { return None };
        if d == c {
            return Some(pool.mk(op, &[c, a, y]));
        }
        if x == a {
            // c ? a : (d ? a : y)
            let either = pool.or2(c, d);
            return Some(pool.mk(op, &[either, a, y]));
        }
        if y == a {
            let not_d = pool.not(d);
            let either = pool.or2(c, not_d);
            return Some(pool.mk(op, &[either, a, x]));
        }
    }
    None
}

fn nested_examples(p: &mut Pool) -> Vec<Term> {
    let ([c, d, ..], [x, y, z, _]) = (bools(p), ints(p));
    let inner_c = p.raw(Op::Ite, &[c, x, y]);
    let inner_d = p.raw(Op::Ite, &[d, x, y]);
    [(inner_c, z), (z, inner_c), (inner_d, y), (inner_d, x), (x, inner_d), (y, inner_d)]
        .map(|(a, b)| p.raw(Op::Ite, &[c, a, b]))
        .into()
}
