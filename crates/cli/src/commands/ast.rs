//! `pathfold ast`: the tree of a program as JSON.

use std::io::{self, Write};
use std::path::PathBuf;

use serde::Serialize as _;
use serde_json::ser::Formatter;

use super::deliver;
use crate::exit::{Done, Failure};
use crate::load;
use crate::terminal::Colours;

const AFTER_HELP: &str = "\
Every node is an object with `kind` and `span`; expressions also have their `type`. Numbers are
strings. Each `else if` is a level of the tree; behind 50 levels, lines are indented no further.

Examples:
  pathfold ast program.mc
  pathfold ast program.mc --indent 0 --output program.json";

/// Print the tree of a micro-c program as JSON
#[derive(clap::Args)]
#[command(after_help = AFTER_HELP)]
pub struct Args {
    /// A micro-c program (`.mc`, `.uc`)
    file: PathBuf,
    /// Spaces per level, at most 16; 0 puts everything on one line
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
        let layout = Layout { indent: usize::from(args.indent), level: 0, filled: false };
        tree.serialize(&mut serde_json::Serializer::with_formatter(&mut text, layout))
    };
    written.map_err(|error| Failure::fault(format!("cannot write the tree as JSON: {error}")))?;
    text.push(b'\n');
    deliver(&text, args.output.as_deref())
}

/// Levels that are indented: a chain of thousands of `else if` would be gigabytes of spaces.
const DEEPEST: usize = 50;

/// JSON with an item per line.
struct Layout {
    /// Spaces per level.
    indent: usize,
    level: usize,
    /// Whether the last list or object that ended or began has something in it.
    filled: bool,
}

impl Layout {
    fn begin<W: ?Sized + Write>(&mut self, writer: &mut W, bracket: &[u8]) -> io::Result<()> {
        self.level += 1;
        self.filled = false;
        writer.write_all(bracket)
    }

    fn end<W: ?Sized + Write>(&mut self, writer: &mut W, bracket: &[u8]) -> io::Result<()> {
        self.level -= 1;
        if self.filled {
            self.line(writer)?;
        }
        self.filled = true;
        writer.write_all(bracket)
    }

    fn item<W: ?Sized + Write>(&mut self, writer: &mut W, first: bool) -> io::Result<()> {
        if !first {
            writer.write_all(b",")?;
        }
        self.filled = true;
        self.line(writer)
    }

    fn line<W: ?Sized + Write>(&self, writer: &mut W) -> io::Result<()> {
        writer.write_all(b"\n")?;
        (0..self.level.min(DEEPEST)).try_for_each(|_| writer.write_all(&[b' '; 16][..self.indent]))
    }
}

impl Formatter for Layout {
    fn begin_array<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.begin(writer, b"[")
    }

    fn end_array<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.end(writer, b"]")
    }

    fn begin_array_value<W: ?Sized + Write>(&mut self, writer: &mut W, first: bool) -> io::Result<()> {
        self.item(writer, first)
    }

    fn begin_object<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.begin(writer, b"{")
    }

    fn end_object<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.end(writer, b"}")
    }

    fn begin_object_key<W: ?Sized + Write>(&mut self, writer: &mut W, first: bool) -> io::Result<()> {
        self.item(writer, first)
    }

    fn begin_object_value<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        writer.write_all(b": ")
    }
}
