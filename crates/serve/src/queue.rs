//! Jobs that wait: each client in turn gets one of its own done, however many others have.

use std::collections::{HashMap, VecDeque};
use std::io;
use std::net::IpAddr;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use crate::job::Job;

/// Bytes of the texts of all jobs that wait.
const MOST_BYTES: usize = 256 << 20;
/// Bytes of the texts of one client's jobs that wait.
const MOST_BYTES_PER_CLIENT: usize = MOST_BYTES / 4;

/// Jobs that wait.
#[derive(Debug)]
pub struct Queue {
    waiting: Mutex<Waiting>,
    comes: Condvar,
    most: usize,
    most_per_client: usize,
}

#[derive(Debug, Default)]
struct Waiting {
    /// Clients with jobs that wait, in the order in which they are served.
    clients: VecDeque<IpAddr>,
    jobs: HashMap<IpAddr, VecDeque<Arc<Job>>>,
    number: usize,
    bytes: usize,
    is_closed: bool,
}

/// Why a job cannot wait.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Full {
    /// Too many jobs wait.
    Queue,
    /// Too many jobs of this client wait.
    Client,
    /// It cannot be written down.
    Journal(String),
}

impl Queue {
    /// A queue for so many jobs, and so many of one client.
    pub fn new(most: usize, most_per_client: usize) -> Self {
        Queue { waiting: Mutex::default(), comes: Condvar::new(), most, most_per_client }
    }

