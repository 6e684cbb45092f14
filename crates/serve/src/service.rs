//! The service without HTTP: it accepts jobs, has them done by worker processes, and remembers what came of them.

use std::io;
use std::net::IpAddr;
use std::process::Command;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};

use extremal::limits::{Duration, Instant};
use serde_json::json;
use tokio::sync::oneshot;

use crate::accept::{ARRIVING, Refused};
use crate::job::{Job, now};
use crate::journal::{Entry, Journal};
use crate::kept::Jobs;
use crate::log::log;
use crate::metrics::Metrics;
use crate::options::Options;
use crate::protocol::{Answer, Ending, Order, Outcome, SolveRequest};
use crate::queue::{Full, Queue};
use crate::room::Room;
use crate::slot::{QuickWork, Slot};

/// Worker processes for checks and validations, which people wait for.
const QUICK_WORKERS: usize = 2;
/// Checks and validations that may wait.
const QUICK_QUEUE: usize = 64;
/// Those of one client.
const QUICK_QUEUE_PER_CLIENT: usize = QUICK_QUEUE / 4;
/// A job that was under way so often when the service died is not tried again.
const MOST_STARTS: u32 = 2;
/// What clients are told while the service stops.
pub(crate) const STOPPING: &str = "the service is about to stop";
/// Makes the command that starts a worker process, which calls [`work`](crate::work).
pub type WorkerCommand = dyn Fn() -> Command + Send + Sync;

