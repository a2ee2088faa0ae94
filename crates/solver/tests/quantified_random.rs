//! Random quantified formulas against trying everything, and the time that quantified queries take.

mod support;

use pathfold_base::{Bits, Rng};
use pathfold_solver::{Answer, Layer, Model, PathCondition, Solver, SolverConfig, Why};
use pathfold_term::smtlib::print_term;
use pathfold_term::{Evaluator, Features, Op, Pool, Sort, SymbolId, SymbolKind, Term, Value};
use std::time::{Duration, Instant};
use support::{config, satisfies};

/// Random quantified formulas over symbols of few values, as random conjunctions, disjunctions and negations.
struct Random<'a> {
    pool: &'a mut Pool,
    rng: &'a mut Rng,
    counts: Vec<Term>,
    numbers: Vec<Term>,
    cells: Vec<Term>,
}

impl Random<'_> {
    /// A number, made from the bound symbols too.
    fn number(&mut self, bound: &[Term], depth: u32) -> Term {
        let roll = if depth == 0 { self.rng.below(3) } else { self.rng.below(8) };
        match roll {
            0 => *self.rng.pick(&self.numbers),
            1 if !bound.is_empty() => *self.rng.pick(bound),
            1 | 2 => self.pool.bv(3, u128::from(self.rng.next_u64())),
            3 => {
                // A read, by the bits of its index.
                let index = self.number(bound, depth - 1);
                let (high, low) = (self.pool.extract(1, 1, index), self.pool.extract(0, 0, index));
                let one = self.pool.bv(1, 1);
                let (high, low) = (self.pool.eq(high, one), self.pool.eq(low, one));
                let c = self.cells.clone();
                let (a, b) = (self.pool.ite(low, c[3], c[2]), self.pool.ite(low, c[1], c[0]));
                self.pool.ite(high, a, b)
            }
            _ => {
                let (a, b) = (self.number(bound, depth - 1), self.number(bound, depth - 1));
                let op = *self.rng.pick(&[Op::BvAdd, Op::BvSub, Op::BvMul, Op::BvXor]);
                self.pool.mk(op, &[a, b])
            }
        }
    }

    fn atom(&mut self, bound: &[Term]) -> Term {
        let (a, b) = (self.number(bound, 2), self.number(bound, 1));
        match self.rng.below(4) {
            0 => self.pool.eq(a, b),
            1 => self.pool.ne(a, b),
            2 => self.pool.bv_ult(a, b),
            _ => self.pool.bv_slt(a, b),
        }
    }

    fn condition(&mut self, bound: &[Term], depth: u32) -> Term {
        if depth == 0 {
            return self.atom(bound);
        }
        match self.rng.below(6) {
            0 => {
                let (a, b) = (self.condition(bound, depth - 1), self.condition(bound, depth - 1));
                self.pool.or2(a, b)
            }
            1 => {
                let (a, b) = (self.condition(bound, depth - 1), self.condition(bound, depth - 1));
                self.pool.and2(a, b)
            }
            2 => {
                let a = self.condition(bound, depth - 1);
                self.pool.not(a)
            }
            3 | 4 if bound.len() < 2 => self.quantifier(bound, depth - 1),
            _ => self.atom(bound),
        }
    }

    fn quantifier(&mut self, bound: &[Term], depth: u32) -> Term {
        let count = if self.rng.chance(0.8) { *self.rng.pick(&self.counts) } else { self.number(bound, 1) };
        let name = format!("q{}", bound.len());
        let symbol = self.pool.symbol(&name, SymbolKind::Bound, Sort::Bv(3));
        let mut inner = bound.to_vec();
        inner.push(symbol);
        let body = self.condition(&inner, depth);
        let symbol = self.pool.as_symbol(symbol).unwrap();
        self.pool.mk(Op::Forall(symbol), &[count, body])
    }
}

/// Whether some assignment of the symbols satisfies the goal.
fn by_trying(pool: &mut Pool, goal: Term) -> bool {
    let symbols: Vec<SymbolId> = pool.free_symbols(goal).to_vec();
    let mut evaluator = Evaluator::new();
    (0..1u64 << (3 * symbols.len())).any(|all| {
        let value = |symbol: SymbolId| {
            let at = symbols.iter().position(|&s| s == symbol)?;
            Some(Value::Bits(Bits::new(3, u128::from(all >> (3 * at)))))
        };
        evaluator.eval(pool, goal, &value, 1 << 20) == Ok(Value::Bool(true))
    })
}

#[test]
fn repaired_models_agree_with_trying_everything() {
    let answered = compare(61, SolverConfig { layers: false, ..config() });
    assert!(answered(Layer::Strip) > 250 && answered(Layer::Instances) > 30);
}

