//! Operators applied to packed states.

use extremal_limits::{Pacer, Stop};
use extremal_sas::{Effect, Fact, Task};

use crate::packing::{Field, Packing};

/// The effects of all operators, as updates of words.
///
/// If several effects on one variable fire, the last of the operator's list wins. As lists are sorted by
/// variable and value, this is what PDDL wants of an atom that is added and deleted at once.
#[derive(Clone, Debug)]
pub struct PackedOperators {
    updates: Vec<Update>,
    update_ends: Vec<u32>,
    conditional: Vec<ConditionalUpdate>,
    /// Empty if no operator has conditional effects.
    conditional_ends: Vec<u32>,
    conditions: Vec<Fact>,
}

/// What happens to one word: some bits are cleared, then some are set.
#[derive(Clone, Copy, Debug)]
struct Update {
    keep: u64,
    set: u64,
    word: u32,
}

#[derive(Clone, Copy, Debug)]
struct ConditionalUpdate {
    update: Update,
    condition_start: u32,
    condition_end: u32,
}

impl Update {
    fn new(field: Field, value: u32) -> Self {
        Update { keep: !field.bits(), set: field.place(value), word: field.word }
    }

    #[inline]
    fn apply(&self, packed: &mut [u64]) {
        let word = &mut packed[self.word as usize];
        *word = *word & self.keep | self.set;
    }

    fn merge(&mut self, later: Update) {
        self.keep &= later.keep;
        self.set = self.set & later.keep | later.set;
    }
}

impl PackedOperators {
    /// Prepares the operators of a task.
    pub fn new(task: &Task, packing: &Packing, pacer: &mut Pacer) -> Result<Self, Stop> {
        let mut fields: Vec<Option<Field>> = vec![None; task.variables.len()];
        packing.fields().iter().for_each(|&(variable, field)| fields[variable as usize] = Some(field));
        let mut result = PackedOperators {
            updates: Vec::new(),
            update_ends: Vec::with_capacity(task.operators.len()),
            conditional: Vec::new(),
            conditional_ends: Vec::new(),
            conditions: Vec::new(),
        };
        let mut ends_of_conditional = Vec::with_capacity(task.operators.len());
        for operator in 0..task.operators.len() {
            pacer.tick()?;
            result.push(task, operator, &fields);
            ends_of_conditional.push(result.conditional.len() as u32);
        }
        if !result.conditional.is_empty() {
            result.conditional_ends = ends_of_conditional;
        }
        Ok(result)
    }

    fn push(&mut self, task: &Task, operator: usize, fields: &[Option<Field>]) {
        let effects = task.operators.effects(operator);
        let is_unconditional = |effect: &Effect| task.operators.condition(effect).is_empty();
        let first_update = self.updates.len();
        for (position, effect) in effects.iter().enumerate() {
            let Fact { variable, value } = effect.fact;
            let Some(field) = fields[variable as usize] else { continue };
            let update = Update::new(field, value);
            if is_unconditional(effect) {
                match self.updates[first_update..].iter_mut().find(|u| u.word == update.word) {
                    Some(same_word) => same_word.merge(update),
                    None => self.updates.push(update),
                }
                continue;
            }
            // Conditional effects come after the others, so those that would be overwritten are left out.
            let later = &effects[position + 1..];
            if later.iter().any(|e| e.fact.variable == variable && is_unconditional(e)) {
                continue;
            }
            let condition_start = self.conditions.len() as u32;
            self.conditions.extend_from_slice(task.operators.condition(effect));
            let condition_end = self.conditions.len() as u32;
            self.conditional.push(ConditionalUpdate { update, condition_start, condition_end });
        }
        self.update_ends.push(self.updates.len() as u32);
    }

    /// Turns the packed state in `packed` into its successor. `values` is the same state, unpacked.
    #[inline]
    pub fn apply(&self, operator: u32, values: &[u32], packed: &mut [u64]) {
        for update in &self.updates[range(&self.update_ends, operator)] {
            update.apply(packed);
        }
        if !self.conditional_ends.is_empty() {
            for effect in &self.conditional[range(&self.conditional_ends, operator)] {
                let condition =
                    &self.conditions[effect.condition_start as usize..effect.condition_end as usize];
                if condition.iter().all(|fact| values[fact.variable as usize] == fact.value) {
                    effect.update.apply(packed);
                }
            }
        }
    }
}

#[inline]
fn range(ends: &[u32], row: u32) -> std::ops::Range<usize> {
    let start = if row == 0 { 0 } else { ends[row as usize - 1] };
    start as usize..ends[row as usize] as usize
}

#[cfg(test)]
mod tests {
    use extremal_limits::Budget;
    use extremal_sas::{Axioms, Operators, Variable};

    use super::*;

    #[test]
    fn the_last_effect_that_fires_wins() {
        let fact = |variable, value| Fact { variable, value };
        let variable = |size: usize| Variable {
            name: String::new(),
            axiom_layer: None,
            values: vec![String::new(); size],
        };
        let mut task = Task {
            variables: vec![variable(2), variable(5), variable(2)],
            mutex_groups: Vec::new(),
            initial_state: vec![0; 3],
            goal: Vec::new(),
            operators: Operators::default(),
            axioms: Axioms::default(),
            metric: false,
        };
        let (on, off) = ([fact(0, 1)], [fact(0, 0)]);
        let effects: [(Fact, &[Fact]); 4] =
            [(fact(1, 1), &on), (fact(1, 2), &[]), (fact(1, 3), &off), (fact(2, 1), &on)];
        task.operators.push(*b"o", [], effects, 1);
        let packing = Packing::new(&task);
        let pacer = &mut Pacer::new(&Budget::unlimited(), 1);
        let operators = PackedOperators::new(&task, &packing, pacer).unwrap();
        let successor = |values: [u32; 3]| {
            let (mut packed, mut result) = (vec![0; packing.words], [0; 3]);
            packing.pack(&values, &mut packed);
            operators.apply(0, &values, &mut packed);
            packing.unpack(&packed, &mut result);
            result
        };
        assert_eq!(successor([0, 4, 0]), [0, 3, 0]);
        assert_eq!(successor([1, 4, 0]), [1, 2, 1]);
    }
}
