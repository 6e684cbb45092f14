//! The runs that wait, shared by all jobs.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::limits::Limits;
use crate::run::{Batch, BenchmarkTask, RunSpec};

/// A task and its runs that nobody has begun.
pub struct SharedBatch {
    /// The task.
    pub task: BenchmarkTask,
    /// What each run may use.
    pub limits: Limits,
    runs: Mutex<VecDeque<RunSpec>>,
}

impl SharedBatch {
    /// Takes a run away.
    pub fn next_run(&self) -> Option<RunSpec> {
        lock(&self.runs).pop_front()
    }
}

/// Batches that nobody has begun, and those with which a job is busy.
pub struct Queue {
    waiting: Mutex<VecDeque<Arc<SharedBatch>>>,
    active: Mutex<Vec<Arc<SharedBatch>>>,
}

impl Queue {
    /// A queue of all batches.
    pub fn new(batches: Vec<Batch>) -> Self {
        let waiting = batches.into_iter().map(|Batch { task, limits, runs }| {
            Arc::new(SharedBatch { task, limits, runs: Mutex::new(runs.into()) })
        });
        Queue { waiting: Mutex::new(waiting.collect()), active: Mutex::default() }
    }

    /// A batch to work on. When none waits, a job helps another with the largest: it pays to read a task
    /// twice if the machine would be idle otherwise.
    pub fn take(&self) -> Option<Arc<SharedBatch>> {
        let mut active = lock(&self.active);
        active.retain(|batch| !lock(&batch.runs).is_empty());
        if let Some(batch) = lock(&self.waiting).pop_front() {
            active.push(Arc::clone(&batch));
            return Some(batch);
        }
        let largest = active.iter().max_by_key(|batch| lock(&batch.runs).len())?;
        (lock(&largest.runs).len() >= WORTH_HELPING).then(|| Arc::clone(largest))
    }
}

const WORTH_HELPING: usize = 2;

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
pub mod tests {
    use super::*;
    use crate::configuration::{Column, Configuration};

    /// A task with so many runs.
    pub fn batch(problem: &str, seeds: u64) -> Batch {
        let task = BenchmarkTask {
            domain: "d".to_owned(),
            problem: problem.to_owned(),
            named_domain_file: None,
            domain_file: "domain".into(),
            problem_file: problem.into(),
        };
        let column = Column { heuristic: "ff".to_owned(), preferred: false, deferred: false };
        let configuration = Configuration { search: "gbfs".to_owned(), column };
        let limits = Limits::default();
        let run = |seed| RunSpec::new(&task, configuration.clone(), seed, &limits);
        Batch { runs: (1..=seeds).map(run).collect(), task, limits }
    }

    #[test]
    fn an_idle_job_helps_with_the_largest_batch() {
        let queue = Queue::new(vec![batch("a", 2), batch("b", 4)]);
        let (a, b) = (queue.take().unwrap(), queue.take().unwrap());
        assert_eq!((a.task.problem.as_str(), b.task.problem.as_str()), ("a", "b"));
        assert!(a.next_run().is_some() && b.next_run().is_some());
        assert!(Arc::ptr_eq(&queue.take().unwrap(), &b));
        assert!(b.next_run().is_some() && b.next_run().is_some());
        // One run is left in each, and both jobs are about to take theirs.
        assert!(queue.take().is_none());
        assert_eq!((b.next_run().unwrap().seed, b.next_run()), (4, None));
    }
}
