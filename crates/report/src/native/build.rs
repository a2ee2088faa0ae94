//! Builds a C program for this machine: with sanitizers by the first compiler that has them, else without.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use super::harness::{export_text, harness_text};
use super::process::{self, End};
use super::{Checks, Folder, Native, Tools};
use crate::hash::Hash;
use crate::testcase::CProgram;

/// What every source is compiled with. Calls of the library stay calls, so that the sanitizers see them.
const FLAGS: [&str; 5] = ["-g", "-O0", "-w", "-fno-builtin", "-fno-omit-frame-pointer"];
/// What the sanitizers are asked for. What is undefined but not what was found must not end the run.
const SANITIZERS: [&str; 2] =
    ["-fsanitize=address,undefined,float-cast-overflow", "-fsanitize-recover=undefined,float-cast-overflow"];
/// What makes allocations ask the test case.
const FAILING_MALLOC: &str = "-Wl,--wrap=malloc,--wrap=calloc,--wrap=realloc";
/// So many built programs are kept.
const MOST_KEPT: usize = 50;

/// One attempt.
struct Attempt<'a> {
    c: &'a CProgram,
    tools: &'a Tools,
    folder: &'a Path,
    deadline: Instant,
}

/// Builds a program, for at most `time`.
pub fn build(c: &CProgram, tools: &Tools, time: Duration) -> Result<Native, String> {
    let Some(first) = tools.compilers.first() else {
        return Err("there is no C compiler on this machine".to_owned());
    };
    let folder = Folder::new(&tools.scratch)?;
    let attempt = Attempt { c, tools, folder: folder.path(), deadline: Instant::now() + time };
    let bitcode = c.files.iter().any(|file| is_bitcode(file));
    let sanitized = if bitcode { Checks::Library } else { Checks::Sanitizers };
    let native = |program, checks, folder| Native { program, checks, scratch: tools.scratch.clone(), _folder: folder };
    let kept = tools.cache.join(attempt.key(first)?);
    if kept.is_file() {
        return Ok(native(kept, sanitized, None));
    }
    let objects = attempt.objects()?;
    let mut why = None;
    for checks in [sanitized, Checks::None] {
        for compiler in &tools.compilers {
            match attempt.program(compiler, &objects, checks != Checks::None) {
                // Without sanitizers it is not kept: they may come.
                Ok(program) if checks == Checks::None => return Ok(native(program, checks, Some(folder))),
                Ok(program) => {
                    return Ok(match keep(&program, &kept) {
                        Ok(()) => native(kept, checks, None),
                        Err(_) => native(program, checks, Some(folder)),
                    });
                }
                // Without sanitizers the best compiler says best what is wrong.
                Err(error) if checks == Checks::None => why = why.or(Some(error)),
                Err(_) => {}
            }
        }
    }
    Err(why.unwrap_or_else(|| "it was not built".to_owned()))
}

