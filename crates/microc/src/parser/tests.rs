//! The parser: trees, diagnostics, recovery.

use super::*;
use crate::ast::{BinaryOp, StmtKind};

fn codes(text: &str) -> Vec<&'static str> {
    parse(&SourceFile::new("t.mc", text)).1.iter().map(|d| d.code).collect()
}

fn value(expr: &str) -> (Expr, String) {
    let text = format!("main() {{ return {expr}; }}");
    let (program, diagnostics) = parse(&SourceFile::new("t.mc", text.clone()));
    let program = program.unwrap_or_else(|| panic!("{expr}: {diagnostics:?}"));
    (program.functions[0].result.clone(), text)
}

fn shape(e: &Expr) -> String {
    match &e.kind {
        ExprKind::Number(n) => n.to_string(),
        ExprKind::Name(n) => n.clone(),
        ExprKind::Input => "input".into(),
        ExprKind::Null => "null".into(),
        ExprKind::Ref(i) => format!("(& {})", i.name),
        ExprKind::Deref(e) => format!("(* {})", shape(e)),
        ExprKind::Not(e) => format!("(! {})", shape(e)),
        ExprKind::Alloc(e) => format!("(alloc {})", shape(e)),
        ExprKind::Binary { op, left, right } => format!("({} {} {})", shape(left), op.symbol(), shape(right)),
        ExprKind::Call { callee, args } => {
            format!("{}({})", callee.name, args.iter().map(shape).collect::<Vec<_>>().join(" "))
        }
        ExprKind::Index { array, index } => format!("{}[{}]", shape(array), shape(index)),
        ExprKind::Field { record, field } => format!("{}.{}", shape(record), field.name),
        ExprKind::Array(items) => format!("[{}]", items.iter().map(shape).collect::<Vec<_>>().join(" ")),
        ExprKind::Record(fields) => {
            format!(
                "{{{}}}",
                fields.iter().map(|(n, e)| format!("{}:{}", n.name, shape(e))).collect::<Vec<_>>().join(" ")
            )
        }
    }
}

#[test]
fn expressions_group_as_decided() {
    for (text, expected) in [
        ("a + b * c - d", "((a + (b * c)) - d)"),
        ("a || b && c", "((a || b) && c)"),
        ("a && (b || c)", "(a && (b || c))"),
        ("a == b < c", "(a == (b < c))"),
        ("!a == b", "((! a) == b)"),
        ("*x[0].f", "(* x[0].f)"),
        ("(*p).f[1][2]", "(* p).f[1][2]"),
        ("alloc 1 + 2", "(alloc (1 + 2))"),
        ("1 + alloc 2 + 3", "(1 + (alloc (2 + 3)))"),
        ("-5 - -3", "(-5 - -3)"),
        ("a -5", "(a - 5)"),
        ("f(1, g())[2]", "f(1 g())[2]"),
        ("{a: 1, b: [2, 3]}.b", "{a:1 b:[2 3]}.b"),
        ("a * *p", "(a * (* p))"),
        ("a && &x", "(a && (& x))"),
        ("123456789012345678901234567890", "123456789012345678901234567890"),
        ("[]", "[]"),
        ("{}", "{}"),
    ] {
        assert_eq!(shape(&value(text).0), expected, "{text}");
    }
}

#[test]
fn spans_cover_the_operands_with_their_parentheses() {
    let (e, text) = value("(1 + 2) / (x)");
    assert_eq!(&text[e.span.range()], "(1 + 2) / (x)");
    let ExprKind::Binary { op: BinaryOp::Div, left, .. } = &e.kind else { panic!("{e:?}") };
    assert_eq!(&text[left.span.range()], "1 + 2");
}

