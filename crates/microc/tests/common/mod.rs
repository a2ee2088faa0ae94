//! What the integration tests share: varied generator configurations and runs.

#![allow(dead_code, reason = "each test file uses its own part")]

use pathfold_base::{Integer, SourceFile};
use pathfold_microc::r#gen::{GenConfig, generate};
use pathfold_microc::interp::{Interp, Limits, Outcome};
use pathfold_microc::{Checked, load};

/// A configuration that differs in every parameter over the seeds.
pub fn config(seed: u64) -> GenConfig {
    let bit = |n: u64| seed >> n & 1 == 1;
    GenConfig {
        seed,
        for_prob: (seed % 5) as f64 * 0.1,
        while_prob: (seed % 3) as f64 * 0.1,
        max_block_depth: (seed % 5) as usize,
        max_top_statements: (seed % 23) as usize + 1,
        max_block_statements: (seed % 6) as usize + 1,
        error_guaranteed: seed.is_multiple_of(7),
        divisions: !bit(0),
        functions: (seed % 4) as usize,
        symbolic_index: bit(1),
        guarded: bit(2),
        max_inputs: (seed % 4) as usize,
        terminating: bit(3),
    }
}

/// The text of the program of a configuration.
pub fn text(config: &GenConfig) -> String {
    generate(config).unwrap_or_else(|e| panic!("{config:?}: {e}"))
}

/// Parses and checks a program that must have nothing to complain about.
pub fn checked(text: &str) -> Checked {
    let (checked, diagnostics) = load(&SourceFile::new("t.mc", text));
    assert!(diagnostics.is_empty(), "{text}\n{diagnostics:?}");
    checked.expect("no diagnostics")
}

/// Runs with inputs 3, -1, 4, … and gives the outcome and outputs.
pub fn run(checked: &Checked, shift: i64) -> (Outcome, Vec<Integer>) {
    let mut next = shift;
    let mut outputs = Vec::new();
    let limits = Limits { max_steps: Some(20_000), max_bits: 100_000, max_cells: 1_000_000, ..Limits::default() };
    let inputs = || {
        next = (next * 7 + 5) % 23;
        Some(Integer::from(next - 9))
    };
    let outcome = Interp::new(checked).run(&[], inputs, |n| outputs.push(n.clone()), limits);
    (outcome, outputs)
}
