//! Heuristics written in Python.

use std::sync::Arc;

use extremal::{DEAD_END, Heuristic, SasTask};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyFloat, PyInt, PyList};

use crate::memory;
use crate::raised::Raised;
use crate::sequence::{element, iterate};
use crate::space::Space;
use crate::state::State;
use crate::task::Task;

/// Several states of a task at once.
///
/// `states[0]` is the first of them; states.values has the values of all variables of all states as integers in
/// rows, one row for each state, which numpy and torch take without copying.
#[pyclass(sequence, module = "extremal")]
#[derive(Debug)]
pub struct States {
    space: Arc<Space>,
    number: usize,
    values: Vec<u32>,
}

#[pymethods]
impl States {
    /// A memoryview of 32-bit integers in rows: numpy.asarray(states.values) copies nothing.
    #[getter]
    fn values<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        memory::integers(py, &self.values, Some((self.number, self.width())))
    }

    fn __len__(&self) -> usize {
        self.number
    }

    fn __getitem__<'py>(&self, index: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let width = self.width();
        element(index, self.number, |place| State {
            space: Arc::clone(&self.space),
            values: self.values[place * width..][..width].into(),
        })
    }

    fn __iter__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        iterate(slf.as_any())
    }

    fn __repr__(&self) -> String {
        format!("<{} states>", self.number)
    }
}

impl States {
    fn width(&self) -> usize {
        self.values.len() / self.number.max(1)
    }
}

/// A heuristic written in Python, for one task. Forks share the object: it runs in one thread at a time.
pub struct PythonHeuristic {
    space: Arc<Space>,
    /// Takes a state, returns a value.
    call: Arc<Py<PyAny>>,
    /// Takes several states, returns as many values.
    batch: Option<Arc<Py<PyAny>>>,
    /// What the last batch was handed over in.
    last_states: Option<Py<States>>,
    raised: Arc<Raised>,
}

impl PythonHeuristic {
    /// Prepares a heuristic for the task that a search works on. That may be a simpler one than the user's.
    pub fn new(object: &Py<PyAny>, space: &Arc<Space>, task: &SasTask, raised: &Arc<Raised>) -> Self {
        let is_same = std::ptr::eq(space.sas(), task);
        let space = if is_same {
            Arc::clone(space)
        } else {
            Space::new(extremal::Task::from_sas_task(task.clone()), None)
        };
        Python::attach(|py| {
            let object = object.bind(py);
            let prepared = prepare(object, &space);
            let batch = object.getattr_opt("batch");
            let batch = match (prepared, batch) {
                (Ok(()), Ok(batch)) => batch.filter(|batch| !batch.is_none()),
                (Err(error), _) | (_, Err(error)) => {
                    raised.keep(error);
                    None
                }
            };
            PythonHeuristic {
                space,
                call: Arc::new(object.clone().unbind()),
                batch: batch.map(|batch| Arc::new(batch.unbind())),
                last_states: None,
                raised: Arc::clone(raised),
            }
        })
    }

    fn value_of(&self, py: Python<'_>, state: &[u32]) -> PyResult<u32> {
        let state = State { space: Arc::clone(&self.space), values: state.into() };
        value(&self.call.bind(py).call1((state,))?)
    }

    fn values_of(
        &mut self,
        py: Python<'_>,
        batch: &Py<PyAny>,
        states: &[u32],
        number: usize,
        estimates: &mut Vec<u32>,
    ) -> PyResult<()> {
        let states = self.handed_over(py, states, number)?;
        let values = batch.bind(py).call1((&states,))?;
        self.last_states = Some(states);
        let values = listed(&values)?;
        if values.len() != number {
            let message = format!("batch returned {} values for {number} states", values.len());
            return Err(PyValueError::new_err(message));
        }
        for value_of_one in values {
            estimates.push(value(&value_of_one)?);
        }
        Ok(())
    }

    /// A batch as an object. Making one takes as long as the call: so the last one serves again if nobody has kept it.
    fn handed_over(&mut self, py: Python<'_>, values: &[u32], number: usize) -> PyResult<Py<States>> {
        if let Some(last) = self.last_states.take()
            && is_ours_alone(&last)
        {
            let mut states = last.borrow_mut(py);
            states.number = number;
            states.values.clear();
            states.values.extend_from_slice(values);
            drop(states);
            return Ok(last);
        }
        Py::new(py, States { space: Arc::clone(&self.space), number, values: values.to_vec() })
    }
}

