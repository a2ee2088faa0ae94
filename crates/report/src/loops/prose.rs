//! Loops in prose: for each its source, its paths, how they take turns, what its variables are after any number of
//! iterations, and what it was folded into or why not.

use pathfold_base::SourceFile;
use pathfold_engine::loops::automaton::Interleaving;
use pathfold_engine::loops::report::{
    Analysis, Iterations, LoopReport, Outcome, PathReport, Standing, TurnsReport, VariableReport,
};

use super::{Shown, lines};
use crate::numbers::counted;

/// Source lines that are shown of one loop.
const MOST_LINES: usize = 24;
/// Columns are at most so wide; longer texts stand out of them.
const WIDEST: usize = 60;

/// All loops, one after the other.
pub fn text(shown: &Shown<'_>, sources: &[Option<SourceFile>], colour: bool) -> String {
    let loops = shown.loops().map(|(number, report)| {
        let mut out = Prose { text: String::new(), colour };
        out.heading(number, report);
        out.source(report, sources);
        out.standing(report);
        if let Some(analysis) = &report.analysis {
            out.paths(analysis);
            out.class(analysis);
            out.forms(analysis);
            out.iterations(analysis);
        }
        out.text
    });
    loops.collect::<Vec<_>>().join("\n")
}

struct Prose {
    text: String,
    colour: bool,
}

impl Prose {
    fn line(&mut self, text: &str) {
        self.text.push_str(text.trim_end());
        self.text.push('\n');
    }

    fn heading(&mut self, number: usize, report: &LoopReport) {
        let place = match &report.file {
            Some(file) => format!("{file}:{}", lines(report)),
            None => "no place in the source".to_owned(),
        };
        let mut text = format!("loop {number}: {place}, in `{}`", report.function);
        if let Some(parent) = report.parent {
            text.push_str(&format!(", inside of loop {}", parent + 1));
        }
        let text = if self.colour { format!("\x1b[1m{text}\x1b[0m") } else { text };
        self.line(&text);
        self.line("");
    }

    fn source(&mut self, report: &LoopReport, sources: &[Option<SourceFile>]) {
        let Some((first, last)) = report.lines else { return };
        let file = sources.iter().flatten().find(|file| Some(file.name()) == report.file.as_deref());
        let Some(file) = file else { return };
        let wanted = file.text().lines().enumerate().skip(first as usize - 1).take((last - first + 1) as usize);
        let all: Vec<(usize, &str)> = wanted.collect();
        for (index, text) in all.iter().take(MOST_LINES) {
            self.line(&format!("{:>5} | {text}", index + 1));
        }
        if all.len() > MOST_LINES {
            self.line("      ...");
        }
        self.line("");
    }

    fn standing(&mut self, report: &LoopReport) {
        let more = if report.or_more { "at least " } else { "" };
        let entered = match report.entered {
            1 if !report.or_more => "once".to_owned(),
            n => format!("{more}{n} times"),
        };
        let states = match report.analysis.as_ref().map(|analysis| &analysis.outcome) {
            Some(Outcome::Template) => "into a template: one state stands for any number of iterations",
            Some(Outcome::Summary(states)) => {
                let states = counted(*states as u64, "state");
                &format!("into a summary: {states}, one for each way through its automaton")
            }
            Some(Outcome::Refused) | None => "",
        };
        let mut text = match report.standing() {
            Standing::Folded => format!("Folded {states}"),
            Standing::FoldedInside => format!("Folded {states}, as a part of the loop around it"),
            Standing::Refused => "Not folded".to_owned(),
            Standing::Concrete | Standing::NeverEntered if report.irreducible => {
                "Not folded: it can be entered elsewhere than at its header".to_owned()
            }
            Standing::Concrete => {
                "Nothing to fold: none of its decisions depended on inputs, so it was run as it is".to_owned()
            }
            Standing::NeverEntered => "Never entered: no explored path came here".to_owned(),
        };
        if report.standing() == Standing::Refused {
            text.push_str(&format!(": {}", report.why_not.as_deref().unwrap_or("nobody knows why")));
        }
        self.line(&format!("{text}."));
        if report.entered > 0 {
            let mut parts = vec![format!("entered {entered}")];
            if report.folded > 0 {
                parts.push(format!("folded {}", times(report.folded)));
            }
            if report.folded_inside > 0 {
                parts.push(format!("folded {} for a loop around it", times(report.folded_inside)));
            }
            if report.refused > 0 {
                parts.push(format!("tried in vain {}", times(report.refused)));
            }
            self.line(&format!("It was {}.", parts.join(", ")));
        }
        if report.standing() == Standing::Folded && report.refused > 0 {
            let why = report.why_not.as_deref().unwrap_or_default();
            self.line(&format!("Where it was not folded: {why}."));
        }
    }

    fn paths(&mut self, analysis: &Analysis) {
        self.line("");
        let start = match analysis.paths.len() {
            0 => "No iteration comes back to its start".to_owned(),
            1 => "An iteration that comes back takes one path:".to_owned(),
            n => format!("An iteration that comes back takes one of {n} paths:"),
        };
        self.line(&start);
        let widths = analysis.paths.iter().map(|path| path.condition.chars().count());
        let width = widths.filter(|width| *width <= WIDEST).max().unwrap_or(0);
        for (index, path) in analysis.paths.iter().enumerate() {
            let changes: Vec<String> = path.changes.iter().map(|(name, value)| format!("{name} = {value}")).collect();
            let changes = if changes.is_empty() { "changes nothing".to_owned() } else { changes.join("; ") };
            let PathReport { condition, .. } = path;
            let space = " ".repeat(width.saturating_sub(condition.chars().count()));
            self.line(&format!("  p{}  if {condition}{space}   then {changes}", index + 1));
        }
        if analysis.exits.is_empty() {
            self.line("No iteration leaves the loop.");
        } else {
            self.line("It leaves the loop:");
            for exit in &analysis.exits {
                self.line(&format!("      if {exit}"));
            }
        }
    }

