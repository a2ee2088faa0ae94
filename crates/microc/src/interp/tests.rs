//! The interpreter: semantics, errors, limits.

use super::*;
use pathfold_base::SourceFile;

struct Run {
    outcome: Outcome,
    outputs: Vec<String>,
    text: String,
}

/// Interpreted, and by machine code: the same comes of both.
fn run_limited(text: &str, inputs: &[i64], limits: Limits) -> Run {
    let interpreted = run_by(text, inputs, Limits { machine_code: MachineCode::Off, ..limits.clone() });
    let native = run_by(text, inputs, Limits { machine_code: MachineCode::Always, ..limits });
    assert_eq!(interpreted.outcome, native.outcome, "{text}");
    assert_eq!(interpreted.outputs, native.outputs, "{text}");
    native
}

fn run_by(text: &str, inputs: &[i64], limits: Limits) -> Run {
    let (checked, diagnostics) = crate::load(&SourceFile::new("t.mc", text));
    let checked = checked.unwrap_or_else(|| panic!("{text}\n{diagnostics:?}"));
    let mut inputs = inputs.iter();
    let mut outputs = Vec::new();
    let outcome = Interp::new(&checked).run(
        &[],
        || inputs.next().map(|n| Integer::from(*n)),
        |n| outputs.push(n.to_string()),
        limits,
    );
    Run { outcome, outputs, text: text.to_owned() }
}

fn run(text: &str, inputs: &[i64]) -> Run {
    run_limited(text, inputs, Limits::default())
}

impl Run {
    fn show(&self) -> String {
        match &self.outcome {
            Outcome::Returned(n) => n.to_string(),
            Outcome::Error { kind, span } => format!("{} at {}", kind.slug(), &self.text[span.range()]),
            other => format!("{other:?}"),
        }
    }
}

const HELPERS: &str = "id(n) { return n; } say(n) { output n; return n; } \
    set(p, v) { *p = v; return v; } fill(a, v) { a[0] = v; return v; } ";

#[test]
fn statements_do_what_they_should() {
    for (body, expected) in [
        ("return 7 / 2 * 10 + (0 - 7) / 2;", "27"),
        ("return -7 / 2 + 7 / -2;", "-6"),
        ("return (1 < 2) + (2 <= 2) + (3 > 4) + (4 >= 5) + (1 == 1) + (1 != 1);", "3"),
        ("return !5 + !0 * 10;", "10"),
        ("return (5 && 7) + (0 || 9) * 10 + (0 && 1 / 0) + (1 || 1 / 0) * 100;", "111"),
        ("x = 3; while (x) x = x - 1; return x;", "0"),
        ("x = [1, 2, 3]; y = x; y[1] = 9; return x[1];", "9"),
        ("x = {a: 1, b: 2}; y = x; y.a = 9; return x.a * 10 + x.b;", "92"),
        ("x = 1; p = &x; *p = 5; return x;", "5"),
        ("x = 1; p = &x; y = set(p, 4); return x * 10 + y;", "44"),
        ("x = 1; p = &x; return x + set(p, 4) + x;", "9"),
        ("p = alloc 1; q = p; *q = 2; return *p + (p == q) * 10 + (p == alloc 2) * 100;", "12"),
        ("p = null; return (p == null) + (p != null) * 10;", "1"),
        ("x = [[1, 2], [3, 4]]; y = 1; return x[y - 1][y] + x[y - 1][y - 1] * 10 + x[y][y] * 100;", "412"),
        ("p = alloc {v: 1, w: 5}; q = {v: 2, w: 6}; *p = q; q.w = 7; return (*p).v * 10 + (*p).w;", "27"),
        ("q = {v: 1, w: 2}; p = &q; (*p).w = 5; return q.w * 10 + (*p).v + (*p).w;", "56"),
        ("p = alloc {v: alloc {w: 3}, x: 4}; q = (*p).v; return (*q).w * 10 + (*p).x;", "34"),
        (
            "p = alloc {v: 3, w: null}; p = alloc {v: 4, w: p}; q = (*p).w; x = 1; return x + (*p).v * 10 + (*q).v;",
            "44",
        ),
        ("x = [[1, 2], [3]]; return x[0][1] * 10 + x[1][0];", "23"),
        ("x = [{a: 1}, {a: 2}]; x[1].a = 7; return x[1].a + x[0].a;", "8"),
        ("p = alloc {v: 1, next: null}; (*p).next = p; return (*(*(*p).next).next).v;", "1"),
        ("x = [1, 2]; x = [x[1], x[0]]; return x[0] * 10 + x[1];", "21"),
        ("x = 1; x = x && x + 1; return x;", "1"),
        ("x = input; y = input; return x - y;", "15"),
        ("x = 0; y = 0; while (x < 3) { p = alloc x; x = x + 1; y = y + *p; } return y;", "3"),
        ("x = 0; while (x < 3 && x != 2 || x == 7) x = x + 1; return x;", "2"),
        ("x = [0]; y = fill(x, 8); return x[0];", "8"),
        ("return 1 / 0;", "division-by-zero at 1 / 0"),
        ("x = 0; return 2 * ((1 + 1) / (x));", "division-by-zero at (1 + 1) / (x)"),
        ("return x;", "uninitialized at x"),
        ("p = &x; return *p;", "uninitialized at *p"),
        ("p = &x; y = x; return y;", "uninitialized at x"),
        ("return x + 1 / 0;", "uninitialized at x"),
        ("return id(x);", "uninitialized at x"),
        ("if (input < 0) x = 1; return x + 1;", "uninitialized at x"),
        ("if (input > 0) x = 1; return x + 1;", "2"),
        ("y = 0; while (y < 2) { if (y == 1) { z = x + 0; } x = 4; y = y + 1; } return z;", "4"),
        ("y = 0 && x; return y + (1 && x);", "uninitialized at x"),
        ("x = [1, 2]; return x[2];", "out-of-bounds at x[2]"),
        ("x = [1, 2]; return x[-1];", "out-of-bounds at x[-1]"),
        ("x = [1, 2]; x[99999999999999999999] = 1; return 0;", "out-of-bounds at x[99999999999999999999]"),
        ("x = []; return x[0];", "out-of-bounds at x[0]"),
        ("p = null; return *p;", "null-dereference at *p"),
        ("p = null; *p = 1; return 0;", "null-dereference at *p"),
        ("p = null; *p = 1 / 0; return 0;", "division-by-zero at 1 / 0"),
        ("x = [1]; x[5] = y; return 0;", "uninitialized at y"),
        ("x = [[1]]; x[5][1 / 0] = 1; return 0;", "out-of-bounds at x[5]"),
        ("p = null; p = alloc {a: null}; return *(*p).a;", "null-dereference at *(*p).a"),
        ("x = input; y = input; z = input; return 0;", "OutOfInputs"),
    ] {
        let found = run(&format!("{HELPERS} main() {{ var x, y, z, p, q; {body} }}"), &[20, 5]);
        assert_eq!(found.show(), expected, "{body}");
    }
}

