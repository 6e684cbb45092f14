//! All bandits there are. A new one is a file in `index/` and a line in [`BANDITS`].

use crate::descriptor::{Configurable, Descriptor};
use crate::index::*;
use crate::statistic::*;

/// The descriptions of all bandits, in the order in which they are listed.
pub const BANDITS: &[Descriptor] = &[
    Greedy::DESCRIPTOR,
    Ucb1::<MonteCarlo>::DESCRIPTOR,
    Ucb1::<Minimum>::DESCRIPTOR,
    Normal::<MonteCarlo, true>::DESCRIPTOR,
    Normal::<MonteCarlo, false>::DESCRIPTOR,
    Normal::<MonteCarloMinimum, true>::DESCRIPTOR,
    Normal2::<MonteCarlo>::DESCRIPTOR,
    Normal2::<MonteCarloMinimum>::DESCRIPTOR,
    Uniform::DESCRIPTOR,
    ChkUniform::DESCRIPTOR,
    PlusNormal2::DESCRIPTOR,
    MaxSearch::DESCRIPTOR,
    Robust::DESCRIPTOR,
    ThresholdAscent::DESCRIPTOR,
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique_and_defaults_are_in_range() {
        for (i, bandit) in BANDITS.iter().enumerate() {
            assert!(BANDITS[..i].iter().all(|other| other.name != bandit.name), "{}", bandit.name);
            for parameter in bandit.parameters {
                let range = parameter.min..=parameter.max;
                assert!(range.contains(&parameter.default), "{} {}", bandit.name, parameter.name);
            }
        }
    }
}
