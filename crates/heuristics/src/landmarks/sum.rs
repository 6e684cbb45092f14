//! The landmark sum: the cost of achieving, one by one, the landmarks that are still needed.
//!
//! Which landmarks a state still needs depends on the paths to it. A landmark is *past* if it held on every
//! known path, in a state by which all landmarks with a reasonable ordering before it were past; the caller
//! keeps the set of past landmarks of each state and intersects the sets of several paths. Other landmarks
//! are needed. So are past ones that do not hold any more and are a goal, or hold directly before a landmark
//! that is not past. As in LAMA: Richter, Westphal 2010, doi:10.1613/jair.2972.

use extremal_ground::rows::Rows;
use extremal_sas::{Fact, Task};

use super::graph::{LandmarkGraph, OrderingKind};
use super::landmark_effects::LandmarkEffects;
use crate::descriptor::CostType;
use crate::heuristic::DEAD_END;

/// Evaluates states by their landmarks. Sets of landmarks are bits in `u64` words.
#[derive(Clone, Debug)]
pub struct LandmarkSum {
    num_landmarks: usize,
    /// The first fact of each landmark, and further facts of disjunctive ones.
    first_facts: Vec<Fact>,
    further_facts: Vec<(u32, Fact)>,
    /// Landmarks that must hold in the end, and those among them that nothing can achieve.
    goal: Vec<u64>,
    goal_without_achiever: Vec<u64>,
    /// Landmarks without reasonable orderings before them. They are past if and only if they held.
    exact: Vec<u64>,
    /// The other landmarks, none before those ordered before it, and what is reasonably before each.
    inexact: Vec<u32>,
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
    /// The landmarks that hold in the state looked at.
    holding: Vec<u64>,
    /// The landmarks that would be progress.
    wanted: Vec<u64>,
}

impl LandmarkSum {
    /// Finds the landmarks of a task.
    pub fn new(task: &Task, costs: CostType) -> Self {
        Self::with_graph(task, &LandmarkGraph::new(task, costs))
    }

    /// Uses landmarks that were found before.
    pub fn with_graph(task: &Task, graph: &LandmarkGraph) -> Self {
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
        let first_cost = landmarks.iter().map(|landmark| match landmark.first_achiever_cost {
            Some(cost) => cost,
            // It is not past because of a reasonable ordering, and perhaps need not hold again.
            None if landmark.holds_initially => 0,
            None => DEAD_END,
        });
        LandmarkSum {
            num_landmarks: landmarks.len(),
            first_facts: landmarks.iter().map(|landmark| landmark.facts[0]).collect(),
            further_facts: further_facts.collect(),
            goal: set(&|l| landmarks[l].is_goal),
            goal_without_achiever: set(&|l| landmarks[l].is_goal && landmarks[l].achiever_cost.is_none()),
            exact: set(&|l| reasonable[l].is_empty()),
            inexact: (0..landmarks.len() as u32).filter(|&l| !reasonable[l as usize].is_empty()).collect(),
            reasonably_before: rows(reasonable),
            is_direct: set(&|l| !directly_after[l].is_empty()),
            directly_after: rows(directly_after),
            before: rows(all),
            first_cost: first_cost.collect(),
            again_cost: landmarks.iter().map(|l| l.achiever_cost.unwrap_or(DEAD_END)).collect(),
            effects: LandmarkEffects::new(task, graph),
            holding: set(&|_| false),
            wanted: set(&|_| false),
        }
    }

    /// Number of landmarks.
    pub fn num_landmarks(&self) -> usize {
        self.num_landmarks
    }

    /// Number of words of a set of landmarks.
    pub fn words(&self) -> usize {
        self.holding.len()
    }

    /// Writes the past landmarks of the initial state to `past`.
    pub fn initial(&mut self, state: &[u32], past: &mut [u64]) {
        past.fill(0);
        self.accept(state, past);
    }

    /// Writes the past landmarks of a state to `past`, given those of the state before it on the path.
    pub fn progress(&mut self, parent_past: &[u64], state: &[u32], past: &mut [u64]) {
        past.copy_from_slice(parent_past);
        self.accept(state, past);
    }

