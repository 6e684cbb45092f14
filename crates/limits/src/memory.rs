//! What the process uses.
//!
//! The allocator tells where it is installed, and on Linux the kernel through `/proc`. Where neither does,
//! nothing is known and memory limits do not bind.

use crate::allocator::allocated_bytes;

/// What a memory limit counts, in KiB: what was allocated and not freed since the first limit where
/// [`CountingAllocator`](crate::CountingAllocator) is installed, and resident memory where it is not. It is negative
/// after older blocks were freed.
pub fn memory_in_use_kib() -> Option<i64> {
    let resident = || resident_memory_kib().map(|kib| kib.cast_signed());
    allocated_bytes().map(|bytes| bytes / 1024).or_else(resident)
}

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

/// Forgets what the most in RAM was so far: [`peak_memory_kib`] then tells the most since now. False where the operating system
/// does not offer it.
pub fn reset_peak_memory() -> bool {
    std::fs::write("/proc/self/clear_refs", "5").is_ok()
}

/// Processor time that the calling thread has had, where the operating system tells.
pub fn thread_time() -> Option<core::time::Duration> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    let nanoseconds = text.split_ascii_whitespace().next()?.parse().ok()?;
    Some(core::time::Duration::from_nanos(nanoseconds))
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;
    use crate::{Budget, Stop};

    // One test, since it counts what the process allocates: others must not do so at the same time.
    #[test]
    fn a_large_allocation_shows_and_reaches_a_limit() {
        let first = vec![1u8; 32 << 20];
        let before = resident_memory_kib().unwrap();
        let budget = Budget::new(None, Some(16 * 1024));
        assert_eq!(budget.check(), Ok(()), "what was there before does not count");
        let block = vec![1u8; 64 << 20];
        let after = resident_memory_kib().unwrap();
        assert!(after > before + 60 * 1024, "{before} {after} {}", first.len() + block.len());
        assert!(peak_memory_kib().unwrap() >= after - 1024);
        assert_eq!(budget.check(), Err(Stop::OutOfMemory));
        drop(block);
        let peak = peak_memory_kib().unwrap();
        assert!(!reset_peak_memory() || peak_memory_kib().unwrap() < peak - 32 * 1024);
    }

    #[test]
    fn work_takes_processor_time() {
        let before = thread_time().unwrap();
        let mut sum = 0_u64;
        while thread_time().unwrap() == before {
            sum = std::hint::black_box(sum + 1);
        }
        assert!(thread_time().unwrap() > before);
    }
}
