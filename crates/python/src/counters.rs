//! What was counted and how long it took.

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use crate::record::{dictionary, new_arguments, record};

/// What a search counted. Times aside, everything is the same on every machine.
#[pyclass(frozen, eq, get_all, module = "extremal", from_py_object)]
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Counters {
    /// States whose heuristic value was computed.
    evaluations: u64,
    /// States whose successors were generated.
    expansions: u64,
    /// Successors generated, duplicates included.
    generated: u64,
    /// States that were given a shorter path after they had been found.
    reopened: u64,
    /// States that the heuristic recognised as dead ends.
    dead_ends: u64,
    /// Length of the longest path to a state that was generated.
    max_depth: u32,
    /// Nodes of the search tree; 0 for searches without one.
    tree_nodes: u64,
    /// Heuristic value of the initial state, or None.
    initial_h: Option<u32>,
    /// Smallest heuristic value seen, or None.
    best_h: Option<u32>,
}

record!(Counters: evaluations, expansions, generated, reopened, dead_ends, max_depth, tree_nodes, initial_h, best_h);

impl From<extremal::Counters> for Counters {
    fn from(counters: extremal::Counters) -> Self {
        let extremal::Counters {
            evaluations,
            expansions,
            generated,
            reopened,
            dead_ends,
            max_depth,
            tree_nodes,
            initial_h,
            best_h,
            ..
        } = counters;
        Counters {
            evaluations,
            expansions,
            generated,
            reopened,
            dead_ends,
            max_depth,
            tree_nodes,
            initial_h,
            best_h,
        }
    }
}

impl Counters {
    /// States whose heuristic value was computed.
    pub fn evaluations(&self) -> u64 {
        self.evaluations
    }

    /// The most important of them in words.
    pub fn summary(&self) -> String {
        format!("{} states evaluated, {} expanded", self.evaluations, self.expansions)
    }
}

#[pymethods]
impl Counters {
    #[new]
    #[pyo3(signature = (**fields))]
    fn new(fields: Option<&Bound<'_, PyDict>>) -> PyResult<Self> {
        Counters::from_fields(fields)
    }

    /// All of them as a dictionary, as for a row of a table.
    fn to_dict<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyDict>> {
        dictionary(slf, Counters::FIELDS)
    }

    fn __getnewargs_ex__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyTuple>, Bound<'py, PyDict>)> {
        new_arguments(slf, Counters::FIELDS)
    }

    fn __repr__(slf: &Bound<'_, Self>) -> PyResult<String> {
        let fields = dictionary(slf, Counters::FIELDS)?;
        let fields = fields.iter().map(|(name, value)| format!("{name}={value}"));
        Ok(format!("Counters({})", fields.collect::<Vec<_>>().join(", ")))
    }
}

/// Seconds that the parts of a run took, on the clock.
#[pyclass(frozen, eq, get_all, module = "extremal", from_py_object)]
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Times {
    /// Reading and checking the text.
    pub parse: f64,
    /// Normalising, grounding and translating to finite-domain variables.
    pub translate: f64,
    /// Preparing the state space and the heuristic.
    pub prepare: f64,
    /// Searching.
    pub search: f64,
    /// Shortening the plan.
    pub plan_quality: f64,
    /// Validating the plan.
    pub validate: f64,
}

record!(Times: parse, translate, prepare, search, plan_quality, validate);

impl Times {
    /// Times of a task that was read for this run.
    pub fn of_task(times: extremal::TaskTimes) -> Self {
        Times {
            parse: times.parse.as_secs_f64(),
            translate: times.translate().as_secs_f64(),
            ..Times::default()
        }
    }

    /// The same with the times of a search.
    pub fn with_search(self, times: extremal::SearchTimes) -> Self {
        Times {
            prepare: times.prepare.as_secs_f64(),
            search: times.search.as_secs_f64(),
            plan_quality: times.plan_quality.as_secs_f64(),
            validate: times.validate.as_secs_f64(),
            ..self
        }
    }
}

#[pymethods]
impl Times {
    #[new]
    #[pyo3(signature = (**fields))]
    fn new(fields: Option<&Bound<'_, PyDict>>) -> PyResult<Self> {
        Times::from_fields(fields)
    }

    /// All of them as a dictionary, as for a row of a table.
    fn to_dict<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyDict>> {
        dictionary(slf, Times::FIELDS)
    }

    fn __getnewargs_ex__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyTuple>, Bound<'py, PyDict>)> {
        new_arguments(slf, Times::FIELDS)
    }

    /// All parts together.
    #[getter]
    fn total(&self) -> f64 {
        let Times { parse, translate, prepare, search, plan_quality, validate } = self;
        parse + translate + prepare + search + plan_quality + validate
    }

    fn __repr__(&self) -> String {
        format!(
            "Times(parse={:.6}, translate={:.6}, prepare={:.6}, search={:.6}, plan_quality={:.6}, validate={:.6})",
            self.parse, self.translate, self.prepare, self.search, self.plan_quality, self.validate
        )
    }
}
