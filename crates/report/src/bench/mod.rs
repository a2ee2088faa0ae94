//! What `pathfold bench` measured: a row per run, and what is made of the rows: a CSV file, tables as in seed 0, chapter 6,
//! plots, and the programs on which two configurations contradict each other.

pub mod cactus;
pub mod csv;
pub mod disagree;
pub mod scatter;
mod svg;
pub mod table;

use crate::json::{FindingInfo, ReasonInfo, Report};

/// One program under one configuration.
#[derive(Clone, PartialEq, Debug)]
pub struct Row {
    /// What was run.
    pub key: Key,
    /// What is known about the program.
    pub verdict: Verdict,
    /// Why the run is over.
    pub ended: Ended,
    /// Paths that ended without an error: the thesis' path coverage.
    pub paths: u64,
    /// What was found: kind and place of each, sorted.
    pub findings: Vec<String>,
    /// Wall-clock seconds of the process.
    pub seconds: f64,
    /// Most memory at one time, in bytes; 0 if nobody knows.
    pub memory: u64,
}

/// What was run. Two runs with the same key measure the same.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Key {
    /// The set of programs.
    pub set: String,
    /// The program, within its set.
    pub program: String,
    /// The name of the configuration.
    pub configuration: String,
    /// What it stands for: the options of `pathfold check`.
    pub options: String,
    /// Of the program's text: a program that was changed is another one.
    pub hash: String,
}

/// What is known about a program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// Every path was explored and nothing is wrong.
    Safe,
    /// There is a finding.
    Unsafe,
    /// Neither.
    Incomplete,
}

/// Why a run is over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ended {
    /// Every path was explored.
    Complete,
    /// At the first finding, as asked.
    FirstError,
    /// The time was over.
    Timeout,
    /// The time was over, and the process had to be killed: its paths are not known.
    Killed,
    /// Another limit was reached.
    Limit,
    /// Paths were left out, such as those with a query that no solver answered.
    GaveUp,
    /// An error of our own: a crash, or a result that contradicts itself.
    Fault,
}

impl Verdict {
    const ALL: [Verdict; 3] = [Verdict::Safe, Verdict::Unsafe, Verdict::Incomplete];

    /// As in the JSON report.
    pub fn name(self) -> &'static str {
        match self {
            Verdict::Safe => "safe",
            Verdict::Unsafe => "unsafe",
            Verdict::Incomplete => "incomplete",
        }
    }

    fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|verdict| verdict.name() == text)
    }
}

impl Ended {
    const ALL: [Ended; 7] =
        [Ended::Complete, Ended::FirstError, Ended::Timeout, Ended::Killed, Ended::Limit, Ended::GaveUp, Ended::Fault];

    /// The word in the CSV file.
    pub fn name(self) -> &'static str {
        match self {
            Ended::Complete => "complete",
            Ended::FirstError => "first-error",
            Ended::Timeout => "timeout",
            Ended::Killed => "killed",
            Ended::Limit => "limit",
            Ended::GaveUp => "gave-up",
            Ended::Fault => "fault",
        }
    }

    fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|ended| ended.name() == text)
    }

    fn of(reasons: &[ReasonInfo]) -> Self {
        let any = |wanted: &dyn Fn(&ReasonInfo) -> bool| reasons.iter().any(wanted);
        if reasons.is_empty() {
            Ended::Complete
        } else if any(&|reason| reason.kind == "solver-fault") {
            Ended::Fault
        } else if any(&|reason| reason.help.as_deref() == Some("raise --timeout")) {
            Ended::Timeout
        } else if any(&|reason| reason.kind == "first-error") {
            Ended::FirstError
        } else if any(&|reason| reason.kind == "limit") {
            Ended::Limit
        } else {
            Ended::GaveUp
        }
    }
}

impl Row {
    /// A run that ended by itself, with a report.
    pub fn of_report(key: Key, report: &Report, seconds: f64) -> Self {
        let count = |name: &str| report.statistics.paths.get(name).copied().unwrap_or(0);
        let mut findings: Vec<String> = report.findings.iter().map(place).collect();
        findings.sort();
        Self {
            key,
            verdict: Verdict::parse(&report.verdict).unwrap_or(Verdict::Incomplete),
            // A finding that its replay contradicts is our fault, whatever the reasons are.
            ended: if report.exit_code == 4 { Ended::Fault } else { Ended::of(&report.reasons) },
            paths: count("returned") + count("assumption"),
            findings,
            seconds,
            memory: report.statistics.peak_memory,
        }
    }

    /// A run that said nothing.
    pub fn silent(key: Key, ended: Ended, seconds: f64) -> Self {
        Self { key, verdict: Verdict::Incomplete, ended, paths: 0, findings: Vec::new(), seconds, memory: 0 }
    }

    /// Whether it ran out of time.
    pub fn is_timeout(&self) -> bool {
        match self.ended {
            Ended::Timeout | Ended::Killed => true,
            Ended::Complete | Ended::FirstError | Ended::Limit | Ended::GaveUp | Ended::Fault => false,
        }
    }

    /// Whether it answered the question: safe, or unsafe.
    pub fn is_decided(&self) -> bool {
        self.ended != Ended::Fault && self.verdict != Verdict::Incomplete
    }
}

/// What tells findings apart, in any configuration: kind and place. Files by their names only, which do not change when
/// a folder is moved.
fn place(finding: &FindingInfo) -> String {
    match &finding.location {
        Some(at) => {
            let file = at.file.rsplit('/').next().unwrap_or_default();
            format!("{}@{file}:{}:{}", finding.kind, at.line, at.column)
        }
        None => finding.kind.clone(),
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// A run for tests: a safe one that took `seconds`.
    pub fn row(program: &str, configuration: &str, seconds: f64) -> Row {
        let key = Key {
            set: "tests".to_owned(),
            program: program.to_owned(),
            configuration: configuration.to_owned(),
            options: "--loops=fold".to_owned(),
            hash: "0".to_owned(),
        };
        Row { verdict: Verdict::Safe, paths: 7, ..Row::silent(key, Ended::Complete, seconds) }
    }

    /// The same with findings.
    pub fn wrong(program: &str, configuration: &str, ended: Ended, findings: &[&str]) -> Row {
        let findings = findings.iter().map(|finding| (*finding).to_owned()).collect();
        Row { verdict: Verdict::Unsafe, ended, findings, ..row(program, configuration, 0.5) }
    }

    fn reason(kind: &str, help: Option<&str>) -> ReasonInfo {
        ReasonInfo {
            kind: kind.to_owned(),
            message: String::new(),
            paths: 1,
            places: Vec::new(),
            help: help.map(str::to_owned),
        }
    }

    #[test]
    fn the_worst_reason_counts() {
        let first = reason("first-error", None);
        let time = reason("limit", Some("raise --timeout"));
        let late = reason("path", Some("raise --timeout"));
        let depth = reason("limit", Some("raise --max-depth"));
        let solver = reason("path", Some("raise --query-timeout"));
        let fault = reason("solver-fault", None);
        assert_eq!(Ended::of(&[]), Ended::Complete);
        assert_eq!(Ended::of(std::slice::from_ref(&first)), Ended::FirstError);
        assert_eq!(Ended::of(&[solver.clone(), late]), Ended::Timeout);
        assert_eq!(Ended::of(&[solver.clone(), depth]), Ended::Limit);
        assert_eq!(Ended::of(std::slice::from_ref(&solver)), Ended::GaveUp);
        assert_eq!(Ended::of(&[time, first, solver, fault]), Ended::Fault);
    }
}
