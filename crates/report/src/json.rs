//! The JSON report: one object with a versioned format, described in `docs/json.md`. Fields are only ever added
//! within a version.

use std::collections::BTreeMap;

use pathfold_engine::{Because, Config, Statistics, Summary, Verdict};
use pathfold_solver::Stats;
use serde::{Deserialize, Serialize};

use crate::reasons;
use crate::testcase::{CProgram, Scalar};

/// The name and version of the format.
pub const FORMAT: &str = "pathfold-report/1";

/// The whole report.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Report {
    /// [`FORMAT`].
    pub format: String,
    /// The version of pathfold.
    pub version: String,
    /// What was explored.
    pub program: ProgramInfo,
    /// How.
    pub configuration: Configuration,
    /// `safe`, `unsafe` or `incomplete`.
    pub verdict: String,
    /// What the process exits with.
    pub exit_code: u8,
    /// Why not everything was explored; empty if everything was.
    pub reasons: Vec<ReasonInfo>,
    /// What to know about a verdict that says less than it seems to.
    #[serde(default)]
    pub notes: Vec<String>,
    /// What is wrong with the program.
    pub findings: Vec<FindingInfo>,
    /// Numbers.
    pub statistics: StatisticsInfo,
    /// What went wrong on our side without changing the verdict.
    pub warnings: Vec<String>,
}

/// The program of a report.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ProgramInfo {
    /// As given on the command line.
    pub path: String,
    /// `c`, `micro-c` or `ir`.
    pub language: String,
    /// Of its text.
    pub source_hash: String,
    /// How a C program was built and started.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub c: Option<CProgram>,
}

/// The configuration of a report; absent limits are `null`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Configuration {
    /// `--search`.
    pub search: String,
    /// `--array-index`.
    pub array_index: String,
    /// `--loops`.
    pub loops: String,
    /// `--merge`.
    #[serde(default)]
    pub merge: String,
    /// `--subsume`.
    #[serde(default)]
    pub subsume: String,
    /// `--turns`.
    #[serde(default)]
    pub turns: String,
    /// `--seed`.
    pub seed: u64,
    /// `--first-error`.
    pub first_error: bool,
    /// `--timeout`, in seconds.
    pub timeout: Option<f64>,
    /// `--max-paths`.
    pub max_paths: Option<u64>,
    /// `--max-states`.
    pub max_states: Option<u64>,
    /// `--max-depth`.
    pub max_depth: Option<u64>,
    /// `--max-memory`, in bytes.
    pub max_memory: Option<u64>,
    /// `--max-instructions`.
    pub max_instructions: Option<u64>,
    /// `--check`: what is checked in C programs beside what always is.
    pub check: Vec<String>,
    /// `--max-values`.
    pub max_values: u64,
    /// `--solver`.
    pub solver: String,
    /// `--solver-check`.
    pub solver_check: bool,
    /// `--query-timeout`, in seconds.
    pub query_timeout: f64,
    /// `--output`; `null` when nothing is written.
    pub output: Option<String>,
}

/// Why not everything was explored.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ReasonInfo {
    /// `limit`, `first-error`, `interrupted`, `path`, `external-call` or `solver-fault`.
    pub kind: String,
    /// One sentence.
    pub message: String,
    /// How many paths it cost; 0 when it is about the whole run.
    pub paths: u64,
    /// Where paths ended for it, as `file:line`.
    #[serde(default)]
    pub places: Vec<String>,
    /// What to do, or `null`.
    pub help: Option<String>,
}

/// Something wrong with the program.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct FindingInfo {
    /// The slug of its kind.
    pub kind: String,
    /// Where; `null` if it has no place in a source text.
    pub location: Option<Location>,
    /// One sentence.
    pub message: String,
    /// Where the object of the access was allocated, or `null`.
    pub allocated: Option<Location>,
    /// Where it was freed or its scope left, or `null`.
    pub freed: Option<Location>,
    /// The functions that were running, innermost first; empty unless the program is C or the finding has no place.
    pub trace: Vec<FrameInfo>,
    /// The clause of the C standard that forbids it; `null` if it is no error of the language, or the program not C.
    pub clause: Option<String>,
    /// The first path that showed it.
    pub path: u64,
    /// How many paths showed it.
    pub count: u64,
    /// Inputs that show it: arguments of `main` first.
    pub inputs: Vec<InputInfo>,
    /// Inputs of a C program that show it.
    pub objects: Vec<ObjectInfo>,
    /// The file of its test case, or `null`.
    pub test_case: Option<String>,
    /// What the replay showed.
    pub replay: ReplayInfo,
}

