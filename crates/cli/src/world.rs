//! The options that say in which world a C program runs: arguments, standard input, files, or a function of its own. Shared
//! by the commands that explore.

use std::path::Path;

use pathfold_llvm::{Entry, World};

use crate::load::Language;
use crate::program_args::{ProgramArg, ProgramArgs};
use crate::units;

/// Unknown bytes that an option may ask for: each is a symbol of its own.
const MOST_UNKNOWN: u64 = 1 << 20;

fn too_much(option: &str, number: u32, length: u32) -> Option<String> {
    let bytes = u64::from(number) * u64::from(length);
    (bytes > MOST_UNKNOWN).then(|| format!("{option}: {bytes} unknown bytes are too many, {MOST_UNKNOWN} the most"))
}

/// The world of a C program.
#[derive(clap::Args)]
#[command(next_help_heading = "C programs")]
pub struct WorldArgs {
    /// Call this function with unknown arguments instead of `main`
    #[arg(long, value_name = "FUNCTION")]
    pub entry: Option<String>,
    /// With --entry: how many unknown bytes there are behind each pointer argument
    #[arg(long, value_name = "BYTES", value_parser = units::number::<u64>, default_value_t = 16, requires = "entry")]
    pub entry_bytes: u64,
    /// With --entry: pointer arguments are never null
    #[arg(long, requires = "entry")]
    pub entry_no_null: bool,
    #[command(flatten)]
    pub arguments: ProgramArgs,
    /// Unknown standard input of LEN bytes
    #[arg(long, value_name = "LEN", value_parser = units::number::<u32>)]
    pub sym_stdin: Option<u32>,
    /// Standard input
    #[arg(long, value_name = "TEXT", conflicts_with = "sym_stdin")]
    pub stdin_text: Option<String>,
    /// NUM files `A`, `B`, ... of LEN unknown bytes each
    #[arg(long, value_names = ["NUM", "LEN"], num_args = 2)]
    pub sym_files: Vec<u32>,
    /// A variable of the environment, `NAME=VALUE`; may be repeated
    #[arg(long = "env", value_name = "NAME=VALUE")]
    pub environment: Vec<String>,
    /// Explore also what happens when `malloc` gives null
    #[arg(long)]
    pub malloc_may_fail: bool,
}

impl WorldArgs {
    /// One of the options that was given, if one was. Only C programs have a world.
    fn given(&self) -> Option<&'static str> {
        let argument = self.arguments.0.first().map(|argument| match argument {
            ProgramArg::Several(..) => "--sym-args",
            ProgramArg::Unknown(_) => "--sym-arg",
            ProgramArg::Text(_) => "--arg",
        });
        let others = [
            (self.entry.is_some(), "--entry"),
            (self.sym_stdin.is_some(), "--sym-stdin"),
            (self.stdin_text.is_some(), "--stdin-text"),
            (!self.sym_files.is_empty(), "--sym-files"),
            (!self.environment.is_empty(), "--env"),
            (self.malloc_may_fail, "--malloc-may-fail"),
        ];
        argument.or_else(|| others.into_iter().find_map(|(given, name)| given.then_some(name)))
    }

    /// What is wrong with the options, if something is. A world that cannot be would make every program safe.
    pub fn mistake(&self, language: Language) -> Option<String> {
        if language != Language::C
            && let Some(option) = self.given()
        {
            return Some(format!("{option} is for C programs"));
        }
        let arguments = self.arguments.0.iter().find_map(|argument| match *argument {
            ProgramArg::Several(least, most, _) if least > most => {
                Some(format!("--sym-args: at least {least} and at most {most} arguments cannot be"))
            }
            ProgramArg::Several(_, most, length) => too_much("--sym-args", most, length),
            ProgramArg::Unknown(length) => too_much("--sym-arg", 1, length),
            ProgramArg::Text(_) => None,
        });
        let stdin = || self.sym_stdin.and_then(|length| too_much("--sym-stdin", 1, length));
        let files = || match self.sym_files[..] {
            [number, length] => too_much("--sym-files", number, length),
            _ => None,
        };
        let variables = || {
            let odd = self.environment.iter().find(|variable| !variable.contains('=') || variable.starts_with('='))?;
            Some(format!("--env {odd}: write a variable as NAME=VALUE"))
        };
        arguments.or_else(stdin).or_else(files).or_else(variables)
    }

    /// What the runtime is told (`runtime/src/start.c`).
    pub fn world(&self, file: &Path) -> World {
        let mut command = Vec::new();
        let mut option = |name: &str, values: &[String]| {
            command.push(format!("--{name}"));
            command.extend_from_slice(values);
        };
        let numbers = |numbers: &[u32]| -> Vec<String> { numbers.iter().map(u32::to_string).collect() };
        let name = file.file_stem().map_or_else(|| "program".into(), |stem| stem.to_string_lossy());
        option("program", &[name.into_owned()]);
        for argument in &self.arguments.0 {
            match argument {
                ProgramArg::Text(text) => option("arg", std::slice::from_ref(text)),
                ProgramArg::Unknown(length) => option("sym-arg", &numbers(&[*length])),
                ProgramArg::Several(least, most, length) => option("sym-args", &numbers(&[*least, *most, *length])),
            }
        }
        if let Some(length) = self.sym_stdin {
            option("sym-stdin", &numbers(&[length]));
        }
        if let Some(text) = &self.stdin_text {
            option("stdin-text", std::slice::from_ref(text));
        }
        if !self.sym_files.is_empty() {
            option("sym-files", &numbers(&self.sym_files));
        }
        for variable in &self.environment {
            option("env", std::slice::from_ref(variable));
        }
        let entry = self.entry.clone();
        let entry = entry.map(|function| Entry { function, pointed: self.entry_bytes, null: !self.entry_no_null });
        World { command, malloc_may_fail: self.malloc_may_fail, entry, ..World::default() }
    }
}
