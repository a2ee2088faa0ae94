//! Linear integer arithmetic in normal form: sums of monomials, and atoms `p <= c`.

use std::cmp::Ordering;

use pathfold_base::Integer;
use smallvec::SmallVec;

use super::Rule;
use super::example::{bools, ints};
use super::fold::{constant_choice, lift_constant_ite};
use crate::op::Op;
use crate::pool::{Pool, Term, Terms};

/// A product of sums is multiplied out up to this many monomials.
const EXPAND: usize = 4;
/// Longer products are not written out: squaring one again and again would double it every time.
const FACTORS: usize = 64;
/// Longer sums are addends of other sums, not parts of them: adding to one again and again would look at all of it every time.
const ADDENDS: usize = 64;

/// A sum of monomials `coefficient * key`, and a constant. Keys are sorted, coefficients are not zero.
#[derive(Clone, Debug, Default)]
pub(super) struct Poly {
    pub monomials: SmallVec<[(Term, Integer); 4]>,
    pub constant: Integer,
}

impl Poly {
    /// Adds `scale * t`. [`Poly::settle`] must follow.
    pub fn add(&mut self, pool: &mut Pool, t: Term, scale: &Integer) {
        match pool.op(t) {
            Op::Const(_) => {
                if let Some(n) = pool.int_value(t) {
                    self.constant = self.constant.add(&n.mul(scale));
                }
            }
            Op::IntAdd if pool.args(t).len() <= ADDENDS => {
                let mut index = 0;
                while let Some(&arg) = pool.args(t).get(index) {
                    self.add_monomial(pool, arg, scale);
                    index += 1;
                }
            }
            _ => self.add_monomial(pool, t, scale),
        }
    }

    fn add_monomial(&mut self, pool: &mut Pool, t: Term, scale: &Integer) {
        match pool.op(t) {
            Op::Const(_) => {
                if let Some(n) = pool.int_value(t) {
                    self.constant = self.constant.add(&n.mul(scale));
                }
            }
            Op::IntMul => {
                let args = pool.args(t);
                match args.first().and_then(|&first| pool.int_value(first)) {
                    Some(n) if args.len() == 2 => {
                        let (coefficient, factor) = (n.mul(scale), args[1]);
                        self.add_factor(pool, factor, coefficient);
                    }
                    Some(n) if args.len() > 2 => {
                        let (coefficient, factors) = (n.mul(scale), Terms::from_slice(&args[1..]));
                        let key = pool.raw(Op::IntMul, &factors);
                        self.monomials.push((key, coefficient));
                    }
                    _ => self.monomials.push((t, scale.clone())),
                }
            }
            _ => self.add_factor(pool, t, scale.clone()),
        }
    }

    /// Adds a multiple of what is no product. A choice between constants counts as `b + (a - b) * ite(c, 1, 0)`, so
    /// that choices under one condition join.
    fn add_factor(&mut self, pool: &mut Pool, t: Term, scale: Integer) {
        if let Some((c, a, b)) = constant_choice(pool, t)
            && let (Some(a), Some(b)) = (pool.int_value(a), pool.int_value(b))
        {
            let step = a.sub(b).mul(&scale);
            self.constant = self.constant.add(&b.mul(&scale));
            let (one, zero) = (pool.int(1), pool.int(0));
            let key = pool.raw(Op::Ite, &[c, one, zero]);
            self.monomials.push((key, step));
            return;
        }
        self.monomials.push((t, scale));
    }

    /// Sorts and joins monomials of one key.
    pub fn settle(&mut self) {
        if self.monomials.is_sorted_by(|a, b| a.0 < b.0) && self.monomials.iter().all(|m| !m.1.is_zero()) {
            return;
        }
        // The stable sort takes what is sorted already as it is: mostly there are two sums, one behind the other.
        self.monomials.sort_by_key(|m| m.0);
        let mut joined: SmallVec<[(Term, Integer); 4]> = SmallVec::new();
        for (key, coefficient) in self.monomials.drain(..) {
            match joined.last_mut() {
                Some(last) if last.0 == key => last.1 = last.1.add(&coefficient),
                _ => joined.push((key, coefficient)),
            }
        }
        joined.retain(|m| !m.1.is_zero());
        self.monomials = joined;
    }