/// A place in a source text.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Location {
    /// The file.
    pub file: String,
    /// From 1.
    pub line: u32,
    /// From 1, in characters.
    pub column: u32,
    /// Line of the end.
    pub end_line: u32,
    /// Column one past the end.
    pub end_column: u32,
}

/// One input.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct InputInfo {
    /// The parameter, or `input1` and so on.
    pub name: String,
    /// Its value.
    pub value: Scalar,
}

/// One input of a C program.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ObjectInfo {
    /// What the program calls it; not unique.
    pub name: String,
    /// The bytes, in hexadecimal.
    pub bytes: String,
    /// As people read it.
    pub text: String,
}

/// A function that was running.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct FrameInfo {
    /// Its name.
    pub function: String,
    /// Where it was; `null` if it has no place in a source text.
    pub location: Option<Location>,
    /// Whether it is of the runtime, not of the program.
    pub library: bool,
}

/// What a replay showed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ReplayInfo {
    /// `confirmed`, `differs` (in the interpreter), `unconfirmed` (natively), `not-run` or `skipped`.
    pub status: String,
    /// How or why, or `null`.
    pub detail: Option<String>,
}

/// Numbers of a report.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct StatisticsInfo {
    /// Path ends by kind: `returned`, `error`, `assumption`, `subsumed`, `incomplete`, and their sum `total`.
    pub paths: BTreeMap<String, u64>,
    /// States: `created`, `peak`, `left`.
    pub states: BTreeMap<String, u64>,
    /// How often the exploration started again with other techniques; paths, states, forks, folds and merges are those since then.
    #[serde(default)]
    pub restarts: u64,
    /// Decisions with more than one feasible way.
    pub forks: u64,
    /// Forks before the exploration started again last.
    #[serde(default)]
    pub forks_before: u64,
    /// Paths that had ended before the exploration started again last.
    #[serde(default)]
    pub paths_before: u64,
    /// Times a loop was folded.
    pub folds: u64,
    /// Times two states were joined.
    #[serde(default)]
    pub merges: u64,
    /// Why paths were subsumed.
    #[serde(default)]
    pub subsumed: Vec<SubsumedInfo>,
    /// Instructions executed.
    pub instructions: u64,
    /// Terms made.
    pub terms: u64,
    /// What was reached.
    pub coverage: CoverageInfo,
    /// The solver's work.
    pub queries: QueriesInfo,
    /// In bytes.
    pub peak_memory: u64,
    /// Wall-clock seconds of the exploration.
    pub time: f64,
}

/// Paths that were not explored to their end because nothing can go wrong on them.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SubsumedInfo {
    /// The file, or `null`.
    pub file: Option<String>,
    /// The line.
    pub line: u32,
    /// What held there, in the words of the program.
    pub annotation: String,
    /// How many paths.
    pub paths: u64,
}

/// Coverage.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct CoverageInfo {
    /// Covered instructions and all of them.
    pub instructions: [u64; 2],
    /// Covered source lines that have instructions, and all of them.
    pub lines: [u64; 2],
    /// Taken ways of branches and all of them; only for C programs.
    #[serde(default)]
    pub branches: [u64; 2],
    /// The lines that were not reached: file to line numbers.
    pub missed_lines: BTreeMap<String, Vec<u32>>,
}

/// The solver's work.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct QueriesInfo {
    /// Queries asked.
    pub total: u64,
    /// Answers by layer, then by result (`sat`, `unsat`, `unknown`).
    pub layers: BTreeMap<String, BTreeMap<String, u64>>,
    /// Queries that reached a solver process.
    pub backend: u64,
    /// Seconds waiting for solver processes.
    pub solver_time: f64,
    /// Solver processes started again.
    pub restarts: u64,
}

impl Report {
    /// As JSON text, indented, with a line end.
    pub fn to_json(&self) -> String {
        // Strings, numbers and plain structs always have a JSON form.
        serde_json::to_string_pretty(self).unwrap_or_default() + "\n"
    }
}

