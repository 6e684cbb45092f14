//! Options of searches: what Python code gives by keyword.

use std::sync::Arc;
use std::time::Duration;

use extremal::grammar::closest;
use extremal::{Budget, DeadEnds, Heuristic, Planner, SasTask};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString, PyType};

use crate::bandit::PythonBandit;
use crate::diagnostic::exception;
use crate::heuristic::PythonHeuristic;
use crate::raised::Raised;
use crate::space::Space;

/// A planner that is ready, and what may end it.
pub struct Setup {
    pub planner: Planner,
    pub budget: Budget,
    /// Where exceptions of parts written in Python are kept. If there are no such parts, the planner may run in any
    /// thread.
    pub raised: Option<Arc<Raised>>,
    /// A heuristic written in Python, until its task is known.
    heuristic: Option<Py<PyAny>>,
}

/// What can be given by keyword.
const NAMES: [&str; 11] = [
    "search",
    "heuristic",
    "seed",
    "preferred",
    "deferred",
    "time_limit",
    "memory_limit",
    "max_evaluations",
    "max_expansions",
    "threads",
    "plan_quality",
];

impl Setup {
    /// Reads keyword arguments. Time runs from now.
    pub fn from_keywords(py: Python<'_>, keywords: Option<&Bound<'_, PyDict>>) -> PyResult<Setup> {
        let mut planner = Planner::new();
        let (mut time, mut memory) = (None, None);
        let (mut search, mut heuristic) = (None, None);
        for (key, value) in keywords.into_iter().flatten() {
            let key = key.cast_into::<PyString>()?;
            let key = key.to_cow()?;
            // None is the default of everything.
            if value.is_none() && NAMES.contains(&&*key) {
                continue;
            }
            let wrong = |error: PyErr| {
                let message = format!("{key}: {}", error.value(py));
                let is_type = error.is_instance_of::<PyTypeError>(py);
                if is_type { PyTypeError::new_err(message) } else { PyValueError::new_err(message) }
            };
            planner = match &*key {
                "search" => {
                    search = Some(value);
                    planner
                }
                "heuristic" => {
                    heuristic = Some(value);
                    planner
                }
                "seed" => planner.seed(value.extract().map_err(wrong)?),
                "preferred" => planner.preferred(value.extract().map_err(wrong)?),
                "deferred" => planner.deferred(value.extract().map_err(wrong)?),
                "max_evaluations" => planner.max_evaluations(value.extract::<u64>().map_err(wrong)?),
                "max_expansions" => planner.max_expansions(value.extract::<u64>().map_err(wrong)?),
                "threads" => planner.threads(value.extract().map_err(wrong)?),
                "plan_quality" => planner.plan_quality(value.extract().map_err(wrong)?),
                "time_limit" => {
                    time = Some(duration(value.extract().map_err(wrong)?)?);
                    planner
                }
                "memory_limit" => {
                    memory = Some(kibibytes(value.extract().map_err(wrong)?)?);
                    planner
                }
                _ => return Err(unknown(&key)),
            };
        }
        let budget = Budget::new(time, memory);
        let mut setup =
            Setup { planner: planner.budget(budget.clone()), budget, raised: None, heuristic: None };
        if let Some(search) = search {
            setup.set_search(py, &search)?;
        }
        if let Some(heuristic) = heuristic {
            setup.set_heuristic(py, &heuristic)?;
        }
        if setup.raised.is_some() {
            // Python code runs in one thread at a time.
            setup.planner = setup.planner.threads(1);
        }
        Ok(setup)
    }

    /// A text, or what `tree` returns: a text that names a bandit, and the bandit.
    fn set_search(&mut self, py: Python<'_>, search: &Bound<'_, PyAny>) -> PyResult<()> {
        let mut planner = self.planner.clone();
        let mut text = search.clone();
        if let Some(bandits) = search.getattr_opt("bandits")? {
            for (name, bandit) in bandits.cast_into::<PyDict>()? {
                let bandit = PythonBandit::new(&bandit, self.raised())?;
                planner = planner.own_bandit(&name.cast::<PyString>()?.to_cow()?, bandit);
            }
            text = search.getattr("text")?;
        }
        let Ok(text) = text.cast::<PyString>() else {
            return Err(PyTypeError::new_err(
                "search: a text like \"gbfs\", or what extremal.tree() returns",
            ));
        };
        self.planner = planner.search(&text.to_cow()?).map_err(|error| exception(py, &error))?;
        Ok(())
    }

    fn set_heuristic(&mut self, py: Python<'_>, heuristic: &Bound<'_, PyAny>) -> PyResult<()> {
        if let Ok(text) = heuristic.cast::<PyString>() {
            let planner = self.planner.clone().heuristic(&text.to_cow()?);
            self.planner = planner.map_err(|error| exception(py, &error))?;
            return Ok(());
        }
        if let Ok(class) = heuristic.cast::<PyType>() {
            return Err(class_instead_of_object("heuristic", class));
        }
        let has_batch =
            || PyResult::Ok(heuristic.getattr_opt("batch")?.is_some_and(|batch| !batch.is_none()));
        if !heuristic.is_callable() && !has_batch()? {
            let message = "heuristic: a text like \"ff\", or a function or object that takes a state";
            return Err(PyTypeError::new_err(message));
        }
        self.raised();
        self.heuristic = Some(heuristic.clone().unbind());
        Ok(())
    }

    fn raised(&mut self) -> &Arc<Raised> {
        self.raised.get_or_insert_with(|| Raised::new(&self.budget))
    }

    /// Tells a heuristic written in Python, if there is one, which task it is for.
    pub fn on(&mut self, py: Python<'_>, space: &Arc<Space>) -> PyResult<()> {
        let Some(heuristic) = self.heuristic.take() else { return Ok(()) };
        let is_safe =
            heuristic.bind(py).getattr_opt("safe")?.is_some_and(|safe| safe.is_truthy().unwrap_or(false));
        let dead_ends = if is_safe { DeadEnds::Proven } else { DeadEnds::Guessed };
        let (space, raised) = (Arc::clone(space), Arc::clone(self.raised()));
        let build = move |task: &SasTask| {
            Box::new(PythonHeuristic::new(&heuristic, &space, task, &raised)) as Box<dyn Heuristic>
        };
        self.planner = self.planner.clone().own_heuristic(dead_ends, build);
        Ok(())
    }
}

/// For the class of a part where an object of it is needed.
pub fn class_instead_of_object(part: &str, class: &Bound<'_, PyType>) -> PyErr {
    match class.name() {
        Ok(name) => PyTypeError::new_err(format!("{part}: an object is needed, not a class: {name}(...)")),
        Err(error) => error,
    }
}

fn unknown(key: &str) -> PyErr {
    let suggestion =
        closest(key, NAMES.into_iter()).map_or(String::new(), |name| format!("; did you mean '{name}'?"));
    PyTypeError::new_err(format!("there is no option '{key}'{suggestion}"))
}

pub fn duration(seconds: f64) -> PyResult<Duration> {
    if seconds.is_nan() || seconds < 0.0 {
        return Err(PyValueError::new_err("time_limit: a number of seconds that is not negative"));
    }
    // Infinity is no limit, and so is what no clock can count.
    Ok(Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX))
}

/// Mebibytes to kibibytes.
fn kibibytes(mebibytes: f64) -> PyResult<u64> {
    if mebibytes >= 0.0 {
        // More than there can be is no limit.
        Ok((mebibytes * 1024.0) as u64)
    } else {
        Err(PyValueError::new_err("memory_limit: a number of MiB that is not negative"))
    }
}
