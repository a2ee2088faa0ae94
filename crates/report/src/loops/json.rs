//! Loops as JSON, described in `docs/json.md`. Fields are only ever added within a version.

use pathfold_engine::loops::report::{Analysis, Iterations, LoopReport, Outcome, Standing};
use serde::Serialize;

use super::{Shown, interleaving};

/// The name and version of the format.
pub const FORMAT: &str = "pathfold-loops/1";

#[derive(Serialize)]
struct Document<'a> {
    format: &'static str,
    version: &'static str,
    program: &'a str,
    mode: &'a str,
    complete: bool,
    loops: Vec<LoopInfo<'a>>,
}

#[derive(Serialize)]
struct LoopInfo<'a> {
    number: usize,
    function: &'a str,
    library: bool,
    file: Option<&'a str>,
    lines: Option<(u32, u32)>,
    depth: u32,
    parent: Option<usize>,
    irreducible: bool,
    standing: &'static str,
    entered: u64,
    entered_more: bool,
    folded: u64,
    folded_inside: u64,
    refused: u64,
    why_not: Option<&'a str>,
    analysis: Option<AnalysisInfo<'a>>,
}

#[derive(Serialize)]
struct AnalysisInfo<'a> {
    outcome: &'static str,
    states: Option<usize>,
    class: Option<u8>,
    interleaving: Option<&'static str>,
    niv_conditions: &'a [String],
    paths: Vec<PathInfo<'a>>,
    exits: &'a [String],
    counter: &'a str,
    variables: Vec<VariableInfo<'a>>,
    iterations: Option<IterationsInfo<'a>>,
}

#[derive(Serialize)]
struct PathInfo<'a> {
    name: String,
    condition: &'a str,
    changes: Vec<Equation<'a>>,
    forms: Vec<Equation<'a>>,
    first: Option<bool>,
    last: Option<bool>,
    next: Option<Vec<String>>,
    period: Option<u64>,
}

#[derive(Serialize)]
struct Equation<'a> {
    variable: &'a str,
    value: &'a str,
}

#[derive(Serialize)]
struct VariableInfo<'a> {
    name: &'a str,
    entry: &'a str,
    form: Option<&'a str>,
    shape: Option<&'a str>,
}

#[derive(Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
enum IterationsInfo<'a> {
    Term { often: &'a str, when: Option<&'a str>, ends: Option<&'a str> },
    Counter { guard: &'a str, at: &'a str },
}

/// The document. `complete` says whether everything was explored.
pub fn text(shown: &Shown<'_>, program: &str, mode: &str, complete: bool) -> String {
    let document = Document {
        format: FORMAT,
        version: env!("CARGO_PKG_VERSION"),
        program,
        mode,
        complete,
        loops: shown.loops().map(|(number, report)| info(number, report)).collect(),
    };
    // Strings and numbers always have a JSON form.
    let mut text = serde_json::to_string_pretty(&document).unwrap_or_default();
    text.push('\n');
    text
}

fn info(number: usize, report: &LoopReport) -> LoopInfo<'_> {
    LoopInfo {
        number,
        function: &report.function,
        library: report.library,
        file: report.file.as_deref(),
        lines: report.lines,
        depth: report.depth,
        parent: report.parent.map(|parent| parent + 1),
        irreducible: report.irreducible,
        standing: match report.standing() {
            Standing::Folded => "folded",
            Standing::FoldedInside => "folded-inside",
            Standing::Refused => "refused",
            Standing::Concrete => "concrete",
            Standing::NeverEntered => "never-entered",
        },
        entered: report.entered,
        entered_more: report.or_more,
        folded: report.folded,
        folded_inside: report.folded_inside,
        refused: report.refused,
        why_not: report.why_not.as_deref(),
        analysis: report.analysis.as_ref().map(analysis),
    }
}

fn analysis(analysis: &Analysis) -> AnalysisInfo<'_> {
    let (outcome, states) = match analysis.outcome {
        Outcome::Template => ("template", Some(1)),
        Outcome::Summary(states) => ("summary", Some(states)),
        Outcome::Refused => ("refused", None),
    };
    let turns = analysis.turns.as_ref();
    let paths = analysis.paths.iter().enumerate().map(|(index, path)| PathInfo {
        name: format!("p{}", index + 1),
        condition: &path.condition,
        changes: equations(&path.changes),
        forms: equations(&path.forms),
        first: turns.map(|turns| turns.automaton.init[index]),
        last: turns.map(|turns| turns.automaton.accept[index]),
        next: turns.map(|turns| turns.automaton.next[index].iter().map(|next| format!("p{}", next + 1)).collect()),
        period: turns.map(|turns| turns.periods[index]).filter(|period| *period > 0),
    });
    AnalysisInfo {
        outcome,
        states,
        class: analysis.class(),
        interleaving: interleaving(analysis),
        niv_conditions: &analysis.niv,
        paths: paths.collect(),
        exits: &analysis.exits,
        counter: &analysis.counter,
        variables: analysis
            .variables
            .iter()
            .map(|variable| VariableInfo {
                name: &variable.name,
                entry: &variable.entry,
                form: variable.form.as_ref().map(|form| form.text.as_str()),
                shape: variable.form.as_ref().map(|form| form.shape.as_str()),
            })
            .collect(),
        iterations: analysis.iterations.as_ref().map(|iterations| match iterations {
            Iterations::Term { often, when, ends } => {
                IterationsInfo::Term { often, when: not_empty(when), ends: not_empty(ends) }
            }
            Iterations::Counter { guard, at } => IterationsInfo::Counter { guard, at },
        }),
    }
}

fn not_empty(text: &str) -> Option<&str> {
    Some(text).filter(|text| !text.is_empty())
}

fn equations(all: &[(String, String)]) -> Vec<Equation<'_>> {
    all.iter().map(|(variable, value)| Equation { variable, value }).collect()
}
