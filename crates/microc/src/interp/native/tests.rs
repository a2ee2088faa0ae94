//! Machine code against the interpreter: the same outcome, outputs and steps, and the same place where a limit ends a run.

use num_bigint::BigInt;
use pathfold_base::{Integer, Rng, SourceFile, Span};

use super::super::{ErrorKind, Interp, LimitKind, Limits, MachineCode, Outcome};
use crate::r#gen::{GenConfig, generate};

/// What a run shows.
#[derive(Clone, PartialEq, Debug)]
struct Shown {
    outcome: Outcome,
    outputs: Vec<Integer>,
    /// Where it ended, if that is not the end of `main`.
    place: Option<Span>,
}

/// Runs a program again and again.
struct Both {
    interp: Interp,
    text: String,
}

impl Both {
    fn new(text: &str) -> Self {
        let (checked, diagnostics) = crate::load(&SourceFile::new("t.mc", text));
        let checked = checked.unwrap_or_else(|| panic!("{text}\n{diagnostics:?}"));
        Self { interp: Interp::new(&checked), text: text.to_owned() }
    }

    fn run_by(&mut self, machine_code: MachineCode, inputs: &[i64], limits: &Limits) -> Shown {
        let mut inputs = inputs.iter();
        let mut outputs = Vec::new();
        let limits = Limits { machine_code, ..limits.clone() };
        let inputs = || inputs.next().map(|n| Integer::from(*n));
        let outcome = self.interp.run(&[], inputs, |n| outputs.push(n.clone()), limits);
        let place = self.interp.ended_at().filter(|_| !matches!(outcome, Outcome::Returned(_)));
        Shown { outcome, outputs, place }
    }

    /// Both ways, which must show the same.
    fn run(&mut self, inputs: &[i64], limits: &Limits) -> Shown {
        let interpreted = self.run_by(MachineCode::Off, inputs, limits);
        let native = self.run_by(MachineCode::Always, inputs, limits);
        assert_eq!(native, interpreted, "{}\n{inputs:?}\n{:?}", self.text, limits.max_steps);
        native
    }

    /// With every limit on steps up to one that is enough; how many that is.
    fn run_step_by_step(&mut self, inputs: &[i64]) -> u64 {
        (0..)
            .find(|steps| {
                let limits = Limits { max_steps: Some(*steps), ..Limits::default() };
                self.run(inputs, &limits).outcome != Outcome::Limit(LimitKind::Steps)
            })
            .expect("the program ends")
    }
}

fn returned(n: i64) -> Outcome {
    Outcome::Returned(Integer::from(n))
}

#[test]
fn machine_code_is_there() {
    let both = Both::new("main() { return 0; }");
    assert_eq!(super::Native::new(&both.interp.code).is_some(), cfg!(all(target_arch = "x86_64", unix)));
}

#[test]
fn random_programs_do_the_same() {
    let mut rng = Rng::new(11);
    let (mut limited, mut wrong, mut ended) = (0, 0, 0);
    for seed in 0..600 {
        let config = GenConfig {
            seed,
            functions: rng.below(4),
            symbolic_index: rng.chance(0.5),
            guarded: rng.chance(0.5),
            terminating: rng.chance(0.5),
            for_prob: 0.2,
            while_prob: 0.1,
            max_top_statements: 25,
            ..GenConfig::default()
        };
        let mut both = Both::new(&generate(&config).expect("a valid configuration"));
        for _ in 0..4 {
            let range = *rng.pick(&[3, 100, 1 << 31, 1 << 62]);
            let inputs: Vec<i64> = (0..40).map(|_| rng.between(-range, range)).collect();
            let max_steps = Some(if rng.chance(0.5) { rng.below(200) } else { rng.below(20_000) } as u64);
            let limits =
                Limits { max_steps, max_bits: 20_000, max_cells: 100_000, max_call_depth: 200, ..Limits::default() };
            match both.run(&inputs, &limits).outcome {
                Outcome::Limit(_) => limited += 1,
                Outcome::Error { .. } => wrong += 1,
                Outcome::Returned(_) | Outcome::OutOfInputs | Outcome::WrongArguments { .. } => ended += 1,
            }
        }
    }
    assert!(limited > 100 && wrong > 100 && ended > 100, "{limited} {wrong} {ended}");
}

