//! `pathfold ast`: the tree of a program as JSON.

use std::path::PathBuf;

use serde::Serialize as _;

use super::deliver;
use crate::exit::{Done, Failure};
use crate::load;
use crate::terminal::Colours;

const AFTER_HELP: &str = "\
Every node is an object with `kind` and `span`; expressions also have their `type`. Numbers are
strings.

Examples:
  pathfold ast program.mc
  pathfold ast program.mc --indent 0 --output program.json";

/// Print the tree of a micro-c program as JSON
#[derive(clap::Args)]
#[command(after_help = AFTER_HELP)]
pub struct Args {
    /// A micro-c program (`.mc`, `.uc`)
    file: PathBuf,
    /// Spaces per level; 0 puts everything on one line
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u8).range(0..=16))]
    indent: u8,
    /// Write to this file instead of standard output
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// Runs the command.
pub fn run(args: &Args, colours: Colours) -> Done {
    let file = load::microc_source(&args.file)?;
    let checked = load::microc(&file, colours.err)?;
    let tree = pathfold_microc::json::checked(&file, &checked);
    let mut text = Vec::new();
    let written = if args.indent == 0 {
        serde_json::to_writer(&mut text, &tree)
    } else {
        let indent = " ".repeat(usize::from(args.indent));
        let layout = serde_json::ser::PrettyFormatter::with_indent(indent.as_bytes());
        tree.serialize(&mut serde_json::Serializer::with_formatter(&mut text, layout))
    };
    written.map_err(|error| Failure::fault(format!("cannot write the tree as JSON: {error}")))?;
    text.push(b'\n');
    deliver(&text, args.output.as_deref())
}
