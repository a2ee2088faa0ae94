//! Comparisons of bit vectors over a whole range: finds out how the bound symbol moves the compared number, through
//! extensions and truncations, and leaves what that means to [`super::quantifier_range`].
//!
//! A narrow number that is extended wraps around at most once in a range that is shorter than its circle: before and
//! after that it moves like a wide one.

use pathfold_base::Bits;
use smallvec::SmallVec;

use super::Rule;
use super::example::{WIDTHS, sym};
use super::quantifier::quantified;
use super::quantifier_narrow::{self, Narrow};
use super::quantifier_range::{Test, circle, sequence};
use crate::op::Op;
use crate::pool::{FALSE, Pool, TRUE, Term};
use crate::sort::Sort;
use crate::symbol::SymbolId;

/// How deep sums are looked into.
const DEPTH: u32 = 24;

/// Rules for `Forall` over comparisons of bit vectors.
pub const FORALL: &[Rule] = &[
    Rule {
        name: "forall-bv-compare",
        apply: |pool, op, args| eliminate(pool, op, args, |test, shape| ordered(test) && shape == Shape::Plain),
        examples: |p| {
            let mut all = compare_examples(p, 3, &[1, 2, 3, 7]);
            all.extend(compare_examples(p, 4, &[15, 4, 5, 8, 12, 13, 14]));
            all.extend(compare_examples(p, 1, &[1]));
            all.extend(constant_examples(p));
            all
        },
    },
    Rule {
        name: "forall-bv-eq",
        apply: |pool, op, args| eliminate(pool, op, args, |test, _| matches!(test, Test::Equal(_))),
        examples: |p| equation_examples(p, false),
    },
    Rule {
        name: "forall-bv-ne",
        apply: |pool, op, args| eliminate(pool, op, args, |test, _| matches!(test, Test::Differ(_))),
        examples: |p| equation_examples(p, true),
    },
    Rule {
        name: "forall-bv-extended",
        apply: |pool, op, args| eliminate(pool, op, args, |test, shape| ordered(test) && shape == Shape::Extended),
        examples: extended_examples,
    },
    Rule {
        name: "forall-bv-truncated",
        apply: |pool, op, args| eliminate(pool, op, args, |test, shape| ordered(test) && shape == Shape::Truncated),
        examples: truncated_examples,
    },
];

/// Whether it is a comparison and no equation.
pub(super) fn ordered(test: Test) -> bool {
    matches!(test, Test::Below(..) | Test::Above(..))
}

/// How the bound symbol occurs in a guard: as it is, inside of an extension, or only its low bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Shape {
    Plain,
    Extended,
    Truncated,
}

/// `start + step·key`; `start` does not depend on the bound symbol. Without a key nothing does.
#[derive(Clone, Copy)]
pub(super) struct Moving {
    pub start: Term,
    pub step: Bits,
    pub key: Option<Term>,
}

/// The parts of a sum while it is walked.
struct Parts {
    fixed: SmallVec<[(Term, Bits); 4]>,
    step: Bits,
    key: Option<Term>,
}

fn moving(pool: &mut Pool, bound: SymbolId, t: Term, depth: u32) -> Option<Moving> {
    let width = u32::from(pool.sort(t).width()?);
    let mut parts = Parts { fixed: SmallVec::new(), step: Bits::zero(width), key: None };
    gather(pool, bound, t, Bits::new(width, 1), &mut parts, depth)?;
    let mut start = pool.bits(Bits::zero(width));
    for (part, scale) in parts.fixed {
        let scale = pool.bits(scale);
        let product = pool.mul(part, scale);
        start = pool.add(start, product);
    }
    Some(Moving { start, step: parts.step, key: parts.key })
}

