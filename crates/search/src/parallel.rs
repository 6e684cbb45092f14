//! Several threads that evaluate states, each with a heuristic of its own.
//!
//! The search fills a batch with the children of one expansion, hands it over, and then asks for the values
//! in the order of the children. While the value that it waits for is not there, it evaluates states of the
//! batch itself. Who evaluates which state depends on time, the values do not: so the search is the same with
//! any number of threads.

use std::hint::spin_loop;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle, yield_now};
use std::time::{Duration, Instant};

use extremal_heuristics::Heuristic;

/// How long a thread without work stays awake: waking it up takes about as long.
const PATIENCE: Duration = Duration::from_micros(100);
/// How often a thread that waits looks before it lets others use its core.
const LOOKS: u32 = 200;

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

/// Threads with heuristics, and the batch of states they work on.
pub(crate) struct Evaluators {
    wanted: Threads,
    /// Started when there is work for them for the first time.
    threads: Vec<JoinHandle<()>>,
    desk: Arc<Desk>,
    batch: Arc<Batch>,
    /// How long one evaluation takes, about.
    nanoseconds: f64,
}

/// Where batches are handed over.
#[derive(Default)]
struct Desk {
    /// Counts the batches, so that a thread can wait for the next one without a lock.
    number: AtomicU64,
    assignment: Mutex<Assignment>,
    arrival: Condvar,
}

#[derive(Default)]
struct Assignment {
    batch: Option<Arc<Batch>>,
    sleepers: usize,
    is_over: bool,
}

/// States side by side, and what is known about them.
#[derive(Default)]
struct Batch {
    /// Number of values of a state.
    width: usize,
    values: Vec<u32>,
    len: usize,
    /// The first state that nobody has begun to evaluate.
    next: AtomicUsize,
    /// At least as many as there are states.
    results: Vec<EvaluatedState>,
    /// Whether preferred operators are wanted.
    preferred: bool,
}

struct EvaluatedState {
    /// The heuristic value, or [`PENDING`].
    h: AtomicU64,
    preferred: Mutex<Vec<u32>>,
}

const PENDING: u64 = u64::MAX;

impl Evaluators {
    /// For states with so many values.
    pub fn new(wanted: Threads, width: usize, preferred: bool) -> Self {
        let batch = Arc::new(Batch { width, preferred, ..Batch::default() });
        Evaluators { wanted, threads: Vec::new(), desk: Arc::default(), batch, nanoseconds: 0.0 }
    }

    /// Whether there may ever be anything to hand over.
    pub fn are_wanted(&self) -> bool {
        self.wanted.number > 1
    }

    /// Whether handing over so many states is likely to save time.
    pub fn pay_off(&self, states: usize) -> bool {
        let work = self.nanoseconds * states as f64;
        self.are_wanted() && states > 1 && work >= self.wanted.worthwhile.as_nanos() as f64
    }

