//! Linear integer atoms: `Σ kᵢ·xᵢ ≤ c`, `= c`, `≠ c` over symbols, with machine-word numbers. What micro-c paths are
//! made of. Anything else (products, divisions, large numbers) is not an atom, and whoever asks passes.

use pathfold_base::{FxMap, Integer};
use pathfold_term::{Op, Pool, Sort, SymbolId, Term, Value};
use smallvec::SmallVec;
use std::rc::Rc;

/// How the sum relates to the bound.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Relation {
    Le,
    Eq,
    Ne,
}

/// `Σ terms relation bound`. No symbol occurs twice, no coefficient is zero.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Linear {
    pub terms: SmallVec<[(SymbolId, i64); 4]>,
    pub relation: Relation,
    pub bound: i64,
}

impl Linear {
    /// The atom `t` is, if it is one.
    pub fn read(pool: &Pool, t: Term) -> Option<Linear> {
        let (t, negated) = match pool.op(t) {
            Op::Not => (*pool.args(t).first()?, true),
            _ => (t, false),
        };
        let relation = match (pool.op(t), negated) {
            (Op::IntLe, false) => Relation::Le,
            (Op::Eq, false) => Relation::Eq,
            (Op::Eq, true) => Relation::Ne,
            _ => return None,
        };
        let &[left, right] = pool.args(t) else { return None };
        if pool.sort(left) != Sort::Int {
            return None;
        }
        let mut sum = Sum::default();
        sum.add(pool, left, 1, 0)?;
        sum.add(pool, right, -1, 0)?;
        Some(Linear { terms: sum.terms, relation, bound: sum.constant.checked_neg()? })
    }

    /// Whether it holds when the sum is `sum`.
    #[inline]
    pub fn holds(&self, sum: i128) -> bool {
        let bound = i128::from(self.bound);
        match self.relation {
            Relation::Le => sum <= bound,
            Relation::Eq => sum == bound,
            Relation::Ne => sum != bound,
        }
    }
}

#[derive(Default)]
struct Sum {
    terms: SmallVec<[(SymbolId, i64); 4]>,
    constant: i64,
}

impl Sum {
    fn add(&mut self, pool: &Pool, t: Term, scale: i64, depth: u32) -> Option<()> {
        if depth > 8 {
            return None;
        }
        match pool.op(t) {
            Op::Const(_) => {
                let n = pool.value(t)?.as_int()?.to_i64()?;
                self.constant = self.constant.checked_add(n.checked_mul(scale)?)?;
            }
            Op::Symbol(symbol) => {
                if let Some(at) = self.terms.iter().position(|(s, _)| *s == symbol) {
                    self.terms[at].1 = self.terms[at].1.checked_add(scale)?;
                    if self.terms[at].1 == 0 {
                        self.terms.remove(at);
                    }
                } else {
                    self.terms.push((symbol, scale));
                }
            }
            Op::IntAdd => {
                for &arg in pool.args(t) {
                    self.add(pool, arg, scale, depth + 1)?;
                }
            }
            Op::IntMul => {
                let &[factor, rest] = pool.args(t) else { return None };
                let factor = pool.value(factor)?.as_int()?.to_i64()?;
                if factor != 0 {
                    self.add(pool, rest, scale.checked_mul(factor)?, depth + 1)?;
                }
            }
            // Not linear: the caller passes.
            _ => return None,
        }
        Some(())
    }
}

/// The integer a value is, as a machine word.
pub(crate) fn small(value: &Value) -> Option<i64> {
    value.as_int().and_then(Integer::to_i64)
}

/// The atoms read so far.
#[derive(Default)]
pub(crate) struct Atoms {
    known: FxMap<Term, Option<Rc<Linear>>>,
}

impl Atoms {
    /// The atom `t` is, if it is one; reads it once.
    pub fn get(&mut self, pool: &Pool, t: Term) -> Option<Rc<Linear>> {
        const LIMIT: usize = 1 << 18;
        if self.known.len() > LIMIT {
            self.known.clear();
        }
        self.known.entry(t).or_insert_with(|| Linear::read(pool, t).map(Rc::new)).clone()
    }
}