/// Whether nobody else has a reference to an object.
#[expect(unsafe_code, reason = "a batch takes a third less time with it")]
fn is_ours_alone<T>(object: &Py<T>) -> bool {
    // SAFETY: the object is alive, and the interpreter is attached, so nobody counts meanwhile.
    unsafe { pyo3::ffi::Py_REFCNT(object.as_ptr()) == 1 }
}

fn prepare(object: &Bound<'_, PyAny>, space: &Arc<Space>) -> PyResult<()> {
    match object.getattr_opt("prepare")? {
        Some(prepare) if !prepare.is_none() => prepare.call1((Task { space: Arc::clone(space) },)).map(drop),
        _ => Ok(()),
    }
}

/// Values as a list: arrays of numpy and torch make lists of themselves faster than anybody else.
pub fn listed<'py>(values: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyList>> {
    if let Ok(list) = values.cast::<PyList>() {
        return Ok(list.clone());
    }
    if let Some(to_list) = values.getattr_opt("tolist")?
        && let Ok(list) = to_list.call0()?.cast_into::<PyList>()
    {
        return Ok(list);
    }
    let values = values.try_iter().map_err(|_| PyTypeError::new_err("expected a sequence of numbers"))?;
    PyList::new(values.py(), values.collect::<PyResult<Vec<_>>>()?)
}

/// What a heuristic may return: a whole number from 0, or None or infinity for a dead end.
fn value(value: &Bound<'_, PyAny>) -> PyResult<u32> {
    if let Ok(number) = value.cast::<PyInt>() {
        return whole(number.extract::<i64>().ok(), value);
    }
    if value.is_none() {
        return Ok(DEAD_END);
    }
    if let Ok(number) = value.cast::<PyFloat>() {
        let number = number.value();
        if number == f64::INFINITY {
            return Ok(DEAD_END);
        }
        let is_whole = number.trunc() == number && number.abs() < 1e15;
        return whole(is_whole.then_some(number as i64), value);
    }
    // Integers of numpy and the like.
    let number = value.call_method0("__index__").ok();
    whole(number.and_then(|number| number.extract::<i64>().ok()), value)
}

fn whole(number: Option<i64>, value: &Bound<'_, PyAny>) -> PyResult<u32> {
    let number = number.and_then(|number| u32::try_from(number).ok()).filter(|&number| number < DEAD_END);
    number.ok_or_else(|| {
        let shown = value.repr().map_or_else(|_| "something else".to_owned(), |text| text.to_string());
        let message = format!(
            "a heuristic returns a whole number from 0, or None for a dead end; this one returned {shown}"
        );
        PyValueError::new_err(message)
    })
}

impl Heuristic for PythonHeuristic {
    fn evaluate(&mut self, state: &[u32]) -> u32 {
        if self.raised.is_set() {
            return DEAD_END;
        }
        Python::attach(|py| self.value_of(py, state)).unwrap_or_else(|error| {
            self.raised.keep(error);
            DEAD_END
        })
    }

    fn evaluates_together(&self) -> bool {
        self.batch.is_some()
    }

    fn evaluate_all(&mut self, states: &[u32], variables: usize, estimates: &mut Vec<u32>) {
        let (before, number) = (estimates.len(), states.len() / variables.max(1));
        if number == 1 {
            // A state alone costs less as such.
            estimates.push(self.evaluate(states));
            return;
        }
        let batch = self.batch.clone().filter(|_| !self.raised.is_set());
        if let Some(batch) = batch
            && let Err(error) = Python::attach(|py| self.values_of(py, &batch, states, number, estimates))
        {
            self.raised.keep(error);
        }
        estimates.resize(before + number, DEAD_END);
    }

    fn fork(&self) -> Option<Box<dyn Heuristic>> {
        Some(Box::new(PythonHeuristic {
            space: Arc::clone(&self.space),
            call: Arc::clone(&self.call),
            batch: self.batch.clone(),
            last_states: None,
            raised: Arc::clone(&self.raised),
        }))
    }
}
