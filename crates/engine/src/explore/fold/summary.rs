//! A loop as a summary (seed 0, 4.4.2 and 5.4.4): every path of an iteration has a counter of its own, the automaton says
//! which path can follow which, and every way through it is one state. Cycles with fixed periods are folded as if they
//! were one path.

use pathfold_base::FxMap;
use pathfold_solver::{Answer, Model, PathCondition};
use pathfold_term::{Op, Sort, SymbolKind, Term, Value as Constant, subst};

use super::super::Explorer;
use super::iteration::{Iteration, Leaf};
use super::template::Closed;
use super::{Folded, Refused};
use crate::loops::closed::{number, replace};
use crate::loops::{Automaton, counts};
use crate::state::State;

/// Paths of a loop that are put in an automaton.
const MOST_PATHS: usize = 12;
/// Ways through an automaton.
const MOST_TRACES: usize = 64;
/// Iterations of one path in a cycle.
const LONGEST_PERIOD: u64 = 8;

/// A path of the automaton.
struct Path {
    /// What one iteration takes.
    condition: Term,
    /// What the variables are after it.
    next: Vec<Term>,
    /// Any number of them.
    closed: Closed,
}

/// A point of a trace: about to start an iteration.
#[derive(Clone)]
struct Point {
    values: Vec<Term>,
    path: PathCondition,
    witness: Model,
    added: Vec<Term>,
}

/// The traces of one loop, in the making.
struct Tracing<'a> {
    start: &'a State,
    symbols: Vec<Term>,
    paths: Vec<Path>,
    automaton: Automaton,
    /// By path: what follows it in its cycle.
    after: Vec<Option<usize>>,
    /// By path: how often it is taken in each round of its cycle.
    periods: Vec<u64>,
    explicit: bool,
    left: Vec<Point>,
}

