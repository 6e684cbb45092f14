//! Checking, validating, translating and generating tasks.

use std::path::PathBuf;

use extremal::validate::{Explanation, Verdict};
use extremal::{Budget, Columns, Sources, lint, sas};
use pyo3::exceptions::{PyKeyError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString, PyTuple};

use crate::diagnostic::{diagnostics, exception};
use crate::input::{Input, Source};
use crate::interruptible::interruptible;
use crate::plan::{Plan, number};
use crate::record::{new_arguments, record};
use crate::task::Task;

/// Everything that can be said about a domain and a problem, or about a domain alone: a list of diagnostics, which is
/// empty if there is nothing to be said. Nothing is grounded.
///
/// >>> for diagnostic in extremal.check("domain.pddl", "problem.pddl"):
/// ...     print(diagnostic)
#[pyfunction]
#[pyo3(signature = (domain, problem = None))]
pub fn check<'py>(
    py: Python<'py>,
    domain: &Bound<'py, PyAny>,
    problem: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyList>> {
    let read = |source: &Bound<'py, PyAny>, name: &str| {
        Source::from_python(source)?.read(name).map_err(|error| exception(py, &error))
    };
    let domain = read(domain, "domain")?;
    let problem = problem.map(|problem| read(problem, "problem")).transpose()?;
    // Nothing that Ctrl-C could interrupt: a file of 1.5 MB takes less than a tenth of a second.
    let found = py.detach(|| lint(&domain, problem.as_ref()));
    let sources = Sources { domain: &domain, problem: problem.as_ref().unwrap_or(&domain) };
    let records = found.iter().map(|diagnostic| diagnostic.record(&sources, Columns::Characters));
    diagnostics(py, records.collect())
}

/// What validation of a plan has found out.
#[pyclass(frozen, get_all, module = "extremal")]
#[derive(Debug)]
pub struct Validation {
    /// Whether every step can be executed and the goal holds in the end.
    is_valid: bool,
    /// What the steps cost together, or None if they cannot be executed.
    cost: Option<Py<PyAny>>,
    /// The number, from 1, of the step that cannot be executed, or None.
    step: Option<usize>,
    /// The verdict in words, with the conditions that do not hold.
    explanation: String,
}

record!(Validation: is_valid, cost, step, explanation);

impl Validation {
    fn of(py: Python<'_>, verdict: &Verdict) -> PyResult<Validation> {
        let (cost, step) = match verdict {
            Verdict::Valid { cost, .. } | Verdict::GoalNotSatisfied { cost, .. } => (Some(*cost), None),
            Verdict::FailsToExecute { step, .. } => (None, Some(*step)),
            _ => (None, None),
        };
        let cost = cost.map(|cost| number(py, cost).map(Bound::unbind)).transpose()?;
        let explanation = Explanation { plan_name: "plan", verdict }.to_string();
        Ok(Validation { is_valid: verdict.is_valid(), cost, step, explanation })
    }
}

#[pymethods]
impl Validation {
    #[new]
    #[pyo3(signature = (**fields))]
    fn new(fields: Option<&Bound<'_, PyDict>>) -> PyResult<Self> {
        Validation::from_fields(fields)
    }

    fn __getnewargs_ex__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyTuple>, Bound<'py, PyDict>)> {
        new_arguments(slf, Validation::FIELDS)
    }

    fn __bool__(&self) -> bool {
        self.is_valid
    }

    fn __str__(&self) -> &str {
        &self.explanation
    }

    fn __repr__(&self) -> String {
        let word = match (self.is_valid, &self.cost, self.step) {
            (true, Some(cost), _) => format!("valid, cost {cost}"),
            (_, _, Some(step)) => format!("step {step} cannot be executed"),
            (_, Some(_), _) => "the goal does not hold".to_owned(),
            _ => "not a plan".to_owned(),
        };
        format!("<Validation: {word}>")
    }
}

