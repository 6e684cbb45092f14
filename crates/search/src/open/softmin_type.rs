//! Softmin-Type: a random state, better types being more likely.
//!
//! Kuroiwa and Beck, "Biased Exploration for Satisficing Heuristic Search" (ICAPS 2022). A type is a pair
//! (h, g). First h is drawn with probability proportional to exp(-h / tau) over the values that occur, each
//! counted once; then g uniformly among those that occur with it; then a state of that type uniformly.

use std::collections::BTreeMap;

use extremal_states::StateId;

use super::{Entry, OpenList};
use crate::random::Random;

/// Buckets of states by type.
#[derive(Debug)]
pub struct SoftminType<T = StateId> {
    tau: f64,
    by_h: BTreeMap<u32, BTreeMap<u32, Vec<T>>>,
}

impl<T> SoftminType<T> {
    /// An empty list with this temperature. With an infinite one all values are equally likely: that is the
    /// type-based list of Xie, Mueller, Holte and Imai (2014).
    pub fn new(tau: f64) -> Self {
        SoftminType { tau, by_h: BTreeMap::new() }
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

impl<T: Copy> OpenList<T> for SoftminType<T> {
    fn push(&mut self, entry: Entry<T>) {
        self.by_h.entry(entry.h).or_default().entry(entry.g).or_default().push(entry.state);
    }

    fn pop(&mut self, random: &mut Random) -> Option<T> {
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

    fn entry(state: u32, h: u32, g: u32) -> Entry {
        Entry { state: StateId(state), h, g, preferred: false }
    }

    #[test]
    fn each_state_leaves_once() {
        let mut list = SoftminType::new(1.0);
        (0..100).for_each(|n| list.push(entry(n, n % 7, n % 3)));
        let mut random = Random::new(1);
        let mut left: Vec<u32> = std::iter::from_fn(|| list.pop(&mut random)).map(|s| s.0).collect();
        left.sort_unstable();
        assert_eq!(left, (0..100).collect::<Vec<_>>());
    }

    #[test]
    fn values_are_drawn_with_softmin_probabilities_and_sizes_do_not_matter() {
        // h = 3 once, h = 4 a hundred times: the former has probability 1 / (1 + 1/e) = 0.731.
        let mut random = Random::new(7);
        let rounds = 20_000;
        let mut first = 0;
        let mut list = SoftminType::new(1.0);
        (1..=100).for_each(|n| list.push(entry(n, 4, n)));
        for _ in 0..rounds {
            list.push(entry(0, 3, 0));
            let state = list.pop(&mut random).unwrap();
            if state.0 == 0 {
                first += 1;
            } else {
                list.push(entry(state.0, 4, state.0));
                list.by_h.remove(&3);
            }
        }
        let share = f64::from(first) / f64::from(rounds);
        assert!((share - 0.7311).abs() < 0.01, "{share}");
    }

    #[test]
    fn huge_values_do_not_underflow() {
        let mut list = SoftminType::new(1.0);
        list.push(entry(0, 1_000_000, 0));
        list.push(entry(1, 2_000_000, 0));
        assert_eq!(list.pop(&mut Random::new(3)), Some(StateId(0)));
    }
}
