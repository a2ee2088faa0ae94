//! Nothing that can be in a file may crash the program: an exit code from 0 to 3, a message that says where, no signal.
//!
//! The volume goes through the crates in this process (`PATHFOLD_GARBAGE` cases, 20,000 by default); processes are
//! started for the cases that a library call cannot show: files that are none, sizes, stack depth.

mod support;

use std::path::Path;
use std::time::{Duration, Instant};

use pathfold_base::SourceFile;
use pathfold_microc::interp::{Interp, Limits};
use support::{Scratch, pathfold, root};

const TIME: Duration = Duration::from_secs(30);
const COMMANDS: [&str; 6] = ["check", "run", "ast", "cfg", "fmt", "ir"];

/// A small generator, the same on every machine.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        // splitmix64
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, n: usize) -> usize {
        (self.next() % n.max(1) as u64) as usize
    }

    fn pick<'a, T>(&mut self, list: &'a [T]) -> &'a T {
        &list[self.below(list.len())]
    }
}

/// Pieces that look like programs from afar.
const PIECES: [&str; 58] = [
    "main",
    "(",
    ")",
    "{",
    "}",
    "[",
    "]",
    ";",
    ",",
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
    "var",
    "return",
    "if",
    "else",
    "while",
    "output",
    "input",
    "alloc",
    "null",
    "x",
    "y",
    "f",
    "0",
    "1",
    "-7",
    "99999999999999999999999",
    "1x",
    "//",
    "/*",
    "*/",
    "\n",
    "\"",
    "§",
    "\u{0}",
    "\t",
    "|",
    "%",
    "{a:",
    "x[",
    "f(",
    "main() {",
    "return 0; }",
];

const IR_PIECES: [&str; 47] = [
    "func", "@main", "(", ")", "->", "{", "}", "b0:", "b1", "b0", "%x", "%y", ":", "=", ",", "int", "bv8", "bv128",
    "bv129", "bool", "ptr", "input", "add", "sdiv", "udiv", "store", "load", "alloc", "bytes", "cells", "heap",
    "stack", "offset", "br", "jump", "ret", "switch", "=>", "[", "]", "entry", "global", "x\"00\"", "1", "-1",
    "!1:1-1:2", "\n",
];

/// The texts of all test programs with this ending.
fn corpus(ending: &str) -> Vec<String> {
    fn collect(folder: &Path, ending: &str, texts: &mut Vec<String>) {
        let mut paths: Vec<_> = std::fs::read_dir(folder).into_iter().flatten().flatten().map(|e| e.path()).collect();
        paths.sort();
        for path in paths {
            if path.is_dir() {
                collect(&path, ending, texts);
            } else if path.extension().is_some_and(|extension| extension == ending) {
                texts.extend(std::fs::read_to_string(&path));
            }
        }
    }
    let mut texts = Vec::new();
    collect(&root().join("tests"), ending, &mut texts);
    assert!(!texts.is_empty(), "there are no test programs");
    texts
}

/// A program with something wrong: cut, spliced, with pieces removed, doubled, swapped or put in.
fn mutate(random: &mut Random, texts: &[String], pieces: &[&str]) -> String {
    let mut text: Vec<char> = random.pick(texts).chars().collect();
    for _ in 0..=random.below(6) {
        let at = random.below(text.len() + 1);
        let to = (at + random.below(12)).min(text.len());
        match random.below(7) {
            0 => text.truncate(at),
            1 => drop(text.drain(at..to)),
            2 => drop(text.splice(at..at, random.pick(pieces).chars())),
            3 => drop(text.splice(at..to, random.pick(pieces).chars())),
            4 => {
                let copy: Vec<char> = text[at..to].to_vec();
                drop(text.splice(at..at, copy));
            }
            5 => {
                let other: Vec<char> = random.pick(texts).chars().collect();
                let from = random.below(other.len() + 1);
                text.truncate(at);
                text.extend(&other[from..]);
            }
            _ => {
                if at < text.len() {
                    text[at] = char::from_u32(random.below(0x250) as u32).unwrap_or('?');
                }
            }
        }
    }
    text.into_iter().collect()
}

fn soup(random: &mut Random, pieces: &[&str]) -> String {
    let mut text = String::new();
    for _ in 0..random.below(60) {
        let piece: &&str = random.pick(pieces);
        text.push_str(piece);
        if random.below(3) > 0 {
            text.push(' ');
        }
    }
    text
}

fn bytes(random: &mut Random) -> Vec<u8> {
    (0..random.below(200)).map(|_| random.next() as u8).collect()
}

fn cases() -> u64 {
    std::env::var("PATHFOLD_GARBAGE").ok().and_then(|text| text.parse().ok()).unwrap_or(20_000)
}

