//! Rules for every operator: constants, and choices between constants.

use smallvec::SmallVec;

use super::Rule;
use super::example::{bools, bvs, ints};
use crate::eval::ops;
use crate::op::Op;
use crate::pool::{Pool, Term, Terms};
use crate::sort::{Format, Scalar, Sort};
use crate::value::Value;

/// Operators over constants only.
pub const CONSTANT: &[Rule] = &[Rule {
    name: "constant-fold",
    apply: constant_fold,
    examples: |p| {
        let (six, minus, zero) = (p.int(6), p.int(-4), p.int(0));
        let (a, b) = (p.bv(4, 6), p.bv(4, 13));
        let one = p.constant(Value::f32(1.5));
        let mut all = vec![];
        for y in [minus, zero] {
            for op in [Op::IntAdd, Op::IntMul, Op::IntDiv, Op::IntRem, Op::IntLe, Op::Eq] {
                all.push(p.raw(op, &[six, y]));
                all.push(p.raw(op, &[y, six]));
            }
        }
        for op in [Op::BvAdd, Op::BvSub, Op::BvMul, Op::BvUdiv, Op::BvUrem, Op::BvSdiv, Op::BvSrem, Op::BvUlt] {
            all.push(p.raw(op, &[a, b]));
        }
        for op in [Op::BvAnd, Op::BvOr, Op::BvXor, Op::BvShl, Op::BvLshr, Op::BvAshr, Op::BvUle, Op::BvSlt, Op::BvSle] {
            all.push(p.raw(op, &[b, a]));
        }
        for op in [Op::BvNot, Op::BvNeg, Op::BvToInt, Op::BvToIntSigned, Op::ZeroExt(7), Op::SignExt(7)] {
            all.push(p.raw(op, &[b]));
        }
        all.push(p.raw(Op::Extract(2, 1), &[b]));
        all.push(p.raw(Op::Concat, &[a, b]));
        all.push(p.raw(Op::IntToBv(3), &[minus]));
        for op in [Op::FpAdd, Op::FpSub, Op::FpMul, Op::FpDiv, Op::FpRem, Op::FpEq, Op::FpLt, Op::FpLe] {
            all.push(p.raw(op, &[one, one]));
        }
        for op in [Op::FpSqrt, Op::FpNeg, Op::FpAbs, Op::FpIsNan, Op::FpIsInf, Op::FpToSbv(4), Op::FpToUbv(4)] {
            all.push(p.raw(op, &[one]));
        }
        for x in [-1.0, 300.0, f32::NAN, f32::INFINITY] {
            let x = p.constant(Value::f32(x));
            all.push(p.raw(Op::FpToSbv(8), &[x]));
            all.push(p.raw(Op::FpToUbv(8), &[x]));
            all.push(p.raw(Op::FpToFp(Format::F64), &[x]));
        }
        all.push(p.raw(Op::SbvToFp(Format::F32), &[b]));
        all.push(p.raw(Op::UbvToFp(Format::F64), &[b]));
        let array = p.constant(Value::default_of(Sort::Array(Scalar::Int, Scalar::Int)));
        let stored = p.raw(Op::Store, &[array, six, minus]);
        all.push(stored);
        all.push(p.raw(Op::Select, &[array, six]));
        all.push(p.raw(Op::ConstArray(Scalar::Int), &[six]));
        all
    },
}];

fn constant_fold(pool: &mut Pool, op: Op, args: &[Term]) -> Option<Term> {
    let mut values: SmallVec<[&Value; 6]> = SmallVec::new();
    for &arg in args {
        values.push(pool.value(arg)?);
    }
    let value = ops::apply(op, &values)?;
    drop(values);
    Some(pool.constant(value))
}

/// Operators over constants and one choice between constants.
pub const LIFT: &[Rule] = &[Rule {
    name: "lift-constant-ite",
    apply: lift_constant_ite,
    examples: |p| {
        let [c, ..] = bools(p);
        let [i1, i2] = [3, -2].map(|n| p.int(n));
        let [b1, b2] = [3, 1].map(|n| p.bv(3, n));
        let choice = p.raw(Op::Ite, &[c, i1, i2]);
        let bv_choice = p.raw(Op::Ite, &[c, b1, b2]);
        let mut all = vec![];
        for op in [Op::IntAdd, Op::IntMul, Op::IntDiv, Op::IntRem, Op::IntLe, Op::Eq] {
            all.push(p.raw(op, &[choice, i1]));
            all.push(p.raw(op, &[i2, choice]));
        }
        for op in [Op::BvAdd, Op::BvSub, Op::BvUlt, Op::BvSle, Op::Concat, Op::Eq] {
            all.push(p.raw(op, &[bv_choice, b1]));
        }
        for op in [Op::BvNot, Op::BvToInt, Op::BvToIntSigned, Op::ZeroExt(5), Op::Extract(1, 0)] {
            all.push(p.raw(op, &[bv_choice]));
        }
        let _ = (ints(p), bvs(p, 3));
        all
    },
}];

/// The condition and branches of a choice between constants.
pub(super) fn constant_choice(pool: &Pool, t: Term) -> Option<(Term, Term, Term)> {
    if !matches!(pool.op(t), Op::Ite) {
        return None;
    }
    match pool.args(t) {
        &[c, a, b] if pool.is_const(a) && pool.is_const(b) => Some((c, a, b)),
        _ => None,
    }
}

pub(super) fn lift_constant_ite(pool: &mut Pool, op: Op, args: &[Term]) -> Option<Term> {
    let mut found = None;
    for (i, &arg) in args.iter().enumerate() {
        if pool.is_const(arg) {
            continue;
        }
        if found.is_some() {
            return None;
        }
        found = Some((i, constant_choice(pool, arg)?));
    }
    let (i, (condition, then, otherwise)) = found?;
    let mut list = Terms::from_slice(args);
    list[i] = then;
    let then = constant_fold(pool, op, &list)?;
    list[i] = otherwise;
    let otherwise = constant_fold(pool, op, &list)?;
    Some(pool.mk(Op::Ite, &[condition, then, otherwise]))
}
