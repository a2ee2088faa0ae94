//! `pathfold replay`: runs test cases in the interpreter and compares.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

use pathfold_base::SourceFile;
use pathfold_microc::interp::Interp;
use pathfold_report::hash::source_hash;
use pathfold_report::numbers::counted;
use pathfold_report::run_dir::TESTS;
use pathfold_report::{Replay, TestCase, replay};

use crate::exit::{Done, Failure, SAFE, UNSAFE, USAGE};
use crate::load::{self, Language};
use crate::terminal::{Colours, Out, complain};
use crate::units;

const AFTER_HELP: &str = "\
A test case is confirmed when the interpreter, which knows nothing of symbolic execution, ends in
the same way (kind, place, value) after printing the same numbers. Test cases of paths that the
exploration did not finish are skipped.

Exit codes: 0 all confirmed, 1 one is not, 3 a file cannot be used.

Examples:
  pathfold replay pathfold-out
  pathfold replay pathfold-out:3                only the test case of path 3
  pathfold replay pathfold-out --program fixed.mc";

/// Re-run test cases in the interpreter and compare
#[derive(clap::Args)]
#[command(after_help = AFTER_HELP)]
pub struct Args {
    /// Run directories or files of test cases; `DIR:N` is the test case of path N
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
    file: SourceFile,
    hash: String,
    interp: Interp,
    warned: bool,
}

#[derive(Default)]
struct Tally {
    confirmed: u64,
    differ: u64,
    skipped: u64,
    unusable: u64,
}

/// Runs the command.
pub fn run(args: &Args, colours: Colours) -> Done {
    let mut out = Out::new();
    let mut subjects: HashMap<PathBuf, Option<Subject>> = HashMap::new();
    let mut tally = Tally::default();
    for (name, test) in tests(&args.tests)? {
        match test.and_then(|test| one(args, &test, &mut subjects, colours)) {
            Ok(result) => report(args, &name, &result, &mut tally, &mut out),
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
    for (n, what) in [(tally.differ, "not confirmed"), (tally.skipped, "skipped"), (tally.unusable, "unusable")] {
        if n > 0 {
            parts.push(format!("{n} {what}"));
        }
    }
    let all = tally.confirmed + tally.differ + tally.skipped + tally.unusable;
    out.format(format_args!("{}: {}\n", counted(all, "test case"), parts.join(", ")));
    out.finish()?;
    Ok(if tally.unusable > 0 {
        USAGE
    } else if tally.differ > 0 {
        UNSAFE
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
        Replay::Differs(how) => {
            tally.differ += 1;
            out.format(format_args!("differs: {name}\n"));
            for difference in how {
                out.format(format_args!("  {difference}\n"));
            }
        }
        Replay::NotRun(why) => {
            tally.differ += 1;
            out.format(format_args!("not confirmed: {name}\n  {why}\n"));
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
    subjects: &mut HashMap<PathBuf, Option<Subject>>,
    colours: Colours,
) -> Result<Replay, Failure> {
    let program = args.program.clone().unwrap_or_else(|| PathBuf::from(&test.program));
    let known = subjects.contains_key(&program);
    if !known {
        // Remembered as unusable until it is loaded, so that it is complained about once.
        subjects.insert(program.clone(), None);
        let subject = load_subject(&program, args.program.is_none(), colours)?;
        subjects.insert(program.clone(), Some(subject));
    }
    let Some(Some(subject)) = subjects.get_mut(&program) else {
        return Err(Failure { code: USAGE, message: String::new(), help: None });
    };
    if !test.source_hash.is_empty() && test.source_hash != subject.hash && !subject.warned {
        subject.warned = true;
        let message = format!("`{}` has changed since its test cases were written", program.display());
        complain("warning", &message, Some("run `pathfold check` again to get new ones"), colours.err);
    }
    Ok(replay(&mut subject.interp, &subject.file, test, args.timeout))
}

fn load_subject(path: &Path, named_by_test: bool, colours: Colours) -> Result<Subject, Failure> {
    if Language::of(path)? == Language::Ir {
        return Err(Failure::usage(format!("`{}` cannot be replayed: only micro-c programs can", path.display()))
            .help("there is no interpreter for programs in the intermediate representation"));
    }
    let file = load::read(path).map_err(|failure| {
        if named_by_test {
            failure.help("test cases name their program relative to where `check` ran; name it with --program")
        } else {
            failure
        }
    })?;
    let checked = load::microc(&file, colours.err)?;
    Ok(Subject { hash: source_hash(file.text()), interp: Interp::new(&checked), file, warned: false })
}

/// A test case with the name it is told by, or why it cannot be used.
type Named = (String, Result<TestCase, Failure>);

/// The test cases that the arguments name, in order.
fn tests(arguments: &[PathBuf]) -> Result<Vec<Named>, Failure> {
    let mut all = Vec::new();
    for argument in arguments {
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
        if all.len() == before {
            let what = number.map_or_else(String::new, |number| format!(" of path {number}"));
            return Err(Failure::usage(format!("`{}` holds no test case{what}", file.display())));
        }
    }
    Ok(all)
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
