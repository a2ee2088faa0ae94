//! Running the engine in tests.

#![allow(dead_code, reason = "each test file uses its part")]

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use pathfold_engine::{Config, Explorer, Limits, Observer, PathRecord, Summary};
use pathfold_ir::{Program, text, verify};
use pathfold_solver::{Solver, SolverConfig};

/// Everything an exploration gave.
pub struct Outcome {
    pub summary: Summary,
    pub records: Vec<PathRecord>,
}

#[derive(Default)]
struct Records(Vec<PathRecord>);

impl Observer for Records {
    fn path_ended(&mut self, record: &PathRecord) {
        self.0.push(record.clone());
    }
}

/// Where `scripts/setup` puts the solvers.
pub fn solver_program(name: &str) -> Option<PathBuf> {
    let variable = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let home = variable("PATHFOLD_HOME")
        .or_else(|| variable("XDG_CACHE_HOME").map(|cache| cache.join("pathfold")))
        .or_else(|| variable("HOME").map(|home| home.join(".cache/pathfold")));
    let program = home?.join("bin").join(name);
    program.exists().then_some(program)
}

pub fn solver() -> Solver {
    let z3 = solver_program("z3");
    assert!(z3.is_some(), "no z3: run scripts/setup first");
    Solver::new(SolverConfig { z3, bitwuzla: solver_program("bitwuzla"), ..SolverConfig::default() })
}

pub fn parse(source: &str) -> Program {
    let program = text::parse(source).unwrap_or_else(|errors| panic!("{errors:?}"));
    let errors = verify(&program);
    assert!(errors.is_empty(), "{errors:?}");
    program
}

pub fn explore(source: &str) -> Outcome {
    explore_with(source, Config::default())
}

pub fn explore_with(source: &str, config: Config) -> Outcome {
    let program = parse(source);
    let mut records = Records::default();
    let mut explorer = Explorer::new(&program, config, solver(), Arc::new(AtomicBool::new(false)));
    let summary = explorer.run(&mut records);
    Outcome { summary, records: records.0 }
}

/// Every explored path can be rebuilt from its decisions.
pub fn rebuilds(source: &str, config: Config) {
    let outcome = explore_with(source, config.clone());
    assert!(outcome.records.len() > 1);
    let program = parse(source);
    for record in &outcome.records {
        // A solver without any program behind it: rebuilding must not ask.
        let solver = Solver::new(SolverConfig::default());
        let mut explorer = Explorer::new(&program, config.clone(), solver, Arc::new(AtomicBool::new(false)));
        let state = explorer.rebuild(&record.decisions).expect("the decisions fit");
        assert_eq!(state.decisions.to_vec(), record.decisions);
        assert_eq!(state.traffic.inputs.len(), record.parameters.len() + record.inputs.len());
        assert_eq!(explorer.solver_stats().queries, 0);
    }
}

/// A configuration per limit, with the word its reason must say.
pub fn limits() -> Vec<(&'static str, Config)> {
    let with = |limits: Limits| Config { limits, ..Config::default() };
    vec![
        ("timeout", with(Limits { timeout: Some(Duration::from_millis(300)), ..Limits::default() })),
        ("max-paths", with(Limits { max_paths: Some(10), ..Limits::default() })),
        ("max-depth", with(Limits { max_depth: Some(20), ..Limits::default() })),
        ("max-instructions", with(Limits { max_instructions: Some(1000), ..Limits::default() })),
        ("max-memory", with(Limits { max_memory: Some(1 << 20), ..Limits::default() })),
    ]
}
