//! Long paths, about parts of which a process is asked first: the answers are those of z3 about the whole.

mod support;

use pathfold_base::Rng;
use pathfold_solver::{Answer, Model, PathCondition, Solver};
use pathfold_term::{Op, Pool, Sort, SymbolKind, Term};
use support::{config, plain, satisfies};

/// Rows of cells, a count per row that is tied to one number of columns, and a sum per row over the counted cells.
struct Rows {
    columns: Term,
    counts: Vec<Term>,
    sums: Vec<Term>,
}

const ROWS: usize = 10;
const CELLS: usize = 6;

fn rows(pool: &mut Pool) -> Rows {
    let sort = Sort::Bv(8);
    let columns = pool.symbol("columns", SymbolKind::Input, sort);
    let (mut counts, mut sums) = (Vec::new(), Vec::new());
    for row in 0..ROWS {
        let count = pool.symbol(&format!("count{row}"), SymbolKind::Counter, sort);
        let mut sum = pool.bv(8, 0);
        for cell in 0..CELLS {
            let cell_term = pool.symbol(&format!("cell{row}_{cell}"), SymbolKind::Input, sort);
            let (at, ten) = (pool.bv(8, cell as u128), pool.bv(8, 10));
            let (inside, large) = (pool.bv_ult(at, count), pool.bv_ult(ten, cell_term));
            let counted = pool.and2(inside, large);
            let (one, zero) = (pool.bv(8, 1), pool.bv(8, 0));
            let part = pool.ite(counted, one, zero);
            sum = pool.add(sum, part);
        }
        counts.push(count);
        sums.push(sum);
    }
    Rows { columns, counts, sums }
}

#[test]
fn parts_decide_what_the_whole_does() {
    let mut rng = Rng::new(7);
    let (mut sat, mut unsat) = (0, 0);
    for _ in 0..6 {
        let mut pool = Pool::new();
        let rows = rows(&mut pool);
        let (mut solver, mut z3) = (Solver::new(config()), plain());
        let (mut path, mut witness) = (PathCondition::new(), Model::new());
        let most = pool.bv(8, CELLS as u128);
        let mut goals = vec![pool.bv_ule(rows.columns, most)];
        for row in 0..ROWS {
            goals.push(pool.eq(rows.counts[row], rows.columns));
            for _ in 0..3 {
                let other = *rng.pick(&rows.sums[..=row]);
                let limit = pool.bv(8, rng.below(CELLS + 1) as u128);
                let of = if rng.below(4) == 0 { rows.columns } else { other };
                let less = pool.mk(Op::BvUlt, &[limit, of]);
                goals.push(if rng.below(2) == 0 { less } else { pool.not(less) });
            }
        }
        for goal in goals {
            let answer = solver.check(&mut pool, &path, goal, &witness);
            let truth = z3.check(&mut pool, &path, goal, &witness);
            match (answer, truth) {
                (Answer::Sat(model), Answer::Sat(_)) => {
                    sat += 1;
                    assert!(satisfies(&pool, &path, goal, &model));
                    path.add(&mut pool, goal);
                    witness = model;
                }
                (Answer::Unsat, Answer::Unsat) => unsat += 1,
                (answer, truth) => panic!("{answer:?}, z3 says {truth:?}"),
            }
        }
        assert!(solver.fault().is_none());
    }
    assert!(sat > 50 && unsat > 20, "{sat} sat, {unsat} unsat");
}
