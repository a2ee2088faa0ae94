//! What happens while a run explores: test cases are written, findings replayed and printed, progress shown.

use std::time::{Duration, Instant};

use pathfold_engine::{Finding, InputBytes, Observer, PathRecord, Progress, Summary};
use pathfold_ir::LocId;
use pathfold_microc::interp::Interp;
use pathfold_report::finding::{self, Context};
use pathfold_report::inputs::readable;
use pathfold_report::json::{FindingInfo, FrameInfo, InputInfo, Location, ObjectInfo, ReplayInfo};
use pathfold_report::testcase::{Bytes, Scalar};
use pathfold_report::{Outcome, Replay, RunDir, TestCase, progress, replay};

use super::Subject;
use super::args::Args;
use super::c_args::{KTests, ReplayHow};
use crate::native::Replayer;
use crate::progress::ProgressLine;
use crate::terminal::{Colours, Out};

/// How long the replay of one finding may take.
const REPLAY_TIME: Duration = Duration::from_secs(10);

/// The observer of a run.
pub struct Watch<'a> {
    subject: &'a Subject,
    directory: Option<RunDir>,
    /// Made when the first finding needs it.
    interp: Option<Interp>,
    /// For C programs.
    native: Option<Replayer>,
    ktests: KTests,
    /// Found on the path that ends next.
    pending: Option<Finding>,
    findings: Vec<FindingInfo>,
    unconfirmed: bool,
    print: bool,
    /// What a replay may take in any case: limits hold within a twentieth.
    overtime: Duration,
    deadline: Option<Instant>,
    colours: Colours,
    out: Out,
    progress: ProgressLine,
}

impl<'a> Watch<'a> {
    /// Before the run.
    pub fn new(args: &Args, subject: &'a Subject, directory: Option<RunDir>, start: Instant, colours: Colours) -> Self {
        let deadline = args.timeout.and_then(|time| start.checked_add(time));
        Self {
            subject,
            directory,
            interp: None,
            native: (args.c.replay == ReplayHow::Native).then(|| Replayer::new(REPLAY_TIME, deadline)),
            ktests: args.c.ktest,
            pending: None,
            findings: Vec::new(),
            unconfirmed: false,
            print: !args.json,
            overtime: args.timeout.map_or(REPLAY_TIME, |time| (time / 20).max(Duration::from_millis(200))),
            deadline,
            colours,
            out: Out::new(),
            progress: ProgressLine::new(args.progress, args.quiet),
        }
    }

    /// Whether the interpreter contradicted a finding.
    pub fn unconfirmed(&self) -> bool {
        self.unconfirmed
    }

    /// After the run: what to report.
    pub fn finish(mut self, summary: &Summary) -> (Vec<FindingInfo>, Out, Option<RunDir>) {
        self.progress.clear();
        for (info, finding) in self.findings.iter_mut().zip(&summary.findings) {
            info.count = finding.count;
        }
        (self.findings, self.out, self.directory)
    }

    fn replay(&mut self, test: &TestCase) -> Option<Replay> {
        if let Some(c) = &self.subject.c {
            return Some(self.native.as_mut()?.replay(c, test));
        }
        let checked = self.subject.checked.as_ref()?;
        let file = self.subject.sources.first()?.as_ref()?;
        let interp = self.interp.get_or_insert_with(|| Interp::new(checked));
        let left = self.deadline.map_or(REPLAY_TIME, |end| end.saturating_duration_since(Instant::now()));
        Some(replay(interp, file, test, left.max(self.overtime).min(REPLAY_TIME)))
    }

    fn report(&mut self, finding: &Finding, record: &PathRecord, test: &TestCase) {
        let result = self.replay(test);
        self.unconfirmed |= matches!(result, Some(Replay::Differs(_)));
        let test_case = self.directory.as_ref().and_then(|directory| directory.test_name(record.number));
        if self.print {
            let context = Context {
                program: &self.subject.program,
                sources: &self.subject.sources,
                path: &self.subject.path,
                record,
                test_case: test_case.as_deref(),
                replay: result.as_ref(),
                is_c: self.subject.c.is_some(),
            };
            self.progress.clear();
            self.out.text(&finding::text(finding, &context, self.colours.out));
            self.out.text("\n");
            // Seen at once, and not lost if the run is killed.
            self.out.flush();
        }
        let info = self.info(finding, record, test_case, result.as_ref());
        self.findings.push(info);
    }

