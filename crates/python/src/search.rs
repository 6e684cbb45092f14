//! A search that is advanced, watched and stopped from Python.

use std::sync::{Arc, Mutex, TryLockError};

use extremal::Progress;
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::counters::Counters;
use crate::draw;
use crate::events::{Event, Recorder};
use crate::input::Input;
use crate::options::Setup;
use crate::plan::Plan;
use crate::result::Result;
use crate::session::{Opened, Session};
use crate::space::Space;
use crate::state::State;
use crate::task::Task;

/// A search under way: Task.search returns it. It works only while it is advanced, and how it is cut into turns changes
/// nothing but when it works.
///
/// >>> search = task.search(search="guct-uniform", events=True)
/// >>> while search.advance(100):
/// ...     print(search.counters, search.events())
///
/// A loop over the search itself yields its events one by one.
#[pyclass(frozen, module = "extremal")]
pub struct Search {
    inner: Mutex<Inner>,
}

struct Inner {
    session: Option<Box<Session>>,
    space: Arc<Space>,
    recorder: Recorder,
    /// Events that a loop over the search has not yielded yet, the next one last.
    waiting: Vec<Event>,
    counters: Counters,
    plan: Option<Plan>,
    result: Option<Py<Result>>,
}

impl Search {
    /// Starts a search on a task.
    pub fn start(
        py: Python<'_>,
        task: &Task,
        is_anytime: bool,
        events: bool,
        tree: bool,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Search> {
        let space = Arc::clone(&task.space);
        let setup = Setup::from_keywords(py, options)?;
        let (session, result) = match Session::open(py, Input::Task(Arc::clone(&space)), setup, is_anytime)? {
            Opened::Session(session) => (Some(session), None),
            Opened::Ended(result) => (None, Some(Py::new(py, *result)?)),
        };
        let inner = Inner {
            session,
            space,
            recorder: Recorder::new(events || tree, tree),
            waiting: Vec::new(),
            counters: extremal::Counters::default().into(),
            plan: None,
            result,
        };
        Ok(Search { inner: Mutex::new(inner) })
    }

    fn svg_of_best_h(&self) -> PyResult<String> {
        self.inner(|inner| Ok(draw::best_h(&inner.recorder.best_h, inner.counters.evaluations())))
    }

    fn inner<T>(&self, work: impl FnOnce(&mut Inner) -> PyResult<T>) -> PyResult<T> {
        match self.inner.try_lock() {
            Ok(mut inner) => work(&mut inner),
            Err(TryLockError::Poisoned(poisoned)) => work(&mut poisoned.into_inner()),
            // A part of the search, or another thread, asks while it is being advanced.
            Err(TryLockError::WouldBlock) => Err(PyRuntimeError::new_err("the search is being advanced")),
        }
    }
}

impl Inner {
    fn advance(&mut self, py: Python<'_>, steps: u64) -> PyResult<bool> {
        let Some(session) = &mut self.session else { return Ok(false) };
        let progress = session.advance(py, steps, &mut self.recorder);
        self.counters = session.running().counters().into();
        self.plan = session.running().plan().map(Plan::from);
        match progress {
            Ok(Progress::Ended) => self.end(py).map(|()| false),
            Ok(_) => Ok(true),
            Err(error) => {
                // The first error is the one to be told.
                _ = self.end(py);
                Err(error)
            }
        }
    }

    fn end(&mut self, py: Python<'_>) -> PyResult<()> {
        if let Some(session) = self.session.take() {
            let result = session.finish(py, self.recorder.best_h.clone())?;
            self.result = Some(Py::new(py, result)?);
        }
        Ok(())
    }

    fn next_event(&mut self, py: Python<'_>) -> PyResult<Option<Event>> {
        while self.waiting.is_empty() {
            if self.recorder.events.is_empty() && !self.advance(py, 1)? && self.recorder.events.is_empty() {
                return Ok(None);
            }
            self.waiting = std::mem::take(&mut self.recorder.events);
            self.waiting.reverse();
        }
        Ok(self.waiting.pop())
    }
}

/// A text that shows itself in notebooks.
fn picture<'py>(py: Python<'py>, svg: &str) -> PyResult<Bound<'py, PyAny>> {
    py.import("extremal._picture")?.getattr("Picture")?.call1((svg,))
}

#[pymethods]
impl Search {
    /// Goes on until so many states have been evaluated or expanded, a plan is found, or the search ends. Returns
    /// whether it can go on.
    #[pyo3(signature = (steps = 1000))]
    fn advance(&self, py: Python<'_>, steps: u64) -> PyResult<bool> {
        self.inner(|inner| inner.advance(py, steps))
    }

