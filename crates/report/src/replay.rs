//! Replay: runs a test case in the concrete interpreter, which knows nothing of symbolic execution, and compares.

use std::time::{Duration, Instant};

use pathfold_base::{Integer, SourceFile};
use pathfold_microc::interp::{Interp, Limits, Outcome as Ran};

use crate::testcase::{Outcome, Scalar, TestCase};

/// What a replay showed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Replay {
    /// Outcome and output are the same.
    Confirmed,
    /// A native run fails in the same way, but in another line: which one.
    Elsewhere(String),
    /// They are not: how, one sentence each.
    Differs(Vec<String>),
    /// A native run does not show it: what it shows instead. Not a contradiction: undefined behaviour may look like
    /// anything.
    Unconfirmed(String),
    /// It could not be run to its end: why.
    NotRun(String),
    /// There is nothing to compare: why.
    Skipped(String),
}

impl Replay {
    /// Its name in reports.
    pub fn name(&self) -> &'static str {
        match self {
            Replay::Confirmed => "confirmed",
            Replay::Elsewhere(_) => "confirmed-elsewhere",
            Replay::Differs(_) => "differs",
            Replay::Unconfirmed(_) => "unconfirmed",
            Replay::NotRun(_) => "not-run",
            Replay::Skipped(_) => "skipped",
        }
    }
}

/// Runs `test` on a program for at most `time`.
pub fn replay(interp: &mut Interp, file: &SourceFile, test: &TestCase, time: Duration) -> Replay {
    match &test.outcome {
        Outcome::Incomplete { why } => return Replay::Skipped(format!("the exploration did not finish it: {why}")),
        Outcome::Assumption => return Replay::Skipped("it ends at an assumption".to_owned()),
        Outcome::Returned { .. } | Outcome::Error { .. } => {}
    }
    let (Some(args), Some(inputs)) = (integers(&test.args), integers(&test.inputs)) else {
        return Replay::NotRun("it has values that are not integers; micro-c programs read only integers".to_owned());
    };
    let limits = Limits { deadline: Instant::now().checked_add(time), ..Limits::default() };
    let mut next = inputs.iter();
    let mut output = Outputs::default();
    let expected = test.output.as_slice();
    let ran = interp.run(&args, || next.next().cloned(), |n| output.compare(expected, n), limits);
    let mut differences = Vec::new();
    match (&test.outcome, &ran) {
        (_, Ran::Limit(limit)) => {
            return Replay::NotRun(format!("the interpreter stopped: {}", limit.description()));
        }
        (_, Ran::WrongArguments { expected }) => {
            return Replay::NotRun(format!(
                "`main` has {expected} parameters and the test case {} arguments",
                args.len()
            ));
        }
        (Outcome::Returned { value: Some(value) }, Ran::Returned(returned)) => {
            if value.integer().as_ref() != Some(returned) {
                differences.push(format!("returned {returned} instead of {value}"));
            }
        }
        (Outcome::Returned { value: None }, Ran::Returned(_)) => {}
        (Outcome::Error { check, line, column, .. }, Ran::Error { kind, span }) => {
            let at = file.line_col(span.start);
            if check != kind.slug() || (*line, *column) != (at.line, at.column) {
                differences.push(format!("ended with {} at {at} instead of {check} at {line}:{column}", kind.slug()));
            }
        }
        (expected, ran) => differences.push(format!("{} instead of {}", ran_text(file, ran), expected_text(expected))),
    }
    if differences.is_empty() && next.next().is_some() {
        differences.push("read fewer inputs than the test case has".to_owned());
    }
    if let Some(difference) = output.difference(expected) {
        differences.push(difference);
    }
    if differences.is_empty() { Replay::Confirmed } else { Replay::Differs(differences) }
}

