//! The simplifier: named rules, one function each, in a table per operator. `mk` applies the first rule that fits; rules
//! build their results through `mk`, so a result is in normal form. Arguments are taken to be in normal form already.
//!
//! Normal forms, beyond what single rules say:
//! - `And`/`Or`: flat, sorted by id, no duplicates, complements or constants, two arguments at least.
//! - `Int` sums: monomials sorted by the id of their factor part, the constant last; a monomial is a factor or
//!   `IntMul(constant, factors…)` with the constant first and the factors sorted by id.
//! - `IntLe(p, c)` and `Eq(p, c)` over `Int`: `p` without a constant, coefficients without common divisor, `c` a constant.
//! - Bit vectors: the constant is the second argument of commutative operators (and of `Eq`), otherwise arguments are
//!   sorted by id; sums are left-associated chains sorted like `Int` sums, with `x - y` for a coefficient of -1.
//!
//! Every rule is proved in `tests/rules.rs`: each of its examples must make it fire, and a solver must find before and
//! after equal.

pub mod array;
pub mod bitvec;
pub mod bitvec_compare;
pub mod bitvec_eq;
mod bitvec_largest;
pub mod bitvec_linear;
pub mod boolean;
pub mod equality;
pub mod float;
pub mod fold;
pub mod integer;
pub mod ite;
pub mod linear;
pub mod quantifier;
pub mod quantifier_bv;
pub mod quantifier_int;
mod quantifier_narrow;
pub mod quantifier_range;
pub mod quantifier_split;
pub mod structure;

use crate::op::Op;
use crate::pool::{Pool, Term};
use crate::sort::Sort;

/// A simplification.
pub struct Rule {
    /// Its name.
    pub name: &'static str,
    /// The simpler term, or `None` where the rule does not apply.
    pub apply: fn(&mut Pool, Op, &[Term]) -> Option<Term>,
    /// Unsimplified terms it applies to: what its proof is about.
    pub examples: fn(&mut Pool) -> Vec<Term>,
}

/// The rules for an operator, in the order they are tried. `Eq` is split by sort: see [`rules_for`].
fn table(op: Op) -> &'static [&'static [Rule]] {
    match op {
        Op::Const(_) | Op::Symbol(_) => &[],
        Op::Not => &[fold::CONSTANT, boolean::NOT],
        Op::And => &[boolean::AND],
        Op::Or => &[boolean::OR],
        Op::Eq => &[fold::CONSTANT, equality::EQ],
        Op::Ite => &[ite::ITE],
        Op::IntAdd => &[fold::CONSTANT, fold::LIFT, linear::ADD],
        Op::IntMul => &[fold::CONSTANT, fold::LIFT, linear::MUL],
        Op::IntDiv | Op::IntRem => &[fold::CONSTANT, fold::LIFT, integer::DIVISION],
        Op::IntLe => &[fold::CONSTANT, fold::LIFT, linear::LE, integer::LE],
        Op::BvNot => &[fold::CONSTANT, fold::LIFT, bitvec::NOT],
        Op::BvNeg | Op::BvAdd | Op::BvSub => &[fold::CONSTANT, fold::LIFT, bitvec_linear::SUM],
        Op::BvMul => &[fold::CONSTANT, fold::LIFT, bitvec::MUL, bitvec_linear::SUM],
        Op::BvUdiv | Op::BvUrem | Op::BvSdiv | Op::BvSrem => &[fold::CONSTANT, fold::LIFT, bitvec::DIVISION],
        Op::BvAnd | Op::BvOr | Op::BvXor => &[fold::CONSTANT, fold::LIFT, bitvec::BITWISE],
        Op::BvShl | Op::BvLshr | Op::BvAshr => &[fold::CONSTANT, fold::LIFT, bitvec::SHIFT],
        Op::BvUlt | Op::BvUle => &[fold::CONSTANT, fold::LIFT, bitvec_compare::UNSIGNED, bitvec_largest::UNSIGNED],
        Op::BvSlt | Op::BvSle => &[fold::CONSTANT, fold::LIFT, bitvec_compare::SIGNED],
        Op::Concat => &[fold::CONSTANT, fold::LIFT, structure::CONCAT],
        Op::Extract(..) => &[fold::CONSTANT, fold::LIFT, structure::EXTRACT],
        Op::ZeroExt(_) | Op::SignExt(_) => &[fold::CONSTANT, fold::LIFT, structure::EXTEND],
        Op::BvToInt | Op::BvToIntSigned | Op::IntToBv(_) => &[fold::CONSTANT, fold::LIFT, integer::CONVERT],
        Op::FpAdd | Op::FpSub | Op::FpMul | Op::FpDiv | Op::FpRem | Op::FpSqrt | Op::FpNeg | Op::FpAbs => {
            &[fold::CONSTANT, fold::LIFT, float::ARITHMETIC]
        }
        Op::FpEq | Op::FpLt | Op::FpLe | Op::FpIsNan | Op::FpIsInf => &[fold::CONSTANT, fold::LIFT, float::TEST],
        Op::FpFromBits(_) | Op::FpToFp(_) | Op::FpToSbv(_) | Op::FpToUbv(_) | Op::SbvToFp(_) | Op::UbvToFp(_) => {
            &[fold::CONSTANT, fold::LIFT, float::CONVERT]
        }
        Op::Select => &[fold::CONSTANT, fold::LIFT, array::SELECT],
        Op::Store => &[fold::CONSTANT, array::STORE],
        Op::ConstArray(_) => &[fold::CONSTANT],
        Op::Forall(_) => &[quantifier::SHAPE, quantifier_int::FORALL, quantifier_bv::FORALL, quantifier::LAST],
    }
}

