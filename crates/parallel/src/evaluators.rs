//! Threads with heuristics, and the states that the search needs now.

use std::hint::spin_loop;
use std::panic::resume_unwind;
use std::sync::Arc;
use std::thread::{self, JoinHandle, yield_now};

use extremal_heuristics::Heuristic;
use extremal_limits::{Duration, Instant};

use crate::job::Job;
use crate::job_queue::{JobQueue, LOOKS};

/// How many threads evaluate states, and when.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Threads {
    /// Their number, that of the search itself included. Heuristics that cannot be
    /// [forked](Heuristic::fork) run in that one.
    pub number: usize,
    /// Less work than this is not shared.
    pub worthwhile: Duration,
}

impl Threads {
    /// So many threads, for work that is worth it.
    pub fn new(number: usize) -> Self {
        Threads { number, worthwhile: Duration::from_micros(20) }
    }
}

/// Threads that evaluate states.
///
/// The search hands over the children of one expansion, and then asks for their values in order. While the value that
/// it waits for is not there, it evaluates other states itself. Besides, it may hand over states that it is likely to
/// want later, for threads that have nothing else to do.
pub struct Evaluators {
    wanted: Threads,
    /// Started when there is work for them for the first time.
    threads: Vec<JoinHandle<()>>,
    queue: Arc<JobQueue>,
    needed: Vec<Arc<Job>>,
    /// Jobs that are done, to be used again.
    spare: Vec<Arc<Job>>,
    /// Evaluates foreseen states in the thread of the search, so that a panic there does no harm.
    ahead: Option<Box<dyn Heuristic>>,
    /// How long one evaluation takes, about.
    nanoseconds: f64,
}

impl Evaluators {
    /// For searches that want preferred operators or not.
    pub fn new(wanted: Threads, preferred: bool) -> Self {
        Evaluators {
            wanted,
            threads: Vec::new(),
            queue: Arc::new(JobQueue::new(preferred)),
            needed: Vec::new(),
            spare: Vec::new(),
            ahead: None,
            nanoseconds: 0.0,
        }
    }

    /// Whether there may ever be anything to hand over.
    pub fn are_wanted(&self) -> bool {
        self.wanted.number > 1
    }

    /// How many threads there are, that of the search included.
    pub fn number(&self) -> usize {
        self.wanted.number
    }

    /// Whether handing over so many states is likely to save time.
    pub fn pay_off(&self, states: usize) -> bool {
        states > 1 && self.are_worthwhile(states)
    }

    /// Whether evaluating states that may be needed later is likely to save time.
    pub fn pay_off_ahead(&self) -> bool {
        self.are_worthwhile(1)
    }

    fn are_worthwhile(&self, states: usize) -> bool {
        let work = self.nanoseconds * states as f64;
        self.are_wanted() && work >= self.wanted.worthwhile.as_nanos() as f64
    }

    /// Starts the threads unless they run. False if there are none, and then none are wanted any more.
    pub fn are_ready(&mut self, heuristic: &dyn Heuristic) -> bool {
        if self.threads.is_empty() {
            let forks: Option<Vec<_>> = (1..self.wanted.number).map(|_| heuristic.fork()).collect();
            let start = |fork| {
                let queue = Arc::clone(&self.queue);
                thread::Builder::new().name("evaluator".to_owned()).spawn(move || queue.work(fork))
            };
            // If the system refuses some threads, everything is the same but slower.
            self.threads = forks.into_iter().flatten().filter_map(|fork| start(fork).ok()).collect();
            self.wanted.number = self.threads.len() + 1;
            self.ahead = if self.threads.is_empty() { None } else { heuristic.fork() };
        }
        self.are_wanted()
    }

    /// Takes note of how long some evaluations took.
    pub fn note_time(&mut self, evaluations: u64, time: Duration) {
        if evaluations > 0 {
            let latest = time.as_nanos() as f64 / evaluations as f64;
            // Once in a while a thread has to wait in between, which says nothing about evaluations.
            let latest = latest.min(2.0 * self.nanoseconds + 1000.0);
            self.nanoseconds += (latest - self.nanoseconds) / 8.0;
        }
    }

    /// The job of evaluating a state, not handed over yet.
    pub fn job(&mut self, values: &[u32]) -> Arc<Job> {
        let mut job = self.spare.pop().unwrap_or_default();
        if Arc::get_mut(&mut job).is_none() {
            // A thread still has it.
            job = Arc::default();
        }
        if let Some(job) = Arc::get_mut(&mut job) {
            job.reset(values);
        }
        job
    }

    /// Gives a job back that is not wanted any more.
    pub fn give_back(&mut self, job: Arc<Job>) {
        self.spare.push(job);
    }

    /// Adds a job to those that the search needs next.
    pub fn need(&mut self, job: Arc<Job>) {
        self.needed.push(job);
    }

    /// Hands over what the search needs. Returns whether threads may want other work besides.
    pub fn start(&mut self) -> bool {
        self.queue.put_needed(&self.needed)
    }

    /// Takes back what the search does not need any more: what nobody has begun to evaluate is left.
    pub fn end(&mut self) {
        self.queue.remove_needed();
        self.spare.append(&mut self.needed);
    }

    /// Hands over jobs for threads that have nothing else to do, instead of those handed over before.
    pub fn foresee(&mut self, jobs: &mut Vec<Arc<Job>>) {
        self.queue.put_foreseen(jobs);
    }

    /// The heuristic value of a state that the search needs, if it is there.
    pub fn known_value(&self, place: usize) -> Option<u32> {
        self.needed[place].h()
    }

    /// A state that the search needs, with its heuristic value. Meanwhile others may be evaluated by this thread. If
    /// the heuristic panics in the state, so does this.
    pub fn evaluated(&mut self, place: usize, heuristic: &mut dyn Heuristic) -> (&Job, u32) {
        let mut looks = 0;
        let h = loop {
            let job = &self.needed[place];
            if let Some(h) = job.h() {
                break h;
            }
            if let Some(panic) = job.take_panic() {
                resume_unwind(panic);
            }
            let own = if job.take() { Some(Arc::clone(job)) } else { self.queue.take_needed() };
            if let Some(own) = own {
                let start = Instant::now();
                own.evaluate(heuristic, self.queue.preferred);
                self.note_time(1, start.elapsed());
                continue;
            }
            if let Some(ahead) = &mut self.ahead
                && let Some(foreseen) = self.queue.take_foreseen_while_waiting()
            {
                let start = Instant::now();
                if !foreseen.evaluate(&mut **ahead, self.queue.preferred) {
                    self.ahead = None;
                }
                self.note_time(1, start.elapsed());
                continue;
            }
            looks += 1;
            if looks < LOOKS {
                spin_loop();
            } else {
                yield_now();
            }
        };
        (&self.needed[place], h)
    }

    /// What the next thread without other work would do.
    #[cfg(test)]
    pub fn take_foreseen(&self) -> Option<Arc<Job>> {
        self.queue.take_foreseen()
    }
}

impl Drop for Evaluators {
    fn drop(&mut self) {
        self.queue.close();
        for thread in self.threads.drain(..) {
            let _ = thread.join();
        }
    }
}

#[cfg(test)]
#[path = "tests.rs"]
mod tests;
