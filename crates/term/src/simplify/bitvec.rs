//! Rules for bit vector arithmetic beyond sums, bitwise operators and shifts.

use pathfold_base::Bits;

use super::Rule;
use super::example::{WIDTHS, bvs};
use crate::op::Op;
use crate::pool::{Pool, Term};

fn bits_of(pool: &Pool, t: Term) -> Option<Bits> {
    pool.value(t)?.as_bits()
}

fn width_of(pool: &Pool, t: Term) -> u32 {
    pool.sort(t).width().map_or(1, u32::from)
}

/// Terms over `a`, `b` and some constants of every width, from all pairs.
fn pairs(p: &mut Pool, ops: &[Op], keep: impl Fn(&Pool, Term, Term) -> bool) -> Vec<Term> {
    let mut all = vec![];
    for w in WIDTHS {
        let [a, b, _] = bvs(p, w);
        let not_a = p.raw(Op::BvNot, &[a]);
        let mut list = vec![a, b, not_a];
        for n in [0, 1, 2, 4, 6, u128::MAX, u128::MAX << 1, 1 << (w - 1)] {
            list.push(p.bv(w, n));
        }
        for &x in &list {
            for &y in &list {
                if keep(p, x, y) {
                    all.extend(ops.iter().map(|&op| p.raw(op, &[x, y])));
                }
            }
        }
    }
    all.dedup();
    all
}

/// Those of `all` that a rule applies to.
fn fitting(p: &mut Pool, all: Vec<Term>, apply: fn(&mut Pool, Op, &[Term]) -> Option<Term>) -> Vec<Term> {
    all.into_iter()
        .filter(|&t| {
            let args = p.arg_list(t);
            !args.iter().all(|&a| p.is_const(a)) && apply(p, p.op(t), &args).is_some()
        })
        .collect()
}

/// Rules for `BvNot`.
pub const NOT: &[Rule] = &[Rule {
    name: "bv-not-not",
    apply: |pool, _, args| matches!(pool.op(args[0]), Op::BvNot).then(|| pool.args(args[0])[0]),
    examples: |p| {
        let [a, ..] = bvs(p, 4);
        let inner = p.raw(Op::BvNot, &[a]);
        vec![p.raw(Op::BvNot, &[inner])]
    },
}];

/// Rules for `BvMul` of two unknowns (a constant factor makes it a sum).
pub const MUL: &[Rule] = &[Rule {
    name: "bv-mul-order",
    apply: |pool, op, args| {
        let turn = !pool.is_const(args[0]) && !pool.is_const(args[1]) && args[1] < args[0];
        turn.then(|| pool.raw(op, &[args[1], args[0]]))
    },
    examples: |p| {
        let [a, b, _] = bvs(p, 4);
        vec![p.raw(Op::BvMul, &[b, a])]
    },
}];

/// Rules for the four divisions.
pub const DIVISION: &[Rule] = &[
    Rule {
        name: "bv-division-by-constant",
        apply: by_constant,
        examples: |p| {
            let all = pairs(p, &[Op::BvUdiv, Op::BvUrem, Op::BvSdiv, Op::BvSrem], |p, _, y| p.is_const(y));
            fitting(p, all, by_constant)
        },
    },
    Rule {
        name: "bv-urem-by-itself",
        apply: |pool, op, args| {
            let itself = matches!(op, Op::BvUrem | Op::BvSrem) && args[0] == args[1];
            itself.then(|| pool.bits(Bits::zero(width_of(pool, args[0]))))
        },
        examples: |p| {
            let [a, ..] = bvs(p, 4);
            vec![p.raw(Op::BvUrem, &[a, a]), p.raw(Op::BvSrem, &[a, a])]
        },
    },
];

