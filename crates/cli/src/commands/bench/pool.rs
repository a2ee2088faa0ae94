//! Many runs at a time.

use std::path::Path;
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use pathfold_report::Report;
use pathfold_report::bench::{Ended, Row};
use pathfold_report::numbers::{counted, duration};

use super::child::{self, End, Ran};
use super::plan::Task;
use crate::exit::{Failure, USAGE};
use crate::progress::ProgressLine;
use crate::terminal::When;

/// How often the progress line is renewed.
const TICK: Duration = Duration::from_millis(250);

/// How runs are done.
pub struct Pool {
    /// How many at a time.
    pub jobs: usize,
    /// What each may take.
    pub limit: Duration,
    /// The most memory of each, in bytes.
    pub memory: Option<u64>,
    /// Set by Ctrl-C.
    pub stop: Arc<AtomicBool>,
}

/// What came of a task.
enum Outcome {
    Done(Row),
    /// The program cannot be used: why. Nothing was measured.
    Unusable(String),
    /// The user stopped it.
    Stopped,
}

impl Pool {
    /// Whether the user wants to stop.
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::SeqCst)
    }

    /// Runs the tasks, and hands over each result as soon as it is there. The results, and what is wrong with the programs
    /// that cannot be used.
    pub fn run(
        &self,
        tasks: &[Task],
        progress: When,
        mut done: impl FnMut(&Row) -> Result<(), Failure>,
    ) -> Result<(Vec<Row>, Vec<String>), Failure> {
        let program = std::env::current_exe().map_err(|error| Failure::fault(format!("where am I? {error}")))?;
        let next = AtomicUsize::new(0);
        let (send, receive) = channel();
        let mut line = ProgressLine::new(progress, false);
        let mut rows: Vec<Row> = Vec::new();
        let mut unusable: Vec<String> = Vec::new();
        let start = Instant::now();
        let mut failed = None;
        std::thread::scope(|scope| {
            for _ in 0..self.jobs.min(tasks.len()) {
                let (send, next, program) = (send.clone(), &next, &program);
                scope.spawn(move || {
                    while !self.is_stopped()
                        && let Some(task) = tasks.get(next.fetch_add(1, Ordering::Relaxed))
                        && send.send(self.one(program, task)).is_ok()
                    {}
                });
            }
            // Ours: the channel ends when all workers have.
            drop(send);
            loop {
                match receive.recv_timeout(TICK) {
                    Ok(Outcome::Done(row)) => {
                        if let Err(failure) = done(&row) {
                            // A full disk: no use in going on.
                            self.stop.store(true, Ordering::SeqCst);
                            failed.get_or_insert(failure);
                        }
                        rows.push(row);
                    }
                    Ok(Outcome::Unusable(why)) => unusable.push(why),
                    Ok(Outcome::Stopped) | Err(RecvTimeoutError::Timeout) => {}
                    Err(RecvTimeoutError::Disconnected) => break,
                }
                line.show(|width| state(&rows, tasks.len(), start.elapsed()).chars().take(width).collect());
            }
        });
        line.clear();
        unusable.sort();
        match failed {
            Some(failure) => Err(failure),
            None => Ok((rows, unusable)),
        }
    }

    fn one(&self, program: &Path, task: &Task) -> Outcome {
        let mut command = Command::new(program);
        command.arg("check").arg(&task.path).args(["--json", "--no-tests", "--progress=never"]);
        if let Some(memory) = self.memory.filter(|_| !task.key.options.contains("--max-memory")) {
            command.arg(format!("--max-memory={}K", memory >> 10));
        }
        // Last: there may be arguments for clang after `--`.
        command.args(task.key.options.split_whitespace());
        // It stops by itself when its time is over, and then says how far it came; killed it cannot.
        let time = self.limit + self.limit / 10 + Duration::from_secs(1);
        match child::run(command, time, &self.stop) {
            Ok(ran) => outcome(task, &ran),
            Err(error) => Outcome::Unusable(format!("cannot run `{}`: {error}", program.display())),
        }
    }
}

fn outcome(task: &Task, ran: &Ran) -> Outcome {
    let silent = |ended| Outcome::Done(Row::silent(task.key.clone(), ended, ran.seconds));
    match ran.end {
        End::Stopped => Outcome::Stopped,
        End::Late => silent(Ended::Killed),
        End::Exited(Some(code)) if code == i32::from(USAGE) => {
            let text = String::from_utf8_lossy(&ran.stderr);
            let why = text.lines().next().unwrap_or_default().trim_start_matches("error: ");
            Outcome::Unusable(format!("{} ({}): {why}", task.path.display(), task.key.configuration))
        }
        End::Exited(_) => match serde_json::from_slice::<Report>(&ran.stdout) {
            Ok(report) => Outcome::Done(Row::of_report(task.key.clone(), &report, ran.seconds)),
            // It crashed.
            Err(_) => silent(Ended::Fault),
        },
    }
}

/// How far it is.
fn state(rows: &[Row], all: usize, elapsed: Duration) -> String {
    let count = |wanted: &dyn Fn(&Row) -> bool| rows.iter().filter(|row| wanted(row)).count() as u64;
    let left = match rows.len() {
        0 => String::new(),
        done => format!(", about {} left", duration(elapsed.mul_f64((all - done) as f64 / done as f64))),
    };
    format!(
        "{} of {}  {} decided  {}  {}{left}",
        rows.len(),
        counted(all as u64, "run"),
        count(&Row::is_decided),
        counted(count(&Row::is_timeout), "timeout"),
        duration(elapsed),
    )
}