/// The service.
pub struct Service {
    /// How it is set up.
    pub options: Options,
    /// What is counted.
    pub metrics: Metrics,
    pub(crate) queue: Queue<Arc<Job>>,
    /// Checks and validations, which do not wait behind jobs.
    pub(crate) quick: Queue<QuickWork>,
    pub(crate) command: Box<WorkerCommand>,
    /// Bytes of the texts of jobs that are being accepted.
    pub(crate) arriving: Arc<Room>,
    jobs: Mutex<Jobs>,
    /// Is locked before anything else, and for as long as it takes to change the jobs, too: whoever has the lock sees the
    /// same in the journal and in memory.
    journal: Mutex<Journal>,
    /// Jobs accepted so far.
    accepted: AtomicU64,
    is_draining: AtomicBool,
    is_stopped: AtomicBool,
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
        let service = Arc::new(Service {
            metrics: Metrics::new(),
            queue: Queue::new(options.queue, options.queue_per_client),
            quick: Queue::new(QUICK_QUEUE, QUICK_QUEUE_PER_CLIENT),
            command,
            arriving: Room::new(ARRIVING, ARRIVING / 4),
            jobs: Mutex::default(),
            journal: Mutex::new(journal),
            accepted: AtomicU64::new(0),
            is_draining: AtomicBool::new(false),
            is_stopped: AtomicBool::new(false),
            options,
        });
        service.restore(entries);
        let slots = service.work()?;
        Ok((service, slots))
    }

    fn work(self: &Arc<Self>) -> io::Result<Vec<JoinHandle<()>>> {
        for _ in 0..QUICK_WORKERS {
            let service = Arc::clone(self);
            thread::Builder::new().spawn(move || Slot::new(&service).work_quickly())?;
        }
        let slot = |_| {
            let service = Arc::clone(self);
            thread::Builder::new().spawn(move || Slot::new(&service).work())
        };
        (0..self.options.workers.max(1)).map(slot).collect()
    }

    /// Takes up what the journal tells.
    fn restore(&self, entries: Vec<Entry>) {
        // All jobs are there before one of them ends: the journal may be shortened then.
        let mut open = Vec::new();
        for Entry { ticket, request, starts, end } in entries {
            let job = Arc::new(Job::new(self.next_number(), ticket, request));
            let mut jobs = self.jobs();
            jobs.add(&job);
            job.change(|state| state.starts = starts);
            let Some((at, ending, plans)) = end else {
                open.push(job);
                continue;
            };
            job.change(|state| {
                (state.ending, state.ended, state.plans, state.request) =
                    (Some(ending), Some(at), plans, None);
            });
            let age = Duration::from_secs(now().saturating_sub(at));
            jobs.has_ended(&job, Instant::now().checked_sub(age).unwrap_or_else(Instant::now));
        }
        self.jobs().sort();
        open.iter().for_each(|job| self.resume(job));
    }

    /// Lets a job wait that had not ended when the service did.
    fn resume(&self, job: &Arc<Job>) {
        let starts = job.state().starts;
        let message = if job.ticket.waited_for {
            "the service stopped before the job was done, and its client was gone".to_owned()
        } else if starts >= MOST_STARTS {
            format!("the service stopped {starts} times while the job was at work")
        } else {
            self.queue.put_again(Arc::clone(job));
            return log("job-restored", json!({ "job": job.ticket.id }));
        };
        self.end(job, Ending { outcome: Outcome::Lost, message, ..Ending::default() });
    }

    pub(crate) fn next_number(&self) -> u64 {
        self.accepted.fetch_add(1, Ordering::Relaxed)
    }

    pub(crate) fn jobs(&self) -> MutexGuard<'_, Jobs> {
        self.jobs.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn journal(&self) -> MutexGuard<'_, Journal> {
        self.journal.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Finds a job.
    pub fn job(&self, id: &str) -> Option<Arc<Job>> {
        self.jobs().get(id)
    }

    /// Notes that a job is given to a worker, and gives what is to be solved.
    pub(crate) fn begin(&self, job: &Arc<Job>) -> Option<Box<SolveRequest>> {
        let mut journal = self.journal();
        let request = job.change(|state| {
            state.started = Some(Instant::now());
            state.starts += 1;
            state.request.clone()
        })?;
        if let Err(error) = journal.started(&job.ticket.id) {
            log("journal-failed", json!({ "job": job.ticket.id, "error": error.to_string() }));
        }
        Some(request)
    }

    /// Notes how a job ended.
    pub(crate) fn end(&self, job: &Arc<Job>, ending: Ending) {
        let id = &job.ticket.id;
        let (outcome, at) = (ending.outcome, now());
        let mut journal = self.journal();
        let plans = job.state().plans.clone();
        if let Err(error) = journal.ended(id, at, &ending, &plans) {
            log("journal-failed", json!({ "job": id, "error": error.to_string() }));
        }
        // Before anybody can see that the job has ended.
        self.metrics.ended(outcome);
        job.change(|state| {
            state.request = None;
            state.ended = Some(at);
            state.ending = Some(ending);
        });
        drop(journal);
        let seconds = job.since.elapsed().as_secs_f64();
        log("job-ended", json!({ "job": id, "outcome": outcome.name(), "seconds": seconds }));
        self.jobs().has_ended_now(job);
        self.forget();
    }

    /// Forgets what is too old or too much.
    pub fn forget(&self) {
        let mut journal = self.journal();
        let mut jobs = self.jobs();
        jobs.forget(self.options.keep, self.options.keep_jobs);
        if !journal.is_large() {
            return;
        }
        let mut kept: Vec<Arc<Job>> = jobs.all().cloned().collect();
        // Jobs can be asked for while the journal is written, but none is accepted, begun or ended.
        drop(jobs);
        kept.sort_by_key(|job| job.number);
        if let Err(error) = journal.shorten(kept.iter().map(|job| entry(job))) {
            log("journal-failed", json!({ "error": error.to_string() }));
        }
    }

    /// Has a check or a validation done, without waiting for any job.
    pub async fn quickly(&self, client: IpAddr, order: Order) -> Result<Result<Answer, String>, Refused> {
        let (reply, answer) = oneshot::channel();
        let put = self.quick.put(QuickWork { client, order, reply }, || Ok(()));
        put.map_err(|full| match full {
            Full::Client => self.busy("too many checks of this client wait; try again later"),
            Full::Closed => Refused::Unavailable(STOPPING.to_owned()),
            Full::Queue | Full::Journal(_) => self.busy("too many checks wait; try again later"),
        })?;
        Ok(answer.await.unwrap_or_else(|_| Err(STOPPING.to_owned())))
    }

    /// Whether no more jobs are accepted.
    pub fn is_draining(&self) -> bool {
        self.is_draining.load(Ordering::Relaxed)
    }

    /// Whether the work is to end at once.
    pub(crate) fn is_stopped(&self) -> bool {
        self.is_stopped.load(Ordering::Relaxed)
    }

    /// Ends the work at once. What is under way is done by the next service with the same journal.
    pub(crate) fn stop(&self) {
        self.is_stopped.store(true, Ordering::Relaxed);
    }

    /// Accepts no more jobs, and waits until those that were accepted have ended, or for so long as the options allow. What
    /// is left then is done by the next service with the same journal.
    pub fn drain(&self, slots: Vec<JoinHandle<()>>) {
        self.is_draining.store(true, Ordering::Relaxed);
        let start = Instant::now();
        while start.elapsed() < self.options.drain && self.is_busy() && !self.is_stopped() {
            thread::sleep(Duration::from_millis(20));
        }
        self.stop();
        self.queue.close();
        self.quick.close();
        slots.into_iter().for_each(|slot| _ = slot.join());
    }

    fn is_busy(&self) -> bool {
        self.queue.len() > 0 || self.metrics.running.get() > 0
    }
}

