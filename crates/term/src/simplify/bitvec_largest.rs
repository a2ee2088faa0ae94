//! Comparisons of bit vectors that are decided by how large a term can be at most: the bounds of tables that bytes,
//! remainders and masked numbers index, scaled by the size of an element.

use pathfold_base::Bits;

use super::Rule;
use super::example::bvs;
use crate::op::Op;
use crate::pool::{FALSE, Pool, TRUE, Term};

/// How deep terms are looked into: an index, its parts, its scale.
const DEPTH: u32 = 5;

/// Rules for `BvUlt` and `BvUle`.
pub const UNSIGNED: &[Rule] =
    &[Rule { name: "bv-unsigned-out-of-reach", apply: out_of_reach, examples: out_of_reach_examples }];

/// A constant that the other side cannot reach.
fn out_of_reach(pool: &mut Pool, op: Op, args: &[Term]) -> Option<Term> {
    let &[a, b] = args else { return None };
    let bits = |t: Term| pool.value(t).and_then(|value| value.as_bits()).map(Bits::unsigned);
    let strict = matches!(op, Op::BvUlt);
    if let Some(k) = bits(b) {
        let most = largest(pool, a, DEPTH);
        return (if strict { most < k } else { most <= k }).then_some(TRUE);
    }
    let k = bits(a)?;
    let most = largest(pool, b, DEPTH);
    (if strict { most <= k } else { most < k }).then_some(FALSE)
}

/// What an unsigned bit vector is never above.
fn largest(pool: &Pool, t: Term, depth: u32) -> u128 {
    let width = |t: Term| pool.sort(t).width().map_or(128, u32::from);
    let all = u128::MAX >> (128 - width(t).clamp(1, 128));
    if let Some(bits) = pool.value(t).and_then(|value| value.as_bits()) {
        return bits.unsigned();
    }
    let args = pool.args(t);
    let (Some(depth), [first, rest @ ..]) = (depth.checked_sub(1), args) else { return all };
    let first_most = || largest(pool, *first, depth);
    let rest_most = || rest.iter().map(|&arg| largest(pool, arg, depth));
    let constant = || rest.first().and_then(|&k| pool.value(k)).and_then(|k| k.as_bits()).map(Bits::unsigned);
    let found = match pool.op(t) {
        Op::ZeroExt(_) => Some(first_most()),
        Op::Extract(_, low) => Some(first_most() >> low),
        Op::BvAnd => rest_most().chain([first_most()]).min(),
        // As many bits as the longer one has.
        Op::BvOr | Op::BvXor => {
            rest_most().chain([first_most()]).max().map(|most| u128::MAX.checked_shr(most.leading_zeros()).unwrap_or(0))
        }
        Op::BvAdd => rest_most().try_fold(first_most(), u128::checked_add),
        Op::BvMul => rest_most().try_fold(first_most(), u128::checked_mul),
        Op::Concat => match rest {
            [low] => {
                let (high, low_most) = (first_most(), largest(pool, *low, depth));
                (high.leading_zeros() >= width(*low)).then(|| (high << width(*low)) | low_most)
            }
            _ => None,
        },
        // A remainder by zero is the number itself.
        Op::BvUrem => constant().filter(|k| *k > 0).map(|k| first_most().min(k - 1)),
        Op::BvUdiv => constant().filter(|k| *k > 0).map(|k| first_most() / k),
        Op::BvLshr => constant().map(|k| u32::try_from(k).ok().and_then(|k| first_most().checked_shr(k)).unwrap_or(0)),
        _ => None,
    };
    // SOUND: a sum or product that may not fit says nothing.
    found.filter(|most| *most <= all).unwrap_or(all)
}

fn out_of_reach_examples(p: &mut Pool) -> Vec<Term> {
    let ([a, b, _], [wide, ..]) = (bvs(p, 3), bvs(p, 8));
    let (x, y) = (p.raw(Op::ZeroExt(8), &[a]), p.raw(Op::ZeroExt(8), &[b]));
    let k = |p: &mut Pool, n| p.bv(8, n);
    let (two, four, six, mask) = (k(p, 2), k(p, 4), k(p, 6), k(p, 13));
    let high = p.raw(Op::Extract(7, 5), &[wide]);
    let zero = p.bv(5, 0);
    let either = p.raw(Op::BvXor, &[x, y]);
    // Each with the largest value it has.
    let terms = [
        (p.raw(Op::BvMul, &[either, four]), 28),
        (p.raw(Op::BvOr, &[x, four]), 7),
        (p.raw(Op::BvAdd, &[x, y]), 14),
        (p.raw(Op::BvAnd, &[wide, mask]), 13),
        (p.raw(Op::BvUrem, &[wide, six]), 5),
        (p.raw(Op::BvUdiv, &[wide, four]), 63),
        (p.raw(Op::BvLshr, &[wide, two]), 63),
        (p.raw(Op::Concat, &[zero, high]), 7),
    ];
    let mut all = vec![];
    for (t, most) in terms {
        let (most, above) = (k(p, most), k(p, most + 1));
        all.extend([p.raw(Op::BvUle, &[t, most]), p.raw(Op::BvUlt, &[t, above])]);
        all.extend([p.raw(Op::BvUlt, &[most, t]), p.raw(Op::BvUle, &[above, t])]);
    }
    all
}
