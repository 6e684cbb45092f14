//! What Python code may give as a task: a task, paths, or texts.

use std::path::PathBuf;
use std::sync::Arc;

use extremal::{Budget, Error, SourceFile, TaskText};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::diagnostic::exception;
use crate::interruptible::interruptible;
use crate::space::{Origin, Space};
use crate::task::Task;

/// A task, or what it is to be read from.
pub enum Input {
    /// It is there.
    Task(Arc<Space>),
    /// Both files.
    Pddl(Source, Source),
    /// The text of both, or of a SAS+ task.
    Text(TaskText),
    /// A problem file, whose domain file is to be found, or a SAS+ task.
    Alone(Source),
}

/// A text or a file.
pub enum Source {
    Text(String),
    File(PathBuf),
}

impl Source {
    /// A string with a line break, or one that begins like PDDL, is a text; other strings are paths.
    pub fn from_python(value: &Bound<'_, PyAny>) -> PyResult<Source> {
        if let Ok(text) = value.cast::<PyString>() {
            let text = text.to_cow()?;
            if text.is_empty() {
                return Err(PyValueError::new_err("an empty string is neither a path nor a text"));
            }
            let is_text = text.contains('\n') || text.trim_start().starts_with(['(', ';']);
            return Ok(if is_text {
                Source::Text(text.into_owned())
            } else {
                Source::File(PathBuf::from(&*text))
            });
        }
        value.extract::<PathBuf>().map(Source::File).map_err(|_| {
            let kind = value.get_type().name().map_or_else(|_| "this".to_owned(), |name| name.to_string());
            PyTypeError::new_err(format!(
                "a domain or problem is a path or a text (str), or as the first argument a Task, not {kind}"
            ))
        })
    }

    /// Reads it. Texts are called by the name given.
    pub fn read(self, name: &str) -> Result<SourceFile, Error> {
        match self {
            Source::Text(text) => Ok(SourceFile::new(name, text)),
            Source::File(path) => SourceFile::read(&path).map_err(|error| Error::Read { path, error }),
        }
    }
}

impl Input {
    /// What the first two arguments of most functions are.
    pub fn from_python(domain: &Bound<'_, PyAny>, problem: Option<&Bound<'_, PyAny>>) -> PyResult<Input> {
        if let Ok(task) = domain.cast::<Task>() {
            if problem.is_some() {
                return Err(PyTypeError::new_err("a Task has its problem already"));
            }
            return Ok(Input::Task(Arc::clone(&task.get().space)));
        }
        let domain = Source::from_python(domain)?;
        match problem {
            Some(problem) => Ok(Input::Pddl(domain, Source::from_python(problem)?)),
            None if matches!(&domain, Source::Text(text) if text.trim_start().starts_with(['(', ';'])) => {
                Err(PyTypeError::new_err("a text in PDDL takes a second one: give domain and problem"))
            }
            None => Ok(Input::Alone(domain)),
        }
    }

    /// The text of the task.
    pub fn text(self) -> Result<TaskText, Error> {
        match self {
            Input::Pddl(domain, problem) => {
                Ok(TaskText::Pddl { domain: domain.read("domain")?, problem: problem.read("problem")? })
            }
            Input::Alone(source) => {
                let path = match &source {
                    Source::File(path) => Some(path.clone()),
                    Source::Text(_) => None,
                };
                let file = source.read("task")?;
                match path {
                    Some(path) if !file.bytes.trim_ascii_start().starts_with(b"begin_version") => {
                        let domain = extremal::pddl::find_domain(&path)?;
                        Ok(TaskText::Pddl { domain: Source::File(domain).read("domain")?, problem: file })
                    }
                    _ => Ok(TaskText::Sas(file)),
                }
            }
            Input::Text(text) => Ok(text),
            Input::Task(space) => Ok(space.origin().text),
        }
    }

    /// Reads and translates the task, unless it is there.
    pub fn task(self, budget: &Budget) -> Result<extremal::Task, Error> {
        match self {
            Input::Task(space) => Ok(space.task.clone()),
            input => extremal::Task::from_text(input.text()?, budget),
        }
    }

    /// The same with all views of it, and with what does not matter for the goal if asked for.
    pub fn space(self, keep_irrelevant: bool, budget: &Budget) -> Result<Arc<Space>, Error> {
        let text = match self {
            Input::Task(space) if !keep_irrelevant => return Ok(space),
            input => input.text()?,
        };
        let origin = Origin { text: text.clone(), keep_irrelevant };
        let mut normalised = text.check(budget)?.normalise(budget)?;
        if keep_irrelevant {
            normalised = normalised.with_irrelevant();
        }
        Ok(Space::new(normalised.translate(budget)?, Some(origin)))
    }

    /// The same where Ctrl-C is heard, with errors as exceptions.
    pub fn space_or_exception(
        self,
        py: Python<'_>,
        keep_irrelevant: bool,
        budget: &Budget,
    ) -> PyResult<Arc<Space>> {
        if let Input::Task(space) = &self
            && !keep_irrelevant
        {
            return Ok(Arc::clone(space));
        }
        interruptible(py, budget, || self.space(keep_irrelevant, budget))?
            .map_err(|error| exception(py, &error))
    }
}
