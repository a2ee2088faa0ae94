//! Rules for integer division, and for integers and bit vectors meeting.

use pathfold_base::Integer;

use super::Rule;
use super::example::{bvs, ints};
use crate::eval::ops::to_bits;
use crate::op::Op;
use crate::pool::{FALSE, Pool, TRUE, Term};

/// Rules for `IntDiv` and `IntRem`.
pub const DIVISION: &[Rule] = &[
    Rule { name: "int-division-by-constant", apply: by_constant, examples: division_examples },
    Rule {
        name: "int-division-of-zero",
        apply: |pool, _, args| pool.int_value(args[0])?.is_zero().then_some(args[0]),
        examples: |p| {
            let ([x, ..], zero) = (ints(p), p.int(0));
            vec![p.raw(Op::IntDiv, &[zero, x]), p.raw(Op::IntRem, &[zero, x])]
        },
    },
    Rule {
        name: "int-rem-by-itself",
        apply: |pool, op, args| (matches!(op, Op::IntRem) && args[0] == args[1]).then(|| pool.int(0)),
        examples: |p| {
            let [x, ..] = ints(p);
            vec![p.raw(Op::IntRem, &[x, x])]
        },
    },
    Rule { name: "int-div-of-div", apply: div_of_div, examples: div_of_div_examples },
];

fn by_constant(pool: &mut Pool, op: Op, args: &[Term]) -> Option<Term> {
    let divisor = pool.int_value(args[1])?.clone();
    let quotient = matches!(op, Op::IntDiv);
    if divisor.is_zero() {
        return Some(if quotient { pool.int(0) } else { args[0] });
    }
    if divisor.abs() == Integer::ONE {
        return Some(match (quotient, divisor.is_negative()) {
            (true, false) => args[0],
            (true, true) => pool.neg(args[0]),
            (false, _) => pool.int(0),
        });
    }
    if !divisor.is_negative() {
        return None;
    }
    let positive = pool.int(divisor.neg());
    let result = pool.mk(op, &[args[0], positive]);
    Some(if quotient { pool.neg(result) } else { result })
}

fn division_examples(p: &mut Pool) -> Vec<Term> {
    let [x, ..] = ints(p);
    let mut all = vec![];
    for n in [0, 1, -1, -3] {
        let n = p.int(n);
        all.push(p.raw(Op::IntDiv, &[x, n]));
        all.push(p.raw(Op::IntRem, &[x, n]));
    }
    all
}

/// `(x / m) / n` is `x / (m * n)` for positive constants.
fn div_of_div(pool: &mut Pool, op: Op, args: &[Term]) -> Option<Term> {
    if !matches!((op, pool.op(args[0])), (Op::IntDiv, Op::IntDiv)) {
        return None;
    }
    let &[x, m] = pool.args(args[0]) else { return None };
    let (m, n) = (pool.int_value(m)?, pool.int_value(args[1])?);
    if *m <= Integer::ZERO || *n <= Integer::ZERO {
        return None;
    }
    let product = m.mul(n);
    let product = pool.int(product);
    Some(pool.mk(op, &[x, product]))
}

fn div_of_div_examples(p: &mut Pool) -> Vec<Term> {
    let ([x, ..], three, two) = (ints(p), p.int(3), p.int(2));
    let inner = p.raw(Op::IntDiv, &[x, three]);
    vec![p.raw(Op::IntDiv, &[inner, two])]
}

/// Rules for `IntLe` in normal form.
pub const LE: &[Rule] = &[Rule { name: "int-le-of-bv", apply: le_of_bv, examples: le_of_bv_examples }];

/// The vector under a conversion, with its sign, and whether the conversion is negated.
fn converted(pool: &Pool, t: Term) -> Option<(Term, bool, bool)> {
    let (inner, negated) = match pool.op(t) {
        Op::IntMul => match pool.args(t) {
            &[k, inner] if *pool.int_value(k)? == Integer::Small(-1) => (inner, true),
            _ => return None,
        },
        _ => (t, false),
    };
    match pool.op(inner) {
        Op::BvToInt => Some((pool.args(inner)[0], false, negated)),
        Op::BvToIntSigned => Some((pool.args(inner)[0], true, negated)),
        _ => None,
    }
}

fn width_of(pool: &Pool, t: Term) -> Option<u32> {
    pool.sort(t).width().map(u32::from)
}

/// The smallest and the largest number of a vector.
fn range(width: u32, signed: bool) -> (Integer, Integer) {
    let power = |n: u32| if n == 128 { Integer::from(u128::MAX).add(&Integer::ONE) } else { Integer::from(1u128 << n) };
    if signed {
        let half = power(width - 1);
        (half.neg(), half.sub(&Integer::ONE))
    } else {
        (Integer::ZERO, power(width).sub(&Integer::ONE))
    }
}

/// A bound on the number of a vector is a comparison of vectors.
fn le_of_bv(pool: &mut Pool, _: Op, args: &[Term]) -> Option<Term> {
    let (x, signed, negated) = converted(pool, args[0])?;
    let bound = pool.int_value(args[1])?.clone();
    let width = width_of(pool, x)?;
    let (low, high) = range(width, signed);
    let le = if signed { Op::BvSle } else { Op::BvUle };
    if negated {
        let least = bound.neg();
        if least <= low {
            return Some(TRUE);
        }
        if least > high {
            return Some(FALSE);
        }
        let least = pool.bits(to_bits(&least, width));
        return Some(pool.mk(le, &[least, x]));
    }
    if bound >= high {
        return Some(TRUE);
    }
    if bound < low {
        return Some(FALSE);
    }
    let most = pool.bits(to_bits(&bound, width));
    Some(pool.mk(le, &[x, most]))
}

