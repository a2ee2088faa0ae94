//! A loop as a summary (seed 0, 4.4.2 and 5.4.4): every path of an iteration has a counter of its own, the automaton says
//! which path can follow which, and every way through it is one state. Cycles with fixed periods are folded as if they
//! were one path.

use pathfold_solver::{Answer, Model, PathCondition};
use pathfold_term::{Op, Sort, SymbolKind, Term, Value as Constant};

use super::super::Explorer;
use super::iteration::{Iteration, Leaf};
use super::template::Closed;
use super::turns::{MOST_PATHS, Turns, irregular};
use super::{Folded, Refused};
use crate::config::Loops;
use crate::loops::closed::{number, replace};
use crate::loops::conditions::{comparisons, is_iv};
use crate::loops::{Variable, counts};
use crate::state::State;

/// Ways through an automaton.
const MOST_TRACES: usize = 64;
/// Paths in a row, where the automaton alone has no end to them.
const MOST_PHASES: usize = 5;

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
    variables: &'a [Variable],
    turns: Turns<'a>,
    /// By path: any number of its iterations.
    closed: Vec<Closed>,
    explicit: bool,
    left: Vec<Point>,
    /// How many paths may be followed one after the other, if the automaton allows more than there are.
    most: usize,
    /// How many are being followed.
    phases: usize,
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
        for first in 0..tracing.turns.paths.len() {
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
    fn tracing<'a>(
        &mut self,
        start: &'a State,
        iteration: &'a Iteration,
        explicit: bool,
    ) -> Result<Tracing<'a>, Refused> {
        let symbols: Vec<Term> = iteration.variables.iter().map(|variable| variable.symbol).collect();
        if iteration.leaves.len() > MOST_PATHS {
            return Err(Refused::new("it has too many paths for an automaton"));
        }
        let mut closed = Vec::new();
        for leaf in &iteration.leaves {
            closed.push(self.close(start, &iteration.variables, leaf, &symbols, false)?);
        }
        let mut turns = self.turns(start, &iteration.variables, &iteration.leaves)?;
        let mut most = usize::MAX;
        if let Err(why) = self.find_rounds(&mut turns) {
            // A summary as in seed 0 hands such loops back.
            if self.folder.mode != Loops::Fold || !self.moves_evenly(iteration) {
                return Err(why);
            }
            // The automaton is about any values of the variables: from those that they have, few phases may be possible.
            turns.after.fill(None);
            turns.periods.fill(0);
            most = MOST_PHASES;
        }
        let variables = &iteration.variables;
        Ok(Tracing { start, variables, turns, closed, explicit, left: Vec::new(), most, phases: 0 })
    }

    /// Whether all that its conditions compare moves by fixed numbers: then solvers are quick to say what can be next.
    fn moves_evenly(&mut self, iteration: &Iteration) -> bool {
        let symbols: Vec<Term> = iteration.variables.iter().map(|variable| variable.symbol).collect();
        let next: Vec<Vec<Term>> = iteration.leaves.iter().map(|leaf| leaf.next.clone()).collect();
        let conditions: Vec<Term> = iteration.leaves.iter().flat_map(|leaf| leaf.condition.clone()).collect();
        let all = comparisons(&self.pool, &conditions);
        all.into_iter().all(|comparison| is_iv(&mut self.pool, comparison, &symbols, &[], &next))
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
        let none = self.none_of(&tracing.turns, &point.values);
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
        let taken = self.after(&tracing.turns, tracing.turns.paths[path].condition, &point.values);
        let Some(point) = self.assume(point, taken)? else { return Ok(()) };
        if tracing.phases == tracing.most {
            return Err(irregular());
        }
        tracing.phases += 1;
        for point in self.repeat(tracing, &point, path)? {
            self.go_from(tracing, &point, path)?;
        }
        tracing.phases -= 1;
        Ok(())
    }

    /// What can come after the last iteration of a path.
    fn go_from(&mut self, tracing: &mut Tracing<'_>, point: &Point, path: usize) -> Result<(), Refused> {
        self.leave_at(tracing, point)?;
        for next in tracing.turns.automaton.next[path].clone() {
            if tracing.turns.after[path] == Some(next) {
                self.cycle(tracing, point, next)?;
            } else {
                self.follow(tracing, point, next)?;
            }
        }
        Ok(())
    }

    /// The points after all iterations of a path, the first of which happens.
    fn repeat(&mut self, tracing: &Tracing<'_>, point: &Point, path: usize) -> Result<Vec<Point>, Refused> {
        let forms: Vec<Term> = tracing.closed[path].forms.iter().map(|form| form.term).collect();
        let (guard, tau) = (tracing.closed[path].guard, tracing.closed[path].tau);
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
        let guard = self.after(&tracing.turns, guard, &point.values);
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
            after.values = self.values_after(&tracing.turns, &forms, &point.values);
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
            steps.extend(std::iter::repeat_n(at, tracing.turns.periods[at] as usize));
            at = tracing.turns.after[at].unwrap_or(first);
            if at == first {
                break;
            }
        }
        // One round as if it were one path.
        let mut values = tracing.turns.symbols.clone();
        let mut conditions = Vec::new();
        for step in &steps {
            let here = self.after(&tracing.turns, tracing.turns.paths[*step].condition, &values);
            conditions.push(here);
            values = self.values_after(&tracing.turns, &tracing.turns.paths[*step].next, &values);
        }
        let round = Leaf::of(self.pool.and(&conditions), values);
        let closed = {
            let symbols = tracing.turns.symbols.clone();
            self.close(tracing.start, tracing.variables, &round, &symbols, false)?
        };
        let forms: Vec<Term> = closed.forms.iter().map(|form| form.term).collect();
        for rounds in self.often(tracing, point, closed.guard, &forms, closed.tau, false)? {
            // The round that is not finished: it ends before one of its steps.
            let mut point = rounds;
            let mut last = steps[steps.len() - 1];
            for step in &steps {
                let taken = self.after(&tracing.turns, tracing.turns.paths[*step].condition, &point.values);
                let not = self.pool.not(taken);
                if let Some(out) = self.assume(&point, not)? {
                    self.leave_cycle(tracing, &out, last)?;
                }
                let Some(mut on) = self.assume(&point, taken)? else { break };
                on.values = self.values_after(&tracing.turns, &tracing.turns.paths[*step].next, &point.values);
                point = on;
                last = *step;
            }
        }
        Ok(())
    }

    /// Out of a cycle after a step of this path: out of the loop, or on to paths that are not on the cycle.
    fn leave_cycle(&mut self, tracing: &mut Tracing<'_>, point: &Point, path: usize) -> Result<(), Refused> {
        self.leave_at(tracing, point)?;
        for next in tracing.turns.automaton.next[path].clone() {
            if tracing.turns.after[path] != Some(next) {
                self.follow(tracing, point, next)?;
            }
        }
        Ok(())
    }
}

fn is_zero(pool: &pathfold_term::Pool, term: Term) -> bool {
    match pool.value(term) {
        Some(Constant::Int(n)) => n.is_zero(),
        Some(Constant::Bits(bits)) => bits.is_zero(),
        _ => false,
    }
}
