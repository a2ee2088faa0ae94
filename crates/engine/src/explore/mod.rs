//! The exploration loop: pick a state, step it, ask what is feasible, fork. The explorer has no special case per
//! technique; what a decision means is in `step::resume`, what is feasible in `decide`, what comes next in `search`.

mod bits;
mod decide;
mod ends;
mod fold;
mod guard;
mod leaks;
mod limits;
mod record;
mod resolve;
mod undefined;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use pathfold_base::FxMap;
use pathfold_base::ids::Id as _;
use pathfold_ir::{CheckKind, LocId, Program, Type};
use pathfold_solver::{Solver, Stats as SolverStats};
use pathfold_term::Pool;
use pathfold_term::eval::Evaluator;

use crate::code::{Code, CodeOptions, compile};
use crate::config::{Config, Loops};
use crate::coverage::Coverage;
use crate::memory::{GlobalObjects, Memory};
use crate::search::{Searcher, StateKey, searcher};
use crate::state::State;
use crate::step::{End, Machine, SpareFrames, Stop, enter_entry};

use decide::Way;
use fold::Folder;
use limits::Watch;

pub use guard::ends_one_path;
#[cfg(test)]
pub use guard::failpoint;
pub use record::{
    Finding, Input, InputBytes, Observer, PathEnd, PathRecord, Progress, Reason, Statistics, Summary, Verdict,
};

/// What a decision costs in instructions, when turns are shared out.
const DECISION_COST: u64 = 200;

/// Up to where jumps skip the markers of covered code.
#[derive(Default)]
struct Skipped {
    /// The state of coverage.
    changes: u64,
    /// How many instructions must have been executed before it is brought up to date.
    next: u64,
}

/// One exploration of one program.
pub struct Explorer<'p> {
    program: &'p Program,
    code: Code,
    config: Config,
    pool: Pool,
    solver: Solver,
    evaluator: Evaluator,
    coverage: Coverage,
    skipped: Skipped,
    searcher: Box<dyn Searcher>,
    /// Waiting states by key.
    states: Vec<Option<State>>,
    free: Vec<StateKey>,
    alive: usize,
    watch: Watch,
    findings: Vec<Finding>,
    finding_at: FxMap<(CheckKind, LocId), usize>,
    reasons: Vec<(Reason, u64)>,
    statistics: Statistics,
    halted: bool,
    spare: SpareFrames,
    folder: Folder,
    /// Whether the program computes with unbounded integers: then counters are.
    integers: bool,
}

impl<'p> Explorer<'p> {
    /// Prepares a verified program. `stop` interrupts the exploration from another thread.
    pub fn new(program: &'p Program, config: Config, mut solver: Solver, stop: Arc<AtomicBool>) -> Self {
        let mut pool = Pool::new();
        let options = CodeOptions {
            overflow: config.check_overflow,
            branches: config.branch_coverage,
            loops: config.loops != Loops::Unroll,
            watched: false,
        };
        let code = compile(program, &GlobalObjects::new(program), options, &mut pool);
        let spare = SpareFrames::new(&code);
        let folder = Folder::new(config.loops, &code);
        let watch = Watch::new(config.limits.clone(), Arc::clone(&stop));
        solver.set_deadline(watch.deadline());
        solver.set_stop(stop);
        Self {
            coverage: Coverage::new(&code),
            searcher: searcher(config.search, config.seed, &code),
            program,
            code,
            config,
            pool,
            solver,
            evaluator: Evaluator::new(),
            states: Vec::new(),
            free: Vec::new(),
            alive: 0,
            watch,
            findings: Vec::new(),
            finding_at: FxMap::default(),
            reasons: Vec::new(),
            statistics: Statistics::default(),
            skipped: Skipped::default(),
            halted: false,
            spare,
            folder,
            integers: program.functions.iter().any(|f| f.regs.iter().any(|reg| reg.ty == Type::Int)),
        }
    }

