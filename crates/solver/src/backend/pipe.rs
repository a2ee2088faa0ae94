//! A child process that answers on its standard output what it is asked on its standard input. Whatever it does (hang,
//! die, print nonsense, stop reading), every call here ends by its deadline.

use std::io::{self, ErrorKind, Read, Write};
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::process::CommandExt;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};

/// How often a waiting query looks whether the user wants to stop.
const TICK: Duration = Duration::from_millis(20);
/// A reply longer than this is nonsense.
const MAX_REPLY: usize = 64 << 20;

/// Until when a query may run.
#[derive(Clone)]
pub(crate) struct Limit {
    pub until: Instant,
    pub stop: Option<Arc<AtomicBool>>,
    /// Where another process answers that works on the same beside: waiting ends when it does.
    pub rival: Option<Arc<OwnedFd>>,
}

impl Limit {
    /// Whether the user wants to stop.
    pub fn stopped(&self) -> bool {
        self.stop.as_ref().is_some_and(|stop| stop.load(Ordering::Relaxed))
    }

    fn remaining(&self) -> Result<Duration, Broken> {
        if self.stopped() {
            return Err(Broken::Interrupted);
        }
        let left = self.until.saturating_duration_since(Instant::now());
        if left.is_zero() { Err(Broken::Timeout) } else { Ok(left) }
    }
}

/// Why there is no reply.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Broken {
    /// The limit was reached.
    Timeout,
    /// The stop flag was raised.
    Interrupted,
    /// The other process answered first.
    Overtaken,
    /// The process is gone.
    Dead(String),
    /// The reply is no reply.
    Nonsense(String),
}

/// A running child process.
pub(crate) struct Pipe {
    child: Child,
    stdin: ChildStdin,
    stdout: ChildStdout,
    /// What it printed and nobody read yet.
    input: Vec<u8>,
    /// How much of `input` belongs to earlier replies.
    consumed: usize,
}

impl Pipe {
    /// Starts a program.
    pub fn spawn(command: &mut Command) -> io::Result<Pipe> {
        // Its own process group: Ctrl-C at the terminal is ours to handle, not the solver's.
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).process_group(0);
        let mut child = command.spawn()?;
        let (Some(stdin), Some(stdout)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(io::Error::other("the child has no pipes"));
        };
        let pipe = Pipe { child, stdin, stdout, input: Vec::new(), consumed: 0 };
        rustix::io::ioctl_fionbio(&pipe.stdin, true)?;
        rustix::io::ioctl_fionbio(&pipe.stdout, true)?;
        Ok(pipe)
    }

    /// Where it answers, to be watched by others.
    pub fn answers(&self) -> Option<Arc<OwnedFd>> {
        self.stdout.as_fd().try_clone_to_owned().ok().map(Arc::new)
    }

    /// The process id.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Writes everything, reading meanwhile what the child prints (else both could wait for each other).
    pub fn write(&mut self, mut text: &[u8], limit: &Limit) -> Result<(), Broken> {
        while !text.is_empty() {
            match self.stdin.write(text) {
                Ok(0) => return Err(self.dead()),
                Ok(n) => text = text.get(n..).unwrap_or_default(),
                Err(e) if e.kind() == ErrorKind::Interrupted => {}
                Err(e) if e.kind() == ErrorKind::WouldBlock => {
                    self.wait(limit, true)?;
                    self.fill()?;
                }
                Err(_) => return Err(self.dead()),
            }
        }
        Ok(())
    }

    /// The next reply: one symbol or one balanced list.
    pub fn read(&mut self, limit: &Limit) -> Result<String, Broken> {
        loop {
            match reply_end(self.input.get(self.consumed..).unwrap_or_default()) {
                Some((start, end)) => {
                    let bytes = self.input.get(self.consumed + start..self.consumed + end).unwrap_or_default();
                    let reply = String::from_utf8_lossy(bytes).into_owned();
                    self.consumed += end;
                    if self.consumed == self.input.len() {
                        self.input.clear();
                        self.consumed = 0;
                    }
                    return Ok(reply);
                }
                None if self.input.len() > MAX_REPLY => {
                    return Err(Broken::Nonsense("a reply without an end".to_owned()));
                }
                None => {}
            }
            self.wait(limit, false)?;
            if !self.fill()? {
                return Err(self.dead());
            }
        }
    }

    /// Waits until there is something to read (or room to write), at most until the limit.
    fn wait(&mut self, limit: &Limit, writing: bool) -> Result<(), Broken> {
        loop {
            let timeout = limit.remaining()?.min(TICK);
            let timeout = Timespec { tv_sec: 0, tv_nsec: i64::from(timeout.subsec_nanos()) };
            let out = PollFd::from_borrowed_fd(self.stdout.as_fd(), PollFlags::IN);
            let into = PollFd::from_borrowed_fd(self.stdin.as_fd(), PollFlags::OUT);
            let mut fds = Vec::with_capacity(3);
            fds.push(out);
            fds.extend(writing.then_some(into));
            fds.extend(limit.rival.as_ref().map(|rival| PollFd::from_borrowed_fd(rival.as_fd(), PollFlags::IN)));
            let own = 1 + usize::from(writing);
            match poll(&mut fds, Some(&timeout)) {
                Ok(0) => {}
                Ok(_) if fds[..own].iter().all(|fd| fd.revents().is_empty()) => return Err(Broken::Overtaken),
                Ok(_) => return Ok(()),
                Err(rustix::io::Errno::INTR) => {}
                Err(e) => return Err(Broken::Dead(format!("poll: {e}"))),
            }
        }
    }

    /// Takes what is there to read; false at the end of the stream.
    fn fill(&mut self) -> Result<bool, Broken> {
        let mut chunk = [0u8; 16384];
        loop {
            match self.stdout.read(&mut chunk) {
                Ok(0) => return Ok(false),
                Ok(n) => {
                    self.input.extend_from_slice(&chunk[..n]);
                    if n < chunk.len() || self.input.len() > MAX_REPLY {
                        return Ok(true);
                    }
                }
                Err(e) if e.kind() == ErrorKind::WouldBlock => return Ok(true),
                Err(e) if e.kind() == ErrorKind::Interrupted => {}
                Err(e) => return Err(Broken::Dead(format!("read: {e}"))),
            }
        }
    }

    /// What became of the process.
    fn dead(&mut self) -> Broken {
        // Its pipe may close a moment before it can be waited for.
        for _ in 0..10 {
            match self.child.try_wait() {
                Ok(Some(status)) => return Broken::Dead(format!("the process ended with {status}")),
                Ok(None) => std::thread::sleep(Duration::from_millis(1)),
                Err(_) => break,
            }
        }
        Broken::Dead("the process closed its pipe".to_owned())
    }
}

