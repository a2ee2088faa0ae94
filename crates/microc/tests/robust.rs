//! Any text whatever: no panic, no hang, and a program exactly when there is no error.

mod common;

use std::time::Instant;

use pathfold_base::{Rng, SourceFile};
use pathfold_microc::{fmt, load, parse, parser};

fn feed(text: String) {
    let file = SourceFile::new("t.mc", text);
    let (program, diagnostics) = parse(&file);
    assert_eq!(program.is_none(), diagnostics.iter().any(|d| d.is_error()), "{}", file.text());
    for d in &diagnostics {
        assert!(d.primary.span.end as usize <= file.text().len() && !d.message.is_empty());
    }
    if let Some(program) = program {
        let printed = SourceFile::new("t.mc", fmt::format(&file, &program));
        let (again, _) = parse(&printed);
        let again = again.unwrap_or_else(|| panic!("{}\n{}", file.text(), printed.text()));
        assert_eq!(again.without_places(), program.without_places());
        assert_eq!(fmt::format(&printed, &again), printed.text(), "from {}", file.text());
    }
    let (checked, diagnostics) = load(&file);
    assert_eq!(checked.is_none(), diagnostics.iter().any(|d| d.is_error()));
    assert!(diagnostics.iter().all(|d| d.help.is_some()), "{diagnostics:?}");
    assert!(diagnostics.iter().filter(|d| d.is_error()).count() <= parser::MAX_ERRORS);
    if let Some(checked) = checked {
        common::run(&checked, 1);
    }
}

const WORDS: [&str; 46] = [
    "main",
    "f",
    "x",
    "y",
    "0",
    "1",
    "42",
    "var",
    "return",
    "if",
    "else",
    "while",
    "output",
    "input",
    "alloc",
    "null",
    "(",
    ")",
    "{",
    "}",
    "[",
    "]",
    ",",
    ";",
    ":",
    ".",
    "=",
    "==",
    "!=",
    "<",
    "<=",
    ">",
    ">=",
    "+",
    "-",
    "*",
    "/",
    "!",
    "&",
    "&&",
    "||",
    "// c\n",
    "/* c */",
    "\n",
    "main() {",
    "return 0; }",
];

#[test]
fn random_bytes() {
    let mut rng = Rng::new(1);
    for _ in 0..4000 {
        let bytes: Vec<u8> = (0..rng.below(200)).map(|_| rng.below(256) as u8).collect();
        feed(String::from_utf8_lossy(&bytes).into_owned());
    }
}

#[test]
fn token_soup() {
    let mut rng = Rng::new(2);
    for _ in 0..6000 {
        let words: Vec<&str> = (0..rng.below(60)).map(|_| *rng.pick(&WORDS)).collect();
        feed(format!("main() {{ {} return 0; }}", words.join(" ")));
        feed(words.join(" "));
    }
}

#[test]
fn mutations_of_valid_programs() {
    let mut rng = Rng::new(3);
    for seed in 0..250 {
        let text = common::text(&common::config(seed));
        for _ in 0..20 {
            let at = rng.below(text.len());
            let mutant = match rng.below(4) {
                0 => text[..at].to_owned(),
                1 => format!("{}{}", &text[..at], &text[(at + 1 + rng.below(5)).min(text.len())..]),
                2 => format!("{} {} {}", &text[..at], rng.pick(&WORDS), &text[at..]),
                _ => format!("{}{}{}", &text[..at], char::from(rng.below(128) as u8), &text[at + 1..]),
            };
            feed(mutant);
        }
    }
}

#[test]
fn large_garbage_is_fast() {
    let start = Instant::now();
    for unit in
        ["(", "{", "[", "a", "a ", "a(", "1", "x = ", ";", "}", "/*", "//\n", "main() {", "é", "if (", "a,", "f(a,"]
    {
        let text = unit.repeat(1_000_000 / unit.len());
        parse(&SourceFile::new("t.mc", format!("main() {{ x = {text}")));
        load(&SourceFile::new("t.mc", text));
    }
    assert!(start.elapsed().as_secs() < 60);
}
