//! `pathfold ir`: the program as the engine sees it.

use std::path::PathBuf;

use super::deliver;
use crate::exit::Done;
use crate::load::{self, Language};
use crate::terminal::Colours;

const AFTER_HELP: &str = "\
Examples:
  pathfold ir program.mc
  pathfold ir program.mc --output program.ir && pathfold check program.ir";

/// Print the intermediate representation of a program
///
/// What the engine explores, in its text form. For a `.ir` file: checks that it is well formed and prints it in its
/// canonical layout. `docs/ir.md` describes the form.
#[derive(clap::Args)]
#[command(after_help = AFTER_HELP)]
pub struct Args {
    /// A program (`.c`, `.bc`, `.ll`, `.mc`, `.uc`, `.ir`)
    file: PathBuf,
    /// Write to this file instead of standard output
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// Runs the command.
pub fn run(args: &Args, colours: Colours) -> Done {
    let language = Language::of(&args.file)?;
    let program = load::program(&args.file, language, colours.err)?;
    deliver(pathfold_ir::text::print(&program).as_bytes(), args.output.as_deref())
}