    fn info(
        &self,
        finding: &Finding,
        record: &PathRecord,
        test_case: Option<String>,
        result: Option<&Replay>,
    ) -> FindingInfo {
        let inputs = record.parameters.iter().chain(&record.inputs);
        let is_c = self.subject.c.is_some();
        let location = self.location(finding.loc);
        FindingInfo {
            kind: finding.kind.slug().to_owned(),
            message: finding.message.clone(),
            allocated: finding.allocated.and_then(|loc| self.location(loc)),
            freed: finding.freed.and_then(|loc| self.location(loc)),
            // Without a place, the functions are what there is to find it by.
            trace: if is_c || location.is_none() { self.trace(&finding.trace) } else { Vec::new() },
            location,
            clause: finding.kind.clause().filter(|_| is_c).map(str::to_owned),
            path: finding.path,
            count: finding.count,
            inputs: inputs
                .map(|input| InputInfo {
                    name: finding::plain_name(input).to_owned(),
                    value: Scalar::new(&input.value),
                })
                .collect(),
            objects: record.objects.iter().map(object).collect(),
            test_case,
            replay: ReplayInfo {
                status: result.map_or("skipped", Replay::name).to_owned(),
                detail: match result {
                    None if is_c => Some("--replay=none".to_owned()),
                    None => Some("there is no interpreter for programs in the intermediate representation".to_owned()),
                    Some(Replay::Confirmed) => None,
                    Some(Replay::Elsewhere(place)) => Some(place.clone()),
                    Some(Replay::Differs(how)) => Some(how.join("; ")),
                    Some(Replay::Unconfirmed(why) | Replay::NotRun(why) | Replay::Skipped(why)) => Some(why.clone()),
                },
            },
        }
    }

    fn trace(&self, trace: &[(String, LocId)]) -> Vec<FrameInfo> {
        let program = &self.subject.program;
        let is_library = |name: &str| program.function(name).is_none_or(|id| program.functions[id].library);
        let frame = |(name, loc): &(String, LocId)| FrameInfo {
            function: name.clone(),
            location: self.location(*loc),
            library: is_library(name),
        };
        trace.iter().map(frame).collect()
    }

    /// Writes what KLEE's users expect: a file for each path.
    fn write_ktest(&mut self, test: &TestCase) {
        let wanted = match (&test.outcome, self.ktests) {
            (Outcome::Assumption, _) | (_, KTests::None) => false,
            (Outcome::Error { .. }, KTests::All | KTests::Findings) => true,
            (Outcome::Returned { .. } | Outcome::Incomplete { .. }, which) => which == KTests::All,
        };
        // The bytes were just written by us, so they can be read.
        if wanted && let (Some(directory), Ok(ktest)) = (&mut self.directory, test.ktest()) {
            directory.write_ktest(test.path, &ktest);
        }
    }

    fn location(&self, loc: LocId) -> Option<Location> {
        let program = &self.subject.program;
        let loc = program.locs.get(loc).filter(|loc| loc.start.line > 0)?;
        Some(Location {
            file: program.files.get(loc.file)?.clone(),
            line: loc.start.line,
            column: loc.start.column,
            end_line: loc.end.line,
            end_column: loc.end.column,
        })
    }
}

fn object(object: &InputBytes) -> ObjectInfo {
    ObjectInfo {
        name: object.name.to_string(),
        bytes: Bytes::new("", &object.bytes).bytes,
        text: readable(&object.name, &object.bytes),
    }
}

impl Observer for Watch<'_> {
    fn found(&mut self, finding: &Finding) {
        self.pending = Some(finding.clone());
    }

    fn wants_paths(&self) -> bool {
        self.directory.as_ref().is_some_and(RunDir::writes_tests)
    }

    fn path_ended(&mut self, record: &PathRecord) {
        let subject = self.subject;
        let test = TestCase::new(record, &subject.program, &subject.path, &subject.hash, subject.c.as_ref());
        if let Some(directory) = &mut self.directory {
            directory.write_test(&test);
        }
        if subject.c.is_some() {
            self.write_ktest(&test);
        }
        if let Some(finding) = self.pending.take() {
            self.report(&finding, record, &test);
        }
    }

    fn progress(&mut self, state: &Progress) {
        self.progress.show(|width| progress::line(state, width));
    }
}
