//! Runs clang: C sources to bitcode.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::folded;

/// How clang is run. Nothing here is guessed from the environment but the search for the program itself, which is the
/// operating system's.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Clang {
    /// The program: a path or a name to be found on the search path.
    pub program: PathBuf,
    /// Arguments before those of the user: include folders, target, warnings.
    pub arguments: Vec<String>,
    /// Whether constants that overflow are to be seen.
    pub checks_overflow: bool,
}

/// Programs that may be the clang we want, in the order they are tried.
const NAMES: [&str; 2] = ["clang-19", "clang"];

/// What every source is compiled with: unoptimized, so that undefined behaviour is still there to be found, but open to
/// passes; with debug information, for places and names. The option of the address sanitizer only makes clang say where
/// local objects begin and end, which it else does for optimised code alone. Structures that are returned are variables of
/// their function until then, and not of its caller: clang would spare the copy. Functions that are not declared are what
/// harnesses and old programs have: warnings, as for the compilers they were written for.
const FLAGS: [&str; 15] = [
    "-c",
    "-emit-llvm",
    "-O0",
    "-Xclang",
    "-disable-O0-optnone",
    "-Xclang",
    "-fsanitize-address-use-after-scope",
    "-g",
    "-fno-discard-value-names",
    "-fno-omit-frame-pointer",
    "-fno-elide-constructors",
    "-fno-color-diagnostics",
    "-Wno-error=implicit-function-declaration",
    "-Wno-error=implicit-int",
    "-Wno-error=int-conversion",
];

impl Clang {
    /// The given program, or a clang of version 19 on the search path.
    pub fn find(program: Option<&Path>) -> Result<Clang, String> {
        let named = |program: &Path| Clang { program: program.to_owned(), ..Clang::default() };
        if let Some(program) = program {
            return match version(program) {
                Ok(_) => Ok(named(program)),
                Err(why) => Err(format!("cannot run `{}`: {why}", program.display())),
            };
        }
        let fitting = |name: &&str| version(Path::new(name)).is_ok_and(|text| text.contains("clang version 19."));
        match NAMES.into_iter().find(fitting) {
            Some(name) => Ok(named(Path::new(name))),
            None => Err("no clang 19 found: install `clang-19` or say where it is".to_owned()),
        }
    }

    /// The folder of clang's own headers, for builds with `-nostdinc`.
    pub fn resource_dir(&self) -> Result<PathBuf, String> {
        let text = answer(&self.program, "-print-resource-dir")?;
        Ok(PathBuf::from(text.trim()).join("include"))
    }
}

fn version(program: &Path) -> Result<String, String> {
    answer(program, "--version")
}

fn answer(program: &Path, question: &str) -> Result<String, String> {
    let output = Command::new(program).arg(question).output().map_err(|error| error.to_string())?;
    if !output.status.success() {
        return Err(format!("`{} {question}` failed", program.display()));
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// Compiles each source to bitcode in the folder, with the user's arguments last. Gives the bitcode files in the order
/// of the sources and the warnings, or clang's own diagnostics.
pub fn compile(
    clang: &Clang,
    sources: &[PathBuf],
    arguments: &[String],
    folder: &Path,
) -> Result<(Vec<PathBuf>, String), String> {
    std::fs::create_dir_all(folder).map_err(|error| format!("cannot make {}: {error}", folder.display()))?;
    let (mut files, mut warnings, mut errors) = (Vec::new(), String::new(), String::new());
    let silent = arguments.iter().any(|argument| argument == "-w");
    let arguments = folded::with_warnings(arguments, clang.checks_overflow);
    for (number, source) in sources.iter().enumerate() {
        let stem = source.file_stem().map_or_else(|| "source".into(), |stem| stem.to_string_lossy());
        let file = folder.join(format!("{number:03}-{stem}.bc"));
        let run = |more: &[String]| {
            let mut command = Command::new(&clang.program);
            command.args(FLAGS).args(&clang.arguments).args(&arguments).args(more);
            command.arg("-o").arg(&file).arg("--").arg(source);
            command.output().map_err(|error| format!("cannot run `{}`: {error}", clang.program.display()))
        };
        let mut output = run(&[])?;
        let lines = folded::lines(&String::from_utf8_lossy(&output.stderr), clang.checks_overflow);
        if output.status.success() && !lines.is_empty() {
            let header = folder.join(format!("{number:03}-folded.h"));
            output = run(&folded::keep(&lines, clang.checks_overflow, &header)?)?;
        }
        let said = String::from_utf8_lossy(&output.stderr);
        if output.status.success() {
            warnings.push_str(if silent { "" } else { &said });
        } else if said.trim().is_empty() {
            errors.push_str(&format!("clang failed on {}: {}\n", source.display(), output.status));
        } else {
            errors.push_str(&said);
        }
        files.push(file);
    }
    if errors.is_empty() { Ok((files, warnings)) } else { Err(errors.trim_end().to_owned()) }
}
