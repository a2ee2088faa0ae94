//! A quantified query without its quantifiers: each is replaced by `true` (a condition of its own) or by a literal, and
//! what it says at single positions joins as instances. Fewer conditions than the query has, so a contradiction in them
//! is one of the query (seed 3, 6.4.2.1: quantifier stripping by formula weakening). What a quantifier's failure means, a
//! position at which its body is false, joins at once.

use super::places;
use pathfold_base::{FxMap, FxSet};
use pathfold_term::simplify::quantifier::{instantiate, is_empty};
use pathfold_term::simplify::quantifier_split::{Split, split};
use pathfold_term::{FALSE, Features, Op, Pool, Sort, SymbolId, TRUE, Term, substitute};

/// At how many other quantifiers' counts, and failures, a quantifier is instantiated, and how many terms may be made for
/// one quantifier at places that are no constants.
const MAX_PLACES: usize = 8;
const MAX_AT_PLACES: usize = 4000;

/// Symbols that stand for quantifiers, the same for every query.
#[derive(Default)]
pub(crate) struct Names {
    /// Whether a quantifier holds.
    literals: FxMap<Term, Term>,
    /// A position at which it fails.
    failures: FxMap<Term, Term>,
}

impl Names {
    fn literal(&mut self, pool: &mut Pool, quantifier: Term) -> Term {
        *self.literals.entry(quantifier).or_insert_with(|| pool.fresh("holds", Sort::Bool))
    }

    fn failure(&mut self, pool: &mut Pool, quantifier: Term, sort: Sort) -> Term {
        *self.failures.entry(quantifier).or_insert_with(|| pool.fresh("fails", sort))
    }
}

/// One quantifier of the query, or of an instance.
pub(super) struct Quantifier {
    pub term: Term,
    pub count: Term,
    pub body: Term,
    pub bound: SymbolId,
    /// `true`, or the literal that stands for it.
    pub holds: Term,
    /// Where instances have joined.
    positions: FxSet<Term>,
}

/// The stripped query.
pub(super) struct Stripped<'a> {
    names: &'a mut Names,
    /// Without quantifiers; implied by the query, but for what the literals mean.
    pub conditions: Vec<Term>,
    /// How many of them are asked about; which of the others, by their place, are too.
    asked: usize,
    joined: Vec<usize>,
    /// Those that must hold wherever their literal does.
    pub quantifiers: Vec<Quantifier>,
    /// The conditions of the query that have no quantifiers.
    query: Vec<Term>,
    /// By quantifier: what replaces it.
    replaced: FxMap<Term, Term>,
    /// The quantifiers whose failure has been spelt out, and where they fail.
    failing: FxSet<Term>,
    failures: Vec<Term>,
    /// How many new terms instances may still make.
    pub budget: usize,
    /// Whether conditions are asked about only when a model violates them.
    pub lazy: bool,
    /// Whether instances have joined since somebody looked.
    pub fresh: bool,
}

/// How a quantifier occurs.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Side {
    Positive,
    Negative,
    Both,
}

impl Side {
    fn flipped(self) -> Side {
        match self {
            Side::Positive => Side::Negative,
            Side::Negative => Side::Positive,
            Side::Both => Side::Both,
        }
    }
}

