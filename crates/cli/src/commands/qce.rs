//! `pathfold qce`: how many queries about each variable may follow each line.

use std::fmt::Write as _;
use std::path::PathBuf;

use clap::ValueEnum;
use pathfold_ir::qce::{Analysis, LineEstimate, Qce};

use super::deliver;
use crate::exit::Done;
use crate::load;
use crate::terminal::Colours;
use crate::units;
use crate::world::WorldArgs;

const AFTER_HELP: &str = "\
Each line of the program is followed by the variables that queries to the solver may be about from
there on, and how many. `pathfold check --merge=qce` joins two states only if the counts of what
differs between them add up to at most --merge-cost. docs/merging.md explains more.

Examples:
  pathfold qce program.mc
  pathfold qce program.c --analysis=recursive --kappa=1";

/// Show how many queries about each variable may follow each line
#[derive(clap::Args)]
#[command(after_help = AFTER_HELP)]
pub struct Args {
    /// A program: one `.mc`, `.uc` or `.ir` file, or the `.c`, `.bc` and `.ll` files of a C program
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Arguments for clang, after `--`: `-I`, `-D`, `-std=...`
    #[arg(last = true, value_name = "CLANG ARGUMENTS")]
    clang: Vec<String>,

    /// How to count
    #[arg(long, value_enum, value_name = "ANALYSIS", default_value = "lattice")]
    analysis: AnalysisName,
    /// With --analysis=recursive: how many iterations of a loop are counted
    #[arg(long, value_name = "N", value_parser = units::number::<u32>, default_value_t = 10)]
    kappa: u32,
    /// Count no further than this
    #[arg(long, value_name = "N", value_parser = units::number::<u32>, default_value_t = 99)]
    most: u32,
    /// Write to this file instead of standard output
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,

    #[command(flatten)]
    world: WorldArgs,
}

/// `--analysis`.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum AnalysisName {
    /// By a data-flow analysis: what a loop repeats counts as the largest count
    Lattice,
    /// Every loop is left after a number of iterations
    Recursive,
}

/// Runs the command.
pub fn run(args: &Args, colours: Colours) -> Done {
    let (program, sources) = load::with_sources(&args.files, &args.clang, &args.world, colours)?;
    let analysis = match args.analysis {
        AnalysisName::Lattice => Analysis::Lattice,
        AnalysisName::Recursive => Analysis::Recursive { kappa: args.kappa },
    };
    let qce = Qce::new(&program, analysis, args.most);
    let lines = qce.lines(&program);
    let mut text = String::new();
    for (file, (name, source)) in program.files.iter().zip(&sources).enumerate() {
        let own: Vec<&LineEstimate> = lines.iter().filter(|line| line.file.0 as usize == file).collect();
        let Some(source) = source.as_ref().filter(|_| !own.is_empty()) else { continue };
        if !text.is_empty() {
            text.push('\n');
        }
        let _ = writeln!(text, "{name}");
        annotate(&mut text, source.text(), &own, args.most);
    }
    deliver(text.as_bytes(), args.output.as_deref())
}

/// The lines of a file with their estimates beside them.
fn annotate(text: &mut String, source: &str, estimates: &[&LineEstimate], most: u32) {
    /// Longer lines push their estimates to the right.
    const COLUMN: usize = 48;
    let width = source.lines().map(|line| line.chars().count()).max().unwrap_or(0).min(COLUMN);
    for (number, line) in (1u32..).zip(source.lines()) {
        let _ = write!(text, "{number:>4}  ");
        match estimates.iter().find(|estimate| estimate.line == number) {
            Some(estimate) => {
                let counts: Vec<String> =
                    estimate.costs.iter().map(|(name, cost)| format!("{name} -> {}", count(*cost, most))).collect();
                let _ = writeln!(text, "{line:<width$}  // {{{}}}", counts.join(", "));
            }
            None => {
                let _ = writeln!(text, "{line}");
            }
        }
    }
}

fn count(cost: u32, most: u32) -> String {
    if cost >= most { format!("{most} or more") } else { cost.to_string() }
}
