//! The states that wait for expansion.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use extremal_states::StateId;

use super::{EstimateKind, Incumbent};

/// States by g + weight * h, then by heuristic value, then in the order in which they were found. A state can
/// be in it several times.
///
/// States that were reached by a preferred operator are in a second heap too. The heaps take turns, and each
/// heuristic value that is smaller than all before gives further turns to the second.
///
/// A heuristic that counts actions is converted to costs with what an action of the best plan costs on
/// average; to stay with whole numbers, all is multiplied by the number of its actions.
#[derive(Debug)]
pub struct Queue {
    g_factor: u64,
    h_factor: u64,
    all: Heap,
    preferred: Heap,
    /// How many turns the second heap has had more than the first.
    ahead: i64,
    best_h: u32,
}

type Heap = BinaryHeap<Reverse<(u64, u32, u32)>>;

/// The turns that a new best heuristic value gives.
const BOOST: i64 = 1000;

impl Queue {
    /// An empty queue; `metric` says whether actions have costs of their own.
    pub fn new(weight: u64, kind: EstimateKind, incumbent: Incumbent, metric: bool) -> Self {
        let (g_factor, h_factor) = match kind {
            EstimateKind::Length if metric => {
                (incumbent.length as u64, incumbent.cost.saturating_mul(weight))
            }
            _ => (1, weight),
        };
        let (all, preferred) = (Heap::new(), Heap::new());
        Queue { g_factor, h_factor, all, preferred, ahead: 0, best_h: u32::MAX }
    }

    /// Adds a state, and whether a preferred operator led to it.
    pub fn push(&mut self, g: u64, h: u32, state: StateId, preferred: bool) {
        let f = g.saturating_mul(self.g_factor).saturating_add(u64::from(h).saturating_mul(self.h_factor));
        let entry = Reverse((f, h, state.0));
        self.all.push(entry);
        if preferred {
            self.preferred.push(entry);
        }
        if h < self.best_h {
            self.best_h = h;
            self.ahead -= BOOST;
        }
    }

    /// Takes the state that comes first in the heap whose turn it is.
    pub fn pop(&mut self) -> Option<StateId> {
        let entry = if self.ahead < 0 && !self.preferred.is_empty() {
            self.ahead += 1;
            self.preferred.pop()
        } else {
            self.ahead -= 1;
            self.all.pop()
        };
        entry.map(|Reverse((_, _, state))| StateId(state))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn order(mut queue: Queue, entries: &[(u64, u32, u32)]) -> Vec<u32> {
        entries.iter().for_each(|&(g, h, state)| queue.push(g, h, StateId(state), state >= 10));
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
    fn numbers_of_actions_become_costs() {
        let entries = [(25, 0, 1), (0, 2, 2), (0, 3, 3)];
        let incumbent = Incumbent { cost: 100, length: 10 };
        // An action costs 10 on average.
        assert_eq!(order(Queue::new(1, EstimateKind::Length, incumbent, true), &entries), [2, 1, 3]);
        assert_eq!(order(Queue::new(1, EstimateKind::Length, incumbent, false), &entries), [2, 3, 1]);
    }
}
