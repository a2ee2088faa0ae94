//! The options of `pathfold check`, and what they mean for the engine and the solver.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use clap::ValueEnum;
use pathfold_engine::{ArrayIndex, Config, Limits, Loops, Merge, Search, Subsume};
use pathfold_ir::Program;
use pathfold_llvm::{Entry, World, parameters};
use pathfold_report::json::Configuration;
use pathfold_report::{CProgram, EntryCall};
use pathfold_solver::{BackendChoice, SolverConfig};

use super::c_args::{CArgs, Check, External};
use super::mode::{Combination, ModeName};
use crate::exit::Failure;
use crate::load::Language;
use crate::terminal::When;
use crate::{machine, solvers, units};

const AFTER_HELP: &str = "\
Findings and the summary go to standard output, progress and warnings to standard error. Every
path end becomes a test case in the run directory (--output), which `pathfold replay` re-runs. A
run directory is replaced by the next run, but not where that rejects the program; a directory that
is not from pathfold is left alone.

The verdict is `safe` when every path was explored and none is wrong, `unsafe` when there is a
finding, `incomplete` when nothing was found but something was left out: a limit, an interruption,
a query that no solver answered.

Exit codes: 0 safe, 1 unsafe, 2 incomplete, 3 bad usage or input, 4 our own fault.

Solvers are taken from PATHFOLD_Z3 and PATHFOLD_BITWUZLA, else from where `scripts/setup` installs
them, else from the PATH.

Examples:
  pathfold check program.c
  pathfold check program.c --sym-args 0 2 4 --sym-stdin 8 --check overflow -- -DNDEBUG
  pathfold check program.mc --search coverage --timeout 1m
  pathfold check program.mc --first-error --output out
  pathfold check program.mc --json > report.json";

/// Explore all paths of a program: find errors or prove their absence
///
/// The program is executed with unknowns for its inputs. Where both ways of a branch are possible, both are explored.
/// Reported are divisions by zero, uses of uninitialized values, accesses outside of objects and through null and, in C,
/// what docs/guarantees.md lists, each with inputs that show it. A finding is re-run before it is reported: in C
/// natively, in micro-c by the interpreter.
#[derive(clap::Args)]
#[command(after_help = AFTER_HELP)]
pub struct Args {
    /// A program: one `.mc`, `.uc` or `.ir` file, or the `.c`, `.bc` and `.ll` files of a C program
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// Arguments for clang, after `--`: `-I`, `-D`, `-std=...`
    #[arg(last = true, value_name = "CLANG ARGUMENTS")]
    pub clang: Vec<String>,

    #[command(flatten)]
    pub c: CArgs,

