//! An allocator that counts.
//!
//! A front end installs it with `#[global_allocator]`. Then a memory limit counts what the program itself has
//! allocated: not what the operating system happens to keep in RAM for the process, and not what the rest of
//! a process has allocated into which the planner was loaded as a library with an allocator of its own.
//!
//! Translation of a large task allocates ten million blocks a second, so counting must be cheap. It begins with
//! the first memory limit, and each thread has a counter of its own. Where blocks are many it takes 2 % of the time,
//! and less than can be measured as long as there is no limit.
#![allow(unsafe_code)]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::hint::black_box;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};

/// Whether somebody wants to know. It is never set back.
static IS_COUNTING: AtomicBool = AtomicBool::new(false);

/// Bytes allocated less bytes freed since counting began, as far as the threads have told. Nobody draws
/// conclusions from the order in which they tell, so relaxed operations suffice.
static ALLOCATED: AtomicI64 = AtomicI64::new(0);

thread_local! {
    /// What this thread has allocated, less what it has freed, since it last told.
    static UNTOLD: Cell<isize> = const { Cell::new(0) };
}

/// A thread tells when this much has come together. A thread that ends may leave so much untold.
const TELL: isize = 16 * 1024;

/// Smaller blocks are counted before the system is asked for them, which is cheaper. If there is no memory even
/// for so little, the count does not matter any more.
const LARGE: usize = 64 * 1024;

/// The system's allocator, which counts the bytes that are in use once there is a memory limit.
///
/// ```
/// use extremal_limits::CountingAllocator;
///
/// #[global_allocator]
/// static ALLOCATOR: CountingAllocator = CountingAllocator;
/// ```
#[derive(Clone, Copy, Debug)]
pub struct CountingAllocator;

/// Tells what the calling thread has allocated. A thread that is about to end calls it, so that nothing is lost.
pub fn tell_allocated() {
    if IS_COUNTING.load(Ordering::Relaxed) {
        told();
    }
}

/// Bytes that the program has allocated, less those that it has freed, since this function was first called; `None`
/// if [`CountingAllocator`] is not its allocator. Other threads may each have allocated some KiB more or less.
pub fn allocated_bytes() -> Option<i64> {
    static IS_INSTALLED: OnceLock<bool> = OnceLock::new();
    let is_installed = *IS_INSTALLED.get_or_init(|| {
        IS_COUNTING.store(true, Ordering::Relaxed);
        let before = told();
        let block: Vec<u8> = black_box(Vec::with_capacity(TELL.unsigned_abs()));
        let after = told();
        drop(block);
        before != after
    });
    is_installed.then(told)
}

/// What all threads have told, and this one now.
fn told() -> i64 {
    tell(0);
    ALLOCATED.load(Ordering::Relaxed)
}

/// What an allocation of this size takes: allocators keep a word beside each, and hand out multiples of 16.
#[inline]
const fn footprint(size: usize) -> isize {
    // A size is at most `isize::MAX`, so that this is right for all that a system can allocate.
    (size.wrapping_add(size_of::<usize>() + 15) & !15) as isize
}

#[inline]
fn is_counting() -> bool {
    IS_COUNTING.load(Ordering::Relaxed)
}

/// Counts in the thread's own counter if that suffices; whether it does.
#[inline]
fn count_quickly(bytes: isize) -> bool {
    UNTOLD.with(|untold| {
        let sum = untold.get().wrapping_add(bytes);
        let suffices = (-TELL..TELL).contains(&sum);
        if suffices {
            untold.set(sum);
        }
        suffices
    })
}

/// Tells what this thread has not told, and some bytes more.
fn tell(bytes: isize) {
    ALLOCATED.fetch_add(UNTOLD.replace(0).wrapping_add(bytes) as i64, Ordering::Relaxed);
}

// SAFETY: every call goes to `System` with the arguments it came with, and what `System` returns is returned
// unchanged, so the contract that `System` keeps is kept here. Counting touches no memory but two counters. It
// does not unwind, and it does not allocate: a thread-local value that starts as a constant and needs no
// `drop` is neither initialised nor registered when it is first used.
unsafe impl GlobalAlloc for CountingAllocator {
    #[inline]
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // What all but a few calls come to. Nothing is left to do after it, and nothing else is done by this
        // function, so that it saves no registers and jumps to the system's.
        let is_common = layout.size() < LARGE && layout.align() <= 16 && layout.align() <= layout.size();
        if is_common && (!is_counting() || count_quickly(footprint(layout.size()))) {
            return unsafe { System.alloc(layout) };
        }
        unsafe { alloc_uncommonly(layout) }
    }

    #[inline]
    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        counted(unsafe { System.alloc_zeroed(layout) }, footprint(layout.size()))
    }

    #[inline]
    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        if !is_counting() || count_quickly(-footprint(layout.size())) {
            return unsafe { System.dealloc(block, layout) };
        }
        unsafe { free_uncommonly(block, layout) }
    }

    #[inline]
    unsafe fn realloc(&self, block: *mut u8, layout: Layout, new_size: usize) -> *mut u8 {
        let moved = unsafe { System.realloc(block, layout, new_size) };
        counted(moved, footprint(new_size) - footprint(layout.size()))
    }
}

// SAFETY: the caller keeps the contract of `GlobalAlloc::alloc`.
#[cold]
#[inline(never)]
unsafe fn alloc_uncommonly(layout: Layout) -> *mut u8 {
    counted(unsafe { System.alloc(layout) }, footprint(layout.size()))
}

// SAFETY: the caller keeps the contract of `GlobalAlloc::dealloc`.
#[cold]
#[inline(never)]
unsafe fn free_uncommonly(block: *mut u8, layout: Layout) {
    tell(-footprint(layout.size()));
    unsafe { System.dealloc(block, layout) };
}

/// Counts bytes unless there was no memory for them.
#[inline]
fn counted(block: *mut u8, bytes: isize) -> *mut u8 {
    if is_counting() && !block.is_null() && !count_quickly(bytes) {
        tell(bytes);
    }
    block
}
