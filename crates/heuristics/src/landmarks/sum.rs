//! The landmark sum: the cost of achieving, one by one, the landmarks that are still needed.
//!
//! Which landmarks a state still needs depends on the paths to it. A landmark is *past* if it held on every
//! known path. It is needed if
//!
//! - it is not past, or
//! - it does not hold and is a goal, or holds directly before a landmark that is not past, or
//! - it has not held since all landmarks that are reasonably before it are past.
//!
//! As in LAMA (Richter, Westphal 2010, doi:10.1613/jair.2972), with the progression of reasonable orderings of
//! Büchner, Keller, Eriksson, Helmert 2023, "Landmark Progression in Heuristic Search".
//!
//! The caller keeps a set for each state, of [`LandmarkSum::words`] words. It has a bit for each past landmark
//! and, for those with something reasonably before them, a second one: held in the right order. The set of a
//! state with several known paths is the intersection (`&=`) of what the paths give.

use extremal_ground::rows::Rows;
use extremal_limits::{Budget, Pacer, Stop};
use extremal_sas::{Fact, Task};

use super::graph::{LandmarkGraph, OrderingKind};
use super::landmark_effects::LandmarkEffects;
use crate::descriptor::CostType;
use crate::heuristic::DEAD_END;
use crate::relaxed::rules::INTERVAL;

/// Evaluates states by their landmarks. Sets of landmarks are bits in `u64` words.
#[derive(Clone, Debug)]
pub struct LandmarkSum {
    num_landmarks: usize,
    /// The first fact of each landmark, and further facts of disjunctive ones.
    first_facts: Vec<Fact>,
    further_facts: Vec<(u32, Fact)>,
    /// All landmarks, and those that must hold in the end.
    all: Vec<u64>,
    goal: Vec<u64>,
    /// Landmarks with something reasonably before them, and what that is. The second bits of these landmarks
    /// follow the first bits of all.
    ordered: Vec<u32>,
    reasonably_before: Rows<u32>,
    /// Landmarks that hold directly before others, and for each landmark these others.
    is_direct: Vec<u64>,
    directly_after: Rows<u32>,
    /// All that is ordered before each landmark.
    before: Rows<u32>,
    /// Cost of achieving each landmark for the first time, and again; [`DEAD_END`] if impossible.
    first_cost: Vec<u32>,
    again_cost: Vec<u32>,
    effects: LandmarkEffects,
    /// The landmarks that hold in the state looked at, and those that it needs.
    holding: Vec<u64>,
    needed: Vec<u64>,
}

impl LandmarkSum {
    /// Finds the landmarks of a task within a budget.
    pub fn new(task: &Task, costs: CostType, budget: &Budget) -> Result<Self, Stop> {
        Self::with_graph(task, &LandmarkGraph::new(task, costs, budget)?, budget)
    }

    /// Uses landmarks that were found before.
    pub fn with_graph(task: &Task, graph: &LandmarkGraph, budget: &Budget) -> Result<Self, Stop> {
        budget.check()?;
        let landmarks = &graph.landmarks;
        let set = |is_in: &dyn Fn(usize) -> bool| {
            let mut set = vec![0u64; landmarks.len().div_ceil(64)];
            (0..landmarks.len())
                .filter(|&landmark| is_in(landmark))
                .for_each(|l| set[l / 64] |= 1 << (l % 64));
            set
        };
        let before = |kinds: &[OrderingKind]| {
            let mut rows = vec![Vec::new(); landmarks.len()];
            let orderings = graph.orderings.iter().filter(|ordering| kinds.contains(&ordering.kind));
            orderings.for_each(|ordering| rows[ordering.then as usize].push(ordering.first));
            rows
        };
        let mut directly_after = vec![Vec::new(); landmarks.len()];
        for (then, firsts) in before(&[OrderingKind::GreedyNecessary]).iter().enumerate() {
            firsts.iter().for_each(|&first| directly_after[first as usize].push(then as u32));
        }
        let reasonable = before(&[OrderingKind::Reasonable]);
        let all = before(&[OrderingKind::Reasonable, OrderingKind::Natural, OrderingKind::GreedyNecessary]);
        let further_facts = landmarks.iter().enumerate().flat_map(|(number, landmark)| {
            landmark.facts.iter().skip(1).map(move |&fact| (number as u32, fact))
        });
        Ok(LandmarkSum {
            num_landmarks: landmarks.len(),
            first_facts: landmarks.iter().map(|landmark| landmark.facts[0]).collect(),
            further_facts: further_facts.collect(),
            all: set(&|_| true),
            goal: set(&|l| landmarks[l].is_goal),
            ordered: (0..landmarks.len() as u32).filter(|&l| !reasonable[l as usize].is_empty()).collect(),
            reasonably_before: rows(reasonable.into_iter().filter(|before| !before.is_empty())),
            is_direct: set(&|l| !directly_after[l].is_empty()),
            directly_after: rows(directly_after.into_iter()),
            before: rows(all.into_iter()),
            first_cost: landmarks.iter().map(|l| l.first_achiever_cost.unwrap_or(DEAD_END)).collect(),
            again_cost: landmarks.iter().map(|l| l.achiever_cost.unwrap_or(DEAD_END)).collect(),
            effects: LandmarkEffects::new(task, graph, &mut Pacer::new(budget, INTERVAL))?,
            holding: set(&|_| false),
            needed: set(&|_| false),
        })
    }

