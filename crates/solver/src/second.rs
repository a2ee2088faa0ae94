//! Second opinions: every answer is asked again of all solver programs, about the whole path and from nothing. A program that
//! gave the answer itself is no second one.

use std::time::Instant;

use crate::backend::pipe::Limit;
use crate::backend::session::{Reply, Session};
use crate::backend::{Bitwuzla, Z3};
use crate::emit::Status;
use crate::{Silence, SolverConfig, Stats, Why};
use pathfold_term::{Features, Pool, Term};

/// Who is asked.
#[derive(Default)]
pub(crate) struct Second {
    sessions: Vec<Session>,
}

impl Second {
    /// All that are installed, if second opinions are wanted.
    pub fn new(config: &SolverConfig) -> Self {
        if !config.second_opinion {
            return Self::default();
        }
        let z3 = config.z3.as_ref().map(|path| Session::new(Box::new(Z3 { bits_only: false }), path.clone(), false));
        let bitwuzla = config.bitwuzla.as_ref().map(|path| Session::new(Box::new(Bitwuzla), path.clone(), false));
        Self { sessions: z3.into_iter().chain(bitwuzla).collect() }
    }

    pub fn sessions(&self) -> impl Iterator<Item = &Session> {
        self.sessions.iter()
    }

    /// Compares what is claimed about a query, with the help of the programs named in `by`, with what all say; who contradicts.
    pub fn compare(
        &mut self,
        pool: &mut Pool,
        config: &SolverConfig,
        query: &[Term],
        limit: impl Fn() -> Limit,
        (claimed, by): (Status, &[&'static str]),
        stats: &mut Stats,
    ) -> Option<String> {
        let features = query.iter().fold(Features::NONE, |f, &t| f.union(pool.features(t)));
        let mut contradiction = None;
        // Who says what is claimed, the first one included.
        let mut voices = by.to_vec();
        let mut because = Why::NoSolver("none is installed that can read the query".to_owned());
        for session in self.sessions.iter_mut().filter(|s| s.backend().reads(features)) {
            let (name, begin) = (session.backend().name(), Instant::now());
            let said = match session.check(pool, config, query, &[], &limit()) {
                Ok(Reply::Sat(_)) => Status::Sat,
                Ok(Reply::Unsat) => Status::Unsat,
                Err(why) => {
                    Silence::note(&mut stats.silent, name, why.clone());
                    because = why;
                    Status::Unknown
                }
            };
            stats.backend_time += begin.elapsed();
            if said == claimed {
                voices.push(name);
            } else if said != Status::Unknown {
                contradiction = Some(format!("second opinion: {name} says {said:?}"));
            }
        }
        voices.sort_unstable();
        voices.dedup();
        // Our own layers are the first one if no program was.
        let agreements = if by.is_empty() { voices.len() } else { voices.len() - 1 };
        stats.agreements += agreements as u64;
        if agreements == 0 && contradiction.is_none() {
            stats.unchecked += 1;
            stats.unchecked_because.get_or_insert(because);
        }
        contradiction
    }
}
