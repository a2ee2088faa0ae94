//! The documents are true: every command in a fenced `console` block of `README.md`, `ARCHITECTURE.md` and `docs/` is
//! run, and prints what the document says. The examples do what their comments say.
//!
//! In a block, `$ command` is run by `bash` in a folder with a copy of `examples/` and of the plans in `bench/microc/`, and
//! with `pathfold` on the `PATH`; the commands of one document share that folder. The lines below are what it prints, both
//! streams together; `...` stands for any number of lines, also at the end of a line for the rest of it; `[exit: N]` as the
//! last line is the exit code where it is not 0. Commands that set up a machine (`make`, `scripts/…`, `cargo`, `git`, `cd`)
//! are not run; that they exist is checked. `BLESS=1` rewrites outputs that differ.

mod support;

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use support::{PATHFOLD, Scratch, bless, pathfold, root};

const TIME: Duration = Duration::from_secs(120);

/// Rows of the summary that are different in every run.
const VOLATILE: [&str; 4] = ["queries", "solver time", "peak memory", "time"];

/// A command of a document.
#[derive(Debug)]
struct Step {
    /// The line of the `$`, from 0.
    line: usize,
    command: String,
    /// The lines of its output: from, to.
    output: std::ops::Range<usize>,
}

/// The commands of a text.
fn steps(text: &str) -> Vec<Step> {
    let lines: Vec<&str> = text.lines().collect();
    let mut steps: Vec<Step> = Vec::new();
    let mut inside = false;
    let mut i = 0;
    while i < lines.len() {
        let line = lines[i];
        if line.trim_start().starts_with("```") {
            inside = !inside && line.trim() == "```console";
        } else if inside && let Some(command) = line.strip_prefix("$ ") {
            let start = i;
            let mut command = command.to_owned();
            while command.ends_with('\\') && i + 1 < lines.len() {
                i += 1;
                command = format!("{command}\n{}", lines[i].strip_prefix("> ").unwrap_or(lines[i]));
            }
            steps.push(Step { line: start, command, output: i + 1..i + 1 });
        } else if inside && let Some(step) = steps.last_mut() {
            step.output.end = i + 1;
        }
        i += 1;
    }
    steps
}

/// Whether what was printed is what is written.
fn matches(written: &[&str], printed: &[&str]) -> bool {
    match written.split_first() {
        None => printed.is_empty(),
        Some((&"...", rest)) => (0..=printed.len()).any(|skip| matches(rest, &printed[skip..])),
        Some((line, rest)) => match printed.split_first() {
            Some((found, left)) => same(line, found) && matches(rest, left),
            None => false,
        },
    }
}

fn same(written: &str, printed: &str) -> bool {
    match written.strip_suffix("...") {
        Some(start) => printed.starts_with(start),
        None => written.trim_end() == printed.trim_end(),
    }
}

/// Copies the files whose names end like this.
fn copy(from: &Path, to: &Path, ending: &str) {
    std::fs::create_dir_all(to).expect("a scratch folder");
    for path in std::fs::read_dir(from).into_iter().flatten().flatten().map(|entry| entry.path()) {
        let target = to.join(path.file_name().expect("an entry has a name"));
        if path.is_dir() {
            copy(&path, &target, ending);
        } else if path.display().to_string().ends_with(ending) {
            std::fs::copy(&path, &target).expect("a copy of an example");
        }
    }
}

/// What a command that is not run needs in order to work; `None` when the command is to be run.
fn exists(command: &str) -> Option<Result<(), String>> {
    let mut words = command.split_whitespace().skip_while(|word| word.contains('='));
    let program = words.next().unwrap_or_default();
    Some(match program {
        "make" => {
            let makefile = std::fs::read_to_string(root().join("Makefile")).unwrap_or_default();
            let missing: Vec<&str> = words
                .filter(|word| !word.starts_with('-') && !word.contains('='))
                .filter(|target| !makefile.lines().any(|line| line.starts_with(&format!("{target}:"))))
                .collect();
            if makefile.is_empty() {
                Err("there is no Makefile".to_owned())
            } else if missing.is_empty() {
                Ok(())
            } else {
                Err(format!("the Makefile has no target {}", missing.join(", ")))
            }
        }
        "cargo" => match words.next() {
            Some("build" | "test" | "run" | "bench" | "install" | "doc" | "fmt" | "clippy") => Ok(()),
            other => Err(format!("`cargo {}` is not known here", other.unwrap_or_default())),
        },
        "git" | "cd" => Ok(()),
        _ if ["scripts/", "./scripts/", ".ci/", "bench/"].iter().any(|folder| program.starts_with(folder)) => {
            if root().join(program).is_file() { Ok(()) } else { Err(format!("there is no file `{program}`")) }
        }
        _ => return None,
    })
}

