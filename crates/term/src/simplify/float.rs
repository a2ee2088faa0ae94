//! Rules for floating point terms: only what holds for NaN, infinities and signed zeros too.

use super::Rule;
use super::example::sym;
use crate::op::Op;
use crate::pool::{FALSE, Pool, Term};
use crate::sort::{Format, Sort};

fn floats(p: &mut Pool) -> [Term; 2] {
    ["f", "g"].map(|n| sym(p, n, Sort::Fp(Format::F32)))
}

/// Rules for arithmetic.
pub const ARITHMETIC: &[Rule] = &[
    Rule {
        name: "fp-neg-abs",
        apply: |pool, op, args| {
            let inner = *pool.args(args[0]).first()?;
            match (op, pool.op(args[0])) {
                (Op::FpNeg, Op::FpNeg) => Some(inner),
                (Op::FpAbs, Op::FpNeg | Op::FpAbs) => Some(pool.mk(Op::FpAbs, &[inner])),
                _ => None,
            }
        },
        examples: |p| {
            let [f, _] = floats(p);
            let (neg, abs) = (p.raw(Op::FpNeg, &[f]), p.raw(Op::FpAbs, &[f]));
            vec![p.raw(Op::FpNeg, &[neg]), p.raw(Op::FpAbs, &[neg]), p.raw(Op::FpAbs, &[abs])]
        },
    },
    Rule {
        name: "fp-order",
        apply: |pool, op, args| {
            let turn = matches!(op, Op::FpAdd | Op::FpMul) && args[1] < args[0];
            turn.then(|| pool.raw(op, &[args[1], args[0]]))
        },
        examples: |p| {
            let [f, g] = floats(p);
            vec![p.raw(Op::FpAdd, &[g, f]), p.raw(Op::FpMul, &[g, f])]
        },
    },
];

/// Rules for comparisons and classification.
pub const TEST: &[Rule] = &[
    Rule {
        name: "fp-compare-same",
        apply: |pool, op, args| match (op, args) {
            (Op::FpLt, &[a, b]) if a == b => Some(FALSE),
            (Op::FpEq | Op::FpLe, &[a, b]) if a == b => {
                let nan = pool.mk(Op::FpIsNan, &[a]);
                Some(pool.not(nan))
            }
            _ => None,
        },
        examples: |p| {
            let [f, _] = floats(p);
            [Op::FpLt, Op::FpEq, Op::FpLe].map(|op| p.raw(op, &[f, f])).into()
        },
    },
    Rule {
        name: "fp-eq-order",
        apply: |pool, op, args| {
            (matches!(op, Op::FpEq) && args[1] < args[0]).then(|| pool.raw(op, &[args[1], args[0]]))
        },
        examples: |p| {
            let [f, g] = floats(p);
            vec![p.raw(Op::FpEq, &[g, f])]
        },
    },
    Rule {
        name: "fp-class-of-sign",
        apply: |pool, op, args| {
            let sign = matches!(op, Op::FpIsNan | Op::FpIsInf) && matches!(pool.op(args[0]), Op::FpNeg | Op::FpAbs);
            let inner = *pool.args(args[0]).first()?;
            sign.then(|| pool.mk(op, &[inner]))
        },
        examples: |p| {
            let [f, _] = floats(p);
            let (neg, abs) = (p.raw(Op::FpNeg, &[f]), p.raw(Op::FpAbs, &[f]));
            vec![p.raw(Op::FpIsNan, &[neg]), p.raw(Op::FpIsInf, &[abs])]
        },
    },
    Rule {
        name: "fp-class-of-integer",
        apply: |pool, op, args| {
            let from = matches!(pool.op(args[0]), Op::SbvToFp(_) | Op::UbvToFp(_));
            (matches!(op, Op::FpIsNan) && from).then_some(FALSE)
        },
        examples: |p| {
            let a = sym(p, "a", Sort::Bv(8));
            [Op::SbvToFp(Format::F32), Op::UbvToFp(Format::F64)]
                .map(|op| {
                    let f = p.raw(op, &[a]);
                    p.raw(Op::FpIsNan, &[f])
                })
                .into()
        },
    },
];

/// Rules for conversions.
pub const CONVERT: &[Rule] = &[Rule {
    name: "fp-to-same-format",
    apply: |pool, op, args| match op {
        Op::FpToFp(format) if pool.sort(args[0]) == Sort::Fp(format) => Some(args[0]),
        _ => None,
    },
    examples: |p| {
        let [f, _] = floats(p);
        vec![p.raw(Op::FpToFp(Format::F32), &[f])]
    },
}];
