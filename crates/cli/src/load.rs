//! Files to programs, with diagnostics on standard error.

use std::io::Read as _;
use std::path::{Path, PathBuf};

use pathfold_base::{Diagnostic, SourceFile};
use pathfold_ir::Program;
use pathfold_ir::text::Places;
use pathfold_llvm::World;
use pathfold_microc::Checked;
use pathfold_report::hash::source_hash;
use pathfold_report::numbers::counted;
use pathfold_report::render;

use crate::clang::Toolchain;
use crate::exit::Failure;
use crate::terminal::{Colours, say};
use crate::world::WorldArgs;

/// Spans are 32 bits, and nobody writes programs of this size.
const LARGEST_FILE: u64 = 256 << 20;

/// What a file is written in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Language {
    /// `.mc`, `.uc`.
    MicroC,
    /// `.ir`.
    Ir,
    /// `.c`, and C as bitcode: `.bc`, `.ll`.
    C,
}

impl Language {
    /// By the ending of the file's name.
    pub fn of(path: &Path) -> Result<Self, Failure> {
        Self::known(path).ok_or_else(|| {
            Failure::usage(format!("`{}` is no kind of program this command knows", path.display())).help(
                "C programs end in `.c`, `.bc` or `.ll`, micro-c programs in `.mc` or `.uc`, our own form in `.ir`",
            )
        })
    }

    /// By the ending of the file's name, if it is one of ours. `.C` is none: it is C++ to other tools.
    fn known(path: &Path) -> Option<Self> {
        match path.extension().and_then(|extension| extension.to_str())? {
            "c" | "bc" | "ll" => Some(Language::C),
            "ir" => Some(Language::Ir),
            ending if ["mc", "uc"].iter().any(|ours| ending.eq_ignore_ascii_case(ours)) => Some(Language::MicroC),
            _ => None,
        }
    }

    /// Its name in reports.
    pub fn name(self) -> &'static str {
        match self {
            Language::MicroC => "micro-c",
            Language::Ir => "ir",
            Language::C => "c",
        }
    }
}

/// What some editors put before a text to say that it is UTF-8. It is no part of the text, and has no column.
const BYTE_ORDER_MARK: char = '\u{feff}';

/// The text of a file.
pub fn read(path: &Path) -> Result<SourceFile, Failure> {
    let name = path.display();
    let fail = |error: std::io::Error| Failure::usage(format!("cannot read `{name}`: {error}"));
    if path.is_dir() {
        return Err(Failure::usage(format!("`{name}` is a directory, not a file")));
    }
    let mut bytes = Vec::new();
    let file = std::fs::File::open(path).map_err(fail)?;
    file.take(LARGEST_FILE + 1).read_to_end(&mut bytes).map_err(fail)?;
    if bytes.len() as u64 > LARGEST_FILE {
        return Err(Failure::usage(format!("`{name}` is larger than {} MiB", LARGEST_FILE >> 20)));
    }
    match String::from_utf8(bytes) {
        Ok(text) => {
            Ok(SourceFile::new(name.to_string(), text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(&text).to_owned()))
        }
        Err(error) => {
            let at = error.utf8_error().valid_up_to();
            let line = error.as_bytes()[..at].iter().filter(|byte| **byte == b'\n').count() + 1;
            Err(Failure::usage(format!("`{name}` is not UTF-8 text: line {line} has a byte that is none"))
                .help("save the file as UTF-8"))
        }
    }
}

/// A micro-c file, for commands that work on nothing else.
pub fn microc_source(path: &Path) -> Result<SourceFile, Failure> {
    match Language::known(path) {
        Some(Language::MicroC) => read(path),
        Some(Language::Ir | Language::C) | None => {
            Err(Failure::usage(format!("`{}` is not a micro-c program", path.display()))
                .help("this command works on micro-c programs, which end in `.mc` or `.uc`"))
        }
    }
}

/// A micro-c program that is well formed.
pub fn microc(file: &SourceFile, colour: bool) -> Result<Checked, Failure> {
    let (checked, diagnostics) = pathfold_microc::load(file);
    show(&diagnostics, file, colour);
    checked.ok_or_else(|| failed(&diagnostics, file))
}

/// A micro-c program that can be parsed.
pub fn microc_tree(file: &SourceFile, colour: bool) -> Result<pathfold_microc::Program, Failure> {
    let (program, diagnostics) = pathfold_microc::parse(file);
    show(&diagnostics, file, colour);
    program.ok_or_else(|| failed(&diagnostics, file))
}

/// A program in the intermediate representation that is well formed, with the texts of its files. A program that names no
/// places is its own source.
pub fn ir(path: &Path, file: SourceFile, colour: bool) -> Result<(Program, Vec<Option<SourceFile>>), Failure> {
    let (mut program, places) = ir_as_written(&file, colour)?;
    let is_source = places.fill(&mut program, &file);
    let source = |name: &String| match is_source && name == file.name() {
        true => Some(file.clone()),
        false => beside(path, name),
    };
    let sources = program.files.iter().map(source).collect();
    Ok((program, sources))
}

