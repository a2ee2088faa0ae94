//! Rules for comparisons of bit vectors.

use pathfold_base::Bits;

use super::Rule;
use super::example::{WIDTHS, bvs};
use crate::op::Op;
use crate::pool::{FALSE, Pool, TRUE, Term};

fn bits_of(pool: &Pool, t: Term) -> Option<Bits> {
    pool.value(t)?.as_bits()
}

fn same(_: &mut Pool, op: Op, args: &[Term]) -> Option<Term> {
    (args[0] == args[1]).then_some(if matches!(op, Op::BvUle | Op::BvSle) { TRUE } else { FALSE })
}

fn same_examples(p: &mut Pool, ops: [Op; 2]) -> Vec<Term> {
    let [a, ..] = bvs(p, 4);
    ops.map(|op| p.raw(op, &[a, a])).into()
}

/// Rules for `BvUlt` and `BvUle`.
pub const UNSIGNED: &[Rule] = &[
    Rule { name: "bv-unsigned-same", apply: same, examples: |p| same_examples(p, [Op::BvUlt, Op::BvUle]) },
    Rule {
        name: "bv-unsigned-at-end",
        apply: |pool, op, args| at_end(pool, op, args, Ends::unsigned),
        examples: |p| end_examples(p, [Op::BvUlt, Op::BvUle], Ends::unsigned),
    },
    Rule { name: "bv-unsigned-of-zero-ext", apply: of_zero_ext, examples: of_zero_ext_examples },
    Rule {
        name: "bv-unsigned-of-sign-ext",
        apply: of_sign_ext,
        examples: |p| sign_ext_pairs(p, [Op::BvUlt, Op::BvUle]),
    },
];

/// Rules for `BvSlt` and `BvSle`.
pub const SIGNED: &[Rule] = &[
    Rule { name: "bv-signed-same", apply: same, examples: |p| same_examples(p, [Op::BvSlt, Op::BvSle]) },
    Rule {
        name: "bv-signed-at-end",
        apply: |pool, op, args| at_end(pool, op, args, Ends::signed),
        examples: |p| end_examples(p, [Op::BvSlt, Op::BvSle], Ends::signed),
    },
    Rule { name: "bv-signed-of-zero-ext", apply: signed_of_zero_ext, examples: signed_of_zero_ext_examples },
    Rule { name: "bv-signed-of-sign-ext", apply: of_sign_ext, examples: |p| sign_ext_pairs(p, [Op::BvSlt, Op::BvSle]) },
    Rule { name: "bv-signed-sum-fits", apply: sum_fits, examples: sum_fits_examples },
];

/// The smallest and the largest value of an order.
struct Ends {
    low: Bits,
    high: Bits,
}

impl Ends {
    fn unsigned(width: u32) -> Ends {
        Ends { low: Bits::zero(width), high: Bits::ones(width) }
    }

    fn signed(width: u32) -> Ends {
        let low = Bits::new(width, 1 << (width - 1));
        Ends { low, high: low.not() }
    }
}

/// Comparisons with the ends of the order are decided or equalities.
fn at_end(pool: &mut Pool, op: Op, args: &[Term], ends: fn(u32) -> Ends) -> Option<Term> {
    let &[a, b] = args else { return None };
    let strict = matches!(op, Op::BvUlt | Op::BvSlt);
    let ends = ends(u32::from(pool.sort(a).width()?));
    let one = Bits::new(ends.low.width(), 1);
    if let Some(k) = bits_of(pool, b) {
        if k == ends.low {
            return Some(if strict { FALSE } else { pool.eq(a, b) });
        }
        if k == ends.high {
            return Some(if strict { pool.ne(a, b) } else { TRUE });
        }
        if strict && k == ends.low.add(one) {
            let low = pool.bits(ends.low);
            return Some(pool.eq(a, low));
        }
        if !strict && k == ends.high.sub(one) {
            let high = pool.bits(ends.high);
            return Some(pool.ne(a, high));
        }
    }
    if let Some(k) = bits_of(pool, a) {
        if k == ends.high {
            return Some(if strict { FALSE } else { pool.eq(b, a) });
        }
        if k == ends.low {
            return Some(if strict { pool.ne(b, a) } else { TRUE });
        }
        if strict && k == ends.high.sub(one) {
            let high = pool.bits(ends.high);
            return Some(pool.eq(b, high));
        }
        if !strict && k == ends.low.add(one) {
            let low = pool.bits(ends.low);
            return Some(pool.ne(b, low));
        }
    }
    None
}