/// Instructions that stand for several report the place that is wrong, and nothing is within bounds by overflow.
#[test]
fn fused_instructions_keep_places_and_bounds() {
    for (body, expected) in [
        ("x = [1, 2]; y = 1; return x[y + 1];", "out-of-bounds at x[y + 1]"),
        ("x = [1, 2]; y = 0; return x[y - 1];", "out-of-bounds at x[y - 1]"),
        ("x = [1, 2]; y = 1; x[y + 1] = 0; return 0;", "out-of-bounds at x[y + 1]"),
        ("x = [1, 2]; y = 4611686018427387903; return x[y + 1];", "out-of-bounds at x[y + 1]"),
        ("x = [1, 2]; y = -4611686018427387904; return x[y - 1];", "out-of-bounds at x[y - 1]"),
        ("x = [1, 2]; y = 4611686018427387904; return x[y - 1];", "out-of-bounds at x[y - 1]"),
        ("x = [[1, 2]]; y = 0; return x[y + 1][y];", "out-of-bounds at x[y + 1]"),
        ("x = [[1, 2]]; y = 0; return x[y][y + 2];", "out-of-bounds at x[y][y + 2]"),
        ("x = [[1, 2]]; y = 0; return x[y][y + 1];", "2"),
        ("x = [1, 2]; y = 2; if (x[y] > 1) { y = 0; } return y;", "out-of-bounds at x[y]"),
        ("x = [1, 2]; y = 1; if (x[y - 1] < x[y]) { y = 7; } return y;", "7"),
        ("x = [1, 2]; y = 1; if (x[y - 1] >= x[y]) { y = 7; } return y;", "1"),
        ("x = [99999999999999999999, 2]; y = 0; if (x[y] > x[y + 1]) { y = 7; } return y;", "7"),
        ("x = [99999999999999999999, 2]; y = 0; if (x[y] <= 5) { y = 7; } return y + x[0];", "99999999999999999999"),
        ("x = [1]; y = 2; return y + x[y];", "out-of-bounds at x[y]"),
        ("p = alloc {a: 1}; p = null; return (*p).a;", "null-dereference at *p"),
        ("p = alloc {a: 1}; p = null; (*p).a = 1; return 0;", "null-dereference at *p"),
        ("p = alloc {a: 99999999999999999999}; return 1 + (*p).a;", "100000000000000000000"),
        ("x = {a: 99999999999999999999}; return 1 + x.a;", "100000000000000000000"),
        ("x = 7; y = 0; return x - x / y * y;", "division-by-zero at x / y"),
        ("x = 7; y = 0; if (x / y * y == x) { x = 1; } return x;", "division-by-zero at x / y"),
        ("return x - x / 3 * 3;", "uninitialized at x"),
        ("x = 5; p = &x; return x - x / 3 * 3 + *p;", "7"),
        ("x = 0; while (x <= 4611686018427387903 && x < 3) x = x + 1; return x;", "3"),
        ("x = 99999999999999999999; y = 0; while (y <= x - 1 && y < 9) y = y + 4; return y;", "12"),
    ] {
        let found = run(&format!("main() {{ var x, y, p; {body} }}"), &[]);
        assert_eq!(found.show(), expected, "{body}");
    }
}

