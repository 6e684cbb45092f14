//! Work on many items by a few threads, with progress on the standard error stream.

use std::io::IsTerminal;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use anyhow::Result;
use indicatif::{ProgressBar, ProgressStyle};

/// Applies `work` to every item on `jobs` threads; results are in the order of the items. The first error
/// ends it all. `name` says what to show while an item is at work.
pub fn map<T: Sync, R: Send>(
    items: &[T],
    jobs: usize,
    name: impl Fn(&T) -> String + Sync,
    work: impl Fn(&T) -> Result<R> + Sync,
) -> Result<Vec<R>> {
    let progress = Progress::new(items.len());
    let next = AtomicUsize::new(0);
    let results = Mutex::new(Vec::with_capacity(items.len()));
    let one_worker = || -> Result<()> {
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(item) = items.get(index) else { return Ok(()) };
            progress.start(name(item));
            let result = work(item).inspect_err(|_| next.store(items.len(), Ordering::Relaxed))?;
            // A poisoned lock means a panic in another worker, which the scope reports.
            results.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).push((index, result));
            progress.finish_one();
        }
    };
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..jobs.max(1)).map(|_| scope.spawn(one_worker)).collect();
        workers.into_iter().try_for_each(|worker| match worker.join() {
            Ok(outcome) => outcome,
            Err(panic) => std::panic::resume_unwind(panic),
        })
    })?;
    progress.bar.finish_and_clear();
    let mut results = results.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner());
    results.sort_by_key(|(index, _)| *index);
    Ok(results.into_iter().map(|(_, result)| result).collect())
}

struct Progress {
    bar: ProgressBar,
    total: usize,
    done: AtomicUsize,
    /// In a log file a bar would be noise, so a line at every tenth stands in for it.
    lines: bool,
}

impl Progress {
    fn new(total: usize) -> Self {
        let bar = ProgressBar::new(total as u64);
        if let Ok(style) = ProgressStyle::with_template("{elapsed_precise} {bar:30} {pos}/{len} {wide_msg}") {
            bar.set_style(style);
        }
        Progress { bar, total, done: AtomicUsize::new(0), lines: !std::io::stderr().is_terminal() }
    }

    fn start(&self, name: String) {
        self.bar.set_message(name);
    }

    fn finish_one(&self) {
        self.bar.inc(1);
        let done = self.done.fetch_add(1, Ordering::Relaxed) + 1;
        if self.lines && done * 10 / self.total != (done - 1) * 10 / self.total {
            eprintln!("{done} of {} done after {:.0} s", self.total, self.bar.elapsed().as_secs_f64());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_keep_the_order_of_the_items() {
        let items: Vec<u64> = (0..50).collect();
        let doubled = map(&items, 4, |_| String::new(), |item| Ok(item * 2)).unwrap();
        assert_eq!(doubled, items.iter().map(|item| item * 2).collect::<Vec<_>>());
    }

    #[test]
    fn an_error_ends_the_work() {
        let items: Vec<u64> = (0..10_000).collect();
        let seen = AtomicUsize::new(0);
        let outcome = map(
            &items,
            1,
            |_| String::new(),
            |item| {
                seen.fetch_add(1, Ordering::Relaxed);
                anyhow::ensure!(*item != 3, "three");
                Ok(())
            },
        );
        assert_eq!(outcome.unwrap_err().to_string(), "three");
        assert_eq!(seen.into_inner(), 4);
    }
}
