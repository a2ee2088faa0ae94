//! Conditions as the search sees them: Boolean combinations of bounds on linear sums over *keys*. A key is an Int
//! term: a symbol, or anything that is not linear (a number made from a condition, a product, a quotient), which then
//! stands for its value. What is known about such a value is its definition, which the search asks for only when the
//! values it chose for the symbols and for the key disagree. Everything is translated once and remembered.

use crate::atom::Relation;
use pathfold_base::FxMap;
use pathfold_term::{Op, Pool, Sort, Term};
use smallvec::SmallVec;
use std::rc::Rc;

/// Boolean structure deeper than this is not translated.
const MAX_DEPTH: u32 = 24;
/// More distinct terms than this in one sum are not translated.
const MAX_TERMS: usize = 32;
/// When so much is remembered, everything is forgotten.
const MAX_REMEMBERED: usize = 1 << 17;

/// `±sum relation bound`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Bounded {
    /// Which of the remembered sums.
    pub sum: u32,
    pub negated: bool,
    pub relation: Relation,
    pub bound: i64,
}

/// A condition over sums, without negations.
#[derive(PartialEq, Eq, Debug)]
pub(super) enum Form {
    Constant(bool),
    Atom(Bounded),
    And(Vec<Rc<Form>>),
    Or(Vec<Rc<Form>>),
}

/// What holds of the value of a key, whatever the symbols are.
pub(super) struct Definition {
    /// The least and the greatest value, as a form; cheap, so it is asserted at once.
    pub range: Option<Rc<Form>>,
    /// What else there is; none for values that can be anything as far as linear arithmetic says.
    pub meaning: Option<Rc<Form>>,
}

/// A linear sum.
#[derive(Clone, Default)]
struct Sum {
    terms: SmallVec<[(Term, i64); 8]>,
    constant: i64,
}

/// What was translated so far.
#[derive(Default)]
pub(crate) struct Lowering {
    sums: Vec<Rc<[(Term, i64)]>>,
    ids: FxMap<Rc<[(Term, i64)]>, u32>,
    forms: FxMap<(Term, bool), Option<Rc<Form>>>,
    definitions: FxMap<Term, Rc<Definition>>,
}

impl Lowering {
    /// Forgets everything if it is too much; between queries only.
    pub(super) fn trim(&mut self) {
        if self.forms.len() + self.definitions.len() + self.sums.len() > MAX_REMEMBERED {
            *self = Lowering::default();
        }
    }

    /// The keys of a sum with their factors.
    pub(super) fn sum(&self, id: u32) -> Option<Rc<[(Term, i64)]>> {
        self.sums.get(id as usize).cloned()
    }

    /// `t`, or its negation; none if it is not made of integer atoms.
    pub(super) fn form(&mut self, pool: &mut Pool, t: Term, positive: bool) -> Option<Rc<Form>> {
        self.form_at(pool, t, positive, 0)
    }

    fn form_at(&mut self, pool: &mut Pool, t: Term, positive: bool, depth: u32) -> Option<Rc<Form>> {
        if let Some(known) = self.forms.get(&(t, positive)) {
            return known.clone();
        }
        if depth > MAX_DEPTH {
            return None;
        }
        let form = self.translate(pool, t, positive, depth).map(Rc::new);
        self.forms.insert((t, positive), form.clone());
        form
    }

    fn translate(&mut self, pool: &mut Pool, t: Term, positive: bool, depth: u32) -> Option<Form> {
        if let Some(value) = pool.value(t) {
            return Some(Form::Constant(value.as_bool()? == positive));
        }
        let op = pool.op(t);
        let args = pool.arg_list(t);
        match (op, args.as_slice()) {
            (Op::Not, &[inner]) => {
                let form = self.form_at(pool, inner, !positive, depth + 1)?;
                Some(Form::And(vec![form]))
            }
            (Op::And | Op::Or, parts) => {
                let mut forms = Vec::with_capacity(parts.len());
                for &part in parts {
                    forms.push(self.form_at(pool, part, positive, depth + 1)?);
                }
                // SOUND: de Morgan.
                Some(if (op == Op::And) == positive { Form::And(forms) } else { Form::Or(forms) })
            }
            (Op::Eq, &[a, b]) if pool.sort(a) == Sort::Bool => {
                let (yes, no) = (self.form_at(pool, a, true, depth + 1)?, self.form_at(pool, a, false, depth + 1)?);
                let same = self.form_at(pool, b, positive, depth + 1)?;
                let other = self.form_at(pool, b, !positive, depth + 1)?;
                Some(cases([vec![yes, same], vec![no, other]]))
            }
            (Op::Ite, &[c, a, b]) => {
                let (yes, no) = (self.form_at(pool, c, true, depth + 1)?, self.form_at(pool, c, false, depth + 1)?);
                let a = self.form_at(pool, a, positive, depth + 1)?;
                let b = self.form_at(pool, b, positive, depth + 1)?;
                Some(cases([vec![yes, a], vec![no, b]]))
            }
            (Op::IntLe | Op::Eq, &[a, b]) if pool.sort(a) == Sort::Int => {
                let mut sum = Sum::default();
                sum.add(pool, a, 1, 0)?;
                sum.add(pool, b, -1, 0)?;
                match (op, positive) {
                    (Op::IntLe, true) => self.relate(sum, Relation::Le),
                    (Op::IntLe, false) => {
                        // not (p ≤ 0) is -p + 1 ≤ 0.
                        let mut negation = sum.scaled(-1)?;
                        negation.constant = negation.constant.checked_add(1)?;
                        self.relate(negation, Relation::Le)
                    }
                    (_, true) => self.relate(sum, Relation::Eq),
                    (_, false) => self.relate(sum, Relation::Ne),
                }
            }
            // Other sorts and operators: somebody else's.
            _ => None,
        }
    }

