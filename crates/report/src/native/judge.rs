//! What a native run shows, and whether that is what the exploration found. Sanitizers are understood by the words of
//! their reports, which gcc's and clang's share.

use pathfold_ir::CheckKind;

use super::Checks;
use super::place::Place;
use super::process::{End, Ran};
use crate::numbers::duration;
use crate::replay::Replay;
use crate::testcase::{Outcome, Scalar, TestCase};

/// What a sanitizer ends the run with: a status that programs do not use, and `replay.c` neither.
pub const SANITIZER_STATUS: i32 = 93;
/// What `runtime/replay/replay.c` ends the run with where it is not the program that ends.
const OURS: std::ops::RangeInclusive<i32> = 94..=99;
/// Of those: `reach_error` was called.
const REACHED: i32 = 98;
/// What it says if that is a function of the program.
const OWN_REACH_ERROR: &str = "own reach_error";

const ILLEGAL: i32 = 4;
const TRAPPED: i32 = 5;
const ABORTED: i32 = 6;
const BUS_ERROR: i32 = 7;
const ARITHMETIC: i32 = 8;
const SEGMENTATION: i32 = 11;

/// What a native run shows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shown {
    end: End,
    stdout: Vec<u8>,
    /// What the address sanitizer reports: `heap-buffer-overflow`.
    address: Option<String>,
    /// What is undefined, in the words of the sanitizer (`division by zero`), and where.
    undefined: Vec<(Option<Place>, String)>,
    leaks: bool,
    /// The leak sanitizer does not work here.
    leaks_unknown: bool,
    /// A failed assertion.
    assertion: bool,
    /// Where it is.
    asserted: Option<Place>,
    /// Messages of `replay.c`.
    ours: Vec<String>,
    /// Where the address sanitizer says it happened: the stack, innermost first.
    stack: Vec<Place>,
}

impl Shown {
    /// Reads what a run printed.
    pub fn new(ran: Ran) -> Self {
        let text = String::from_utf8_lossy(&ran.stderr);
        let mut shown = Shown {
            end: ran.end,
            stdout: ran.stdout,
            address: None,
            undefined: Vec::new(),
            leaks: false,
            leaks_unknown: false,
            assertion: false,
            asserted: None,
            ours: Vec::new(),
            stack: Vec::new(),
        };
        // The first stack behind a report is where it happened; others say where objects come from.
        let mut in_stack = false;
        for line in text.lines() {
            if in_stack && !line.trim().is_empty() {
                shown.stack.extend(Place::of_frame(line));
            } else {
                in_stack = false;
            }
            if let Some((_, report)) = line.split_once("ERROR: AddressSanitizer: ") {
                in_stack = shown.address.is_none();
                shown.address.get_or_insert_with(|| address_report(report));
            } else if line.contains("LeakSanitizer has encountered a fatal error") {
                shown.leaks_unknown = true;
            } else if line.contains("ERROR: LeakSanitizer: detected memory leaks") {
                shown.leaks = true;
            } else if let Some((place, report)) = line.split_once(": runtime error: ") {
                shown.undefined.push((Place::parse(place), report.trim().to_owned()));
            } else if let Some(message) = line.strip_prefix("pathfold: ") {
                shown.ours.push(message.to_owned());
            } else if line.contains("Assertion `") && line.contains("' failed") || line.contains("Assertion failed: ") {
                shown.assertion = true;
                // `program: a.c:12: main: Assertion ...`
                shown.asserted = line.split(": ").find_map(Place::parse);
            }
        }
        shown
    }

