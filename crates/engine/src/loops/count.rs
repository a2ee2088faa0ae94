//! How often a loop goes round, as a term: where one guard decides it and moves by the same step in every iteration.
//! Without such a term the number is a path counter that conditions describe.

use pathfold_term::{Op, Pool, Sort, TRUE, Term, Value};

use super::closed::{less, number, replace};

/// The first iteration that does not happen.
#[derive(Clone, Copy, Debug)]
pub struct Count {
    /// How many iterations happen before.
    pub term: Term,
    /// Without this the loop goes on for ever.
    pub ends: Term,
}

/// The number of iterations if iteration `tau` happens exactly as long as `guard` holds. SOUND: `None` unless it is exact.
pub fn count(pool: &mut Pool, guard: Term, tau: Term) -> Option<Count> {
    let symbol = pool.as_symbol(tau)?;
    let parts = if pool.op(guard) == Op::And { pool.arg_list(guard) } else { std::iter::once(guard).collect() };
    let (mut fixed, mut moving) = (Vec::new(), Vec::new());
    for part in parts {
        if pool.occurs_free(symbol, part) { moving.push(part) } else { fixed.push(part) }
    }
    let &[only] = moving.as_slice() else { return None };
    let found = by_guard(pool, only, tau)?;
    if fixed.is_empty() {
        return Some(found);
    }
    // What does not change from iteration to iteration decides whether there is one at all.
    let all = pool.and(&fixed);
    let zero = number(pool, pool.sort(tau), 0)?;
    let term = pool.ite(all, found.term, zero);
    let ends = pool.implies(all, found.ends);
    Some(Count { term, ends })
}

/// The same where several guards may be the first to fail: one count for each, under the condition that it is the one.
pub fn counts(pool: &mut Pool, guard: Term, tau: Term) -> Option<Vec<Count>> {
    let symbol = pool.as_symbol(tau)?;
    let parts = if pool.op(guard) == Op::And { pool.arg_list(guard) } else { std::iter::once(guard).collect() };
    let (mut fixed, mut moving) = (Vec::new(), Vec::new());
    for part in parts {
        if pool.occurs_free(symbol, part) { moving.push(part) } else { fixed.push(part) }
    }
    if moving.len() > 4 {
        return None;
    }
    let found: Vec<Count> = moving.iter().map(|part| by_guard(pool, *part, tau)).collect::<Option<_>>()?;
    let mut all = Vec::new();
    if moving.is_empty() || !fixed.is_empty() {
        // What does not change from iteration to iteration: without it there is none.
        let holds = pool.and(&fixed);
        all.push(Count { term: number(pool, pool.sort(tau), 0)?, ends: pool.not(holds) });
    }
    for (index, this) in found.iter().enumerate() {
        let mut first = fixed.clone();
        first.push(this.ends);
        for (other, that) in found.iter().enumerate().filter(|(other, _)| *other != index) {
            // Of those that fail at the same time the first one counts.
            let later =
                if other < index { less(pool, this.term, that.term) } else { at_most(pool, this.term, that.term) };
            let never = pool.not(that.ends);
            first.push(pool.or2(never, later));
        }
        all.push(Count { term: this.term, ends: pool.and(&first) });
    }
    Some(all)
}

fn at_most(pool: &mut Pool, a: Term, b: Term) -> Term {
    let above = less(pool, b, a);
    pool.not(above)
}

fn by_guard(pool: &mut Pool, guard: Term, tau: Term) -> Option<Count> {
    let sort = pool.sort(tau);
    let (op, negated, args) = match pool.op(guard) {
        Op::Not => {
            let inner = *pool.args(guard).first()?;
            (pool.op(inner), true, pool.arg_list(inner))
        }
        op => (op, false, pool.arg_list(guard)),
    };
    let &[a, b] = args.as_slice() else { return None };
    if pool.sort(a) != sort {
        return None;
    }
    match (op, negated) {
        (Op::IntLe, false) => integers(pool, a, b, tau),
        (Op::IntLe, true) => {
            // not (a <= b) is b + 1 <= a.
            let one = pool.int(1);
            let above = pool.add(b, one);
            integers(pool, above, a, tau)
        }
        (Op::Eq, true) => different(pool, a, b, tau),
        (Op::BvUlt | Op::BvSlt, false) => below(pool, op, a, b, tau),
        (Op::BvUle | Op::BvSle, false) => up_to(pool, op, a, b, tau),
        (Op::BvUle, true) => below(pool, Op::BvUlt, b, a, tau),
        (Op::BvSle, true) => below(pool, Op::BvSlt, b, a, tau),
        (Op::BvUlt, true) => up_to(pool, Op::BvUle, b, a, tau),
        (Op::BvSlt, true) => up_to(pool, Op::BvSle, b, a, tau),
        _ => None,
    }
}

