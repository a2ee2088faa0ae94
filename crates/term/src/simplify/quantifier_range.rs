//! Where a sequence `start, start + step, start + 2·step, …` of bit vectors stays inside an interval: exact conditions
//! without a quantifier, wrap-around included. Widths are equal here; [`super::quantifier_bv`] sees to that.
//!
//! The numbers of a width lie on a circle and every comparison with a fixed number is an interval of it, going up from
//! `low` to `high`. A sequence that starts inside leaves it at `high`, unless a step is longer than the gap from `high`
//! to `low` and jumps over it.

use pathfold_base::Bits;

use crate::op::Op;
use crate::pool::{FALSE, Pool, TRUE, Term, Terms};

/// For steps that are no power of two, positions of a gap that a step may jump over are listed up to this many.
const MAX_LISTED: u128 = 4;

/// A comparison of a moving number with a fixed one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Test {
    /// `x op n`.
    Below(Op, Term),
    /// `n op x`.
    Above(Op, Term),
    /// `x = n`.
    Equal(Term),
    /// `x != n`.
    Differ(Term),
    /// `x` is in the interval that goes up from the first constant and ends before the second.
    Within(Term, Term),
}

/// The interval of a test, going up from `low` and ending before `end`. If both are equal it is empty or everything:
/// `full` is the condition for the latter.
#[derive(Clone, Copy)]
struct Interval {
    low: Term,
    end: Term,
    full: Term,
}

impl Interval {
    /// The same interval seen from behind.
    fn mirrored(self, pool: &mut Pool, like: Bits) -> Interval {
        let (low, end) = (mirror(pool, self.end, like), mirror(pool, self.low, like));
        let one = constant(pool, like, 1);
        Interval { low: pool.add(low, one), end: pool.add(end, one), ..self }
    }
}

impl Test {
    /// The test of one number.
    pub fn holds(self, pool: &mut Pool, x: Term) -> Term {
        match self {
            Test::Below(op, n) => pool.mk(op, &[x, n]),
            Test::Above(op, n) => pool.mk(op, &[n, x]),
            Test::Equal(n) => pool.eq(x, n),
            Test::Differ(n) => pool.ne(x, n),
            Test::Within(low, end) => {
                let (at, size) = (pool.sub(x, low), pool.sub(end, low));
                pool.bv_ult(at, size)
            }
        }
    }

    /// The first number and how many there are, where the test is against a constant; none if that is all or no numbers.
    pub fn constants(self, pool: &mut Pool) -> Option<(u128, u128)> {
        let bits = |pool: &Pool, t: Term| pool.value(t)?.as_bits();
        let (low, end) = match self {
            Test::Below(..) | Test::Above(..) => {
                let at = self.interval(pool)?;
                (bits(pool, at.low)?, bits(pool, at.end)?)
            }
            Test::Equal(n) => (bits(pool, n)?, bits(pool, n)?.add(Bits::new(bits(pool, n)?.width(), 1))),
            Test::Differ(n) => (bits(pool, n)?.add(Bits::new(bits(pool, n)?.width(), 1)), bits(pool, n)?),
            Test::Within(low, end) => (bits(pool, low)?, bits(pool, end)?),
        };
        let size = end.sub(low).unsigned();
        (size != 0).then_some((low.unsigned(), size))
    }

    /// The numbers for which it holds; none for equations, which have better answers.
    fn interval(self, pool: &mut Pool) -> Option<Interval> {
        let (op, n) = match self {
            Test::Below(op, n) | Test::Above(op, n) => (op, n),
            Test::Within(low, end) => return Some(Interval { low, end, full: FALSE }),
            Test::Equal(_) | Test::Differ(_) => return None,
        };
        let width = u32::from(pool.sort(n).width()?);
        let (signed, strict) = match op {
            Op::BvUlt => (false, true),
            Op::BvUle => (false, false),
            Op::BvSlt => (true, true),
            Op::BvSle => (true, false),
            _ => return None,
        };
        let lowest = if signed { Bits::new(width, 1 << (width - 1)) } else { Bits::zero(width) };
        let one = pool.bits(Bits::new(width, 1));
        let next = pool.add(n, one);
        let lowest = pool.bits(lowest);
        Some(match (self, strict) {
            (Test::Below(..), true) => Interval { low: lowest, end: n, full: FALSE },
            // Everything is at most the highest number, which is the one before the lowest.
            (Test::Below(..), false) => Interval { low: lowest, end: next, full: pool.eq(next, lowest) },
            (_, true) => Interval { low: next, end: lowest, full: FALSE },
            (_, false) => Interval { low: n, end: lowest, full: pool.eq(n, lowest) },
        })
    }
}

