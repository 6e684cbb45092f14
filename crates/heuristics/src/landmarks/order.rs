//! Orderings without cycles.

use std::collections::BTreeSet;

use super::graph::{LandmarkGraph, Ordering, OrderingKind};

/// Sorts the landmarks so that each comes after those ordered before it. On cycles, reasonable orderings are
/// given up, from those into the landmark that has fewest of them left.
pub fn acyclic(graph: LandmarkGraph) -> LandmarkGraph {
    let LandmarkGraph { landmarks, orderings } = graph;
    let orderings = strongest(orderings);
    let num_landmarks = landmarks.len();
    let mut outgoing: Vec<Vec<Ordering>> = vec![Vec::new(); num_landmarks];
    // How many orderings into each landmark come from landmarks that have no place yet: forced ones, and
    // reasonable ones.
    let mut waits = vec![(0u32, 0u32); num_landmarks];
    for &ordering in &orderings {
        outgoing[ordering.first as usize].push(ordering);
        *count(&mut waits, ordering) += 1;
    }
    let mut open: BTreeSet<((u32, u32), u32)> =
        waits.iter().enumerate().map(|(landmark, &waits)| (waits, landmark as u32)).collect();
    let mut place = vec![u32::MAX; num_landmarks];
    let mut order = Vec::with_capacity(num_landmarks);
    while let Some((_, landmark)) = open.pop_first() {
        place[landmark as usize] = order.len() as u32;
        order.push(landmark);
        for &ordering in &outgoing[landmark as usize] {
            let then = ordering.then;
            if open.remove(&(waits[then as usize], then)) {
                *count(&mut waits, ordering) -= 1;
                open.insert((waits[then as usize], then));
            }
        }
    }
    let mut sorted: Vec<Ordering> = orderings
        .into_iter()
        .map(|o| Ordering { first: place[o.first as usize], then: place[o.then as usize], kind: o.kind })
        .filter(|ordering| ordering.first < ordering.then)
        .collect();
    sorted.sort_unstable();
    let mut landmarks: Vec<Option<_>> = landmarks.into_iter().map(Some).collect();
    let landmarks = order.iter().filter_map(|&landmark| landmarks[landmark as usize].take()).collect();
    LandmarkGraph { landmarks, orderings: sorted }
}

fn count(waits: &mut [(u32, u32)], ordering: Ordering) -> &mut u32 {
    let (forced, reasonable) = &mut waits[ordering.then as usize];
    if ordering.kind == OrderingKind::Reasonable { reasonable } else { forced }
}

/// The strongest ordering of each pair of landmarks.
fn strongest(mut orderings: Vec<Ordering>) -> Vec<Ordering> {
    orderings.sort_unstable_by_key(|o| (o.first, o.then, std::cmp::Reverse(o.kind)));
    orderings.dedup_by_key(|o| (o.first, o.then));
    orderings
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::landmarks::Landmark;

    fn graph(num_landmarks: usize, orderings: &[(u32, u32, OrderingKind)]) -> LandmarkGraph {
        let landmark = |number| Landmark {
            facts: vec![extremal_sas::Fact { variable: number, value: 0 }],
            is_goal: false,
            holds_initially: false,
            first_achiever_cost: Some(1),
            achiever_cost: Some(1),
        };
        LandmarkGraph {
            landmarks: (0..num_landmarks as u32).map(landmark).collect(),
            orderings: orderings.iter().map(|&(first, then, kind)| Ordering { first, then, kind }).collect(),
        }
    }

    #[test]
    fn a_reasonable_ordering_on_a_cycle_is_given_up() {
        use OrderingKind::{GreedyNecessary, Natural, Reasonable};
        let cyclic = [
            (2, 1, Natural),
            (2, 1, GreedyNecessary),
            (1, 0, Natural),
            (0, 2, Reasonable),
            (0, 3, Reasonable),
        ];
        let graph = acyclic(graph(4, &cyclic));
        let variables: Vec<u32> = graph.landmarks.iter().map(|l| l.facts[0].variable).collect();
        assert_eq!(variables, [2, 1, 0, 3]);
        let orderings: Vec<_> = graph.orderings.iter().map(|o| (o.first, o.then, o.kind)).collect();
        assert_eq!(orderings, [(0, 1, GreedyNecessary), (1, 2, Natural), (2, 3, Reasonable)]);
    }
}
