//! What an exploration comes to: why it is not complete, how far it is, and its summary.

use pathfold_ir::LocId;

use super::Explorer;
use super::record::{Because, Progress, Reason, Summary, Verdict};
use crate::state::State;

impl Explorer<'_> {
    pub(super) fn halt(&mut self, reason: Reason) {
        self.halted = true;
        self.reason(reason);
    }

    pub(super) fn reason(&mut self, reason: Reason) -> &mut Because {
        let known = self.reasons.iter().position(|known| known.reason == reason);
        let index = known.unwrap_or_else(|| {
            self.reasons.push(Because::new(reason));
            self.reasons.len() - 1
        });
        &mut self.reasons[index]
    }

    /// A place of the program as people name it.
    pub(super) fn line_of(&self, loc: LocId) -> Option<String> {
        let place = self.program.locs.get(loc)?;
        let file = self.program.files.get(place.file).filter(|_| place.start.line > 0)?;
        Some(format!("{file}:{}", place.start.line))
    }

    pub(super) fn progress(&self, state: &State) -> Progress {
        Progress {
            paths: self.ended,
            findings: self.findings.len() as u64,
            states: self.waiting() as u64,
            instructions: self.statistics.instructions,
            coverage: self.coverage.instructions(&self.code),
            elapsed: self.watch.elapsed(),
            solver: self.solver.stats().backend_time,
            at: self.source_place(self.loc(state)),
        }
    }

    pub(super) fn summary(&mut self) -> Summary {
        let statistics = &mut self.statistics;
        statistics.states_left += self.states.iter().filter(|state| state.is_some()).count() as u64;
        statistics.states_left += self.merger.parked() as u64;
        statistics.unmerged = self.merger.refusals();
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
