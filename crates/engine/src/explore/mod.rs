//! The exploration loop: pick a state, step it, ask what is feasible, fork. The explorer has no special case per
//! technique; what a decision means is in `step::resume`, what is feasible in `decide`, what comes next in `search`.

mod bits;
mod decide;
mod detour;
mod ends;
mod external;
mod fold;
mod guard;
mod leaks;
mod limits;
mod merge;
mod rebuild;
mod record;
mod resolve;
mod stages;
mod subsume;
mod summary;
mod undefined;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use pathfold_base::FxMap;
use pathfold_base::chunks::Chunks;
use pathfold_base::ids::Id as _;
use pathfold_ir::{CheckKind, LocId, Program, Type};
use pathfold_outside::Outside;
use pathfold_solver::{Solver, Stats as SolverStats};
use pathfold_term::Pool;
use pathfold_term::eval::Evaluator;

use crate::code::{Code, CodeOptions, compile};
use crate::config::{Config, Loops, Subsume};
use crate::coverage::Coverage;
use crate::memory::{GlobalObjects, Memory};
use crate::search::{Searcher, StateKey, searcher};
use crate::state::{Meeting, State};
use crate::step::{Decision, End, LargeNumbers, Machine, SpareFrames, Stop, enter_entry};

use decide::Way;
use detour::Detours;
use fold::Folder;
use leaks::LiveCalls;
use limits::Watch;
use merge::{Fork, Merger};
use stages::Stages;
use subsume::Subsumer;

pub use guard::ends_one_path;
#[cfg(test)]
pub use guard::failpoint;
pub use record::{
    Because, Finding, Input, InputBytes, Observer, PathEnd, PathRecord, Progress, Reason, Statistics, Summary, Verdict,
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
    states: Chunks<Option<State>>,
    free: Vec<StateKey>,
    alive: usize,
    watch: Watch,
    findings: Vec<Finding>,
    /// By kind and place: of an instruction without a source place, its own number ([`crate::code::FuncCode::locs`]).
    finding_at: FxMap<(CheckKind, LocId), usize>,
    reasons: Vec<Because>,
    statistics: Statistics,
    halted: bool,
    /// Paths that have ended, those of explorations that were given up too.
    ended: u64,
    spare: SpareFrames,
    large_numbers: LargeNumbers,
    folder: Folder,
    merger: Merger,
    subsumer: Subsumer,
    live_calls: LiveCalls,
    /// When the walk of the only path is left to see whether techniques get further.
    detours: Detours,
    /// How far it is, if techniques take turns.
    stages: Option<Stages>,
    /// Who calls functions outside of the program, if anybody does.
    outside: Option<Outside>,
    /// Whether the program computes with unbounded integers: then counters are.
    integers: bool,
}

