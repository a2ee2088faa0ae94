//! Closed forms: the value of every variable of a loop after any number of iterations, exactly, wrap-around included
//! (seed 1, algorithm 1, lines 4 to 18; seed 4, 3.3 for sums).

use pathfold_base::{Bits, FxMap, FxSet};
use pathfold_term::{Op, Pool, Sort, Term, subst};

/// One variable of a loop: what it is at the start of an iteration, before the first one, and after one.
#[derive(Clone, Copy, Debug)]
pub struct Recurrence {
    /// The symbol it is at the start of an iteration.
    pub symbol: Term,
    /// Its value before the first iteration.
    pub entry: Term,
    /// Its value after an iteration, over the symbols of all variables.
    pub next: Term,
}

/// What kind of closed form a variable has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shape {
    /// The same in every iteration.
    Unchanged,
    /// The same is added in every iteration: this.
    Linear(Term),
    /// A sum of an induction variable.
    Polynomial,
    /// Multiplied by a power of two in every iteration.
    Geometric,
    /// Set from variables that have closed forms.
    Assigned,
    /// One of two values in turn.
    Alternating,
    /// After so many iterations, a few values in turn.
    Orbit {
        /// After so many iterations.
        prefix: usize,
        /// So many values.
        period: usize,
    },
    /// What is added is an orbit.
    Spiral {
        /// After so many iterations.
        prefix: usize,
        /// It repeats with so many.
        period: usize,
    },
    /// A sum of something that differs from iteration to iteration, over at most so many of them.
    Sum(u64),
    /// Written out for at most so many iterations.
    Table(u64),
}

/// The value of a variable after `tau` iterations.
#[derive(Clone, Copy, Debug)]
pub struct Form {
    /// Over the counter `tau`.
    pub term: Term,
    /// What kind.
    pub shape: Shape,
}

/// Terms that may be made for one loop.
const MOST_TERMS: usize = 60_000;
/// Tables are written out for at most so many iterations.
const LONGEST_TABLE: u64 = 64;

/// Computes closed forms.
pub struct Solving<'a> {
    /// The variables.
    pub variables: &'a [Recurrence],
    /// The counter.
    pub tau: Term,
    /// The forms found so far.
    pub forms: Vec<Option<Form>>,
    /// Whether what differs by path may be written out as a table.
    pub tables: bool,
}

impl<'a> Solving<'a> {
    /// Nothing solved yet.
    pub fn new(variables: &'a [Recurrence], tau: Term, tables: bool) -> Self {
        Self { variables, tau, forms: vec![None; variables.len()], tables }
    }

    /// The symbols of variables, each with the closed form at `at`; variables without one stay symbols.
    pub fn at(&self, pool: &mut Pool, at: Term) -> FxMap<Term, Term> {
        let mut map = FxMap::default();
        for (variable, form) in self.variables.iter().zip(&self.forms) {
            if let Some(form) = form {
                let value = replace(pool, form.term, self.tau, at);
                map.insert(variable.symbol, value);
            }
        }
        map
    }

    /// A term over the variables as it is at iteration `at`.
    pub fn value_at(&self, pool: &mut Pool, term: Term, at: Term) -> Term {
        let map = self.at(pool, at);
        subst::substitute(pool, term, &map)
    }

    /// What iteration `tau` adds to a variable, if that does not depend on itself and all it depends on is solved.
    pub fn step(&self, pool: &mut Pool, index: usize) -> Option<Term> {
        let variable = self.variables[index];
        if !matches!(pool.sort(variable.symbol), Sort::Int | Sort::Bv(_)) {
            return None;
        }
        let step = delta(pool, variable.next, variable.symbol)?;
        let known = self.loop_symbols(pool, step).iter().all(|used| self.forms[*used].is_some());
        known.then(|| self.value_at(pool, step, self.tau))
    }