fn entry(job: &Job) -> Entry {
    let state = job.state();
    let end =
        state.ending.clone().map(|ending| (state.ended.unwrap_or_default(), ending, state.plans.clone()));
    let request = state.request.as_deref().cloned().unwrap_or_default();
    Entry { ticket: job.ticket.clone(), request, starts: state.starts, end }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use crate::protocol::Limits;

    const CLIENTS: u8 = 4;
    const JOBS: usize = 50;

    /// What each line of a kind in the journal is about.
    fn ids(journal: &str, kind: &str, id: &str) -> Vec<String> {
        let lines = journal.lines().map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap());
        let found = lines.filter_map(|line| Some(line.get(kind)?.pointer(id)?.as_str()?.to_owned()));
        let mut ids: Vec<String> = found.collect();
        ids.sort();
        ids
    }

    #[test]
    fn a_journal_that_is_shortened_loses_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let options = Options { workers: 2, ..Options::new(folder.path().to_owned()) };
        // Workers that end at once: here it matters only that jobs begin and end while others come.
        let (service, slots) = Service::start(options, Box::new(|| Command::new("true"))).unwrap();
        let submit = |client: u8| {
            let request = SolveRequest { domain: "x".repeat(4000), ..SolveRequest::default() };
            let limits = Limits { seconds: 5.0, mebibytes: 64 };
            let client = IpAddr::from([10, 0, 0, client]);
            let job = service.accept(client, request, limits, String::new(), false).unwrap();
            job.ticket.id.clone()
        };
        let submit_all = |client| (0..JOBS).map(|_| submit(client)).collect::<Vec<_>>();
        let mut accepted: Vec<String> = thread::scope(|scope| {
            let clients: Vec<_> =
                (0..CLIENTS).map(|client| scope.spawn(move || submit_all(client))).collect();
            clients.into_iter().flat_map(|client| client.join().unwrap()).collect()
        });
        accepted.sort();
        let has_ended = |id: &String| service.job(id).is_some_and(|job| job.state().ending.is_some());
        while !accepted.iter().all(has_ended) {
            thread::sleep(Duration::from_millis(5));
        }
        service.drain(slots);
        let journal = std::fs::read_to_string(folder.path().join("jobs.jsonl")).unwrap();
        // Texts of jobs that have ended are left out when the journal is written anew.
        let is_short = |line: &str| line.starts_with("{\"accepted\"") && line.len() < 4000;
        assert!(journal.lines().any(is_short), "it was never shortened");
        assert_eq!(ids(&journal, "accepted", "/0/id"), accepted);
        assert_eq!(ids(&journal, "started", ""), accepted);
        assert_eq!(ids(&journal, "ended", "/id"), accepted);
    }
}