fn end_examples(p: &mut Pool, ops: [Op; 2], ends: fn(u32) -> Ends) -> Vec<Term> {
    let mut all = vec![];
    for w in WIDTHS {
        let [a, ..] = bvs(p, w);
        let Ends { low, high } = ends(w.into());
        for op in ops {
            for k in [low, high] {
                let k = p.bits(k);
                all.extend([p.raw(op, &[a, k]), p.raw(op, &[k, a])]);
            }
            if w > 2 {
                let one = Bits::new(w.into(), 1);
                let (second, last) = (p.bits(low.add(one)), p.bits(high.sub(one)));
                let strict = matches!(op, Op::BvUlt | Op::BvSlt);
                let (right, left) = if strict { (second, last) } else { (last, second) };
                all.extend([p.raw(op, &[a, right]), p.raw(op, &[left, a])]);
            }
        }
    }
    all
}

/// The vector under a strict zero extension.
fn zero_extended(pool: &Pool, t: Term) -> Option<Term> {
    match (pool.op(t), pool.args(t)) {
        (Op::ZeroExt(w), &[x]) if pool.sort(x).width()? < w => Some(x),
        _ => None,
    }
}

/// Both sides are narrow: compare the narrow parts. A constant that does not fit decides.
fn of_zero_ext(pool: &mut Pool, op: Op, args: &[Term]) -> Option<Term> {
    let &[a, b] = args else { return None };
    match (zero_extended(pool, a), zero_extended(pool, b)) {
        (Some(x), Some(y)) if pool.sort(x) == pool.sort(y) => Some(pool.mk(op, &[x, y])),
        (Some(x), None) => {
            let (k, width) = (bits_of(pool, b)?, u32::from(pool.sort(x).width()?));
            if k.unsigned() >> width != 0 {
                return Some(TRUE);
            }
            let k = pool.bits(k.zero_extend_to(width));
            Some(pool.mk(op, &[x, k]))
        }
        (None, Some(y)) => {
            let (k, width) = (bits_of(pool, a)?, u32::from(pool.sort(y).width()?));
            if k.unsigned() >> width != 0 {
                return Some(FALSE);
            }
            let k = pool.bits(k.zero_extend_to(width));
            Some(pool.mk(op, &[k, y]))
        }
        _ => None,
    }
}

fn of_zero_ext_examples(p: &mut Pool) -> Vec<Term> {
    let [a, b, _] = bvs(p, 3);
    let (x, y) = (p.raw(Op::ZeroExt(6), &[a]), p.raw(Op::ZeroExt(6), &[b]));
    let mut all = vec![];
    for op in [Op::BvUlt, Op::BvUle] {
        all.push(p.raw(op, &[x, y]));
        for k in [0, 3, 7, 8, 40] {
            let k = p.bv(6, k);
            all.extend([p.raw(op, &[x, k]), p.raw(op, &[k, x])]);
        }
    }
    all
}

/// A strict zero extension is not negative: the signed order is the unsigned one.
fn signed_of_zero_ext(pool: &mut Pool, op: Op, args: &[Term]) -> Option<Term> {
    let &[a, b] = args else { return None };
    let unsigned = if matches!(op, Op::BvSlt) { Op::BvUlt } else { Op::BvUle };
    match (zero_extended(pool, a).is_some(), zero_extended(pool, b).is_some()) {
        (true, true) => Some(pool.mk(unsigned, args)),
        (true, false) if bits_of(pool, b)?.sign() => Some(FALSE),
        (false, true) if bits_of(pool, a)?.sign() => Some(TRUE),
        (true, false) | (false, true) => Some(pool.mk(unsigned, args)),
        (false, false) => None,
    }
}

fn signed_of_zero_ext_examples(p: &mut Pool) -> Vec<Term> {
    let [a, ..] = bvs(p, 3);
    let [b, ..] = bvs(p, 4);
    let (x, y) = (p.raw(Op::ZeroExt(6), &[a]), p.raw(Op::ZeroExt(6), &[b]));
    let mut all = vec![];
    for op in [Op::BvSlt, Op::BvSle] {
        all.push(p.raw(op, &[x, y]));
        for k in [0, 5, 31, 32, 63] {
            let k = p.bv(6, k);
            all.extend([p.raw(op, &[x, k]), p.raw(op, &[k, x])]);
        }
    }
    all
}

