//! Intervals of symbols, learnt from atoms over a single symbol, and intervals of terms computed from them. Intervals
//! only ever contain more than is possible: an empty intersection is a proof, anything else says nothing.

use crate::atom::{Linear, Relation};
use pathfold_base::Bits;
use pathfold_term::{Op, Pool, Sort, SymbolId, Term};

/// Bounds of one symbol. For integers, `i64::MIN` and `i64::MAX` mean none.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Bounds {
    Int { low: i64, high: i64 },
    Bv { low: u64, high: u64, signed_low: i64, signed_high: i64 },
}

/// An interval of mathematical integers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Range {
    pub low: i128,
    pub high: i128,
}

impl Bounds {
    /// Everything the sort has; none for sorts without bounds here (other sorts, more than 64 bits).
    pub fn of_sort(sort: Sort) -> Option<Bounds> {
        match sort {
            Sort::Int => Some(Bounds::Int { low: i64::MIN, high: i64::MAX }),
            Sort::Bv(w @ 1..=64) => {
                let high = u64::MAX >> (64 - w);
                let signed_high = (high >> 1) as i64;
                Some(Bounds::Bv { low: 0, high, signed_low: -signed_high - 1, signed_high })
            }
            Sort::Bv(_) | Sort::Bool | Sort::Fp(_) | Sort::Array(..) => None,
        }
    }

    /// The only value left, if there is one.
    pub fn single(self) -> Option<i128> {
        match self {
            Bounds::Int { low, high } => (low == high && low != i64::MIN && low != i64::MAX).then_some(i128::from(low)),
            Bounds::Bv { low, high, .. } => (low == high).then_some(i128::from(low)),
        }
    }

    /// Intersects with another set of bounds of the same symbol.
    fn meet(self, other: Bounds) -> Bounds {
        match (self, other) {
            (Bounds::Int { low: a, high: b }, Bounds::Int { low: c, high: d }) => {
                Bounds::Int { low: a.max(c), high: b.min(d) }
            }
            (
                Bounds::Bv { low: a, high: b, signed_low: c, signed_high: d },
                Bounds::Bv { low: e, high: f, signed_low: g, signed_high: h },
            ) => Bounds::Bv { low: a.max(e), high: b.min(f), signed_low: c.max(g), signed_high: d.min(h) }.normal(),
            // One symbol has one sort.
            (bounds, _) => bounds,
        }
    }

    /// Non-negative in one reading is the same number in the other.
    fn normal(self) -> Bounds {
        let Bounds::Bv { mut low, mut high, mut signed_low, mut signed_high } = self else { return self };
        if signed_low >= 0 && signed_low <= signed_high {
            low = low.max(signed_low as u64);
            high = high.min(signed_high as u64);
        }
        if low <= high && signed_high >= 0 && high <= signed_high as u64 {
            // All values are non-negative (or the signed bounds already say so).
            signed_low = signed_low.max(low as i64);
            signed_high = signed_high.min(high as i64);
        }
        Bounds::Bv { low, high, signed_low, signed_high }
    }
}

