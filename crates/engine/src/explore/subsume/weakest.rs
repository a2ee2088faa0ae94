//! Weakest preconditions (seed 0, 4.2): what must hold at a point so that nothing goes wrong from there on, backwards over
//! segments. Where a point has several ways out, the tree of its segment is gone down: `if c then A else B`. That is the
//! thesis's disjunction of `guard and annotation`, for guards that exclude each other.
//!
//! Inputs that are read on the way are universally quantified, in front: trees are conjunctions over their paths, and
//! `for all` distributes over these; proved annotations of headers have none. So leaving the quantifiers out is exact where
//! an annotation is to be shown, and nobody assumes one that has any.

use pathfold_base::FxMap;
use pathfold_solver::Model;
use pathfold_term::{FALSE, TRUE, Term, Value as Constant, subst};

use super::super::Explorer;
use super::point::PointId;
use super::segment::{Grown, Node};

/// Larger annotations are given up.
const MOST_NODES: usize = 6_000;
/// Points that one annotation goes through.
const MOST_POINTS: usize = 120;
/// Steps of one evaluation.
const EVALUATION_BUDGET: u64 = 2_000_000;

/// What is assumed of the headers of a proof: the conjunction of these at each.
pub(super) type Assumed = FxMap<PointId, Vec<Term>>;

/// What a precondition is for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Goal {
    /// Nothing goes wrong.
    Safe,
    /// The next header has what is assumed of it, if nothing goes wrong before.
    Kept,
}

/// One computation of preconditions.
pub(super) struct Weakest<'a> {
    pub(super) goal: Goal,
    /// Beside the annotations that were proved.
    pub(super) assumed: Option<&'a Assumed>,
    /// Whether segments end at joins.
    pub(super) joins: bool,
    done: FxMap<PointId, Term>,
    /// Joins that are being computed: whoever comes back to them without a header in between is not followed. Objects that
    /// are made on the way make new points of them for ever.
    open: Vec<PointId>,
}

impl<'a> Weakest<'a> {
    pub(super) fn new(goal: Goal, assumed: Option<&'a Assumed>, joins: bool) -> Self {
        Self { goal, assumed, joins, done: FxMap::default(), open: Vec::new() }
    }
}

