//! Joining states where paths meet again.
//!
//! States that fork from one make a *region*: they meet where all ways from the fork to the return of the function come
//! together. Whoever gets there first waits, whatever the search; when nobody is missing any more, those that are there
//! are joined and go on. Regions nest as branches do, so that the states of a region are counted without looking at those
//! around it. Nobody waits for ever: a region that takes long, such as one around a loop without a bound, lets those who
//! are there go on.

mod dynamic;
mod gather;
mod policy;
mod region;

use std::collections::VecDeque;
use std::rc::Rc;

use pathfold_base::FxMap;
use pathfold_ir::{FuncId, Program};
use pathfold_solver::PathCondition;

use super::Explorer;
use crate::code::{Code, Slot, live_slots};
use crate::config::{Config, Merge};
use crate::join::Refused;
use crate::search::StateKey;
use crate::state::{Meeting, State};

use dynamic::Crowd;
use policy::Policy;
use region::Region;

/// Where a state was before it became several.
pub(super) struct Fork {
    place: u32,
    depth: usize,
    pub(super) meeting: Option<Meeting>,
    path: PathCondition,
    /// Where the state that is no more has just been.
    recent: Vec<u64>,
}

impl Fork {
    /// A state that is about to become several, at a place.
    pub(super) fn of(state: &State, place: u32) -> Fork {
        Fork {
            place,
            depth: state.callers.len(),
            meeting: state.meeting,
            path: state.path.clone(),
            recent: state.recent.clone(),
        }
    }

    /// The state that is no more is not the one that became several, but has come from it.
    pub(super) fn instead_of(self, state: &State) -> Fork {
        Fork { recent: state.recent.clone(), ..self }
    }
}

/// What merging needs from fork to fork.
pub(super) struct Merger {
    mode: Merge,
    regions: FxMap<u32, Region>,
    next: u32,
    /// Regions in which somebody waits, the longest first.
    waiting: VecDeque<u32>,
    parked: usize,
    /// By function and block, the slots that still matter.
    live: FxMap<FuncId, Vec<Rc<[Slot]>>>,
    policy: Policy,
    crowd: Crowd,
    /// Why states that met stayed apart, and how often.
    refused: FxMap<Refused, u64>,
    /// By place, how often states met there that stayed apart, and how often they were joined.
    outcomes: FxMap<u32, (u32, u32)>,
}

impl Merger {
    /// Whether states are to be joined at all.
    pub(super) fn is_asked_for(config: &Config) -> bool {
        // A leak is a property of single paths: an object that only one of two joined states has lost is not seen.
        config.merge != Merge::Never && !config.check_leak
    }

    /// One that joins as it is asked for, or nobody for now.
    pub(super) fn new(config: &Config, joins: bool) -> Merger {
        let mode = if joins && Merger::is_asked_for(config) { config.merge } else { Merge::Never };
        Merger {
            mode,
            regions: FxMap::default(),
            next: 0,
            waiting: VecDeque::new(),
            parked: 0,
            live: FxMap::default(),
            policy: Policy::new(config),
            crowd: Crowd::default(),
            refused: FxMap::default(),
            outcomes: FxMap::default(),
        }
    }

    pub(super) fn is_on(&self) -> bool {
        self.mode != Merge::Never
    }

    /// The meeting that the first state looks forward to.
    pub(super) fn first_meeting(&self) -> Option<Meeting> {
        (self.mode == Merge::Dynamic).then_some(Meeting::ANYWHERE)
    }

    /// A state that had been at these places is no more.
    pub(super) fn forget(&mut self, recent: &[u64]) {
        self.crowd.fewer(recent);
    }

    /// Why states that met stayed apart, the most frequent first.
    pub(super) fn refusals(&self) -> Vec<(Refused, u64)> {
        let mut all: Vec<(Refused, u64)> = self.refused.iter().map(|(why, times)| (*why, *times)).collect();
        all.sort_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(b.0)));
        all
    }

    /// How many states wait for others.
    pub(super) fn parked(&self) -> usize {
        self.parked
    }

    /// A state became these: a new region if they meet before the others around them do.
    pub(super) fn forked(&mut self, code: &Code, fork: Fork, states: &mut [State]) {
        let Fork { place, depth, meeting, path, recent } = fork;
        if self.mode == Merge::Dynamic {
            self.crowd.fewer(&recent);
            states.iter().for_each(|state| self.crowd.more(state));
            return;
        }
        let Some(more) = states.len().checked_sub(1).filter(|_| self.is_on()) else { return };
        let join = code.joins.get(place as usize).copied().flatten().filter(|join| !self.is_hopeless(*join));
        match join {
            Some(join) if more > 0 && !meeting.is_some_and(|around| around.is_at(join, depth)) => {
                let meeting = Meeting { region: self.next, place: join, depth };
                self.next += 1;
                self.regions.insert(meeting.region, Region::new(fork.meeting, path, states.len()));
                for state in states {
                    state.meeting = Some(meeting);
                }
            }
            _ => {
                if let Some(around) = meeting.and_then(|around| self.regions.get_mut(&around.region)) {
                    around.members += more;
                }
            }
        }
    }

    /// Whether waiting at a place has not been worth it.
    fn is_hopeless(&self, place: u32) -> bool {
        self.outcomes.get(&place).is_some_and(|(apart, joined)| *apart > HOPELESS_AFTER.saturating_mul(joined + 1))
    }

    /// The program asks that those who come from this state are joined where it says.
    pub(super) fn open(&mut self, state: &mut State) {
        if matches!(self.mode, Merge::Never | Merge::Dynamic) {
            return;
        }
        let meeting = Meeting { region: self.next, place: Meeting::CLOSED, depth: 0 };
        self.next += 1;
        self.regions.insert(meeting.region, Region::new(state.meeting, state.path.clone(), 1));
        state.meeting = Some(meeting);
    }

    fn refuse(&mut self, place: u32, why: Refused) {
        *self.refused.entry(why).or_default() += 1;
        self.outcomes.entry(place).or_default().0 += 1;
    }

    fn live(&mut self, program: &Program, code: &Code, place: u32) -> Rc<[Slot]> {
        let (function, block) = code.places[place as usize];
        let live = self.live.entry(function);
        let live = live.or_insert_with(|| live_slots(program, function).into_iter().map(Rc::from).collect());
        live.get(block.0 as usize).map_or_else(|| Rc::from([]), Rc::clone)
    }
}