/// Everything that is done with a text before and beside exploring it.
fn through_microc(text: &str) {
    let file = SourceFile::new("garbage.mc", text);
    let (checked, diagnostics) = pathfold_microc::load(&file);
    assert_eq!(checked.is_none(), diagnostics.iter().any(pathfold_base::Diagnostic::is_error));
    for diagnostic in &diagnostics {
        let shown = pathfold_report::render::diagnostic(diagnostic, &file, false);
        assert!(shown.contains("garbage.mc:"), "a message without a place: {shown}");
        assert!(diagnostic.help.is_some(), "a message that does not say what to do: {shown}");
        let span = diagnostic.primary.span;
        assert!(span.start <= span.end && span.end as usize <= text.len(), "{span:?}");
        assert!(text.get(span.range()).is_some(), "not at a character: {span:?}");
    }
    let Some(checked) = checked else { return };
    let program = pathfold_microc::lower(&checked, &file);
    assert_eq!(pathfold_ir::verify(&program).first().map(ToString::to_string), None);
    let mut left = 3_i64;
    let mut inputs = || {
        left -= 1;
        (left >= 0).then(|| pathfold_base::Integer::from(left))
    };
    let limits = Limits { max_steps: Some(2000), max_cells: 10_000, max_bits: 10_000, ..Limits::default() };
    Interp::new(&checked).run(&[], &mut inputs, |_| {}, limits);
}

fn through_ir(text: &str) {
    let file = SourceFile::new("garbage.ir", text);
    let diagnostics = match pathfold_ir::text::parse_with_places(text) {
        Ok((program, places)) => {
            pathfold_ir::verify(&program).iter().map(|error| places.diagnostic(error)).collect::<Vec<_>>()
        }
        Err(diagnostics) => {
            assert!(!diagnostics.is_empty());
            diagnostics
        }
    };
    for diagnostic in &diagnostics {
        let shown = pathfold_report::render::diagnostic(diagnostic, &file, false);
        assert!(shown.contains("garbage.ir:"), "a message without a place: {shown}");
        assert!(diagnostic.help.is_some(), "a message that does not say what to do: {shown}");
    }
}

/// Runs `work` on every case; a panic names the text that caused it.
fn volume(share: u64, ending: &str, pieces: &[&str], work: fn(&str)) {
    let texts = corpus(ending);
    let start = Instant::now();
    for seed in 0..cases() / share {
        let mut random = Random(seed);
        let text = match random.below(10) {
            0 => String::from_utf8_lossy(&bytes(&mut random)).into_owned(),
            1 | 2 => soup(&mut random, pieces),
            _ => mutate(&mut random, &texts, pieces),
        };
        let result = std::panic::catch_unwind(|| work(&text));
        assert!(result.is_ok(), "case {seed} crashes:\n{text}");
    }
    eprintln!("{} cases in {:?}", cases() / share, start.elapsed());
}

#[test]
fn microc_in_volume() {
    volume(1, "mc", &PIECES, through_microc);
}

#[test]
fn ir_in_volume() {
    volume(4, "ir", &IR_PIECES, through_ir);
}

/// One command on one file. `place`: the message has to say where.
fn command(name: &str, file: &Path, place: bool) {
    let scratch = Scratch::new();
    let out = scratch.path().join("out");
    let mut args = vec![name.to_owned(), file.display().to_string()];
    match name {
        "check" => args.extend(["--timeout=5".to_owned(), format!("--output={}", out.display())]),
        "run" => args.extend(["--timeout=5".to_owned(), "--input=1,2,3".to_owned()]),
        _ => {}
    }
    let ran = pathfold(&args, TIME);
    assert!(matches!(ran.code, Some(0..=3)), "pathfold {}\n{ran}", args.join(" "));
    if ran.code == Some(3) {
        let shown = file.display().to_string();
        assert!(ran.stderr.contains("error") && ran.stderr.contains(&shown), "pathfold {}\n{ran}", args.join(" "));
        assert!(!place || ran.stderr.contains(&format!("{shown}:")), "no place: pathfold {}\n{ran}", args.join(" "));
    }
    assert!(!ran.stderr.contains("panicked"), "pathfold {}\n{ran}", args.join(" "));
}

fn all_commands(file: &Path, place: bool) {
    for name in COMMANDS {
        command(name, file, place);
    }
}