    /// A combination of the following; what is asked for by its own option wins [default: good for most programs]
    #[arg(long, value_enum, value_name = "MODE", help_heading = "Exploration")]
    pub mode: Option<ModeName>,
    /// Which path to follow next [default: bfs]
    #[arg(long, value_enum, value_name = "STRATEGY", help_heading = "Exploration")]
    search: Option<SearchName>,
    /// What an array access at an unknown position does
    #[arg(long, value_enum, value_name = "MODE", default_value = "ite", help_heading = "Exploration")]
    pub array_index: ArrayIndexName,
    /// What is done about loops whose number of iterations depends on inputs [default: fold]
    #[arg(long, value_enum, value_name = "MODE", help_heading = "Exploration")]
    loops: Option<LoopsName>,
    /// Whether paths that meet again go on as one [default: never]
    #[arg(long, value_enum, value_name = "POLICY", help_heading = "Exploration")]
    merge: Option<MergeName>,
    /// With --merge=qce: how many later queries about a variable a merge may make harder
    #[arg(long, value_name = "N", value_parser = units::number::<u32>, default_value_t = 2, help_heading = "Exploration")]
    pub merge_cost: u32,
    /// With --merge=qce-recursive: how many iterations of a loop are counted
    #[arg(long, value_name = "N", value_parser = units::number::<u32>, default_value_t = 10, help_heading = "Exploration")]
    pub kappa: u32,
    /// Whether paths end where provably nothing can go wrong any more [default: auto]
    #[arg(
        long,
        value_enum,
        value_name = "WHEN",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "on",
        help_heading = "Exploration"
    )]
    subsume: Option<SubsumeName>,
    /// Whether techniques take turns, from path by path to all that were asked for; else all are there from the start
    #[arg(long, value_enum, value_name = "WHEN", default_value = "on", help_heading = "Exploration")]
    pub turns: TurnsName,
    /// Whether functions that run long are compiled to machine code (on x86-64); only speed depends on it
    #[arg(long, value_enum, value_name = "WHEN", default_value = "on", help_heading = "Exploration")]
    pub machine_code: MachineCodeName,
    /// Seed of every random choice; the same seed gives the same exploration
    #[arg(long, value_name = "N", value_parser = units::number::<u64>, default_value_t = 0, help_heading = "Exploration")]
    pub seed: u64,
    /// Stop at the first finding
    #[arg(long, help_heading = "Exploration", overrides_with = "keep_going")]
    pub first_error: bool,
    /// Go on with the other paths after a finding (the default)
    #[arg(long, help_heading = "Exploration", overrides_with = "first_error")]
    pub keep_going: bool,

    /// Stop after this time (`30`, `30s`, `5m`, `500ms`)
    #[arg(long, value_name = "TIME", value_parser = units::duration, help_heading = "Limits")]
    pub timeout: Option<Duration>,
    /// Stop after so many finished paths
    #[arg(long, value_name = "N", value_parser = units::count, help_heading = "Limits")]
    pub max_paths: Option<u64>,
    /// End new paths while so many wait
    #[arg(long, value_name = "N", value_parser = units::count, help_heading = "Limits")]
    pub max_states: Option<u64>,
    /// End paths with more decisions
    #[arg(long, value_name = "N", value_parser = units::count, help_heading = "Limits")]
    pub max_depth: Option<u64>,
    /// Stop when the process uses so much memory (`512M`, `2G`; a plain number is MiB) [default: four fifths of what is
    /// free at the start, within the limits of containers and `ulimit`]
    #[arg(long, value_name = "SIZE", value_parser = units::size, help_heading = "Limits")]
    pub max_memory: Option<u64>,
    /// Stop after so many instructions over all paths
    #[arg(long, value_name = "N", value_parser = units::count, help_heading = "Limits")]
    pub max_instructions: Option<u64>,

    /// Which solver answers what simpler means cannot
    #[arg(long, value_enum, value_name = "NAME", default_value = "auto", help_heading = "Solver")]
    pub solver: SolverName,
    /// Ask every solver every query and fail if they disagree (slow)
    #[arg(long, help_heading = "Solver")]
    pub solver_check: bool,
    /// How long one query may take (`30`, `500ms`)
    #[arg(long, value_name = "TIME", default_value = "10s", value_parser = units::duration, help_heading = "Solver")]
    pub query_timeout: Duration,

    /// The run directory: test cases, report and what --emit asks for [default: pathfold-out]
    #[arg(long, short, value_name = "DIR", help_heading = "Results")]
    pub output: Option<PathBuf>,
    /// Write no test cases; without --output and --emit, write nothing
    #[arg(long, help_heading = "Results")]
    pub no_tests: bool,
    /// Also write the program as explored (`ir`) or the queries to solvers (`smt2`) to the run directory
    #[arg(long, value_enum, value_name = "WHAT", value_delimiter = ',', help_heading = "Results")]
    pub emit: Vec<Emit>,
    /// Print the report as JSON instead of text
    #[arg(long, help_heading = "Results")]
    pub json: bool,
    /// Say which techniques were at work, what they did, and which comes first
    #[arg(long, conflicts_with_all = ["json", "quiet"], help_heading = "Results")]
    pub explain: bool,
    /// Print only findings and the verdict
    #[arg(long, short, help_heading = "Results")]
    pub quiet: bool,
    /// When to show a progress line on standard error
    #[arg(long, value_enum, value_name = "WHEN", default_value = "auto", help_heading = "Results")]
    pub progress: When,
}

/// `--search`.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum SearchName {
    /// The oldest path
    Bfs,
    /// The newest path
    Dfs,
    /// Any path
    Random,
    /// A random walk down the execution tree
    Tree,
    /// The path nearest to code that was not reached yet
    Coverage,
    /// `tree` and `coverage` in turn
    Klee,
}

/// `--array-index`.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ArrayIndexName {
    /// One path per position
    Fork,
    /// One value that depends on the position
    Ite,
}

/// `--loops`.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum LoopsName {
    /// Iteration by iteration
    Unroll,
    /// One state for each way through the automaton of the loop's paths
    Summarize,
    /// Templates of cyclic paths, with quantified conditions
    Compact,
    /// For each loop whichever of these is best
    Fold,
}