impl Explorer<'_> {
    /// A picked state has come to a place where paths meet. It goes on, or it waits.
    pub(super) fn meet(&mut self, key: StateKey, state: State) -> Option<State> {
        if self.merger.mode == Merge::Dynamic {
            return self.come_by(key, state);
        }
        self.arrive(key, state);
        None
    }

    /// A picked state is where the others of its region will be: it waits.
    fn arrive(&mut self, key: StateKey, mut state: State) {
        state.frame.pc += 1;
        let meeting = state.meeting;
        let until = self.work() + PATIENCE * (self.waiting() as u64 + 1).min(MOST_PATIENCE);
        if let Some(meeting) = meeting
            && let Some(region) = self.merger.regions.get_mut(&meeting.region)
        {
            if region.parked.is_empty() {
                region.until = until;
                self.merger.waiting.push_back(meeting.region);
            }
            region.parked.push(state);
            self.merger.parked += 1;
        }
        self.lose_member(meeting, key);
        self.searcher.leave(key);
        self.release(key);
    }

    /// A region has one state less that is not there yet. If it was the last one, those that are there go on, as
    /// successors of the picked state `key`.
    pub(super) fn lose_member(&mut self, meeting: Option<Meeting>, key: StateKey) {
        let mut next = meeting;
        while let Some(meeting) = next.take()
            && let Some(region) = self.merger.regions.get_mut(&meeting.region)
        {
            region.members = region.members.saturating_sub(1);
            if region.members > 0 {
                if region.is_full() {
                    self.let_go(meeting, Some(key));
                }
                return;
            }
            // Its states count in the region around it, in which it counted as one.
            let around = region.around;
            self.let_go(meeting, Some(key));
            self.merger.regions.remove(&meeting.region);
            next = around;
        }
    }

    /// Those who wait in a region for longer than it is worth go on without the others; and so do all if nobody else is
    /// left to go on.
    pub(super) fn lose_patience(&mut self) {
        while let Some(&first) = self.merger.waiting.front() {
            let now = self.work();
            let Some((meeting, until)) = self.merger.regions.get(&first).and_then(|region| {
                let state = region.parked.first()?;
                Some((state.meeting?, region.until))
            }) else {
                self.merger.waiting.pop_front();
                continue;
            };
            // SOUND: whatever happened to those that were waited for, nobody is left behind.
            if self.alive > 0 && now < until {
                return;
            }
            self.let_go(meeting, None);
        }
    }

    /// Joins the states that wait in a region and lets them go on in the one around it.
    fn let_go(&mut self, meeting: Meeting, parent: Option<StateKey>) {
        let Some(region) = self.merger.regions.get_mut(&meeting.region) else { return };
        let around = region.around;
        region.released += 1;
        let (mut parked, path) = (std::mem::take(&mut region.parked), region.path.clone());
        self.merger.parked -= parked.len();
        for state in &mut parked {
            state.meeting = around;
        }
        let states = self.gather(meeting, &path, parked);
        if let Some(around) = around.and_then(|around| self.merger.regions.get_mut(&around.region)) {
            around.members += states.len();
        }
        self.await_turn(states, parent);
    }

    /// What has been done so far, for sharing out patience.
    fn work(&self) -> u64 {
        self.statistics.instructions + super::DECISION_COST * self.solver.stats().queries
    }
}

/// States that met at a place and stayed apart, for each that did not, until nobody waits there any more.
const HOPELESS_AFTER: u32 = 8;
/// How much work, for each state that there is when the first one comes, those who wait are patient.
const PATIENCE: u64 = 50_000;
/// For so many states at most: where there are many, most of them are in loops without a bound.
const MOST_PATIENCE: u64 = 4;
