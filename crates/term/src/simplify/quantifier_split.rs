//! Where a quantifier over bit vectors has an exact condition without a quantifier only under some circumstances: no gap
//! is jumped over, no narrow number wraps around. As a rule it would leave the quantifier under the opposite
//! circumstances, and apply to that again; so whoever wants it asks.

use pathfold_base::Bits;

use super::quantifier_bv::{Moving, ordered, read, whole_width};
use super::quantifier_range::{Test, sequence, walk};
use crate::op::Op;
use crate::pool::{Pool, Term};
use crate::sort::Sort;
use crate::symbol::SymbolId;

/// Where `provided` holds, the quantifier is `exact`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Split {
    /// The circumstances; often a fact about limits that other conditions imply.
    pub provided: Term,
    /// What the quantifier says under them.
    pub exact: Term,
}

/// The exact condition a quantifier is under circumstances, if there is a short one.
pub fn split(pool: &mut Pool, t: Term) -> Option<Split> {
    let Op::Forall(bound) = pool.op(t) else { return None };
    let &[count, body] = pool.args(t) else { return None };
    let Sort::Bv(_) = pool.sort(count) else { return None };
    let (number, test) = read(pool, bound, body)?;
    if !ordered(test) {
        return None;
    }
    let key = number.key?;
    let args = pool.arg_list(key);
    match (pool.op(key), args.as_slice()) {
        (Op::Symbol(_), _) if pool.as_symbol(key) == Some(bound) => {
            let step = pool.bits(number.step);
            walk(pool, count, number.start, step, test).map(|(provided, exact)| Split { provided, exact })
        }
        // A step that is itself unknown.
        (Op::BvMul, &[a, b]) => {
            let factor = match (pool.as_symbol(a) == Some(bound), pool.as_symbol(b) == Some(bound)) {
                (true, false) => b,
                (false, true) => a,
                _ => return None,
            };
            if pool.occurs_free(bound, factor) {
                return None;
            }
            let by = pool.bits(number.step);
            let step = pool.mul(factor, by);
            walk(pool, count, number.start, step, test).map(|(provided, exact)| Split { provided, exact })
        }
        (op @ (Op::ZeroExt(_) | Op::SignExt(_)), &[narrow]) => {
            extended(pool, bound, count, number, narrow, matches!(op, Op::SignExt(_)), test)
        }
        _ => None,
    }
}

/// A narrow number that goes in long steps and does not wrap around.
fn extended(
    pool: &mut Pool,
    bound: SymbolId,
    count: Term,
    number: Moving,
    narrow: Term,
    signed: bool,
    test: Test,
) -> Option<Split> {
    let inner = whole_width(pool, bound, narrow)?;
    let (width, wide) = (inner.step.width(), number.step.width());
    if inner.step.is_zero() {
        return None;
    }
    let lowest = Bits::new(width, if signed { 1 << (width - 1) } else { 0 });
    let up = !inner.step.sign();
    let (one, size) = (Bits::new(width, 1), if up { inner.step } else { inner.step.neg() });
    let room = if up {
        let highest = pool.bits(lowest.sub(one));
        pool.sub(highest, inner.start)
    } else {
        let lowest = pool.bits(lowest);
        pool.sub(inner.start, lowest)
    };
    let (one, size) = (pool.bits(one), pool.bits(size));
    let (last, most) = (pool.sub(count, one), pool.bv_udiv(room, size));
    let no_wrap = pool.bv_ule(last, most);
    let from = if signed { pool.sign_ext(wide as u8, inner.start) } else { pool.zero_ext(wide as u8, inner.start) };
    let by = pool.bits(number.step);
    let product = pool.mul(from, by);
    let start = pool.add(number.start, product);
    let step = inner.step.sign_extend_to(wide).mul(number.step);
    let count = pool.zero_ext(wide as u8, count);
    if let Some(exact) = sequence(pool, count, start, step, test) {
        return Some(Split { provided: no_wrap, exact });
    }
    let step = pool.bits(step);
    let (wide_gap, exact) = walk(pool, count, start, step, test)?;
    Some(Split { provided: pool.and2(no_wrap, wide_gap), exact })
}
