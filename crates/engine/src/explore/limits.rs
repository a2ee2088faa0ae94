//! When to stop: checked between decisions and slices, so that limits hold within a few milliseconds.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use super::record::Reason;
use crate::config::Limits;

/// Memory is looked at so often.
const MEMORY_EVERY: Duration = Duration::from_millis(2);

/// The limits of a running exploration.
pub struct Watch {
    limits: Limits,
    stop: Arc<AtomicBool>,
    start: Instant,
    memory: Memory,
    progressed: Instant,
    /// When a detour must be over, while there is one.
    detour: Option<Instant>,
}

/// How much memory there was, and by how much it grows between two looks.
struct Memory {
    checked: Instant,
    resident: u64,
    growth: u64,
    peak: u64,
}

impl Watch {
    /// Starts the clock.
    pub fn new(limits: Limits, stop: Arc<AtomicBool>) -> Self {
        let now = Instant::now();
        let memory = Memory { checked: now, resident: resident_memory(), growth: 0, peak: 0 };
        Self { limits, stop, start: now, memory, progressed: now, detour: None }
    }

    /// When the run must be over, or the detour it is on.
    pub fn deadline(&self) -> Option<Instant> {
        let end = self.limits.timeout.and_then(|timeout| self.start.checked_add(timeout));
        end.into_iter().chain(self.detour).min()
    }

    /// When a detour must be over that begins now; none when it ends.
    pub fn set_detour(&mut self, until: Option<Instant>) {
        self.detour = until;
    }

    /// Whether a detour has taken all of its time.
    pub fn is_detour_over(&self) -> bool {
        self.detour.is_some_and(|until| Instant::now() >= until)
    }

    /// Whether there is no time left, or somebody wants it to stop: for work that takes long by itself.
    pub fn is_over(&self) -> bool {
        self.stop.load(Ordering::Relaxed) || self.deadline().is_some_and(|deadline| Instant::now() >= deadline)
    }

    /// Time since the start.
    pub fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// Whether it is time to show progress.
    pub fn shows_progress(&mut self, now: Instant) -> bool {
        let due = now.duration_since(self.progressed) >= Duration::from_millis(200);
        if due {
            self.progressed = now;
        }
        due
    }

    /// The limit that is reached, if one is.
    pub fn reached(&mut self, now: Instant, paths: u64, instructions: u64) -> Option<Reason> {
        if self.stop.load(Ordering::Relaxed) {
            return Some(Reason::Interrupted);
        }
        if self.limits.max_paths.is_some_and(|most| paths >= most) {
            return Some(Reason::Limit("max-paths".to_owned()));
        }
        if self.limits.max_instructions.is_some_and(|most| instructions >= most) {
            return Some(Reason::Limit("max-instructions".to_owned()));
        }
        if self.limits.timeout.is_some_and(|timeout| now.duration_since(self.start) >= timeout) {
            return Some(Reason::Limit("timeout".to_owned()));
        }
        if self.limits.max_memory.is_some_and(|most| self.memory.is_used_up(now, most)) {
            return Some(Reason::Limit("max-memory".to_owned()));
        }
        None
    }

    /// How many instructions may still be executed after so many.
    pub fn instructions_left(&self, executed: u64) -> u64 {
        self.limits.max_instructions.map_or(u64::MAX, |most| most.saturating_sub(executed))
    }

    /// Whether a path of so many decisions is too deep.
    pub fn too_deep(&self, depth: usize) -> bool {
        self.limits.max_depth.is_some_and(|most| depth as u64 > most)
    }

    /// Whether one more state is too many.
    pub fn too_many(&self, states: usize) -> bool {
        self.limits.max_states.is_some_and(|most| states as u64 >= most)
    }

    /// The most memory the process ever had, as far as the system tells.
    pub fn peak_memory(&self) -> u64 {
        peak_memory().unwrap_or(self.memory.peak)
    }
}

impl Memory {
    /// Whether there is so much that the limit may be passed before the next look.
    fn is_used_up(&mut self, now: Instant, most: u64) -> bool {
        // A large program may take as much before anything runs.
        if self.resident >= most {
            return true;
        }
        if now.duration_since(self.checked) < MEMORY_EVERY {
            return false;
        }
        let resident = resident_memory();
        self.peak = self.peak.max(resident);
        let growth = resident.saturating_sub(self.resident);
        // It grows by leaps: as much may come as in the last two steps, whichever was larger.
        let expected = growth.max(self.growth);
        *self = Self { checked: now, resident, growth, peak: self.peak };
        resident + expected >= most
    }
}

/// Resident memory of this process in bytes; 0 where the system does not tell.
fn resident_memory() -> u64 {
    let pages = std::fs::read_to_string("/proc/self/statm")
        .ok()
        .and_then(|text| text.split_whitespace().nth(1).and_then(|pages| pages.parse::<u64>().ok()));
    // Linux on the machines we support has pages of 4 KiB.
    pages.unwrap_or(0) * 4096
}

fn peak_memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.split_whitespace().next()?.parse::<u64>().ok().map(|kib| kib * 1024)
}
