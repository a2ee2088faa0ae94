//! Runs a process under a deadline and keeps what it prints.

use std::io::{Read, Write as _};
use std::os::unix::process::{CommandExt as _, ExitStatusExt as _};
use std::process::{Command, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

/// More of what a process prints is not kept.
const MOST_OUTPUT: usize = 16 << 20;

/// How long to wait for what a process printed after it has ended: a process that it started may hold the pipe open.
const LAST_WORDS: Duration = Duration::from_secs(2);

/// How a process ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// By itself, with this status.
    Exited(i32),
    /// By this signal.
    Signal(i32),
    /// By us, after this time.
    Late(Duration),
}

/// What a process did.
#[derive(Clone, Debug)]
pub struct Ran {
    /// How it ended.
    pub end: End,
    /// What it printed; no more than the first megabytes.
    pub stdout: Vec<u8>,
    /// What it complained about; likewise.
    pub stderr: Vec<u8>,
}

/// Runs a command with this standard input for at most `time`, in a process group of its own: what it does to its group
/// does not reach us.
pub fn run(mut command: Command, stdin: &[u8], time: Duration) -> Result<Ran, String> {
    let start = Instant::now();
    command.process_group(0).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let name = command.get_program().to_string_lossy().into_owned();
    let mut child = command.spawn().map_err(|error| format!("cannot run `{name}`: {error}"))?;
    if let Some(mut pipe) = child.stdin.take() {
        let stdin = stdin.to_vec();
        // It ends when everything is read or the process is gone.
        thread::spawn(move || drop(pipe.write_all(&stdin)));
    }
    let stdout = child.stdout.take().map(collect);
    let stderr = child.stderr.take().map(collect);
    let mut pause = Duration::from_micros(200);
    let end = loop {
        match child.try_wait() {
            Ok(Some(status)) => {
                break match (status.code(), status.signal()) {
                    (Some(code), _) => End::Exited(code),
                    (None, signal) => End::Signal(signal.unwrap_or(0)),
                };
            }
            Ok(None) if start.elapsed() < time => {
                thread::sleep(pause.min(time.saturating_sub(start.elapsed())));
                pause = (pause * 2).min(Duration::from_millis(10));
            }
            Ok(None) => {
                let _ = child.kill();
                let _ = child.wait();
                break End::Late(time);
            }
            Err(error) => return Err(format!("cannot wait for `{name}`: {error}")),
        }
    };
    let text = |channel: Option<mpsc::Receiver<Vec<u8>>>| {
        channel.and_then(|channel| channel.recv_timeout(LAST_WORDS).ok()).unwrap_or_default()
    };
    Ok(Ran { end, stdout: text(stdout), stderr: text(stderr) })
}

/// Reads a pipe to its end, so that the process never waits, and keeps the beginning.
fn collect(mut pipe: impl Read + Send + 'static) -> mpsc::Receiver<Vec<u8>> {
    let (send, receive) = mpsc::channel();
    thread::spawn(move || {
        let mut kept = Vec::new();
        let _ = pipe.by_ref().take(MOST_OUTPUT as u64).read_to_end(&mut kept);
        if kept.len() == MOST_OUTPUT {
            let _ = std::io::copy(&mut pipe, &mut std::io::sink());
        }
        let _ = send.send(kept);
    });
    receive
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shell(script: &str, stdin: &[u8], time: Duration) -> Ran {
        let mut command = Command::new("/bin/sh");
        command.args(["-c", script]);
        run(command, stdin, time).expect("a shell")
    }

    #[test]
    fn what_a_process_does_is_kept() {
        let ran = shell("cat; echo oh >&2; exit 3", b"abc", Duration::from_secs(10));
        assert_eq!((ran.end, ran.stdout, ran.stderr), (End::Exited(3), b"abc".to_vec(), b"oh\n".to_vec()));
        assert_eq!(shell("kill -ABRT $$", b"", Duration::from_secs(10)).end, End::Signal(6));
        let unread = vec![0; 1 << 20];
        assert_eq!(shell("exit 0", &unread, Duration::from_secs(10)).end, End::Exited(0));
    }

    #[test]
    fn a_process_that_does_not_end_is_ended() {
        let start = Instant::now();
        let time = Duration::from_millis(50);
        assert_eq!(shell("exec sleep 60", b"", time).end, End::Late(time));
        assert_eq!(shell("while :; do echo y; done", b"", time).end, End::Late(time));
        assert!(start.elapsed() < Duration::from_secs(20));
    }
}
