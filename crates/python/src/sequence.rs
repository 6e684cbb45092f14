//! Sequences that make their elements when they are looked at.

use pyo3::IntoPyObjectExt;
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::{PyList, PySlice};

/// The element at an index, which may count from the end, or a list of those in a slice.
pub fn element<'py, T: IntoPyObject<'py>>(
    index: &Bound<'py, PyAny>,
    length: usize,
    at: impl Fn(usize) -> T,
) -> PyResult<Bound<'py, PyAny>> {
    let py = index.py();
    if let Ok(slice) = index.cast::<PySlice>() {
        let indices = slice.indices(length as isize)?;
        let place = |number: usize| (indices.start + indices.step * number as isize) as usize;
        let elements = (0..indices.slicelength).map(|number| at(place(number)));
        return Ok(PyList::new(py, elements.collect::<Vec<_>>())?.into_any());
    }
    let index: isize = index.extract()?;
    let place = if index < 0 { index + length as isize } else { index };
    match usize::try_from(place) {
        Ok(place) if place < length => at(place).into_bound_py_any(py),
        _ => Err(PyIndexError::new_err(format!("index {index} of a sequence of {length}"))),
    }
}

/// An iterator over the elements of a sequence, in order.
pub fn iterate<'py>(sequence: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let builtins = sequence.py().import("builtins")?;
    let places = builtins.call_method1("range", (sequence.len()?,))?;
    builtins.call_method1("map", (sequence.getattr("__getitem__")?, places))
}
