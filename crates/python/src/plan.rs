//! Plans and their steps.

use std::hash::{Hash, Hasher};

use extremal::validate::PlanFile;
use extremal::{Cost, PlanStep, PlanText, Position};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};

use crate::sequence::{element, iterate};

/// A step of a plan: the name of an action and those of its objects.
#[pyclass(frozen, eq, hash, get_all, module = "extremal", from_py_object)]
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Step {
    /// The name of the action, in lower case.
    pub name: String,
    /// The names of the objects, in lower case.
    pub args: Vec<String>,
}

impl From<&PlanStep> for Step {
    fn from(step: &PlanStep) -> Self {
        Step { name: step.name.clone(), args: step.arguments.clone() }
    }
}

impl From<&Step> for PlanStep {
    fn from(step: &Step) -> Self {
        PlanStep::new(&step.name, &step.args)
    }
}

impl std::fmt::Display for Step {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        PlanStep::from(self).fmt(f)
    }
}

#[pymethods]
impl Step {
    // For `case Step("drive", [_, city])`.
    #[classattr]
    #[pyo3(name = "__match_args__")]
    fn match_args() -> (&'static str, &'static str) {
        ("name", "args")
    }

    #[new]
    #[pyo3(signature = (name, args = Vec::new()))]
    fn new(name: &str, args: Vec<String>) -> Self {
        Step::from(&PlanStep::new(name, &args))
    }

    fn __str__(&self) -> String {
        self.to_string()
    }

    fn __repr__(&self) -> String {
        let args = self.args.iter().map(|arg| format!("'{arg}'")).collect::<Vec<_>>().join(", ");
        format!("Step('{}', [{args}])", self.name)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let step = slf.get();
        (slf.get_type(), (&step.name, &step.args)).into_pyobject(slf.py())
    }
}

/// A plan: a sequence of steps. As text it is a plan file.
///
/// Plans that come from a search are valid: every one is executed on the task as its author wrote it
/// before it is returned. Plan(text) reads a plan file, Plan(steps) takes steps.
///
/// Plans are equal if their steps are.
#[pyclass(frozen, eq, hash, sequence, module = "extremal", from_py_object)]
#[derive(Clone, Debug)]
pub struct Plan {
    /// The steps.
    pub steps: Vec<Step>,
    cost: Option<Cost>,
    unit_cost: bool,
}

impl PartialEq for Plan {
    fn eq(&self, other: &Self) -> bool {
        self.steps == other.steps
    }
}

impl Hash for Plan {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.steps.hash(state);
    }
}

impl From<&extremal::Plan> for Plan {
    fn from(plan: &extremal::Plan) -> Self {
        let steps = plan.steps.iter().map(Step::from).collect();
        Plan { steps, cost: Some(plan.cost), unit_cost: plan.unit_cost }
    }
}

