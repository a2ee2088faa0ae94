//! One run: a process of our own program under a time limit that holds.

use std::io::Read;
use std::os::unix::process::CommandExt as _;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process, kill_process_group};

/// How often to look at the clock and for an interruption.
const TICK: Duration = Duration::from_millis(20);

/// How a process ended.
#[derive(Debug)]
pub enum End {
    /// By itself: its exit code, none after a signal.
    Exited(Option<i32>),
    /// Killed by us when its time was over.
    Late,
    /// Killed by us because the user wants to stop.
    Stopped,
}

/// What a process did.
#[derive(Debug)]
pub struct Ran {
    pub end: End,
    pub stdout: Vec<u8>,
    pub stderr: Vec<u8>,
    pub seconds: f64,
}

/// Runs a command for at most `time`, in a process group of its own: Ctrl-C reaches only us.
pub fn run(mut command: Command, time: Duration, stop: &AtomicBool) -> std::io::Result<Ran> {
    let start = Instant::now();
    command.process_group(0).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn()?;
    let stdout = child.stdout.take().map(reader);
    let stderr = child.stderr.take().map(reader);
    let mut printed = None;
    // The end of what it prints is its end, without a delay; one that closes its output and goes on is seen as well.
    let end = loop {
        if printed.is_none()
            && let Some(stdout) = &stdout
        {
            match stdout.recv_timeout(TICK) {
                Ok(bytes) => printed = Some(bytes),
                Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => {}
            }
        } else {
            std::thread::sleep(Duration::from_millis(1));
        }
        if let Some(status) = child.try_wait()? {
            break End::Exited(status.code());
        }
        if stop.load(Ordering::SeqCst) {
            break End::Stopped;
        }
        if start.elapsed() >= time {
            break End::Late;
        }
    };
    let seconds = start.elapsed().as_secs_f64();
    if !matches!(end, End::Exited(_)) {
        kill(&mut child);
    }
    let rest = |pipe: Option<Receiver<Vec<u8>>>| pipe.and_then(|pipe| pipe.recv_timeout(Duration::from_secs(2)).ok());
    let stdout = printed.or_else(|| rest(stdout)).unwrap_or_default();
    Ok(Ran { end, stdout, stderr: rest(stderr).unwrap_or_default(), seconds })
}

/// Ends a process and all that it has started. Solvers are in groups of their own, so killing its group is not enough.
fn kill(child: &mut Child) {
    let pid = Pid::from_child(child);
    // Stopped, it starts nothing more while we look.
    let _ = kill_process_group(pid, Signal::STOP);
    let others = descendants(pid.as_raw_nonzero().get());
    let _ = kill_process_group(pid, Signal::KILL);
    for other in others.into_iter().filter_map(Pid::from_raw) {
        let _ = kill_process(other, Signal::KILL);
    }
    let _ = child.wait();
}

/// The processes below this one.
fn descendants(root: i32) -> Vec<i32> {
    let pairs: Vec<(i32, i32)> = std::fs::read_dir("/proc")
        .into_iter()
        .flatten()
        .flatten()
        .filter_map(|entry| {
            let pid = entry.file_name().to_str()?.parse().ok()?;
            let stat = std::fs::read_to_string(entry.path().join("stat")).ok()?;
            // The name, in parentheses, may contain anything; state and parent come after it.
            let parent = stat.rsplit_once(')')?.1.split_whitespace().nth(1)?.parse().ok()?;
            Some((pid, parent))
        })
        .collect();
    let mut found = vec![root];
    let mut next = 0;
    while let Some(parent) = found.get(next).copied() {
        found.extend(pairs.iter().filter(|(_, of)| *of == parent).map(|(pid, _)| *pid));
        next += 1;
    }
    found.split_off(1)
}

fn reader(mut pipe: impl Read + Send + 'static) -> Receiver<Vec<u8>> {
    let (send, receive) = channel();
    std::thread::spawn(move || {
        let mut bytes = Vec::new();
        // What could be read before an error is what there is.
        let _ = pipe.read_to_end(&mut bytes);
        let _ = send.send(bytes);
    });
    receive
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shell(script: &str, time: Duration, stop: bool) -> Ran {
        let mut command = Command::new("bash");
        command.args(["-c", script]);
        run(command, time, &AtomicBool::new(stop)).expect("a shell")
    }

    #[test]
    fn what_it_prints_is_kept() {
        let ran = shell("echo yes; echo no >&2; exit 3", Duration::from_secs(20), false);
        assert!(matches!(ran.end, End::Exited(Some(3))), "{ran:?}");
        assert_eq!((ran.stdout, ran.stderr), (b"yes\n".to_vec(), b"no\n".to_vec()));
        assert!(matches!(shell("kill -SEGV $$", Duration::from_secs(20), false).end, End::Exited(None)));
    }

    #[test]
    fn what_it_started_ends_with_it() {
        // `set -m` gives the inner process a group of its own, as solvers have.
        let ran = shell("set -m; sleep 60 & echo $!; wait", Duration::from_millis(300), false);
        assert!(matches!(ran.end, End::Late), "{ran:?}");
        assert!(ran.seconds < 20.0);
        let pid = String::from_utf8_lossy(&ran.stdout).trim().to_owned();
        assert!(pid.parse::<u32>().is_ok(), "{pid}");
        let state = || std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
        let is_gone = || state().is_empty() || state().contains(") Z ");
        assert!(
            (0..200).any(|_| is_gone() || {
                std::thread::sleep(TICK);
                false
            }),
            "{}",
            state()
        );
    }

    #[test]
    fn an_interruption_ends_it() {
        assert!(matches!(shell("sleep 60", Duration::from_secs(60), true).end, End::Stopped));
    }
}