/// Adds `scale·t` to the parts; none if two different things in it move.
fn gather(pool: &mut Pool, bound: SymbolId, t: Term, scale: Bits, parts: &mut Parts, depth: u32) -> Option<()> {
    let depth = depth.checked_sub(1)?;
    if !pool.occurs_free(bound, t) {
        parts.fixed.push((t, scale));
        return Some(());
    }
    let args = pool.arg_list(t);
    match (pool.op(t), args.as_slice()) {
        (Op::BvAdd, &[a, b]) => {
            gather(pool, bound, a, scale, parts, depth)?;
            gather(pool, bound, b, scale, parts, depth)
        }
        (Op::BvSub, &[a, b]) => {
            gather(pool, bound, a, scale, parts, depth)?;
            gather(pool, bound, b, scale.neg(), parts, depth)
        }
        (Op::BvNeg, &[a]) => gather(pool, bound, a, scale.neg(), parts, depth),
        (Op::BvNot, &[a]) => {
            let ones = pool.bits(Bits::ones(scale.width()));
            parts.fixed.push((ones, scale));
            gather(pool, bound, a, scale.neg(), parts, depth)
        }
        (Op::BvMul, &[a, b]) if pool.is_const(b) => {
            let factor = pool.value(b)?.as_bits()?;
            gather(pool, bound, a, scale.mul(factor), parts, depth)
        }
        // The low bits of a sum are the sum of the low bits.
        (Op::Extract(high, 0), &[a]) if pool.as_symbol(a).is_none() => {
            let inner = moving(pool, bound, a, depth)?;
            let start = pool.extract(high, 0, inner.start);
            parts.fixed.push((start, scale));
            let step = inner.step.extract(u32::from(high), 0).mul(scale);
            match inner.key {
                Some(key) => {
                    let key = pool.extract(high, 0, key);
                    if key == t {
                        return None;
                    }
                    gather(pool, bound, key, step, parts, depth)
                }
                None => Some(()),
            }
        }
        _ if parts.key.is_none_or(|key| key == t) => {
            parts.key = Some(t);
            parts.step = parts.step.add(scale);
            Some(())
        }
        _ => None,
    }
}

/// A number that moves with the bound symbol itself.
pub(super) fn whole_width(pool: &mut Pool, bound: SymbolId, t: Term) -> Option<Moving> {
    let number = moving(pool, bound, t, DEPTH)?;
    (pool.as_symbol(number.key?) == Some(bound)).then_some(number)
}

/// The moving number and what is asked of it.
pub(super) fn read(pool: &mut Pool, bound: SymbolId, body: Term) -> Option<(Moving, Test)> {
    let (atom, negated) = if pool.op(body) == Op::Not { (pool.args(body)[0], true) } else { (body, false) };
    let op = pool.op(atom);
    if !matches!(op, Op::Eq | Op::BvUlt | Op::BvUle | Op::BvSlt | Op::BvSle) || (negated && op != Op::Eq) {
        return None;
    }
    let &[a, b] = pool.args(atom) else { return None };
    let Sort::Bv(_) = pool.sort(a) else { return None };
    if op == Op::Eq {
        let difference = pool.sub(a, b);
        let number = moving(pool, bound, difference, DEPTH)?;
        let zero = pool.bits(Bits::zero(number.step.width()));
        return Some((number, if negated { Test::Differ(zero) } else { Test::Equal(zero) }));
    }
    if !pool.occurs_free(bound, b) {
        return Some((moving(pool, bound, a, DEPTH)?, Test::Below(op, b)));
    }
    if !pool.occurs_free(bound, a) {
        return Some((moving(pool, bound, b, DEPTH)?, Test::Above(op, a)));
    }
    None
}

fn shape_of(pool: &Pool, key: Option<Term>) -> Option<Shape> {
    match key.map(|key| pool.op(key)) {
        None | Some(Op::Symbol(_)) => Some(Shape::Plain),
        Some(Op::ZeroExt(_) | Op::SignExt(_)) => Some(Shape::Extended),
        Some(Op::Extract(_, 0)) => Some(Shape::Truncated),
        Some(_) => None,
    }
}

