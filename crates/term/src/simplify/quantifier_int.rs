//! Comparisons of integers over a whole range: what is linear in the bound symbol is monotone, so it holds everywhere
//! iff it holds at the ends; an equation holds at one position at most (seed 0, ch. 3: loop guards over path counters).

use pathfold_base::Integer;

use super::Rule;
use super::example::ints;
use super::linear::Poly;
use super::quantifier::{is_empty, quantified};
use crate::op::Op;
use crate::pool::{Pool, Term, Terms};
use crate::sort::Sort;
use crate::symbol::SymbolId;

/// Rules for `Forall` over comparisons of integers.
pub const FORALL: &[Rule] = &[
    Rule {
        name: "forall-int-le",
        apply: at_most,
        examples: |p| {
            let [x, y, z, u] = ints(p);
            let mut all = vec![];
            for factor in [1, -1, 3, -2] {
                all.push(guarded(p, x, Op::IntLe, factor, y, z));
            }
            // A step that is itself unknown.
            all.push(quantified(p, x, |p, t| {
                let product = p.raw(Op::IntMul, &[t, u]);
                let sum = p.raw(Op::IntAdd, &[y, product]);
                p.raw(Op::IntLe, &[sum, z])
            }));
            all
        },
    },
    Rule {
        name: "forall-int-eq",
        apply: equal,
        examples: |p| {
            let [x, y, z, u] = ints(p);
            let mut all: Vec<Term> = [1, -1, 3].map(|n| guarded(p, x, Op::Eq, n, y, z)).into();
            all.push(quantified(p, x, |p, t| {
                let product = p.raw(Op::IntMul, &[t, u]);
                let sum = p.raw(Op::IntAdd, &[y, product]);
                p.raw(Op::Eq, &[sum, z])
            }));
            all
        },
    },
    Rule {
        name: "forall-int-ne",
        apply: different,
        examples: |p| {
            let [x, y, z, _] = ints(p);
            [1, 3, -2].map(|n| not_equal(p, x, n, y, z)).into()
        },
    },
];

/// For all t below `count`: `from + factor·t op to`.
fn guarded(p: &mut Pool, count: Term, op: Op, factor: i64, from: Term, to: Term) -> Term {
    quantified(p, count, |p, t| {
        let factor = p.int(factor);
        let product = p.raw(Op::IntMul, &[factor, t]);
        let sum = p.raw(Op::IntAdd, &[from, product]);
        p.raw(op, &[sum, to])
    })
}

fn not_equal(p: &mut Pool, count: Term, factor: i64, from: Term, to: Term) -> Term {
    quantified(p, count, |p, t| {
        let factor = p.int(factor);
        let product = p.raw(Op::IntMul, &[factor, t]);
        let sum = p.raw(Op::IntAdd, &[from, product]);
        let equal = p.raw(Op::Eq, &[sum, to]);
        p.raw(Op::Not, &[equal])
    })
}

/// `start + step·t`, neither of the two depending on t.
struct Line {
    start: Term,
    step: Term,
}

/// The difference of the two sides of a comparison as a line in the bound symbol.
fn line(pool: &mut Pool, bound: SymbolId, a: Term, b: Term) -> Option<Line> {
    let poly = Poly::difference(pool, a, b);
    let mut start = Poly { constant: poly.constant.clone(), ..Poly::default() };
    let mut step = Poly::default();
    for (key, coefficient) in poly.monomials {
        if !pool.occurs_free(bound, key) {
            start.monomials.push((key, coefficient));
        } else if pool.as_symbol(key) == Some(bound) {
            step.constant = step.constant.add(&coefficient);
        } else if pool.op(key) == Op::IntMul {
            let mut factors: Terms = pool.arg_list(key);
            let at = factors.iter().position(|&f| pool.as_symbol(f) == Some(bound))?;
            factors.remove(at);
            if factors.iter().any(|&f| pool.occurs_free(bound, f)) {
                return None;
            }
            let rest = pool.int_mul(&factors);
            step.add(pool, rest, &coefficient);
        } else {
            return None;
        }
    }
    start.settle();
    step.settle();
    Some(Line { start: start.term(pool), step: step.term(pool) })
}

/// The line a quantified comparison of integers is about, with `op` the comparison.
fn read(pool: &mut Pool, op: Op, body: Term, wanted: Op) -> Option<Line> {
    let Op::Forall(bound) = op else { return None };
    if pool.op(body) != wanted {
        return None;
    }
    let &[a, b] = pool.args(body) else { return None };
    if pool.sort(a) != Sort::Int || pool.symbol_info(bound).sort != Sort::Int {
        return None;
    }
    line(pool, bound, a, b)
}

/// `start + step·(count - 1)`.
fn last(pool: &mut Pool, line: &Line, count: Term) -> Term {
    let minus = pool.int(-1);
    let last = pool.add(count, minus);
    let product = pool.mul(line.step, last);
    pool.add(line.start, product)
}

fn at_most(pool: &mut Pool, op: Op, args: &[Term]) -> Option<Term> {
    let line = read(pool, op, args[1], Op::IntLe)?;
    let (zero, empty) = (pool.int(0), is_empty(pool, args[0])?);
    let sign = pool.int_value(line.step).map(|n| n.cmp(&Integer::ZERO));
    let end = last(pool, &line, args[0]);
    // SOUND: linear is monotone: where it does not fall the last position decides, where it does not rise the first.
    let mut ends = Terms::new();
    if sign != Some(std::cmp::Ordering::Greater) {
        ends.push(pool.int_le(line.start, zero));
    }
    if !matches!(sign, Some(std::cmp::Ordering::Less | std::cmp::Ordering::Equal)) {
        ends.push(pool.int_le(end, zero));
    }
    let holds = pool.and(&ends);
    Some(pool.or2(empty, holds))
}

fn equal(pool: &mut Pool, op: Op, args: &[Term]) -> Option<Term> {
    let line = read(pool, op, args[1], Op::Eq)?;
    let (zero, one, empty) = (pool.int(0), pool.int(1), is_empty(pool, args[0])?);
    // SOUND: equal at two neighbours means that the step between them is zero.
    let first = pool.eq(line.start, zero);
    let (single, still) = (pool.eq(args[0], one), pool.eq(line.step, zero));
    let short = pool.or2(single, still);
    let holds = pool.and2(first, short);
    Some(pool.or2(empty, holds))
}

fn different(pool: &mut Pool, op: Op, args: &[Term]) -> Option<Term> {
    if pool.op(args[1]) != Op::Not {
        return None;
    }
    let equation = pool.args(args[1])[0];
    let line = read(pool, op, equation, Op::Eq)?;
    let mut step = pool.int_value(line.step)?.clone();
    let (zero, mut start) = (pool.int(0), line.start);
    if step.is_zero() {
        let (empty, differs) = (is_empty(pool, args[0])?, pool.ne(start, zero));
        return Some(pool.or2(empty, differs));
    }
    if step.is_negative() {
        (step, start) = (step.neg(), pool.neg(start));
    }
    // SOUND: start + step·t is zero at t = -start / step only; that is no integer, below 0, or not below the count.
    let by = pool.int(step);
    let rest = pool.int_rem(start, by);
    let beyond = pool.mul(by, args[0]);
    let beyond = pool.add(beyond, start);
    let cases = [pool.ne(rest, zero), pool.int_gt(start, zero), pool.int_le(beyond, zero)];
    Some(pool.or(&cases))
}
