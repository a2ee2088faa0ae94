//! What the tests of the program share: scratch folders, and processes that cannot hang a test.

#![allow(dead_code, reason = "each test uses its part")]

use std::ffi::OsStr;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// The program under test.
pub const PATHFOLD: &str = env!("CARGO_BIN_EXE_pathfold");

/// The folder of the workspace.
pub fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    // `crates/cli` is two levels down.
    here.ancestors().nth(2).unwrap_or(here).to_owned()
}

/// Whether snapshots are to be rewritten.
pub fn bless() -> bool {
    std::env::var_os("BLESS").is_some_and(|value| !value.is_empty() && value != "0")
}

/// A folder that goes away with its owner.
pub struct Scratch(PathBuf);

impl Scratch {
    /// A new, empty folder.
    pub fn new() -> Self {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("pathfold-test-{}-{number}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        Self(path)
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.0
    }

    /// A new file in it.
    pub fn file(&self, name: &str, content: impl AsRef<[u8]>) -> PathBuf {
        let path = self.0.join(name);
        std::fs::write(&path, content).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        path
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// How a process ended.
#[derive(Debug)]
pub struct Ran {
    /// The exit code; `None` after a signal.
    pub code: Option<i32>,
    /// What it printed.
    pub stdout: String,
    /// What it complained about.
    pub stderr: String,
    /// Whether it was stopped because it took too long.
    pub late: bool,
}

impl std::fmt::Display for Ran {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.code {
            _ if self.late => writeln!(f, "it was stopped because it took too long")?,
            Some(code) => writeln!(f, "exit code {code}")?,
            None => writeln!(f, "it was ended by a signal")?,
        }
        write!(f, "--- stdout\n{}\n--- stderr\n{}", self.stdout, self.stderr)
    }
}

/// Runs `pathfold` with nothing on its standard input.
pub fn pathfold<S: AsRef<OsStr>>(args: impl IntoIterator<Item = S>, time: Duration) -> Ran {
    let mut command = Command::new(PATHFOLD);
    command.args(args);
    run(command, time)
}

/// Makes sure that the loader of C programs is beside `pathfold`. It is another package's program: `cargo test` of the
/// whole workspace has built it, `cargo test -p pathfold-cli` has not.
pub fn need_lower() -> Result<(), String> {
    static BUILT: OnceLock<Result<(), String>> = OnceLock::new();
    BUILT.get_or_init(|| need("pathfold-lower", "PATHFOLD_LOWER")).clone()
}

/// The same for the program that makes external calls.
pub fn need_outside() -> Result<(), String> {
    static BUILT: OnceLock<Result<(), String>> = OnceLock::new();
    BUILT.get_or_init(|| need("pathfold-outside", "PATHFOLD_OUTSIDE")).clone()
}

/// Builds a program of another package, named like it, unless it is there.
fn need(program: &str, variable: &str) -> Result<(), String> {
    let folder = Path::new(PATHFOLD).parent().unwrap_or(Path::new("."));
    if folder.join(program).is_file() || std::env::var_os(variable).is_some() {
        return Ok(());
    }
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(["build", "--quiet", "-p", program, "--target-dir"]);
    command.arg(folder.parent().unwrap_or(folder)).current_dir(root());
    if folder.ends_with("release") {
        command.arg("--release");
    }
    let ran = run(command, Duration::from_secs(1800));
    if ran.code == Some(0) { Ok(()) } else { Err(format!("`{program}` cannot be built: {ran}")) }
}

/// Compiles a C program for this machine.
pub fn compile_natively(source: &Path, options: &[&str], program: &Path) -> Result<(), String> {
    let mut command = Command::new("clang-19");
    command.args(["-O0", "-w", "-o"]).arg(program).arg(source).args(options).arg("-lm");
    let ran = run(command, Duration::from_secs(120));
    if ran.code == Some(0) { Ok(()) } else { Err(format!("clang-19: {ran}")) }
}

/// Runs a command with nothing on its standard input.
pub fn run(command: Command, time: Duration) -> Ran {
    run_with(command, b"", time)
}

/// Runs a command with this on its standard input, which fits a pipe.
pub fn run_with(mut command: Command, stdin: &[u8], time: Duration) -> Ran {
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap_or_else(|error| panic!("{command:?}: {error}"));
    if let Some(mut pipe) = child.stdin.take() {
        // Nobody has to read it.
        let _ = pipe.write_all(stdin);
    }
    let stdout = child.stdout.take().map(reader);
    let stderr = child.stderr.take().map(reader);
    let (code, late) = wait(&mut child, time);
    let text = |thread: Option<JoinHandle<Vec<u8>>>| {
        let bytes = thread.and_then(|thread| thread.join().ok()).unwrap_or_default();
        String::from_utf8_lossy(&bytes).into_owned()
    };
    Ran { code, stdout: text(stdout), stderr: text(stderr), late }
}

fn reader(mut pipe: impl Read + Send + 'static) -> JoinHandle<Vec<u8>> {
    std::thread::spawn(move || {
        let mut bytes = Vec::new();
        // What could be read before an error is what there is.
        let _ = pipe.read_to_end(&mut bytes);
        bytes
    })
}

fn wait(child: &mut Child, time: Duration) -> (Option<i32>, bool) {
    let start = Instant::now();
    let mut pause = Duration::from_micros(500);
    loop {
        match child.try_wait() {
            Ok(Some(status)) => return (status.code(), false),
            Ok(None) if start.elapsed() < time => {}
            Ok(None) | Err(_) => {
                let _ = child.kill();
                let _ = child.wait();
                return (None, true);
            }
        }
        std::thread::sleep(pause);
        pause = (pause * 2).min(Duration::from_millis(5));
    }
}