/// Executes a plan on a task, as its author wrote it, and says whether it is valid.
///
/// The plan is a Plan, the text or the path of a plan file, or a sequence of steps such as "(drive a b)". For a Task there
/// is Task.validate(plan).
///
/// >>> validation = extremal.validate("domain.pddl", "problem.pddl", "plan.txt")
/// >>> print(validation.is_valid, validation.explanation)
#[pyfunction]
#[pyo3(signature = (domain, problem, plan))]
pub fn validate(
    py: Python<'_>,
    domain: &Bound<'_, PyAny>,
    problem: Option<&Bound<'_, PyAny>>,
    plan: &Bound<'_, PyAny>,
) -> PyResult<Validation> {
    if domain.cast::<Task>().is_ok() {
        return Err(PyTypeError::new_err("for a Task there is Task.validate(plan)"));
    }
    validate_on(py, Input::from_python(domain, problem)?, plan)
}

/// Executes a plan on a task as its author wrote it.
pub fn validate_on(py: Python<'_>, input: Input, plan: &Bound<'_, PyAny>) -> PyResult<Validation> {
    let plan = read_plan(py, plan)?;
    let budget = Budget::unlimited();
    let verdict = interruptible(py, &budget, || {
        let checked = input.text()?.check(&budget)?;
        let text = match plan {
            Ok(text) => match extremal::PlanText::read(&text) {
                Ok(plan) => plan,
                Err(errors) => return Ok(Verdict::BadPlan { errors }),
            },
            Err(steps) => steps,
        };
        Ok(checked.validate(&text, &budget)?)
    })?;
    Validation::of(py, &verdict.map_err(|error| exception(py, &error))?)
}

/// The text of a plan file, or steps.
fn read_plan(py: Python<'_>, plan: &Bound<'_, PyAny>) -> PyResult<Result<Vec<u8>, extremal::PlanText>> {
    let is_source = plan.cast::<PyString>().is_ok() || plan.extract::<PathBuf>().is_ok();
    if is_source {
        let text = match plan.cast::<PyString>() {
            Ok(text) if text.to_cow()?.is_empty() => Source::Text(String::new()),
            _ => Source::from_python(plan)?,
        };
        let file = text.read("plan").map_err(|error| exception(py, &error))?;
        return Ok(Ok(file.bytes.to_vec()));
    }
    let steps = Plan::from_python(plan)?.steps.iter().map(Into::into).collect();
    Ok(Err(extremal::PlanText::from_steps(steps)))
}

/// Translates a task to SAS+, version 3 of Fast Downward's translator output, and returns the text.
#[pyfunction]
#[pyo3(signature = (domain, problem = None, *, time_limit = None))]
pub fn translate(
    py: Python<'_>,
    domain: &Bound<'_, PyAny>,
    problem: Option<&Bound<'_, PyAny>>,
    time_limit: Option<f64>,
) -> PyResult<String> {
    let time = time_limit.map(crate::options::duration).transpose()?;
    let budget = Budget::new(time, None);
    let space = Input::from_python(domain, problem)?.space_or_exception(py, false, &budget)?;
    interruptible(py, &budget, || {
        let mut text = Vec::new();
        _ = sas::write(space.sas(), &mut text);
        String::from_utf8_lossy(&text).into_owned()
    })
}

/// The texts of a domain and of a problem from a generator that generators() lists. The same name, size and seed always
/// give the same texts.
///
/// >>> domain, problem = extremal.generate("warehouse", 10)
#[pyfunction]
#[pyo3(signature = (name, size, seed = 1))]
pub fn generate(py: Python<'_>, name: &str, size: u32, seed: u64) -> PyResult<(&'static str, String)> {
    let Some(generator) = extremal_generate::generator(name) else {
        let names: Vec<&str> =
            extremal_generate::generators().iter().map(|generator| generator.name).collect();
        return Err(PyKeyError::new_err(format!(
            "there is no generator '{name}'; there are {}",
            names.join(", ")
        )));
    };
    // As fast as a check.
    let generated = py.detach(|| generator.generate(size, seed));
    Ok((generated.domain, generated.problem))
}
