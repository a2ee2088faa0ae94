//! The programs of `../shared/programs` that need no technique for sizes, where that folder is.

use std::time::Duration;

use libtest_mimic::{Failed, Trial};
use serde_json::Value;

use super::support::{Scratch, need_lower, pathfold, root};

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

const CASES: [Case; 16] = [
    ("array_ite.mc", &["--array-index=fork"], "safe", &[], Some(5), &[]),
    ("array_ite.mc", &["--array-index=ite"], "safe", &[], Some(3), &[]),
    ("diamonds.mc", &["--loops=unroll", "--subsume=off"], "safe", &[], Some(4096), &[]),
    ("diamonds.mc", &["--loops=unroll", "--subsume=off", "--merge=always"], "safe", &[], Some(1), &[]),
    ("diamonds.mc", &[], "safe", &[], None, &[]),
    ("factorial.mc", &["--first-error"], "unsafe", &[(20, "division-by-zero")], None, &["2"]),
    ("four_errors.mc", &[], "unsafe", &[(8, "division-by-zero")], Some(1), &[]),
    ("irregular.mc", &[], "safe", &[], None, &[]),
    ("irregular.mc", &["--search=klee"], "safe", &[], None, &[]),
    ("sum_of_twos.mc", &["--subsume=off"], "safe", &[], Some(1), &[]),
    ("sum_of_twos.mc", &[], "safe", &[], None, &[]),
    ("nested.mc", &[], "safe", &[], None, &[]),
    ("never_smaller.mc", &[], "safe", &[], None, &[]),
    ("never_smaller.mc", &["--subsume"], "safe", &[], None, &[]),
    ("never_smaller.mc", &["--subsume", "--loops=unroll"], "safe", &[], None, &[]),
    ("periodic.mc", &[], "unsafe", &[(15, "division-by-zero")], None, &["0", "0", "0"]),
];

/// The same for C, where replays are native.
const C_CASES: [Case; 14] = [
    ("linear_search.c", &["--loops=unroll", "--", "-DN=16"], "safe", &[], Some(34), &[]),
    ("table_lookup.c", &[], "safe", &[], None, &[]),
    ("matrix_of_rows.c", &[], "unsafe", &[(24, "reach-error")], None, &[]),
    ("via_header.c", &["--first-error"], "unsafe", &[(24, "out-of-bounds")], None, &[]),
    ("hello.c", &["--first-error", "--", "-DN=8"], "unsafe", &[(28, "reach-error")], None, &[]),
    ("hwm.c", &["--first-error", "--", "-DN=6", "-DWORDS=1"], "unsafe", &[(34, "reach-error")], None, &[]),
    ("count_ones.c", &["--", "-DN=8"], "safe", &[], None, &[]),
    ("one_loop.c", &[], "safe", &[], Some(1), &[]),
    ("two_loops.c", &[], "safe", &[], Some(0), &[]),
    ("hello.c", &["--", "-DN=32"], "unsafe", &[(28, "reach-error")], None, &[]),
    ("hwm.c", &["--first-error", "--", "-DWORDS=2"], "unsafe", &[(34, "reach-error")], None, &[]),
    ("matrir.c", &["--first-error"], "unsafe", &[(25, "reach-error")], None, &[]),
    ("count_ones.c", &["--", "-DN=64"], "unsafe", &[(18, "reach-error")], None, &[]),
    // Two leaves, and the assumption about the length.
    ("linear_search.c", &["--", "-DN=256"], "safe", &[], Some(3), &[]),
];

/// One trial for each case; none without the folder.
pub fn trials() -> Vec<Trial> {
    let folder = root().join("../shared/programs");
    let cases = CASES.into_iter().map(|case| ("microc", case)).chain(C_CASES.into_iter().map(|case| ("c", case)));
    cases
        .map(|(language, case)| (folder.join(language).join(case.0), case))
        .filter(|(file, _)| file.is_file())
        .map(|(file, case)| {
            let name = format!("shared/{} {}", case.0, case.1.join(" "));
            Trial::test(name, move || check(&file.display().to_string(), case).map_err(Failed::from))
        })
        .collect()
}

fn check(file: &str, (_, options, verdict, findings, paths, inputs): Case) -> Result<(), String> {
    let scratch = Scratch::new();
    let out = scratch.path().join("out").display().to_string();
    let mut args = vec!["check", file, "--json", "--output", &out];
    let is_c = file.ends_with(".c");
    if is_c {
        need_lower()?;
        args.push("--replay=native");
    }
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
    if is_c {
        // Every finding was replayed when it was found.
        let differs = |finding: &Value| finding["replay"]["status"] != "confirmed";
        let wrong = report["findings"].as_array().is_some_and(|findings| findings.iter().any(differs));
        return if wrong { Err(ran.to_string()) } else { Ok(()) };
    }
    // Subsumed paths have no test cases.
    let subsumed = report["statistics"]["paths"]["subsumed"].as_u64();
    if total == subsumed {
        return Ok(());
    }
    let replayed = pathfold(["replay", &out, "--quiet"], TIME);
    if replayed.code == Some(0) { Ok(()) } else { Err(replayed.to_string()) }
}
