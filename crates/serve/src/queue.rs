//! Work that waits: each client in turn gets one of its own done, however many others have.

use std::collections::{HashMap, VecDeque};
use std::io;
use std::net::IpAddr;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use crate::job::Job;

/// Bytes of the texts of all that waits.
const MOST_BYTES: usize = 256 << 20;
/// Bytes of the texts of one client's work that waits.
const MOST_BYTES_PER_CLIENT: usize = MOST_BYTES / 4;

/// Something that can wait.
pub trait Waits {
    /// Who wants it.
    fn client(&self) -> IpAddr;
    /// Bytes of its texts.
    fn bytes(&self) -> usize;
}

impl Waits for Arc<Job> {
    fn client(&self) -> IpAddr {
        self.ticket.client
    }

    fn bytes(&self) -> usize {
        self.bytes
    }
}

/// Work that waits.
#[derive(Debug)]
pub struct Queue<T> {
    waiting: Mutex<Waiting<T>>,
    comes: Condvar,
    most: usize,
    most_per_client: usize,
}

#[derive(Debug)]
struct Waiting<T> {
    /// Clients whose work waits, in the order in which they are served.
    clients: VecDeque<IpAddr>,
    work: HashMap<IpAddr, VecDeque<T>>,
    number: usize,
    bytes: usize,
    is_closed: bool,
}

/// Why work cannot wait.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Full {
    /// Too much waits.
    Queue,
    /// Too much of this client waits.
    Client,
    /// The queue is closed: nobody would take it.
    Closed,
    /// It cannot be written down.
    Journal(String),
}

impl<T: Waits> Queue<T> {
    /// A queue with so many places, and so many for one client.
    pub fn new(most: usize, most_per_client: usize) -> Self {
        let (clients, work) = (VecDeque::new(), HashMap::new());
        let waiting = Waiting { clients, work, number: 0, bytes: 0, is_closed: false };
        Queue { waiting: Mutex::new(waiting), comes: Condvar::new(), most, most_per_client }
    }

    fn lock(&self) -> MutexGuard<'_, Waiting<T>> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Lets something wait. `accept` is called if there is room for it, before anybody can take it.
    pub fn put(&self, item: T, accept: impl FnOnce() -> io::Result<()>) -> Result<(), Full> {
        let mut waiting = self.lock();
        let of_client = waiting.work.get(&item.client());
        // A single item may always wait, however large the service allows it to be.
        let is_too_much = |number: usize, bytes: usize, most: usize, most_bytes: usize| {
            number >= most || (number > 0 && bytes.saturating_add(item.bytes()) > most_bytes)
        };
        if waiting.is_closed {
            return Err(Full::Closed);
        }
        if is_too_much(waiting.number, waiting.bytes, self.most, MOST_BYTES) {
            return Err(Full::Queue);
        }
        let (number, bytes) = of_client.map_or((0, 0), |items| (items.len(), bytes(items)));
        if is_too_much(number, bytes, self.most_per_client, MOST_BYTES_PER_CLIENT) {
            return Err(Full::Client);
        }
        accept().map_err(|error| Full::Journal(error.to_string()))?;
        waiting.push(item);
        self.comes.notify_one();
        Ok(())
    }

    /// Lets something wait that was accepted before a restart, however much else does.
    pub fn put_again(&self, item: T) {
        self.lock().push(item);
        self.comes.notify_one();
    }

    /// Waits for the next item. None when the queue is closed.
    pub fn take(&self) -> Option<T> {
        let mut waiting = self.lock();
        loop {
            if waiting.is_closed {
                return None;
            }
            if let Some(item) = waiting.next() {
                return Some(item);
            }
            waiting = self.comes.wait(waiting).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Takes an item of a client out that nobody has taken yet.
    pub fn remove(&self, client: IpAddr, is_meant: impl Fn(&T) -> bool) -> Option<T> {
        let mut waiting = self.lock();
        let items = waiting.work.get_mut(&client)?;
        let place = items.iter().position(is_meant)?;
        let item = items.remove(place)?;
        if items.is_empty() {
            waiting.work.remove(&client);
            waiting.clients.retain(|other| *other != client);
        }
        waiting.leaves(&item);
        Some(item)
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

fn bytes<T: Waits>(items: &VecDeque<T>) -> usize {
    items.iter().map(T::bytes).sum()
}

impl<T: Waits> Waiting<T> {
    fn push(&mut self, item: T) {
        self.number += 1;
        self.bytes += item.bytes();
        let client = item.client();
        let items = self.work.entry(client).or_default();
        if items.is_empty() {
            self.clients.push_back(client);
        }
        items.push_back(item);
    }

    fn next(&mut self) -> Option<T> {
        let client = self.clients.pop_front()?;
        let items = self.work.get_mut(&client)?;
        let item = items.pop_front()?;
        if items.is_empty() {
            self.work.remove(&client);
        } else {
            self.clients.push_back(client);
        }
        self.leaves(&item);
        Some(item)
    }

    fn leaves(&mut self, item: &T) {
        self.number -= 1;
        self.bytes -= item.bytes();
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
            queue.put(job(client, id), || Ok(())).unwrap();
        }
        let order: Vec<String> = (0..6).map(|_| queue.take().unwrap().ticket.id.clone()).collect();
        assert_eq!(order, ["a1", "b1", "c1", "a2", "b2", "a3"]);
        assert_eq!(queue.len(), 0);
    }

    #[test]
    fn there_is_room_for_so_many() {
        let queue = Queue::new(3, 2);
        assert_eq!(queue.put(job(1, "a"), || Ok(())), Ok(()));
        assert_eq!(queue.put(job(1, "b"), || Ok(())), Ok(()));
        assert_eq!(queue.put(job(1, "c"), || panic!()), Err(Full::Client));
        let other = job(2, "d");
        assert_eq!(queue.put(Arc::clone(&other), || Ok(())), Ok(()));
        assert_eq!(queue.put(job(3, "e"), || panic!()), Err(Full::Queue));
        let remove = || queue.remove(other.ticket.client, |job| job.ticket.id == other.ticket.id).is_some();
        assert!(remove() && !remove());
        assert_eq!(queue.put(job(3, "e"), || Ok(())), Ok(()));
        queue.put_again(job(1, "f"));
        assert_eq!(queue.len(), 4);
        queue.close();
        assert!(queue.take().is_none());
        let closed = Queue::new(3, 2);
        closed.close();
        assert_eq!(closed.put(job(1, "a"), || panic!()), Err(Full::Closed));
    }

    #[test]
    fn there_is_room_for_so_many_bytes() {
        let queue = Queue::new(10, 10);
        let half = MOST_BYTES_PER_CLIENT / 2;
        assert_eq!(queue.put(job_of(1, "a", half), || Ok(())), Ok(()));
        assert_eq!(queue.put(job_of(1, "b", half), || Ok(())), Ok(()));
        assert_eq!(queue.put(job_of(1, "c", 1), || panic!()), Err(Full::Client));
        assert_eq!(queue.put(job_of(2, "d", 3 * half), || Ok(())), Ok(()));
        assert_eq!(queue.put(job_of(3, "e", 3 * half + 1), || panic!()), Err(Full::Queue));
        queue.take().unwrap();
        assert_eq!(queue.put(job_of(1, "c", half), || Ok(())), Ok(()));
    }
}
