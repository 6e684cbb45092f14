//! Accepting jobs and cancelling them. Both are written down first, and may have to wait until the journal has been written
//! anew: never on the threads that answer other requests.

use std::net::IpAddr;
use std::sync::Arc;

use serde_json::json;
use tokio::runtime::Handle;
use tokio::task::spawn_blocking;

use crate::job::{Job, Ticket, now};
use crate::log::log;
use crate::protocol::{Ending, Limits, Outcome, SolveRequest};
use crate::queue::Full;
use crate::service::{STOPPING, Service};

/// Bytes of the texts of jobs that are being accepted at the same time. A client may have a quarter of them.
pub const ARRIVING: usize = 256 << 20;

/// Why a job is not accepted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Refused {
    /// Too many jobs wait.
    Busy(&'static str),
    /// The service is about to stop, or cannot write.
    Unavailable(String),
}

/// A job whose client waits for it. If the client goes away meanwhile, the job is cancelled: nobody could ask for it later.
pub struct WaitedFor {
    service: Arc<Service>,
    job: Arc<Job>,
}

impl WaitedFor {
    /// Waits until the job has ended.
    pub async fn ended(&self) -> &Job {
        self.job.ended().await;
        &self.job
    }
}

impl Drop for WaitedFor {
    fn drop(&mut self) {
        if self.job.state().ending.is_some() {
            return;
        }
        let (service, job) = (Arc::clone(&self.service), Arc::clone(&self.job));
        let cancel = move || service.cancel_now(&job);
        match Handle::try_current() {
            Ok(runtime) => _ = runtime.spawn_blocking(cancel),
            Err(_) => cancel(),
        }
    }
}

impl Service {
    /// Accepts a job. When this returns, the job is in the journal.
    pub async fn submit(
        self: &Arc<Self>,
        client: IpAddr,
        request: SolveRequest,
        limits: Limits,
        call: String,
    ) -> Result<Arc<Job>, Refused> {
        self.while_others_are_answered(client, request, move |service, request| {
            service.accept(client, request, limits, call, false)
        })
        .await
    }

    /// Accepts a job whose client stays on its connection until it has ended.
    pub async fn submit_and_wait(
        self: &Arc<Self>,
        client: IpAddr,
        request: SolveRequest,
        limits: Limits,
        call: String,
    ) -> Result<WaitedFor, Refused> {
        // Made at once: the client may be gone when the job is in the journal.
        self.while_others_are_answered(client, request, move |service, request| {
            let job = service.accept(client, request, limits, call, true)?;
            Ok(WaitedFor { service, job })
        })
        .await
    }

