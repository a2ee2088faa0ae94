//! The search: simplex for the rational relaxation, branching for integrality, disequalities and disjunctions, with
//! non-chronological backtracking. Lazy: it starts with what the witness violates, and a condition or a definition
//! joins when a point that satisfies everything so far violates it. So a query costs what matters in it.

use super::core::{ALWAYS, Core};
use super::lower::{Bounded, Form, Lowering};
use crate::Model;
use crate::atom::{Relation, small};
use crate::check::{Checker, overlay};
use crate::simplex::{Outcome, Reason, Simplex};
use pathfold_base::ids::Id;
use pathfold_base::{FxMap, FxSet, Integer};
use pathfold_term::{Features, Pool, SymbolId, Term, Value};
use smallvec::SmallVec;
use std::rc::Rc;
use std::time::Instant;

/// More variables than this are too many for a dense tableau.
const MAX_KEYS: usize = 96;
const MAX_VARIABLES: usize = 224;
const MAX_PIVOTS: u32 = 500;
const MAX_NODES: u32 = 240;
const MAX_POINTS: u32 = 80;
const MAX_PRODUCTS: u32 = 24;
/// How many violated conditions join at once.
const MAX_JOIN: usize = 6;

type Pending = Vec<(Rc<Form>, Reason)>;
/// A model was found, or a contradiction.
type Found = Result<(), Core>;

/// One of the ways a branch goes.
enum Case {
    /// `±variable ≤ bound`.
    AtMost(usize, bool, i64),
    Form(Rc<Form>),
}

pub(super) struct Search<'a> {
    pub pool: &'a mut Pool,
    pub checker: &'a mut Checker,
    pub lowering: &'a mut Lowering,
    pub query: &'a [Term],
    pub witness: &'a Model,
    until: Option<Instant>,
    simplex: Simplex,
    /// The keys that have a variable.
    keys: Vec<(Term, usize)>,
    variables: FxMap<Term, usize>,
    /// The sums that have a variable.
    sums: FxMap<u32, usize>,
    /// What has joined, in order. Holds whatever was decided.
    joined: Vec<(Rc<Form>, Reason)>,
    /// By condition: whether it has joined.
    joined_conditions: Vec<bool>,
    /// The keys whose definition has joined.
    joined_keys: FxSet<Term>,
    nodes: u32,
    points: u32,
    /// How many facts about products may still join.
    products: u32,
    /// The model that was found.
    pub model: Option<Model>,
}

impl<'a> Search<'a> {
    /// The search for `query`, nothing having joined yet.
    pub fn new(
        pool: &'a mut Pool,
        checker: &'a mut Checker,
        lowering: &'a mut Lowering,
        query: &'a [Term],
        witness: &'a Model,
        until: Option<Instant>,
    ) -> Self {
        Search {
            pool,
            checker,
            lowering,
            query,
            witness,
            until,
            simplex: Simplex::new(MAX_PIVOTS),
            keys: Vec::new(),
            variables: FxMap::default(),
            sums: FxMap::default(),
            joined: Vec::new(),
            joined_conditions: vec![false; query.len()],
            joined_keys: FxSet::default(),
            nodes: MAX_NODES,
            points: MAX_POINTS,
            products: MAX_PRODUCTS,
            model: None,
        }
    }

    /// A condition joins; whether it could be translated.
    pub fn join(&mut self, condition: usize) -> bool {
        let Some(&t) = self.query.get(condition) else { return false };
        let Some(form) = self.lowering.form(self.pool, t, true) else { return false };
        self.joined.push((form, condition as Reason));
        self.joined_conditions[condition] = true;
        true
    }

    /// Decides; none: gave up.
    pub fn decide(&mut self) -> Option<Found> {
        self.run(0, Vec::new(), 0)
    }

