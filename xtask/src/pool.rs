//! Work on many items by a few threads, with progress on the standard error stream.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use anyhow::Result;

/// Applies `work` to every item on `jobs` threads; results are in the order of the items. The first error
/// ends it all. A line at every tenth tells which item, by its `name`, was done last.
pub fn map<T: Sync, R: Send>(
    items: &[T],
    jobs: usize,
    name: impl Fn(&T) -> String + Sync,
    work: impl Fn(&T) -> Result<R> + Sync,
) -> Result<Vec<R>> {
    let (started, next, total) = (Instant::now(), AtomicUsize::new(0), items.len());
    let results = Mutex::new(Vec::with_capacity(total));
    let one_worker = || -> Result<()> {
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(item) = items.get(index) else { return Ok(()) };
            let result = work(item).inspect_err(|_| next.store(total, Ordering::Relaxed))?;
            // A poisoned lock means a panic in another worker, which the scope reports.
            let mut results = results.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
            results.push((index, result));
            let done = results.len();
            if done * 10 / total != (done - 1) * 10 / total {
                eprintln!("{done} of {total} after {:.0} s: {}", started.elapsed().as_secs_f64(), name(item));
            }
        }
    };
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..jobs.max(1)).map(|_| scope.spawn(one_worker)).collect();
        workers.into_iter().try_for_each(|worker| match worker.join() {
            Ok(outcome) => outcome,
            Err(panic) => std::panic::resume_unwind(panic),
        })
    })?;
    let mut results = results.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner());
    results.sort_by_key(|(index, _)| *index);
    Ok(results.into_iter().map(|(_, result)| result).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_keep_the_order_of_the_items_and_an_error_ends_the_work() {
        let items: Vec<u64> = (0..50).collect();
        let doubled = map(&items, 4, u64::to_string, |item| Ok(item * 2)).unwrap();
        assert_eq!(doubled, items.iter().map(|item| item * 2).collect::<Vec<_>>());
        let seen = AtomicUsize::new(0);
        let outcome = map(&items, 1, u64::to_string, |item| {
            seen.fetch_add(1, Ordering::Relaxed);
            anyhow::ensure!(*item != 3, "three");
            Ok(())
        });
        assert_eq!((outcome.unwrap_err().to_string().as_str(), seen.into_inner()), ("three", 4));
    }
}