    /// The sum of terms.
    pub fn of(pool: &mut Pool, terms: &[Term]) -> Poly {
        let mut poly = Poly::default();
        for &t in terms {
            poly.add(pool, t, &Integer::ONE);
        }
        poly.settle();
        poly
    }

    /// `a - b`.
    pub fn difference(pool: &mut Pool, a: Term, b: Term) -> Poly {
        let mut poly = Poly::default();
        poly.add(pool, a, &Integer::ONE);
        poly.add(pool, b, &Integer::Small(-1));
        poly.settle();
        poly
    }

    /// Multiplies by a constant that is not zero.
    pub fn scale(&mut self, by: &Integer) {
        for m in &mut self.monomials {
            m.1 = m.1.mul(by);
        }
        self.constant = self.constant.mul(by);
    }

    /// The greatest common divisor of the coefficients; zero when there are none.
    fn content(&self) -> Integer {
        let mut gcd = Integer::ZERO;
        for m in &self.monomials {
            gcd = gcd.gcd(&m.1);
            if gcd == Integer::ONE {
                break;
            }
        }
        gcd
    }

    fn divide_coefficients(&mut self, by: &Integer) {
        for m in &mut self.monomials {
            // Exact, and never by zero: `by` is the content of a polynomial that has monomials.
            m.1 = m.1.div_trunc(by).unwrap_or_default();
        }
    }

    /// The term of the sum.
    pub fn term(&self, pool: &mut Pool) -> Term {
        if let [(key, coefficient)] = self.monomials.as_slice() {
            if let Some((c, a, b)) = constant_choice(pool, *key) {
                let [a, b] = [a, b].map(|t| {
                    let n = pool.int_value(t).map_or(Integer::ZERO, |n| n.mul(coefficient).add(&self.constant));
                    pool.int(n)
                });
                return pool.mk(Op::Ite, &[c, a, b]);
            }
            if self.constant.is_zero() {
                return monomial(pool, *key, coefficient);
            }
        }
        if self.monomials.is_empty() {
            return pool.int(self.constant.clone());
        }
        let mut args = Terms::new();
        for (key, coefficient) in &self.monomials {
            args.push(monomial(pool, *key, coefficient));
        }
        if !self.constant.is_zero() {
            args.push(pool.int(self.constant.clone()));
        }
        pool.raw(Op::IntAdd, &args)
    }
}

fn monomial(pool: &mut Pool, key: Term, coefficient: &Integer) -> Term {
    if *coefficient == Integer::ONE {
        return key;
    }
    let constant = pool.int(coefficient.clone());
    if matches!(pool.op(key), Op::IntMul) {
        let mut args = Terms::new();
        args.push(constant);
        args.extend_from_slice(pool.args(key));
        return pool.raw(Op::IntMul, &args);
    }
    pool.raw(Op::IntMul, &[constant, key])
}

/// The result of a normalisation, unless it changed nothing.
fn changed(pool: &Pool, op: Op, args: &[Term], result: Term) -> Option<Term> {
    (pool.op(result) != op || pool.args(result) != args).then_some(result)
}

/// Rules for `IntAdd`.
pub const ADD: &[Rule] = &[Rule {
    name: "int-add-normal",
    apply: |pool, op, args| {
        let sum = Poly::of(pool, args).term(pool);
        changed(pool, op, args, sum)
    },
    examples: |p| {
        let ([x, y, z, _], [c, ..]) = (ints(p), bools(p));
        let (two, minus, zero) = (p.int(2), p.int(-1), p.int(0));
        let double = p.raw(Op::IntMul, &[two, x]);
        let minus_x = p.raw(Op::IntMul, &[minus, x]);
        let product = p.raw(Op::IntMul, &[x, y]);
        let scaled = p.raw(Op::IntMul, &[two, x, y]);
        let inner = p.raw(Op::IntAdd, &[z, x, two]);
        let choice = p.raw(Op::Ite, &[c, two, minus]);
        let long = p.raw(Op::IntAdd, &[x; ADDENDS + 1]);
        let lists: [&[Term]; 14] = [
            &[],
            &[x],
            &[y, x],
            &[x, zero],
            &[two, x],
            &[x, x],
            &[double, x, y],
            &[minus_x, x],
            &[product, scaled, minus],
            &[inner, minus_x, two],
            &[inner, inner],
            &[choice, choice],
            &[long, minus_x, x],
            &[long, y, long],
        ];
        lists.map(|list| p.raw(Op::IntAdd, list)).into()
    },
}];

