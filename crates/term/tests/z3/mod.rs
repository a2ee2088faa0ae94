//! Finding and running Z3 for tests.

use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};

fn program() -> PathBuf {
    if let Some(path) = std::env::var_os("PATHFOLD_Z3") {
        return path.into();
    }
    let env = |name: &str| std::env::var_os(name).map(PathBuf::from);
    let home = env("PATHFOLD_HOME")
        .or_else(|| env("XDG_CACHE_HOME").map(|c| c.join("pathfold")))
        .or_else(|| env("HOME").map(|h| h.join(".cache/pathfold")));
    match home.map(|h| h.join("bin/z3")) {
        Some(path) if path.exists() => path,
        _ => "z3".into(),
    }
}

/// The lines Z3 answers a script with.
pub fn run(script: &str) -> Vec<String> {
    let program = program();
    let child = Command::new(&program).arg("-in").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
    let mut child = child.unwrap_or_else(|e| panic!("cannot run {}: {e}; run scripts/setup first", program.display()));
    let mut stdin = child.stdin.take().unwrap();
    let text = script.to_owned();
    let writer = std::thread::spawn(move || stdin.write_all(text.as_bytes()));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap().unwrap();
    String::from_utf8_lossy(&output.stdout).lines().map(str::to_owned).collect()
}
