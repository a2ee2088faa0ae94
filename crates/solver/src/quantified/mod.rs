//! Queries that still have quantifiers when the quick layers are through. Stages, each with its own place in the
//! statistics; if they do not decide it soon Z3 works on the whole query beside them, and its `unsat` ends them at once:
//!
//! - `strip`: without quantifiers, with what they say at both ends (seed 3, 6.4: strip);
//! - `duplicate`: a model of that, changed where it fails by copying from where it does not (seed 3: duplicate);
//! - `instances`: what the quantifiers say where the query reads and where models fail joins, and again (seed 3: repair);
//! - `unfold`: ranges up to K only, written out (seed 4, section 4). Satisfiable there is satisfiable;
//! - `expand`: no range can be longer than K, so that was everything;
//! - `quantified`: the whole query by Z3.
//!
//! `Unsat` is a proof: of fewer conditions, or of a split into short and longer ranges. `Sat` is a model that satisfies
//! the whole query, quantifiers included, when evaluated.

mod duplicate;
mod places;
mod range;
mod strip;

pub(crate) use self::strip::Names;
use self::strip::Stripped;
use crate::backend::choice::Backends;
use crate::backend::pipe::Limit;
use crate::backend::session::Reply;
use crate::check::{Checker, overlay};
use crate::layers::linear::{self, Lowering, Verdict};
use crate::path::Symbols;
use crate::{BackendChoice, Layer, Model, SolverConfig, Stats, Why};
use pathfold_term::{FALSE, Features, Pool, SymbolId, TRUE, Term};
use std::os::fd::OwnedFd;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Lengths up to which ranges are written out, one after the other.
const LENGTHS: [u64; 5] = [4, 16, 64, 256, 1024];
/// At how many positions of a quantifier the first model is repaired; later ones at more.
const POSITIONS: usize = 8;
/// How many terms the instances of one query may make.
const NEW_TERMS: usize = 60_000;
/// How many term evaluations one quantified condition may cost, at most and per millisecond that the query has (a few
/// percent of it), and the search for positions at which it fails.
const PATIENCE: u64 = 1 << 21;
const STEPS_PER_MS: u64 = 1000;
const SEARCH: u64 = 1 << 19;
/// The least time for one question to a process.
const SLICE: Duration = Duration::from_millis(150);
/// How often instances that a model violates join before all do.
const JOINS: u32 = 6;
/// After how many models that failed Bitwuzla is asked about the whole query: before, instances are faster.
const BITS_AFTER: u32 = 1;
/// After how many models that failed Z3 starts on the whole query (most are decided before), and beyond which length of
/// ranges its answer is waited for. A proof counts when it comes. A model does not: which one an answer has must not
/// depend on the clock, so it is used where it would be waited for.
const RACE_AFTER: u32 = 3;
const WAIT_AFTER: u64 = 16;

/// What the stages work with.
pub(crate) struct Stages<'a> {
    pub config: &'a SolverConfig,
    pub backends: &'a mut Backends,
    pub checker: &'a mut Checker,
    pub lowering: &'a mut Lowering,
    pub names: &'a mut Names,
    pub stats: &'a mut Stats,
    pub limit: Limit,
    pub witness: &'a Model,
    /// The whole query.
    pub query: &'a [Term],
    /// Its symbols.
    pub symbols: &'a [SymbolId],
    /// How many models have failed.
    pub failed: u32,
    /// Whether Z3's answer about the whole has been waited for.
    pub waited: bool,
    /// What Z3 said about the whole before anybody waited for it.
    pub said: Option<Result<Reply, Why>>,
    /// Where it will say something.
    pub rival: Option<Arc<OwnedFd>>,
}

/// What was found.
pub(crate) enum Found {
    /// A model that was evaluated.
    Sat(Model),
    Unsat,
    Unknown(Why),
}

