//! Asks a process about part of the query only: the goal and what ties its symbols to few others. A contradiction there is
//! one of the query; a model, with the witness's values for everything else, is often one of the query. Conditions that
//! it violates join, and again. A long path whose conditions share one symbol (the number of columns of a matrix, all of whose
//! rows have been looked at) is then a small question about that symbol instead of one about everything.

use crate::backend::choice::Backends;
use crate::backend::pipe::Limit;
use crate::backend::session::Reply;
use crate::check::{Checker, overlay};
use crate::{Model, SolverConfig, Stats};
use pathfold_base::FxSet;
use pathfold_term::{Pool, SymbolId, Term};
use std::time::Instant;

/// Shorter queries are asked as a whole.
const SHORTEST: usize = 12;
/// Conditions with more symbols than this join only where they are violated.
const FEW: usize = 4;
/// How often conditions join.
const ROUNDS: usize = 5;

/// What part of the query says about all of it.
pub(crate) enum Near {
    /// A model of the whole query, evaluated.
    Sat(Model),
    /// These conditions of it contradict each other.
    Unsat(Vec<Term>),
    /// Nothing.
    Pass,
}

/// Asks about parts of `query`, of which the first `sliced` conditions are the path's: the witness satisfies them.
#[expect(clippy::too_many_arguments, reason = "the parts of a solver, which it cannot lend as a whole")]
pub(crate) fn decide(
    pool: &mut Pool,
    checker: &mut Checker,
    backends: &mut Backends,
    config: &SolverConfig,
    stats: &mut Stats,
    (query, sliced): (&[Term], usize),
    witness: &Model,
    limit: &Limit,
) -> Near {
    if sliced < SHORTEST {
        return Near::Pass;
    }
    let mut chosen: Vec<bool> = (0..query.len()).map(|at| at >= sliced).collect();
    tie(pool, query, &mut chosen);
    let all = size(pool, query);
    let left = limit.until.saturating_duration_since(Instant::now());
    let limit = Limit { until: Instant::now() + left / 4, ..limit.clone() };
    for _ in 0..ROUNDS {
        let part: Vec<Term> = query.iter().zip(&chosen).filter(|(_, chosen)| **chosen).map(|(t, _)| *t).collect();
        if size(pool, &part) * 2 > all {
            break;
        }
        let mut symbols: Vec<SymbolId> = Vec::new();
        for &t in &part {
            symbols.extend(pool.free_symbols(t).iter().copied());
        }
        symbols.sort_unstable();
        symbols.dedup();
        match backends.ask_near(pool, config, &part, &symbols, &limit, stats) {
            // SOUND: fewer conditions than the query has.
            Some(Ok(Reply::Unsat)) => return Near::Unsat(part),
            Some(Ok(Reply::Sat(values))) => {
                let model = overlay(witness, values);
                let mut new = false;
                for (at, &t) in query.iter().enumerate() {
                    // SOUND: only a `true` from the evaluator counts.
                    if checker.truth(pool, t, &model) != Some(true) {
                        if chosen[at] {
                            return Near::Pass;
                        }
                        chosen[at] = true;
                        new = true;
                    }
                }
                if !new {
                    return Near::Sat(model);
                }
                tie(pool, query, &mut chosen);
            }
            Some(Err(_)) | None => break,
        }
    }
    Near::Pass
}

/// How large a query is, roughly.
fn size(pool: &mut Pool, conditions: &[Term]) -> usize {
    conditions.iter().map(|&t| pool.free_symbols(t).len()).sum()
}

/// Chooses the conditions with few symbols that share one with those chosen, and so on.
fn tie(pool: &mut Pool, query: &[Term], chosen: &mut [bool]) {
    let mut symbols: FxSet<SymbolId> = FxSet::default();
    for (&t, _) in query.iter().zip(chosen.iter()).filter(|(_, chosen)| **chosen) {
        symbols.extend(pool.free_symbols(t).iter().copied());
    }
    loop {
        let mut changed = false;
        for (&t, chosen) in query.iter().zip(chosen.iter_mut()).filter(|(_, chosen)| !**chosen) {
            let free = pool.free_symbols(t);
            if free.len() <= FEW && free.iter().any(|s| symbols.contains(s)) {
                *chosen = true;
                changed = true;
                symbols.extend(free.iter().copied());
            }
        }
        if !changed {
            return;
        }
    }
}
