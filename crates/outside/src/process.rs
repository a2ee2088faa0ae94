//! The side that asks: keeps one helper process, and starts another one after it died. Whatever the called function does,
//! every call here ends by its deadline.

use std::io::{ErrorKind, Read as _, Write as _};
use std::os::fd::AsFd as _;
use std::os::unix::process::{CommandExt as _, ExitStatusExt as _};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};

use crate::message::{self, Call, LONGEST, Reply};

/// How often a waiting call looks whether the user wants to stop.
const TICK: Duration = Duration::from_millis(20);

/// The world outside of the program.
pub struct Outside {
    program: PathBuf,
    libraries: Vec<PathBuf>,
    /// How long one call may take.
    time: Duration,
    /// When the run must be over.
    deadline: Option<Instant>,
    stop: Option<Arc<AtomicBool>>,
    helper: Option<Helper>,
}

struct Helper {
    child: Child,
    stdin: ChildStdin,
    stdout: ChildStdout,
}

/// Why there is no reply.
enum Broken {
    Late,
    Stopped,
    /// It closed its pipe: what became of it.
    Dead(Option<ExitStatus>),
    Nonsense(String),
}

impl Outside {
    /// Calls by this helper program of functions in these libraries, of at most `time` each. Nothing is started yet.
    pub fn new(program: PathBuf, libraries: Vec<PathBuf>, time: Duration) -> Self {
        Self { program, libraries, time, deadline: None, stop: None, helper: None }
    }

    /// Calls end by then.
    pub fn set_deadline(&mut self, deadline: Option<Instant>) {
        self.deadline = deadline;
    }

    /// Calls end when this is raised.
    pub fn set_stop(&mut self, stop: Arc<AtomicBool>) {
        self.stop = Some(stop);
    }

    /// Makes a call. The error says in words what happened instead of a reply, about "the external function".
    pub fn call(&mut self, call: &Call) -> Result<Reply, String> {
        let mut helper = match self.helper.take() {
            Some(helper) => helper,
            None => self.start()?,
        };
        let reply = helper.ask(&message::frame(call), &self.limit());
        match reply {
            Ok(reply) => {
                if !matches!(reply, Reply::Trapped(_)) {
                    self.helper = Some(helper);
                }
                Ok(reply)
            }
            Err(Broken::Late) => Err(match self.deadline {
                Some(deadline) if deadline <= Instant::now() => {
                    "did not return before the time of the run was over".to_owned()
                }
                _ => format!("did not return within {:?}", self.time),
            }),
            Err(Broken::Stopped) => Err("was interrupted".to_owned()),
            Err(Broken::Dead(status)) => Err(death(status)),
            Err(Broken::Nonsense(what)) => Err(format!("broke the process that calls it: {what}")),
        }
    }

    fn limit(&self) -> Limit {
        let until = Instant::now() + self.time;
        Limit { until: self.deadline.map_or(until, |deadline| deadline.min(until)), stop: self.stop.clone() }
    }

    fn start(&self) -> Result<Helper, String> {
        let mut command = Command::new(&self.program);
        // Its own process group: Ctrl-C at the terminal is ours to handle. What called functions print is no result of
        // ours: it goes to standard error.
        command.args(&self.libraries).stdin(Stdio::piped()).stdout(Stdio::piped()).process_group(0);
        let failed = |error: std::io::Error| format!("cannot be called: `{}`: {error}", self.program.display());
        let mut child = command.spawn().map_err(failed)?;
        let (Some(stdin), Some(stdout)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(failed(std::io::Error::other("it has no pipes")));
        };
        rustix::io::ioctl_fionbio(&stdin, true).map_err(|error| failed(error.into()))?;
        rustix::io::ioctl_fionbio(&stdout, true).map_err(|error| failed(error.into()))?;
        Ok(Helper { child, stdin, stdout })
    }
}

/// Until when a call may run.
struct Limit {
    until: Instant,
    stop: Option<Arc<AtomicBool>>,
}

