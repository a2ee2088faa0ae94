//! Rules for negation, conjunction and disjunction.

use pathfold_base::Integer;

use super::Rule;
use super::example::{bools, bvs, ints};
use super::linear;
use crate::op::Op;
use crate::pool::{FALSE, Pool, TRUE, Term, Terms};

/// Complements and bounds are looked for between all pairs only in lists up to this length.
const PAIRWISE: usize = 16;

/// Rules for `Not`.
pub const NOT: &[Rule] = &[
    Rule {
        name: "not-not",
        apply: |pool, _, args| matches!(pool.op(args[0]), Op::Not).then(|| pool.args(args[0])[0]),
        examples: |p| {
            let [a, ..] = bools(p);
            let inner = p.raw(Op::Not, &[a]);
            vec![p.raw(Op::Not, &[inner])]
        },
    },
    Rule {
        name: "not-int-le",
        apply: linear::not_int_le,
        examples: |p| {
            let [x, y, ..] = ints(p);
            let (three, minus) = (p.int(3), p.int(-1));
            let minus_y = p.raw(Op::IntMul, &[minus, y]);
            let sum = p.raw(Op::IntAdd, &[x, minus_y]);
            [p.raw(Op::IntLe, &[x, three]), p.raw(Op::IntLe, &[sum, minus]), p.raw(Op::IntLe, &[x, y])]
                .map(|t| p.raw(Op::Not, &[t]))
                .into()
        },
    },
    Rule {
        name: "not-bv-compare",
        apply: not_bv_compare,
        examples: |p| {
            let [a, b, _] = bvs(p, 4);
            [Op::BvUlt, Op::BvUle, Op::BvSlt, Op::BvSle]
                .map(|op| {
                    let t = p.raw(op, &[a, b]);
                    p.raw(Op::Not, &[t])
                })
                .into()
        },
    },
];

fn not_bv_compare(pool: &mut Pool, _: Op, args: &[Term]) -> Option<Term> {
    let flipped = match pool.op(args[0]) {
        Op::BvUlt => Op::BvUle,
        Op::BvUle => Op::BvUlt,
        Op::BvSlt => Op::BvSle,
        Op::BvSle => Op::BvSlt,
        _ => return None,
    };
    let &[a, b] = pool.args(args[0]) else { return None };
    Some(pool.mk(flipped, &[b, a]))
}

fn list_examples(p: &mut Pool, op: Op, dual: Op) -> Vec<Term> {
    let [a, b, c, d] = bools(p);
    let not_a = p.raw(Op::Not, &[a]);
    let nested = p.raw(op, &[c, b]);
    let dual_list = p.raw(dual, &[c, d]);
    let lists: [&[Term]; 10] = [
        &[],
        &[a],
        &[a, a],
        &[b, a],
        &[a, TRUE],
        &[FALSE, b],
        &[a, not_a],
        &[not_a, b, a],
        &[nested, a],
        &[dual_list, nested, b],
    ];
    lists.map(|list| p.raw(op, list)).into()
}

/// Rules for `And`.
pub const AND: &[Rule] = &[
    Rule { name: "and-normal", apply: normal_list, examples: |p| list_examples(p, Op::And, Op::Or) },
    Rule { name: "and-pairs", apply: pairs, examples: |p| pair_examples(p, Op::And) },
    Rule { name: "and-absorb-or", apply: absorb, examples: |p| absorb_examples(p, Op::And, Op::Or) },
];

/// Rules for `Or`.
pub const OR: &[Rule] = &[
    Rule { name: "or-normal", apply: normal_list, examples: |p| list_examples(p, Op::Or, Op::And) },
    Rule { name: "or-pairs", apply: pairs, examples: |p| pair_examples(p, Op::Or) },
    Rule { name: "or-absorb-and", apply: absorb, examples: |p| absorb_examples(p, Op::Or, Op::And) },
];

fn normal_list(pool: &mut Pool, op: Op, args: &[Term]) -> Option<Term> {
    let (neutral, zero) = if matches!(op, Op::And) { (TRUE, FALSE) } else { (FALSE, TRUE) };
    let mut list = Terms::new();
    for &arg in args {
        if arg == zero {
            return Some(zero);
        }
        if arg == neutral {
            continue;
        }
        if pool.op(arg) == op {
            list.extend_from_slice(pool.args(arg));
        } else {
            list.push(arg);
        }
    }
    if !list.is_sorted_by(|a, b| a < b) {
        list.sort_unstable();
        list.dedup();
    }
    for &t in &list {
        if matches!(pool.op(t), Op::Not) && list.binary_search(&pool.args(t)[0]).is_ok() {
            return Some(zero);
        }
    }
    match list.as_slice() {
        [] => return Some(neutral),
        [one] => return Some(*one),
        // Flattening can bring in what was already simplified: only a changed list is rebuilt.
        same if same == args => return None,
        _ => {}
    }
    let rest = pairs(pool, op, &list).or_else(|| absorb(pool, op, &list));
    Some(rest.unwrap_or_else(|| pool.raw(op, &list)))
}

