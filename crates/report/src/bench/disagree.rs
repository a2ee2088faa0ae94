//! Contradictions: every configuration must say the same about a program, so where two do not, one of them is wrong.
//!
//! A run that explored everything has every finding there is. So nobody, however early it was stopped, may know one that
//! it has not: this covers safe against unsafe as well as different findings.

use std::collections::BTreeMap;

use super::{Ended, Row};

/// Two runs that contradict each other.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Disagreement {
    /// The set of the program.
    pub set: String,
    /// The program.
    pub program: String,
    /// The configuration that explored everything.
    pub complete: String,
    /// The one that knows more.
    pub other: String,
    /// What it knows.
    pub findings: Vec<String>,
}

impl std::fmt::Display for Disagreement {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { set, program, complete, other, findings } = self;
        let what = findings.join(", ");
        write!(f, "{program} ({set}): `{complete}` explored everything, but only `{other}` found {what}")
    }
}

/// All contradictions among these runs, in the order of sets and programs.
pub fn disagreements(rows: &[Row]) -> Vec<Disagreement> {
    let mut programs: BTreeMap<(&str, &str), Vec<&Row>> = BTreeMap::new();
    for row in rows.iter().filter(|row| row.ended != Ended::Fault) {
        programs.entry((&row.key.set, &row.key.program)).or_default().push(row);
    }
    let mut found = Vec::new();
    for runs in programs.values() {
        for complete in runs.iter().filter(|row| row.ended == Ended::Complete) {
            for other in runs {
                let findings: Vec<String> =
                    other.findings.iter().filter(|finding| !complete.findings.contains(finding)).cloned().collect();
                if !findings.is_empty() {
                    found.push(Disagreement {
                        set: other.key.set.clone(),
                        program: other.key.program.clone(),
                        complete: complete.key.configuration.clone(),
                        other: other.key.configuration.clone(),
                        findings,
                    });
                }
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::super::tests::{row, wrong};
    use super::*;

    #[test]
    fn safe_is_not_unsafe() {
        let rows = [row("a.mc", "fold", 0.1), wrong("a.mc", "never", Ended::Timeout, &["leak"])];
        let found = disagreements(&rows);
        assert_eq!(
            found.iter().map(Disagreement::to_string).collect::<Vec<_>>(),
            ["a.mc (tests): `fold` explored everything, but only `never` found leak"]
        );
    }

    #[test]
    fn complete_runs_find_the_same() {
        let a = wrong("a.mc", "a", Ended::Complete, &["x@1:1", "y@2:2"]);
        let b = wrong("a.mc", "b", Ended::Complete, &["x@1:1"]);
        assert_eq!(disagreements(&[a.clone(), a.clone()]), []);
        assert_eq!(disagreements(&[a.clone(), b.clone()]).len(), 1);
        // Both ways.
        let c = wrong("a.mc", "c", Ended::Complete, &["z@3:3"]);
        assert_eq!(disagreements(&[b, c]).len(), 2);
    }

    #[test]
    fn who_was_stopped_may_know_less() {
        let all = wrong("a.mc", "a", Ended::Complete, &["x@1:1", "y@2:2"]);
        let first = wrong("a.mc", "b", Ended::FirstError, &["y@2:2"]);
        let other = wrong("a.mc", "c", Ended::FirstError, &["x@1:1"]);
        assert_eq!(disagreements(&[all, first, other, row("b.mc", "a", 1.0)]), []);
    }
}