/// `--merge`.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum MergeName {
    /// One state for each path
    Never,
    /// Wherever paths meet again
    Always,
    /// Where few later queries depend on what differs, by a data-flow analysis
    Qce,
    /// The same by a recursive analysis that counts iterations
    QceRecursive,
    /// Like qce, but states that are about to meet run first and nobody waits
    Dynamic,
}

/// `--machine-code`.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum MachineCodeName {
    /// Once a function has run 20,000 instructions
    On,
    /// Never
    Off,
    /// When a function runs for the second time: for tests
    Always,
}

/// `--turns`.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum TurnsName {
    /// When one becomes work, start again with more
    On,
    /// All from the start; --subsume=auto is on then
    Off,
}

/// `--subsume`.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum SubsumeName {
    /// Every path is followed to its end
    Off,
    /// As soon as there are many paths
    Auto,
    /// From the start
    On,
}

/// `--solver`.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum SolverName {
    /// Bitwuzla for bit vectors, Z3 for the rest
    Auto,
    /// Only Bitwuzla (no integers)
    Bitwuzla,
    /// Only Z3
    Z3,
}

/// `--emit`.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Emit {
    /// The program as explored: `program.ir`
    Ir,
    /// Queries in SMT-LIB: `queries/`
    Smt2,
}

impl Args {
    /// The file the run is named after.
    pub fn file(&self) -> &Path {
        // At least one is required.
        self.files.first().map_or(Path::new(""), PathBuf::as_path)
    }

    /// What the files are written in.
    pub fn language(&self) -> Result<Language, Failure> {
        let language = Language::of(self.file())?;
        for file in &self.files[1..] {
            let other = Language::of(file)?;
            if language != Language::C || other != Language::C {
                return Err(Failure::usage(format!("`{}`: only C programs have several files", file.display())));
            }
        }
        if let Some(mistake) = self.c.world.mistake(language) {
            return Err(Failure::usage(mistake));
        }
        if self.c.external == External::Allow && language != Language::C {
            return Err(Failure::usage("--external=allow is for C programs"));
        }
        self.c.libraries()?;
        if language != Language::C && !self.clang.is_empty() {
            return Err(Failure::usage("arguments after `--` are for clang, and this is no C program"));
        }
        Ok(language)
    }

    /// The world of a C program.
    pub fn world(&self) -> World {
        // Leaks ask what variables point to at the end, also those that nobody reads any more.
        let keeps_pointers = self.c.check.contains(&Check::Leak);
        let checks_overflow = self.c.check.contains(&Check::Overflow);
        let prints_at_once = self.combination().merge != MergeName::Never;
        World { keeps_pointers, checks_overflow, prints_at_once, ..self.c.world.world(self.file()) }
    }

    /// How a function is called instead of `main`, for replays.
    fn entry_call(&self, entry: &Entry, program: &Program) -> EntryCall {
        let function = program.function(&entry.function).map(|id| &program.functions[id]);
        let params = function.map(parameters).unwrap_or_default();
        EntryCall {
            function: entry.function.clone(),
            pointed: entry.pointed,
            null: entry.null,
            local: function.is_some_and(|function| function.local),
            params: params.into_iter().filter_map(|param| Some((param.name.clone(), param.sort()?))).collect(),
        }
    }

    /// The libraries with external functions, as replays link them. They are there, or it would have been said.
    fn libraries(&self) -> Vec<String> {
        let libraries = self.c.libraries().unwrap_or_default();
        libraries.iter().map(|library| library.display().to_string()).collect()
    }

    /// How the C program is built and started, for replays.
    pub fn c_program(&self, program: &Program) -> CProgram {
        let world = self.world();
        CProgram {
            files: self.files.iter().map(|file| file.display().to_string()).collect(),
            clang: self.clang.clone(),
            world: world.command,
            malloc_may_fail: world.malloc_may_fail,
            libraries: self.libraries(),
            entry: world.entry.map(|entry| self.entry_call(&entry, program)),
        }
    }

    /// The techniques: those of the mode, and what is asked for by name.
    pub fn combination(&self) -> Combination {
        let mode = Combination::of(self.mode);
        Combination {
            search: self.search.unwrap_or(mode.search),
            loops: self.loops.unwrap_or(mode.loops),
            merge: self.merge.unwrap_or(mode.merge),
            subsume: self.subsume.unwrap_or(mode.subsume),
        }
    }