/// Rules for `IntMul`.
pub const MUL: &[Rule] = &[Rule {
    name: "int-mul-normal",
    apply: |pool, op, args| {
        let product = product(pool, args);
        changed(pool, op, args, product)
    },
    examples: |p| {
        let [x, y, z, u] = ints(p);
        let (two, three, minus, zero) = (p.int(2), p.int(3), p.int(-1), p.int(0));
        let sum = p.raw(Op::IntAdd, &[x, y, three]);
        let other = p.raw(Op::IntAdd, &[z, two]);
        let double = p.raw(Op::IntMul, &[two, x]);
        let product = p.raw(Op::IntMul, &[minus, x, z]);
        let pair = p.raw(Op::IntAdd, &[x, double]);
        let lists: [&[Term]; 13] = [
            &[],
            &[x],
            &[y, x],
            &[x, two],
            &[zero, x],
            &[two, sum],
            &[double, y],
            &[double, three],
            &[product, double, u],
            &[other, u],
            &[other, pair],
            &[sum, minus, sum],
            &[y, x, y],
        ];
        lists.map(|list| p.raw(Op::IntMul, list)).into()
    },
}];

fn product(pool: &mut Pool, args: &[Term]) -> Term {
    let mut coefficient = Integer::ONE;
    let mut factors = Terms::new();
    for &arg in args {
        for &factor in factors_of(pool, &arg, factors.len()) {
            match pool.int_value(factor) {
                Some(n) => coefficient = coefficient.mul(n),
                None => factors.push(factor),
            }
        }
    }
    if coefficient.is_zero() {
        return pool.int(0);
    }
    if factors.len() <= 1 {
        let mut poly = Poly::of(pool, &factors);
        if factors.is_empty() {
            return pool.int(coefficient);
        }
        poly.scale(&coefficient);
        return poly.term(pool);
    }
    factors.sort_unstable();
    let mut size = 1usize;
    let mut sums = false;
    for &f in &factors {
        if matches!(pool.op(f), Op::IntAdd) {
            sums = true;
            size = size.saturating_mul(pool.args(f).len());
        }
    }
    if sums && size <= EXPAND {
        let mut result = Poly { constant: coefficient, ..Poly::default() };
        for &f in &factors {
            let other = Poly::of(pool, &[f]);
            result = multiply(pool, &result, &other);
        }
        return result.term(pool);
    }
    if coefficient != Integer::ONE {
        let constant = pool.int(coefficient);
        factors.insert(0, constant);
    }
    pool.raw(Op::IntMul, &factors)
}

/// What a term is the product of, beside so many other factors.
fn factors_of<'a>(pool: &'a Pool, t: &'a Term, others: usize) -> &'a [Term] {
    let factors = pool.args(*t);
    let is_product = matches!(pool.op(*t), Op::IntMul) && others + factors.len() <= FACTORS;
    if is_product { factors } else { std::slice::from_ref(t) }
}

fn multiply(pool: &mut Pool, a: &Poly, b: &Poly) -> Poly {
    let mut result = Poly { constant: a.constant.mul(&b.constant), ..Poly::default() };
    for (key, coefficient) in &a.monomials {
        result.monomials.push((*key, coefficient.mul(&b.constant)));
        for (other, by) in &b.monomials {
            let mut factors = Terms::new();
            for t in [key, other] {
                factors.extend_from_slice(factors_of(pool, t, factors.len()));
            }
            factors.sort_unstable();
            let key = pool.raw(Op::IntMul, &factors);
            result.monomials.push((key, coefficient.mul(by)));
        }
    }
    for (key, coefficient) in &b.monomials {
        result.monomials.push((*key, coefficient.mul(&a.constant)));
    }
    result.settle();
    result
}

