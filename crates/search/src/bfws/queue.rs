//! What waits to be expanded, and in which order.

use std::collections::{BTreeMap, VecDeque};

use extremal_states::StateId;

use crate::open::Step;

/// What comes first. States that are not novel at all come last in any order, and whatever is equal leaves in the order
/// in which it came.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Order {
    /// The most novel states, then those that miss the fewest goals: f5.
    Novelty,
    /// States that miss the fewest goals, then the most novel ones.
    Goals,
}

/// What waits.
#[derive(Clone, Copy, Debug)]
pub(super) enum Waiting {
    /// A registered state with a new fact.
    Novel(StateId),
    /// A step to a state without a new fact. Whether it has a new pair of facts is not known yet.
    Step(Step),
    /// A registered state that has no new pair either.
    Known(StateId),
}

/// What the order depends on.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rank {
    /// Goals that are missed.
    pub missing: u32,
    /// Relevant facts that were reached.
    pub reached: u32,
}

/// A queue.
#[derive(Debug)]
pub(super) struct Queue {
    order: Order,
    /// Whether the states that have reached the most relevant facts come first among equals.
    relevant_first: bool,
    buckets: BTreeMap<[u32; 3], VecDeque<Waiting>>,
    /// The bucket that became empty last, so that its room is used again.
    spare: VecDeque<Waiting>,
}

impl Queue {
    /// Nothing waits.
    pub fn new(order: Order, relevant_first: bool) -> Self {
        Queue { order, relevant_first, buckets: BTreeMap::new(), spare: VecDeque::new() }
    }

    /// Adds something.
    pub fn push(&mut self, waiting: Waiting, rank: Rank) {
        let key = self.key(waiting, rank);
        let spare = &mut self.spare;
        self.buckets.entry(key).or_insert_with(|| std::mem::take(spare)).push_back(waiting);
    }

    fn key(&self, waiting: Waiting, Rank { missing, reached }: Rank) -> [u32; 3] {
        let reached = if self.relevant_first { u32::MAX - reached } else { 0 };
        match (waiting, self.order) {
            (Waiting::Known(_), _) => [u32::MAX, missing, reached],
            (Waiting::Novel(_), Order::Novelty) => [1, missing, reached],
            (Waiting::Step(_), Order::Novelty) => [2, missing, reached],
            (Waiting::Novel(_), Order::Goals) => [missing, 1, reached],
            (Waiting::Step(_), Order::Goals) => [missing, 2, reached],
        }
    }

    /// Removes what comes first.
    pub fn pop(&mut self) -> Option<Waiting> {
        let mut first = self.buckets.first_entry()?;
        let waiting = first.get_mut().pop_front();
        if first.get().is_empty() {
            self.spare = first.remove();
        }
        waiting
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn novelty_or_goals_come_first_and_what_is_known_last() {
        let novel = |state| Waiting::Novel(StateId(state));
        let step = |operator| Waiting::Step(Step { from: StateId(0), operator });
        let all = [
            (Waiting::Known(StateId(0)), (0, 9)),
            (step(1), (1, 5)),
            (novel(2), (2, 6)),
            (novel(3), (3, 9)),
            (novel(4), (2, 7)),
            (novel(5), (2, 7)),
        ];
        let order = |order, relevant_first| {
            let mut queue = Queue::new(order, relevant_first);
            for (waiting, (missing, reached)) in all {
                queue.push(waiting, Rank { missing, reached });
            }
            let numbers = std::iter::from_fn(|| queue.pop()).map(|waiting| match waiting {
                Waiting::Novel(state) | Waiting::Known(state) => state.0,
                Waiting::Step(step) => step.operator,
            });
            numbers.collect::<Vec<_>>()
        };
        assert_eq!(order(Order::Novelty, false), [2, 4, 5, 3, 1, 0]);
        assert_eq!(order(Order::Novelty, true), [4, 5, 2, 3, 1, 0]);
        assert_eq!(order(Order::Goals, false), [1, 2, 4, 5, 3, 0]);
    }
}
