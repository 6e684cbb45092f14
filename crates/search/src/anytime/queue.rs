//! The states that wait for expansion.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use extremal_states::StateId;

use super::{EstimateKind, Incumbent};

/// States by g + weight * estimate, then by estimate, then in the order in which they were found. A state can
/// be in it several times.
///
/// There are heaps for each kind of estimate: the heuristic value, and the number of landmarks that are left if they are
/// [counted](Queue::and_landmarks). One heap has all states, the other those that were reached by a preferred operator. The
/// heaps take turns, and each estimate that is smaller than all of its kind before gives further turns to the preferred
/// states.
///
/// An estimate that counts actions is converted to costs with what an action of the best plan costs on
/// average; to stay with whole numbers, all is multiplied by the number of its actions.
#[derive(Debug)]
pub struct Queue {
    kinds: Vec<Kind>,
    /// What converts the number of actions to costs, with the weight.
    by_length: Scale,
}

/// The heaps for one kind of estimate.
#[derive(Debug)]
struct Kind {
    scale: Scale,
    /// All states, and the preferred ones.
    heaps: [Heap; 2],
    /// How many turns each heap has had, less those that it was given. The smallest number is next.
    turns: [i64; 2],
    best: u32,
}

#[derive(Clone, Copy, Debug)]
struct Scale {
    g_factor: u64,
    factor: u64,
}

type Heap = BinaryHeap<Reverse<(u64, u32, u32)>>;

/// The turns that a new best estimate gives.
const BOOST: i64 = 1000;

impl Queue {
    /// An empty queue; `metric` says whether actions have costs of their own.
    pub fn new(weight: u64, kind: EstimateKind, incumbent: Incumbent, metric: bool) -> Self {
        let by_cost = Scale { g_factor: 1, factor: weight };
        let by_length = match metric {
            true => {
                let factor = incumbent.cost.saturating_mul(weight);
                Scale { g_factor: incumbent.length as u64, factor }
            }
            false => by_cost,
        };
        let scale = if kind == EstimateKind::Length { by_length } else { by_cost };
        Queue { kinds: vec![Kind::new(scale)], by_length }
    }

    /// The same with heaps for the number of landmarks that are left.
    pub fn and_landmarks(mut self) -> Self {
        self.kinds.push(Kind::new(self.by_length));
        self
    }

    /// Adds a state with its heuristic value and the number of landmarks that are left, and whether a preferred operator led
    /// to it.
    pub fn push(&mut self, g: u64, estimates: [u32; 2], state: StateId, preferred: bool) {
        let mut is_best = false;
        for (kind, estimate) in self.kinds.iter_mut().zip(estimates) {
            let entry = Reverse((kind.scale.f(g, estimate), estimate, state.0));
            kind.heaps[0].push(entry);
            if preferred {
                kind.heaps[1].push(entry);
            }
            is_best |= estimate < kind.best;
            kind.best = kind.best.min(estimate);
        }
        if is_best {
            self.kinds.iter_mut().for_each(|kind| kind.turns[1] -= BOOST);
        }
    }

    /// Takes the state that comes first in the heap whose turn it is.
    pub fn pop(&mut self) -> Option<StateId> {
        let heaps = self.kinds.iter_mut().flat_map(|kind| kind.heaps.iter_mut().zip(&mut kind.turns));
        let (heap, turns) = heaps.filter(|(heap, _)| !heap.is_empty()).min_by_key(|(_, turns)| **turns)?;
        *turns += 1;
        heap.pop().map(|Reverse((_, _, state))| StateId(state))
    }
}

impl Kind {
    fn new(scale: Scale) -> Self {
        Kind { scale, heaps: [Heap::new(), Heap::new()], turns: [0; 2], best: u32::MAX }
    }
}

impl Scale {
    #[inline]
    fn f(self, g: u64, estimate: u32) -> u64 {
        g.saturating_mul(self.g_factor).saturating_add(u64::from(estimate).saturating_mul(self.factor))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn order(mut queue: Queue, entries: &[(u64, u32, u32)]) -> Vec<u32> {
        entries.iter().for_each(|&(g, h, state)| queue.push(g, [h, 0], StateId(state), state >= 10));
        std::iter::from_fn(|| queue.pop()).map(|state| state.0).collect()
    }

    #[test]
    fn the_smallest_sum_comes_first_and_then_the_closest_to_the_goal() {
        let incumbent = Incumbent { cost: 100, length: 10 };
        let queue = Queue::new(2, EstimateKind::Cost, incumbent, true);
        assert_eq!(order(queue, &[(7, 0, 1), (0, 3, 2), (2, 2, 4), (2, 2, 3)]), [3, 4, 2, 1]);
    }

    #[test]
    fn preferred_states_have_further_turns() {
        let incumbent = Incumbent { cost: 100, length: 10 };
        let queue = Queue::new(1, EstimateKind::Cost, incumbent, true);
        // Each is taken from the second heap first; what it leaves in the first heap is nothing new.
        assert_eq!(order(queue, &[(0, 9, 1), (3, 8, 10), (5, 8, 11)]), [10, 11, 1, 10, 11]);
    }

    #[test]
    fn landmarks_have_heaps_of_their_own() {
        let incumbent = Incumbent { cost: 100, length: 10 };
        let mut queue = Queue::new(1, EstimateKind::Cost, incumbent, true).and_landmarks();
        // An action costs 10 on average: by landmarks state 2 comes first, by the heuristic state 1.
        queue.push(0, [9, 3], StateId(1), false);
        queue.push(0, [20, 1], StateId(2), false);
        queue.push(0, [30, 2], StateId(10), true);
        let order: Vec<u32> = std::iter::from_fn(|| queue.pop()).map(|state| state.0).collect();
        assert_eq!(order[..4], [10, 10, 1, 2]);
    }

    #[test]
    fn numbers_of_actions_become_costs() {
        let entries = [(25, 0, 1), (0, 2, 2), (0, 3, 3)];
        let incumbent = Incumbent { cost: 100, length: 10 };
        // An action costs 10 on average.
        assert_eq!(order(Queue::new(1, EstimateKind::Length, incumbent, true), &entries), [2, 1, 3]);
        assert_eq!(order(Queue::new(1, EstimateKind::Length, incumbent, false), &entries), [2, 3, 1]);
    }
}
