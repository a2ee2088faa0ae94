//! Local search for a model of a few linear integer atoms, starting from the witness: move one symbol to the boundary
//! of a violated atom, so that as few atoms as possible stay violated; a few rounds. The result is evaluated by the
//! caller like any other model.

use crate::Model;
use crate::atom::{Linear, Relation, small};
use crate::check::Checker;
use pathfold_base::Integer;
use pathfold_term::{Features, Pool, SymbolId, Term, Value};
use smallvec::SmallVec;
use std::rc::Rc;

const ROUNDS: usize = 6;
const MAX_ATOMS: usize = 48;
const MAX_SYMBOLS: usize = 16;
/// Coefficients and values beyond these are left to others, so that no sum overflows.
const MAX_FACTOR: u64 = 1 << 30;
const MAX_VALUE: u64 = 1 << 60;

struct Search {
    atoms: SmallVec<[Rc<Linear>; 16]>,
    symbols: SmallVec<[SymbolId; 8]>,
    values: SmallVec<[i64; 8]>,
    sums: SmallVec<[i128; 16]>,
}

/// Values for the symbols of linear conditions, near those of the witness; the goal is last.
pub(crate) fn repair(
    pool: &Pool,
    checker: &mut Checker,
    query: &[Term],
    witness: &Model,
) -> Option<Vec<(SymbolId, Value)>> {
    if query.len() > MAX_ATOMS {
        return None;
    }
    let mut search =
        Search { atoms: SmallVec::new(), symbols: SmallVec::new(), values: SmallVec::new(), sums: SmallVec::new() };
    for &t in query {
        if pool.features(t).contains(Features::QUANTIFIER) {
            // A candidate is evaluated against everything afterwards; often it keeps what the witness satisfies.
            continue;
        }
        let atom = checker.atoms.get(pool, t)?;
        for (symbol, factor) in &atom.terms {
            if factor.unsigned_abs() > MAX_FACTOR {
                return None;
            }
            if !search.symbols.contains(symbol) {
                search.symbols.push(*symbol);
                let value = witness.get(*symbol).map_or(Some(0), small)?;
                search.values.push(Some(value).filter(|v| v.unsigned_abs() < MAX_VALUE)?);
            }
        }
        search.atoms.push(atom);
    }
    if search.symbols.len() > MAX_SYMBOLS {
        return None;
    }
    search.run()?;
    let values = search.values.iter().map(|&n| Value::Int(Integer::from(n)));
    Some(search.symbols.iter().copied().zip(values).collect())
}

impl Search {
    fn run(&mut self) -> Option<()> {
        for at in 0..self.atoms.len() {
            let sum = self.sum(at);
            self.sums.push(sum);
        }
        let mut last_moved = None;
        for _ in 0..ROUNDS {
            let Some(violated) = (0..self.atoms.len()).rev().find(|&i| !self.atoms[i].holds(self.sums[i])) else {
                return Some(());
            };
            let (symbol, value) = self.best_move(violated, last_moved)?;
            self.set(symbol, value)?;
            last_moved = Some(symbol);
        }
        self.atoms.iter().zip(&self.sums).all(|(atom, &sum)| atom.holds(sum)).then_some(())
    }

    fn position(&self, symbol: SymbolId) -> Option<usize> {
        self.symbols.iter().position(|&s| s == symbol)
    }

    fn sum(&self, atom: usize) -> i128 {
        let value = |s| self.position(s).map_or(0, |p| i128::from(self.values[p]));
        self.atoms[atom].terms.iter().map(|&(s, k)| i128::from(k) * value(s)).sum()
    }

    fn set(&mut self, symbol: SymbolId, value: i64) -> Option<()> {
        let at = self.position(symbol)?;
        let change = i128::from(value) - i128::from(self.values[at]);
        self.values[at] = value;
        for (atom, sum) in self.atoms.iter().zip(&mut self.sums) {
            if let Some((_, k)) = atom.terms.iter().find(|(s, _)| *s == symbol) {
                *sum += i128::from(*k) * change;
            }
        }
        Some(())
    }

    /// The move that satisfies the atom and leaves the fewest others violated; never the symbol moved last, so that
    /// two atoms do not pull one symbol back and forth.
    fn best_move(&self, violated: usize, last: Option<SymbolId>) -> Option<(SymbolId, i64)> {
        let mut best: Option<(usize, u128, SymbolId, i64)> = None;
        for &(symbol, k) in &self.atoms[violated].terms {
            if last == Some(symbol) && self.atoms[violated].terms.len() > 1 {
                continue;
            }
            let Some(at) = self.position(symbol) else { continue };
            for delta in self.deltas(violated, k) {
                let Ok(value) = i64::try_from(i128::from(self.values[at]) + delta) else { continue };
                if value.unsigned_abs() >= MAX_VALUE {
                    continue;
                }
                let cost = self.violations_after(symbol, delta);
                let candidate = (cost, delta.unsigned_abs(), symbol, value);
                if best.is_none_or(|b| (candidate.0, candidate.1) < (b.0, b.1)) {
                    best = Some(candidate);
                }
            }
        }
        best.map(|(_, _, symbol, value)| (symbol, value))
    }

    /// Changes of a symbol with coefficient `k` that satisfy the atom alone.
    fn deltas(&self, violated: usize, k: i64) -> SmallVec<[i128; 2]> {
        let atom = &self.atoms[violated];
        let (k, gap) = (i128::from(k), i128::from(atom.bound) - self.sums[violated]);
        match atom.relation {
            // k·delta ≤ gap with gap < 0: the least change.
            Relation::Le if k > 0 => SmallVec::from_slice(&[gap.div_euclid(k)]),
            Relation::Le => SmallVec::from_slice(&[-(gap.div_euclid(-k))]),
            Relation::Eq if gap % k == 0 => SmallVec::from_slice(&[gap / k]),
            Relation::Eq => SmallVec::new(),
            Relation::Ne => SmallVec::from_slice(&[1, -1]),
        }
    }

    fn violations_after(&self, symbol: SymbolId, delta: i128) -> usize {
        let after = |atom: &Linear, sum: i128| {
            let k = atom.terms.iter().find(|(s, _)| *s == symbol).map_or(0, |(_, k)| *k);
            sum + i128::from(k) * delta
        };
        self.atoms.iter().zip(&self.sums).filter(|(atom, sum)| !atom.holds(after(atom, **sum))).count()
    }
}
