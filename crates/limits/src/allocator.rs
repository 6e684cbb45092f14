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
    UNTOLD.with(|untold| tell(untold, untold.get()));
    // Every program has allocated something before it comes here.
    u64::try_from(ALLOCATED.load(Ordering::Relaxed)).ok().filter(|&bytes| bytes > 0)
}

/// What an allocation of this size takes: allocators keep a word beside each, and hand out multiples of 16.
#[inline]
const fn footprint(size: usize) -> isize {
    const WORD: usize = size_of::<usize>();
    // A size is at most `isize::MAX`, and no system has so much memory.
    (size.saturating_add(WORD + 15) & !15) as isize
}

#[inline]
fn count(bytes: isize) {
    UNTOLD.with(|untold| {
        let sum = untold.get().wrapping_add(bytes);
        if sum.unsigned_abs() < TELL.unsigned_abs() {
            untold.set(sum);
        } else {
            tell(untold, sum);
        }
    });
}

#[cold]
fn tell(untold: &Cell<isize>, sum: isize) {
    ALLOCATED.fetch_add(sum, Ordering::Relaxed);
    untold.set(0);
}

// SAFETY: every call goes to `System` with the arguments it came with, and what `System` returns is returned
// unchanged, so the contract that `System` keeps is kept here. Counting touches no memory but two counters. It
// does not unwind, and it does not allocate: a thread-local value that starts as a constant and needs no
// `drop` is neither initialised nor registered when it is first used.
unsafe impl GlobalAlloc for CountingAllocator {
    #[inline]
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let block = unsafe { System.alloc(layout) };
        if !block.is_null() {
            count(footprint(layout.size()));
        }
        block
    }

    #[inline]
    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        let block = unsafe { System.alloc_zeroed(layout) };
        if !block.is_null() {
            count(footprint(layout.size()));
        }
        block
    }

    #[inline]
    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        unsafe { System.dealloc(block, layout) };
        count(-footprint(layout.size()));
    }

    #[inline]
    unsafe fn realloc(&self, block: *mut u8, layout: Layout, new_size: usize) -> *mut u8 {
        let moved = unsafe { System.realloc(block, layout, new_size) };
        if !moved.is_null() {
            count(footprint(new_size) - footprint(layout.size()));
        }
        moved
    }
}