    /// Finds forms until no more are found. `bound` says how many iterations there can be at most, given what an
    /// iteration needs to happen, as far as it is known.
    pub fn solve(&mut self, pool: &mut Pool, mut bound: impl FnMut(&mut Pool, &Self) -> Option<u64>) -> bool {
        let start = pool.len();
        let mut most: Option<Option<u64>> = None;
        loop {
            while self.round(pool) || self.orbit(pool) {}
            if self.forms.iter().all(Option::is_some) {
                return true;
            }
            let Some(most) = *most.get_or_insert_with(|| bound(pool, self)) else { return false };
            if pool.len() > start + MOST_TERMS {
                return false;
            }
            if !self.sum(pool, most) && !self.table(pool, most, start) {
                return false;
            }
        }
    }

    fn round(&mut self, pool: &mut Pool) -> bool {
        let mut changed = false;
        for index in 0..self.variables.len() {
            if self.forms[index].is_none()
                && let Some(form) = self.form(pool, index)
            {
                self.forms[index] = Some(form);
                changed = true;
            }
        }
        changed
    }

    pub(super) fn loop_symbols(&self, pool: &mut Pool, term: Term) -> Vec<usize> {
        let free: FxSet<Term> = {
            let symbols = pool.free_symbols(term);
            symbols.iter().map(|symbol| pool.symbol_term(*symbol)).collect()
        };
        (0..self.variables.len()).filter(|index| free.contains(&self.variables[*index].symbol)).collect()
    }

    fn form(&self, pool: &mut Pool, index: usize) -> Option<Form> {
        let Recurrence { symbol, entry, next } = self.variables[index];
        if next == symbol {
            return Some(Form { term: entry, shape: Shape::Unchanged });
        }
        let sort = pool.sort(symbol);
        let uses = self.loop_symbols(pool, next);
        if matches!(sort, Sort::Int | Sort::Bv(_))
            && let Some(step) = delta(pool, next, symbol)
        {
            if self.loop_symbols(pool, step).is_empty() {
                let count = scale(pool, self.tau, sort)?;
                let moved = pool.mul(step, count);
                return Some(Form { term: pool.add(entry, moved), shape: Shape::Linear(step) });
            }
            return self.polynomial(pool, index, step);
        }
        if uses.iter().all(|used| *used != index && self.forms[*used].is_some()) {
            return self.assigned(pool, index);
        }
        if uses == [index] {
            return self.geometric(pool, index).or_else(|| self.alternating(pool, index));
        }
        None
    }

    /// `entry + sum of (alpha + beta * t) for t < tau`.
    fn polynomial(&self, pool: &mut Pool, index: usize, step: Term) -> Option<Form> {
        if self.loop_symbols(pool, step).iter().any(|used| self.forms[*used].is_none()) {
            return None;
        }
        let variable = self.variables[index];
        let sort = pool.sort(variable.symbol);
        let one = number(pool, pool.sort(self.tau), 1)?;
        let zero = number(pool, pool.sort(self.tau), 0)?;
        let after = pool.add(self.tau, one);
        let (here, there) = (self.value_at(pool, step, self.tau), self.value_at(pool, step, after));
        let beta = pool.sub(there, here);
        let tau = pool.as_symbol(self.tau)?;
        if pool.occurs_free(tau, beta) {
            return None;
        }
        let alpha = self.value_at(pool, step, zero);
        let count = scale(pool, self.tau, sort)?;
        let pairs = match sort {
            Sort::Int => {
                let less = pool.int(-1);
                let before = pool.int_add(&[count, less]);
                let product = pool.mul(count, before);
                let two = pool.int(2);
                pool.mk(Op::IntDiv, &[product, two])
            }
            // One bit more, so that halving loses nothing.
            Sort::Bv(width) if width < 128 => {
                let wide = scale(pool, self.tau, Sort::Bv(width + 1))?;
                let one = pool.bv(width + 1, 1);
                let before = pool.sub(wide, one);
                let product = pool.mul(wide, before);
                pool.extract(width, 1, product)
            }
            _ => return None,
        };
        let (first, second) = (pool.mul(alpha, count), pool.mul(beta, pairs));
        let sum = pool.add(first, second);
        Some(Form { term: pool.add(variable.entry, sum), shape: Shape::Polynomial })
    }