/// What two members of a list are together.
enum Pair {
    /// Nothing special.
    Apart,
    /// One and the negation of the other: the list is decided.
    Decided,
    /// The first alone says as much as both.
    First,
    /// The second alone says as much as both.
    Second,
}

/// Two atoms that contradict, exhaust or imply each other.
fn pairs(pool: &mut Pool, op: Op, args: &[Term]) -> Option<Term> {
    if args.len() > PAIRWISE {
        return None;
    }
    let conjunction = matches!(op, Op::And);
    let atom = |pool: &Pool, t: Term| {
        matches!(pool.op(t), Op::IntLe | Op::Eq | Op::BvUlt | Op::BvUle | Op::BvSlt | Op::BvSle | Op::Not)
    };
    for i in 0..args.len() {
        if !atom(pool, args[i]) {
            continue;
        }
        for j in i + 1..args.len() {
            if !atom(pool, args[j]) {
                continue;
            }
            let dropped = match relate(pool, conjunction, args[i], args[j]) {
                Pair::Apart => continue,
                Pair::Decided => return Some(pool.truth(!conjunction)),
                Pair::First => j,
                Pair::Second => i,
            };
            let mut list = Terms::from_slice(args);
            list.remove(dropped);
            return Some(pool.mk(op, &list));
        }
    }
    None
}

fn relate(pool: &Pool, conjunction: bool, a: Term, b: Term) -> Pair {
    let (&[a0, a1], &[b0, b1]) = (pool.args(a), pool.args(b)) else { return Pair::Apart };
    let crossed = a0 == b1 && a1 == b0;
    match (pool.op(a), pool.op(b)) {
        (Op::IntLe, Op::IntLe) => {
            let (Some(c), Some(d)) = (pool.int_value(a1), pool.int_value(b1)) else { return Pair::Apart };
            if a0 == b0 {
                // p <= c, p <= d: the smaller bound is the stronger one.
                return if (c <= d) == conjunction { Pair::First } else { Pair::Second };
            }
            if linear::opposite(pool, a0, b0) {
                // p <= c, -p <= d, so p >= -d.
                let below = c.add(d);
                if conjunction && below.is_negative() || !conjunction && below >= Integer::Small(-1) {
                    return Pair::Decided;
                }
            }
            Pair::Apart
        }
        (Op::Eq, Op::Eq) if conjunction && a0 == b0 && pool.is_const(a1) && pool.is_const(b1) => Pair::Decided,
        (Op::BvUlt, Op::BvUle) | (Op::BvUle, Op::BvUlt) | (Op::BvSlt, Op::BvSle) | (Op::BvSle, Op::BvSlt)
            if crossed =>
        {
            Pair::Decided
        }
        (Op::BvUlt, Op::BvUlt) | (Op::BvSlt, Op::BvSlt) if crossed && conjunction => Pair::Decided,
        (Op::BvUlt, Op::BvUle) | (Op::BvSlt, Op::BvSle) if a0 == b0 && a1 == b1 => {
            if conjunction {
                Pair::First
            } else {
                Pair::Second
            }
        }
        (Op::BvUle, Op::BvUlt) | (Op::BvSle, Op::BvSlt) if a0 == b0 && a1 == b1 => {
            if conjunction {
                Pair::Second
            } else {
                Pair::First
            }
        }
        _ => Pair::Apart,
    }
}

