//! Mistakes in the input, as data and as exceptions.

use std::fmt;
use std::path::Path;

use extremal::pddl::PlaceRecord;
use extremal::{Columns, DiagnosticRecord, Error};
use pyo3::exceptions::{PyFileNotFoundError, PyOSError, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyList, PyTuple, PyType};

use crate::record::{dictionary, new_arguments, record};

/// A mistake in a domain or problem file, or something odd about it. Lines and columns start at 1, and
/// columns count characters; the end is after the last character that is marked.
#[pyclass(frozen, eq, get_all, module = "extremal", from_py_object)]
#[derive(Clone, PartialEq, Debug)]
pub struct Diagnostic {
    /// "error", "unsupported" or "warning".
    severity: String,
    /// A short stable name of the kind of mistake.
    code: String,
    /// What is wrong, in a sentence.
    message: String,
    /// Advice, such as "did you mean ...".
    help: Vec<String>,
    /// Places that matter, with words about each.
    labels: Vec<(Place, String)>,
    /// Edits that together mend it, where it is clear what was meant: places, with what is to stand there.
    fix: Vec<(Place, String)>,
    /// The file, as it was named, or "domain" or "problem".
    file: String,
    /// The line.
    line: usize,
    /// The column.
    column: usize,
    /// The line of the end.
    end_line: usize,
    /// The column of the end.
    end_column: usize,
}

/// A place in a file.
#[pyclass(frozen, eq, get_all, module = "extremal", from_py_object)]
#[derive(Clone, PartialEq, Debug)]
pub struct Place {
    /// The file, as it was named, or "domain" or "problem".
    file: String,
    /// The line.
    line: usize,
    /// The column.
    column: usize,
    /// The line of the end.
    end_line: usize,
    /// The column after the end.
    end_column: usize,
}

impl From<PlaceRecord> for Place {
    fn from(PlaceRecord { file, line, column, end_line, end_column }: PlaceRecord) -> Self {
        Place { file, line, column, end_line, end_column }
    }
}

record!(Place: file, line, column, end_line, end_column);

#[pymethods]
impl Place {
    #[new]
    #[pyo3(signature = (**fields))]
    fn new(fields: Option<&Bound<'_, PyDict>>) -> PyResult<Self> {
        Place::from_fields(fields)
    }

    fn __getnewargs_ex__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyTuple>, Bound<'py, PyDict>)> {
        new_arguments(slf, Place::FIELDS)
    }

    fn __repr__(&self) -> String {
        let Place { file, line, column, end_line, end_column } = self;
        format!("<Place {file}:{line}:{column}-{end_line}:{end_column}>")
    }
}

impl From<DiagnosticRecord> for Diagnostic {
    fn from(record: DiagnosticRecord) -> Self {
        let place = record.place;
        Diagnostic {
            severity: record.severity.to_owned(),
            code: record.code.to_owned(),
            message: record.message,
            help: record.help,
            labels: record.labels.into_iter().map(|label| (label.place.into(), label.text)).collect(),
            fix: record.fix.into_iter().map(|edit| (edit.place.into(), edit.replacement)).collect(),
            file: place.file,
            line: place.line,
            column: place.column,
            end_line: place.end_line,
            end_column: place.end_column,
        }
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Diagnostic { severity, code, message, file, line, column, .. } = self;
        write!(f, "{file}:{line}:{column}: {severity}[{code}]: {message}")
    }
}

record!(
    Diagnostic: severity, code, message, help, labels, fix, file, line, column, end_line, end_column,
);

#[pymethods]
impl Diagnostic {
    #[new]
    #[pyo3(signature = (**fields))]
    fn new(fields: Option<&Bound<'_, PyDict>>) -> PyResult<Self> {
        Diagnostic::from_fields(fields)
    }

    /// Everything as a dictionary.
    fn to_dict<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyDict>> {
        dictionary(slf, Diagnostic::FIELDS)
    }

    fn __getnewargs_ex__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyTuple>, Bound<'py, PyDict>)> {
        new_arguments(slf, Diagnostic::FIELDS)
    }

    fn __str__(&self) -> String {
        self.to_string()
    }

    fn __repr__(&self) -> String {
        format!("<Diagnostic {}>", self)
    }
}

/// The exception for an error of the planner. What it raises is written in Python, so that it can be pickled.
pub fn exception(py: Python<'_>, error: &Error) -> PyErr {
    let text = error.to_string();
    let raised = match error {
        Error::Read { path, error } => return not_read(path, error),
        Error::DomainNotFound(_) => return PyFileNotFoundError::new_err(text),
        Error::Stopped(stop) => return limit_reached(py, *stop),
        Error::Component(_) => return PyValueError::new_err(text),
        Error::Pddl { .. } if error.is_unsupported() => with_diagnostics(py, "UnsupportedError", error),
        Error::Pddl { .. } | Error::Sas(_) => with_diagnostics(py, "PddlError", error),
        _ => class(py, "PlannerError").map(|class| PyErr::from_type(class.clone(), text)),
    };
    raised.unwrap_or_else(|error| error)
}

/// The exception that Python itself raises for a file that cannot be read.
fn not_read(path: &Path, error: &std::io::Error) -> PyErr {
    match error.raw_os_error() {
        Some(number) => {
            let message = error.to_string();
            let message = message.split(" (os error").next().unwrap_or_default().to_owned();
            PyOSError::new_err((number, message, path.as_os_str().to_owned()))
        }
        None => PyOSError::new_err(format!("{}: {error}", path.display())),
    }
}

fn with_diagnostics(py: Python<'_>, name: &str, error: &Error) -> PyResult<PyErr> {
    let diagnostics = diagnostics(py, error.records(Columns::Characters))?;
    Ok(PyErr::from_type(class(py, name)?.clone(), (error.to_string(), diagnostics.unbind())))
}

/// Diagnostics as a Python list.
pub fn diagnostics(py: Python<'_>, records: Vec<DiagnosticRecord>) -> PyResult<Bound<'_, PyList>> {
    PyList::new(py, records.into_iter().map(Diagnostic::from))
}

/// An exception for a limit that was reached where there is no result to say so.
pub fn limit_reached(py: Python<'_>, stop: extremal::Stop) -> PyErr {
    let raised = class(py, "LimitReached").map(|class| PyErr::from_type(class.clone(), stop.to_string()));
    raised.unwrap_or_else(|error| error)
}

fn class<'py>(py: Python<'py>, name: &str) -> PyResult<&'py Bound<'py, PyType>> {
    static ERRORS: PyOnceLock<[(String, Py<PyType>); 4]> = PyOnceLock::new();
    let errors = ERRORS.get_or_try_init(py, || {
        let module = py.import("extremal._errors")?;
        let class = |name: &str| -> PyResult<(String, Py<PyType>)> {
            Ok((name.to_owned(), module.getattr(name)?.cast_into::<PyType>()?.unbind()))
        };
        PyResult::Ok([
            class("PlannerError")?,
            class("PddlError")?,
            class("UnsupportedError")?,
            class("LimitReached")?,
        ])
    })?;
    let found = errors.iter().find(|(known, _)| known == name).unwrap_or(&errors[0]);
    Ok(found.1.bind(py))
}
