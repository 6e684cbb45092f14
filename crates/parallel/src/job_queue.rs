//! The queue from which threads take jobs.

use std::collections::VecDeque;
use std::hint::spin_loop;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::yield_now;

use extremal_heuristics::Heuristic;
use extremal_limits::{Duration, Instant};

use crate::job::{Job, lock};

/// How long a thread without work stays awake: waking it up takes about as long.
pub(super) const PATIENCE: Duration = Duration::from_micros(100);
/// How often a thread that waits looks before it lets others use its core.
pub(super) const LOOKS: u32 = 200;

/// Of how many foreseen jobs it is counted how many are needed: what was long ago counts less and less.
const MANY: u32 = 1 << 10;
/// Where foreseen jobs are rarely needed, they are tried again in one of so many expansions.
const TRIAL: u32 = 16;

/// The two queues of jobs, and threads that wait for more.
#[derive(Default)]
pub(super) struct JobQueue {
    /// Whether preferred operators are wanted.
    pub preferred: bool,
    /// Counts deliveries, so that a thread can wait for the next one without a lock.
    deliveries: AtomicU64,
    queues: Mutex<Queues>,
    arrival: Condvar,
}

#[derive(Default)]
struct Queues {
    /// The search waits for these.
    needed: VecDeque<Arc<Job>>,
    /// The search is likely to want these later, the first ones first.
    foreseen: VecDeque<Arc<Job>>,
    /// How many foreseen jobs were begun lately, and how many of them the search needed.
    begun_ahead: u32,
    used: u32,
    /// Counts the times that the search needed something.
    rounds: u32,
    sleepers: usize,
    is_over: bool,
}

impl JobQueue {
    /// Without jobs; says whether preferred operators are wanted.
    pub fn new(preferred: bool) -> Self {
        JobQueue { preferred, ..JobQueue::default() }
    }

    /// Adds jobs that the search needs now, all but the one that it does itself. Returns whether threads that
    /// have nothing to do then should look for foreseen jobs.
    pub fn put_needed(&self, jobs: &[Arc<Job>]) -> bool {
        let mut queues = lock(&self.queues);
        queues.rounds = queues.rounds.wrapping_add(1);
        queues.used += jobs.iter().filter(|job| job.is_taken()).count() as u32;
        queues.needed.extend(jobs.iter().filter(|job| !job.is_taken()).skip(1).cloned());
        if queues.needed.is_empty() {
            return true;
        }
        self.deliver(&queues);
        let pays = queues.foresight_pays() || queues.rounds.is_multiple_of(TRIAL);
        if !pays {
            queues.foreseen.clear();
        }
        pays
    }

    /// Takes back what nobody has begun of the jobs that were needed.
    pub fn remove_needed(&self) {
        lock(&self.queues).needed.clear();
    }

    /// Replaces the jobs for threads that have nothing else to do.
    pub fn put_foreseen(&self, jobs: &mut Vec<Arc<Job>>) {
        let mut queues = lock(&self.queues);
        queues.foreseen.clear();
        queues.foreseen.extend(jobs.drain(..));
        if !queues.foreseen.is_empty() {
            self.deliver(&queues);
        }
    }

    /// Ends all threads that wait for jobs.
    pub fn close(&self) {
        let mut queues = lock(&self.queues);
        queues.needed.clear();
        queues.foreseen.clear();
        queues.is_over = true;
        self.deliver(&queues);
    }

    fn deliver(&self, queues: &MutexGuard<'_, Queues>) {
        self.deliveries.fetch_add(1, Ordering::Release);
        if queues.sleepers > 0 {
            self.arrival.notify_all();
        }
    }

    /// A job that the search needs, for the search itself, while it waits for the end of another one. It must do
    /// it now.
    pub fn take_needed(&self) -> Option<Arc<Job>> {
        lock(&self.queues).take_needed()
    }

    /// The same with a job that the search may need later, if such jobs pay.
    pub fn take_foreseen_while_waiting(&self) -> Option<Arc<Job>> {
        let mut queues = lock(&self.queues);
        if queues.foresight_pays() { queues.take_foreseen() } else { None }
    }

    #[cfg(test)]
    pub fn take_foreseen(&self) -> Option<Arc<Job>> {
        lock(&self.queues).take_foreseen()
    }

