//! Standard output and standard error: colours, broken pipes, full disks.

use std::io::{self, BufWriter, IsTerminal, Stdout, Write};

use clap::ValueEnum;

use crate::exit::Failure;

/// When to use colours or show progress.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub enum When {
    /// Only on a terminal.
    #[default]
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

impl When {
    /// The decision for a stream.
    pub fn decide(self, terminal: bool) -> bool {
        match self {
            When::Auto => terminal,
            When::Always => true,
            When::Never => false,
        }
    }
}

/// Where messages go and whether they are coloured.
#[derive(Clone, Copy, Debug)]
pub struct Colours {
    /// On standard output.
    pub out: bool,
    /// On standard error.
    pub err: bool,
}

impl Colours {
    /// Decides by the option, the terminal and the environment (`NO_COLOR`, `TERM=dumb`).
    pub fn new(when: When) -> Self {
        let quiet = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty())
            || std::env::var_os("TERM").is_some_and(|value| value == "dumb");
        Self {
            out: when.decide(io::stdout().is_terminal() && !quiet),
            err: when.decide(io::stderr().is_terminal() && !quiet),
        }
    }
}

/// Buffered standard output. A reader that goes away (`| head`) is no error: the rest is not written.
pub struct Out {
    writer: BufWriter<Stdout>,
    state: State,
}

enum State {
    Open,
    /// Nobody reads any more.
    Closed,
    Failed(io::Error),
}

impl Out {
    /// Standard output.
    pub fn new() -> Self {
        Self { writer: BufWriter::with_capacity(1 << 16, io::stdout()), state: State::Open }
    }

    /// Writes text.
    pub fn text(&mut self, text: &str) {
        self.bytes(text.as_bytes());
    }

    /// Writes bytes.
    pub fn bytes(&mut self, bytes: &[u8]) {
        if matches!(self.state, State::Open) {
            let result = self.writer.write_all(bytes);
            self.note(result);
        }
    }

    /// Writes formatted text.
    pub fn format(&mut self, arguments: std::fmt::Arguments<'_>) {
        if matches!(self.state, State::Open) {
            let result = self.writer.write_fmt(arguments);
            self.note(result);
        }
    }

    /// Hands everything on.
    pub fn flush(&mut self) {
        if matches!(self.state, State::Open) {
            let result = self.writer.flush();
            self.note(result);
        }
    }

    /// Whether writing still makes sense.
    pub fn is_open(&self) -> bool {
        matches!(self.state, State::Open)
    }

    /// Flushes; what went wrong, if anything other than a reader that went away.
    pub fn finish(&mut self) -> Result<(), Failure> {
        self.flush();
        match &self.state {
            State::Open | State::Closed => Ok(()),
            State::Failed(error) => Err(Failure::usage(format!("cannot write to standard output: {error}"))),
        }
    }

    fn note(&mut self, result: io::Result<()>) {
        if let Err(error) = result {
            self.state = if error.kind() == io::ErrorKind::BrokenPipe { State::Closed } else { State::Failed(error) };
        }
    }
}

/// Writes to standard error; when nobody listens there, there is nobody to tell.
pub fn say(text: &str) {
    let _ = io::stderr().write_all(text.as_bytes());
}

/// `error: …` or `warning: …` with `help: …`, on standard error.
pub fn complain(level: &str, message: &str, help: Option<&str>, colour: bool) {
    let mut text = match (colour, level) {
        (true, "warning") => format!("\x1b[1;33mwarning\x1b[0m: {message}\n"),
        (true, _) => format!("\x1b[1;31m{level}\x1b[0m: {message}\n"),
        (false, _) => format!("{level}: {message}\n"),
    };
    if let Some(help) = help {
        text.push_str(&format!("  = help: {help}\n"));
    }
    say(&text);
}
