//! Variables that come back to values they had: indices that run in a circle, flags that take turns, values that change
//! places. From what they are before the loop on, iterations are done one after the other until everything that they
//! depend on is as it was; from then on it repeats.

use pathfold_base::FxMap;
use pathfold_term::{Op, Pool, Sort, TRUE, Term, subst};

use super::closed::{Form, Shape, Solving, delta, number, scale};

/// Iterations until everything is as it was.
const LONGEST: usize = 32;
/// The same where values are not known.
const LONGEST_OPEN: usize = 4;
/// Terms that may be made for one orbit.
const MOST_TERMS: usize = 4_000;

/// What some variables are, iteration by iteration.
struct Orbit {
    members: Vec<usize>,
    /// By number of iterations: the values of the members. After the last row comes row `prefix` again.
    rows: Vec<Vec<Term>>,
    prefix: usize,
}

impl Orbit {
    fn period(&self) -> usize {
        self.rows.len() - self.prefix
    }
}

impl Solving<'_> {
    /// Finds the form of one variable that comes back, or to which what comes back is added; whether there was one.
    pub(super) fn orbit(&mut self, pool: &mut Pool) -> bool {
        for index in 0..self.variables.len() {
            if self.forms[index].is_some() {
                continue;
            }
            if let Some(form) = self.circle(pool, index).or_else(|| self.spiral(pool, index)) {
                self.forms[index] = Some(form);
                return true;
            }
        }
        false
    }

    /// The parts of a condition that some values on the way of what comes back do not meet.
    pub fn without_certain(&self, pool: &mut Pool, condition: Term) -> Term {
        let parts = if pool.op(condition) == Op::And { pool.arg_list(condition).to_vec() } else { vec![condition] };
        let open: Vec<Term> = parts.into_iter().filter(|part| !self.is_certain(pool, *part)).collect();
        pool.and(&open)
    }

    /// Whether a condition on what comes back holds all the way.
    fn is_certain(&self, pool: &mut Pool, condition: Term) -> bool {
        let (mut longest, mut period) = (0, 1);
        let used = self.loop_symbols(pool, condition);
        for form in used.iter().map(|used| self.forms[*used]) {
            match form.map(|form| form.shape) {
                Some(Shape::Unchanged) => {}
                Some(Shape::Orbit { prefix, period: own }) => {
                    longest = longest.max(prefix);
                    period = least_common_multiple(period, own);
                }
                _ => return false,
            }
        }
        let sort = pool.sort(self.tau);
        // SOUND: after the last of these everything has been there before.
        !used.is_empty()
            && (0..longest + period)
                .all(|t| number(pool, sort, t as u64).is_some_and(|at| self.value_at(pool, condition, at) == TRUE))
    }

    /// A variable that comes back.
    fn circle(&self, pool: &mut Pool, index: usize) -> Option<Form> {
        let orbit = self.orbit_of(pool, &[index])?;
        let at = orbit.members.iter().position(|member| *member == index)?;
        let values: Vec<Term> = orbit.rows.iter().map(|row| row[at]).collect();
        let term = self.by_iteration(pool, &values, orbit.prefix, |_, _| None)?;
        Some(Form { term, shape: Shape::Orbit { prefix: orbit.prefix, period: orbit.period() } })
    }

    /// A variable to which something is added that comes back: as much in every round.
    fn spiral(&self, pool: &mut Pool, index: usize) -> Option<Form> {
        let variable = self.variables[index];
        let sort = pool.sort(variable.symbol);
        if !matches!(sort, Sort::Int | Sort::Bv(_)) {
            return None;
        }
        let step = delta(pool, variable.next, variable.symbol)?;
        let used = self.loop_symbols(pool, step);
        let orbit = self.orbit_of(pool, &used)?;
        let mut value = variable.entry;
        let mut values = Vec::new();
        for row in &orbit.rows {
            values.push(value);
            let step = subst::substitute(pool, step, &self.row(&orbit.members, row));
            value = pool.add(value, step);
        }
        let gained = pool.sub(value, values[orbit.prefix]);
        let term = self.by_iteration(pool, &values, orbit.prefix, |pool, rounds| {
            let rounds = scale(pool, rounds, sort)?;
            Some(pool.mul(gained, rounds))
        })?;
        Some(Form { term, shape: Shape::Spiral { prefix: orbit.prefix, period: orbit.period() } })
    }

    fn row(&self, members: &[usize], row: &[Term]) -> FxMap<Term, Term> {
        members.iter().zip(row).map(|(member, value)| (self.variables[*member].symbol, *value)).collect()
    }

    /// The orbit of some variables, with all that they depend on.
    fn orbit_of(&self, pool: &mut Pool, wanted: &[usize]) -> Option<Orbit> {
        let mut members = wanted.to_vec();
        let mut next = 0;
        while let Some(member) = members.get(next).copied() {
            for used in self.loop_symbols(pool, self.variables[member].next) {
                if !members.contains(&used) {
                    members.push(used);
                }
            }
            next += 1;
        }
        let start = pool.len();
        let mut row: Vec<Term> = members.iter().map(|member| self.variables[*member].entry).collect();
        let mut rows: Vec<Vec<Term>> = Vec::new();
        loop {
            if let Some(prefix) = rows.iter().position(|known| *known == row) {
                let orbit = Orbit { members, rows, prefix };
                return self.together(orbit.period()).then_some(orbit);
            }
            let known = row.iter().all(|value| pool.value(*value).is_some());
            if rows.len() >= if known { LONGEST } else { LONGEST_OPEN } || pool.len() > start + MOST_TERMS {
                return None;
            }
            let map = self.row(&members, &row);
            let after = members.iter().map(|member| subst::substitute(pool, self.variables[*member].next, &map));
            rows.push(std::mem::replace(&mut row, after.collect()));
        }
    }

    /// Whether all that comes back does so together within a short time. SOUND: a counter must have room for the first
    /// failure of a guard, which may take as many rounds of everything as the widest variable has values.
    fn together(&self, period: usize) -> bool {
        let periods = self.forms.iter().flatten().filter_map(|form| match form.shape {
            Shape::Orbit { period, .. } | Shape::Spiral { period, .. } => Some(period),
            _ => None,
        });
        periods.fold(period, least_common_multiple) <= LONGEST
    }

    /// The value after `tau` iterations, given those of the first ones, after which it comes back to that after `prefix`;
    /// `more` is what is added for so many rounds.
    fn by_iteration(
        &self,
        pool: &mut Pool,
        values: &[Term],
        prefix: usize,
        more: impl FnOnce(&mut Pool, Term) -> Option<Term>,
    ) -> Option<Term> {
        let sort = pool.sort(self.tau);
        let first = number(pool, sort, prefix as u64)?;
        let since = pool.sub(self.tau, first);
        let (rounds, phase) = divide(pool, since, values.len() - prefix)?;
        let mut term = chain(pool, &values[prefix..], phase)?;
        if let Some(more) = more(pool, rounds) {
            term = pool.add(term, more);
        }
        for (t, value) in values[..prefix].iter().enumerate().rev() {
            let t = number(pool, sort, t as u64)?;
            let here = pool.eq(self.tau, t);
            term = pool.ite(here, *value, term);
        }
        Some(term)
    }
}

