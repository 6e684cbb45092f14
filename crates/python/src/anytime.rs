//! Cheaper and cheaper plans.

use extremal::Progress;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::counters::Counters;
use crate::input::Input;
use crate::options::Setup;
use crate::plan::Plan;
use crate::raised::from_iterator;
use crate::result::{BestH, Result};
use crate::session::{Opened, Session};
use crate::shared::{Shared, Standing, Turns};

/// An iterator over ever cheaper plans. It works only while a plan is asked for. Meanwhile other threads may look at its
/// counters and stop it.
#[pyclass(frozen, module = "extremal")]
pub struct Anytime {
    search: Shared<Search>,
}

struct Search {
    session: Option<Box<Session>>,
    best_h: BestH,
    /// The cost of the plan that was yielded last.
    cost: Option<extremal::Cost>,
    standing: Standing,
}

impl Search {
    fn next(&mut self, py: Python<'_>) -> PyResult<Option<Plan>> {
        let mut turns = Turns::new();
        while let Some(session) = &mut self.session {
            let progress = turns.take(|steps| session.advance(py, steps, &mut self.best_h));
            self.standing.tell(session, &self.best_h.0);
            // The last plan may come with the end.
            let plan = session.running().plan().filter(|plan| self.cost != Some(plan.cost));
            let plan = plan.map(|plan| (plan.cost, Plan::from(plan)));
            match progress {
                Ok(Progress::Running | Progress::Plan) => {}
                Ok(_) => self.end(py)?,
                // The first error is the one to be told.
                Err(error) => {
                    _ = self.end(py);
                    return Err(error);
                }
            }
            if let Some((cost, plan)) = plan {
                self.cost = Some(cost);
                return Ok(Some(plan));
            }
        }
        Ok(None)
    }

    fn end(&mut self, py: Python<'_>) -> PyResult<()> {
        let Some(session) = self.session.take() else { return Ok(()) };
        let result = session.finish(py, std::mem::take(&mut self.best_h.0));
        self.standing.end(result.and_then(|result| Py::new(py, result)))
    }
}

#[pymethods]
impl Anytime {
    fn __iter__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Plan>> {
        self.search.with(|search| search.next(py)).map_err(|error| from_iterator(py, error))
    }

    /// Ends the search: the plans so far are good enough. Another thread may be waiting for the next.
    fn stop(&self, py: Python<'_>) -> PyResult<()> {
        self.search.stop(py, |search| {
            if let Some(session) = &mut search.session {
                session.enough();
            }
            search.end(py)
        })
    }

    /// What came of the search; None while it can go on.
    #[getter]
    fn result(&self, py: Python<'_>) -> Option<Py<Result>> {
        self.search.known().result(py)
    }

    /// What was counted so far.
    #[getter]
    fn counters(&self) -> Counters {
        self.search.known().counters
    }

    fn __repr__(&self) -> String {
        let known = self.search.known();
        let state = if known.is_over { "ended" } else { "under way" };
        let plan = known.plan.as_ref().map_or(String::new(), |plan| format!(", plan of {}", plan.summary()));
        format!("<Anytime {state}{plan}, {}>", known.counters.summary())
    }
}

/// Searches for a plan and then for cheaper and cheaper ones, and yields each as soon as it is found.
///
/// Arguments are those of solve; limits hold for everything together. The iterator ends when the last plan is known to
/// be a cheapest one, or when a limit is reached. After that, its attribute result says which, and why there is no plan
/// if there is none.
///
/// >>> for plan in extremal.anytime("domain.pddl", "problem.pddl", time_limit=60):
/// ...     print(plan.cost)
#[pyfunction]
#[pyo3(
    signature = (domain, problem = None, **options),
    text_signature = "(domain, problem=None, *, search='extremal', heuristic='ff', seed=1, preferred=False, deferred=False, time_limit=None, memory_limit=None, max_evaluations=None, max_expansions=None, threads=1, plan_quality=True)"
)]
pub fn anytime(
    py: Python<'_>,
    domain: &Bound<'_, PyAny>,
    problem: Option<&Bound<'_, PyAny>>,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<Anytime> {
    let input = Input::from_python(domain, problem)?;
    let setup = Setup::from_keywords(py, options)?;
    let budget = setup.budget.clone();
    let (session, result) = match Session::open(py, input, setup, true)? {
        Opened::Session(session) => (Some(session), None),
        Opened::Ended(result) => (None, Some(Py::new(py, *result)?)),
    };
    let standing = Standing::new(result);
    let search = Search { session, best_h: BestH::default(), cost: None, standing: standing.clone() };
    Ok(Anytime { search: Shared::new(search, standing, budget) })
}
