//! The human summary after the findings: the verdict first, then why it is not complete, then numbers. What varies
//! between runs with the same seed (time, memory, solver time) has lines of its own, at the end.

use std::fmt::Write as _;

use pathfold_engine::coverage::Line;
use pathfold_engine::{Statistics, Summary, Verdict};
use pathfold_solver::Stats;

use crate::numbers::{bytes, counted, duration, percent, thousands};
use crate::reasons;

/// Annotations that the summary shows.
const MOST_SUBSUMED: usize = 8;

/// The summary as text, with a line end.
pub fn text(summary: &Summary, solver: &Stats, colour: bool) -> String {
    let mut out = verdict(summary, colour) + &reasons(summary);
    let rows = rows(&summary.statistics, solver);
    let width = rows.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
    for (name, value) in rows {
        let _ = writeln!(out, "  {name:<width$}  {value}");
    }
    out
}

/// Why not everything was explored, and what to do about it.
pub fn reasons(summary: &Summary) -> String {
    let mut out = String::new();
    for because in &summary.reasons {
        // Writing to a string cannot fail.
        let _ = writeln!(out, "  because: {}", reasons::text(because));
        if let Some(help) = reasons::help(&because.reason) {
            let _ = writeln!(out, "  help: {help}");
        }
    }
    out
}

/// The verdict line.
pub fn verdict(summary: &Summary, colour: bool) -> String {
    let mut paths = counted(summary.statistics.paths(), "path");
    // Those of one turn say little about a run that was in the middle of another when it ended.
    if summary.statistics.paths_before > 0 && !summary.reasons.is_empty() {
        let _ = write!(paths, " and {} before it started again", thousands(summary.statistics.paths_before));
    }
    let (colour_code, word, rest) = match summary.verdict {
        Verdict::Safe if !notes(summary).is_empty() => ("\x1b[1;32m", "safe", notes(summary).join("; ")),
        Verdict::Safe => ("\x1b[1;32m", "safe", format!("all {paths} explored, nothing wrong")),
        Verdict::Unsafe => {
            let findings = counted(summary.findings.len() as u64, "finding");
            let more = if summary.reasons.is_empty() { "" } else { ", not everything was explored" };
            ("\x1b[1;31m", "unsafe", format!("{findings} on {paths}{more}"))
        }
        Verdict::Incomplete => {
            ("\x1b[1;33m", "incomplete", format!("nothing wrong on {paths}, but not everything was explored"))
        }
    };
    let rest = if rest.starts_with("all 1 path ") { "the only path explored, nothing wrong".to_owned() } else { rest };
    if colour {
        format!("verdict: {colour_code}{word}\x1b[0m ({rest})\n")
    } else {
        format!("verdict: {word} ({rest})\n")
    }
}

/// What people should know about a verdict that is right and says less than it seems to.
pub fn notes(summary: &Summary) -> Vec<String> {
    let statistics = &summary.statistics;
    if summary.verdict == Verdict::Safe
        && statistics.paths_returned == 0
        && statistics.paths_subsumed == 0
        && statistics.paths_assumption > 0
    {
        let paths = match statistics.paths_assumption {
            1 => "the only path ends".to_owned(),
            n => format!("all {} end", counted(n, "path")),
        };
        return vec![format!("no path ran to its end: {paths} at an assumption")];
    }
    if summary.verdict == Verdict::Safe && statistics.paths() == 0 {
        return vec!["no path ran to its end: a loop is left on no input, nothing wrong before".to_owned()];
    }
    Vec::new()
}

fn rows(statistics: &Statistics, solver: &Stats) -> Vec<(&'static str, String)> {
    let (covered, all) = statistics.instructions_covered;
    let (lines_covered, lines) = (statistics.lines_covered.len() as u64, statistics.lines.len() as u64);
    let mut coverage = format!("{} of {} instructions", percent(covered, all), thousands(all));
    if lines > 0 {
        let _ = write!(coverage, ", {} of {}", percent(lines_covered, lines), counted(lines, "line"));
    }
    let ways = statistics.branches.len() as u64;
    if ways > 0 {
        let taken = statistics.branches.iter().filter(|branch| branch.taken).count() as u64;
        let _ = write!(coverage, ", {} of {}", percent(taken, ways), counted(ways, "branch way"));
    }
    let mut states = thousands(statistics.states);
    if statistics.states_peak > 1 {
        let _ = write!(states, " (at most {} at a time)", thousands(statistics.states_peak));
    }
    if statistics.states_left > 0 {
        let _ = write!(states, ", {} unfinished", thousands(statistics.states_left));
    }
    let mut rows = vec![("paths", paths(statistics))];
    rows.extend(statistics.subsumed.iter().take(MOST_SUBSUMED).map(|row| ("subsumed", subsumed(row))));
    if statistics.restarts > 0 {
        let (forks, paths) = (counted(statistics.forks_before, "fork"), counted(statistics.paths_before, "path"));
        rows.push(("restarts", format!("{} (after {forks} and {paths})", thousands(statistics.restarts))));
    }
    rows.extend([
        ("states", states),
        ("forks", thousands(statistics.forks)),
        ("folds", thousands(statistics.folds)),
        ("merges", merges(statistics)),
        ("instructions", thousands(statistics.instructions)),
        ("coverage", coverage),
        ("queries", queries(solver)),
        ("solver time", duration(solver.backend_time)),
        ("peak memory", bytes(statistics.peak_memory)),
        ("time", duration(statistics.time)),
    ]);
    rows
}

