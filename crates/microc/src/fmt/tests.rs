//! The formatter: comments, parentheses, blank lines.

use super::*;
use crate::parse;

fn formatted(text: &str) -> String {
    let file = SourceFile::new("t.mc", text);
    let (program, diagnostics) = parse(&file);
    let program = program.unwrap_or_else(|| panic!("{text}\n{diagnostics:?}"));
    let out = format(&file, &program);
    let again = SourceFile::new("t.mc", out.clone());
    let (reparsed, diagnostics) = parse(&again);
    let reparsed = reparsed.unwrap_or_else(|| panic!("{out}\n{diagnostics:?}"));
    assert_eq!(program.without_places(), reparsed.without_places(), "{out}");
    assert_eq!(format(&again, &reparsed), out, "not idempotent");
    assert_eq!(program.comments.len(), reparsed.comments.len(), "{out}");
    out
}

#[test]
fn layout_is_canonical() {
    let out = formatted(
        "f(a,b){return a;}\n\n\n// about main\nmain ( ) { // starts\n var x,y ; var z; /* z */\n\n\n x=(1+2)*3-(4-5); // sum\n if(x){y=1;}else if (y) { } else {\n // nothing\n }\n while(x<3) x = x+1;\n if (x) if (y) z = 1; else z = 2;\n { x = 1; }\n y /* a */ = /* b */ 2;\n return x; /* r */ }\n// end\n",
    );
    assert_eq!(
        out,
        "f(a, b) {
  return a;
}

// about main
main() { // starts
  var x, y;
  var z; /* z */

  x = (1 + 2) * 3 - (4 - 5); // sum
  if (x) {
    y = 1;
  } else if (y) {} else {
    // nothing
  }
  while (x < 3)
    x = x + 1;
  if (x)
    if (y)
      z = 1;
    else
      z = 2;
  {
    x = 1;
  }
  y = 2; /* a */ /* b */
  return x; /* r */
}
// end
"
    );
}

#[test]
fn expressions_keep_their_meaning() {
    for (text, expected) in [
        ("(a && b) || c", "(a && b) || c"),
        ("a && (b && c)", "a && (b && c)"),
        ("(a && b) && c", "a && b && c"),
        ("(a - b) - (c - d)", "a - b - (c - d)"),
        ("(!(a + b)) * -1", "(!(a + b)) * -1"),
        ("!(a + b) || !c", "!(a + b) || !c"),
        ("(alloc 1) == (alloc 2)", "(alloc 1) == (alloc 2)"),
        ("*(alloc 1) + *p[0].f", "*(alloc 1) + *p[0].f"),
        ("(*p).f + (&x == null)", "(*p).f + (&x == null)"),
        ("(a < b) == (c < d)", "a < b == c < d"),
        ("a / (b * c)", "a / (b * c)"),
        ("alloc (1 + 2)", "alloc 1 + 2"),
    ] {
        let out = formatted(&format!("main() {{ return {text}; }}"));
        assert_eq!(out, format!("main() {{\n  return {expected};\n}}\n"), "{text}");
    }
}

#[test]
fn comments_anywhere_survive() {
    let base = [
        "main", "(", "a", ",", "b", ")", "{", "var", "x", ";", "if", "(", "a", ")", "{", "x", "=", "1", ";", "}",
        "else", "if", "(", "b", ")", "x", "=", "f", "(", "2", ")", ";", "else", "{", "}", "while", "(", "x", ")", "{",
        "{", "}", "}", "return", "x", ";", "}", "f", "(", "n", ")", "{", "return", "n", ";", "}",
    ];
    for position in 0..=base.len() {
        for comment in ["// c\n", "/* c */", "/* c\n d */", "\n// c\n// d\n", "\n\n/* c */ // d\n", "/* c */\n\n"] {
            let mut words: Vec<&str> = base.to_vec();
            words.insert(position, comment);
            for separator in [" ", "\n"] {
                formatted(&words.join(separator));
            }
        }
    }
}
