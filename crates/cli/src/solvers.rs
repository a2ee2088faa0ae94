//! Where the solver programs are. This is the only place that looks.

use std::path::{Path, PathBuf};

use crate::home;

/// The program `name`: `variable` names it, else it is where `scripts/setup` puts it, else on the `PATH`.
pub fn find(name: &str, variable: &str) -> Option<PathBuf> {
    if let Some(path) = std::env::var_os(variable).filter(|path| !path.is_empty()) {
        // Named but missing: the solver says so when it is needed.
        return Some(PathBuf::from(path));
    }
    installed(name).or_else(|| on_path(name))
}

fn installed(name: &str) -> Option<PathBuf> {
    let home = home::folder()?;
    Some(home.join("bin").join(name)).filter(|path| is_program(path))
}

/// A program on the `PATH`.
pub fn on_path(name: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path).map(|folder| folder.join(name)).find(|path| is_program(path))
}

/// Whether this is a file that can be run.
pub fn is_program(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt as _;
    std::fs::metadata(path).is_ok_and(|meta| meta.is_file() && meta.permissions().mode() & 0o111 != 0)
}