    /// Number of landmarks.
    pub fn num_landmarks(&self) -> usize {
        self.num_landmarks
    }

    /// Number of words of the set of a state.
    pub fn words(&self) -> usize {
        self.holding.len() + self.ordered.len().div_ceil(64)
    }

    /// Writes the set of the initial state to `past`.
    pub fn initial(&mut self, state: &[u32], past: &mut [u64]) {
        past.fill(0);
        self.accept(state, past);
    }

    /// Writes the set of a state to `past`, given that of the state before it on the path.
    pub fn progress(&mut self, parent_past: &[u64], state: &[u32], past: &mut [u64]) {
        past.copy_from_slice(parent_past);
        self.accept(state, past);
    }

    /// Adds what holds.
    fn accept(&mut self, state: &[u32], past: &mut [u64]) {
        self.find_holding(state);
        let (past, in_order) = past.split_at_mut(self.holding.len());
        past.iter_mut().zip(&self.holding).for_each(|(past, holding)| *past |= holding);
        for (number, &landmark) in self.ordered.iter().enumerate() {
            if contains(&self.holding, landmark)
                && self.reasonably_before.row(number).iter().all(|&first| contains(past, first))
            {
                in_order[number / 64] |= 1 << (number % 64);
            }
        }
    }

    fn find_holding(&mut self, state: &[u32]) {
        for (word, facts) in self.holding.iter_mut().zip(self.first_facts.chunks(64)) {
            let bit =
                |(at, fact): (usize, &Fact)| u64::from(state[fact.variable as usize] == fact.value) << at;
            *word = facts.iter().enumerate().map(bit).fold(0, |word, bit| word | bit);
        }
        for &(landmark, fact) in &self.further_facts {
            let holds = u64::from(state[fact.variable as usize] == fact.value);
            self.holding[landmark as usize / 64] |= holds << (landmark % 64);
        }
    }

    /// The sum of the costs of needed landmarks, or [`DEAD_END`] if one of them cannot be achieved; then
    /// there is no plan from this state, provided that `past` is what `initial` and `progress` made of paths
    /// to it. It is 0 if the goal holds.
    pub fn evaluate(&mut self, state: &[u32], past: &[u64]) -> u32 {
        self.find_holding(state);
        let mut false_goals = self.goal.iter().zip(&self.holding).map(|(goal, holding)| goal & !holding);
        if false_goals.all(|word| word == 0) {
            return 0;
        }
        self.find_needed(past);
        let mut sum = 0;
        for landmark in members(&self.needed) {
            let costs = if contains(past, landmark as u32) { &self.again_cost } else { &self.first_cost };
            if costs[landmark] == DEAD_END {
                return DEAD_END;
            }
            sum += u64::from(costs[landmark]);
        }
        sum.min(u64::from(DEAD_END) - 1) as u32
    }

    /// Replaces `preferred` by those of the applicable operators that achieve a needed landmark that has only
    /// past ones ordered before it. On a cycle of reasonable orderings there is none, until one is past.
    pub fn preferred(&mut self, state: &[u32], past: &[u64], applicable: &[u32], preferred: &mut Vec<u32>) {
        preferred.clear();
        self.find_holding(state);
        self.find_needed(past);
        let is_next = |landmark: u32| {
            let mut before = self.before.row(landmark as usize).iter();
            contains(&self.needed, landmark)
                && !contains(&self.holding, landmark)
                && before.all(|&first| contains(past, first))
        };
        let achieves = |operator: u32| self.effects.of(operator, state).any(is_next);
        preferred.extend(applicable.iter().copied().filter(|&operator| achieves(operator)));
    }

