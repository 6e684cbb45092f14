//! Facts as consecutive numbers.

use extremal_sas::{Fact, Task};

/// Facts of a task as consecutive numbers. Further numbers stand for facts that no variable has.
#[derive(Clone, Debug)]
pub struct FactNumbers {
    /// The number of each variable's value 0.
    pub first: Vec<u32>,
    /// The variable of each fact.
    variable: Vec<u32>,
    /// How many facts there are.
    pub len: u32,
}

impl FactNumbers {
    /// Numbers the facts of a task.
    pub fn new(task: &Task) -> Self {
        let mut len = 0;
        let mut first = Vec::with_capacity(task.variables.len());
        let mut variable = Vec::new();
        for (number, description) in task.variables.iter().enumerate() {
            first.push(len);
            len += description.values.len() as u32;
            variable.resize(len as usize, number as u32);
        }
        FactNumbers { first, variable, len }
    }

    /// A further number.
    pub fn add(&mut self) -> u32 {
        self.len += 1;
        self.len - 1
    }

    /// Whether a fact of the task holds in a state.
    #[inline]
    pub fn holds(&self, fact: u32, state: &[u32]) -> bool {
        let variable = self.variable[fact as usize] as usize;
        self.first[variable] + state[variable] == fact
    }

    /// The fact of the task that has a number.
    pub fn fact(&self, number: u32) -> Fact {
        let variable = self.variable[number as usize];
        Fact { variable, value: number - self.first[variable as usize] }
    }

    /// The numbers of all facts of the task that have the same variable.
    pub fn same_variable(&self, number: u32) -> std::ops::Range<u32> {
        let variable = self.variable[number as usize] as usize;
        let end = self.first.get(variable + 1).copied().unwrap_or(self.variable.len() as u32);
        self.first[variable]..end
    }

    /// The number of a fact.
    #[inline]
    pub fn of(&self, fact: Fact) -> u32 {
        self.first[fact.variable as usize] + fact.value
    }
}
