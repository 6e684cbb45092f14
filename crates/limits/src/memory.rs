//! What the process uses, as the operating system tells it.
//!
//! On Linux the kernel tells through `/proc`; elsewhere nothing is known and memory limits do not bind.

/// Memory of the process that is in RAM now, in KiB.
pub fn resident_memory_kib() -> Option<u64> {
    let statm = std::fs::read_to_string("/proc/self/statm").ok()?;
    let pages: u64 = statm.split_ascii_whitespace().nth(1)?.parse().ok()?;
    // Linux on the machines we build for has pages of 4 KiB; the kernel offers no way to ask without libc.
    Some(pages * 4)
}

/// The most that was ever in RAM, in KiB.
pub fn peak_memory_kib() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|l| l.strip_prefix("VmHWM:"))?;
    line.split_ascii_whitespace().next()?.parse().ok()
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    #[test]
    fn a_large_allocation_shows() {
        let before = super::resident_memory_kib().unwrap();
        let block = vec![1u8; 64 << 20];
        let after = super::resident_memory_kib().unwrap();
        assert!(after > before + 60 * 1024, "{before} {after} {}", block.len());
        assert!(super::peak_memory_kib().unwrap() >= after - 1024);
    }
}
