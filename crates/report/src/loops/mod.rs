//! What `pathfold loops` shows: the loops of a program as a table, in prose, as JSON and as graphs. Everything is made of the
//! engine's `LoopReport`s; nothing here knows terms.

pub mod dot;
pub mod json;
pub mod prose;
pub mod table;

use pathfold_engine::loops::automaton::Interleaving;
use pathfold_engine::loops::report::{Analysis, LoopReport, Outcome, Standing};

use crate::numbers::counted;

/// Loops of a program that are shown: each with its number, from 1 in the order of the source.
pub struct Shown<'a> {
    /// All loops that the program has, shown or not.
    pub all: &'a [LoopReport],
    /// Which of them.
    pub chosen: Vec<usize>,
}

impl<'a> Shown<'a> {
    /// The loops with what is asked for. Numbers do not depend on the choice between functions.
    pub fn new(all: &'a [LoopReport], library: bool, function: Option<&str>) -> Self {
        let wanted = |report: &LoopReport| {
            (library || !report.library) && function.is_none_or(|function| report.function == function)
        };
        Self { all, chosen: (0..all.len()).filter(|index| wanted(&all[*index])).collect() }
    }

    /// Number and report of each.
    pub fn loops(&self) -> impl Iterator<Item = (usize, &'a LoopReport)> + '_ {
        self.chosen.iter().map(|index| (index + 1, &self.all[*index]))
    }

    /// Whether they are in more than one file.
    pub fn several_files(&self) -> bool {
        let mut files = self.loops().filter_map(|(_, report)| report.file.as_deref());
        files.next().is_some_and(|first| files.any(|other| other != first))
    }
}

/// `7-13`, or `7` if that is all.
pub fn lines(report: &LoopReport) -> String {
    match report.lines {
        Some((first, last)) if first == last => first.to_string(),
        Some((first, last)) => format!("{first}-{last}"),
        None => "?".to_owned(),
    }
}

/// `sequential`, ...
pub fn interleaving(analysis: &Analysis) -> Option<&'static str> {
    Some(match analysis.turns.as_ref()?.interleaving {
        Interleaving::Sequential => "sequential",
        Interleaving::Periodic => "periodic",
        Interleaving::Irregular => "irregular",
    })
}

/// What became of a loop, in few words.
pub fn result(report: &LoopReport) -> String {
    let into = match report.analysis.as_ref().map(|analysis| &analysis.outcome) {
        Some(Outcome::Template) => "template, one state".to_owned(),
        Some(Outcome::Summary(states)) => format!("summary, {}", counted(*states as u64, "state")),
        Some(Outcome::Refused) | None => "folded".to_owned(),
    };
    match report.standing() {
        Standing::Folded => into,
        Standing::FoldedInside => format!("{into}, for the loop around it"),
        Standing::Refused => {
            format!("not folded: {}", report.why_not.as_deref().unwrap_or("it was not tried to the end"))
        }
        Standing::Concrete if report.irreducible => "not folded: it has several entries".to_owned(),
        Standing::Concrete => "run as it is: it does not depend on inputs".to_owned(),
        Standing::NeverEntered => "never entered".to_owned(),
    }
}