    /// `sum relation 0`.
    fn relate(&mut self, mut sum: Sum, relation: Relation) -> Option<Form> {
        let bound = sum.constant.checked_neg()?;
        if sum.terms.is_empty() {
            return Some(Form::Constant(match relation {
                Relation::Le => 0 <= bound,
                Relation::Eq => 0 == bound,
                Relation::Ne => 0 != bound,
            }));
        }
        sum.terms.sort_unstable();
        let negated = sum.terms.first()?.1 < 0;
        if negated {
            for (_, factor) in &mut sum.terms {
                *factor = factor.checked_neg()?;
            }
        }
        let id = match self.ids.get(sum.terms.as_slice()) {
            Some(&id) => id,
            None => {
                let terms: Rc<[(Term, i64)]> = sum.terms.as_slice().into();
                let id = u32::try_from(self.sums.len()).ok()?;
                self.sums.push(Rc::clone(&terms));
                self.ids.insert(terms, id);
                id
            }
        };
        Some(Form::Atom(Bounded { sum: id, negated, relation, bound }))
    }

    /// What is known of the value of a key.
    pub(super) fn definition(&mut self, pool: &mut Pool, key: Term) -> Rc<Definition> {
        if let Some(known) = self.definitions.get(&key) {
            return Rc::clone(known);
        }
        let range = self.range(pool, key).map(Rc::new);
        let meaning = self.meaning(pool, key).map(Rc::new);
        let definition = Rc::new(Definition { range, meaning });
        self.definitions.insert(key, Rc::clone(&definition));
        definition
    }

    fn range(&mut self, pool: &Pool, key: Term) -> Option<Form> {
        let (low, high) = range(pool, key, 4);
        let mut parts = Vec::new();
        if let Some(high) = high {
            let mut sum = Sum::of(key, 1);
            sum.constant = high.checked_neg()?;
            parts.push(Rc::new(self.relate(sum, Relation::Le)?));
        }
        if let Some(low) = low {
            let mut sum = Sum::of(key, -1);
            sum.constant = low;
            parts.push(Rc::new(self.relate(sum, Relation::Le)?));
        }
        (!parts.is_empty()).then_some(Form::And(parts))
    }

    fn meaning(&mut self, pool: &mut Pool, key: Term) -> Option<Form> {
        let args = pool.arg_list(key);
        match (pool.op(key), args.as_slice()) {
            (Op::Ite, &[c, a, b]) => self.choice(pool, key, c, a, b),
            (Op::IntMul, factors) => {
                let at = factors.iter().position(|&f| pool.op(f) == Op::Ite)?;
                let &[c, a, b] = pool.arg_list(factors[at]).as_slice() else { return None };
                // SOUND: ite(c, a, b)·r is ite(c, a·r, b·r).
                let (mut yes, mut no) = (a, b);
                for (i, &factor) in factors.iter().enumerate() {
                    if i != at {
                        yes = pool.mul(yes, factor);
                        no = pool.mul(no, factor);
                    }
                }
                self.choice(pool, key, c, yes, no)
            }
            (Op::IntDiv, &[a, b]) => {
                let divisor = pool.int_value(b)?.to_i64()?;
                self.quotient(pool, key, a, divisor)
            }
            // Symbols, and values this layer knows nothing of.
            _ => None,
        }
    }

