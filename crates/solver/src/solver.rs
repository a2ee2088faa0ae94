//! The chain of layers. This file says who is asked in which order; each layer says why its answers are right.

use crate::backend::choice::{Answered, Backends};
use crate::backend::pipe::Limit;
use crate::backend::session::{Reply, Session};
use crate::check::{Checker, merge, overlay};
use crate::emit::{Status, script};
use crate::layers::cache::{Cache, Hit};
use crate::layers::domain::{self, Domains};
use crate::layers::linear::{Lowering, Verdict};
use crate::layers::models::Recent;
use crate::layers::near::{self, Near};
use crate::layers::trying::{self, Few};
use crate::layers::{bounds, eliminate, guess, linear, loose, order, repair};
use crate::path::{Symbols, symbols_of};
use crate::quantified::{Found, Names, Stages};
use crate::second::Second;
use crate::{Answer, Fault, Layer, Model, PathCondition, SolverConfig, Stats, Why};
use pathfold_term::{FALSE, Features, Op, Pool, TRUE, Term};
use smallvec::SmallVec;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// How long a solver is asked before all values are tried, if they are few.
const BEFORE_TRYING: Duration = Duration::from_secs(1);

/// Answers queries of one pool.
pub struct Solver {
    config: SolverConfig,
    backends: Backends,
    second: Second,
    checker: Checker,
    cache: Cache,
    recent: Recent,
    domains: Domains,
    lowering: Lowering,
    names: Names,
    deadline: Option<Instant>,
    patience: Option<Duration>,
    stop: Option<Arc<AtomicBool>>,
    stats: Stats,
    fault: Option<Fault>,
    emitted: u64,
    /// The conditions of the current query: slice, then the goal's parts.
    query: Vec<Term>,
    /// How many of them are the slice's.
    sliced: usize,
    /// The same, sorted.
    key: Vec<Term>,
}

impl Solver {
    /// A solver; processes start at the first query that needs one.
    pub fn new(config: SolverConfig) -> Solver {
        Solver {
            backends: Backends::new(&config),
            second: Second::new(&config),
            checker: Checker::default(),
            cache: Cache::default(),
            recent: Recent::default(),
            domains: Domains::default(),
            lowering: Lowering::default(),
            names: Names::default(),
            deadline: None,
            patience: None,
            stop: None,
            stats: Stats::default(),
            fault: None,
            emitted: 0,
            query: Vec::new(),
            sliced: 0,
            key: Vec::new(),
            config,
        }
    }

    /// Is `path ∧ goal` satisfiable? Precondition: `witness` satisfies `path`. The model of `Sat` satisfies
    /// `path ∧ goal`; it is the witness with as little changed as was found.
    pub fn check(&mut self, pool: &mut Pool, path: &PathCondition, goal: Term, witness: &Model) -> Answer {
        self.stats.queries += 1;
        let before = self.backends.answered();
        let (layer, mut answer) = self.decide(pool, path, goal, witness);
        if self.config.second_opinion {
            let by = match (&answer, layer) {
                // Nobody knows who said first that it is so.
                (Answer::Unsat, Layer::Cache) => self.backends.answered_since(Answered::default()),
                (Answer::Unsat, _) => self.backends.answered_since(before),
                // A model was evaluated, whoever found it.
                (Answer::Sat(_) | Answer::Unknown(_), _) => SmallVec::new(),
            };
            answer = self.compare(pool, path, goal, (layer, &by), answer);
        }
        self.stats.count(layer, &answer);
        answer
    }

    /// Both sides of a branch: `path ∧ cond` and `path ∧ ¬cond`. The witness decides one of them for free.
    pub fn branch(&mut self, pool: &mut Pool, path: &PathCondition, cond: Term, witness: &Model) -> (Answer, Answer) {
        let not = pool.not(cond);
        (self.check(pool, path, cond, witness), self.check(pool, path, not, witness))
    }

    /// When the whole run must be over: no query outlives it.
    pub fn set_deadline(&mut self, deadline: Option<Instant>) {
        self.deadline = deadline;
    }

