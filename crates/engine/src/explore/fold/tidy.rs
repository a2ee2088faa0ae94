//! Conditions and values as people want to read them: without what follows from the path and from each other. For reports
//! only; what is left means the same on every input that takes the path.

use pathfold_base::FxSet;
use pathfold_solver::Answer;
use pathfold_term::{FALSE, Op, TRUE, Term};

use super::super::Explorer;
use crate::loops::closed::replace;
use crate::state::State;

/// Queries about one loop.
const MOST_QUERIES: u32 = 64;
/// Terms with more parts are left as they are.
const LARGEST: usize = 80;

/// What is tidied for, and how many queries are left.
pub(super) struct Tidying<'a> {
    start: &'a State,
    left: u32,
}

impl<'a> Tidying<'a> {
    /// For a loop that this state is about to enter.
    pub(super) fn new(start: &'a State) -> Self {
        Self { start, left: MOST_QUERIES }
    }
}

impl Explorer<'_> {
    /// The conditions one by one, without what follows from the others.
    pub(super) fn tidy_conditions(&mut self, tidying: &mut Tidying<'_>, conditions: &[Term]) -> Vec<Term> {
        let mut all = self.conjuncts(conditions);
        for index in 0..all.len() {
            let others: Vec<Term> = all.iter().copied().filter(|other| *other != all[index]).collect();
            all[index] = self.tidy_term(tidying, &others, all[index]);
        }
        let mut all = self.conjuncts(&all);
        let mut index = all.len();
        while index > 0 && all.len() > 1 {
            index -= 1;
            let others: Vec<Term> = all.iter().copied().filter(|other| *other != all[index]).collect();
            if self.follows_from(tidying, &others, all[index]) {
                all.remove(index);
            }
        }
        all
    }

    /// A term without choices that these conditions decide, or that are between things that are the same.
    pub(super) fn tidy_term(&mut self, tidying: &mut Tidying<'_>, given: &[Term], mut term: Term) -> Term {
        for choice in self.choices_in(term) {
            let &[condition, then, otherwise] = self.pool.args(choice) else { continue };
            let (not, same) = (self.pool.not(condition), self.pool.eq(then, otherwise));
            let one = self.pool.or2(condition, same);
            for (decided, of, to) in [(condition, condition, TRUE), (not, condition, FALSE), (one, choice, then)] {
                if self.follows_from(tidying, given, decided) {
                    term = replace(&mut self.pool, term, of, to);
                    break;
                }
            }
        }
        term
    }

    /// Whether no input that takes the path meets these conditions.
    pub(super) fn contradict(&mut self, tidying: &mut Tidying<'_>, conditions: &[Term]) -> bool {
        match conditions.split_last() {
            Some((last, others)) => {
                let not = self.pool.not(*last);
                self.follows_from(tidying, others, not)
            }
            None => false,
        }
    }

    fn follows_from(&mut self, tidying: &mut Tidying<'_>, given: &[Term], condition: Term) -> bool {
        if tidying.left == 0 || self.is_large(condition) {
            return false;
        }
        tidying.left -= 1;
        let mut all: Vec<Term> = given.iter().copied().filter(|term| !self.is_large(*term)).collect();
        all.push(self.pool.not(condition));
        let goal = self.pool.and(&all);
        let (path, witness) = (&tidying.start.path, &tidying.start.witness);
        matches!(self.solver.check(&mut self.pool, path, goal, witness), Answer::Unsat)
    }

    fn conjuncts(&self, conditions: &[Term]) -> Vec<Term> {
        let mut open: Vec<Term> = conditions.iter().rev().copied().collect();
        let mut all = Vec::new();
        while let Some(term) = open.pop() {
            if self.pool.op(term) == Op::And {
                open.extend(self.pool.args(term).iter().rev());
            } else if term != TRUE && !all.contains(&term) {
                all.push(term);
            }
        }
        all
    }

    /// The choices in a term, unless it is large.
    fn choices_in(&self, term: Term) -> Vec<Term> {
        let (mut open, mut seen, mut found) = (vec![term], FxSet::default(), Vec::new());
        while let Some(term) = open.pop() {
            if !seen.insert(term) {
                continue;
            }
            if seen.len() > LARGEST {
                return Vec::new();
            }
            let args = self.pool.args(term);
            if self.pool.op(term) == Op::Ite {
                found.push(term);
            }
            open.extend(args);
        }
        found
    }

    fn is_large(&self, term: Term) -> bool {
        let (mut open, mut seen) = (vec![term], FxSet::default());
        while let Some(term) = open.pop() {
            if seen.insert(term) {
                open.extend(self.pool.args(term));
            }
            if seen.len() > LARGEST {
                return true;
            }
        }
        false
    }
}
