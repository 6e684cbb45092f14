//! What the search is likely to do next, so that states can be evaluated ahead of time.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::sync::Arc;

use extremal_heuristics::DEAD_END;
use extremal_states::{StateId, StateRegistry, StateSpace, SuccessorBatch};

use crate::evaluators::Evaluators;
use crate::foreseen::{Expansion, ForeseenStates, Number};
use crate::job::Job;

/// Most expansions of one run, and how many of them may be of states that were never expanded before.
const EXPANSIONS: usize = 64;
const NEW_EXPANSIONS: usize = 8;
/// States are not expanded ahead of time if they have more operators than this part of what can be kept.
const WIDE: usize = 8;

/// A greedy search that runs ahead of the real one with the values that are there so far. Nothing in the real
/// one depends on it but time.
pub struct LookAhead {
    /// The states that wait first, with their values, in the order in which they are expanded if nothing better
    /// comes.
    pub waiting: Vec<(StateId, u32)>,
    states: ForeseenStates,
    arrived: Arrivals,
    /// Counts the runs: states lead back to each other, and are looked at once in each.
    run: u64,
    /// States worth evaluating, the first ones first.
    jobs: Vec<Arc<Job>>,
    batch: SuccessorBatch,
    packed: Vec<u64>,
    values: Vec<u32>,
    child_values: Vec<u32>,
}

/// States that came during the run: smallest value first, first come first served among equals.
#[derive(Default)]
struct Arrivals {
    queue: BinaryHeap<Reverse<(u32, usize, Arrival)>>,
    number: usize,
}

/// A state of the search, or one that it has not come to yet.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Arrival {
    Known(StateId),
    Foreseen(Number),
}

/// What a look ahead needs of the explorer.
pub struct Surroundings<'a> {
    /// The state space.
    pub space: &'a mut StateSpace,
    /// The states that the search knows.
    pub registry: &'a StateRegistry,
    /// The threads.
    pub evaluators: &'a mut Evaluators,
}

impl LookAhead {
    /// Nothing is foreseen yet.
    pub fn new(space: &StateSpace) -> Self {
        let (packed, values) = (space.new_packed(), space.new_values());
        LookAhead {
            waiting: Vec::new(),
            states: ForeseenStates::new(8 * packed.len() + 4 * values.len()),
            arrived: Arrivals::default(),
            run: 0,
            jobs: Vec::new(),
            batch: space.new_batch(),
            packed,
            child_values: values.clone(),
            values,
        }
    }

    /// The evaluation of a state that the search has just registered, if it was foreseen.
    pub fn take(&mut self, packed: &[u64], hash: u64) -> Option<Arc<Job>> {
        let number = self.states.find(packed, hash)?;
        self.states.get_mut(number)?.job.take()
    }

    /// Whether the operators applicable in a state are known. Then they replace `operators`.
    pub fn recall(&self, packed: &[u64], operators: &mut Vec<u32>) -> bool {
        let number = self.states.find(packed, StateRegistry::hash(packed));
        let known = number.and_then(|number| self.states.get(number)?.expansion.as_ref());
        known.is_some_and(|expansion| {
            operators.clone_from(&expansion.operators);
            true
        })
    }

    /// Begins a run at the expansion of a state, which has these new children, some with a value already. A
    /// state without a value is taken to be as good as its parent, or, where that is not known, as its best
    /// sibling.
    pub fn begin(&mut self, h: Option<u32>, children: impl Iterator<Item = (StateId, Option<u32>)> + Clone) {
        self.run += 1;
        self.arrived.queue.clear();
        let best = || children.clone().filter_map(|(_, h)| h).min();
        let guess = h.or_else(best).unwrap_or(0);
        for (child, child_h) in children {
            self.arrived.push(child_h.unwrap_or(guess), Arrival::Known(child));
        }
    }

    /// Runs until so many states were found that are worth evaluating, and hands them over.
    pub fn run(&mut self, enough: usize, mut around: Surroundings<'_>) {
        let mut waiting = std::mem::take(&mut self.waiting).into_iter().peekable();
        let mut new_expansions = 0;
        for _ in 0..EXPANSIONS {
            if self.jobs.len() >= enough || new_expansions >= NEW_EXPANSIONS {
                break;
            }
            let best = self.arrived.best();
            let next = waiting.next_if(|(_, h)| best.is_none_or(|best| *h <= best));
            let (h, number) = match next {
                Some((state, h)) => (h, self.number_of(state, &mut around)),
                None => match self.arrived.pop() {
                    Some((h, Arrival::Known(state))) => (h, self.number_of(state, &mut around)),
                    Some((h, Arrival::Foreseen(number))) => (h, number),
                    None => break,
                },
            };
            new_expansions += usize::from(self.expand(number, &mut around));
            self.go_on_to_children(number, h);
        }
        around.evaluators.foresee(&mut self.jobs);
    }

