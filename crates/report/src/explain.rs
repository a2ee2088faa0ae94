//! `check --explain`: which techniques were at work, what they did, and who comes first where several could act.

use std::fmt::Write as _;

use pathfold_engine::Statistics;

use crate::json::Configuration;
use crate::numbers::{counted, thousands};

/// The techniques of a run in words.
pub fn text(configuration: &Configuration, statistics: &Statistics) -> String {
    let mut text = String::from("\ntechniques\n");
    let mut row = |name: &str, choice: &str, did: String| {
        let _ = writeln!(text, "  {name:<12}  {choice}: {did}");
    };
    row("search", &configuration.search, format!("{} made", counted(statistics.states, "state")));
    row("array-index", &configuration.array_index, array_index(&configuration.array_index).to_owned());
    row("loops", &configuration.loops, loops(&configuration.loops, statistics));
    row("merge", &configuration.merge, merge(&configuration.merge, statistics));
    row("subsume", &configuration.subsume, subsume(&configuration.subsume, statistics));
    text.push_str(PRECEDENCE);
    text
}

const PRECEDENCE: &str = "
Where several could act, the first of these does:
  1. at the start of a block: subsumption; a path from which nothing can go wrong ends there
  2. where a loop is entered and something in it has several ways: folding; what the loop is left with goes on
  3. where paths meet: merging; states that left a folded loop wait for each other behind it
  4. otherwise the search decides who comes next
What one of them cannot do, it leaves to the next, and in the end to plain exploration.
";

fn array_index(choice: &str) -> &'static str {
    match choice {
        "fork" => "a path for each position that an index can have",
        _ => "one value for all positions",
    }
}

fn loops(choice: &str, statistics: &Statistics) -> String {
    match choice {
        "unroll" => "iteration by iteration".to_owned(),
        _ => format!("folded {}", times(statistics.folds)),
    }
}

fn merge(choice: &str, statistics: &Statistics) -> String {
    if choice == "never" {
        return "paths that meet stay apart".to_owned();
    }
    let mut did = format!("joined {}", times(statistics.merges));
    for (why, often) in &statistics.unmerged {
        let _ = write!(did, "; apart {}: {why}", times(*often));
    }
    did
}

fn subsume(choice: &str, statistics: &Statistics) -> String {
    match (choice, statistics.paths_subsumed) {
        ("off", _) => "every path is followed to its end".to_owned(),
        ("auto", 0) => "not needed, or in vain".to_owned(),
        (_, paths) => format!("{} ended where nothing can go wrong any more", counted(paths, "path")),
    }
}

fn times(n: u64) -> String {
    match n {
        1 => "once".to_owned(),
        n => format!("{} times", thousands(n)),
    }
}
