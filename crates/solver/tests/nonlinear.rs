//! Random paths with numbers made from conditions, products and divisions: what the layers answer is what a fresh Z3
//! answers.

mod support;

use pathfold_base::Rng;
use pathfold_solver::{Answer, Model, PathCondition, Solver};
use pathfold_term::{Pool, Term};
use std::time::Duration;
use support::{config, ints, linear, plain, satisfies};

/// A number over some of the symbols.
fn number(pool: &mut Pool, rng: &mut Rng, symbols: &[Term], depth: u32) -> Term {
    let leaf = *rng.pick(symbols);
    if depth == 0 {
        return leaf;
    }
    match rng.below(8) {
        0..=2 => {
            let c = condition(pool, rng, symbols, depth - 1);
            pool.bool_to_int(c)
        }
        3 => {
            let c = condition(pool, rng, symbols, depth - 1);
            let other = pool.int(rng.between(-3, 3));
            pool.ite(c, leaf, other)
        }
        4 => {
            let inner = number(pool, rng, symbols, depth - 1);
            pool.mul(inner, leaf)
        }
        5 => {
            let (inner, divisor) = (number(pool, rng, symbols, depth - 1), pool.int(rng.between(-4, 5)));
            pool.int_div(inner, divisor)
        }
        6 => {
            let (inner, divisor) = (number(pool, rng, symbols, depth - 1), pool.int(rng.between(-4, 5)));
            pool.int_rem(inner, divisor)
        }
        _ => leaf,
    }
}

fn condition(pool: &mut Pool, rng: &mut Rng, symbols: &[Term], depth: u32) -> Term {
    if depth == 0 || rng.chance(0.2) {
        return linear(pool, rng, symbols);
    }
    let mut sum = pool.int(rng.between(-9, 9));
    for _ in 0..1 + rng.below(2) {
        let (factor, part) = (pool.int(rng.between(-3, 3)), number(pool, rng, symbols, depth));
        let product = pool.mul(factor, part);
        sum = pool.add(sum, product);
    }
    let bound = number(pool, rng, symbols, depth - 1);
    match rng.below(5) {
        0 => pool.eq(sum, bound),
        1 => pool.ne(sum, bound),
        2 => {
            let (a, b) = (condition(pool, rng, symbols, depth - 1), pool.int_le(sum, bound));
            pool.eq(a, b)
        }
        _ => pool.int_le(sum, bound),
    }
}

#[test]
fn layers_agree_with_a_fresh_z3() {
    let mut pool = Pool::new();
    let mut rng = Rng::new(21);
    let symbols = ints(&mut pool, 5);
    let mut layered = Solver::new(pathfold_solver::SolverConfig { query_timeout: Duration::from_secs(2), ..config() });
    let mut reference = plain();
    let (mut sat, mut unsat) = (0, 0);
    for _ in 0..60 {
        let mut path = PathCondition::new();
        let mut witness = Model::new();
        for _ in 0..8 {
            let cond = condition(&mut pool, &mut rng, &symbols, 2);
            let not = pool.not(cond);
            let mut next = None;
            for goal in if rng.chance(0.5) { [cond, not] } else { [not, cond] } {
                let answer = layered.check(&mut pool, &path, goal, &witness);
                match &answer {
                    // Evaluation is the proof.
                    Answer::Sat(model) => {
                        assert!(satisfies(&pool, &path, goal, model));
                        sat += 1;
                        next = Some((goal, model.clone()));
                    }
                    Answer::Unsat => {
                        let all: Vec<Term> = path.iter().chain([goal]).collect();
                        let all = pool.and(&all);
                        let expected = reference.check(&mut pool, &PathCondition::new(), all, &Model::new());
                        assert!(!expected.is_sat(), "path {path:?} goal {goal:?}: {expected:?}");
                        unsat += 1;
                    }
                    Answer::Unknown(_) => {}
                }
            }
            let Some((goal, model)) = next else { break };
            path.add(&mut pool, goal);
            witness = model;
        }
    }
    assert!(sat + unsat >= 600 && unsat >= 60, "{sat} sat, {unsat} unsat");
    assert!(layered.fault().is_none() && reference.fault().is_none());
    let stats = layered.stats();
    assert!(stats.backend_queries * 10 < stats.queries, "{stats:?}");
}
