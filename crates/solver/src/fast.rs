//! Evaluation of small integer conditions in machine words, without a memo: most of what is evaluated is a few nodes.
//! Says nothing about large terms, large numbers and other sorts; then the evaluator of the terms does.

use crate::Model;
use crate::atom::small;
use pathfold_term::{Op, Pool, Sort, Term};

/// More visits than this, or more nesting, are left to the evaluator with a memo.
const MAX_STEPS: u32 = 600;
const MAX_DEPTH: u32 = 120;

/// One evaluation.
pub(crate) struct Fast<'a> {
    pool: &'a Pool,
    model: &'a Model,
    steps: u32,
}

impl<'a> Fast<'a> {
    pub fn new(pool: &'a Pool, model: &'a Model) -> Self {
        Fast { pool, model, steps: MAX_STEPS }
    }

    fn step(&mut self, depth: u32) -> Option<()> {
        self.steps = self.steps.checked_sub(1)?;
        (depth < MAX_DEPTH).then_some(())
    }

    /// The truth of a condition.
    pub fn truth(&mut self, t: Term, depth: u32) -> Option<bool> {
        self.step(depth)?;
        match (self.pool.op(t), self.pool.args(t)) {
            (Op::Const(_), _) => self.pool.value(t)?.as_bool(),
            (Op::Not, &[a]) => Some(!self.truth(a, depth + 1)?),
            (Op::And, parts) => {
                for &part in parts {
                    if !self.truth(part, depth + 1)? {
                        return Some(false);
                    }
                }
                Some(true)
            }
            (Op::Or, parts) => {
                for &part in parts {
                    if self.truth(part, depth + 1)? {
                        return Some(true);
                    }
                }
                Some(false)
            }
            (Op::Ite, &[c, a, b]) => {
                let taken = if self.truth(c, depth + 1)? { a } else { b };
                self.truth(taken, depth + 1)
            }
            (Op::IntLe, &[a, b]) => Some(self.int(a, depth + 1)? <= self.int(b, depth + 1)?),
            (Op::Eq, &[a, b]) if self.pool.sort(a) == Sort::Int => {
                Some(self.int(a, depth + 1)? == self.int(b, depth + 1)?)
            }
            (Op::Eq, &[a, b]) if self.pool.sort(a) == Sort::Bool => {
                Some(self.truth(a, depth + 1)? == self.truth(b, depth + 1)?)
            }
            // Not about integers.
            _ => None,
        }
    }

    /// The value of an integer term.
    pub fn int(&mut self, t: Term, depth: u32) -> Option<i64> {
        self.step(depth)?;
        match (self.pool.op(t), self.pool.args(t)) {
            (Op::Const(_), _) => small(self.pool.value(t)?),
            (Op::Symbol(symbol), _) => match self.model.get(symbol) {
                Some(value) => small(value),
                None => Some(0),
            },
            (Op::IntAdd, parts) => {
                let mut sum = 0i64;
                for &part in parts {
                    sum = sum.checked_add(self.int(part, depth + 1)?)?;
                }
                Some(sum)
            }
            (Op::IntMul, parts) => {
                let mut product = 1i64;
                for &part in parts {
                    product = product.checked_mul(self.int(part, depth + 1)?)?;
                }
                Some(product)
            }
            (op @ (Op::IntDiv | Op::IntRem), &[a, b]) => {
                let (a, b) = (self.int(a, depth + 1)?, self.int(b, depth + 1)?);
                match (op, b) {
                    (Op::IntDiv, 0) => Some(0),
                    (Op::IntDiv, _) => a.checked_div(b),
                    (_, 0) => Some(a),
                    (_, _) => a.checked_rem(b),
                }
            }
            (Op::Ite, &[c, a, b]) => {
                let taken = if self.truth(c, depth + 1)? { a } else { b };
                self.int(taken, depth + 1)
            }
            // Made from other sorts.
            _ => None,
        }
    }
}
