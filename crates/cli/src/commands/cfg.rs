//! `pathfold cfg`: control flow graphs as text, DOT or pictures.

use std::io::{IsTerminal as _, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use clap::ValueEnum;
use pathfold_base::SourceFile;
use pathfold_microc::{graph, normalize};

use super::deliver;
use crate::exit::{Done, Failure};
use crate::load::{self, Language};
use crate::terminal::Colours;

const AFTER_HELP: &str = "\
Pictures are drawn by the program `dot` of graphviz, if it is installed.

Examples:
  pathfold cfg program.mc
  pathfold cfg program.mc --normalize --format dot
  pathfold cfg program.mc --format svg --output program.svg
  pathfold cfg program.mc --ir --function main --format png --output main.png";

/// Print or draw the control flow graphs of a program
#[derive(clap::Args)]
#[command(after_help = AFTER_HELP)]
pub struct Args {
    /// A program (`.mc`, `.uc`; `.ir` shows the graphs of the intermediate representation)
    file: PathBuf,
    /// Normalize the program first: one operation per statement
    #[arg(long, conflicts_with = "ir")]
    normalize: bool,
    /// Text, or a picture
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
    /// Only this function
    #[arg(long, value_name = "NAME")]
    function: Option<String>,
    /// Show the graphs of the intermediate representation instead
    #[arg(long)]
    ir: bool,
    /// Write to this file instead of standard output
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// How to show a graph.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// One line per node
    Text,
    /// The language of graphviz
    Dot,
    /// A picture (needs graphviz)
    Svg,
    /// A picture (needs graphviz)
    Png,
}

/// Runs the command.
pub fn run(args: &Args, colours: Colours) -> Done {
    let language = Language::of(&args.file)?;
    if language != Language::MicroC && args.normalize {
        return Err(Failure::usage("--normalize is for micro-c programs"));
    }
    let text = match language {
        Language::MicroC if !args.ir => statements(args, &load::read(&args.file)?, colours)?,
        Language::MicroC | Language::Ir | Language::C => instructions(args, language, colours)?,
    };
    let output = args.output.as_deref();
    match args.format {
        Format::Text | Format::Dot => deliver(text.as_bytes(), output),
        Format::Svg => deliver(&draw(&text, "svg")?, output),
        Format::Png if output.is_none() && std::io::stdout().is_terminal() => {
            Err(Failure::usage("a PNG picture is no text for a terminal").help("name a file with --output"))
        }
        Format::Png => deliver(&draw(&text, "png")?, output),
    }
}

fn statements(args: &Args, file: &SourceFile, colours: Colours) -> Result<String, Failure> {
    let mut program = load::microc_tree(file, colours.err)?;
    if args.normalize {
        program = normalize::normalize(&program);
    }
    let mut graphs = graph::graphs(&program);
    if let Some(name) = &args.function {
        let names: Vec<String> = graphs.iter().map(|graph| graph.name.clone()).collect();
        graphs.retain(|graph| graph.name == *name);
        if graphs.is_empty() {
            return Err(no_function(&args.file, name, &names));
        }
    }
    Ok(match args.format {
        Format::Text => graphs.iter().map(graph::Graph::to_text).collect::<Vec<_>>().join("\n"),
        Format::Dot | Format::Svg | Format::Png => graph::to_dot(&graphs),
    })
}

fn instructions(args: &Args, language: Language, colours: Colours) -> Result<String, Failure> {
    let program = load::program(&args.file, language, colours.err)?;
    let mut chosen: Vec<_> =
        program.functions.entries().filter(|(_, function)| !function.is_declaration()).map(|(id, _)| id).collect();
    if let Some(name) = &args.function {
        let names: Vec<String> = chosen.iter().map(|id| program.functions[*id].name.clone()).collect();
        chosen.retain(|id| program.functions[*id].name == *name);
        if chosen.is_empty() {
            return Err(no_function(&args.file, name, &names));
        }
    }
    if matches!(args.format, Format::Svg | Format::Png) && chosen.len() > 1 {
        return Err(Failure::usage("a picture of the intermediate representation shows one function")
            .help("choose it with --function NAME"));
    }
    let show = |id: &pathfold_ir::FuncId| match args.format {
        Format::Text => pathfold_ir::text::print_function(&program, *id),
        Format::Dot | Format::Svg | Format::Png => pathfold_ir::dot(&program, *id),
    };
    Ok(chosen.iter().map(show).collect::<Vec<_>>().join("\n"))
}

fn no_function(file: &std::path::Path, name: &str, names: &[String]) -> Failure {
    let known: Vec<String> = names.iter().take(20).map(|name| format!("`{name}`")).collect();
    Failure::usage(format!("`{}` has no function `{name}`", file.display()))
        .help(format!("its functions are {}", known.join(", ")))
}

/// Runs graphviz.
fn draw(dot: &str, format: &str) -> Result<Vec<u8>, Failure> {
    let fail = |error: std::io::Error| Failure::usage(format!("cannot run graphviz: {error}"));
    let mut child = match Command::new(Path::new("dot"))
        .arg(format!("-T{format}"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
    {
        Ok(child) => child,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            return Err(Failure::usage("drawing needs graphviz, whose program `dot` was not found")
                .help("install it (`apt install graphviz`), or use --format dot and draw elsewhere"));
        }
        Err(error) => return Err(fail(error)),
    };
    let stdin = child.stdin.take();
    // Written by another thread: graphviz may fill its output before it has read everything.
    let output = std::thread::scope(|scope| {
        scope.spawn(move || stdin.map(|mut stdin| stdin.write_all(dot.as_bytes())));
        child.wait_with_output()
    })
    .map_err(fail)?;
    if output.status.success() {
        return Ok(output.stdout);
    }
    let message = String::from_utf8_lossy(&output.stderr);
    Err(Failure::usage(format!("graphviz failed: {}", message.trim())).help("use --format dot and draw elsewhere"))
}
