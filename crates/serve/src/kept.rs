//! The jobs that the service remembers.

use std::collections::{HashMap, VecDeque};
use std::net::IpAddr;
use std::sync::Arc;

use extremal::limits::{Duration, Instant};

use crate::job::Job;

/// How long the events of a job that has ended are kept for those who lost their connection.
const KEEP_EVENTS: Duration = Duration::from_secs(60);
/// So many of the jobs that have ended keep their events.
const KEEP_EVENTS_JOBS: usize = 100;
/// Bytes of all results that are kept.
const KEEP_BYTES: usize = 512 << 20;
/// This part of what is kept belongs to each client: what is too much is taken from those that have more.
const SHARE: usize = 4;

/// The jobs that the service remembers.
#[derive(Debug, Default)]
pub struct Jobs {
    by_id: HashMap<String, Arc<Job>>,
    /// In the order in which they ended.
    ended: VecDeque<Ended>,
    /// How many there are of each client, and bytes of what came of them.
    by_client: HashMap<IpAddr, Sum>,
    /// Bytes of what came of all.
    bytes: usize,
    /// Those of them that still have their events.
    with_events: VecDeque<(Instant, Arc<Job>)>,
}

/// A job that has ended.
#[derive(Debug)]
struct Ended {
    when: Instant,
    id: String,
    client: IpAddr,
    bytes: usize,
}

/// What a client has.
#[derive(Debug, Default)]
struct Sum {
    number: usize,
    bytes: usize,
}

impl Jobs {
    /// Remembers a job.
    pub fn add(&mut self, job: &Arc<Job>) {
        self.by_id.insert(job.ticket.id.clone(), Arc::clone(job));
    }

    /// Finds a job.
    pub fn get(&self, id: &str) -> Option<Arc<Job>> {
        self.by_id.get(id).cloned()
    }

    /// All of them, in any order.
    pub fn all(&self) -> impl Iterator<Item = &Arc<Job>> {
        self.by_id.values()
    }

    /// Notes that a job ended at some time.
    pub fn has_ended(&mut self, job: &Job, when: Instant) {
        let (id, client, bytes) = (job.ticket.id.clone(), job.ticket.client, job.state().bytes());
        self.bytes += bytes;
        let sum = self.by_client.entry(client).or_default();
        (sum.number, sum.bytes) = (sum.number + 1, sum.bytes + bytes);
        self.ended.push_back(Ended { when, id, client, bytes });
    }

    /// Notes that a job has just ended.
    pub fn has_ended_now(&mut self, job: &Arc<Job>) {
        let now = Instant::now();
        self.has_ended(job, now);
        self.with_events.push_back((now, Arc::clone(job)));
    }

    /// Puts those that have ended in order, after they were noted in another one.
    pub fn sort(&mut self) {
        self.ended.make_contiguous().sort_by_key(|ended| ended.when);
    }

    /// Forgets the jobs that ended too long ago, and of too many or too large ones the oldest of clients that have more than
    /// their share.
    pub fn forget(&mut self, keep: Duration, keep_jobs: usize) {
        self.forget_beyond(keep, keep_jobs, KEEP_BYTES);
    }

    fn forget_beyond(&mut self, keep: Duration, keep_jobs: usize, keep_bytes: usize) {
        while self.ended.front().is_some_and(|ended| ended.when.elapsed() >= keep) {
            self.remove(0);
        }
        while self.ended.len() > keep_jobs {
            self.remove_of_whom(|sum| sum.number > keep_jobs / SHARE);
        }
        // The last result is kept, however large it is.
        while self.bytes > keep_bytes && self.ended.len() > 1 {
            self.remove_of_whom(|sum| sum.bytes > keep_bytes / SHARE);
        }
        while let Some((when, job)) = self.with_events.front() {
            if when.elapsed() < KEEP_EVENTS && self.with_events.len() <= KEEP_EVENTS_JOBS {
                break;
            }
            // Nobody is told: whoever listens has heard of the end.
            job.state().log = Vec::new();
            self.with_events.pop_front();
        }
    }
}

