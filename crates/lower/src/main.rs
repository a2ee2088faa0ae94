//! `pathfold-lower`: bitcode to a program. A process of its own because libLLVM crashes on some damaged files, and must
//! not take anybody with it.

mod llvm;
mod lower;

use std::path::PathBuf;
use std::process::ExitCode;

use llvm::Module;
use lower::Options;

const USAGE: &str = "usage: pathfold-lower [--passes=PASSES] [--library] [--keep-pointers] [--text] -o OUTPUT INPUT...";

/// What is semantics-preserving also for programs whose behaviour is undefined.
const PASSES: &str = "mem2reg";

/// Bad usage or input, as in all programs of ours.
const BAD_INPUT: u8 = 3;

struct Arguments {
    passes: String,
    library: bool,
    /// Whether local variables that are pointers stay objects.
    keeps_pointers: bool,
    /// Whether people are to read the output.
    text: bool,
    output: PathBuf,
    inputs: Vec<PathBuf>,
}

fn main() -> ExitCode {
    llvm::install_error_handler();
    match arguments().and_then(|arguments| run(&arguments)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::from(BAD_INPUT)
        }
    }
}

fn arguments() -> Result<Arguments, String> {
    let (mut passes, mut library, mut text) = (PASSES.to_owned(), false, false);
    let mut keeps_pointers = false;
    let (mut output, mut inputs) = (None, Vec::new());
    let mut rest = std::env::args_os().skip(1);
    let mut only_inputs = false;
    while let Some(argument) = rest.next() {
        match argument.to_str() {
            Some("--") if !only_inputs => only_inputs = true,
            Some("--library") if !only_inputs => library = true,
            Some("--keep-pointers") if !only_inputs => keeps_pointers = true,
            Some("--text") if !only_inputs => text = true,
            Some("-o") if !only_inputs => output = Some(PathBuf::from(rest.next().ok_or(USAGE)?)),
            Some("--version") if !only_inputs => {
                println!("pathfold-lower {}", env!("CARGO_PKG_VERSION"));
                std::process::exit(0);
            }
            Some(option) if !only_inputs && option.starts_with('-') => match option.strip_prefix("--passes=") {
                Some(list) => passes = list.to_owned(),
                None => return Err(format!("unknown option `{option}`; {USAGE}")),
            },
            Some(_) | None => inputs.push(PathBuf::from(argument)),
        }
    }
    let output = output.ok_or(USAGE)?;
    if inputs.is_empty() {
        return Err(USAGE.to_owned());
    }
    Ok(Arguments { passes, library, keeps_pointers, text, output, inputs })
}

fn run(arguments: &Arguments) -> Result<(), String> {
    let module = Module::read(&arguments.inputs)?;
    if !arguments.library {
        module.mark_undefined(arguments.keeps_pointers);
        module.mark_folded();
    }
    module.run_passes(&arguments.passes)?;
    module.use_debug_intrinsics();
    let program = lower::lower(module, Options { library: arguments.library })?;
    let bytes = if arguments.text {
        pathfold_ir::text::print(&program).into_bytes()
    } else {
        pathfold_llvm::write_program(&program)
    };
    std::fs::write(&arguments.output, bytes)
        .map_err(|error| format!("cannot write {}: {error}", arguments.output.display()))
}