    /// Where else than in this line it went wrong in this way; none if it was here, or that cannot be said.
    // SOUND: only what a report says about the program's own files counts.
    fn elsewhere(&self, kind: CheckKind, file: &str, line: u32, files: &[String]) -> Option<String> {
        let own = |place: &&Place| place.is_in(files.iter().map(String::as_str).chain([file]));
        let frame = self.stack.iter().find(own);
        let text = std::fs::read_to_string(file).ok();
        let here = |place: &Place| place.is_near(file, line, text.as_deref());
        // What else is undefined on the way says nothing.
        let undefined = self.undefined.iter().filter(|(_, report)| is_about(report, kind));
        let places = undefined.filter_map(|(place, _)| place.as_ref()).chain(&self.asserted).filter(own);
        let mut all = frame.into_iter().chain(places).peekable();
        let first = all.peek().map(|place| place.to_string())?;
        (!all.any(here)).then_some(first)
    }

    /// As the rest of a sentence: `returned 0`.
    pub fn text(&self) -> String {
        if let Some(report) = &self.address {
            return format!("showed {report}");
        }
        if self.leaks {
            return "showed a leak".to_owned();
        }
        let last = self.ours.last();
        match self.end {
            End::Exited(code) if OURS.contains(&code) => match last {
                Some(message) => format!("stopped: {message}"),
                None => format!("ended with status {code}"),
            },
            End::Exited(code) => match self.undefined.first() {
                Some((_, report)) => format!("returned {code}, after `{report}`"),
                None => format!("returned {code}"),
            },
            End::Signal(ABORTED) if self.assertion => "stopped at an assertion".to_owned(),
            End::Signal(signal) => format!("was ended by {}", signal_name(signal)),
            End::Late(time) => format!("did not end within {}", duration(time)),
        }
    }

    fn says(&self, slug: &str) -> bool {
        self.ours
            .iter()
            .any(|line| line.strip_prefix(slug).is_some_and(|rest| rest.is_empty() || rest.starts_with(':')))
    }

    fn reports(&self, words: &[&str]) -> bool {
        self.address.as_ref().is_some_and(|report| words.iter().any(|word| report.contains(word)))
    }

    fn signal(&self, signals: &[i32]) -> bool {
        signals.iter().any(|signal| self.end == End::Signal(*signal))
    }

    /// An access that the machine itself refuses.
    fn refused(&self) -> bool {
        self.reports(&["SEGV", "BUS", "stack-overflow"]) || self.signal(&[SEGMENTATION, BUS_ERROR])
    }

    fn ends_by_arithmetic(&self) -> bool {
        self.reports(&["FPE"]) || self.signal(&[ARITHMETIC])
    }

    /// Whether this is the failure of that kind.
    fn is(&self, kind: CheckKind) -> bool {
        const BEYOND: [&str; 4] = ["overflow", "underflow", "unknown-crash", "negative-size-param"];
        const GONE: [&str; 2] = ["use-after", "use-after-poison"];
        const FREES: [&str; 3] = ["double-free", "attempting free", "bad-free"];
        if self.says(kind.slug()) || self.undefined.iter().any(|(_, report)| is_about(report, kind)) {
            return true;
        }
        match kind {
            CheckKind::OutOfBounds => {
                // Far outside may be inside of something else, or of something that is gone.
                self.reports(&BEYOND) || self.reports(&GONE) || self.refused()
            }
            CheckKind::NullDereference => self.refused(),
            CheckKind::WildPointer => self.refused() || self.reports(&BEYOND) || self.reports(&GONE),
            CheckKind::ReadOnly => self.refused(),
            // Where the machine's allocator leaves an object in its place it is an object of another size; a library's own
            // checks see the second free.
            CheckKind::UseAfterFree => {
                self.reports(&GONE) || self.reports(&BEYOND) || self.reports(&FREES) || self.refused()
            }
            // gcc makes the address of a local object null when it is returned.
            CheckKind::UseAfterReturn | CheckKind::UseAfterScope => {
                self.reports(&GONE) || self.reports(&["stack-buffer"]) || self.refused()
            }
            CheckKind::DoubleFree | CheckKind::InvalidFree => {
                self.reports(&FREES) || self.reports(&GONE) || self.refused() || self.signal(&[ABORTED])
            }
            CheckKind::DivisionByZero | CheckKind::SignedOverflow => self.ends_by_arithmetic(),
            CheckKind::Overlap => self.reports(&["param-overlap"]),
            // A trap of the compiler's is one of the others.
            CheckKind::Abort => self.signal(&[ABORTED, ILLEGAL, TRAPPED]) || self.reports(&["ILL", "TRAP"]),
            CheckKind::Assertion => self.assertion || self.signal(&[ABORTED]),
            CheckKind::ReachError => self.end == End::Exited(REACHED) || self.assertion || self.signal(&[ABORTED]),
            CheckKind::Leak => self.leaks,
            CheckKind::BadCall => self.refused() || self.signal(&[ILLEGAL]) || self.reports(&["ILL"]),
            CheckKind::FloatConversion
            | CheckKind::ShiftOutOfRange
            | CheckKind::Unreachable
            | CheckKind::Uninitialized => false,
        }
    }
}