/// What a term grows by from one iteration to the next, if that is a constant.
fn step(pool: &mut Pool, term: Term, tau: Term) -> Option<Value> {
    let one = number(pool, pool.sort(tau), 1)?;
    let after = pool.add(tau, one);
    let later = replace(pool, term, tau, after);
    let difference = pool.sub(later, term);
    pool.value(difference).cloned()
}

fn at_start(pool: &mut Pool, term: Term, tau: Term) -> Option<Term> {
    let zero = number(pool, pool.sort(tau), 0)?;
    Some(replace(pool, term, tau, zero))
}

/// `a <= b`: the room between them shrinks by a constant.
fn integers(pool: &mut Pool, a: Term, b: Term, tau: Term) -> Option<Count> {
    let room = pool.sub(b, a);
    let Value::Int(grows) = step(pool, room, tau)? else { return None };
    let room = at_start(pool, room, tau)?;
    let zero = pool.int(0);
    let holds = pool.int_le(zero, room);
    if !grows.is_negative() {
        let term = zero;
        return Some(Count { term, ends: pool.not(holds) });
    }
    let grows = pool.int(grows);
    let shrinks = pool.neg(grows);
    let one = pool.int(1);
    // SOUND: the room is not negative where this is used, so truncating is rounding down.
    let whole = if shrinks == one { room } else { pool.int_div(room, shrinks) };
    let often = pool.add(whole, one);
    Some(Count { term: pool.ite(holds, often, zero), ends: TRUE })
}

/// Whether a vector grows by one (true) or falls by one (false) in every iteration.
fn unit(pool: &mut Pool, term: Term, tau: Term) -> Option<bool> {
    let Value::Bits(bits) = step(pool, term, tau)? else { return None };
    if bits.unsigned() == 1 {
        Some(true)
    } else {
        (bits.unsigned() == pathfold_base::Bits::ones(bits.width()).unsigned()).then_some(false)
    }
}

fn still(pool: &mut Pool, term: Term, tau: Term) -> bool {
    pool.as_symbol(tau).is_some_and(|symbol| !pool.occurs_free(symbol, term))
}

/// The smallest and the largest vector by the order that an operator compares in.
fn extremes(pool: &mut Pool, op: Op, width: u8) -> (Term, Term) {
    let all = u128::MAX >> (128 - u32::from(width));
    let (bottom, top) = match op {
        Op::BvUle | Op::BvUlt => (0, all),
        _ => ((all >> 1) + 1, all >> 1),
    };
    (pool.bv(width, bottom), pool.bv(width, top))
}

/// `a < b`, one of which moves by one: towards the other it holds until they meet, away from it until it wraps around.
fn below(pool: &mut Pool, op: Op, a: Term, b: Term, tau: Term) -> Option<Count> {
    let Sort::Bv(width) = pool.sort(a) else { return None };
    let (bottom, top) = extremes(pool, op, width);
    let (first, last) = (at_start(pool, a, tau)?, at_start(pool, b, tau)?);
    let room = match (unit(pool, a, tau), unit(pool, b, tau)) {
        (Some(true), _) if still(pool, b, tau) => pool.sub(last, first),
        (_, Some(false)) if still(pool, a, tau) => pool.sub(last, first),
        // SOUND: nothing is below the smallest or above the largest.
        (Some(false), _) if still(pool, b, tau) => pool.sub(first, top),
        (_, Some(true)) if still(pool, a, tau) => pool.sub(bottom, last),
        _ => return None,
    };
    let holds = pool.mk(op, &[first, last]);
    let zero = number(pool, pool.sort(tau), 0)?;
    Some(Count { term: pool.ite(holds, room, zero), ends: TRUE })
}