#[test]
fn ranges_written_out_agree_with_trying_everything() {
    let answered = compare(62, SolverConfig { layers: false, repairs: 0, ..config() });
    assert!(answered(Layer::Strip) > 250 && answered(Layer::Expand) + answered(Layer::Unfold) > 30);
}

#[test]
fn quick_layers_agree_with_trying_everything() {
    let answered = compare(63, config());
    assert!(answered(Layer::Domain) + answered(Layer::Models) + answered(Layer::Repair) > 50);
}

/// Compares random formulas with trying everything; how many each layer answered.
fn compare(seed: u64, config: SolverConfig) -> impl Fn(Layer) -> u64 {
    let mut rng = Rng::new(seed);
    let (mut sat, mut unsat) = (0, 0);
    let mut solver = Solver::new(config);
    let mut pool = Pool::new();
    let mut symbols =
        |names: &[&str], kind| -> Vec<Term> { names.iter().map(|name| pool.symbol(name, kind, Sort::Bv(3))).collect() };
    let counts = symbols(&["k", "l"], SymbolKind::Counter);
    let numbers = symbols(&["x"], SymbolKind::Input);
    let cells = symbols(&["c0", "c1", "c2", "c3"], SymbolKind::Input);
    // Ranges of one position and more, or everything would hold for nothing.
    let one = pool.bv(3, 1);
    let long: Vec<Term> = counts.iter().map(|&count| pool.bv_ult(one, count)).collect();
    while sat + unsat < 500 {
        let (counts, numbers, cells) = (counts.clone(), numbers.clone(), cells.clone());
        let mut random = Random { pool: &mut pool, rng: &mut rng, counts, numbers, cells };
        let mut goal: Vec<Term> = (0..1 + random.rng.below(5)).map(|_| random.quantifier(&[], 2)).collect();
        goal.extend((0..random.rng.below(3)).map(|_| random.condition(&[], 2)));
        goal.extend_from_slice(&long);
        let all = random.pool.and(&goal);
        if pool.free_symbols(all).len() > 5 || !pool.features(all).contains(Features::QUANTIFIER) {
            continue;
        }
        let expected = by_trying(&mut pool, all);
        let answer = solver.check(&mut pool, &PathCondition::new(), all, &Model::new());
        match &answer {
            Answer::Sat(model) => {
                assert!(satisfies(&pool, &PathCondition::new(), all, model), "{}", print_term(&pool, all));
                assert!(expected);
                sat += 1;
            }
            Answer::Unsat => {
                assert!(!expected, "{}", print_term(&pool, all));
                unsat += 1;
            }
            Answer::Unknown(why) => panic!("{why}: {}", print_term(&pool, all)),
        }
    }
    for (layer, answers) in solver.stats().by_layer() {
        eprintln!("{:10} {answers:?}", layer.name());
    }
    assert!(sat > 80 && unsat > 80, "{sat} sat, {unsat} unsat");
    assert!(solver.fault().is_none(), "{:?}", solver.fault());
    let stats = solver.stats().clone();
    move |layer| {
        let answers = stats.answers(layer);
        answers.sat + answers.unsat
    }
}

/// Whatever happens inside, a query ends in its time.
#[test]
fn quantified_queries_end_in_their_time() {
    let mut pool = Pool::new();
    let [k, x, y] = ["k", "x", "y"].map(|name| pool.symbol(name, SymbolKind::Input, Sort::Bv(64)));
    // A factor of a large prime modulo something, far beyond any range that can be written out.
    let all = pool.forall(k, |p, t| {
        let (a, b) = (p.add(x, t), p.bv_xor(y, t));
        let product = p.mul(a, b);
        let modulus = p.bv(64, 0xffff_fffb);
        let rest = p.bv_urem(product, modulus);
        let one = p.bv(64, 1);
        p.bv_ult(one, rest)
    });
    let million = pool.bv(64, 1 << 40);
    let long = pool.bv_ult(million, k);
    let goal = pool.and2(all, long);
    for timeout in [300, 1500] {
        let query_timeout = Duration::from_millis(timeout);
        let mut solver = Solver::new(SolverConfig { query_timeout, ..config() });
        let begin = Instant::now();
        let answer = solver.check(&mut pool, &PathCondition::new(), goal, &Model::new());
        let took = begin.elapsed();
        assert!(matches!(answer, Answer::Unknown(Why::Timeout | Why::GaveUp(_))), "{answer:?}");
        assert!(took < query_timeout.mul_f64(1.15) + Duration::from_millis(100), "{took:?} for {query_timeout:?}");
    }
}