/// What a question without quantifiers came to.
enum Outcome {
    /// Satisfies the whole query.
    Model(Model),
    /// Satisfies the question, not (or not provably) the whole query.
    Candidate(Model),
    Unsat,
    Unknown,
}

impl Stages<'_> {
    /// Decides the query.
    pub fn decide(&mut self, pool: &mut Pool) -> (Layer, Found) {
        // By the time a query may take, which is always the same, unless the whole run is about to end.
        let left = self.limit.until.saturating_duration_since(Instant::now());
        let time = self.config.query_timeout;
        let time = if left < time / 2 { left } else { time };
        let steps = u64::try_from(time.as_millis()).unwrap_or(u64::MAX).saturating_mul(STEPS_PER_MS);
        self.checker.patience = PATIENCE.min(steps);
        let found = self.run(pool);
        self.checker.patience = 0;
        if let Some(session) = &mut self.backends.whole
            && session.is_busy()
        {
            session.abandon();
        }
        found
    }

    fn run(&mut self, pool: &mut Pool) -> (Layer, Found) {
        let mut names = std::mem::take(self.names);
        let mut stripped = Stripped::new(pool, &mut names, self.query, NEW_TERMS);
        stripped.ends(pool);
        let found = self.stages(pool, &mut stripped);
        *self.names = names;
        // SOUND: what Z3 refuted was the whole query.
        let refuted = matches!(self.said, Some(Ok(Reply::Unsat)));
        found.unwrap_or_else(|why| (Layer::Quantified, if refuted { Found::Unsat } else { Found::Unknown(why) }))
    }

    fn stages(&mut self, pool: &mut Pool, stripped: &mut Stripped<'_>) -> Result<(Layer, Found), Why> {
        stripped.fresh = false;
        let mut candidate = match self.ask(pool, stripped, &[], Layer::Strip)? {
            Ok(answer) => return Ok(answer),
            Err(candidate) => candidate,
        };
        if let Some(model) = &candidate
            && let Some(answer) = self.duplicate(pool, stripped, model)
        {
            return Ok(answer);
        }
        stripped.lazy = true;
        stripped.places(pool);
        for length in LENGTHS {
            if let Some(model) = candidate.take() {
                match self.instances(pool, stripped, model)? {
                    Ok(answer) => return Ok(answer),
                    Err(last) => candidate = last,
                }
            }
            if length > WAIT_AFTER
                && !self.waited
                && let Some(answer) = self.whole(pool, false)
            {
                return Ok(answer);
            }
            if !stripped.expand(pool, length) {
                // Too large to write out: only what fails joins.
                continue;
            }
            let short = stripped.short(pool, length);
            // SOUND: asked after writing out, which can bring in quantifiers that were nested in others.
            let counts = stripped.quantifiers.iter().map(|q| q.count);
            let exact = range::longest(pool, &stripped.conditions, counts).is_some_and(|bound| bound <= length);
            let layer = if exact { Layer::Expand } else { Layer::Unfold };
            match self.under(pool, stripped, short, layer)? {
                Ok(answer) => return Ok(answer),
                Err(true) if exact => return Ok((Layer::Expand, Found::Unsat)),
                // SOUND: short ranges do not satisfy the query; if longer ones do not satisfy less than it, nothing does.
                Err(true) => {
                    let long = pool.not(short);
                    match self.ask(pool, stripped, &[long], Layer::Expand)? {
                        Ok((_, found @ Found::Sat(_))) => return Ok((Layer::Instances, found)),
                        Ok(answer) => return Ok(answer),
                        Err(model) => candidate = model.or(candidate),
                    }
                }
                Err(false) => {}
            }
        }
        if let Some(answer) = self.whole(pool, true) {
            return Ok(answer);
        }
        Err(self.out_of_time().unwrap_or_else(|| Why::GaveUp("no stage decides the quantified query".to_owned())))
    }

    /// Models fail, what the quantifiers say where they fail joins, until one does not fail or none is left. The last
    /// model that failed otherwise.
    fn instances(
        &mut self,
        pool: &mut Pool,
        stripped: &mut Stripped<'_>,
        first: Model,
    ) -> Result<Result<(Layer, Found), Option<Model>>, Why> {
        let mut model = first;
        let mut positions = POSITIONS;
        for _ in 0..self.config.repairs {
            // Positions in conflict have joined, or what fails first does.
            if !stripped.fresh && !self.refine(pool, stripped, &model, positions) {
                return Ok(Err(Some(model)));
            }
            stripped.fresh = false;
            match self.ask(pool, stripped, &[], Layer::Instances)? {
                Ok(answer) => return Ok(Ok(answer)),
                Err(Some(next)) => {
                    if let Some(answer) = self.duplicate(pool, stripped, &next) {
                        return Ok(Ok(answer));
                    }
                    model = next;
                }
                Err(None) => return Ok(Err(None)),
            }
            positions *= 4;
            self.failed += 1;
            if self.failed == BITS_AFTER
                && let Some(answer) = self.bits(pool)
            {
                return Ok(Ok(answer));
            }
            if self.failed == RACE_AFTER {
                self.race(pool);
            }
        }
        Ok(Err(Some(model)))
    }

    /// A model with what it has at good positions copied to bad ones, if that satisfies the query. If not, what the
    /// quantifiers say at the positions in conflict joins.
    fn duplicate(&mut self, pool: &mut Pool, stripped: &mut Stripped<'_>, model: &Model) -> Option<(Layer, Found)> {
        let mut all = Vec::new();
        for (index, quantifier) in stripped.quantifiers.iter().enumerate() {
            if self.checker.truth(pool, quantifier.holds, model) == Some(true) {
                all.push((index, quantifier.term));
            }
        }
        let budget = SEARCH.min(self.checker.patience);
        let copied = duplicate::duplicate(pool, self.checker, &all, model, budget)?;
        if let Outcome::Model(model) = self.judge(pool, copied.model.clone()) {
            return Some((Layer::Duplicate, Found::Sat(model)));
        }
        for (index, at) in copied.conflicts(pool, self.checker, self.query) {
            stripped.instance(pool, index, at);
        }
        None
    }

    /// Adds what the quantifiers say where the model fails; whether that is anything new.
    fn refine(&mut self, pool: &mut Pool, stripped: &mut Stripped<'_>, model: &Model, positions: usize) -> bool {
        let mut new = false;
        for index in 0..stripped.quantifiers.len() {
            let quantifier = &stripped.quantifiers[index];
            let (t, holds, count) = (quantifier.term, quantifier.holds, quantifier.count);
            if self.checker.truth(pool, holds, model) == Some(false) {
                continue;
            }
            let mut at = self.checker.violations(pool, t, model, positions, SEARCH.min(self.checker.patience));
            // A range too long to look at: the far end may fail where the near one does not.
            if at.is_empty()
                && let Some(count) = self.checker.value(pool, count, model)
            {
                at = range::samples(pool, &count);
                at.retain(|&at| range::fails(pool, self.checker, t, at, model));
            }
            for at in at {
                new |= stripped.instance(pool, index, at);
            }
        }
        new
    }

    /// Asks about the stripped query and `more`: an answer, or a model that does not satisfy the whole query.
    fn ask(
        &mut self,
        pool: &mut Pool,
        stripped: &mut Stripped<'_>,
        more: &[Term],
        layer: Layer,
    ) -> Result<Result<(Layer, Found), Option<Model>>, Why> {
        Ok(match self.question(pool, stripped, more)? {
            Outcome::Model(model) => Ok((layer, Found::Sat(model))),
            Outcome::Unsat => Ok((layer, Found::Unsat)),
            Outcome::Candidate(model) => Err(Some(model)),
            Outcome::Unknown => Err(None),
        })
    }

    /// Asks under a restriction: only a model is an answer. Otherwise whether there is none.
    fn under(
        &mut self,
        pool: &mut Pool,
        stripped: &mut Stripped<'_>,
        restriction: Term,
        layer: Layer,
    ) -> Result<Result<(Layer, Found), bool>, Why> {
        Ok(match self.question(pool, stripped, &[restriction])? {
            Outcome::Model(model) => Ok((layer, Found::Sat(model))),
            Outcome::Unsat => Err(true),
            Outcome::Candidate(_) | Outcome::Unknown => Err(false),
        })
    }

    /// One question without quantifiers. The outer error ends everything. Of the instances only those are asked about that
    /// a model violates: most that were made on suspicion hold anyway.
    fn question(&mut self, pool: &mut Pool, stripped: &mut Stripped<'_>, more: &[Term]) -> Result<Outcome, Why> {
        if stripped.conditions.contains(&FALSE) {
            return Ok(Outcome::Unsat);
        }
        let mut all = stripped.conditions.iter();
        if !stripped.lazy || !all.any(|&t| pool.features(t).contains(Features::BV)) {
            stripped.join_all();
        }
        for _ in 0..JOINS {
            match self.part(pool, stripped, more)? {
                Outcome::Candidate(model) if !stripped.join(|t| self.checker.truth(pool, t, &model) == Some(true)) => {
                    return Ok(Outcome::Candidate(model));
                }
                Outcome::Candidate(_) => {}
                other => return Ok(other),
            }
        }
        stripped.join_all();
        self.part(pool, stripped, more)
    }

    /// One question about the conditions that have joined.
    fn part(&mut self, pool: &mut Pool, stripped: &Stripped<'_>, more: &[Term]) -> Result<Outcome, Why> {
        let mut query = stripped.part();
        query.extend(more.iter().filter(|&&t| t != TRUE));
        if query.contains(&FALSE) {
            return Ok(Outcome::Unsat);
        }
        if query.is_empty() {
            return Ok(self.judge(pool, self.witness.clone()));
        }
        if let Some(why) = self.out_of_time() {
            return Err(why);
        }
        let features = query.iter().fold(Features::NONE, |f, &t| f.union(pool.features(t)));
        if !features.intersects(Features::BV.union(Features::ARRAY).union(Features::FP)) {
            let until = Some(self.limit.until);
            match linear::decide(pool, self.checker, self.lowering, &query, 0, self.witness, until) {
                Verdict::Sat(model) => return Ok(self.judge(pool, model)),
                Verdict::Unsat(_) => return Ok(Outcome::Unsat),
                Verdict::Pass => {}
            }
        }
        let mut symbols = Symbols::new();
        for &t in &query {
            symbols.extend(pool.free_symbols(t).iter().copied());
        }
        symbols.sort_unstable();
        symbols.dedup();
        let mut reply = self.slice(pool, &query, &symbols);
        if self.rival.is_some() {
            self.listen(pool)?;
            // Z3 interrupted, and it was no proof: once more without it.
            if self.rival.is_none() && reply.is_err() {
                reply = self.slice(pool, &query, &symbols);
            }
        }
        match reply {
            Ok(Reply::Unsat) => Ok(Outcome::Unsat),
            Ok(Reply::Sat(values)) => {
                let model = overlay(self.witness, values);
                Ok(self.judge(pool, model))
            }
            Err(why @ (Why::Interrupted | Why::NoSolver(_))) => Err(why),
            // The other stages may do better.
            Err(Why::Timeout | Why::Deadline | Why::GaveUp(_) | Why::Crashed(_)) => Ok(Outcome::Unknown),
        }
    }

    /// Asks about part of the query, for part of the time; Z3's answer about the whole comes between.
    fn slice(&mut self, pool: &mut Pool, query: &[Term], symbols: &[SymbolId]) -> Result<Reply, Why> {
        let left = self.limit.until.saturating_duration_since(Instant::now());
        let until = (Instant::now() + SLICE.max(left / 3)).min(self.limit.until);
        let limit = Limit { until, rival: self.rival.clone(), ..self.limit.clone() };
        self.backends.ask(pool, self.config, query, symbols, &limit, self.stats)
    }

    /// Notes what Z3 has said about the whole query by now. If that is that it has no model, nothing else counts.
    fn listen(&mut self, pool: &Pool) -> Result<(), Why> {
        let Some(session) = self.backends.whole.as_mut().filter(|session| session.is_busy()) else { return Ok(()) };
        let now = Limit { until: Instant::now() + Duration::from_millis(1), ..self.limit.clone() };
        let before = session.lost;
        self.said = session.poll(pool, self.symbols, &now, &self.limit);
        self.stats.restarts += session.lost - before;
        match self.said {
            None => return Ok(()),
            Some(Ok(Reply::Unsat)) => return Err(Why::GaveUp("there is nothing left to decide".to_owned())),
            Some(_) => self.rival = None,
        }
        Ok(())
    }

    /// SOUND: a model is an answer only if the whole query is true under it.
    fn judge(&mut self, pool: &Pool, model: Model) -> Outcome {
        if self.checker.all(pool, self.query, &model) { Outcome::Model(model) } else { Outcome::Candidate(model) }
    }

    /// What Bitwuzla says about the whole query, if it can read it: for hard ones it is much faster than many instances.
    fn bits(&mut self, pool: &mut Pool) -> Option<(Layer, Found)> {
        let left = self.limit.until.saturating_duration_since(Instant::now());
        let until = Instant::now() + left / 4;
        let limit = Limit { until, ..self.limit.clone() };
        let reply = self.backends.ask_bits(pool, self.config, self.query, self.symbols, &limit, self.stats)?;
        match reply {
            Ok(Reply::Unsat) => Some((Layer::Quantified, Found::Unsat)),
            Ok(Reply::Sat(values)) => match self.judge(pool, overlay(self.witness, values)) {
                Outcome::Model(model) => Some((Layer::Quantified, Found::Sat(model))),
                Outcome::Candidate(_) | Outcome::Unsat | Outcome::Unknown => None,
            },
            Err(_) => None,
        }
    }

    /// Lets Z3 work on the whole query beside us.
    fn race(&mut self, pool: &mut Pool) {
        if self.config.choice != BackendChoice::Bitwuzla
            && let Some(session) = &mut self.backends.whole
        {
            session.start(pool, self.config, self.query, &self.limit);
            self.rival = session.answers();
        }
    }

    /// What Z3 says about the whole query; waits for it, at the end for as long as there is time.
    fn whole(&mut self, pool: &mut Pool, last: bool) -> Option<(Layer, Found)> {
        if self.said.is_none() {
            if !self.backends.whole.as_ref()?.is_busy() {
                if self.waited {
                    return None;
                }
                self.race(pool);
            }
            let session = self.backends.whole.as_mut().filter(|session| session.is_busy())?;
            let left = self.limit.until.saturating_duration_since(Instant::now());
            let until = if last { self.limit.until } else { Instant::now() + left / 4 };
            let now = Limit { until, ..self.limit.clone() };
            let before = session.lost;
            self.said = session.poll(pool, self.symbols, &now, &self.limit);
            self.stats.restarts += session.lost - before;
        }
        self.waited = true;
        self.rival = self.rival.take().filter(|_| self.said.is_none());
        match self.said.take()? {
            Ok(Reply::Unsat) => Some((Layer::Quantified, Found::Unsat)),
            Ok(Reply::Sat(values)) => match self.judge(pool, overlay(self.witness, values)) {
                Outcome::Model(model) => Some((Layer::Quantified, Found::Sat(model))),
                Outcome::Candidate(_) | Outcome::Unsat | Outcome::Unknown => None,
            },
            Err(_) => None,
        }
    }

    fn out_of_time(&self) -> Option<Why> {
        if self.limit.stopped() {
            return Some(Why::Interrupted);
        }
        (self.limit.until <= Instant::now()).then_some(Why::Timeout)
    }
}
