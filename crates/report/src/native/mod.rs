//! Native replay: builds a C program for this machine, with sanitizers where they are, runs it on the inputs of a test
//! case and says whether it shows what the exploration found. Compilers, folders and times come from the caller.

mod build;
mod harness;
mod judge;
mod place;
mod process;
mod start;

use std::path::{Path, PathBuf};
use std::time::Duration;

use pathfold_ir::CheckKind;

use crate::replay::Replay;
use crate::run_dir::ktest_name;
use crate::testcase::{CProgram, Outcome, TestCase};

pub use start::{klee_of_world, world_of_klee};

/// What the machine has for native runs.
#[derive(Clone, Debug)]
pub struct Tools {
    /// C compilers, the best first.
    pub compilers: Vec<PathBuf>,
    /// What compiles bitcode.
    pub clang: Option<PathBuf>,
    /// The folder `runtime` of pathfold.
    pub runtime: PathBuf,
    /// A folder for programs that were built; files in it may be deleted at any time.
    pub cache: PathBuf,
    /// A folder for folders that live as long as a run.
    pub scratch: PathBuf,
}

/// A C program that was built for this machine.
#[derive(Debug)]
pub struct Native {
    program: PathBuf,
    /// Who looks for errors.
    checks: Checks,
    scratch: PathBuf,
    /// Holds the program if it could not be kept.
    _folder: Option<Folder>,
}

/// Who looks for errors in a native run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Checks {
    /// The sanitizers.
    Sanitizers,
    /// The sanitizers, but only where the program calls the library: it is bitcode.
    Library,
    /// Only the machine.
    None,
}

impl Native {
    /// Builds a program, for at most `time`. The error is a sentence for people.
    pub fn build(c: &CProgram, tools: &Tools, time: Duration) -> Result<Self, String> {
        build::build(c, tools, time)
    }

    /// Runs a test case for at most `time` and compares.
    pub fn replay(&self, test: &TestCase, time: Duration) -> Replay {
        match &test.outcome {
            Outcome::Incomplete { why } => return Replay::Skipped(format!("the exploration did not finish it: {why}")),
            Outcome::Assumption => return Replay::Skipped("it ends at an assumption".to_owned()),
            Outcome::Returned { .. } | Outcome::Error { .. } => {}
        }
        match self.run(test, time) {
            Ok(shown) => judge::judge(test, &shown, self.checks),
            Err(why) => Replay::NotRun(why),
        }
    }

    /// Runs a test case for at most `time`; what it shows, as the rest of a sentence.
    pub fn describe(&self, test: &TestCase, time: Duration) -> Result<String, String> {
        self.run(test, time).map(|shown| shown.text())
    }

    fn run(&self, test: &TestCase, time: Duration) -> Result<judge::Shown, String> {
        let c = test.c.clone().unwrap_or_default();
        let ktest = test.ktest()?;
        let start = start::Start::new(&c, &ktest.objects);
        let folder = Folder::new(&self.scratch)?;
        let file = folder.path().join(ktest_name(test.path));
        let write = |path: &Path, bytes: &[u8]| {
            std::fs::write(path, bytes).map_err(|error| format!("cannot write `{}`: {error}", path.display()))
        };
        write(&file, &ktest.to_bytes())?;
        let place = folder.path().join("work");
        std::fs::create_dir(&place).map_err(|error| format!("cannot make `{}`: {error}", place.display()))?;
        for (name, bytes) in &start.files {
            write(&place.join(name), bytes)?;
        }
        let leak = matches!(&test.outcome, Outcome::Error { check, .. } if check == CheckKind::Leak.slug());
        let mut command = start.command(&self.program, &file, leak);
        command.current_dir(&place);
        let ran = process::run(command, &start.stdin, time)?;
        Ok(judge::Shown::new(ran))
    }
}

/// A folder that is removed when it is no longer needed.
#[derive(Debug)]
struct Folder(PathBuf);

impl Folder {
    /// A new folder below another.
    fn new(above: &Path) -> Result<Self, String> {
        use std::sync::atomic::{AtomicU64, Ordering};
        static COUNT: AtomicU64 = AtomicU64::new(0);
        let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let name = format!("pathfold-{}-{number}-{:x}", std::process::id(), since.as_nanos());
        let path = above.join(name);
        // Never one that somebody else has made.
        let made = std::fs::create_dir_all(above).and_then(|()| std::fs::create_dir(&path));
        made.map_err(|error| format!("cannot make `{}`: {error}", path.display()))?;
        Ok(Self(path))
    }

    fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
