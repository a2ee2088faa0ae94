//! How long ranges can be, and positions worth a look in ranges that are too long to go through.

use crate::Model;
use crate::check::Checker;
use crate::limit::Bound;
use pathfold_base::{Bits, Integer};
use pathfold_term::simplify::quantifier::instantiate;
use pathfold_term::{Op, Pool, Sort, Term, Value};

/// The longest that any of the ranges can be, if conditions say so plainly.
pub(super) fn longest(pool: &Pool, conditions: &[Term], counts: impl Iterator<Item = Term>) -> Option<u64> {
    let limits: Vec<Bound> = conditions.iter().filter_map(|&t| Bound::read(pool, t)).collect();
    let mut longest = 0;
    for count in counts {
        longest = longest.max(most(pool, &limits, count)?);
    }
    Some(longest)
}

fn most(pool: &Pool, limits: &[Bound], count: Term) -> Option<u64> {
    let stated = limits
        .iter()
        .filter_map(Bound::upper)
        .filter(|(term, _)| *term == count)
        .map(|(_, limit)| if limit.is_negative() { Some(0) } else { limit.to_i64().map(i64::unsigned_abs) })
        .min()
        .flatten();
    let by_shape = match (pool.op(count), pool.args(count)) {
        (Op::Const(_), _) => match pool.value(count)? {
            Value::Int(n) if n.is_negative() => Some(0),
            Value::Int(n) => n.to_i64().map(i64::unsigned_abs),
            Value::Bits(b) => u64::try_from(b.unsigned()).ok(),
            Value::Bool(_) | Value::Fp(..) | Value::Array(_) => None,
        },
        (Op::ZeroExt(_), &[inner]) => most(pool, limits, inner),
        (Op::IntAdd, &[inner, k]) => {
            let k = pool.int_value(k)?.to_i64()?;
            most(pool, limits, inner).and_then(|n| n.checked_add_signed(k))
        }
        // Everything else is at most what its width has.
        _ => None,
    };
    let by_width = match pool.sort(count) {
        Sort::Bv(w) if w < 16 => Some((1u64 << w) - 1),
        Sort::Bv(_) | Sort::Int | Sort::Bool | Sort::Fp(_) | Sort::Array(..) => None,
    };
    [stated, by_shape, by_width].into_iter().flatten().min()
}

/// Positions of a range: the ends, and between them ever closer to the start.
pub(super) fn samples(pool: &mut Pool, count: &Value) -> Vec<Term> {
    let length = match count {
        Value::Int(n) => n.to_u128(),
        Value::Bits(b) => Some(b.unsigned()),
        Value::Bool(_) | Value::Fp(..) | Value::Array(_) => None,
    };
    let mut all = Vec::new();
    let mut at = length.unwrap_or(0);
    while let Some(below) = at.checked_sub(1) {
        let value = match count {
            Value::Bits(b) => Value::Bits(Bits::new(b.width(), below)),
            Value::Int(_) | Value::Bool(_) | Value::Fp(..) | Value::Array(_) => Value::Int(Integer::from(below)),
        };
        all.push(pool.constant(value));
        at = below.div_ceil(2);
        if at == below {
            break;
        }
    }
    all
}

/// Whether the quantifier `t` fails at a position.
pub(super) fn fails(pool: &mut Pool, checker: &mut Checker, t: Term, at: Term, model: &Model) -> bool {
    let (Op::Forall(bound), &[_, body]) = (pool.op(t), pool.args(t)) else { return false };
    let body = instantiate(pool, bound, body, at);
    checker.truth(pool, body, model) == Some(false)
}