/// The value at a position, which must be one of them.
fn chain(pool: &mut Pool, values: &[Term], position: Term) -> Option<Term> {
    let (last, others) = values.split_last()?;
    let sort = pool.sort(position);
    let mut term = *last;
    for (at, value) in others.iter().enumerate().rev() {
        let at = number(pool, sort, at as u64)?;
        let here = pool.eq(position, at);
        term = pool.ite(here, *value, term);
    }
    Some(term)
}

/// How often a period goes into a number of iterations, and what is left.
fn divide(pool: &mut Pool, count: Term, period: usize) -> Option<(Term, Term)> {
    let sort = pool.sort(count);
    let divisor = number(pool, sort, period as u64)?;
    let zero = number(pool, sort, 0)?;
    Some(match sort {
        _ if period == 1 => (count, zero),
        Sort::Int => (pool.int_div(count, divisor), pool.mk(Op::IntRem, &[count, divisor])),
        Sort::Bv(width) if period.is_power_of_two() => {
            let bits = period.trailing_zeros() as u8;
            let (high, low) = (pool.extract(width - 1, bits, count), pool.extract(bits - 1, 0, count));
            (pool.zero_ext(width, high), pool.zero_ext(width, low))
        }
        _ => (pool.bv_udiv(count, divisor), pool.bv_urem(count, divisor)),
    })
}