    /// How long a query may take from now on at most, if that is less than the configuration says.
    pub fn set_patience(&mut self, patience: Option<Duration>) {
        self.patience = patience;
    }

    /// A flag that abandons the running query, and all later ones that need a process, soon after it is raised.
    pub fn set_stop(&mut self, stop: Arc<AtomicBool>) {
        self.stop = Some(stop);
    }

    /// After a panic of ours in the middle of a query: everything that may be half done is made anew, the processes too.
    pub fn recover(&mut self) {
        let mut fresh = Solver::new(self.config.clone());
        fresh.deadline = self.deadline;
        fresh.stop = self.stop.take();
        fresh.stats = std::mem::take(&mut self.stats);
        fresh.fault = self.fault.take();
        fresh.emitted = self.emitted;
        *self = fresh;
    }

    /// Counters.
    pub fn stats(&self) -> &Stats {
        &self.stats
    }

    /// The first wrong answer that was noticed.
    pub fn fault(&self) -> Option<&Fault> {
        self.fault.as_ref()
    }

    /// The process ids of the running back ends.
    pub fn process_ids(&self) -> Vec<u32> {
        self.backends.sessions().chain(self.second.sessions()).filter_map(Session::process_id).collect()
    }

    fn decide(&mut self, pool: &mut Pool, path: &PathCondition, goal: Term, witness: &Model) -> (Layer, Answer) {
        let goal = path.simplify(pool, goal);
        if goal == TRUE {
            return (Layer::Constant, Answer::Sat(witness.clone()));
        }
        if goal == FALSE {
            return (Layer::Constant, Answer::Unsat);
        }
        self.checker.prepare(pool, goal);
        if self.config.layers {
            // SOUND: the witness satisfies the path (precondition), so it satisfies the conjunction.
            if self.checker.truth(pool, goal, witness) == Some(true) {
                return (Layer::Witness, Answer::Sat(witness.clone()));
            }
            if bounds::refutes(pool, path, goal) {
                return (Layer::Bounds, Answer::Unsat);
            }
            let (checker, lowering) = (&mut self.checker, &mut self.lowering);
            if let Some(model) = loose::decide(pool, checker, lowering, path, goal, witness, self.deadline) {
                return (Layer::Loose, Answer::Sat(model));
            }
        }
        // SOUND: the rest of the path shares no symbol with the slice and the goal, and the witness satisfies it.
        path.slice_into(&symbols_of(pool, goal), &mut self.query);
        self.sliced = self.query.len();
        if pool.op(goal) == Op::And {
            self.query.extend_from_slice(pool.args(goal));
        } else {
            self.query.push(goal);
        }
        if self.query.first() == Some(&FALSE) {
            return (Layer::Constant, Answer::Unsat);
        }
        for &t in &self.query {
            self.checker.prepare(pool, t);
        }
        self.key.clear();
        self.key.extend_from_slice(&self.query);
        self.key.sort_unstable();
        self.key.dedup();
        if self.config.layers
            && let Some((layer, answer)) = self.layers(pool, path, witness)
        {
            return (layer, answer);
        }
        let quantified = self.query.iter().any(|&t| pool.features(t).contains(Features::QUANTIFIER));
        if quantified && self.config.stages {
            return self.quantified(pool, witness);
        }
        // Where few values are left, trying them comes before waiting for long.
        let few = Few::of(pool, &mut self.checker, path, &self.query, witness, trying::PATIENT);
        if let Some(few) = few.filter(|_| self.config.layers) {
            let answer = self.backend(pool, witness, BEFORE_TRYING);
            if !matches!(answer, Answer::Unknown(_)) || self.over().is_some() {
                return (Layer::Backend, answer);
            }
            if let Some(answer) = self.tried(pool, &few, witness, trying::PATIENT) {
                return (Layer::Trying, answer);
            }
        }
        (Layer::Backend, self.backend(pool, witness, Duration::MAX))
    }

    /// What trying all values says, if it does not take too long.
    fn tried(&mut self, pool: &Pool, few: &Few, witness: &Model, steps: u64) -> Option<Answer> {
        match few.decide(pool, &mut self.checker, witness, steps) {
            domain::Verdict::Sat(values) => {
                let model = overlay(witness, values);
                self.cache.add_sat(&self.key, &model);
                Some(Answer::Sat(model))
            }
            domain::Verdict::Unsat => {
                self.cache.add_unsat(&self.key);
                Some(Answer::Unsat)
            }
            domain::Verdict::Pass => None,
        }
    }

