//! Which of the solver processes a query goes to.

use super::pipe::Limit;
use super::session::{Reply, Session};
use super::{Bitwuzla, Z3};
use crate::{BackendChoice, SolverConfig, Stats, Why};
use pathfold_term::{Features, Pool, SymbolId, Term};
use smallvec::SmallVec;

/// How many answers each program has given.
pub(crate) type Answered = [u64; 2];
/// These programs.
const NAMES: [&str; 2] = ["z3", "bitwuzla"];

/// The processes of one solver.
pub(crate) struct Backends {
    /// Z3 for bit vectors, for quantified and nonlinear queries, for the rest: see [`z3_for`].
    z3: Vec<Session>,
    bitwuzla: Option<Session>,
    /// Bitwuzla for parts of queries, which have an assertion stack of their own.
    near: Option<Session>,
    /// Bitwuzla for quantified queries as a whole.
    bits: Option<Session>,
    /// Z3 for a quantified query as a whole, beside the others.
    pub whole: Option<Session>,
}

impl Backends {
    pub fn new(config: &SolverConfig) -> Backends {
        let z3 = |bits_only: bool, incremental: bool| {
            config.z3.as_ref().map(|path| Session::new(Box::new(Z3 { bits_only }), path.clone(), incremental))
        };
        let bitwuzla = |incremental: bool| {
            config.bitwuzla.as_ref().map(|path| Session::new(Box::new(Bitwuzla), path.clone(), incremental))
        };
        Backends {
            // In the order of `z3_for`.
            z3: [z3(config.incremental, config.incremental), z3(false, false), z3(false, config.incremental)]
                .into_iter()
                .flatten()
                .collect(),
            bitwuzla: bitwuzla(config.incremental),
            near: bitwuzla(config.incremental),
            bits: bitwuzla(false),
            whole: z3(false, false),
        }
    }

    /// How many answers each program has given.
    pub fn answered(&self) -> Answered {
        NAMES.map(|name| {
            let of = self.sessions().filter(|session| session.backend().name() == name);
            of.map(|session| session.answered).sum()
        })
    }

    /// Who has given answers since.
    pub fn answered_since(&self, before: Answered) -> SmallVec<[&'static str; 2]> {
        let counts = self.answered().into_iter().zip(before);
        NAMES.into_iter().zip(counts).filter(|(_, (now, before))| now > before).map(|(name, _)| name).collect()
    }

    pub fn sessions(&self) -> impl Iterator<Item = &Session> {
        self.z3.iter().chain(&self.bitwuzla).chain(&self.near).chain(&self.bits).chain(&self.whole)
    }

    /// Asks the process that fits whether the conjunction of `query` (the goal last) is satisfiable.
    pub fn ask(
        &mut self,
        pool: &mut Pool,
        config: &SolverConfig,
        query: &[Term],
        symbols: &[SymbolId],
        limit: &Limit,
        stats: &mut Stats,
    ) -> Result<Reply, Why> {
        let features = query.iter().fold(Features::NONE, |f, &t| f.union(pool.features(t)));
        let choice = config.choice;
        let mut failure = None;
        if choice != BackendChoice::Z3
            && let Some(session) = &mut self.bitwuzla
        {
            if features.contains(Features::QUANTIFIER) {
                // Always from nothing, in a process of its own.
                if choice == BackendChoice::Bitwuzla
                    && let Some(result) = self.ask_bits(pool, config, query, symbols, limit, stats)
                {
                    return result;
                }
            } else if session.backend().reads(features) {
                let before = session.lost;
                let result = session.check(pool, config, query, symbols, limit);
                stats.restarts += session.lost - before;
                match result {
                    Err(why @ (Why::Crashed(_) | Why::NoSolver(_) | Why::GaveUp(_))) => failure = Some(why),
                    other => return other,
                }
            }
            if choice == BackendChoice::Bitwuzla && failure.is_none() {
                let text = "bitwuzla cannot read integers; use z3 or the automatic choice";
                return Err(Why::NoSolver(text.to_owned()));
            }
        }
        if choice != BackendChoice::Bitwuzla
            && let Some(session) = self.z3.get_mut(z3_for(features))
        {
            let before = session.lost;
            let result = session.check(pool, config, query, symbols, limit);
            stats.restarts += session.lost - before;
            return result;
        }
        Err(failure.unwrap_or_else(|| Why::NoSolver(missing(choice))))
    }

    /// Asks Bitwuzla about part of a query; none if that is not for it.
    pub fn ask_near(
        &mut self,
        pool: &mut Pool,
        config: &SolverConfig,
        part: &[Term],
        symbols: &[SymbolId],
        limit: &Limit,
        stats: &mut Stats,
    ) -> Option<Result<Reply, Why>> {
        ask_bitwuzla(self.near.as_mut(), pool, config, part, symbols, limit, stats)
    }

    /// Asks Bitwuzla about a quantified query as a whole; none if that is not for it.
    pub fn ask_bits(
        &mut self,
        pool: &mut Pool,
        config: &SolverConfig,
        query: &[Term],
        symbols: &[SymbolId],
        limit: &Limit,
        stats: &mut Stats,
    ) -> Option<Result<Reply, Why>> {
        ask_bitwuzla(self.bits.as_mut(), pool, config, query, symbols, limit, stats)
    }
}

fn ask_bitwuzla(
    session: Option<&mut Session>,
    pool: &mut Pool,
    config: &SolverConfig,
    query: &[Term],
    symbols: &[SymbolId],
    limit: &Limit,
    stats: &mut Stats,
) -> Option<Result<Reply, Why>> {
    let features = query.iter().fold(Features::NONE, |f, &t| f.union(pool.features(t)));
    let session = session.filter(|s| config.choice != BackendChoice::Z3 && s.backend().reads(features))?;
    let before = session.lost;
    let result = session.check(pool, config, query, symbols, limit);
    stats.restarts += session.lost - before;
    Some(result)
}

/// Which of the Z3 sessions a query goes to.
fn z3_for(features: Features) -> usize {
    if features.intersects(Features::QUANTIFIER.union(Features::NONLINEAR)) {
        // Always from nothing: with an assertion stack Z3 gives up on quantifiers it otherwise decides at once.
        1
    } else if features.intersects(Features::INT.union(Features::FP)) {
        2
    } else {
        0
    }
}

fn missing(choice: BackendChoice) -> String {
    let program = match choice {
        BackendChoice::Bitwuzla => "bitwuzla",
        BackendChoice::Auto | BackendChoice::Z3 => "z3",
    };
    format!("{program} is needed and not installed; run scripts/setup")
}