    /// The run directory, if there is one.
    pub fn directory(&self) -> Option<PathBuf> {
        match &self.output {
            Some(path) => Some(path.clone()),
            None if self.no_tests && self.emit.is_empty() => None,
            None => Some(PathBuf::from("pathfold-out")),
        }
    }

    /// What the engine is told. `start` is when the process began: the time limit is on the process.
    pub fn config(&self, start: Instant) -> Config {
        let Combination { search, loops, merge, subsume } = self.combination();
        Config {
            search: match search {
                SearchName::Bfs => Search::Bfs,
                SearchName::Dfs => Search::Dfs,
                SearchName::Random => Search::Random,
                SearchName::Tree => Search::Tree,
                SearchName::Coverage => Search::Coverage,
                SearchName::Klee => Search::Klee,
            },
            search_is_asked: self.search.is_some() || self.mode.is_some(),
            array_index: match self.array_index {
                ArrayIndexName::Fork => ArrayIndex::Fork,
                ArrayIndexName::Ite => ArrayIndex::Ite,
            },
            loops: match loops {
                LoopsName::Unroll => Loops::Unroll,
                LoopsName::Summarize => Loops::Summarize,
                LoopsName::Compact => Loops::Compact,
                LoopsName::Fold => Loops::Fold,
            },
            merge: match merge {
                MergeName::Never => Merge::Never,
                MergeName::Always => Merge::Always,
                MergeName::Qce => Merge::Qce,
                MergeName::QceRecursive => Merge::QceRecursive,
                MergeName::Dynamic => Merge::Dynamic,
            },
            merge_cost: self.merge_cost,
            kappa: self.kappa,
            subsume: match subsume {
                SubsumeName::Off => Subsume::Off,
                SubsumeName::Auto => Subsume::Auto,
                SubsumeName::On => Subsume::On,
            },
            turns: self.turns == TurnsName::On,
            compile_after: match self.machine_code {
                MachineCodeName::On => Config::default().compile_after,
                MachineCodeName::Off => None,
                MachineCodeName::Always => Some(0),
            },
            seed: self.seed,
            first_error: self.first_error,
            check_overflow: self.c.check.contains(&Check::Overflow),
            branch_coverage: Language::of(self.file()).is_ok_and(|language| language == Language::C),
            check_leak: self.c.check.contains(&Check::Leak),
            external: self.c.external == External::Allow,
            max_values: self.c.max_values,
            limits: Limits {
                timeout: self.timeout.map(|time| time.saturating_sub(start.elapsed())),
                max_paths: self.max_paths,
                max_states: self.max_states,
                max_depth: self.max_depth,
                max_memory: self.max_memory.or_else(machine::most_memory),
                max_instructions: self.max_instructions,
            },
            ..Config::default()
        }
    }

    /// What the solver is told.
    pub fn solver_config(&self) -> SolverConfig {
        SolverConfig {
            choice: match self.solver {
                SolverName::Auto => BackendChoice::Auto,
                SolverName::Bitwuzla => BackendChoice::Bitwuzla,
                SolverName::Z3 => BackendChoice::Z3,
            },
            z3: solvers::find("z3", "PATHFOLD_Z3"),
            bitwuzla: solvers::find("bitwuzla", "PATHFOLD_BITWUZLA"),
            query_timeout: self.query_timeout,
            second_opinion: self.solver_check,
            ..SolverConfig::default()
        }
    }

    /// What the report says of all this.
    pub fn configuration(&self, config: &Config) -> Configuration {
        let name = |value: Option<clap::builder::PossibleValue>| {
            value.map_or_else(String::new, |value| value.get_name().to_owned())
        };
        let Combination { search, loops, merge, subsume } = self.combination();
        Configuration {
            timeout: self.timeout.map(|time| time.as_secs_f64()),
            solver: name(self.solver.to_possible_value()),
            solver_check: self.solver_check,
            query_timeout: self.query_timeout.as_secs_f64(),
            output: self.directory().map(|path| path.display().to_string()),
            search: name(search.to_possible_value()),
            array_index: name(self.array_index.to_possible_value()),
            loops: name(loops.to_possible_value()),
            merge: name(merge.to_possible_value()),
            subsume: name(subsume.to_possible_value()),
            turns: name(self.turns.to_possible_value()),
            ..Configuration::new(config)
        }
    }
}