fn le_of_bv_examples(p: &mut Pool) -> Vec<Term> {
    let [a, ..] = bvs(p, 3);
    let minus = p.int(-1);
    let mut all = vec![];
    for op in [Op::BvToInt, Op::BvToIntSigned] {
        let n = p.raw(op, &[a]);
        let negated = p.raw(Op::IntMul, &[minus, n]);
        for bound in [-9, -4, -3, -1, 0, 2, 3, 5, 7, 8] {
            let bound = p.int(bound);
            all.push(p.raw(Op::IntLe, &[n, bound]));
            all.push(p.raw(Op::IntLe, &[negated, bound]));
        }
    }
    all
}

/// `Eq` between the number of a vector and a constant, or the numbers of two vectors.
pub(super) fn equal_of_bv(pool: &mut Pool, op: Op, args: &[Term]) -> Option<Term> {
    let value = pool.int_value(args[1])?.clone();
    if let Some((x, signed, false)) = converted(pool, args[0]) {
        let width = width_of(pool, x)?;
        let (low, high) = range(width, signed);
        if value < low || value > high {
            return Some(FALSE);
        }
        let value = pool.bits(to_bits(&value, width));
        return Some(pool.mk(op, &[x, value]));
    }
    if !value.is_zero() || !matches!(pool.op(args[0]), Op::IntAdd) {
        return None;
    }
    let &[a, b] = pool.args(args[0]) else { return None };
    let ((x, s, m), (y, t, n)) = (converted(pool, a)?, converted(pool, b)?);
    (s == t && m != n && pool.sort(x) == pool.sort(y)).then(|| pool.mk(op, &[x, y]))
}

/// Examples of [`equal_of_bv`].
pub(super) fn equal_of_bv_examples(p: &mut Pool) -> Vec<Term> {
    let [a, b, _] = bvs(p, 3);
    let (minus, zero) = (p.int(-1), p.int(0));
    let mut all = vec![];
    for op in [Op::BvToInt, Op::BvToIntSigned] {
        let (m, n) = (p.raw(op, &[a]), p.raw(op, &[b]));
        for value in [-5, -4, -1, 0, 3, 7, 8] {
            let value = p.int(value);
            all.push(p.raw(Op::Eq, &[m, value]));
        }
        let minus_n = p.raw(Op::IntMul, &[minus, n]);
        let difference = p.raw(Op::IntAdd, &[m, minus_n]);
        all.push(p.raw(Op::Eq, &[difference, zero]));
    }
    all
}

/// Rules for conversions between integers and vectors.
pub const CONVERT: &[Rule] = &[
    Rule { name: "int-to-bv-of-bv-to-int", apply: round_trip, examples: round_trip_examples },
    Rule {
        name: "bv-to-int-of-extension",
        apply: |pool, op, args| {
            let inner = pool.args(args[0]).first().copied();
            match (op, pool.op(args[0])) {
                (Op::BvToInt, Op::ZeroExt(_)) => Some(pool.mk(Op::BvToInt, &[inner?])),
                (Op::BvToIntSigned, Op::SignExt(_)) => Some(pool.mk(Op::BvToIntSigned, &[inner?])),
                (Op::BvToIntSigned, Op::ZeroExt(w)) if pool.sort(inner?).width()? < w => {
                    Some(pool.mk(Op::BvToInt, &[inner?]))
                }
                _ => None,
            }
        },
        examples: |p| {
            let [a, ..] = bvs(p, 3);
            let (zext, sext) = (p.raw(Op::ZeroExt(5), &[a]), p.raw(Op::SignExt(5), &[a]));
            vec![p.raw(Op::BvToInt, &[zext]), p.raw(Op::BvToIntSigned, &[sext]), p.raw(Op::BvToIntSigned, &[zext])]
        },
    },
];

/// A vector to an integer and back is an extension or a truncation.
fn round_trip(pool: &mut Pool, op: Op, args: &[Term]) -> Option<Term> {
    let Op::IntToBv(w) = op else { return None };
    let signed = match pool.op(args[0]) {
        Op::BvToInt => false,
        Op::BvToIntSigned => true,
        _ => return None,
    };
    let x = pool.args(args[0])[0];
    let width = pool.sort(x).width()?;
    Some(match w.cmp(&width) {
        std::cmp::Ordering::Equal => x,
        std::cmp::Ordering::Less => pool.mk(Op::Extract(w - 1, 0), &[x]),
        std::cmp::Ordering::Greater if signed => pool.mk(Op::SignExt(w), &[x]),
        std::cmp::Ordering::Greater => pool.mk(Op::ZeroExt(w), &[x]),
    })
}

fn round_trip_examples(p: &mut Pool) -> Vec<Term> {
    let [a, ..] = bvs(p, 4);
    let mut all = vec![];
    for op in [Op::BvToInt, Op::BvToIntSigned] {
        let n = p.raw(op, &[a]);
        all.extend([2, 4, 7].map(|w| p.raw(Op::IntToBv(w), &[n])));
    }
    all
}