    /// Finds the needed landmarks, with those that hold already known. Reasonable orderings make none needed
    /// that cannot be achieved, since that would look like a dead end.
    fn find_needed(&mut self, past: &[u64]) {
        let (past, in_order) = past.split_at(self.holding.len());
        for word in 0..past.len() {
            let mut lost = past[word] & !self.holding[word];
            let goals = lost & self.goal[word];
            lost &= self.is_direct[word] & !goals;
            let mut needed = self.all[word] & !past[word] | goals;
            while lost != 0 {
                let bit = lost.trailing_zeros() as usize;
                lost &= lost - 1;
                let mut after = self.directly_after.row(word * 64 + bit).iter();
                needed |= u64::from(after.any(|&after| !contains(past, after))) << bit;
            }
            self.needed[word] = needed;
        }
        for (number, &landmark) in self.ordered.iter().enumerate() {
            if !contains(in_order, number as u32)
                && contains(past, landmark)
                && self.again_cost[landmark as usize] != DEAD_END
            {
                self.needed[landmark as usize / 64] |= 1 << (landmark % 64);
            }
        }
    }
}

fn rows(rows: impl Iterator<Item = Vec<u32>>) -> Rows<u32> {
    let mut result = Rows::default();
    rows.for_each(|row| result.push(row));
    result
}

#[inline]
fn contains(set: &[u64], landmark: u32) -> bool {
    set[landmark as usize / 64] >> (landmark % 64) & 1 == 1
}

/// The landmarks of a set.
fn members(set: &[u64]) -> impl Iterator<Item = usize> {
    set.iter().enumerate().flat_map(|(word, &bits)| {
        let mut bits = bits;
        std::iter::from_fn(move || {
            let bit = (bits != 0).then(|| bits.trailing_zeros() as usize)?;
            bits &= bits - 1;
            Some(word * 64 + bit)
        })
    })
}

#[cfg(test)]
mod tests {
    use extremal_limits::TimedPacer;

    use super::super::backchaining::Backchaining;
    use super::super::exclusion::Exclusion;
    use super::super::natural::natural_orderings;
    use super::super::reasonable::add_reasonable_orderings;
    use super::super::relaxation::Relaxation;
    use super::*;
    use crate::testing::{fact, task};

    fn landmark_sum(task: &Task) -> LandmarkSum {
        LandmarkSum::new(task, CostType::Unit, &Budget::unlimited()).unwrap()
    }

    /// Follows a path and returns the values of its states.
    fn values(sum: &mut LandmarkSum, path: &[&[u32]]) -> Vec<u32> {
        let (mut past, mut parent) = (vec![0; sum.words()], vec![0; sum.words()]);
        let mut values = Vec::new();
        for (step, state) in path.iter().enumerate() {
            match step {
                0 => sum.initial(state, &mut past),
                _ => sum.progress(&parent, state, &mut past),
            }
            values.push(sum.evaluate(state, &past));
            parent.copy_from_slice(&past);
        }
        values
    }

    /// A truck (variable 0) at 0 brings a package (variable 1) from 0 to 1. In the truck, the package has
    /// value 2.
    fn delivery() -> Task {
        let operators: [(&[_], &[_]); 4] = [
            (&[fact(0, 0)], &[fact(0, 1)]),
            (&[fact(0, 1)], &[fact(0, 0)]),
            (&[fact(0, 0), fact(1, 0)], &[fact(1, 2)]),
            (&[fact(0, 1), fact(1, 2)], &[fact(1, 1)]),
        ];
        task(&[2, 3], &operators, &[fact(1, 1)])
    }

    #[test]
    fn landmarks_are_needed_until_they_held_and_while_they_must_hold_again() {
        let mut sum = landmark_sum(&delivery());
        assert_eq!(sum.num_landmarks(), 5);
        // The truck at 1, the package in the truck, and the package at 1 are needed.
        assert_eq!(values(&mut sum, &[&[0, 0], &[0, 2], &[1, 2], &[1, 1]]), [3, 2, 1, 0]);
        // After driving too early, the truck has to come back, and to be at 1 again after loading.
        assert_eq!(values(&mut sum, &[&[0, 0], &[1, 0], &[0, 0], &[0, 2]]), [3, 4, 3, 2]);
    }