/// Whether this is how the sanitizer says that something of this kind is undefined.
fn is_about(report: &str, kind: CheckKind) -> bool {
    let words: &[&str] = match kind {
        CheckKind::OutOfBounds => &["out of bounds", "insufficient space", "overflowed to"],
        CheckKind::NullDereference => &["null pointer"],
        CheckKind::WildPointer => &["null pointer", "insufficient space"],
        CheckKind::DivisionByZero => &["division by zero"],
        CheckKind::SignedOverflow => &["integer overflow", "cannot be represented"],
        CheckKind::FloatConversion => &["outside the range of representable values"],
        CheckKind::ShiftOutOfRange => &["shift"],
        CheckKind::Unreachable => &["unreachable", "reached the end of a value-returning"],
        CheckKind::BadCall => &["incorrect function type"],
        _ => &[],
    };
    words.iter().any(|word| report.contains(word))
}

/// The kind of a report of the address sanitizer: its first words.
fn address_report(report: &str) -> String {
    if report.starts_with("attempting double-free") {
        return "double-free".to_owned();
    }
    if report.starts_with("attempting free") {
        return "attempting free of what was not allocated".to_owned();
    }
    let word = report.split_whitespace().next().unwrap_or("an error");
    word.trim_end_matches(':').to_owned()
}

/// Whether a run that goes wrong in this way may well look right.
fn is_invisible(kind: CheckKind, checks: Checks) -> bool {
    match kind {
        CheckKind::Uninitialized | CheckKind::Overlap | CheckKind::BadCall | CheckKind::Unreachable => true,
        CheckKind::OutOfBounds
        | CheckKind::UseAfterFree
        | CheckKind::UseAfterReturn
        | CheckKind::UseAfterScope
        | CheckKind::WildPointer
        | CheckKind::SignedOverflow
        | CheckKind::FloatConversion
        | CheckKind::ShiftOutOfRange => checks != Checks::Sanitizers,
        CheckKind::DoubleFree | CheckKind::InvalidFree | CheckKind::Leak => checks == Checks::None,
        CheckKind::DivisionByZero
        | CheckKind::NullDereference
        | CheckKind::ReadOnly
        | CheckKind::Assertion
        | CheckKind::Abort
        | CheckKind::ReachError => false,
    }
}

/// Whether reports of this kind say where it happens: leaks are seen at the end, and bad calls lead anywhere.
fn has_place(kind: CheckKind) -> bool {
    !matches!(kind, CheckKind::Leak | CheckKind::BadCall)
}

