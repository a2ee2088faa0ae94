//! How fast terms are made: `cargo run --release -p pathfold-term --example speed`.

use std::hint::black_box;
use std::time::Instant;

use pathfold_term::{Evaluator, Pool, Sort, SymbolKind, Term, Value};

fn time(what: &str, rounds: usize, mut f: impl FnMut(usize)) {
    // The best of many slices: the machine may be busy.
    let slice = rounds / 100;
    let mut best = f64::INFINITY;
    for part in 0..100 {
        let start = Instant::now();
        for i in part * slice..(part + 1) * slice {
            f(i);
        }
        best = best.min(start.elapsed().as_nanos() as f64 / slice as f64);
    }
    println!("{what}: {best:.0} ns");
}

fn main() {
    let mut pool = Pool::new();
    let ints: Vec<Term> = (0..64).map(|i| pool.symbol(&format!("x{i}"), SymbolKind::Input, Sort::Int)).collect();
    let bvs: Vec<Term> = (0..64).map(|i| pool.symbol(&format!("b{i}"), SymbolKind::Input, Sort::Bv(32))).collect();
    let one = pool.int(1);
    const ROUNDS: usize = 1_000_000;
    time("x + 1 <= y, known", ROUNDS, |i| {
        let sum = pool.add(ints[i % 64], one);
        black_box(pool.int_le(sum, ints[(i / 64) % 64]));
    });
    time("not (x <= y), known", ROUNDS, |i| {
        let le = pool.int_le(ints[i % 64], ints[(i / 64) % 64]);
        black_box(pool.not(le));
    });
    time("bv a + b, known", ROUNDS, |i| {
        black_box(pool.add(bvs[i % 64], bvs[(i / 64) % 64]));
    });
    time("bv a < b, known", ROUNDS, |i| {
        black_box(pool.bv_ult(bvs[i % 64], bvs[(i / 64) % 64]));
    });
    time("x <= k, mostly new", ROUNDS, |i| {
        let k = pool.int(i as i64);
        black_box(pool.int_le(ints[i % 64], k));
    });
    time("x + k, new", ROUNDS, |i| {
        let k = pool.int(i as i64);
        black_box(pool.add(ints[i % 64], k));
    });
    let mut sum = ints[0];
    for &x in &ints[1..] {
        sum = pool.add(sum, x);
    }
    let le = pool.int_le(sum, one);
    let mut evaluator = Evaluator::new();
    let small = pool.int_le(ints[3], ints[4]);
    let assignment = |_: pathfold_term::SymbolId| Some(Value::Int(pathfold_base::Integer::from(3i64)));
    time("evaluate x <= y", ROUNDS, |_| {
        black_box(evaluator.eval(&pool, small, &assignment, 1000).ok());
    });
    time("evaluate a sum of 64", ROUNDS / 20, |_| {
        black_box(evaluator.eval(&pool, le, &assignment, 1000).ok());
    });
}