    fn class(&mut self, analysis: &Analysis) {
        self.line("");
        let Some((turns, class)) = analysis.turns.as_ref().zip(analysis.class()) else {
            self.line("Not classified: it has too many paths for an automaton, or the solver gave up on it.");
            return;
        };
        let order = match turns.interleaving {
            Interleaving::Sequential if analysis.paths.len() < 2 => "sequential, for there is only one path".to_owned(),
            Interleaving::Sequential => "sequential: no path comes back after another one".to_owned(),
            Interleaving::Periodic => format!("periodic: {} in each round", rounds(turns)),
            Interleaving::Irregular => "irregular: the paths take turns in no fixed order".to_owned(),
        };
        self.line(&format!("Type {class}, {order}."));
        if analysis.niv.is_empty() {
            self.line("All of its conditions compare what moves by a fixed number in every iteration (IV conditions).");
        } else {
            let all: Vec<String> = analysis.niv.iter().map(|condition| format!("`{condition}`")).collect();
            self.line(&format!("What these compare moves by no fixed number (NIV conditions): {}.", all.join(", ")));
        }
        self.line("Its automaton:");
        for (from, to) in edges(turns) {
            self.line(&format!(
                "  {from:<5} -> {}",
                if to.is_empty() { "nothing else".to_owned() } else { to.join(", ") }
            ));
        }
    }

    fn forms(&mut self, analysis: &Analysis) {
        if analysis.variables.is_empty() {
            return;
        }
        self.line("");
        let counter = &analysis.counter;
        let joined = analysis.variables.iter().all(|variable| variable.form.is_some());
        if joined || analysis.paths.len() < 2 {
            self.line(&format!("After {counter} iterations:"));
            let form = |variable: &VariableReport| match &variable.form {
                Some(form) if form.shape == "table" => format!("{}: {}", variable.name, form.text),
                Some(form) => format!("{} = {}", variable.name, form.text),
                None => format!("{} has no closed form", variable.name),
            };
            let forms: Vec<String> = analysis.variables.iter().map(form).collect();
            let width = forms.iter().map(|form| form.chars().count()).filter(|width| *width <= WIDEST).max();
            for (variable, form) in analysis.variables.iter().zip(&forms) {
                let space = " ".repeat(width.unwrap_or(0).saturating_sub(form.chars().count()));
                self.line(&format!("  {form}{space}   where {}0 = {}", variable.name, variable.entry));
            }
        }
        let written_out = |variable: &VariableReport| variable.form.as_ref().is_some_and(|form| form.shape == "table");
        if analysis.paths.len() < 2 || (joined && !analysis.variables.iter().any(written_out)) {
            return;
        }
        self.line(&format!("After {counter} iterations in a row on one path:"));
        for (index, path) in analysis.paths.iter().enumerate() {
            let forms: Vec<String> = path.forms.iter().map(|(name, form)| format!("{name} = {form}")).collect();
            let forms = if forms.is_empty() { "no closed form".to_owned() } else { forms.join("; ") };
            self.line(&format!("  p{}  {forms}", index + 1));
        }
        let entries: Vec<String> = analysis
            .variables
            .iter()
            .filter(|variable| variable.name != variable.entry && !joined)
            .map(|variable| format!("{} = {}", variable.name, variable.entry))
            .collect();
        if !entries.is_empty() {
            self.line(&format!("Before the loop: {}.", entries.join(", ")));
        }
    }

    fn iterations(&mut self, analysis: &Analysis) {
        let text = match &analysis.iterations {
            Some(Iterations::Term { often, when, ends }) => {
                let mut text = match when.as_str() {
                    "" => format!("There are `{often}` iterations"),
                    when => format!("There are `{often}` iterations if `{when}`, else none"),
                };
                if !ends.is_empty() {
                    text.push_str(&format!("; it ends only if `{ends}`"));
                }
                text
            }
            Some(Iterations::Counter { guard, at }) => format!(
                "There are {0} iterations, a path counter: `{guard}` for all {at} < {0}, and not for {at} = {0}",
                analysis.counter
            ),
            None if analysis.paths.len() > 1 && analysis.outcome != Outcome::Refused => {
                "How many iterations there are is counted path by path".to_owned()
            }
            None => return,
        };
        self.line("");
        self.line(&format!("{text}."));
    }
}

fn times(n: u64) -> String {
    if n == 1 { "once".to_owned() } else { format!("{n} times") }
}

/// `p1 once, p2 twice`.
fn rounds(turns: &TurnsReport) -> String {
    let on = turns.periods.iter().enumerate().filter(|(_, period)| **period > 0);
    on.map(|(path, period)| format!("p{} {}", path + 1, times(*period))).collect::<Vec<_>>().join(", ")
}

/// What can follow what, with the start and the end of the loop.
pub(super) fn edges(turns: &TurnsReport) -> Vec<(String, Vec<String>)> {
    let automaton = &turns.automaton;
    let path = |index: usize| format!("p{}", index + 1);
    let first = (0..automaton.init.len()).filter(|index| automaton.init[*index]).map(path).collect();
    let mut all = vec![("enter".to_owned(), first)];
    for (index, next) in automaton.next.iter().enumerate() {
        let mut to: Vec<String> = next.iter().copied().map(path).collect();
        if automaton.accept[index] {
            to.push("leave".to_owned());
        }
        all.push((path(index), to));
    }
    all
}
