//! All bandits there are. A new one is a file in `index/` and a line in [`for_all_bandits`](crate::for_all_bandits).

use extremal_grammar::{Arguments, GrammarError};

use crate::bandit::Bandit;
use crate::descriptor::{Configurable, Descriptor};
use crate::index::*;
use crate::simulate::{IndexPolicy, Policy};
use crate::statistic::*;

/// Hands all bandits to a macro, in the order in which they are listed, each with the way in which a tree uses it:
/// `Linear` if it is a [`LinearBandit`](crate::LinearBandit), else `Direct`. A new bandit is a line here.
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
        }
    };
}

macro_rules! all_registered {
    ($($_index:ident $bandit:ty;)*) => { &[$(registered::<$bandit>()),*] };
}

/// All bandits.
pub static BANDITS: &[Registered] = for_all_bandits!(all_registered);

/// A bandit that can be found by its name.
#[derive(Clone, Copy, Debug)]
pub struct Registered {
    /// What there is to say about it.
    pub descriptor: Descriptor,
    policy: fn(&Arguments, u32, usize) -> Box<dyn Policy>,
}

impl Registered {
    /// The bandit as a policy over so many arms, each of which is pulled some times before the index is used.
    pub fn policy(&self, arguments: &Arguments, initial_pulls: u32, arms: usize) -> Box<dyn Policy> {
        (self.policy)(arguments, initial_pulls, arms)
    }
}

/// The bandit of this name.
pub fn find(name: &str) -> Result<&'static Registered, GrammarError> {
    BANDITS.iter().find(|bandit| bandit.descriptor.name == name).ok_or_else(|| {
        GrammarError::unknown("bandit", name, BANDITS.iter().map(|bandit| bandit.descriptor.name))
    })
}

const fn registered<B: Bandit + Configurable + 'static>() -> Registered {
    Registered { descriptor: B::DESCRIPTOR, policy: policy_of::<B> }
}

fn policy_of<B: Bandit + Configurable + 'static>(
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