/// Every limit on the number of steps ends a run at the same place: jumps, calls and returns of all kinds.
#[test]
fn steps_are_counted_alike() {
    let programs = [
        "f(n) { var r; if (n < 2) { r = n; } else { r = f(n - 1) + f(n - 2); } return r; } main() { return f(7); }",
        "f(n) { var r; if (n == 0) { r = 1; } else { r = n * f(n - 1); } return r; } main() { return f(25); }",
        "f(x, y, z) { var r; if (y >= x) { r = z; } else { r = f(f(x - 1, y, z), f(y - 1, z, x), f(z - 1, x, y)); } \
            return r; } main() { return f(4, 2, 0); }",
        "main() { var i, j, s; i = 0; s = 0; while (i < 6) { j = 0; while (j < i) { s = s + i * j; j = j + 1; } i = i + 1; } \
            return s; }",
        "main() { var a, i, s; a = [5, 3, 8, 1, 9]; i = 0; s = 0; while (i < 5) { if (a[i] > 4) { s = s + a[i]; } \
            if (a[i] != 3) { s = s - 1; } if (a[i] / 4 * 4 == a[i]) { s = s * 2; } i = i + 1; } return s; }",
        "main() { var i; i = 40; while (i > 0) i = i - 3; while (i < 40) i = i + 1; return i; }",
        "main() { var i, x; i = 0; x = 1; while (i < 50) { x = x * 7; output x; i = i + 1; } return x; }",
        "even(n) { var r; if (n == 0) { r = 1; } else { r = odd(n - 1); } return r; } \
            odd(n) { var r; if (n == 0) { r = 0; } else { r = even(n - 1); } return r; } main() { return even(30); }",
    ];
    for text in programs {
        assert!(Both::new(text).run_step_by_step(&[]) > 10, "{text}");
    }
}

/// Each computation on numbers around the largest that are small, in a loop, so that code is left and entered again.
#[test]
fn small_and_large_numbers_take_turns() {
    let statements = [
        "x = x + y;",
        "x = x - y;",
        "x = y - x;",
        "x = x + x;",
        "x = x * 3; x = x / 3;",
        "x = x * y / 3 / (y * y + 1);",
        "x = x + y * 3 - 1; x = x / 4;",
        "x = x + y * z; x = x / 5;",
        "x = z * 5 + 7;",
        "x = x + 4611686018427387000; x = x - 4611686018427387001;",
        "x = 4611686018427387903 - x;",
        "x = x + y + 4; x = x / 2;",
        "x = x / 2; x = x / 7; x = x / 1000003 + z * 900000000000;",
        "x = x - x / 8 * 8 + z * 4611686018427387;",
        "x = x - x / 10 * 10 + z * 4611686018427387;",
        "x = x - x / 1000003 * 1000003 + z;",
        "if (y != 0) { x = x / y; x = z - x; }",
        "if (y != 0) { x = x - x / y * y; x = x + z; }",
        "if (x < y + 5) { x = x + 1; } else { x = x - 7; }",
        "if (x <= y) { x = z; } else { x = y; }",
        "x = (x < y) + (x >= z) * 2 + (x == y) * 4 + z;",
        "x = !x + z;",
        "a[1] = x; x = a[1] + y; a[0] = a[0] + x / 3;",
        "if (a[0] < x) { a[0] = x; } else { a[0] = y; } x = a[0] + a[1]; if (a[1] == 3) { a[1] = y; }",
        "r.f = x + y; x = x - r.f; r.g = r.g + x / 2;",
        "(*p).f = x; x = y + (*p).f; (*p).g = x / 2; x = x - (*p).g;",
        "q = &x; *q = *q + y;",
        "x = one(x + 1); x = two(x, y); x = three(y, x + 2, z); x = minus(x, z);",
        "x = times(x, y) / 1000000007;",
        "if (x / 4 * 4 == x) { x = x / 4; } else { x = x + z; }",
    ];
    let functions = "one(n) { return n; } two(m, n) { return m + n; } three(k, m, n) { var s; s = k - m; return s + n; } \
        minus(m, n) { return m - n; } times(m, n) { return m * n; }";
    let largest = (1_i64 << 62) - 1;
    let mut rng = Rng::new(12);
    for statement in statements {
        let text = format!(
            "{functions} main() {{ var a, i, n, p, q, r, x, y, z; a = [1, 2]; r = {{f: 1, g: 2}}; p = alloc {{f: 0, g: 0}}; x = 0; \
            q = alloc 0; i = 0; n = input; y = input; z = input; x = input; \
            while (i < n) {{ {statement} i = i + 1; output x; z = z - 1; }} return a[0]; }}"
        );
        let mut both = Both::new(&text);
        for _ in 0..60 {
            let rounds = rng.between(1, 30);
            let mut near = || match rng.below(5) {
                0 => largest - rng.between(0, 5),
                1 => -largest - 1 + rng.between(0, 5),
                2 => rng.between(-9, 9),
                3 => rng.between(-largest - 1, largest),
                _ => rng.between(-1 << 33, 1 << 33),
            };
            let inputs = [rounds, near(), near(), near()];
            let limits = Limits { max_bits: 5000, ..Limits::default() };
            let shown = both.run(&inputs, &limits);
            let usual = matches!(shown.outcome, Outcome::Returned(_) | Outcome::Limit(LimitKind::Bits));
            assert!(usual, "{statement} {inputs:?} {shown:?}");
        }
    }
}

