//! A comparison of an extended number with a constant, as a comparison of the narrow number: `4·sext(x) <= 396` says
//! `0 <= x <= 99`. What a loop does to the narrow number, wrap-around included, is then all there is to know.

use pathfold_base::Bits;

use super::quantifier_range::Test;
use crate::pool::{Pool, Term};

/// What a test comes to for the narrow number.
pub(super) enum Narrow {
    Always,
    Never,
    Test(Test),
}

/// `test(start + step·extend(x))` for `x` of `width` bits; none unless all numbers but `x` are constants and the
/// multiples of the extended numbers do not go around the circle.
pub(super) fn narrow(pool: &mut Pool, start: Term, step: Bits, signed: bool, width: u32, test: Test) -> Option<Narrow> {
    let wide = step.width();
    if wide > 64 || step.is_zero() {
        return None;
    }
    let circle = 1i128 << wide;
    let start = i128::try_from(pool.value(start)?.as_bits()?.unsigned()).ok()?;
    let (low, size) = test.constants(pool)?;
    let (low, size) = (i128::try_from(low).ok()?, i128::try_from(size).ok()?);
    let by = step.signed();
    let half = 1i128 << (width - 1);
    let (least, most) = if signed { (-half, half - 1) } else { (0, 2 * half - 1) };
    let at = |x: i128| start + by * x;
    let (bottom, top) = (at(least).min(at(most)), at(least).max(at(most)));
    if top - bottom >= circle {
        return None;
    }
    // The interval lies on the line of integers again and again; the numbers are less than a circle apart, so they meet
    // two of these copies at most, and then one at each end.
    let mut parts: Vec<(i128, i128)> = Vec::new();
    let first = (bottom - low).div_euclid(circle);
    for copy in first..=first + 2 {
        let from = (low + copy * circle).max(bottom);
        let to = (low + copy * circle + size - 1).min(top);
        // at(x) in [from, to].
        let (a, b) = if by > 0 { (from - start, to - start) } else { (start - to, start - from) };
        let by = by.abs();
        let (x, y) = (-(-a).div_euclid(by), b.div_euclid(by));
        let (x, y) = (x.max(least), y.min(most));
        if from <= to && x <= y {
            parts.push((x, y));
        }
    }
    parts.sort_unstable();
    let (from, count) = match parts.as_slice() {
        [] => return Some(Narrow::Never),
        &[(x, y)] => (x, y - x + 1),
        // Around the narrow circle these are one interval.
        &[(x, y), (u, v)] if x == least && v == most => (u, v - u + 1 + y - x + 1),
        _ => return None,
    };
    let all = 2 * half;
    let from = Bits::from_signed(width, from);
    let end = Bits::from_signed(width, from.signed() + count);
    Some(if count >= all {
        Narrow::Always
    } else if count == 1 {
        Narrow::Test(Test::Equal(pool.bits(from)))
    } else if count == all - 1 {
        Narrow::Test(Test::Differ(pool.bits(end)))
    } else {
        Narrow::Test(Test::Within(pool.bits(from), pool.bits(end)))
    })
}