fn by_constant(pool: &mut Pool, op: Op, args: &[Term]) -> Option<Term> {
    let x = args[0];
    let divisor = bits_of(pool, args[1])?;
    let width = divisor.width();
    let zero = Bits::zero(width);
    if divisor.is_zero() {
        return match op {
            Op::BvUdiv => Some(pool.bits(Bits::ones(width))),
            Op::BvUrem | Op::BvSrem => Some(x),
            Op::BvSdiv => {
                let (one, ones) = (pool.bits(Bits::new(width, 1)), pool.bits(Bits::ones(width)));
                let zero = pool.bits(zero);
                let negative = pool.bv_slt(x, zero);
                Some(pool.ite(negative, one, ones))
            }
            _ => None,
        };
    }
    if divisor.unsigned() == 1 && !(width == 1 && matches!(op, Op::BvSdiv | Op::BvSrem)) {
        return Some(if matches!(op, Op::BvUdiv | Op::BvSdiv) { x } else { pool.bits(zero) });
    }
    let power = divisor.unsigned().is_power_of_two().then(|| divisor.unsigned().trailing_zeros());
    match (op, power) {
        (Op::BvUdiv, Some(n)) => {
            let n = pool.bits(Bits::new(width, n.into()));
            Some(pool.mk(Op::BvLshr, &[x, n]))
        }
        (Op::BvUrem, Some(n)) => {
            let low = pool.mk(Op::Extract(n as u8 - 1, 0), &[x]);
            Some(pool.mk(Op::ZeroExt(width as u8), &[low]))
        }
        _ => None,
    }
}

/// Rules for `BvAnd`, `BvOr` and `BvXor`.
pub const BITWISE: &[Rule] = &[
    Rule {
        name: "bv-bitwise-unit",
        apply: bitwise_unit,
        examples: |p| {
            let all = pairs(p, &[Op::BvAnd, Op::BvOr, Op::BvXor], |_, _, _| true);
            fitting(p, all, bitwise_unit)
        },
    },
    Rule {
        name: "bv-bitwise-order",
        apply: |pool, op, args| {
            let turn = match (pool.is_const(args[0]), pool.is_const(args[1])) {
                (true, false) => true,
                (false, true) => false,
                _ => args[1] < args[0],
            };
            turn.then(|| pool.mk(op, &[args[1], args[0]]))
        },
        examples: |p| {
            let ([a, b, _], k) = (bvs(p, 4), p.bv(4, 6));
            let mut all = vec![];
            for op in [Op::BvAnd, Op::BvOr, Op::BvXor] {
                all.extend([p.raw(op, &[b, a]), p.raw(op, &[k, a])]);
            }
            all
        },
    },
    Rule { name: "bv-bitwise-nested-constant", apply: nested_constant, examples: nested_examples },
    Rule {
        name: "bv-and-mask",
        apply: mask,
        examples: |p| {
            let all = pairs(p, &[Op::BvAnd], |p, _, y| p.is_const(y));
            fitting(p, all, mask)
        },
    },
];

/// Identities, absorbing elements, equal and complementary arguments.
fn bitwise_unit(pool: &mut Pool, op: Op, args: &[Term]) -> Option<Term> {
    let &[a, b] = args else { return None };
    let width = width_of(pool, a);
    if a == b {
        return Some(if matches!(op, Op::BvXor) { pool.bits(Bits::zero(width)) } else { a });
    }
    let negates = |x: Term, y: Term| matches!(pool.op(x), Op::BvNot) && pool.args(x)[0] == y;
    if negates(a, b) || negates(b, a) {
        let value = if matches!(op, Op::BvAnd) { Bits::zero(width) } else { Bits::ones(width) };
        return Some(pool.bits(value));
    }
    for (x, k) in [(a, b), (b, a)] {
        let Some(value) = bits_of(pool, k) else { continue };
        match op {
            Op::BvAnd if value.is_zero() => return Some(k),
            Op::BvAnd if value.is_ones() => return Some(x),
            Op::BvOr if value.is_zero() => return Some(x),
            Op::BvOr if value.is_ones() => return Some(k),
            Op::BvXor if value.is_zero() => return Some(x),
            Op::BvXor if value.is_ones() => return Some(pool.bv_not(x)),
            _ => {}
        }
    }
    None
}