#[test]
fn every_error_has_its_place() {
    let errors = [
        ("x = n / (i - 7);", ErrorKind::DivisionByZero, "n / (i - 7)"),
        ("x = n - n / (i - 7) * (i - 7);", ErrorKind::DivisionByZero, "n / (i - 7)"),
        ("if (i == 7) { x = z; }", ErrorKind::Uninitialized, "z"),
        ("if (i == 7) { q = &z; x = *q; }", ErrorKind::Uninitialized, "*q"),
        ("x = a[i];", ErrorKind::OutOfBounds, "a[i]"),
        ("x = a[7 - i - 1];", ErrorKind::OutOfBounds, "a[7 - i - 1]"),
        ("a[i] = 3;", ErrorKind::OutOfBounds, "a[i]"),
        ("a[i] = x;", ErrorKind::OutOfBounds, "a[i]"),
        ("x = x + a[i];", ErrorKind::OutOfBounds, "a[i]"),
        ("if (a[i] < n) { x = 1; }", ErrorKind::OutOfBounds, "a[i]"),
        ("if (a[i] != 3) { x = 1; }", ErrorKind::OutOfBounds, "a[i]"),
        ("x = b[i][0];", ErrorKind::OutOfBounds, "b[i]"),
        ("x = b[0][i];", ErrorKind::OutOfBounds, "b[0][i]"),
        ("x = a[i * 4611686018427387900];", ErrorKind::OutOfBounds, "a[i * 4611686018427387900]"),
        ("if (i == 7) { q = null; } x = *q;", ErrorKind::NullDereference, "*q"),
        ("if (i == 7) { q = null; } *q = 1;", ErrorKind::NullDereference, "*q"),
        ("if (i == 7) { p = null; } x = (*p).f;", ErrorKind::NullDereference, "*p"),
        ("if (i == 7) { p = null; } x = x + (*p).f;", ErrorKind::NullDereference, "*p"),
        ("if (i == 7) { p = null; } (*p).f = i;", ErrorKind::NullDereference, "*p"),
    ];
    for (statement, kind, place) in errors {
        let text = format!(
            "main() {{ var a, b, i, n, p, q, x, z; a = [1, 2, 3, 4, 5, 6, 7]; b = [a, a, a, a, a, a, a]; p = alloc {{f: 1}}; \
            q = alloc 1; n = 100; x = 0; i = 0; while (i < 10) {{ {statement} i = i + 1; }} return x; }}"
        );
        match Both::new(&text).run(&[], &Limits::default()).outcome {
            Outcome::Error { kind: found, span } => {
                assert_eq!((found, &text[span.range()]), (kind, place), "{statement}")
            }
            other => panic!("{statement} {other:?}"),
        }
    }
}