impl Helper {
    fn ask(&mut self, mut question: &[u8], limit: &Limit) -> Result<Reply, Broken> {
        while !question.is_empty() {
            match self.stdin.write(question) {
                Ok(0) => return Err(self.dead()),
                Ok(n) => question = &question[n..],
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) if error.kind() == ErrorKind::WouldBlock => self.wait(limit, true)?,
                Err(_) => return Err(self.dead()),
            }
        }
        let (mut reply, mut chunk) = (Vec::new(), [0; 1 << 14]);
        loop {
            match self.stdout.read(&mut chunk) {
                Ok(0) => return Err(self.dead()),
                Ok(n) => {
                    reply.extend_from_slice(&chunk[..n]);
                    if let Some((reply, _)) = message::unframe(&reply).map_err(Broken::Nonsense)? {
                        return Ok(reply);
                    }
                    if reply.len() > LONGEST {
                        return Err(Broken::Nonsense("a reply without an end".to_owned()));
                    }
                }
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) if error.kind() == ErrorKind::WouldBlock => self.wait(limit, false)?,
                Err(_) => return Err(self.dead()),
            }
        }
    }

    /// Waits until there is something to read, or room to write.
    fn wait(&self, limit: &Limit, writing: bool) -> Result<(), Broken> {
        loop {
            if limit.stop.as_ref().is_some_and(|stop| stop.load(Ordering::Relaxed)) {
                return Err(Broken::Stopped);
            }
            let left = limit.until.saturating_duration_since(Instant::now()).min(TICK);
            if left.is_zero() {
                return Err(Broken::Late);
            }
            let timeout = Timespec { tv_sec: 0, tv_nsec: i64::from(left.subsec_nanos()) };
            let fd = if writing {
                PollFd::from_borrowed_fd(self.stdin.as_fd(), PollFlags::OUT)
            } else {
                PollFd::from_borrowed_fd(self.stdout.as_fd(), PollFlags::IN)
            };
            match poll(&mut [fd], Some(&timeout)) {
                Ok(0) | Err(rustix::io::Errno::INTR) => {}
                Ok(_) => return Ok(()),
                Err(error) => return Err(Broken::Nonsense(format!("poll: {error}"))),
            }
        }
    }

    /// What became of the process, whose pipe may close a moment before it can be waited for.
    fn dead(&mut self) -> Broken {
        for _ in 0..100 {
            match self.child.try_wait() {
                Ok(Some(status)) => return Broken::Dead(Some(status)),
                Ok(None) => std::thread::sleep(Duration::from_millis(1)),
                Err(_) => break,
            }
        }
        Broken::Dead(None)
    }
}

impl Drop for Helper {
    fn drop(&mut self) {
        // The whole group: what the function started too. Errors mean that it is already gone.
        if let Some(pid) = i32::try_from(self.child.id()).ok().and_then(rustix::process::Pid::from_raw) {
            let _ = rustix::process::kill_process_group(pid, rustix::process::Signal::KILL);
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn death(status: Option<ExitStatus>) -> String {
    match status.map(|status| (status.signal(), status.code())) {
        Some((Some(signal), _)) => format!("died with {}", signal_name(signal)),
        Some((None, Some(code))) => format!("ended its process with status {code}"),
        Some((None, None)) | None => "closed the pipe of its process".to_owned(),
    }
}

fn signal_name(signal: i32) -> String {
    let names = [
        (libc::SIGSEGV, "SIGSEGV"),
        (libc::SIGABRT, "SIGABRT"),
        (libc::SIGBUS, "SIGBUS"),
        (libc::SIGFPE, "SIGFPE"),
        (libc::SIGILL, "SIGILL"),
        (libc::SIGKILL, "SIGKILL"),
        (libc::SIGPIPE, "SIGPIPE"),
        (libc::SIGTERM, "SIGTERM"),
        (libc::SIGTRAP, "SIGTRAP"),
        (libc::SIGALRM, "SIGALRM"),
    ];
    let known = names.iter().find(|(number, _)| *number == signal);
    known.map_or_else(|| format!("signal {signal}"), |(_, name)| (*name).to_owned())
}