    async fn while_others_are_answered<T: Send + 'static>(
        self: &Arc<Self>,
        client: IpAddr,
        request: SolveRequest,
        accept: impl FnOnce(Arc<Self>, SolveRequest) -> Result<T, Refused> + Send + 'static,
    ) -> Result<T, Refused> {
        let place = self.arriving.take(client, request.bytes());
        let place =
            place.ok_or_else(|| self.busy("too many jobs arrive at the same time; try again later"))?;
        let service = Arc::clone(self);
        let accept = move || {
            // The text stays here when its client goes away, and so does its place.
            let _place = place;
            accept(service, request)
        };
        let accepted = spawn_blocking(accept).await;
        accepted.unwrap_or_else(|_| Err(Refused::Unavailable(STOPPING.to_owned())))
    }

    /// Accepts a job, and waits for the journal if need be.
    pub(crate) fn accept(
        &self,
        client: IpAddr,
        request: SolveRequest,
        limits: Limits,
        call: String,
        waited_for: bool,
    ) -> Result<Arc<Job>, Refused> {
        if self.is_draining() {
            return Err(Refused::Unavailable(STOPPING.to_owned()));
        }
        let id = self.new_id().map_err(|error| Refused::Unavailable(error.to_string()))?;
        let ticket = Ticket { id, client, limits, call, accepted: now(), waited_for };
        let mut journal = self.journal();
        let job = Arc::new(Job::new(self.next_number(), ticket, request));
        let accept = || {
            if let Some(request) = &job.state().request {
                journal.accepted(&job.ticket, request)?;
            }
            self.jobs().add(&job);
            Ok(())
        };
        let put = self.queue.put(Arc::clone(&job), accept);
        drop(journal);
        put.map_err(|full| match full {
            Full::Queue => self.busy("too many jobs wait; try again later"),
            Full::Client => self.busy("too many of your jobs wait; try again later"),
            Full::Closed => Refused::Unavailable(STOPPING.to_owned()),
            Full::Journal(error) => Refused::Unavailable(format!("cannot write the journal: {error}")),
        })?;
        self.metrics.waiting.set(self.queue.len() as i64);
        let ticket = &job.ticket;
        log("job-accepted", json!({ "job": ticket.id, "client": ticket.client, "call": ticket.call }));
        Ok(job)
    }

    pub(crate) fn busy(&self, why: &'static str) -> Refused {
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

    /// Ends a job, now if it waits, soon if it is at work.
    pub async fn cancel(self: &Arc<Self>, job: &Arc<Job>) {
        let (service, job) = (Arc::clone(self), Arc::clone(job));
        // It fails only if the service stops.
        let _ = spawn_blocking(move || service.cancel_now(&job)).await;
    }

    fn cancel_now(&self, job: &Arc<Job>) {
        job.change(|state| state.is_cancelled = true);
        let id = &job.ticket.id;
        if self.queue.remove(job.ticket.client, |other| other.ticket.id == *id).is_some() {
            self.metrics.waiting.set(self.queue.len() as i64);
            let message = "cancelled before it was begun".to_owned();
            self.end(job, Ending { outcome: Outcome::Cancelled, message, ..Ending::default() });
        }
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use crate::options::Options;
    use std::process::Command;
    use std::time::{Duration, Instant};

    /// A worker that never answers, and ends when nobody gives it orders any more.
    fn silent() -> Command {
        let mut command = Command::new("sh");
        command.args(["-c", "exec 3>&1 && exec cat > /dev/null"]);
        command
    }

    #[test]
    #[allow(clippy::await_holding_lock)]
    fn others_are_answered_while_the_journal_is_written() {
        let folder = tempfile::tempdir().unwrap();
        let options = Options { workers: 1, drain: Duration::ZERO, ..Options::new(folder.path().to_owned()) };
        let (service, slots) = Service::start(options, Box::new(silent)).unwrap();
        let limits = Limits { seconds: 600.0, mebibytes: 64 };
        let (client, call) = (IpAddr::from([10, 0, 0, 1]), String::new);
        let read = || std::fs::read_to_string(folder.path().join("jobs.jsonl")).unwrap();
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(async {
            let journal = service.journal();
            let (first, second) = (Arc::clone(&service), Arc::clone(&service));
            let submitted = tokio::spawn(async move {
                first.submit(client, SolveRequest::default(), limits, call()).await.unwrap().ticket.id.clone()
            });
            let given_up = tokio::spawn(async move {
                second.submit_and_wait(client, SolveRequest::default(), limits, call()).await.is_ok()
            });
            // This passes only if nobody keeps the one thread from it.
            tokio::time::sleep(Duration::from_millis(50)).await;
            assert!(!submitted.is_finished() && !given_up.is_finished());
            given_up.abort();
            drop(journal);
            let id = submitted.await.unwrap();
            assert!(read().contains(&id), "accepted means written");
            // Its client was gone before it was accepted.
            let deadline = Instant::now() + Duration::from_secs(60);
            while !read().contains("\"outcome\":\"cancelled\"") {
                assert!(Instant::now() < deadline, "never cancelled: {}", read());
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
        });
        assert_eq!(read().matches("{\"ended\"").count(), 1);
        service.drain(slots);
    }

    #[test]
    #[allow(clippy::await_holding_lock)]
    fn texts_of_clients_that_are_gone_take_room_until_they_are_written() {
        const TEXT: usize = 16 << 10;
        let folder = tempfile::tempdir().unwrap();
        let options = Options { workers: 1, drain: Duration::ZERO, ..Options::new(folder.path().to_owned()) };
        let (service, slots) = Service::start(options, Box::new(silent)).unwrap();
        let client = IpAddr::from([10, 0, 0, 1]);
        let taken = service.arriving.take(client, ARRIVING / 4 - 4 * TEXT).unwrap();
        let limits = Limits { seconds: 600.0, mebibytes: 64 };
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(async {
            let journal = service.journal();
            let submit = || {
                let service = Arc::clone(&service);
                let request = SolveRequest { domain: " ".repeat(TEXT), ..SolveRequest::default() };
                tokio::spawn(
                    async move { service.submit(client, request, limits, String::new()).await.map(drop) },
                )
            };
            for _ in 0..4 {
                let submitted = submit();
                tokio::time::sleep(Duration::from_millis(1)).await;
                assert!(!submitted.is_finished());
                submitted.abort();
            }
            let one_more = submit().await.unwrap();
            assert!(matches!(one_more, Err(Refused::Busy(_))), "{one_more:?}");
            assert!(service.arriving.has_place([10, 0, 0, 2].into(), TEXT), "others have room");
            drop(journal);
            let deadline = Instant::now() + Duration::from_secs(60);
            while !service.arriving.has_place(client, 4 * TEXT) {
                assert!(Instant::now() < deadline, "the room is never free again");
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
        });
        drop(taken);
        service.drain(slots);
    }
}
