//! Landmarks and their orderings.

use extremal_limits::{Budget, Stop, TimedPacer};
use extremal_sas::{Fact, Task};

use super::backchaining::Backchaining;
use super::reasonable::add_reasonable_orderings;
use super::relaxation::Relaxation;
use crate::descriptor::CostType;

/// A set of facts of which at least one holds at some time in every plan.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Landmark {
    /// The facts, increasing. Most landmarks have one.
    pub facts: Vec<Fact>,
    /// Whether it must hold in the end.
    pub is_goal: bool,
    /// Whether it holds in the initial state.
    pub holds_initially: bool,
    /// The smallest cost of operators that can achieve it for the first time. `None` if nothing can.
    pub first_achiever_cost: Option<u32>,
    /// The smallest cost of operators that can achieve it at any time. `None` if nothing can.
    pub achiever_cost: Option<u32>,
}

impl Landmark {
    /// Whether it holds in a state.
    #[inline]
    pub fn holds(&self, state: &[u32]) -> bool {
        self.facts.iter().any(|fact| state[fact.variable as usize] == fact.value)
    }
}

/// How strict an ordering is, weakest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[non_exhaustive]
pub enum OrderingKind {
    /// If the second landmark comes first, it must be given up again and achieved once more.
    Reasonable,
    /// The first holds at some time before the second holds for the first time, or, if the second is
    /// derived, at the same time.
    Natural,
    /// The first holds directly before the second holds for the first time, or, if the second is derived, at
    /// the same time.
    GreedyNecessary,
}

/// An ordering between two landmarks, given by their indices.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Ordering {
    /// The landmark that comes first.
    pub first: u32,
    /// The other one.
    pub then: u32,
    /// How strict it is.
    pub kind: OrderingKind,
}

/// Landmarks and their orderings. Reasonable orderings may form cycles, the others do not.
#[derive(Clone, Debug)]
pub struct LandmarkGraph {
    /// The landmarks.
    pub landmarks: Vec<Landmark>,
    /// The orderings, at most one from a landmark to another.
    pub orderings: Vec<Ordering>,
}

impl LandmarkGraph {
    /// Finds landmarks of a task. Costs of achievers are those of the given type.
    ///
    /// Large tasks take seconds, so the budget is asked on the way.
    pub fn new(task: &Task, costs: CostType, budget: &Budget) -> Result<Self, Stop> {
        let relaxation = Relaxation::new(task, costs, budget)?;
        let mut pacer = TimedPacer::new(budget);
        let mut graph = Backchaining::run(task, &relaxation, &mut pacer)?;
        add_reasonable_orderings(task, &mut graph, &mut pacer)?;
        graph.keep_strongest();
        Ok(graph)
    }

    /// Keeps one ordering for each pair of landmarks.
    fn keep_strongest(&mut self) {
        self.orderings.sort_unstable_by_key(|o| (o.first, o.then, std::cmp::Reverse(o.kind)));
        self.orderings.dedup_by_key(|o| (o.first, o.then));
    }

    /// The number of disjunctive landmarks.
    pub fn num_disjunctive(&self) -> usize {
        self.landmarks.iter().filter(|landmark| landmark.facts.len() > 1).count()
    }
}
