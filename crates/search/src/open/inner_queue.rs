//! The queue of the search below a leaf that bandits chose.

use extremal_states::StateId;

use extremal_tree::Leaf;

use super::{Key, Queue};

/// States by novelty, then preferred ones first, then by value.
#[derive(Debug)]
pub(super) struct InnerQueue {
    /// By novelty times two, and one more for states that are not preferred where others are.
    classes: [Queue; 8],
}

impl InnerQueue {
    /// An empty queue.
    pub fn new() -> Self {
        InnerQueue { classes: std::array::from_fn(|_| Queue::new(Key::Heuristic)) }
    }

    /// Adds a state. If preferred operators are used, what they lead to comes first.
    pub fn push(&mut self, leaf: &Leaf, preferred: bool) {
        let is_second = preferred && !leaf.preferred;
        let class = usize::from(leaf.novelty.min(3)) * 2 + usize::from(is_second);
        self.classes[class].push(leaf.state, leaf.value);
    }

    /// Removes the next state, the one found first of equal ones.
    pub fn pop(&mut self) -> Option<StateId> {
        self.classes.iter_mut().find_map(Queue::pop_first)
    }

    /// Removes everything, but keeps the room for it.
    pub fn clear(&mut self) {
        self.classes.iter_mut().for_each(Queue::clear);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn novelty_comes_before_preference_and_that_before_value() {
        let leaf =
            |state, (value, novelty, preferred)| Leaf { state: StateId(state), value, novelty, preferred };
        let mut queue = InnerQueue::new();
        queue.push(&leaf(99, (0, 0, true)), true);
        queue.clear();
        let leaves =
            [(1, 2, true), (9, 1, false), (u32::MAX, 1, true), (3, 1, true), (2, 1, false), (3, 1, true)];
        leaves.into_iter().zip(0..).for_each(|(values, state)| queue.push(&leaf(state, values), true));
        let order: Vec<u32> = std::iter::from_fn(|| queue.pop()).map(|state| state.0).collect();
        assert_eq!(order, [3, 5, 2, 4, 1, 0]);
    }
}
