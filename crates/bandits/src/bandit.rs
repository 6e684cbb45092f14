//! The contract between a bandit and whoever chooses with it.

use std::sync::LazyLock;

use crate::random::Random;
use crate::statistic::{Counted, Statistic};

/// An index over arms: which child of a node to go to next.
///
/// The arm with the **smallest** score is chosen (a lower confidence bound of a cost). Choosing among the
/// children of one node is a call of [`choice`](Self::choice) and one of [`score`](Self::score) per child.
///
/// # Contract
/// * `choice` and `score` are pure functions: the same arguments give the same result, bit for bit. A tree asks more
///   than once and refuses a bandit that answers differently. Who needs chance implements [`RandomBandit`].
/// * `score` is never NaN, for children that are not empty. It may be minus infinity.
/// * `parent` summarises the leaves of all arms, in particular those of the child that is scored. Where states
///   count for good, it also has its own value, and those below children that are no arms any more.
/// * `arms` is the number of children that are not empty, at least 1.
///
/// # Pitfalls
/// * Equal scores are common (plateaus). The index has no opinion on them; break ties outside, at random
///   if the order of the children must not matter.
/// * Never score an empty child: it has no leaves, so its statistics are infinite.
/// * Scores of different choices are not comparable.
pub trait Bandit {
    /// What is backed up.
    type Statistic: Statistic;

    /// What all arms of one choice have in common, computed once per choice.
    type Choice;

    /// The statistic of a single leaf.
    #[inline]
    fn leaf(&self, value: f64) -> Self::Statistic {
        Self::Statistic::leaf(value)
    }

    /// Prepares a choice among the children of `parent`.
    fn choice(&self, parent: &Self::Statistic, arms: u32) -> Self::Choice;

    /// The index of one child; smaller is better.
    fn score(&self, choice: &Self::Choice, child: &Self::Statistic) -> f64;
}

/// A bandit that may draw random numbers, as Thompson sampling does. Every [`Bandit`] is one that draws none.
///
/// Each choice asks once per child, in the order of the children, so a score may be a draw. All numbers come from
/// the search, whose seed decides everything.
pub trait RandomBandit {
    /// What is backed up.
    type Statistic: Statistic;

    /// What all arms of one choice have in common, computed or drawn once per choice.
    type Choice;

    /// The statistic of a single leaf.
    fn leaf_of(&self, value: f64) -> Self::Statistic {
        Self::Statistic::leaf(value)
    }

    /// Prepares a choice among the children of `parent`.
    fn prepare(&self, parent: &Self::Statistic, arms: u32, random: &mut Random) -> Self::Choice;

    /// The score of one child, smaller being better; never NaN.
    fn draw(&self, choice: &Self::Choice, child: &Self::Statistic, random: &mut Random) -> f64;
}

impl<B: Bandit> RandomBandit for B {
    type Statistic = B::Statistic;
    type Choice = B::Choice;

    fn leaf_of(&self, value: f64) -> B::Statistic {
        self.leaf(value)
    }

    fn prepare(&self, parent: &B::Statistic, arms: u32, _random: &mut Random) -> B::Choice {
        self.choice(parent, arms)
    }

    fn draw(&self, choice: &B::Choice, child: &B::Statistic, _random: &mut Random) -> f64 {
        self.score(choice, child)
    }
}

/// A bandit whose index is `location - slope * phi`, where only `phi` depends on the parent.
///
/// `phi` never decreases when the parent's count grows and slopes are never negative. So a search can keep
/// location and slope of each node in flat arrays and compute them when a statistic changes rather than
/// when it is looked at, and the order of two children changes at most once while neither of them changes
/// (a kinetic tournament lives on that).
///
/// # Contract
/// `choice` is `phi`, and `score` is exactly [`score_of_line`], to the last bit.
pub trait LinearBandit: Bandit<Choice = f64> {
    /// The score without exploration.
    fn location(&self, child: &Self::Statistic) -> f64;

    /// How fast the score falls as the parent's count grows; at least 0.
    fn slope(&self, child: &Self::Statistic) -> f64;

    /// The increasing function of the parent's count that all children share.
    fn phi(&self, parent: &Self::Statistic) -> f64;

    /// Whether a search may use [`line_above`](Self::line_above) to tell for how long a choice stands while
    /// leaves come and go below the chosen child, so that it need not walk from the root for each of them.
    /// The slope must then only grow or only fall with the number of leaves, if nothing else changes.
    fn stands_by_count(&self) -> bool {
        false
    }

    /// Location and slope of a line that is nowhere below the score of a child with this many leaves whose
    /// values [reach](Statistic::reaches) at least as far as those of `child`.
    fn line_above(&self, child: &Self::Statistic) -> (f64, f64) {
        (self.location(child), self.slope(child))
    }
}

/// The score of a linear bandit from its parts.
#[inline]
pub fn score_of_line(location: f64, slope: f64, phi: f64) -> f64 {
    location - slope * phi
}

/// The function of the parent's count in most indices: the square root of its natural logarithm.
#[inline]
pub fn root_of_log(parent: &impl Counted) -> f64 {
    let count = parent.count().max(1);
    let small = ROOTS_OF_LOGS.get(count as usize).copied();
    small.unwrap_or_else(|| compute_root_of_log(count))
}

/// The values for small counts, which deep in a tree are most: a logarithm takes longer than the rest of a
/// choice between two children.
static ROOTS_OF_LOGS: LazyLock<Box<[f64]>> = LazyLock::new(|| (0..2048).map(compute_root_of_log).collect());

fn compute_root_of_log(count: u32) -> f64 {
    libm::log(f64::from(count.max(1))).sqrt()
}

/// The score of an arm that must be tried before the index means anything: below every other score, and
/// smallest for the arm with the fewest leaves.
#[inline]
pub fn forced_score(count: u32) -> f64 {
    -1e300 / f64::from(count.max(1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::statistic::Minimum;

    #[test]
    fn the_logarithm_starts_at_zero() {
        assert_eq!(root_of_log(&Minimum::empty()), 0.0);
        assert_eq!(root_of_log(&Minimum::leaf(3.0)), 0.0);
        for count in [2, 100, 2047, 2048, u32::MAX] {
            let expected = libm::log(f64::from(count)).sqrt();
            assert_eq!(root_of_log(&Minimum { count, min: 0.0 }), expected);
        }
    }

    #[test]
    fn forced_arms_come_before_all_others_and_the_rarest_first() {
        assert!(forced_score(1) < forced_score(2));
        assert!(forced_score(u32::MAX) < -crate::MAX_VALUE * 1e20);
    }
}
