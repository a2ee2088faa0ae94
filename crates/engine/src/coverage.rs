//! What has been reached, by segments (see [`crate::code::Segment`]): an instruction counts as covered only if the
//! instructions before it that may end a path were passed.

use pathfold_base::FxSet;
use pathfold_ir::{LocId, Program};

use crate::code::Code;

/// A source line: the number of its file, and its number from 1.
pub type Line = (u32, u32);

/// One way of a branch.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Branch {
    /// The line of the branch.
    pub line: Line,
    /// Its number.
    pub branch: u32,
    /// Which way, from 0.
    pub way: u32,
    /// Whether it was taken.
    pub taken: bool,
}

/// Reached segments and places.
#[derive(Clone, Debug)]
pub struct Coverage {
    reached: Vec<bool>,
    /// For each place, how many of its segments have not been reached.
    missing: Vec<u32>,
    place_of: Vec<u32>,
    /// Whether a segment is of the analysed program and not of the runtime.
    counts: Vec<bool>,
    /// Ways of branches that were taken.
    taken: Vec<bool>,
    changes: u64,
}

impl Coverage {
    /// Nothing reached yet.
    pub fn new(code: &Code) -> Self {
        let mut missing = vec![0; code.places.len()];
        for segment in &code.segments {
            missing[segment.place as usize] += 1;
        }
        Self {
            reached: vec![false; code.segments.len()],
            missing,
            place_of: code.segments.iter().map(|segment| segment.place).collect(),
            counts: code
                .segments
                .iter()
                .map(|segment| !code.functions[code.places[segment.place as usize].0].library)
                .collect(),
            taken: vec![false; code.edges.len()],
            changes: 0,
        }
    }

    /// A segment is reached.
    #[inline(always)]
    pub fn reach(&mut self, segment: u32) {
        if !self.reached[segment as usize] {
            self.first(segment);
        }
    }

    #[cold]
    fn first(&mut self, segment: u32) {
        self.reached[segment as usize] = true;
        self.missing[self.place_of[segment as usize] as usize] -= 1;
        self.changes += 1;
    }

    /// A way of a branch is taken.
    pub fn take(&mut self, edge: u32) {
        if !self.taken[edge as usize] {
            self.taken[edge as usize] = true;
            self.changes += 1;
        }
    }

    /// By segment, whether it was reached, and by way of a branch, whether it was taken.
    pub fn marks(&self) -> (&[bool], &[bool]) {
        (&self.reached, &self.taken)
    }

    /// Whether a way of a branch has been taken.
    pub fn is_taken(&self, edge: u32) -> bool {
        self.taken[edge as usize]
    }

    /// Every way of every branch: its line, the branch, the way, and whether it was taken. By line.
    pub fn branches(&self, code: &Code, program: &Program) -> Vec<Branch> {
        let ways = code.edges.iter().zip(&self.taken).filter(|(edge, _)| edge.loc != Program::NOWHERE);
        let mut all: Vec<Branch> = ways
            .map(|(edge, taken)| {
                let loc = &program.locs[edge.loc];
                Branch { line: (loc.file.0, loc.start.line), branch: edge.branch, way: edge.way, taken: *taken }
            })
            .collect();
        all.sort_unstable_by_key(|branch| (branch.line, branch.branch, branch.way));
        all
    }

    /// Whether a segment has been reached.
    pub fn is_reached(&self, segment: u32) -> bool {
        self.reached[segment as usize]
    }

    /// Whether a place has something that was never reached.
    pub fn is_open(&self, place: u32) -> bool {
        self.missing[place as usize] > 0
    }

    /// How often the coverage has grown: equal numbers mean nothing changed in between.
    pub fn changes(&self) -> u64 {
        self.changes
    }

    /// Covered and all instructions.
    pub fn instructions(&self, code: &Code) -> (u64, u64) {
        let count = |only_reached: bool| {
            code.segments
                .iter()
                .zip(self.reached.iter().zip(&self.counts))
                .filter(|(_, (reached, counts))| **counts && (**reached || !only_reached))
                .map(|(segment, _)| u64::from(segment.instructions))
                .sum()
        };
        (count(true), count(false))
    }

    /// Covered and all source lines that have instructions, sorted.
    pub fn lines(&self, code: &Code, program: &Program) -> (Vec<Line>, Vec<Line>) {
        let line = |loc: &LocId| {
            let loc = &program.locs[*loc];
            (loc.file.0, loc.start.line)
        };
        let collect = |only_reached: bool| {
            let set: FxSet<Line> = code
                .segments
                .iter()
                .zip(self.reached.iter().zip(&self.counts))
                .filter(|(_, (reached, counts))| **counts && (**reached || !only_reached))
                .flat_map(|(segment, _)| segment.locs.iter())
                .filter(|loc| **loc != Program::NOWHERE)
                .map(line)
                .collect();
            let mut lines: Vec<_> = set.into_iter().collect();
            lines.sort_unstable();
            lines
        };
        (collect(true), collect(false))
    }
}
