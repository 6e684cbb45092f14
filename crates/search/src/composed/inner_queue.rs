//! The queue of the search below a leaf that bandits chose.

use extremal_states::StateId;

use crate::open::{Entry, FifoBuckets, OpenList};
use crate::tree::{InnerTies, Leaf, PreferredRule};

/// States by novelty, then preferred ones first, then by value.
pub struct InnerQueue {
    ties: InnerTies,
    /// By novelty times two, and one more for states that are not preferred where others are.
    classes: [FifoBuckets; 8],
}

impl InnerQueue {
    /// An empty queue.
    pub fn new(ties: InnerTies) -> Self {
        InnerQueue { ties, classes: Default::default() }
    }

    /// Adds a state.
    pub fn push(&mut self, leaf: &Leaf, rule: PreferredRule) {
        let is_second = rule == PreferredRule::Only && !leaf.preferred;
        let class = usize::from(leaf.novelty.min(3)) * 2 + usize::from(is_second);
        let (state, h, preferred) = (leaf.state, leaf.value, leaf.preferred);
        self.classes[class].push(Entry { state, h, g: 0, preferred });
    }

    /// Removes the next state.
    pub fn pop(&mut self) -> Option<StateId> {
        let pop = match self.ties {
            InnerTies::FirstFound => FifoBuckets::pop_first,
            InnerTies::LastFound => FifoBuckets::pop_last,
        };
        self.classes.iter_mut().find_map(pop)
    }

    /// Forgets everything that waits, but keeps the room for it.
    pub fn clear(&mut self) {
        self.classes.iter_mut().for_each(FifoBuckets::clear);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn order(ties: InnerTies, leaves: &[(u32, u8, bool)]) -> Vec<u32> {
        let mut queue = InnerQueue::new(ties);
        queue.push(&leaf(99, (0, 0, true)), PreferredRule::Only);
        queue.clear();
        for (state, &values) in leaves.iter().enumerate() {
            queue.push(&leaf(state as u32, values), PreferredRule::Only);
        }
        std::iter::from_fn(|| queue.pop()).map(|state| state.0).collect()
    }

    fn leaf(state: u32, (value, novelty, preferred): (u32, u8, bool)) -> Leaf {
        Leaf { state: StateId(state), value, novelty, preferred }
    }

    #[test]
    fn novelty_comes_before_preference_and_that_before_value() {
        let leaves = [(1, 2, true), (9, 1, false), (u32::MAX, 1, true), (3, 1, true), (2, 1, false)];
        assert_eq!(order(InnerTies::FirstFound, &leaves), [3, 2, 4, 1, 0]);
    }

    #[test]
    fn equal_states_leave_in_the_order_that_was_asked_for() {
        let leaves = [(4, 0, true), (2, 0, true), (4, 0, true), (2, 0, true)];
        assert_eq!(order(InnerTies::FirstFound, &leaves), [1, 3, 0, 2]);
        assert_eq!(order(InnerTies::LastFound, &leaves), [3, 1, 2, 0]);
    }
}
