//! The jobs that the service remembers.

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;

use extremal::limits::{Duration, Instant};

use crate::job::Job;

/// How long the events of a job that has ended are kept for those who lost their connection.
const KEEP_EVENTS: Duration = Duration::from_secs(60);
/// So many of the jobs that have ended keep their events.
const KEEP_EVENTS_JOBS: usize = 100;
/// Bytes of all results that are kept.
const KEEP_BYTES: usize = 512 << 20;

/// The jobs that the service remembers.
#[derive(Debug, Default)]
pub struct Jobs {
    by_id: HashMap<String, Arc<Job>>,
    /// In the order in which they ended.
    ended: VecDeque<Ended>,
    /// Bytes of what came of them.
    bytes: usize,
    /// Those of them that still have their events.
    with_events: VecDeque<(Instant, Arc<Job>)>,
}

/// A job that has ended.
#[derive(Debug)]
struct Ended {
    when: Instant,
    id: String,
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
        let bytes = job.state().bytes();
        self.bytes += bytes;
        self.ended.push_back(Ended { when, id: job.ticket.id.clone(), bytes });
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

    /// Forgets the jobs that ended too long ago, and the oldest of too many or of too large ones.
    pub fn forget(&mut self, keep: Duration, keep_jobs: usize) {
        self.forget_beyond(keep, keep_jobs, KEEP_BYTES);
    }

    fn forget_beyond(&mut self, keep: Duration, keep_jobs: usize, keep_bytes: usize) {
        while let Some(Ended { when, .. }) = self.ended.front() {
            // The last result is kept, however large it is.
            let is_too_much =
                self.ended.len() > keep_jobs || (self.bytes > keep_bytes && self.ended.len() > 1);
            if when.elapsed() < keep && !is_too_much {
                break;
            }
            if let Some(Ended { id, bytes, .. }) = self.ended.pop_front() {
                self.bytes -= bytes;
                self.by_id.remove(&id);
            }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::job::Ticket;
    use crate::protocol::{Ending, Limits, PlanRecord, SolveRequest};

    fn ended(id: &str, bytes: usize) -> Arc<Job> {
        let ticket = Ticket {
            id: id.to_owned(),
            client: [127, 0, 0, 1].into(),
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
