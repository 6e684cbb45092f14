//! A search that is advanced, watched and stopped from Python.

use std::sync::Arc;

use extremal::Progress;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::counters::Counters;
use crate::draw;
use crate::events::{Event, Recorder};
use crate::input::Input;
use crate::options::Setup;
use crate::plan::Plan;
use crate::raised::from_iterator;
use crate::result::Result;
use crate::session::{Opened, Session};
use crate::shared::{Shared, Standing, Turns};
use crate::space::Space;
use crate::state::State;
use crate::task::Task;

/// Most steps between two events that a loop over the search yields.
const MOST_STEPS: u64 = 64;

/// A search under way: Task.search returns it. It works only while it is advanced, and how it is cut into turns changes
/// nothing but when it works. While one thread advances it, others may look at its counters and its plan, and stop it.
///
/// >>> search = task.search(search="guct-uniform", events=True)
/// >>> while search.advance(100):
/// ...     print(search.counters, search.events())
///
/// A loop over the search itself yields its events one by one.
#[pyclass(frozen, module = "extremal")]
pub struct Search {
    inner: Shared<Inner>,
}

struct Inner {
    session: Option<Box<Session>>,
    space: Arc<Space>,
    recorder: Recorder,
    /// Events that a loop over the search has not yielded yet, the next one last.
    waiting: Vec<Event>,
    /// The search is advanced by so many steps for the next events.
    steps: u64,
    standing: Standing,
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
        let budget = setup.budget.clone();
        let (session, result) = match Session::open(py, Input::Task(Arc::clone(&space)), setup, is_anytime)? {
            Opened::Session(session) => (Some(session), None),
            Opened::Ended(result) => (None, Some(Py::new(py, *result)?)),
        };
        let standing = Standing::new(result);
        let inner = Inner {
            session,
            space,
            recorder: Recorder::new(events || tree, tree),
            waiting: Vec::new(),
            steps: 1,
            standing: standing.clone(),
        };
        Ok(Search { inner: Shared::new(inner, standing, budget) })
    }

    fn svg_of_best_h(&self) -> String {
        let known = self.inner.known();
        draw::best_h(&known.best_h, known.counters.evaluations())
    }
}

impl Inner {
    fn advance(&mut self, py: Python<'_>, steps: u64) -> PyResult<Progress> {
        let Some(session) = &mut self.session else { return Ok(Progress::Ended) };
        let progress = session.advance(py, steps, &mut self.recorder);
        self.standing.tell(session, &self.recorder.best_h);
        match progress {
            Ok(Progress::Ended) => self.end(py)?,
            Ok(_) => {}
            // The first error is the one to be told.
            Err(_) => _ = self.end(py),
        }
        progress
    }

    fn run(&mut self, py: Python<'_>) -> PyResult<()> {
        let mut turns = Turns::new();
        while turns.take(|steps| self.advance(py, steps))? != Progress::Ended {}
        Ok(())
    }

    fn end(&mut self, py: Python<'_>) -> PyResult<()> {
        let Some(session) = self.session.take() else { return Ok(()) };
        let result = session.finish(py, self.recorder.best_h.clone());
        self.standing.end(result.and_then(|result| Py::new(py, result)))
    }

