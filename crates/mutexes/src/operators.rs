//! The operators of a task as numbers of facts.

use extremal_sas::{Fact, Task};

/// Facts and operators of a task without conditional effects and axioms.
#[derive(Clone, Debug)]
pub struct Numbered {
    /// The number of the first fact of each variable, and the number of all facts.
    first: Vec<u32>,
    facts: Vec<u32>,
    /// For each operator where its preconditions, its effects, and the values that it keeps begin in `facts`.
    places: Vec<[u32; 3]>,
}

/// An operator.
#[derive(Clone, Copy, Debug)]
pub struct Operator<'n> {
    /// What must hold before.
    pub precondition: &'n [u32],
    /// What it makes true.
    pub effects: &'n [u32],
    /// What must hold before and still holds after.
    pub kept: &'n [u32],
}

impl Numbered {
    /// Numbers the facts of a task.
    pub fn new(task: &Task) -> Self {
        let mut first = vec![0];
        for variable in &task.variables {
            first.push(first[first.len() - 1] + variable.values.len() as u32);
        }
        let mut numbered = Numbered { first, facts: Vec::new(), places: Vec::new() };
        for operator in 0..task.operators.len() {
            let precondition = task.operators.precondition(operator);
            let effects = task.operators.effects(operator);
            let start = numbered.facts.len() as u32;
            numbered.push(precondition.iter().copied());
            let effects_start = numbered.facts.len() as u32;
            numbered.push(effects.iter().map(|effect| effect.fact));
            let kept_start = numbered.facts.len() as u32;
            let is_kept = |fact: &Fact| effects.iter().all(|effect| effect.fact.variable != fact.variable);
            numbered.push(precondition.iter().copied().filter(is_kept));
            numbered.places.push([start, effects_start, kept_start]);
        }
        let end = numbered.facts.len() as u32;
        numbered.places.push([end; 3]);
        numbered
    }

    fn push(&mut self, facts: impl Iterator<Item = Fact>) {
        for fact in facts {
            let number = self.of(fact);
            self.facts.push(number);
        }
    }

    /// Number of facts.
    pub fn num_facts(&self) -> usize {
        self.first[self.first.len() - 1] as usize
    }

    /// Number of operators.
    pub fn num_operators(&self) -> usize {
        self.places.len() - 1
    }

    /// The number of a fact.
    #[inline]
    pub fn of(&self, fact: Fact) -> u32 {
        self.first[fact.variable as usize] + fact.value
    }

    /// The facts of the same variable as a fact.
    pub fn siblings(&self, fact: u32) -> std::ops::Range<u32> {
        let variable = self.first.partition_point(|&first| first <= fact) - 1;
        self.first[variable]..self.first[variable + 1]
    }

    /// An operator.
    #[inline]
    pub fn operator(&self, number: usize) -> Operator<'_> {
        let [start, effects, kept] = self.places[number].map(|place| place as usize);
        let end = self.places[number + 1][0] as usize;
        Operator {
            precondition: &self.facts[start..effects],
            effects: &self.facts[effects..kept],
            kept: &self.facts[kept..end],
        }
    }
}
