//! Whether a bandit keeps its contract: looked at at the first choices of a search, since it shows at once.

use extremal_bandits::Bandit;

use crate::index::Index;
use crate::nodes::{NodeId, Tree};

/// What a bandit does that no bandit may do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum BrokenContract {
    /// It scores the same child of the same node differently when asked again.
    NotPure,
    /// A score is not a number.
    NotANumber,
    /// It is said to be linear, and its score is not `location - slope * phi`, or a slope is negative.
    NotLinear,
}

impl std::fmt::Display for BrokenContract {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            BrokenContract::NotPure => {
                "the bandit is not a pure function: asked twice about the same child of the same node, it gave two \
                 scores, so what it chooses means nothing. A bandit that draws random numbers implements RandomBandit \
                 (index Randomised), and gets them from the search; what must be remembered belongs in the statistic"
            }
            BrokenContract::NotANumber => "the bandit gave a score that is not a number (NaN)",
            BrokenContract::NotLinear => {
                "the bandit is used as a linear one (index Linear), and its score is not location - slope * phi to the \
                 last bit with a slope of at least 0; the index Direct is for such bandits"
            }
        })
    }
}

/// The scores of some children, twice.
pub(crate) fn scores_twice<'a, B: Bandit>(
    bandit: &B,
    parent: &B::Statistic,
    children: impl ExactSizeIterator<Item = &'a B::Statistic> + Clone,
) -> Result<Vec<f64>, BrokenContract>
where
    B::Statistic: 'a,
{
    let scores = || -> Vec<f64> {
        let choice = bandit.choice(parent, children.len() as u32);
        children.clone().map(|child| bandit.score(&choice, child)).collect()
    };
    let (first, second) = (scores(), scores());
    if first.iter().any(|score| score.is_nan()) {
        return Err(BrokenContract::NotANumber);
    }
    let is_same = first.iter().zip(&second).all(|(first, second)| first.to_bits() == second.to_bits());
    if is_same { Ok(first) } else { Err(BrokenContract::NotPure) }
}

impl<I: Index> Tree<I> {
    /// Checks that the bandit keeps its contract at all choices on the way to a node.
    pub fn check(&mut self, node: NodeId) -> Result<(), BrokenContract> {
        self.settle();
        for node in self.ancestors(node).skip(1) {
            let open: Vec<&I::Statistic> = self
                .children(node)
                .filter(|&child| !self.is_locked(child))
                .map(|child| self.statistic(child))
                .collect();
            self.index.check(self.statistic(node), open.iter().copied())?;
        }
        Ok(())
    }
}
