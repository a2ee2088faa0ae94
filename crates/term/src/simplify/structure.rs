//! Rules for taking vectors apart and putting them together: concatenation, extraction, extension.

use pathfold_base::Bits;

use super::Rule;
use super::example::{bools, bvs};
use crate::op::Op;
use crate::pool::{Pool, Term};

fn width_of(pool: &Pool, t: Term) -> u8 {
    pool.sort(t).width().unwrap_or(1)
}

/// Rules for `Concat`.
pub const CONCAT: &[Rule] = &[
    Rule { name: "concat-adjacent-extracts", apply: adjacent, examples: adjacent_examples },
    Rule {
        name: "concat-zero-above",
        apply: |pool, _, args| {
            let zero = pool.value(args[0])?.as_bits()?.is_zero();
            let width = width_of(pool, args[0]) + width_of(pool, args[1]);
            zero.then(|| pool.mk(Op::ZeroExt(width), &[args[1]]))
        },
        examples: |p| {
            let ([a, ..], zero) = (bvs(p, 4), p.bv(3, 0));
            vec![p.raw(Op::Concat, &[zero, a])]
        },
    },
    Rule { name: "concat-right-associate", apply: associate, examples: associate_examples },
    Rule {
        name: "concat-of-zero-ext",
        apply: |pool, op, args| {
            if !matches!(pool.op(args[0]), Op::ZeroExt(_)) {
                return None;
            }
            let width = width_of(pool, args[0]) + width_of(pool, args[1]);
            let inner = pool.args(args[0])[0];
            let low = pool.mk(op, &[inner, args[1]]);
            Some(pool.mk(Op::ZeroExt(width), &[low]))
        },
        examples: |p| {
            let [a, b, _] = bvs(p, 3);
            let wide = p.raw(Op::ZeroExt(5), &[a]);
            vec![p.raw(Op::Concat, &[wide, b])]
        },
    },
];

/// Neighbouring parts: of one vector, or constants, also in a chain to the right.
fn adjacent(pool: &mut Pool, op: Op, args: &[Term]) -> Option<Term> {
    let &[high, low] = args else { return None };
    if let Some(joined) = join(pool, high, low) {
        return Some(joined);
    }
    if !matches!(pool.op(low), Op::Concat) {
        return None;
    }
    let &[middle, rest] = pool.args(low) else { return None };
    let joined = join(pool, high, middle)?;
    Some(pool.mk(op, &[joined, rest]))
}

fn join(pool: &mut Pool, high: Term, low: Term) -> Option<Term> {
    if let (Some(a), Some(b)) = (pool.value(high), pool.value(low)) {
        let joined = a.as_bits()?.concat(b.as_bits()?);
        return Some(pool.bits(joined));
    }
    match (pool.op(high), pool.op(low)) {
        (Op::Extract(h, m), Op::Extract(n, l)) if m == n + 1 && pool.args(high) == pool.args(low) => {
            let x = pool.args(high)[0];
            Some(pool.mk(Op::Extract(h, l), &[x]))
        }
        _ => None,
    }
}

fn adjacent_examples(p: &mut Pool) -> Vec<Term> {
    let [a, b, _] = bvs(p, 8);
    let (high, low) = (p.raw(Op::Extract(6, 4), &[a]), p.raw(Op::Extract(3, 1), &[a]));
    let (top, rest) = (p.raw(Op::Extract(7, 4), &[a]), p.raw(Op::Extract(3, 0), &[a]));
    let chain = p.raw(Op::Concat, &[low, b]);
    let (k, l) = (p.bv(3, 5), p.bv(2, 2));
    let constants = p.raw(Op::Concat, &[l, b]);
    vec![
        p.raw(Op::Concat, &[high, low]),
        p.raw(Op::Concat, &[top, rest]),
        p.raw(Op::Concat, &[high, chain]),
        p.raw(Op::Concat, &[k, constants]),
    ]
}

fn associate(pool: &mut Pool, op: Op, args: &[Term]) -> Option<Term> {
    if !matches!(pool.op(args[0]), Op::Concat) {
        return None;
    }
    let &[a, b] = pool.args(args[0]) else { return None };
    let low = pool.mk(op, &[b, args[1]]);
    Some(pool.mk(op, &[a, low]))
}

fn associate_examples(p: &mut Pool) -> Vec<Term> {
    let [a, b, c] = bvs(p, 3);
    let inner = p.raw(Op::Concat, &[a, b]);
    vec![p.raw(Op::Concat, &[inner, c])]
}

