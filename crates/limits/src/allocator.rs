//! An allocator that counts.
//!
//! A front end installs it with `#[global_allocator]`. Then a memory limit counts what the program itself has
//! allocated: not what the operating system happens to keep in RAM for the process, and not what the rest of
//! a process has allocated into which the planner was loaded as a library with an allocator of its own.
#![allow(unsafe_code)]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::sync::atomic::{AtomicIsize, Ordering};

/// Bytes allocated and not yet freed, as far as the threads have told. Nobody draws conclusions from the order
/// in which they tell, so relaxed operations suffice.
static ALLOCATED: AtomicIsize = AtomicIsize::new(0);

thread_local! {
    /// What this thread has allocated, less what it has freed, since it last told. An atomic operation for
    /// each allocation would make translation slower by 2 %.
    static UNTOLD: Cell<isize> = const { Cell::new(0) };
}

/// A thread tells when this much has come together. A thread that ends may leave so much untold.
const TELL: isize = 16 * 1024;

/// What a thousand threads have not told.
const MOST_UNTOLD: isize = 1000 * TELL;

/// Smaller blocks are counted before the system is asked for them, so that nothing is left to do afterwards: that
/// is cheaper. If there is no memory even for so little, the count does not matter any more.
const LARGE: usize = 64 * 1024;

/// The system's allocator, which counts the bytes that are in use.
///
/// ```
/// use extremal_limits::CountingAllocator;
///
/// #[global_allocator]
/// static ALLOCATOR: CountingAllocator = CountingAllocator;
/// ```
#[derive(Clone, Copy, Debug)]
pub struct CountingAllocator;

/// Bytes that the program has allocated, or `None` if [`CountingAllocator`] is not its allocator. Other threads
/// may each have allocated some KiB more or less.
pub fn allocated_bytes() -> Option<u64> {
    tell(UNTOLD.get());
    read(ALLOCATED.load(Ordering::Relaxed))
}

fn read(told: isize) -> Option<u64> {
    match told {
        // Every program has allocated something before it asks.
        0 => None,
        // Others have told what they freed, but not yet what they allocated.
        told if (-MOST_UNTOLD..0).contains(&told) => Some(0),
        // Where addresses have 32 bits, more than half of them may be in use.
        told => Some(told.cast_unsigned() as u64),
    }
}

/// What an allocation of this size takes: allocators keep a word beside each, and hand out multiples of 16.
#[inline]
const fn footprint(size: usize) -> isize {
    // A size is at most `isize::MAX`, so that this is right for all that a system can allocate.
    (size.wrapping_add(size_of::<usize>() + 15) & !15) as isize
}

#[inline]
fn count(bytes: isize) {
    UNTOLD.with(|untold| {
        let sum = untold.get().wrapping_add(bytes);
        if (-TELL..TELL).contains(&sum) {
            untold.set(sum);
        } else {
            tell(sum);
        }
    });
}

/// Adds what a thread has not told.
#[cold]
#[inline(never)]
fn tell(sum: isize) {
    ALLOCATED.fetch_add(sum, Ordering::Relaxed);
    UNTOLD.set(0);
}

// SAFETY: every call goes to `System` with the arguments it came with, and what `System` returns is returned
// unchanged, so the contract that `System` keeps is kept here. Counting touches no memory but two counters. It
// does not unwind, and it does not allocate: a thread-local value that starts as a constant and needs no
// `drop` is neither initialised nor registered when it is first used.
unsafe impl GlobalAlloc for CountingAllocator {
    #[inline]
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        if layout.size() < LARGE {
            count(footprint(layout.size()));
            return unsafe { System.alloc(layout) };
        }
        counted(unsafe { System.alloc(layout) }, footprint(layout.size()))
    }

    #[inline]
    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        counted(unsafe { System.alloc_zeroed(layout) }, footprint(layout.size()))
    }

    #[inline]
    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        count(-footprint(layout.size()));
        unsafe { System.dealloc(block, layout) };
    }

    #[inline]
    unsafe fn realloc(&self, block: *mut u8, layout: Layout, new_size: usize) -> *mut u8 {
        let moved = unsafe { System.realloc(block, layout, new_size) };
        counted(moved, footprint(new_size) - footprint(layout.size()))
    }
}

/// Counts bytes unless there was no memory for them.
#[inline]
fn counted(block: *mut u8, bytes: isize) -> *mut u8 {
    if !block.is_null() {
        count(bytes);
    }
    block
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_read_as_what_they_mean() {
        assert_eq!((read(0), read(1), read(-TELL)), (None, Some(1), Some(0)));
        // A bit more than half of all addresses.
        assert_eq!(read(isize::MIN + 1), Some(isize::MIN.unsigned_abs() as u64 + 1));
    }
}