/// Normalisation of `IntLe`.
pub const LE: &[Rule] = &[Rule {
    name: "int-le-normal",
    apply: |pool, op, args| {
        let poly = Poly::difference(pool, args[0], args[1]);
        let le = at_most_zero(pool, poly);
        changed(pool, op, args, le)
    },
    examples: |p| {
        let ([x, y, z, _], [c, ..]) = (ints(p), bools(p));
        let (two, four, minus, five) = (p.int(2), p.int(-4), p.int(-1), p.int(5));
        let double = p.raw(Op::IntMul, &[two, x]);
        let back = p.raw(Op::IntMul, &[four, y]);
        let sum = p.raw(Op::IntAdd, &[double, back, minus]);
        let next = p.raw(Op::IntAdd, &[x, minus]);
        let choice = p.raw(Op::Ite, &[c, two, minus]);
        let plus = p.raw(Op::IntAdd, &[x, choice]);
        [(x, y), (sum, z), (double, five), (back, five), (sum, five), (next, x), (x, next), (plus, x), (five, x)]
            .map(|(a, b)| p.raw(Op::IntLe, &[a, b]))
            .into()
    },
}];

/// `poly <= 0` in normal form.
fn at_most_zero(pool: &mut Pool, mut poly: Poly) -> Term {
    let mut bound = std::mem::take(&mut poly.constant).neg();
    if poly.monomials.is_empty() {
        return pool.truth(!bound.is_negative());
    }
    let content = poly.content();
    if content != Integer::ONE {
        poly.divide_coefficients(&content);
        bound = bound.div_floor(&content).unwrap_or_default();
    }
    let left = poly.term(pool);
    let right = pool.int(bound);
    let args = [left, right];
    if let Some(lifted) = lift_constant_ite(pool, Op::IntLe, &args) {
        return lifted;
    }
    for rule in super::integer::LE {
        if let Some(t) = (rule.apply)(pool, Op::IntLe, &args) {
            return t;
        }
    }
    pool.raw(Op::IntLe, &args)
}

/// `not (p <= c)` is `-p <= -c - 1`.
pub(super) fn not_int_le(pool: &mut Pool, _: Op, args: &[Term]) -> Option<Term> {
    if !matches!(pool.op(args[0]), Op::IntLe) {
        return None;
    }
    let &[a, b] = pool.args(args[0]) else { return None };
    let mut poly = Poly::difference(pool, b, a);
    poly.constant = poly.constant.add(&Integer::ONE);
    Some(at_most_zero(pool, poly))
}

/// `a = b` over integers as `p = c`, `p` with a positive first coefficient.
pub(super) fn equal(pool: &mut Pool, op: Op, args: &[Term]) -> Option<Term> {
    let mut poly = Poly::difference(pool, args[0], args[1]);
    let Some((_, first)) = poly.monomials.first() else {
        return Some(pool.truth(poly.constant.is_zero()));
    };
    if first.is_negative() {
        poly.scale(&Integer::Small(-1));
    }
    let mut value = std::mem::take(&mut poly.constant).neg();
    let content = poly.content();
    if content != Integer::ONE {
        if value.rem_trunc(&content).is_none_or(|r| !r.is_zero()) {
            return Some(pool.truth(false));
        }
        poly.divide_coefficients(&content);
        value = value.div_trunc(&content).unwrap_or_default();
    }
    let left = poly.term(pool);
    let right = pool.int(value);
    (args != [left, right]).then(|| pool.mk(op, &[left, right]))
}

/// Whether `a` is plainly `-b`, both in normal form.
pub(super) fn opposite(pool: &Pool, a: Term, b: Term) -> bool {
    let parts = |t: Term| -> Terms {
        if matches!(pool.op(t), Op::IntAdd) { pool.arg_list(t) } else { Terms::from_slice(&[t]) }
    };
    let (a, b) = (parts(a), parts(b));
    a.len() == b.len() && a.iter().zip(&b).all(|(&s, &t)| opposite_monomials(pool, s, t) == Ordering::Equal)
}

fn opposite_monomials(pool: &Pool, a: Term, b: Term) -> Ordering {
    fn split<'a>(pool: &'a Pool, t: &'a Term) -> (Integer, &'a [Term]) {
        if !matches!(pool.op(*t), Op::IntMul) {
            return (Integer::ONE, std::slice::from_ref(t));
        }
        let args = pool.args(*t);
        match args.first().and_then(|&f| pool.int_value(f)) {
            Some(n) => (n.clone(), &args[1..]),
            None => (Integer::ONE, args),
        }
    }
    let ((m, s), (n, t)) = (split(pool, &a), split(pool, &b));
    s.cmp(t).then_with(|| m.cmp(&n.neg()))
}
