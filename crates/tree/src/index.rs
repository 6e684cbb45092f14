//! Bandits as the tree uses them.

use extremal_bandits::{Bandit, LinearBandit, Random, RandomBandit, Statistic, score_of_line};

use crate::contract::{BrokenContract, scores_twice};

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

    /// Whether the children of a choice are scored together by [`score_all`](Self::score_all), rather than one by one.
    /// That is for indices which draw random numbers, and for those which are not part of the program, where each call
    /// takes long.
    const SCORES_TOGETHER: bool = false;

    /// Scores all children that can be chosen, in order and once each. Only called where
    /// [`SCORES_TOGETHER`](Self::SCORES_TOGETHER) says so, and then instead of [`score`](Self::score).
    fn score_all<'a>(
        &self,
        parent: &Self::Statistic,
        children: impl ExactSizeIterator<Item = &'a Self::Statistic>,
        random: &mut Random,
        scores: &mut Vec<f64>,
    ) where
        Self::Statistic: 'a,
    {
        let _ = (parent, random);
        scores.extend(children.map(|_| 0.0));
    }

    /// Checks that the bandit keeps its contract at a choice, as far as that shows: a tree asks at its first choices.
    fn check<'a>(
        &self,
        parent: &Self::Statistic,
        children: impl ExactSizeIterator<Item = &'a Self::Statistic> + Clone,
    ) -> Result<(), BrokenContract>
    where
        Self::Statistic: 'a,
    {
        let _ = (parent, children);
        Ok(())
    }

    /// Whether [`choice_bounds`](Self::choice_bounds) knows how long choices stand.
    fn keeps_path(&self) -> bool {
        false
    }

    /// For how long a choice stands: the chosen child has strictly the smallest score of all as long as its
    /// values reach as far as is said, it has lost or gained no more leaves than is said, and the parent has
    /// lost or gained as many as the child.
    fn choice_bounds<'a>(
        &self,
        parent: &Self::Statistic,
        chosen: &Self::Statistic,
        rivals: impl Iterator<Item = &'a Self::Cached>,
    ) -> Option<ChoiceBounds<Self::Statistic>>
    where
        Self::Cached: 'a,
    {
        let _ = (parent, chosen, rivals);
        None
    }
}

/// What is kept for a node that is locked, or is not.
#[inline]
pub(crate) fn cache_unless<I: Index>(index: &I, is_locked: bool, statistic: &I::Statistic) -> I::Cached {
    if is_locked { index.locked() } else { index.cache(statistic) }
}

/// Bounds within which a choice stays the best one.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ChoiceBounds<S> {
    /// What the values of the chosen child must reach.
    pub reach: S,
    /// How many leaves the child may lose.
    pub fewer: i64,
    /// How many leaves the child may gain.
    pub more: i64,
}

