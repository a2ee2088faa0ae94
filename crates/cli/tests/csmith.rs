//! Random C programs of csmith: their checksum and exit code must be the same natively and in the engine.
//!
//! `PATHFOLD_CSMITH` says how many (10 by default) and `PATHFOLD_CSMITH_SEED` where they start; each program is known by
//! its seed. Nothing is tested where csmith is not installed.

mod support;

use std::path::Path;
use std::process::Command;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use serde_json::Value;
use support::{Scratch, compile_natively, need_lower, pathfold, run};

/// Programs that take longer natively do not end, or nearly not.
const NATIVE_TIME: Duration = Duration::from_secs(5);
/// The engine may be some thousand times slower.
const TIME: Duration = Duration::from_secs(60);
/// What one exploration may do before the program counts as too long.
const MOST_INSTRUCTIONS: &str = "--max-instructions=20000000";
const HEADERS: &str = "/usr/include/csmith";

/// Small programs, without floating point.
const OPTIONS: [&str; 12] = [
    "--max-funcs",
    "4",
    "--max-block-depth",
    "3",
    "--max-expr-complexity",
    "5",
    "--max-array-dim",
    "2",
    "--max-array-len-per-dim",
    "5",
    "--no-float",
    "--concise",
];

fn number(variable: &str, default: u64) -> u64 {
    std::env::var(variable).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

fn installed() -> bool {
    let found = Command::new("csmith").arg("--version").output().is_ok_and(|output| output.status.success());
    found && Path::new(HEADERS).join("csmith.h").is_file()
}

/// One program; whether it could be compared, or what is wrong.
fn compare(seed: u64) -> Result<bool, String> {
    let scratch = Scratch::new();
    let source = scratch.path().join("random.c");
    let mut command = Command::new("csmith");
    command.args(OPTIONS).args(["--seed", &seed.to_string(), "--output"]).arg(&source);
    let made = run(command, TIME);
    if made.code != Some(0) {
        return Err(format!("csmith: {made}"));
    }
    let program = scratch.path().join("random");
    compile_natively(&source, &["-I", HEADERS], &program)?;
    let native = run(Command::new(&program), NATIVE_TIME);
    if native.late {
        return Ok(false);
    }
    let (file, out) = (source.display().to_string(), scratch.path().join("out"));
    let folder = out.display().to_string();
    let args =
        ["check", &file, "--json", "--output", &folder, "--replay=none", MOST_INSTRUCTIONS, "--", "-w", "-I", HEADERS];
    let ran = pathfold(args, TIME);
    let report: Value = serde_json::from_str(&ran.stdout).map_err(|error| format!("{error}\n{ran}"))?;
    if report["reasons"].to_string().contains("instructions") {
        return Ok(false);
    }
    let tests = std::fs::read_to_string(out.join("tests.jsonl")).unwrap_or_default();
    let test: Value = serde_json::from_str(tests.trim()).map_err(|error| format!("{error}\n{ran}"))?;
    let streams = test["streams"].as_array().into_iter().flatten().filter(|piece| piece["name"] == "stdout");
    let printed: String = streams.filter_map(|piece| piece["bytes"].as_str()).collect();
    let wanted: String = native.stdout.bytes().map(|byte| format!("{byte:02x}")).collect();
    let status: Option<i64> = test["outcome"]["value"]["value"].as_str().and_then(|value| value.parse().ok());
    let ended = status.map(|status| status & 255) == native.code.map(i64::from);
    if report["verdict"] == "safe" && printed == wanted && ended {
        return Ok(true);
    }
    Err(format!("=== natively\n{native}\n=== pathfold\n{ran}\n{tests}"))
}

#[test]
fn random_programs_do_the_same_natively() {
    if !installed() {
        eprintln!("csmith is not installed: nothing is tested (Debian: csmith, libcsmith-dev)");
        return;
    }
    need_lower().expect("the loader");
    let (count, first) = (number("PATHFOLD_CSMITH", 10), number("PATHFOLD_CSMITH_SEED", 1));
    let (next, compared, wrong) = (AtomicU64::new(0), AtomicU64::new(0), Mutex::new(Vec::new()));
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(2, std::num::NonZero::get) {
            scope.spawn(|| {
                while let Some(seed) = Some(next.fetch_add(1, Ordering::Relaxed)).filter(|n| *n < count) {
                    match compare(first + seed) {
                        Ok(done) => drop(compared.fetch_add(u64::from(done), Ordering::Relaxed)),
                        Err(why) => wrong.lock().expect("no test panics").push(format!("seed {}: {why}", first + seed)),
                    }
                }
            });
        }
    });
    let wrong = wrong.into_inner().expect("no test panics");
    assert!(wrong.is_empty(), "{} of {count} programs differ\n{}", wrong.len(), wrong.join("\n\n"));
    let compared = compared.into_inner();
    eprintln!("{compared} of {count} programs were compared, the others take too long");
    assert!(compared * 2 >= count, "most programs take too long");
}
