//! States, looked at from Python.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use extremal::Fact;
use pyo3::exceptions::{PyIndexError, PyKeyError, PyTypeError, PyValueError};
use pyo3::prelude::*;

use crate::facts;
use crate::memory;
use crate::operator::{Operator, Operators};
use crate::plan::escaped;
use crate::space::Space;
use crate::values::Values;

/// A state of a task.
///
/// It is a value for every finite-domain variable: `state[3]` is the value of variable 3, state.values has
/// all of them as integers that numpy takes without copying. By name, "on(a, b)" in state tells whether a
/// fact holds, and state.facts() lists those that do. Facts that hold in every state, or in none, are no
/// part of it.
#[pyclass(frozen, eq, module = "extremal")]
#[derive(Clone, Debug)]
pub struct State {
    pub space: Arc<Space>,
    pub values: Values,
}

impl PartialEq for State {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.space, &other.space) && *self.values == *other.values
    }
}

impl State {
    fn holding(&self) -> impl Iterator<Item = Fact> + '_ {
        let facts = self.values.iter().enumerate();
        let facts = facts.map(|(variable, &value)| Fact { variable: variable as u32, value });
        facts.filter(|&fact| facts::is_positive(self.space.sas(), fact))
    }

    fn following(&self, py: Python<'_>, operators: &[u32]) -> PyResult<Vec<(Operator, State)>> {
        let states = self.space.successors(py, &self.values, operators)?;
        let pair = |(&index, values): (&u32, Box<[u32]>)| {
            let operator = Operator { space: Arc::clone(&self.space), index };
            (operator, State { space: Arc::clone(&self.space), values: values.into() })
        };
        Ok(operators.iter().zip(states).map(pair).collect())
    }
}

#[pymethods]
impl State {
    /// The values of all variables as a memoryview of 32-bit integers: numpy.asarray(state.values) copies nothing.
    #[getter]
    fn values<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        memory::integers(py, &self.values, None)
    }

    fn __getitem__(&self, variable: isize) -> PyResult<u32> {
        // From the end, if it is negative.
        let place = if variable < 0 { variable + self.values.len() as isize } else { variable };
        let value = usize::try_from(place).ok().and_then(|place| self.values.get(place)).copied();
        value.ok_or_else(|| PyIndexError::new_err(format!("there are {} variables", self.values.len())))
    }

    fn __len__(&self) -> usize {
        self.values.len()
    }

    /// The names of all facts that hold.
    fn facts(&self) -> Vec<String> {
        self.holding().filter_map(|fact| facts::name(self.space.sas(), fact)).collect()
    }

    /// Whether the fact of this name, "on(a, b)" or "(on a b)", holds. KeyError if no variable tells.
    fn holds(&self, fact: &str) -> PyResult<bool> {
        let Some(Fact { variable, value }) = self.space.names().find(fact) else {
            let message = format!(
                "no variable tells whether {fact} holds: it is always true, always false, unknown or irrelevant"
            );
            return Err(PyKeyError::new_err(message));
        };
        Ok(self.values[variable as usize] == value)
    }

    fn __contains__(&self, fact: &str) -> bool {
        self.holds(fact).unwrap_or(false)
    }

    /// Whether the goal holds.
    #[getter]
    fn is_goal(&self) -> bool {
        let goal = &self.space.sas().goal;
        goal.iter().all(|fact| self.values[fact.variable as usize] == fact.value)
    }

    /// The operators that are applicable, in a fixed order.
    fn applicable(&self, py: Python<'_>) -> PyResult<Vec<Operator>> {
        let operators = self.space.applicable(py, &self.values)?;
        let operator = |index| Operator { space: Arc::clone(&self.space), index };
        Ok(operators.into_iter().map(operator).collect())
    }

    /// Pairs of an applicable operator and the state that it leads to.
    fn successors(&self, py: Python<'_>) -> PyResult<Vec<(Operator, State)>> {
        self.following(py, &self.space.applicable(py, &self.values)?)
    }

    /// The state that an operator leads to, which may also be given by its index or as a step. ValueError if it is
    /// not applicable.
    fn apply(&self, operator: &Bound<'_, PyAny>) -> PyResult<State> {
        let index = if let Ok(operator) = operator.cast::<Operator>() {
            let operator = operator.get();
            if !Arc::ptr_eq(&operator.space, &self.space) {
                return Err(PyValueError::new_err("the operator belongs to another task"));
            }
            operator.index
        } else if let Ok(index) = operator.extract::<u32>() {
            index
        } else {
            let all = Operators { space: Arc::clone(&self.space) };
            let found = all.find(operator).map_err(|error| {
                if error.is_instance_of::<PyKeyError>(operator.py()) {
                    error
                } else {
                    PyTypeError::new_err("an operator is an Operator, its index, or a step")
                }
            });
            found?.index
        };
        let py = operator.py();
        if !self.space.applicable(py, &self.values)?.contains(&index) {
            return Err(PyValueError::new_err("the operator is not applicable in this state"));
        }
        let following = self.following(py, &[index])?.pop();
        Ok(following.map_or_else(|| self.clone(), |(_, state)| state))
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.values.hash(&mut hasher);
        hasher.finish()
    }

    fn __reduce__(&self) -> PyResult<()> {
        let message = "a state belongs to its task: pickle the task and list(state.values), from which task.state makes it";
        Err(PyTypeError::new_err(message))
    }

    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }

    fn __repr__(&self) -> String {
        const SHOWN: usize = 8;
        let facts = self.facts();
        let more = if facts.len() > SHOWN { ", ..." } else { "" };
        format!("<State {}{more}>", facts[..facts.len().min(SHOWN)].join(", "))
    }

    fn _repr_html_(&self) -> String {
        let facts: String = self.facts().iter().map(|fact| format!("<li>{}</li>", escaped(fact))).collect();
        format!("<ul style=\"columns: 3\">{facts}</ul>")
    }
}