/// Whether the run shows what the test case says.
pub fn judge(test: &TestCase, shown: &Shown, checks: Checks) -> Replay {
    let unconfirmed = || Replay::Unconfirmed(format!("the native run {}", shown.text()));
    match &test.outcome {
        Outcome::Error { check, file, line, .. } => {
            let Some(kind) = CheckKind::from_slug(check) else {
                return Replay::Skipped(format!("`{check}` is no kind of finding this program knows"));
            };
            let ours = matches!(shown.end, End::Exited(code) if OURS.contains(&code));
            let ended = matches!(shown.end, End::Exited(_)) && !ours;
            if shown.is(kind) {
                let files = test.c.as_ref().map_or(&[][..], |c| &c.files);
                let place = file.as_deref().filter(|_| has_place(kind) && *line > 0);
                match place.and_then(|file| shown.elsewhere(kind, file, *line, files)) {
                    Some(place) => Replay::Elsewhere(place),
                    None => Replay::Confirmed,
                }
            } else if let End::Late(_) = shown.end {
                Replay::NotRun(format!("the native run {}", shown.text()))
            } else if kind == CheckKind::Leak && shown.leaks_unknown {
                Replay::Skipped("cannot be seen natively: the leak sanitizer does not work here".to_owned())
            } else if ended && kind == CheckKind::ReachError && shown.says(OWN_REACH_ERROR) {
                Replay::Skipped("cannot be seen natively: the program's own `reach_error` does nothing".to_owned())
            } else if kind == CheckKind::Uninitialized && (shown.address.is_some() || !ended && !ours) {
                // What was never set is anything, and leads anywhere.
                Replay::Skipped(format!("cannot be seen natively; the native run {}", shown.text()))
            } else if ended && shown.address.is_none() && is_invisible(kind, checks) {
                Replay::Skipped(
                    match checks {
                        Checks::Sanitizers => "cannot be seen natively",
                        Checks::Library => "cannot be seen natively: bitcode has no checks of sanitizers",
                        Checks::None => "cannot be seen natively: the sanitizers are not installed",
                    }
                    .to_owned(),
                )
            } else {
                unconfirmed()
            }
        }
        Outcome::Returned { value } => {
            let expected = value.as_ref().map_or(0, status);
            let code = match shown.end {
                End::Exited(code) => code,
                // As a shell says it, and the runtime.
                End::Signal(signal) => 128 + signal,
                End::Late(_) => return Replay::NotRun(format!("the native run {}", shown.text())),
            };
            if shown.address.is_some() || code != expected {
                return Replay::Unconfirmed(format!("the native run {} instead of {expected}", shown.text()));
            }
            match printed(test) {
                Ok(expected) if expected == shown.stdout => Replay::Confirmed,
                Ok(expected) => Replay::Unconfirmed(format!(
                    "the native run printed something else: {} bytes instead of {}, different from byte {} on",
                    shown.stdout.len(),
                    expected.len(),
                    expected.iter().zip(&shown.stdout).take_while(|(a, b)| a == b).count() + 1
                )),
                Err(why) => Replay::NotRun(why),
            }
        }
        Outcome::Assumption | Outcome::Incomplete { .. } => Replay::Skipped("there is nothing to compare".to_owned()),
    }
}

/// The status that a value of `main` becomes.
fn status(value: &Scalar) -> i32 {
    let text = match value {
        Scalar::Int(text) | Scalar::Other { value: text, .. } => text,
    };
    text.parse::<u128>().map_or(0, |n| (n & 255) as i32)
}

fn printed(test: &TestCase) -> Result<Vec<u8>, String> {
    let parts = test.streams.iter().filter(|stream| stream.name == "stdout");
    Ok(parts.map(|stream| stream.decode()).collect::<Result<Vec<_>, _>>()?.concat())
}

