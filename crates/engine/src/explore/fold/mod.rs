//! Folding loops during exploration. A state that enters a loop leaves a mark: a copy of itself. When a decision inside
//! the loop turns out to have several ways, the loop is worth folding: one symbolic iteration is walked from the mark,
//! and if all that any number of iterations does has a closed form, the states in which the loop is left take the place
//! of the walk. Loops that never fork cost a mark and nothing else.

mod arrays;
mod circles;
mod describe;
mod inputs;
mod instantiate;
mod iteration;
mod naming;
mod remainders;
mod summary;
mod template;
mod tidy;
mod turns;

use std::rc::Rc;

use pathfold_ir::Type;
use pathfold_term::Term;

use super::merge::{Fork, Merger};
use super::{Explorer, Observer};
use crate::code::{Code, CodeOptions, Instr, compile};
use crate::config::{ArrayIndex, Loops};
use crate::coverage::Coverage;
use crate::loops::report::Analysis;
use crate::memory::GlobalObjects;
use crate::search::StateKey;
use crate::state::{Mark, Meeting, State, Watch};
use crate::step::{End, Machine, Seen, Stop};
use crate::value::Value;

/// A loop that is entered so often without forking leaves no marks any more.
const QUIET_AFTER: u32 = 8;
/// A loop that could not be folded so often is left alone.
const HOPELESS_AFTER: u32 = 4;
/// A loop that could not be folded with so many queries to back ends is left alone. Not a time: runs must repeat.
const MOST_SPENT: u64 = 100;
/// Iterations that one state walks in the hope that the loop can be folded from the next one on.
const MOST_PEELED: u8 = 4;
/// Decisions in a loop, none of which had a second way, until it is tried to fold it all the same.
const WANDERS_AFTER: usize = 16;
/// Instructions in a loop without a decision that has a second way, until it is tried to fold it all the same: so many that
/// programs which just run are done by then. Trying costs as much as a second of running.
const LINGERS_AFTER: u64 = 100_000_000;
/// The same for programs that read inputs, whose instructions may be slow.
const READER_LINGERS_AFTER: u64 = 500_000;
/// Marks of one state; the outermost go first.
const MOST_MARKS: usize = 8;

/// Why a loop is not folded.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refused {
    /// In words.
    pub why: String,
    /// Whether it may go from the next iteration on.
    pub later: bool,
}

impl Refused {
    fn new(why: impl Into<String>) -> Self {
        Self { why: why.into(), later: false }
    }

    fn for_now(why: impl Into<String>) -> Self {
        Self { why: why.into(), later: true }
    }
}

/// A state in which a folded loop is about to be left.
pub(super) struct Folded {
    state: State,
    /// What was added to its path, for folding what is around.
    condition: Term,
    /// The places in memory that the loop changes.
    writes: Vec<(Value, Type)>,
}

/// What is known of a loop.
#[derive(Clone, Default, Debug)]
pub struct LoopRecord {
    /// Paths of one iteration that come back, the last time that was found out.
    paths: usize,
    /// Queries to back ends that trying to fold it took.
    spent: u64,
    /// Times entered since it last forked.
    entered: u32,
    /// Times entered, as far as that was noticed.
    times: u64,
    /// Times it was folded.
    pub folded: u64,
    /// Times it was not, although it forks.
    pub refused: u64,
    /// Why not, the last time.
    pub why: Option<String>,
    /// Times it was folded for a loop around it.
    inside: u64,
    /// What one iteration does, if somebody wants to know, and how often that was found out.
    analysis: Option<Analysis>,
    described: u64,
}

/// What folding needs from run to run.
pub(super) struct Folder {
    mode: Loops,
    pub(super) quiet: Vec<bool>,
    pub(super) seen: Seen,
    watched: Option<Code>,
    scratch: Option<Coverage>,
    pub(super) records: Vec<LoopRecord>,
}