    /// The variable of a key.
    fn key(&mut self, key: Term) -> Option<usize> {
        if let Some(&variable) = self.variables.get(&key) {
            return Some(variable);
        }
        if self.keys.len() >= MAX_KEYS {
            return None;
        }
        let start = self.start(key)?;
        let variable = self.simplex.free(start);
        self.keys.push((key, variable));
        self.variables.insert(key, variable);
        if self.pool.as_symbol(key).is_none()
            && let Some(range) = &self.lowering.definition(self.pool, key).range
        {
            self.joined.push((Rc::clone(range), ALWAYS));
        }
        Some(variable)
    }

    /// The value of a key at the witness.
    fn start(&mut self, key: Term) -> Option<i64> {
        match self.pool.as_symbol(key) {
            Some(symbol) => self.witness.get(symbol).map_or(Some(0), small),
            None => self.checker.int(self.pool, key, self.witness),
        }
    }

    /// The variable of a sum, and whether it is its negation.
    fn variable(&mut self, sum: u32) -> Option<(usize, bool)> {
        let terms = self.lowering.sum(sum)?;
        if let &[(key, k @ (1 | -1))] = &*terms {
            return Some((self.key(key)?, k < 0));
        }
        if let Some(&variable) = self.sums.get(&sum) {
            return Some((variable, false));
        }
        let mut row: SmallVec<[(usize, i64); 8]> = SmallVec::new();
        for &(key, k) in terms.iter() {
            row.push((self.key(key)?, k));
        }
        if self.simplex.len() >= MAX_VARIABLES {
            return None;
        }
        let variable = self.simplex.defined(&row)?;
        self.sums.insert(sum, variable);
        Some((variable, false))
    }

    /// Makes sure that all keys of a form have values.
    fn touch(&mut self, form: &Form) -> Option<()> {
        match form {
            Form::Constant(_) => Some(()),
            Form::Atom(atom) => {
                for &(key, _) in self.lowering.sum(atom.sum)?.iter() {
                    self.key(key)?;
                }
                Some(())
            }
            Form::And(parts) | Form::Or(parts) => parts.iter().try_for_each(|part| self.touch(part)),
        }
    }

    /// Asserts a form; what needs branching is left pending.
    fn assert(&mut self, form: &Rc<Form>, reason: Reason, pending: &mut Pending) -> Option<Found> {
        match &**form {
            Form::Constant(true) => Some(Ok(())),
            Form::Constant(false) => Some(Err(Core::of(&[reason]))),
            Form::And(parts) => {
                for part in parts {
                    if let Err(core) = self.assert(part, reason, pending)? {
                        return Some(Err(core));
                    }
                }
                Some(Ok(()))
            }
            Form::Or(_) | Form::Atom(Bounded { relation: Relation::Ne, .. }) => {
                self.touch(form)?;
                pending.push((Rc::clone(form), reason));
                Some(Ok(()))
            }
            &Form::Atom(Bounded { sum, negated, relation, bound }) => {
                let (variable, flipped) = self.variable(sum)?;
                let negated = negated != flipped;
                let found = self.at_most(variable, negated, bound, reason)?;
                if relation == Relation::Eq && found.is_ok() {
                    return self.at_most(variable, !negated, bound.checked_neg()?, reason);
                }
                Some(found)
            }
        }
    }

    /// `±variable ≤ bound`.
    fn at_most(&mut self, variable: usize, negated: bool, bound: i64, reason: Reason) -> Option<Found> {
        let result = if negated {
            self.simplex.at_least(variable, bound.checked_neg()?, reason)
        } else {
            self.simplex.at_most(variable, bound, reason)
        };
        Some(result.map_err(|reasons| Core::of(&reasons)))
    }