    /// The stages for queries with quantifiers.
    fn quantified(&mut self, pool: &mut Pool, witness: &Model) -> (Layer, Answer) {
        if let Some(why) = self.over() {
            return (Layer::Quantified, Answer::Unknown(why));
        }
        let begin = Instant::now();
        self.stats.backend_queries += 1;
        self.stats.largest_query = self.stats.largest_query.max(self.query.len());
        let symbols = query_symbols(pool, &self.query);
        let limit = self.limit(Duration::MAX);
        let mut stages = Stages {
            config: &self.config,
            backends: &mut self.backends,
            checker: &mut self.checker,
            lowering: &mut self.lowering,
            names: &mut self.names,
            stats: &mut self.stats,
            limit,
            witness,
            query: &self.query,
            symbols: &symbols,
            failed: 0,
            waited: false,
            said: None,
            rival: None,
        };
        let (layer, found) = stages.decide(pool);
        self.stats.backend_time += begin.elapsed();
        let answer = match found {
            Found::Unsat => {
                self.cache.add_unsat(&self.key);
                Answer::Unsat
            }
            // Evaluated by the stages; only the query's own symbols are of interest.
            Found::Sat(model) => {
                let model = merge(pool, witness, &model, &symbols);
                self.cache.add_sat(&self.key, &model);
                self.recent.add(&model);
                Answer::Sat(model)
            }
            Found::Unknown(Why::Timeout) if self.deadline.is_some_and(|d| d <= Instant::now()) => {
                Answer::Unknown(Why::Deadline)
            }
            Found::Unknown(why) => Answer::Unknown(why),
        };
        self.stats.cache_size = self.cache.len();
        self.emit(pool, &answer);
        (layer, answer)
    }

    /// Why no process may be asked any more.
    fn over(&self) -> Option<Why> {
        if self.stop.as_ref().is_some_and(|stop| stop.load(Ordering::Relaxed)) {
            return Some(Why::Interrupted);
        }
        self.deadline.is_some_and(|d| d <= Instant::now()).then_some(Why::Deadline)
    }

    /// The layers that look at the whole query.
    fn layers(&mut self, pool: &mut Pool, path: &PathCondition, witness: &Model) -> Option<(Layer, Answer)> {
        match self.domains.decide(pool, &mut self.checker, &self.query, self.sliced, witness) {
            domain::Verdict::Unsat => return Some((Layer::Domain, Answer::Unsat)),
            domain::Verdict::Sat(values) => return Some((Layer::Domain, Answer::Sat(overlay(witness, values)))),
            domain::Verdict::Pass => {}
        }
        match self.cache.lookup(&self.key) {
            Some(Hit::Unsat) => return Some((Layer::Cache, Answer::Unsat)),
            Some(Hit::Sat(model)) if self.checker.all(pool, &self.query, model) => {
                let model = model.clone();
                return Some((Layer::Cache, Answer::Sat(self.merged(pool, witness, &model))));
            }
            Some(Hit::Sat(_)) | None => {}
        }
        if let Some(model) = self.recent.find(pool, &mut self.checker, &self.query).cloned() {
            let model = self.merged(pool, witness, &model);
            self.cache.add_sat(&self.key, &model);
            return Some((Layer::Models, Answer::Sat(model)));
        }
        if let Some(core) = order::refute(pool, &self.query, self.sliced) {
            self.refuted_by(&core);
            return Some((Layer::Order, Answer::Unsat));
        }
        if let Some(values) = repair::repair(pool, &mut self.checker, &self.query, witness)
            && let Some(model) = self.believed(pool, overlay(witness, values))
        {
            return Some((Layer::Repair, Answer::Sat(model)));
        }
        for decide in [linear::decide, eliminate::decide] {
            let (checker, lowering) = (&mut self.checker, &mut self.lowering);
            match decide(pool, checker, lowering, &self.query, self.sliced, witness, self.deadline) {
                Verdict::Sat(model) => {
                    if let Some(model) = self.believed(pool, model) {
                        return Some((Layer::Linear, Answer::Sat(model)));
                    }
                }
                Verdict::Unsat(core) => {
                    self.refuted_by(&core);
                    return Some((Layer::Linear, Answer::Unsat));
                }
                Verdict::Pass => {}
            }
        }
        if let Some(model) = guess::guess(pool, &mut self.checker, &self.query, witness)
            && let Some(model) = self.believed(pool, model)
        {
            return Some((Layer::Repair, Answer::Sat(model)));
        }
        let steps = trying::worth(pool, &self.query);
        let few = Few::of(pool, &mut self.checker, path, &self.query, witness, steps)?;
        Some((Layer::Trying, self.tried(pool, &few, witness, steps)?))
    }

