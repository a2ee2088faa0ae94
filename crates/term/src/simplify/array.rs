//! Rules for arrays.

use super::Rule;
use super::example::{bools, sym};
use crate::op::Op;
use crate::pool::{Pool, Term};
use crate::sort::{Scalar, Sort};

/// How many stores a read looks through.
const LOOK_THROUGH: usize = 64;

fn array(p: &mut Pool) -> [Term; 6] {
    let a = sym(p, "a", Sort::Array(Scalar::Bv(3), Scalar::Bv(2)));
    let [i, j] = ["i", "j"].map(|n| sym(p, n, Sort::Bv(3)));
    let [v, w] = ["v", "w"].map(|n| sym(p, n, Sort::Bv(2)));
    [a, i, j, v, w, p.bv(3, 5)]
}

/// Whether two indices surely differ: constants, or the same sum with different constants.
fn differ(pool: &Pool, i: Term, j: Term) -> bool {
    if i == j {
        return false;
    }
    // Normal form of a sum: everything else, then its constant.
    let split = |t: Term| match (pool.op(t), pool.args(t)) {
        (Op::BvAdd, &[x, k]) if pool.is_const(k) => Some((x, Some(k))),
        (Op::IntAdd, &[x, k]) if pool.is_const(k) => Some((x, Some(k))),
        (Op::Const(_), _) => None,
        _ => Some((t, None)),
    };
    match (split(i), split(j)) {
        (None, None) => true,
        (Some((x, k)), Some((y, l))) => x == y && k != l,
        _ => false,
    }
}

/// Rules for `Select`.
pub const SELECT: &[Rule] = &[
    Rule { name: "select-of-store", apply: of_store, examples: of_store_examples },
    Rule {
        name: "select-of-const-array",
        apply: |pool, _, args| match pool.op(args[0]) {
            Op::ConstArray(_) => Some(pool.args(args[0])[0]),
            Op::Const(_) => {
                let array = pool.value(args[0])?.as_array()?;
                if !array.entries().is_empty() {
                    return None;
                }
                let value = array.default_value().clone();
                Some(pool.constant(value))
            }
            _ => None,
        },
        examples: |p| {
            let [_, i, _, v, ..] = array(p);
            let symbolic = p.raw(Op::ConstArray(Scalar::Bv(3)), &[v]);
            let zeros = p.constant(crate::value::Value::default_of(Sort::Array(Scalar::Bv(3), Scalar::Bv(2))));
            vec![p.raw(Op::Select, &[symbolic, i]), p.raw(Op::Select, &[zeros, i])]
        },
    },
];

fn of_store(pool: &mut Pool, op: Op, args: &[Term]) -> Option<Term> {
    let (mut array, index) = (args[0], args[1]);
    for step in 0..LOOK_THROUGH {
        let (&[below, at, value], Op::Store) = (pool.args(array), pool.op(array)) else {
            return (step > 0).then(|| pool.mk(op, &[array, index]));
        };
        if at == index {
            return Some(value);
        }
        if !differ(pool, at, index) {
            return (step > 0).then(|| pool.raw(op, &[array, index]));
        }
        array = below;
    }
    Some(pool.raw(op, &[array, index]))
}

fn of_store_examples(p: &mut Pool) -> Vec<Term> {
    let [a, i, j, v, w, k] = array(p);
    let l = p.bv(3, 2);
    let (stored, constant) = (p.raw(Op::Store, &[a, i, v]), p.raw(Op::Store, &[a, k, v]));
    let twice = p.raw(Op::Store, &[stored, k, w]);
    let sum = p.raw(Op::BvAdd, &[i, k]);
    let _ = (j, bools(p));
    vec![
        p.raw(Op::Select, &[stored, i]),
        p.raw(Op::Select, &[constant, k]),
        p.raw(Op::Select, &[constant, l]),
        p.raw(Op::Select, &[twice, l]),
        p.raw(Op::Select, &[stored, sum]),
    ]
}

/// Rules for `Store`.
pub const STORE: &[Rule] = &[
    Rule {
        name: "store-over-store",
        apply: |pool, op, args| {
            let (&[below, at, _], Op::Store) = (pool.args(args[0]), pool.op(args[0])) else { return None };
            (at == args[1]).then(|| pool.mk(op, &[below, args[1], args[2]]))
        },
        examples: |p| {
            let [a, i, _, v, w, _] = array(p);
            let stored = p.raw(Op::Store, &[a, i, v]);
            vec![p.raw(Op::Store, &[stored, i, w])]
        },
    },
    Rule {
        name: "store-of-own-element",
        apply: |pool, _, args| {
            let (&[array, at], Op::Select) = (pool.args(args[2]), pool.op(args[2])) else { return None };
            (array == args[0] && at == args[1]).then_some(array)
        },
        examples: |p| {
            let [a, i, ..] = array(p);
            let element = p.raw(Op::Select, &[a, i]);
            vec![p.raw(Op::Store, &[a, i, element])]
        },
    },
];
