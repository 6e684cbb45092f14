//! Derived variables, followed as states change.
//!
//! Derived variables that depend on each other form a component; components are computed in the order of
//! their dependencies. Each axiom counts which of its conditions outside of its component do not hold in the
//! state looked at last. For a new state only the facts that changed touch counters, and only components in
//! which a counter left or reached zero are computed again. A variable that does not depend on itself has its
//! derived value if some counter is zero; a component with cycles is computed from scratch as a fixpoint.
//!
//! Layers are not needed: axioms refer to default values of lower layers only, so a component never spans
//! two layers, and the order of components refines that of layers.

mod components;

use extremal_sas::{Fact, Task};

use components::{Components, compute_components};

/// Computes derived variables. It remembers a state, but its results do not depend on that.
///
/// As in SAS+ files, derived variables have two values, and axioms set the one that is not the default.
#[derive(Clone, Debug)]
pub struct AxiomEvaluator {
    components: Components,
    /// The derived variables.
    derived: Vec<DerivedVariable>,
    /// Variables in conditions that are not derived.
    inputs: Vec<u32>,
    /// The state looked at last, with its derived variables.
    current: Vec<u32>,
    /// Axioms by facts of other components in their conditions.
    readers: Readers,
    /// Number of conditions outside of the axiom's component that do not hold.
    unsatisfied: Vec<u32>,
    /// Number of axioms of each component whose conditions outside of it hold.
    num_satisfied: Vec<u32>,
    /// A bit for each component: whether it has to be computed again.
    outdated: Vec<u64>,
    /// Conditions of each axiom that do not hold, in the component being computed.
    open: Vec<u32>,
    /// Which derived variables have been found to hold, in the component being computed.
    holds: Vec<bool>,
    queue: Vec<u32>,
}

#[derive(Clone, Copy, Debug)]
struct DerivedVariable {
    variable: u32,
    default: u32,
    derived: u32,
}

/// Numbers of axioms for each fact.
#[derive(Clone, Debug)]
struct Readers {
    first_fact: Vec<u32>,
    starts: Vec<u32>,
    axioms: Vec<u32>,
}

impl Readers {
    fn new(task: &Task, pairs: &[(Fact, u32)]) -> Self {
        let mut first_fact = Vec::with_capacity(task.variables.len());
        let mut num_facts = 0;
        for variable in &task.variables {
            first_fact.push(num_facts);
            num_facts += variable.values.len() as u32;
        }
        let index = |fact: Fact| (first_fact[fact.variable as usize] + fact.value) as usize;
        let mut starts = vec![0; num_facts as usize + 1];
        pairs.iter().for_each(|&(fact, _)| starts[index(fact) + 1] += 1);
        for fact in 0..num_facts as usize {
            starts[fact + 1] += starts[fact];
        }
        let mut next = starts.clone();
        let mut axioms = vec![0; pairs.len()];
        for &(fact, axiom) in pairs {
            let slot = &mut next[index(fact)];
            axioms[*slot as usize] = axiom;
            *slot += 1;
        }
        Readers { first_fact, starts, axioms }
    }

    fn of(&self, variable: u32, value: u32) -> &[u32] {
        let fact = (self.first_fact[variable as usize] + value) as usize;
        &self.axioms[self.starts[fact] as usize..self.starts[fact + 1] as usize]
    }
}

/// The values of all variables in the initial state. What the task itself calls its initial state has derived
/// variables at their defaults.
pub fn initial_values(task: &Task) -> Vec<u32> {
    let mut values = task.initial_state.clone();
    AxiomEvaluator::new(task).evaluate(&mut values);
    values
}

