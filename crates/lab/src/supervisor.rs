//! The supervisor: it hands out runs to worker processes and writes down what they answer.

use std::io;
use std::path::Path;
use std::process::Command;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use extremal_workers::{Death, Waited, WorkerProcess};

use crate::death::{Verdict, judge};
use crate::protocol::{Answer, Order};
use crate::queue::{Queue, SharedBatch};
use crate::read::StoreError;
use crate::row::{Row, Status};
use crate::run::{Batch, RunSpec};
use crate::shard::Shard;

/// How long after its time limit a worker is killed that has not ended by itself.
const OVERTIME: Duration = Duration::from_secs(1);

/// How an experiment is carried out on this machine.
pub struct Supervision<'a> {
    /// The store.
    pub store: &'a Path,
    /// How the name of the shard begins.
    pub label: &'a str,
    /// Worker processes at the same time.
    pub jobs: usize,
    /// Makes the command that starts a worker, which calls [`work`](crate::work).
    pub worker: &'a (dyn Fn() -> Command + Sync),
    /// Raised by whoever wants to stop.
    pub interrupted: &'a AtomicBool,
    /// Is told of every result, from several threads.
    pub on_row: &'a (dyn Fn(&Row) + Sync),
}

/// Why an experiment could not go on.
#[derive(Debug, thiserror::Error)]
pub enum SuperviseError {
    /// A result cannot be written.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A worker cannot be started or ended.
    #[error("worker process: {0}")]
    Worker(#[from] io::Error),
}

/// Carries out all runs, or as many as there is time for until the interruption.
pub fn supervise(batches: Vec<Batch>, supervision: &Supervision) -> Result<(), SuperviseError> {
    if batches.is_empty() {
        return Ok(());
    }
    let shard =
        Shard::create(supervision.store, supervision.label).map_err(StoreError::write(supervision.store))?;
    let supervisor = Supervisor {
        supervision,
        queue: Queue::new(batches),
        shard: Mutex::new(shard),
        failed: AtomicBool::new(false),
    };
    let results: Vec<_> = thread::scope(|scope| {
        let jobs: Vec<_> =
            (0..supervision.jobs.max(1)).map(|_| scope.spawn(|| supervisor.run_job())).collect();
        jobs.into_iter().map(|job| job.join()).collect()
    });
    for result in results {
        // A panic of ours is no result of anybody's run.
        result.unwrap_or_else(|panic| std::panic::resume_unwind(panic))?;
    }
    Ok(())
}

struct Supervisor<'a> {
    supervision: &'a Supervision<'a>,
    queue: Queue,
    shard: Mutex<Shard>,
    failed: AtomicBool,
}

/// A worker, and what it has in memory.
struct Busy {
    process: WorkerProcess<Answer>,
    problem: String,
    has_run: bool,
}

