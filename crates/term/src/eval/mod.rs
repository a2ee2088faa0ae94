//! Evaluation of terms under an assignment. Total, iterative (deep terms do not overflow the stack), with a memo per
//! call. `and`, `or` and `ite` look only at what decides them.

mod float;
pub mod ops;

use pathfold_base::FxMap;
use smallvec::SmallVec;

use crate::op::Op;
use crate::pool::{Pool, Term};
use crate::symbol::SymbolId;
use crate::value::Value;

/// Values of symbols.
pub trait Assignment {
    /// The value of a symbol, if it has one.
    fn get(&self, symbol: SymbolId) -> Option<Value>;
}

impl Assignment for FxMap<SymbolId, Value> {
    fn get(&self, symbol: SymbolId) -> Option<Value> {
        FxMap::get(self, &symbol).cloned()
    }
}

impl<F: Fn(SymbolId) -> Option<Value>> Assignment for F {
    fn get(&self, symbol: SymbolId) -> Option<Value> {
        self(symbol)
    }
}

/// Why there is no value.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Stuck {
    /// A symbol that matters has no value.
    Missing(SymbolId),
    /// A quantifier's range was too long, or the term too large, for the budget.
    Budget,
    /// A value of a wrong sort was assigned to some symbol.
    Sort,
}

/// Quantifiers nested deeper than this are not evaluated.
const MAX_NESTING: usize = 64;

/// The value of `t`; `budget` bounds the number of term evaluations.
pub fn eval(pool: &Pool, t: Term, assignment: &impl Assignment, budget: u64) -> Result<Value, Stuck> {
    Evaluator::new().eval(pool, t, assignment, budget)
}

/// An evaluator that keeps its buffers between calls.
#[derive(Default)]
pub struct Evaluator {
    /// By term: the epoch it was evaluated in and where its value is.
    slots: Vec<(u32, u32)>,
    values: Vec<Value>,
    epoch: u32,
    stack: Vec<Frame>,
    /// For the bodies of quantifiers.
    inner: Option<Box<Evaluator>>,
}

struct Frame {
    term: Term,
    /// The argument to look at next.
    next: u32,
}

struct Run<'a> {
    pool: &'a Pool,
    assignment: &'a dyn Assignment,
    bound: Vec<(SymbolId, Value)>,
    budget: u64,
}

impl Run<'_> {
    fn symbol(&self, s: SymbolId) -> Result<Value, Stuck> {
        if let Some((_, value)) = self.bound.iter().rev().find(|(b, _)| *b == s) {
            return Ok(value.clone());
        }
        self.assignment.get(s).ok_or(Stuck::Missing(s))
    }

    fn spend(&mut self) -> Result<(), Stuck> {
        self.budget = self.budget.checked_sub(1).ok_or(Stuck::Budget)?;
        Ok(())
    }
}

impl Evaluator {
    /// An evaluator with empty buffers.
    pub fn new() -> Self {
        Self::default()
    }

    /// The value of `t`; `budget` bounds the number of term evaluations.
    pub fn eval(&mut self, pool: &Pool, t: Term, assignment: &dyn Assignment, budget: u64) -> Result<Value, Stuck> {
        if let Some(value) = pool.value(t) {
            return Ok(value.clone());
        }
        let mut run = Run { pool, assignment, bound: Vec::new(), budget };
        self.run(&mut run, t)
    }

    /// The values of several terms under one assignment: what they share is evaluated once.
    pub fn eval_all(
        &mut self,
        pool: &Pool,
        terms: &[Term],
        assignment: &dyn Assignment,
        budget: u64,
    ) -> Vec<Result<Value, Stuck>> {
        let mut run = Run { pool, assignment, bound: Vec::new(), budget };
        self.begin(pool);
        terms.iter().map(|term| self.visit(&mut run, *term)).collect()
    }

    fn begin(&mut self, pool: &Pool) {
        if self.slots.len() < pool.len() {
            self.slots.resize(pool.len(), (0, 0));
        }
        self.values.clear();
        self.stack.clear();
        self.epoch = self.epoch.wrapping_add(1);
        if self.epoch == 0 {
            self.slots.fill((0, 0));
            self.epoch = 1;
        }
    }

    fn known(&self, t: Term) -> Option<&Value> {
        let (epoch, slot) = self.slots[t.0 as usize];
        (epoch == self.epoch).then(|| &self.values[slot as usize])
    }

