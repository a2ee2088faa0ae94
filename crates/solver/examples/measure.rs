//! Times of queries by layer and by back end: `cargo run --release -p pathfold-solver --example measure`.
//! Takes the solvers from `PATHFOLD_Z3` and `PATHFOLD_BITWUZLA`, or from the cache folder of `scripts/setup`.

use pathfold_base::Rng;
use pathfold_solver::{Answer, BackendChoice, Layer, Model, PathCondition, Solver, SolverConfig};
use pathfold_term::{Pool, Sort, SymbolKind, Term};
use std::path::PathBuf;
use std::time::{Duration, Instant};

fn program(variable: &str, name: &str) -> Option<PathBuf> {
    let home = || Some(PathBuf::from(std::env::var_os("HOME")?).join(".cache/pathfold/bin").join(name));
    std::env::var_os(variable).map(PathBuf::from).or_else(home).filter(|p| p.exists())
}

fn linear(pool: &mut Pool, rng: &mut Rng, symbols: &[Term]) -> Term {
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

/// A condition over two or three of 16 bytes, as a parser or checksum makes them.
fn bytes(pool: &mut Pool, rng: &mut Rng, symbols: &[Term]) -> Term {
    let a = *rng.pick(symbols);
    let b = *rng.pick(symbols);
    let c = pool.bv(8, rng.below(256) as u128);
    let (wide_a, wide_b) = (pool.zero_ext(32, a), pool.zero_ext(32, b));
    let sum = pool.add(wide_a, wide_b);
    let k = pool.bv(32, rng.below(400) as u128);
    match rng.below(5) {
        0 => pool.eq(a, c),
        1 => pool.bv_ult(a, c),
        2 => pool.bv_ult(sum, k),
        3 => {
            let product = pool.mul(wide_a, wide_b);
            pool.bv_ult(product, k)
        }
        _ => {
            let x = pool.bv_xor(a, b);
            pool.bv_slt(x, c)
        }
    }
}

/// What is walked: symbols of a sort, conditions over them, paths of a depth, all of it so many times.
#[derive(Clone, Copy)]
struct Load {
    sort: Sort,
    symbols: usize,
    make: Make,
    paths: usize,
    depth: usize,
    repeat: usize,
}

type Make = fn(&mut Pool, &mut Rng, &[Term]) -> Term;

struct Times {
    by_layer: [(Duration, u64); Layer::ALL.len()],
}

fn layer_of(before: &pathfold_solver::Stats, after: &pathfold_solver::Stats) -> Option<Layer> {
    Layer::ALL.into_iter().find(|&l| before.answers(l) != after.answers(l))
}

fn walk(solver: &mut Solver, load: Load) -> (Times, Duration, u64) {
    let Load { sort, symbols, make, paths, depth, repeat } = load;
    let mut pool = Pool::new();
    let symbols: Vec<Term> = (0..symbols).map(|i| pool.symbol(&format!("x{i}"), SymbolKind::Input, sort)).collect();
    let mut times = Times { by_layer: [(Duration::ZERO, 0); Layer::ALL.len()] };
    let mut queries = 0;
    let mut total = Duration::ZERO;
    for round in 0..repeat {
        let mut rng = Rng::new(3);
        for _ in 0..paths {
            let mut path = PathCondition::new();
            let mut witness = Model::new();
            for _ in 0..depth {
                let cond = make(&mut pool, &mut rng, &symbols);
                let not = pool.not(cond);
                let mut sides = Vec::new();
                for goal in [cond, not] {
                    let before = solver.stats().clone();
                    let at = Instant::now();
                    let answer = solver.check(&mut pool, &path, goal, &witness);
                    let took = at.elapsed();
                    total += took;
                    queries += 1;
                    if round + 1 == repeat
                        && let Some(layer) = layer_of(&before, solver.stats())
                    {
                        let slot = &mut times.by_layer[layer as usize];
                        slot.0 += took;
                        slot.1 += 1;
                    }
                    if let Answer::Sat(model) = answer {
                        sides.push((goal, model));
                    }
                }
                if sides.is_empty() {
                    break;
                }
                let (goal, model) = sides.swap_remove(rng.below(sides.len()));
                path.add(&mut pool, goal);
                witness = model;
            }
        }
    }
    (times, total, queries)
}

fn report(name: &str, config: SolverConfig, load: Load) {
    let mut solver = Solver::new(config);
    let (times, total, queries) = walk(&mut solver, load);
    println!(
        "{name}: {queries} queries, {:.1} us each; backend {} queries {:.0} us each, restarts {}",
        total.as_secs_f64() * 1e6 / queries as f64,
        solver.stats().backend_queries,
        solver.stats().backend_time.as_secs_f64() * 1e6 / solver.stats().backend_queries.max(1) as f64,
        solver.stats().restarts
    );
    for layer in Layer::ALL {
        let (time, count) = times.by_layer[layer as usize];
        if count > 0 {
            println!(
                "    {:9} {count:7} x {:9.2} us   {:?}",
                layer.name(),
                time.as_secs_f64() * 1e6 / count as f64,
                solver.stats().answers(layer)
            );
        }
    }
    if let Some(fault) = solver.fault() {
        println!("FAULT {}\n{}", fault.what, fault.query);
    }
}

fn main() {
    let z3 = program("PATHFOLD_Z3", "z3");
    let bitwuzla = program("PATHFOLD_BITWUZLA", "bitwuzla");
    let all = SolverConfig { z3: z3.clone(), bitwuzla, ..SolverConfig::default() };
    let int = Load { sort: Sort::Int, symbols: 6, make: linear, paths: 1000, depth: 10, repeat: 1 };
    report("int, layers, first time", all.clone(), int);
    report("int, layers, again", all.clone(), Load { repeat: 2, ..int });
    let few = Load { paths: 60, ..int };
    report("int, z3 incremental", SolverConfig { layers: false, ..all.clone() }, few);
    report("int, z3 from nothing", SolverConfig { layers: false, incremental: false, ..all.clone() }, few);
    let bv = Load { sort: Sort::Bv(8), symbols: 16, make: bytes, paths: 100, depth: 20, repeat: 1 };
    report("bytes, layers", all.clone(), bv);
    report("bytes, layers, again", all.clone(), Load { repeat: 2, ..bv });
    for (name, choice) in [("bitwuzla", BackendChoice::Bitwuzla), ("z3", BackendChoice::Z3)] {
        for incremental in [true, false] {
            let config = SolverConfig { layers: false, incremental, choice, ..all.clone() };
            report(&format!("bytes, {name}, incremental {incremental}"), config, Load { paths: 40, ..bv });
        }
    }
}