    /// What a thread does until the queue is closed.
    pub fn work(&self, mut heuristic: Box<dyn Heuristic>) {
        self.work_until_closed(&mut *heuristic);
        drop(heuristic);
        extremal_limits::tell_allocated();
    }

    fn work_until_closed(&self, heuristic: &mut dyn Heuristic) {
        loop {
            let (job, seen) = {
                let mut queues = lock(&self.queues);
                if queues.is_over {
                    return;
                }
                (queues.take(), self.deliveries.load(Ordering::Acquire))
            };
            match job {
                Some(job) => {
                    if !job.evaluate(heuristic, self.preferred) {
                        return;
                    }
                }
                None => self.wait(seen),
            }
        }
    }

    /// Waits until there was another delivery than those that were seen: first awake, since in most searches
    /// it comes within microseconds, then asleep.
    fn wait(&self, seen: u64) {
        let is_there = || self.deliveries.load(Ordering::Acquire) != seen;
        for _ in 0..LOOKS {
            if is_there() {
                return;
            }
            spin_loop();
        }
        let start = Instant::now();
        while start.elapsed() < PATIENCE {
            if is_there() {
                return;
            }
            yield_now();
        }
        let mut queues = lock(&self.queues);
        queues.sleepers += 1;
        while !is_there() {
            queues = self.arrival.wait(queues).unwrap_or_else(PoisonError::into_inner);
        }
        queues.sleepers -= 1;
    }
}

impl Queues {
    /// Whether foreseen jobs are needed so often that it does not matter if the search has to wait for the end
    /// of one: whoever is about to begin one would have something better to do after half of it on average.
    fn foresight_pays(&self) -> bool {
        3 * self.used >= self.begun_ahead
    }

    fn take(&mut self) -> Option<Arc<Job>> {
        self.take_needed().or_else(|| self.take_foreseen())
    }

    fn take_needed(&mut self) -> Option<Arc<Job>> {
        std::iter::from_fn(|| self.needed.pop_front()).find(|job| job.take())
    }

    fn take_foreseen(&mut self) -> Option<Arc<Job>> {
        let job = std::iter::from_fn(|| self.foreseen.pop_front()).find(|job| job.take())?;
        self.begun_ahead += 1;
        if self.begun_ahead >= MANY {
            self.begun_ahead /= 2;
            self.used /= 2;
        }
        Some(job)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn jobs(number: usize) -> Vec<Arc<Job>> {
        (0..number).map(|_| Arc::default()).collect()
    }

    #[test]
    fn what_is_needed_comes_first_and_one_is_left_to_the_search() {
        let queue = JobQueue::new(false);
        let (foreseen, needed) = (jobs(2), jobs(3));
        queue.put_foreseen(&mut foreseen.clone());
        assert!(queue.put_needed(&needed));
        assert!(needed[1].take());
        let order: Vec<_> = (0..3).filter_map(|_| lock(&queue.queues).take()).collect();
        assert!(Arc::ptr_eq(&order[0], &needed[2]) && Arc::ptr_eq(&order[1], &foreseen[0]));
        queue.put_needed(&jobs(3));
        queue.remove_needed();
        assert!(queue.take_needed().is_none() && queue.take_foreseen_while_waiting().is_none());
    }

    #[test]
    fn foreseen_jobs_that_are_rarely_needed_are_rarely_done() {
        let queue = JobQueue::new(false);
        queue.put_foreseen(&mut jobs(10));
        let begun: Vec<_> = std::iter::from_fn(|| queue.take_foreseen()).collect();
        queue.put_foreseen(&mut jobs(10));
        assert!(queue.take_foreseen_while_waiting().is_none());
        // Nothing else is to be done.
        assert!(queue.put_needed(&jobs(1)));
        let trials = (0..4 * TRIAL).filter(|_| queue.put_needed(&jobs(2))).count();
        assert_eq!(trials, 4);
        queue.put_needed(&begun[..4]);
        queue.remove_needed();
        queue.put_foreseen(&mut jobs(1));
        assert!(queue.put_needed(&jobs(2)));
        queue.remove_needed();
        assert!(queue.take_foreseen_while_waiting().is_some());
    }
}