#[test]
fn calls_nest_as_deep_as_allowed() {
    let mut deep = Both::new(
        "f(n) { var r; if (n < 1) { r = 0; } else { r = f(n - 1) + 1; } return r; } main() { return f(input); }",
    );
    for depth in [0, 1, 100, 4094, 4095, 4096, 4097, 9000, 100_000, 999_998] {
        assert_eq!(deep.run(&[depth], &Limits::default()).outcome, returned(depth), "{depth}");
    }
    assert_eq!(deep.run(&[1_000_000], &Limits::default()).outcome, Outcome::Limit(LimitKind::CallDepth));
    for max_call_depth in [0, 1, 2, 30, 4095, 4096, 4097, 4098, 5000] {
        let limits = Limits { max_call_depth, ..Limits::default() };
        let most = max_call_depth as i64 - 1;
        assert_eq!(deep.run(&[most], &limits).outcome == returned(most), most >= 0);
        assert_eq!(deep.run(&[most + 1], &limits).outcome, Outcome::Limit(LimitKind::CallDepth));
    }
    // Steps run out at calls as well as elsewhere.
    let mut shifted = Both::new(
        "f(n) { var r; if (n < 1) { r = 0; } else { r = f(n - 1) + 1; } return r; } \
        main() { var i, n; n = input; i = input; while (i > 0) { i = i - 1; } return f(n); }",
    );
    for shift in 0..8 {
        let limits = Limits { max_call_depth: 3001, ..Limits::default() };
        assert_eq!(shifted.run(&[3000, shift], &limits).outcome, returned(3000));
        assert_eq!(shifted.run(&[3001, shift], &limits).outcome, Outcome::Limit(LimitKind::CallDepth));
    }
    // Code is left in the innermost call, so that all return to where others called.
    let mut left = Both::new(
        "f(n) { var r; if (n < 1) { output n; r = 0; } else { r = f(n - 1) + 1; } return r; } \
        main() { var i, s; i = 0; s = 0; while (i < 20) { s = s + f(30); i = i + 1; } return s; }",
    );
    let limits = |max_call_depth| Limits { max_call_depth, ..Limits::default() };
    assert_eq!(left.run(&[], &limits(31)).outcome, returned(600));
    assert_eq!(left.run(&[], &limits(30)).outcome, Outcome::Limit(LimitKind::CallDepth));
    // Up and down around where the stack grows, with large numbers on the way.
    let mut tree = Both::new(
        "f(n, x) { var r; if (n < 1) { r = x; } else { r = f(n - 1, x * 3) + f(n / 5, x + 1); } return r; } \
        main() { return f(input, input); }",
    );
    for n in [0, 1, 10, 60, 300] {
        for x in [0, 1, 1 << 40] {
            tree.run(&[n, x], &Limits { max_steps: Some(50_000), ..Limits::default() });
        }
    }
}

/// A register that becomes large while the interpreter has its turn is not taken to be small after a return.
#[test]
fn callers_may_have_changed_behind_a_call() {
    let text = "f(n) { var i; i = 0; while (i < n) { i = i + 1; } return i; } \
        main() { var i, x, s; i = 0; x = 4611686018427380000; s = 0; while (i < 400) { x = x + 31; s = s + f(i / 8) + x / 7; \
        if (i / 50 * 50 == i) { x = x - 1600; output x; } i = i + 1; } return s + x; }";
    let mut both = Both::new(text);
    both.run(&[], &Limits::default());
    for max_steps in (0..20_000).step_by(97) {
        both.run(&[], &Limits { max_steps: Some(max_steps), ..Limits::default() });
    }
}

/// Code is left for inputs, outputs and room for cells, and goes on where it was.
#[test]
fn the_world_outside_interrupts() {
    let text = "main() { var a, i, s, p; s = 0; i = 0; a = [0]; p = null; while (i < 30) { s = s + input; output s * i; \
        a = [s, i, a[0]]; p = alloc {v: i, next: p}; s = s + a[2] + (*p).v; i = i + 1; } return s; }";
    let inputs: Vec<i64> = (0..40).collect();
    let mut both = Both::new(text);
    both.run_step_by_step(&inputs);
    for max_cells in [0, 1, 2, 3, 10, 100, 150] {
        both.run(&inputs, &Limits { max_cells, ..Limits::default() });
    }
    for count in [0, 1, 7, 29, 30] {
        both.run(&inputs[..count], &Limits::default());
    }
}

