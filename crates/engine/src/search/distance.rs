//! How far every place is from something that was never reached: one backward breadth-first search over the places of
//! the whole program, calls and returns included. Run again only when coverage has grown, and in large programs not at
//! every pick: a pick must not cost what the program is long.

use pathfold_base::ids::Id as _;

use crate::code::{Code, Instr};
use crate::coverage::Coverage;

/// How many places one pick pays for.
const PICKS_PAY: usize = 16;

/// The graph of places, backwards.
pub struct Distances {
    /// For each place, the places from which one step leads to it.
    before: Vec<Vec<u32>>,
    of: Vec<u32>,
    changes: Option<u64>,
    /// Updates asked for since the last one that was done.
    asked: usize,
}

impl Distances {
    /// Nothing uncovered can be reached from there.
    pub const NEVER: u32 = u32::MAX;

    /// The graph of the program.
    pub fn new(code: &Code) -> Self {
        let mut before = vec![Vec::new(); code.places.len()];
        let mut exits = vec![Vec::new(); code.functions.len()];
        let mut calls = Vec::new();
        for (id, function) in code.functions.entries() {
            for (pc, instr) in function.instrs.iter().enumerate() {
                let here = function.places[pc];
                let mut step_to = |target: u32| before[target as usize].push(here);
                match instr {
                    Instr::Jump(target) => step_to(function.places[*target as usize]),
                    Instr::Switch(_, table) => {
                        let table = &function.switches[*table as usize];
                        for target in table.cases.iter().map(|(_, pc)| *pc).chain([table.default]) {
                            step_to(function.places[target as usize]);
                        }
                    }
                    Instr::Call(call, _) => {
                        let callee = function.calls[*call as usize].callee;
                        step_to(code.first_place[callee]);
                        calls.push((callee, here));
                    }
                    Instr::Return(_) => exits[id.index()].push(here),
                    other => {
                        if let Some((then, otherwise)) = other.ways() {
                            step_to(function.places[then as usize]);
                            step_to(function.places[otherwise as usize]);
                        }
                    }
                }
            }
        }
        // Returning may uncover what follows the call. Which caller it is depends on the stack; any may be it.
        for (callee, caller) in calls {
            for exit in &exits[callee.index()] {
                before[caller as usize].push(*exit);
            }
        }
        for places in &mut before {
            places.sort_unstable();
            places.dedup();
        }
        Self { of: vec![Self::NEVER; before.len()], before, changes: None, asked: 0 }
    }

    /// Brings the distances up to date; true if any may have changed.
    pub fn update(&mut self, coverage: &Coverage) -> bool {
        self.asked += 1;
        let due = self.changes.is_none() || self.asked * PICKS_PAY > self.of.len();
        if self.changes == Some(coverage.changes()) || !due {
            return false;
        }
        self.asked = 0;
        self.changes = Some(coverage.changes());
        self.of.fill(Self::NEVER);
        let mut queue = std::collections::VecDeque::new();
        for place in 0..self.of.len() as u32 {
            if coverage.is_open(place) {
                self.of[place as usize] = 0;
                queue.push_back(place);
            }
        }
        while let Some(place) = queue.pop_front() {
            let next = self.of[place as usize] + 1;
            for &before in &self.before[place as usize] {
                if self.of[before as usize] == Self::NEVER {
                    self.of[before as usize] = next;
                    queue.push_back(before);
                }
            }
        }
        true
    }

    /// Steps from a place to something that was never reached.
    pub fn of(&self, place: u32) -> u32 {
        self.of[place as usize]
    }
}
