//! Tasks.

use std::path::PathBuf;
use std::sync::Arc;

use extremal::{Budget, SourceFile, Status, TaskText};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyTuple};

use crate::checks::{Validation, validate_on};
use crate::counters::Times;
use crate::facts;
use crate::heuristic::listed;
use crate::input::{Input, Source};
use crate::operator::Operators;
use crate::options::duration;
use crate::plan::escaped;
use crate::search::Search;
use crate::space::{Origin, Space};
use crate::state::State;

/// A planning task, read, checked and translated once, and ready to be solved any number of times.
///
/// Task(domain, problem) takes paths or texts; Task(problem) looks for the domain file under the usual
/// names beside the problem file, and takes SAS+ files too. Wrong PDDL raises PddlError. Facts and operators that do
/// not matter for the goal are no part of the task, unless keep_irrelevant says so. If translation takes more than
/// time_limit seconds, LimitReached is raised.
#[pyclass(frozen, module = "extremal")]
#[derive(Debug)]
pub struct Task {
    pub space: Arc<Space>,
}

impl Task {
    fn read(py: Python<'_>, input: Input) -> PyResult<Task> {
        Ok(Task { space: input.space_or_exception(py, false, &Budget::unlimited())? })
    }
}

/// Reads a task from files, each with its name and its text, as a pickle of a task has them: domain and problem, or
/// SAS+ alone.
#[pyfunction]
pub fn _read_task(py: Python<'_>, files: Vec<(String, Vec<u8>)>, keep_irrelevant: bool) -> PyResult<Task> {
    let mut files = files.into_iter().map(|(name, text)| SourceFile::new(&name, text));
    let text = match (files.next(), files.next()) {
        (Some(domain), Some(problem)) => TaskText::Pddl { domain, problem },
        (Some(file), None) => TaskText::Sas(file),
        _ => return Err(PyValueError::new_err("a task without a text")),
    };
    let input = Input::Text(text);
    Ok(Task { space: input.space_or_exception(py, keep_irrelevant, &Budget::unlimited())? })
}

#[pymethods]
impl Task {
    #[new]
    #[pyo3(signature = (domain, problem = None, *, keep_irrelevant = false, time_limit = None))]
    fn new(
        py: Python<'_>,
        domain: &Bound<'_, PyAny>,
        problem: Option<&Bound<'_, PyAny>>,
        keep_irrelevant: bool,
        time_limit: Option<f64>,
    ) -> PyResult<Self> {
        let budget = Budget::new(time_limit.map(duration).transpose()?, None);
        let input = Input::from_python(domain, problem)?;
        Ok(Task { space: input.space_or_exception(py, keep_irrelevant, &budget)? })
    }

    /// A task from a domain file and a problem file.
    #[staticmethod]
    fn from_files(py: Python<'_>, domain: PathBuf, problem: PathBuf) -> PyResult<Self> {
        Task::read(py, Input::Pddl(Source::File(domain), Source::File(problem)))
    }

    /// A task from the texts of a domain and a problem.
    #[staticmethod]
    fn from_pddl(py: Python<'_>, domain: String, problem: String) -> PyResult<Self> {
        Task::read(py, Input::Pddl(Source::Text(domain), Source::Text(problem)))
    }

    /// A task from the text of a SAS+ file, version 3 of Fast Downward's translator output.
    #[staticmethod]
    fn from_sas(py: Python<'_>, text: String) -> PyResult<Self> {
        Task::read(py, Input::Alone(Source::Text(text)))
    }

