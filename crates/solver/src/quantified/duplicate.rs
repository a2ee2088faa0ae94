//! Changes a model where quantifiers fail, without asking anybody: what a failing position reads gets the value that a
//! position which holds read, or one that the position itself suggests (seed 3, 6.4.2.2: assignment duplication; there the
//! value of the first cell is copied to all of them). The result is a guess; the caller evaluates it. Where it is wrong,
//! the positions in conflict with other conditions are those that matter (6.4.2.3: model repair).

use crate::Model;
use crate::check::{Checker, Reads, Recorder};
use pathfold_base::{Bits, FxSet, Integer};
use pathfold_term::{Features, Op, Pool, Sort, SymbolId, SymbolKind, Term, Value};
use smallvec::SmallVec;
use std::cell::RefCell;

/// How often all quantifiers are looked at: repairing one can break another.
const ROUNDS: u32 = 3;
/// How many positions of a quantifier are repaired.
const MAX_POSITIONS: usize = 4096;
/// Positions that read more symbols than this are left alone.
const MAX_READS: usize = 6;
const MAX_CONSTANTS: usize = 12;
/// How many values that repaired a position are tried at the next.
const MAX_GOOD: usize = 4;
const MAX_CONFLICTS: usize = 64;
/// How many evaluations the body may cost at one position, and a condition in conflict.
const BUDGET: u64 = 1 << 12;
const CONDITION: u64 = 1 << 16;

/// A changed model.
pub(super) struct Copied {
    pub model: Model,
    /// The changed symbols, each with the quantifier and the position it was changed for.
    changes: Vec<(SymbolId, usize, Term)>,
    /// A quantifier and a position that cannot be repaired.
    stuck: Option<(usize, Term)>,
}

impl Copied {
    /// The quantifiers and positions that are in conflict with each other or with `conditions`, of which some are false
    /// now.
    pub fn conflicts(&self, pool: &Pool, checker: &mut Checker, conditions: &[Term]) -> Vec<(usize, Term)> {
        let mut found: Vec<(usize, Term)> = self.stuck.into_iter().collect();
        // Two quantifiers want different values of one symbol.
        for (i, &(symbol, index, at)) in self.changes.iter().enumerate() {
            let rival = self.changes[..i].iter().find(|(s, other, _)| *s == symbol && *other != index);
            if let Some(&(_, other, place)) = rival
                && found.len() < MAX_CONFLICTS
            {
                found.extend([(index, at), (other, place)]);
            }
        }
        for &t in conditions {
            if pool.features(t).contains(Features::QUANTIFIER) || checker.truth(pool, t, &self.model) == Some(true) {
                continue;
            }
            let recorder = Recorder { pool, model: &self.model, bound: None, reads: RefCell::default(), most: 256 };
            checker.under(pool, t, &recorder, CONDITION);
            let reads = recorder.reads.into_inner();
            for &(symbol, index, at) in &self.changes {
                if reads.contains(&symbol) && !found.contains(&(index, at)) && found.len() < MAX_CONFLICTS {
                    found.push((index, at));
                }
            }
        }
        found
    }
}

/// The model changed so that the quantifiers hold at the positions where they failed, as far as that is easy; none if
/// nothing fails.
pub(super) fn duplicate(
    pool: &mut Pool,
    checker: &mut Checker,
    quantifiers: &[(usize, Term)],
    model: &Model,
    budget: u64,
) -> Option<Copied> {
    let mut copied = Copied { model: model.clone(), changes: Vec::new(), stuck: None };
    for _ in 0..ROUNDS {
        let before = copied.changes.len();
        for &(index, t) in quantifiers {
            if let Some(at) = repair(pool, checker, index, t, &mut copied, budget) {
                copied.stuck = Some((index, at));
                return Some(copied);
            }
        }
        if copied.changes.len() == before {
            break;
        }
    }
    (!copied.changes.is_empty()).then_some(copied)
}

/// Repairs one quantifier; a position that cannot be repaired, if there is one.
fn repair(
    pool: &mut Pool,
    checker: &mut Checker,
    index: usize,
    t: Term,
    copied: &mut Copied,
    budget: u64,
) -> Option<Term> {
    let (Op::Forall(bound), &[count, body]) = (pool.op(t), pool.args(t)) else { return None };
    let failing = checker.violations(pool, t, &copied.model, MAX_POSITIONS, budget);
    if failing.is_empty() {
        return None;
    }
    // How long the range is must not change under the repair.
    let fixed: FxSet<SymbolId> = pool.free_symbols(count).iter().copied().collect();
    let constants = constants(pool, body);
    let mut good: SmallVec<[Value; 8]> = SmallVec::new();
    // What every position reads is changed only where nothing else helps: it would change for all of them.
    let other = Place { bound, body, at: pool.value(*failing.last()?)?.clone() };
    let mut before = other.look(pool, checker, &copied.model).map_or_else(Reads::new, |(reads, _)| reads);
    let alone = failing.len() == 1;
    for position in failing {
        let place = Place { bound, body, at: pool.value(position)?.clone() };
        let Some((reads, holds)) = place.look(pool, checker, &copied.model) else { return Some(position) };
        if holds {
            continue;
        }
        let free = |s: &SymbolId| !fixed.contains(s) && pool.symbol_info(*s).kind != SymbolKind::Counter;
        let mut reads: Reads = reads.into_iter().filter(free).collect();
        if !alone {
            reads.sort_by_key(|s| before.contains(s));
        }
        match place.change(pool, checker, &mut copied.model, &reads, &good, &constants) {
            Some((symbol, value)) => {
                if !good.contains(&value) && good.len() < MAX_GOOD {
                    good.push(value);
                }
                copied.changes.push((symbol, index, position));
            }
            None => return Some(position),
        }
        before = reads;
    }
    None
}

