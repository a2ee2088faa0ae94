//! `pathfold loops`: what every loop of a program does, and what it is folded into.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use clap::ValueEnum;
use pathfold_engine::{Config, Explorer, Limits, Loops, Observer, Reason};
use pathfold_ir::Program;
use pathfold_report::loops::{Shown, dot, json, prose, table};
use pathfold_report::reasons;
use pathfold_solver::{Solver, SolverConfig};

use super::deliver;
use crate::exit::{Done, Failure};
use crate::load;
use crate::terminal::{Colours, complain};
use crate::world::WorldArgs;
use crate::{machine, solvers, stop, units};

const AFTER_HELP: &str = "\
The program is explored for a short time, as `pathfold check` does, but nothing is checked or
written. What exploration learnt about every loop of the program's own functions is printed in the
order of the source; docs/loops.md explains how to read it.

In closed forms `x0` is the value of `x` before the loop and `k` the number of iterations so far.

Examples:
  pathfold loops program.mc
  pathfold loops program.c --explain
  pathfold loops program.c --sym-stdin 8 --function main --explain
  pathfold loops program.mc --dot | dot -Tsvg > loops.svg
  pathfold loops program.c --json > loops.json";

/// Show what every loop does and what it is folded into
///
/// For each loop: its lines and nesting, the paths of one iteration, its type (sequential, periodic or irregular; with
/// IV or NIV conditions), its variables after any number of iterations, how many iterations there are, and what it was
/// folded into or why it was not.
#[derive(clap::Args)]
#[command(after_help = AFTER_HELP)]
pub struct Args {
    /// A program: one `.mc`, `.uc` or `.ir` file, or the `.c`, `.bc` and `.ll` files of a C program
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Arguments for clang, after `--`: `-I`, `-D`, `-std=...`
    #[arg(last = true, value_name = "CLANG ARGUMENTS")]
    clang: Vec<String>,

    /// Explain every loop in words
    #[arg(long)]
    explain: bool,
    /// Print JSON (docs/json.md)
    #[arg(long, conflicts_with_all = ["explain", "dot"])]
    json: bool,
    /// Print the automata of the loops in the language of graphviz
    #[arg(long, conflicts_with = "explain")]
    dot: bool,
    /// Only the loops of this function
    #[arg(long, value_name = "NAME")]
    function: Option<String>,
    /// Also the loops of the C library
    #[arg(long)]
    library: bool,
    /// How loops are folded
    #[arg(long = "loops", value_enum, value_name = "MODE", default_value = "fold")]
    mode: Mode,
    /// Explore at most for this time (`30`, `30s`, `500ms`)
    #[arg(long, value_name = "TIME", default_value = "10s", value_parser = units::duration)]
    timeout: Duration,
    /// Write to this file instead of standard output
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,

    #[command(flatten)]
    world: WorldArgs,
}

/// `--loops`, without `unroll`, which folds nothing.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Mode {
    /// One state for each way through the automaton of the loop's paths
    Summarize,
    /// Templates of cyclic paths, with quantified conditions
    Compact,
    /// For each loop whichever of these is best
    Fold,
}

/// Nobody watches.
struct Quiet;

impl Observer for Quiet {
    fn wants_paths(&self) -> bool {
        false
    }
}

/// Runs the command.
pub fn run(args: &Args, start: Instant, colours: Colours) -> Done {
    let (program, sources) = load::with_sources(&args.files, &args.clang, &args.world, colours)?;
    let mut solver = SolverConfig {
        z3: solvers::find("z3", "PATHFOLD_Z3"),
        bitwuzla: solvers::find("bitwuzla", "PATHFOLD_BITWUZLA"),
        ..SolverConfig::default()
    };
    // One hard query must not take the time of all others.
    solver.query_timeout = solver.query_timeout.min(args.timeout / 4);
    let config = Config {
        loops: match args.mode {
            Mode::Summarize => Loops::Summarize,
            Mode::Compact => Loops::Compact,
            Mode::Fold => Loops::Fold,
        },
        describe_loops: true,
        limits: Limits {
            timeout: Some(args.timeout.saturating_sub(start.elapsed())),
            max_memory: machine::most_memory(),
            ..Limits::default()
        },
        ..Config::default()
    };
    let mut explorer = Explorer::new(&program, config, Solver::new(solver), stop::flag());
    let summary = explorer.run(&mut Quiet);
    let reports = explorer.loops();
    let shown = Shown::new(&reports, args.library, args.function.as_deref());
    if let Some(name) = args.function.as_ref().filter(|_| shown.chosen.is_empty()) {
        return Err(no_loops(&program, name));
    }
    let file = args.files[0].display().to_string();
    let text = if args.json {
        let mode = args.mode.to_possible_value().map_or_else(String::new, |mode| mode.get_name().to_owned());
        json::text(&shown, &file, &mode, summary.reasons.is_empty())
    } else if args.dot {
        dot::text(&shown)
    } else {
        let mut text = table::text(&shown, &file, colours.out);
        if args.explain && !shown.chosen.is_empty() {
            text.push('\n');
            text.push_str(&prose::text(&shown, &sources, colours.out));
        }
        text
    };
    let done = deliver(text.as_bytes(), args.output.as_deref());
    if let Some(because) = summary.reasons.iter().find(|because| is_limit(&because.reason)) {
        let message = format!("not everything was explored: {}", reasons::text(because));
        complain("note", &message, Some("--timeout gives it more time"), colours.err);
    }
    std::mem::forget(explorer);
    done
}

fn is_limit(reason: &Reason) -> bool {
    !matches!(reason, Reason::Path(_))
}

fn no_loops(program: &Program, name: &str) -> Failure {
    match program.function(name) {
        Some(_) => Failure::usage(format!("the function `{name}` has no loops")),
        None => Failure::usage(format!("there is no function `{name}`")),
    }
}
