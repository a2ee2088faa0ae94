//! A conversation with one solver program: starts it when needed, keeps an assertion stack in step with the path,
//! restarts it when it died, hung or wore out.

use super::Backend;
use super::pipe::{Broken, Limit, Pipe};
use super::text::Known;
use crate::{SolverConfig, Why};
use pathfold_term::{Pool, Sort, SymbolId, Term, Value, smtlib};
use std::fmt::Write;
use std::os::fd::OwnedFd;
use std::path::PathBuf;
use std::sync::Arc;

/// A process that holds more names than this is replaced.
const MAX_NAMES: usize = 60_000;

/// What the process said.
#[derive(Clone, Debug)]
pub(crate) enum Reply {
    Sat(Vec<(SymbolId, Value)>),
    Unsat,
}

struct Process {
    pipe: Pipe,
    known: Known,
    /// The conditions on the assertion stack, one level each.
    stack: Vec<Term>,
    /// Whether the goal of the last query is still on top of them.
    goal_on_top: bool,
    queries: u32,
}

/// One solver program.
pub(crate) struct Session {
    backend: Box<dyn Backend>,
    program: PathBuf,
    /// Whether the assertions of the last query stay; without, every query starts from nothing.
    incremental: bool,
    process: Option<Process>,
    /// A query was started and its answer is still out.
    busy: bool,
    /// Answers given.
    pub answered: u64,
    /// Processes lost: died, killed for their time, or out of step.
    pub lost: u64,
}

impl Session {
    pub fn new(backend: Box<dyn Backend>, program: PathBuf, incremental: bool) -> Session {
        Session { backend, program, incremental, process: None, busy: false, answered: 0, lost: 0 }
    }

    pub fn backend(&self) -> &dyn Backend {
        &*self.backend
    }

    /// The process id, while there is a process.
    pub fn process_id(&self) -> Option<u32> {
        self.process.as_ref().map(|p| p.pipe.id())
    }

    /// Whether the conjunction of `query` (the goal last) is satisfiable, with values for `symbols`.
    pub fn check(
        &mut self,
        pool: &mut Pool,
        config: &SolverConfig,
        query: &[Term],
        symbols: &[SymbolId],
        limit: &Limit,
    ) -> Result<Reply, Why> {
        let mut retried = false;
        loop {
            let result = self.attempt(pool, config, query, symbols, limit);
            let broken = match result {
                Ok(reply) => return reply,
                Err(broken) => broken,
            };
            // Whatever happened, the process and we no longer agree about the stack.
            self.process = None;
            self.lost += 1;
            return Err(match broken {
                Broken::Timeout | Broken::Overtaken => Why::Timeout,
                Broken::Interrupted => Why::Interrupted,
                Broken::Nonsense(text) => Why::GaveUp(format!("{} said {text}", self.backend.name())),
                Broken::Dead(_) if !retried => {
                    // Somebody may have killed it between or during queries: once more with a new one.
                    retried = true;
                    continue;
                }
                Broken::Dead(text) => Why::Crashed(format!("{}: {text}", self.backend.name())),
            });
        }
    }

    fn attempt(
        &mut self,
        pool: &mut Pool,
        config: &SolverConfig,
        query: &[Term],
        symbols: &[SymbolId],
        limit: &Limit,
    ) -> Result<Result<Reply, Why>, Broken> {
        if let Err(why) = self.send(pool, config, query, limit)? {
            return Ok(Err(why));
        }
        self.receive(pool, symbols, limit, limit)
    }

    /// Asks without waiting for the answer; [`Session::poll`] gets it, and until then this session is busy.
    pub fn start(&mut self, pool: &mut Pool, config: &SolverConfig, query: &[Term], limit: &Limit) -> bool {
        self.busy = matches!(self.send(pool, config, query, limit), Ok(Ok(())));
        if !self.busy {
            self.process = None;
        }
        self.busy
    }

    /// The answer to the query that was started, if it is there by the limit `now`; the model may take until `limit`.
    pub fn poll(
        &mut self,
        pool: &Pool,
        symbols: &[SymbolId],
        now: &Limit,
        limit: &Limit,
    ) -> Option<Result<Reply, Why>> {
        let received = self.receive(pool, symbols, now, limit);
        self.busy = matches!(received, Err(Broken::Timeout));
        match received {
            Ok(reply) => Some(reply),
            Err(Broken::Timeout) => None,
            Err(broken) => {
                self.process = None;
                self.lost += 1;
                Some(Err(Why::Crashed(format!("{}: {broken:?}", self.backend.name()))))
            }
        }
    }

    /// Where the answer to the query that was started comes.
    pub fn answers(&self) -> Option<Arc<OwnedFd>> {
        self.process.as_ref().filter(|_| self.busy)?.pipe.answers()
    }

    /// Ends a query that was started: nobody wants its answer any more.
    pub fn abandon(&mut self) {
        self.process = None;
        self.busy = false;
    }

    /// Whether a query was started and its answer is still out.
    pub fn is_busy(&self) -> bool {
        self.busy
    }

