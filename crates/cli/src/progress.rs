//! The progress line on standard error.

use std::io::{IsTerminal as _, Write as _};
use std::time::{Duration, Instant};

use crate::terminal::{When, say};

/// Without a terminal to overwrite, a line is printed only so often.
const LINE_EVERY: Duration = Duration::from_secs(1);

/// Shows how far a run is.
pub struct ProgressLine {
    enabled: bool,
    terminal: bool,
    shown: bool,
    last: Option<Instant>,
}

impl ProgressLine {
    /// Decides whether to show anything.
    pub fn new(when: When, quiet: bool) -> Self {
        let terminal = std::io::stderr().is_terminal();
        let enabled = when.decide(terminal && !quiet);
        Self { enabled, terminal, shown: false, last: None }
    }

    /// Shows the line, which is made to fit a number of characters.
    pub fn show(&mut self, line: impl Fn(usize) -> String) {
        if !self.enabled {
            return;
        }
        if self.terminal {
            let width = terminal_size::terminal_size_of(std::io::stderr()).map_or(80, |(width, _)| width.0);
            say(&format!("\r{}\x1b[K", line(usize::from(width).saturating_sub(1))));
            let _ = std::io::stderr().flush();
            self.shown = true;
        } else if self.last.is_none_or(|last| last.elapsed() >= LINE_EVERY) {
            self.last = Some(Instant::now());
            say(&format!("{}\n", line(usize::MAX)));
        }
    }

    /// Makes room for other text.
    pub fn clear(&mut self) {
        if self.shown {
            self.shown = false;
            say("\r\x1b[K");
        }
    }
}
