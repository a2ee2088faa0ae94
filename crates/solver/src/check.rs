//! Evaluation of conditions under candidate models: the gate every model passes before anyone believes it.

use crate::Model;
use crate::atom::{Atoms, small};
use crate::fast::Fast;
use pathfold_base::{FxMap, FxSet};
use pathfold_term::simplify::quantifier_split::split;
use pathfold_term::{Assignment, Evaluator, Features, Op, Pool, SymbolId, Term, Value, substitute};
use smallvec::SmallVec;
use std::cell::RefCell;

/// How many term evaluations one condition may cost.
const BUDGET: u64 = 1 << 20;
/// The same for conditions with quantifiers, which iterate over their range: the quick layers try many models, so an
/// unlucky one must not cost much.
const QUANTIFIED: u64 = 1 << 17;

/// Evaluates conditions; keeps buffers and the linear atoms read so far.
#[derive(Default)]
pub(crate) struct Checker {
    pub atoms: Atoms,
    /// By condition with quantifiers: the same, with the quantifiers' exact conditions where they have one. A range of a
    /// billion positions is then a comparison.
    prepared: FxMap<Term, Term>,
    /// How many term evaluations a condition with quantifiers may cost, if that is more than usual.
    pub patience: u64,
    evaluator: Evaluator,
}

impl Checker {
    /// Makes a condition with quantifiers ready for evaluation.
    pub fn prepare(&mut self, pool: &mut Pool, t: Term) {
        const LIMIT: usize = 1 << 16;
        if !pool.features(t).contains(Features::QUANTIFIER) || self.prepared.contains_key(&t) {
            return;
        }
        if self.prepared.len() > LIMIT {
            self.prepared.clear();
        }
        let mut exact: FxMap<Term, Term> = FxMap::default();
        for quantifier in quantifiers(pool, t) {
            if let Some(split) = split(pool, quantifier) {
                // Not simplified: the circumstances must be looked at first.
                let choice = pool.raw(Op::Ite, &[split.provided, split.exact, quantifier]);
                exact.insert(quantifier, choice);
            }
        }
        let ready = substitute(pool, t, &exact);
        self.prepared.insert(t, ready);
    }

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
        let t = if quantified { self.prepared.get(&t).copied().unwrap_or(t) } else { t };
        self.evaluator.eval(pool, t, &model.complete(pool), budget).ok()?.as_bool()
    }

    /// Up to `most` positions at which the quantifier `t` fails, as constants, at the price of `budget` evaluations.
    pub fn violations(&mut self, pool: &mut Pool, t: Term, model: &Model, most: usize, budget: u64) -> Vec<Term> {
        self.prepare(pool, t);
        if self.prepared.get(&t).is_some_and(|&ready| ready != t) && self.truth(pool, t, model) == Some(true) {
            return Vec::new();
        }
        let (found, _) = self.evaluator.violations(pool, t, &model.complete(pool), most, budget);
        found.into_iter().map(|at| pool.constant(at)).collect()
    }

    /// The truth of a condition under any assignment.
    pub fn under(&mut self, pool: &Pool, t: Term, assignment: &dyn Assignment, budget: u64) -> Option<bool> {
        self.evaluator.eval(pool, t, assignment, budget).ok()?.as_bool()
    }

    /// The symbols that evaluating `t` looks at, if they are not more than `most`: where a choice is read at an index, the
    /// index and one of what it chooses from.
    pub fn reads(&mut self, pool: &Pool, t: Term, model: &Model, most: usize) -> Option<Reads> {
        let recorder = Recorder { pool, model, bound: None, reads: RefCell::default(), most };
        self.under(pool, t, &recorder, BUDGET)?;
        Some(recorder.reads.into_inner()).filter(|reads| reads.len() <= most)
    }

    /// The value of a term, missing symbols having their default.
    pub fn value(&mut self, pool: &Pool, t: Term, model: &Model) -> Option<Value> {
        self.evaluator.eval(pool, t, &model.complete(pool), BUDGET).ok()
    }

    /// How many steps evaluation has taken so far.
    pub fn steps(&self) -> u64 {
        self.evaluator.steps()
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

/// The outermost quantifiers of a term.
pub(crate) fn quantifiers(pool: &Pool, t: Term) -> Vec<Term> {
    let mut found = Vec::new();
    let (mut seen, mut stack) = (FxSet::default(), vec![t]);
    while let Some(t) = stack.pop() {
        if !pool.features(t).contains(Features::QUANTIFIER) || !seen.insert(t) {
            continue;
        }
        if matches!(pool.op(t), Op::Forall(_)) {
            found.push(t);
        } else {
            stack.extend_from_slice(pool.args(t));
        }
    }
    found
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

/// Symbols that an evaluation asked for.
pub(crate) type Reads = SmallVec<[SymbolId; 8]>;

/// The values of a model with a value for a bound symbol; remembers which symbols were asked for, and one more than `most`.
pub(crate) struct Recorder<'a> {
    pub pool: &'a Pool,
    pub model: &'a Model,
    pub bound: Option<(SymbolId, &'a Value)>,
    pub reads: RefCell<Reads>,
    pub most: usize,
}

impl Assignment for Recorder<'_> {
    fn get(&self, symbol: SymbolId) -> Option<Value> {
        if let Some((bound, at)) = self.bound
            && symbol == bound
        {
            return Some(at.clone());
        }
        let mut reads = self.reads.borrow_mut();
        if reads.len() <= self.most && !reads.contains(&symbol) {
            reads.push(symbol);
        }
        Some(self.model.value_or_default(self.pool, symbol))
    }
}
