//! Choosing among the children of a node: who may be chosen, the smallest score, and a random one of equals.

use extremal_bandits::{Random, Summary};
use extremal_states::StateId;

use crate::index::Index;

/// One step of a walk through a search tree.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Choice {
    /// The state of the node that was chosen.
    pub state: StateId,
    /// Its score, which was the smallest.
    pub score: f64,
    /// What its statistic said.
    pub summary: Summary,
    /// The sibling with the smallest score, if any of them could have been chosen.
    pub runner_up: Option<RunnerUp>,
}

/// The child that would have been chosen if the chosen one had not been there.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct RunnerUp {
    /// The state of the child.
    pub state: StateId,
    /// Its score.
    pub score: f64,
    /// What its statistic said.
    pub summary: Summary,
}

/// A child as the bandit of its parent sees it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ScoredChild {
    /// The state of the child.
    pub state: StateId,
    /// Its score; `None` if it cannot be chosen, because no leaf is below it or others are preferred.
    pub score: Option<f64>,
    /// What its statistic says.
    pub summary: Summary,
}

/// Describes the choice of `chosen` among children with scores; `look` says which state a child is, and what its
/// statistic says.
pub(crate) fn describe_choice(
    chosen: u32,
    arms: impl Iterator<Item = (u32, f64)>,
    look: impl Fn(u32) -> (StateId, Summary),
) -> Choice {
    let mut score = f64::NAN;
    let mut second: Option<(u32, f64)> = None;
    for (child, value) in arms {
        if child == chosen {
            score = value;
        } else if second.is_none_or(|(_, least)| value.total_cmp(&least).is_lt()) {
            second = Some((child, value));
        }
    }
    let runner_up = second.map(|(child, score)| {
        let (state, summary) = look(child);
        RunnerUp { state, score, summary }
    });
    let (state, summary) = look(chosen);
    Choice { state, score, summary, runner_up }
}

/// Which children of a node may be chosen: those with a leaf below, and where one of these is preferred, only such.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Rule {
    /// Whether preferred operators are used, and lead to a child that has a leaf below.
    pub only_preferred: bool,
}

impl Rule {
    /// Whether a child may be chosen.
    #[inline]
    pub fn admits(self, is_locked: bool, is_preferred: bool) -> bool {
        !is_locked && self.admits_open(is_preferred)
    }

    /// Whether a child may be chosen that has a leaf below.
    #[inline]
    pub fn admits_open(self, is_preferred: bool) -> bool {
        !self.only_preferred || is_preferred
    }
}

/// Replaces `scores` by those of children that are scored together.
pub(crate) fn score_together<'a, I: Index>(
    index: &I,
    parent: &I::Statistic,
    children: impl ExactSizeIterator<Item = &'a I::Statistic>,
    random: &mut Random,
    scores: &mut Vec<f64>,
) where
    I::Statistic: 'a,
{
    let number = children.len();
    scores.clear();
    index.score_all(parent, children, random, scores);
    // An index from elsewhere may leave some out.
    scores.resize(number, f64::INFINITY);
}

/// Scores that differ by less than this share of their size are equal.
const TIE_TOLERANCE: f64 = 1e-12;

/// The children with the smallest score at the last choice.
#[derive(Debug, Default)]
pub struct Ties(Vec<u32>);

impl Ties {
    /// Finds the smallest score, and then all open children that have it. They are counted from `first`.
    ///
    /// Two passes, of which the first is a plain minimum.
    #[inline]
    pub fn find(
        &mut self,
        first: u32,
        children: impl Iterator<Item = usize> + Clone,
        score: impl Fn(usize) -> f64,
        is_open: impl Fn(usize) -> bool,
    ) {
        let smaller = |best: f64, score: f64| if score < best { score } else { best };
        let best = children.clone().map(&score).fold(f64::INFINITY, smaller);
        // An index may be minus infinity: then only equals count.
        let limit = if best.is_finite() { best + best.abs() * TIE_TOLERANCE } else { best };
        self.0.clear();
        for child in children {
            if score(child) <= limit && is_open(child) {
                self.0.push(first + child as u32);
            }
        }
    }

    /// The same for children whose scores are known: their places, counted from `first`.
    pub fn find_among(&mut self, first: u32, places: &[u32], scores: &[f64]) {
        self.find(0, 0..places.len(), |arm| scores[arm], |arm| scores[arm] < f64::INFINITY);
        self.0.iter_mut().for_each(|arm| *arm = first + places[*arm as usize]);
    }

    /// The children that were found.
    pub fn get(&self) -> &[u32] {
        &self.0
    }

    /// Whether several children are equal.
    pub fn is_tie(&self) -> bool {
        self.0.len() > 1
    }

    /// One of the children that were found, all equally likely. Nothing is drawn from the generator where there is
    /// only one.
    #[inline]
    pub fn draw(&self, random: &mut Random) -> Option<u32> {
        match self.0[..] {
            [] => None,
            [only] => Some(only),
            _ => Some(self.0[random.below(self.0.len())]),
        }
    }
}