    fn lock(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Lets a job wait. `accept` is called if there is room for it, before anybody can take it.
    pub fn put(&self, job: &Arc<Job>, accept: impl FnOnce() -> io::Result<()>) -> Result<(), Full> {
        let mut waiting = self.lock();
        let of_client = waiting.jobs.get(&job.ticket.client);
        // A single job may always wait, however large the service allows it to be.
        let is_too_much = |number: usize, bytes: usize, most: usize, most_bytes: usize| {
            number >= most || (number > 0 && bytes.saturating_add(job.bytes) > most_bytes)
        };
        if is_too_much(waiting.number, waiting.bytes, self.most, MOST_BYTES) {
            return Err(Full::Queue);
        }
        let (number, bytes) = of_client.map_or((0, 0), |jobs| (jobs.len(), bytes(jobs)));
        if is_too_much(number, bytes, self.most_per_client, MOST_BYTES_PER_CLIENT) {
            return Err(Full::Client);
        }
        accept().map_err(|error| Full::Journal(error.to_string()))?;
        waiting.push(job);
        self.comes.notify_one();
        Ok(())
    }

    /// Lets a job wait that was accepted before a restart, however many others do.
    pub fn put_again(&self, job: &Arc<Job>) {
        self.lock().push(job);
        self.comes.notify_one();
    }

    /// Waits for the next job. None when the queue is closed.
    pub fn take(&self) -> Option<Arc<Job>> {
        let mut waiting = self.lock();
        loop {
            if waiting.is_closed {
                return None;
            }
            if let Some(job) = waiting.next() {
                return Some(job);
            }
            waiting = self.comes.wait(waiting).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Takes a job out that nobody has taken yet.
    pub fn remove(&self, job: &Job) -> bool {
        let mut waiting = self.lock();
        let client = job.ticket.client;
        let Some(jobs) = waiting.jobs.get_mut(&client) else { return false };
        let Some(place) = jobs.iter().position(|other| other.ticket.id == job.ticket.id) else {
            return false;
        };
        jobs.remove(place);
        if jobs.is_empty() {
            waiting.jobs.remove(&client);
            waiting.clients.retain(|other| *other != client);
        }
        waiting.number -= 1;
        waiting.bytes -= job.bytes;
        true
    }

    /// How many wait.
    pub fn len(&self) -> usize {
        self.lock().number
    }

    /// Gives nothing out any more.
    pub fn close(&self) {
        self.lock().is_closed = true;
        self.comes.notify_all();
    }
}

fn bytes(jobs: &VecDeque<Arc<Job>>) -> usize {
    jobs.iter().map(|job| job.bytes).sum()
}

impl Waiting {
    fn push(&mut self, job: &Arc<Job>) {
        let client = job.ticket.client;
        let jobs = self.jobs.entry(client).or_default();
        if jobs.is_empty() {
            self.clients.push_back(client);
        }
        jobs.push_back(Arc::clone(job));
        self.number += 1;
        self.bytes += job.bytes;
    }

    fn next(&mut self) -> Option<Arc<Job>> {
        let client = self.clients.pop_front()?;
        let jobs = self.jobs.get_mut(&client)?;
        let job = jobs.pop_front()?;
        if jobs.is_empty() {
            self.jobs.remove(&client);
        } else {
            self.clients.push_back(client);
        }
        self.number -= 1;
        self.bytes -= job.bytes;
        Some(job)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::job::{Ticket, now};
    use crate::protocol::{Limits, SolveRequest};

    fn job(client: u8, id: &str) -> Arc<Job> {
        job_of(client, id, 0)
    }

    fn job_of(client: u8, id: &str, bytes: usize) -> Arc<Job> {
        let ticket = Ticket {
            id: id.to_owned(),
            client: IpAddr::from([10, 0, 0, client]),
            limits: Limits { seconds: 1.0, mebibytes: 1 },
            call: String::new(),
            accepted: now(),
            waited_for: false,
        };
        let request = SolveRequest { domain: " ".repeat(bytes), ..SolveRequest::default() };
        Arc::new(Job::new(0, ticket, request))
    }

    #[test]
    fn clients_take_turns() {
        let queue = Queue::new(10, 10);
        for (client, id) in [(1, "a1"), (1, "a2"), (1, "a3"), (2, "b1"), (3, "c1"), (2, "b2")] {
            queue.put(&job(client, id), || Ok(())).unwrap();
        }
        let order: Vec<String> = (0..6).map(|_| queue.take().unwrap().ticket.id.clone()).collect();
        assert_eq!(order, ["a1", "b1", "c1", "a2", "b2", "a3"]);
        assert_eq!(queue.len(), 0);
    }

    #[test]
    fn there_is_room_for_so_many() {
        let queue = Queue::new(3, 2);
        assert_eq!(queue.put(&job(1, "a"), || Ok(())), Ok(()));
        assert_eq!(queue.put(&job(1, "b"), || Ok(())), Ok(()));
        assert_eq!(queue.put(&job(1, "c"), || panic!()), Err(Full::Client));
        let other = job(2, "d");
        assert_eq!(queue.put(&other, || Ok(())), Ok(()));
        assert_eq!(queue.put(&job(3, "e"), || panic!()), Err(Full::Queue));
        assert!(queue.remove(&other) && !queue.remove(&other));
        assert_eq!(queue.put(&job(3, "e"), || Ok(())), Ok(()));
        queue.put_again(&job(1, "f"));
        assert_eq!(queue.len(), 4);
        queue.close();
        assert!(queue.take().is_none());
    }

    #[test]
    fn there_is_room_for_so_many_bytes() {
        let queue = Queue::new(10, 10);
        let half = MOST_BYTES_PER_CLIENT / 2;
        assert_eq!(queue.put(&job_of(1, "a", half), || Ok(())), Ok(()));
        assert_eq!(queue.put(&job_of(1, "b", half), || Ok(())), Ok(()));
        assert_eq!(queue.put(&job_of(1, "c", 1), || panic!()), Err(Full::Client));
        assert_eq!(queue.put(&job_of(2, "d", 3 * half), || Ok(())), Ok(()));
        assert_eq!(queue.put(&job_of(3, "e", 3 * half + 1), || panic!()), Err(Full::Queue));
        queue.take().unwrap();
        assert_eq!(queue.put(&job_of(1, "c", half), || Ok(())), Ok(()));
    }
}
