//! Random programs of csmith's, which have no undefined behaviour: lowered and interpreted they print the checksum that
//! they print natively.

mod support;

use std::process::Command;

use support::interpreter;

/// Csmith's programs rarely run long, but some do: those are only lowered.
fn random(seed: u32) -> bool {
    let output = Command::new("csmith")
        .args(["--seed", &seed.to_string(), "--max-funcs", "4", "--max-block-depth", "3", "--max-array-dim", "2"])
        .output()
        .expect("csmith is installed");
    let source = String::from_utf8_lossy(&output.stdout);
    let arguments = ["-w", "-I/usr/include/csmith"];
    let program = support::lowered(&source, &arguments);
    assert_eq!(support::unsupported(&program), Vec::<String>::new(), "seed {seed}");
    match interpreter::run(&program) {
        Err(error) if error.starts_with("too many steps") => false,
        Err(error) => panic!("seed {seed}: {error}"),
        Ok(result) => {
            assert_eq!(result, support::native(&source, &arguments), "seed {seed}");
            true
        }
    }
}

#[test]
fn checksums_are_those_of_native_runs() {
    let seeds: u32 = std::env::var("CSMITH_PROGRAMS").ok().and_then(|text| text.parse().ok()).unwrap_or(20);
    let finished = (1..=seeds).filter(|&seed| random(seed)).count();
    assert!(finished * 2 > seeds as usize, "only {finished} of {seeds} programs finished");
}
