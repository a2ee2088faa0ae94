//! The options of `pathfold check` that are about C programs: what is checked, and how.

use clap::ValueEnum;

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
    /// Not available yet
    Allow,
}

/// What is checked in C programs beside what always is.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Check {
    /// Signed results that do not fit their type
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
    /// Whether functions without a body may be called on the real system
    #[arg(long, value_enum, value_name = "WHETHER", default_value = "deny")]
    pub external: External,
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
