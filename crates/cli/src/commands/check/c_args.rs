//! The options of `pathfold check` that are about C programs: what is checked, and the world they run in.

use std::path::Path;

use clap::ValueEnum;
use pathfold_llvm::{Entry, World};

use super::program_args::{ProgramArg, ProgramArgs};
use crate::units;

/// `--ktest`.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum KTests {
    /// Every path end but those at an assumption
    All,
    /// Paths with an error
    Findings,
    /// None
    None,
}

/// `--replay`.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ReplayHow {
    /// Built for this machine, with sanitizers where they are
    Native,
    /// Not at all
    None,
}

/// `--memory`.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum MemoryName {
    /// One path per object
    Fork,
}

/// `--external`.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum External {
    /// Never: such a call ends its path as incomplete
    Deny,
    /// Not available yet
    Allow,
}

/// What is checked in C programs beside what always is.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Check {
    /// Signed results that do not fit their type
    Overflow,
    /// Heap objects that nothing points to at the end
    Leak,
}

/// Options for C programs.
#[derive(clap::Args)]
#[command(next_help_heading = "C programs")]
pub struct CArgs {
    /// Check more than what is always checked
    #[arg(long, value_enum, value_name = "WHAT", value_delimiter = ',')]
    pub check: Vec<Check>,
    /// Call this function with unknown arguments instead of `main`
    #[arg(long, value_name = "FUNCTION")]
    pub entry: Option<String>,
    /// With --entry: how many unknown bytes there are behind each pointer argument
    #[arg(long, value_name = "BYTES", default_value_t = 16, requires = "entry")]
    pub entry_bytes: u64,
    /// With --entry: pointer arguments are never null
    #[arg(long, requires = "entry")]
    pub entry_no_null: bool,
    #[command(flatten)]
    pub arguments: ProgramArgs,
    /// Unknown standard input of LEN bytes
    #[arg(long, value_name = "LEN")]
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
    /// What a pointer that may mean several objects does
    #[arg(long, value_enum, value_name = "POLICY", default_value = "fork")]
    pub memory: MemoryName,
    /// Whether functions without a body may be called on the real system
    #[arg(long, value_enum, value_name = "WHETHER", default_value = "deny")]
    pub external: External,
    /// Explore also what happens when `malloc` gives null
    #[arg(long)]
    pub malloc_may_fail: bool,
    /// Which paths get a `.ktest` file in the run directory
    #[arg(long, value_enum, value_name = "WHICH", default_value = "all")]
    pub ktest: KTests,
    /// How findings are re-run before they are reported: the program is really run
    #[arg(long, value_enum, value_name = "HOW", default_value = "native")]
    pub replay: ReplayHow,
    /// How many values of a symbolic size are told apart
    #[arg(long, value_name = "N", default_value_t = 64, value_parser = units::small_count)]
    pub max_values: usize,
}

impl CArgs {
    /// What is wrong with the options, if something is. A world that cannot be would make every program safe.
    pub fn mistake(&self) -> Option<String> {
        self.arguments.0.iter().find_map(|argument| match argument {
            ProgramArg::Several(least, most, _) if least > most => {
                Some(format!("--sym-args: at least {least} and at most {most} arguments cannot be"))
            }
            ProgramArg::Several(..) | ProgramArg::Text(_) | ProgramArg::Unknown(_) => None,
        })
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
        World { command, malloc_may_fail: self.malloc_may_fail, entry }
    }
}