/// Sign extension keeps both orders.
fn of_sign_ext(pool: &mut Pool, op: Op, args: &[Term]) -> Option<Term> {
    let &[a, b] = args else { return None };
    let inner = |pool: &Pool, t: Term| match (pool.op(t), pool.args(t)) {
        (Op::SignExt(_), &[x]) => Some(x),
        _ => None,
    };
    match (inner(pool, a), inner(pool, b)) {
        (Some(x), Some(y)) if pool.sort(x) == pool.sort(y) => Some(pool.mk(op, &[x, y])),
        (Some(x), None) => {
            let k = narrow(pool, x, b)?;
            Some(pool.mk(op, &[x, k]))
        }
        (None, Some(y)) => {
            let k = narrow(pool, y, a)?;
            Some(pool.mk(op, &[k, y]))
        }
        _ => None,
    }
}

/// The constant `k` in the width of `x`, if it is a sign extension from there.
fn narrow(pool: &mut Pool, x: Term, k: Term) -> Option<Term> {
    let (k, width) = (bits_of(pool, k)?, u32::from(pool.sort(x).width()?));
    let low = k.extract(width - 1, 0);
    (low.sign_extend_to(k.width()) == k).then(|| pool.bits(low))
}

fn sign_ext_pairs(p: &mut Pool, ops: [Op; 2]) -> Vec<Term> {
    let [a, b, _] = bvs(p, 3);
    let (x, y) = (p.raw(Op::SignExt(6), &[a]), p.raw(Op::SignExt(6), &[b]));
    let mut all = vec![];
    for op in ops {
        all.push(p.raw(op, &[x, y]));
        for k in [0, 3, 60, 63] {
            let k = p.bv(6, k);
            all.extend([p.raw(op, &[x, k]), p.raw(op, &[k, x])]);
        }
    }
    all
}

/// `0 <= (x ^ r) & (r ^ k)` with `r = x + k` says that the signed sum fits, and with `r = x - c`, `k = ~c` that the
/// difference does (checks of overflow are made like that): for a constant, a bound on `x`.
fn sum_fits(pool: &mut Pool, op: Op, args: &[Term]) -> Option<Term> {
    let &[zero, both] = args else { return None };
    if op != Op::BvSle || !bits_of(pool, zero)?.is_zero() || pool.op(both) != Op::BvAnd {
        return None;
    }
    let &[first, second] = pool.args(both) else { return None };
    if pool.op(first) != Op::BvXor || pool.op(second) != Op::BvXor {
        return None;
    }
    let constant = |pool: &Pool, t: Term| bits_of(pool, pool.args(t)[1]);
    let (plain, masked) = match (constant(pool, first), constant(pool, second)) {
        (None, Some(_)) => (first, second),
        (Some(_), None) => (second, first),
        _ => return None,
    };
    let (&[a, b], &[r, _]) = (pool.args(plain), pool.args(masked)) else { return None };
    let k = constant(pool, masked)?;
    let x = if a == r {
        b
    } else if b == r {
        a
    } else {
        return None;
    };
    let difference = pool.sub(r, x);
    let step = bits_of(pool, difference)?;
    let Ends { low, high } = Ends::signed(k.width());
    if step == k {
        // x + k: not above the highest number, not below the lowest.
        return Some(if k.sign() {
            let least = pool.bits(low.sub(k));
            pool.mk(Op::BvSle, &[least, x])
        } else {
            let most = pool.bits(high.sub(k));
            pool.mk(Op::BvSle, &[x, most])
        });
    }
    let c = k.not();
    if step != c.neg() {
        return None;
    }
    // x - c.
    Some(if c.sign() {
        let most = pool.bits(high.add(c));
        pool.mk(Op::BvSle, &[x, most])
    } else {
        let least = pool.bits(low.add(c));
        pool.mk(Op::BvSle, &[least, x])
    })
}

fn sum_fits_examples(p: &mut Pool) -> Vec<Term> {
    let mut all = vec![];
    for w in [3, 4, 8] {
        let ([a, ..], zero) = (bvs(p, w), p.bv(w, 0));
        for n in [1, 2, 1 << (w - 1), (1 << w) - 1, (1 << w) - 2] {
            for subtract in [false, true] {
                let k = p.bv(w, n);
                let (result, mask) = if subtract { (p.sub(a, k), p.bv_not(k)) } else { (p.add(a, k), k) };
                let (x, y) = (p.raw(Op::BvXor, &[a, result]), p.raw(Op::BvXor, &[result, mask]));
                let both = p.raw(Op::BvAnd, &[x, y]);
                all.push(p.raw(Op::BvSle, &[zero, both]));
            }
        }
    }
    all
}
