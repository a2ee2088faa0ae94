//! Loops as a table, one line each, the loops inside of another below it.

use pathfold_engine::loops::report::{Iterations, LoopReport, Outcome};

use super::{Shown, interleaving, lines, result};
use crate::numbers::counted;

/// What is longer than this is not for a table.
const WIDEST: usize = 28;

/// The table, with a line above that says how many there are.
pub fn text(shown: &Shown<'_>, program: &str, colour: bool) -> String {
    let mut out = format!("{program}: {}\n", counted(shown.chosen.len() as u64, "loop"));
    if shown.chosen.is_empty() {
        return out;
    }
    let files = shown.several_files();
    let mut rows = vec![["loop", "function", "lines", "paths", "type", "iterations", "folded into"].map(str::to_owned)];
    rows.extend(shown.loops().map(|(number, report)| row(number, report, files)));
    let mut widths = [0; 7];
    for row in &rows {
        for (width, cell) in widths.iter_mut().zip(row) {
            *width = (*width).max(cell.chars().count());
        }
    }
    out.push('\n');
    for (index, row) in rows.iter().enumerate() {
        let mut line = String::new();
        for (column, (cell, width)) in row.iter().zip(widths).enumerate() {
            let space = " ".repeat(width - cell.chars().count());
            // Numbers to the right, texts to the left.
            line.push_str(&if column == 0 || column == 3 {
                format!("{space}{cell}  ")
            } else {
                format!("{cell}{space}  ")
            });
        }
        let line = line.trim_end();
        out.push_str(&if index == 0 && colour { format!("\x1b[1m{line}\x1b[0m\n") } else { format!("{line}\n") });
    }
    out
}

fn row(number: usize, report: &LoopReport, files: bool) -> [String; 7] {
    let analysis = report.analysis.as_ref();
    let nested = "  ".repeat(report.depth.saturating_sub(1) as usize);
    let file = match (&report.file, files) {
        (Some(file), true) => format!("{file}:"),
        _ => String::new(),
    };
    let unknown = || "-".to_owned();
    let class = analysis.and_then(|analysis| Some(format!("{}, {}", analysis.class()?, interleaving(analysis)?)));
    let iterations = analysis.map(|analysis| match (&analysis.iterations, &analysis.outcome) {
        (_, Outcome::Summary(_)) => "counted by path".to_owned(),
        (Some(Iterations::Term { often, .. }), _) if often.chars().count() <= WIDEST => often.clone(),
        (Some(Iterations::Term { .. }), _) => "a term".to_owned(),
        (Some(Iterations::Counter { .. }), _) => format!("{} (path counter)", analysis.counter),
        (None, _) => "-".to_owned(),
    });
    [
        number.to_string(),
        report.function.clone(),
        format!("{nested}{file}{}", lines(report)),
        analysis.map_or_else(unknown, |analysis| analysis.paths.len().to_string()),
        class.unwrap_or_else(unknown),
        iterations.unwrap_or_else(unknown),
        result(report),
    ]
}
