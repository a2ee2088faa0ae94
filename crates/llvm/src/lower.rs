//! Runs the loader process: bitcode to a program, kept by contents so that the same input is not lowered twice.
//!
//! libLLVM crashes on some damaged files, which is why it lives in a process of its own: here that is one more error.

use std::fs::File;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::time::{Duration, Instant, SystemTime};

use pathfold_ir::Program;

use crate::format::{FORMAT_VERSION, read_program, read_trusted_program};
use crate::hash::ContentHash;

/// How bitcode is lowered.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LowerOptions {
    /// The program `pathfold-lower`.
    pub program: PathBuf,
    /// A folder for what it writes; files in it are found again by their contents and may be deleted at any time.
    pub cache: PathBuf,
    /// LLVM passes, as `opt -passes=` takes them; the loader's own choice if there are none.
    pub passes: Option<String>,
    /// Whether the functions belong to the runtime and not to the analysed program.
    pub library: bool,
    /// Whether local variables that are pointers stay objects, so that they point to something until their scope ends
    /// and not until they are read for the last time.
    pub keeps_pointers: bool,
    /// How long the loader may take.
    pub timeout: Duration,
}

impl LowerOptions {
    /// The usual ways, with this loader and this folder.
    pub fn new(program: impl Into<PathBuf>, cache: impl Into<PathBuf>) -> Self {
        let timeout = Duration::from_secs(600);
        Self {
            program: program.into(),
            cache: cache.into(),
            passes: None,
            library: false,
            keeps_pointers: false,
            timeout,
        }
    }
}

/// Longer messages of the loader are cut.
const LONGEST_MESSAGE: usize = 400;

/// The program that files of bitcode (or textual IR) make together; verified.
pub fn lower(inputs: &[PathBuf], options: &LowerOptions) -> Result<Program, String> {
    let cached = options.cache.join(format!("{:032x}.ir", key(inputs, options)?));
    // A file that is missing, damaged or of another version is made again. It was verified when it was made, and its
    // own hash says that it is what was made.
    if let Ok(program) =
        std::fs::read(&cached).map_err(|error| error.to_string()).and_then(|b| read_trusted_program(&b))
    {
        return Ok(program);
    }
    let folder = &options.cache;
    std::fs::create_dir_all(folder).map_err(|error| format!("cannot make {}: {error}", folder.display()))?;
    let unique = format!("{}-{:x}", std::process::id(), nanoseconds(SystemTime::now()));
    let (output, errors) = (folder.join(format!("{unique}.tmp")), folder.join(format!("{unique}.err")));
    let result = run(inputs, options, &output, &errors).and_then(|()| {
        let bytes = std::fs::read(&output).map_err(|error| format!("cannot read {}: {error}", output.display()))?;
        let program = read_program(&bytes)?;
        // Somebody else may have made it at the same time; whoever is last wins, and both are right.
        let _ = std::fs::rename(&output, &cached);
        Ok(program)
    });
    let _ = std::fs::remove_file(&output);
    let _ = std::fs::remove_file(&errors);
    result
}

/// What the result depends on: the inputs, the flags and the loader.
fn key(inputs: &[PathBuf], options: &LowerOptions) -> Result<u128, String> {
    let mut hash = ContentHash::new();
    hash.add(&FORMAT_VERSION.to_le_bytes());
    hash.add(env!("CARGO_PKG_VERSION").as_bytes());
    let program = std::fs::metadata(&options.program)
        .map_err(|error| format!("cannot run {}: {error}", options.program.display()))?;
    hash.add(&program.len().to_le_bytes());
    hash.add(&nanoseconds(program.modified().unwrap_or(SystemTime::UNIX_EPOCH)).to_le_bytes());
    hash.add(options.passes.as_deref().unwrap_or("default").as_bytes());
    hash.add(&[u8::from(options.library), u8::from(options.keeps_pointers)]);
    for input in inputs {
        hash.add(&std::fs::read(input).map_err(|error| format!("cannot read {}: {error}", input.display()))?);
    }
    Ok(hash.finish())
}

fn nanoseconds(time: SystemTime) -> u128 {
    time.duration_since(SystemTime::UNIX_EPOCH).map_or(0, |since| since.as_nanos())
}

fn run(inputs: &[PathBuf], options: &LowerOptions, output: &Path, errors: &Path) -> Result<(), String> {
    let mut command = Command::new(&options.program);
    if let Some(passes) = &options.passes {
        command.arg(format!("--passes={passes}"));
    }
    if options.library {
        command.arg("--library");
    }
    if options.keeps_pointers {
        command.arg("--keep-pointers");
    }
    // The messages go to a file: a pipe that nobody empties could block the process.
    let sink = File::create(errors).map_err(|error| format!("cannot write {}: {error}", errors.display()))?;
    command.arg("-o").arg(output).arg("--").args(inputs);
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(sink);
    let shown = inputs.iter().map(|path| path.display().to_string()).collect::<Vec<_>>().join(", ");
    let status = wait(command, options)?
        .ok_or_else(|| format!("reading {shown} took longer than {} s", options.timeout.as_secs()))?;
    if let Some(signal) = status.signal() {
        return Err(format!(
            "libLLVM crashed while reading {shown} (signal {signal}): the file is damaged or from an unknown version"
        ));
    }
    if status.success() {
        return Ok(());
    }
    let said = std::fs::read(errors).map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).unwrap_or_default();
    let line = said.lines().find(|line| !line.trim().is_empty());
    match line {
        // LLVM quotes what it could not read, whatever that is.
        Some(line) => {
            let plain = |c: char| if c.is_control() || c == char::REPLACEMENT_CHARACTER { '?' } else { c };
            Err(line.trim_start_matches("error: ").chars().take(LONGEST_MESSAGE).map(plain).collect())
        }
        None => Err(format!("reading {shown} failed: {status}")),
    }
}

/// How the process ended; nothing if it took too long.
fn wait(mut command: Command, options: &LowerOptions) -> Result<Option<ExitStatus>, String> {
    let failed = |error: std::io::Error| format!("cannot run {}: {error}", options.program.display());
    let mut child = command.spawn().map_err(failed)?;
    let start = Instant::now();
    let mut pause = Duration::from_micros(500);
    loop {
        if let Some(status) = child.try_wait().map_err(failed)? {
            return Ok(Some(status));
        }
        if start.elapsed() > options.timeout {
            let _ = child.kill();
            let _ = child.wait();
            return Ok(None);
        }
        std::thread::sleep(pause);
        pause = (pause * 2).min(Duration::from_millis(20));
    }
}
