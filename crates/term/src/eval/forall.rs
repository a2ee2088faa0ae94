//! Evaluation of quantifiers: position by position, until one fails. What does not depend on the bound symbol is
//! evaluated once.

use pathfold_base::{Bits, Integer};

use super::{Assignment, Evaluator, Fixed, Run, Stuck};
use crate::op::Op;
use crate::pool::{Pool, Term};
use crate::symbol::SymbolId;
use crate::value::Value;

/// Quantifiers nested deeper than this are not evaluated.
const MAX_NESTING: usize = 64;

impl Evaluator {
    /// The first position at which the body of the quantifier `t` is false, or none if there is none.
    pub fn violation(
        &mut self,
        pool: &Pool,
        t: Term,
        assignment: &dyn Assignment,
        budget: u64,
    ) -> Result<Option<Value>, Stuck> {
        let (Op::Forall(bound), &[count, body]) = (pool.op(t), pool.args(t)) else { return Err(Stuck::Sort) };
        let mut run = Run { pool, assignment, bound: Vec::new(), budget };
        let count = self.run(&mut run, count)?;
        self.forall(&mut run, bound, &count, body)
    }

    pub(super) fn forall(
        &mut self,
        run: &mut Run<'_>,
        bound: SymbolId,
        count: &Value,
        body: Term,
    ) -> Result<Option<Value>, Stuck> {
        if run.bound.len() >= MAX_NESTING {
            return Err(Stuck::Budget);
        }
        let mut inner = self.inner.take().unwrap_or_default();
        inner.begin(run.pool);
        inner.fixed = Some(Fixed { bound, epoch: inner.epoch, values: Vec::new() });
        let result = inner.iterate(run, bound, count, body);
        inner.fixed = None;
        self.inner = Some(inner);
        result
    }

    fn iterate(
        &mut self,
        run: &mut Run<'_>,
        bound: SymbolId,
        count: &Value,
        body: Term,
    ) -> Result<Option<Value>, Stuck> {
        let mut number: u128 = 0;
        loop {
            let (value, inside) = match count {
                Value::Int(n) => {
                    let at = Integer::from(number);
                    let inside = at < *n;
                    (Value::Int(at), inside)
                }
                Value::Bits(b) => (Value::Bits(Bits::new(b.width(), number)), number < b.unsigned()),
                Value::Bool(_) | Value::Fp(..) | Value::Array(_) => return Err(Stuck::Sort),
            };
            if !inside {
                return Ok(None);
            }
            run.spend()?;
            run.bound.push((bound, value));
            self.next_epoch();
            let result = self.visit(run, body);
            let at = run.bound.pop();
            if result?.as_bool() != Some(true) {
                return Ok(at.map(|(_, value)| value));
            }
            number += 1;
        }
    }
}
