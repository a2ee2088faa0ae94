//! `pathfold fmt`: the canonical layout of programs.

use std::path::{Path, PathBuf};

use crate::exit::{Done, Failure, SAFE, UNSAFE};
use crate::load;
use crate::terminal::{Colours, Out};

const AFTER_HELP: &str = "\
Comments and single blank lines stay. Formatting twice changes nothing. With --check, the files
whose layout differs are listed and the exit code is 1 if there are any.

Examples:
  pathfold fmt program.mc
  pathfold fmt --write *.mc
  pathfold fmt --check *.mc";

/// Print micro-c programs in their canonical layout
#[derive(clap::Args)]
#[command(after_help = AFTER_HELP)]
pub struct Args {
    /// Micro-c programs (`.mc`, `.uc`)
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Change nothing, list files that are not formatted
    #[arg(long, conflicts_with = "write")]
    check: bool,
    /// Write the result back to the files
    #[arg(long, short)]
    write: bool,
}

/// Runs the command.
pub fn run(args: &Args, colours: Colours) -> Done {
    let mut out = Out::new();
    let mut unformatted = false;
    let mut failure = None;
    for path in &args.files {
        match format(path, colours) {
            Ok((old, new)) if args.check => {
                if old != new {
                    unformatted = true;
                    out.format(format_args!("{}\n", path.display()));
                }
            }
            Ok((old, new)) if args.write => {
                if old != new
                    && let Err(error) = replace(path, &new)
                {
                    out.flush();
                    crate::terminal::complain("error", &error.message, None, colours.err);
                    failure = Some(error.code);
                }
            }
            Ok((_, new)) => out.text(&new),
            Err(error) => {
                out.flush();
                crate::terminal::complain("error", &error.message, error.help.as_deref(), colours.err);
                failure = Some(error.code);
            }
        }
    }
    out.finish()?;
    Ok(failure.unwrap_or(if unformatted { UNSAFE } else { SAFE }))
}

fn format(path: &Path, colours: Colours) -> Result<(String, String), Failure> {
    let file = load::microc_source(path)?;
    let program = load::microc_tree(&file, colours.err)?;
    Ok((file.text().to_owned(), pathfold_microc::fmt::format(&file, &program)))
}

/// Replaces a file in one step, so that nobody sees half of it; links are followed and permissions stay.
fn replace(path: &Path, text: &str) -> Result<(), Failure> {
    let written = (|| {
        let target = std::fs::canonicalize(path)?;
        let mut name = target.file_name().unwrap_or_default().to_owned();
        name.push(format!(".{}.tmp", std::process::id()));
        let draft = target.with_file_name(name);
        let moved = std::fs::write(&draft, text)
            .and_then(|()| std::fs::metadata(&target))
            .and_then(|meta| std::fs::set_permissions(&draft, meta.permissions()))
            .and_then(|()| std::fs::rename(&draft, &target));
        if moved.is_err() {
            // Half of a draft on a full disk, too.
            let _ = std::fs::remove_file(&draft);
        }
        moved
    })();
    written.map_err(|error| Failure::usage(format!("cannot write `{}`: {error}", path.display())))
}
