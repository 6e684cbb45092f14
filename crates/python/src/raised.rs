//! Exceptions of parts that are written in Python, and of Ctrl-C meanwhile, kept until the search has ended.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use extremal::Budget;
use pyo3::exceptions::{PyRuntimeError, PyStopIteration};
use pyo3::prelude::*;

/// The first exception, if there was one. The search cannot fail in the middle of an evaluation: the budget
/// is cancelled instead, and the search ends at its next look at it.
#[derive(Debug)]
pub struct Raised {
    first: Mutex<Option<PyErr>>,
    /// Asked before every call of a part, and cheaper to ask than the mutex.
    is_set: AtomicBool,
    budget: Budget,
}

impl Raised {
    /// Nothing was raised yet. From now on, whoever asks the budget also asks for signals and lets other Python threads
    /// run: the search works in the thread that called, where Ctrl-C must be heard also while no part is called.
    pub fn new(budget: &Budget) -> Arc<Self> {
        let (first, is_set) = (Mutex::new(None), AtomicBool::new(false));
        let raised = Arc::new(Raised { first, is_set, budget: budget.clone() });
        // Weak, since the function belongs to the budget, and the budget to what it would keep alive.
        let listener = Arc::downgrade(&raised);
        budget.call_now_and_then(move || _ = listener.upgrade().map(|raised| raised.listen()));
        raised
    }

    fn listen(&self) {
        Python::attach(|py| match py.check_signals() {
            Ok(()) => py.detach(|| ()),
            Err(error) => self.keep(error),
        });
    }

    /// Keeps an exception, and ends the search.
    pub fn keep(&self, error: PyErr) {
        let mut first = self.first.lock().unwrap_or_else(PoisonError::into_inner);
        first.get_or_insert(error);
        self.is_set.store(true, Ordering::Release);
        self.budget.cancel();
    }

    /// Whether parts must not be asked any more.
    pub fn is_set(&self) -> bool {
        self.is_set.load(Ordering::Acquire)
    }

    /// Raises what was kept.
    pub fn raise(&self) -> PyResult<()> {
        if !self.is_set() {
            return Ok(());
        }
        let first = self.first.lock().unwrap_or_else(PoisonError::into_inner).take();
        first.map_or(Ok(()), Err)
    }
}

/// What an iterator raises in place of an error: StopIteration of a part would end a loop as if everything were well.
pub fn from_iterator(py: Python<'_>, error: PyErr) -> PyErr {
    if !error.is_instance_of::<PyStopIteration>(py) {
        return error;
    }
    let raised = PyRuntimeError::new_err("a part of the search raised StopIteration");
    raised.set_cause(py, Some(error));
    raised
}
