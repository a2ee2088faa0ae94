//! `pathfold qce`: the estimates of listing 4.8 of seed 0, as far as ours count the same queries.

mod support;

use std::time::Duration;

use support::{Ran, Scratch, pathfold};

const TIME: Duration = Duration::from_secs(60);

/// The loops of the listing: two that decide about `arg`, `argc`, `i`, and a test of `r` behind them.
const LISTING: &str = "\
main() {
  var r, arg, argc, argv, i, x;
  r = input;
  arg = input;
  argc = input;
  argv = [[0, 1], [2, 3]];
  while (arg < argc) {
    i = 0;
    x = argv[arg];
    while (x[i] != 0) {
      i = i + 1;
      output x[i];
    }
    arg = arg + 1;
  }
  if (r) { output 10; }
  return 0;
}
";

fn qce(text: &str, options: &[&str]) -> Ran {
    let scratch = Scratch::new();
    let file = scratch.path().join("listing.mc");
    std::fs::write(&file, text).expect("a program");
    let file = file.display().to_string();
    let mut args = vec!["qce", &file];
    args.extend(options);
    pathfold(args, TIME)
}

#[test]
fn one_iteration_counts_as_in_the_listing() {
    let ran = qce(LISTING, &["--analysis=recursive", "--kappa=1"]);
    assert_eq!(ran.code, Some(0), "{ran}");
    let line = |text: &str| {
        let found = ran.stdout.lines().find(|line| line.contains(text));
        found.unwrap_or_else(|| panic!("no line with `{text}`: {ran}")).to_owned()
    };
    // The last statement of the loop: only the test once more, and what is behind it.
    assert!(line("arg = arg + 1;").ends_with("// {arg -> 1, argc -> 1, r -> 1}"), "{ran}");
    assert!(line("i = i + 1;").contains("i -> 3"), "{ran}");
    assert!(line("while (x[i] != 0) {").contains("i -> 5"), "{ran}");
    assert!(line("while (arg < argc) {").contains("r -> 3"), "{ran}");
    assert!(line("if (r)").ends_with("// {r -> 1}"), "{ran}");
}

#[test]
fn on_one_path_what_is_behind_a_loop_comes_once() {
    let ran = qce(LISTING, &["--most=9"]);
    assert_eq!(ran.code, Some(0), "{ran}");
    let header = ran.stdout.lines().find(|line| line.contains("while (arg < argc)")).expect("the loop");
    assert!(header.contains("r -> 1") && header.contains("arg -> 9 or more"), "{ran}");
}

#[test]
fn a_program_that_is_none_is_refused() {
    let ran = qce("main() {", &["--kappa=1"]);
    assert_eq!(ran.code, Some(3), "{ran}");
}