    /// Looks for an integer point within the bounds that satisfies what is pending and has joined after `seen`.
    fn run(&mut self, mut seen: usize, mut pending: Pending, depth: u32) -> Option<Found> {
        self.nodes = self.nodes.checked_sub(1)?;
        // Terms of any size are evaluated at every point.
        if self.until.is_some_and(|until| Instant::now() >= until) {
            return None;
        }
        loop {
            while let Some((form, reason)) = self.joined.get(seen).cloned() {
                seen += 1;
                if let Err(core) = self.assert(&form, reason, &mut pending)? {
                    return Some(Err(core));
                }
            }
            match self.simplex.check() {
                Outcome::Feasible => {}
                Outcome::Infeasible(reasons) => return Some(Err(Core::of(&reasons))),
                Outcome::GaveUp => return None,
            }
            let fraction = self.keys.iter().find(|(_, v)| self.simplex.value(*v).as_int().is_none());
            if let Some(&(_, variable)) = fraction {
                let floor = self.simplex.value(variable).floor();
                let above = floor.checked_add(1)?.checked_neg()?;
                // SOUND: every integer is at most the floor or at least one more.
                let cases = [Case::AtMost(variable, false, floor), Case::AtMost(variable, true, above)];
                return self.branch(&cases, ALWAYS, &pending, seen, depth);
            }
            let mut violated = None;
            for (i, (form, _)) in pending.iter().enumerate() {
                if self.cost(form)? > 0 {
                    violated = Some(i);
                    break;
                }
            }
            if let Some(at) = violated {
                let (form, reason) = pending.remove(at);
                let cases = self.cases(&form)?;
                return self.branch(&cases, reason, &pending, seen, depth);
            }
            if self.point()? {
                return Some(Ok(()));
            }
        }
    }

    /// The ways to satisfy a pending form, the one that is nearest to the current point first.
    fn cases(&mut self, form: &Rc<Form>) -> Option<SmallVec<[Case; 4]>> {
        match &**form {
            Form::Or(parts) => {
                let mut costs: SmallVec<[(u32, &Rc<Form>); 4]> = SmallVec::new();
                for part in parts {
                    costs.push((self.cost(part)?, part));
                }
                costs.sort_by_key(|(cost, _)| *cost);
                Some(costs.into_iter().map(|(_, part)| Case::Form(Rc::clone(part))).collect())
            }
            &Form::Atom(Bounded { sum, negated, bound, .. }) => {
                // p ≠ b: p ≤ b - 1 or -p ≤ -b - 1.
                let (variable, flipped) = self.variable(sum)?;
                let negated = negated != flipped;
                let above = bound.checked_neg()?.checked_sub(1)?;
                Some(SmallVec::from_iter([
                    Case::AtMost(variable, negated, bound.checked_sub(1)?),
                    Case::AtMost(variable, !negated, above),
                ]))
            }
            // These are never pending.
            Form::Constant(_) | Form::And(_) => None,
        }
    }

    /// Whether one of the cases works; they cover everything that `reason` allows.
    fn branch(&mut self, cases: &[Case], reason: Reason, pending: &Pending, seen: usize, depth: u32) -> Option<Found> {
        let level = Reason::try_from(self.query.len()).ok()?.checked_add(depth)?;
        let mut core = Core::of(&[reason]);
        for case in cases {
            let saved = self.simplex.limits();
            let mut inner = pending.clone();
            let asserted = match case {
                &Case::AtMost(variable, negated, bound) => self.at_most(variable, negated, bound, level)?,
                Case::Form(form) => self.assert(form, level, &mut inner)?,
            };
            let found = match asserted {
                Ok(()) => self.run(seen, inner, depth + 1)?,
                Err(core) => Err(core),
            };
            let Err(mut used) = found else { return Some(Ok(())) };
            self.simplex.restore(saved);
            if !used.contains(level) {
                // SOUND: the contradiction does not use this case, so it holds without it.
                return Some(Err(used));
            }
            used.remove(level);
            core.union(&used);
        }
        // SOUND: all cases contradict what their cores say together with the condition that they cover.
        Some(Err(core))
    }

