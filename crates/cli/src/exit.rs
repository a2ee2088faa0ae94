//! How the program ends: exit codes and the messages that go with them.

use std::io::Write as _;

/// Everything was explored and nothing is wrong, or a command did its job.
pub const SAFE: u8 = 0;
/// Something is wrong with the analysed program.
pub const UNSAFE: u8 = 1;
/// Not everything was explored.
pub const INCOMPLETE: u8 = 2;
/// The command line or a file cannot be used.
pub const USAGE: u8 = 3;
/// Pathfold itself is wrong.
pub const FAULT: u8 = 4;

/// A command could not do its job.
#[derive(Debug)]
pub struct Failure {
    /// What to exit with.
    pub code: u8,
    /// One sentence; empty when everything was already said.
    pub message: String,
    /// What to do.
    pub help: Option<String>,
}

impl Failure {
    /// The command line or a file cannot be used.
    pub fn usage(message: impl Into<String>) -> Self {
        Self { code: USAGE, message: message.into(), help: None }
    }

    /// Pathfold itself is wrong.
    pub fn fault(message: impl Into<String>) -> Self {
        let help =
            Some("this is an error of pathfold itself, please report it with the command and the file".to_owned());
        Self { code: FAULT, message: message.into(), help }
    }

    /// Says what to do.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }
}

/// What a command ends with.
pub type Done = Result<u8, Failure>;

/// Ends the process, with what was printed but without destructors: freeing a large exploration piece by piece takes
/// longer than many explorations, and the allocator alone goes over gigabytes once more for nothing.
#[allow(unsafe_code)]
pub fn now(code: u8) -> ! {
    // Whoever reads has gone if this fails.
    let _ = std::io::stdout().flush();
    let _ = std::io::stderr().flush();
    // SAFETY: `_exit` takes any number and does not come back.
    unsafe { libc::_exit(i32::from(code)) }
}