    fn assigned(&self, pool: &mut Pool, index: usize) -> Option<Form> {
        let variable = self.variables[index];
        let sort = pool.sort(self.tau);
        let (zero, one) = (number(pool, sort, 0)?, number(pool, sort, 1)?);
        let before = pool.sub(self.tau, one);
        let value = self.value_at(pool, variable.next, before);
        let none = pool.eq(self.tau, zero);
        Some(Form { term: pool.ite(none, variable.entry, value), shape: Shape::Assigned })
    }

    /// `x * 2^c` in every iteration. SOUND: shifting by the width or more gives zero, as multiplying does.
    fn geometric(&self, pool: &mut Pool, index: usize) -> Option<Form> {
        let Recurrence { symbol, entry, next } = self.variables[index];
        let Sort::Bv(width) = pool.sort(symbol) else { return None };
        let args = pool.arg_list(next);
        let power = match pool.op(next) {
            Op::BvMul => {
                let factor = args.iter().find(|arg| **arg != symbol)?;
                let factor = constant(pool, *factor)?;
                (args.contains(&symbol) && args.len() == 2 && factor.is_power_of_two())
                    .then(|| factor.trailing_zeros())?
            }
            Op::BvShl if args.first() == Some(&symbol) => u32::try_from(constant(pool, *args.get(1)?)?).ok()?,
            _ => return None,
        };
        let count_width = pool.sort(self.tau).width()?;
        if power == 0 || u32::from(width) < power {
            return None;
        }
        // Counted far enough to know whether everything was shifted out.
        let wide = (count_width.max(width) + 8).min(128);
        let count = scale(pool, self.tau, Sort::Bv(wide))?;
        let power = pool.bv(wide, u128::from(power));
        let by = pool.mul(count, power);
        let most = pool.bv(wide, u128::from(width));
        let out = pool.mk(Op::BvUle, &[most, by]);
        let low = scale(pool, by, Sort::Bv(width))?;
        let shifted = pool.mk(Op::BvShl, &[entry, low]);
        let zero = pool.bv(width, 0);
        Some(Form { term: pool.ite(out, zero, shifted), shape: Shape::Geometric })
    }

    /// Two iterations bring it back.
    fn alternating(&self, pool: &mut Pool, index: usize) -> Option<Form> {
        let Recurrence { symbol, entry, next } = self.variables[index];
        if replace(pool, next, symbol, next) != symbol {
            return None;
        }
        let other = replace(pool, next, symbol, entry);
        let even = match pool.sort(self.tau) {
            Sort::Int => {
                let two = pool.int(2);
                let rest = pool.mk(Op::IntRem, &[self.tau, two]);
                let zero = pool.int(0);
                pool.eq(rest, zero)
            }
            Sort::Bv(_) => {
                let bit = pool.extract(0, 0, self.tau);
                let zero = pool.bv(1, 0);
                pool.eq(bit, zero)
            }
            Sort::Bool | Sort::Fp(_) | Sort::Array(..) => return None,
        };
        Some(Form { term: pool.ite(even, entry, other), shape: Shape::Alternating })
    }

    /// Path counters (seed 4, 3.3): what is added depends on the iteration, of which there are at most `most`.
    fn sum(&mut self, pool: &mut Pool, most: u64) -> bool {
        for index in 0..self.variables.len() {
            if self.forms[index].is_some() {
                continue;
            }
            let variable = self.variables[index];
            let sort = pool.sort(variable.symbol);
            if !matches!(sort, Sort::Int | Sort::Bv(_)) {
                continue;
            }
            let Some(step) = delta(pool, variable.next, variable.symbol) else { continue };
            if self.loop_symbols(pool, step).iter().any(|used| self.forms[*used].is_none()) {
                continue;
            }
            let mut parts = Vec::new();
            let start = pool.len();
            for t in 0..most {
                let (Some(at), Some(zero)) = (number(pool, pool.sort(self.tau), t), number(pool, sort, 0)) else {
                    return false;
                };
                let counts = less(pool, at, self.tau);
                let here = self.value_at(pool, step, at);
                parts.push(pool.ite(counts, here, zero));
                if pool.len() > start + MOST_TERMS {
                    return false;
                }
            }
            let total = total(pool, variable.entry, &parts);
            self.forms[index] = Some(Form { term: total, shape: Shape::Sum(most) });
            return true;
        }
        false
    }