fn pair_examples(p: &mut Pool, op: Op) -> Vec<Term> {
    let [x, y, z, _] = ints(p);
    let (minus, three, five) = (p.int(-1), p.int(3), p.int(5));
    let minus_x = p.raw(Op::IntMul, &[minus, x]);
    let (le3, le5) = (p.raw(Op::IntLe, &[x, three]), p.raw(Op::IntLe, &[x, five]));
    let (two, bound) = if matches!(op, Op::And) { (p.int(-6), five) } else { (p.int(-4), three) };
    let ge = p.raw(Op::IntLe, &[minus_x, two]);
    let le = p.raw(Op::IntLe, &[x, bound]);
    let other = p.raw(Op::IntLe, &[y, three]);
    let [minus_y, minus_z] = [y, z].map(|v| p.raw(Op::IntMul, &[minus, v]));
    let (sum, negated) = (p.raw(Op::IntAdd, &[y, minus_z]), p.raw(Op::IntAdd, &[minus_y, z]));
    let zero = p.int(0);
    let (sum_le, sum_ge) = (p.raw(Op::IntLe, &[sum, minus]), p.raw(Op::IntLe, &[negated, zero]));
    let [a, b, _] = bvs(p, 4);
    let (ult, ule) = (p.raw(Op::BvUlt, &[a, b]), p.raw(Op::BvUle, &[b, a]));
    let (slt, sle) = (p.raw(Op::BvSlt, &[a, b]), p.raw(Op::BvSle, &[a, b]));
    let mut all = vec![
        p.raw(op, &[le3, other, le5]),
        p.raw(op, &[le5, le3]),
        p.raw(op, &[le, ge]),
        p.raw(op, &[sum_le, sum_ge]),
        p.raw(op, &[ult, ule]),
        p.raw(op, &[slt, sle]),
        p.raw(op, &[sle, slt]),
    ];
    if matches!(op, Op::And) {
        let (e3, e5) = (p.raw(Op::Eq, &[x, three]), p.raw(Op::Eq, &[x, five]));
        let turned = p.raw(Op::BvSlt, &[b, a]);
        all.push(p.raw(op, &[e3, e5]));
        all.push(p.raw(op, &[slt, turned]));
    }
    all
}

/// `x and (x or y)` is `x`; `x and (not x or y)` is `x and y`; and the dual.
fn absorb(pool: &mut Pool, op: Op, args: &[Term]) -> Option<Term> {
    if args.len() > PAIRWISE {
        return None;
    }
    let dual = if matches!(op, Op::And) { Op::Or } else { Op::And };
    for (i, &arg) in args.iter().enumerate() {
        if pool.op(arg) != dual {
            continue;
        }
        let inner = pool.arg_list(arg);
        if inner.len() > PAIRWISE {
            continue;
        }
        let mut list = Terms::from_slice(args);
        if inner.iter().any(|t| args.contains(t)) {
            list.remove(i);
            return Some(pool.mk(op, &list));
        }
        let kept: Terms = inner.iter().copied().filter(|&t| !args.iter().any(|&a| complements(pool, a, t))).collect();
        if kept.len() < inner.len() {
            list[i] = pool.mk(dual, &kept);
            return Some(pool.mk(op, &list));
        }
    }
    None
}

/// Whether one is plainly the negation of the other.
pub(super) fn complements(pool: &Pool, a: Term, b: Term) -> bool {
    let negates = |a: Term, b: Term| matches!(pool.op(a), Op::Not) && pool.args(a)[0] == b;
    if negates(a, b) || negates(b, a) {
        return true;
    }
    let (&[a0, a1], &[b0, b1]) = (pool.args(a), pool.args(b)) else { return false };
    match (pool.op(a), pool.op(b)) {
        (Op::BvUlt, Op::BvUle) | (Op::BvUle, Op::BvUlt) | (Op::BvSlt, Op::BvSle) | (Op::BvSle, Op::BvSlt) => {
            a0 == b1 && a1 == b0
        }
        (Op::IntLe, Op::IntLe) => match (pool.int_value(a1), pool.int_value(b1)) {
            (Some(c), Some(d)) => c.add(d) == Integer::Small(-1) && linear::opposite(pool, a0, b0),
            _ => false,
        },
        _ => false,
    }
}

fn absorb_examples(p: &mut Pool, op: Op, dual: Op) -> Vec<Term> {
    let [a, b, c, _] = bools(p);
    let [x, ..] = ints(p);
    let not_a = p.raw(Op::Not, &[a]);
    let with = p.raw(dual, &[a, b]);
    let without = p.raw(dual, &[not_a, b]);
    let only = p.raw(dual, &[b, not_a, c]);
    let (minus, three, four) = (p.int(-1), p.int(3), p.int(-4));
    let minus_x = p.raw(Op::IntMul, &[minus, x]);
    let (le, gt) = (p.raw(Op::IntLe, &[x, three]), p.raw(Op::IntLe, &[minus_x, four]));
    let atoms = p.raw(dual, &[b, gt]);
    vec![p.raw(op, &[a, with]), p.raw(op, &[a, without]), p.raw(op, &[a, c, only]), p.raw(op, &[le, atoms])]
}
