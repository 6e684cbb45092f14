//! Bandit trees by the name of their bandit.

use std::fmt;
use std::sync::Arc;

use extremal_bandits::{
    ChkUniform, Configurable, Greedy, MaxSearch, Minimum, MonteCarlo, MonteCarloMinimum, Normal, Normal2,
    PlusNormal2, Robust, ThresholdAscent, Ucb1, Uniform, for_all_bandits,
};
use extremal_grammar::{Arguments, Component, GrammarError};
use extremal_states::StateId;
use extremal_tree::{Direct, Index, Linear};

use super::OwnBandit;
use crate::lists::MakeTree;
use crate::open::{OpenList, TreeShape, tree_list};

type Make = fn(&Arguments, TreeShape) -> Box<dyn OpenList<StateId>>;

/// A tree with a bandit and its arguments.
pub(super) struct BanditTree {
    make: Make,
    arguments: Arguments,
}

impl MakeTree for BanditTree {
    fn make(&self, shape: TreeShape) -> Box<dyn OpenList<StateId>> {
        (self.make)(&self.arguments, shape)
    }
}

impl fmt::Debug for BanditTree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.arguments.fmt(f)
    }
}

/// The tree of the bandit that a component names.
pub(super) fn select(bandit: &Component, own: &[OwnBandit]) -> Result<Arc<dyn MakeTree>, GrammarError> {
    if let Some(own) = own.iter().find(|own| own.name == bandit.name) {
        Arguments::check(bandit, &[])?;
        return Ok(Arc::clone(&own.make_tree));
    }
    let registered = extremal_bandits::find(&bandit.name)?;
    let arguments = Arguments::check(bandit, registered.descriptor.parameters)?;
    let make = TREES.iter().find(|(name, _)| *name == bandit.name).map(|&(_, make)| make);
    let make = make.ok_or_else(|| GrammarError::unknown("tree with the bandit", &bandit.name, names()))?;
    Ok(Arc::new(BanditTree { make, arguments }))
}

fn names() -> impl Iterator<Item = &'static str> {
    TREES.iter().map(|&(name, _)| name)
}

macro_rules! trees {
    ($($index:ident $bandit:ty;)*) => {
        &[$((<$bandit>::DESCRIPTOR.name, make::<$index<$bandit>, $bandit>)),*]
    };
}

/// For every bandit how its trees are made.
static TREES: &[(&str, Make)] = for_all_bandits!(trees);

fn make<I, B>(arguments: &Arguments, shape: TreeShape) -> Box<dyn OpenList<StateId>>
where
    B: Configurable + Into<I>,
    I: Index + Send + 'static,
    I::Statistic: Send,
    I::Cached: Send,
{
    tree_list::<I>(B::configured(arguments).into(), shape)
}