/// Where paths were subsumed, and why.
fn subsumed(((_, line), annotation, count): &(Line, String, u64)) -> String {
    let count = thousands(*count);
    match annotation.as_str() {
        "true" => format!("{count} at line {line}: nothing can go wrong from there on"),
        _ => format!("{count} at line {line}: nothing can go wrong from there on if `{annotation}`"),
    }
}

fn paths(statistics: &Statistics) -> String {
    let parts: Vec<String> = [
        (statistics.paths_returned, "returned"),
        (statistics.paths_error, "with an error"),
        (statistics.paths_assumption, "at an assumption"),
        (statistics.paths_subsumed, "subsumed"),
        (statistics.paths_incomplete, "incomplete"),
    ]
    .into_iter()
    .filter(|(n, _)| *n > 0)
    .map(|(n, what)| format!("{} {what}", thousands(n)))
    .collect();
    let mut total = thousands(statistics.paths());
    if statistics.merges > 0 {
        // They are counted no further than that.
        let joined = match statistics.paths_joined {
            u64::MAX => "more than 10^19".to_owned(),
            joined => format!("up to {}", thousands(joined)),
        };
        let _ = write!(total, ", for {joined} one by one");
    }
    if parts.is_empty() { total } else { format!("{total} ({})", parts.join(", ")) }
}

fn merges(statistics: &Statistics) -> String {
    let mut text = thousands(statistics.merges);
    let refused: u64 = statistics.unmerged.iter().map(|(_, times)| times).sum();
    if let Some((why, _)) = statistics.unmerged.first() {
        let _ = write!(text, ", {} not possible or not worth it (mostly: {why})", thousands(refused));
    }
    text
}

fn queries(solver: &Stats) -> String {
    let parts: Vec<String> = solver
        .by_layer()
        .map(|(layer, answers)| (layer.name(), answers.sat + answers.unsat + answers.unknown))
        .filter(|(_, n)| *n > 0)
        .map(|(name, n)| format!("{name} {}", thousands(n)))
        .collect();
    let total = thousands(solver.queries);
    let text = if parts.is_empty() { total } else { format!("{total} ({})", parts.join(", ")) };
    match solver.agreements {
        0 => text,
        agreed => format!("{text}; {} second opinions agree", thousands(agreed)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pathfold_engine::{Because, Reason};

    #[test]
    fn a_program_of_which_nothing_is_left_is_safe_with_a_note() {
        let summary = |returned, assumption| Summary {
            verdict: Verdict::Safe,
            findings: Vec::new(),
            reasons: Vec::new(),
            statistics: Statistics { paths_returned: returned, paths_assumption: assumption, ..Statistics::default() },
        };
        let said = |returned, assumption| verdict(&summary(returned, assumption), false);
        assert_eq!(said(0, 1), "verdict: safe (no path ran to its end: the only path ends at an assumption)\n");
        assert_eq!(said(0, 3), "verdict: safe (no path ran to its end: all 3 paths end at an assumption)\n");
        assert_eq!(
            said(0, 0),
            "verdict: safe (no path ran to its end: a loop is left on no input, nothing wrong before)\n"
        );
        assert_eq!(said(1, 1), "verdict: safe (all 2 paths explored, nothing wrong)\n");
        assert_eq!(notes(&summary(1, 1)), Vec::<String>::new());
    }

    #[test]
    fn joined_paths_are_counted_as_far_as_they_can_be() {
        let said =
            |paths_joined| paths(&Statistics { merges: 1, paths_returned: 1, paths_joined, ..Statistics::default() });
        assert_eq!(said(1024), "1, for up to 1,024 one by one (1 returned)");
        assert_eq!(said(u64::MAX), "1, for more than 10^19 one by one (1 returned)");
    }

    #[test]
    fn the_verdict_comes_first_and_numbers_are_aligned() {
        let statistics = Statistics { paths_returned: 1234, states: 5, states_peak: 3, ..Statistics::default() };
        let summary = Summary {
            verdict: Verdict::Incomplete,
            findings: Vec::new(),
            reasons: vec![Because::new(Reason::Limit("max-paths".to_owned()))],
            statistics,
        };
        let text = text(&summary, &Stats::default(), false);
        let expected = "\
verdict: incomplete (nothing wrong on 1,234 paths, but not everything was explored)
  because: the limit --max-paths was reached
  help: raise --max-paths
  paths         1,234 (1,234 returned)
  states        5 (at most 3 at a time)
  forks         0
  folds         0
  merges        0
  instructions  0
  coverage      - of 0 instructions
  queries       0
  solver time   0 ms
  peak memory   0.0 MiB
  time          0 ms
";
        assert_eq!(text, expected);
    }
}
