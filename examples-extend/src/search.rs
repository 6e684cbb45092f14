//! A search from scratch: breadth first, without a heuristic.

use extremal::Search;
use extremal::searches::{Counters, Problem, RunningSearch, SearchEnd, SearchProgress, Turn, Watch};
use extremal::states::{StateId, StateRegistry};

/// Expands states in the order in which they were found.
pub struct BreadthFirst;

impl Search for BreadthFirst {
    fn start(&self, problem: Problem) -> Box<dyn RunningSearch> {
        let mut registry = problem.space.new_registry();
        let mut packed = problem.space.new_packed();
        problem.space.initial_state(&mut packed);
        registry.insert(&packed);
        Box::new(Running { problem, registry, came_from: vec![None], counters: Counters::default() })
    }
}

struct Running {
    problem: Problem,
    /// States are numbered in the order in which they are found, so it is the queue as well.
    registry: StateRegistry,
    /// For each state the one before it and the operator in between.
    came_from: Vec<Option<(StateId, u32)>>,
    counters: Counters,
}

impl RunningSearch for Running {
    /// Goes on where the last turn ended: all that must be known for that is in the fields.
    fn advance(&mut self, turn: Turn, _watch: &mut Watch<'_>) -> SearchProgress {
        let pause = self.counters.expansions.saturating_add(turn.expansions);
        while self.counters.expansions < pause {
            if let Err(stop) = self.problem.budget.check() {
                return SearchProgress::Ended(SearchEnd::Stopped(stop));
            }
            let next = StateId(self.counters.expansions as u32);
            if next.index() == self.registry.len() {
                return SearchProgress::Ended(SearchEnd::Unsolvable);
            }
            if let Some(plan) = self.expand(next) {
                return SearchProgress::Ended(SearchEnd::Solved(plan));
            }
        }
        SearchProgress::Running
    }

    fn counters(&self) -> Counters {
        self.counters
    }
}

impl Running {
    /// Generates the successors of a state. Returns the plan if it is a goal state.
    fn expand(&mut self, state: StateId) -> Option<Vec<u32>> {
        let space = &mut self.problem.space;
        let (mut values, mut successor, mut operators) = (space.new_values(), space.new_packed(), Vec::new());
        let packed = self.registry.packed(state).to_vec();
        space.unpack(&packed, &mut values);
        if space.is_goal(&values) {
            return Some(self.plan_to(state));
        }
        self.counters.expansions += 1;
        space.applicable_operators(&values, &mut operators);
        for &operator in &operators {
            self.counters.generated += 1;
            self.problem.space.successor(&packed, &values, operator, &mut successor);
            let (_, is_new) = self.registry.insert(&successor);
            if is_new {
                self.came_from.push(Some((state, operator)));
            }
        }
        None
    }

    fn plan_to(&self, state: StateId) -> Vec<u32> {
        let steps =
            std::iter::successors(self.came_from[state.index()], |(from, _)| self.came_from[from.index()]);
        let mut plan: Vec<u32> = steps.map(|(_, operator)| operator).collect();
        plan.reverse();
        plan
    }
}
