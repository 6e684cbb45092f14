//! A job: a task that a client wants solved, and what has come of it so far.

use std::net::IpAddr;
use std::sync::{Mutex, MutexGuard, PoisonError};

use extremal::limits::{Instant, SystemTime, UNIX_EPOCH};
use serde::{Deserialize, Serialize};
use tokio::sync::watch;

use crate::protocol::{Ending, Event, Limits, PlanRecord, Progress, SolveRequest};

/// So many events of a job are kept for those who listen.
const MOST_EVENTS: usize = 20_000;
/// Bytes of the names in these events: a name can be as long as a client likes.
const MOST_EVENT_BYTES: usize = 1 << 20;
/// Bytes of the plans of a job. Of more plans the earliest, which cost most, are dropped.
const MOST_PLAN_BYTES: usize = 64 << 20;

/// What does not change about a job.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Ticket {
    /// Nobody can guess it.
    pub id: String,
    /// Who wants it.
    pub client: IpAddr,
    /// What it may use.
    pub limits: Limits,
    /// How it is named in the answer of planning-as-a-service.
    pub call: String,
    /// Seconds since 1970.
    pub accepted: u64,
    /// Whether a client waits for the answer on its connection: then nobody can ask for it later.
    pub waited_for: bool,
}

/// A job.
#[derive(Debug)]
pub struct Job {
    /// What does not change about it.
    pub ticket: Ticket,
    /// Jobs are numbered in the order in which they were accepted.
    pub number: u64,
    /// When it was accepted.
    pub since: Instant,
    /// Bytes of its texts while it waits.
    pub bytes: usize,
    state: Mutex<State>,
    changes: watch::Sender<u64>,
}

/// How a job stands.
#[derive(Clone, Debug, Default)]
pub struct State {
    /// What is to be solved; none after the end, when nobody needs it.
    pub request: Option<Box<SolveRequest>>,
    /// When it was given to a worker.
    pub started: Option<Instant>,
    /// How often it was given to a worker, by earlier services too.
    pub starts: u32,
    /// How far it has come.
    pub progress: Option<Progress>,
    /// The plans so far, each cheaper than the one before.
    pub plans: Vec<PlanRecord>,
    /// How many were there before these, and were dropped for want of room.
    pub dropped: usize,
    /// What happened, in order.
    pub log: Vec<Logged>,
    /// Bytes of the names in it.
    pub log_bytes: usize,
    /// How it ended.
    pub ending: Option<Ending>,
    /// When that was, in seconds since 1970.
    pub ended: Option<u64>,
    /// Whether somebody wants it to end.
    pub is_cancelled: bool,
}

/// Something that those who listen are told.
#[derive(Clone, PartialEq, Debug)]
pub enum Logged {
    /// Something happened in the search.
    Search(Event),
    /// This plan was found, from 0, with those that were dropped.
    Plan(usize),
}

impl State {
    /// `queued`, `running` or `ended`.
    pub fn status(&self) -> &'static str {
        match (&self.ending, self.started) {
            (Some(_), _) => "ended",
            (None, Some(_)) => "running",
            (None, None) => "queued",
        }
    }

    /// A plan by its number, unless it was dropped.
    pub fn plan(&self, number: usize) -> Option<&PlanRecord> {
        self.plans.get(number.checked_sub(self.dropped)?)
    }

    /// Bytes of what came of it.
    pub fn bytes(&self) -> usize {
        let plans: usize = self.plans.iter().map(PlanRecord::bytes).sum();
        plans + self.ending.as_ref().map_or(0, Ending::bytes)
    }
}

impl Job {
    /// A job that waits.
    pub fn new(number: u64, ticket: Ticket, request: SolveRequest) -> Self {
        let bytes = request.bytes();
        let state = State { request: Some(Box::new(request)), ..State::default() };
        let (since, state, changes) = (Instant::now(), Mutex::new(state), watch::Sender::new(0));
        Job { ticket, number, since, bytes, state, changes }
    }

    /// How it stands.
    pub fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Changes how it stands, and tells all who listen.
    pub fn change<T>(&self, change: impl FnOnce(&mut State) -> T) -> T {
        let result = change(&mut self.state());
        self.changes.send_modify(|version| *version += 1);
        result
    }

    /// Notes something that happened in the search.
    pub fn happened(&self, event: Event) {
        self.change(|state| {
            let bytes = state.log_bytes + event.bytes();
            if state.log.len() < MOST_EVENTS && bytes <= MOST_EVENT_BYTES {
                state.log_bytes = bytes;
                state.log.push(Logged::Search(event));
            }
        });
    }

    /// Notes a plan.
    pub fn found(&self, plan: PlanRecord) {
        self.change(|state| {
            state.log.push(Logged::Plan(state.dropped + state.plans.len()));
            state.plans.push(plan);
            let mut bytes: usize = state.plans.iter().map(PlanRecord::bytes).sum();
            while bytes > MOST_PLAN_BYTES && state.plans.len() > 1 {
                bytes -= state.plans.remove(0).bytes();
                state.dropped += 1;
            }
        });
    }

    /// Tells of every change.
    pub fn listen(&self) -> watch::Receiver<u64> {
        self.changes.subscribe()
    }

    /// Waits until it has ended.
    pub async fn ended(&self) {
        let mut changes = self.listen();
        // The sender lives as long as this job.
        while self.state().ending.is_none() && changes.changed().await.is_ok() {}
    }
}

/// Seconds since 1970.
pub fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs())
}
