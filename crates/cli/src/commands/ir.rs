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
/// canonical layout.
#[derive(clap::Args)]
#[command(after_help = AFTER_HELP)]
pub struct Args {
    /// A program (`.mc`, `.uc`, `.ir`)
    file: PathBuf,
    /// Write to this file instead of standard output
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// Runs the command.
pub fn run(args: &Args, colours: Colours) -> Done {
    let language = Language::of(&args.file)?;
    let file = load::read(&args.file)?;
    let program = match language {
        Language::MicroC => load::lower(&load::microc(&file, colours.err)?, &file)?,
        Language::Ir => load::ir(&file, colours.err)?,
    };
    deliver(pathfold_ir::text::print(&program).as_bytes(), args.output.as_deref())
}