impl Supervisor<'_> {
    fn is_over(&self) -> bool {
        self.supervision.interrupted.load(Ordering::Relaxed) || self.failed.load(Ordering::Relaxed)
    }

    /// Works until nothing waits. An error stops the other jobs too.
    fn run_job(&self) -> Result<(), SuperviseError> {
        let mut worker = None;
        let result = self.run_batches(&mut worker);
        if result.is_err() {
            self.failed.store(true, Ordering::Relaxed);
        }
        if let Some(Busy { process, .. }) = worker {
            if self.is_over() {
                process.kill()?
            } else {
                process.finish()?
            };
        }
        result
    }

    fn run_batches(&self, worker: &mut Option<Busy>) -> Result<(), SuperviseError> {
        while !self.is_over()
            && let Some(batch) = self.queue.take()
        {
            while !self.is_over()
                && let Some(spec) = batch.next_run()
            {
                self.run(&batch, &spec, worker)?;
            }
        }
        Ok(())
    }

    /// Carries out one run, in a worker that exists or in a new one.
    fn run(
        &self,
        batch: &SharedBatch,
        spec: &RunSpec,
        worker: &mut Option<Busy>,
    ) -> Result<(), SuperviseError> {
        let mut was_killed = false;
        loop {
            let mut busy = match worker.take() {
                Some(busy) => busy,
                None => self.start_worker()?,
            };
            let is_fresh = !busy.has_run;
            let waited = busy.give(batch, spec).map_or(Waited::Died, |()| {
                let limit = batch.limits.time_limit.map(|s| Duration::from_secs_f64(s) + OVERTIME);
                let deadline = limit.and_then(|limit| busy.process.started().checked_add(limit));
                busy.process.wait(deadline, || self.is_over())
            });
            let death = match waited {
                Waited::Answer(Answer::Row(row)) => return self.finish(*row, busy, worker),
                Waited::Answer(Answer::WantsFreshProcess) => {
                    busy.process.finish()?;
                    continue;
                }
                Waited::Interrupted => {
                    busy.process.kill()?;
                    return Ok(());
                }
                Waited::TooLate => {
                    let death = busy.process.kill()?;
                    return self.record(died(batch, spec, Status::OutOfTime, None, &death));
                }
                Waited::Died => busy.process.finish()?,
            };
            match judge(&death, is_fresh, was_killed) {
                Verdict::Again => {}
                Verdict::AgainLater(pause) => {
                    was_killed = true;
                    thread::sleep(pause);
                }
                Verdict::Interrupted => {
                    self.supervision.interrupted.store(true, Ordering::Relaxed);
                    return Ok(());
                }
                Verdict::Ended(status, reason) => {
                    return self.record(died(batch, spec, status, reason, &death));
                }
            }
            if self.is_over() {
                return Ok(());
            }
        }
    }

    fn start_worker(&self) -> Result<Busy, SuperviseError> {
        let process = WorkerProcess::start(&mut (self.supervision.worker)())?;
        Ok(Busy { process, problem: String::new(), has_run: false })
    }

    /// Writes down a result, and keeps the worker if it may go on.
    fn finish(&self, mut row: Row, busy: Busy, worker: &mut Option<Busy>) -> Result<(), SuperviseError> {
        if row.time_limit.is_some() {
            let death = busy.process.finish()?;
            row.cpu_seconds = Some(death.cpu.as_secs_f64());
        } else if row.status == Status::OutOfMemory {
            busy.process.finish()?;
        } else {
            *worker = Some(busy);
        }
        self.record(row)
    }

    fn record(&self, row: Row) -> Result<(), SuperviseError> {
        let mut shard = self.shard.lock().unwrap_or_else(PoisonError::into_inner);
        shard.append(&row).map_err(StoreError::write(self.supervision.store))?;
        drop(shard);
        (self.supervision.on_row)(&row);
        Ok(())
    }
}

impl Busy {
    /// Sends a run, after its task if the worker does not have it.
    fn give(&mut self, batch: &SharedBatch, spec: &RunSpec) -> io::Result<()> {
        if self.problem != batch.task.problem {
            self.process.send(&Order::Task(batch.task.clone(), batch.limits))?;
            self.problem.clone_from(&batch.task.problem);
        }
        self.process.send(&Order::Run(spec.clone()))?;
        self.has_run = true;
        Ok(())
    }
}

/// The row of a run whose process died.
fn died(batch: &SharedBatch, spec: &RunSpec, status: Status, reason: Option<String>, death: &Death) -> Row {
    let mut row = spec.row(&batch.task, &batch.limits, status);
    row.reason = reason;
    row.cpu_seconds = batch.limits.time_limit.map(|_| death.cpu.as_secs_f64());
    row.peak_memory_kib = batch.limits.time_limit.map(|_| death.peak_memory_kib);
    row.total_seconds = death.age.as_secs_f64();
    row.started = row.started.saturating_sub(death.age.as_secs());
    row
}