    /// `(c ∧ key = a) ∨ (¬c ∧ key = b)`.
    fn choice(&mut self, pool: &mut Pool, key: Term, c: Term, a: Term, b: Term) -> Option<Form> {
        let mut equal = |pool: &mut Pool, to: Term| {
            let mut sum = Sum::of(key, 1);
            sum.add(pool, to, -1, 0)?;
            self.relate(sum, Relation::Eq).map(Rc::new)
        };
        let (a, b) = (equal(pool, a)?, equal(pool, b)?);
        match (self.form(pool, c, true), self.form(pool, c, false)) {
            (Some(yes), Some(no)) => Some(cases([vec![a, yes], vec![b, no]])),
            // SOUND: less than the definition says.
            _ => Some(Form::Or(vec![a, b])),
        }
    }

    /// Something that holds of a product of two or more factors and excludes a wrong value of it where the factors
    /// have the values `at` says (incremental linearisation: Cimatti et al., "Incremental linearization for
    /// satisfiability and verification modulo nonlinear arithmetic", TOCL 2018). With `x` the first factor, `y` the
    /// product of the others and `T = x₀·y + y₀·x - x₀·y₀`: on `x = x₀` the product is `x₀·y`, and beside it
    /// `(x - x₀)·(y - y₀)`, which is the product minus `T`, has the sign of its factors.
    pub(super) fn product(
        &mut self,
        pool: &mut Pool,
        key: Term,
        at: &mut dyn FnMut(&Pool, Term) -> Option<i64>,
    ) -> Option<Rc<Form>> {
        if pool.op(key) != Op::IntMul {
            return None;
        }
        let factors = pool.arg_list(key);
        let (&x, rest) = factors.split_first()?;
        let y = if let &[y] = rest { y } else { pool.mk(Op::IntMul, rest) };
        let (x0, y0) = (at(pool, x)?, at(pool, y)?);
        let (mut xs, mut ys) = (Sum::default(), Sum::default());
        xs.add(pool, x, 1, 0)?;
        ys.add(pool, y, 1, 0)?;
        // key - T
        let mut over = Sum::of(key, 1);
        over.add_sum(&ys.scaled(x0.checked_neg()?)?)?;
        let mut on = over.clone();
        over.add_sum(&xs.scaled(y0.checked_neg()?)?)?;
        over.constant = over.constant.checked_add(x0.checked_mul(y0)?)?;
        let mut at_most_zero = |sum: &Sum, scale: i64, plus: i64| {
            let mut sum = sum.scaled(scale)?;
            sum.constant = sum.constant.checked_add(plus)?;
            self.relate(sum, Relation::Le).map(Rc::new)
        };
        let (above, below) = (at_most_zero(&over, -1, 0)?, at_most_zero(&over, 1, 0)?);
        let right = at_most_zero(&xs, -1, x0.checked_add(1)?)?;
        let left = at_most_zero(&xs, 1, 1i64.checked_sub(x0)?)?;
        let up = at_most_zero(&ys, -1, y0)?;
        let down = at_most_zero(&ys, 1, y0.checked_neg()?)?;
        let mut fixed = xs.clone();
        fixed.constant = fixed.constant.checked_sub(x0)?;
        if x == y {
            on = Sum::of(key, 1);
            on.constant = x0.checked_mul(x0)?.checked_neg()?;
        }
        let (fixed, on) = (Rc::new(self.relate(fixed, Relation::Eq)?), Rc::new(self.relate(on, Relation::Eq)?));
        // SOUND: the cases cover all x and y (up and down overlap at y₀, where the product is T).
        let all = [
            vec![fixed, on],
            vec![Rc::clone(&right), Rc::clone(&up), Rc::clone(&above)],
            vec![Rc::clone(&left), Rc::clone(&down), above],
            vec![right, down, Rc::clone(&below)],
            vec![left, up, below],
        ];
        Some(Rc::new(Form::Or(all.into_iter().map(|parts| Rc::new(Form::And(parts))).collect())))
    }

    /// `q = a / k`, rounded towards zero: with `r = a - k·q`, either `0 ≤ a` and `0 ≤ r < |k|`, or `a < 0` and
    /// `-|k| < r ≤ 0`.
    fn quotient(&mut self, pool: &mut Pool, q: Term, a: Term, k: i64) -> Option<Form> {
        let largest = k.checked_abs()?.checked_sub(1).filter(|&n| n >= 0)?;
        let mut dividend = Sum::default();
        dividend.add(pool, a, 1, 0)?;
        let mut rest = dividend.clone();
        rest.include(q, k.checked_neg()?)?;
        // `scale·sum + plus ≤ 0`.
        let mut at_most_zero = |sum: &Sum, scale: i64, plus: i64| {
            let mut sum = sum.scaled(scale)?;
            sum.constant = sum.constant.checked_add(plus)?;
            self.relate(sum, Relation::Le).map(Rc::new)
        };
        let high = at_most_zero(&rest, 1, largest.checked_neg()?)?;
        let not_negative = at_most_zero(&rest, -1, 0)?;
        let low = at_most_zero(&rest, -1, largest.checked_neg()?)?;
        let not_positive = at_most_zero(&rest, 1, 0)?;
        let up = at_most_zero(&dividend, -1, 0)?;
        let down = at_most_zero(&dividend, 1, 1)?;
        Some(cases([vec![up, high, not_negative], vec![down, low, not_positive]]))
    }
}