    /// Explores until everything is explored or a limit is reached.
    pub fn run(&mut self, observer: &mut dyn Observer) -> Summary {
        match self.first_state() {
            Ok(state) => {
                let place = self.place(&state);
                let key = self.keep(state);
                self.searcher.insert(key, None, place);
            }
            Err(why) => self.reason(Reason::Path(why), 1),
        }
        while !self.halted
            && let Some(key) = self.searcher.pick(&self.coverage)
        {
            let Some(state) = self.take(key) else { continue };
            self.advance(key, state, observer);
        }
        self.summary()
    }

    /// Rebuilds the state that a list of decisions leads to, without asking the solver (design, "Decisions make a
    /// path"). `None` if the decisions do not fit the program.
    pub fn rebuild(&mut self, decisions: &[u32]) -> Option<State> {
        let mut state = self.first_state().ok()?;
        let mut next = decisions.iter();
        loop {
            let stop = self.machine().run(&mut state, u64::MAX);
            match stop {
                Stop::Ended(_) => return next.next().is_none().then_some(state),
                Stop::Paused => return None,
                Stop::Bits { slot, float } => {
                    self.name_bits(&mut state, slot, float)?;
                    continue;
                }
                Stop::Enter(_) | Stop::At(_) => continue,
                Stop::Branch(_)
                | Stop::Switch(_)
                | Stop::Check(..)
                | Stop::Assume(_)
                | Stop::Index { .. }
                | Stop::Resolve { .. }
                | Stop::Callee { .. }
                | Stop::Value { .. } => {}
            }
            // Decisions with only one feasible way are in the list too, so that no solver is needed here.
            let Some(&choice) = next.next() else { return Some(state) };
            let condition = self.condition(&state, &stop, choice)?;
            state.path.add(&mut self.pool, condition);
            state.decisions.push(choice);
            if crate::step::resume(&self.code, &mut self.pool, &mut state, &stop, choice).is_some() {
                return next.next().is_none().then_some(state);
            }
        }
    }

    /// The solver's numbers.
    pub fn solver_stats(&self) -> &SolverStats {
        self.solver.stats()
    }

    /// The terms of this exploration.
    pub fn pool(&self) -> &Pool {
        &self.pool
    }

    fn first_state(&mut self) -> Result<State, String> {
        let globals = GlobalObjects::new(self.program);
        let memory = Memory::new(self.program, &globals, &mut self.pool);
        enter_entry(&self.code, memory, &mut self.pool)
    }