/// Programs that are translated while they run, as all are that users run.
#[test]
fn long_runs_change_over() {
    let text = "main() { var i, s; i = 0; s = 0; while (i < 300000) { s = s + i / 3 - i / 7; i = i + 1; } return s; }";
    let mut both = Both::new(text);
    for max_steps in [None, Some(8191), Some(8192), Some(8193), Some(250_000)] {
        let limits = Limits { max_steps, ..Limits::default() };
        let expected = both.run(&[], &limits);
        assert_eq!(both.run_by(MachineCode::On, &[], &limits), expected);
    }
}

#[test]
fn records_are_found_wherever_they_lie() {
    // Pointers to what `alloc` put behind them, to variables, to records that were there before, and to exchanged ones. Each
    // field is read, written and added to, in a loop that machine code stays in.
    let around = |make: &str| {
        format!(
            "main() {{ var a, b, c, i, p, q, s; a = {{u: 3, v: 5, w: 7}}; b = {{u: 11, v: 13, w: 17}}; s = 0; i = 0; p = &a; q = &b; \
             while (i < 300) {{ {make} s = s + (*p).u; s = s * 3 + (*p).v - s / 7; s = s - s / 100003 * 100003 + (*p).w; \
             (*p).v = s; (*p).w = i; (*q).u = (*q).u + (*p).v; output s; i = i + 1; }} return s + a.u + a.v + b.v + b.w; }}"
        )
    };
    for make in [
        "p = alloc {u: i, v: 2, w: 4};",
        "p = &a; q = &b;",
        "p = alloc a; q = alloc b;",
        "*p = b; q = &a;",
        "p = alloc {u: i, v: 2, w: 4}; *p = a;",
        "if (i - i / 3 * 3 == 0) { p = alloc {u: 1, v: i, w: 2}; } else { p = &b; }",
        "q = p; p = alloc {u: (*q).w, v: (*q).v, w: 1}; *q = *p;",
    ] {
        let mut both = Both::new(&around(make));
        let shown = both.run(&[], &Limits::default());
        assert!(matches!(shown.outcome, Outcome::Returned(_)), "{make}: {shown:?}");
        assert_eq!(shown.outputs.len(), 300, "{make}");
    }
    // Errors are where they are without machine code.
    for (make, expected) in [
        ("if (i == 200) { p = null; }", ErrorKind::NullDereference),
        ("if (i == 200) { q = null; }", ErrorKind::NullDereference),
        ("if (i == 200) { p = &c; }", ErrorKind::Uninitialized),
    ] {
        let shown = Both::new(&around(make)).run(&[], &Limits::default());
        assert!(matches!(shown.outcome, Outcome::Error { kind, .. } if kind == expected), "{make}: {shown:?}");
    }
}

/// A number of about so many bits, near a power of two more often than not.
fn near_a_power(rng: &mut Rng, bits: u32) -> BigInt {
    let power = BigInt::from(1) << bits;
    let magnitude = match rng.below(4) {
        0 => power - rng.between(0, 3),
        1 => power + rng.between(0, 3),
        2 => (0..bits / 32).fold(BigInt::from(1), |sum, _| (sum << 32) + rng.between(0, u32::MAX.into())),
        _ => power - (BigInt::from(1) << rng.between(0, bits.into())),
    };
    if rng.chance(0.3) { -magnitude } else { magnitude }
}