    #[test]
    fn what_cannot_be_achieved_again_is_a_dead_end() {
        let mut task = delivery();
        task.operators = Default::default();
        task.operators.push(*b"drive", [fact(0, 0)], [(fact(0, 1), &[][..])], 1);
        task.operators.push(*b"load", [fact(0, 0), fact(1, 0)], [(fact(1, 2), &[][..])], 1);
        task.operators.push(*b"unload", [fact(0, 1), fact(1, 2)], [(fact(1, 1), &[][..])], 1);
        let mut sum = landmark_sum(&task);
        assert_eq!(values(&mut sum, &[&[0, 0], &[1, 0]]), [3, DEAD_END]);
        assert_eq!(values(&mut sum, &[&[0, 0], &[0, 2], &[1, 2]]), [3, 2, 1]);
    }

    #[test]
    fn what_held_in_the_wrong_order_must_hold_again() {
        let operators: [(&[_], &[_]); 2] = [(&[], &[fact(0, 1), fact(1, 0)]), (&[], &[fact(1, 1)])];
        let task = task(&[2, 2], &operators, &[fact(0, 1), fact(1, 1)]);
        let mut sum = landmark_sum(&task);
        assert_eq!(values(&mut sum, &[&[0, 0], &[0, 1], &[1, 0], &[1, 1]]), [2, 2, 1, 0]);
        assert_eq!(values(&mut sum, &[&[0, 0], &[1, 0], &[1, 1]]), [2, 1, 0]);
    }

    #[test]
    fn operators_that_achieve_what_comes_next_are_preferred() {
        let mut sum = landmark_sum(&delivery());
        let (mut past, mut preferred) = (vec![0; sum.words()], Vec::new());
        sum.initial(&[0, 0], &mut past);
        // Driving achieves a landmark, too, but loading is reasonably before it.
        sum.preferred(&[0, 0], &past, &[0, 2], &mut preferred);
        assert_eq!(preferred, [2]);
    }

    #[test]
    fn landmarks_ask_the_budget() {
        let budget = Budget::unlimited();
        budget.cancel();
        let sum = LandmarkSum::new(&delivery(), CostType::Unit, &budget);
        assert_eq!(sum.map(|sum| sum.num_landmarks()), Err(Stop::Cancelled));
    }

    #[test]
    fn every_part_of_the_work_asks_the_budget() {
        // A chain of values: one landmark after the other, so that each part has much to do.
        const LENGTH: u32 = 600;
        let steps: Vec<_> = (1..LENGTH).map(|value| ([fact(0, value - 1)], [fact(0, value)])).collect();
        let operators: Vec<(&[_], &[_])> = steps.iter().map(|(pre, eff)| (&pre[..], &eff[..])).collect();
        let task = task(&[LENGTH as usize], &operators, &[fact(0, LENGTH - 1)]);
        let budget = Budget::unlimited();
        let relaxation = Relaxation::new(&task, CostType::Unit, &budget).unwrap();
        let unlimited = &mut TimedPacer::new(&budget);
        let graph = Backchaining::run(&task, &relaxation, unlimited).unwrap();
        let cancelled = Budget::unlimited();
        cancelled.cancel();
        let stop = &mut TimedPacer::new(&cancelled);
        assert_eq!(Backchaining::run(&task, &relaxation, stop).map(|_| ()), Err(Stop::Cancelled));
        assert_eq!(add_reasonable_orderings(&task, &mut graph.clone(), stop), Err(Stop::Cancelled));
        assert_eq!(Relaxation::new(&task, CostType::Unit, &cancelled).map(|_| ()), Err(Stop::Cancelled));
        let effects = LandmarkEffects::new(&task, &graph, &mut Pacer::new(&cancelled, INTERVAL));
        assert_eq!(effects.map(|_| ()), Err(Stop::Cancelled));
        let (sets, mut work) = ([&[1_u32][..]], 1_000_000);
        let without = Exclusion::new(&relaxation, &sets, &mut work, unlimited).unwrap();
        let stopped = Exclusion::new(&relaxation, &sets, &mut work, stop);
        assert_eq!(stopped.map(|_| ()), Err(Stop::Cancelled));
        let landmarks: Vec<(u32, u32)> = (0..100).map(|fact| (fact, fact)).collect();
        assert_eq!(natural_orderings(&relaxation, &without, &landmarks, stop), Err(Stop::Cancelled));
    }

    #[test]
    fn a_task_without_goals_has_no_landmarks() {
        let mut sum = landmark_sum(&task(&[2], &[], &[]));
        assert_eq!((sum.words(), values(&mut sum, &[&[0], &[1]])), (0, vec![0, 0]));
    }
}
