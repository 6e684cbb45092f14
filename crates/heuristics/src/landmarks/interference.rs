//! Which landmarks cannot stay true while others are achieved.

use extremal_limits::{Stop, TimedPacer};
use extremal_sas::{Fact, Operators, Task};

use super::graph::{LandmarkGraph, OrderingKind};
use crate::relaxed::fact_numbers::FactNumbers;

/// For each landmark the landmarks it interferes with. Only single facts take part.
pub struct Interference {
    words: usize,
    /// For each landmark a row of bits.
    bits: Vec<u64>,
}

impl Interference {
    /// Compares the landmarks of a task.
    pub fn new(task: &Task, graph: &LandmarkGraph, pacer: &mut TimedPacer) -> Result<Self, Stop> {
        let groups = Groups::new(task, graph);
        let words = graph.landmarks.len().div_ceil(64);
        let mut bits = vec![0; words * graph.landmarks.len()];
        let mut companions = shared_effects(task, graph, &groups.numbers, pacer)?;
        for ordering in graph.orderings.iter().filter(|o| o.kind == OrderingKind::GreedyNecessary) {
            if let [fact] = graph.landmarks[ordering.first as usize].facts[..] {
                companions[ordering.then as usize].push(fact);
            }
        }
        for (number, landmark) in graph.landmarks.iter().enumerate() {
            let [fact] = landmark.facts[..] else { continue };
            pacer.tick()?;
            let row = &mut bits[number * words..][..words];
            for &companion in companions[number].iter().chain([&fact]) {
                for other in groups.exclusive(graph, companion) {
                    row[other as usize / 64] |= 1 << (other % 64);
                }
            }
        }
        Ok(Interference { words, bits })
    }

    /// Whether the second landmark cannot stay true while the first is achieved.
    pub fn between(&self, first: u32, second: u32) -> bool {
        self.bits[first as usize * self.words + second as usize / 64] >> (second % 64) & 1 == 1
    }
}

/// For each landmark what all operators that achieve it make true as well.
fn shared_effects(
    task: &Task,
    graph: &LandmarkGraph,
    numbers: &FactNumbers,
    pacer: &mut TimedPacer,
) -> Result<Vec<Vec<Fact>>, Stop> {
    let mut landmark_of = vec![u32::MAX; numbers.len as usize];
    for (number, landmark) in graph.landmarks.iter().enumerate() {
        if let [fact] = landmark.facts[..] {
            landmark_of[numbers.of(fact) as usize] = number as u32;
        }
    }
    let mut shared: Vec<Option<Vec<Fact>>> = vec![None; graph.landmarks.len()];
    for operator in 0..task.operators.len() {
        pacer.tick()?;
        for effect in task.operators.effects(operator) {
            let number = landmark_of[numbers.of(effect.fact) as usize];
            let Some(shared) = shared.get_mut(number as usize) else { continue };
            let also = || effects_besides(&task.operators, operator, effect);
            match shared {
                None => *shared = Some(also().collect()),
                Some(shared) => shared.retain(|&fact| also().any(|other| other == fact)),
            }
        }
    }
    Ok(shared.into_iter().map(Option::unwrap_or_default).collect())
}

/// What an operator makes true whenever it has a certain effect.
fn effects_besides<'t>(
    operators: &'t Operators,
    operator: usize,
    effect: &'t extremal_sas::Effect,
) -> impl Iterator<Item = Fact> + 't {
    let happens = |other: &&extremal_sas::Effect| {
        let condition = operators.condition(other);
        condition.is_empty() || condition == operators.condition(effect)
    };
    operators
        .effects(operator)
        .iter()
        .filter(happens)
        .map(|other| other.fact)
        .filter(|&fact| fact != effect.fact)
}

/// Groups of facts that exclude each other: the values of each variable, and the task's groups.
struct Groups {
    numbers: FactNumbers,
    /// For each fact the groups it is in, besides that of its variable.
    groups_of: Vec<Vec<u32>>,
    /// For each variable, then for each group of the task, the landmarks whose facts are in it.
    landmarks: Vec<Vec<u32>>,
}

impl Groups {
    fn new(task: &Task, graph: &LandmarkGraph) -> Self {
        let numbers = FactNumbers::new(task);
        let mut groups_of = vec![Vec::new(); numbers.len as usize];
        for (group, facts) in (task.variables.len() as u32..).zip(&task.mutex_groups) {
            facts.iter().for_each(|&fact| groups_of[numbers.of(fact) as usize].push(group));
        }
        let mut landmarks = vec![Vec::new(); task.variables.len() + task.mutex_groups.len()];
        for (number, landmark) in graph.landmarks.iter().enumerate() {
            if let [fact] = landmark.facts[..] {
                landmarks[fact.variable as usize].push(number as u32);
                for &group in &groups_of[numbers.of(fact) as usize] {
                    landmarks[group as usize].push(number as u32);
                }
            }
        }
        Groups { numbers, groups_of, landmarks }
    }

    /// The landmarks that cannot hold together with a fact.
    fn exclusive<'g>(&'g self, graph: &'g LandmarkGraph, fact: Fact) -> impl Iterator<Item = u32> + 'g {
        let groups = self.groups_of[self.numbers.of(fact) as usize].iter().copied();
        let landmarks = groups.chain([fact.variable]).flat_map(|group| &self.landmarks[group as usize]);
        landmarks.copied().filter(move |&landmark| graph.landmarks[landmark as usize].facts != [fact])
    }
}