/// More leaves than a child ever gains, and few enough that counts do not overflow.
const ANY_NUMBER: i64 = 1 << 30;

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

    fn check<'a>(
        &self,
        parent: &B::Statistic,
        children: impl ExactSizeIterator<Item = &'a B::Statistic> + Clone,
    ) -> Result<(), BrokenContract>
    where
        B::Statistic: 'a,
    {
        let scores = scores_twice(&self.0, parent, children.clone())?;
        let phi = self.0.phi(parent);
        let is_line = |(score, child): (f64, &B::Statistic)| {
            let slope = self.0.slope(child);
            slope >= 0.0 && score.to_bits() == score_of_line(self.0.location(child), slope, phi).to_bits()
        };
        if scores.into_iter().zip(children).all(is_line) { Ok(()) } else { Err(BrokenContract::NotLinear) }
    }

    fn keeps_path(&self) -> bool {
        self.0.stands_by_count()
    }

    fn choice_bounds<'a>(
        &self,
        parent: &B::Statistic,
        chosen: &B::Statistic,
        rivals: impl Iterator<Item = &'a (f64, f64)>,
    ) -> Option<ChoiceBounds<B::Statistic>> {
        // One rival that is as good as the best of them in everything: if the chosen child stays ahead of
        // it, it stays ahead of each.
        let (mut nearest, mut steepest) = (f64::INFINITY, 0.0_f64);
        for &(location, slope) in rivals {
            nearest = nearest.min(location);
            steepest = steepest.max(slope);
        }
        if nearest == f64::INFINITY {
            return Some(ChoiceBounds { reach: B::Statistic::empty(), fewer: ANY_NUMBER, more: ANY_NUMBER });
        }
        let stands = |reach: &B::Statistic, fewer: i64, more: i64| {
            let (location, slope_with_fewest) = self.0.line_above(&with_leaves(reach, -fewer));
            let (_, slope_with_most) = self.0.line_above(&with_leaves(reach, more));
            let lead = slope_with_fewest.min(slope_with_most) - steepest;
            let phi = self.0.phi(&with_leaves(parent, if lead >= 0.0 { -fewer } else { more }));
            // Rounding is far below this.
            let margin = 1e-9 * (1.0 + location.abs() + (lead.abs() + steepest) * phi);
            location - nearest + margin < lead * phi
        };
        let narrowed = chosen.narrowed();
        let half = chosen.leaves() / 2;
        let slope = |leaves: i64| self.0.line_above(&with_leaves(chosen, leaves)).1;
        // Where more leaves make a child better, there need be no limit to them. This keeps the number of
        // choices that are made again small.
        let more = if slope(ANY_NUMBER) >= slope(0) { ANY_NUMBER } else { half };
        for reach in [&narrowed, chosen] {
            if stands(reach, half, more) {
                return Some(ChoiceBounds { reach: reach.clone(), fewer: half, more });
            }
        }
        let mut leaves = if more == half { half / 4 } else { half };
        while leaves > 0 {
            if stands(chosen, leaves, leaves) {
                return Some(ChoiceBounds { reach: chosen.clone(), fewer: leaves, more: leaves });
            }
            leaves /= 4;
        }
        None
    }
}

fn with_leaves<S: Statistic>(statistic: &S, number: i64) -> S {
    let mut statistic = statistic.clone();
    statistic.add_leaves(number);
    statistic
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

    fn check<'a>(
        &self,
        parent: &B::Statistic,
        children: impl ExactSizeIterator<Item = &'a B::Statistic> + Clone,
    ) -> Result<(), BrokenContract>
    where
        B::Statistic: 'a,
    {
        scores_twice(&self.0, parent, children).map(drop)
    }
}

/// A bandit that draws random numbers: each choice scores each child once. The flag says whether a node is locked.
#[derive(Clone, Copy, Debug)]
pub struct Randomised<B>(pub B);

impl<B: RandomBandit> Index for Randomised<B> {
    type Statistic = B::Statistic;
    type Cached = bool;
    type Choice = ();

    const SCORES_TOGETHER: bool = true;

    fn leaf(&self, value: f64) -> B::Statistic {
        self.0.leaf_of(value)
    }

    fn cache(&self, _statistic: &B::Statistic) -> bool {
        false
    }

    fn locked(&self) -> bool {
        true
    }

    fn choice(&self, _parent: &B::Statistic, _arms: u32) {}

    fn score(&self, _choice: &(), _statistic: &B::Statistic, locked: &bool) -> f64 {
        if *locked { f64::INFINITY } else { 0.0 }
    }

    fn score_all<'a>(
        &self,
        parent: &B::Statistic,
        children: impl ExactSizeIterator<Item = &'a B::Statistic>,
        random: &mut Random,
        scores: &mut Vec<f64>,
    ) where
        B::Statistic: 'a,
    {
        let choice = self.0.prepare(parent, children.len() as u32, random);
        scores.extend(children.map(|child| self.0.draw(&choice, child, random)));
    }
}

impl<B> From<B> for Randomised<B> {
    fn from(bandit: B) -> Self {
        Randomised(bandit)
    }
}

impl<B> From<B> for Linear<B> {
    fn from(bandit: B) -> Self {
        Linear(bandit)
    }
}

impl<B> From<B> for Direct<B> {
    fn from(bandit: B) -> Self {
        Direct(bandit)
    }
}
