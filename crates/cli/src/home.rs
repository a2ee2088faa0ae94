//! Where this program keeps what it installs and what it makes: one folder outside of every project.

use std::path::PathBuf;

/// The folder: `PATHFOLD_HOME`, else `pathfold` in the user's cache folder.
pub fn folder() -> Option<PathBuf> {
    let variable = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    variable("PATHFOLD_HOME")
        .or_else(|| Some(variable("XDG_CACHE_HOME")?.join("pathfold")))
        .or_else(|| Some(variable("HOME")?.join(".cache").join("pathfold")))
}