/// The word for a verdict.
pub fn verdict_name(verdict: &Verdict) -> &'static str {
    match verdict {
        Verdict::Safe => "safe",
        Verdict::Unsafe => "unsafe",
        Verdict::Incomplete => "incomplete",
    }
}

impl Configuration {
    /// What the engine was told; the names of the choices, the solver's options and the directory come from outside.
    pub fn new(config: &Config) -> Self {
        let limits = &config.limits;
        Self {
            search: String::new(),
            array_index: String::new(),
            loops: String::new(),
            merge: String::new(),
            subsume: String::new(),
            turns: String::new(),
            seed: config.seed,
            first_error: config.first_error,
            timeout: limits.timeout.map(|time| time.as_secs_f64()),
            max_paths: limits.max_paths,
            max_states: limits.max_states,
            max_depth: limits.max_depth,
            max_memory: limits.max_memory,
            max_instructions: limits.max_instructions,
            check: [(config.check_overflow, "overflow"), (config.check_leak, "leak")]
                .into_iter()
                .filter(|(is_checked, _)| *is_checked)
                .map(|(_, name)| name.to_owned())
                .collect(),
            max_values: config.max_values as u64,
            solver: "auto".to_owned(),
            solver_check: false,
            query_timeout: 10.0,
            output: None,
        }
    }
}

/// The reasons of a summary.
pub fn reasons(summary: &Summary) -> Vec<ReasonInfo> {
    let info = |because: &Because| ReasonInfo {
        kind: reasons::kind(&because.reason).to_owned(),
        message: reasons::text(because),
        paths: because.paths,
        places: because.places.clone(),
        help: reasons::help(&because.reason),
    };
    summary.reasons.iter().map(info).collect()
}

impl StatisticsInfo {
    /// The numbers of a run. `files` are the names of the program's files.
    pub fn new(statistics: &Statistics, solver: &Stats, files: &[String]) -> Self {
        let counts = |list: &[(&str, u64)]| list.iter().map(|(name, n)| ((*name).to_owned(), *n)).collect();
        let mut missed_lines: BTreeMap<String, Vec<u32>> = BTreeMap::new();
        for (file, line) in &statistics.lines {
            if statistics.lines_covered.binary_search(&(*file, *line)).is_err() {
                let name = files.get(*file as usize).cloned().unwrap_or_default();
                missed_lines.entry(name).or_default().push(*line);
            }
        }
        Self {
            paths: counts(&[
                ("total", statistics.paths()),
                ("returned", statistics.paths_returned),
                ("error", statistics.paths_error),
                ("assumption", statistics.paths_assumption),
                ("subsumed", statistics.paths_subsumed),
                ("incomplete", statistics.paths_incomplete),
            ]),
            states: counts(&[
                ("created", statistics.states),
                ("peak", statistics.states_peak),
                ("left", statistics.states_left),
            ]),
            restarts: statistics.restarts,
            forks: statistics.forks,
            forks_before: statistics.forks_before,
            paths_before: statistics.paths_before,
            folds: statistics.folds,
            merges: statistics.merges,
            subsumed: statistics
                .subsumed
                .iter()
                .map(|((file, line), annotation, paths)| SubsumedInfo {
                    file: files.get(*file as usize).filter(|_| *line > 0).cloned(),
                    line: *line,
                    annotation: annotation.clone(),
                    paths: *paths,
                })
                .collect(),
            instructions: statistics.instructions,
            terms: statistics.terms,
            coverage: CoverageInfo {
                instructions: [statistics.instructions_covered.0, statistics.instructions_covered.1],
                lines: [statistics.lines_covered.len() as u64, statistics.lines.len() as u64],
                branches: [
                    statistics.branches.iter().filter(|branch| branch.taken).count() as u64,
                    statistics.branches.len() as u64,
                ],
                missed_lines,
            },
            queries: QueriesInfo {
                total: solver.queries,
                layers: solver
                    .by_layer()
                    .map(|(layer, answers)| {
                        let by_result = [("sat", answers.sat), ("unsat", answers.unsat), ("unknown", answers.unknown)];
                        (layer.name().to_owned(), counts(&by_result))
                    })
                    .collect(),
                backend: solver.backend_queries,
                solver_time: solver.backend_time.as_secs_f64(),
                restarts: solver.restarts,
            },
            peak_memory: statistics.peak_memory,
            time: statistics.time.as_secs_f64(),
        }
    }
}
