//! `pathfold replay`: runs test cases, in the interpreter or natively, and compares.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

use pathfold_base::SourceFile;
use pathfold_microc::interp::Interp;
use pathfold_report::hash::source_hash;
use pathfold_report::native::world_of_klee;
use pathfold_report::numbers::counted;
use pathfold_report::run_dir::{TESTS, ktest_number};
use pathfold_report::testcase::{self, Bytes};
use pathfold_report::{CProgram, KTest, Outcome, Replay, TestCase, replay};

use crate::exit::{Done, Failure, INCOMPLETE, SAFE, UNSAFE, USAGE};
use crate::load::{self, Language};
use crate::native::Replayer;
use crate::terminal::{Colours, Out, complain};
use crate::units;

const AFTER_HELP: &str = "\
A micro-c program is run by the interpreter, which knows nothing of symbolic execution: a test case
is confirmed when it ends in the same way (kind, place, value) after printing the same numbers.

A C program is built for this machine, with sanitizers where they are (clang's or gcc's), and really
run, in an empty folder: a finding is confirmed when the run fails in that way, any other path when
status and standard output are the same. What native runs do not show is skipped.

Test cases of paths that the exploration did not finish are skipped as well.

Exit codes: 0 all confirmed, 1 one is not, 2 one could not be run to its end, 3 a file cannot be used.

Examples:
  pathfold replay pathfold-out
  pathfold replay pathfold-out:3                only the test case of path 3
  pathfold replay pathfold-out --program fixed.c
  pathfold replay test000003.ktest --program program.c";

/// Re-run test cases and compare
#[derive(clap::Args)]
#[command(after_help = AFTER_HELP)]
pub struct Args {
    /// Run directories or files of test cases (`.jsonl`, `.ktest`); `DIR:N` is the test case of path N
    #[arg(required = true, value_name = "TEST")]
    tests: Vec<PathBuf>,
    /// Run them on this program instead of the one they name
    #[arg(long, value_name = "FILE")]
    program: Option<PathBuf>,
    /// How long one test case may run (`30`, `500ms`, `5m`)
    #[arg(long, value_name = "TIME", default_value = "10s", value_parser = units::duration)]
    timeout: Duration,
    /// List only test cases that are not confirmed
    #[arg(long, short)]
    quiet: bool,
}

struct Subject {
    hash: String,
    runner: Runner,
    warned: bool,
}

/// What runs a program.
enum Runner {
    MicroC { file: SourceFile, interp: Box<Interp> },
    Native(Replayer),
}

/// What came of a test case.
enum Came {
    Compared(Replay),
    /// It does not say how it should end: what the program did.
    Ran(String),
}

#[derive(Default)]
struct Tally {
    confirmed: u64,
    ran: u64,
    differ: u64,
    not_run: u64,
    skipped: u64,
    unusable: u64,
}

/// Runs the command.
pub fn run(args: &Args, colours: Colours) -> Done {
    let mut out = Out::new();
    let mut subjects: HashMap<String, Option<Subject>> = HashMap::new();
    let mut tally = Tally::default();
    for (name, test) in tests(&args.tests)? {
        match test.and_then(|test| one(args, &test, &mut subjects, colours)) {
            Ok(Came::Compared(result)) => report(args, &name, &result, &mut tally, &mut out),
            Ok(Came::Ran(what)) => {
                tally.ran += 1;
                out.format(format_args!("ran: {name} (the native run {what})\n"));
            }
            Err(failure) => {
                tally.unusable += 1;
                out.flush();
                if !failure.message.is_empty() {
                    complain("error", &failure.message, failure.help.as_deref(), colours.err);
                }
            }
        }
    }
    let mut parts = vec![format!("{} confirmed", tally.confirmed)];
    let others = [
        (tally.ran, "ran"),
        (tally.differ, "not confirmed"),
        (tally.not_run, "not run"),
        (tally.skipped, "skipped"),
        (tally.unusable, "unusable"),
    ];
    for (n, what) in others {
        if n > 0 {
            parts.push(format!("{n} {what}"));
        }
    }
    let all = tally.confirmed + others.iter().map(|(n, _)| n).sum::<u64>();
    out.format(format_args!("{}: {}\n", counted(all, "test case"), parts.join(", ")));
    out.finish()?;
    Ok(if tally.unusable > 0 {
        USAGE
    } else if tally.differ > 0 {
        UNSAFE
    } else if tally.not_run > 0 {
        INCOMPLETE
    } else {
        SAFE
    })
}

