//! How much memory this process can have.

use std::fs;
use std::path::Path;

use salta_record::memory::installed_bytes;

/// Where the system does not tell how much memory there is.
const UNKNOWN: u64 = 64 << 30;

/// Bytes of memory of this machine, or fewer where this process is in a control group with a limit, as
/// in a container.
pub(crate) fn usable_bytes() -> u64 {
    let groups = fs::read_to_string("/proc/self/cgroup").unwrap_or_default();
    let installed = installed_bytes().unwrap_or(UNKNOWN);
    limit(&groups, Path::new("/sys/fs/cgroup")).map_or(installed, |limit| limit.min(installed))
}

/// Whether the system grants so much at once; it may not, under `ulimit -v` for one. Nothing of it is
/// touched, so this takes no time.
pub(crate) fn is_granted(bytes: usize) -> bool {
    std::hint::black_box(Vec::<u8>::new()).try_reserve_exact(bytes).is_ok()
}

/// The least limit of the control groups in `/proc/self/cgroup`, and of those that they are within.
fn limit(groups: &str, root: &Path) -> Option<u64> {
    let of_group = |line: &str| {
        let [_, controllers, path] = line.splitn(3, ':').collect::<Vec<_>>().try_into().ok()?;
        let (root, file) = match controllers {
            // Version 2 has one hierarchy of all controllers, version 1 one for memory.
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