    /// Starts the threads unless they run. False if there are none, and then none are wanted any more.
    pub fn are_ready(&mut self, heuristic: &dyn Heuristic) -> bool {
        if self.threads.is_empty() {
            let forks: Option<Vec<_>> = (1..self.wanted.number).map(|_| heuristic.fork()).collect();
            let start = |fork| {
                let desk = Arc::clone(&self.desk);
                thread::Builder::new().name("evaluator".to_owned()).spawn(move || work(&desk, fork))
            };
            // If the system refuses some threads, everything is the same but slower.
            self.threads = forks.into_iter().flatten().filter_map(|fork| start(fork).ok()).collect();
            self.wanted.number = self.threads.len() + 1;
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

    /// Begins an empty batch.
    pub fn clear(&mut self) {
        let (width, preferred) = (self.batch.width, self.batch.preferred);
        if Arc::get_mut(&mut self.batch).is_none() {
            // A thread that was late still looks at the old one.
            self.batch = Arc::new(Batch { width, preferred, ..Batch::default() });
        }
        if let Some(batch) = Arc::get_mut(&mut self.batch) {
            batch.clear();
        }
    }

    /// Adds a state to the batch that was begun and not handed over yet.
    pub fn push(&mut self, values: &[u32]) {
        if let Some(batch) = Arc::get_mut(&mut self.batch) {
            batch.push(values);
        }
    }

    /// Hands the batch over.
    pub fn start(&mut self) {
        if self.batch.len < 2 {
            return;
        }
        let mut assignment = self.desk.lock();
        assignment.batch = Some(Arc::clone(&self.batch));
        self.desk.number.fetch_add(1, Ordering::Release);
        if assignment.sleepers > 0 {
            self.desk.arrival.notify_all();
        }
    }

    /// Takes the batch back: what nobody has begun to evaluate is left.
    pub fn end(&mut self) {
        self.batch.next.store(self.batch.len, Ordering::Relaxed);
        self.desk.lock().batch = None;
    }

    /// The values of a state of the batch.
    pub fn state(&self, place: usize) -> &[u32] {
        self.batch.state(place)
    }

    /// The heuristic value of a state of the batch, for which others may be evaluated by this thread.
    pub fn value(&mut self, place: usize, heuristic: &mut dyn Heuristic) -> u32 {
        let mut looks = 0;
        loop {
            if let Some(h) = self.batch.value(place) {
                return h;
            }
            if self.batch.has_more() {
                let start = Instant::now();
                if self.batch.evaluate_next(heuristic) {
                    self.note_time(1, start.elapsed());
                }
                continue;
            }
            looks += 1;
            if looks < LOOKS {
                spin_loop();
            } else {
                self.pass_on_panic();
                yield_now();
            }
        }
    }

    /// The preferred operators of a state whose value is known.
    pub fn preferred_operators(&self, place: usize) -> MutexGuard<'_, Vec<u32>> {
        lock(&self.batch.results[place].preferred)
    }

    /// A thread ends early only if its heuristic panics, and its value would never come.
    fn pass_on_panic(&mut self) {
        if let Some(place) = self.threads.iter().position(JoinHandle::is_finished)
            && let Err(panic) = self.threads.swap_remove(place).join()
        {
            resume_unwind(panic);
        }
    }
}

impl Drop for Evaluators {
    fn drop(&mut self) {
        self.end();
        self.desk.lock().is_over = true;
        self.desk.number.fetch_add(1, Ordering::Release);
        self.desk.arrival.notify_all();
        for thread in self.threads.drain(..) {
            // Whoever waits for a value has heard of a panic.
            let _ = thread.join();
        }
    }
}

/// What a thread does.
fn work(desk: &Desk, mut heuristic: Box<dyn Heuristic>) {
    let mut seen = 0;
    loop {
        desk.wait(seen);
        let (batch, is_over) = {
            let assignment = desk.lock();
            seen = desk.number.load(Ordering::Acquire);
            (assignment.batch.clone(), assignment.is_over)
        };
        if is_over {
            return;
        }
        if let Some(batch) = batch {
            while batch.evaluate_next(&mut *heuristic) {}
        }
    }
}

impl Desk {
    fn lock(&self) -> MutexGuard<'_, Assignment> {
        lock(&self.assignment)
    }

    /// Waits until another batch than the one with this number was handed over: first awake, since in most
    /// searches it comes within microseconds, then asleep.
    fn wait(&self, seen: u64) {
        let is_there = || self.number.load(Ordering::Acquire) != seen;
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
        let mut assignment = self.lock();
        assignment.sleepers += 1;
        while !is_there() {
            assignment = self.arrival.wait(assignment).unwrap_or_else(PoisonError::into_inner);
        }
        assignment.sleepers -= 1;
    }
}

impl Batch {
    fn clear(&mut self) {
        self.values.clear();
        self.len = 0;
        *self.next.get_mut() = 0;
    }

    fn push(&mut self, values: &[u32]) {
        self.values.extend_from_slice(values);
        match self.results.get_mut(self.len) {
            Some(result) => *result.h.get_mut() = PENDING,
            None => self
                .results
                .push(EvaluatedState { h: AtomicU64::new(PENDING), preferred: Mutex::new(Vec::new()) }),
        }
        self.len += 1;
    }

    fn state(&self, place: usize) -> &[u32] {
        &self.values[place * self.width..][..self.width]
    }

    fn value(&self, place: usize) -> Option<u32> {
        let h = self.results[place].h.load(Ordering::Acquire);
        (h != PENDING).then_some(h as u32)
    }