#[test]
fn evaluation_goes_from_left_to_right() {
    for (body, expected) in [
        ("x = say(1) + say(2) * say(3);", "1 2 3"),
        ("x = say(0) && say(1);", "0"),
        ("x = say(1) || say(2);", "1"),
        ("if (say(0) || say(5)) output 9;", "0 5 9"),
        ("y = [1, 2]; y[say(0)] = say(7);", "7 0"),
        ("x = [say(1), say(2)][say(0)];", "1 2 0"),
        ("y = {b: say(1), a: say(2)}; x = y.a - y.b; output x;", "1 2 1"),
        ("x = 3; p = &x; output x + set(p, 1) * 10 + x * 100;", "113"),
    ] {
        let found = run(&format!("{HELPERS} main() {{ var x, y, p; {body} return 0; }}"), &[]);
        assert_eq!(found.outputs.join(" "), expected, "{body}");
    }
}

#[test]
fn numbers_have_no_bounds() {
    let factorial = "fac(n) { var f; if (n == 0) { f = 1; } else { f = n * fac(n - 1); } return f; } ";
    let text = format!("{factorial} main() {{ return fac(30) / fac(28) - fac(25) / fac(25); }}");
    assert_eq!(run(&text, &[]).show(), "869");
    for (expr, expected) in [
        ("4611686018427387903 + 1", "4611686018427387904"),
        ("4611686018427387904 - 1", "4611686018427387903"),
        ("0 - 4611686018427387904 - 1", "-4611686018427387905"),
        ("-4611686018427387904 / -1", "4611686018427387904"),
        ("9223372036854775807 + 9223372036854775807", "18446744073709551614"),
        ("9223372036854775808 - 9223372036854775807", "1"),
        ("99999999999 * 99999999999", "9999999999800000000001"),
        ("99999999999 * 99999999999 / 99999999999", "99999999999"),
        ("99999999999999999999 == 99999999999999999998 + 1", "1"),
        ("99999999999999999999 < 1", "0"),
        ("1 - 99999999999999999999 < 1", "1"),
        ("!99999999999999999999 + (99999999999999999999 && 1)", "1"),
        ("1 / 99999999999999999999", "0"),
        ("99999999999999999999 / 0", "division-by-zero at 99999999999999999999 / 0"),
        ("1 + 4611686018427387903 * 3", "13835058055282163710"),
    ] {
        let found = run(&format!("main() {{ return {expr}; }}"), &[]);
        assert_eq!(found.show(), expected, "{expr}");
    }
}