fn signal_name(signal: i32) -> String {
    let known =
        [(4, "SIGILL"), (5, "SIGTRAP"), (6, "SIGABRT"), (7, "SIGBUS"), (8, "SIGFPE"), (9, "SIGKILL"), (11, "SIGSEGV")];
    known
        .iter()
        .find(|(number, _)| *number == signal)
        .map_or_else(|| format!("signal {signal}"), |(_, name)| (*name).to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testcase::{Bytes, FORMAT};
    use std::time::Duration;

    fn test(outcome: Outcome, printed: &[u8]) -> TestCase {
        TestCase {
            format: FORMAT.to_owned(),
            program: "a.c".to_owned(),
            source_hash: String::new(),
            path: 1,
            args: Vec::new(),
            inputs: Vec::new(),
            outcome,
            output: Vec::new(),
            objects: Vec::new(),
            streams: vec![Bytes::new("stderr", b"x"), Bytes::new("stdout", printed)],
            c: None,
            decisions: String::new(),
        }
    }

    fn replay(check: &str, end: End, stderr: &str, checks: Checks) -> Replay {
        let outcome =
            Outcome::Error { check: check.to_owned(), file: None, line: 1, column: 1, message: String::new() };
        let ran = Ran { end, stdout: Vec::new(), stderr: stderr.as_bytes().to_vec() };
        judge(&test(outcome, b""), &Shown::new(ran), checks)
    }

    #[test]
    fn reports_confirm_findings_of_their_kind() {
        let asan = |what: &str| format!("=====\n==7==ERROR: AddressSanitizer: {what} 0x60 at pc 0x1\n");
        let failed = End::Exited(SANITIZER_STATUS);
        for (check, end, stderr) in [
            ("out-of-bounds", failed, asan("heap-buffer-overflow on address")),
            ("out-of-bounds", failed, asan("stack-buffer-underflow on address")),
            (
                "out-of-bounds",
                End::Exited(0),
                "a.c:3:4: runtime error: index 9 out of bounds for type 'int [4]'".into(),
            ),
            ("use-after-free", failed, asan("heap-use-after-free on address")),
            ("use-after-return", failed, asan("stack-use-after-return on address")),
            ("use-after-scope", failed, asan("stack-use-after-scope on address")),
            ("double-free", failed, asan("attempting double-free on")),
            ("invalid-free", failed, asan("attempting free on address which was not malloc()-ed:")),
            ("null-dereference", failed, asan("SEGV on unknown address")),
            ("null-dereference", End::Signal(11), String::new()),
            ("read-only", End::Signal(11), String::new()),
            ("division-by-zero", failed, asan("FPE on unknown address")),
            ("division-by-zero", End::Signal(8), String::new()),
            ("signed-overflow", End::Exited(1), "a.c:1:1: runtime error: signed integer overflow: 1 + 2".into()),
            (
                "float-conversion",
                End::Exited(0),
                "a.c:1:1: runtime error: 3e+09 is outside the range of representable values of type 'int'".into(),
            ),
            ("shift-out-of-range", End::Exited(0), "a.c:1:1: runtime error: shift exponent 32 is too large".into()),
            ("overlap", failed, asan("memcpy-param-overlap: memory ranges")),
            ("abort", End::Signal(6), String::new()),
            ("assertion", End::Signal(6), "a: a.c:3: main: Assertion `x' failed.".into()),
            ("assertion", End::Exited(95), "pathfold: assertion: a.c:3: x".into()),
            ("reach-error", End::Exited(98), "pathfold: reach-error".into()),
            ("leak", failed, "==7==ERROR: LeakSanitizer: detected memory leaks".into()),
        ] {
            assert_eq!(replay(check, end, &stderr, Checks::Sanitizers), Replay::Confirmed, "{check}: {stderr}");
        }
    }

    #[test]
    fn other_ends_do_not() {
        let says = |result: Replay, part: &str| match result {
            Replay::Unconfirmed(why) | Replay::Skipped(why) | Replay::NotRun(why) => {
                assert!(why.contains(part), "{why}")
            }
            other => panic!("{other:?} instead of {part}"),
        };
        says(replay("out-of-bounds", End::Exited(0), "", Checks::Sanitizers), "the native run returned 0");
        says(replay("out-of-bounds", End::Exited(0), "", Checks::None), "not installed");
        says(replay("out-of-bounds", End::Exited(0), "", Checks::Library), "bitcode");
        says(replay("division-by-zero", End::Exited(0), "", Checks::None), "returned 0");
        says(replay("uninitialized", End::Exited(0), "", Checks::Sanitizers), "cannot be seen natively");
        says(
            replay("uninitialized", End::Signal(11), "", Checks::Sanitizers),
            "cannot be seen natively; the native run",
        );
        says(replay("uninitialized", End::Exited(97), "pathfold: no input", Checks::Sanitizers), "stopped: no input");
        says(replay("leak", End::Signal(11), "", Checks::Sanitizers), "SIGSEGV");
        let late = End::Late(Duration::from_secs(10));
        says(replay("abort", late, "", Checks::Sanitizers), "did not end within 10.0 s");
    }

    #[test]
    fn another_line_is_elsewhere() {
        let at = |check: &str, line, stderr: &str| {
            let file = Some("sub/a.c".to_owned());
            let outcome = Outcome::Error { check: check.to_owned(), file, line, column: 1, message: String::new() };
            let end = End::Exited(SANITIZER_STATUS);
            let ran = Ran { end, stdout: Vec::new(), stderr: stderr.as_bytes().to_vec() };
            judge(&test(outcome, b""), &Shown::new(ran), Checks::Sanitizers)
        };
        let overflow = "==7==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x60\nREAD of size 4 at 0x60\n    \
                        #0 0x1 in strlen ../asan.cpp:39\n    #1 0x2 in get /tmp/a.c:5\n    #2 0x3 in main /tmp/a.c:9\n\n\
                        allocated here:\n    #0 0x4 in main /tmp/a.c:8\n";
        assert_eq!(at("out-of-bounds", 5, overflow), Replay::Confirmed);
        assert_eq!(at("out-of-bounds", 8, overflow), Replay::Elsewhere("a.c:5".to_owned()));
        assert_eq!(at("leak", 8, "==7==ERROR: LeakSanitizer: detected memory leaks\n"), Replay::Confirmed);
        let undefined = "/tmp/a.c:3:4: runtime error: division by zero\na.c:7:4: runtime error: division by zero\n";
        assert_eq!(at("division-by-zero", 7, undefined), Replay::Confirmed);
        assert_eq!(at("division-by-zero", 6, undefined), Replay::Elsewhere("a.c:3".to_owned()));
        let failed = "p: a.c:12: main: Assertion `x' failed.\n";
        assert_eq!(at("assertion", 12, failed), Replay::Confirmed);
        assert_eq!(at("assertion", 13, failed), Replay::Elsewhere("a.c:12".to_owned()));
        // Who says nothing about the place contradicts nothing.
        assert_eq!(at("assertion", 13, "Assertion failed: x"), Replay::Confirmed);
        assert_eq!(at("out-of-bounds", 5, &overflow.replace("/tmp/a.c", "/tmp/b.c")), Replay::Confirmed);
    }

    #[test]
    fn normal_paths_compare_status_and_output() {
        let value = Some(Scalar::Other { sort: "bv32".to_owned(), value: (u32::MAX - 1).to_string() });
        let case = test(Outcome::Returned { value }, b"hi\n");
        let with = |end, stdout: &[u8]| {
            let ran = Ran { end, stdout: stdout.to_vec(), stderr: Vec::new() };
            judge(&case, &Shown::new(ran), Checks::Sanitizers)
        };
        assert_eq!(with(End::Exited(254), b"hi\n"), Replay::Confirmed);
        assert_eq!(with(End::Signal(126), b"hi\n"), Replay::Confirmed);
        assert!(
            matches!(with(End::Exited(0), b"hi\n"), Replay::Unconfirmed(why) if why.contains("returned 0 instead of 254"))
        );
        assert!(matches!(with(End::Exited(254), b"ho\n"), Replay::Unconfirmed(why) if why.contains("from byte 2 on")));
    }
}
