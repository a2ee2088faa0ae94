//! C programs on concrete input: what they print and how they end must be the same natively and in the engine, which
//! explores one path and finds nothing wrong.

use std::path::Path;
use std::process::Command;
use std::time::Duration;

use serde_json::Value;

use super::directives::Spec;
use super::support::{Ran, Scratch, compile_natively, need_lower, pathfold, run_with};
use super::verify::{expect, list, text, world};

const TIME: Duration = Duration::from_secs(60);

/// Runs a program both ways.
pub fn compare(file: &Path, spec: &Spec) -> Result<(), String> {
    need_lower()?;
    let scratch = Scratch::new();
    let program = scratch.path().join("program");
    compile_natively(file, &[], &program)?;
    let mut command = Command::new(&program);
    command.args(&spec.arguments).current_dir(scratch.path());
    let stdin: String = spec.stdin.iter().map(|line| format!("{line}\n")).collect();
    let native = run_with(command, stdin.as_bytes(), TIME);

    let out = scratch.path().join("out");
    let mut args = vec!["check".to_owned(), text(file), "--json".to_owned(), "--output".to_owned(), text(&out)];
    args.push("--replay=none".to_owned());
    // Natively, and compiled by us.
    args.push("--machine-code=always".to_owned());
    args.extend(world(spec));
    args.extend(spec.args.iter().cloned());
    let ran = pathfold(&args, TIME);
    same(&native, &ran, &out)
        .map_err(|why| format!("{why}\n=== natively\n{native}\n=== pathfold {}\n{ran}", args.join(" ")))
}

fn same(native: &Ran, ran: &Ran, out: &Path) -> Result<(), String> {
    let report: Value =
        serde_json::from_str(&ran.stdout).map_err(|error| format!("the report is not JSON: {error}"))?;
    expect("verdict", &report["verdict"].as_str().unwrap_or_default(), &"safe")?;
    expect("exit code", &ran.code, &Some(0))?;
    expect("paths", &report["statistics"]["paths"]["total"].as_u64(), &Some(1))?;
    let tests = std::fs::read_to_string(out.join("tests.jsonl")).map_err(|error| error.to_string())?;
    let test: Value = serde_json::from_str(tests.trim()).map_err(|error| format!("not one test case: {error}"))?;
    expect("standard output", &stdout(&test)?, &native.stdout)?;
    let status: Option<i64> = test["outcome"]["value"]["value"].as_str().and_then(|value| value.parse().ok());
    expect("status", &status.map(|status| status & 255), &native.code.map(i64::from))
}

/// What a test case says the program prints.
fn stdout(test: &Value) -> Result<String, String> {
    let mut bytes = Vec::new();
    for piece in list(&test["streams"]).iter().filter(|piece| piece["name"] == "stdout") {
        let digits = piece["bytes"].as_str().unwrap_or_default();
        for at in (0..digits.len()).step_by(2) {
            let byte = digits.get(at..at + 2).and_then(|pair| u8::from_str_radix(pair, 16).ok());
            bytes.push(byte.ok_or_else(|| format!("`{digits}` is not hexadecimal"))?);
        }
    }
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}
