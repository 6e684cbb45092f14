//! The service without HTTP: it accepts jobs, has them done by worker processes, and remembers what came of them.

use std::collections::{HashMap, VecDeque};
use std::io;
use std::net::IpAddr;
use std::process::Command;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, TrySendError, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use serde_json::json;
use tokio::sync::oneshot;

use crate::job::{Job, Ticket, now};
use crate::journal::{Entry, Journal};
use crate::log::log;
use crate::metrics::Metrics;
use crate::options::Options;
use crate::protocol::{Answer, Ending, Limits, Order, Outcome, SolveRequest};
use crate::queue::{Full, Queue};
use crate::slot::{QuickWork, Slot};

/// Worker processes for checks and validations, which people wait for.
const QUICK_WORKERS: usize = 2;
/// Checks and validations that may wait.
const QUICK_QUEUE: usize = 64;
/// A job that was under way so often when the service died is not tried again.
const MOST_STARTS: u32 = 2;

/// Makes the command that starts a worker process, which calls [`work`](crate::work).
pub type WorkerCommand = dyn Fn() -> Command + Send + Sync;

/// The service.
pub struct Service {
    /// How it is set up.
    pub options: Options,
    /// What is counted.
    pub metrics: Metrics,
    pub(crate) queue: Queue,
    pub(crate) command: Box<WorkerCommand>,
    jobs: Mutex<Jobs>,
    journal: Mutex<Journal>,
    quick: SyncSender<QuickWork>,
    is_draining: AtomicBool,
    is_stopped: AtomicBool,
}

#[derive(Debug, Default)]
struct Jobs {
    by_id: HashMap<String, Arc<Job>>,
    /// In the order in which they ended, with when.
    ended: VecDeque<(Instant, String)>,
}

/// Why a job is not accepted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Refused {
    /// Too many jobs wait.
    Busy(&'static str),
    /// The service is about to stop, or cannot write.
    Unavailable(String),
}

impl Service {
    /// Opens the journal and starts the threads that work.
    pub fn start(
        options: Options,
        command: Box<WorkerCommand>,
    ) -> io::Result<(Arc<Self>, Vec<JoinHandle<()>>)> {
        let oldest = now().saturating_sub(options.keep.as_secs());
        let is_kept = |entry: &Entry| entry.end.as_ref().is_none_or(|(at, ..)| *at >= oldest);
        let (journal, entries) = Journal::open(&options.state, is_kept)?;
        let (quick, quick_work) = sync_channel(QUICK_QUEUE);
        let service = Arc::new(Service {
            metrics: Metrics::new(),
            queue: Queue::new(options.queue, options.queue_per_client),
            command,
            jobs: Mutex::default(),
            journal: Mutex::new(journal),
            quick,
            is_draining: AtomicBool::new(false),
            is_stopped: AtomicBool::new(false),
            options,
        });
        entries.into_iter().for_each(|entry| service.restore(entry));
        Ok((Arc::clone(&service), service.work(quick_work)))
    }

    fn work(self: &Arc<Self>, quick_work: Receiver<QuickWork>) -> Vec<JoinHandle<()>> {
        let quick_work = Arc::new(Mutex::new(quick_work));
        for _ in 0..QUICK_WORKERS {
            let (service, quick_work) = (Arc::clone(self), Arc::clone(&quick_work));
            thread::spawn(move || Slot::new(&service).work_quickly(&quick_work));
        }
        let slot = |_| {
            let service = Arc::clone(self);
            thread::spawn(move || Slot::new(&service).work())
        };
        (0..self.options.workers.max(1)).map(slot).collect()
    }

    /// Takes up what the journal tells of a job.
    fn restore(&self, entry: Entry) {
        let Entry { ticket, request, starts, end } = entry;
        let waited_for = ticket.waited_for;
        let job = Arc::new(Job::new(ticket, request));
        self.jobs().by_id.insert(job.ticket.id.clone(), Arc::clone(&job));
        if let Some((_, ending, plans)) = end {
            job.change(|state| (state.ending, state.plans, state.request) = (Some(ending), plans, None));
            self.jobs().ended.push_back((Instant::now(), job.ticket.id.clone()));
            return;
        }
        let lost = if waited_for {
            Some("the service stopped before the job was done, and its client was gone".to_owned())
        } else if starts >= MOST_STARTS {
            Some(format!("the service stopped {starts} times while the job was at work"))
        } else {
            self.queue
                .put(&job, || Ok(()))
                .err()
                .map(|_| "the service restarted with a shorter queue".to_owned())
        };
        match lost {
            Some(message) => self.end(&job, Ending { outcome: Outcome::Lost, message, ..Ending::default() }),
            None => log("job-restored", json!({ "job": job.ticket.id })),
        }
    }