fn report(args: &Args, name: &str, result: &Replay, tally: &mut Tally, out: &mut Out) {
    match result {
        Replay::Confirmed => {
            tally.confirmed += 1;
            if !args.quiet {
                out.format(format_args!("confirmed: {name}\n"));
            }
        }
        Replay::Elsewhere(place) => {
            tally.confirmed += 1;
            out.format(format_args!("confirmed, but elsewhere: {name} ({place})\n"));
        }
        Replay::Differs(how) => {
            tally.differ += 1;
            out.format(format_args!("differs: {name}\n"));
            for difference in how {
                out.format(format_args!("  {difference}\n"));
            }
        }
        Replay::Unconfirmed(why) => {
            tally.differ += 1;
            out.format(format_args!("not confirmed: {name}\n  {why}\n"));
        }
        Replay::NotRun(why) => {
            tally.not_run += 1;
            out.format(format_args!("not run: {name}\n  {why}\n"));
        }
        Replay::Skipped(why) => {
            tally.skipped += 1;
            if !args.quiet {
                out.format(format_args!("skipped: {name} ({why})\n"));
            }
        }
    }
}

fn one(
    args: &Args,
    test: &TestCase,
    subjects: &mut HashMap<String, Option<Subject>>,
    colours: Colours,
) -> Result<Came, Failure> {
    let program = args.program.clone().unwrap_or_else(|| PathBuf::from(&test.program));
    let language = Language::of(&program)?;
    let c = (language == Language::C).then(|| c_program(args, test, &program));
    // The world is not part of how a program is built.
    let key = match &c {
        Some(c) => format!("{:?} {:?} {} {:?} {:?}", c.files, c.clang, c.malloc_may_fail, c.libraries, c.entry),
        None => program.display().to_string(),
    };
    if !subjects.contains_key(&key) {
        // Remembered as unusable until it is loaded, so that it is complained about once.
        subjects.insert(key.clone(), None);
        let subject = load_subject(args, &program, language, c.as_ref(), colours)?;
        subjects.insert(key.clone(), Some(subject));
    }
    let Some(Some(subject)) = subjects.get_mut(&key) else {
        return Err(Failure { code: USAGE, message: String::new(), help: None });
    };
    if !test.source_hash.is_empty() && test.source_hash != subject.hash && !subject.warned {
        subject.warned = true;
        let message = format!("`{}` has changed since its test cases were written", program.display());
        complain("warning", &message, Some("run `pathfold check` again to get new ones"), colours.err);
    }
    match (&mut subject.runner, c) {
        (Runner::Native(replayer), Some(c)) => {
            let test = TestCase { c: Some(c.clone()), ..test.clone() };
            if matches!(&test.outcome, Outcome::Incomplete { why } if why == UNKNOWN) {
                return replayer.describe(&c, &test).map(Came::Ran).map_err(Failure::usage);
            }
            Ok(Came::Compared(replayer.replay(&c, &test)))
        }
        (Runner::MicroC { file, interp }, _) => Ok(Came::Compared(replay(interp, file, test, args.timeout))),
        (Runner::Native(_), None) => Err(Failure::fault("a C program without a way to build it")),
    }
}

/// How a C program is built and started: as the test case says, but the program that the user names.
fn c_program(args: &Args, test: &TestCase, program: &Path) -> CProgram {
    let files = || vec![program.display().to_string()];
    match &test.c {
        Some(c) if args.program.is_none() && !c.files.is_empty() => c.clone(),
        Some(c) => CProgram { files: files(), ..c.clone() },
        None => CProgram { files: files(), ..CProgram::default() },
    }
}

fn load_subject(
    args: &Args,
    path: &Path,
    language: Language,
    c: Option<&CProgram>,
    colours: Colours,
) -> Result<Subject, Failure> {
    let help = |failure: Failure| match args.program {
        None => failure.help("test cases name their program relative to where `check` ran; name it with --program"),
        Some(_) => failure,
    };
    if let Some(c) = c {
        let files: Vec<PathBuf> = c.files.iter().map(PathBuf::from).collect();
        let hash = load::c_hash(&files).map_err(help)?;
        return Ok(Subject { hash, runner: Runner::Native(Replayer::new(args.timeout, None)), warned: false });
    }
    if language != Language::MicroC {
        return Err(Failure::usage(format!(
            "`{}` cannot be replayed: only micro-c and C programs can",
            path.display()
        ))
        .help("there is no interpreter for programs in the intermediate representation"));
    }
    let file = load::read(path).map_err(help)?;
    let checked = load::microc(&file, colours.err)?;
    let interp = Box::new(Interp::new(&checked));
    Ok(Subject { hash: source_hash(file.text()), runner: Runner::MicroC { file, interp }, warned: false })
}

