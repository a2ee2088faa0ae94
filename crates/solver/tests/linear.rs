//! Random linear paths: what the layers answer is what a fresh Z3 answers.

mod support;

use pathfold_base::Rng;
use pathfold_solver::{Answer, Layer, Model, PathCondition, Solver, SolverConfig};
use pathfold_term::{Pool, Term};
use support::{config, ints, linear, plain, satisfies};

fn name(answer: &Answer) -> String {
    match answer {
        Answer::Sat(_) => "sat".to_owned(),
        Answer::Unsat => "unsat".to_owned(),
        Answer::Unknown(why) => format!("unknown: {why}"),
    }
}

/// The reference: the whole path and the goal as one condition, so that no slicing and no fixed symbol takes part.
fn whole(reference: &mut Solver, pool: &mut Pool, path: &PathCondition, goal: Term) -> Answer {
    let all: Vec<Term> = path.iter().chain([goal]).collect();
    let all = pool.and(&all);
    reference.check(pool, &PathCondition::new(), all, &Model::new())
}

/// Walks random paths, both sides of each branch; calls `each` with (path, goal, witness).
fn walk(
    pool: &mut Pool,
    seed: u64,
    paths: usize,
    solver: &mut Solver,
    mut each: impl FnMut(&mut Pool, &PathCondition, Term, &Model, &Answer),
) {
    let mut rng = Rng::new(seed);
    let symbols = ints(pool, 6);
    for _ in 0..paths {
        let used = 2 + rng.below(5);
        let mut path = PathCondition::new();
        let mut witness = Model::new();
        for _ in 0..10 {
            let cond = linear(pool, &mut rng, &symbols[..used]);
            let not = pool.not(cond);
            let (yes, no) = solver.branch(pool, &path, cond, &witness);
            each(pool, &path, cond, &witness, &yes);
            each(pool, &path, not, &witness, &no);
            let side = match (yes, no) {
                (Answer::Sat(y), Answer::Sat(n)) => {
                    if rng.chance(0.5) {
                        (cond, y)
                    } else {
                        (not, n)
                    }
                }
                (Answer::Sat(y), _) => (cond, y),
                (_, Answer::Sat(n)) => (not, n),
                (y, n) => panic!("a path with a witness has a side: {} {}", name(&y), name(&n)),
            };
            path.add(pool, side.0);
            witness = side.1;
        }
    }
}

#[test]
fn layers_agree_with_a_fresh_z3() {
    let mut pool = Pool::new();
    let mut layered = Solver::new(config());
    let mut reference = plain();
    let mut compared = 0;
    walk(&mut pool, 5, 60, &mut layered, |pool, path, goal, _, answer| {
        let expected = whole(&mut reference, pool, path, goal);
        assert_eq!(name(answer), name(&expected), "path {path:?} goal {goal:?}");
        if let Answer::Sat(model) = answer {
            assert!(satisfies(pool, path, goal, model));
        }
        compared += 1;
    });
    assert!(compared >= 1000, "{compared}");
    assert!(layered.fault().is_none() && reference.fault().is_none());
    // Most of it never reaches a process.
    let stats = layered.stats();
    assert!(stats.backend_queries * 20 < stats.queries, "{stats:?}");
    for layer in [Layer::Witness, Layer::Cache, Layer::Repair, Layer::Linear] {
        let answers = stats.answers(layer);
        assert!(answers.sat + answers.unsat > 0, "{} never answered: {stats:?}", layer.name());
    }
}

#[test]
fn each_layer_off_and_incremental_agree_too() {
    let mut pool = Pool::new();
    let mut incremental = Solver::new(SolverConfig { layers: false, ..config() });
    let mut reference = plain();
    walk(&mut pool, 77, 12, &mut incremental, |pool, path, goal, _, answer| {
        let expected = whole(&mut reference, pool, path, goal);
        assert_eq!(name(answer), name(&expected), "path {path:?} goal {goal:?}");
    });
}

#[test]
fn second_opinions_agree() {
    let mut pool = Pool::new();
    let mut solver = Solver::new(SolverConfig { second_opinion: true, ..config() });
    walk(&mut pool, 9, 10, &mut solver, |_, _, _, _, answer| {
        assert!(!matches!(answer, Answer::Unknown(_)), "{answer:?}");
    });
    assert!(solver.fault().is_none(), "{:?}", solver.fault());
    assert!(solver.stats().agreements >= 200);
    assert_eq!(solver.stats().disagreements, 0);
}
