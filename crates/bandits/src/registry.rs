//! All bandits there are. A new one is a file in `index/` and a line in [`for_all_bandits`](crate::for_all_bandits).

use extremal_grammar::{Arguments, GrammarError};

use crate::bandit::RandomBandit;
use crate::descriptor::{BanditDescriptor, Configurable};
use crate::index::*;
use crate::simulate::{IndexPolicy, Policy};
use crate::statistic::*;

/// Hands all bandits to a macro, in the order in which they are listed, each with the way in which a tree uses it:
/// `Linear` if it is a [`LinearBandit`](crate::LinearBandit), `Direct` if it is another
/// [`Bandit`](crate::Bandit), `Randomised` if it is only a [`RandomBandit`]. A new bandit is a line here.
#[macro_export]
macro_rules! for_all_bandits {
    ($macro:ident) => {
        $macro! {
            Linear Greedy;
            Linear Ucb1<MonteCarlo>;
            Linear Ucb1<Minimum>;
            Direct Normal<MonteCarlo>;
            Direct Normal<MonteCarloMinimum>;
            Linear Normal2<MonteCarlo>;
            Linear Normal2<MonteCarloMinimum>;
            Linear Uniform;
            Direct ChkUniform;
            Linear PlusNormal2;
            Direct MaxSearch;
            Direct Robust;
            Direct ThresholdAscent;
            Direct Pareto;
            Randomised ThompsonUniform;
        }
    };
}

macro_rules! all_registered {
    ($($_index:ident $bandit:ty;)*) => { &[$(Registered::of::<$bandit>()),*] };
}

/// All bandits.
pub static BANDITS: &[Registered] = for_all_bandits!(all_registered);

/// A bandit that can be found by its name.
#[derive(Clone, Copy, Debug)]
pub struct Registered {
    /// What there is to say about it.
    pub descriptor: BanditDescriptor,
    policy: fn(&Arguments, u32, usize) -> Box<dyn Policy>,
}

impl Registered {
    /// The line of a bandit in a list.
    pub const fn of<B: RandomBandit + Configurable + 'static>() -> Self {
        Registered { descriptor: B::DESCRIPTOR, policy: policy_of::<B> }
    }

    /// The bandit as a policy over so many arms, each of which is pulled some times before the index is used.
    pub fn policy(&self, arguments: &Arguments, initial_pulls: u32, arms: usize) -> Box<dyn Policy> {
        (self.policy)(arguments, initial_pulls, arms)
    }
}

/// The bandit of this name.
pub fn find(name: &str) -> Result<&'static Registered, GrammarError> {
    find_among(BANDITS, &[], name)
}

/// The bandit of this name, which is one of the given ones or else of this crate.
pub(crate) fn find_with<'b>(own: &'b [Registered], name: &str) -> Result<&'b Registered, GrammarError> {
    find_among(BANDITS, own, name)
}

fn find_among<'b>(
    bandits: &'static [Registered],
    own: &'b [Registered],
    name: &str,
) -> Result<&'b Registered, GrammarError> {
    let all = || own.iter().chain(bandits);
    all().find(|bandit| bandit.descriptor.name == name).ok_or_else(|| {
        let known = bandits.iter().chain(own).map(|bandit| bandit.descriptor.name);
        GrammarError::unknown("bandit", name, known)
    })
}

fn policy_of<B: RandomBandit + Configurable + 'static>(
    arguments: &Arguments,
    initial_pulls: u32,
    arms: usize,
) -> Box<dyn Policy> {
    Box::new(IndexPolicy::new(B::configured(arguments), initial_pulls, arms))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique_and_defaults_are_possible() {
        for (i, Registered { descriptor, .. }) in BANDITS.iter().enumerate() {
            let name = descriptor.name;
            assert!(BANDITS[..i].iter().all(|other| other.descriptor.name != name), "{name}");
            Arguments::defaults(descriptor.parameters);
        }
    }

    #[test]
    fn bandits_are_found_by_name() {
        assert_eq!(find("ucb1-uniform").unwrap().descriptor, Uniform::DESCRIPTOR);
        let error = find("ucb1-unform").unwrap_err().to_string();
        assert_eq!(error, "there is no bandit 'ucb1-unform'; did you mean 'ucb1-uniform'?");
    }
}
