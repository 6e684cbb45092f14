//! Numbers handed to Python as a `memoryview`, which numpy and torch take without copying.

use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyMemoryView};

/// The values of variables as a view of 32-bit integers in so many rows.
pub fn integers<'py>(
    py: Python<'py>,
    values: &[u32],
    shape: Option<(usize, usize)>,
) -> PyResult<Bound<'py, PyAny>> {
    let bytes = PyByteArray::new_with(py, 4 * values.len(), |bytes| {
        for (place, value) in bytes.chunks_exact_mut(4).zip(values) {
            place.copy_from_slice(&value.to_ne_bytes());
        }
        Ok(())
    })?;
    let view = PyMemoryView::from(&bytes)?;
    match shape {
        // A view without elements cannot have a shape.
        Some((rows, columns)) if rows * columns > 0 => view.call_method1("cast", ("i", (rows, columns))),
        _ => view.call_method1("cast", ("i",)),
    }
}
