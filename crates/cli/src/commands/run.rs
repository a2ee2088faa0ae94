//! `pathfold run`: the concrete interpreter.

use std::io::{BufRead as _, StdinLock};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use clap::ValueEnum;
use pathfold_base::{Diagnostic, Integer, SourceFile, Span};
use pathfold_microc::Checked;
use pathfold_microc::interp::{Interp, LimitKind, Limits, MachineCode, OutOfBounds, Outcome};
use pathfold_report::numbers::{counted, thousands};
use pathfold_report::render;

use crate::exit::{Done, Failure, INCOMPLETE, SAFE, UNSAFE};
use crate::terminal::{Colours, Out, say};
use crate::{load, machine, stop, units};

const AFTER_HELP: &str = "\
Each `output` prints one number per line on standard output. What `main` returns is printed as
`result: N` on standard error; it does not change the exit code.

Exit codes: 0 main returned, 1 runtime error, 2 a limit was reached, 3 bad usage or input (also:
not enough inputs), 141 nobody reads what is printed any more (`| head`).

Examples:
  pathfold run program.mc --input 1,2,3
  echo 1 2 3 | pathfold run program.mc
  pathfold run program.mc --args 5,-7 --time";

/// What a shell says of a program that SIGPIPE ended, which is how most end when nobody reads what they print.
const UNREAD: u8 = 141;

/// Run a micro-c program with concrete inputs
#[derive(clap::Args)]
#[command(after_help = AFTER_HELP)]
pub struct Args {
    /// A micro-c program (`.mc`, `.uc`)
    file: PathBuf,
    /// What `input` reads, separated by commas
    #[arg(long, value_name = "NUMBERS", allow_hyphen_values = true, conflicts_with = "input_file")]
    input: Option<String>,
    /// A file of what `input` reads, separated by white space or commas; standard input by default
    #[arg(long, value_name = "FILE")]
    input_file: Option<PathBuf>,
    /// Arguments of `main`, separated by commas
    #[arg(long, value_name = "NUMBERS", allow_hyphen_values = true)]
    args: Option<String>,
    /// Print outputs as characters instead of numbers
    #[arg(long)]
    ascii: bool,
    /// Say on standard error how long the run took
    #[arg(long)]
    time: bool,
    /// Stop after so many jumps and calls
    #[arg(long, value_name = "N", value_parser = units::count)]
    max_steps: Option<u64>,
    /// Stop after this time (`30`, `500ms`, `5m`)
    #[arg(long, value_name = "TIME", value_parser = units::duration)]
    timeout: Option<Duration>,
    /// Do not print the result of `main`
    #[arg(long, short)]
    quiet: bool,
    /// Whether programs that run for long are translated to machine code (on x86-64); only speed depends on it
    #[arg(long, value_name = "WHEN", default_value = "on")]
    machine_code: MachineCodeName,
}

/// `--machine-code`.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum MachineCodeName {
    /// Translated after a few thousand steps
    On,
    /// Always interpreted
    Off,
}

/// Runs the command.
pub fn run(args: &Args, colours: Colours) -> Done {
    let file = load::microc_source(&args.file)?;
    let checked = load::microc(&file, colours.err)?;
    let parse = |text: &Option<String>, option: &str| {
        units::integers(text.as_deref().unwrap_or("")).map_err(|why| Failure::usage(format!("{option}: {why}")))
    };
    let arguments = parse(&args.args, "--args")?;
    let mut inputs = match (&args.input, &args.input_file) {
        (Some(_), _) => Inputs::List(parse(&args.input, "--input")?.into_iter()),
        (None, Some(path)) => Inputs::List(read_inputs(path)?.into_iter()),
        (None, None) => Inputs::Standard(std::io::stdin().lock()),
    };
    let stop = stop::flag();
    let mut interp = Interp::new(&checked);
    let limits = Limits {
        max_steps: args.max_steps,
        deadline: args.timeout.and_then(|time| Instant::now().checked_add(time)),
        stop: Some(Arc::clone(&stop)),
        // Between two looks there may be as many that are garbage, and the memory of cells doubles when it grows.
        max_bytes: machine::most_memory().map(|bytes| bytes / 3),
        machine_code: match args.machine_code {
            MachineCodeName::On => MachineCode::On,
            MachineCodeName::Off => MachineCode::Off,
        },
        ..Limits::default()
    };
    let out = std::cell::RefCell::new(Out::new());
    let mut given = 0_u64;
    let mut bad_input = None;
    let start = Instant::now();
    let outcome = interp.run(
        &arguments,
        || {
            let next = inputs.next(given + 1, &mut out.borrow_mut());
            given += 1;
            next.unwrap_or_else(|why| {
                bad_input = Some(why);
                None
            })
        },
        |number| print(&mut out.borrow_mut(), number, args.ascii, &stop),
        limits,
    );
    let time = start.elapsed();
    let mut out = out.into_inner();
    let closed = !out.is_open();
    out.finish()?;
    let code = finish(args, &file, &checked, &outcome, &interp, given, bad_input, closed, colours)?;
    if args.time {
        say(&format!("time: {:.3} ms\n", time.as_secs_f64() * 1e3));
    }
    Ok(code)
}

