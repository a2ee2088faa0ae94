//! What the machine has.

use std::path::{Path, PathBuf};

use rustix::process::{Resource, getrlimit};

/// Four fifths of the memory that this process may still get, in bytes; none where the system does not tell. An endless
/// exploration that takes more would be killed by the system, or fail to allocate, without a report.
pub fn most_memory() -> Option<u64> {
    let limits = cgroup_limits(Path::new("/proc/self/cgroup"), Path::new("/sys/fs/cgroup"));
    available().into_iter().chain(limits).chain(resource_limits()).min().map(|bytes| bytes / 5 * 4)
}

fn available() -> Option<u64> {
    in_kib(&std::fs::read_to_string("/proc/meminfo").ok()?, "MemAvailable:")
}

/// The number behind a name in a table of the kernel, in bytes.
fn in_kib(table: &str, name: &str) -> Option<u64> {
    let line = table.lines().find_map(|line| line.strip_prefix(name))?;
    line.split_whitespace().next()?.parse::<u64>().ok()?.checked_mul(1024)
}

/// What is left of the limits that `ulimit` sets.
fn resource_limits() -> impl Iterator<Item = u64> {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let used = [(Resource::As, "VmSize:"), (Resource::Data, "VmData:")];
    used.into_iter().filter_map(move |(resource, name)| {
        let limit = getrlimit(resource).current?;
        Some(limit.saturating_sub(in_kib(&status, name).unwrap_or(0)))
    })
}

/// What is left of the limits of the control groups this process is in, as containers set them; both versions.
fn cgroup_limits(groups: &Path, mounted: &Path) -> Vec<u64> {
    let text = std::fs::read_to_string(groups).unwrap_or_default();
    let mut limits = Vec::new();
    for line in text.lines() {
        let mut parts = line.splitn(3, ':').skip(1);
        let (Some(controllers), Some(path)) = (parts.next(), parts.next()) else { continue };
        let (root, limit, used) = match controllers {
            "" => (mounted.to_owned(), "memory.max", "memory.current"),
            _ if controllers.split(',').any(|name| name == "memory") => {
                (mounted.join("memory"), "memory.limit_in_bytes", "memory.usage_in_bytes")
            }
            _ => continue,
        };
        // Each group is within those above it. In a container the path may be one that only the host sees: then the root is ours.
        for group in Path::new(path.trim_start_matches('/')).ancestors() {
            limits.extend(left_of(&root.join(group), limit, used));
        }
    }
    limits
}

fn left_of(group: &Path, limit: &str, used: &str) -> Option<u64> {
    let number = |file: PathBuf| std::fs::read_to_string(file).ok()?.trim().parse::<u64>().ok();
    Some(number(group.join(limit))?.saturating_sub(number(group.join(used)).unwrap_or(0)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_limit_what_is_in_them() {
        let folder = std::env::temp_dir().join(format!("pathfold-groups-{}", std::process::id()));
        let write = |name: &str, text: &str| {
            let file = folder.join(name);
            std::fs::create_dir_all(file.parent().expect("in a folder")).expect("can be made");
            std::fs::write(file, text).expect("can be written");
        };
        write("groups", "4:memory:/job/step\n1:cpu:/\n0::/job\n");
        write("memory/memory.limit_in_bytes", "9223372036854771712\n");
        write("memory/job/memory.limit_in_bytes", "3000\n");
        write("memory/job/memory.usage_in_bytes", "1000\n");
        write("memory/job/step/memory.limit_in_bytes", "5000\n");
        write("job/memory.max", "700\n");
        write("memory.max", "max\n");
        let mut limits = cgroup_limits(&folder.join("groups"), &folder);
        limits.sort_unstable();
        assert_eq!(limits, [700, 2000, 5000, 9223372036854771712]);
        std::fs::remove_dir_all(&folder).expect("can be removed");
    }

    #[test]
    fn there_is_some_memory() {
        assert!(most_memory().is_some_and(|bytes| bytes > 1 << 20));
    }
}