/// Rules for `Extract`.
pub const EXTRACT: &[Rule] = &[
    Rule {
        name: "extract-all",
        apply: |pool, op, args| match op {
            Op::Extract(high, 0) if high + 1 == width_of(pool, args[0]) => Some(args[0]),
            _ => None,
        },
        examples: |p| {
            let [a, ..] = bvs(p, 4);
            vec![p.raw(Op::Extract(3, 0), &[a])]
        },
    },
    Rule { name: "extract-of-structure", apply: of_structure, examples: of_structure_examples },
    Rule { name: "extract-of-scaled", apply: of_scaled, examples: of_scaled_examples },
    Rule { name: "extract-of-operation", apply: of_operation, examples: of_operation_examples },
];

/// Extracts of extracts, concatenations and extensions.
fn of_structure(pool: &mut Pool, op: Op, args: &[Term]) -> Option<Term> {
    let Op::Extract(high, low) = op else { return None };
    let inner = pool.op(args[0]);
    match (inner, pool.args(args[0])) {
        (Op::Extract(_, base), &[x]) => Some(pool.mk(Op::Extract(high + base, low + base), &[x])),
        (Op::Concat, &[above, below]) => {
            let border = width_of(pool, below);
            if high < border {
                return Some(pool.mk(op, &[below]));
            }
            if low >= border {
                return Some(pool.mk(Op::Extract(high - border, low - border), &[above]));
            }
            let upper = pool.mk(Op::Extract(high - border, 0), &[above]);
            let lower = pool.mk(Op::Extract(border - 1, low), &[below]);
            Some(pool.mk(Op::Concat, &[upper, lower]))
        }
        (Op::ZeroExt(_) | Op::SignExt(_), &[x]) => {
            let width = width_of(pool, x);
            if high < width {
                return Some(pool.mk(op, &[x]));
            }
            let zero = matches!(inner, Op::ZeroExt(_));
            if low >= width {
                if zero {
                    return Some(pool.bits(Bits::zero(u32::from(high - low + 1))));
                }
                let sign = pool.mk(Op::Extract(width - 1, width - 1), &[x]);
                return Some(pool.mk(Op::SignExt(high - low + 1), &[sign]));
            }
            let part = pool.mk(Op::Extract(width - 1, low), &[x]);
            let extend = if zero { Op::ZeroExt(high - low + 1) } else { Op::SignExt(high - low + 1) };
            Some(pool.mk(extend, &[part]))
        }
        _ => None,
    }
}

fn of_structure_examples(p: &mut Pool) -> Vec<Term> {
    let ([a, b, _], mut all) = (bvs(p, 4), vec![]);
    let structures = [p.raw(Op::Concat, &[a, b]), p.raw(Op::ZeroExt(8), &[a]), p.raw(Op::SignExt(8), &[a])];
    for t in structures {
        for (high, low) in [(3, 1), (2, 0), (7, 4), (7, 5), (6, 2), (4, 3), (7, 0)] {
            all.push(p.raw(Op::Extract(high, low), &[t]));
        }
    }
    let [wide, ..] = bvs(p, 8);
    let inner = p.raw(Op::Extract(6, 2), &[wide]);
    all.push(p.raw(Op::Extract(3, 1), &[inner]));
    all
}

/// Bits of a number times a power of two are bits of the number, or zero.
fn of_scaled(pool: &mut Pool, op: Op, args: &[Term]) -> Option<Term> {
    let Op::Extract(high, low) = op else { return None };
    let (Op::BvMul, &[a, b]) = (pool.op(args[0]), pool.args(args[0])) else { return None };
    let bits = |t: Term| pool.value(t).and_then(|value| value.as_bits()).map(Bits::unsigned);
    let (x, scale) = match (bits(a), bits(b)) {
        (None, Some(k)) => (a, k),
        (Some(k), None) => (b, k),
        (None, None) | (Some(_), Some(_)) => return None,
    };
    if !scale.is_power_of_two() {
        return None;
    }
    let by = scale.trailing_zeros() as u8;
    if high < by {
        return Some(pool.bits(Bits::zero(u32::from(high - low + 1))));
    }
    if low >= by {
        return Some(pool.mk(Op::Extract(high - by, low - by), &[x]));
    }
    let (upper, zeros) = (pool.mk(Op::Extract(high - by, 0), &[x]), pool.bits(Bits::zero(u32::from(by - low))));
    Some(pool.mk(Op::Concat, &[upper, zeros]))
}