    fn finish(&mut self, t: Term, value: Value) {
        self.slots[t.0 as usize] = (self.epoch, self.values.len() as u32);
        self.values.push(value);
        self.stack.pop();
    }

    fn run(&mut self, run: &mut Run<'_>, root: Term) -> Result<Value, Stuck> {
        self.begin(run.pool);
        self.visit(run, root)
    }

    /// Evaluates `root` with what is known from before.
    fn visit(&mut self, run: &mut Run<'_>, root: Term) -> Result<Value, Stuck> {
        self.stack.clear();
        self.stack.push(Frame { term: root, next: 0 });
        while let Some(frame) = self.stack.last_mut() {
            let term = frame.term;
            let index = frame.next as usize;
            frame.next += 1;
            if index == 0 {
                let (epoch, _) = self.slots[term.0 as usize];
                if epoch == self.epoch {
                    self.stack.pop();
                    continue;
                }
                run.spend()?;
            }
            self.advance(run, term, index)?;
        }
        self.known(root).cloned().ok_or(Stuck::Sort)
    }

    /// One step of the top frame: its first `index` arguments have been visited.
    fn advance(&mut self, run: &mut Run<'_>, term: Term, index: usize) -> Result<(), Stuck> {
        let pool = run.pool;
        let op = pool.op(term);
        let args = pool.args(term);
        match op {
            Op::Const(_) => {
                let value = pool.value(term).cloned().ok_or(Stuck::Sort)?;
                self.finish(term, value);
                return Ok(());
            }
            Op::Symbol(s) => {
                let value = run.symbol(s)?;
                if value.sort() != pool.sort(term) {
                    return Err(Stuck::Sort);
                }
                self.finish(term, value);
                return Ok(());
            }
            Op::Ite if index > 0 => {
                let chosen = match self.known(args[0]).and_then(Value::as_bool) {
                    Some(c) => args[if c { 1 } else { 2 }],
                    None => return Err(Stuck::Sort),
                };
                match self.known(chosen).cloned() {
                    Some(value) => self.finish(term, value),
                    None => self.stack.push(Frame { term: chosen, next: 0 }),
                }
                return Ok(());
            }
            Op::And | Op::Or if index > 0 => {
                let decisive = matches!(op, Op::Or);
                if self.known(args[index - 1]).and_then(Value::as_bool) == Some(decisive) {
                    self.finish(term, Value::Bool(decisive));
                    return Ok(());
                }
            }
            Op::Forall(s) if index > 0 => {
                let count = self.known(args[0]).cloned().ok_or(Stuck::Sort)?;
                let value = self.forall(run, s, &count, args[1])?;
                self.finish(term, Value::Bool(value));
                return Ok(());
            }
            // Everything else wants all of its arguments.
            _ => {}
        }
        if let Some(&arg) = args.get(index) {
            if self.known(arg).is_none() {
                self.stack.push(Frame { term: arg, next: 0 });
            }
            return Ok(());
        }
        let mut values: SmallVec<[&Value; 6]> = SmallVec::new();
        for &arg in args {
            values.push(self.known(arg).ok_or(Stuck::Sort)?);
        }
        let value = ops::apply(op, &values).ok_or(Stuck::Sort)?;
        drop(values);
        self.finish(term, value);
        Ok(())
    }

    fn forall(&mut self, run: &mut Run<'_>, bound: SymbolId, count: &Value, body: Term) -> Result<bool, Stuck> {
        if run.bound.len() >= MAX_NESTING {
            return Err(Stuck::Budget);
        }
        let mut inner = self.inner.take().unwrap_or_default();
        let result = inner.iterate(run, bound, count, body);
        self.inner = Some(inner);
        result
    }

    fn iterate(&mut self, run: &mut Run<'_>, bound: SymbolId, count: &Value, body: Term) -> Result<bool, Stuck> {
        let mut number: u128 = 0;
        loop {
            let (value, inside) = match count {
                Value::Int(n) => {
                    let at = pathfold_base::Integer::from(number);
                    let inside = at < *n;
                    (Value::Int(at), inside)
                }
                Value::Bits(b) => (Value::Bits(pathfold_base::Bits::new(b.width(), number)), number < b.unsigned()),
                Value::Bool(_) | Value::Fp(..) | Value::Array(_) => return Err(Stuck::Sort),
            };
            if !inside {
                return Ok(true);
            }
            run.spend()?;
            run.bound.push((bound, value));
            let result = self.run(run, body);
            run.bound.pop();
            if result?.as_bool() != Some(true) {
                return Ok(false);
            }
            number += 1;
        }
    }
}