fn eliminate(pool: &mut Pool, op: Op, args: &[Term], wanted: fn(Test, Shape) -> bool) -> Option<Term> {
    let Op::Forall(bound) = op else { return None };
    let Sort::Bv(_) = pool.sort(args[0]) else { return None };
    let (number, test) = read(pool, bound, args[1])?;
    let shape = shape_of(pool, number.key)?;
    if !wanted(test, shape) {
        return None;
    }
    let count = args[0];
    let Some(key) = number.key else {
        let zero = pool.bv(pool.sort(count).width()?, 0);
        let (empty, holds) = (pool.eq(count, zero), test.holds(pool, number.start));
        return Some(pool.or2(empty, holds));
    };
    let over = |pool: &mut Pool, range: Range| match range {
        Range::First(count) => sequence(pool, count, number.start, number.step, test),
        Range::All => circle(pool, number.start, number.step, test),
    };
    match (pool.op(key), shape) {
        (_, Shape::Plain | Shape::Truncated) => ranges(pool, bound, key, count, over),
        (extension, Shape::Extended) => {
            let signed = matches!(extension, Op::SignExt(_));
            let narrow = pool.args(key)[0];
            let inner = moving(pool, bound, narrow, DEPTH)?;
            let inner_key = inner.key?;
            ranges(pool, bound, inner_key, count, |pool, range| extended(pool, number, inner, signed, range, test))
        }
    }
}

/// The values that the bound symbol, seen in some width, goes through.
#[derive(Clone, Copy)]
enum Range {
    /// Those below a count.
    First(Term),
    /// All of them.
    All,
}

/// `then` for the values of `key`, which is the bound symbol itself, extended by zeros, or its low bits.
fn ranges(
    pool: &mut Pool,
    bound: SymbolId,
    key: Term,
    count: Term,
    then: impl Fn(&mut Pool, Range) -> Option<Term>,
) -> Option<Term> {
    if pool.as_symbol(key) == Some(bound) {
        return then(pool, Range::First(count));
    }
    let inner = *pool.args(key).first()?;
    if pool.as_symbol(inner) != Some(bound) {
        return None;
    }
    match pool.op(key) {
        Op::ZeroExt(width) => {
            let wide = pool.zero_ext(width, count);
            then(pool, Range::First(wide))
        }
        Op::Extract(high, 0) => {
            let top = pool.sort(count).width()?.checked_sub(1).filter(|&top| top > high)?;
            let (above, low) = (pool.extract(top, high + 1, count), pool.extract(high, 0, count));
            let zero = pool.bv(top - high, 0);
            let short = pool.eq(above, zero);
            let (first, all) = (then(pool, Range::First(low))?, then(pool, Range::All)?);
            Some(pool.ite(short, first, all))
        }
        _ => None,
    }
}