fn constant(pool: &mut Pool, like: Bits, n: u128) -> Term {
    pool.bits(Bits::new(like.width(), n))
}

fn is_empty(pool: &mut Pool, count: Term, like: Bits) -> Term {
    let zero = constant(pool, like, 0);
    pool.eq(count, zero)
}

/// `-1 - x`: the circle seen from behind.
fn mirror(pool: &mut Pool, x: Term, like: Bits) -> Term {
    let ones = pool.bits(Bits::ones(like.width()));
    pool.sub(ones, x)
}

/// The inverse of an odd number: each round of Newton's iteration doubles the number of right bits.
fn inverse(odd: Bits) -> Bits {
    let two = Bits::new(odd.width(), 2);
    (0..7).fold(odd, |x, _| x.mul(two.sub(odd.mul(x))))
}

/// The low `bits` of `x`, in its width; `bits` may be 0.
fn low_bits(pool: &mut Pool, x: Term, bits: u32, like: Bits) -> Term {
    if bits == 0 {
        return constant(pool, like, 0);
    }
    let low = pool.extract(bits as u8 - 1, 0, x);
    pool.zero_ext(like.width() as u8, low)
}

fn shift_right(pool: &mut Pool, x: Term, by: u32, like: Bits) -> Term {
    let width = like.width() as u8;
    let high = pool.extract(width - 1, by as u8, x);
    pool.zero_ext(width, high)
}

/// For all t below `count`: `test(start + step·t)`. None where no short condition says that.
pub(super) fn sequence(pool: &mut Pool, count: Term, start: Term, step: Bits, test: Test) -> Option<Term> {
    let empty = is_empty(pool, count, step);
    if step.is_zero() {
        let holds = test.holds(pool, start);
        return Some(pool.or2(empty, holds));
    }
    match test {
        Test::Equal(n) => {
            // SOUND: the step is not zero, so the second number differs from the first.
            let one = constant(pool, step, 1);
            let (single, first) = (pool.eq(count, one), pool.eq(start, n));
            let holds = pool.and2(single, first);
            Some(pool.or2(empty, holds))
        }
        Test::Differ(n) => Some(misses(pool, count, start, step, n)),
        Test::Below(..) | Test::Above(..) | Test::Within(..) => {
            let inside = test.holds(pool, start);
            let mut interval = test.interval(pool)?;
            let (mut start, mut step) = (start, step);
            // A step down is a step up seen from behind. The number that is its own negation goes up as well as down.
            if step.sign() && step.neg() != step {
                start = mirror(pool, start, step);
                interval = interval.mirrored(pool, step);
                step = step.neg();
            }
            stays(pool, count, start, step, interval, inside)
        }
    }
}

/// For all t below `count`: `start + step·t != n`. With `step = 2^j·odd`, the sequence meets `n` iff the low j bits of
/// the distance are zero, and first at the distance divided by `step` modulo what is left of the circle.
fn misses(pool: &mut Pool, count: Term, start: Term, step: Bits, n: Term) -> Term {
    let width = step.width();
    let twos = step.unsigned().trailing_zeros();
    let distance = pool.sub(n, start);
    let odd = step.extract(width - 1, twos);
    let by = pool.bits(inverse(odd));
    let quotient = pool.extract(width as u8 - 1, twos as u8, distance);
    let first = pool.mul(quotient, by);
    let first = pool.zero_ext(width as u8, first);
    let later = pool.bv_ule(count, first);
    let (rest, zero) = (low_bits(pool, distance, twos, step), constant(pool, step, 0));
    let never = pool.ne(rest, zero);
    pool.or2(never, later)
}