/// A test case with the name it is told by, or why it cannot be used.
type Named = (String, Result<TestCase, Failure>);

/// The test cases that the arguments name, in order.
fn tests(arguments: &[PathBuf]) -> Result<Vec<Named>, Failure> {
    let mut all = Vec::new();
    for argument in arguments {
        if argument.extension().is_some_and(|ending| ending == "ktest") {
            all.push((argument.display().to_string(), ktest(argument)));
            continue;
        }
        let (path, number) = split_number(argument);
        let file = if path.is_dir() { path.join(TESTS) } else { path.clone() };
        let lines = TestCase::read_all(&file).map_err(|why| {
            Failure::usage(format!("test cases `{}`: {why}", file.display()))
                .help("`pathfold check` writes them to `pathfold-out`")
        })?;
        let before = all.len();
        for (line, test) in lines {
            let named = match test {
                Ok(test) => (format!("{}:{}", path.display(), test.path), Ok(test)),
                Err(why) => {
                    let why = Failure::usage(format!("test case `{}`, line {line}: {why}", file.display()));
                    (file.display().to_string(), Err(why))
                }
            };
            if number.is_none_or(|number| named.1.as_ref().is_ok_and(|test| test.path == number)) {
                all.push(named);
            }
        }
        // A run whose paths were all subsumed has none, and nothing is wrong with that.
        if all.len() == before && !(path.is_dir() && number.is_none()) {
            let what = number.map_or_else(String::new, |number| format!(" of path {number}"));
            return Err(Failure::usage(format!("`{}` holds no test case{what}", file.display())));
        }
    }
    Ok(all)
}

/// Why a test case has no outcome: it comes from a file of KLEE's format, which has none.
const UNKNOWN: &str = "the file does not say how it ends";

/// A test case of KLEE's format. In a run directory of ours there is more to know about it.
fn ktest(path: &Path) -> Result<TestCase, Failure> {
    let fail = |why: String| Failure::usage(format!("test case `{}`: {why}", path.display()));
    let bytes = std::fs::read(path).map_err(|error| fail(format!("cannot read it: {error}")))?;
    let ktest = KTest::from_bytes(&bytes).map_err(fail)?;
    let number = path.file_name().and_then(|name| name.to_str()).and_then(ktest_number);
    if let Some(number) = number
        && let Some(test) = beside(path, number).filter(|test| test.ktest().as_ref() == Ok(&ktest))
    {
        return Ok(test);
    }
    let program = ktest.args.first().map(|name| String::from_utf8_lossy(name).into_owned());
    Ok(TestCase {
        format: testcase::FORMAT.to_owned(),
        program: program.unwrap_or_default(),
        source_hash: String::new(),
        path: number.unwrap_or(1),
        args: Vec::new(),
        inputs: Vec::new(),
        outcome: Outcome::Incomplete { why: UNKNOWN.to_owned() },
        output: Vec::new(),
        objects: ktest.objects.iter().map(|(name, bytes)| Bytes::new(name, bytes)).collect(),
        streams: Vec::new(),
        c: Some(CProgram { world: world_of_klee(&ktest.args), ..CProgram::default() }),
        decisions: String::new(),
    })
}

/// The test case of this path in the same run directory.
fn beside(path: &Path, number: u64) -> Option<TestCase> {
    let lines = TestCase::read_all(&path.with_file_name(TESTS)).ok()?;
    lines.into_iter().filter_map(|(_, test)| test.ok()).find(|test| test.path == number)
}

/// `DIR:N` into its parts, unless there is a file of that very name.
fn split_number(argument: &Path) -> (PathBuf, Option<u64>) {
    if !argument.exists()
        && let Some((path, number)) = argument.to_str().and_then(|text| text.rsplit_once(':'))
        && let Ok(number) = number.parse()
    {
        return (PathBuf::from(path), Some(number));
    }
    (argument.to_owned(), None)
}
