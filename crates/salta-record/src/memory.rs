//! The memory of this machine, and the peak memory use of this process.

use std::fs;

/// Bytes of memory of this machine; `None` where the system does not report it (Linux does).
pub fn installed_bytes() -> Option<u64> {
    kilobytes("/proc/meminfo", "MemTotal:")
}

/// Bytes of memory that are free; `None` where the system does not report it (Linux does).
pub fn free_bytes() -> Option<u64> {
    kilobytes("/proc/meminfo", "MemAvailable:")
}

/// Peak memory of this process in bytes; `None` where the system does not report it (Linux does).
pub fn peak_bytes() -> Option<u64> {
    kilobytes("/proc/self/status", "VmHWM:")
}

/// Reads a value in kilobytes from a line of a `/proc` file and returns it in bytes.
fn kilobytes(path: &str, key: &str) -> Option<u64> {
    let text = fs::read_to_string(path).ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix(key))?;
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