    fn machine(&mut self) -> Machine<'_> {
        Machine {
            code: &self.code,
            pool: &mut self.pool,
            coverage: &mut self.coverage,
            array_index: self.config.array_index,
            max_bits: self.config.max_bits,
            max_call_depth: self.config.max_call_depth,
            max_object: self.config.max_object,
            spare: &mut self.spare,
            quiet: &self.folder.quiet,
            seen: &mut self.folder.seen,
        }
    }

    /// Runs one picked state until it forks, ends, or has used its share.
    fn advance(&mut self, key: StateKey, mut state: State, observer: &mut dyn Observer) {
        let mut left = self.config.slice;
        loop {
            if self.must_halt(&state, observer) {
                self.statistics.states_left += 1;
                return;
            }
            let before = state.instructions;
            let stop = self.guarded(|explorer| explorer.run_on(&mut state, left));
            let stop = stop.unwrap_or_else(Stop::Ended);
            let spent = state.instructions - before;
            self.statistics.instructions += spent;
            self.skip_covered();
            left = left.saturating_sub(spent);
            match stop {
                Stop::Ended(end) => {
                    self.finish(state, end, observer);
                    self.searcher.leave(key);
                    return self.release(key);
                }
                Stop::Paused if self.lingers(&state) => match self.guarded(|explorer| explorer.try_fold(&mut state)) {
                    Ok(Some(states)) => return self.replace(key, states, observer),
                    Ok(None) => return self.pause(key, state),
                    Err(end) => {
                        self.finish(state, end, observer);
                        self.searcher.leave(key);
                        return self.release(key);
                    }
                },
                Stop::Paused => return self.pause(key, state),
                Stop::Enter(number) => self.enter(&mut state, number),
                Stop::At(place) => {
                    if !self.notice(&mut state, place) {
                        self.searcher.leave(key);
                        return self.release(key);
                    }
                }
                Stop::Bits { slot, float } => {
                    if self.name_bits(&mut state, slot, float).is_none() {
                        let why = "the bits of a float that cannot be evaluated".to_owned();
                        self.finish(state, End::Incomplete(why), observer);
                        self.searcher.leave(key);
                        return self.release(key);
                    }
                    left = left.saturating_sub(DECISION_COST);
                    if left == 0 {
                        return self.pause(key, state);
                    }
                }
                Stop::Branch(_)
                | Stop::Switch(_)
                | Stop::Check(..)
                | Stop::Assume(_)
                | Stop::Index { .. }
                | Stop::Resolve { .. }
                | Stop::Callee { .. }
                | Stop::Value { .. } => {
                    if self.watch.too_deep(state.decisions.len() + 1) {
                        self.finish(state, End::Incomplete("limit reached: max-depth".to_owned()), observer);
                        self.searcher.leave(key);
                        return self.release(key);
                    }
                    let decided = self.guarded(|explorer| {
                        let stop = explorer.prepare(&mut state, stop, observer)?;
                        let stop = explorer.settle(&mut state, stop);
                        let ways = explorer.feasible_ways(&state, &stop);
                        let ways = explorer.instantiate(&state, ways);
                        Ok((stop, ways))
                    });
                    let (stop, ways) = match decided.and_then(|decided| decided) {
                        Ok(decided) => decided,
                        Err(end) => {
                            self.finish(state, end, observer);
                            self.searcher.leave(key);
                            return self.release(key);
                        }
                    };
                    if ways.len() > 1 || self.wanders(&state) {
                        match self.guarded(|explorer| explorer.try_fold(&mut state)) {
                            Ok(Some(states)) => return self.replace(key, states, observer),
                            Ok(None) => {}
                            Err(end) => {
                                self.finish(state, end, observer);
                                self.searcher.leave(key);
                                return self.release(key);
                            }
                        }
                    }
                    match self.go_on(key, state, &stop, ways, observer) {
                        Some(same) => state = same,
                        None => return,
                    }
                    // A decision that turns out to have one way costs time all the same: a loop whose symbolic test
                    // always holds must not keep the others waiting.
                    left = left.saturating_sub(DECISION_COST);
                    if left == 0 {
                        return self.pause(key, state);
                    }
                }
            }
        }
    }

    fn pause(&mut self, key: StateKey, state: State) {
        let place = self.place(&state);
        self.states[key.index()] = Some(state);
        self.searcher.put_back(key, place);
    }

    /// Takes the feasible ways: the state itself goes on if there is one, new states wait if there are more.
    fn go_on(
        &mut self,
        key: StateKey,
        mut state: State,
        stop: &Stop,
        mut ways: Vec<Way>,
        observer: &mut dyn Observer,
    ) -> Option<State> {
        let forked = ways.len() > 1;
        if forked {
            // Its successors take its place.
            self.alive -= 1;
        }
        match ways.pop() {
            // SOUND: the path has a witness, so some way is feasible; if the solver denies it, nothing is proved.
            None => self.finish(state, End::Incomplete("the solver contradicts itself".to_owned()), observer),
            Some(only) if !forked => match self.take_way(&mut state, stop, only, forked) {
                None => return Some(state),
                Some(end) => self.finish(state, end, observer),
            },
            Some(last) => {
                self.statistics.forks += 1;
                for way in ways {
                    let child = state.fork();
                    self.adopt(child, key, stop, way, observer);
                }
                self.adopt(state, key, stop, last, observer);
                self.alive += 1;
            }
        }
        self.searcher.leave(key);
        self.release(key);
        None
    }

    /// A successor of a fork: waits for its turn unless it ends here.
    fn adopt(&mut self, mut child: State, parent: StateKey, stop: &Stop, way: Way, observer: &mut dyn Observer) {
        if self.halted {
            self.statistics.states_left += 1;
            return;
        }
        match self.take_way(&mut child, stop, way, true) {
            Some(end) => self.finish(child, end, observer),
            None if self.watch.too_many(self.alive) => {
                self.finish(child, End::Incomplete("limit reached: max-states".to_owned()), observer);
            }
            None => {
                let place = self.place(&child);
                let child = self.keep(child);
                self.searcher.insert(child, Some(parent), place);
            }
        }
    }

    /// Lets jumps skip the markers of what is covered. Costs a pass over the program, so it waits until enough was
    /// executed to pay for it.
    fn skip_covered(&mut self) {
        if self.skipped.changes != self.coverage.changes() && self.statistics.instructions >= self.skipped.next {
            let coverage = &self.coverage;
            self.code.skip_covered(|segment| coverage.is_reached(segment), |edge| coverage.is_taken(edge));
            let pays = 4 * self.code.functions.iter().map(|function| function.instrs.len() as u64).sum::<u64>();
            self.skipped = Skipped { changes: coverage.changes(), next: self.statistics.instructions + pays };
        }
    }

    fn place(&self, state: &State) -> u32 {
        self.code.functions[state.frame.function].places[state.frame.pc as usize]
    }

    fn loc(&self, state: &State) -> LocId {
        let function = &self.code.functions[state.frame.function];
        crate::step::user_loc(&self.code, &state.callers, function, state.frame.pc as usize)
    }

    fn keep(&mut self, state: State) -> StateKey {
        self.alive += 1;
        self.statistics.states += 1;
        self.statistics.states_peak = self.statistics.states_peak.max(self.alive as u64);
        match self.free.pop() {
            Some(key) => {
                self.states[key.index()] = Some(state);
                key
            }
            None => {
                self.states.push(Some(state));
                StateKey::from_index(self.states.len() - 1)
            }
        }
    }

    fn take(&mut self, key: StateKey) -> Option<State> {
        self.states[key.index()].take()
    }

    fn release(&mut self, key: StateKey) {
        self.alive -= 1;
        self.free.push(key);
    }

    fn must_halt(&mut self, state: &State, observer: &mut dyn Observer) -> bool {
        if self.halted {
            return true;
        }
        let now = Instant::now();
        if self.watch.shows_progress(now) {
            observer.progress(&self.progress(state));
        }
        if let Some(fault) = self.solver.fault() {
            let what = fault.what.clone();
            self.halt(Reason::SolverFault(what));
        } else if let Some(reason) = self.watch.reached(now, self.statistics.paths(), self.statistics.instructions) {
            self.halt(reason);
        }
        self.halted
    }

    fn halt(&mut self, reason: Reason) {
        self.halted = true;
        self.reason(reason, 0);
    }

    fn reason(&mut self, reason: Reason, paths: u64) {
        match self.reasons.iter_mut().find(|(known, _)| *known == reason) {
            Some((_, count)) => *count += paths,
            None => self.reasons.push((reason, paths)),
        }
    }

    fn progress(&self, state: &State) -> Progress {
        Progress {
            paths: self.statistics.paths(),
            findings: self.findings.len() as u64,
            states: self.alive as u64,
            instructions: self.statistics.instructions,
            coverage: self.coverage.instructions(&self.code),
            elapsed: self.watch.elapsed(),
            solver: self.solver.stats().backend_time,
            at: self.loc(state),
        }
    }

    fn summary(&mut self) -> Summary {
        let statistics = &mut self.statistics;
        statistics.states_left += self.states.iter().filter(|state| state.is_some()).count() as u64;
        statistics.instructions_covered = self.coverage.instructions(&self.code);
        (statistics.lines_covered, statistics.lines) = self.coverage.lines(&self.code, self.program);
        statistics.branches = self.coverage.branches(&self.code, self.program);
        statistics.terms = self.pool.len() as u64;
        statistics.peak_memory = self.watch.peak_memory();
        statistics.time = self.watch.elapsed();
        let verdict = if !self.findings.is_empty() {
            Verdict::Unsafe
        } else if self.reasons.is_empty() {
            // SOUND: every path ended by itself; no limit, no give-up, nothing unsupported.
            Verdict::Safe
        } else {
            Verdict::Incomplete
        };
        Summary {
            verdict,
            findings: self.findings.clone(),
            reasons: self.reasons.clone(),
            statistics: self.statistics.clone(),
        }
    }
}