/// The symbol and bounds a single-symbol condition implies; `known` are its bounds so far (disequalities move an end).
pub(crate) fn implied(
    pool: &Pool,
    cond: Term,
    known: impl Fn(SymbolId) -> Option<Bounds>,
) -> Option<(SymbolId, Bounds)> {
    if let Some(atom) = Linear::read(pool, cond) {
        let &[(symbol, factor)] = atom.terms.as_slice() else { return None };
        let old = known(symbol)?;
        let Bounds::Int { low, high } = old else { return None };
        let (b, mut new_low, mut new_high) = (atom.bound, i64::MIN, i64::MAX);
        match (atom.relation, factor) {
            // k·x ≤ b: x ≤ ⌊b/k⌋ for k > 0, x ≥ -⌊b/|k|⌋ for k < 0.
            (Relation::Le, 1..) => new_high = b.div_euclid(factor),
            (Relation::Le, _) => new_low = b.div_euclid(factor.checked_neg()?).checked_neg()?,
            (Relation::Eq, _) => {
                let x = b.checked_div(factor)?;
                // Not divisible: there is no such x, and no interval says that.
                if x.checked_mul(factor)? != b {
                    return None;
                }
                (new_low, new_high) = (x, x);
            }
            // SOUND: the ends of the machine words mean "no bound" and do not move.
            (Relation::Ne, 1) if b == low && low != i64::MIN => new_low = low.checked_add(1)?,
            (Relation::Ne, 1) if b == high && high != i64::MAX => new_high = high.checked_sub(1)?,
            (Relation::Ne, _) => return None,
        }
        return Some((symbol, old.meet(Bounds::Int { low: new_low, high: new_high })));
    }
    let (t, negated) = match pool.op(cond) {
        Op::Not => (*pool.args(cond).first()?, true),
        _ => (cond, false),
    };
    let &[a, b] = pool.args(t) else { return None };
    let (symbol, constant, symbol_first) = match (pool.as_symbol(a), pool.as_symbol(b)) {
        (Some(s), None) => (s, pool.value(b)?.as_bits()?, true),
        (None, Some(s)) => (s, pool.value(a)?.as_bits()?, false),
        _ => return None,
    };
    let old = known(symbol)?;
    Some((symbol, old.meet(bv_atom(pool.op(t), negated, old, constant, symbol_first)?).normal()))
}

/// Bounds of `x` from `x op c` (or `c op x`), possibly negated.
fn bv_atom(op: Op, negated: bool, old: Bounds, c: Bits, symbol_first: bool) -> Option<Bounds> {
    let all = Bounds::of_sort(Sort::Bv(u8::try_from(c.width()).ok()?))?;
    let Bounds::Bv { mut low, mut high, mut signed_low, mut signed_high } = all else { return None };
    let u = u64::try_from(c.unsigned()).ok()?;
    let s = i64::try_from(c.signed()).ok()?;
    // Normalise to `x below c` (strict or not) or `x above c`.
    let (strict, signed) = match op {
        Op::BvUlt => (true, false),
        Op::BvUle => (false, false),
        Op::BvSlt => (true, true),
        Op::BvSle => (false, true),
        Op::Eq if !negated => {
            return Some(Bounds::Bv { low: u, high: u, signed_low: s, signed_high: s });
        }
        Op::Eq => {
            let Bounds::Bv { low: l, high: h, signed_low: sl, signed_high: sh } = old else { return None };
            return Some(Bounds::Bv {
                low: if u == l { l.checked_add(1)? } else { low },
                high: if u == h { h.checked_sub(1)? } else { high },
                signed_low: if s == sl { sl.checked_add(1)? } else { signed_low },
                signed_high: if s == sh { sh.checked_sub(1)? } else { signed_high },
            });
        }
        // Not a comparison.
        _ => return None,
    };
    // not (x < c) is c <= x.
    let (below, strict) = if negated { (!symbol_first, !strict) } else { (symbol_first, strict) };
    let step = u64::from(strict);
    match (below, signed) {
        (true, false) => high = u.checked_sub(step)?,
        (false, false) => low = u.checked_add(step)?,
        (true, true) => signed_high = s.checked_sub(step as i64)?,
        (false, true) => signed_low = s.checked_add(step as i64)?,
    }
    Some(Bounds::Bv { low, high, signed_low, signed_high })
}

/// Where a sum can be, given the bounds of its symbols. Overflow gives no answer.
pub(crate) fn sum_range(terms: &[(SymbolId, i64)], bounds: impl Fn(SymbolId) -> Option<Bounds>) -> Option<Range> {
    let (mut low, mut high) = (Some(0i128), Some(0i128));
    for &(symbol, factor) in terms {
        let Some(Bounds::Int { low: l, high: h }) = bounds(symbol) else { return None };
        let (l, h) = if factor > 0 { (l, h) } else { (h, l) };
        let infinite = |x: i64| x == i64::MIN || x == i64::MAX;
        let term = |x: i64| (!infinite(x)).then(|| i128::from(x) * i128::from(factor));
        low = low.and_then(|sum| sum.checked_add(term(l)?));
        high = high.and_then(|sum| sum.checked_add(term(h)?));
    }
    Some(Range { low: low.unwrap_or(i128::MIN), high: high.unwrap_or(i128::MAX) })
}

