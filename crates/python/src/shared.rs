//! A search that one thread advances, while others look at it and may stop it.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError, TryLockError};
use std::thread::{self, ThreadId};

use extremal::limits::{Duration, Instant};
use extremal::{Budget, Progress};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

use crate::counters::Counters;
use crate::plan::Plan;
use crate::result::Result;
use crate::session::Session;

/// How often a thread that has stopped a search looks whether it has ended.
const INTERVAL: Duration = Duration::from_millis(2);
/// About so long a search goes on before it tells how it stands.
const TURN: Duration = Duration::from_millis(50);
const FIRST_TURN: u64 = 1000;
/// No turn has more steps: states may become much slower to evaluate than those before.
const LONGEST_TURN: u64 = 1 << 17;

/// A search and what may be known of it meanwhile.
pub struct Shared<T> {
    search: Mutex<T>,
    standing: Standing,
    budget: Budget,
    /// The thread that has the search.
    holder: Mutex<Option<ThreadId>>,
}

/// How a search stood at the end of its last turn.
#[derive(Clone)]
pub struct Standing(Arc<Mutex<Known>>);

/// What is known of a search.
pub struct Known {
    pub counters: Counters,
    /// The cheapest plan.
    pub plan: Option<Plan>,
    /// How the smallest heuristic value fell.
    pub best_h: Vec<(u64, u32)>,
    /// What has come of it, unless that could not be found out.
    pub result: Option<Py<Result>>,
    pub is_over: bool,
}

impl Standing {
    /// Of a search that begins, or that has ended before it began.
    pub fn new(result: Option<Py<Result>>) -> Self {
        let is_over = result.is_some();
        let counters = extremal::Counters::default().into();
        Standing(Arc::new(Mutex::new(Known { counters, plan: None, best_h: Vec::new(), result, is_over })))
    }

    /// What is known. Nobody may hold it for long.
    pub fn known(&self) -> MutexGuard<'_, Known> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Tells how the search stands.
    pub fn tell(&self, session: &Session, best_h: &[(u64, u32)]) {
        let (counters, plan) =
            (session.running().counters().into(), session.running().plan().map(Plan::from));
        let mut known = self.known();
        (known.counters, known.plan) = (counters, plan);
        if known.best_h.len() != best_h.len() {
            known.best_h = best_h.to_vec();
        }
    }

    /// Tells that the search has ended, and what has come of it.
    pub fn end(&self, result: PyResult<Py<Result>>) -> PyResult<()> {
        let (result, outcome) = match result {
            Ok(result) => (Some(result), Ok(())),
            Err(error) => (None, Err(error)),
        };
        let mut known = self.known();
        (known.result, known.is_over) = (result, true);
        outcome
    }
}

impl Known {
    /// What has come of it.
    pub fn result(&self, py: Python<'_>) -> Option<Py<Result>> {
        self.result.as_ref().map(|result| result.clone_ref(py))
    }
}

impl<T> Shared<T> {
    /// The budget is that of the search: cancelling it ends the search.
    pub fn new(search: T, standing: Standing, budget: Budget) -> Self {
        Shared { search: Mutex::new(search), standing, budget, holder: Mutex::new(None) }
    }

    /// How the search stands.
    pub fn known(&self) -> MutexGuard<'_, Known> {
        self.standing.known()
    }

    /// Works with the search. RuntimeError if a part of it, or another thread, asks while it is being advanced.
    pub fn with<R>(&self, work: impl FnOnce(&mut T) -> PyResult<R>) -> PyResult<R> {
        match self.try_lock() {
            Some(mut search) => self.work(&mut search, work),
            None => Err(PyRuntimeError::new_err("the search is being advanced")),
        }
    }

    /// Ends the search, which another thread may be advancing, and then works with it. RuntimeError if a part of the
    /// search asks: the search cannot end before the part returns.
    pub fn stop<R>(&self, py: Python<'_>, work: impl FnOnce(&mut T) -> PyResult<R>) -> PyResult<R> {
        loop {
            if let Some(mut search) = self.try_lock() {
                return self.work(&mut search, work);
            }
            if *self.holder() == Some(thread::current().id()) {
                return Err(PyRuntimeError::new_err("the search is being advanced"));
            }
            self.budget.cancel();
            py.detach(|| thread::sleep(INTERVAL));
            py.check_signals()?;
        }
    }

    fn work<R>(&self, search: &mut T, work: impl FnOnce(&mut T) -> PyResult<R>) -> PyResult<R> {
        *self.holder() = Some(thread::current().id());
        let result = work(search);
        *self.holder() = None;
        result
    }

    fn holder(&self) -> MutexGuard<'_, Option<ThreadId>> {
        self.holder.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn try_lock(&self) -> Option<MutexGuard<'_, T>> {
        match self.search.try_lock() {
            Ok(search) => Some(search),
            Err(TryLockError::Poisoned(poisoned)) => Some(poisoned.into_inner()),
            Err(TryLockError::WouldBlock) => None,
        }
    }
}

/// How many steps the turns of a search have that goes on to its end: so many that others learn soon how it stands, but
/// not so few that the turns themselves take long.
pub struct Turns(u64);

impl Turns {
    /// None were taken yet.
    pub fn new() -> Self {
        Turns(FIRST_TURN)
    }

    /// Takes a turn.
    pub fn take(&mut self, advance: impl FnOnce(u64) -> PyResult<Progress>) -> PyResult<Progress> {
        let start = Instant::now();
        let progress = advance(self.0);
        let is_quick = start.elapsed() < TURN;
        match progress {
            // A plan ends a turn early: that says nothing about its steps.
            Ok(Progress::Plan) if is_quick => {}
            _ if is_quick => self.0 = (self.0 * 2).min(LONGEST_TURN),
            _ => self.0 = (self.0 / 2).max(1),
        }
        progress
    }
}