/// `(x op k) op l` is `x op (k op l)`.
fn nested_constant(pool: &mut Pool, op: Op, args: &[Term]) -> Option<Term> {
    let outer = bits_of(pool, args[1])?;
    if pool.op(args[0]) != op {
        return None;
    }
    let &[x, k] = pool.args(args[0]) else { return None };
    let inner = bits_of(pool, k)?;
    let value = match op {
        Op::BvAnd => inner.and(outer),
        Op::BvOr => inner.or(outer),
        Op::BvXor => inner.xor(outer),
        _ => return None,
    };
    let value = pool.bits(value);
    Some(pool.mk(op, &[x, value]))
}

fn nested_examples(p: &mut Pool) -> Vec<Term> {
    let ([a, ..], k, l) = (bvs(p, 4), p.bv(4, 6), p.bv(4, 11));
    [Op::BvAnd, Op::BvOr, Op::BvXor]
        .map(|op| {
            let inner = p.raw(op, &[a, k]);
            p.raw(op, &[inner, l])
        })
        .into()
}

/// A mask of low bits is a truncation.
fn mask(pool: &mut Pool, op: Op, args: &[Term]) -> Option<Term> {
    if !matches!(op, Op::BvAnd) {
        return None;
    }
    let value = bits_of(pool, args[1])?;
    let ones = value.unsigned().trailing_ones();
    let low_mask = ones > 0 && ones < value.width() && value.unsigned() >> ones == 0;
    low_mask.then(|| {
        let low = pool.mk(Op::Extract(ones as u8 - 1, 0), &[args[0]]);
        pool.mk(Op::ZeroExt(value.width() as u8), &[low])
    })
}

/// Rules for shifts.
pub const SHIFT: &[Rule] = &[
    Rule {
        name: "bv-shift-by-constant",
        apply: shift_by_constant,
        examples: |p| {
            let all = pairs(p, &[Op::BvShl, Op::BvLshr, Op::BvAshr], |p, _, y| p.is_const(y));
            fitting(p, all, shift_by_constant)
        },
    },
    Rule {
        name: "bv-shift-of-zero",
        apply: |pool, _, args| bits_of(pool, args[0])?.is_zero().then_some(args[0]),
        examples: |p| {
            let ([a, ..], zero) = (bvs(p, 4), p.bv(4, 0));
            [Op::BvShl, Op::BvLshr, Op::BvAshr].map(|op| p.raw(op, &[zero, a])).into()
        },
    },
];

/// Left shifts by constants are products (so they take part in sums), right shifts extensions of extracts.
fn shift_by_constant(pool: &mut Pool, op: Op, args: &[Term]) -> Option<Term> {
    let x = args[0];
    let amount = bits_of(pool, args[1])?;
    let width = amount.width();
    if amount.is_zero() {
        return Some(x);
    }
    let beyond = amount.unsigned() >= u128::from(width);
    if beyond && !matches!(op, Op::BvAshr) {
        return Some(pool.bits(Bits::zero(width)));
    }
    let (n, w) = (amount.unsigned().min(u128::from(width) - 1) as u8, width as u8);
    match op {
        Op::BvShl => {
            let power = pool.bits(Bits::new(width, 1 << n));
            Some(pool.mk(Op::BvMul, &[x, power]))
        }
        Op::BvLshr => {
            let high = pool.mk(Op::Extract(w - 1, n), &[x]);
            Some(pool.mk(Op::ZeroExt(w), &[high]))
        }
        Op::BvAshr => {
            let high = pool.mk(Op::Extract(w - 1, n), &[x]);
            Some(pool.mk(Op::SignExt(w), &[high]))
        }
        _ => None,
    }
}
