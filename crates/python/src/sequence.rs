//! Iteration over sequences that make their elements when they are looked at.

use pyo3::prelude::*;

/// An iterator over the elements of a sequence, in order.
pub fn iterate<'py>(sequence: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let builtins = sequence.py().import("builtins")?;
    let places = builtins.call_method1("range", (sequence.len()?,))?;
    builtins.call_method1("map", (sequence.getattr("__getitem__")?, places))
}
