//! Remainders of what counts: `i % 3` goes in a circle while `i` goes on, as long as `i` does not wrap around. Each such
//! remainder becomes a variable of its own, whose circle `loops/orbit.rs` finds.

use pathfold_base::FxSet;
use pathfold_solver::Answer;
use pathfold_term::{Op, Pool, Sort, SymbolKind, Term, Value as Constant};

use super::super::Explorer;
use crate::loops::Recurrence;
use crate::loops::closed::{delta, number, replace};
use crate::state::State;

/// Divisors whose remainders are followed.
const LARGEST: i128 = 32;

impl Explorer<'_> {
    /// Puts a variable in the place of every remainder of a variable that counts without wrapping around.
    pub(super) fn follow_remainders(&mut self, start: &State, variables: &mut Vec<Recurrence>, guard: &mut Term) {
        let mut roots: Vec<Term> = variables.iter().map(|variable| variable.next).collect();
        roots.push(*guard);
        for remainder in remainders(&self.pool, roots) {
            let Some(new) = self.remainder(start, variables, *guard, remainder) else { continue };
            *guard = replace(&mut self.pool, *guard, remainder, new.symbol);
            for variable in variables.iter_mut() {
                variable.next = replace(&mut self.pool, variable.next, remainder, new.symbol);
            }
            variables.push(new);
        }
    }

    /// The variable for a remainder of another one that starts at a known number.
    fn remainder(
        &mut self,
        start: &State,
        variables: &[Recurrence],
        guard: Term,
        remainder: Term,
    ) -> Option<Recurrence> {
        let op = self.pool.op(remainder);
        let (counts, divisor) = match *self.pool.args(remainder) {
            [counts, divisor] => (counts, divisor),
            _ => return None,
        };
        let Recurrence { symbol, entry, next } =
            variables.iter().copied().find(|variable| variable.symbol == counts)?;
        let by = signed(&self.pool, divisor).filter(|by| (2..=LARGEST).contains(by))?;
        let sort = self.pool.sort(symbol);
        if sort.width().is_some_and(|width| width < 8) {
            return None;
        }
        let step = delta(&mut self.pool, next, symbol)?;
        let step = signed(&self.pool, step).filter(|step| *step != 0)?;
        let first = self.pool.value(entry)?.clone();
        let zero = number(&mut self.pool, sort, 0)?;
        // SOUND: an iteration that happens keeps the number on its side of zero and moves it in its direction, so its
        // remainder moves by the remainder of the step.
        let le = match op {
            Op::IntRem => Op::IntLe,
            Op::BvUrem => Op::BvUle,
            _ => Op::BvSle,
        };
        let (before, after) = (self.pool.mk(le, &[zero, symbol]), self.pool.mk(le, &[zero, next]));
        let moves = if step > 0 { [symbol, next] } else { [next, symbol] };
        let moves = self.pool.mk(le, &moves);
        let stays = self.pool.and2(after, moves);
        let strays = self.pool.not(stays);
        let bad = self.pool.and(&[guard, before, strays]);
        let starts = match first {
            Constant::Int(n) => !n.is_negative(),
            Constant::Bits(bits) => op == Op::BvUrem || bits.signed() >= 0,
            _ => false,
        };
        if !starts || !matches!(self.solver.check(&mut self.pool, &start.path, bad, &start.witness), Answer::Unsat) {
            return None;
        }
        let own = self.pool.fresh_of_kind("rest", SymbolKind::Fresh, sort);
        let moved = number(&mut self.pool, sort, step.rem_euclid(by) as u64)?;
        let moved = self.pool.add(own, moved);
        let next = self.pool.mk(op, &[moved, divisor]);
        Some(Recurrence { symbol: own, entry: self.pool.mk(op, &[entry, divisor]), next })
    }
}

/// The remainders in some terms, each once.
fn remainders(pool: &Pool, mut open: Vec<Term>) -> Vec<Term> {
    let (mut seen, mut found) = (FxSet::default(), Vec::new());
    while let Some(term) = open.pop() {
        if !seen.insert(term) {
            continue;
        }
        if matches!(pool.op(term), Op::BvUrem | Op::BvSrem | Op::IntRem) {
            found.push(term);
        }
        open.extend(pool.args(term));
    }
    found
}

fn signed(pool: &Pool, term: Term) -> Option<i128> {
    match (pool.value(term)?, pool.sort(term)) {
        (Constant::Int(n), _) => n.to_i64().map(i128::from),
        (Constant::Bits(bits), Sort::Bv(_)) => Some(bits.signed()),
        _ => None,
    }
}
