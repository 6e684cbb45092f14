//! Numbers handed to Python as a `memoryview`, which numpy and torch take without copying.

use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyMemoryView, PyTuple};

/// The values of variables as a view of 32-bit integers: in so many rows and columns, if there are any.
pub fn integers<'py>(
    py: Python<'py>,
    values: &[u32],
    shape: Option<&Bound<'py, PyTuple>>,
) -> PyResult<Bound<'py, PyAny>> {
    let bytes = PyByteArray::new_with(py, 4 * values.len(), |bytes| {
        for (place, value) in bytes.chunks_exact_mut(4).zip(values) {
            place.copy_from_slice(&value.to_ne_bytes());
        }
        Ok(())
    })?;
    let view = PyMemoryView::from(&bytes)?;
    let (cast, format) = (intern!(py, "cast"), intern!(py, "i"));
    match shape {
        Some(shape) => view.call_method1(cast, (format, shape)),
        None => view.call_method1(cast, (format,)),
    }
}
