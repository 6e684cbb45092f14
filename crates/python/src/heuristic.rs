//! Heuristics written in Python.

use std::sync::{Arc, OnceLock};

use extremal::{DEAD_END, Heuristic, SasTask};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyFloat, PyInt, PyList, PyTuple};

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
    /// Rows and columns, once somebody has asked for the values.
    shape: OnceLock<Py<PyTuple>>,
}

#[pymethods]
impl States {
    /// A memoryview of 32-bit integers in rows: numpy.asarray(states.values) copies nothing.
    #[getter]
    fn values<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        if self.values.is_empty() {
            // A view without elements cannot have a shape.
            return memory::integers(py, &self.values, None);
        }
        let shape = match self.shape.get() {
            Some(shape) => shape.bind(py).clone(),
            None => {
                let shape = (self.number, self.width()).into_pyobject(py)?;
                _ = self.shape.set(shape.clone().unbind());
                shape
            }
        };
        memory::integers(py, &self.values, Some(&shape))
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
    fn new(space: &Arc<Space>, values: &[u32], number: usize) -> Self {
        States { space: Arc::clone(space), number, values: values.to_vec(), shape: OnceLock::new() }
    }

    /// Puts other states in the place of these.
    fn replace(&mut self, values: &[u32], number: usize) {
        if self.number != number {
            (self.number, self.shape) = (number, OnceLock::new());
        }
        self.values.clear();
        self.values.extend_from_slice(values);
    }

    fn width(&self) -> usize {
        self.values.len() / self.number.max(1)
    }
}

/// A heuristic written in Python, for one task. Forks share the object: it runs in one thread at a time.
pub struct PythonHeuristic {
    space: Arc<Space>,
    /// Takes a state, returns a value. A heuristic may do without if it takes several.
    single: Option<Called<State>>,
    /// Takes several states, returns as many values.
    batch: Option<Called<PyTuple>>,
    raised: Arc<Raised>,
}

/// What is called, and what the last call was given. Making that takes as long as the call: so it serves again if nobody
/// has kept it. A tuple around a state does not: CPython 3.14 keeps the hash of a tuple, and `functools.lru_cache` looks
/// for its arguments by it. The hash of several states does not depend on their values.
struct Called<T> {
    object: Arc<Py<PyAny>>,
    last: Option<Py<T>>,
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
            let called = prepare(object, &space).and_then(|()| {
                let batch = object.getattr_opt("batch")?.filter(|batch| !batch.is_none());
                let takes_one = batch.is_none() || takes_one(object)?;
                Ok((takes_one.then(|| Called::new(object.clone())), batch.map(Called::new)))
            });
            let (single, batch) = called.unwrap_or_else(|error| {
                raised.keep(error);
                (None, None)
            });
            PythonHeuristic { space, single, batch, raised: Arc::clone(raised) }
        })
    }
}

impl<T> Called<T> {
    fn new(object: Bound<'_, PyAny>) -> Self {
        Called { object: Arc::new(object.unbind()), last: None }
    }

    fn fork(&self) -> Self {
        Called { object: Arc::clone(&self.object), last: None }
    }
}

impl Called<State> {
    #[expect(unsafe_code, reason = "see `Values::replace`")]
    fn value_of(&mut self, py: Python<'_>, space: &Arc<Space>, state: &[u32]) -> PyResult<u32> {
        let renewed = self.last.take().filter(|last| is_ours_alone(last.bind(py).as_any()));
        let given = match renewed {
            Some(last) => {
                // SAFETY: nobody else has a reference to the state, and nobody gets one before this returns: that takes
                // the interpreter's lock, which this thread has.
                unsafe { last.get().values.replace(state) };
                last
            }
            None => Py::new(py, State { space: Arc::clone(space), values: state.into() })?,
        };
        let value_of_one = self.object.bind(py).call1((&given,));
        self.last = Some(given);
        value(&value_of_one?)
    }
}

