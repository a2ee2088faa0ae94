//! The programs of `../shared/programs/microc` that need no loop technique, where that folder is.

use std::time::Duration;

use libtest_mimic::{Failed, Trial};
use serde_json::Value;

use super::support::{Scratch, pathfold, root};

const TIME: Duration = Duration::from_secs(120);

/// File, options, verdict, findings (line, slug), paths, inputs of the first finding.
type Case = (
    &'static str,
    &'static [&'static str],
    &'static str,
    &'static [(u64, &'static str)],
    Option<u64>,
    &'static [&'static str],
);

const CASES: [Case; 7] = [
    ("array_ite.mc", &["--array-index=fork"], "safe", &[], Some(5), &[]),
    ("array_ite.mc", &["--array-index=ite"], "safe", &[], Some(3), &[]),
    ("diamonds.mc", &[], "safe", &[], Some(4096), &[]),
    ("factorial.mc", &["--first-error"], "unsafe", &[(20, "division-by-zero")], None, &["2"]),
    ("four_errors.mc", &[], "unsafe", &[(8, "division-by-zero")], Some(1), &[]),
    ("irregular.mc", &[], "safe", &[], None, &[]),
    ("irregular.mc", &["--search=klee"], "safe", &[], None, &[]),
];

/// One trial for each case; none without the folder.
pub fn trials() -> Vec<Trial> {
    let folder = root().join("../shared/programs/microc");
    CASES
        .into_iter()
        .filter(|(file, ..)| folder.join(file).is_file())
        .map(|case| {
            let file = folder.join(case.0);
            let name = format!("shared/{} {}", case.0, case.1.join(" "));
            Trial::test(name, move || check(&file.display().to_string(), case).map_err(Failed::from))
        })
        .collect()
}

fn check(file: &str, (_, options, verdict, findings, paths, inputs): Case) -> Result<(), String> {
    let scratch = Scratch::new();
    let out = scratch.path().join("out").display().to_string();
    let mut args = vec!["check", file, "--json", "--output", &out];
    args.extend(options);
    let ran = pathfold(&args, TIME);
    let report: Value = serde_json::from_str(&ran.stdout).map_err(|error| format!("{error}\n{ran}"))?;
    let found: Vec<(u64, &str)> = report["findings"]
        .as_array()
        .into_iter()
        .flatten()
        .map(|finding| {
            (finding["location"]["line"].as_u64().unwrap_or(0), finding["kind"].as_str().unwrap_or_default())
        })
        .collect();
    let given: Vec<&str> = report["findings"][0]["inputs"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(|input| input["value"].as_str())
        .collect();
    let total = report["statistics"]["paths"]["total"].as_u64();
    if report["verdict"] != verdict || found != findings || given != inputs || (paths.is_some() && total != paths) {
        let wanted = format!("{verdict}, {findings:?}, {paths:?} paths, inputs {inputs:?}");
        return Err(format!("expected {wanted}\n{ran}"));
    }
    let replayed = pathfold(["replay", &out, "--quiet"], TIME);
    if replayed.code == Some(0) { Ok(()) } else { Err(replayed.to_string()) }
}
