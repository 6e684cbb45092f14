//! Derived variables that depend on each other.

use std::ops::Range;

use extremal_sas::components::strongly_connected_components;
use extremal_sas::{Fact, Task};

/// Components of derived variables, in the order in which they can be computed. Variables and axioms are
/// numbered anew, so that those of a component are neighbours.
#[derive(Clone, Debug, Default)]
pub struct Components {
    /// The derived variables in their new order.
    pub variables: Vec<u32>,
    /// Which derived variable, by its new number, each axiom is about.
    pub head: Vec<u32>,
    /// How many conditions of each axiom are about its own component.
    pub num_inner_conditions: Vec<u32>,
    /// Conditions about other variables, with the axioms that have them.
    pub outer_conditions: Vec<(Fact, u32)>,
    variable_ends: Vec<u32>,
    axiom_ends: Vec<u32>,
    of_axiom: Vec<u32>,
    cyclic: Vec<bool>,
    /// Axioms of the same component by derived variable.
    inner_readers: Vec<Vec<u32>>,
}

impl Components {
    /// Number of components.
    pub fn len(&self) -> usize {
        self.cyclic.len()
    }

    /// Number of axioms.
    pub fn num_axioms(&self) -> usize {
        self.head.len()
    }

    /// Whether a variable of the component depends on itself.
    pub fn is_cyclic(&self, component: usize) -> bool {
        self.cyclic[component]
    }

    /// The variables of a component.
    pub fn members(&self, component: usize) -> Range<usize> {
        range(&self.variable_ends, component)
    }

    /// The axioms of a component.
    pub fn axioms(&self, component: usize) -> Range<usize> {
        range(&self.axiom_ends, component)
    }

    /// The component of an axiom.
    pub fn of_axiom(&self, axiom: u32) -> usize {
        self.of_axiom[axiom as usize] as usize
    }

    /// Axioms of the variable's own component that need it to hold.
    pub fn inner_readers(&self, variable: usize) -> &[u32] {
        &self.inner_readers[variable]
    }
}

fn range(ends: &[u32], row: usize) -> Range<usize> {
    let start = row.checked_sub(1).map_or(0, |previous| ends[previous]);
    start as usize..ends[row] as usize
}

/// Orders the derived variables and axioms of a task.
pub fn compute_components(task: &Task) -> Components {
    let derived: Vec<u32> = (0..task.variables.len() as u32)
        .filter(|&v| task.variables[v as usize].axiom_layer.is_some())
        .collect();
    let number = |variable: u32| derived.binary_search(&variable).ok();
    let mut axioms_of: Vec<Vec<u32>> = vec![Vec::new(); derived.len()];
    let mut dependents: Vec<Vec<u32>> = vec![Vec::new(); derived.len()];
    for axiom in 0..task.axioms.len() {
        let Some(head) = number(task.axioms.head[axiom].variable) else { continue };
        axioms_of[head].push(axiom as u32);
        let conditions = task.axioms.condition(axiom).iter();
        conditions.filter_map(|fact| number(fact.variable)).for_each(|n| dependents[n].push(head as u32));
    }

    let mut builder = Builder {
        task,
        result: Components { inner_readers: vec![Vec::new(); derived.len()], ..Components::default() },
        place: vec![None; derived.len()],
        derived: &derived,
    };
    for component in strongly_connected_components(&dependents) {
        builder.push_component(&component, &axioms_of);
    }
    builder.result
}

struct Builder<'t> {
    task: &'t Task,
    /// The derived variables by increasing number.
    derived: &'t [u32],
    /// Component and new number of the derived variables done so far.
    place: Vec<Option<(u32, u32)>>,
    result: Components,
}

impl Builder<'_> {
    fn push_component(&mut self, members: &[u32], axioms_of: &[Vec<u32>]) {
        let component = self.result.len() as u32;
        for &member in members {
            self.place[member as usize] = Some((component, self.result.variables.len() as u32));
            self.result.variables.push(self.derived[member as usize]);
        }
        let mut cyclic = false;
        for &member in members {
            for &axiom in &axioms_of[member as usize] {
                let num_inner = self.push_conditions(axiom as usize, component);
                cyclic |= num_inner > 0;
                self.result.num_inner_conditions.push(num_inner);
                self.result.head.push(self.place[member as usize].map_or(0, |(_, number)| number));
                self.result.of_axiom.push(component);
            }
        }
        self.result.cyclic.push(cyclic);
        self.result.variable_ends.push(self.result.variables.len() as u32);
        self.result.axiom_ends.push(self.result.head.len() as u32);
    }

    /// Sorts the conditions of an axiom into inner and outer ones and returns the number of inner ones.
    fn push_conditions(&mut self, axiom: usize, component: u32) -> u32 {
        let new_axiom = self.result.head.len() as u32;
        let mut num_inner = 0;
        for &fact in self.task.axioms.condition(axiom) {
            let place = self.derived.binary_search(&fact.variable).ok().and_then(|n| self.place[n]);
            match place.filter(|&(its_component, _)| its_component == component) {
                None => self.result.outer_conditions.push((fact, new_axiom)),
                Some((_, number)) => {
                    num_inner += 1;
                    // A default value never becomes true by an axiom.
                    if fact.value != self.task.initial_state[fact.variable as usize] {
                        self.result.inner_readers[number as usize].push(new_axiom);
                    }
                }
            }
        }
        num_inner
    }
}
