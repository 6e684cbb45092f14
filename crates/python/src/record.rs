//! Objects that are nothing but their fields: as dictionaries, and so that Python can pickle and copy them.

use pyo3::conversion::FromPyObjectOwned;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

/// The fields of these names as a dictionary.
pub fn dictionary<'py>(object: &Bound<'py, PyAny>, names: &[&str]) -> PyResult<Bound<'py, PyDict>> {
    let dictionary = PyDict::new(object.py());
    for name in names {
        dictionary.set_item(name, object.getattr(*name)?)?;
    }
    Ok(dictionary)
}

/// What `__getnewargs_ex__` returns for a class whose objects are made from their fields by keyword.
pub fn new_arguments<'py>(
    object: &Bound<'py, PyAny>,
    names: &[&str],
) -> PyResult<(Bound<'py, PyTuple>, Bound<'py, PyDict>)> {
    Ok((PyTuple::empty(object.py()), dictionary(object, names)?))
}

/// The field of this name among keyword arguments.
pub fn field<'py, T: FromPyObjectOwned<'py>>(fields: Option<&Bound<'py, PyDict>>, name: &str) -> PyResult<T> {
    let value = fields.map(|fields| fields.get_item(name)).transpose()?.flatten();
    let value = value.ok_or_else(|| PyTypeError::new_err(format!("the field '{name}' is missing")))?;
    value.extract().map_err(|error| {
        let error = Into::<PyErr>::into(error);
        PyTypeError::new_err(format!("{name}: {}", error.value(value.py())))
    })
}

/// Lists the fields of a class, and makes an object from them.
macro_rules! record {
    ($class:ident: $($field:ident),+ $(,)?) => {
        impl $class {
            const FIELDS: &[&str] = &[$(stringify!($field)),+];

            fn from_fields(fields: Option<&Bound<'_, pyo3::types::PyDict>>) -> PyResult<Self> {
                Ok($class { $($field: crate::record::field(fields, stringify!($field))?),+ })
            }
        }
    };
}
pub(crate) use record;
