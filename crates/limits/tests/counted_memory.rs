//! With the counting allocator a memory limit binds on every system, and counts what the program allocates.

use std::hint::black_box;
use std::sync::{Mutex, PoisonError};
use std::thread;

use extremal_limits::{Budget, CountingAllocator, Pacer, Stop, allocated_bytes};

#[global_allocator]
static ALLOCATOR: CountingAllocator = CountingAllocator;

/// The tests of this file count what the process allocates, so they run one after the other.
static ALONE: Mutex<()> = Mutex::new(());

const MIB: usize = 1 << 20;
/// What the test harness may allocate meanwhile, and what threads have not told yet.
const SLACK: i64 = 256 * 1024;

fn allocated() -> i64 {
    allocated_bytes().expect("the allocator is installed")
}

#[test]
fn what_is_allocated_counts_whether_it_is_touched_or_not_until_it_is_freed() {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let before = allocated();
    let mut block: Vec<u8> = black_box(Vec::with_capacity(8 * MIB));
    assert!((allocated() - (before + 8 * MIB as i64)).abs() < SLACK);
    block.reserve_exact(16 * MIB);
    assert!((allocated() - (before + 16 * MIB as i64)).abs() < SLACK);
    let zeroed = black_box(vec![0_u64; MIB]);
    assert!((allocated() - (before + 24 * MIB as i64)).abs() < SLACK);
    drop((block, zeroed));
    assert!((allocated() - before).abs() < SLACK);
}

#[test]
fn small_blocks_count_with_what_they_cost() {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let before = allocated();
    let blocks: Vec<Box<u8>> = (0..100_000).map(|_| black_box(Box::new(1))).collect();
    let pointers = (blocks.capacity() * size_of::<usize>()) as i64;
    assert!(allocated() - before - pointers >= 16 * 100_000 - SLACK);
    drop(blocks);
    assert!((allocated() - before).abs() < SLACK);
}

#[test]
fn threads_count_together_and_may_free_what_another_has_allocated() {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let before = allocated();
    let work = || (0..4000).map(|_| black_box(vec![0_u8; 1000])).collect::<Vec<_>>();
    let all: Vec<_> = (0..4).map(|_| thread::spawn(work)).collect();
    let all: Vec<_> = all.into_iter().map(|thread| thread.join().unwrap()).collect();
    assert!(allocated() > before + 4 * 4000 * 1000);
    drop(all);
    assert!((allocated() - before).abs() < SLACK);
}

#[test]
fn a_limit_is_on_what_is_allocated_after_the_budget_was_made() {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let others = black_box(vec![1_u8; 32 * MIB]);
    let budget = Budget::new(None, Some(16 * 1024));
    assert_eq!(budget.check(), Ok(()));
    assert_eq!(budget.clone().of_whole_process().check(), Err(Stop::OutOfMemory));
    let mut blocks = Vec::new();
    let mut pacer = Pacer::new(&budget, 2);
    let end = (1..100).find_map(|number| {
        blocks.push(black_box(vec![0_u8; MIB]));
        pacer.tick().err().map(|stop| (number, stop))
    });
    // The pacer asks at every second block, and the test harness may free something meanwhile.
    assert!(matches!(end, Some((16 | 18, Stop::OutOfMemory))), "{end:?}");
    blocks.clear();
    assert_eq!(budget.check(), Ok(()));
    drop(others);
    assert_eq!(budget.check(), Ok(()), "less than at the start");
}

#[test]
fn what_was_allocated_before_does_not_hide_what_is_allocated_after_it_was_freed() {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let others = black_box(vec![1_u8; 64 * MIB]);
    allocated();
    drop(others);
    let budget = Budget::new(None, Some(16 * 1024));
    let block = black_box(vec![0_u8; 17 * MIB]);
    assert_eq!(budget.check(), Err(Stop::OutOfMemory));
    drop(block);
}