impl<'p> Explorer<'p> {
    /// Prepares a verified program. `stop` interrupts the exploration from another thread.
    pub fn new(program: &'p Program, mut config: Config, mut solver: Solver, stop: Arc<AtomicBool>) -> Self {
        let mut pool = Pool::new();
        if !config.turns && config.subsume == Subsume::Auto {
            config.subsume = Subsume::On;
        }
        let options = CodeOptions {
            overflow: config.check_overflow,
            branches: config.branch_coverage,
            loops: config.loops != Loops::Unroll || config.subsume != Subsume::Off,
            joins: Merger::is_asked_for(&config),
            watched: config.subsume == Subsume::On,
            external: config.external,
        };
        let code = compile(program, &GlobalObjects::new(program), options, &mut pool);
        let spare = SpareFrames::new(&code);
        let folder = Folder::new(config.loops, &code);
        let subsumer = Subsumer::new(&config, program, &code);
        let stages = Stages::new(&config, program, &code, &subsumer);
        let merger = Merger::new(&config, false);
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
            states: Chunks::default(),
            free: Vec::new(),
            alive: 0,
            watch,
            findings: Vec::new(),
            finding_at: FxMap::default(),
            reasons: Vec::new(),
            statistics: Statistics::default(),
            skipped: Skipped::default(),
            halted: false,
            ended: 0,
            spare,
            large_numbers: LargeNumbers::default(),
            folder,
            merger,
            subsumer,
            live_calls: LiveCalls::default(),
            detours: Detours::default(),
            stages,
            outside: None,
            integers: program.functions.iter().any(|f| f.regs.iter().any(|reg| reg.ty == Type::Int)),
        }
    }

    /// Explores until everything is explored or a limit is reached.
    pub fn run(&mut self, observer: &mut dyn Observer) -> Summary {
        self.start();
        while !self.halted {
            match self.guarded(|explorer| explorer.turn(observer)) {
                Ok(true) => {}
                Ok(false) => break,
                // Not while a path was walked, but while states were joined, waited for or written down: who is left may be
                // half done. What was found until then is told.
                // SOUND: nothing is proved.
                Err(end) => {
                    let why = if let End::Incomplete(why) = end { why } else { "internal error".to_owned() };
                    self.halt(Reason::Path(why.clone()));
                    self.reason(Reason::Path(why)).paths += 1;
                }
            }
        }
        self.summary()
    }

    /// Lets the next state run; whether there was one.
    fn turn(&mut self, observer: &mut dyn Observer) -> bool {
        self.lose_patience();
        self.comes_back(false);
        self.next_stage(observer);
        let Some(key) = self.searcher.pick(&self.coverage) else { return self.comes_back(true) };
        match self.take(key) {
            Some(state) => self.advance(key, state, observer),
            // It was joined with another one.
            None => {
                self.searcher.leave(key);
                self.release(key);
            }
        }
        true
    }

    fn start(&mut self) {
        self.solver.set_patience(self.patience());
        self.merger = Merger::new(&self.config, self.merges());
        match self.first_state() {
            Ok(mut state) => {
                state.meeting = self.merger.first_meeting();
                self.wait(state);
            }
            Err(why) => self.reason(Reason::Path(why)).paths += 1,
        }
    }

    /// Lets a state wait that comes from no other.
    fn wait(&mut self, state: State) {
        let place = self.place(&state);
        let key = self.keep(state);
        self.searcher.insert(key, None, place);
    }

    /// Forgets all waiting states and starts again, with what has been learnt and found.
    // SOUND: nothing counts as explored but what is explored from here on; what was left out before no longer matters.
    fn restart(&mut self) {
        self.clear();
        self.statistics.restarts += 1;
        self.start();
    }

    /// Leaves nothing of this exploration but what has been learnt and found.
    fn clear(&mut self) {
        self.states.clear();
        self.free.clear();
        self.alive = 0;
        self.searcher = searcher(self.search(), self.config.seed, &self.code);
        self.folder = Folder::new(self.config.loops, &self.code);
        self.skipped = Skipped::default();
        self.reasons.clear();
        self.statistics.give_up();
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
            check_overflow: self.config.check_overflow,
            max_bits: self.config.max_bits,
            max_call_depth: self.config.max_call_depth,
            max_object: self.config.max_object,
            spare: &mut self.spare,
            large_numbers: &mut self.large_numbers,
            quiet: &self.folder.quiet,
            seen: &mut self.subsumer.seen,
            moved: 0,
            compile_after: self.config.compile_after,
        }
    }

    /// Runs one picked state until it forks, ends, or has used its share.
    fn advance(&mut self, key: StateKey, mut state: State, observer: &mut dyn Observer) {
        let mut left = if self.alive == 1 { self.config.slice_alone } else { self.config.slice };
        loop {
            if self.must_halt(&state, observer) {
                // It waits for ever: freeing a large one takes longer than the limit that was reached allows.
                self.states[key.index()] = Some(state);
                return;
            }
            if self.watch.is_detour_over() {
                return self.pause(key, state);
            }
            let before = state.instructions;
            let most = left.min(self.watch.instructions_left(self.statistics.instructions));
            let stop = self.guarded(|explorer| explorer.run_on(&mut state, most));
            let stop = stop.unwrap_or_else(Stop::Ended);
            let spent = state.instructions - before;
            self.statistics.instructions += spent;
            self.skip_covered();
            left = left.saturating_sub(spent);
            match stop {
                Stop::Ended(end) => return self.retire(key, state, end, observer),
                Stop::Paused if self.is_alone(&state) => {
                    if self.has_walked_for(&state, self.detours.after()) || self.has_made_constants() {
                        return self.set_out(key, state, observer);
                    }
                    return self.pause(key, state);
                }
                Stop::Paused if self.lingers(&state) => match self.guarded(|explorer| explorer.try_fold(&mut state)) {
                    Ok(Some((fork, states))) => return self.replace(key, fork, states, observer),
                    Ok(None) => return self.pause(key, state),
                    Err(end) => return self.retire(key, state, end, observer),
                },
                Stop::Paused => return self.pause(key, state),
                Stop::Open => self.merger.open(&mut state),
                Stop::Meet => match self.meet(key, state) {
                    Some(same) => state = same,
                    None => return,
                },
                Stop::Enter(number) => self.enter(&mut state, number),
                Stop::At(place) => {
                    if !self.notice(&mut state, place) {
                        return self.drop_state(key, state.meeting, &state.recent);
                    }
                    match self.guarded(|explorer| explorer.subsumed(&state)) {
                        Ok(None) => {}
                        Ok(Some(annotation)) => return self.retire(key, state, End::Subsumed(annotation), observer),
                        Err(end) => return self.retire(key, state, end, observer),
                    }
                }
                Stop::External(number) => {
                    let called = self.guarded(|explorer| explorer.call_outside(&mut state, number, observer));
                    if let Err(end) = called.and_then(|called| called) {
                        return self.retire(key, state, end, observer);
                    }
                    left = left.saturating_sub(DECISION_COST);
                    if left == 0 {
                        return self.pause(key, state);
                    }
                }
                Stop::Bits { slot, float } => {
                    if self.name_bits(&mut state, slot, float).is_none() {
                        let why = "the bits of a float that cannot be evaluated".to_owned();
                        return self.retire(key, state, End::Incomplete(why), observer);
                    }
                    left = left.saturating_sub(DECISION_COST);
                    if left == 0 {
                        return self.pause(key, state);
                    }
                }
                Stop::Unset { slot, term } => {
                    match self.guarded(|explorer| explorer.defined(&mut state, term, observer)).flatten() {
                        Ok(clean) => self.set_slot(&mut state, slot, clean),
                        Err(end) => return self.retire(key, state, end, observer),
                    }
                    left = left.saturating_sub(DECISION_COST);
                    if left == 0 {
                        return self.pause(key, state);
                    }
                }
                Stop::Decide(decision) => {
                    if self.watch.too_deep(state.decisions.len() + 1) {
                        let end = End::Incomplete("limit reached: max-depth".to_owned());
                        return self.retire(key, state, end, observer);
                    }
                    let decided = self.guarded(|explorer| {
                        let decision = explorer.prepare(&mut state, decision, observer)?;
                        let decision = explorer.settle(&mut state, decision);
                        let ways = explorer.feasible_ways(&state, &decision);
                        let ways = explorer.instantiate(&state, &decision, ways);
                        Ok((decision, ways))
                    });
                    let (decision, ways) = match decided.and_then(|decided| decided) {
                        Ok(decided) => decided,
                        Err(end) => return self.retire(key, state, end, observer),
                    };
                    if self.is_stuck(&ways) {
                        return self.pause(key, state);
                    }
                    if (ways.len() > 1 || self.wanders(&state)) && !self.walks_loops() {
                        match self.guarded(|explorer| explorer.try_fold(&mut state)) {
                            Ok(Some((fork, states))) => return self.replace(key, fork, states, observer),
                            Ok(None) => {}
                            Err(end) => return self.retire(key, state, end, observer),
                        }
                    }
                    match self.go_on(key, state, &decision, ways, observer) {
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
        decision: &Decision,
        mut ways: Vec<Way>,
        observer: &mut dyn Observer,
    ) -> Option<State> {
        let forked = ways.len() > 1;
        match ways.pop() {
            // SOUND: the path has a witness, so some way is feasible; if the solver denies it, nothing is proved.
            None => {
                self.retire(key, state, End::Incomplete("the solver contradicts itself".to_owned()), observer);
                None
            }
            Some(only) if !forked => match self.take_way(&mut state, decision, only, forked) {
                None => Some(state),
                Some(end) => {
                    self.retire(key, state, end, observer);
                    None
                }
            },
            Some(last) => {
                self.statistics.forks += 1;
                let fork = Fork::of(&state, self.place(&state));
                // Its successors take its place.
                self.alive -= 1;
                let mut states = Vec::with_capacity(ways.len() + 1);
                for way in ways {
                    let child = state.fork();
                    states.extend(self.adopt(child, decision, way, states.len(), observer));
                }
                states.extend(self.adopt(state, decision, last, states.len(), observer));
                self.alive += 1;
                self.succeed(key, fork, states);
                None
            }
        }
    }

    /// The states that a picked one became take its place.
    fn succeed(&mut self, key: StateKey, fork: Fork, mut states: Vec<State>) {
        let meeting = fork.meeting;
        self.merger.forked(&self.code, fork, &mut states);
        let gone = states.is_empty();
        // They take its place.
        self.alive -= 1;
        self.await_turn(states, Some(key));
        self.alive += 1;
        if gone {
            self.lose_member(meeting, key);
        }
        self.searcher.leave(key);
        self.release(key);
    }

    /// A successor of a fork: waits for its turn unless it ends here, or there are too many already.
    fn adopt(
        &mut self,
        mut child: State,
        decision: &Decision,
        way: Way,
        siblings: usize,
        observer: &mut dyn Observer,
    ) -> Option<State> {
        if self.halted {
            self.statistics.states_left += 1;
            return None;
        }
        match self.take_way(&mut child, decision, way, true) {
            Some(end) => self.finish(child, end, observer),
            None if self.watch.too_many(self.waiting() + siblings) => {
                self.finish(child, End::Incomplete("limit reached: max-states".to_owned()), observer);
            }
            None => return Some(child),
        }
        None
    }

    /// New states, from a picked one if they come from one.
    fn await_turn(&mut self, states: Vec<State>, parent: Option<StateKey>) {
        for state in states {
            let place = self.place(&state);
            let child = self.keep(state);
            self.searcher.insert(child, parent, place);
        }
    }

    /// How many states there are.
    fn waiting(&self) -> usize {
        self.alive + self.merger.parked()
    }

    /// A picked state ends.
    fn retire(&mut self, key: StateKey, state: State, end: End, observer: &mut dyn Observer) {
        let (meeting, recent) = (state.meeting, state.recent.clone());
        self.finish(state, end, observer);
        self.drop_state(key, meeting, &recent);
    }

    /// A picked state is no more.
    fn drop_state(&mut self, key: StateKey, meeting: Option<Meeting>, recent: &[u64]) {
        self.merger.forget(recent);
        self.lose_member(meeting, key);
        self.searcher.leave(key);
        self.release(key);
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

    /// A place in the source, or nowhere for the number of an instruction that has none.
    fn source_place(&self, loc: LocId) -> LocId {
        if self.program.locs.get(loc).is_some() { loc } else { Program::NOWHERE }
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
        } else if let Some(reason) = self.watch.reached(now, self.ended, self.statistics.instructions) {
            self.halt(reason);
        }
        self.halted
    }
}
