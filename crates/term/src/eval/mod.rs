//! Evaluation of terms under an assignment. Total, iterative (deep terms do not overflow the stack), with a memo per
//! call. `and`, `or` and `ite` look only at what decides them.

mod float;
mod forall;
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
    /// While this evaluates the body of a quantifier: what stays the same from one position to the next.
    fixed: Option<Fixed>,
    /// For the bodies of quantifiers.
    inner: Option<Box<Evaluator>>,
    /// How many terms have been evaluated so far.
    steps: u64,
}

/// Values that do not depend on the bound symbol of the quantifier whose body is evaluated.
struct Fixed {
    bound: SymbolId,
    epoch: u32,
    values: Vec<Value>,
}

struct Frame {
    term: Term,
    /// The argument to look at next.
    next: u32,
}

/// The most bits that are multiplied or divided: twice as many as programs may compute with.
const MOST_BITS: u64 = 2_000_000;

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

    /// For a product or a quotient: long numbers cost more, and a number that is squared again and again has no end.
    fn spend_on(&mut self, values: &[&Value]) -> Result<(), Stuck> {
        let bits = |value: &&Value| match value {
            Value::Int(n) if n.to_i64().is_none() => n.bit_length(),
            _ => 0,
        };
        let bits: u64 = values.iter().map(bits).sum();
        self.budget = self.budget.checked_sub(bits / 8).ok_or(Stuck::Budget)?;
        if bits > MOST_BITS { Err(Stuck::Budget) } else { Ok(()) }
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
        let result = self.run(&mut run, t);
        self.steps += budget - run.budget;
        result
    }

    /// How many terms have been evaluated by [`Evaluator::eval`] so far.
    pub fn steps(&self) -> u64 {
        self.steps
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
        self.next_epoch();
    }

    /// Forgets all values but the fixed ones.
    fn next_epoch(&mut self) {
        self.values.clear();
        self.stack.clear();
        self.epoch = self.epoch.wrapping_add(1);
        if self.epoch == 0 {
            self.slots.fill((0, 0));
            self.epoch = 1;
            if let Some(fixed) = &mut self.fixed {
                // Zero is no epoch: what was fixed is evaluated again.
                fixed.epoch = 0;
            }
        }
    }

    #[inline]
    fn known(&self, t: Term) -> Option<&Value> {
        let (epoch, slot) = self.slots[t.0 as usize];
        if epoch == self.epoch {
            return Some(&self.values[slot as usize]);
        }
        match &self.fixed {
            Some(fixed) if epoch == fixed.epoch && epoch != 0 => Some(&fixed.values[slot as usize]),
            Some(_) | None => None,
        }
    }

    /// Sets the value of `t`, which was computed from `from`.
    fn finish(&mut self, t: Term, value: Value, from: &[Term]) {
        let moves = |from: &[Term]| from.iter().any(|a| self.slots[a.0 as usize].0 == self.epoch);
        // SOUND: computed from fixed values alone, it is the same at every position.
        if self.fixed.is_some() && !moves(from) {
            self.finish_fixed(t, value);
        } else {
            self.finish_moving(t, value);
        }
    }

    fn finish_fixed(&mut self, t: Term, value: Value) {
        match &mut self.fixed {
            Some(fixed) if fixed.epoch != 0 => {
                self.slots[t.0 as usize] = (fixed.epoch, fixed.values.len() as u32);
                fixed.values.push(value);
                self.stack.pop();
            }
            Some(_) | None => self.finish_moving(t, value),
        }
    }

    fn finish_moving(&mut self, t: Term, value: Value) {
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
                if self.known(term).is_some() {
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
                self.finish(term, value, &[]);
                return Ok(());
            }
            Op::Symbol(s) => {
                let value = run.symbol(s)?;
                if value.sort() != pool.sort(term) {
                    return Err(Stuck::Sort);
                }
                if self.fixed.as_ref().is_some_and(|fixed| fixed.bound == s) {
                    self.finish_moving(term, value);
                } else {
                    self.finish(term, value, &[]);
                }
                return Ok(());
            }
            Op::Ite if index > 0 => {
                let chosen = match self.known(args[0]).and_then(Value::as_bool) {
                    Some(c) => args[if c { 1 } else { 2 }],
                    None => return Err(Stuck::Sort),
                };
                match self.known(chosen).cloned() {
                    Some(value) => self.finish(term, value, &[args[0], chosen]),
                    None => self.stack.push(Frame { term: chosen, next: 0 }),
                }
                return Ok(());
            }
            Op::And | Op::Or if index > 0 => {
                let decisive = matches!(op, Op::Or);
                if self.known(args[index - 1]).and_then(Value::as_bool) == Some(decisive) {
                    self.finish(term, Value::Bool(decisive), &args[index - 1..index]);
                    return Ok(());
                }
            }
            Op::Forall(s) if index > 0 => {
                let count = self.known(args[0]).cloned().ok_or(Stuck::Sort)?;
                let value = self.forall(run, s, &count, args[1])?;
                // What its body depends on is not recorded.
                self.finish_moving(term, Value::Bool(value));
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
        if matches!(op, Op::IntMul | Op::IntDiv | Op::IntRem) {
            run.spend_on(&values)?;
        }
        let value = ops::apply(op, &values).ok_or(Stuck::Sort)?;
        drop(values);
        self.finish(term, value, args);
        Ok(())
    }
}
