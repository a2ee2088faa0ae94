//! Programs that read nothing and run for long: walking them costs no more because techniques have tried, and what never ends
//! is proved all the same.

mod support;

use std::time::Duration;

use pathfold_base::SourceFile;
use pathfold_engine::{Config, Limits, Loops, Subsume, Verdict};
use pathfold_ir::text;
use pathfold_microc::{load, lower};
use support::{Outcome, explore_with};

/// More instructions in a loop than a walk has before the first detour.
const LONG: u64 = 400_000_000;

fn explore(source: &str, loops: Loops, subsume: Subsume) -> Outcome {
    let file = SourceFile::new("test.mc", source);
    let (checked, diagnostics) = load(&file);
    let checked = checked.unwrap_or_else(|| panic!("{diagnostics:?}"));
    let limits = Limits { timeout: Some(Duration::from_secs(60)), ..Limits::default() };
    let config = Config { loops, subsume, turns: true, limits, ..Config::default() };
    explore_with(&text::print(&lower(&checked, &file)), config)
}

#[test]
fn a_long_walk_goes_on_where_it_was() {
    // Sorting what a generator gives, again and again: no technique sees through that.
    let source = "main() {
           var a, n, i, j, m, t, r, x;
           a = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0];
           n = 16; r = 0; x = 1;
           while (r < 280000) {
             i = 0;
             while (i < n) { x = x * 75 + 74; x = x - x / 65537 * 65537; a[i] = x; i = i + 1; }
             i = 0;
             while (i < n) {
               m = i; j = i + 1;
               while (j < n) { if (a[j] < a[m]) { m = j; } j = j + 1; }
               t = a[i]; a[i] = a[m]; a[m] = t;
               i = i + 1;
             }
             if (a[0] > a[15]) { t = 1 / 0; }
             r = r + 1;
           }
           return a[0];
         }";
    let (walked, tried) = (explore(source, Loops::Unroll, Subsume::Off), explore(source, Loops::Fold, Subsume::Auto));
    for outcome in [&walked, &tried] {
        assert_eq!(outcome.summary.verdict, Verdict::Safe);
        assert_eq!((outcome.records.len(), outcome.summary.statistics.paths()), (1, 1));
    }
    let [walked, tried] = [walked, tried].map(|outcome| outcome.summary.statistics.instructions);
    // There was a detour; starting the walk again would double them.
    assert!(LONG <= walked && walked < tried && tried < walked * 5 / 4, "{walked} {tried}");
}

#[test]
fn what_never_ends_is_proved() {
    // Folding gives up on it, subsumption does not.
    let outcome = explore(
        "main() {
           var x, y;
           x = 0;
           while (1) {
             x = x + 1;
             if (x > 100) { x = 0; }
             y = 10 / (x + 1);
           }
           return y;
         }",
        Loops::Fold,
        Subsume::Auto,
    );
    assert_eq!(outcome.summary.verdict, Verdict::Safe);
}

#[test]
fn a_long_loop_is_folded() {
    let outcome = explore(
        "main() {
           var i;
           i = 0;
           while (i < 1000000000000) { i = i + 1; }
           return 1 / (i - 1000000000000);
         }",
        Loops::Fold,
        Subsume::Auto,
    );
    assert_eq!(outcome.summary.verdict, Verdict::Unsafe);
}