    /// How much of a form is violated at the current integer point; 0: it holds.
    fn cost(&self, form: &Form) -> Option<u32> {
        match form {
            Form::Constant(truth) => Some(u32::from(!truth) * 100),
            Form::And(parts) => {
                let mut sum = 0u32;
                for part in parts {
                    sum = sum.saturating_add(self.cost(part)?);
                }
                Some(sum)
            }
            Form::Or(parts) => {
                let mut least = u32::MAX;
                for part in parts {
                    least = least.min(self.cost(part)?);
                }
                Some(least)
            }
            &Form::Atom(Bounded { sum, negated, relation, bound }) => {
                let mut value = 0i64;
                for &(key, k) in self.lowering.sum(sum)?.iter() {
                    let variable = *self.variables.get(&key)?;
                    let term = self.simplex.value(variable).as_int()?.checked_mul(k)?;
                    value = value.checked_add(term)?;
                }
                let value = if negated { value.checked_neg()? } else { value };
                Some(match relation {
                    Relation::Le => u32::from(value > bound),
                    Relation::Eq => 2 * u32::from(value != bound),
                    Relation::Ne => u32::from(value == bound),
                })
            }
        }
    }

    /// Looks at the current integer point: true if it is a model; otherwise something has joined that excludes it.
    fn point(&mut self) -> Option<bool> {
        self.points = self.points.checked_sub(1)?;
        if self.until.is_some_and(|until| Instant::now() >= until) {
            return None;
        }
        let mut changed: SmallVec<[(SymbolId, Value); 8]> = SmallVec::new();
        for &(key, variable) in &self.keys {
            if let Some(symbol) = self.pool.as_symbol(key) {
                let n = self.simplex.value(variable).as_int()?;
                if self.witness.get(symbol).map_or(Some(0), small) != Some(n) {
                    changed.push((symbol, Value::Int(Integer::from(n))));
                }
            }
        }
        let model = overlay(self.witness, changed.iter().cloned());
        let mut joining: SmallVec<[usize; MAX_JOIN]> = SmallVec::new();
        let mut wrong = false;
        for condition in (0..self.query.len()).rev() {
            let t = self.query[condition];
            let joined = self.joined_conditions[condition];
            // What has not joined holds at the witness.
            let concerned = joined || {
                let symbols = self.pool.free_symbols(t);
                changed.iter().any(|(s, _)| symbols.binary_search_by_key(&s.index(), |x| x.index()).is_ok())
            };
            if !concerned || self.checker.truth(self.pool, t, &model) == Some(true) {
                continue;
            }
            wrong = true;
            if !joined && joining.len() < MAX_JOIN {
                joining.push(condition);
            }
        }
        if !wrong {
            self.model = Some(model);
            return Some(true);
        }
        let mut more = false;
        for condition in joining {
            more |= self.join(condition);
        }
        if more {
            return Some(false);
        }
        for at in 0..self.keys.len() {
            let (key, variable) = self.keys[at];
            if self.pool.as_symbol(key).is_some() || self.joined_keys.contains(&key) {
                continue;
            }
            if self.checker.int(self.pool, key, &model) == self.simplex.value(variable).as_int() {
                continue;
            }
            if let Some(meaning) = &self.lowering.definition(self.pool, key).meaning {
                self.joined_keys.insert(key);
                self.joined.push((Rc::clone(meaning), ALWAYS));
                more = true;
            } else if self.products > 0 {
                let checker = &mut *self.checker;
                let found = self.lowering.product(self.pool, key, &mut |pool, t| checker.int(pool, t, &model));
                if let Some(lemma) = found {
                    self.products -= 1;
                    self.joined.push((lemma, ALWAYS));
                    more = true;
                }
            }
        }
        // Conditions that hold at the model but not at the point: they speak of values that are not yet defined.
        let mut room = MAX_JOIN;
        for condition in (0..self.query.len()).rev() {
            if self.joined_conditions[condition] || room == 0 || !self.shares_values(condition) {
                continue;
            }
            let Some(form) = self.lowering.form(self.pool, self.query[condition], true) else { continue };
            self.touch(&form)?;
            if self.cost(&form)? > 0 {
                more |= self.join(condition);
                room -= 1;
            }
        }
        // Nothing linear excludes the point, and it is none: somebody else's.
        more.then_some(false)
    }

    /// Whether a condition speaks of the value of a key that is no symbol and whose value here is not its own.
    fn shares_values(&mut self, condition: usize) -> bool {
        // Without such keys all conditions were evaluated.
        self.pool.features(self.query[condition]).intersects(Features::NONLINEAR)
    }
}
