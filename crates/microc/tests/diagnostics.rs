//! Every error of the front end says where and what to do, one mistake is one error, and an error hides no others.

use pathfold_base::{Diagnostic, SourceFile};
use pathfold_microc::lexer::lex;
use pathfold_microc::{load, parser};

fn errors(text: &str) -> Vec<Diagnostic> {
    let (checked, diagnostics) = load(&SourceFile::new("t.mc", text));
    let found: Vec<Diagnostic> = diagnostics.into_iter().filter(Diagnostic::is_error).collect();
    assert_eq!(checked.is_none(), !found.is_empty(), "{text}");
    found
}

/// What holds for every error, and how many there are.
fn examine(text: &str) -> usize {
    let found = errors(text);
    for error in &found {
        let span = error.primary.span;
        let at_end = text.get(span.start as usize..).is_some_and(|rest| rest.trim().is_empty());
        assert!(text.get(span.range()).is_some_and(|place| !place.is_empty()) || at_end, "{error:?} in\n{text}");
        for label in &error.secondary {
            assert!(text.get(label.span.range()).is_some(), "{error:?} in\n{text}");
        }
        assert!(error.help.as_ref().is_some_and(|help| !help.is_empty()), "no help: {error:?} in\n{text}");
        assert!(!error.message.is_empty() && !error.message.contains('\n'), "{error:?}");
    }
    assert!(found.len() <= parser::MAX_ERRORS, "{} errors in\n{text}", found.len());
    found.len()
}

/// A program with a bit of everything.
const EVERYTHING: &str = "// A bit of everything.
first(list, n) {
  var a, r, p;
  a = [1, n, -3];
  r = {x: a[n], y: input};
  p = &n;
  while (n > 0 && *p != 3) {
    if (list == null) { r.x = !n; } else if (n == 2) { output (r.x + 1) * 2; } else {}
    n = n - 1;
  }
  *p = a[0] / 2;
  return (*list).value;
}

main() {
  var list;
  list = alloc {value: 1, next: null};
  (*list).next = list;
  output first(list, 2);
  return 0;
}
";

const TOKENS: [&str; 44] = [
    "x", "7", "var", "return", "if", "else", "while", "output", "input", "alloc", "null", "(", ")", "{", "}", "[", "]",
    ",", ";", ":", ".", "=", "==", "<", "+", "-", "*", "!", "&", "&&", "%", "++", "+=", "->", "\"text\"", "'c'", "for",
    "int", "and", "@", "elif", "f()", "3x", "é",
];

/// Symbols and words that are no names.
const SYMBOLS: [&str; 24] = [
    "(", ")", "{", "}", "[", "]", ",", ";", ":", ".", "=", "%", "++", "+=", "\"t\"", "for", "if", "while", "int",
    "and", "@", "return", "var", "else",
];

/// All that can go wrong with one token of a program: deleted, doubled, swapped with the next, another in its place or before it.
fn mutants(text: &str) -> Vec<String> {
    let tokens = lex(text).tokens;
    let mut found = Vec::new();
    for (index, token) in tokens.iter().enumerate() {
        let (before, this, after) =
            (&text[..token.span.start as usize], &text[token.span.range()], &text[token.span.end as usize..]);
        found.push(format!("{before}{after}"));
        found.push(format!("{before}{this} {this}{after}"));
        found.push(before.to_owned());
        if let Some(next) = tokens.get(index + 1) {
            let between = &text[token.span.end as usize..next.span.start as usize];
            let (other, rest) = (&text[next.span.range()], &text[next.span.end as usize..]);
            found.push(format!("{before}{other}{between} {this}{rest}"));
        }
        for other in TOKENS {
            found.push(format!("{before} {other} {after}"));
            found.push(format!("{before} {other} {this}{after}"));
        }
    }
    found
}

fn example(name: &str) -> String {
    std::fs::read_to_string(format!("{}/../../examples/{name}", env!("CARGO_MANIFEST_DIR"))).expect("an example")
}

fn programs() -> [String; 4] {
    [EVERYTHING.to_owned(), example("list.mc"), example("search.mc"), example("bank.mc")]
}

#[test]
fn every_error_says_where_and_what_to_do() {
    let (mut wrong, mut errors) = (0, 0);
    for program in &programs() {
        assert_eq!(examine(program), 0);
        for mutant in mutants(program) {
            let found = examine(&mutant);
            wrong += usize::from(found > 0);
            errors += found;
        }
    }
    // One mistake is little more than one error.
    assert!(wrong > 20_000 && errors * 2 < wrong * 3, "{errors} errors in {wrong} programs");
}

#[test]
fn an_error_in_the_syntax_has_no_consequences_for_names_and_types() {
    for program in &programs() {
        for token in lex(program).tokens {
            let (before, this, after) = (
                &program[..token.span.start as usize],
                &program[token.span.range()],
                &program[token.span.end as usize..],
            );
            // Names and operators stay: what is wrong with them then became so by mistake.
            let mut wrong: Vec<String> =
                SYMBOLS.iter().map(|other| format!("{before} {other} {this}{after}")).collect();
            if ["(", ")", "{", "}", "[", "]", ",", ";", ":", "="].contains(&this) {
                wrong.push(format!("{before} {after}"));
                wrong.extend(SYMBOLS.iter().map(|other| format!("{before} {other} {after}")));
            }
            for text in wrong {
                let file = SourceFile::new("t.mc", text.as_str());
                let reading = parser::read(&file);
                if !reading.is_whole() {
                    assert_eq!(load(&file).1, reading.diagnostics, "{text}");
                }
            }
        }
    }
}

#[test]
fn an_error_in_the_syntax_hides_no_others() {
    let text = "\
broken(a, b) {
  var x;
  x = a % b;
  x = lost;
  return x;
}

unread(a {
  return a;
}

main() {
  var n;
  n = broken(1);
  n = unread(1, 2, 3);
  n = null + nowhere(1);
  for (i = 0; i < 3; i++) {
    n = &i;
    n = 1;
  }
  n = i;
  return m;
}
";
    let file = SourceFile::new("t.mc", text);
    let (checked, found) = load(&file);
    assert!(checked.is_none());
    let found: Vec<(u32, &str)> = found.iter().map(|d| (file.line_col(d.primary.span.start).line, d.code)).collect();
    assert_eq!(
        found,
        [
            (3, "unknown-operator"),
            (4, "unknown-name"),
            (8, "syntax"),
            (14, "wrong-arity"),
            (16, "type-mismatch"),
            (16, "unknown-function"),
            (17, "syntax"),
            (18, "type-mismatch"),
            (22, "unknown-name"),
        ]
    );
    // What may stand in a part that could not be read is not missed.
    for text in ["main( {\n return 0;\n}\n", "f() {\n return g();\n}\ng(1) {\n return 0;\n}\nint main[3];\n"] {
        assert!(errors(text).iter().all(|d| d.code == "syntax"), "{:?}", errors(text));
    }
}