    /// What translation found out about solvability: "open", "goal holds", or "unsolvable".
    #[getter]
    fn status(&self) -> &'static str {
        match self.space.task.status() {
            Status::Open => "open",
            Status::GoalHolds => "goal holds",
            _ => "unsolvable",
        }
    }

    /// The initial state.
    #[getter]
    fn initial(&self, py: Python<'_>) -> PyResult<State> {
        Ok(State { space: Arc::clone(&self.space), values: self.space.initial_values(py)?.into() })
    }

    /// The names of the facts that must hold in the end.
    #[getter]
    fn goal(&self) -> Vec<String> {
        let sas = self.space.sas();
        sas.goal.iter().filter_map(|&fact| facts::name(sas, fact)).collect()
    }

    /// The state in which the variables have these values: of State.values, or as an array or a list.
    fn state(&self, values: &Bound<'_, PyAny>) -> PyResult<State> {
        let values: Vec<u32> = listed(values)?.extract()?;
        let variables = &self.space.sas().variables;
        if values.len() != variables.len() {
            let message = format!("{} values for {} variables", values.len(), variables.len());
            return Err(PyValueError::new_err(message));
        }
        let is_wrong = |&variable: &usize| values[variable] as usize >= variables[variable].values.len();
        if let Some(variable) = (0..values.len()).find(is_wrong) {
            let (value, all) = (values[variable], variables[variable].values.len());
            let message = format!("variable {variable} has the values 0 to {}, not {value}", all - 1);
            return Err(PyValueError::new_err(message));
        }
        Ok(State { space: Arc::clone(&self.space), values: values.into() })
    }

    /// Executes a plan on the task, as its author wrote it, and says whether it is valid. The plan is a Plan, the text
    /// or the path of a plan file, or a sequence of steps such as "(drive a b)".
    fn validate(&self, py: Python<'_>, plan: &Bound<'_, PyAny>) -> PyResult<Validation> {
        validate_on(py, Input::Task(Arc::clone(&self.space)), plan)
    }

    /// All operators, in a sequence.
    #[getter]
    fn operators(&self) -> Operators {
        Operators { space: Arc::clone(&self.space) }
    }

    /// For each variable the names of its values; None for a value that only says that no other one holds.
    #[getter]
    fn variables(&self) -> Vec<Vec<Option<String>>> {
        let sas = self.space.sas();
        let names = |variable: usize| {
            let values = 0..sas.variables[variable].values.len() as u32;
            values
                .map(|value| facts::name(sas, extremal::Fact { variable: variable as u32, value }))
                .collect()
        };
        (0..sas.variables.len()).map(names).collect()
    }

    /// Variable and value of the fact of this name, "on(a, b)" or "(on a b)"; None if no variable tells whether it
    /// holds.
    fn fact(&self, name: &str) -> Option<(u32, u32)> {
        self.space.names().find(name).map(|fact| (fact.variable, fact.value))
    }

    /// The sizes of the task: variables, facts, operators and so on, as Fast Downward counts them.
    #[getter]
    fn sizes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let sizes = self.space.task.sizes();
        let dictionary = PyDict::new(py);
        for (name, size) in [
            ("variables", sizes.variables),
            ("derived_variables", sizes.derived_variables),
            ("facts", sizes.facts),
            ("goal_facts", sizes.goal_facts),
            ("mutex_groups", sizes.mutex_groups),
            ("operators", sizes.operators),
            ("axioms", sizes.axioms),
            ("task_size", sizes.task_size),
        ] {
            dictionary.set_item(name, size)?;
        }
        Ok(dictionary)
    }

    /// Seconds that it took to read and translate the task.
    #[getter]
    fn times(&self) -> Times {
        Times::of_task(self.space.task.times())
    }

    /// Starts a search that is advanced, watched and stopped by the caller. Options are those of solve, besides
    ///
    /// anytime  go on to cheaper plans after the first
    /// events   keep what happens, for Search.events and loops over the search
    /// tree     the same with what happens in trees: selections and backups
    #[pyo3(
        signature = (*, anytime = false, events = false, tree = false, **options),
        text_signature = "($self, *, anytime=False, events=False, tree=False, search='extremal', heuristic='ff', seed=1, preferred=False, deferred=False, time_limit=None, memory_limit=None, max_evaluations=None, max_expansions=None, threads=1, plan_quality=True)"
    )]
    fn search(
        &self,
        py: Python<'_>,
        anytime: bool,
        events: bool,
        tree: bool,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Search> {
        Search::start(py, self, anytime, events, tree, options)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let Origin { text, keep_irrelevant } = self.space.origin();
        let files = match text {
            TaskText::Pddl { domain, problem } => vec![domain, problem],
            TaskText::Sas(file) => vec![file],
            _ => return Err(PyTypeError::new_err("cannot pickle this task")),
        };
        let files = files.iter().map(|file| (file.name.clone(), PyBytes::new(py, &file.bytes)));
        let arguments = (files.collect::<Vec<_>>(), keep_irrelevant).into_pyobject(py)?;
        Ok((py.import("extremal._native")?.getattr("_read_task")?, arguments))
    }

    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }

    fn __repr__(&self) -> String {
        let sizes = self.space.task.sizes();
        format!("<Task with {} variables and {} operators>", sizes.variables, sizes.operators)
    }

    fn _repr_html_(&self) -> String {
        let sizes = self.space.task.sizes();
        let rows = [
            ("variables", sizes.variables),
            ("facts", sizes.facts),
            ("operators", sizes.operators),
            ("axioms", sizes.axioms),
            ("goals", sizes.goal_facts),
        ];
        let rows = rows.map(|(name, size)| format!("<tr><td>{name}</td><td>{size}</td></tr>"));
        let goal = self.goal().iter().take(20).map(|fact| escaped(fact)).collect::<Vec<_>>().join(", ");
        format!(
            "<table><caption>Task</caption>{}<tr><td>goal</td><td>{goal}</td></tr></table>",
            rows.concat()
        )
    }
}