/// Runs a command; what it prints, with the exit code where it is not 0.
fn perform(command: &str, folder: &Path) -> Vec<String> {
    let program = Path::new(PATHFOLD).parent().expect("the program is in a folder");
    let path = std::env::var("PATH").unwrap_or_default();
    let mut bash = Command::new("bash");
    bash.args(["-c", &format!("{{ {command}\n}} 2>&1")])
        .current_dir(folder)
        .env("PATH", format!("{}:{path}", program.display()))
        .env("LC_ALL", "C.UTF-8")
        .env("NO_COLOR", "1")
        .env("COLUMNS", "120");
    let ran = support::run(bash, TIME);
    let mut lines: Vec<String> = (ran.stdout + &ran.stderr).lines().map(|line| line.trim_end().to_owned()).collect();
    match ran.code {
        Some(0) => {}
        Some(code) => lines.push(format!("[exit: {code}]")),
        None => lines.push("[exit: a signal]".to_owned()),
    }
    lines
}

/// What to write down: without what differs from run to run.
fn steady(lines: &[String]) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    for line in lines {
        let name = line.strip_prefix("  ").and_then(|line| line.split("  ").next()).unwrap_or_default();
        if !VOLATILE.contains(&name) {
            out.push(line.clone());
        } else if out.last().is_none_or(|last| last != "...") {
            out.push("...".to_owned());
        }
    }
    out
}

/// All that is wrong with a document.
fn document(path: &Path) -> Vec<String> {
    let text = std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let scratch = Scratch::new();
    copy(&root().join("examples"), &scratch.path().join("examples"), "");
    copy(&root().join("bench/microc"), &scratch.path().join("bench/microc"), ".json");
    let lines: Vec<&str> = text.lines().collect();
    let mut wrong = Vec::new();
    let mut blessed: Vec<String> = Vec::new();
    let mut done = 0;
    for step in steps(&text) {
        let at = format!("{}:{}: $ {}", path.display(), step.line + 1, step.command);
        match exists(&step.command) {
            Some(Ok(())) => continue,
            Some(Err(why)) => {
                wrong.push(format!("{at}\n{why}"));
                continue;
            }
            None => {}
        }
        let printed = perform(&step.command, scratch.path());
        let found: Vec<&str> = printed.iter().map(String::as_str).collect();
        let mut written = &lines[step.output.clone()];
        while let Some((&"", rest)) = written.split_last() {
            written = rest;
        }
        if matches(written, &found) {
            continue;
        }
        wrong.push(format!("{at}\n{}", difference(written, &found)));
        blessed.extend(lines[done..step.output.start].iter().map(|line| (*line).to_owned()));
        blessed.extend(steady(&printed));
        done = step.output.end;
    }
    if bless() && done > 0 {
        blessed.extend(lines[done..].iter().map(|line| (*line).to_owned()));
        std::fs::write(path, blessed.join("\n") + "\n").unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        return Vec::new();
    }
    wrong
}

/// Both texts, with a mark at the first line that differs.
fn difference(written: &[&str], printed: &[&str]) -> String {
    let first = (0..).find(|i| match (written.get(*i), printed.get(*i)) {
        (Some(a), Some(b)) => *a == "..." || !same(a, b),
        _ => true,
    });
    let show = |lines: &[&str]| -> String {
        let mark = |i| if Some(i) == first { "> " } else { "  " };
        lines.iter().enumerate().map(|(i, line)| format!("{}{line}\n", mark(i))).collect()
    };
    format!("--- written\n{}--- printed\n{}", show(written), show(printed))
}