#[allow(clippy::too_many_arguments, reason = "the parts of one report, used once")]
fn finish(
    args: &Args,
    file: &SourceFile,
    checked: &Checked,
    outcome: &Outcome,
    interp: &Interp,
    given: u64,
    bad_input: Option<String>,
    closed: bool,
    colours: Colours,
) -> Done {
    match outcome {
        Outcome::Returned(value) => {
            if !args.quiet {
                say(&format!("result: {value}\n"));
            }
            Ok(SAFE)
        }
        Outcome::Error { kind, span } => {
            let mut error = Diagnostic::error(kind.slug(), *span, kind.description());
            if let Some(OutOfBounds { index, length }) = interp.out_of_bounds() {
                error = error.labelled(format!(
                    "the index is {}, the array has {}",
                    short(index),
                    counted(*length, "element")
                ));
            }
            say(&render::diagnostic(&error, file, colours.err));
            Ok(UNSAFE)
        }
        Outcome::OutOfInputs => Err(match bad_input {
            Some(why) => Failure::usage(why),
            None => Failure::usage(format!(
                "the program asked for input {given}{}, but there {}",
                at(file, interp.ended_at()),
                match given - 1 {
                    0 => "are none".to_owned(),
                    1 => "is only 1".to_owned(),
                    n => format!("are only {n}"),
                }
            ))
            .help("give more with --input, --input-file or on standard input"),
        }),
        // Nobody reads what the program prints: not worth a message.
        Outcome::Limit(_) if closed => Ok(UNREAD),
        Outcome::Limit(limit) => Err(Failure {
            code: INCOMPLETE,
            message: format!("the run did not end: {}{}", reached(*limit), at(file, interp.ended_at())),
            help: help(*limit),
        }),
        Outcome::WrongArguments { expected } => {
            let main = &checked.functions[checked.main];
            let names: Vec<&str> = main.variables.iter().take(*expected).map(|v| v.name.as_str()).collect();
            Err(Failure::usage(format!("`main({})` has {}", names.join(", "), counted(*expected as u64, "parameter")))
                .help(as_many(*expected)))
        }
    }
}

/// What to do about too many or too few arguments of `main`.
fn as_many(parameters: usize) -> String {
    let example: Vec<String> = (1..=parameters).map(|number| number.to_string()).collect();
    match parameters {
        0 => "leave out --args".to_owned(),
        1 => "give a number with --args, such as --args 1".to_owned(),
        _ => format!("give as many numbers with --args, such as --args {}", example.join(",")),
    }
}

/// A number in a message.
fn short(number: &Integer) -> String {
    let digits = number.to_string();
    if digits.len() <= 40 { digits } else { format!("a number of {} digits", thousands(digits.len() as u64)) }
}

/// Which limit a run has reached, with its number.
fn reached(limit: LimitKind) -> String {
    let limits = Limits::default();
    match limit {
        LimitKind::CallDepth => format!("more than {} calls are open at once", thousands(limits.max_call_depth as u64)),
        LimitKind::Bits => format!("a number has more than {} bits", thousands(limits.max_bits)),
        LimitKind::Bytes => "numbers take more memory than there is".to_owned(),
        LimitKind::Cells => format!("there are more than {} cells", thousands(limits.max_cells as u64)),
        LimitKind::Steps | LimitKind::Time | LimitKind::Stopped => limit.description().to_owned(),
    }
}

