//! CHK-Uniform: Cowan and Katehakis' bandit for uniform rewards of unknown support.

use extremal_grammar::{Arguments, Kind, Parameter};

use crate::bandit::{Bandit, forced_score};
use crate::descriptor::{BanditDescriptor, Configurable};
use crate::statistic::{Counted, FullBellman};

const FORCED: Parameter = Parameter {
    name: "forced",
    kind: Kind::Whole { min: 0, max: 3 },
    default: "3",
    about: "arms with fewer leaves come first; 3: as published; 0: none",
};

/// CHK-Uniform.
///
/// `score = u - 0.5 (u - l) T^(1 / (t - 2))`, the mirror image of the published index for rewards,
/// `a + 0.5 (b - a) n^(1 / (k - 2))`. Every arm is sampled 3 times first: `t < 3` is forced, the arm with
/// the fewest leaves first. Its regret on uniform arms is asymptotically optimal.
///
/// `u = l`: the score is the value. `t = 3`: the power is `T` itself, far from overflow. Where less is forced,
/// an arm with `t < 3` is explored as one with `t = 3` is.
#[derive(Clone, Copy, Debug)]
pub struct ChkUniform {
    forced: u32,
}

impl Default for ChkUniform {
    fn default() -> Self {
        ChkUniform::with_defaults()
    }
}

impl Bandit for ChkUniform {
    type Statistic = FullBellman;
    /// The logarithm of the parent's count.
    type Choice = f64;

    #[inline]
    fn choice(&self, parent: &FullBellman, _arms: u32) -> f64 {
        libm::log(f64::from(parent.count().max(1)))
    }

    #[inline]
    fn score(&self, log: &f64, child: &FullBellman) -> f64 {
        if child.count < self.forced {
            return forced_score(child.count);
        }
        let power = libm::exp(log / f64::from(child.count.max(3) - 2));
        child.max - 0.5 * (child.max - child.min) * power
    }
}

impl Configurable for ChkUniform {
    const DESCRIPTOR: BanditDescriptor = BanditDescriptor {
        name: "chk-uniform",
        summary: "asymptotically optimal for uniform arms",
        formula: "-inf if t < forced, else u - 0.5 (u - l) T^(1/(t - 2))",
        backup: "minimum and maximum",
        parameters: &[FORCED],
        initial_pulls: 3,
        citation: "Cowan and Katehakis: An Asymptotically Optimal Policy for Uniform Bandits of Unknown \
                   Support, arXiv 1505.01918, 2015",
    };

    fn configured(arguments: &Arguments) -> Self {
        ChkUniform { forced: arguments.whole("forced") as u32 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CHILD: FullBellman = FullBellman { count: 4, min: 4.0, max: 6.0 };
    const PARENT: FullBellman = FullBellman { count: 8, min: 2.0, max: 9.0 };

    fn score(child: FullBellman) -> f64 {
        let bandit = ChkUniform::default();
        bandit.score(&bandit.choice(&PARENT, 2), &child)
    }

    #[test]
    fn the_bonus_shrinks_with_the_number_of_leaves() {
        // 6 - sqrt(8)
        assert!((score(CHILD) - 3.171_572_9).abs() < 1e-6);
        // 6 - 8
        assert!((score(FullBellman { count: 3, ..CHILD }) + 2.0).abs() < 1e-9);
    }

    #[test]
    fn three_pulls_are_forced() {
        assert_eq!(score(FullBellman { count: 2, ..CHILD }), forced_score(2));
        assert_eq!(score(FullBellman { count: 1, ..CHILD }), forced_score(1));
    }

    #[test]
    fn a_flat_subtree_scores_at_most_its_value() {
        assert_eq!(score(FullBellman { max: 4.0, ..CHILD }), 4.0);
    }
}
