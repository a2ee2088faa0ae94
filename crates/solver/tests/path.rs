//! Path conditions against the naive way: slices by closing over shared symbols, persistence across clones.

mod support;

use pathfold_base::{FxSet, Rng};
use pathfold_solver::{Answer, Layer, Model, PathCondition, Solver, SolverConfig};
use pathfold_term::{Pool, Sort, SymbolId, SymbolKind, TRUE, Term};
use support::{ints, linear};

/// The conditions reachable from the goal's symbols, by repeating until nothing changes.
fn naive_slice(pool: &mut Pool, conditions: &[Term], goal: Term) -> Vec<Term> {
    let mut symbols: FxSet<SymbolId> = pool.free_symbols(goal).iter().copied().collect();
    loop {
        let before = symbols.len();
        for &t in conditions {
            let free = pool.free_symbols(t);
            if free.iter().any(|s| symbols.contains(s)) {
                symbols.extend(free.iter().copied());
            }
        }
        if symbols.len() == before {
            break;
        }
    }
    let reached = |pool: &mut Pool, t: Term| pool.free_symbols(t).iter().any(|s| symbols.contains(s));
    let slice: Vec<Term> = conditions.iter().copied().filter(|&t| reached(pool, t)).collect();
    tightest(pool, &slice)
}

/// Of several bounds on one sum the tightest, where the first was.
fn tightest(pool: &Pool, conditions: &[Term]) -> Vec<Term> {
    let mut kept: Vec<Term> = Vec::new();
    for &t in conditions {
        match kept.iter_mut().find(|k| pool.args(**k)[0] == pool.args(t)[0]) {
            Some(old) if pool.int_value(pool.args(*old)[1]) > pool.int_value(pool.args(t)[1]) => *old = t,
            Some(_) => {}
            None => kept.push(t),
        }
    }
    kept
}

#[test]
fn slices_are_what_the_naive_way_finds_across_clones() {
    let mut pool = Pool::new();
    let symbols = ints(&mut pool, 30);
    let mut rng = Rng::new(2);
    let mut paths: Vec<(PathCondition, Vec<Term>)> = vec![(PathCondition::new(), Vec::new())];
    for _ in 0..2000 {
        let at = rng.below(paths.len());
        // Two symbols, no equality: nothing is ever fixed, so slices are the conditions as added.
        let (a, b) = (*rng.pick(&symbols), *rng.pick(&symbols));
        let sum = pool.add(a, b);
        let bound = pool.int(rng.between(-5, 60));
        let condition = pool.int_le(sum, bound);
        let (path, plain) = &mut paths[at];
        if plain.len() < 40 {
            path.add(&mut pool, condition);
            plain.push(condition);
        }
        assert_eq!(path.len(), plain.len());
        assert!(path.iter().eq(plain.iter().copied()));
        let goal = linear(&mut pool, &mut rng, &symbols);
        let (path, plain) = &paths[at];
        assert_eq!(path.slice(&mut pool, goal), naive_slice(&mut pool, plain, goal));
        if paths.len() < 12 && rng.chance(0.02) {
            let copy = paths[at].clone();
            paths.push(copy);
        }
    }
}

#[test]
fn fixed_symbols_vanish_from_later_conditions() {
    let mut pool = Pool::new();
    let [x, y, z] = ["x", "y", "z"].map(|n| pool.symbol(n, SymbolKind::Input, Sort::Int));
    let mut path = PathCondition::new();
    let five = pool.int(5);
    // x ≥ 5 and x ≤ 5 fix x as well as x = 5 does.
    let (low, high) = (pool.int_le(five, x), pool.int_le(x, five));
    let both = pool.and(&[low, high, TRUE]);
    path.add(&mut pool, both);
    assert_eq!(path.fixed(pool.as_symbol(x).unwrap()), Some(five));
    let sum = pool.add(x, y);
    let condition = pool.int_le(sum, five);
    path.add(&mut pool, condition);
    let zero = pool.int(0);
    let y_small = pool.int_le(y, zero);
    assert_eq!(path.simplify(&mut pool, condition), y_small);
    assert_eq!(path.slice(&mut pool, y), vec![y_small], "x is not connected with y any more");
    assert_eq!(path.slice(&mut pool, z), vec![]);
    assert!(path.iter().any(|t| t == condition), "the list keeps what was added");
    // Booleans are fixed by themselves.
    let b = pool.symbol("b", SymbolKind::Input, Sort::Bool);
    let not = pool.not(b);
    path.add(&mut pool, not);
    let or = pool.or(&[b, condition]);
    assert_eq!(path.simplify(&mut pool, or), y_small);
}

#[test]
fn cheap_layers_answer_without_a_process() {
    let mut pool = Pool::new();
    let mut solver = Solver::new(SolverConfig::default());
    let [x, y] = ["x", "y"].map(|n| pool.symbol(n, SymbolKind::Input, Sort::Int));
    let v = pool.symbol("v", SymbolKind::Input, Sort::Bv(8));
    let mut path = PathCondition::new();
    let ten = pool.int(10);
    let small = pool.int_le(x, ten);
    path.add(&mut pool, small);
    let twenty = pool.bv(8, 20);
    let below = pool.bv_ult(v, twenty);
    path.add(&mut pool, below);
    let witness = Model::new();

    let big = pool.int_gt(x, ten);
    assert!(solver.check(&mut pool, &path, big, &witness).is_unsat());
    let wide = pool.zero_ext(32, v);
    let thirty = pool.bv(32, 30);
    let beyond = pool.bv_ult(thirty, wide);
    assert!(solver.check(&mut pool, &path, beyond, &witness).is_unsat());
    let beyond = pool.bv_slt(thirty, wide);
    assert!(solver.check(&mut pool, &path, beyond, &witness).is_unsat());
    assert_eq!(solver.stats().answers(Layer::Bounds).unsat, 3);

    let zero = pool.int(0);
    let goal = pool.int_le(x, zero);
    assert!(solver.check(&mut pool, &path, goal, &witness).is_sat());
    assert_eq!(solver.stats().answers(Layer::Witness).sat, 1);

    let sum = pool.add(x, y);
    let goal = pool.eq(sum, ten);
    let Answer::Sat(model) = solver.check(&mut pool, &path, goal, &witness) else { panic!("x + y = 10") };
    assert!(support::satisfies(&pool, &path, goal, &model));
    assert_eq!(solver.stats().answers(Layer::Repair).sat, 1);
    assert!(solver.check(&mut pool, &path, goal, &witness).is_sat());
    assert_eq!(solver.stats().answers(Layer::Cache).sat, 1);

    // y < x < y + 1: rationally possible, not over integers; the linear layer tightens or branches.
    let mut path = PathCondition::new();
    let less = pool.int_lt(y, x);
    path.add(&mut pool, less);
    let one = pool.int(1);
    let close = pool.add(y, one);
    let goal = pool.int_lt(x, close);
    let mut witness = Model::new();
    witness.set(pool.as_symbol(x).unwrap(), pathfold_term::Value::Int(pathfold_base::Integer::ONE));
    assert!(solver.check(&mut pool, &path, goal, &witness).is_unsat());
    assert_eq!(solver.stats().answers(Layer::Linear).unsat, 1);
    // A superset of a refuted set is refuted by the cache.
    let other = pool.int_le(x, ten);
    path.add(&mut pool, other);
    assert!(solver.check(&mut pool, &path, goal, &witness).is_unsat());
    assert_eq!(solver.stats().answers(Layer::Cache).unsat, 1);
    assert_eq!(solver.stats().backend_queries, 0);
}
