//! Bandit trees by the name of their bandit.

use std::sync::Arc;

use extremal_bandits::{
    BanditDescriptor, ChkUniform, Configurable, Greedy, MaxSearch, Minimum, MonteCarlo, MonteCarloMinimum,
    Normal, Normal2, Pareto, PlusNormal2, RandomBandit, Registered, Robust, Statistic, ThompsonUniform,
    ThresholdAscent, Ucb1, Uniform, for_all_bandits,
};
use extremal_grammar::{Arguments, Component, GrammarError};
use extremal_states::StateId;
use extremal_tree::{Direct, Index, Linear, Randomised};

use super::OwnParts;
use crate::lists::MakeTree;
use crate::open::{OpenList, TreeShape, tree_list};

type Make = fn(&Arguments, TreeShape) -> Box<dyn OpenList<StateId>>;

/// A bandit in all its uses: a policy over arms, and what chooses in the trees of searches.
#[derive(Clone, Copy, Debug)]
pub struct BanditPart {
    /// The bandit on its own.
    pub registered: Registered,
    /// Whether what it backs up does not depend on the order in which states come.
    pub(super) is_order_free: bool,
    make: Make,
}

impl BanditPart {
    /// A bandit with the index by which a tree uses it: `BanditPart::of::<Direct<Mine>, Mine>()`,
    /// [`Linear`] if it is a [`LinearBandit`](extremal_bandits::LinearBandit), [`Randomised`] if it draws random numbers.
    pub const fn of<I, B>() -> Self
    where
        B: RandomBandit + Configurable + Into<I> + 'static,
        I: Index + Send + 'static,
        I::Statistic: Send,
        I::Cached: Send,
    {
        BanditPart {
            registered: Registered::of::<B>(),
            is_order_free: <I::Statistic as Statistic>::ORDER_FREE,
            make: make::<I, B>,
        }
    }

    /// What there is to say about it.
    pub const fn descriptor(&self) -> &BanditDescriptor {
        &self.registered.descriptor
    }
}

/// A tree with a bandit and its arguments.
struct BanditTree {
    make: Make,
    arguments: Arguments,
}

impl MakeTree for BanditTree {
    fn make(&self, shape: TreeShape) -> Box<dyn OpenList<StateId>> {
        (self.make)(&self.arguments, shape)
    }
}

/// The tree of the bandit that a component names.
pub(super) fn select(bandit: &Component, own: &OwnParts) -> Result<Arc<dyn MakeTree>, GrammarError> {
    if let Some(own) = own.made.iter().find(|own| own.name == bandit.name) {
        Arguments::check(bandit, &[])?;
        return Ok(Arc::clone(&own.make_tree));
    }
    let part = find(&bandit.name, own)?;
    let arguments = Arguments::check(bandit, part.descriptor().parameters)?;
    Ok(Arc::new(BanditTree { make: part.make, arguments }))
}

/// The bandit of this name, other than those that were made elsewhere.
pub(super) fn find(name: &str, own: &OwnParts) -> Result<BanditPart, GrammarError> {
    let all = || own.bandits.iter().chain(PARTS);
    all().find(|part| part.descriptor().name == name).copied().ok_or_else(|| {
        let made = own.made.iter().map(|own| own.name.as_str());
        let known = PARTS.iter().chain(&own.bandits).map(|part| part.descriptor().name);
        GrammarError::unknown("bandit", name, known.chain(made))
    })
}

macro_rules! parts {
    ($($index:ident $bandit:ty;)*) => {
        &[$(BanditPart::of::<$index<$bandit>, $bandit>()),*]
    };
}

/// All bandits of the planner.
static PARTS: &[BanditPart] = for_all_bandits!(parts);

fn make<I, B>(arguments: &Arguments, shape: TreeShape) -> Box<dyn OpenList<StateId>>
where
    B: Configurable + Into<I>,
    I: Index + Send + 'static,
    I::Statistic: Send,
    I::Cached: Send,
{
    tree_list::<I>(B::configured(arguments).into(), shape)
}