fn least_common_multiple(a: usize, b: usize) -> usize {
    let (mut x, mut y) = (a, b);
    while y != 0 {
        (x, y) = (y, x % y);
    }
    a / x * b
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::loops::Recurrence;
    use pathfold_base::Bits;
    use pathfold_term::eval::Evaluator;
    use pathfold_term::{SymbolId, SymbolKind, Value};

    /// Compares the forms of 8-bit variables with doing the iterations.
    fn compare(make: impl Fn(&mut Pool, &[Term]) -> Vec<Term>, entries: &[u128], period: usize) {
        let mut pool = Pool::new();
        let bits = |n: u128| Value::Bits(Bits::new(8, n));
        let symbols: Vec<Term> =
            (0..entries.len()).map(|at| pool.symbol(&format!("x{at}"), SymbolKind::Fresh, Sort::Bv(8))).collect();
        let next = make(&mut pool, &symbols);
        let variables: Vec<Recurrence> = symbols
            .iter()
            .zip(&next)
            .zip(entries)
            .map(|((&symbol, &next), &entry)| Recurrence { symbol, entry: pool.bv(8, entry), next })
            .collect();
        let tau = pool.symbol("tau", SymbolKind::Bound, Sort::Bv(16));
        let mut solving = Solving::new(&variables, tau, false);
        assert!(solving.solve(&mut pool, |_, _| None), "no form");
        let found = solving.forms.iter().flatten().any(|form| match form.shape {
            Shape::Orbit { period: found, .. } | Shape::Spiral { period: found, .. } => found == period,
            _ => false,
        });
        assert!(found, "{:?}", solving.forms);
        let mut now = entries.to_vec();
        for t in 0..600 {
            let mut values = FxMap::<SymbolId, Value>::default();
            values.insert(pool.as_symbol(tau).expect("a symbol"), Value::Bits(Bits::new(16, t)));
            for (form, expected) in solving.forms.iter().flatten().zip(&now) {
                let value = Evaluator::new().eval(&pool, form.term, &values, 10_000);
                assert_eq!(value, Ok(bits(*expected)), "after {t}");
            }
            let mut values = FxMap::<SymbolId, Value>::default();
            for (symbol, value) in symbols.iter().zip(&now) {
                values.insert(pool.as_symbol(*symbol).expect("a symbol"), bits(*value));
            }
            let after = next.iter().map(|term| match Evaluator::new().eval(&pool, *term, &values, 10_000) {
                Ok(Value::Bits(bits)) => bits.unsigned(),
                other => panic!("{other:?}"),
            });
            now = after.collect();
        }
    }

    /// `x + 1`, but 3 instead of 10.
    fn circular(pool: &mut Pool, x: Term) -> Term {
        let (one, three, ten) = (pool.bv(8, 1), pool.bv(8, 3), pool.bv(8, 10));
        let more = pool.add(x, one);
        let full = pool.eq(more, ten);
        pool.ite(full, three, more)
    }

    #[test]
    fn an_index_in_a_circle() {
        compare(|pool, x| vec![circular(pool, x[0])], &[3], 7);
        compare(|pool, x| vec![circular(pool, x[0])], &[0], 7);
    }

    #[test]
    fn what_is_added_comes_back() {
        // x0 goes in a circle, x1 adds it up, or 5 where it is 4.
        let make = |pool: &mut Pool, x: &[Term]| {
            let (four, five) = (pool.bv(8, 4), pool.bv(8, 5));
            let special = pool.eq(x[0], four);
            let step = pool.ite(special, five, x[0]);
            vec![circular(pool, x[0]), pool.add(x[1], step)]
        };
        compare(make, &[3, 200], 7);
        compare(make, &[1, 200], 7);
    }

    #[test]
    fn three_change_places() {
        compare(|_, x| vec![x[1], x[2], x[0]], &[7, 8, 9], 3);
    }
}