/// A cost as Python has numbers: whole, or the nearest floating-point number.
pub fn number(py: Python<'_>, cost: Cost) -> PyResult<Bound<'_, PyAny>> {
    match cost.to_string().parse::<u64>() {
        Ok(whole) => Ok(whole.into_pyobject(py)?.into_any()),
        Err(_) => Ok(f64::from(cost).into_pyobject(py)?.into_any()),
    }
}

impl Plan {
    /// A plan from what Python code may call one: a plan, the text of a plan file, or steps.
    pub fn from_python(value: &Bound<'_, PyAny>) -> PyResult<Plan> {
        if let Ok(plan) = value.cast::<Plan>() {
            return Ok(plan.get().clone());
        }
        if let Ok(text) = value.cast::<PyString>() {
            return Plan::read(&text.to_cow()?);
        }
        let mut steps = Vec::new();
        for step in
            value.try_iter().map_err(|_| PyTypeError::new_err("a plan is text or a sequence of steps"))?
        {
            steps.push(step_from_python(&step?)?);
        }
        Ok(Plan { steps, cost: None, unit_cost: false })
    }

    /// Its length and cost.
    pub fn summary(&self) -> String {
        let steps = if self.steps.len() == 1 { "step" } else { "steps" };
        let cost = self.cost.map_or(String::new(), |cost| format!(", cost {cost}"));
        format!("{} {steps}{cost}", self.steps.len())
    }

    /// A table.
    pub fn to_html(&self) -> String {
        const SHOWN: usize = 200;
        let rows = self.steps.iter().take(SHOWN).enumerate().map(|(place, step)| {
            let args = step.args.iter().map(|arg| escaped(arg)).collect::<Vec<_>>().join(" ");
            format!("<tr><td>{}</td><td><b>{}</b></td><td>{args}</td></tr>", place + 1, escaped(&step.name))
        });
        let rest = self.steps.len().saturating_sub(SHOWN);
        let rest =
            if rest > 0 { format!("<tr><td colspan=3>and {rest} more</td></tr>") } else { String::new() };
        let rows: String = rows.collect();
        format!("<table><caption>Plan of {}</caption>{rows}{rest}</table>", self.summary())
    }

    fn read(text: &str) -> PyResult<Plan> {
        match PlanText::read(text.as_bytes()) {
            Ok(plan) => Ok(Plan {
                steps: plan.steps.iter().map(Step::from).collect(),
                cost: plan.stated_cost,
                unit_cost: text.contains("(unit cost)"),
            }),
            Err(errors) => {
                let lines = errors.iter().map(|error| {
                    let Position { line, column, .. } = error.place.start;
                    format!("{line}:{column}: {}", error.message)
                });
                Err(PyValueError::new_err(lines.collect::<Vec<_>>().join("\n")))
            }
        }
    }
}

impl std::fmt::Display for Plan {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let steps: Vec<PlanStep> = self.steps.iter().map(PlanStep::from).collect();
        match self.cost {
            Some(cost) => PlanFile { steps: &steps, cost, unit_cost: self.unit_cost }.fmt(f),
            None => steps.iter().try_for_each(|step| writeln!(f, "{step}")),
        }
    }
}

/// A step from what Python code may call one: a step, `(drive a b)` or `drive a b`.
pub fn step_from_python(value: &Bound<'_, PyAny>) -> PyResult<Step> {
    if let Ok(step) = value.cast::<Step>() {
        return Ok(step.get().clone());
    }
    let Ok(text) = value.cast::<PyString>() else {
        return Err(PyTypeError::new_err("a step is a Step or text like \"(drive a b)\""));
    };
    let text = text.to_cow()?;
    let text = text.trim();
    let inner = text.strip_prefix('(').and_then(|text| text.strip_suffix(')')).unwrap_or(text);
    let mut words = inner.split_ascii_whitespace();
    let name = words.next().ok_or_else(|| PyValueError::new_err("a step without a name"))?;
    Ok(Step::from(&PlanStep::new(name, words)))
}

#[pymethods]
impl Plan {
    #[new]
    fn new(steps: &Bound<'_, PyAny>) -> PyResult<Self> {
        Plan::from_python(steps)
    }

    /// What the steps cost together, or None if nobody has said so.
    #[getter]
    pub fn cost<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        self.cost.map(|cost| number(py, cost)).transpose()
    }

    fn __len__(&self) -> usize {
        self.steps.len()
    }

    fn __getitem__<'py>(&self, index: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        element(index, self.steps.len(), |place| self.steps[place].clone())
    }

    fn __iter__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        iterate(slf.as_any())
    }

    fn __str__(&self) -> String {
        self.to_string()
    }

    fn __repr__(&self) -> String {
        format!("<Plan of {}>", self.summary())
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        (slf.get_type(), (slf.get().to_string(),)).into_pyobject(slf.py())
    }

    fn _repr_html_(&self) -> String {
        self.to_html()
    }
}

/// Text inside HTML.
pub fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
