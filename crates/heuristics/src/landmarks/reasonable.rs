//! Reasonable orderings: what had better come first, because otherwise the other would have to be achieved
//! twice.
//!
//! A landmark A *interferes* with B if B cannot stay true while A is achieved: they are mutually exclusive,
//! or something that all achievers of A make true, or that holds directly before A, excludes B. If B must be
//! true later anyway, A had better come first. B must be true later if it is a goal, and A another one; or if
//! it holds directly before some C, and A comes before C in any case. After Hoffmann, Porteous, Sebastia
//! 2004, doi:10.1613/jair.1492. Only landmarks that are single facts take part.

use extremal_limits::{Stop, TimedPacer};
use extremal_sas::Task;

use super::graph::{LandmarkGraph, Ordering, OrderingKind};
use super::interference::Interference;

/// With more landmarks it would take too long.
const MAX_LANDMARKS: usize = 4096;

/// Adds reasonable orderings to a graph; they may have cycles.
pub fn add_reasonable_orderings(
    task: &Task,
    graph: &mut LandmarkGraph,
    pacer: &mut TimedPacer,
) -> Result<(), Stop> {
    if graph.landmarks.len() > MAX_LANDMARKS {
        return Ok(());
    }
    let interference = Interference::new(task, graph, pacer)?;
    let neighbours = Neighbours::new(graph);
    let goals: Vec<u32> =
        (0..graph.landmarks.len() as u32).filter(|&l| graph.landmarks[l as usize].is_goal).collect();
    let mut reasonable = Vec::new();
    for (then, landmark) in (0..).zip(&graph.landmarks) {
        pacer.tick()?;
        let candidates = if landmark.is_goal { goals.clone() } else { neighbours.before_what_follows(then) };
        let interferes = |first: &u32| *first != then && interference.between(*first, then);
        let orderings = candidates.into_iter().filter(interferes);
        reasonable.extend(orderings.map(|first| Ordering { first, then, kind: OrderingKind::Reasonable }));
    }
    graph.orderings.extend(reasonable);
    Ok(())
}

/// For each landmark those ordered before it, and those that it holds directly before.
struct Neighbours {
    before: Vec<Vec<u32>>,
    directly_after: Vec<Vec<u32>>,
}

impl Neighbours {
    fn new(graph: &LandmarkGraph) -> Self {
        let mut before = vec![Vec::new(); graph.landmarks.len()];
        let mut directly_after = before.clone();
        for ordering in &graph.orderings {
            before[ordering.then as usize].push(ordering.first);
            if ordering.kind == OrderingKind::GreedyNecessary {
                directly_after[ordering.first as usize].push(ordering.then);
            }
        }
        Neighbours { before, directly_after }
    }

    /// All other landmarks before those that a landmark holds directly before, increasing.
    fn before_what_follows(&self, landmark: u32) -> Vec<u32> {
        let mut is_found = vec![false; self.before.len()];
        let mut found: Vec<u32> = Vec::new();
        let mut open = self.directly_after[landmark as usize].clone();
        while let Some(next) = open.pop() {
            for &first in &self.before[next as usize] {
                if first != landmark && !std::mem::replace(&mut is_found[first as usize], true) {
                    found.push(first);
                    open.push(first);
                }
            }
        }
        found.sort_unstable();
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::CostType;
    use crate::testing::{fact, task};

    fn reasonable(task: &Task) -> Vec<(u32, u32)> {
        let graph = LandmarkGraph::new(task, CostType::Unit, &extremal_limits::Budget::unlimited()).unwrap();
        let orderings = graph.orderings.iter().filter(|o| o.kind == OrderingKind::Reasonable);
        let variable = |landmark: u32| graph.landmarks[landmark as usize].facts[0].variable;
        orderings.map(|o| (variable(o.first), variable(o.then))).collect()
    }

    #[test]
    fn a_goal_whose_achievers_destroy_another_comes_first() {
        let operators: [(&[_], &[_]); 2] = [(&[], &[fact(0, 1), fact(1, 0)]), (&[], &[fact(1, 1)])];
        assert_eq!(reasonable(&task(&[2, 2], &operators, &[fact(0, 1), fact(1, 1)])), [(0, 1)]);
        let harmless: [(&[_], &[_]); 2] = [(&[], &[fact(0, 1)]), (&[], &[fact(1, 1)])];
        assert_eq!(reasonable(&task(&[2, 2], &harmless, &[fact(0, 1), fact(1, 1)])), []);
    }

    #[test]
    fn what_is_needed_at_the_same_time_is_achieved_in_the_order_that_keeps_it() {
        // Variable 2 needs both others, and achieving variable 0 destroys variable 1.
        let operators: [(&[_], &[_]); 3] = [
            (&[], &[fact(0, 1), fact(1, 0)]),
            (&[], &[fact(1, 1)]),
            (&[fact(0, 1), fact(1, 1)], &[fact(2, 1)]),
        ];
        assert_eq!(reasonable(&task(&[2, 2, 2], &operators, &[fact(2, 1)])), [(0, 1)]);
    }

    #[test]
    fn groups_of_exclusive_facts_count() {
        let operators: [(&[_], &[_]); 3] =
            [(&[], &[fact(2, 1)]), (&[fact(2, 1)], &[fact(0, 1)]), (&[], &[fact(1, 1)])];
        let mut task = task(&[2, 2, 2], &operators, &[fact(0, 1), fact(1, 1)]);
        assert_eq!(reasonable(&task), []);
        // What holds directly before the first goal excludes the second.
        task.mutex_groups.push(vec![fact(1, 1), fact(2, 1)]);
        assert_eq!(reasonable(&task), [(0, 1)]);
    }
}
