//! Random quantified formulas against trying everything, and the time that quantified queries take.

mod support;

use pathfold_base::{Bits, Integer, Rng};
use pathfold_solver::{Answer, Layer, Model, PathCondition, Solver, SolverConfig, Why};
use pathfold_term::smtlib::print_term;
use pathfold_term::{Evaluator, Features, Op, Pool, Sort, SymbolId, SymbolKind, Term, Value};
use std::time::{Duration, Instant};
use support::{config, satisfies};

/// Random quantified formulas over symbols of few values, as random conjunctions, disjunctions and negations.
struct Random<'a> {
    pool: &'a mut Pool,
    rng: &'a mut Rng,
    symbols: &'a Symbols,
}

/// The symbols of all formulas: vectors of three bits, or integers in a box.
struct Symbols {
    sort: Sort,
    counts: Vec<Term>,
    numbers: Vec<Term>,
    cells: Vec<Term>,
    /// The box, and that ranges have more than one position: else everything would hold for nothing.
    always: Vec<Term>,
}

impl Symbols {
    fn new(pool: &mut Pool, sort: Sort) -> Symbols {
        let mut make =
            |names: &[&str], kind| -> Vec<Term> { names.iter().map(|n| pool.symbol(n, kind, sort)).collect() };
        let counts = make(&["k", "l"], SymbolKind::Counter);
        let numbers = make(&["x"], SymbolKind::Input);
        let cells = make(&["c0", "c1", "c2", "c3"], SymbolKind::Input);
        let mut always = Vec::new();
        for &count in &counts {
            let one = constant(pool, sort, 1);
            always.push(less(pool, one, count));
        }
        if sort == Sort::Int {
            for &symbol in counts.iter().chain(&numbers).chain(&cells) {
                let (low, high) = (pool.int(LOW), pool.int(LOW + 7));
                always.extend([pool.int_le(low, symbol), pool.int_le(symbol, high)]);
            }
        }
        Symbols { sort, counts, numbers, cells, always }
    }
}

/// The box of integers: eight numbers from here.
const LOW: i64 = -2;

fn constant(pool: &mut Pool, sort: Sort, n: i64) -> Term {
    if sort == Sort::Int { pool.int(n) } else { pool.bits(Bits::from_signed(3, n.into())) }
}

fn less(pool: &mut Pool, a: Term, b: Term) -> Term {
    if pool.sort(a) == Sort::Int { pool.int_lt(a, b) } else { pool.bv_ult(a, b) }
}

impl Random<'_> {
    /// A number, made from the bound symbols too.
    fn number(&mut self, bound: &[Term], depth: u32) -> Term {
        let roll = if depth == 0 { self.rng.below(3) } else { self.rng.below(8) };
        match roll {
            0 => *self.rng.pick(&self.symbols.numbers),
            1 if !bound.is_empty() => *self.rng.pick(bound),
            1 | 2 => {
                let n = self.rng.between(LOW, LOW + 7);
                constant(self.pool, self.symbols.sort, n)
            }
            3 if self.symbols.sort == Sort::Int => {
                // A read, cell by cell.
                let index = self.number(bound, depth - 1);
                let cells = &self.symbols.cells;
                let mut value = cells[0];
                for (i, &cell) in cells.iter().enumerate().skip(1) {
                    let at = self.pool.int(i);
                    let here = self.pool.eq(index, at);
                    value = self.pool.ite(here, cell, value);
                }
                value
            }
            3 => {
                // A read, by the bits of its index.
                let index = self.number(bound, depth - 1);
                let (high, low) = (self.pool.extract(1, 1, index), self.pool.extract(0, 0, index));
                let one = self.pool.bv(1, 1);
                let (high, low) = (self.pool.eq(high, one), self.pool.eq(low, one));
                let c = &self.symbols.cells;
                let (a, b) = (self.pool.ite(low, c[3], c[2]), self.pool.ite(low, c[1], c[0]));
                self.pool.ite(high, a, b)
            }
            _ => {
                let (a, b) = (self.number(bound, depth - 1), self.number(bound, depth - 1));
                match self.rng.below(4) {
                    0 | 1 => self.pool.add(a, b),
                    2 => self.pool.sub(a, b),
                    _ => self.pool.mul(a, b),
                }
            }
        }
    }

    fn atom(&mut self, bound: &[Term]) -> Term {
        let (a, b) = (self.number(bound, 2), self.number(bound, 1));
        match self.rng.below(4) {
            0 => self.pool.eq(a, b),
            1 => self.pool.ne(a, b),
            2 if self.symbols.sort != Sort::Int => self.pool.bv_slt(a, b),
            _ => less(self.pool, a, b),
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
        let count = if self.rng.chance(0.8) { *self.rng.pick(&self.symbols.counts) } else { self.number(bound, 1) };
        let name = format!("q{}", bound.len());
        let symbol = self.pool.symbol(&name, SymbolKind::Bound, self.symbols.sort);
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
            let n = all >> (3 * at) & 7;
            Some(match pool.symbol_info(symbol).sort {
                Sort::Int => Value::Int(Integer::from(n as i64 + LOW)),
                _ => Value::Bits(Bits::new(3, n.into())),
            })
        };
        evaluator.eval(pool, goal, &value, 1 << 20) == Ok(Value::Bool(true))
    })
}