/// Every fused or specialised instruction against the plain one, on both sides of every boundary.
#[test]
fn fast_ways_agree_with_exact_arithmetic() {
    let edge = [
        0,
        1,
        2,
        3,
        7,
        99,
        (1 << 31) - 1,
        1 << 31,
        (1 << 32) - 1,
        1 << 32,
        (1 << 61) - 1,
        1 << 61,
        (1 << 62) - 1,
        1 << 62,
        i64::MAX,
    ];
    let numbers: Vec<i64> = edge.iter().flat_map(|n| [*n, -n]).collect();
    let exprs = [
        "a / 2",
        "a / 64",
        "a / 3",
        "a / 65535",
        "a / 65537",
        "a / -3",
        "a / 1",
        "a + b + 5",
        "a + b - 7",
        "a + b * 3",
        "b * 3 + a - 2",
        "a + b * c",
        "b * c + a",
        "b * -5 + 1000000",
        "1 - a",
        "a - 1",
        "a * 2 - 3",
        "id(a + 1)",
        "id(a - 4611686018427387904)",
        "a / b",
        "a < b",
        "a >= b + c",
        "a - a / 8 * 8",
        "a - a / 10 * 10",
        "a - a / 70000 * 70000",
        "a - a / -3 * -3",
        "a - a / b * b",
    ];
    let list = exprs.map(|e| format!("if (b != 0) {{ output {e}; }}")).join(" ");
    let text =
        format!("id(n) {{ return n; }} main() {{ var a, b, c; a = input; b = input; c = input; {list} return 0; }}");
    // The same through variables and array elements, which nothing is fused with.
    let slow = |e: &str| {
        let parts: Vec<&str> = e.split(' ').collect();
        let precedes = parts.len() == 5 && parts[3] == "*";
        match parts[..] {
            [x, op, y] => format!("x = [{x}]; y = [{y}]; output x[0] {op} y[0];"),
            [x, p, y, "*", z] if precedes => {
                format!("x = [{y}]; y = [{z}]; y = [x[0] * y[0]]; x = [{x}]; output x[0] {p} y[0];")
            }
            [x, o, y, p, z] if e.starts_with("a >=") => {
                format!("x = [{y}]; y = [{z}]; y = [x[0] {p} y[0]]; x = [{x}]; output x[0] {o} y[0];")
            }
            [x, o, y, p, z] => format!("x = [{x}]; y = [{y}]; x = [x[0] {o} y[0]]; y = [{z}]; output x[0] {p} y[0];"),
            [x, "-", y, "/", z, "*", w] => format!(
                "x = [{y}]; y = [{z}]; x = [x[0] / y[0]]; y = [{w}]; x = [x[0] * y[0]]; y = [{x}]; output y[0] - x[0];"
            ),
            [x, o, y, p, z, q, w] => format!(
                "x = [{x}]; y = [{y}]; x = [x[0] {o} y[0]]; y = [{z}]; x = [x[0] {p} y[0]]; y = [{w}]; output x[0] {q} y[0];"
            ),
            _ => format!("x = [{e}]; output x[0];"),
        }
    };
    let list = exprs.map(|e| format!("if (b != 0) {{ {} }}", slow(&e.replace("id(", "").replace(')', "")))).join(" ");
    let slow = format!("main() {{ var a, b, c, x, y; a = input; b = input; c = input; {list} return 0; }}");
    let mut at = 0;
    for a in &numbers {
        for b in &numbers {
            at += 7;
            let inputs = [*a, *b, numbers[at % numbers.len()]];
            assert_eq!(run(&text, &inputs).outputs, run(&slow, &inputs).outputs, "{inputs:?}");
        }
    }
}

#[test]
fn large_numbers_are_collected() {
    let text = "main() { var i, x, keep; i = 0; x = 1; keep = [0, 0]; while (i < 20000) { x = x * 3; \
        if (i == 100) { keep[1] = x; } i = i + 1; } while (i > 101) { x = x / 3; i = i - 1; } \
        return x == keep[1]; }";
    assert_eq!(run(text, &[]).show(), "1");
}

#[test]
fn recursion_lives_on_our_own_stack() {
    let text =
        "f(n) { var r; if (n == 0) { r = 0; } else { r = f(n - 1) + 1; } return r; } main() { return f(500000); }";
    assert_eq!(run(text, &[]).show(), "500000");
}

#[test]
fn limits_end_runs() {
    let forever = "main() { while (1) {} return 0; }";
    let deep = "f(n) { return f(n + 1); } main() { return f(0); }";
    let grow = "main() { var x; x = 3; while (1) { x = x * x; } return x; }";
    let cells = "main() { var x; while (1) { x = [1, 2, 3]; } return 0; }";
    let hoard = "main() { var n, i, l; n = 3; i = 0; l = null; while (i < 8) { n = n * n; i = i + 1; } \
        while (1) { n = n + 1; l = alloc {v: n, next: l}; } return 0; }";
    let cases = [
        (hoard, Limits { max_bytes: Some(100_000), ..Limits::default() }, LimitKind::Bytes),
        (forever, Limits { max_steps: Some(100_000), ..Limits::default() }, LimitKind::Steps),
        (deep, Limits::default(), LimitKind::CallDepth),
        (deep, Limits { max_steps: Some(10), ..Limits::default() }, LimitKind::Steps),
        (grow, Limits::default(), LimitKind::Bits),
        (cells, Limits { max_cells: 10_000, ..Limits::default() }, LimitKind::Cells),
        (forever, Limits { deadline: Some(Instant::now()), ..Limits::default() }, LimitKind::Time),
        (forever, Limits { stop: Some(Arc::new(AtomicBool::new(true))), ..Limits::default() }, LimitKind::Stopped),
    ];
    for (text, limits, expected) in cases {
        assert_eq!(run_limited(text, &[], limits).outcome, Outcome::Limit(expected), "{text}");
    }
    let enough = Limits { max_steps: Some(3), ..Limits::default() };
    let loops = "main() { var i; i = 0; while (i < 4) i = i + 1; return i; }";
    assert_eq!(run_limited(loops, &[], enough).show(), "4");
}

