//! Machine code and the loop of the step agree: every program runs with code for each function as soon as it has run once, and
//! without any, and everything that can be seen is the same, down to the number of instructions.

#[path = "../support/mod.rs"]
mod support;

mod calls;
mod control;
mod objects;
mod random;
mod symbolic;

mod values;

use pathfold_engine::{Config, Limits, Verdict};
use support::{Outcome, explore_with};

/// All that is seen of an exploration, but for times and sizes.
fn seen(source: &str, config: &Config) -> (Outcome, Vec<String>) {
    let outcome = explore_with(source, config.clone());
    let summary = &outcome.summary;
    let numbers = &summary.statistics;
    let mut lines = vec![
        format!("{:?} {:?}", summary.verdict, summary.reasons),
        format!("{:#?}", summary.findings),
        format!("instructions {} covered {:?}", numbers.instructions, numbers.instructions_covered),
        format!("states {} {} forks {}", numbers.states, numbers.states_peak, numbers.forks),
        format!("merges {} folds {} restarts {}", numbers.merges, numbers.folds, numbers.restarts),
        format!("branches {:?}", numbers.branches),
    ];
    lines.extend(outcome.records.iter().map(|record| format!("{record:?}")));
    (outcome, lines)
}

/// Runs a program in both ways, and demands that they agree.
fn agree_with(source: &str, config: &Config) -> Outcome {
    let (outcome, without) = seen(source, &Config { compile_after: None, ..config.clone() });
    let (_, with) = seen(source, &Config { compile_after: Some(0), ..config.clone() });
    if let Some((a, b)) = with.iter().zip(&without).find(|(a, b)| a != b) {
        panic!("machine code: {a}\nwithout: {b}\n{source}");
    }
    assert_eq!(with.len(), without.len(), "paths of\n{source}");
    outcome
}

fn agree(source: &str) -> Outcome {
    agree_with(source, &Config::default())
}

/// The same with small shares: states are left and entered at many places.
fn agree_in_slices(source: &str) -> Outcome {
    for slice in [1, 2, 3, 7, 50] {
        agree_with(source, &Config { slice, slice_alone: slice, ..Config::default() });
    }
    agree(source)
}

/// The program ends well, whatever it prints.
fn is_safe(outcome: &Outcome) {
    assert_eq!(outcome.summary.verdict, Verdict::Safe, "{:?} {:?}", outcome.summary.findings, outcome.summary.reasons);
}

/// The one finding has this slug.
fn finds(outcome: &Outcome, slug: &str) {
    let found: Vec<&str> = outcome.summary.findings.iter().map(|finding| finding.kind.slug()).collect();
    assert_eq!(found, [slug], "{:?}", outcome.summary.reasons);
}

fn limited(max_instructions: u64) -> Config {
    Config { limits: Limits { max_instructions: Some(max_instructions), ..Limits::default() }, ..Config::default() }
}
