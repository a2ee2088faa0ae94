//! Runs the program in a scratch directory.
#![allow(dead_code, reason = "each test program uses a part")]

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// A directory that goes away with the test.
pub struct Scratch(PathBuf);

impl Scratch {
    pub fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("pathfold-cli-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).expect("a scratch directory");
        Self(path)
    }

    pub fn path(&self) -> &Path {
        &self.0
    }

    pub fn file(&self, name: &str, text: &str) -> &Self {
        std::fs::write(self.0.join(name), text).expect("a scratch file");
        self
    }

    pub fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.0.join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    pub fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_pathfold"));
        command.args(args).current_dir(&self.0).env_remove("NO_COLOR");
        command
    }

    pub fn run(&self, args: &[&str]) -> Ran {
        self.run_with(args, "")
    }

    pub fn run_with(&self, args: &[&str], stdin: &str) -> Ran {
        let mut child = self
            .command(args)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        // A program that does not read its input closes it.
        let _ = child.stdin.take().map(|mut pipe| pipe.write_all(stdin.as_bytes()));
        Ran::new(args, child.wait_with_output().expect("the program ends"))
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// What a run left.
pub struct Ran {
    pub code: Option<i32>,
    pub out: String,
    pub err: String,
    args: String,
}

impl Ran {
    fn new(args: &[&str], output: Output) -> Self {
        Self {
            code: output.status.code(),
            out: String::from_utf8_lossy(&output.stdout).into_owned(),
            err: String::from_utf8_lossy(&output.stderr).into_owned(),
            args: args.join(" "),
        }
    }

    #[track_caller]
    pub fn exits(self, code: i32) -> Self {
        assert_eq!(self.code, Some(code), "{}\nout: {}\nerr: {}", self.args, self.out, self.err);
        self
    }

    #[track_caller]
    pub fn says(self, part: &str) -> Self {
        assert!(self.out.contains(part), "{}: no `{part}` in {}", self.args, self.out);
        self
    }

    #[track_caller]
    pub fn complains(self, part: &str) -> Self {
        assert!(self.err.contains(part), "{}: no `{part}` in {}", self.args, self.err);
        self
    }
}
