//! The options of `pathfold check` that are about C programs: what is checked, and how.

use std::io::Read as _;
use std::path::PathBuf;
use std::time::Duration;

use clap::ValueEnum;
use pathfold_outside::Outside;

use crate::clang::beside_us;
use crate::exit::Failure;
use crate::units;
use crate::world::WorldArgs;

/// `--ktest`.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum KTests {
    /// Every path end but those at an assumption
    All,
    /// Paths with an error
    Findings,
    /// None
    None,
}

/// `--replay`.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ReplayHow {
    /// Built for this machine, with sanitizers where they are
    Native,
    /// Not at all
    None,
}

/// `--memory`.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum MemoryName {
    /// One path per object
    Fork,
}

/// `--external`.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum External {
    /// Never: such a call ends its path as incomplete
    Deny,
    /// Really: the verdict is then never `safe`, as it depends on what they answered
    Allow,
}

/// What is checked in C programs beside what always is.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Check {
    /// Signed results, and conversions of floating-point numbers to integers, that do not fit their type
    Overflow,
    /// Heap objects that nothing points to at the end
    Leak,
}

/// Options for C programs.
#[derive(clap::Args)]
#[command(next_help_heading = "C programs")]
pub struct CArgs {
    /// Check more than what is always checked
    #[arg(long, value_enum, value_name = "WHAT", value_delimiter = ',')]
    pub check: Vec<Check>,
    #[command(flatten)]
    pub world: WorldArgs,
    /// What a pointer that may mean several objects does
    #[arg(long, value_enum, value_name = "POLICY", default_value = "fork")]
    pub memory: MemoryName,
    /// Whether functions that neither the program nor our C library defines are called on this machine
    ///
    /// Such calls have real effects, on every path anew: files are written, messages are sent. What a call on one path
    /// changes, calls on other paths see, and a replay calls again. Symbolic arguments and memory get one value each.
    #[arg(long, value_enum, value_name = "WHETHER", default_value = "deny")]
    pub external: External,
    /// A shared library with such functions; may be repeated
    #[arg(long, value_name = "FILE")]
    pub external_library: Vec<PathBuf>,
    /// How long one such call may take
    #[arg(long, value_name = "TIME", default_value = "10s", value_parser = units::duration)]
    pub external_timeout: Duration,
    /// Which paths get a `.ktest` file in the run directory
    #[arg(long, value_enum, value_name = "WHICH", default_value = "all")]
    pub ktest: KTests,
    /// How findings are re-run before they are reported: the program is really run
    #[arg(long, value_enum, value_name = "HOW", default_value = "native")]
    pub replay: ReplayHow,
    /// How many values of a symbolic size are told apart
    #[arg(long, value_name = "N", default_value_t = 64, value_parser = units::small_count)]
    pub max_values: usize,
}

impl CArgs {
    /// The libraries with external functions, by their full paths.
    pub fn libraries(&self) -> Result<Vec<PathBuf>, Failure> {
        if self.external == External::Deny && !self.external_library.is_empty() {
            return Err(Failure::usage("--external-library is for calls that --external=allow allows"));
        }
        let found = |path: &PathBuf| {
            let absent = |error| Failure::usage(format!("cannot read `{}`: {error}", path.display()));
            let head = std::fs::File::open(path).and_then(|mut file| {
                let mut head = [0; 4];
                file.read_exact(&mut head).map(|()| head)
            });
            match head {
                Ok(head) if head != *b"\x7fELF" => {
                    let what = format!("`{}` is no shared library", path.display());
                    Err(Failure::usage(what).help("make one with `gcc -shared -fPIC -o libNAME.so NAME.c`"))
                }
                Ok(_) => path.canonicalize().map_err(absent),
                Err(error) => Err(absent(error)),
            }
        };
        self.external_library.iter().map(found).collect()
    }

    /// Who makes external calls, if they are allowed.
    pub fn outside(&self) -> Result<Option<Outside>, Failure> {
        let libraries = self.libraries()?;
        if self.external == External::Deny {
            return Ok(None);
        }
        let helper = beside_us("pathfold-outside", "PATHFOLD_OUTSIDE").ok_or_else(|| {
            Failure::usage("`pathfold-outside`, which makes external calls, is not beside this program")
                .help("build it with `make build`, or set PATHFOLD_OUTSIDE to where it is")
        })?;
        Ok(Some(Outside::new(helper, libraries, self.external_timeout)))
    }
}