#[test]
fn repaired_models_agree_with_trying_everything() {
    let answered = compare(61, Sort::Bv(3), SolverConfig { layers: false, ..config() });
    assert!(answered(Layer::Strip) > 150 && answered(Layer::Duplicate) + answered(Layer::Instances) > 15);
}

#[test]
fn ranges_written_out_agree_with_trying_everything() {
    let answered = compare(62, Sort::Bv(3), SolverConfig { layers: false, repairs: 0, ..config() });
    assert!(answered(Layer::Strip) > 150 && answered(Layer::Expand) + answered(Layer::Unfold) > 10);
}

#[test]
fn quick_layers_agree_with_trying_everything() {
    let answered = compare(63, Sort::Bv(3), config());
    assert!(answered(Layer::Domain) + answered(Layer::Models) + answered(Layer::Repair) > 40);
}

#[test]
fn integer_formulas_agree_with_trying_everything() {
    let answered = compare(64, Sort::Int, config());
    assert!(answered(Layer::Strip) + answered(Layer::Instances) > 40);
}

/// Compares random formulas with trying everything; how many each layer answered.
fn compare(seed: u64, sort: Sort, config: SolverConfig) -> impl Fn(Layer) -> u64 {
    let mut rng = Rng::new(seed);
    let (mut sat, mut unsat) = (0, 0);
    let mut solver = Solver::new(config);
    let mut pool = Pool::new();
    let symbols = Symbols::new(&mut pool, sort);
    while sat + unsat < 250 {
        let mut random = Random { pool: &mut pool, rng: &mut rng, symbols: &symbols };
        let mut goal: Vec<Term> = (0..1 + random.rng.below(5)).map(|_| random.quantifier(&[], 2)).collect();
        goal.extend((0..random.rng.below(3)).map(|_| random.condition(&[], 2)));
        let all = random.pool.and(&goal);
        let quantified = pool.features(all).contains(Features::QUANTIFIER);
        let used = pool.free_symbols(all);
        for &t in &symbols.always {
            if pool.free_symbols(t).iter().all(|s| used.contains(s)) {
                goal.push(t);
            }
        }
        let all = pool.and(&goal);
        if used.len() > 5 || !quantified {
            continue;
        }
        let expected = by_trying(&mut pool, all);
        let answer = solver.check(&mut pool, &PathCondition::new(), all, &Model::new());
        judge(&pool, &PathCondition::new(), all, &answer, expected);
        if expected {
            sat += 1;
        } else {
            unsat += 1;
        }
    }
    for (layer, answers) in solver.stats().by_layer() {
        eprintln!("{:10} {answers:?}", layer.name());
    }
    assert!(sat > 30 && unsat > 30, "{sat} sat, {unsat} unsat");
    assert!(solver.fault().is_none(), "{:?}", solver.fault());
    let stats = solver.stats().clone();
    move |layer| {
        let answers = stats.answers(layer);
        answers.sat + answers.unsat
    }
}