#[test]
fn each_syntax_error_has_its_code() {
    for (text, expected) in [
        ("main() { var x; x = 1; return x; }", &[][..]),
        ("main() { x = 1 return 0; }", &["syntax"]),
        ("main() { return 1 || 2 && 3; }", &["mixed-logical"]),
        ("main() { return (1 || 2) && 3; }", &[]),
        ("main() { return !1 == 2; }", &["negated-operand"]),
        ("main() { return 3 == !1 + 2; }", &["negated-operand"]),
        ("main() { return (!1) == 2; }", &[]),
        ("main() { return !(1 == 2) && !1 || 2 == !3; }", &["mixed-logical"]),
        ("main() { var x; x = -x; return 0; }", &["unary-minus"]),
        ("main() { 1 = 2; return 0; }", &["bad-target"]),
        ("main() { f(1) = 2; return 0; }", &["bad-target"]),
        ("main() { f(1); return 0; }", &["unused-value"]),
        ("main() { if (1) { return 1; } return 0; }", &["misplaced-return"]),
        ("main() { return 0; output 1; }", &["misplaced-return"]),
        ("main() { output 1; var x; return 0; }", &["misplaced-var"]),
        ("main() { if (1) { var x; } return 0; }", &["misplaced-var"]),
        ("main() { output 1; }", &["missing-return"]),
        ("main() { return f(1)(2); }", &["bad-call"]),
        ("main() { return 1 % 2; }", &["unknown-operator"]),
        ("main() { return 1x; }", &["bad-number"]),
        ("main() { return 0; } /*", &["unterminated-comment"]),
        ("main() { if (1 + /* return 0; }", &["unterminated-comment"]),
        ("main() { var x = 1; return 0; }", &["syntax"]),
        ("main() { if (x = 1) {} return 0; }", &["syntax"]),
        ("main() { else {} ; return 0; }", &["syntax", "syntax"]),
        ("main() { output 1; f() { return 1; }", &["syntax"]),
        ("main() { var p, r; p = &r.f; return 0; }", &["bad-reference"]),
        ("main() { return \"text\"; }", &["no-text"]),
        ("main() { return input(); }", &["bad-call"]),
        ("main() { return 1 § 2; }", &["unknown-character"]),
        ("main() { return +1; }", &["unary-plus"]),
        ("main() { return 0; output 1; output 2; }", &["misplaced-return"]),
        ("main(void) { return 0; }", &["void-parameter"]),
        ("12", &["syntax"]),
    ] {
        assert_eq!(codes(text), expected, "{text}");
    }
}

#[test]
fn words_of_other_languages_are_names() {
    let text = "print(for) { return for; } int(print) { var for; for = print; return for; }
        main() { var break, int, and; break = print([1]); print(break)[0] = 2; int = {break: 3}; int.break = 4;
        print(int).break = 5; and = int(3); break [0] = and; and = print(and) - int(2); return and; }";
    assert_eq!(codes(text), Vec::<&str>::new());
    // Here it is clear what was meant.
    assert_eq!(codes("print(x) { return x; } main() { print(1); return 0; }"), ["unused-value"]);
    assert_eq!(codes("main() { for (x) { output x; } return 0; }"), ["syntax"]);
}

#[test]
fn several_errors_are_found_in_one_run() {
    let text = "f() { x = ; y = 1 +; return 0; }\nmain( { return 0; }\ng() { if (1 { output 2; } output 3 return 1; }";
    assert_eq!(codes(text), ["syntax", "syntax", "syntax", "syntax", "syntax"]);
}

#[test]
fn output_may_look_like_a_call() {
    let (program, _) = parse(&SourceFile::new("t.mc", "main() { output (1) + 2; return 0; }"));
    let program = program.unwrap();
    assert!(matches!(&program.functions[0].body[0].kind, StmtKind::Output(e) if shape(e) == "(1 + 2)"));
}

#[test]
fn nesting_and_height_are_limited() {
    for unit in
        ["(", "[", "{a:", "!", "*", "f(", "alloc ", "a[", "-", "{", "if (1) ", "while (1) { ", "if (1) {} else "]
    {
        for prefix in ["main() { x = ", "main() { ", ""] {
            let text = format!("{prefix}{}", unit.repeat(100_000));
            let found = codes(&text);
            assert!(!found.is_empty() && found.len() <= MAX_ERRORS, "{unit}: {}", found.len());
        }
    }
    let sum = format!("main() {{ return 0{}; }}", " + 1".repeat(100_000));
    assert_eq!(codes(&sum), ["too-deep"]);
    let chain = format!("main() {{ return a{}; }}", "[0]".repeat(100_000));
    assert_eq!(codes(&chain), ["too-deep"]);
    let fits = format!("main() {{ return 0{}; }}", " + 1".repeat(499));
    assert_eq!(codes(&fits), Vec::<&str>::new());
}

#[test]
fn a_statement_may_start_with_a_record() {
    let (program, diagnostics) =
        parse(&SourceFile::new("t.mc", "main() { {a: 1, b: 2}.a = 3; { {c: 4}.c = 5; } return 0; }"));
    assert!(diagnostics.is_empty(), "{diagnostics:?}");
    let body = &program.as_ref().unwrap().functions[0].body;
    assert!(matches!(&body[0].kind, StmtKind::Assign { .. }));
    assert!(matches!(&body[1].kind, StmtKind::Block(inner) if matches!(inner[0].kind, StmtKind::Assign { .. })));
    let printed = crate::fmt::print(program.as_ref().unwrap());
    let (again, _) = parse(&SourceFile::new("t.mc", printed));
    assert_eq!(again.unwrap().without_places(), program.unwrap().without_places());
    assert_eq!(codes("main() { {a: 1}; return 0; }"), ["unused-value"]);
}
