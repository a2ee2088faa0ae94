//! The checker: every diagnostic on a small source.

use super::*;
use pathfold_base::SourceFile;

fn load(text: &str) -> (Option<Checked>, Vec<Diagnostic>) {
    crate::load(&SourceFile::new("t.mc", text))
}

fn main_with(body: &str) -> String {
    format!("f(a) {{ return a + 1; }} main() {{ var x, y, p, r; {body} return 0; }}")
}

#[test]
fn each_error_has_its_code() {
    for (body, expected) in [
        ("x = 1; y = x + f(2); output y;", &[][..]),
        ("z = 1;", &["unknown-name"]),
        ("x = g(1);", &["unknown-function"]),
        ("x = f(1, 2);", &["wrong-arity"]),
        ("x = 1; y = x(1);", &["not-a-function"]),
        ("x = f;", &["function-as-value"]),
        ("p = &f;", &["function-as-value"]),
        ("f = 1;", &["assign-to-function"]),
        ("x = 1; x = null;", &["type-mismatch"]),
        ("x = [1, null];", &["type-mismatch"]),
        ("p = alloc 1; if (p) {}", &["type-mismatch"]),
        ("p = &x; p = 1;", &["type-mismatch"]),
        ("p = alloc 1; p = alloc alloc 1;", &["type-mismatch"]),
        ("x = 1; y = *x;", &["type-mismatch"]),
        ("x = 1; y = x[0];", &["type-mismatch"]),
        ("x = [1]; y = x[null];", &["type-mismatch"]),
        ("p = alloc {a: 1}; x = p.a;", &["type-mismatch"]),
        ("r = {a: 1}; x = r.b;", &["no-such-field"]),
        ("r = {a: 1}; r = {b: 1};", &["type-mismatch"]),
        ("r = {a: 1, a: 2};", &["duplicate-field"]),
        ("r = {a: {b: 1}};", &["nested-record"]),
        ("x = {b: 1}; r = {a: x};", &["nested-record"]),
        ("r = {a: alloc {b: 1}}; x = [{a: 1}]; y = [[1], []];", &[]),
        ("x = [1]; y = [2]; p = x == y;", &["bad-comparison"]),
        ("r = {a: 1}; x = r != r;", &["bad-comparison"]),
        ("p = &x; x = 1; y = p == null; y = p != &x;", &[]),
        ("p = alloc {v: 1, next: null}; (*p).next = p; x = (*(*p).next).v;", &[]),
        ("x = [1]; if (x == null) {}", &["type-mismatch"]),
        ("y = 1; p = &y; x = 2 **p; x = 2 * *p;", &[]),
        ("output null; x = f(null); if (!null) {}", &["type-mismatch", "type-mismatch", "type-mismatch"]),
    ] {
        let found: Vec<_> = load(&main_with(body)).1.iter().map(|d| d.code).collect();
        assert_eq!(found, expected, "{body}");
    }
}

#[test]
fn each_declaration_error_has_its_code() {
    for (text, expected) in [
        ("f() { return 0; }", &["missing-main"][..]),
        ("", &["missing-main"]),
        ("main() { return 0; } main() { return 1; }", &["duplicate-function"]),
        ("main() { var x; var x; return 0; }", &["duplicate-variable"]),
        ("main(a, a) { return 0; }", &["duplicate-parameter"]),
        ("main(a) { var a; return 0; }", &["duplicate-variable"]),
        ("main(p) { return *p; }", &["main-parameter"]),
        ("main() { return null; }", &["main-result"]),
        ("f(r) { return r.x; } main() { return f({y: 1}); }", &["type-mismatch"]),
        ("f(r) { return r.x + r.y; } main() { return f({y: 1, x: 2}); }", &[]),
    ] {
        let found: Vec<_> = load(text).1.iter().map(|d| d.code).collect();
        assert_eq!(found, expected, "{text}");
    }
    let many = |n: usize| (0..n).map(|i| format!("a{i}")).collect::<Vec<_>>().join(", ");
    for (text, expected) in [
        (format!("f({}) {{ return 0; }} main() {{ return 0; }}", many(MAX_PARAMETERS + 1)), "too-many"),
        (format!("main() {{ var {}; return 0; }}", many(MAX_VARIABLES + 1)), "too-many"),
    ] {
        let found: Vec<_> = load(&text).1.iter().map(|d| d.code).collect();
        assert_eq!(found, [expected]);
    }
}

#[test]
fn messages_point_and_help() {
    let (_, found) = load(&main_with("total = 1; p = alloc 1; if (p) {}"));
    assert_eq!(found[1].message, "expected the condition to be `number`, found `pointer to number`");
    assert_eq!(found[1].help.as_deref(), Some("compare the pointer with `null`: `p != null`"));
    let (_, found) = load("main() { var count; count = 1; return cout; }");
    assert_eq!(found[0].primary.message, "did you mean `count`?");
    assert_eq!(found[0].secondary.len(), 1);
}

#[test]
fn cells_and_types_are_resolved() {
    let text = "main() { var r, p; r = {z: 1, a: [2], m: null}; p = &r; return (*p).z + r.a[0]; }";
    let (checked, _) = load(text);
    let checked = checked.unwrap();
    let mut found = Vec::new();
    checked.program.functions[0].walk(&mut |e| {
        if let Some(index) = checked.field_index(e.id) {
            found.push((text[e.span.range()].to_owned(), index, checked.type_name(checked.type_of(e.id))));
        }
    });
    assert_eq!(
        found,
        [("(*p).z".to_owned(), 2, "number".to_owned()), ("r.a".to_owned(), 0, "array of number".to_owned())]
    );
    let info = &checked.functions[checked.main];
    assert_eq!(info.variables.iter().map(|v| v.address_taken).collect::<Vec<_>>(), [true, false]);
}
