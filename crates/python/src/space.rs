//! What all views of one task share.

use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use extremal::states::StateSpace;
use extremal::{Budget, SasTask, SourceFile, Task, TaskText, sas};
use pyo3::prelude::*;

use crate::diagnostic::limit_reached;
use crate::facts::FactNames;
use crate::interruptible::interruptible;

/// A task with what its views need, prepared when it is first asked for.
#[derive(Debug)]
pub struct Space {
    /// The task.
    pub task: Task,
    origin: Option<Origin>,
    space: OnceLock<Mutex<StateSpace>>,
    names: OnceLock<FactNames>,
}

/// What a task was read from, and how.
#[derive(Clone, Debug)]
pub struct Origin {
    pub text: TaskText,
    pub keep_irrelevant: bool,
}

impl Space {
    /// Of a task that was read from a text, if the text is at hand. Nothing is prepared yet.
    pub fn new(task: Task, origin: Option<Origin>) -> Arc<Self> {
        Arc::new(Space { task, origin, space: OnceLock::new(), names: OnceLock::new() })
    }

    /// What the task can be read from again: its own text, or it is written as SAS+.
    pub fn origin(&self) -> Origin {
        self.origin.clone().unwrap_or_else(|| {
            let mut text = Vec::new();
            _ = sas::write(self.sas(), &mut text);
            Origin { text: TaskText::Sas(SourceFile::new("task", text)), keep_irrelevant: false }
        })
    }

    /// The task over finite-domain variables.
    pub fn sas(&self) -> &SasTask {
        self.task.sas()
    }

    /// Facts by name.
    pub fn names(&self) -> &FactNames {
        self.names.get_or_init(|| FactNames::new(self.sas()))
    }

    /// Works with the state space. For a large task it takes half a second to prepare it, where Ctrl-C is heard.
    pub fn with<T>(&self, py: Python<'_>, work: impl FnOnce(&mut StateSpace) -> T) -> PyResult<T> {
        let space = match self.space.get() {
            Some(space) => space,
            None => {
                let budget = Budget::unlimited();
                let prepared = interruptible(py, &budget, || StateSpace::within(self.sas(), &budget))?;
                let prepared = prepared.map_err(|stop| limit_reached(py, stop))?;
                // Another thread may have been faster.
                self.space.get_or_init(|| Mutex::new(prepared))
            }
        };
        Ok(work(&mut space.lock().unwrap_or_else(PoisonError::into_inner)))
    }

    /// The values of the initial state, derived ones included.
    pub fn initial_values(&self, py: Python<'_>) -> PyResult<Box<[u32]>> {
        self.with(py, |space| {
            let mut packed = space.new_packed();
            space.initial_state(&mut packed);
            unpacked(space, &packed)
        })
    }

    /// The operators that are applicable in a state.
    pub fn applicable(&self, py: Python<'_>, values: &[u32]) -> PyResult<Vec<u32>> {
        let mut operators = Vec::new();
        self.with(py, |space| space.applicable_operators(values, &mut operators))?;
        Ok(operators)
    }

    /// The states that operators, which are applicable, lead to.
    pub fn successors(&self, py: Python<'_>, values: &[u32], operators: &[u32]) -> PyResult<Vec<Box<[u32]>>> {
        self.with(py, |space| {
            let (mut packed, mut successor) = (space.new_packed(), space.new_packed());
            space.pack(values, &mut packed);
            let mut follow = |&operator: &u32| {
                space.successor(&packed, values, operator, &mut successor);
                unpacked(space, &successor)
            };
            operators.iter().map(&mut follow).collect()
        })
    }
}

fn unpacked(space: &mut StateSpace, packed: &[u64]) -> Box<[u32]> {
    let mut values = space.new_values();
    space.unpack(packed, &mut values);
    values.into()
}
