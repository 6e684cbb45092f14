//! Bandits as the tree uses them.

use extremal_bandits::{Bandit, LinearBandit, Statistic, score_of_line};

/// A bandit with what is worth keeping of its index for every node.
pub trait Index {
    /// What is backed up.
    type Statistic: Statistic;
    /// What is computed when a node's statistic changes rather than each time it is looked at.
    type Cached: Copy;
    /// What all children of one choice share.
    type Choice;

    /// The statistic of a leaf.
    fn leaf(&self, value: f64) -> Self::Statistic;

    /// What is kept for a node that is not locked.
    fn cache(&self, statistic: &Self::Statistic) -> Self::Cached;

    /// What is kept for a node without leaves: it must never have the smallest score.
    fn locked(&self) -> Self::Cached;

    /// Prepares a choice among so many unlocked children.
    fn choice(&self, parent: &Self::Statistic, arms: u32) -> Self::Choice;

    /// The score of a child; smaller is better.
    fn score(&self, choice: &Self::Choice, statistic: &Self::Statistic, cached: &Self::Cached) -> f64;
}

/// A bandit whose index is linear in one function of the parent's count: location and slope are kept, and a
/// choice is a scan over them.
#[derive(Clone, Copy, Debug)]
pub struct Linear<B>(pub B);

impl<B: LinearBandit> Index for Linear<B> {
    type Statistic = B::Statistic;
    type Cached = (f64, f64);
    type Choice = f64;

    #[inline]
    fn leaf(&self, value: f64) -> B::Statistic {
        self.0.leaf(value)
    }

    #[inline]
    fn cache(&self, statistic: &B::Statistic) -> (f64, f64) {
        (self.0.location(statistic), self.0.slope(statistic))
    }

    #[inline]
    fn locked(&self) -> (f64, f64) {
        (f64::INFINITY, 0.0)
    }

    #[inline]
    fn choice(&self, parent: &B::Statistic, arms: u32) -> f64 {
        self.0.choice(parent, arms)
    }

    #[inline]
    fn score(&self, phi: &f64, _statistic: &B::Statistic, &(location, slope): &(f64, f64)) -> f64 {
        score_of_line(location, slope, *phi)
    }
}

/// Any bandit: scores are computed each time. The flag says whether a node is locked.
#[derive(Clone, Copy, Debug)]
pub struct Direct<B>(pub B);

impl<B: Bandit> Index for Direct<B> {
    type Statistic = B::Statistic;
    type Cached = bool;
    type Choice = B::Choice;

    #[inline]
    fn leaf(&self, value: f64) -> B::Statistic {
        self.0.leaf(value)
    }

    #[inline]
    fn cache(&self, _statistic: &B::Statistic) -> bool {
        false
    }

    #[inline]
    fn locked(&self) -> bool {
        true
    }

    #[inline]
    fn choice(&self, parent: &B::Statistic, arms: u32) -> B::Choice {
        self.0.choice(parent, arms)
    }

    #[inline]
    fn score(&self, choice: &B::Choice, statistic: &B::Statistic, locked: &bool) -> f64 {
        if *locked { f64::INFINITY } else { self.0.score(choice, statistic) }
    }
}