/// One position of a quantifier.
struct Place {
    bound: SymbolId,
    body: Term,
    at: Value,
}

impl Place {
    /// What the body reads here, and whether it holds.
    fn look(&self, pool: &Pool, checker: &mut Checker, model: &Model) -> Option<(Reads, bool)> {
        let bound = Some((self.bound, &self.at));
        let recorder = Recorder { pool, model, bound, reads: RefCell::default(), most: MAX_READS };
        let holds = checker.under(pool, self.body, &recorder, BUDGET)?;
        let reads = recorder.reads.into_inner();
        (reads.len() <= MAX_READS).then_some((reads, holds))
    }

    /// Changes one of the symbols so that the body holds here; which, and to what.
    fn change(
        &self,
        pool: &Pool,
        checker: &mut Checker,
        model: &mut Model,
        reads: &[SymbolId],
        good: &[Value],
        constants: &[i128],
    ) -> Option<(SymbolId, Value)> {
        let values: SmallVec<[Value; 8]> = reads.iter().map(|&s| model.value_or_default(pool, s)).collect();
        for (i, &symbol) in reads.iter().enumerate() {
            let mut others: SmallVec<[Value; 8]> = good.iter().cloned().collect();
            others.extend(values.iter().enumerate().filter(|(j, _)| *j != i).map(|(_, value)| value.clone()));
            for candidate in candidates(pool, symbol, &others, constants) {
                model.set(symbol, candidate.clone());
                if self.look(pool, checker, model)?.1 {
                    return Some((symbol, candidate));
                }
            }
            model.set(symbol, values[i].clone());
        }
        None
    }
}

/// The numbers in a body, but not those of its quantifiers.
fn constants(pool: &Pool, body: Term) -> SmallVec<[i128; 12]> {
    let mut found: SmallVec<[i128; 12]> = SmallVec::new();
    let (mut seen, mut stack) = (FxSet::default(), vec![body]);
    while let Some(t) = stack.pop() {
        if !seen.insert(t) || seen.len() > 4096 || found.len() >= MAX_CONSTANTS {
            continue;
        }
        let number = match pool.value(t) {
            Some(Value::Int(n)) => n.to_i64().map(i128::from),
            Some(Value::Bits(b)) if b.width() > 1 => i128::try_from(b.unsigned()).ok(),
            Some(Value::Bits(_) | Value::Bool(_) | Value::Fp(..) | Value::Array(_)) | None => None,
        };
        if let Some(n) = number
            && !found.contains(&n)
        {
            found.push(n);
        }
        if !pool.features(t).contains(Features::QUANTIFIER) {
            stack.extend_from_slice(pool.args(t));
        }
    }
    found
}

/// Values worth trying for a symbol: those of others, and what is next to numbers that occur.
fn candidates(pool: &Pool, symbol: SymbolId, others: &[Value], constants: &[i128]) -> SmallVec<[Value; 48]> {
    let sort = pool.symbol_info(symbol).sort;
    let mut all: SmallVec<[Value; 48]> = others.iter().filter(|value| value.sort() == sort).cloned().collect();
    let near: SmallVec<[i128; 8]> = others
        .iter()
        .filter_map(|value| match value {
            Value::Int(n) => n.to_i64().map(i128::from),
            Value::Bits(b) => i128::try_from(b.unsigned()).ok(),
            Value::Bool(_) | Value::Fp(..) | Value::Array(_) => None,
        })
        .collect();
    let numbers =
        near.iter().chain(constants).flat_map(|&n| [n, n.wrapping_add(1), n.wrapping_sub(1)]).chain([0, 1, -1]);
    match sort {
        Sort::Bool => all.extend([Value::Bool(true), Value::Bool(false)]),
        Sort::Bv(w) => all.extend(numbers.map(|n| Value::Bits(Bits::from_signed(u32::from(w), n)))),
        Sort::Int => all.extend(numbers.filter_map(|n| Some(Value::Int(Integer::from(i64::try_from(n).ok()?))))),
        Sort::Fp(_) | Sort::Array(..) => {}
    }
    all
}