/// For all t below `count`: `start + step·t` in the interval, `step` going up; `inside` says that `start` is in it.
fn stays(pool: &mut Pool, count: Term, start: Term, step: Bits, at: Interval, inside: Term) -> Option<Term> {
    let empty = is_empty(pool, count, step);
    let one = constant(pool, step, 1);
    let room = pool.sub(at.end, start);
    if step.unsigned() == 1 {
        if start == at.low && at.full == FALSE {
            // SOUND: the interval has `room` numbers; a count of at least 1 that fits says that `start` is one of them.
            return Some(pool.bv_ule(count, room));
        }
        let fits = pool.bv_ule(count, room);
        let holds = pool.and2(inside, fits);
        return Some(pool.or(&[empty, at.full, holds]));
    }
    let holds = if let Some((never, fits)) = jump(pool, count, step, at, room) {
        pool.or2(never, fits)
    } else {
        // SOUND: where the gap is at least as long as a step it is not jumped over, and the last number decides. Where it
        // is shorter, every number of the gap is one that the sequence must miss.
        let gap = pool.sub(at.low, at.end);
        let by = pool.bits(step);
        let wide = pool.bv_ule(by, gap);
        let (last, most) = (pool.sub(count, one), pool.sub(room, one));
        let most = pool.bv_udiv(most, by);
        let end = pool.bv_ule(last, most);
        if wide == TRUE {
            end
        } else {
            if step.unsigned() - 1 > MAX_LISTED {
                return None;
            }
            let mut all = Terms::new();
            for n in 0..step.unsigned() - 1 {
                let n = constant(pool, step, n);
                let excluded = pool.add(at.end, n);
                let (outside, missed) = (pool.bv_ule(gap, n), misses(pool, count, start, step, excluded));
                all.push(pool.or2(outside, missed));
            }
            let listed = pool.and(&all);
            pool.ite(wide, end, listed)
        }
    };
    let holds = pool.and2(inside, holds);
    Some(pool.or(&[empty, at.full, holds]))
}

/// Where no gap is jumped over, and for all t below `count`: `test(start + step·t)` there. The step may be unknown; then it
/// goes up.
pub(super) fn walk(pool: &mut Pool, count: Term, start: Term, step: Term, test: Test) -> Option<(Term, Term)> {
    let mut at = test.interval(pool)?;
    let inside = test.holds(pool, start);
    let like = Bits::zero(u32::from(pool.sort(step).width()?));
    let (mut start, mut by) = (start, step);
    if pool.value(step).and_then(|v| v.as_bits()).is_some_and(|step| step.sign()) {
        at = at.mirrored(pool, like);
        start = mirror(pool, start, like);
        by = pool.neg(step);
    }
    let (zero, one) = (constant(pool, like, 0), constant(pool, like, 1));
    let (gap, room) = (pool.sub(at.low, at.end), pool.sub(at.end, start));
    // SOUND: as in `stays`: a step that is no longer than the gap does not jump over it.
    let (moves, wide) = (pool.ne(by, zero), pool.bv_ule(by, gap));
    let (last, most) = (pool.sub(count, one), pool.sub(room, one));
    let most = pool.bv_udiv(most, by);
    let end = pool.bv_ule(last, most);
    let (empty, holds) = (pool.eq(count, zero), pool.and2(inside, end));
    Some((pool.and2(moves, wide), pool.or(&[empty, at.full, holds])))
}

/// For a step of `2^j` from inside the interval: that the gap is never met, and that it is met only after `count`
/// numbers. The first number at or after `end` that the sequence can reach is `end + skipped`; if that is beyond the gap
/// it is so on every round, because the circle is a multiple of the step.
fn jump(pool: &mut Pool, count: Term, step: Bits, at: Interval, room: Term) -> Option<(Term, Term)> {
    if !step.unsigned().is_power_of_two() {
        return None;
    }
    let twos = step.unsigned().trailing_zeros();
    let gap = pool.sub(at.low, at.end);
    let past = pool.neg(room);
    let skipped = low_bits(pool, past, twos, step);
    let never = pool.bv_ule(gap, skipped);
    let reached = pool.add(room, skipped);
    let first = shift_right(pool, reached, twos, step);
    let fits = pool.bv_ule(count, first);
    Some((never, fits))
}

/// For all t of the width: `test(start + step·t)`.
pub(super) fn circle(pool: &mut Pool, start: Term, step: Bits, test: Test) -> Option<Term> {
    let width = step.width();
    if step.is_zero() {
        return Some(test.holds(pool, start));
    }
    let twos = step.unsigned().trailing_zeros();
    match test {
        Test::Equal(_) => Some(FALSE),
        Test::Differ(n) => {
            let distance = pool.sub(n, start);
            let (rest, zero) = (low_bits(pool, distance, twos, step), constant(pool, step, 0));
            Some(pool.ne(rest, zero))
        }
        Test::Below(..) | Test::Above(..) | Test::Within(..) => {
            let at = test.interval(pool)?;
            if twos == 0 {
                return Some(at.full);
            }
            // Its multiples are those of the power of two in it.
            let power = Bits::new(width, 1 << twos);
            let room = pool.sub(at.end, start);
            let (never, _) = jump(pool, start, power, at, room)?;
            let inside = test.holds(pool, start);
            let holds = pool.and2(inside, never);
            Some(pool.or2(at.full, holds))
        }
    }
}
