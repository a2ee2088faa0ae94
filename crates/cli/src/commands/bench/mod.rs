//! `pathfold bench`: sets of programs under several configurations, each run a process of its own, and what came out as
//! CSV, tables and plots.

mod child;
mod plan;
mod pool;
mod results;

use std::path::PathBuf;
use std::time::Duration;

use pathfold_report::bench::{Ended, Row, disagree, table};
use pathfold_report::numbers::{counted, thousands};

use crate::exit::{Done, FAULT, Failure, INCOMPLETE, SAFE, USAGE};
use crate::terminal::{Colours, Out, When, complain};
use crate::{machine, stop, units};

use plan::Plan;
use pool::Pool;
use results::Results;

const AFTER_HELP: &str = "\
A configuration is a name and options of `pathfold check`. Without any there is one, `default`. A directory is a set of
its programs, also those in directories below; files are a set together. --plan describes sets, configurations and the
limit in a file (docs/bench.md).

Written to the directory of --output:
  results.csv         a line for each run, as soon as it is over
  table.md            paths, time, timeouts, errors and verdicts of each set and configuration
  cactus.svg          how many programs each configuration decides within which time
  scatter-A-B.svg     the first configuration against each other one, program by program
  programs/           generated programs

The same command goes on where it was interrupted: what has a line in results.csv is not run again,
unless the program, the options or the limit have changed.

Every configuration must say the same about a program. Where one explored everything and another
found something else, one of them is wrong: that is reported as a disagreement.

Exit codes: 0 done, 2 interrupted, 3 bad usage, or a program cannot be used, 4 a disagreement or a crash.

Examples:
  pathfold bench examples/ --limit 10s --config fold=--loops=fold --config unroll=--loops=unroll
  pathfold bench a.mc b.mc --config \"dfs=--search=dfs --first-error\" --config bfs=--search=bfs
  pathfold bench --plan bench/microc/final.json --jobs 2 --limit 1s --output out";

/// Compare configurations on sets of programs: tables, plots, contradictions
///
/// Runs `pathfold check` on every program under every configuration, in parallel processes that are killed when their
/// time is over, and sums up what they found.
#[derive(clap::Args)]
#[command(after_help = AFTER_HELP)]
pub struct Args {
    /// Programs, or directories of programs: `.mc`, `.uc`, `.ir`, `.c`, `.bc`, `.ll`
    #[arg(required_unless_present = "plan", value_name = "PATH")]
    programs: Vec<PathBuf>,
    /// A configuration: its name and options of `pathfold check`; the first is what others are compared with
    #[arg(long = "config", value_name = "NAME=OPTIONS", value_parser = plan::configuration)]
    configurations: Vec<plan::Configuration>,
    /// A file that describes sets, configurations and the limit (JSON)
    #[arg(long, value_name = "FILE")]
    plan: Option<PathBuf>,
    /// Only these sets of the plan
    #[arg(long, value_name = "SET", value_delimiter = ',', requires = "plan")]
    only: Vec<String>,
    /// Only the first programs of each set
    #[arg(long, value_name = "N", value_parser = units::small_count)]
    first: Option<usize>,

    /// What a run may take (`30`, `30s`, `500ms`) [default: what the plan says, or 30s]
    #[arg(long, value_name = "TIME", value_parser = units::duration, help_heading = "Limits")]
    limit: Option<Duration>,
    /// The most memory of a run (`512M`, `2G`) [default: what is free at the start, shared between the jobs]
    #[arg(long, value_name = "SIZE", value_parser = units::size, help_heading = "Limits")]
    memory: Option<u64>,
    /// How many runs at a time [default: one for each processor]
    #[arg(long, short, value_name = "N", value_parser = units::small_count, help_heading = "Limits")]
    jobs: Option<usize>,

    /// Where results go, and where those of an interrupted run are
    #[arg(
        long,
        short,
        visible_alias = "out",
        value_name = "DIR",
        default_value = "pathfold-bench",
        help_heading = "Results"
    )]
    output: PathBuf,
    /// When to show a progress line on standard error
    #[arg(long, value_enum, value_name = "WHEN", default_value = "auto", help_heading = "Results")]
    progress: When,
}

/// Runs the command.
pub fn run(args: &Args, colours: Colours) -> Done {
    let plan = Plan::new(args)?;
    let mut results = Results::open(&args.output)?;
    let jobs = args.jobs.or_else(|| std::thread::available_parallelism().ok().map(usize::from)).unwrap_or(1);
    let (known, missing) = results.split(&plan.tasks);
    let pool = Pool {
        jobs,
        limit: plan.limit,
        // Not part of what names a run: it is different every time.
        memory: args.memory.or_else(|| machine::most_memory().map(|all| all / jobs as u64)),
        stop: stop::flag(),
    };
    let mut rows = known;
    let finished = rows.len() as u64;
    let (new, unusable) = pool.run(&missing, args.progress, |row| results.append(row))?;
    rows.extend(new);
    plan.sort(&mut rows);
    results.write(&rows, &plan.configurations, plan.limit)?;

    let mut out = Out::new();
    let from_before =
        if finished > 0 { format!(", {} of them from before", thousands(finished)) } else { String::new() };
    out.text(&format!("{}: {}{from_before}\n\n", args.output.display(), counted(rows.len() as u64, "run")));
    out.text(&table::overview(&rows));
    out.finish()?;
    for message in &unusable {
        complain("error", message, None, colours.err);
    }
    let sound = judge(&rows, colours);
    Ok(if !sound {
        FAULT
    } else if pool.is_stopped() {
        complain("note", "interrupted", Some("the same command goes on from here"), colours.err);
        INCOMPLETE
    } else if !unusable.is_empty() {
        USAGE
    } else {
        SAFE
    })
}

/// Says loudly what shows an error of our own. Whether there is nothing of the kind.
fn judge(rows: &[Row], colours: Colours) -> bool {
    let disagreements = disagree::disagreements(rows);
    for disagreement in &disagreements {
        complain("DISAGREEMENT", &disagreement.to_string(), None, colours.err);
    }
    let faults: Vec<&Row> = rows.iter().filter(|row| row.ended == Ended::Fault).collect();
    for row in &faults {
        let message =
            format!("{} ({}): `{}` ends in an error of its own", row.key.program, row.key.set, row.key.configuration);
        complain("FAULT", &message, None, colours.err);
    }
    let sound = disagreements.is_empty() && faults.is_empty();
    if !sound {
        let help = "please report this, with the program and both configurations";
        complain("error", "these runs show an error of pathfold itself: do not trust them", Some(help), colours.err);
    }
    sound
}

/// A file that cannot be read or written.
fn unusable(what: &str, path: &std::path::Path, error: &dyn std::fmt::Display) -> Failure {
    Failure::usage(format!("cannot {what} `{}`: {error}", path.display()))
}