fn documents() -> Vec<PathBuf> {
    fn collect(folder: &Path, documents: &mut Vec<PathBuf>) {
        for path in std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()) {
            if path.is_dir() {
                collect(&path, documents);
            } else if path.extension().is_some_and(|extension| extension == "md") {
                documents.push(path);
            }
        }
    }
    let mut documents: Vec<PathBuf> =
        ["README.md", "ARCHITECTURE.md"].iter().map(|name| root().join(name)).filter(|path| path.is_file()).collect();
    collect(&root().join("docs"), &mut documents);
    collect(&root().join("bench"), &mut documents);
    documents.sort();
    documents
}

#[test]
fn every_command_prints_what_is_written() {
    support::need_lower().expect("the loader of C programs");
    support::need_outside().expect("the program that makes external calls");
    let wrong: Vec<String> = documents().iter().flat_map(|path| document(path)).collect();
    assert!(wrong.is_empty(), "{}\n\nBLESS=1 rewrites the outputs", wrong.join("\n\n"));
}

#[test]
fn the_examples_do_what_their_comments_say() {
    support::need_lower().expect("the loader of C programs");
    let scratch = Scratch::new();
    let mut seen = 0;
    for (name, options, code, finding) in [
        ("factorial.mc", "--first-error", 1, "division-by-zero"),
        ("bank.mc", "--quiet", 1, "division-by-zero"),
        ("search.mc", "--quiet", 1, "out-of-bounds"),
        ("list.mc", "--quiet", 1, "null-dereference"),
        ("clamp.mc", "--quiet", 0, "safe"),
        ("average.mc", "--quiet", 1, "division-by-zero"),
        ("sum.mc", "--quiet", 0, "safe"),
        ("pairs.mc", "--quiet", 0, "safe"),
        ("runners.mc", "--quiet", 0, "safe"),
        ("votes.mc", "--subsume=off", 0, "safe"),
        ("never_smaller.mc", "--subsume", 0, "safe"),
        ("quote.c", "--sym-stdin=2", 1, "out-of-bounds"),
        ("triangle.ir", "--quiet", 1, "assertion"),
        ("squares.ir", "--quiet", 1, "out-of-bounds"),
    ] {
        let file = root().join("examples").join(name).display().to_string();
        let out = scratch.path().join(name).display().to_string();
        let ran = pathfold(["check", &file, options, "--output", &out], TIME);
        assert!(ran.code == Some(code) && ran.stdout.contains(finding), "{name}\n{ran}");
        // The only path of one is subsumed: there is no test case. And nothing but the engine runs `.ir` programs.
        if name != "never_smaller.mc" && !name.ends_with(".ir") {
            let replayed = pathfold(["replay", &out], TIME);
            assert_eq!(replayed.code, Some(0), "{name}\n{replayed}");
        }
        if name.ends_with(".mc") {
            let formatted = pathfold(["fmt", "--check", &file], TIME);
            assert_eq!(formatted.code, Some(0), "{name} is not formatted\n{formatted}");
        }
        seen += 1;
    }
    let all = std::fs::read_dir(root().join("examples")).expect("the examples").count();
    assert_eq!(seen, all, "an example is not in this test");
}

#[test]
fn the_checker_of_documents_works() {
    let text = "a\n```console\n$ echo one\none\n$ printf 'a\\nb\\nc\\n'; \\\n  false\na\n...\n[exit: 1]\n```\n$ no\n";
    let found = steps(text);
    assert_eq!(found.len(), 2);
    assert_eq!((found[0].command.as_str(), found[0].output.clone()), ("echo one", 3..4));
    assert_eq!(found[1].output, 6..9);
    let scratch = Scratch::new();
    assert_eq!(perform(&found[0].command, scratch.path()), ["one"]);
    assert_eq!(perform(&found[1].command, scratch.path()), ["a", "b", "c", "[exit: 1]"]);
    assert!(matches(&["a", "...", "[exit: 1]"], &["a", "b", "c", "[exit: 1]"]));
    assert!(matches(&["...", "b..."], &["a", "bcd"]));
    assert!(!matches(&["a"], &["a", "b"]));
    assert!(!matches(&["a", "..."], &["b"]));
    assert!(matches!(exists("make no-such-target"), Some(Err(_))));
    assert!(matches!(exists("scripts/no-such-script"), Some(Err(_))));
    assert!(exists("pathfold --help").is_none());
}
