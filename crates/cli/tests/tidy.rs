//! Reads the sources and holds them to what ARCHITECTURE.md promises: layers, file sizes, purposes, nothing unfinished.

mod support;

use std::path::{Path, PathBuf};

use support::root;

/// Lowest first: a crate may use those before it.
const LAYERS: [&str; 12] =
    ["x86", "base", "term", "ir", "outside", "solver", "microc", "llvm", "lower", "engine", "report", "cli"];
/// What a crate may use, where it is less than everything below it.
const ONLY: [(&str, &[&str]); 7] = [
    ("base", &[]),
    ("outside", &[]),
    ("ir", &["base"]),
    ("microc", &["x86", "base", "ir"]),
    ("llvm", &["base", "ir"]),
    ("lower", &["base", "ir", "llvm"]),
    ("solver", &["base", "term"]),
];
/// What nobody may use: `lower` links LLVM and is a process of its own.
const ALONE: &str = "lower";
/// Programs, which may print and look at their arguments.
const PROGRAMS: [&str; 3] = ["cli", "lower", "outside"];
/// A file longer than this has more than one purpose.
const MOST_LINES: usize = 600;

fn sources(folder: &Path, into: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    for path in entries.flatten().map(|entry| entry.path()) {
        if path.is_dir() {
            sources(&path, into);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            into.push(path);
        }
    }
}

fn all_sources() -> Vec<(PathBuf, String)> {
    let mut paths = Vec::new();
    sources(&root().join("crates"), &mut paths);
    assert!(paths.len() > 100, "the sources are here");
    paths.sort();
    paths.into_iter().map(|path| (path.clone(), std::fs::read_to_string(path).expect("a source file"))).collect()
}

fn library(path: &Path) -> Option<&str> {
    let mut parts = path.strip_prefix(root().join("crates")).ok()?.iter().map(|part| part.to_str());
    let name = parts.next()??;
    let name = LAYERS.into_iter().find(|layer| *layer == name)?;
    (parts.next()?? == "src").then_some(name)
}

fn complain(problems: &[String]) {
    assert!(problems.is_empty(), "\n{}", problems.join("\n"));
}

#[test]
fn every_file_says_what_it_is_for_and_has_one_purpose() {
    let mut problems = Vec::new();
    for (path, text) in all_sources() {
        if !text.starts_with("//!") {
            problems.push(format!("{}: does not open with `//!`", path.display()));
        }
        let lines = text.lines().count();
        if lines > MOST_LINES {
            problems.push(format!("{}: {lines} lines", path.display()));
        }
    }
    complain(&problems);
}

#[test]
fn nothing_is_unfinished() {
    // Put together here, so that this file does not find itself.
    let marks = [["to", "do!("], ["unimple", "mented!("], ["TO", "DO"], ["FIX", "ME"], ["#[ig", "nore"]]
        .map(|part| part.concat());
    let mut problems = Vec::new();
    for (path, text) in all_sources() {
        for (number, line) in text.lines().enumerate() {
            if let Some(mark) = marks.iter().find(|mark| line.contains(mark.as_str())) {
                problems.push(format!("{}:{}: {mark}", path.display(), number + 1));
            }
        }
    }
    complain(&problems);
}

#[test]
fn only_the_program_prints_and_looks_at_the_environment() {
    let words = ["println!", "eprintln!", "print!(", "std::env", "dbg!("];
    let mut problems = Vec::new();
    for (path, text) in all_sources() {
        if library(&path).is_none_or(|name| PROGRAMS.contains(&name)) {
            continue;
        }
        // Tests beside the code may do as they like.
        let code = text.split("#[cfg(test)]").next().unwrap_or_default();
        let code = code.lines().filter(|line| !line.trim_start().starts_with("//"));
        for line in code {
            if let Some(word) = words.iter().find(|word| line.contains(**word)) {
                problems.push(format!("{}: {word}", path.display()));
            }
        }
    }
    problems.retain(|problem| !problem.contains("/tests.rs"));
    complain(&problems);
}

#[test]
fn crates_use_only_what_is_below_them() {
    let mut problems = Vec::new();
    for (level, name) in LAYERS.into_iter().enumerate() {
        let manifest = root().join("crates").join(name).join("Cargo.toml");
        let text = std::fs::read_to_string(&manifest).expect("a manifest");
        // What comes after is for tests, which may look down from above.
        let dependencies = text.split("[dev-dependencies]").next().unwrap_or_default();
        for other in LAYERS {
            let used = dependencies.lines().any(|line| line.starts_with(&format!("pathfold-{other}")));
            let listed = ONLY.iter().find(|(this, _)| *this == name).is_none_or(|(_, only)| only.contains(&other));
            let below = LAYERS[..level].contains(&other) && listed && other != ALONE;
            if used && !below {
                problems.push(format!("{name} uses {other}"));
            }
        }
    }
    complain(&problems);
}