/// For all t of the range: `test(number.start + number.step·extend(inner.start + inner.step·t))`.
fn extended(pool: &mut Pool, number: Moving, inner: Moving, signed: bool, range: Range, test: Test) -> Option<Term> {
    let (narrow, wide) = (inner.step.width(), number.step.width() as u8);
    let lowest = Bits::new(narrow, if signed { 1 << (narrow - 1) } else { 0 });
    // For all numbers that `narrow` has from `from` on, `count` of them, upwards or downwards.
    let piece = |pool: &mut Pool, from: Term, count: Term, step: Bits| {
        let from = if signed { pool.sign_ext(wide, from) } else { pool.zero_ext(wide, from) };
        let by = pool.bits(number.step);
        let product = pool.mul(from, by);
        let start = pool.add(number.start, product);
        let count = pool.zero_ext(wide, count);
        sequence(pool, count, start, step, test)
    };
    let lowest_term = pool.bits(lowest);
    match quantifier_narrow::narrow(pool, number.start, number.step, signed, narrow, test) {
        Some(Narrow::Always) => return Some(TRUE),
        Some(Narrow::Never) => {
            let Range::First(count) = range else { return Some(FALSE) };
            let zero = pool.bits(Bits::zero(narrow));
            return Some(pool.eq(count, zero));
        }
        Some(Narrow::Test(test)) => {
            let found = match range {
                Range::First(count) => sequence(pool, count, inner.start, inner.step, test),
                Range::All => circle(pool, inner.start, inner.step, test),
            };
            if found.is_some() {
                return found;
            }
        }
        None => {}
    }
    let up = inner.step == Bits::new(narrow, 1);
    if !up && !inner.step.is_ones() {
        return None;
    }
    let Range::First(count) = range else {
        // All of the narrow numbers: 2^narrow of them, which the wide width can count.
        let from = lowest;
        let from = if signed { from.sign_extend_to(u32::from(wide)) } else { from.zero_extend_to(u32::from(wide)) };
        let from = pool.bits(from);
        let by = pool.bits(number.step);
        let product = pool.mul(from, by);
        let start = pool.add(number.start, product);
        let count = pool.bits(Bits::new(u32::from(wide), 1 << narrow));
        return sequence(pool, count, start, number.step, test);
    };
    // How many numbers there are before the wrap: up to the highest, or down to the lowest.
    let (one, zero) = (pool.bits(Bits::new(narrow, 1)), pool.bits(Bits::zero(narrow)));
    let (step, before, again) = if up {
        (number.step, pool.sub(lowest_term, inner.start), lowest_term)
    } else {
        let highest = pool.bits(lowest.sub(Bits::new(narrow, 1)));
        let above = pool.sub(inner.start, lowest_term);
        (number.step.neg(), pool.add(above, one), highest)
    };
    // `before` is 0 where it would be the whole circle.
    let empty = pool.eq(count, zero);
    let (last, room) = (pool.sub(count, one), pool.sub(before, one));
    let no_wrap = pool.bv_ule(last, room);
    let straight = piece(pool, inner.start, count, step)?;
    let after = pool.sub(count, before);
    let (first, second) = (piece(pool, inner.start, before, step)?, piece(pool, again, after, step)?);
    let broken = pool.and2(first, second);
    let holds = pool.ite(no_wrap, straight, broken);
    Some(pool.or2(empty, holds))
}

/// Every comparison, from both sides, of `a + step·t` with `n`.
fn compare_examples(p: &mut Pool, width: u8, steps: &[u128]) -> Vec<Term> {
    let [k, a, n] = ["k", "a", "n"].map(|name| sym(p, name, Sort::Bv(width)));
    let mut all = vec![];
    for &step in steps {
        for op in [Op::BvUlt, Op::BvUle, Op::BvSlt, Op::BvSle] {
            for below in [true, false] {
                all.push(quantified(p, k, |p, t| {
                    let x = line(p, a, t, step);
                    p.raw(op, &if below { [x, n] } else { [n, x] })
                }));
            }
        }
    }
    all
}

/// `a + step·t`.
fn line(p: &mut Pool, a: Term, t: Term, step: u128) -> Term {
    let step = p.bv(p.sort(t).width().unwrap_or(1), step);
    let product = p.raw(Op::BvMul, &[t, step]);
    p.raw(Op::BvAdd, &[a, product])
}

/// A guard with constants, as in `for (i = 0; i < 10; i += 7)`, and long steps.
fn constant_examples(p: &mut Pool) -> Vec<Term> {
    let [k, a] = ["k", "a"].map(|name| sym(p, name, Sort::Bv(6)));
    let zero = p.bv(6, 0);
    let mut all = vec![];
    for (from, step, to) in [(zero, 1, 10), (a, 7, 20), (a, 13, 40), (a, 61, 10)] {
        let to = p.bv(6, to);
        all.push(quantified(p, k, |p, t| {
            let x = line(p, from, t, step);
            p.raw(Op::BvUlt, &[x, to])
        }));
    }
    all
}