    /// What has no other form, written out iteration by iteration: all such variables together.
    fn table(&mut self, pool: &mut Pool, most: u64, start: usize) -> bool {
        if !self.tables || most > LONGEST_TABLE {
            return false;
        }
        let open: Vec<usize> = (0..self.variables.len()).filter(|index| self.forms[*index].is_none()).collect();
        let mut now: Vec<Term> = open.iter().map(|index| self.variables[*index].entry).collect();
        let mut rows = vec![now.clone()];
        for t in 0..most {
            let Some(at) = number(pool, pool.sort(self.tau), t) else { return false };
            let mut map = self.at(pool, at);
            map.extend(open.iter().zip(&now).map(|(index, value)| (self.variables[*index].symbol, *value)));
            now = open.iter().map(|index| subst::substitute(pool, self.variables[*index].next, &map)).collect();
            rows.push(now.clone());
            if pool.len() > start + MOST_TERMS {
                return false;
            }
        }
        for (column, index) in open.iter().enumerate() {
            let mut term = rows[rows.len() - 1][column];
            for (t, row) in rows.iter().enumerate().rev().skip(1) {
                let Some(at) = number(pool, pool.sort(self.tau), t as u64) else { return false };
                let here = pool.eq(self.tau, at);
                term = pool.ite(here, row[column], term);
            }
            self.forms[*index] = Some(Form { term, shape: Shape::Table(most) });
        }
        true
    }
}

/// The sum of `entry` and all parts. Small numbers are added in as few bits as they need, in pairs: a chain of additions of
/// 32 bits each, of which all but the lowest are always zero, is what a solver finds hardest in a loop that counts.
fn total(pool: &mut Pool, entry: Term, parts: &[Term]) -> Term {
    let narrow = match pool.sort(entry) {
        Sort::Bv(width) => {
            let largest = parts.iter().try_fold(0, |most, &part| Some(most.max(largest(pool, part)?)));
            largest.map(|largest| (width, (128 - largest.leading_zeros()).max(1) as u8))
        }
        _ => None,
    };
    let Some((width, mut bits)) = narrow.filter(|&(width, bits)| {
        let levels = usize::BITS - parts.len().leading_zeros();
        parts.len() > 2 && u32::from(bits) + levels < u32::from(width)
    }) else {
        return parts.iter().fold(entry, |total, &part| pool.add(total, part));
    };
    let mut level: Vec<Term> = parts.iter().map(|&part| pool.extract(bits - 1, 0, part)).collect();
    while level.len() > 1 {
        // SOUND: the sum of two numbers of so many bits fits in one more.
        bits += 1;
        level = level
            .chunks(2)
            .map(|pair| {
                let wide: Vec<Term> = pair.iter().map(|&part| pool.zero_ext(bits, part)).collect();
                wide[1..].iter().fold(wide[0], |sum, &part| pool.add(sum, part))
            })
            .collect();
    }
    let sum = pool.zero_ext(width, level[0]);
    pool.add(entry, sum)
}

/// The largest of the constants a term chooses from; none if they are not all constants.
fn largest(pool: &Pool, term: Term) -> Option<u128> {
    match (pool.op(term), pool.args(term)) {
        (Op::Ite, &[_, then, otherwise]) => Some(largest(pool, then)?.max(largest(pool, otherwise)?)),
        _ => constant(pool, term),
    }
}

/// `t` with one term in the place of another.
pub fn replace(pool: &mut Pool, t: Term, from: Term, to: Term) -> Term {
    subst::substitute(pool, t, &FxMap::from_iter([(from, to)]))
}

