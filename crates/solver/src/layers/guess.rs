//! Guesses a model near the witness for conditions that are not linear: one or two symbols of the goal get values that
//! the goal's own constants suggest, everything else stays. Counts as `repair`; the caller evaluates the result again.

use crate::Model;
use crate::check::Checker;
use crate::path::{Symbols, symbols_of};
use pathfold_base::{Bits, Integer};
use pathfold_term::{Features, Op, Pool, Sort, SymbolId, Term, Value};
use smallvec::SmallVec;
use std::collections::VecDeque;

/// How much of the goal is looked at for constants.
const NODES: usize = 48;
const MAX_SYMBOLS: usize = 6;
const MAX_CANDIDATES: usize = 24;

/// Two symbols are tried together only where there are few, with few values each: a thousand evaluations cost far less
/// than a process.
const MAX_PAIRED_SYMBOLS: usize = 4;
const MAX_PAIRED_CANDIDATES: usize = 12;
/// And it may take no more steps than that.
const ALL_STEPS: u64 = 1 << 12;

/// A model of `query` that differs from the witness in one or two symbols of the goal (the last condition).
pub(crate) fn guess(pool: &mut Pool, checker: &mut Checker, query: &[Term], witness: &Model) -> Option<Model> {
    let &goal = query.last()?;
    if checker.atoms.get(pool, goal).is_some() {
        // Linear atoms are decided better elsewhere.
        return None;
    }
    let mut symbols: Symbols = symbols_of(pool, goal);
    let wide = symbols.len() > MAX_SYMBOLS;
    if wide {
        // Of an array that is read at an index only the cell that the witness reads.
        symbols = checker.reads(pool, goal, witness, MAX_SYMBOLS)?;
    }
    let constants = constants(pool, goal);
    let last = checker.steps() + ALL_STEPS;
    for &symbol in &symbols {
        let mut model = witness.clone();
        for value in candidates(pool, symbol, &constants, witness) {
            model.set(symbol, value);
            if checker.all(pool, query, &model) {
                return Some(model);
            }
            if checker.steps() > last {
                return None;
            }
        }
    }
    // Going through ranges a thousand times costs more than a process.
    let ranges = query.iter().any(|&t| pool.features(t).contains(Features::QUANTIFIER));
    if ranges || wide || symbols.len() > MAX_PAIRED_SYMBOLS {
        return None;
    }
    pairs(pool, checker, query, goal, &symbols, witness)
}

/// Two symbols at once.
fn pairs(
    pool: &mut Pool,
    checker: &mut Checker,
    query: &[Term],
    goal: Term,
    symbols: &[SymbolId],
    witness: &Model,
) -> Option<Model> {
    let (constants, last) = (constants(pool, goal), checker.steps() + ALL_STEPS);
    let values: SmallVec<[_; MAX_PAIRED_SYMBOLS]> =
        symbols.iter().map(|symbol| candidates(pool, *symbol, &constants, witness)).collect();
    for first in 0..symbols.len() {
        for second in first + 1..symbols.len() {
            let mut model = witness.clone();
            for a in values[first].iter().take(MAX_PAIRED_CANDIDATES) {
                model.set(symbols[first], a.clone());
                for b in values[second].iter().take(MAX_PAIRED_CANDIDATES) {
                    model.set(symbols[second], b.clone());
                    if checker.all(pool, &[goal], &model) && checker.all(pool, query, &model) {
                        return Some(model);
                    }
                    if checker.steps() > last {
                        return None;
                    }
                }
            }
        }
    }
    None
}

/// The numbers that occur in a term.
fn constants(pool: &Pool, t: Term) -> SmallVec<[i128; 8]> {
    let mut found: SmallVec<[i128; 8]> = SmallVec::new();
    let mut seen: SmallVec<[Term; NODES]> = SmallVec::new();
    // What is near the top first: it is what the goal compares with.
    let mut queue: VecDeque<Term> = VecDeque::from([t]);
    while let Some(t) = queue.pop_front() {
        if seen.len() >= NODES {
            break;
        }
        if seen.contains(&t) {
            continue;
        }
        seen.push(t);
        let number = match pool.value(t) {
            Some(Value::Int(n)) => n.to_i64().map(i128::from),
            Some(Value::Bits(b)) => i128::try_from(b.unsigned()).ok(),
            Some(Value::Bool(_) | Value::Fp(..) | Value::Array(_)) | None => None,
        };
        if let Some(n) = number
            && !found.contains(&n)
            && found.len() < 8
        {
            found.push(n);
        }
        if !matches!(pool.op(t), Op::Forall(_)) {
            queue.extend(pool.args(t).iter().copied());
        }
    }
    found
}

/// Values worth trying, likely ones first.
fn candidates(pool: &Pool, symbol: SymbolId, constants: &[i128], witness: &Model) -> SmallVec<[Value; 24]> {
    let mut numbers: SmallVec<[i128; 32]> = SmallVec::new();
    for &c in constants {
        numbers.extend([c, c.wrapping_add(1), c.wrapping_sub(1)]);
    }
    let values: SmallVec<[Value; 24]> = match pool.symbol_info(symbol).sort {
        Sort::Bool => {
            let now = witness.value_or_default(pool, symbol).as_bool().unwrap_or(false);
            SmallVec::from_iter([Value::Bool(!now)])
        }
        Sort::Bv(width) => {
            let top = 1i128 << (u32::from(width).min(126) - 1);
            numbers.extend([0, 1, -1, top, top - 1]);
            let bits = |&n: &i128| Value::Bits(Bits::from_signed(u32::from(width), n));
            numbers.iter().map(bits).take(MAX_CANDIDATES).collect()
        }
        Sort::Int => {
            numbers.extend([0, 1, -1]);
            let int = |&n: &i128| i64::try_from(n).ok().map(|n| Value::Int(Integer::from(n)));
            numbers.iter().filter_map(int).take(MAX_CANDIDATES).collect()
        }
        Sort::Fp(_) | Sort::Array(..) => SmallVec::new(),
    };
    let now = witness.get(symbol);
    let mut distinct: SmallVec<[Value; 24]> = SmallVec::new();
    for value in values {
        if Some(&value) != now && !distinct.contains(&value) {
            distinct.push(value);
        }
    }
    distinct
}