impl AxiomEvaluator {
    /// Prepares the axioms of a task.
    pub fn new(task: &Task) -> Self {
        let components = compute_components(task);
        let derived: Vec<DerivedVariable> = components
            .variables
            .iter()
            .map(|&variable| {
                let default = task.initial_state[variable as usize];
                DerivedVariable { variable, default, derived: u32::from(default == 0) }
            })
            .collect();
        let mut inputs: Vec<u32> =
            components.outer_conditions.iter().map(|(fact, _)| fact.variable).collect();
        inputs.retain(|&variable| task.variables[variable as usize].axiom_layer.is_none());
        inputs.sort_unstable();
        inputs.dedup();

        let mut unsatisfied = vec![0; components.num_axioms()];
        for &(fact, axiom) in &components.outer_conditions {
            if task.initial_state[fact.variable as usize] != fact.value {
                unsatisfied[axiom as usize] += 1;
            }
        }
        let mut num_satisfied = vec![0; components.len()];
        let mut outdated = vec![0u64; components.len().div_ceil(64)];
        for component in 0..components.len() {
            let of_component = &unsatisfied[components.axioms(component)];
            num_satisfied[component] = of_component.iter().filter(|&&count| count == 0).count() as u32;
            outdated[component / 64] |= 1 << (component % 64);
        }
        let mut evaluator = AxiomEvaluator {
            readers: Readers::new(task, &components.outer_conditions),
            inputs,
            current: task.initial_state.clone(),
            open: vec![0; components.num_axioms()],
            holds: vec![false; derived.len()],
            queue: Vec::new(),
            derived,
            unsatisfied,
            num_satisfied,
            outdated,
            components,
        };
        evaluator.update_components();
        evaluator
    }

    /// Sets the derived variables of a state to what follows from the others.
    #[inline]
    pub fn evaluate(&mut self, values: &mut [u32]) {
        if !self.derived.is_empty() {
            self.update(values);
        }
    }

    fn update(&mut self, values: &mut [u32]) {
        for position in 0..self.inputs.len() {
            let variable = self.inputs[position];
            let value = values[variable as usize];
            if value != self.current[variable as usize] {
                self.change(variable, value);
            }
        }
        self.update_components();
        for &DerivedVariable { variable, .. } in &self.derived {
            values[variable as usize] = self.current[variable as usize];
        }
    }

    fn change(&mut self, variable: u32, value: u32) {
        let old = std::mem::replace(&mut self.current[variable as usize], value);
        for &axiom in self.readers.of(variable, old) {
            let count = &mut self.unsatisfied[axiom as usize];
            if *count == 0 {
                let component = self.components.of_axiom(axiom);
                self.num_satisfied[component] -= 1;
                self.outdated[component / 64] |= 1 << (component % 64);
            }
            *count += 1;
        }
        for &axiom in self.readers.of(variable, value) {
            let count = &mut self.unsatisfied[axiom as usize];
            *count -= 1;
            if *count == 0 {
                let component = self.components.of_axiom(axiom);
                self.num_satisfied[component] += 1;
                self.outdated[component / 64] |= 1 << (component % 64);
            }
        }
    }

    /// Changes reach later components only, so that one pass is enough.
    fn update_components(&mut self) {
        for word in 0..self.outdated.len() {
            while self.outdated[word] != 0 {
                let bit = self.outdated[word].trailing_zeros();
                self.outdated[word] &= !(1 << bit);
                let component = word * 64 + bit as usize;
                if self.components.is_cyclic(component) {
                    self.compute_fixpoint(component);
                } else {
                    let holds = self.num_satisfied[component] > 0;
                    self.set_derived(self.components.members(component).start, holds);
                }
            }
        }
    }

    fn set_derived(&mut self, index: usize, holds: bool) {
        let DerivedVariable { variable, default, derived } = self.derived[index];
        let value = if holds { derived } else { default };
        if value != self.current[variable as usize] {
            self.change(variable, value);
        }
    }

    fn compute_fixpoint(&mut self, component: usize) {
        self.queue.clear();
        for axiom in self.components.axioms(component) {
            self.open[axiom] = self.unsatisfied[axiom] + self.components.num_inner_conditions[axiom];
            if self.open[axiom] == 0 {
                self.queue.push(axiom as u32);
            }
        }
        let members = self.components.members(component);
        self.holds[members.clone()].fill(false);
        while let Some(axiom) = self.queue.pop() {
            let head = self.components.head[axiom as usize] as usize;
            if std::mem::replace(&mut self.holds[head], true) {
                continue;
            }
            for &reader in self.components.inner_readers(head) {
                let open = &mut self.open[reader as usize];
                *open -= 1;
                if *open == 0 {
                    self.queue.push(reader);
                }
            }
        }
        for member in members {
            self.set_derived(member, self.holds[member]);
        }
    }
}
