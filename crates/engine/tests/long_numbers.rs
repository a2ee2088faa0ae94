//! Random programs that compute with numbers beyond a word: the exploration, with and without machine code, and the
//! interpreter give what `num-bigint` gives.
//!
//! `PATHFOLD_PROGRAMS` sets how many programs (default 150), `PATHFOLD_SEED` where the seeds start (default 0).

mod support;

use std::fmt::Write as _;

use num_bigint::BigInt;
use pathfold_base::{Integer, Rng, SourceFile};
use pathfold_engine::{Config, Loops, PathEnd, Subsume, Verdict};
use pathfold_ir::text;
use pathfold_microc::interp::{Interp, Limits as RunLimits, MachineCode, Outcome};
use pathfold_microc::{load, lower};
use pathfold_term::Value;

/// Results of products are kept below this power of two.
const MOST_BITS: usize = 900;

#[derive(Clone)]
enum Operand {
    Var(usize),
    Literal(BigInt),
}

enum Stmt {
    Copy(usize, Operand),
    Swap(usize, usize),
    /// With `+`, `-`, `*` or, by what is not zero, `/`.
    Op(usize, Operand, char, Operand),
    /// The remainder by a number with the most bits.
    Reduce(usize),
    If(Operand, &'static str, Operand, Vec<Stmt>),
    /// So many times; the counter is a variable of its own.
    Repeat(usize, u64, Vec<Stmt>),
}

struct Writer {
    rng: Rng,
    vars: usize,
    counters: usize,
}

impl Writer {
    fn literal(&mut self) -> BigInt {
        let power = BigInt::from(1) << self.rng.below(MOST_BITS / 3);
        let near = power + self.rng.between(-2, 2);
        let n = if self.rng.chance(0.4) { BigInt::from(self.rng.between(-9, 99)) } else { near };
        if self.rng.chance(0.3) { -n } else { n }
    }

    fn var(&mut self) -> usize {
        self.rng.below(self.vars)
    }

    fn operand(&mut self) -> Operand {
        if self.rng.chance(0.2) { Operand::Literal(self.literal()) } else { Operand::Var(self.var()) }
    }