impl Attempt<'_> {
    /// The name of the finished program: whatever it depends on, headers included.
    fn key(&self, compiler: &Path) -> Result<String, String> {
        let mut hash = Hash::new();
        let words = self.tools.compilers.iter().map(|path| path.as_os_str());
        let flags = FLAGS.iter().chain(&SANITIZERS).map(OsStr::new);
        for word in words.chain(flags).chain(self.c.clang.iter().map(OsStr::new)) {
            hash.add(word.as_encoded_bytes());
            hash.add(&[0]);
        }
        for library in &self.c.libraries {
            hash.add(library.as_bytes());
            hash.add(&[0]);
        }
        hash.add(&[u8::from(self.c.malloc_may_fail)]);
        hash.add(self.texts()?.concat().as_bytes());
        hash.add(&read(&self.replay())?);
        for file in &self.c.files {
            hash.add(file.as_bytes());
            if is_bitcode(file) {
                hash.add(&read(Path::new(file))?);
            } else {
                let mut command = self.command(compiler, true);
                command.args(["-E", "-o"]).arg(self.folder.join("source.i")).arg(file);
                self.finish(command)?;
                hash.add(&read(&self.folder.join("source.i"))?);
            }
        }
        Ok(format!("{:032x}", hash.finish()))
    }

    /// The harness of a function that is called instead of `main`, and what makes the function known to it.
    fn texts(&self) -> Result<Vec<String>, String> {
        self.c.entry.as_ref().map_or_else(|| Ok(Vec::new()), |entry| Ok(vec![harness_text(entry)?, export_text(entry)]))
    }

    fn replay(&self) -> PathBuf {
        self.tools.runtime.join("replay").join("replay.c")
    }

    /// The object files of what is bitcode.
    fn objects(&self) -> Result<Vec<PathBuf>, String> {
        let mut objects = Vec::new();
        for (number, file) in self.c.files.iter().filter(|file| is_bitcode(file)).enumerate() {
            let clang = self.tools.clang.as_ref().ok_or("there is no clang for bitcode on this machine")?;
            let object = self.folder.join(format!("{number}.o"));
            let mut command = Command::new(clang);
            command.args(["-w", "-O0", "-fPIC", "-c", "-o"]).arg(&object).arg(file);
            self.finish(command)?;
            objects.push(object);
        }
        Ok(objects)
    }

    fn program(&self, compiler: &Path, objects: &[PathBuf], sanitize: bool) -> Result<PathBuf, String> {
        let sanitizers: &[&str] = if sanitize { &SANITIZERS } else { &[] };
        // Apart from the program, whose arguments (`-std=c90`, macros) are not for it.
        let replay = self.folder.join("replay.o");
        let mut command = self.command(compiler, false);
        command.args(sanitizers).args(["-c", "-o"]).arg(&replay).arg(self.replay());
        self.finish(command)?;
        let harness = self.folder.join("harness.o");
        let texts = self.texts()?;
        if let [text, export] = &texts[..] {
            let source = self.folder.join("harness.c");
            write(&source, text)?;
            write(&self.folder.join("export.h"), export)?;
            let mut command = self.command(compiler, false);
            command.args(sanitizers).args(["-c", "-o"]).arg(&harness).arg(source);
            self.finish(command)?;
        }
        let program = self.folder.join("program");
        let mut command = self.command(compiler, true);
        command.args(sanitizers).arg("-o").arg(&program);
        if self.c.entry.is_some() {
            // The first definition of `main` counts.
            command.arg(&harness);
            command.arg("-include").arg(self.folder.join("export.h"));
        }
        command.args(self.c.files.iter().filter(|file| !is_bitcode(file))).args(objects).arg(&replay);
        // As in the exploration: what the program defines itself comes first.
        command.arg("-Wl,--allow-multiple-definition");
        if self.c.malloc_may_fail {
            command.arg(FAILING_MALLOC);
        }
        for library in &self.c.libraries {
            command.arg(library);
            // By its name it is looked for where it is.
            if let Some(folder) = Path::new(library).parent() {
                command.arg(format!("-Wl,-rpath,{}", folder.display()));
            }
        }
        command.args(["-lm", "-lpthread"]);
        self.finish(command)?;
        Ok(program)
    }

    fn command(&self, compiler: &Path, user: bool) -> Command {
        let mut command = Command::new(compiler);
        command.args(FLAGS).arg("-I").arg(self.tools.runtime.join("include"));
        if user {
            command.args(&self.c.clang);
        }
        command
    }

    /// Runs a compiler to its end.
    fn finish(&self, command: Command) -> Result<(), String> {
        let ran = process::run(command, b"", self.deadline.saturating_duration_since(Instant::now()))?;
        match ran.end {
            End::Exited(0) => Ok(()),
            End::Late(_) => Err("building it natively took too long".to_owned()),
            End::Exited(_) | End::Signal(_) => {
                let text = String::from_utf8_lossy(&ran.stderr).into_owned();
                let mut lines = text.lines().filter(|line| !line.trim().is_empty());
                let said = lines.clone().find(|line| line.contains("error") || line.contains("undefined reference"));
                let said = said.or_else(|| lines.next()).unwrap_or("the compiler failed");
                let short: String = said.trim().chars().take(200).collect();
                let help = if said.contains("undefined reference") {
                    "; libraries are named behind `--` of `check`, as in `-- -lcrypto`"
                } else {
                    ""
                };
                Err(format!("it does not build natively: {short}{help}"))
            }
        }
    }
}

fn is_bitcode(file: &str) -> bool {
    Path::new(file).extension().is_some_and(|ending| ending == "bc" || ending == "ll")
}

fn write(path: &Path, text: &str) -> Result<(), String> {
    std::fs::write(path, text).map_err(|error| format!("cannot write `{}`: {error}", path.display()))
}

fn read(path: &Path) -> Result<Vec<u8>, String> {
    std::fs::read(path).map_err(|error| format!("cannot read `{}`: {error}", path.display()))
}

/// Puts a program where it is found again, whole or not at all; the oldest ones go.
fn keep(program: &Path, kept: &Path) -> std::io::Result<()> {
    let Some(folder) = kept.parent() else { return Ok(()) };
    std::fs::create_dir_all(folder)?;
    let unfinished = folder.join(format!("{}.tmp", std::process::id()));
    std::fs::copy(program, &unfinished)?;
    std::fs::rename(&unfinished, kept)?;
    let mut all: Vec<_> = std::fs::read_dir(folder)?
        .flatten()
        .filter_map(|entry| Some((entry.metadata().ok()?.modified().ok()?, entry.path())))
        .collect();
    all.sort();
    for (_, old) in all.iter().take(all.len().saturating_sub(MOST_KEPT)) {
        let _ = std::fs::remove_file(old);
    }
    Ok(())
}
