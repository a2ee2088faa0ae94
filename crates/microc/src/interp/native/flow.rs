//! The shape of a program: where its code can be entered, which registers are small there, how often code is run.

use super::super::effects::{Next, next, target};
use super::super::instr::Instr;
use super::known::Known;

/// The deepest nesting of loops that counts.
const DEEPEST: u8 = 4;

/// What is known about each instruction.
#[derive(Debug)]
pub(super) struct Flow {
    /// Whether machine code can be entered before it: only here do registers need to be what `known` says.
    pub leaders: Vec<bool>,
    /// Which registers are small before a leader, whatever way led there; none before those that no way leads to.
    pub known: Vec<Option<Known>>,
    /// How many loops it is in.
    pub depths: Vec<u8>,
    /// Whether a jump goes back to it.
    pub heads: Vec<bool>,
}

impl Flow {
    /// Of a program with functions that start at `entries`.
    pub fn new(instrs: &[Instr], entries: &[u32]) -> Self {
        let no = vec![false; instrs.len()];
        let (known, depths) = (vec![None; instrs.len()], vec![0; instrs.len()]);
        let mut flow = Flow { leaders: no.clone(), known, depths, heads: no };
        for entry in entries {
            flow.lead(*entry as usize, Some(Known::default()));
        }
        for (at, instr) in instrs.iter().enumerate() {
            match next(instr) {
                Next::Falls | Next::Ends => {}
                // Whoever comes back may come from the interpreter, which may have changed anything.
                Next::Calls(..) | Next::Outside => flow.lead(at + 1, Some(Known::default())),
            }
            if let Some(to) = target(instr) {
                flow.lead(to, None);
                if to <= at {
                    flow.heads[to] = true;
                    flow.depths[to..=at].iter_mut().for_each(|depth| *depth = (*depth + 1).min(DEEPEST));
                }
            }
            // Without room for cells these are tried again.
            if makes_cells(instr) {
                flow.lead(at, None);
            }
        }
        for (at, instr) in instrs.iter().enumerate() {
            if instr.length() > 1 && flow.leaders[at + 1] {
                flow.lead(at + instr.length(), None);
            }
        }
        while flow.spread(instrs) {}
        flow
    }

    fn lead(&mut self, at: usize, known: Option<Known>) {
        if let Some(leader) = self.leaders.get_mut(at) {
            *leader = true;
            self.known[at] = known.or(self.known[at]);
        }
    }

    /// Meets what is known before a leader with what is known on a way to it; says whether that changed something.
    fn arrive(&mut self, at: usize, known: Known) -> bool {
        let Some(before) = self.known.get_mut(at) else { return false };
        let met = before.map_or(known, |before| before.meet(known));
        before.replace(met) != Some(met)
    }

    /// Goes through the program once.
    fn spread(&mut self, instrs: &[Instr]) -> bool {
        let mut changed = false;
        let mut now = None;
        let mut at = 0;
        while let Some(instr) = instrs.get(at) {
            if self.leaders[at] {
                if let Some(known) = now {
                    changed |= self.arrive(at, known);
                }
                now = self.known[at];
            }
            let behind = now.map(|known: Known| known.behind(instr));
            if let Some((to, known)) = target(instr).zip(behind) {
                changed |= self.arrive(to, known);
            }
            now = match next(instr) {
                Next::Falls => behind,
                Next::Ends => None,
                Next::Calls(..) | Next::Outside => Some(Known::default()),
            };
            let end = at + instr.length();
            // The instruction that this one does the work of is skipped.
            if instr.length() > 1 && self.leaders[at + 1] {
                if let Some(known) = now.take() {
                    changed |= self.arrive(end, known);
                }
                at += 1;
            } else {
                at = end;
            }
        }
        changed
    }
}

fn makes_cells(instr: &Instr) -> bool {
    matches!(
        instr,
        Instr::NewCell { .. } | Instr::NewEmptyCell { .. } | Instr::NewArray { .. } | Instr::NewPointed { .. }
    )
}
