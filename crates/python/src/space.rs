//! What all views of one task share.

use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use extremal::states::StateSpace;
use extremal::{SasTask, Task};

use crate::facts::FactNames;

/// A task with what its views need, prepared when it is first asked for.
#[derive(Debug)]
pub struct Space {
    /// The task.
    pub task: Task,
    space: OnceLock<Mutex<StateSpace>>,
    names: OnceLock<FactNames>,
}

impl Space {
    /// Nothing is prepared yet.
    pub fn new(task: Task) -> Arc<Self> {
        Arc::new(Space { task, space: OnceLock::new(), names: OnceLock::new() })
    }

    /// The task over finite-domain variables.
    pub fn sas(&self) -> &SasTask {
        self.task.sas()
    }

    /// Facts by name.
    pub fn names(&self) -> &FactNames {
        self.names.get_or_init(|| FactNames::new(self.sas()))
    }

    /// Works with the state space.
    pub fn with<T>(&self, work: impl FnOnce(&mut StateSpace) -> T) -> T {
        let space = self.space.get_or_init(|| Mutex::new(StateSpace::new(self.sas())));
        work(&mut space.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// The values of the initial state, derived ones included.
    pub fn initial_values(&self) -> Box<[u32]> {
        self.with(|space| {
            let mut packed = space.new_packed();
            space.initial_state(&mut packed);
            unpacked(space, &packed)
        })
    }

    /// The operators that are applicable in a state.
    pub fn applicable(&self, values: &[u32]) -> Vec<u32> {
        let mut operators = Vec::new();
        self.with(|space| space.applicable_operators(values, &mut operators));
        operators
    }

    /// The states that operators, which are applicable, lead to.
    pub fn successors(&self, values: &[u32], operators: &[u32]) -> Vec<Box<[u32]>> {
        self.with(|space| {
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
