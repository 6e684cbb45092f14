//! Softmin-Type: a random state, better types being more likely.
//!
//! Kuroiwa and Beck, "Biased Exploration for Satisficing Heuristic Search" (ICAPS 2022). A type is a pair
//! (h, g). First h is drawn with probability proportional to exp(-h / tau) over the values that occur, each
//! counted once; then g uniformly among those that occur with it; then a state of that type uniformly.

use std::collections::BTreeMap;

use extremal_states::StateId;

use super::{Candidate, Key, OpenList};
use crate::observer::Watch;
use extremal_bandits::Random;

/// Buckets of states by type.
#[derive(Debug)]
pub struct SoftminType<T = StateId> {
    key: Key,
    tau: f64,
    by_h: BTreeMap<u32, BTreeMap<u32, Vec<T>>>,
}

impl<T> SoftminType<T> {
    /// An empty list with this temperature; the key takes the place of h. With an infinite one all values are equally likely: that is the
    /// type-based list of Xie, Mueller, Holte and Imai (2014).
    pub fn new(key: Key, tau: f64) -> Self {
        SoftminType { key, tau, by_h: BTreeMap::new() }
    }

    fn draw_h(&self, random: &mut Random) -> Option<u32> {
        let (&lowest, _) = self.by_h.first_key_value()?;
        // Relative to the smallest value, so that nothing underflows where it matters.
        let weight = |h: u32| libm::exp(-f64::from(h - lowest) / self.tau);
        let total: f64 = self.by_h.keys().map(|&h| weight(h)).sum();
        let mut left = random.unit() * total;
        for &h in self.by_h.keys() {
            left -= weight(h);
            if left < 0.0 {
                return Some(h);
            }
        }
        Some(lowest)
    }
}

impl<T: Copy + Send> OpenList<T> for SoftminType<T> {
    fn insert(&mut self, _parent: Option<StateId>, candidates: &[Candidate<T>], _watch: &mut Watch<'_>) {
        for candidate in candidates {
            let by_g = self.by_h.entry(candidate.get(self.key)).or_default();
            by_g.entry(candidate.g).or_default().push(candidate.item);
        }
    }

    fn pop(&mut self, random: &mut Random, _watch: &mut Watch<'_>) -> Option<T> {
        let h = self.draw_h(random)?;
        let by_g = self.by_h.get_mut(&h)?;
        let g = *by_g.keys().nth(random.below(by_g.len()))?;
        let states = by_g.get_mut(&g)?;
        let state = states.swap_remove(random.below(states.len()));
        if states.is_empty() {
            by_g.remove(&g);
            if by_g.is_empty() {
                self.by_h.remove(&h);
            }
        }
        Some(state)
    }

    fn is_empty(&self) -> bool {
        self.by_h.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn list(candidates: impl IntoIterator<Item = (u32, u32, u32)>) -> SoftminType<u32> {
        let mut list = SoftminType::new(Key::Heuristic, 1.0);
        candidates.into_iter().for_each(|candidate| push(&mut list, candidate));
        list
    }

    fn push(list: &mut SoftminType<u32>, (item, h, g): (u32, u32, u32)) {
        let candidate = Candidate { item, h, landmarks: 0, novelty: 0, g, preferred: false };
        list.insert(None, &[candidate], &mut Watch::default());
    }

    #[test]
    fn each_state_leaves_once() {
        let mut list = list((0..100).map(|n| (n, n % 7, n % 3)));
        let mut random = Random::new(1);
        let pop = || list.pop(&mut random, &mut Watch::default());
        let mut left: Vec<u32> = std::iter::from_fn(pop).collect();
        left.sort_unstable();
        assert_eq!(left, (0..100).collect::<Vec<_>>());
    }

    #[test]
    fn values_are_drawn_with_softmin_probabilities_and_sizes_do_not_matter() {
        // h = 3 once, h = 4 a hundred times: the former has probability 1 / (1 + 1/e) = 0.731.
        let mut random = Random::new(7);
        let rounds = 20_000;
        let mut first = 0;
        let mut list = list((1..=100).map(|n| (n, 4, n)));
        for _ in 0..rounds {
            push(&mut list, (0, 3, 0));
            let state = list.pop(&mut random, &mut Watch::default()).unwrap();
            if state == 0 {
                first += 1;
            } else {
                push(&mut list, (state, 4, state));
                list.by_h.remove(&3);
            }
        }
        let share = f64::from(first) / f64::from(rounds);
        assert!((share - 0.7311).abs() < 0.01, "{share}");
    }

    #[test]
    fn huge_values_do_not_underflow() {
        let mut list = list([(0, 1_000_000, 0), (1, 2_000_000, 0)]);
        assert_eq!(list.pop(&mut Random::new(3), &mut Watch::default()), Some(0));
    }
}