    fn send(
        &mut self,
        pool: &mut Pool,
        config: &SolverConfig,
        query: &[Term],
        limit: &Limit,
    ) -> Result<Result<(), Why>, Broken> {
        let worn = self.backend.worn_after();
        if self.process.as_ref().is_some_and(|p| p.queries >= worn || p.known.len() > MAX_NAMES) {
            self.process = None;
        }
        let mut text = String::new();
        if self.process.is_none() {
            let mut command = self.backend.command(&self.program, config);
            let pipe = match Pipe::spawn(&mut command) {
                Ok(pipe) => pipe,
                Err(error) => {
                    let program = self.program.display();
                    return Ok(Err(Why::NoSolver(format!("cannot start `{program}`: {error}"))));
                }
            };
            text.push_str(self.backend.preamble());
            let (known, stack) = (Known::default(), Vec::new());
            self.process = Some(Process { pipe, known, stack, goal_on_top: false, queries: 0 });
        }
        let Some(process) = &mut self.process else {
            return Err(Broken::Dead("no process".to_owned()));
        };
        if !self.incremental && process.queries > 0 {
            text.push_str("(reset)\n");
            text.push_str(self.backend.preamble());
            process.known = Known::default();
            process.stack.clear();
            process.goal_on_top = false;
        }
        process.queries += 1;
        if let Err(why) = process.assert(pool, query, self.incremental, &mut text) {
            // Half of it may be written down as known: start over next time.
            self.process = None;
            return Ok(Err(Why::GaveUp(why)));
        }
        text.push_str("(check-sat)\n");
        process.pipe.write(text.as_bytes(), limit)?;
        Ok(Ok(()))
    }

    fn receive(
        &mut self,
        pool: &Pool,
        symbols: &[SymbolId],
        now: &Limit,
        limit: &Limit,
    ) -> Result<Result<Reply, Why>, Broken> {
        let Some(process) = &mut self.process else {
            return Err(Broken::Dead("no process".to_owned()));
        };
        let reply = process.pipe.read(now)?;
        self.answered += u64::from(matches!(reply.as_str(), "sat" | "unsat"));
        match reply.as_str() {
            "unsat" => Ok(Ok(Reply::Unsat)),
            "sat" => Ok(match process.values(pool, symbols, limit)? {
                Ok(values) => Ok(Reply::Sat(values)),
                Err(text) => Err(Why::GaveUp(format!("{} gave a model we cannot read: {text}", self.backend.name()))),
            }),
            "unknown" | "timeout" => Ok(Err(Why::GaveUp(format!("{} said unknown", self.backend.name())))),
            // SOUND: after an error the process may have dropped a condition; it is not asked again.
            other => Err(Broken::Nonsense(format!("`{}`", shorten(other)))),
        }
    }
}

fn shorten(text: &str) -> String {
    text.chars().take(200).collect()
}

impl Process {
    /// Brings the assertion stack to `query`: what the last query shares stays.
    fn assert(&mut self, pool: &mut Pool, query: &[Term], incremental: bool, text: &mut String) -> Result<(), String> {
        if !incremental {
            // No levels: Z3 has stronger strategies for what it knows to be the whole problem.
            for &condition in query {
                let condition = self.known.term(pool, condition, text)?;
                let _ = writeln!(text, "(assert {condition})");
            }
            return Ok(());
        }
        let Some((&goal, path)) = query.split_last() else { return Err("an empty query".to_owned()) };
        let shared = self.stack.iter().zip(path).take_while(|(a, b)| a == b).count();
        let surplus = self.stack.len() - shared + usize::from(self.goal_on_top);
        if surplus > 0 {
            let _ = writeln!(text, "(pop {surplus})");
        }
        self.stack.truncate(shared);
        for &condition in path.get(shared..).unwrap_or_default() {
            let condition_text = self.known.term(pool, condition, text)?;
            let _ = writeln!(text, "(push 1)\n(assert {condition_text})");
            self.stack.push(condition);
        }
        let goal_text = self.known.term(pool, goal, text)?;
        let _ = writeln!(text, "(push 1)\n(assert {goal_text})");
        self.goal_on_top = true;
        Ok(())
    }

    /// Asks for the values of symbols after `sat`.
    fn values(
        &mut self,
        pool: &Pool,
        symbols: &[SymbolId],
        limit: &Limit,
    ) -> Result<Result<Vec<(SymbolId, Value)>, String>, Broken> {
        if symbols.is_empty() {
            return Ok(Ok(Vec::new()));
        }
        let mut text = String::from("(get-value (");
        for symbol in symbols {
            let _ = write!(text, "s{} ", symbol.0);
        }
        text.push_str("))\n");
        self.pipe.write(text.as_bytes(), limit)?;
        let reply = self.pipe.read(limit)?;
        if !reply.starts_with('(') || reply.starts_with("(error") {
            return Err(Broken::Nonsense(format!("`{}`", shorten(&reply))));
        }
        let sorts: Vec<Sort> = symbols.iter().map(|&s| pool.symbol_info(s).sort).collect();
        let Ok(values) = smtlib::values(&reply, &sorts) else { return Ok(Err(shorten(&reply))) };
        if values.len() != symbols.len() || values.iter().zip(&sorts).any(|(value, sort)| value.sort() != *sort) {
            return Ok(Err(shorten(&reply)));
        }
        Ok(Ok(symbols.iter().copied().zip(values).collect()))
    }
}