/// Sums, products, comparisons and whatever else there is, on numbers of all lengths, in loops that code stays in: what
/// routines do, what they refuse, and collections in between.
#[test]
fn large_numbers_do_the_same() {
    let statements = [
        "x = x + y;",
        "x = x + x;",
        "x = y + z; y = x;",
        "t = x + y; x = y; y = t;",
        "x = x + 1;",
        "x = x - 3;",
        "x = x + 4611686018427387903;",
        "x = x + k;",
        "x = k + x;",
        "x = x + y + 7;",
        "x = x - y;",
        "x = y - x;",
        "x = 5 - x;",
        "x = x * k;",
        "x = k * x;",
        "x = x * -3;",
        "x = x * 4611686018427387903; x = x / 4611686018427387903;",
        "x = y * z; x = x / y;",
        "x = x + y * 3 + 1;",
        "x = x * 10 + 3;",
        "x = x + k * m;",
        "c = 2305843009213693951; t = 2305843009213693000; x = t + c + 1000; x = x + y;",
        "c = 1537228672809129301; x = 7 + c * 3 - 2; x = x * 2 - y; x = c * 3 + 100; x = x + z;",
        "c = 4611686018427387903; t = -4611686018427387904; x = x + (c + c) * (t + t); x = x * x; x = x / y;",
        "x = x + k * 4611686018427387901;",
        "x = x + m * m; m = m + 12345678901;",
        "x = x - x / 10 * 10 + y;",
        "x = x / 10 + z;",
        "x = x / 2 + z;",
        "x = x / 8; y = y / 1152921504606846976; x = x * z;",
        "t = x / 1000; t = t / 1000; x = t / 1000 + z;",
        "t = x; while (t > 9) { x = x + t / 10; t = t / 10; j = j + t - t / 10 * 10; } y = y + j;",
        "c = 4611686018427387904; c = c * -1; if (c != -4611686018427387904) { x = 7; }",
        "c = 4611686018427387904; k = -1; t = product(c, k); if (t < -4611686018427387904) { x = 7; }",
        "if (y != 0) { x = x - x / y * y + z; }",
        "if (z != 0) { x = x * y; x = x - x / z * z; y = y * y; y = y - y / z * z; }",
        "if (y != 0) { x = x / y + z; }",
        "if (x < y) { x = x + z; } else { y = y + z; }",
        "if (x <= y + 5) { x = x + z; } else { y = y + z; }",
        "if (x > 0) { x = x - z; } else { x = x + y; }",
        "if (x < 0) { x = x + z; } else { x = x - y; }",
        "if (x == 7) { x = y; } else { x = x + 1; }",
        "if (x != 7) { x = x + 2; } else { x = y; }",
        "if (x / 4 * 4 == x) { x = x + 1; } else { x = x + z; }",
        "if (x / 4 * 4 != x) { x = x + 1; } else { x = x + 5; }",
        "a[1] = x; x = a[1] + y; a[0] = a[0] + x; x = x + a[0];",
        "r.f = x + y; x = x + r.f; if (a[1] < x) { a[1] = y; } if (a[1] < 7) { a[1] = z; }",
        "x = sum(x, y);",
        "x = product(x, k);",
        "x = x + tower(y, 5);",
        "x = 0; y = y + z; x = x + k;",
        "while (x < y && j < 3) { x = x + 1; j = j + 1; }",
        "c = y - 2; while (c < y) { c = c + 1; } x = x + c;",
        "c = k; while (c > 0) { c = c - 4611686018427387000; x = x + y; }",
    ];
    let functions = "sum(m, n) { return m + n; } product(m, n) { return m * n; } \
        tower(m, n) { var r; if (n == 0) { r = m; } else { r = tower(m + m, n - 1) + m; } return r; }";
    let mut rng = Rng::new(13);
    for number in 0..4000 {
        let body: String = (0..=rng.below(4)).map(|_| *rng.pick(&statements)).collect();
        let value = |rng: &mut Rng| {
            let bits =
                *rng.pick(&[61_u32, 62, 63, 64, 100, 128, 191, 255, 256, 257, 383, 512, 700, 1024, 2048, 8190, 9000]);
            near_a_power(rng, bits)
        };
        let (x, y, z) = (value(&mut rng), value(&mut rng), value(&mut rng));
        let k = rng.between(-5, 5) * *rng.pick(&[1, 1, 1 << 40, 900_000_000_000_000_000]);
        let m = rng.between(0, 1 << 61);
        let text = format!(
            "{functions} main() {{ var a, c, i, j, k, m, r, t, x, y, z; a = [1, 2]; r = {{f: 1, g: 2}}; x = {x}; y = {y}; z = {z}; \
            k = {k}; m = {m}; i = 0; while (i < {rounds}) {{ j = 0; {body} i = i + 1; \
            if (i - i / 16 * 16 == 0) {{ output x; output y; }} }} return x + a[0]; }}",
            rounds = *rng.pick(&[3, 40, 600]),
        );
        let max_steps = if number % 3 == 0 { Some(rng.below(1000) as u64) } else { None };
        let limits = Limits { max_steps, max_bits: *rng.pick(&[2000, 7000, 8192, 20_000]), ..Limits::default() };
        Both::new(&text).run(&[], &limits);
    }
}
