//! A job: a task that a client wants solved, and what has come of it so far.

use std::net::IpAddr;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Instant, SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};
use tokio::sync::watch;

use crate::protocol::{Ending, Event, Limits, PlanRecord, Progress, SolveRequest};

/// So many events of a job are kept for those who listen.
const MOST_EVENTS: usize = 20_000;
/// Bytes of the names in these events: a name can be as long as a client likes.
const MOST_EVENT_BYTES: usize = 4 << 20;

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
    /// This plan was found, from 0.
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
}

impl Job {
    /// A job that waits.
    pub fn new(number: u64, ticket: Ticket, request: SolveRequest) -> Self {
        let optional = [&request.search, &request.heuristic, &request.debugger];
        let optional: usize = optional.into_iter().flatten().map(String::len).sum();
        let bytes = request.domain.len() + request.problem.len() + optional;
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
            state.log.push(Logged::Plan(state.plans.len()));
            state.plans.push(plan);
        });
    }

    /// Tells of every change.
    pub fn listen(&self) -> watch::Receiver<u64> {
        self.changes.subscribe()
    }

    /// Waits until it has ended.
    pub async fn ended(&self) -> State {
        let mut changes = self.listen();
        loop {
            {
                let state = self.state();
                if state.ending.is_some() {
                    return state.clone();
                }
            }
            // The sender lives as long as this job.
            if changes.changed().await.is_err() {
                return self.state().clone();
            }
        }
    }
}

/// Seconds since 1970.
pub fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs())
}