    fn jobs(&self) -> MutexGuard<'_, Jobs> {
        self.jobs.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn journal(&self) -> MutexGuard<'_, Journal> {
        self.journal.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Accepts a job. When this returns, the job is in the journal.
    pub fn submit(
        &self,
        client: IpAddr,
        request: SolveRequest,
        limits: Limits,
        call: String,
        waited_for: bool,
    ) -> Result<Arc<Job>, Refused> {
        if self.is_draining() {
            return Err(Refused::Unavailable("the service is about to stop".to_owned()));
        }
        let id = self.new_id().map_err(|error| Refused::Unavailable(error.to_string()))?;
        let ticket = Ticket { id, client, limits, call, accepted: now(), waited_for };
        let job = Arc::new(Job::new(ticket, request));
        let accept = || {
            if let Some(request) = &job.state().request {
                self.journal().accepted(&job.ticket, request)?;
            }
            self.jobs().by_id.insert(job.ticket.id.clone(), Arc::clone(&job));
            Ok(())
        };
        self.queue.put(&job, accept).map_err(|full| match full {
            Full::Queue => self.busy("too many jobs wait; try again later"),
            Full::Client => self.busy("too many of your jobs wait; try again later"),
            Full::Journal(error) => Refused::Unavailable(format!("cannot write the journal: {error}")),
        })?;
        self.metrics.waiting.set(self.queue.len() as i64);
        let ticket = &job.ticket;
        log("job-accepted", json!({ "job": ticket.id, "client": ticket.client, "call": ticket.call }));
        Ok(job)
    }

    fn busy(&self, why: &'static str) -> Refused {
        self.metrics.refused.inc();
        Refused::Busy(why)
    }

    /// An id that nobody can guess: whoever knows it may read the job.
    fn new_id(&self) -> Result<String, getrandom::Error> {
        let mut bytes = [0; 16];
        getrandom::fill(&mut bytes)?;
        let digits: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
        let name = &self.options.name;
        Ok(if name.is_empty() { digits } else { format!("{name}-{digits}") })
    }

    /// Finds a job.
    pub fn job(&self, id: &str) -> Option<Arc<Job>> {
        self.jobs().by_id.get(id).cloned()
    }

    /// Ends a job, now if it waits, soon if it is at work.
    pub fn cancel(&self, job: &Arc<Job>) {
        job.change(|state| state.is_cancelled = true);
        if self.queue.remove(job) {
            self.metrics.waiting.set(self.queue.len() as i64);
            let message = "cancelled before it was begun".to_owned();
            self.end(job, Ending { outcome: Outcome::Cancelled, message, ..Ending::default() });
        }
    }

    /// Notes how a job ended.
    pub(crate) fn end(&self, job: &Arc<Job>, ending: Ending) {
        let id = &job.ticket.id;
        let plans = job.state().plans.clone();
        if let Err(error) = self.journal().ended(id, now(), &ending, &plans) {
            log("journal-failed", json!({ "job": id, "error": error.to_string() }));
        }
        self.metrics.ended(ending.outcome);
        let seconds = job.since.elapsed().as_secs_f64();
        log("job-ended", json!({ "job": id, "outcome": ending.outcome.name(), "seconds": seconds }));
        job.change(|state| {
            state.request = None;
            state.ended = Some(Instant::now());
            state.ending = Some(ending);
        });
        self.jobs().ended.push_back((Instant::now(), id.clone()));
        self.forget();
    }

    /// Forgets what is too old or too much.
    pub fn forget(&self) {
        let mut jobs = self.jobs();
        while let Some((when, id)) = jobs.ended.front().cloned() {
            if when.elapsed() < self.options.keep && jobs.ended.len() <= self.options.keep_jobs {
                break;
            }
            jobs.ended.pop_front();
            jobs.by_id.remove(&id);
        }
        if !self.journal().is_large() {
            return;
        }
        let mut entries: Vec<Entry> = jobs.by_id.values().map(|job| entry(job)).collect();
        entries.sort_by_key(|entry| entry.ticket.accepted);
        if let Err(error) = self.journal().shorten(&entries) {
            log("journal-failed", json!({ "error": error.to_string() }));
        }
    }

    /// Has a check or a validation done, ahead of all jobs.
    pub async fn quickly(&self, order: Order) -> Result<Result<Answer, String>, Refused> {
        let (reply, answer) = oneshot::channel();
        self.quick.try_send(QuickWork { order, reply }).map_err(|error| match error {
            TrySendError::Full(_) => self.busy("too many checks wait; try again later"),
            TrySendError::Disconnected(_) => Refused::Unavailable("the service is about to stop".to_owned()),
        })?;
        Ok(answer.await.unwrap_or_else(|_| Err("the service is about to stop".to_owned())))
    }

    /// Whether no more jobs are accepted.
    pub fn is_draining(&self) -> bool {
        self.is_draining.load(Ordering::Relaxed)
    }

    /// Whether the work is to end at once.
    pub(crate) fn is_stopped(&self) -> bool {
        self.is_stopped.load(Ordering::Relaxed)
    }

    /// Accepts no more jobs, and waits until those that were accepted have ended, or for so long as the options allow. What
    /// is left then is done by the next service with the same journal.
    pub fn drain(&self, slots: Vec<JoinHandle<()>>) {
        self.is_draining.store(true, Ordering::Relaxed);
        let start = Instant::now();
        while start.elapsed() < self.options.drain && self.is_busy() {
            thread::sleep(Duration::from_millis(20));
        }
        self.is_stopped.store(true, Ordering::Relaxed);
        self.queue.close();
        slots.into_iter().for_each(|slot| _ = slot.join());
    }

    fn is_busy(&self) -> bool {
        self.queue.len() > 0 || self.metrics.running.get() > 0
    }
}

fn entry(job: &Job) -> Entry {
    let state = job.state();
    let end = state.ending.clone().map(|ending| (now(), ending, state.plans.clone()));
    let request = state.request.as_deref().cloned().unwrap_or_default();
    Entry { ticket: job.ticket.clone(), request, starts: u32::from(state.started.is_some()), end }
}