impl Explorer<'_> {
    /// What must hold at a point for the segment from it.
    pub(super) fn weakest(&mut self, id: PointId, how: &mut Weakest<'_>) -> Result<Term, Grown> {
        if let Some(known) = how.done.get(&id) {
            return Ok(*known);
        }
        // SOUND: what is not followed is not safe.
        if how.open.contains(&id) || how.done.len() + how.open.len() >= MOST_POINTS || self.watch.is_over() {
            return Ok(FALSE);
        }
        how.open.push(id);
        let node = self.segment(id, how.joins)?;
        let term = self.weakest_of(&node, how)?;
        let term = if self.size_of(term) > MOST_NODES { FALSE } else { term };
        how.open.pop();
        how.done.insert(id, term);
        Ok(term)
    }

    fn weakest_of(&mut self, node: &Node, how: &mut Weakest<'_>) -> Result<Term, Grown> {
        Ok(match node {
            Node::Safe => TRUE,
            Node::Unsafe => match how.goal {
                Goal::Safe => FALSE,
                Goal::Kept => TRUE,
            },
            Node::Check(condition, rest) => {
                let rest = self.weakest_of(rest, how)?;
                match how.goal {
                    Goal::Safe => self.pool.and2(*condition, rest),
                    Goal::Kept => self.pool.implies(*condition, rest),
                }
            }
            Node::Assume(condition, rest) => {
                let rest = self.weakest_of(rest, how)?;
                self.pool.implies(*condition, rest)
            }
            Node::Fork(condition, a, b) => {
                let (a, b) = (self.weakest_of(a, how)?, self.weakest_of(b, how)?);
                self.pool.ite(*condition, a, b)
            }
            Node::Reach(to, values) => {
                let there = if self.subsumer.points.all[*to].header {
                    self.at_header(*to, how.assumed)
                } else {
                    self.weakest(*to, how)?
                };
                self.instantiated(*to, there, values)
            }
        })
    }

    /// What is known to be enough at a header: one of its annotations, or what a proof assumes.
    fn at_header(&mut self, id: PointId, assumed: Option<&Assumed>) -> Term {
        let mut ways = Vec::new();
        for annotation in self.subsumer.points.all[id].annotations.clone() {
            ways.push(self.pool.and(&annotation));
        }
        if let Some(assumed) = assumed.and_then(|assumed| assumed.get(&id)) {
            ways.push(self.pool.and(assumed));
        }
        self.pool.or(&ways)
    }

    /// The annotations of a header, disjoined.
    pub(super) fn annotated(&mut self, id: PointId) -> Term {
        self.at_header(id, None)
    }

    /// Something about a point, for these numbers.
    pub(super) fn instantiated(&mut self, id: PointId, term: Term, values: &[Term]) -> Term {
        let symbols = &self.subsumer.points.all[id].symbols;
        let map = symbols.iter().copied().zip(values.iter().copied()).collect();
        subst::substitute(&mut self.pool, term, &map)
    }

    /// The header that the numbers of a model lead to from a point, and the numbers there.
    pub(super) fn followed(
        &mut self,
        id: PointId,
        model: &Model,
        joins: bool,
    ) -> Result<Option<(PointId, Model)>, Grown> {
        let (mut id, mut model) = (id, model.clone());
        for _ in 0..MOST_POINTS {
            let mut node = self.segment(id, joins)?;
            let (to, values) = loop {
                let next = match &*node {
                    Node::Safe | Node::Unsafe => return Ok(None),
                    Node::Check(condition, rest) | Node::Assume(condition, rest) => {
                        if self.holds(*condition, &model) != Some(true) {
                            return Ok(None);
                        }
                        rest.clone()
                    }
                    Node::Fork(condition, a, b) => match self.holds(*condition, &model) {
                        Some(true) => a.clone(),
                        Some(false) => b.clone(),
                        None => return Ok(None),
                    },
                    Node::Reach(to, values) => break (*to, values.clone()),
                };
                node = next;
            };
            let complete = model.complete(&self.pool);
            let numbers = self.evaluator.eval_all(&self.pool, &values, &complete, EVALUATION_BUDGET);
            let symbols = self.subsumer.points.all[to].symbols.clone();
            let mut there = model.clone();
            for (symbol, number) in symbols.into_iter().zip(numbers) {
                let (Some(symbol), Ok(number)) = (self.pool.as_symbol(symbol), number) else { return Ok(None) };
                there.set(symbol, number);
            }
            if self.subsumer.points.all[to].header {
                return Ok(Some((to, there)));
            }
            (id, model) = (to, there);
        }
        Ok(None)
    }

    /// Whether a condition holds in a model.
    pub(super) fn holds(&mut self, condition: Term, model: &Model) -> Option<bool> {
        match self.evaluator.eval(&self.pool, condition, &model.complete(&self.pool), EVALUATION_BUDGET) {
            Ok(Constant::Bool(holds)) => Some(holds),
            _ => None,
        }
    }

    /// Which conditions hold in a model. What they share is evaluated once.
    pub(super) fn all_hold(&mut self, conditions: &[Term], model: &Model) -> Vec<bool> {
        let budget = EVALUATION_BUDGET.saturating_mul(conditions.len() as u64);
        let values = self.evaluator.eval_all(&self.pool, conditions, &model.complete(&self.pool), budget);
        values.into_iter().map(|value| matches!(value, Ok(Constant::Bool(true)))).collect()
    }

    /// How many terms a term is made of, up to the limit.
    fn size_of(&self, term: Term) -> usize {
        let mut seen = pathfold_base::FxSet::default();
        let mut work = vec![term];
        while let Some(next) = work.pop() {
            if seen.insert(next) && seen.len() <= MOST_NODES {
                work.extend(self.pool.args(next));
            }
        }
        seen.len()
    }
}