    /// The number of a state that the search knows.
    fn number_of(&mut self, state: StateId, around: &mut Surroundings<'_>) -> Number {
        let packed = around.registry.packed(state);
        let hash = StateRegistry::hash(packed);
        self.states.find(packed, hash).unwrap_or_else(|| {
            let (number, forgotten) = self.states.add(packed, hash, None);
            forgotten.into_iter().for_each(|job| around.evaluators.give_back(job));
            number
        })
    }

    /// Finds the children of a state that the search does not know, unless that was done before.
    fn expand(&mut self, number: Number, around: &mut Surroundings<'_>) -> bool {
        let Some(state) = self.states.get(number) else { return false };
        if state.expansion.is_some() {
            return false;
        }
        self.packed.clone_from(&state.packed);
        let (parent, mut expansion) = (&self.packed, Expansion::default());
        around.space.unpack(parent, &mut self.values);
        around.space.applicable_operators(&self.values, &mut expansion.operators);
        // Whoever has so many children gives enough to do when it is expanded, and they would push each other out.
        let is_wide = expansion.operators.len() > self.states.capacity() / WIDE;
        let mut left = if is_wide { &[] } else { &expansion.operators[..] };
        while !left.is_empty() {
            let some = self.batch.generate(around.space, around.registry, parent, &self.values, left);
            left = &left[some.len()..];
            for place in 0..some.len() {
                let (child, hash) = (self.batch.packed(place), self.batch.hash(place));
                if around.registry.find_hashed(child, hash).is_some() {
                    continue;
                }
                if let Some(foreseen) = self.states.find(child, hash) {
                    expansion.children.push(foreseen);
                    continue;
                }
                around.space.unpack_successor(parent, &self.values, child, &mut self.child_values);
                // A goal ends the search before it is evaluated.
                if around.space.is_goal(&self.child_values) {
                    continue;
                }
                let job = around.evaluators.job(&self.child_values);
                let (number, forgotten) = self.states.add(child, hash, Some(job));
                forgotten.into_iter().for_each(|job| around.evaluators.give_back(job));
                expansion.children.push(number);
            }
        }
        // It may have been forgotten for its own children.
        if let Some(state) = self.states.get_mut(number) {
            state.expansion = Some(expansion);
        }
        true
    }

    /// Children that nobody has begun to evaluate are worth it, and all of them may be expanded later.
    fn go_on_to_children(&mut self, number: Number, h: u32) {
        let expansion = |states: &mut ForeseenStates| states.get_mut(number)?.expansion.take();
        let Some(expansion) = expansion(&mut self.states) else { return };
        for &child in &expansion.children {
            let Some(state) = self.states.get_mut(child) else { continue };
            // Those that the search has come to by now are among those that wait.
            let Some(job) = state.job.as_ref() else { continue };
            if std::mem::replace(&mut state.run, self.run) == self.run {
                continue;
            }
            if !job.is_taken() {
                self.jobs.push(Arc::clone(job));
            }
            self.arrived.push(job.h().unwrap_or(h), Arrival::Foreseen(child));
        }
        if let Some(state) = self.states.get_mut(number) {
            state.expansion = Some(expansion);
        }
    }
}

impl Arrivals {
    fn push(&mut self, h: u32, state: Arrival) {
        if h != DEAD_END {
            self.number += 1;
            self.queue.push(Reverse((h, self.number, state)));
        }
    }

    fn best(&self) -> Option<u32> {
        self.queue.peek().map(|Reverse((h, _, _))| *h)
    }

    fn pop(&mut self) -> Option<(u32, Arrival)> {
        self.queue.pop().map(|Reverse((h, _, state))| (h, state))
    }
}

#[cfg(test)]
mod tests {
    use extremal_heuristics::Heuristic;
    use extremal_sas::{Axioms, Fact, Operators, Task, Variable};

    use super::*;
    use crate::evaluators::Threads;

