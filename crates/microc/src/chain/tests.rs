//! Chains of thousands of branches, and what nests too deep.

use pathfold_base::SourceFile;

use crate::{fmt, graph, json, load, lower, normalize, parse, parser::MAX_BRANCHES};

/// A program with a chain of so many branches, whose last `else` holds another `if`.
fn chain(branches: usize) -> SourceFile {
    let mut text = "main() {\n  var x, y;\n  x = input;\n  ".to_owned();
    for n in 0..branches {
        text.push_str(&format!("if (x + 1 == {n} || x == 3) {{\n    y = {n};\n  }} else "));
    }
    text.push_str("{\n    if (x) {}\n  }\n  return y;\n}\n");
    SourceFile::new("t.mc", text)
}

#[test]
fn long_chains_go_through_every_pass() {
    let file = chain(MAX_BRANCHES);
    let (checked, diagnostics) = load(&file);
    assert!(diagnostics.is_empty(), "{diagnostics:?}");
    let checked = checked.unwrap();
    assert_eq!(fmt::format(&file, &checked.program), file.text());
    assert_eq!(checked.program.clone().without_places().functions.len(), 1);
    assert!(graph::graphs(&checked.program)[0].nodes.len() > 2 * MAX_BRANCHES);
    assert!(graph::graphs(&normalize::normalize(&checked.program))[0].nodes.len() > 4 * MAX_BRANCHES);
    assert!(lower(&checked, &file).functions.iter().next().is_some());
}

#[test]
fn a_chain_is_the_tree_it_was() {
    let file = chain(2);
    let (checked, _) = load(&file);
    let tree = json::checked(&file, &checked.unwrap());
    let first = &tree["functions"][0]["body"][1];
    assert_eq!(first["kind"], "if");
    assert_eq!(first["else"]["kind"], "if");
    assert_eq!(first["else"]["span"]["start"]["line"], 6);
    assert_eq!(first["else"]["span"]["end"], first["span"]["end"]);
    assert_eq!(first["else"]["else"]["kind"], "block");
    assert_eq!(first["else"]["else"]["body"][0]["else"], serde_json::Value::Null);
}

#[test]
fn a_longer_chain_is_one_error() {
    let (program, diagnostics) = parse(&chain(MAX_BRANCHES + 1));
    assert!(program.is_none());
    let found: Vec<_> = diagnostics.iter().map(|d| (d.code, d.message.as_str())).collect();
    assert_eq!(found, [("too-deep", "more than 10000 branches in a row")]);
}

#[test]
fn what_nests_too_deep_is_one_error() {
    for (open, inside, close, help) in [
        ("if (x) { ", "y = 1;", " } else { y = 2; }", "move the inner statements"),
        ("while (x) { ", "y = 1;", " }", "move the inner statements"),
        ("{ ", "y = 1;", " }", "move the inner statements"),
        ("x = (", "1", ");", "assign the inner part"),
    ] {
        let (open, close) = match open.strip_prefix("x = ") {
            Some(bracket) => (format!("x = {}", bracket.repeat(300)), format!("{};", ")".repeat(300))),
            None => (open.repeat(300), close.repeat(300)),
        };
        let text = format!("main() {{ var x, y; {open}{inside}{close} return f(y); }} f(x) {{ return x; }}");
        let (checked, diagnostics) = load(&SourceFile::new("t.mc", text));
        assert!(checked.is_none());
        let [only] = &diagnostics[..] else { panic!("{diagnostics:?}") };
        assert_eq!((only.code, only.message.as_str()), ("too-deep", "nested more than 200 levels deep"));
        assert!(only.help.as_ref().is_some_and(|text| text.starts_with(help)), "{only:?}");
    }
}
