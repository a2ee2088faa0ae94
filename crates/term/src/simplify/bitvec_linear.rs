//! Sums of bit vectors in normal form: left-associated chains of monomials sorted by their key, the constant last.

use pathfold_base::Bits;
use smallvec::SmallVec;

use super::Rule;
use super::example::{WIDTHS, bools, bvs};
use super::fold::constant_choice;
use crate::op::Op;
use crate::pool::{Pool, Term};

/// Sums of more monomials stay as they were built.
const MAX: usize = 16;

/// Rules for `BvAdd`, `BvSub`, `BvNeg` and `BvMul` by a constant.
pub const SUM: &[Rule] = &[Rule { name: "bv-sum-normal", apply: normal, examples }];

struct Sum {
    monomials: SmallVec<[(Term, Bits); 4]>,
    constant: Bits,
}

/// Splits `scale * t` into monomials; `None` when there are too many.
fn gather(pool: &mut Pool, op: Op, args: &[Term], width: u32) -> Option<Sum> {
    let one = Bits::new(width, 1);
    let mut sum = Sum { monomials: SmallVec::new(), constant: Bits::zero(width) };
    let mut work: SmallVec<[(Term, Bits); 8]> = SmallVec::new();
    let mut steps = 0;
    open(pool, op, args, one, &mut work)?;
    while let Some((t, scale)) = work.pop() {
        steps += 1;
        if steps > 4 * MAX {
            return None;
        }
        if let Some(value) = pool.value(t).and_then(|v| v.as_bits()) {
            sum.constant = sum.constant.add(value.mul(scale));
        } else if open(pool, pool.op(t), pool.args(t), scale, &mut work).is_none() {
            let (key, scale) = match choice(pool, t) {
                Some((key, step, base)) => {
                    sum.constant = sum.constant.add(base.mul(scale));
                    (key, step.mul(scale))
                }
                None => (t, scale),
            };
            match sum.monomials.iter_mut().find(|m| m.0 == key) {
                Some(m) => m.1 = m.1.add(scale),
                None => sum.monomials.push((key, scale)),
            }
        }
    }
    sum.monomials.retain(|m| !m.1.is_zero());
    if sum.monomials.len() > MAX {
        return None;
    }
    sum.monomials.sort_unstable_by_key(|m| m.0);
    Some(sum)
}

/// A choice between constants is `base + step * ite(c, 1, 0)`, so that choices under one condition join.
fn choice(pool: &mut Pool, t: Term) -> Option<(Term, Bits, Bits)> {
    let (c, a, b) = constant_choice(pool, t)?;
    let (a, b) = (pool.value(a)?.as_bits()?, pool.value(b)?.as_bits()?);
    let (one, zero) = (pool.bits(Bits::new(a.width(), 1)), pool.bits(Bits::zero(a.width())));
    let key = pool.raw(Op::Ite, &[c, one, zero]);
    Some((key, a.sub(b), b))
}

/// Pushes the parts of a sum; `None` when it is not one.
fn open(pool: &Pool, op: Op, args: &[Term], scale: Bits, work: &mut SmallVec<[(Term, Bits); 8]>) -> Option<()> {
    match (op, args) {
        (Op::BvAdd, &[a, b]) => work.extend([(a, scale), (b, scale)]),
        (Op::BvSub, &[a, b]) => work.extend([(a, scale), (b, scale.neg())]),
        (Op::BvNeg, &[a]) => work.push((a, scale.neg())),
        (Op::BvMul, &[a, b]) => match (pool.value(a), pool.value(b)) {
            (_, Some(k)) => work.push((a, scale.mul(k.as_bits()?))),
            (Some(k), _) => work.push((b, scale.mul(k.as_bits()?))),
            (None, None) => return None,
        },
        _ => return None,
    }
    Some(())
}

fn normal(pool: &mut Pool, op: Op, args: &[Term]) -> Option<Term> {
    let width = u32::from(pool.sort(args[0]).width()?);
    let sum = gather(pool, op, args, width)?;
    let one = Bits::new(width, 1);
    if let [(key, step)] = sum.monomials.as_slice()
        && let Some((c, _, _)) = constant_choice(pool, *key)
    {
        let (a, b) = (pool.bits(sum.constant.add(*step)), pool.bits(sum.constant));
        return Some(pool.mk(Op::Ite, &[c, a, b]));
    }
    let mut result: Option<Term> = None;
    for (key, coefficient) in sum.monomials {
        // At width 1 a coefficient is its own negation: prefer the plain form.
        let minus = coefficient.is_ones() && coefficient != one;
        let part = if coefficient == one || (minus && result.is_some()) {
            key
        } else if minus {
            pool.raw(Op::BvNeg, &[key])
        } else {
            let k = pool.bits(coefficient);
            pool.raw(Op::BvMul, &[key, k])
        };
        result = Some(match result {
            None => part,
            Some(so_far) => pool.raw(if minus { Op::BvSub } else { Op::BvAdd }, &[so_far, part]),
        });
    }
    let total = match result {
        None => pool.bits(sum.constant),
        Some(t) if sum.constant.is_zero() => t,
        Some(t) => {
            let k = pool.bits(sum.constant);
            pool.raw(Op::BvAdd, &[t, k])
        }
    };
    (pool.op(total) != op || pool.args(total) != args).then_some(total)
}

fn examples(p: &mut Pool) -> Vec<Term> {
    let mut all = vec![];
    for w in WIDTHS {
        let [a, b, c] = bvs(p, w);
        let (k, zero, ones) = (p.bv(w, 5), p.bv(w, 0), p.bv(w, u128::MAX));
        let sum = p.raw(Op::BvAdd, &[a, k]);
        let back = p.raw(Op::BvSub, &[b, a]);
        let minus = p.raw(Op::BvNeg, &[c]);
        let times = p.raw(Op::BvMul, &[a, ones]);
        let [q, ..] = bools(p);
        let choice = p.raw(Op::Ite, &[q, k, zero]);
        all.extend([
            p.raw(Op::BvAdd, &[b, a]),
            p.raw(Op::BvAdd, &[k, a]),
            p.raw(Op::BvAdd, &[a, zero]),
            p.raw(Op::BvSub, &[a, a]),
            p.raw(Op::BvSub, &[a, k]),
            p.raw(Op::BvSub, &[sum, a]),
            p.raw(Op::BvAdd, &[sum, sum]),
            p.raw(Op::BvAdd, &[sum, back]),
            p.raw(Op::BvNeg, &[minus]),
            p.raw(Op::BvNeg, &[back]),
            p.raw(Op::BvSub, &[sum, minus]),
            p.raw(Op::BvAdd, &[a, times]),
            p.raw(Op::BvMul, &[a, zero]),
            p.raw(Op::BvMul, &[ones, a]),
            p.raw(Op::BvMul, &[sum, k]),
            p.raw(Op::BvAdd, &[choice, choice]),
            p.raw(Op::BvSub, &[sum, choice]),
        ]);
    }
    all
}