    /// The events since this was last asked, if the search was told to keep them (events=True or tree=True).
    fn events(&self) -> PyResult<Vec<Event>> {
        self.inner(|inner| {
            inner.waiting.reverse();
            let mut events = std::mem::take(&mut inner.waiting);
            events.append(&mut inner.recorder.events);
            Ok(events)
        })
    }

    fn __iter__(slf: Bound<'_, Self>) -> PyResult<Bound<'_, Self>> {
        slf.get().inner(|inner| {
            if inner.recorder.records {
                Ok(())
            } else {
                Err(PyValueError::new_err("the search keeps no events: start it with events=True"))
            }
        })?;
        Ok(slf)
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Event>> {
        self.inner(|inner| inner.next_event(py))
    }

    /// Ends the search and returns what has come of it.
    fn stop(&self, py: Python<'_>) -> PyResult<Option<Py<Result>>> {
        self.inner(|inner| {
            if let Some(session) = &mut inner.session {
                session.enough();
            }
            inner.end(py)?;
            Ok(inner.result.as_ref().map(|result| result.clone_ref(py)))
        })
    }

    /// Goes on until the end and returns what has come of it.
    fn run(&self, py: Python<'_>) -> PyResult<Option<Py<Result>>> {
        self.inner(|inner| {
            while inner.advance(py, u64::MAX)? {}
            Ok(inner.result.as_ref().map(|result| result.clone_ref(py)))
        })
    }

    /// Whether the search has ended.
    #[getter]
    fn is_over(&self) -> PyResult<bool> {
        self.inner(|inner| Ok(inner.session.is_none()))
    }

    /// What has come of the search; None until it has ended.
    #[getter]
    fn result(&self, py: Python<'_>) -> PyResult<Option<Py<Result>>> {
        self.inner(|inner| Ok(inner.result.as_ref().map(|result| result.clone_ref(py))))
    }

    /// The cheapest plan so far, or None.
    #[getter]
    fn plan(&self) -> PyResult<Option<Plan>> {
        self.inner(|inner| Ok(inner.plan.clone()))
    }

    /// What was counted so far.
    #[getter]
    fn counters(&self) -> PyResult<Counters> {
        self.inner(|inner| Ok(inner.counters))
    }

    /// How the smallest heuristic value fell: pairs of a number of evaluations and a value.
    #[getter]
    fn best_h(&self) -> PyResult<Vec<(u64, u32)>> {
        self.inner(|inner| Ok(inner.recorder.best_h.clone()))
    }

    /// The state of this number, as events have it. The search must keep events, and be no portfolio.
    fn state(&self, number: u32) -> PyResult<State> {
        self.inner(|inner| {
            let path = inner.recorder.tree()?.path_to(number);
            let path = path.ok_or_else(|| PyValueError::new_err(format!("state {number} is not known")))?;
            let mut values = inner.space.initial_values();
            for operator in path {
                if let Some(next) = inner.space.successors(&values, &[operator]).pop() {
                    values = next;
                }
            }
            Ok(State { space: Arc::clone(&inner.space), values })
        })
    }

    /// The smallest heuristic value over the number of evaluations, as a Picture: an SVG document.
    fn plot<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        picture(py, &self.svg_of_best_h()?)
    }

    /// The states that were found and how, as a Picture: the darker a state, the smaller its heuristic value; the
    /// plan is red. For searches that keep events, with at most so many states.
    #[pyo3(signature = (max_states = 2000))]
    fn draw<'py>(&self, py: Python<'py>, max_states: usize) -> PyResult<Bound<'py, PyAny>> {
        let svg = self.inner(|inner| {
            let tree = inner.recorder.tree()?;
            if tree.len() > max_states {
                let message = format!("the search has found {} states: too many to be drawn", tree.len());
                return Err(PyValueError::new_err(message));
            }
            Ok(draw::tree(tree))
        })?;
        picture(py, &svg)
    }

    fn _repr_html_(&self) -> PyResult<String> {
        let plot = self.svg_of_best_h()?;
        self.inner(|inner| {
            let plan = inner.plan.as_ref().map_or(String::new(), Plan::to_html);
            let state = if inner.session.is_some() { "under way" } else { "ended" };
            Ok(format!("<p>Search {state}: {}</p>{plot}{plan}", inner.counters.summary()))
        })
    }

    fn __repr__(&self) -> PyResult<String> {
        self.inner(|inner| {
            let state = if inner.session.is_some() { "under way" } else { "ended" };
            Ok(format!("<Search {state}, {}>", inner.counters.summary()))
        })
    }
}