impl<'a> Stripped<'a> {
    /// Strips a query.
    pub fn new(pool: &mut Pool, names: &'a mut Names, query: &[Term], budget: usize) -> Stripped<'a> {
        let mut all = Stripped {
            names,
            conditions: Vec::new(),
            asked: 0,
            joined: Vec::new(),
            query: Vec::new(),
            quantifiers: Vec::new(),
            replaced: FxMap::default(),
            failing: FxSet::default(),
            failures: Vec::new(),
            budget,
            lazy: false,
            fresh: false,
        };
        let (quantified, plain): (Vec<Term>, Vec<Term>) =
            query.iter().partition(|&&t| pool.features(t).contains(Features::QUANTIFIER));
        all.conditions.clone_from(&plain);
        all.query = plain;
        // Conditions that are quantifiers first: elsewhere they are then `true` or `false`.
        for &t in &quantified {
            match pool.op(t) {
                Op::Forall(_) => all.register(pool, t, TRUE),
                Op::Not if matches!(pool.op(pool.args(t)[0]), Op::Forall(_)) => {
                    let inner = pool.args(t)[0];
                    all.replaced.insert(inner, FALSE);
                    all.fail(pool, inner, FALSE);
                }
                _ => {}
            }
        }
        for t in quantified {
            all.assert(pool, t);
        }
        all
    }

    fn register(&mut self, pool: &mut Pool, t: Term, holds: Term) {
        if self.replaced.insert(t, holds).is_some() {
            return;
        }
        let (Op::Forall(bound), &[count, body]) = (pool.op(t), pool.args(t)) else { return };
        let positions = FxSet::default();
        self.quantifiers.push(Quantifier { term: t, count, body, bound, holds, positions });
        if let Some(Split { provided, exact }) = split(pool, t) {
            let (off, otherwise) = (pool.not(holds), pool.not(provided));
            let condition = pool.or(&[off, otherwise, exact]);
            self.assert(pool, condition);
        }
    }

    /// Spells out that `t` fails unless `holds`: at some position its body is false.
    fn fail(&mut self, pool: &mut Pool, t: Term, holds: Term) {
        if !self.failing.insert(t) {
            return;
        }
        let (Op::Forall(bound), &[count, body]) = (pool.op(t), pool.args(t)) else { return };
        let at = self.names.failure(pool, t, pool.sort(count));
        self.failures.push(at);
        let inside = inside(pool, at, count);
        let body = instantiate(pool, bound, body, at);
        let fails = pool.not(body);
        let condition = pool.and2(inside, fails);
        let condition = pool.or2(holds, condition);
        self.assert(pool, condition);
        if let Some(Split { provided, exact }) = split(pool, t) {
            let (otherwise, fails) = (pool.not(provided), pool.not(exact));
            let condition = pool.or(&[holds, otherwise, fails]);
            self.assert(pool, condition);
        }
    }

    /// Adds a condition, stripped.
    fn assert(&mut self, pool: &mut Pool, condition: Term) {
        let mut parts = vec![condition];
        while let Some(part) = parts.pop() {
            if pool.op(part) == Op::And {
                parts.extend_from_slice(pool.args(part));
                continue;
            }
            let stripped = self.strip(pool, part);
            if stripped != TRUE && !self.conditions.contains(&stripped) {
                self.conditions.push(stripped);
            }
        }
    }

    fn strip(&mut self, pool: &mut Pool, condition: Term) -> Term {
        if !pool.features(condition).contains(Features::QUANTIFIER) {
            return condition;
        }
        for (t, side) in occurrences(pool, condition) {
            let holds = match self.replaced.get(&t) {
                Some(&known) => known,
                None => {
                    let literal = self.names.literal(pool, t);
                    self.register(pool, t, literal);
                    literal
                }
            };
            // SOUND: a literal that may be false unless something says so must not be false for nothing.
            if side != Side::Positive && holds != TRUE {
                self.fail(pool, t, holds);
            }
        }
        substitute(pool, condition, &self.replaced)
    }

    /// What quantifier number `index` says at one position joins; whether that is new.
    pub fn instance(&mut self, pool: &mut Pool, index: usize, at: Term) -> bool {
        let Some(quantifier) = self.quantifiers.get_mut(index) else { return false };
        if self.budget == 0 || !quantifier.positions.insert(at) {
            return false;
        }
        let (count, body, bound, holds) = (quantifier.count, quantifier.body, quantifier.bound, quantifier.holds);
        let before = pool.len();
        let (inside, body) = (inside(pool, at, count), instantiate(pool, bound, body, at));
        let (outside, off) = (pool.not(inside), pool.not(holds));
        // SOUND: a consequence of the quantifier, whatever the position is.
        let condition = pool.or(&[off, outside, body]);
        self.assert(pool, condition);
        self.budget = self.budget.saturating_sub(pool.len() - before);
        self.fresh = true;
        true
    }

    /// The conditions to ask about.
    pub fn part(&self) -> Vec<Term> {
        let first = self.conditions.get(..self.asked).unwrap_or_default();
        first.iter().chain(self.joined.iter().filter_map(|&at| self.conditions.get(at))).copied().collect()
    }

    /// From now on all conditions there are now are asked about.
    pub fn join_all(&mut self) {
        self.asked = self.conditions.len();
        self.joined.clear();
    }

    /// From now on the conditions that do not hold are asked about too; whether that is any.
    pub fn join(&mut self, mut holds: impl FnMut(Term) -> bool) -> bool {
        let before = self.joined.len();
        for at in self.asked..self.conditions.len() {
            if !self.joined.contains(&at) && !holds(self.conditions[at]) {
                self.joined.push(at);
            }
        }
        self.joined.len() > before
    }

    /// What every quantifier says at the ends of its range, and where others fail.
    pub fn ends(&mut self, pool: &mut Pool) {
        for index in 0..self.quantifiers.len() {
            let count = self.quantifiers[index].count;
            let sort = pool.sort(count);
            let (Some(first), Some(one)) = (number(pool, sort, 0), number(pool, sort, 1)) else { continue };
            self.instance(pool, index, first);
            let last = pool.sub(count, one);
            self.instance(pool, index, last);
            let failures: Vec<Term> = self.failures.iter().copied().take(MAX_PLACES).collect();
            for at in failures {
                if pool.sort(at) == sort {
                    self.instance(pool, index, at);
                }
            }
        }
    }

    /// What every quantifier says at the other quantifiers' counts (where one loop stopped, another one may pass), and
    /// where the query reads by an index what the quantifier reads.
    pub fn places(&mut self, pool: &mut Pool) {
        let mut places: Vec<Term> = Vec::new();
        for place in self.quantifiers.iter().map(|q| q.count) {
            if !places.contains(&place) && places.len() < MAX_PLACES {
                places.push(place);
            }
        }
        let mut indices: FxMap<Sort, Vec<Term>> = FxMap::default();
        for index in 0..self.quantifiers.len() {
            let Quantifier { count, body, bound, .. } = self.quantifiers[index];
            let sort = pool.sort(count);
            let budget = self.budget;
            let used = |all: &Self| budget - all.budget > MAX_AT_PLACES;
            for &place in &places {
                if place != count && pool.sort(place) == sort && !used(self) {
                    self.instance(pool, index, place);
                }
            }
            // Of the query alone: instances read at places of their own.
            let reads = indices.entry(sort).or_insert_with(|| places::indices(pool, &self.query, sort)).clone();
            for shift in places::shifts(pool, bound, body) {
                for &read in &reads {
                    let at = pool.sub(read, shift);
                    if at != count && !used(self) {
                        self.instance(pool, index, at);
                    }
                }
            }
        }
    }

    /// What every quantifier says at the first `most` positions; whether all of that was within the budget.
    pub fn expand(&mut self, pool: &mut Pool, most: u64) -> bool {
        let mut index = 0;
        // Instances can bring in quantifiers of their own.
        while index < self.quantifiers.len() {
            let sort = pool.sort(self.quantifiers[index].count);
            for n in 0..most {
                let Some(at) = number(pool, sort, n) else { break };
                self.instance(pool, index, at);
                if self.budget == 0 {
                    return false;
                }
            }
            index += 1;
        }
        true
    }

    /// The condition that no range is longer than `most`.
    pub fn short(&self, pool: &mut Pool, most: u64) -> Term {
        let mut all = Vec::new();
        for quantifier in &self.quantifiers {
            let Some(most) = number(pool, pool.sort(quantifier.count), most) else { continue };
            all.push(match pool.sort(quantifier.count) {
                Sort::Int => pool.int_le(quantifier.count, most),
                _ => pool.bv_ule(quantifier.count, most),
            });
        }
        pool.and(&all)
    }
}

/// A position as a constant; none if the sort does not have it.
pub(super) fn number(pool: &mut Pool, sort: Sort, n: u64) -> Option<Term> {
    match sort {
        Sort::Int => Some(pool.int(n)),
        Sort::Bv(w) if w >= 64 || n >> w == 0 => Some(pool.bv(w, n.into())),
        Sort::Bv(_) | Sort::Bool | Sort::Fp(_) | Sort::Array(..) => None,
    }
}

/// That a position is in the range of a count.
fn inside(pool: &mut Pool, at: Term, count: Term) -> Term {
    match pool.sort(count) {
        Sort::Int => {
            let zero = pool.int(0);
            let (low, high) = (pool.int_le(zero, at), pool.int_lt(at, count));
            pool.and2(low, high)
        }
        // `count - 1` is in the range unless that is empty.
        Sort::Bv(w) => {
            let one = pool.bv(w, 1);
            let last = pool.sub(count, one);
            match is_empty(pool, count) {
                Some(empty) if last == at => pool.not(empty),
                Some(_) | None => pool.bv_ult(at, count),
            }
        }
        Sort::Bool | Sort::Fp(_) | Sort::Array(..) => FALSE,
    }
}

/// The outermost quantifiers of a condition and how they occur.
fn occurrences(pool: &Pool, condition: Term) -> Vec<(Term, Side)> {
    let mut found: Vec<(Term, Side)> = Vec::new();
    let mut seen: FxSet<(Term, Side)> = FxSet::default();
    let mut stack = vec![(condition, Side::Positive)];
    while let Some((t, side)) = stack.pop() {
        if !pool.features(t).contains(Features::QUANTIFIER) || !seen.insert((t, side)) {
            continue;
        }
        match (pool.op(t), pool.args(t)) {
            (Op::Forall(_), _) => found.push((t, side)),
            (Op::And | Op::Or, parts) => stack.extend(parts.iter().map(|&a| (a, side))),
            (Op::Not, &[a]) => stack.push((a, side.flipped())),
            (Op::Ite, &[c, a, b]) if pool.sort(a) == Sort::Bool => {
                stack.extend([(c, Side::Both), (a, side), (b, side)]);
            }
            // Anything else can depend on it either way.
            (_, parts) => stack.extend(parts.iter().map(|&a| (a, Side::Both))),
        }
    }
    found
}
