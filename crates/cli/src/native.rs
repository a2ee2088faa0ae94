//! C programs on this machine: where the compilers are, and one built program for all replays of a run.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use pathfold_report::native::{Native, Tools};
use pathfold_report::{CProgram, Replay, TestCase};

use crate::{clang, home, solvers};

/// How long building a program may take.
const BUILD_TIME: Duration = Duration::from_secs(120);
/// Less time than this is not worth starting a process.
const LEAST_TIME: Duration = Duration::from_millis(50);

/// Replays test cases of one program; built when the first one needs it.
pub struct Replayer {
    built: Option<Result<Native, String>>,
    /// When the run must be over.
    deadline: Option<Instant>,
    /// How long one replay may take.
    time: Duration,
}

impl Replayer {
    /// For replays of at most `time` each, all before the deadline.
    pub fn new(time: Duration, deadline: Option<Instant>) -> Self {
        Self { built: None, deadline, time }
    }

    /// The time for something that takes at most `time`.
    fn within(&self, time: Duration) -> Option<Duration> {
        let left = self.deadline.map_or(time, |deadline| deadline.saturating_duration_since(Instant::now()).min(time));
        (left >= LEAST_TIME).then_some(left)
    }

    fn native(&mut self, c: &CProgram) -> Result<&Native, String> {
        if self.built.is_none() {
            let time = self.within(BUILD_TIME).ok_or("the run is out of time")?;
            self.built = Some(tools().and_then(|tools| Native::build(c, &tools, time)));
        }
        match &self.built {
            Some(Ok(native)) => Ok(native),
            Some(Err(why)) => Err(why.clone()),
            None => Err("it was not built".to_owned()),
        }
    }

    /// Replays a test case of the program.
    pub fn replay(&mut self, c: &CProgram, test: &TestCase) -> Replay {
        if let Err(why) = self.native(c) {
            return Replay::NotRun(why);
        }
        match (self.within(self.time), &self.built) {
            (Some(time), Some(Ok(native))) => native.replay(test, time),
            _ => Replay::NotRun("the run is out of time".to_owned()),
        }
    }

    /// Runs a test case that says nothing of its end; what the program does.
    pub fn describe(&mut self, c: &CProgram, test: &TestCase) -> Result<String, String> {
        let time = self.time;
        self.native(c)?.describe(test, time)
    }
}

/// What this machine has. Compilers with sanitizers come before others, so the order is only about equals: clang, which
/// the exploration uses, then the machine's own.
fn tools() -> Result<Tools, String> {
    let runtime = clang::runtime().ok_or("the folder `runtime` of pathfold is missing; set PATHFOLD_RUNTIME")?;
    let home = home::folder().ok_or("there is no folder for built programs; set PATHFOLD_HOME")?;
    let named = std::env::var_os("PATHFOLD_CLANG").filter(|path| !path.is_empty()).map(PathBuf::from);
    let clang = named.or_else(|| solvers::on_path("clang-19")).or_else(|| solvers::on_path("clang"));
    let others = ["gcc", "cc"].into_iter().filter_map(solvers::on_path);
    let mut compilers: Vec<PathBuf> = clang.iter().cloned().chain(others).collect();
    compilers.dedup_by(|a, b| is_same(a, b));
    Ok(Tools { compilers, clang, runtime, cache: home.join("native"), scratch: std::env::temp_dir() })
}

fn is_same(a: &Path, b: &Path) -> bool {
    matches!((a.canonicalize(), b.canonicalize()), (Ok(a), Ok(b)) if a == b)
}