/// How many milliseconds a killed process is waited for.
const PROMPT: u32 = 5;

impl Drop for Pipe {
    fn drop(&mut self) {
        // The whole group: a wrapper script's children too. Errors mean that it is already gone.
        let pid = i32::try_from(self.child.id()).ok().and_then(rustix::process::Pid::from_raw);
        if let Some(pid) = pid {
            let _ = rustix::process::kill_process_group(pid, rustix::process::Signal::KILL);
        }
        let _ = self.child.kill();
        for _ in 0..PROMPT {
            if !matches!(self.child.try_wait(), Ok(None)) {
                return;
            }
            std::thread::sleep(Duration::from_millis(1));
        }
        // The system takes its time to free gigabytes: nobody waits for that. Without a thread it is done when we end.
        if let Some(pid) = pid {
            let wait = move || rustix::process::waitpid(Some(pid), rustix::process::WaitOptions::empty());
            let _ = std::thread::Builder::new().spawn(wait);
        }
    }
}

/// Where the first complete reply starts and ends.
fn reply_end(bytes: &[u8]) -> Option<(usize, usize)> {
    let start = bytes.iter().position(|b| !b.is_ascii_whitespace())?;
    let mut depth = 0usize;
    let mut i = start;
    while let Some(&b) = bytes.get(i) {
        match b {
            b'(' => depth += 1,
            b')' => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    return Some((start, i + 1));
                }
            }
            b'"' | b'|' => {
                let close = bytes.get(i + 1..)?.iter().position(|&c| c == b)?;
                i += close + 1;
            }
            b';' => {
                let end = bytes.get(i..)?.iter().position(|&c| c == b'\n')?;
                i += end;
            }
            b if b.is_ascii_whitespace() && depth == 0 => return Some((start, i)),
            _ => {}
        }
        i += 1;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn replies_end_where_they_end() {
        assert_eq!(reply_end(b"sat"), None);
        assert_eq!(reply_end(b"\n sat\n(x"), Some((2, 5)));
        assert_eq!(reply_end(b"((x 1) (y (- 2)))\n"), Some((0, 17)));
        assert_eq!(reply_end(b"((|a)b| 1))"), Some((0, 11)));
        assert_eq!(reply_end(b"(error \"line 1 )( \")"), Some((0, 20)));
        assert_eq!(reply_end(b"(x"), None);
        assert_eq!(reply_end(b")"), Some((0, 1)));
    }
}
