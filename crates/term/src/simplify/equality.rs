//! Rules for equality: common ones, of truth values, and of integers.

use super::Rule;
use super::boolean::complements;
use super::example::{bools, ints, sym};
use super::{fold, integer, linear};
use crate::op::Op;
use crate::pool::{FALSE, Pool, TRUE, Term};
use crate::sort::{Format, Scalar, Sort};

/// Rules for `Eq` over every sort.
pub const EQ: &[Rule] = &[
    Rule {
        name: "eq-same",
        apply: |_, _, args| (args[0] == args[1]).then_some(TRUE),
        examples: |p| {
            let mut all = vec![];
            for sort in [Sort::Bool, Sort::Int, Sort::Bv(4), Sort::Fp(Format::F32)] {
                let x = sym(p, "x", sort);
                all.push(p.raw(Op::Eq, &[x, x]));
            }
            all
        },
    },
    Rule {
        name: "eq-lift-constant-ite",
        apply: fold::lift_constant_ite,
        examples: |p| {
            let ([c, ..], one, zero, two) = (bools(p), p.int(1), p.int(0), p.int(2));
            let choice = p.raw(Op::Ite, &[c, one, zero]);
            [zero, one, two].map(|k| p.raw(Op::Eq, &[choice, k])).into()
        },
    },
    Rule {
        name: "eq-ite-branch",
        apply: branch,
        examples: |p| {
            let ([c, ..], [x, y, z, _], one, two) = (bools(p), ints(p), p.int(1), p.int(2));
            let choice = p.raw(Op::Ite, &[c, one, x]);
            let other = p.raw(Op::Ite, &[c, y, two]);
            let free = p.raw(Op::Ite, &[c, y, z]);
            vec![
                p.raw(Op::Eq, &[choice, one]),
                p.raw(Op::Eq, &[choice, two]),
                p.raw(Op::Eq, &[one, other]),
                p.raw(Op::Eq, &[free, y]),
                p.raw(Op::Eq, &[z, free]),
            ]
        },
    },
];

/// `ite(c, a, b) = a` is `c or b = a`; with constants `a`, `k` that differ, `ite(c, a, b) = k` is `not c and b = k`.
fn branch(pool: &mut Pool, op: Op, args: &[Term]) -> Option<Term> {
    let &[left, right] = args else { return None };
    for (choice, k) in [(left, right), (right, left)] {
        if !matches!(pool.op(choice), Op::Ite) || pool.sort(k) == Sort::Bool {
            continue;
        }
        let &[c, a, b] = pool.args(choice) else { continue };
        for (c_holds, here, there) in [(true, a, b), (false, b, a)] {
            // Chains of choices are left alone: they would be walked to their end each time.
            if matches!(pool.op(there), Op::Ite) {
                continue;
            }
            let differs = pool.is_const(here) && pool.is_const(k) && here != k;
            if here == k {
                let condition = if c_holds { c } else { pool.not(c) };
                let rest = pool.mk(op, &[there, k]);
                return Some(pool.or2(condition, rest));
            }
            if differs {
                let condition = if c_holds { pool.not(c) } else { c };
                let rest = pool.mk(op, &[there, k]);
                return Some(pool.and2(condition, rest));
            }
        }
    }
    None
}

/// Rules for `Eq` over truth values.
pub const BOOL: &[Rule] = &[
    Rule {
        name: "eq-bool-constant",
        apply: |pool, _, args| match (args[0], args[1]) {
            (TRUE, x) | (x, TRUE) => Some(x),
            (FALSE, x) | (x, FALSE) => Some(pool.not(x)),
            _ => None,
        },
        examples: |p| {
            let [a, ..] = bools(p);
            [(a, TRUE), (FALSE, a), (TRUE, a), (a, FALSE)].map(|(x, y)| p.raw(Op::Eq, &[x, y])).into()
        },
    },
    Rule {
        name: "eq-bool-complement",
        apply: |pool, _, args| complements(pool, args[0], args[1]).then_some(FALSE),
        examples: |p| {
            let [a, ..] = bools(p);
            let not_a = p.raw(Op::Not, &[a]);
            vec![p.raw(Op::Eq, &[a, not_a])]
        },
    },
    Rule {
        name: "eq-bool-not",
        apply: |pool, op, args| {
            let (a, b) = (args[0], args[1]);
            let (x, y) = match (pool.op(a), pool.op(b)) {
                (Op::Not, Op::Not) => {
                    let (x, y) = (pool.args(a)[0], pool.args(b)[0]);
                    return Some(pool.mk(op, &[x, y]));
                }
                (Op::Not, _) => (pool.args(a)[0], b),
                (_, Op::Not) => (a, pool.args(b)[0]),
                _ => return None,
            };
            let equal = pool.mk(op, &[x, y]);
            Some(pool.not(equal))
        },
        examples: |p| {
            let [a, b, ..] = bools(p);
            let (not_a, not_b) = (p.raw(Op::Not, &[a]), p.raw(Op::Not, &[b]));
            [(not_a, b), (a, not_b), (not_a, not_b)].map(|(x, y)| p.raw(Op::Eq, &[x, y])).into()
        },
    },
    ORDER_RULE,
];

/// Rules for `Eq` over integers.
pub const INT: &[Rule] = &[
    Rule {
        name: "eq-int-normal",
        apply: linear::equal,
        examples: |p| {
            let [x, y, z, _] = ints(p);
            let (two, four, minus, five) = (p.int(2), p.int(-4), p.int(-1), p.int(5));
            let double = p.raw(Op::IntMul, &[two, x]);
            let back = p.raw(Op::IntMul, &[four, y]);
            let sum = p.raw(Op::IntAdd, &[double, back, minus]);
            let next = p.raw(Op::IntAdd, &[x, minus]);
            let even = p.raw(Op::IntAdd, &[double, back]);
            [(x, y), (sum, z), (double, five), (double, four), (sum, five), (even, five), (next, x), (five, x)]
                .map(|(a, b)| p.raw(Op::Eq, &[a, b]))
                .into()
        },
    },
    Rule { name: "eq-int-of-bv", apply: integer::equal_of_bv, examples: integer::equal_of_bv_examples },
];

/// Only the order of arguments.
pub const ORDER: &[Rule] = &[ORDER_RULE];

const ORDER_RULE: Rule = Rule { name: "eq-order", apply: order, examples: order_examples };

/// A constant second, else sorted by id.
pub(super) fn order(pool: &mut Pool, op: Op, args: &[Term]) -> Option<Term> {
    let &[a, b] = args else { return None };
    let turn = match (pool.is_const(a), pool.is_const(b)) {
        (true, false) => true,
        (false, true) => false,
        _ => b < a,
    };
    turn.then(|| pool.raw(op, &[b, a]))
}

fn order_examples(p: &mut Pool) -> Vec<Term> {
    let mut all = vec![];
    for sort in [Sort::Bool, Sort::Fp(Format::F32), Sort::Array(Scalar::Bv(2), Scalar::Bv(2))] {
        let (x, y) = (sym(p, "x", sort), sym(p, "y", sort));
        all.push(p.raw(Op::Eq, &[x.max(y), x.min(y)]));
    }
    all
}