    /// Remembers conditions of the query that contradict each other: they decide more later queries than the whole.
    fn refuted_by(&mut self, core: &[usize]) {
        let mut core: Vec<Term> = core.iter().filter_map(|&i| self.query.get(i).copied()).collect();
        core.sort_unstable();
        core.dedup();
        self.cache.add_unsat(&core);
        self.stats.cache_size = self.cache.len();
    }

    /// `witness` with the values another model has for the symbols of the query.
    fn merged(&self, pool: &mut Pool, witness: &Model, from: &Model) -> Model {
        let symbols = query_symbols(pool, &self.query);
        merge(pool, witness, from, &symbols)
    }

    /// The model, remembered, if it satisfies the query.
    fn believed(&mut self, pool: &Pool, model: Model) -> Option<Model> {
        if !self.checker.all(pool, &self.query, &model) {
            return None;
        }
        self.cache.add_sat(&self.key, &model);
        self.recent.add(&model);
        self.stats.cache_size = self.cache.len();
        Some(model)
    }

    /// Until when a query that starts now may run.
    fn limit(&self, most: Duration) -> Limit {
        let time = self.patience.map_or(self.config.query_timeout, |patience| patience.min(self.config.query_timeout));
        let time = time.min(most);
        let until = Instant::now() + time;
        Limit { until: self.deadline.map_or(until, |d| d.min(until)), stop: self.stop.clone(), rival: None }
    }

    fn backend(&mut self, pool: &mut Pool, witness: &Model, most: Duration) -> Answer {
        if let Some(why) = self.over() {
            return Answer::Unknown(why);
        }
        let (begin, deadline) = (Instant::now(), self.deadline);
        self.stats.backend_queries += 1;
        self.stats.largest_query = self.stats.largest_query.max(self.query.len());
        let (symbols, limit) = (query_symbols(pool, &self.query), self.limit(most));
        if self.config.layers
            && let Some(answer) = self.near(pool, witness, &limit)
        {
            self.stats.backend_time += begin.elapsed();
            self.emit(pool, &answer);
            return answer;
        }
        let result = self.backends.ask(pool, &self.config, &self.query, &symbols, &limit, &mut self.stats);
        self.stats.backend_time += begin.elapsed();
        let answer = match result {
            Ok(Reply::Unsat) => {
                self.cache.add_unsat(&self.key);
                self.stats.cache_size = self.cache.len();
                Answer::Unsat
            }
            Ok(Reply::Sat(values)) => {
                let model = overlay(witness, values);
                self.judge(pool, model)
            }
            Err(Why::Timeout) if deadline.is_some_and(|d| d <= Instant::now()) => Answer::Unknown(Why::Deadline),
            Err(why) => Answer::Unknown(why),
        };
        self.emit(pool, &answer);
        answer
    }

    /// What a process says about part of the query, if that decides all of it.
    fn near(&mut self, pool: &mut Pool, witness: &Model, limit: &Limit) -> Option<Answer> {
        let query = (self.query.as_slice(), self.sliced);
        let (checker, backends, stats) = (&mut self.checker, &mut self.backends, &mut self.stats);
        match near::decide(pool, checker, backends, &self.config, stats, query, witness, limit) {
            Near::Sat(model) => Some(Answer::Sat(self.believed(pool, model)?)),
            Near::Unsat(mut part) => {
                // Part of it decides more later queries than the whole.
                part.sort_unstable();
                part.dedup();
                self.cache.add_unsat(&part);
                self.stats.cache_size = self.cache.len();
                Some(Answer::Unsat)
            }
            Near::Pass => None,
        }
    }