#[test]
fn files_that_are_none() {
    let scratch = Scratch::new();
    all_commands(&scratch.path().join("missing.mc"), false);
    let folder = scratch.path().join("folder.mc");
    std::fs::create_dir(&folder).expect("a scratch folder");
    all_commands(&folder, false);
    all_commands(&scratch.file("program.txt", "main() { return 0; }"), false);
    all_commands(&scratch.file("no_ending", "main() { return 0; }"), false);
    all_commands(&scratch.file("not_utf8.mc", b"main() {\n  return \xff\xfe; }\n"), false);
    all_commands(&scratch.file("not_utf8.ir", b"\xc3\x28"), false);
    let unreadable = scratch.file("unreadable.mc", "main() { return 0; }");
    use std::os::unix::fs::PermissionsExt as _;
    std::fs::set_permissions(&unreadable, std::fs::Permissions::from_mode(0o000)).expect("our own file");
    all_commands(&unreadable, false);
    command("replay", &scratch.path().join("missing.json"), false);
    command("replay", &scratch.file("bad.json", "{\"format\": 3"), false);
    command("replay", &scratch.file("nul.json", b"\0\0\0"), false);
}

#[test]
fn texts_that_are_no_programs() {
    let scratch = Scratch::new();
    let deep = 100_000;
    let texts = [
        String::new(),
        "\n\n\n".to_owned(),
        "\u{feff}main() { return 0; }".to_owned(),
        "\0".repeat(1000),
        "main() { return ".to_owned() + &"(".repeat(deep),
        "main() { return ".to_owned() + &"(".repeat(deep) + "1" + &")".repeat(deep) + "; }",
        "main() { ".to_owned() + &"if (1) {".repeat(deep),
        "main() { var x; x = ".to_owned() + &"!".repeat(deep) + "1; return 0; }",
        "main() { return 1".to_owned() + &" + 1".repeat(deep) + "; }",
        "main() { var p; p = ".to_owned() + &"alloc ".repeat(deep) + "1; return 0; }",
        "main() { return ".to_owned() + &"[".repeat(deep) + &"]".repeat(deep) + "; }",
        "main() { return ".to_owned() + &"9".repeat(400_001) + "; }",
        "/* ".to_owned() + &"x".repeat(100_000),
    ];
    for (i, text) in texts.iter().enumerate() {
        all_commands(&scratch.file(&format!("text{i}.mc"), text), true);
    }
    for (i, text) in ["", "func", "entry @main", "func @main() -> int {", "\u{0}"].iter().enumerate() {
        for name in ["check", "ir"] {
            command(name, &scratch.file(&format!("text{i}.ir"), text), false);
        }
    }
}

#[test]
fn a_line_of_ten_megabytes() {
    let scratch = Scratch::new();
    let statement = "x = x + 1; ";
    let many = statement.repeat(10_000_000 / statement.len());
    // Well formed up to the last token, which is in the middle of the only line.
    let file = scratch.file("long.mc", format!("main() {{ var x; x = 0; {many} return y; }}"));
    command("check", &file, true);
    command("ast", &file, true);
    let soup = scratch.file("soup.mc", "{ x = ( ".repeat(10_000_000 / 8));
    command("check", &soup, true);
    command("fmt", &soup, true);
    let spaces = scratch.file("spaces.mc", " ".repeat(10_000_000));
    command("check", &spaces, true);
}

/// The formatter asks for the line of every statement, which must not cost the length of the line.
#[test]
fn a_well_formed_line_of_ten_megabytes_can_be_formatted() {
    let scratch = Scratch::new();
    let statement = "x = x + 1; ";
    let many = statement.repeat(10_000_000 / statement.len());
    command("fmt", &scratch.file("long.mc", format!("main() {{ var x; x = 0; {many} return x; }}")), true);
}

/// More digits than the lexer accepts must not be read as a number first.
#[test]
fn a_number_of_ten_megabytes_is_refused() {
    let scratch = Scratch::new();
    command("check", &scratch.file("digits.mc", format!("main() {{ return {}; }}", "9".repeat(10_000_000))), true);
}

#[test]
fn mutated_files_through_the_program() {
    let texts = corpus("mc");
    let scratch = Scratch::new();
    for seed in 0..12 {
        let mut random = Random(seed ^ 0x5eed);
        let text = mutate(&mut random, &texts, &PIECES);
        let file = scratch.file(&format!("mutated{seed}.mc"), &text);
        command(COMMANDS[seed as usize % COMMANDS.len()], &file, true);
        let file = scratch.file(&format!("bytes{seed}.mc"), bytes(&mut random));
        command(COMMANDS[(seed + 1) as usize % COMMANDS.len()], &file, false);
    }
}

#[test]
fn odd_command_lines() {
    for args in [
        &[][..],
        &["check"],
        &["check", "--search=nothing", "a.mc"],
        &["check", "--max-paths=-1", "a.mc"],
        &["check", "--timeout=never", "a.mc"],
        &["check", ""],
        &["run", "a.mc", "--input=1,x"],
        &["nonsense"],
        &["replay"],
        &["gen", "--seed=x"],
    ] {
        let ran = pathfold(args, TIME);
        assert_eq!(ran.code, Some(3), "pathfold {}\n{ran}", args.join(" "));
        assert!(!ran.stderr.is_empty());
    }
}