fn cases(cases: [Vec<Rc<Form>>; 2]) -> Form {
    Form::Or(cases.into_iter().map(|parts| Rc::new(Form::And(parts))).collect())
}

/// The least and the greatest value of a term that is made of constants and conditions; of squares the least.
fn range(pool: &Pool, t: Term, depth: u32) -> (Option<i64>, Option<i64>) {
    if let Some(n) = pool.int_value(t).and_then(|n| n.to_i64()) {
        return (Some(n), Some(n));
    }
    match (pool.op(t), pool.args(t)) {
        (Op::Ite, &[_, a, b]) if depth > 0 => {
            let ((l1, h1), (l2, h2)) = (range(pool, a, depth - 1), range(pool, b, depth - 1));
            (l1.zip(l2).map(|(x, y)| x.min(y)), h1.zip(h2).map(|(x, y)| x.max(y)))
        }
        (Op::IntMul, &[a, b]) if a == b => (Some(0), None),
        // APPROX: everything else can be anything.
        _ => (None, None),
    }
}

impl Sum {
    fn of(key: Term, factor: i64) -> Sum {
        Sum { terms: SmallVec::from_slice(&[(key, factor)]), constant: 0 }
    }

    fn scaled(&self, scale: i64) -> Option<Sum> {
        let mut sum = self.clone();
        sum.constant = sum.constant.checked_mul(scale)?;
        for (_, factor) in &mut sum.terms {
            *factor = factor.checked_mul(scale)?;
        }
        Some(sum)
    }

    fn add_sum(&mut self, other: &Sum) -> Option<()> {
        self.constant = self.constant.checked_add(other.constant)?;
        other.terms.iter().try_for_each(|&(key, factor)| self.include(key, factor))
    }

    /// Adds `factor·key`.
    fn include(&mut self, key: Term, factor: i64) -> Option<()> {
        if let Some(at) = self.terms.iter().position(|(t, _)| *t == key) {
            self.terms[at].1 = self.terms[at].1.checked_add(factor)?;
            if self.terms[at].1 == 0 {
                self.terms.remove(at);
            }
        } else if factor != 0 {
            self.terms.push((key, factor));
        }
        (self.terms.len() <= MAX_TERMS).then_some(())
    }

    /// Adds `scale·t`.
    fn add(&mut self, pool: &mut Pool, t: Term, scale: i64, depth: u32) -> Option<()> {
        if depth > MAX_DEPTH {
            return None;
        }
        if let Some(value) = pool.value(t) {
            let n = value.as_int()?.to_i64()?;
            self.constant = self.constant.checked_add(n.checked_mul(scale)?)?;
            return Some(());
        }
        let args = pool.arg_list(t);
        match (pool.op(t), args.as_slice()) {
            (Op::IntAdd, parts) => {
                for &part in parts {
                    self.add(pool, part, scale, depth + 1)?;
                }
                Some(())
            }
            (Op::IntMul, &[first, ref rest @ ..]) if pool.value(first).is_some() => {
                let factor = pool.int_value(first)?.to_i64()?.checked_mul(scale)?;
                match rest {
                    &[one] => self.add(pool, one, factor, depth + 1),
                    _ => {
                        let product = pool.mk(Op::IntMul, rest);
                        if pool.op(product) == Op::IntMul {
                            self.include(product, factor)
                        } else {
                            self.add(pool, product, factor, depth + 1)
                        }
                    }
                }
            }
            (Op::IntRem, &[a, b]) if pool.int_value(b).and_then(|n| n.to_i64()).is_some_and(|k| k != 0) => {
                // SOUND: a % k is a - k·(a / k).
                let k = pool.int_value(b)?.to_i64()?;
                let quotient = pool.mk(Op::IntDiv, &[a, b]);
                self.add(pool, a, scale, depth + 1)?;
                self.add(pool, quotient, k.checked_neg()?.checked_mul(scale)?, depth + 1)
            }
            // A symbol, or a term that stands for its value.
            _ => self.include(t, scale),
        }
    }
}
