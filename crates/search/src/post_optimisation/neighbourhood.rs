//! The states of a plan and those around it.
//!
//! Plan neighbourhood graph search (Nakhost and Müller: Action Elimination and Plan Neighborhood Graph Search,
//! ICAPS 2010). The graph begins with the states of the plan and is widened in the order in which states are found, so
//! that it grows by the same number of steps everywhere along the plan.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use extremal_limits::{Stop, TimedPacer};
use extremal_sas::Task;
use extremal_states::{StateId, StateSpace};

use crate::anytime::operator_cost;
use crate::generation::Generation;

/// A graph of states around a plan.
pub(super) struct Neighbourhood {
    generation: Generation,
    /// The edges of all expanded states, one state after the other.
    edges: Vec<Edge>,
    /// Where the edges of each expanded state end. States are expanded in the order of their numbers.
    ends: Vec<usize>,
    /// By state.
    is_goal: Vec<bool>,
}

#[derive(Clone, Copy)]
struct Edge {
    to: u32,
    operator: u32,
}

/// Why a graph was not widened as far as was wanted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Halt {
    /// The work allowed is done.
    Spent,
    /// It has as many states as it may have.
    Full,
    /// The budget is spent.
    Stopped(Stop),
}

impl Neighbourhood {
    /// A graph of the states of a plan, and the plan without its loops. `None` if it is no plan.
    pub fn of_plan(space: StateSpace, plan: &[u32]) -> Option<(Self, Vec<u32>)> {
        let mut generation = Generation::new(space);
        let mut state = generation.initial_state();
        let mut is_goal = vec![generation.space.is_goal(&generation.successor_values)];
        // The path so far visits each state once. Where a state was on it, it may have been cut off since.
        let mut path = Vec::new();
        let mut states = vec![state];
        let mut places = vec![0];
        for &operator in plan {
            generation.open(state);
            if !generation.operators.contains(&operator) {
                return None;
            }
            generation.open_for(state, operator);
            generation.next()?;
            let (next, is_new) = generation.register();
            if is_new {
                is_goal.push(generation.unpack(true));
                places.push(0);
            }
            let place = places[next.index()];
            if states.get(place) == Some(&next) {
                path.truncate(place);
                states.truncate(place + 1);
            } else {
                path.push(operator);
                places[next.index()] = states.len();
                states.push(next);
            }
            state = next;
        }
        let graph = Neighbourhood { generation, edges: Vec::new(), ends: Vec::new(), is_goal };
        graph.is_goal[state.index()].then_some((graph, path))
    }

    /// Whether it has every state that can be reached without passing through a goal state.
    pub fn is_complete(&self) -> bool {
        self.ends.len() == self.generation.registry.len()
    }

    /// Bytes in use.
    fn memory(&self) -> usize {
        self.edges.len() * size_of::<Edge>() + self.is_goal.len() * 9 + self.generation.registry.memory()
    }

    /// Expands states until so many are expanded, or nothing is left to expand, or `max_work` operators have been applied.
    /// Adds what was applied to `work`: the last state may take more than was left, and that counts too, or else many
    /// short turns would do more than a long one.
    pub fn widen(
        &mut self,
        states: usize,
        max_bytes: usize,
        max_work: u64,
        work: &mut u64,
        pacer: &mut TimedPacer,
    ) -> Result<(), Halt> {
        while self.ends.len() < states && !self.is_complete() {
            let state = StateId(self.ends.len() as u32);
            if *work >= max_work {
                return Err(Halt::Spent);
            }
            pacer.tick().map_err(Halt::Stopped)?;
            if !self.is_goal[state.index()] {
                self.generation.open(state);
                let full = self.generation.make_sure_of_room(pacer.budget()).is_err()
                    || self.edges.len() > u32::MAX as usize;
                if full || self.memory() > max_bytes {
                    return Err(Halt::Full);
                }
                self.expand();
            }
            *work += 1 + self.generation.operators.len() as u64;
            self.ends.push(self.edges.len());
        }
        Ok(())
    }

    fn expand(&mut self) {
        while let Some(operator) = self.generation.next() {
            let (to, is_new) = self.generation.register();
            if is_new {
                self.is_goal.push(self.generation.unpack(true));
            }
            self.edges.push(Edge { to: to.0, operator });
        }
    }

    /// The cheapest path to a goal state in the graph, the shortest of those if there are several, and the number of edges
    /// that were looked at.
    pub fn cheapest_path(&self, task: &Task) -> (Option<Vec<u32>>, u64) {
        const UNREACHED: (u64, u32) = (u64::MAX, u32::MAX);
        let mut best = vec![UNREACHED; self.is_goal.len()];
        let mut from = vec![Edge { to: u32::MAX, operator: 0 }; self.is_goal.len()];
        let mut queue = BinaryHeap::new();
        let mut looked_at = 0;
        best[0] = (0, 0);
        queue.push(Reverse(((0, 0), 0)));
        while let Some(Reverse((value, state))) = queue.pop() {
            if value > best[state as usize] {
                continue;
            }
            if self.is_goal[state as usize] {
                return (Some(path_to(state, &from)), looked_at);
            }
            let Some(&end) = self.ends.get(state as usize) else { continue };
            let start = if state == 0 { 0 } else { self.ends[state as usize - 1] };
            looked_at += (end - start) as u64;
            for edge in &self.edges[start..end] {
                let cost = value.0.saturating_add(operator_cost(task, edge.operator));
                let reached = (cost, value.1 + 1);
                if reached < best[edge.to as usize] {
                    best[edge.to as usize] = reached;
                    from[edge.to as usize] = Edge { to: state, operator: edge.operator };
                    queue.push(Reverse((reached, edge.to)));
                }
            }
        }
        (None, looked_at)
    }
}

/// The operators on the way to a state, when each state but the first knows the edge by which it is reached.
fn path_to(mut state: u32, from: &[Edge]) -> Vec<u32> {
    let mut path = Vec::new();
    while state != 0 {
        let edge = from[state as usize];
        path.push(edge.operator);
        state = edge.to;
    }
    path.reverse();
    path
}
