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
    /// The first `most` positions at which the body of the quantifier `t` is false, and whether it was looked at all of
    /// them (or enough were found) before the budget was spent.
    pub fn violations(
        &mut self,
        pool: &Pool,
        t: Term,
        assignment: &dyn Assignment,
        most: usize,
        budget: u64,
    ) -> (Vec<Value>, Result<(), Stuck>) {
        let mut found = Vec::new();
        let (Op::Forall(bound), &[count, body]) = (pool.op(t), pool.args(t)) else { return (found, Err(Stuck::Sort)) };
        let mut run = Run { pool, assignment, bound: Vec::new(), budget };
        let count = match self.run(&mut run, count) {
            Ok(count) => count,
            Err(stuck) => return (found, Err(stuck)),
        };
        let result = self.bodies(&mut run, bound, &count, body, &mut |at| {
            found.push(at);
            found.len() < most
        });
        (found, result)
    }

    /// Whether the body is true at every position.
    pub(super) fn forall(
        &mut self,
        run: &mut Run<'_>,
        bound: SymbolId,
        count: &Value,
        body: Term,
    ) -> Result<bool, Stuck> {
        let mut holds = true;
        self.bodies(run, bound, count, body, &mut |_| {
            holds = false;
            false
        })?;
        Ok(holds)
    }

    /// Tells `failed` the positions at which the body is false, until that says to stop.
    fn bodies(
        &mut self,
        run: &mut Run<'_>,
        bound: SymbolId,
        count: &Value,
        body: Term,
        failed: &mut dyn FnMut(Value) -> bool,
    ) -> Result<(), Stuck> {
        if run.bound.len() >= MAX_NESTING {
            return Err(Stuck::Budget);
        }
        let mut inner = self.inner.take().unwrap_or_default();
        inner.begin(run.pool);
        inner.fixed = Some(Fixed { bound, epoch: inner.epoch, values: Vec::new() });
        let result = inner.iterate(run, bound, count, body, failed);
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
        failed: &mut dyn FnMut(Value) -> bool,
    ) -> Result<(), Stuck> {
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
                return Ok(());
            }
            run.spend()?;
            run.bound.push((bound, value));
            self.next_epoch();
            let result = self.visit(run, body);
            let at = run.bound.pop();
            match result?.as_bool() {
                Some(true) => {}
                Some(false) => {
                    if let Some((_, value)) = at
                        && !failed(value)
                    {
                        return Ok(());
                    }
                }
                None => return Err(Stuck::Sort),
            }
            number += 1;
        }
    }
}
