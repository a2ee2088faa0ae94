//! Random bit vector queries at small widths: layers, Z3 and Bitwuzla against trying all values.

mod support;

use pathfold_base::{Bits, Rng};
use pathfold_solver::{Answer, BackendChoice, Model, PathCondition, Solver, SolverConfig};
use pathfold_term::{Pool, Sort, SymbolKind, Term, Value};
use support::{bitwuzla, config, satisfies, z3};

const WIDTH: u8 = 4;

fn term(pool: &mut Pool, rng: &mut Rng, symbols: &[Term], depth: u32) -> Term {
    if depth == 0 || rng.chance(0.2) {
        if rng.chance(0.3) {
            return pool.bv(WIDTH, rng.below(16) as u128);
        }
        return *rng.pick(symbols);
    }
    let a = term(pool, rng, symbols, depth - 1);
    let b = term(pool, rng, symbols, depth - 1);
    match rng.below(15) {
        0 => pool.add(a, b),
        1 => pool.sub(a, b),
        2 => pool.mul(a, b),
        3 => pool.bv_udiv(a, b),
        4 => pool.bv_urem(a, b),
        5 => pool.bv_sdiv(a, b),
        6 => pool.bv_srem(a, b),
        7 => pool.bv_and(a, b),
        8 => pool.bv_or(a, b),
        9 => pool.bv_xor(a, b),
        10 => pool.bv_shl(a, b),
        11 => pool.bv_lshr(a, b),
        12 => pool.bv_ashr(a, b),
        13 => {
            let half = pool.extract(WIDTH - 1, WIDTH / 2, a);
            if rng.chance(0.5) { pool.zero_ext(WIDTH, half) } else { pool.sign_ext(WIDTH, half) }
        }
        _ => {
            let c = condition(pool, rng, symbols, 0);
            pool.ite(c, a, b)
        }
    }
}

fn condition(pool: &mut Pool, rng: &mut Rng, symbols: &[Term], depth: u32) -> Term {
    let a = term(pool, rng, symbols, depth);
    let b = term(pool, rng, symbols, depth);
    match rng.below(6) {
        0 => pool.eq(a, b),
        1 => pool.ne(a, b),
        2 => pool.bv_ult(a, b),
        3 => pool.bv_ule(a, b),
        4 => pool.bv_slt(a, b),
        _ => pool.bv_sle(a, b),
    }
}

fn truth(pool: &Pool, t: Term, values: &[u128], symbols: &[Term]) -> bool {
    let assignment = |s| {
        let at = symbols.iter().position(|&t| pool.as_symbol(t) == Some(s))?;
        Some(Value::Bits(Bits::new(u32::from(WIDTH), values[at])))
    };
    pathfold_term::eval(pool, t, &assignment, 1 << 20).unwrap().as_bool().unwrap()
}

#[test]
fn everybody_agrees_with_brute_force() {
    let mut pool = Pool::new();
    let symbols: Vec<Term> = ["a", "b"].map(|n| pool.symbol(n, SymbolKind::Input, Sort::Bv(WIDTH))).to_vec();
    let mut solvers = vec![
        ("layers", Solver::new(config())),
        (
            "z3",
            Solver::new(SolverConfig {
                layers: false,
                choice: BackendChoice::Z3,
                z3: Some(z3()),
                ..SolverConfig::default()
            }),
        ),
    ];
    if let Some(path) = bitwuzla() {
        let config = SolverConfig {
            layers: false,
            choice: BackendChoice::Bitwuzla,
            bitwuzla: Some(path),
            ..SolverConfig::default()
        };
        solvers.push(("bitwuzla", Solver::new(config)));
    }
    let mut rng = Rng::new(21);
    let (mut sat, mut unsat) = (0, 0);
    for _ in 0..40 {
        let mut path = PathCondition::new();
        let mut conditions: Vec<Term> = Vec::new();
        let mut witness = Model::new();
        for _ in 0..6 {
            let goal = condition(&mut pool, &mut rng, &symbols, 2);
            let expected = (0..256u128).any(|n| {
                let values = [n & 15, n >> 4];
                conditions.iter().chain([&goal]).all(|&t| truth(&pool, t, &values, &symbols))
            });
            let mut next = None;
            for (name, solver) in &mut solvers {
                match solver.check(&mut pool, &path, goal, &witness) {
                    Answer::Sat(model) => {
                        assert!(expected, "{name}");
                        assert!(satisfies(&pool, &path, goal, &model), "{name}");
                        next = Some(model);
                    }
                    Answer::Unsat => assert!(!expected, "{name}"),
                    Answer::Unknown(why) => panic!("{name}: {why}"),
                }
            }
            if let Some(model) = next {
                sat += 1;
                path.add(&mut pool, goal);
                conditions.push(goal);
                witness = model;
            } else {
                unsat += 1;
            }
        }
    }
    assert!(sat > 50 && unsat > 20, "{sat} {unsat}");
    for (name, solver) in &solvers {
        assert!(solver.fault().is_none(), "{name}: {:?}", solver.fault());
    }
}

#[test]
fn other_theories_reach_a_back_end_and_come_back() {
    use pathfold_term::{Format, Op, Scalar};
    let mut pool = Pool::new();
    let mut solver = Solver::new(SolverConfig { second_opinion: true, ..config() });
    // Floats: x + x = 3.
    let x = pool.symbol("float", SymbolKind::Input, Sort::Fp(Format::F32));
    let sum = pool.mk(Op::FpAdd, &[x, x]);
    let three = pool.constant(Value::f32(3.0));
    let float = pool.mk(Op::FpEq, &[sum, three]);
    // Arrays: a[i] = 7 and a[j] = 8 (so i and j differ).
    let a = pool.symbol("array", SymbolKind::Input, Sort::Array(Scalar::Bv(8), Scalar::Bv(8)));
    let [i, j] = ["i", "j"].map(|n| pool.symbol(n, SymbolKind::Input, Sort::Bv(8)));
    let (seven, eight) = (pool.bv(8, 7), pool.bv(8, 8));
    let (at_i, at_j) = (pool.select(a, i), pool.select(a, j));
    let (first, second) = (pool.eq(at_i, seven), pool.eq(at_j, eight));
    let array = pool.and(&[first, second]);
    // Quantifiers and division over Int: every t below n has t / 3 < m, and n = 10.
    let [n, m] = ["n", "m"].map(|s| pool.symbol(s, SymbolKind::Input, Sort::Int));
    let three = pool.int(3);
    let all = pool.forall(n, |pool, t| {
        let third = pool.int_div(t, three);
        pool.int_lt(third, m)
    });
    let ten = pool.int(10);
    let is_ten = pool.int_le(ten, n);
    let quantified = pool.and(&[all, is_ten]);
    for goal in [float, array, quantified] {
        let answer = solver.check(&mut pool, &PathCondition::new(), goal, &Model::new());
        let Answer::Sat(model) = answer else { panic!("{answer:?}") };
        assert!(satisfies(&pool, &PathCondition::new(), goal, &model));
    }
    assert!(solver.fault().is_none(), "{:?}", solver.fault());
}
