//! Operators of a task, looked at one by one.

use std::sync::Arc;

use pyo3::exceptions::{PyKeyError, PyTypeError};
use pyo3::prelude::*;

use crate::facts;
use crate::plan::{Step, number, step_from_python};
use crate::sequence::{element, iterate};
use crate::space::Space;

/// An operator: an action with objects in place of its parameters.
#[pyclass(frozen, eq, hash, module = "extremal")]
#[derive(Clone, Debug)]
pub struct Operator {
    pub space: Arc<Space>,
    pub index: u32,
}

impl PartialEq for Operator {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.space, &other.space) && self.index == other.index
    }
}

impl std::hash::Hash for Operator {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.index.hash(state);
    }
}

impl Operator {
    fn words(&self) -> Vec<String> {
        let name = self.space.sas().operators.name(self.index as usize);
        name.split_ascii_whitespace().map(str::to_owned).collect()
    }

    fn names(&self, facts: &[extremal::Fact]) -> Vec<String> {
        facts.iter().filter_map(|&fact| facts::name(self.space.sas(), fact)).collect()
    }
}

#[pymethods]
impl Operator {
    /// Its place among the operators of the task.
    #[getter]
    fn index(&self) -> u32 {
        self.index
    }

    /// The name of the action.
    #[getter]
    fn name(&self) -> String {
        self.words().into_iter().next().unwrap_or_default()
    }

    /// The names of the objects.
    #[getter]
    fn args(&self) -> Vec<String> {
        self.words().into_iter().skip(1).collect()
    }

    /// The operator as a step of a plan.
    #[getter]
    fn step(&self) -> Step {
        Step { name: self.name(), args: self.args() }
    }

    /// What it costs.
    #[getter]
    fn cost<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let task = &self.space.task;
        let units = task.sas().operators.cost[self.index as usize];
        let cost =
            if task.sas().metric { task.cost_scale().cost(u64::from(units)) } else { extremal::Cost::ONE };
        number(py, cost)
    }

    /// The names of the facts that must hold. Facts that hold in every state are left out.
    #[getter]
    fn precondition(&self) -> Vec<String> {
        self.names(self.space.sas().operators.precondition(self.index as usize))
    }

    /// What it changes: pairs of the names of the facts on which an effect depends, besides the precondition, and the
    /// name of the fact that holds afterwards.
    #[getter]
    fn effects(&self) -> Vec<(Vec<String>, String)> {
        let operators = &self.space.sas().operators;
        let effects = operators.effects(self.index as usize).iter();
        let effects = effects.map(|effect| {
            let fact = facts::name(self.space.sas(), effect.fact);
            (self.names(operators.condition(effect)), fact.unwrap_or_else(|| "none of the others".to_owned()))
        });
        effects.collect()
    }

    fn __str__(&self) -> String {
        self.step().to_string()
    }

    fn __reduce__(&self) -> PyResult<()> {
        let message = "an operator belongs to its task: pickle the task and operator.index, its place in task.operators";
        Err(PyTypeError::new_err(message))
    }

    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }

    fn __repr__(&self) -> String {
        format!("<Operator {} {}>", self.index, self.step())
    }
}

/// All operators of a task: a sequence in which they are made when they are looked at.
#[pyclass(frozen, sequence, module = "extremal")]
#[derive(Debug)]
pub struct Operators {
    pub space: Arc<Space>,
}

#[pymethods]
impl Operators {
    fn __len__(&self) -> usize {
        self.space.sas().operators.len()
    }

    fn __getitem__<'py>(&self, index: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        element(index, self.__len__(), |place| Operator {
            space: Arc::clone(&self.space),
            index: place as u32,
        })
    }

    fn __iter__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        iterate(slf.as_any())
    }

    /// The operator of a step, such as "(drive a b)". Operators that no state reached from the initial one needs do not
    /// exist: KeyError.
    pub fn find(&self, step: &Bound<'_, PyAny>) -> PyResult<Operator> {
        let step = step_from_python(step)?;
        let name =
            std::iter::once(&step.name).chain(&step.args).map(String::as_str).collect::<Vec<_>>().join(" ");
        let operators = &self.space.sas().operators;
        let index = (0..operators.len()).find(|&operator| operators.name_bytes(operator) == name.as_bytes());
        let index = index.ok_or_else(|| PyKeyError::new_err(format!("there is no operator {step}")))?;
        Ok(Operator { space: Arc::clone(&self.space), index: index as u32 })
    }

    fn __repr__(&self) -> String {
        format!("<{} operators>", self.__len__())
    }
}
