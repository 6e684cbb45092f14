//! Windows that several threads look through at the same time.
//!
//! Windows are looked through one after the other until there is a cheaper way through one, which changes the plan.
//! Through most windows there is none, so threads look through the following ones meanwhile. What comes of them counts in
//! their order, up to the first that changes the plan or uses up the work allowed: it is what one thread would find. (Only
//! a memory limit may be reached by several windows at once that one after the other would not reach.)

use std::collections::VecDeque;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;

use extremal_heuristics::FastForward;
use extremal_limits::Budget;

use super::windows::{Way, WindowSearch, Windows};

/// How many windows each thread looks through on average before the threads are waited for.
const WINDOWS_PER_THREAD: usize = 4;

/// Looks through windows, and keeps what is known of those that follow.
pub(super) struct Ahead {
    threads: usize,
    /// What came of the windows that are next.
    known: VecDeque<Way>,
}

impl Ahead {
    pub fn new(threads: usize) -> Self {
        Ahead { threads: threads.max(1), known: VecDeque::new() }
    }

    /// The same for another plan.
    pub fn for_another_plan(&self) -> Self {
        Ahead::new(self.threads)
    }

    /// Forgets what is known: the plan has changed.
    pub fn forget(&mut self) {
        self.known.clear();
    }

    /// What comes of the first of some windows of a plan. It is asked for one window after the other, until it is told to
    /// [forget](Self::forget). So much work is allowed.
    pub fn look_through(
        &mut self,
        windows: &mut Windows,
        plan: &[u32],
        ranges: impl Iterator<Item = Range<usize>>,
        (effort, work): (u64, u64),
        budget: &Budget,
    ) -> Option<Way> {
        if self.known.is_empty() {
            let number = if self.threads == 1 { 1 } else { self.threads * WINDOWS_PER_THREAD };
            let ranges = ranges.take(number).collect();
            let batch = Batch::new(&windows.window_search, plan, ranges, (effort, work), budget);
            self.known = batch.look_through(&mut windows.heuristics, self.threads);
        }
        self.known.pop_front()
    }
}

/// Windows that are looked through together.
struct Batch<'b> {
    search: &'b WindowSearch,
    plan: &'b [u32],
    ranges: Vec<Range<usize>>,
    effort: u64,
    /// What is allowed for all.
    work: u64,
    budget: &'b Budget,
    /// For each window, whether nothing that comes of it counts.
    is_unneeded: Vec<Arc<AtomicBool>>,
    progress: Mutex<BatchProgress>,
}

struct BatchProgress {
    /// The window that is to be looked through next.
    next: usize,
    /// The windows from here on do not count.
    end: usize,
    ways: Vec<Option<Way>>,
}

impl<'b> Batch<'b> {
    fn new(
        search: &'b WindowSearch,
        plan: &'b [u32],
        ranges: Vec<Range<usize>>,
        (effort, work): (u64, u64),
        budget: &'b Budget,
    ) -> Self {
        let ways = ranges.iter().map(|_| None).collect();
        let is_unneeded = ranges.iter().map(|_| Arc::default()).collect();
        let progress = Mutex::new(BatchProgress { next: 0, end: ranges.len(), ways });
        Batch { search, plan, ranges, effort, work, budget, is_unneeded, progress }
    }

    /// Looks through the windows with so many threads, or as many as there are windows and room for heuristics.
    fn look_through(self, heuristics: &mut Vec<FastForward>, threads: usize) -> VecDeque<Way> {
        let batch = &self;
        while heuristics.len() < threads.min(batch.ranges.len())
            && let Some(first) = heuristics.first()
            && self.budget.check_room(first.bytes()).is_ok()
        {
            heuristics.push(first.fork_with_rules());
        }
        let Some((own, others)) = heuristics.split_first_mut() else { return VecDeque::new() };
        thread::scope(|scope| {
            for heuristic in others.iter_mut().take(batch.ranges.len().saturating_sub(1)) {
                let work = move || {
                    batch.work(heuristic);
                    extremal_limits::tell_allocated();
                };
                // If the system refuses a thread, everything is the same but slower.
                let _ = thread::Builder::new().name("window".to_owned()).spawn_scoped(scope, work);
            }
            batch.work(own);
        });
        let BatchProgress { end, ways, .. } =
            self.progress.into_inner().unwrap_or_else(PoisonError::into_inner);
        ways.into_iter().take(end).flatten().collect()
    }

    /// What a thread does.
    fn work(&self, heuristic: &mut FastForward) {
        while let Some(window) = self.next() {
            let budget = self.budget.until(Arc::clone(&self.is_unneeded[window]));
            let range = self.ranges[window].clone();
            let way = self.search.replace(heuristic, self.plan, range, self.effort, &budget);
            let mut progress = self.progress();
            progress.take_note(window, way, self.work);
            self.is_unneeded[progress.end..].iter().for_each(|flag| flag.store(true, Ordering::Relaxed));
        }
    }

    fn next(&self) -> Option<usize> {
        let mut progress = self.progress();
        let next = progress.next;
        progress.next += 1;
        (next < progress.end).then_some(next)
    }

    fn progress(&self) -> MutexGuard<'_, BatchProgress> {
        self.progress.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl BatchProgress {
    /// Takes note of what came of a window, and which windows still count.
    fn take_note(&mut self, window: usize, way: Way, allowed: u64) {
        if !matches!(way.plan, Ok(None)) {
            self.end = self.end.min(window + 1);
        }
        self.ways[window] = Some(way);
        let mut work: u64 = 0;
        for (window, way) in self.ways[..self.end].iter().enumerate() {
            let Some(way) = way else { return };
            work = work.saturating_add(way.work);
            if work >= allowed {
                self.end = window + 1;
                return;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use extremal_limits::Stop;

    use super::*;

    fn way(plan: Result<Option<Vec<u32>>, Stop>, work: u64) -> Way {
        Way { plan, work }
    }

    fn progress(windows: usize) -> BatchProgress {
        BatchProgress { next: 0, end: windows, ways: (0..windows).map(|_| None).collect() }
    }

    #[test]
    fn nothing_counts_after_a_window_with_a_cheaper_way() {
        let mut progress = progress(4);
        progress.take_note(2, way(Ok(Some(vec![7])), 5), 100);
        assert_eq!(progress.end, 3);
        // What was cancelled for that reason does not count either.
        progress.take_note(3, way(Err(Stop::Cancelled), 1), 100);
        assert_eq!(progress.end, 3);
        progress.take_note(0, way(Ok(Some(vec![8])), 5), 100);
        assert_eq!(progress.end, 1);
    }

    #[test]
    fn nothing_counts_after_the_work_is_used_up() {
        let mut progress = progress(4);
        progress.take_note(1, way(Ok(None), 90), 100);
        // The first may take any work, so nothing is known yet.
        assert_eq!(progress.end, 4);
        progress.take_note(0, way(Ok(None), 10), 100);
        assert_eq!(progress.end, 2);
    }
}