    fn next_event(&mut self, py: Python<'_>) -> PyResult<Option<Event>> {
        while self.waiting.is_empty() {
            if self.recorder.events.is_empty() {
                let progress = self.advance(py, self.steps)?;
                self.steps = (2 * self.steps).min(MOST_STEPS);
                if progress == Progress::Ended && self.recorder.events.is_empty() {
                    return Ok(None);
                }
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
        self.inner.with(|inner| Ok(inner.advance(py, steps)? != Progress::Ended))
    }

    /// The events since this was last asked, if the search was told to keep them (events=True or tree=True).
    fn events(&self) -> PyResult<Vec<Event>> {
        self.inner.with(|inner| {
            inner.waiting.reverse();
            let mut events = std::mem::take(&mut inner.waiting);
            events.append(&mut inner.recorder.events);
            Ok(events)
        })
    }

    fn __iter__(slf: Bound<'_, Self>) -> PyResult<Bound<'_, Self>> {
        slf.get().inner.with(|inner| {
            if inner.recorder.records {
                Ok(())
            } else {
                Err(PyValueError::new_err("the search keeps no events: start it with events=True"))
            }
        })?;
        Ok(slf)
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Event>> {
        self.inner.with(|inner| inner.next_event(py)).map_err(|error| from_iterator(py, error))
    }

    /// Ends the search and returns what has come of it. Another thread may be advancing it.
    fn stop(&self, py: Python<'_>) -> PyResult<Option<Py<Result>>> {
        self.inner.stop(py, |inner| {
            if let Some(session) = &mut inner.session {
                session.enough();
            }
            inner.end(py)
        })?;
        Ok(self.result(py))
    }

    /// Goes on until the end and returns what has come of it.
    fn run(&self, py: Python<'_>) -> PyResult<Option<Py<Result>>> {
        self.inner.with(|inner| inner.run(py))?;
        Ok(self.result(py))
    }

    /// Whether the search has ended.
    #[getter]
    fn is_over(&self) -> bool {
        self.inner.known().is_over
    }

    /// What has come of the search; None until it has ended.
    #[getter]
    fn result(&self, py: Python<'_>) -> Option<Py<Result>> {
        self.inner.known().result(py)
    }

    /// The cheapest plan so far, or None.
    #[getter]
    fn plan(&self) -> Option<Plan> {
        self.inner.known().plan.clone()
    }

    /// What was counted so far.
    #[getter]
    fn counters(&self) -> Counters {
        self.inner.known().counters
    }

    /// How the smallest heuristic value fell: pairs of a number of evaluations and a value.
    #[getter]
    fn best_h(&self) -> Vec<(u64, u32)> {
        self.inner.known().best_h.clone()
    }

    /// The state of this number, as events have it. The search must keep events, be no portfolio, and not be anytime.
    fn state(&self, py: Python<'_>, number: u32) -> PyResult<State> {
        self.inner.with(|inner| {
            let path = inner.recorder.tree()?.path_to(number);
            let path = path.ok_or_else(|| PyValueError::new_err(format!("state {number} is not known")))?;
            let mut values = inner.space.initial_values(py)?;
            for operator in path {
                if let Some(next) = inner.space.successors(py, &values, &[operator])?.pop() {
                    values = next;
                }
            }
            Ok(State { space: Arc::clone(&inner.space), values: values.into() })
        })
    }

    /// The smallest heuristic value over the number of evaluations, as a Picture: an SVG document.
    fn plot<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        picture(py, &self.svg_of_best_h())
    }

    /// The states that were found and how, as a Picture: the darker a state, the smaller its heuristic value; the
    /// plan is red. For searches that keep events, with at most so many states.
    #[pyo3(signature = (max_states = 2000))]
    fn draw<'py>(&self, py: Python<'py>, max_states: usize) -> PyResult<Bound<'py, PyAny>> {
        let svg = self.inner.with(|inner| {
            let tree = inner.recorder.tree()?;
            if tree.len() > max_states {
                let message = format!("the search has found {} states: too many to be drawn", tree.len());
                return Err(PyValueError::new_err(message));
            }
            Ok(draw::tree(tree))
        })?;
        picture(py, &svg)
    }

    fn _repr_html_(&self) -> String {
        let plot = self.svg_of_best_h();
        let known = self.inner.known();
        let plan = known.plan.as_ref().map_or(String::new(), Plan::to_html);
        let state = if known.is_over { "ended" } else { "under way" };
        format!("<p>Search {state}: {}</p>{plot}{plan}", known.counters.summary())
    }

    fn __repr__(&self) -> String {
        let known = self.inner.known();
        let state = if known.is_over { "ended" } else { "under way" };
        format!("<Search {state}, {}>", known.counters.summary())
    }
}