#[test]
fn arguments_are_passed_and_counted() {
    let (checked, _) = crate::load(&SourceFile::new("t.mc", "main(a, b) { var p; p = &a; return *p - b; }"));
    let mut interp = Interp::new(&checked.unwrap());
    let mut call = |args: &[Integer]| interp.run(args, || None, |_| {}, Limits::default());
    assert_eq!(call(&[Integer::from(9i64), Integer::from(4i64)]), Outcome::Returned(Integer::from(5i64)));
    assert_eq!(call(&[Integer::ONE]), Outcome::WrongArguments { expected: 2 });
}

#[test]
fn base_cases_of_recursion_are_calls() {
    for (function, expected) in [
        ("f(n) { var r; if (n < 2) { r = n; } else { r = f(n - 1) + f(n - 2); } return r; }", "55"),
        ("f(n) { var r; if (n < 2) { r = 1; } else { r = n * f(n - 1); } return r; }", "3628800"),
        ("f(n) { var r; if (n > 20) { r = n; } else { r = f(n + 3) + 1; } return r; }", "26"),
        ("f(n) { var r; if (n == 0) { r = 7; } else { r = f(n - 1); } return r; }", "7"),
        ("f(n) { var r; if (n == 0) { r = n; } else { r = f(n - 1) + n; } return r; }", "55"),
    ] {
        let program = format!("{function} main() {{ var x; x = 10; return f(x - 0); }}");
        assert_eq!(run(&program, &[]).show(), expected, "{function}");
        // A large argument: not below anything.
        let large = format!(
            "{function} main() {{ var x; x = 1; while (x < 1000000000000000000000) x = x * 10; return f(x / 100000000000000000000); }}"
        );
        assert!(!matches!(run(&large, &[]).outcome, Outcome::Error { .. }));
    }
    let deep = "f(n) { var r; if (n < 1) { r = 0; } else { r = f(n - 1) + 1; } return r; } main() { return f(5 + 0); }";
    for (max_call_depth, expected) in
        [(6, "5"), (5, "Limit(CallDepth)"), (1, "Limit(CallDepth)"), (0, "Limit(CallDepth)")]
    {
        let limits = Limits { max_call_depth, ..Limits::default() };
        assert_eq!(run_limited(deep, &[], limits).show(), expected, "{max_call_depth}");
    }
}

#[test]
fn long_functions_and_loops_leave_the_ops_now_and_then() {
    let body = "s = s + i; t = t - s; u = t + 3;".repeat(500);
    let program =
        format!("main() {{ var i, s, t, u; i = 0; s = 0; t = 0; while (i < 300) {{ {body} i = i + 1; }} return u; }}");
    let (mut s, mut t, mut u) = (0_i64, 0_i64, 0_i64);
    for i in 0..300 {
        for _ in 0..500 {
            s += i;
            t -= s;
            u = t + 3;
        }
    }
    assert_eq!(run(&program, &[]).show(), u.to_string());
}

#[test]
fn large_numbers_survive_collections() {
    // Powers in cells and registers while many others come and go.
    let program = "main() { var a, i, x, y, p; a = [1, 1, 1]; i = 0; x = 1; p = alloc 1; while (i < 2000) { x = x * 3; \
        if (i == 700) { a[1] = x; *p = x - 1; } y = x + i - x * 2 + x; if (y != i) { return y; } i = i + 1; } \
        while (i > 701) { x = x / 3; i = i - 1; } return (x - a[1]) * 10 + (*p + 1 == x) * 2 + (x / 7 * 7 + (x - x / 7 * 7) == x); }";
    let program = program.replace("if (y != i) { return y; }", "if (y != i) { i = 1 / 0; }");
    assert_eq!(run(&program, &[]).show(), "3");
}
