//! How much memory this process has taken.

use std::fs;

/// The most bytes of memory that this process has held at once, where the system tells (Linux).
pub(crate) fn peak_bytes() -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kilobytes: u64 = line.trim().strip_suffix(" kB")?.parse().ok()?;
    Some(kilobytes * 1024)
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::peak_bytes;

    #[test]
    fn what_was_taken_is_seen() {
        let before = peak_bytes().unwrap();
        let taken = std::hint::black_box(vec![1u8; 64 << 20]);
        let after = peak_bytes().unwrap();
        assert!(after >= taken.len() as u64 && after >= before, "{before}, then {after}");
    }
}
