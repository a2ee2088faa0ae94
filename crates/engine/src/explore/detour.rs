//! A program that reads nothing has one path, and nothing is faster than to walk it. But the walk may be long, or without an
//! end, and techniques may see where it leads: a loop that is folded, a proof that nothing goes wrong any more. So from time
//! to time they try, for a fraction of the time that the walk has taken, and if that leads nowhere the walk goes on where it
//! was. What just runs for long costs little more than its own instructions, and what runs for ever is still proved.
//!
//! How far a detour comes depends on the clock, like every limit of time; what there is to be found on the path does not.

use std::time::{Duration, Instant};

use super::fold::Folder;
use super::merge::Merger;
use super::record::Because;
use super::stages::Stages;
use super::subsume::Subsumer;
use super::{Explorer, Observer};
use crate::code::Code;
use crate::config::Subsume;
use crate::search::StateKey;
use crate::state::State;

/// Instructions in a loop until the first detour.
const FIRST_AFTER: u64 = 400_000_000;
/// Constants until the first detour: long numbers that cross calls, each of which costs as much as many instructions.
const FIRST_AFTER_CONSTANTS: usize = 40_000;
/// So many times as many until the next one.
const RARER: u64 = 4;
/// The part of the time of the walk that folding may take, and subsumption again.
const PART: u32 = 16;
/// They have so much at least: what can be proved of a loop takes little more, and whoever makes a constant for every few
/// instructions is soon there.
const LEAST: Duration = Duration::from_millis(10);
/// The part of that which one query may take.
const QUERY_PART: u32 = 4;

/// When detours are made.
pub(super) struct Detours {
    after: u64,
    after_constants: usize,
    /// How long they have taken.
    took: Duration,
    /// The walk, while there is one.
    left: Option<Walk>,
}

/// What the walk needs to go on.
struct Walk {
    state: State,
    /// If the detour is on other code.
    code: Option<Code>,
    folder: Folder,
    stages: Option<Stages>,
    subsume: Subsume,
    reasons: Vec<Because>,
    began: Instant,
}

impl Default for Detours {
    fn default() -> Self {
        Self { after: FIRST_AFTER, after_constants: FIRST_AFTER_CONSTANTS, took: Duration::ZERO, left: None }
    }
}

impl Detours {
    /// Instructions in a loop without a decision until the next one.
    pub(super) fn after(&self) -> u64 {
        self.after
    }
}

impl Explorer<'_> {
    /// Whether a state is the whole exploration and has met nothing that is unknown.
    pub(super) fn is_alone(&self, state: &State) -> bool {
        // What the outside does would happen again when the walk goes on.
        !self.config.external
            && self.detours.left.is_none()
            && !self.subsumer.reads
            && self.alive == 1
            && state.decisions.is_empty()
            && state.meeting == self.merger.first_meeting()
    }

    /// Leaves the walk of a state to see whether techniques get further.
    pub(super) fn set_out(&mut self, key: StateKey, walking: State, observer: &mut dyn Observer) {
        let walked = self.watch.elapsed().saturating_sub(self.detours.took);
        if self.has_made_constants() {
            self.detours.after_constants = self.pool.constants().saturating_mul(RARER as usize);
        } else {
            self.detours.after = self.detours.after.saturating_mul(RARER);
        }
        self.allow(walked / PART);
        let folder = Folder::new(self.config.loops, &self.code);
        // Not a fork: what the walk has to itself stays as it is, and it will mostly go on.
        let mut state = walking.copy();
        self.detours.left = Some(Walk {
            state: walking,
            code: None,
            folder: std::mem::replace(&mut self.folder, folder),
            stages: self.stages.take(),
            subsume: self.config.subsume,
            reasons: std::mem::take(&mut self.reasons),
            began: Instant::now(),
        });
        match self.guarded(|explorer| explorer.try_fold(&mut state)) {
            Ok(Some((fork, states))) => self.replace(key, fork, states, observer),
            // Subsumption takes part already, or is not to; and leaks are not for annotations.
            Ok(None) | Err(_) if self.config.subsume != Subsume::Auto || self.config.check_leak => self.come_back(),
            Ok(None) | Err(_) => {
                self.config.subsume = Subsume::On;
                let code = self.watched_code();
                let code = std::mem::replace(&mut self.code, code);
                if let Some(walk) = &mut self.detours.left {
                    walk.code = Some(code);
                }
                self.subsumer = Subsumer::new(&self.config, self.program, &self.code);
                observer.started_again();
                self.restart();
                self.allow(walked / PART);
            }
        }
    }

    /// Whether a state that is alone has made so many constants that it is time for a detour.
    pub(super) fn has_made_constants(&self) -> bool {
        self.pool.constants() >= self.detours.after_constants
    }

    /// From now on techniques have so much time.
    fn allow(&mut self, time: Duration) {
        let time = time.max(LEAST);
        self.watch.set_detour(Instant::now().checked_add(time));
        self.solver.set_deadline(self.watch.deadline());
        self.solver.set_patience(Some(time / QUERY_PART));
    }

    /// Goes on with the walk if the detour has led nowhere; whether there is one to go on with.
    pub(super) fn comes_back(&mut self, is_at_end: bool) -> bool {
        let leads_nowhere = if is_at_end { !self.reasons.is_empty() } else { self.watch.is_detour_over() };
        let comes_back = leads_nowhere && self.detours.left.is_some();
        if comes_back {
            self.come_back();
        } else if is_at_end && let Some(walk) = self.detours.left.take() {
            // SOUND: what the walk has left out, the detour has not made good.
            self.reasons.extend(walk.reasons);
        }
        comes_back
    }

    // SOUND: nothing counts as explored but what is explored from here on; what the detour found stays found.
    fn come_back(&mut self) {
        let Some(walk) = self.detours.left.take() else { return };
        self.detours.took += walk.began.elapsed();
        self.watch.set_detour(None);
        self.solver.set_deadline(self.watch.deadline());
        self.config.subsume = walk.subsume;
        if let Some(code) = walk.code {
            self.code = code;
        }
        self.subsumer = Subsumer::new(&self.config, self.program, &self.code);
        self.resume(walk.stages);
        self.clear();
        self.folder = walk.folder;
        self.reasons = walk.reasons;
        self.merger = Merger::new(&self.config, self.merges());
        let mut state = walk.state;
        // Nobody has been anywhere.
        state.recent.clear();
        self.wait(state);
    }
}
