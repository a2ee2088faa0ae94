//! `pathfold loops`: what it says about programs, against the texts beside them in `loops/`. `BLESS=1` rewrites those.

mod support;

use std::path::Path;
use std::time::Duration;

use support::{Ran, bless, need_lower, pathfold, root};

const TIME: Duration = Duration::from_secs(120);

fn loops(file: &str, options: &[&str]) -> Ran {
    let mut args = vec!["loops", file, "--color=never", "--timeout=60s"];
    args.extend(options);
    pathfold(args, TIME)
}

fn example(name: &str) -> String {
    root().join("examples").join(name).display().to_string()
}

fn case(name: &str) -> String {
    root().join("crates/cli/tests/loops").join(name).display().to_string()
}

/// What is printed, with files by their names only, against the file of that name.
fn snapshot(file: &str, options: &[&str], name: &str) {
    let ran = loops(file, options);
    assert_eq!(ran.code, Some(0), "{ran}");
    let folder = Path::new(file).parent().map_or_else(String::new, |folder| format!("{}/", folder.display()));
    let found = ran.stdout.replace(&folder, "");
    let path = root().join("crates/cli/tests/loops").join(name);
    if bless() {
        std::fs::write(&path, &found).expect("a snapshot");
    }
    let wanted = std::fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(found, wanted, "{name} differs; BLESS=1 rewrites it");
}

#[test]
fn paths_that_take_turns() {
    snapshot(&example("runners.mc"), &["--explain"], "runners.txt");
    snapshot(&example("runners.mc"), &["--dot"], "runners.dot");
    snapshot(&example("runners.mc"), &["--json"], "runners.json");
}

#[test]
fn one_path() {
    snapshot(&example("pairs.mc"), &["--explain"], "pairs.txt");
}

#[test]
fn no_fixed_order() {
    snapshot(&case("zigzag.mc"), &["--explain"], "zigzag.txt");
    let ran = loops(&case("zigzag.mc"), &["--loops=summarize"]);
    assert!(ran.stdout.contains("2, irregular") && ran.stdout.contains("not folded"), "{ran}");
}

#[test]
fn nested_and_left_alone() {
    let file = case("nests.mc");
    let ran = pathfold(["loops", &file, "--color=never", "--timeout=2s", "--explain"], TIME);
    assert_eq!(ran.code, Some(0), "{ran}");
    for text in [
        "inside of loop 1",
        "cells = cells0 + (columns > 0 ? columns : 0) * k",
        "none of its decisions depended on inputs",
        "no explored path came here",
    ] {
        assert!(ran.stdout.contains(text), "no `{text}`: {ran}");
    }
}

#[test]
fn arrays_in_c() {
    need_lower().expect("the loader of C programs");
    snapshot(&case("find.c"), &["--explain"], "find.txt");
}

#[test]
fn a_choice_of_loops() {
    let file = example("search.mc");
    let ran = loops(&file, &["--function", "find"]);
    assert!(ran.code == Some(0) && ran.stdout.contains("find"), "{ran}");
    assert_eq!(loops(&file, &["--function", "nobody"]).code, Some(3));
    assert_eq!(loops(&file, &["--function", "main"]).code, Some(3));
    assert_eq!(loops(&file, &["--json", "--dot"]).code, Some(3));
    let none = loops(&example("sum.mc"), &["--explain"]);
    assert!(none.stdout.ends_with("sum.mc: 0 loops\n"), "{none}");
}

#[test]
fn inputs_choose_the_path() {
    let ran = loops(&root().join("tests/microc/loops/inputs_counted.mc").display().to_string(), &[]);
    // Seed 0, listing 4.12: what is read in the loop moves by no fixed number, and the paths come in any order.
    assert!(ran.stdout.contains("4, irregular"), "{ran}");
}