    /// Whether there is a state that nobody has begun to evaluate.
    fn has_more(&self) -> bool {
        self.next.load(Ordering::Relaxed) < self.len
    }

    /// Evaluates a state that nobody else does; false if there is none.
    fn evaluate_next(&self, heuristic: &mut dyn Heuristic) -> bool {
        let place = self.next.fetch_add(1, Ordering::Relaxed);
        if place >= self.len {
            return false;
        }
        let h = heuristic.evaluate(self.state(place));
        let result = &self.results[place];
        if self.preferred {
            let mut preferred = lock(&result.preferred);
            preferred.clear();
            preferred.extend_from_slice(heuristic.preferred_operators());
        }
        result.h.store(u64::from(h), Ordering::Release);
        true
    }
}

/// Nothing is left half done where a lock is held, so a panic elsewhere does no harm.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The sum of the values, which are preferred operators too; takes longer for some states.
    struct Sum {
        last: Vec<u32>,
        panics_at: u32,
    }

    impl Heuristic for Sum {
        fn evaluate(&mut self, state: &[u32]) -> u32 {
            assert_ne!(state[0], self.panics_at, "no such state");
            (0..state[0] % 7 * 1000).for_each(|_| spin_loop());
            self.last = state.to_vec();
            state.iter().sum()
        }

        fn preferred_operators(&self) -> &[u32] {
            &self.last
        }

        fn fork(&self) -> Option<Box<dyn Heuristic>> {
            Some(Box::new(sum(self.panics_at)))
        }
    }

    fn sum(panics_at: u32) -> Sum {
        Sum { last: Vec::new(), panics_at }
    }

    fn evaluators(threads: usize, width: usize) -> Evaluators {
        Evaluators::new(Threads::new(threads), width, true)
    }

    #[test]
    fn values_are_those_of_the_states() {
        for threads in 2..4 {
            let mut evaluators = evaluators(threads, 2);
            let mut own = sum(u32::MAX);
            assert!(evaluators.are_ready(&own));
            for batch in 0..200 {
                evaluators.clear();
                let states = batch % 13;
                (0..states).for_each(|state| evaluators.push(&[state, batch]));
                evaluators.start();
                // Some batches are ended before all values were asked for.
                for state in 0..states.min(10) {
                    let place = state as usize;
                    assert_eq!(evaluators.value(place, &mut own), state + batch);
                    assert_eq!(*evaluators.preferred_operators(place), [state, batch]);
                    assert_eq!(evaluators.state(place), [state, batch]);
                }
                evaluators.end();
                if batch % 50 == 0 {
                    // Long enough to fall asleep.
                    thread::sleep(20 * PATIENCE);
                }
            }
        }
    }

    #[test]
    fn only_enough_work_is_worth_handing_over() {
        let mut evaluators = evaluators(2, 1);
        assert!(!evaluators.pay_off(1_000_000));
        for _ in 0..1000 {
            evaluators.note_time(10, Duration::from_micros(110));
        }
        assert!(evaluators.pay_off(2));
        assert!(!evaluators.pay_off(1));
        evaluators.wanted.number = 1;
        assert!(!evaluators.pay_off(2));
    }

    #[test]
    fn one_thread_is_left_if_a_heuristic_cannot_be_forked() {
        struct Lonely;
        impl Heuristic for Lonely {
            fn evaluate(&mut self, _: &[u32]) -> u32 {
                0
            }
        }
        let mut evaluators = evaluators(3, 1);
        assert!(evaluators.are_wanted());
        assert!(!evaluators.are_ready(&Lonely));
        assert!(!evaluators.are_wanted());
    }

    #[test]
    fn a_panic_is_passed_on() {
        let caught = std::panic::catch_unwind(|| {
            let mut evaluators = evaluators(2, 1);
            assert!(evaluators.are_ready(&sum(1)));
            evaluators.clear();
            evaluators.push(&[1]);
            evaluators.push(&[2]);
            evaluators.start();
            // The other thread panics at the first state, and this one waits for its value.
            while evaluators.batch.next.load(Ordering::Relaxed) == 0 {
                yield_now();
            }
            evaluators.value(0, &mut sum(u32::MAX))
        });
        assert!(caught.is_err());
    }
}
