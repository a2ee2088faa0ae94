//! What the tests share: where the solvers are, and random queries.
#![allow(dead_code)] // each test file uses its part

use pathfold_base::Rng;
use pathfold_solver::{Model, PathCondition, Solver, SolverConfig};
use pathfold_term::{Pool, Sort, SymbolKind, Term};
use std::path::PathBuf;

fn installed(variable: &str, name: &str) -> Option<PathBuf> {
    if let Some(path) = std::env::var_os(variable) {
        return Some(PathBuf::from(path));
    }
    let home = std::env::var_os("PATHFOLD_HOME").map(PathBuf::from).or_else(|| {
        let cache = std::env::var_os("XDG_CACHE_HOME").map(PathBuf::from);
        let cache = cache.or_else(|| Some(PathBuf::from(std::env::var_os("HOME")?).join(".cache")));
        Some(cache?.join("pathfold"))
    })?;
    let path = home.join("bin").join(name);
    path.exists().then_some(path)
}

/// The z3 program; without it the tests fail.
pub fn z3() -> PathBuf {
    installed("PATHFOLD_Z3", "z3").expect("z3 is not installed: run scripts/setup (or set PATHFOLD_Z3)")
}

/// The bitwuzla program, if it is installed.
pub fn bitwuzla() -> Option<PathBuf> {
    installed("PATHFOLD_BITWUZLA", "bitwuzla")
}

/// Everything that is installed.
pub fn config() -> SolverConfig {
    SolverConfig { z3: Some(z3()), bitwuzla: bitwuzla(), ..SolverConfig::default() }
}

/// A solver that sends every query from nothing to z3.
pub fn plain() -> Solver {
    Solver::new(SolverConfig {
        z3: Some(z3()),
        layers: false,
        stages: false,
        incremental: false,
        choice: pathfold_solver::BackendChoice::Z3,
        ..SolverConfig::default()
    })
}

/// `count` integer symbols.
pub fn ints(pool: &mut Pool, count: usize) -> Vec<Term> {
    (0..count).map(|i| pool.symbol(&format!("x{i}"), SymbolKind::Input, Sort::Int)).collect()
}

/// A random linear atom (or a small disjunction of two) over some of the symbols.
pub fn linear(pool: &mut Pool, rng: &mut Rng, symbols: &[Term]) -> Term {
    if rng.chance(0.08) {
        let (a, b) = (linear(pool, rng, symbols), linear(pool, rng, symbols));
        return if rng.chance(0.7) { pool.or(&[a, b]) } else { pool.and(&[a, b]) };
    }
    let mut sum = pool.int(0);
    for _ in 0..1 + rng.below(3) {
        let factor = pool.int(rng.between(-3, 3));
        let product = pool.mul(factor, *rng.pick(symbols));
        sum = pool.add(sum, product);
    }
    let bound = pool.int(rng.between(-12, 12));
    match rng.below(6) {
        0 => pool.eq(sum, bound),
        1 => pool.ne(sum, bound),
        2 | 3 => pool.int_le(sum, bound),
        _ => pool.int_lt(bound, sum),
    }
}

/// Whether the model satisfies the whole path and the goal.
pub fn satisfies(pool: &Pool, path: &PathCondition, goal: Term, model: &Model) -> bool {
    path.iter().chain([goal]).all(|t| {
        pathfold_term::eval(pool, t, &model.complete(pool), 1 << 24).ok().and_then(|v| v.as_bool()) == Some(true)
    })
}

/// A directory of one test, empty.
pub fn temp_dir(name: &str) -> PathBuf {
    let dir = std::env::temp_dir().join(format!("pathfold-solver-{}-{name}", std::process::id()));
    let _ = std::fs::remove_dir_all(&dir);
    std::fs::create_dir_all(&dir).expect("a temporary directory");
    dir
}