/// The rules of `Eq` over one sort, after those of [`equality::EQ`].
fn equality_table(sort: Sort) -> &'static [Rule] {
    match sort {
        Sort::Bool => equality::BOOL,
        Sort::Int => equality::INT,
        Sort::Bv(_) => bitvec_eq::EQ,
        Sort::Fp(_) | Sort::Array(..) => equality::ORDER,
    }
}

/// The rule tables for an operator whose first argument has that sort, in the order they are tried.
pub fn rules_for(op: Op, sort: Sort) -> impl Iterator<Item = &'static Rule> {
    let more: &'static [Rule] = if matches!(op, Op::Eq) { equality_table(sort) } else { &[] };
    table(op).iter().flat_map(|rules| rules.iter()).chain(more)
}

/// Every rule, once.
pub fn all_rules() -> Vec<&'static Rule> {
    let tables: &[&'static [Rule]] = &[
        fold::CONSTANT,
        fold::LIFT,
        boolean::NOT,
        boolean::AND,
        boolean::OR,
        equality::EQ,
        equality::BOOL,
        equality::INT,
        equality::ORDER,
        ite::ITE,
        linear::ADD,
        linear::MUL,
        linear::LE,
        integer::DIVISION,
        integer::LE,
        integer::CONVERT,
        bitvec::NOT,
        bitvec::MUL,
        bitvec::DIVISION,
        bitvec::BITWISE,
        bitvec::SHIFT,
        bitvec_linear::SUM,
        bitvec_compare::UNSIGNED,
        bitvec_largest::UNSIGNED,
        bitvec_compare::SIGNED,
        bitvec_eq::EQ,
        structure::CONCAT,
        structure::EXTRACT,
        structure::EXTEND,
        float::ARITHMETIC,
        float::TEST,
        float::CONVERT,
        array::SELECT,
        array::STORE,
        quantifier::SHAPE,
        quantifier::LAST,
        quantifier_int::FORALL,
        quantifier_bv::FORALL,
    ];
    tables.iter().flat_map(|rules| rules.iter()).collect()
}

impl Pool {
    /// The simplified term: `args` are in normal form, and so is the result.
    pub fn mk(&mut self, op: Op, args: &[Term]) -> Term {
        for rules in table(op) {
            for rule in *rules {
                if let Some(t) = (rule.apply)(self, op, args) {
                    return t;
                }
            }
        }
        if let (Op::Eq, [a, _]) = (op, args) {
            for rule in equality_table(self.sort(*a)) {
                if let Some(t) = (rule.apply)(self, op, args) {
                    return t;
                }
            }
        }
        self.raw(op, args)
    }
}

/// Material for examples.
pub(crate) mod example {
    use super::*;
    use crate::symbol::SymbolKind;

    /// Widths the proofs are done at.
    pub const WIDTHS: [u8; 4] = [1, 3, 4, 8];

    pub fn sym(pool: &mut Pool, name: &str, sort: Sort) -> Term {
        let suffix = format!("{name}_{sort:?}").replace(['(', ')', ',', ' '], "_");
        pool.symbol(&suffix, SymbolKind::Input, sort)
    }

    pub fn bools(pool: &mut Pool) -> [Term; 4] {
        ["p", "q", "r", "s"].map(|n| sym(pool, n, Sort::Bool))
    }

    pub fn ints(pool: &mut Pool) -> [Term; 4] {
        ["x", "y", "z", "u"].map(|n| sym(pool, n, Sort::Int))
    }

    pub fn bvs(pool: &mut Pool, width: u8) -> [Term; 3] {
        ["a", "b", "c"].map(|n| sym(pool, n, Sort::Bv(width)))
    }
}
