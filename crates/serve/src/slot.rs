//! A place at which one job is done at a time, by a worker process that is started for it.

use std::io;
use std::net::IpAddr;
use std::sync::Arc;

use extremal::limits::{Duration, Instant};
use extremal_workers::{Cause, Death, Waited, WorkerProcess};
use serde_json::json;
use tokio::sync::oneshot;

use crate::job::Job;
use crate::log::log;
use crate::protocol::{Answer, Ending, Order, Outcome};
use crate::queue::Waits;
use crate::service::{STOPPING, Service};

/// How long after its time limit a worker is killed that has not ended by itself. Its own watchdog comes first, and on a busy
/// machine the rest of a second is soon gone.
const OVERTIME: Duration = Duration::from_millis(600);
/// A pause after a worker could not be started.
const PAUSE: Duration = Duration::from_millis(500);

/// A check or a validation, and who waits for it.
#[derive(Debug)]
pub struct QuickWork {
    /// Who wants it.
    pub client: IpAddr,
    /// What is to be done.
    pub order: Order,
    /// Where the answer goes, or why there is none.
    pub reply: oneshot::Sender<Result<Answer, String>>,
}

impl Waits for QuickWork {
    fn client(&self) -> IpAddr {
        self.client
    }

    fn bytes(&self) -> usize {
        self.order.bytes()
    }
}

/// A place for one job at a time.
pub struct Slot<'s> {
    service: &'s Service,
    /// A process that waits for work, so that no job has to wait for it.
    spare: Option<WorkerProcess<Answer>>,
}

impl<'s> Slot<'s> {
    /// A place in a service.
    pub fn new(service: &'s Service) -> Self {
        Slot { service, spare: None }
    }

    /// Does jobs until the queue is closed.
    pub fn work(mut self) {
        self.prepare();
        while let Some(job) = self.service.queue.take() {
            let service = self.service;
            service.metrics.waiting.set(service.queue.len() as i64);
            service.metrics.running.inc();
            service.metrics.wait_seconds.observe(job.since.elapsed().as_secs_f64());
            let start = Instant::now();
            if let Some(ending) = self.run(&job) {
                service.metrics.work_seconds.observe(start.elapsed().as_secs_f64());
                service.end(&job, ending);
            }
            service.metrics.running.dec();
            self.prepare();
        }
    }

    /// Does checks and validations until the queue is closed.
    pub fn work_quickly(mut self) {
        self.prepare();
        while let Some(QuickWork { order, reply, .. }) = self.service.quick.take() {
            if reply.is_closed() {
                // The client is gone.
                continue;
            }
            let mut result = Err("the worker ended without an answer".to_owned());
            let end = self.give(&order, |answer| {
                result = Ok(answer);
                true
            });
            let result = match end {
                Ok(End::Done) => result,
                Ok(End::OutOfTime) => Err("the time limit was reached".to_owned()),
                Ok(End::TooLong) => Err("the texts are too long for the memory limit".to_owned()),
                Ok(End::Interrupted) => Err(STOPPING.to_owned()),
                Ok(End::Died(death)) => Err(ending_of(&death).message),
                Err(error) => Err(format!("no worker process: {error}")),
            };
            // Whoever does not wait any more does not mind.
            let _ = reply.send(result);
            self.prepare();
        }
    }

    /// Starts a process for the next job.
    fn prepare(&mut self) {
        if self.spare.is_none() && !self.service.is_stopped() {
            match self.start_process() {
                Ok(process) => self.spare = Some(process),
                Err(error) => {
                    log("worker-failed", json!({ "error": error.to_string() }));
                    std::thread::sleep(PAUSE);
                }
            }
        }
    }