impl Jobs {
    /// Forgets the oldest result of those who have too much, or of all if nobody has.
    fn remove_of_whom(&mut self, has_too_much: impl Fn(&Sum) -> bool) {
        let is_theirs = |ended: &Ended| self.by_client.get(&ended.client).is_some_and(&has_too_much);
        self.remove(self.ended.iter().position(is_theirs).unwrap_or_default());
    }

    fn remove(&mut self, place: usize) {
        let Some(Ended { id, client, bytes, .. }) = self.ended.remove(place) else { return };
        self.by_id.remove(&id);
        self.bytes -= bytes;
        if let Some(sum) = self.by_client.get_mut(&client) {
            (sum.number, sum.bytes) = (sum.number - 1, sum.bytes - bytes);
            if sum.number == 0 {
                self.by_client.remove(&client);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::job::Ticket;
    use crate::protocol::{Ending, Limits, PlanRecord, SolveRequest};

    fn ended(id: &str, bytes: usize) -> Arc<Job> {
        ended_of([127, 0, 0, 1], id, bytes)
    }

    fn ended_of(client: [u8; 4], id: &str, bytes: usize) -> Arc<Job> {
        let ticket = Ticket {
            id: id.to_owned(),
            client: client.into(),
            limits: Limits { seconds: 1.0, mebibytes: 1 },
            call: String::new(),
            accepted: 0,
            waited_for: false,
        };
        let job = Arc::new(Job::new(0, ticket, SolveRequest::default()));
        job.found(PlanRecord { text: "x".repeat(bytes), ..PlanRecord::default() });
        job.change(|state| state.ending = Some(Ending::default()));
        job
    }

    fn known(jobs: &Jobs) -> String {
        let mut ids: Vec<_> = jobs.all().map(|job| job.ticket.id.clone()).collect();
        ids.sort();
        ids.concat()
    }

    #[test]
    fn the_oldest_are_forgotten_first() {
        let mut jobs = Jobs::default();
        for (id, bytes) in [("a", 60), ("b", 10), ("c", 50)] {
            let job = ended(id, bytes);
            jobs.add(&job);
            jobs.has_ended_now(&job);
        }
        let hour = Duration::from_secs(3600);
        jobs.forget_beyond(hour, 10, 120);
        assert_eq!(known(&jobs), "abc");
        jobs.forget_beyond(hour, 10, 119);
        assert_eq!((known(&jobs).as_str(), jobs.bytes), ("bc", 60));
        jobs.forget_beyond(hour, 10, 0);
        assert_eq!(known(&jobs), "c");
        jobs.forget_beyond(hour, 0, 1000);
        assert_eq!((known(&jobs).as_str(), jobs.bytes), ("", 0));
    }

    #[test]
    fn many_results_of_a_client_leave_those_of_others_alone() {
        let mut jobs = Jobs::default();
        let mut end = |client: u8, id: &str, bytes: usize| {
            let job = ended_of([10, 0, 0, client], id, bytes);
            jobs.add(&job);
            jobs.has_ended_now(&job);
            jobs.forget_beyond(Duration::from_secs(3600), 8, 80);
        };
        end(1, "a", 10);
        "bcdefghijk".chars().for_each(|id| end(2, &id.to_string(), 1));
        end(3, "l", 60);
        end(3, "m", 60);
        assert_eq!((known(&jobs).as_str(), jobs.bytes), ("aghijkm", 75));
        let number: usize = jobs.by_client.values().map(|sum| sum.number).sum();
        assert_eq!((number, jobs.by_client.len()), (7, 3));
    }

    #[test]
    fn old_ones_are_forgotten() {
        let mut jobs = Jobs::default();
        let job = ended("a", 1);
        jobs.add(&job);
        jobs.has_ended_now(&job);
        jobs.forget_beyond(Duration::ZERO, 10, 1000);
        assert_eq!(known(&jobs), "");
    }

    #[test]
    fn the_last_plans_of_a_job_are_kept() {
        let job = ended("a", 60 << 20);
        for _ in 0..3 {
            job.found(PlanRecord { text: "y".repeat(2 << 20), ..PlanRecord::default() });
        }
        let state = job.state();
        assert_eq!((state.plans.len(), state.dropped), (3, 1));
        assert!(state.plan(0).is_none() && state.plan(3).is_some() && state.plan(4).is_none());
    }
}