    /// Adds to `past` what holds and has nothing reasonably before it that is not past.
    fn accept(&mut self, state: &[u32], past: &mut [u64]) {
        self.find_holding(state);
        for ((past, holding), exact) in past.iter_mut().zip(&self.holding).zip(&self.exact) {
            *past |= holding & exact;
        }
        for &landmark in &self.inexact {
            if contains(&self.holding, landmark)
                && self.reasonably_before.row(landmark as usize).iter().all(|&first| contains(past, first))
            {
                past[landmark as usize / 64] |= 1 << (landmark % 64);
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
        let mut sum = 0;
        for word in 0..self.holding.len() {
            if self.goal_without_achiever[word] & !self.holding[word] != 0 {
                return DEAD_END;
            }
            for landmark in bits(word, self.all(word) & !past[word]) {
                let cost = self.first_cost[landmark];
                if cost == DEAD_END {
                    return DEAD_END;
                }
                sum += u64::from(cost);
            }
            for landmark in bits(word, self.lost(word, past)) {
                if !self.is_needed_again(landmark, past) {
                    continue;
                }
                let cost = self.again_cost[landmark];
                if cost != DEAD_END {
                    sum += u64::from(cost);
                } else if self.must_hold_again(landmark, past) {
                    return DEAD_END;
                }
            }
        }
        sum.min(u64::from(DEAD_END) - 1) as u32
    }

    /// The bits of all landmarks of a word.
    fn all(&self, word: usize) -> u64 {
        let rest = self.num_landmarks - word * 64;
        if rest >= 64 { u64::MAX } else { (1 << rest) - 1 }
    }

    /// Past landmarks that do not hold and might be needed again.
    fn lost(&self, word: usize, past: &[u64]) -> u64 {
        past[word] & !self.holding[word] & (self.goal[word] | self.is_direct[word])
    }

    fn is_needed_again(&self, landmark: usize, past: &[u64]) -> bool {
        contains(&self.goal, landmark as u32)
            || self.directly_after.row(landmark).iter().any(|&after| !contains(past, after))
    }

    /// Whether a landmark holds directly before one that surely never held. A landmark with something
    /// reasonably before it may have held without being past.
    fn must_hold_again(&self, landmark: usize, past: &[u64]) -> bool {
        let mut after = self.directly_after.row(landmark).iter();
        after.any(|&after| contains(&self.exact, after) && !contains(past, after))
    }

    /// Replaces `preferred` by those of the applicable operators that achieve a needed landmark that has only
    /// past ones ordered before it.
    pub fn preferred(&mut self, state: &[u32], past: &[u64], applicable: &[u32], preferred: &mut Vec<u32>) {
        preferred.clear();
        self.find_holding(state);
        for word in 0..self.holding.len() {
            let mut wanted = 0;
            let never = self.all(word) & !past[word] & !self.holding[word];
            for landmark in bits(word, never | self.lost(word, past)) {
                let is_needed = !contains(past, landmark as u32) || self.is_needed_again(landmark, past);
                if is_needed && self.before.row(landmark).iter().all(|&first| contains(past, first)) {
                    wanted |= 1 << (landmark % 64);
                }
            }
            self.wanted[word] = wanted;
        }
        let LandmarkSum { effects, wanted, .. } = self;
        let achieves = |operator: u32| effects.of(operator, state).any(|landmark| contains(wanted, landmark));
        preferred.extend(applicable.iter().copied().filter(|&operator| achieves(operator)));
    }
}

fn rows(rows: Vec<Vec<u32>>) -> Rows<u32> {
    let mut result = Rows::default();
    rows.into_iter().for_each(|row| result.push(row));
    result
}

#[inline]
fn contains(set: &[u64], landmark: u32) -> bool {
    set[landmark as usize / 64] >> (landmark % 64) & 1 == 1
}

/// The landmarks of a word.
fn bits(word: usize, mut bits: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = (bits != 0).then(|| bits.trailing_zeros() as usize)?;
        bits &= bits - 1;
        Some(word * 64 + bit)
    })
}
