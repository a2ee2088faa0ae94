//! What is known of every loop after an exploration, as text in the terms of the source: for `pathfold loops`. Who fills it
//! in is `explore/fold/describe.rs`.

use super::automaton::{Automaton, Interleaving};

/// A loop of the program.
#[derive(Clone, Debug)]
pub struct LoopReport {
    /// Its function.
    pub function: String,
    /// Whether that belongs to the runtime.
    pub library: bool,
    /// The source file.
    pub file: Option<String>,
    /// The first and the last line in it.
    pub lines: Option<(u32, u32)>,
    /// 1 for outermost loops.
    pub depth: u32,
    /// The loop around it: its position among all reports.
    pub parent: Option<usize>,
    /// It can be entered elsewhere than at its header.
    pub irreducible: bool,
    /// How often it was entered, as far as that was counted.
    pub entered: u64,
    /// Whether it was entered more often than that.
    pub or_more: bool,
    /// How often it was folded.
    pub folded: u64,
    /// How often it was folded as a part of an iteration of a loop around it.
    pub folded_inside: u64,
    /// How often it was tried in vain.
    pub refused: u64,
    /// Why, the last time.
    pub why_not: Option<String>,
    /// What one iteration does: the first time that it could be folded, else the first time that it was tried.
    pub analysis: Option<Analysis>,
}

/// How a loop stands at the end of an exploration.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Standing {
    /// Folded, whenever or at least once when that was tried.
    Folded,
    /// Folded only as a part of a loop around it.
    FoldedInside,
    /// Tried in vain.
    Refused,
    /// Entered, but no decision in it depends on inputs.
    Concrete,
    /// Never reached.
    NeverEntered,
}

/// One iteration of a loop, and what follows for many.
#[derive(Clone, Debug, Default)]
pub struct Analysis {
    /// Whether the loop was folded by this.
    pub outcome: Outcome,
    /// What the loop changes.
    pub variables: Vec<VariableReport>,
    /// The paths of an iteration that come back to its start.
    pub paths: Vec<PathReport>,
    /// When an iteration leaves the loop, one condition for each way.
    pub exits: Vec<String>,
    /// How many iterations there are.
    pub iterations: Option<Iterations>,
    /// What counts iterations in closed forms.
    pub counter: String,
    /// How its paths take turns.
    pub turns: Option<TurnsReport>,
    /// The conditions of paths that do not move by a fixed number in every iteration.
    pub niv: Vec<String>,
}

/// What came of trying to fold a loop.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Outcome {
    /// One state and one counter for all paths together.
    Template,
    /// So many states: one for each way through the automaton.
    Summary(usize),
    /// Not folded.
    #[default]
    Refused,
}

/// A variable of a loop.
#[derive(Clone, Debug)]
pub struct VariableReport {
    /// What the source calls it.
    pub name: String,
    /// Its value before the loop.
    pub entry: String,
    /// Its value after any number of iterations, whatever their paths.
    pub form: Option<FormReport>,
}

/// A closed form.
#[derive(Clone, Debug)]
pub struct FormReport {
    /// Over values before the loop and the counter.
    pub text: String,
    /// What kind: `linear`, `sum`, ...
    pub shape: String,
}

/// A path of an iteration.
#[derive(Clone, Debug)]
pub struct PathReport {
    /// What it takes.
    pub condition: String,
    /// The variables it changes, with their new values.
    pub changes: Vec<(String, String)>,
    /// The variables it changes after any number of iterations on this path; empty if one of them has no closed form.
    pub forms: Vec<(String, String)>,
}

/// How many iterations there are.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Iterations {
    /// Known from the values before the loop.
    Term {
        /// How many, when the condition holds.
        often: String,
        /// Otherwise there are none. Empty if there always are so many.
        when: String,
        /// The loop ends only if this holds. Empty if it always does.
        ends: String,
    },
    /// Any number such that this holds before each of them and not after the last.
    Counter {
        /// The condition at iteration `at`.
        guard: String,
        /// What counts iterations in it.
        at: String,
    },
}

/// How the paths of a loop take turns.
#[derive(Clone, Debug)]
pub struct TurnsReport {
    /// The automaton.
    pub automaton: Automaton,
    /// The kind of interleaving, with periods considered.
    pub interleaving: Interleaving,
    /// By path: how often it is taken in each round of its cycle; 0 if it is on none.
    pub periods: Vec<u64>,
}

impl LoopReport {
    /// What became of it.
    pub fn standing(&self) -> Standing {
        if self.folded > 0 {
            Standing::Folded
        } else if self.folded_inside > 0 {
            Standing::FoldedInside
        } else if self.refused > 0 || self.why_not.is_some() {
            Standing::Refused
        } else if self.entered > 0 {
            Standing::Concrete
        } else {
            Standing::NeverEntered
        }
    }
}

impl Analysis {
    /// The type of the loop (seed 0, table 4.2), if its automaton is known.
    pub fn class(&self) -> Option<u8> {
        let irregular = self.turns.as_ref()?.interleaving == Interleaving::Irregular;
        Some(match (irregular, self.niv.is_empty()) {
            (false, true) => 1,
            (true, true) => 2,
            (false, false) => 3,
            (true, false) => 4,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_are_those_of_the_thesis() {
        use Interleaving::{Irregular, Periodic, Sequential};
        for (interleaving, niv, class) in [
            (Sequential, 0, 1),
            (Periodic, 0, 1),
            (Irregular, 0, 2),
            (Sequential, 1, 3),
            (Periodic, 1, 3),
            (Irregular, 2, 4),
        ] {
            let turns = TurnsReport { automaton: Automaton::new(1), interleaving, periods: vec![0] };
            let niv = vec!["a[i] == x".to_owned(); niv];
            assert_eq!(Analysis { turns: Some(turns), niv, ..Analysis::default() }.class(), Some(class));
        }
        assert_eq!(Analysis::default().class(), None);
    }
}
