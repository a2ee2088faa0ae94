//! What people write who know C or Python: each line of `habits.txt` is a statement, or a whole program, and below it
//! stands what we say about it. `BLESS=1` rewrites the file.

use pathfold_base::SourceFile;
use pathfold_microc::load;

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/habits.txt");

/// The program to a line of the file.
fn program(line: &str) -> String {
    let unescaped = |text: &str| text.replace("\\n", "\n").replace("\\u{feff}", "\u{feff}").replace("\\\\", "\\");
    match line.strip_prefix("program: ") {
        Some(program) => unescaped(program),
        None => {
            let start = "f(x) {\n  return x;\n}\n\nmain() {\n  var x, y, p, a, r;\n  ";
            format!("{start}{}\n  y = 1;\n  return y;\n}}\n", unescaped(line))
        }
    }
}

fn said(line: &str) -> String {
    let text = program(line);
    let file = SourceFile::new("t.mc", text.as_str());
    let mut said = String::new();
    for d in load(&file).1 {
        let kind = if d.is_error() { "error" } else { "warning" };
        let place = text[d.primary.span.range()].escape_debug().to_string().replace("\\\"", "\"");
        said.push_str(&format!("    {kind}[{}] at `{place}`: {}\n", d.code, d.message));
        said.push_str(&format!("    help: {}\n", d.help.unwrap_or_default()));
    }
    said
}

#[test]
fn what_people_write_is_one_error_that_says_what_to_write_instead() {
    let wanted = std::fs::read_to_string(FILE).expect("habits.txt");
    let lines = wanted.lines().filter(|line| !line.is_empty() && !line.starts_with("    "));
    let found: String = lines.map(|line| format!("{line}\n{}\n", said(line))).collect();
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(FILE, &found).expect("habits.txt");
        return;
    }
    for entry in found.split("\n\n").filter(|entry| !entry.is_empty() && !entry.starts_with("program: ")) {
        assert_eq!(entry.matches("\n    error[").count(), 1, "{entry}");
    }
    for (found, wanted) in found.split("\n\n").zip(wanted.split("\n\n")) {
        assert_eq!(found, wanted);
    }
    assert_eq!(found, wanted);
}