fn equation_examples(p: &mut Pool, negated: bool) -> Vec<Term> {
    let mut all = vec![];
    for width in WIDTHS.into_iter().take(3) {
        let [k, a, n] = ["k", "a", "n"].map(|name| sym(p, name, Sort::Bv(width)));
        for step in [1, 2, 3, 12, 15u128] {
            if step % (1 << width) == 0 {
                continue;
            }
            all.push(quantified(p, k, |p, t| {
                let x = line(p, a, t, step);
                let equal = p.raw(Op::Eq, &[x, n]);
                if negated { p.raw(Op::Not, &[equal]) } else { equal }
            }));
        }
    }
    let ([k, a], n) = (["k", "a"].map(|name| sym(p, name, Sort::Bv(3))), sym(p, "n", Sort::Bv(5)));
    for extend in [Op::ZeroExt(5), Op::SignExt(5)] {
        all.push(quantified(p, k, |p, t| {
            let narrow = p.raw(Op::BvAdd, &[a, t]);
            let wide = p.raw(extend, &[narrow]);
            let x = line(p, n, wide, 3);
            let equal = p.raw(Op::Eq, &[x, n]);
            if negated { p.raw(Op::Not, &[equal]) } else { equal }
        }));
    }
    all
}

/// `n` compared with `b + step·extend(a ± t)`, and with the bound symbol itself extended.
fn extended_examples(p: &mut Pool) -> Vec<Term> {
    let [k, a] = ["k", "a"].map(|name| sym(p, name, Sort::Bv(3)));
    let [b, n] = ["b", "n"].map(|name| sym(p, name, Sort::Bv(5)));
    let mut all = vec![];
    for extend in [Op::ZeroExt(5), Op::SignExt(5)] {
        for (op, step) in [(Op::BvUlt, 1), (Op::BvSle, 1), (Op::BvUlt, 4), (Op::BvSlt, 30)] {
            all.push(quantified(p, k, |p, t| {
                let wide = p.raw(extend, &[t]);
                let x = line(p, b, wide, step);
                p.raw(op, &[x, n])
            }));
            for direction in [Op::BvAdd, Op::BvSub] {
                all.push(quantified(p, k, |p, t| {
                    let narrow = p.raw(direction, &[a, t]);
                    let wide = p.raw(extend, &[narrow]);
                    let x = line(p, b, wide, step);
                    p.raw(op, &[n, x])
                }));
            }
        }
    }
    // Against constants, with steps of the narrow number.
    let zero = p.bv(5, 0);
    for (extend, inner, outer, op, to) in [
        (Op::SignExt(5), 1, 4, Op::BvUlt, 10),
        (Op::SignExt(5), 2, 3, Op::BvUle, 9),
        (Op::ZeroExt(5), 3, 2, Op::BvUlt, 7),
        (Op::SignExt(5), 6, 31, Op::BvSlt, 30),
        (Op::SignExt(5), 4, 2, Op::BvSle, 4),
    ] {
        let to = p.bv(5, to);
        all.push(quantified(p, k, |p, t| {
            let narrow = line(p, a, t, inner);
            let wide = p.raw(extend, &[narrow]);
            let x = line(p, zero, wide, outer);
            p.raw(op, &[x, to])
        }));
    }
    all
}

/// Guards over the low bits of the bound symbol, plain and extended again.
fn truncated_examples(p: &mut Pool) -> Vec<Term> {
    let [a, n] = ["a", "n"].map(|name| sym(p, name, Sort::Bv(3)));
    let k = sym(p, "k", Sort::Bv(5));
    let mut all = vec![];
    for (op, step) in [(Op::BvUlt, 1), (Op::BvSle, 1), (Op::BvUle, 2), (Op::BvUlt, 7)] {
        all.push(quantified(p, k, |p, t| {
            let low = p.raw(Op::Extract(2, 0), &[t]);
            let x = line(p, a, low, step);
            p.raw(op, &[x, n])
        }));
    }
    all.push(quantified(p, k, |p, t| {
        let wide = p.raw(Op::ZeroExt(5), &[a]);
        let sum = p.raw(Op::BvAdd, &[wide, t]);
        let low = p.raw(Op::Extract(2, 0), &[sum]);
        p.raw(Op::BvUlt, &[low, n])
    }));
    all
}