fn help(limit: LimitKind) -> Option<String> {
    match limit {
        LimitKind::CallDepth => {
            Some("does the function that calls itself have a case in which it does not?".to_owned())
        }
        LimitKind::Steps => Some("raise --max-steps".to_owned()),
        LimitKind::Time => Some("raise --timeout".to_owned()),
        LimitKind::Bits => Some(
            "this limit is fixed: end the loop or recursion that multiplies earlier, or divide what it computes"
                .to_owned(),
        ),
        LimitKind::Cells => Some(
            "this limit is fixed, and cells live as long as the program: make fewer, and use those there are again"
                .to_owned(),
        ),
        LimitKind::Bytes => Some("keep fewer large numbers at once".to_owned()),
        LimitKind::Stopped => None,
    }
}

/// Where a run was.
fn at(file: &SourceFile, place: Option<Span>) -> String {
    place.map_or(String::new(), |span| format!(", at {}:{}", file.name(), file.line_col(span.start)))
}

fn print(out: &mut Out, number: &Integer, ascii: bool, stop: &AtomicBool) {
    if ascii {
        let character = number.to_u128().and_then(|n| u32::try_from(n).ok()).and_then(char::from_u32);
        out.text(character.unwrap_or(char::REPLACEMENT_CHARACTER).encode_utf8(&mut [0; 4]));
    } else {
        out.format(format_args!("{number}\n"));
    }
    if !out.is_open() {
        stop.store(true, Ordering::SeqCst);
    }
}

fn read_inputs(path: &Path) -> Result<Vec<Integer>, Failure> {
    let file = load::read(path)?;
    units::integers(file.text()).map_err(|why| Failure::usage(format!("`{}`: {why}", path.display())))
}

enum Inputs {
    List(std::vec::IntoIter<Integer>),
    /// Read when the program asks, so that people can answer.
    Standard(StdinLock<'static>),
}

impl Inputs {
    fn next(&mut self, number: u64, out: &mut Out) -> Result<Option<Integer>, String> {
        match self {
            Inputs::List(numbers) => Ok(numbers.next()),
            Inputs::Standard(stdin) => match next_word(stdin, number, out)? {
                Some(word) => units::integer(&word, number).map(Some).map_err(|why| format!("standard input: {why}")),
                None => Ok(None),
            },
        }
    }
}

/// The word of standard input that is this number. Numbers may be long, but not longer than a megabyte.
fn next_word(stdin: &mut StdinLock<'_>, number: u64, out: &mut Out) -> Result<Option<String>, String> {
    const LONGEST: usize = 1 << 20;
    let mut word = Vec::new();
    // The comma behind the number before is still to be read.
    let mut commas = u32::from(number > 1);
    loop {
        if word.is_empty() {
            // What the program printed so far may be a question.
            out.flush();
        }
        let buffer = stdin.fill_buf().map_err(|error| format!("cannot read standard input: {error}"))?;
        if buffer.is_empty() {
            break;
        }
        let separator = |byte: &u8| byte.is_ascii() && units::is_separator(char::from(*byte));
        let skipped = if word.is_empty() { buffer.iter().take_while(|byte| separator(byte)).count() } else { 0 };
        for _ in buffer[..skipped].iter().filter(|byte| units::is_comma(char::from(**byte))) {
            commas = commas.checked_sub(1).ok_or_else(|| format!("standard input: {}", units::missing(number)))?;
        }
        let rest = &buffer[skipped..];
        let length = rest.iter().position(separator).unwrap_or(rest.len());
        word.extend_from_slice(&rest[..length]);
        let ended = length < rest.len();
        stdin.consume(skipped + length);
        if word.len() > LONGEST {
            return Err("standard input: a number of more than a million digits".to_owned());
        }
        if ended && !word.is_empty() {
            break;
        }
    }
    if word.is_empty() { Ok(None) } else { Ok(Some(String::from_utf8_lossy(&word).into_owned())) }
}