    fn stmts(&mut self, depth: usize, most: usize) -> Vec<Stmt> {
        let mut out = Vec::new();
        for _ in 0..=self.rng.below(most) {
            let target = self.var();
            match self.rng.below(12) {
                0 => out.push(Stmt::Copy(target, self.operand())),
                1 | 2 => out.push(Stmt::Swap(target, self.var())),
                3..6 => out.push(Stmt::Op(target, self.operand(), '+', self.operand())),
                6 | 7 => out.push(Stmt::Op(target, self.operand(), '-', self.operand())),
                8 => {
                    out.push(Stmt::Op(target, self.operand(), '*', self.operand()));
                    out.push(Stmt::Reduce(target));
                }
                9 => {
                    let by = self.literal();
                    let by = if by == BigInt::ZERO { BigInt::from(10) } else { by };
                    out.push(Stmt::Op(target, self.operand(), '/', Operand::Literal(by)));
                }
                10 => {
                    let op = *self.rng.pick(&["<", "<=", "==", "!=", ">", ">="]);
                    out.push(Stmt::If(self.operand(), op, self.operand(), self.stmts(depth, 3)));
                }
                _ if depth > 0 => {
                    self.counters += 1;
                    let (counter, times) = (self.counters, self.rng.below(40) as u64);
                    out.push(Stmt::Repeat(counter, times, self.stmts(depth - 1, 8)));
                }
                _ => out.push(Stmt::Op(target, Operand::Var(target), '+', Operand::Var(target))),
            }
        }
        out
    }
}

fn modulus() -> BigInt {
    (BigInt::from(1) << MOST_BITS) - 3
}

fn show(operand: &Operand) -> String {
    match operand {
        Operand::Var(var) => format!("v{var}"),
        Operand::Literal(n) => format!("({n})"),
    }
}

fn write(out: &mut String, stmts: &[Stmt]) {
    for stmt in stmts {
        let _ = match stmt {
            Stmt::Copy(to, from) => writeln!(out, "v{to} = {};", show(from)),
            Stmt::Swap(a, b) => writeln!(out, "t = v{a}; v{a} = v{b}; v{b} = t;"),
            Stmt::Op(to, a, op, b) => writeln!(out, "v{to} = {} {op} {};", show(a), show(b)),
            Stmt::Reduce(var) => writeln!(out, "v{var} = v{var} - v{var} / m * m;"),
            Stmt::If(a, op, b, then) => {
                let _ = writeln!(out, "if ({} {op} {}) {{", show(a), show(b));
                write(out, then);
                writeln!(out, "}}")
            }
            Stmt::Repeat(counter, times, body) => {
                let _ = writeln!(out, "c{counter} = 0; while (c{counter} < {times}) {{");
                write(out, body);
                writeln!(out, "c{counter} = c{counter} + 1; }}")
            }
        };
    }
}

fn evaluate(vars: &mut Vec<BigInt>, stmts: &[Stmt]) {
    let get = |vars: &[BigInt], operand: &Operand| match operand {
        Operand::Var(var) => vars[*var].clone(),
        Operand::Literal(n) => n.clone(),
    };
    for stmt in stmts {
        match stmt {
            Stmt::Copy(to, from) => vars[*to] = get(vars, from),
            Stmt::Swap(a, b) => vars.swap(*a, *b),
            Stmt::Op(to, a, op, b) => {
                let (a, b) = (get(vars, a), get(vars, b));
                vars[*to] = match op {
                    '+' => a + b,
                    '-' => a - b,
                    '*' => a * b,
                    _ => a / b,
                };
            }
            Stmt::Reduce(var) => vars[*var] = &vars[*var] % modulus(),
            Stmt::If(a, op, b, then) => {
                let order = get(vars, a).cmp(&get(vars, b));
                let holds = match *op {
                    "<" => order.is_lt(),
                    "<=" => order.is_le(),
                    "==" => order.is_eq(),
                    "!=" => order.is_ne(),
                    ">" => order.is_gt(),
                    _ => order.is_ge(),
                };
                if holds {
                    evaluate(vars, then);
                }
            }
            Stmt::Repeat(_, times, body) => (0..*times).for_each(|_| evaluate(vars, body)),
        }
    }
}

/// A program that outputs all of its variables in the end, and what these are.
fn program(seed: u64) -> (String, Vec<Integer>) {
    let mut rng = Rng::new(seed);
    // Frames of all kinds: an array, a larger one, a tree.
    let vars = *rng.pick(&[2, 3, 5, 9, 14, 30, 55, 90]);
    let mut writer = Writer { rng, vars, counters: 0 };
    let mut values: Vec<BigInt> = (0..vars).map(|_| writer.literal()).collect();
    let body = writer.stmts(2, 12);
    let names: String = (0..vars).map(|var| format!(", v{var}")).collect();
    let counters: String = (1..=writer.counters).map(|counter| format!(", c{counter}")).collect();
    let mut text = format!("main() {{ var t, m{names}{counters}; m = {};\n", modulus());
    for (var, value) in values.iter().enumerate() {
        let _ = writeln!(text, "v{var} = {value};");
    }
    write(&mut text, &body);
    for var in 0..vars {
        let _ = writeln!(text, "output v{var};");
    }
    text.push_str("return 0; }\n");
    evaluate(&mut values, &body);
    (text, values.into_iter().map(Integer::from).collect())
}

/// What a program outputs in the exploration, which has one path.
fn explored(source: &str, compile_after: Option<u64>, slice: u64) -> Vec<Value> {
    let file = SourceFile::new("random.mc", source);
    let checked = load(&file).0.expect("a program");
    let config = Config {
        compile_after,
        slice,
        slice_alone: slice,
        loops: Loops::Unroll,
        subsume: Subsume::Off,
        ..Config::default()
    };
    let outcome = support::explore_with(&text::print(&lower(&checked, &file)), config);
    assert_eq!(outcome.summary.verdict, Verdict::Safe);
    let [record] = outcome.records.as_slice() else { panic!("{} paths of\n{source}", outcome.records.len()) };
    assert!(matches!(record.end, PathEnd::Returned(_)), "{:?}\n{source}", record.end);
    record.outputs.clone()
}

/// What the interpreter prints, with and without machine code.
fn interpreted(source: &str) -> Vec<Integer> {
    let file = SourceFile::new("random.mc", source);
    let (checked, diagnostics) = load(&file);
    let mut interp = Interp::new(&checked.unwrap_or_else(|| panic!("{diagnostics:?}\n{source}")));
    let [always, off] = [MachineCode::Always, MachineCode::Off].map(|machine_code| {
        let mut printed = Vec::new();
        let limits = RunLimits { machine_code, ..RunLimits::default() };
        let ended = interp.run(&[], || None, |n| printed.push(n.clone()), limits);
        assert!(matches!(ended, Outcome::Returned(_)), "{ended:?}\n{source}");
        printed
    });
    assert_eq!(always, off, "machine code, and not\n{source}");
    off
}

#[test]
fn random_programs() {
    let setting = |name: &str, default| std::env::var(name).map_or(default, |n| n.parse().expect("a number"));
    let (first, count) = (setting("PATHFOLD_SEED", 0), setting("PATHFOLD_PROGRAMS", 300));
    for seed in first..first + count {
        let (source, expected) = program(seed);
        assert_eq!(interpreted(&source), expected, "seed {seed}, interpreter\n{source}");
        let expected: Vec<Value> = expected.into_iter().map(Value::Int).collect();
        // Small shares: what is computed is left and entered at many places.
        for slice in [Config::default().slice, 1 + seed % 7] {
            for compile_after in [None, Some(0)] {
                let outputs = explored(&source, compile_after, slice);
                assert_eq!(outputs, expected, "seed {seed}, compiled after {compile_after:?}, slice {slice}\n{source}");
            }
        }
    }
}

#[test]
fn shares_may_end_anywhere_in_a_loop() {
    // The inner loop begins with a difference of long numbers, where a share may have ended just before.
    let source = "main() {
           var t, a, b, c, i, j, k;
           b = -52656145834278593348959013841835216159447547700274555627155488766;
           c = 6901746346790563787434755862277025452451108972170386555162524223799296;
           i = 0;
           while (i < 2) { a = c; i = i + 1; }
           j = 0;
           while (j < 9) {
             c = c - a;
             k = 0;
             while (k < 16) { c = b - a; t = a; a = c; c = t; k = k + 1; }
             j = j + 1;
           }
           output c;
           return 0;
         }";
    let expected: Vec<Value> = interpreted(source).into_iter().map(Value::Int).collect();
    for slice in 1..60 {
        assert_eq!(explored(source, None, slice), expected, "slice {slice}");
    }
}
