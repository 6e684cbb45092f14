//! Which operators achieve which landmarks.

use extremal_ground::rows::Rows;
use extremal_limits::{Pacer, Stop};
use extremal_sas::{Fact, Task};

use super::graph::LandmarkGraph;
use crate::relaxed::fact_numbers::FactNumbers;

/// The effects of operators on facts of landmarks.
#[derive(Clone, Debug)]
pub struct LandmarkEffects {
    effects: Rows<LandmarkEffect>,
    conditions: Vec<Fact>,
}

/// An operator makes a landmark true, on a condition.
#[derive(Clone, Debug)]
struct LandmarkEffect {
    landmark: u32,
    condition_start: u32,
    condition_end: u32,
}

impl LandmarkEffects {
    /// Collects the effects.
    pub fn new(task: &Task, graph: &LandmarkGraph, pacer: &mut Pacer) -> Result<Self, Stop> {
        let numbers = FactNumbers::new(task);
        let mut landmarks_of: Vec<Vec<u32>> = vec![Vec::new(); numbers.len as usize];
        for (landmark, description) in graph.landmarks.iter().enumerate() {
            for &fact in &description.facts {
                landmarks_of[numbers.of(fact) as usize].push(landmark as u32);
            }
        }
        let mut conditions = Vec::new();
        let mut effects = Rows::default();
        let mut row = Vec::new();
        for operator in 0..task.operators.len() {
            pacer.tick()?;
            for effect in task.operators.effects(operator) {
                let landmarks = &landmarks_of[numbers.of(effect.fact) as usize];
                if landmarks.is_empty() {
                    continue;
                }
                let condition_start = conditions.len() as u32;
                conditions.extend_from_slice(task.operators.condition(effect));
                let condition_end = conditions.len() as u32;
                let effect = |&landmark| LandmarkEffect { landmark, condition_start, condition_end };
                row.extend(landmarks.iter().map(effect));
            }
            effects.push(row.drain(..));
        }
        Ok(LandmarkEffects { effects, conditions })
    }

    /// The landmarks of which an operator applied in a state makes a fact true.
    pub fn of<'e>(&'e self, operator: u32, state: &'e [u32]) -> impl Iterator<Item = u32> + 'e {
        let holds = |fact: &Fact| state[fact.variable as usize] == fact.value;
        let effects = self.effects.row(operator as usize).iter();
        effects.filter_map(move |effect| {
            let condition = &self.conditions[effect.condition_start as usize..effect.condition_end as usize];
            condition.iter().all(holds).then_some(effect.landmark)
        })
    }
}