/// `d` such that `term = symbol + d` and `d` does not mention `symbol`.
pub fn delta(pool: &mut Pool, term: Term, symbol: Term) -> Option<Term> {
    let sort = pool.sort(symbol);
    if term == symbol {
        return number(pool, sort, 0);
    }
    let id = pool.as_symbol(symbol)?;
    if !pool.occurs_free(id, term) {
        return None;
    }
    let difference = pool.sub(term, symbol);
    if !pool.occurs_free(id, difference) {
        return Some(difference);
    }
    let args = pool.arg_list(term);
    if pool.op(term) == Op::Ite && !pool.occurs_free(id, args[0]) {
        let (then, otherwise) = (delta(pool, args[1], symbol)?, delta(pool, args[2], symbol)?);
        return Some(pool.ite(args[0], then, otherwise));
    }
    // A sum with a choice in it.
    if pool.op(term) == Op::BvAdd || pool.op(term) == Op::IntAdd {
        for (index, arg) in args.iter().enumerate() {
            if pool.occurs_free(id, *arg) {
                let inner = delta(pool, *arg, symbol)?;
                let rest: Vec<Term> = args.iter().enumerate().filter(|(at, _)| *at != index).map(|(_, t)| *t).collect();
                let mut sum = inner;
                for term in rest {
                    if pool.occurs_free(id, term) {
                        return None;
                    }
                    sum = pool.add(sum, term);
                }
                return Some(sum);
            }
        }
    }
    None
}

/// A counter as a number of this sort, modulo its width. SOUND: what is counted is not negative.
pub fn scale(pool: &mut Pool, count: Term, sort: Sort) -> Option<Term> {
    Some(match (pool.sort(count), sort) {
        (Sort::Int, Sort::Int) => count,
        (Sort::Bv(from), Sort::Bv(to)) if from == to => count,
        (Sort::Bv(from), Sort::Bv(to)) if from < to => pool.zero_ext(to, count),
        (Sort::Bv(_), Sort::Bv(to)) => pool.extract(to - 1, 0, count),
        _ => return None,
    })
}

/// A number of this sort.
pub fn number(pool: &mut Pool, sort: Sort, n: u64) -> Option<Term> {
    match sort {
        Sort::Int => Some(pool.int(pathfold_base::Integer::from(u128::from(n)))),
        Sort::Bv(width) if width >= 64 || n >> width == 0 => Some(pool.bits(Bits::new(u32::from(width), n.into()))),
        Sort::Bool | Sort::Bv(_) | Sort::Fp(_) | Sort::Array(..) => None,
    }
}

/// `a < b` for counters.
pub fn less(pool: &mut Pool, a: Term, b: Term) -> Term {
    if pool.sort(a) == Sort::Int { pool.int_lt(a, b) } else { pool.mk(Op::BvUlt, &[a, b]) }
}

fn constant(pool: &Pool, t: Term) -> Option<u128> {
    match pool.value(t) {
        Some(pathfold_term::Value::Bits(bits)) => Some(bits.unsigned()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pathfold_term::eval::Evaluator;
    use pathfold_term::{SymbolId, SymbolKind, Value};

    /// Adding up in few bits gives what adding up gives, whatever is chosen.
    #[test]
    fn sums_of_choices_are_their_sums() {
        for (count, large) in [(3, 1), (5, 1), (7, 2), (8, 5), (11, 1)] {
            let mut pool = Pool::new();
            let entry = pool.symbol("entry", SymbolKind::Input, Sort::Bv(8));
            let names: Vec<Term> =
                (0..count).map(|i| pool.symbol(&format!("c{i}"), SymbolKind::Input, Sort::Bool)).collect();
            let (zero, large_term) = (pool.bv(8, 0), pool.bv(8, large));
            let parts: Vec<Term> = names.iter().map(|&name| pool.ite(name, large_term, zero)).collect();
            let sum = total(&mut pool, entry, &parts);
            for chosen in 0..1_u128 << count {
                let mut values = FxMap::<SymbolId, Value>::default();
                for (i, &name) in names.iter().enumerate() {
                    values.insert(pool.as_symbol(name).expect("a symbol"), Value::Bool(chosen >> i & 1 == 1));
                }
                values.insert(pool.as_symbol(entry).expect("a symbol"), Value::Bits(Bits::new(8, 250)));
                let expected = Bits::new(8, (250 + u128::from(chosen.count_ones()) * large) & 255);
                assert_eq!(Evaluator::new().eval(&pool, sum, &values, 10_000), Ok(Value::Bits(expected)));
            }
        }
    }
}
