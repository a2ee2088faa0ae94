//! Evaluation of conditions under candidate models: the gate every model passes before anyone believes it.

use crate::Model;
use crate::atom::{Atoms, small};
use crate::fast::Fast;
use pathfold_term::{Assignment, Evaluator, Features, Pool, SymbolId, Term, Value};

/// How many term evaluations one condition may cost.
const BUDGET: u64 = 1 << 20;
/// The same for conditions with quantifiers, which iterate over their range: the quick layers try many models, so an
/// unlucky one must not cost much.
const QUANTIFIED: u64 = 1 << 17;

/// Evaluates conditions; keeps buffers and the linear atoms read so far.
#[derive(Default)]
pub(crate) struct Checker {
    pub atoms: Atoms,
    /// How many term evaluations a condition with quantifiers may cost, if that is more than usual.
    pub patience: u64,
    evaluator: Evaluator,
}

impl Checker {
    /// The truth of `t`, missing symbols having their default; none when evaluation is stuck.
    pub fn truth(&mut self, pool: &Pool, t: Term, model: &Model) -> Option<bool> {
        if let Some(atom) = self.atoms.get(pool, t) {
            let mut sum = Some(0i128);
            for &(symbol, factor) in &atom.terms {
                let value = match model.get(symbol) {
                    None => Some(0),
                    Some(value) => small(value),
                };
                sum = sum.zip(value).and_then(|(sum, value)| sum.checked_add(i128::from(value) * i128::from(factor)));
            }
            if let Some(sum) = sum {
                return Some(atom.holds(sum));
            }
        } else if let Some(truth) = Fast::new(pool, model).truth(t, 0) {
            return Some(truth);
        }
        let quantified = pool.features(t).contains(Features::QUANTIFIER);
        let budget = if quantified { self.patience.max(QUANTIFIED) } else { BUDGET };
        self.evaluator.eval(pool, t, &model.complete(pool), budget).ok()?.as_bool()
    }

    /// Up to `most` positions at which the quantifier `t` fails, as constants, at the price of `budget` evaluations.
    pub fn violations(&mut self, pool: &mut Pool, t: Term, model: &Model, most: usize, budget: u64) -> Vec<Term> {
        let (found, _) = self.evaluator.violations(pool, t, &model.complete(pool), most, budget);
        found.into_iter().map(|at| pool.constant(at)).collect()
    }

    /// The truth of a condition under any assignment.
    pub fn under(&mut self, pool: &Pool, t: Term, assignment: &dyn Assignment, budget: u64) -> Option<bool> {
        self.evaluator.eval(pool, t, assignment, budget).ok()?.as_bool()
    }

    /// The value of a term, missing symbols having their default.
    pub fn value(&mut self, pool: &Pool, t: Term, model: &Model) -> Option<Value> {
        self.evaluator.eval(pool, t, &model.complete(pool), BUDGET).ok()
    }

    /// Whether `t` can be evaluated in at most so many steps.
    pub fn is_cheap(&mut self, pool: &Pool, t: Term, model: &Model, steps: u64) -> bool {
        self.evaluator.eval(pool, t, &model.complete(pool), steps).is_ok()
    }

    /// The value of an integer term, missing symbols having their default; none when it is stuck or large.
    pub fn int(&mut self, pool: &Pool, t: Term, model: &Model) -> Option<i64> {
        if let Some(n) = Fast::new(pool, model).int(t, 0) {
            return Some(n);
        }
        small(&self.evaluator.eval(pool, t, &model.complete(pool), BUDGET).ok()?)
    }

    /// Whether all conditions are true; stuck counts as no.
    pub fn all(&mut self, pool: &Pool, terms: &[Term], model: &Model) -> bool {
        // The goal is last and the most likely to fail.
        // SOUND: only a `true` from the evaluator counts.
        terms.iter().rev().all(|&t| self.truth(pool, t, model) == Some(true))
    }
}

/// `witness` with the values `from` has for `symbols`.
pub(crate) fn merge(pool: &Pool, witness: &Model, from: &Model, symbols: &[SymbolId]) -> Model {
    let mut merged = witness.clone();
    for &symbol in symbols {
        merged.set(symbol, from.value_or_default(pool, symbol));
    }
    merged
}

/// `witness` with these values.
pub(crate) fn overlay(witness: &Model, values: impl IntoIterator<Item = (SymbolId, Value)>) -> Model {
    let mut merged = witness.clone();
    for (symbol, value) in values {
        merged.set(symbol, value);
    }
    merged
}