fn judge(pool: &Pool, path: &PathCondition, goal: Term, answer: &Answer, expected: bool) {
    match answer {
        Answer::Sat(model) => {
            assert!(satisfies(pool, path, goal, model), "{}", print_term(pool, goal));
            assert!(expected);
        }
        Answer::Unsat => assert!(!expected, "{}", print_term(pool, goal)),
        Answer::Unknown(why) => panic!("{why}: {}", print_term(pool, goal)),
    }
}

/// Paths that grow by random conditions, as in the engine: with slices, fixed symbols, caches and witnesses.
#[test]
fn paths_with_quantifiers_agree_with_trying_everything() {
    let mut rng = Rng::new(65);
    let mut solver = Solver::new(config());
    let mut pool = Pool::new();
    let symbols = Symbols::new(&mut pool, Sort::Bv(3));
    let (mut sat, mut unsat) = (0, 0);
    while sat + unsat < 300 {
        let (mut path, mut witness, mut so_far) = (PathCondition::new(), Model::new(), Vec::new());
        for step in 0..6 {
            let mut random = Random { pool: &mut pool, rng: &mut rng, symbols: &symbols };
            let goal = match step {
                0 => *random.rng.pick(&symbols.always),
                _ if random.rng.chance(0.5) => random.quantifier(&[], 2),
                _ => random.condition(&[], 1),
            };
            so_far.push(goal);
            let all = pool.and(&so_far);
            if pool.free_symbols(all).len() > 5 {
                break;
            }
            let expected = by_trying(&mut pool, all);
            let answer = solver.check(&mut pool, &path, goal, &witness);
            judge(&pool, &path, goal, &answer, expected);
            if let Answer::Sat(model) = answer {
                path.add(&mut pool, goal);
                witness = model;
                sat += 1;
            } else {
                so_far.pop();
                unsat += 1;
            }
        }
    }
    for (layer, answers) in solver.stats().by_layer() {
        eprintln!("{:10} {answers:?}", layer.name());
    }
    assert!(unsat > 30 && solver.fault().is_none(), "{sat} sat, {unsat} unsat, {:?}", solver.fault());
}

/// A quantifier fails at one position only, too far away to go there: Z3 finds it in the whole query.
#[test]
fn the_whole_query_is_asked_when_no_stage_decides_it() {
    let mut pool = Pool::new();
    let [k, n] = ["k", "n"].map(|name| pool.symbol(name, SymbolKind::Input, Sort::Bv(32)));
    let mixed = |p: &mut Pool, t: Term| {
        let eight = p.bv(32, 8);
        let shifted = p.mul(t, eight);
        p.bv_xor(t, shifted)
    };
    let all = pool.forall(k, |p, t| {
        let x = mixed(p, t);
        p.ne(x, n)
    });
    let far = pool.bv(32, 0x1234_5678);
    let value = mixed(&mut pool, far);
    let (is, long) = (pool.eq(n, value), pool.bv_ult(far, k));
    let goal = pool.and(&[all, is, long]);
    let mut solver = Solver::new(config());
    let answer = solver.check(&mut pool, &PathCondition::new(), goal, &Model::new());
    assert!(answer.is_unsat(), "{answer:?}");
    assert_eq!(solver.stats().answers(Layer::Quantified).unsat, 1);
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
        // A second for a busy machine; without a deadline this takes for ever.
        assert!(took < query_timeout + Duration::from_secs(1), "{took:?} for {query_timeout:?}");
    }
}