fn ran_text(file: &SourceFile, ran: &Ran) -> String {
    match ran {
        Ran::Returned(value) => format!("returned {value}"),
        Ran::Error { kind, span } => format!("ended with {} at {}", kind.slug(), file.line_col(span.start)),
        Ran::OutOfInputs => "wanted more inputs than the test case has".to_owned(),
        Ran::Limit(limit) => format!("stopped ({})", limit.description()),
        Ran::WrongArguments { expected } => format!("wanted {expected} arguments"),
    }
}

fn expected_text(outcome: &Outcome) -> String {
    match outcome {
        Outcome::Returned { value: Some(value) } => format!("returning {value}"),
        Outcome::Returned { value: None } => "returning".to_owned(),
        Outcome::Error { check, line, column, .. } => format!("{check} at {line}:{column}"),
        Outcome::Assumption => "an assumption".to_owned(),
        Outcome::Incomplete { why } => format!("giving up ({why})"),
    }
}

fn integers(scalars: &[Scalar]) -> Option<Vec<Integer>> {
    scalars.iter().map(Scalar::integer).collect()
}

/// Compares outputs as they come, so that an endless run needs no memory.
#[derive(Default)]
struct Outputs {
    count: usize,
    first_wrong: Option<String>,
}

impl Outputs {
    fn compare(&mut self, expected: &[Scalar], printed: &Integer) {
        if self.first_wrong.is_none()
            && let Some(scalar) = expected.get(self.count)
            && scalar.integer().as_ref() != Some(printed)
        {
            self.first_wrong = Some(format!("output {} is {printed} instead of {scalar}", self.count + 1));
        }
        self.count += 1;
    }

    fn difference(&self, expected: &[Scalar]) -> Option<String> {
        if self.first_wrong.is_some() {
            return self.first_wrong.clone();
        }
        let fine = self.count == expected.len();
        (!fine).then(|| format!("printed {} numbers instead of {}", self.count, expected.len()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testcase::FORMAT;

    fn run(text: &str, inputs: &[i64], outcome: Outcome, output: &[i64]) -> Replay {
        let file = SourceFile::new("a.mc", text);
        let (checked, diagnostics) = pathfold_microc::load(&file);
        let checked = checked.unwrap_or_else(|| panic!("{diagnostics:?}"));
        let list = |numbers: &[i64]| numbers.iter().map(|n| Scalar::Int(n.to_string())).collect();
        let test = TestCase {
            format: FORMAT.to_owned(),
            program: "a.mc".to_owned(),
            source_hash: String::new(),
            path: 1,
            args: Vec::new(),
            inputs: list(inputs),
            outcome,
            output: list(output),
            objects: Vec::new(),
            streams: Vec::new(),
            c: None,
            decisions: String::new(),
        };
        replay(&mut Interp::new(&checked), &file, &test, Duration::from_secs(5))
    }

    fn returned(n: i64) -> Outcome {
        Outcome::Returned { value: Some(Scalar::Int(n.to_string())) }
    }

    #[test]
    fn outcome_and_output_are_compared() {
        let text = "main() { var x; x = input; output x; return 6 / x; }";
        assert_eq!(run(text, &[2], returned(3), &[2]), Replay::Confirmed);
        assert!(matches!(run(text, &[2], returned(4), &[2]), Replay::Differs(_)));
        assert!(matches!(run(text, &[2], returned(3), &[1]), Replay::Differs(_)));
        assert!(matches!(run(text, &[2], returned(3), &[2, 2]), Replay::Differs(_)));
        assert!(matches!(run(text, &[], returned(3), &[]), Replay::Differs(_)));
        assert!(matches!(run(text, &[2, 2], returned(3), &[2]), Replay::Differs(_)));
        let error = |column| Outcome::Error {
            check: "division-by-zero".to_owned(),
            file: None,
            line: 1,
            column,
            message: String::new(),
        };
        assert_eq!(run(text, &[0], error(45), &[0]), Replay::Confirmed);
        assert!(matches!(run(text, &[0], error(46), &[0]), Replay::Differs(_)));
    }
}