impl Folder {
    /// Watched code for states that wait for a header: other code would let them skip it. None for a state that stands on a
    /// test that only other code repeats at the end of an iteration.
    pub(super) fn code_for(&self, state: &State) -> Option<&Code> {
        if state.watches.is_empty() {
            return None;
        }
        let code = self.watched.as_ref()?;
        let here = code.functions[state.frame.function].instrs[state.frame.pc as usize];
        (!matches!(here, Instr::Jump(_))).then_some(code)
    }

    pub(super) fn new(mode: Loops, code: &Code) -> Self {
        let loops = code.loops.len();
        Self {
            mode,
            quiet: vec![mode == Loops::Unroll; loops],
            seen: Seen::default(),
            watched: None,
            scratch: None,
            records: vec![LoopRecord::default(); loops],
        }
    }
}

impl Explorer<'_> {
    /// A loop is entered: leaves a mark.
    pub(super) fn enter(&mut self, state: &mut State, number: u32) {
        let record = &mut self.folder.records[number as usize];
        record.entered += 1;
        record.times += 1;
        if record.entered > QUIET_AFTER {
            self.folder.quiet[number as usize] = true;
        }
        self.mark(state, number);
    }

    fn mark(&mut self, state: &mut State, number: u32) {
        let depth = state.callers.len();
        let around = self.code.loops[number as usize].clone();
        // Marks of loops that have been left are of no use.
        let loops = &self.code.loops;
        state.marks.retain(|mark| {
            mark.depth < depth
                || (mark.depth == depth
                    && mark.number != number
                    && loops[mark.number as usize].function == around.function
                    && loops[mark.number as usize].contains(around.place))
        });
        if state.marks.len() >= MOST_MARKS {
            state.marks.remove(0);
        }
        let copy = state.fork();
        state.marks.push(Mark { number, depth, state: Rc::new(copy) });
    }

    /// Takes the mark of the loop whose header a state waits at; whether there was one. It shows the state before others
    /// were waited for.
    pub(super) fn forget_mark(&self, state: &mut State, meeting: Meeting) -> bool {
        let Some(number) = self.headed_by(meeting) else { return false };
        let before = state.marks.len();
        state.marks.retain(|mark| mark.number != number || mark.depth != meeting.depth);
        state.marks.len() < before
    }

    /// Marks the loop again for a state that goes on at its header.
    pub(super) fn mark_again(&mut self, state: &mut State, meeting: Meeting) {
        if let Some(number) = self.headed_by(meeting) {
            self.mark(state, number);
        }
    }

    fn headed_by(&self, meeting: Meeting) -> Option<u32> {
        self.code.loops.iter().position(|known| known.place == meeting.place).map(|number| number as u32)
    }

    /// Whether a state is still in the iterations that a mark was made for.
    fn is_active(&self, state: &State, mark: &Mark) -> bool {
        let around = &self.code.loops[mark.number as usize];
        let now = state.callers.len();
        let (function, place) = if mark.depth == now {
            (state.frame.function, self.place(state))
        } else {
            let Some(up) = now.checked_sub(mark.depth + 1) else { return false };
            let Some(frame) = state.callers.innermost_first().nth(up) else { return false };
            // A suspended frame stands after its call.
            let places = &self.code.functions[frame.function].places;
            (frame.function, places[(frame.pc as usize).saturating_sub(1)])
        };
        function == around.function && around.contains(place)
    }

    /// Whether a state has decided a lot in a loop without ever forking: it may do so for ever.
    pub(super) fn wanders(&self, state: &State) -> bool {
        let decided = |mark: &Mark| state.decisions.len() - mark.state.decisions.len();
        state.marks.first().is_some_and(|mark| decided(mark) >= WANDERS_AFTER)
    }

    /// Whether a state has been in a loop for long without deciding anything: it may be there for ever.
    pub(super) fn lingers(&self, state: &State) -> bool {
        self.has_walked_for(state, if self.subsumer.reads { READER_LINGERS_AFTER } else { LINGERS_AFTER })
    }

    /// Whether a state has executed so many instructions in a loop.
    pub(super) fn has_walked_for(&self, state: &State, instructions: u64) -> bool {
        let spent = |mark: &Mark| state.instructions.saturating_sub(mark.state.instructions);
        state.marks.first().is_some_and(|mark| spent(mark) >= instructions)
    }

    /// Tries to fold the loops around a decision, the outermost first. The states that take the place of this one, or
    /// none if it goes on as it is.
    pub(super) fn try_fold(&mut self, state: &mut State) -> Option<(Fork, Vec<State>)> {
        if self.folder.mode == Loops::Unroll {
            return None;
        }
        self.wake(state);
        let marks = std::mem::take(&mut state.marks);
        for (index, mark) in marks.iter().enumerate() {
            let number = mark.number as usize;
            // SOUND: what the loop is left with belongs to the region that the mark was made in.
            if !self.is_active(state, mark)
                || self.folder.records[number].why_hopeless()
                || mark.state.meeting != state.meeting
            {
                continue;
            }
            let begin = self.solver.stats().backend_queries;
            let folded = self.fold_loop(mark.number, &mark.state, false);
            self.folder.records[number].spent += self.solver.stats().backend_queries - begin;
            match folded {
                Ok(folded) => {
                    self.folder.records[number].folded += 1;
                    self.statistics.folds += 1;
                    let fork = Fork::of(&mark.state, self.code.loops[number].place).instead_of(state);
                    let states = folded.into_iter().map(|way| {
                        let mut state = way.state;
                        state.marks = marks[..index].to_vec();
                        state
                    });
                    return Some((fork, states.collect()));
                }
                Err(Refused { later: true, why }) if self.peel(state, mark) => {
                    self.folder.records[number].why = Some(why);
                }
                Err(Refused { why, .. }) => {
                    let record = &mut self.folder.records[number];
                    record.refused += 1;
                    record.why = Some(why);
                    if record.why_hopeless() {
                        self.folder.quiet[number] = true;
                    }
                }
            }
        }
        // None of them can be folded from here: walk on without trying again.
        None
    }

    /// Lets a state walk the current iteration and try again at the next one; whether it will.
    fn peel(&mut self, state: &mut State, mark: &Mark) -> bool {
        let watched = state.watches.iter().any(|watch| watch.number == mark.number && watch.depth == mark.depth);
        let peeled = state.peeled < MOST_PEELED && !watched;
        if peeled {
            state.peeled += 1;
            state.watches.push(Watch { number: mark.number, depth: mark.depth, leaving: false });
        }
        peeled
    }

    /// Runs a state: on watched code while it waits for a loop's header.
    pub(super) fn run_on(&mut self, state: &mut State, budget: u64) -> Stop {
        if !state.watches.is_empty() {
            let depth = state.callers.len();
            state.watches.retain(|watch| watch.depth <= depth);
        }
        if state.watches.is_empty() {
            self.subsumer.seen.clear();
            return self.machine().run(state, budget);
        }
        let numbers: Vec<u32> = state.watches.iter().map(|watch| watch.number).collect();
        self.run_watched(&numbers, state, budget, true)
    }

    /// A watched state reached a place of a loop it waits for. Whether it goes on.
    pub(super) fn notice(&mut self, state: &mut State, place: u32) -> bool {
        state.frame.pc += 1;
        let depth = state.callers.len();
        let loops = &self.code.loops;
        state.watches.retain(|watch| watch.depth != depth || !loops[watch.number as usize].exits.contains(&place));
        let here = |watch: &&Watch| watch.depth == depth && loops[watch.number as usize].place == place;
        let Some(watch) = state.watches.iter().find(here).copied() else { return true };
        if watch.leaving {
            // SOUND: every iteration that comes back is among those that the counters of the fold stand for.
            return false;
        }
        state.watches.retain(|other| *other != watch);
        self.mark(state, watch.number);
        true
    }

    /// A loop that was quiet forks after all: the next time it is entered it leaves a mark again.
    fn wake(&mut self, state: &State) {
        let (function, place) = (state.frame.function, self.place(state));
        for number in self.loops_around(function, place) {
            let record = &mut self.folder.records[number];
            if !record.why_hopeless() {
                record.entered = 0;
                self.folder.quiet[number] = false;
            }
        }
    }

    fn loops_around(&self, function: pathfold_ir::FuncId, place: u32) -> Vec<usize> {
        let start = self.code.loops.partition_point(|known| known.function < function);
        let own = self.code.loops[start..].iter().take_while(|known| known.function == function);
        own.enumerate().filter(|(_, known)| known.contains(place)).map(|(index, _)| start + index).collect()
    }

    /// Puts the states that a fold made in the place of the one they come from.
    pub(super) fn replace(&mut self, key: StateKey, fork: Fork, states: Vec<State>, observer: &mut dyn Observer) {
        let mut kept = Vec::with_capacity(states.len());
        for mut state in states {
            if self.halted {
                self.statistics.states_left += 1;
                continue;
            }
            state.decisions.push(u32::MAX);
            if self.watch.too_many(self.waiting() - 1 + kept.len()) {
                self.finish(state, End::Incomplete("limit reached: max-states".to_owned()), observer);
                continue;
            }
            kept.push(state);
        }
        self.succeed(key, fork, kept);
    }

    /// The program's code with stops and notes; positions are those of the code without.
    pub(super) fn watched_code(&mut self) -> Code {
        let options = CodeOptions {
            overflow: self.config.check_overflow,
            branches: self.config.branch_coverage,
            loops: true,
            joins: Merger::is_asked_for(&self.config),
            watched: true,
            external: self.config.external,
        };
        compile(self.program, &GlobalObjects::new(self.program), options, &mut self.pool)
    }

    /// Runs watched code until something has to be decided or the loop's header or an exit is reached; `real` unless it is
    /// only to find out what an iteration does.
    fn run_watched(&mut self, numbers: &[u32], state: &mut State, budget: u64, real: bool) -> Stop {
        if self.folder.watched.is_none() {
            let code = self.watched_code();
            self.folder.scratch = Some(Coverage::new(&code));
            self.folder.seen.stops = vec![false; code.places.len()];
            self.folder.watched = Some(code);
        }
        let loops = &self.code.loops;
        let folder = &mut self.folder;
        folder.seen.clear();
        let (Some(code), Some(scratch)) = (&folder.watched, &mut folder.scratch) else { return Stop::Paused };
        let set = |seen: &mut Seen, to: bool| {
            for number in numbers {
                let around = &loops[*number as usize];
                for place in around.exits.iter().chain([&around.place]) {
                    seen.stops[*place as usize] = to;
                }
            }
        };
        set(&mut folder.seen, true);
        let loud: Vec<bool> = vec![false; code.loops.len()];
        let mut machine = Machine {
            code,
            pool: &mut self.pool,
            coverage: if real { &mut self.coverage } else { scratch },
            // One path for all positions, whatever the exploration does: they would be joined again.
            array_index: if real { self.config.array_index } else { ArrayIndex::Ite },
            check_overflow: self.config.check_overflow,
            max_bits: self.config.max_bits,
            max_call_depth: self.config.max_call_depth,
            max_object: self.config.max_object,
            spare: &mut self.spare,
            large_numbers: &mut self.large_numbers,
            quiet: if real { &folder.quiet } else { &loud },
            seen: &mut folder.seen,
            moved: 0,
            // Single walks, with marks of their own.
            compile_after: None,
        };
        let stop = machine.run(state, budget);
        set(&mut folder.seen, false);
        stop
    }
}

impl LoopRecord {
    fn why_hopeless(&self) -> bool {
        self.folded == 0 && (self.refused >= u64::from(HOPELESS_AFTER) || self.spent > MOST_SPENT)
    }
}
