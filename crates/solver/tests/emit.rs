//! Emitted queries are complete: a stock Z3 reads them and says what we say.

mod support;

use pathfold_base::Rng;
use pathfold_solver::{Answer, Model, PathCondition, Solver, SolverConfig};
use pathfold_term::Pool;
use std::process::Command;
use support::{config, ints, linear, temp_dir, z3};

#[test]
fn stock_z3_reads_emitted_queries_and_agrees() {
    let dir = temp_dir("emit");
    let mut pool = Pool::new();
    let mut solver = Solver::new(SolverConfig { layers: false, emit_dir: Some(dir.clone()), ..config() });
    let symbols = ints(&mut pool, 4);
    let mut rng = Rng::new(8);
    let mut path = PathCondition::new();
    let mut witness = Model::new();
    for i in 0..14 {
        let goal = if i % 5 == 4 {
            // Division, so that the prelude is used.
            let seven = pool.int(7);
            let quotient = pool.int_div(symbols[0], symbols[1]);
            let difference = pool.sub(quotient, symbols[2]);
            pool.eq(difference, seven)
        } else {
            linear(&mut pool, &mut rng, &symbols)
        };
        if let Answer::Sat(model) = solver.check(&mut pool, &path, goal, &witness) {
            witness = model;
            path.add(&mut pool, goal);
        }
    }
    let mut files: Vec<_> = std::fs::read_dir(&dir).unwrap().map(|f| f.unwrap().path()).collect();
    files.sort();
    assert!(files.len() >= 5, "{files:?}");
    assert!(files[0].ends_with("query-000001.smt2"));
    assert_eq!(files.len() as u64, solver.stats().backend_queries);
    for file in files {
        let text = std::fs::read_to_string(&file).unwrap();
        let status = ["sat", "unsat"].into_iter().find(|s| text.contains(&format!("(set-info :status {s})")));
        let output = Command::new(z3()).arg("-T:20").arg(&file).output().unwrap();
        let said = String::from_utf8_lossy(&output.stdout);
        assert_eq!(Some(said.trim()), status, "{}\n{text}", file.display());
    }
}