    /// Does a job. None if the service stops: then the job is left to the next one.
    fn run(&mut self, job: &Arc<Job>) -> Option<Ending> {
        let request = self.service.begin(job)?;
        let order = Order::Solve(request, job.ticket.limits);
        let service = self.service;
        let mut ending = None;
        let interrupted = || service.is_stopped() || job.state().is_cancelled;
        let end = self.give_until(&order, interrupted, |answer| {
            match answer {
                Answer::Progress(progress) => job.change(|state| state.progress = Some(progress)),
                Answer::Event(event) => job.happened(event),
                Answer::Plan(plan) => job.found(*plan),
                Answer::Ended(end) => ending = Some(*end),
                Answer::Checked(_) | Answer::Validated(_) => {}
            }
            ending.is_some()
        });
        let mut ending = match end {
            Ok(End::Done) => ending.unwrap_or_default(),
            Ok(End::Interrupted) if job.state().is_cancelled => ending_with(Outcome::Cancelled, "cancelled"),
            Ok(End::Interrupted) => return None,
            Ok(End::OutOfTime) => ending_with(Outcome::OutOfTime, "No plan was found: time limit reached."),
            Ok(End::TooLong) => {
                let message = "No plan was found: the texts are too long for the memory limit.";
                ending_with(Outcome::OutOfMemory, message)
            }
            Ok(End::Died(death)) => ending_of(&death),
            Err(error) => {
                ending_with(Outcome::Crashed, &format!("no worker process could be started: {error}"))
            }
        };
        let state = job.state();
        if let Some(plan) = state.plans.last()
            && matches!(ending.outcome, Outcome::OutOfTime | Outcome::OutOfMemory)
        {
            ending.outcome = Outcome::Solved;
            ending.message = format!("A plan of cost {} was found, and then a limit was reached.", plan.cost);
        }
        if ending.progress.evaluations == 0
            && let Some(progress) = &state.progress
        {
            ending.progress = progress.clone();
        }
        Some(ending)
    }

    fn give(&mut self, order: &Order, take: impl FnMut(Answer) -> bool) -> io::Result<End> {
        let service = self.service;
        self.give_until(order, || service.is_stopped(), take)
    }

    /// Gives work to a process and hands on its answers until `take` says that this was the last.
    fn give_until(
        &mut self,
        order: &Order,
        interrupted: impl Fn() -> bool,
        mut take: impl FnMut(Answer) -> bool,
    ) -> io::Result<End> {
        if !has_room_for_texts(order) {
            return Ok(End::TooLong);
        }
        let process = self.process_with(order)?;
        let limit = Duration::try_from_secs_f64(order.limits().seconds).unwrap_or_default() + OVERTIME;
        let deadline = Instant::now().checked_add(limit);
        loop {
            match process.wait(deadline, &interrupted) {
                Waited::Answer(answer) => {
                    if take(answer) {
                        process.kill()?;
                        return Ok(End::Done);
                    }
                }
                Waited::Died => return Ok(End::Died(process.finish()?)),
                Waited::TooLate => {
                    process.kill()?;
                    return Ok(End::OutOfTime);
                }
                Waited::Interrupted => {
                    process.kill()?;
                    return Ok(End::Interrupted);
                }
            }
        }
    }
}

impl Slot<'_> {
    fn start_process(&self) -> io::Result<WorkerProcess<Answer>> {
        let mut command = (self.service.command)();
        // To tell where memory ran out takes much more of it.
        command.env("RUST_BACKTRACE", "0");
        WorkerProcess::start(&mut command)
    }

    /// A process that has been given work.
    fn process_with(&mut self, order: &Order) -> io::Result<WorkerProcess<Answer>> {
        if let Some(mut process) = self.spare.take() {
            if process.send(order).is_ok() {
                return Ok(process);
            }
            // Somebody has killed it while it had nothing to do.
            process.kill()?;
        }
        let mut process = self.start_process()?;
        process.send(order)?;
        Ok(process)
    }
}

/// How the work of a process ended.
enum End {
    Done,
    OutOfTime,
    TooLong,
    Interrupted,
    Died(Death),
}

/// Whether a worker can read the texts within its memory limit, which it learns with them: there are up to three copies
/// while it reads.
fn has_room_for_texts(order: &Order) -> bool {
    let texts = order.bytes() as u64;
    order.limits().mebibytes << 20 >= BYTES_OF_A_WORKER + 3 * texts
}

/// What a worker uses before it has read anything.
const BYTES_OF_A_WORKER: u64 = 8 << 20;

fn ending_with(outcome: Outcome, message: &str) -> Ending {
    Ending { outcome, message: message.to_owned(), ..Ending::default() }
}

/// What the death of a process means for its job.
fn ending_of(death: &Death) -> Ending {
    match death.cause() {
        Cause::OutOfTime => ending_with(Outcome::OutOfTime, "No plan was found: time limit reached."),
        Cause::OutOfMemory(_) => {
            ending_with(Outcome::OutOfMemory, "No plan was found: memory limit reached.")
        }
        Cause::Crashed(reason) => {
            ending_with(Outcome::Crashed, &format!("the worker process died: {reason}"))
        }
    }
}
