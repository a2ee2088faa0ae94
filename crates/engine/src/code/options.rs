//! What compiled code does beside what the program says.

/// What the code does beside what the program says.
#[derive(Clone, Copy, Default, Debug)]
pub struct CodeOptions {
    /// Whether signed overflow is checked.
    pub overflow: bool,
    /// Whether the ways of branches are covered.
    pub branches: bool,
    /// Whether entering a loop is noticed.
    pub loops: bool,
    /// Whether paths that meet again are noticed.
    pub joins: bool,
    /// Whether every block and access is noticed: for walking single iterations. Positions are those of the code without.
    pub watched: bool,
    /// Whether functions that nobody defines are called for real.
    pub external: bool,
}
