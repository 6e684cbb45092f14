//! What Python code may give as a task: a task, paths, or texts.

use std::path::PathBuf;
use std::sync::Arc;

use extremal::{Budget, Error, SourceFile, TaskText};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::diagnostic::exception;
use crate::interruptible::interruptible;
use crate::space::Space;
use crate::task::Task;

/// A task, or what it is to be read from.
pub enum Input {
    /// It is there.
    Task(Arc<Space>),
    /// Both files.
    Pddl(Source, Source),
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
            let is_text = text.contains('\n') || text.trim_start().starts_with(['(', ';']);
            return Ok(if is_text {
                Source::Text(text.into_owned())
            } else {
                Source::File(PathBuf::from(&*text))
            });
        }
        value.extract::<PathBuf>().map(Source::File).map_err(|_| {
            PyTypeError::new_err("a domain or problem is a path, a text, or as the first argument a Task")
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
        Ok(match problem {
            Some(problem) => Input::Pddl(domain, Source::from_python(problem)?),
            None => Input::Alone(domain),
        })
    }

    /// The text of the task; none if it is a task already.
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
            Input::Task(_) => Ok(TaskText::Sas(SourceFile::new("task", ""))),
        }
    }

    /// Reads and translates the task, unless it is there.
    pub fn task(self, budget: &Budget) -> Result<extremal::Task, Error> {
        match self {
            Input::Task(space) => Ok(space.task.clone()),
            input => extremal::Task::from_text(input.text()?, budget),
        }
    }

    /// The same where Ctrl-C is heard, with errors as exceptions.
    pub fn task_or_exception(self, py: Python<'_>, budget: &Budget) -> PyResult<extremal::Task> {
        if let Input::Task(space) = self {
            return Ok(space.task.clone());
        }
        interruptible(py, budget, || self.task(budget))?.map_err(|error| exception(py, &error))
    }
}