    /// Two numbers from 0 to 9, and operators that increase one of them.
    fn two_numbers() -> Task {
        let variable =
            || Variable { name: String::new(), axiom_layer: None, values: vec![String::new(); 10] };
        let mut operators = Operators::default();
        for (variable, value) in (0..2).flat_map(|variable| (0..9).map(move |value| (variable, value))) {
            let fact = |value| Fact { variable, value };
            operators.push(*b"o", [fact(value)], [(fact(value + 1), &[][..])], 1);
        }
        Task {
            variables: vec![variable(), variable()],
            mutex_groups: Vec::new(),
            initial_state: vec![0; 2],
            goal: (0..2).map(|variable| Fact { variable, value: 9 }).collect(),
            operators,
            axioms: Axioms::default(),
            metric: false,
        }
    }

    struct FirstNumber;

    impl Heuristic for FirstNumber {
        fn evaluate(&mut self, state: &[u32]) -> u32 {
            state[0]
        }
    }

    struct World {
        space: StateSpace,
        registry: StateRegistry,
        evaluators: Evaluators,
        look_ahead: LookAhead,
    }

    impl World {
        fn new() -> Self {
            let space = StateSpace::new(&two_numbers());
            World {
                registry: space.new_registry(),
                evaluators: Evaluators::new(Threads::new(2), false),
                look_ahead: LookAhead::new(&space),
                space,
            }
        }

        fn pack(&self, values: [u32; 2]) -> Vec<u64> {
            let mut packed = self.space.new_packed();
            self.space.pack(&values, &mut packed);
            packed
        }

        fn register(&mut self, values: [u32; 2]) -> StateId {
            let packed = self.pack(values);
            self.registry.insert(&packed).0
        }

        /// The states that are handed over, in order. They are evaluated.
        fn run(&mut self, enough: usize) -> Vec<Vec<u32>> {
            let (space, registry, evaluators) = (&mut self.space, &self.registry, &mut self.evaluators);
            self.look_ahead.run(enough, Surroundings { space, registry, evaluators });
            let jobs: Vec<_> = std::iter::from_fn(|| self.evaluators.take_foreseen()).collect();
            assert!(jobs.iter().all(|job| job.evaluate(&mut FirstNumber, false)));
            jobs.iter().map(|job| job.values().to_vec()).collect()
        }
    }

    #[test]
    fn the_states_that_the_search_would_come_to_next_are_foreseen() {
        let mut world = World::new();
        let [new, dead, first, second] = [[0, 5], [0, 9], [2, 0], [4, 0]].map(|state| world.register(state));
        world.register([2, 1]);
        world.look_ahead.begin(Some(3), [(dead, Some(DEAD_END)), (new, None)].into_iter());
        world.look_ahead.waiting = vec![(first, 3), (second, 4)];
        // [2, 1] is known, and [4, 0]. [0, 5] and [3, 0] are taken to be as good as their parents.
        assert_eq!(world.run(4), [[3, 0], [1, 5], [0, 6], [3, 1]]);
        // By now they have values, and [0, 6] is the best of them.
        world.look_ahead.begin(Some(3), [(new, None)].into_iter());
        world.look_ahead.waiting = vec![(second, 4)];
        assert_eq!(world.run(2), [[1, 6], [0, 7]]);
    }

    #[test]
    fn goals_and_what_a_run_came_to_before_are_left_out() {
        let mut world = World::new();
        let state = world.register([8, 8]);
        world.look_ahead.begin(Some(3), std::iter::empty());
        world.look_ahead.waiting = vec![(state, 0)];
        // Both lead to the goal [9, 9].
        assert_eq!(world.run(9), [[9, 8], [8, 9]]);
        // Both lead to [1, 1].
        let first = world.register([0, 0]);
        world.look_ahead.begin(Some(3), std::iter::empty());
        world.look_ahead.waiting = vec![(first, 0)];
        let states = world.run(4);
        assert_eq!(states.iter().filter(|state| **state == [1, 1]).count(), 1, "{states:?}");
    }

    #[test]
    fn what_was_foreseen_is_found_when_the_search_comes_to_it() {
        let mut world = World::new();
        let state = world.register([2, 3]);
        world.look_ahead.begin(None, std::iter::empty());
        world.look_ahead.waiting = vec![(state, 0)];
        world.run(1);
        let mut operators = vec![7];
        assert!(world.look_ahead.recall(&world.pack([2, 3]), &mut operators));
        assert_eq!(operators, [2, 12]);
        let child = world.pack([3, 3]);
        assert!(!world.look_ahead.recall(&child, &mut operators));
        let mut take = || world.look_ahead.take(&child, StateRegistry::hash(&child));
        assert_eq!(take().and_then(|job| job.h()), Some(3));
        assert!(take().is_none(), "the search knows it now");
    }
}
