//! The `pathfold` program: arguments to configuration, run, report. The only crate that prints, reads arguments or
//! looks at the environment.

mod clang;
mod commands;
mod exit;
mod home;
mod load;
mod machine;
mod native;
mod program_args;
mod progress;
mod signals;
mod solvers;
mod stop;
mod terminal;
mod units;
mod world;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Instant;

use clap::{CommandFactory as _, FromArgMatches as _, Parser, Subcommand};

use commands::{ast, bench, cfg, check, fmt, generate, ir, loops, qce, replay, run};
use exit::Done;
use terminal::{Colours, When, complain};

/// States share small pieces that come and go by the million: this allocator makes forking about twice as fast.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

const AFTER_HELP: &str = "\
Files ending in `.c` are C programs, `.bc` and `.ll` C as LLVM bitcode, `.mc` and `.uc` micro-c programs;
`.ir` is the text form of our intermediate representation (docs/ir.md).

Exit codes:
  0  safe: every path was explored and nothing is wrong (other commands: done)
  1  unsafe: there is a finding (run: a runtime error, replay: a test case is not confirmed)
  2  incomplete: nothing wrong so far, but a limit was reached or the solver gave up
  3  bad usage or input: the command line or a file cannot be used
  4  our own fault: an internal error, please report it
Ctrl-C, SIGTERM and SIGHUP stop a run, which reports what it found so far; another one, more than
half a second later, ends it at once (exit code 130).

Examples:
  pathfold check program.c                   explore all paths, report errors with inputs
  pathfold check program.mc                  the same for micro-c
  pathfold replay pathfold-out               re-run every test case that `check` wrote
  pathfold loops program.c                   what every loop does, and what it is folded into
  pathfold run program.mc --input 1,2,3      run with concrete inputs
  pathfold bench programs/ --config dfs=--search=dfs --config bfs=--search=bfs
                                             compare configurations: tables and plots";

/// Finds bugs in programs, with the inputs that show them, or proves that there are none.
///
/// Pathfold executes a program symbolically: with unknowns for its inputs, along all paths that some input takes. A
/// path that ends in an error becomes a finding with concrete inputs, which is re-run before it is reported; when all
/// paths are explored and none is wrong, the program is safe.
#[derive(Parser)]
#[command(name = "pathfold", version, after_help = AFTER_HELP, max_term_width = 100)]
struct Cli {
    #[command(subcommand)]
    command: Command,
    /// When to use colours
    #[arg(long, value_enum, value_name = "WHEN", default_value = "auto", global = true, help_heading = "General")]
    color: When,
}

#[derive(Subcommand)]
enum Command {
    Check(Box<check::Args>),
    Run(run::Args),
    Replay(replay::Args),
    Ast(ast::Args),
    Bench(bench::Args),
    Cfg(cfg::Args),
    Fmt(fmt::Args),
    Gen(generate::Args),
    Ir(ir::Args),
    Loops(Box<loops::Args>),
    Qce(Box<qce::Args>),
}

fn main() {
    let start = Instant::now();
    signals::limited_files_fail();
    let cli = match parse() {
        Ok(cli) => cli,
        Err(error) => {
            // Help and version are no errors; a closed pipe is nobody's problem.
            let _ = error.print();
            std::process::exit(if error.use_stderr() { i32::from(exit::USAGE) } else { 0 });
        }
    };
    let colours = Colours::new(cli.color);
    install_panic_message();
    // On the main thread: glibc grows the heap of any other thread a few pages at a time (14,220 `mprotect` calls on
    // 2^14 paths).
    let command = AssertUnwindSafe(|| dispatch(cli.command, start, colours));
    let code = match catch_unwind(command) {
        Ok(Ok(code)) => code,
        Ok(Err(failure)) => {
            if !failure.message.is_empty() {
                complain("error", &failure.message, failure.help.as_deref(), colours.err);
            }
            failure.code
        }
        // The hook has already said what happened.
        Err(_) => exit::FAULT,
    };
    exit::now(code);
}

/// The command line. What follows an option is its value, `-1` too: what is wrong with that is for the option to say.
fn parse() -> Result<Cli, clap::Error> {
    let mut command = Cli::command().mut_subcommands(|command| {
        command.mut_args(|arg| {
            let option = arg.get_long().is_some() && arg.get_action().takes_values();
            if option { arg.allow_negative_numbers(true) } else { arg }
        })
    });
    let matches = command.try_get_matches_from_mut(std::env::args_os())?;
    Cli::from_arg_matches(&matches).map_err(|error| error.format(&mut command))
}

fn dispatch(command: Command, start: Instant, colours: Colours) -> Done {
    match command {
        Command::Check(args) => check::run(&args, start, colours),
        Command::Run(args) => run::run(&args, colours),
        Command::Replay(args) => replay::run(&args, colours),
        Command::Ast(args) => ast::run(&args, colours),
        Command::Bench(args) => bench::run(&args, colours),
        Command::Cfg(args) => cfg::run(&args, colours),
        Command::Fmt(args) => fmt::run(&args, colours),
        Command::Gen(args) => generate::run(&args),
        Command::Ir(args) => ir::run(&args, colours),
        Command::Loops(args) => loops::run(&args, start, colours),
        Command::Qce(args) => qce::run(&args, colours),
    }
}

/// A panic is our fault, and the message says so.
fn install_panic_message() {
    std::panic::set_hook(Box::new(|info| {
        // One that ends a path only is told with the verdict, as its reason.
        if pathfold_engine::ends_one_path(info) {
            return;
        }
        let what = info.payload_as_str().unwrap_or("no message");
        let place = info.location().map_or_else(String::new, |place| format!(" at {place}"));
        let help = "this is an error of pathfold itself, please report it with the command and the file";
        complain("error", &format!("internal error{place}: {what}"), Some(help), false);
    }));
}