/// The same without places that its text does not name: as it is printed.
fn ir_as_written(file: &SourceFile, colour: bool) -> Result<(Program, Places), Failure> {
    let (program, places) = pathfold_ir::text::parse_with_places(file.text()).map_err(|diagnostics| {
        show(&diagnostics, file, colour);
        failed(&diagnostics, file)
    })?;
    let errors = pathfold_ir::verify(&program);
    if errors.is_empty() {
        return Ok((program, places));
    }
    let diagnostics: Vec<Diagnostic> = errors.iter().map(|error| places.diagnostic(error)).collect();
    show(&diagnostics, file, colour);
    Err(failed(&diagnostics, file))
}

/// A name for the texts of a C program: sources and bitcode, not headers.
pub fn c_hash(files: &[PathBuf]) -> Result<String, Failure> {
    let mut texts = String::new();
    for file in files {
        let bytes = std::fs::read(file)
            .map_err(|error| Failure::usage(format!("cannot read `{}`: {error}", file.display())))?;
        texts.push_str(&String::from_utf8_lossy(&bytes));
    }
    Ok(source_hash(&texts))
}

/// A C program on top of the C library, its files as people name them, and their texts as far as there are any.
pub fn c_program(
    files: &[PathBuf],
    clang: &[String],
    world: &World,
) -> Result<(Program, Vec<Option<SourceFile>>), Failure> {
    let mut program = Toolchain::find()?.program(files, clang, world)?;
    // Clang knows them by their whole path.
    if let Ok(here) = std::env::current_dir() {
        for name in program.files.iter_mut() {
            if let Ok(below) = Path::new(name.as_str()).strip_prefix(&here) {
                *name = below.display().to_string();
            }
        }
    }
    let text = |name: &String| {
        let text = std::fs::read(name).ok()?;
        Some(SourceFile::new(name.as_str(), String::from_utf8_lossy(&text).into_owned()))
    };
    let sources = program.files.iter().map(text).collect();
    Ok((program, sources))
}

/// A source file that a `.ir` program names, if it is there: as named, or beside the program.
fn beside(program: &Path, name: &str) -> Option<SourceFile> {
    let candidates = [Path::new(name).to_owned(), program.parent()?.join(name)];
    let path = candidates.into_iter().find(|path| path.is_file())?;
    read(&path).ok().map(|file| SourceFile::new(name, file.text()))
}

/// A program in any language, as it is shown.
pub fn program(path: &Path, language: Language, colour: bool) -> Result<Program, Failure> {
    match language {
        Language::C => Toolchain::find()?.program(&[path.to_owned()], &[], &World::default()),
        Language::MicroC => {
            let file = read(path)?;
            lower(&microc(&file, colour)?, &file)
        }
        Language::Ir => Ok(ir_as_written(&read(path)?, colour)?.0),
    }
}

/// The program a micro-c program is lowered to.
pub fn lower(checked: &Checked, file: &SourceFile) -> Result<Program, Failure> {
    let program = pathfold_microc::lower(checked, file);
    match pathfold_ir::verify(&program).first() {
        None => Ok(program),
        Some(error) => Err(Failure::fault(format!(
            "`{}` was lowered to a program that is not well formed: {}",
            file.name(),
            error.within(&program)
        ))),
    }
}

/// Diagnostics on standard error.
pub fn show(diagnostics: &[Diagnostic], file: &SourceFile, colour: bool) {
    for diagnostic in diagnostics {
        say(&render::diagnostic(diagnostic, file, colour));
        say("\n");
    }
}

fn failed(diagnostics: &[Diagnostic], file: &SourceFile) -> Failure {
    let errors = diagnostics.iter().filter(|diagnostic| diagnostic.is_error()).count() as u64;
    Failure::usage(format!("`{}` has {}", file.name(), counted(errors, "error")))
}

/// Any program with the texts of its files, as far as they are known.
pub fn with_sources(
    files: &[PathBuf],
    clang: &[String],
    world: &WorldArgs,
    colours: Colours,
) -> Result<(Program, Vec<Option<SourceFile>>), Failure> {
    let Some(path) = files.first() else { return Err(Failure::usage("no program")) };
    let language = Language::of(path)?;
    if files.len() > 1 && language != Language::C {
        return Err(Failure::usage("only C programs have several files"));
    }
    if language != Language::C && !clang.is_empty() {
        return Err(Failure::usage("arguments after `--` are for clang, and this is no C program"));
    }
    if let Some(mistake) = world.mistake(language) {
        return Err(Failure::usage(mistake));
    }
    match language {
        Language::C => c_program(files, clang, &world.world(path)),
        Language::MicroC => {
            let file = read(path)?;
            let program = lower(&microc(&file, colours.err)?, &file)?;
            Ok((program, vec![Some(file)]))
        }
        Language::Ir => ir(path, read(path)?, colours.err),
    }
}
