//! Results as Markdown tables in the form of seed 0, Tables 6.17 to 6.20: paths, time, timeouts and errors of each set; and
//! what was decided.

use super::{Row, Verdict};
use crate::numbers::thousands;

/// The columns after the first.
const COLUMNS: &str = "programs | paths | seconds | timeouts | errors | safe | unsafe | incomplete |\n| --- | --: | --: | --: | --: | --: | --: | --: | --: |\n";

/// Sums over some runs.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
struct Sums {
    programs: u64,
    paths: u64,
    seconds: f64,
    timeouts: u64,
    errors: u64,
    safe: u64,
    unsafe_: u64,
    incomplete: u64,
}

impl Sums {
    fn of<'a>(rows: impl Iterator<Item = &'a Row>) -> Self {
        let mut sums = Self::default();
        for row in rows {
            sums.programs += 1;
            sums.paths += row.paths;
            sums.seconds += row.seconds;
            sums.timeouts += u64::from(row.is_timeout());
            sums.errors += row.findings.len() as u64;
            match row.verdict {
                Verdict::Safe => sums.safe += 1,
                Verdict::Unsafe => sums.unsafe_ += 1,
                Verdict::Incomplete => sums.incomplete += 1,
            }
        }
        sums
    }

    fn line(&self, name: &str) -> String {
        let counts = [self.timeouts, self.errors, self.safe, self.unsafe_, self.incomplete].map(thousands).join(" | ");
        let (programs, paths) = (thousands(self.programs), thousands(self.paths));
        format!("| {} | {programs} | {paths} | {:.1} | {counts} |\n", name.replace('|', "\\|"), self.seconds)
    }
}

/// One line for each configuration, over all sets.
pub fn overview(rows: &[Row]) -> String {
    let mut text = format!("| configuration | {COLUMNS}");
    for configuration in names(rows, |row| &row.key.configuration) {
        let runs = rows.iter().filter(|row| row.key.configuration == configuration);
        text.push_str(&Sums::of(runs).line(configuration));
    }
    text
}

/// `table.md`: the overview, and a table of all sets for each configuration. Sets and configurations are in the order in
/// which rows have them first.
pub fn document(rows: &[Row]) -> String {
    let mut text = format!("# Results\n\n{}", overview(rows));
    let sets = names(rows, |row| &row.key.set);
    for configuration in names(rows, |row| &row.key.configuration) {
        let runs: Vec<&Row> = rows.iter().filter(|row| row.key.configuration == configuration).collect();
        let options = runs.first().map_or("", |row| &row.key.options);
        text.push_str(&format!("\n## {configuration}\n\n`{options}`\n\n| set | {COLUMNS}"));
        for set in &sets {
            text.push_str(&Sums::of(runs.iter().copied().filter(|row| row.key.set == *set)).line(set));
        }
        text.push_str(&Sums::of(runs.iter().copied()).line("**all**"));
    }
    text.push_str(
        "\nPaths are those that ended without an error. A run out of time is a timeout whatever it has found by then.\n",
    );
    text
}

/// The different names, in the order of their first row.
pub(super) fn names<'a>(rows: &'a [Row], name: impl Fn(&'a Row) -> &'a String) -> Vec<&'a str> {
    let mut names: Vec<&str> = Vec::new();
    for row in rows {
        let name = name(row);
        if !names.contains(&name.as_str()) {
            names.push(name);
        }
    }
    names
}

#[cfg(test)]
mod tests {
    use super::super::tests::{row, wrong};
    use super::super::{Ended, Row};
    use super::*;

    #[test]
    fn sums_by_set_and_configuration() {
        let late = row("c.mc", "never", 30.0);
        let late = Row { verdict: Verdict::Incomplete, ended: Ended::Timeout, paths: 2000, ..late };
        let mut far = row("d.mc", "fold", 1.0);
        far.key.set = "far".to_owned();
        let rows =
            [row("a.mc", "never", 0.5), late, wrong("a.mc", "fold", Ended::FirstError, &["x@1:1", "y@1:2"]), far];
        let text = document(&rows);
        let overview = "\
# Results

| configuration | programs | paths | seconds | timeouts | errors | safe | unsafe | incomplete |
| --- | --: | --: | --: | --: | --: | --: | --: | --: |
| never | 2 | 2,007 | 30.5 | 1 | 0 | 1 | 0 | 1 |
| fold | 2 | 14 | 1.5 | 0 | 2 | 1 | 1 | 0 |
";
        assert!(text.starts_with(overview), "{text}");
        let sets = "\
| tests | 1 | 7 | 0.5 | 0 | 2 | 0 | 1 | 0 |
| far | 1 | 7 | 1.0 | 0 | 0 | 1 | 0 | 0 |
| **all** | 2 | 14 | 1.5 | 0 | 2 | 1 | 1 | 0 |
";
        assert!(text.contains("\n## fold\n\n`--loops=fold`\n") && text.contains(sets), "{text}");
    }
}