impl Called<PyTuple> {
    /// The value of a single state.
    fn value_of(&mut self, py: Python<'_>, space: &Arc<Space>, state: &[u32]) -> PyResult<u32> {
        let mut estimates = Vec::with_capacity(1);
        self.values_of(py, space, state, 1, &mut estimates)?;
        Ok(estimates.first().copied().unwrap_or(DEAD_END))
    }

    fn values_of(
        &mut self,
        py: Python<'_>,
        space: &Arc<Space>,
        states: &[u32],
        number: usize,
        estimates: &mut Vec<u32>,
    ) -> PyResult<()> {
        let renewed = self.last.take().filter(|last| {
            let last = last.bind(py);
            let Ok(argument) = last.get_borrowed_item(0) else { return false };
            if !is_ours_alone(last.as_any()) || !is_ours_alone(&argument) {
                return false;
            }
            let last_states = argument.cast::<States>().ok().and_then(|last| last.try_borrow_mut().ok());
            last_states.map(|mut last| last.replace(states, number)).is_some()
        });
        let arguments = match renewed {
            Some(arguments) => arguments,
            None => (States::new(space, states, number),).into_pyobject(py)?.unbind(),
        };
        let values = self.object.bind(py).call1(&arguments);
        self.last = Some(arguments);
        let values = listed(&values?)?;
        if values.len() != number {
            let message = format!("batch returned {} values for {number} states", values.len());
            return Err(PyValueError::new_err(message));
        }
        for value_of_one in values {
            estimates.push(value(&value_of_one)?);
        }
        Ok(())
    }
}

/// Whether there is a single reference to an object.
#[expect(unsafe_code, reason = "a batch takes a third less time with it")]
fn is_ours_alone(object: &Bound<'_, PyAny>) -> bool {
    // SAFETY: the object is alive, and this thread has the interpreter's lock (`gil_used`), so nobody counts meanwhile.
    unsafe { pyo3::ffi::Py_REFCNT(object.as_ptr()) == 1 }
}

fn prepare(object: &Bound<'_, PyAny>, space: &Arc<Space>) -> PyResult<()> {
    match object.getattr_opt("prepare")? {
        Some(prepare) if !prepare.is_none() => prepare.call1((Task { space: Arc::clone(space) },)).map(drop),
        _ => Ok(()),
    }
}

/// Whether an object with a batch can be called with a state, too: all can but those whose class has inherited the method
/// of `extremal.Heuristic`, which only says that there is none.
fn takes_one(object: &Bound<'_, PyAny>) -> PyResult<bool> {
    let py = object.py();
    let call = intern!(py, "__call__");
    let none = py.import("extremal._parts")?.getattr("Heuristic")?.getattr(call)?;
    Ok(object.is_callable() && !object.get_type().getattr(call)?.is(&none))
}

/// Values as a list: arrays of numpy and torch make lists of themselves faster than anybody else.
pub fn listed<'py>(values: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyList>> {
    if let Ok(list) = values.cast::<PyList>() {
        return Ok(list.clone());
    }
    if let Some(to_list) = values.getattr_opt(intern!(values.py(), "tolist"))?
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
        let PythonHeuristic { space, single, batch, raised } = self;
        let value = Python::attach(|py| match (single, batch) {
            (Some(single), _) => single.value_of(py, space, state),
            (None, Some(batch)) => batch.value_of(py, space, state),
            // It could not be prepared, which was kept.
            (None, None) => Ok(DEAD_END),
        });
        value.unwrap_or_else(|error| {
            raised.keep(error);
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
        let PythonHeuristic { space, batch, raised, .. } = self;
        if let Some(batch) = batch
            && !raised.is_set()
            && let Err(error) = Python::attach(|py| batch.values_of(py, space, states, number, estimates))
        {
            raised.keep(error);
        }
        estimates.resize(before + number, DEAD_END);
    }

    fn fork(&self) -> Option<Box<dyn Heuristic>> {
        Some(Box::new(PythonHeuristic {
            space: Arc::clone(&self.space),
            single: self.single.as_ref().map(Called::fork),
            batch: self.batch.as_ref().map(Called::fork),
            raised: Arc::clone(&self.raised),
        }))
    }
}
