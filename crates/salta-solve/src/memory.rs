//! Memory available to this process.

use std::fs;
use std::path::Path;

use salta_record::memory::installed_bytes;

/// Bytes assumed where the system does not report how much memory there is.
const UNKNOWN: u64 = 64 << 30;

/// Returns the bytes of memory of this machine, or the limit of this process's control group, as in
/// a container, if that is lower.
pub(crate) fn usable_bytes() -> u64 {
    let groups = fs::read_to_string("/proc/self/cgroup").unwrap_or_default();
    let installed = installed_bytes().unwrap_or(UNKNOWN);
    limit(&groups, Path::new("/sys/fs/cgroup")).map_or(installed, |limit| limit.min(installed))
}

/// Whether the system grants an allocation of this size; it may refuse, for example under
/// `ulimit -v`. The memory is never touched, so this is fast.
pub(crate) fn is_granted(bytes: usize) -> bool {
    std::hint::black_box(Vec::<u8>::new()).try_reserve_exact(bytes).is_ok()
}

/// Returns the lowest limit of the control groups in `/proc/self/cgroup` and of their ancestors.
fn limit(groups: &str, root: &Path) -> Option<u64> {
    let of_group = |line: &str| {
        let [_, controllers, path] = line.splitn(3, ':').collect::<Vec<_>>().try_into().ok()?;
        let (root, file) = match controllers {
            // Version 2 has one hierarchy for all controllers, version 1 a separate one for memory.
            "" => (root.to_owned(), "memory.max"),
            "memory" => (root.join("memory"), "memory.limit_in_bytes"),
            _ => return None,
        };
        let dir = root.join(path.trim_start_matches('/'));
        let read = |dir: &Path| fs::read_to_string(dir.join(file)).ok()?.trim().parse::<u64>().ok();
        dir.ancestors().take_while(|dir| dir.starts_with(&root)).filter_map(read).min()
    };
    groups.lines().filter_map(of_group).min()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_least_limit_of_all_groups_counts() {
        let root = tempfile::tempdir().unwrap();
        let file = |path: &str, text: &str| {
            let path = root.path().join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        };
        file("a/memory.max", "5000\n");
        file("a/b/memory.max", "max\n");
        file("memory/c/memory.limit_in_bytes", "4000\n");
        for (groups, least) in [
            ("0::/a/b\n", Some(5000)),
            ("0::/a/not-seen-here\n", Some(5000)),
            ("4:memory:/c\n2:cpu:/a\n0::/a\n", Some(4000)),
            ("0::/\n", None),
            ("", None),
        ] {
            assert_eq!(limit(groups, root.path()), least, "{groups}");
        }
    }

    #[test]
    fn more_than_can_be_addressed_is_not_granted() {
        assert!(is_granted(1 << 20));
        assert!(!is_granted(usize::MAX / 2));
    }
}