    /// A back end's model is believed only if it satisfies the query.
    fn judge(&mut self, pool: &mut Pool, model: Model) -> Answer {
        if let Some(model) = self.believed(pool, model.clone()) {
            return Answer::Sat(model);
        }
        let query = std::mem::take(&mut self.query);
        let wrong = query.iter().any(|&t| self.checker.truth(pool, t, &model) == Some(false));
        if wrong {
            self.record(pool, &query, "a solver's model does not satisfy its query");
        }
        self.query = query;
        let what = if wrong { "its model does not satisfy the query" } else { "its model cannot be evaluated" };
        Answer::Unknown(Why::GaveUp(what.to_owned()))
    }

    /// Asks everybody about the complete path from nothing and compares with what a layer says, with the help of these programs.
    fn compare(
        &mut self,
        pool: &mut Pool,
        path: &PathCondition,
        goal: Term,
        (layer, by): (Layer, &[&'static str]),
        answer: Answer,
    ) -> Answer {
        let claimed = status_of(&answer);
        if claimed == Status::Unknown {
            return answer;
        }
        let mut query: Vec<Term> = path.iter().collect();
        query.push(goal);
        let mut second = std::mem::take(&mut self.second);
        let mut stats = std::mem::take(&mut self.stats);
        let limit = || self.limit(Duration::MAX);
        let found = second.compare(pool, &self.config, &query, limit, (claimed, by), &mut stats);
        (self.second, self.stats) = (second, stats);
        let Some(contradiction) = found else { return answer };
        let what = format!("{contradiction}, layer {} says {claimed:?}", layer.name()).to_lowercase();
        self.record(pool, &query, &what);
        Answer::Unknown(Why::GaveUp(what))
    }

    /// Records a wrong answer with its query.
    fn record(&mut self, pool: &mut Pool, query: &[Term], what: &str) {
        self.stats.disagreements += 1;
        let text = script(pool, query, Status::Unknown, what);
        let dir = self.config.fault_dir.as_deref().or(self.config.emit_dir.as_deref());
        let name = format!("fault-{:06}.smt2", self.stats.disagreements);
        let file = dir.and_then(|dir| write_file(dir, &name, &text));
        // The first one stays: later ones are often its consequences.
        if self.fault.is_none() {
            self.fault = Some(Fault { what: what.to_owned(), query: text, file });
        }
    }

    fn emit(&mut self, pool: &mut Pool, answer: &Answer) {
        let Some(dir) = self.config.emit_dir.clone() else { return };
        self.emitted += 1;
        let comment = match answer {
            Answer::Sat(_) => "answer: sat".to_owned(),
            Answer::Unsat => "answer: unsat".to_owned(),
            Answer::Unknown(why) => format!("answer: unknown: {why}"),
        };
        let text = script(pool, &self.query, status_of(answer), &comment);
        // APPROX: a directory that cannot be written costs the file, not the answer.
        let _ = write_file(&dir, &format!("query-{:06}.smt2", self.emitted), &text);
    }
}

fn write_file(dir: &Path, name: &str, text: &str) -> Option<PathBuf> {
    std::fs::create_dir_all(dir).ok()?;
    let file = dir.join(name);
    std::fs::write(&file, text).ok()?;
    Some(file)
}

fn status_of(answer: &Answer) -> Status {
    match answer {
        Answer::Sat(_) => Status::Sat,
        Answer::Unsat => Status::Unsat,
        Answer::Unknown(_) => Status::Unknown,
    }
}

/// All free symbols of a query.
fn query_symbols(pool: &mut Pool, query: &[Term]) -> Symbols {
    let mut symbols = Symbols::new();
    for &t in query {
        symbols.extend(pool.free_symbols(t).iter().copied());
    }
    symbols.sort_unstable();
    symbols.dedup();
    symbols
}
