//! How the paths of an iteration take turns: which can follow which, and how often in each round of a cycle (seed 0,
//! 4.4.2.1 and 5.4.4.2). This asks the solver; what follows from the answers is in `loops/automaton.rs`.

use pathfold_base::FxMap;
use pathfold_solver::Answer;
use pathfold_term::{SymbolKind, Term, subst};

use super::super::Explorer;
use super::Refused;
use super::iteration::Leaf;
use crate::loops::{Automaton, Variable};
use crate::state::State;

/// Paths of a loop that are put in an automaton.
pub(super) const MOST_PATHS: usize = 12;
/// Iterations of one path in a cycle.
const LONGEST_PERIOD: u64 = 8;

/// One iteration along one path.
pub(super) struct Step {
    /// What it takes.
    pub(super) condition: Term,
    /// What the variables are after it.
    pub(super) next: Vec<Term>,
}

/// The paths of a loop and how they take turns.
pub(super) struct Turns<'a> {
    start: &'a State,
    /// The variables at the start of an iteration.
    pub(super) symbols: Vec<Term>,
    /// The inputs that an iteration reads: another value in each.
    read: Vec<Term>,
    pub(super) paths: Vec<Step>,
    pub(super) automaton: Automaton,
    /// By path: what follows it in its cycle.
    pub(super) after: Vec<Option<usize>>,
    /// By path: how often it is taken in each round of its cycle; 0 if it is on none.
    pub(super) periods: Vec<u64>,
}

impl Explorer<'_> {
    /// Which path can follow which: a query for each pair, so there should be at most `MOST_PATHS`. Cycles are not looked
    /// at yet.
    pub(super) fn turns<'a>(
        &mut self,
        start: &'a State,
        variables: &[Variable],
        leaves: &[Leaf],
    ) -> Result<Turns<'a>, Refused> {
        let count = leaves.len();
        let paths = leaves
            .iter()
            .map(|leaf| Step { condition: self.pool.and(&leaf.condition), next: leaf.next.clone() })
            .collect();
        let mut turns = Turns {
            start,
            symbols: variables.iter().map(|variable| variable.symbol).collect(),
            read: leaves.iter().flat_map(Leaf::read).collect(),
            paths,
            automaton: Automaton::new(count),
            after: vec![None; count],
            periods: vec![0; count],
        };
        for from in 0..count {
            for to in 0..count {
                if from != to && self.follows(&turns, from, to)? {
                    turns.automaton.next[from].push(to);
                }
            }
        }
        Ok(turns)
    }

    /// The cycles and their periods; an error if the paths take turns in no fixed order.
    pub(super) fn find_rounds(&mut self, turns: &mut Turns<'_>) -> Result<(), Refused> {
        turns.after = turns.automaton.cycles().ok_or_else(irregular)?;
        if !turns.read.is_empty() && turns.after.iter().any(Option::is_some) {
            // Inputs choose when to go on.
            return Err(irregular());
        }
        for path in 0..turns.paths.len() {
            if turns.after[path].is_some() {
                turns.periods[path] = self.period(turns, path)?;
            }
        }
        Ok(())
    }

    /// Which paths can be the first, and which the last.
    pub(super) fn find_ends(&mut self, turns: &mut Turns<'_>, entries: &[Term]) -> Result<(), Refused> {
        let symbols = turns.symbols.clone();
        let none = self.none_of(turns, &symbols);
        let none_then = self.anew(turns, none);
        for path in 0..turns.paths.len() {
            let first = self.after(turns, turns.paths[path].condition, entries);
            turns.automaton.init[path] = self.possible(turns, &[first])?;
            let last = self.after(turns, none_then, &turns.paths[path].next);
            turns.automaton.accept[path] = self.possible(turns, &[turns.paths[path].condition, last])?;
        }
        Ok(())
    }

    /// That no path can be taken when the variables have these values.
    pub(super) fn none_of(&mut self, turns: &Turns<'_>, values: &[Term]) -> Term {
        let mut none = Vec::new();
        for path in &turns.paths {
            let taken = self.after(turns, path.condition, values);
            none.push(self.pool.not(taken));
        }
        self.pool.and(&none)
    }

    /// Whether path `to` can come right after path `from` (seed 0, `computePathRelationship`). One iteration of `from` from
    /// an arbitrary state says it all: the last one.
    fn follows(&mut self, turns: &Turns<'_>, from: usize, to: usize) -> Result<bool, Refused> {
        let then = self.anew(turns, turns.paths[to].condition);
        let then = self.after(turns, then, &turns.paths[from].next);
        self.possible(turns, &[turns.paths[from].condition, then])
    }

    /// A term as it is in an iteration that reads inputs of its own.
    fn anew(&mut self, turns: &Turns<'_>, term: Term) -> Term {
        let mut map = FxMap::default();
        for read in &turns.read {
            let sort = self.pool.sort(*read);
            map.insert(*read, self.pool.fresh_of_kind("again", SymbolKind::Input, sort));
        }
        subst::substitute(&mut self.pool, term, &map)
    }

    /// How often a path of a cycle is taken in each round: the one number that is possible when it is entered from the path
    /// before it (seed 0, 5.4.4.2).
    fn period(&mut self, turns: &Turns<'_>, path: usize) -> Result<u64, Refused> {
        let before = turns.after.iter().position(|after| *after == Some(path)).ok_or_else(irregular)?;
        let next = turns.after[path].ok_or_else(irregular)?;
        // One iteration of the path before, then so many of this one, then the next one.
        let mut conditions = vec![turns.paths[before].condition];
        let mut values = turns.paths[before].next.clone();
        let mut found = None;
        for often in 1..=LONGEST_PERIOD {
            let here = self.after(turns, turns.paths[path].condition, &values);
            conditions.push(here);
            values = self.values_after(turns, &turns.paths[path].next, &values);
            let then = self.after(turns, turns.paths[next].condition, &values);
            let mut all = conditions.clone();
            all.push(then);
            if self.possible(turns, &all)? {
                if found.is_some() {
                    return Err(irregular());
                }
                found = Some(often);
            }
        }
        // SOUND: it must not be able to go on longer than that either.
        let here = self.after(turns, turns.paths[path].condition, &values);
        conditions.push(here);
        if self.possible(turns, &conditions)? {
            return Err(irregular());
        }
        found.ok_or_else(irregular)
    }

    fn possible(&mut self, turns: &Turns<'_>, conditions: &[Term]) -> Result<bool, Refused> {
        let all = self.pool.and(conditions);
        match self.solver.check(&mut self.pool, &turns.start.path, all, &turns.start.witness) {
            Answer::Sat(_) => Ok(true),
            Answer::Unsat => Ok(false),
            Answer::Unknown(_) => Err(Refused::new("the solver gave up on its automaton")),
        }
    }

    /// A term over the variables when they have these values.
    pub(super) fn after(&mut self, turns: &Turns<'_>, term: Term, values: &[Term]) -> Term {
        let map: FxMap<Term, Term> = turns.symbols.iter().copied().zip(values.iter().copied()).collect();
        subst::substitute(&mut self.pool, term, &map)
    }

    pub(super) fn values_after(&mut self, turns: &Turns<'_>, terms: &[Term], values: &[Term]) -> Vec<Term> {
        terms.iter().map(|term| self.after(turns, *term, values)).collect()
    }
}

pub(super) fn irregular() -> Refused {
    Refused::new("its paths take turns in no fixed order (type 2)")
}