/// Where a bit vector term can be, read as unsigned; terms of more than 64 bits and unknown operators give all of it.
pub(crate) fn unsigned_range(pool: &Pool, t: Term, bounds: &impl Fn(SymbolId) -> Option<Bounds>, depth: u32) -> Range {
    let width = match pool.sort(t) {
        Sort::Bv(w @ 1..=64) => w,
        Sort::Bv(_) | Sort::Bool | Sort::Int | Sort::Fp(_) | Sort::Array(..) => {
            return Range { low: 0, high: i128::MAX };
        }
    };
    let all = Range { low: 0, high: i128::from(u64::MAX >> (64 - width)) };
    if depth == 0 {
        return all;
    }
    let inner = |i: usize| pool.args(t).get(i).map_or(all, |&a| unsigned_range(pool, a, bounds, depth - 1));
    let found = match pool.op(t) {
        Op::Const(_) => pool
            .value(t)
            .and_then(|v| v.as_bits())
            .and_then(|b| i128::try_from(b.unsigned()).ok())
            .map(|n| Range { low: n, high: n }),
        Op::Symbol(s) => match bounds(s) {
            Some(Bounds::Bv { low, high, .. }) => Some(Range { low: i128::from(low), high: i128::from(high) }),
            Some(Bounds::Int { .. }) | None => None,
        },
        Op::ZeroExt(_) => Some(inner(0)),
        Op::Ite => {
            let (a, b) = (inner(1), inner(2));
            Some(Range { low: a.low.min(b.low), high: a.high.max(b.high) })
        }
        Op::BvAnd => Some(Range { low: 0, high: inner(0).high.min(inner(1).high) }),
        Op::BvUrem => {
            let (a, b) = (inner(0), inner(1));
            // x % 0 is x.
            Some(Range { low: 0, high: if b.low > 0 { a.high.min(b.high - 1) } else { a.high } })
        }
        Op::BvLshr => Some(Range { low: 0, high: inner(0).high }),
        Op::BvAdd => {
            let (a, b) = (inner(0), inner(1));
            // SOUND: only when no sum wraps around.
            (a.high + b.high <= all.high).then_some(Range { low: a.low + b.low, high: a.high + b.high })
        }
        // APPROX: everything else can be anything.
        _ => None,
    };
    match found {
        Some(r) if r.low >= all.low && r.high <= all.high => r,
        _ => all,
    }
}

/// Where a bit vector term can be, read as signed.
pub(crate) fn signed_range(pool: &Pool, t: Term, bounds: &impl Fn(SymbolId) -> Option<Bounds>, depth: u32) -> Range {
    let half = match pool.sort(t) {
        Sort::Bv(w @ 1..=64) => 1i128 << (w - 1),
        Sort::Bv(_) | Sort::Bool | Sort::Int | Sort::Fp(_) | Sort::Array(..) => {
            return Range { low: i128::MIN, high: i128::MAX };
        }
    };
    let all = Range { low: -half, high: half - 1 };
    let from_symbol = match pool.op(t) {
        Op::Symbol(s) => match bounds(s) {
            Some(Bounds::Bv { signed_low, signed_high, .. }) => {
                Range { low: i128::from(signed_low), high: i128::from(signed_high) }
            }
            Some(Bounds::Int { .. }) | None => all,
        },
        Op::SignExt(_) if depth > 0 => pool.args(t).first().map_or(all, |&a| signed_range(pool, a, bounds, depth - 1)),
        // APPROX: what the unsigned reading says below.
        _ => all,
    };
    let unsigned = unsigned_range(pool, t, bounds, depth);
    let from_unsigned = if unsigned.high < half {
        unsigned
    } else if unsigned.low >= half {
        Range { low: unsigned.low - 2 * half, high: unsigned.high - 2 * half }
    } else {
        all
    };
    Range { low: from_symbol.low.max(from_unsigned.low), high: from_symbol.high.min(from_unsigned.high) }
}