fn of_scaled_examples(p: &mut Pool) -> Vec<Term> {
    let ([a, ..], four) = (bvs(p, 8), p.bv(8, 4));
    let products = [p.raw(Op::BvMul, &[a, four]), p.raw(Op::BvMul, &[four, a])];
    let mut all = vec![];
    for t in products {
        for (high, low) in [(6, 0), (1, 0), (0, 0), (2, 2), (7, 3), (6, 1), (3, 2)] {
            all.push(p.raw(Op::Extract(high, low), &[t]));
        }
    }
    all
}

/// Low bits of modular arithmetic need only low bits; bitwise operators and choices of constants work on each bit.
fn of_operation(pool: &mut Pool, op: Op, args: &[Term]) -> Option<Term> {
    let Op::Extract(_, low) = op else { return None };
    let inner = pool.op(args[0]);
    let each_bit = matches!(inner, Op::BvNot | Op::BvAnd | Op::BvOr | Op::BvXor);
    let low_bits = low == 0 && matches!(inner, Op::BvAdd | Op::BvSub | Op::BvNeg | Op::BvMul);
    if !each_bit && !low_bits {
        return None;
    }
    // Only where it makes the parts smaller, and never into another operation: chains of them would be walked to their
    // end each time.
    let list = pool.arg_list(args[0]);
    let gains = |t: Term| matches!(pool.op(t), Op::Const(_) | Op::Concat | Op::ZeroExt(_) | Op::SignExt(_));
    if !list.iter().any(|&t| gains(t)) || !list.iter().all(|&t| gains(t) || pool.as_symbol(t).is_some()) {
        return None;
    }
    let parts: crate::pool::Terms = list.iter().map(|&t| pool.mk(op, &[t])).collect();
    Some(pool.mk(inner, &parts))
}

fn of_operation_examples(p: &mut Pool) -> Vec<Term> {
    let [a, b, _] = bvs(p, 8);
    let ([n, ..], k) = (bvs(p, 4), p.bv(8, 0x2d));
    let wide = p.raw(Op::ZeroExt(8), &[n]);
    let mut all = vec![];
    for op in [Op::BvAnd, Op::BvOr, Op::BvXor] {
        let (t, u) = (p.raw(op, &[a, k]), p.raw(op, &[wide, b]));
        all.extend([p.raw(Op::Extract(5, 2), &[t]), p.raw(Op::Extract(7, 5), &[u])]);
    }
    for op in [Op::BvAdd, Op::BvSub, Op::BvMul] {
        let (t, u) = (p.raw(op, &[a, k]), p.raw(op, &[wide, b]));
        all.extend([p.raw(Op::Extract(5, 0), &[t]), p.raw(Op::Extract(3, 0), &[u])]);
    }
    for op in [Op::BvNot, Op::BvNeg] {
        let t = p.raw(op, &[wide]);
        all.push(p.raw(Op::Extract(5, 0), &[t]));
    }
    all
}

/// Rules for `ZeroExt` and `SignExt`.
pub const EXTEND: &[Rule] = &[
    Rule {
        name: "extend-to-same-width",
        apply: |pool, op, args| match op {
            Op::ZeroExt(w) | Op::SignExt(w) if w == width_of(pool, args[0]) => Some(args[0]),
            _ => None,
        },
        examples: |p| {
            let [a, ..] = bvs(p, 4);
            vec![p.raw(Op::ZeroExt(4), &[a]), p.raw(Op::SignExt(4), &[a])]
        },
    },
    Rule { name: "extend-of-extension", apply: extend_extension, examples: extend_examples },
];

fn extend_extension(pool: &mut Pool, op: Op, args: &[Term]) -> Option<Term> {
    let inner = pool.op(args[0]);
    let x = *pool.args(args[0]).first()?;
    match (op, inner) {
        (Op::ZeroExt(w), Op::ZeroExt(_)) => Some(pool.mk(Op::ZeroExt(w), &[x])),
        (Op::SignExt(w), Op::SignExt(_)) => Some(pool.mk(Op::SignExt(w), &[x])),
        (Op::SignExt(w), Op::ZeroExt(v)) if v > width_of(pool, x) => Some(pool.mk(Op::ZeroExt(w), &[x])),
        _ => None,
    }
}

fn extend_examples(p: &mut Pool) -> Vec<Term> {
    let ([a, ..], _) = (bvs(p, 3), bools(p));
    let (zero, sign) = (p.raw(Op::ZeroExt(5), &[a]), p.raw(Op::SignExt(5), &[a]));
    vec![p.raw(Op::ZeroExt(8), &[zero]), p.raw(Op::SignExt(8), &[sign]), p.raw(Op::SignExt(8), &[zero])]
}