impl Explorer<'_> {
    /// The states in which a loop with several paths is left.
    pub(super) fn summarize(
        &mut self,
        number: u32,
        start: &State,
        iteration: &Iteration,
        explicit: bool,
    ) -> Result<Vec<Folded>, Refused> {
        let mut tracing = self.tracing(start, iteration, explicit)?;
        let values = iteration.variables.iter().map(|variable| variable.entry).collect();
        let point = Point { values, path: start.path.clone(), witness: start.witness.clone(), added: Vec::new() };
        self.leave_at(&mut tracing, &point)?;
        for first in 0..tracing.paths.len() {
            self.follow(&mut tracing, &point, first)?;
        }
        let mut folded = Vec::new();
        for point in tracing.left {
            let condition = self.pool.and(&point.added);
            folded.push(self.leave(number, start, &iteration.variables, &point.values, condition, point.witness)?);
        }
        Ok(folded)
    }

    /// The automaton of a loop, with closed forms for its paths and periods for its cycles.
    fn tracing<'a>(&mut self, start: &'a State, iteration: &Iteration, explicit: bool) -> Result<Tracing<'a>, Refused> {
        if iteration.leaves.len() > MOST_PATHS {
            return Err(Refused::new("it has too many paths for an automaton"));
        }
        let symbols: Vec<Term> = iteration.variables.iter().map(|variable| variable.symbol).collect();
        let mut paths = Vec::new();
        for leaf in &iteration.leaves {
            let condition = self.pool.and(&leaf.condition);
            let closed = self.close(start, &iteration.variables, leaf, &symbols, false)?;
            paths.push(Path { condition, next: leaf.next.clone(), closed });
        }
        let mut tracing = Tracing {
            start,
            symbols,
            automaton: Automaton { next: vec![Vec::new(); paths.len()], accept: vec![false; paths.len()] },
            after: vec![None; paths.len()],
            periods: vec![0; paths.len()],
            paths,
            explicit,
            left: Vec::new(),
        };
        for from in 0..tracing.paths.len() {
            for to in 0..tracing.paths.len() {
                if from != to && self.follows(&tracing, from, to)? {
                    tracing.automaton.next[from].push(to);
                }
            }
        }
        tracing.after =
            tracing.automaton.cycles().ok_or(Refused::new("its paths take turns in no fixed order (type 2)"))?;
        for path in 0..tracing.paths.len() {
            if tracing.after[path].is_some() {
                tracing.periods[path] = self.period(&tracing, path)?;
            }
        }
        Ok(tracing)
    }

    /// Whether path `to` can come right after path `from` (seed 0, `computePathRelationship`). One iteration of `from` from
    /// an arbitrary state says it all: the last one.
    fn follows(&mut self, tracing: &Tracing<'_>, from: usize, to: usize) -> Result<bool, Refused> {
        let (first, second) = (&tracing.paths[from], &tracing.paths[to]);
        let then = self.after(tracing, second.condition, &first.next);
        let both = self.pool.and2(first.condition, then);
        match self.solver.check(&mut self.pool, &tracing.start.path, both, &tracing.start.witness) {
            Answer::Sat(_) => Ok(true),
            Answer::Unsat => Ok(false),
            Answer::Unknown(_) => Err(Refused::new("the solver gave up on its automaton")),
        }
    }

    /// How often a path of a cycle is taken in each round: the one number that is possible when it is entered from the path
    /// before it (seed 0, 5.4.4.2).
    fn period(&mut self, tracing: &Tracing<'_>, path: usize) -> Result<u64, Refused> {
        let irregular = || Refused::new("its paths take turns in no fixed order (type 2)");
        let before = tracing.after.iter().position(|after| *after == Some(path)).ok_or_else(irregular)?;
        let next = tracing.after[path].ok_or_else(irregular)?;
        // One iteration of the path before, then so many of this one, then the next one.
        let mut conditions = vec![tracing.paths[before].condition];
        let mut values = tracing.paths[before].next.clone();
        let mut found = None;
        for often in 1..=LONGEST_PERIOD {
            let here = self.after(tracing, tracing.paths[path].condition, &values);
            conditions.push(here);
            values = self.values_after(tracing, &tracing.paths[path].next, &values);
            let then = self.after(tracing, tracing.paths[next].condition, &values);
            let mut all = conditions.clone();
            all.push(then);
            if self.possible(tracing, &all)? {
                if found.is_some() {
                    return Err(irregular());
                }
                found = Some(often);
            }
        }
        // SOUND: it must not be able to go on longer than that either.
        let here = self.after(tracing, tracing.paths[path].condition, &values);
        conditions.push(here);
        if self.possible(tracing, &conditions)? {
            return Err(irregular());
        }
        found.ok_or_else(irregular)
    }

    fn possible(&mut self, tracing: &Tracing<'_>, conditions: &[Term]) -> Result<bool, Refused> {
        let all = self.pool.and(conditions);
        match self.solver.check(&mut self.pool, &tracing.start.path, all, &tracing.start.witness) {
            Answer::Sat(_) => Ok(true),
            Answer::Unsat => Ok(false),
            Answer::Unknown(_) => Err(Refused::new("the solver gave up on its automaton")),
        }
    }

    /// A term over the variables when they have these values.
    fn after(&mut self, tracing: &Tracing<'_>, term: Term, values: &[Term]) -> Term {
        let map: FxMap<Term, Term> = tracing.symbols.iter().copied().zip(values.iter().copied()).collect();
        subst::substitute(&mut self.pool, term, &map)
    }

    fn values_after(&mut self, tracing: &Tracing<'_>, terms: &[Term], values: &[Term]) -> Vec<Term> {
        terms.iter().map(|term| self.after(tracing, *term, values)).collect()
    }

    /// The point under one more condition; none if that is impossible.
    fn assume(&mut self, point: &Point, condition: Term) -> Result<Option<Point>, Refused> {
        match self.solver.check(&mut self.pool, &point.path, condition, &point.witness) {
            Answer::Unsat => Ok(None),
            Answer::Unknown(_) => Err(Refused::new("the solver gave up on a way through it")),
            Answer::Sat(witness) => {
                let mut point = point.clone();
                point.path.add(&mut self.pool, condition);
                point.added.push(condition);
                point.witness = witness;
                Ok(Some(point))
            }
        }
    }

    /// Leaves the loop if no path of an iteration can be taken.
    fn leave_at(&mut self, tracing: &mut Tracing<'_>, point: &Point) -> Result<(), Refused> {
        let mut none = Vec::new();
        for index in 0..tracing.paths.len() {
            let taken = self.after(tracing, tracing.paths[index].condition, &point.values);
            none.push(self.pool.not(taken));
        }
        let none = self.pool.and(&none);
        if let Some(point) = self.assume(point, none)? {
            if tracing.left.len() >= MOST_TRACES {
                return Err(Refused::new("there are too many ways through it"));
            }
            tracing.left.push(point);
        }
        Ok(())
    }

    /// Follows a path as long as it goes, then whatever can come after it.
    fn follow(&mut self, tracing: &mut Tracing<'_>, point: &Point, path: usize) -> Result<(), Refused> {
        let taken = self.after(tracing, tracing.paths[path].condition, &point.values);
        let Some(point) = self.assume(point, taken)? else { return Ok(()) };
        for point in self.repeat(tracing, &point, path)? {
            self.go_from(tracing, &point, path)?;
        }
        Ok(())
    }

    /// What can come after the last iteration of a path.
    fn go_from(&mut self, tracing: &mut Tracing<'_>, point: &Point, path: usize) -> Result<(), Refused> {
        self.leave_at(tracing, point)?;
        for next in tracing.automaton.next[path].clone() {
            if tracing.after[path] == Some(next) {
                self.cycle(tracing, point, next)?;
            } else {
                self.follow(tracing, point, next)?;
            }
        }
        Ok(())
    }

    /// The points after all iterations of a path, the first of which happens.
    fn repeat(&mut self, tracing: &Tracing<'_>, point: &Point, path: usize) -> Result<Vec<Point>, Refused> {
        let forms: Vec<Term> = tracing.paths[path].closed.forms.iter().map(|form| form.term).collect();
        let (guard, tau) = (tracing.paths[path].closed.guard, tracing.paths[path].closed.tau);
        self.often(tracing, point, guard, &forms, tau, true)
    }

    /// The points after as many iterations as `guard` allows.
    fn often(
        &mut self,
        tracing: &Tracing<'_>,
        point: &Point,
        guard: Term,
        forms: &[Term],
        tau: Term,
        some: bool,
    ) -> Result<Vec<Point>, Refused> {
        let guard = self.after(tracing, guard, &point.values);
        let sort = self.pool.sort(tau);
        let mut points = Vec::new();
        let ways: Vec<(Term, Term)> = match counts(&mut self.pool, guard, tau) {
            Some(all) => all.into_iter().map(|count| (self.certain(count.term, some), count.ends)).collect(),
            None if tracing.explicit => return Err(Refused::new("the number of its iterations is not a term")),
            None => {
                let zero = number(&mut self.pool, sort, 0).ok_or(Refused::new("a counter without numbers"))?;
                let counter = self.pool.fresh_of_kind("k", SymbolKind::Counter, sort);
                let mut conditions = Vec::new();
                if sort == Sort::Int {
                    conditions.push(self.pool.int_le(zero, counter));
                }
                conditions.push(self.pool.forall(counter, |pool, at| replace(pool, guard, tau, at)));
                let last = replace(&mut self.pool, guard, tau, counter);
                conditions.push(self.pool.not(last));
                vec![(counter, self.pool.and(&conditions))]
            }
        };
        for (often, condition) in ways {
            let Some(mut after) = self.assume(point, condition)? else { continue };
            let forms: Vec<Term> = forms.iter().map(|form| replace(&mut self.pool, *form, tau, often)).collect();
            after.values = self.values_after(tracing, &forms, &point.values);
            points.push(after);
        }
        Ok(points)
    }

    /// A number of iterations when there is at least one.
    fn certain(&mut self, mut term: Term, some: bool) -> Term {
        while some
            && self.pool.op(term) == Op::Ite
            && let &[_, often, none] = self.pool.args(term)
            && is_zero(&self.pool, none)
        {
            term = often;
        }
        term
    }

    /// Goes round a cycle, from the start of its path `first` on, and leaves it at each of its steps.
    fn cycle(&mut self, tracing: &mut Tracing<'_>, point: &Point, first: usize) -> Result<(), Refused> {
        let mut steps = Vec::new();
        let mut at = first;
        loop {
            steps.extend(std::iter::repeat_n(at, tracing.periods[at] as usize));
            at = tracing.after[at].unwrap_or(first);
            if at == first {
                break;
            }
        }
        // One round as if it were one path.
        let mut values = tracing.symbols.clone();
        let mut conditions = Vec::new();
        for step in &steps {
            let here = self.after(tracing, tracing.paths[*step].condition, &values);
            conditions.push(here);
            values = self.values_after(tracing, &tracing.paths[*step].next, &values);
        }
        let round = Leaf::of(self.pool.and(&conditions), values);
        let closed = {
            let variables = self.variables_of(tracing);
            let symbols = tracing.symbols.clone();
            self.close(tracing.start, &variables, &round, &symbols, false)?
        };
        let forms: Vec<Term> = closed.forms.iter().map(|form| form.term).collect();
        for rounds in self.often(tracing, point, closed.guard, &forms, closed.tau, false)? {
            // The round that is not finished: it ends before one of its steps.
            let mut point = rounds;
            let mut last = steps[steps.len() - 1];
            for step in &steps {
                let taken = self.after(tracing, tracing.paths[*step].condition, &point.values);
                let not = self.pool.not(taken);
                if let Some(out) = self.assume(&point, not)? {
                    self.leave_cycle(tracing, &out, last)?;
                }
                let Some(mut on) = self.assume(&point, taken)? else { break };
                on.values = self.values_after(tracing, &tracing.paths[*step].next, &point.values);
                point = on;
                last = *step;
            }
        }
        Ok(())
    }

    /// Out of a cycle after a step of this path: out of the loop, or on to paths that are not on the cycle.
    fn leave_cycle(&mut self, tracing: &mut Tracing<'_>, point: &Point, path: usize) -> Result<(), Refused> {
        self.leave_at(tracing, point)?;
        for next in tracing.automaton.next[path].clone() {
            if tracing.after[path] != Some(next) {
                self.follow(tracing, point, next)?;
            }
        }
        Ok(())
    }

    fn variables_of(&self, tracing: &Tracing<'_>) -> Vec<crate::loops::Variable> {
        let place = crate::loops::Place::Slot(0);
        let variable =
            |symbol: &Term| crate::loops::Variable { place, name: None, object: None, entry: *symbol, symbol: *symbol };
        tracing.symbols.iter().map(variable).collect()
    }
}

fn is_zero(pool: &pathfold_term::Pool, term: Term) -> bool {
    match pool.value(term) {
        Some(Constant::Int(n)) => n.is_zero(),
        Some(Constant::Bits(bits)) => bits.is_zero(),
        _ => false,
    }
}