/// `a <= b`, the same; where all numbers are above `a` or below `b`, it never ends.
fn up_to(pool: &mut Pool, op: Op, a: Term, b: Term, tau: Term) -> Option<Count> {
    let Sort::Bv(width) = pool.sort(a) else { return None };
    let (bottom, top) = extremes(pool, op, width);
    let (first, last) = (at_start(pool, a, tau)?, at_start(pool, b, tau)?);
    let one = pool.bv(width, 1);
    let (endless, often) = match (unit(pool, a, tau), unit(pool, b, tau)) {
        (Some(rises), _) if still(pool, b, tau) => {
            let room = if rises { pool.sub(last, first) } else { pool.sub(first, top) };
            (pool.eq(b, top), if rises { pool.add(room, one) } else { room })
        }
        (_, Some(rises)) if still(pool, a, tau) => {
            let room = if rises { pool.sub(bottom, last) } else { pool.sub(last, first) };
            (pool.eq(a, bottom), if rises { room } else { pool.add(room, one) })
        }
        _ => return None,
    };
    let holds = pool.mk(op, &[first, last]);
    let zero = pool.bv(width, 0);
    let (fails, finite) = (pool.not(holds), pool.not(endless));
    Some(Count { term: pool.ite(holds, often, zero), ends: pool.or2(fails, finite) })
}

/// `a != b`, one of which moves by one: it holds until they meet, on the way round if need be.
fn different(pool: &mut Pool, a: Term, b: Term, tau: Term) -> Option<Count> {
    if pool.sort(a) == Sort::Int {
        let room = pool.sub(b, a);
        let Value::Int(grows) = step(pool, room, tau)? else { return None };
        let room = at_start(pool, room, tau)?;
        let (zero, one) = (pool.int(0), pathfold_base::Integer::from(1_i64));
        let often = if grows == pathfold_base::Integer::from(-1_i64) {
            room
        } else if grows == one {
            pool.neg(room)
        } else {
            return None;
        };
        // What moves away never meets.
        return Some(Count { term: often, ends: pool.int_le(zero, often) });
    }
    let room = match (unit(pool, a, tau), unit(pool, b, tau)) {
        (Some(true), _) if still(pool, b, tau) => pool.sub(b, a),
        (Some(false), _) if still(pool, b, tau) => pool.sub(a, b),
        (_, Some(true)) if still(pool, a, tau) => pool.sub(a, b),
        (_, Some(false)) if still(pool, a, tau) => pool.sub(b, a),
        _ => return None,
    };
    Some(Count { term: at_start(pool, room, tau)?, ends: TRUE })
}

#[cfg(test)]
mod tests {
    use super::*;
    use pathfold_base::FxMap;
    use pathfold_term::eval::Evaluator;
    use pathfold_term::{SymbolId, SymbolKind};

    /// Every guard over 4-bit numbers against counting.
    #[test]
    fn counts_are_what_counting_gives() {
        let mut pool = Pool::new();
        let sort = Sort::Bv(4);
        let tau = pool.symbol("tau", SymbolKind::Bound, sort);
        let (x, n) = (pool.symbol("x", SymbolKind::Input, sort), pool.symbol("n", SymbolKind::Input, sort));
        let (up, down) = (pool.add(x, tau), pool.sub(x, tau));
        let mut checked = 0;
        for op in [Op::BvUlt, Op::BvUle, Op::BvSlt, Op::BvSle, Op::Eq] {
            for args in [[up, n], [n, up], [down, n], [n, down]] {
                for negated in [false, true] {
                    let plain = pool.mk(op, &args);
                    let guard = if negated { pool.not(plain) } else { plain };
                    let Some(found) = count(&mut pool, guard, tau) else { continue };
                    checked += 1;
                    for pair in 0..256u128 {
                        let number = |n: u128| Value::Bits(pathfold_base::Bits::new(4, n));
                        let mut values = FxMap::<SymbolId, Value>::default();
                        let set = |values: &mut FxMap<SymbolId, Value>, pool: &Pool, t: Term, n: u128| {
                            values.insert(pool.as_symbol(t).expect("a symbol"), number(n));
                        };
                        set(&mut values, &pool, x, pair & 15);
                        set(&mut values, &pool, n, pair >> 4);
                        let mut often = None;
                        for t in 0..16 {
                            set(&mut values, &pool, tau, t);
                            let holds = Evaluator::new().eval(&pool, guard, &values, 1000);
                            if holds == Ok(Value::Bool(false)) {
                                often = Some(t);
                                break;
                            }
                        }
                        let ends = Evaluator::new().eval(&pool, found.ends, &values, 1000);
                        assert_eq!(ends, Ok(Value::Bool(often.is_some())), "{op:?} {negated} {pair}");
                        if let Some(often) = often {
                            let term = Evaluator::new().eval(&pool, found.term, &values, 1000);
                            assert_eq!(term, Ok(number(often)), "{op:?} {negated} {pair}");
                        }
                    }
                }
            }
        }
        assert!(checked >= 36, "only {checked} guards have a count");
    }
}
