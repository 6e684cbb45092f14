//! Thompson sampling with the posterior of a uniform distribution's ends.

use extremal_grammar::{Arguments, Kind, Parameter};

use crate::bandit::RandomBandit;
use crate::descriptor::{BanditDescriptor, Configurable};
use crate::random::Random;
use crate::statistic::FullBellman;

const DRAWS: Parameter = Parameter {
    name: "draws",
    kind: Kind::Number { min: 1.0, max: 1e9 },
    default: "1",
    about: "score: expected minimum of so many draws; 1: the mean",
};

/// Thompson sampling over uniform distributions.
///
/// Leaves of a child are taken for draws from a uniform distribution on `[a, b]`. With the prior `1 / (b - a)` the
/// posterior after `t` leaves between `l` and `u` is a bilateral Pareto distribution (DeGroot 1970, section 9.7),
/// `p(a, b) ~ (b - a)^-(t + 1)` for `a < l`, `u < b`. One pair of ends is drawn from it for each child at each choice, and the
/// child whose draw promises the smallest value is chosen.
///
/// The width of a draw is `w = r / (v1^(1/t) v2^(1/(t - 1)))` with two uniform numbers `v1`, `v2` and `r = max(u - l, floor)`,
/// and the part of it beyond `[l, u]` is split between both sides at random. The score is the mean of
/// [a, b], or, with `draws`, the mean of the smallest of so many values: `a + w / (draws + 1)`.
///
/// A single leaf tells nothing of a width: it is taken for two leaves at the ends of an interval as wide as the floor,
/// around its value.
#[derive(Clone, Copy, Debug)]
pub struct ThompsonUniform {
    floor: f64,
    draws: f64,
}

impl Default for ThompsonUniform {
    fn default() -> Self {
        ThompsonUniform::with_defaults()
    }
}

impl RandomBandit for ThompsonUniform {
    type Statistic = FullBellman;
    type Choice = ();

    fn prepare(&self, _parent: &FullBellman, _arms: u32, _random: &mut Random) {}

    fn draw(&self, _choice: &(), child: &FullBellman, random: &mut Random) -> f64 {
        let FullBellman { count, min, max } = *child;
        let (a, width) = draw_interval(count, min, max, self.floor, random);
        a + width / (self.draws + 1.0)
    }
}

/// Lower end and width of an interval from the posterior.
fn draw_interval(count: u32, min: f64, max: f64, floor: f64, random: &mut Random) -> (f64, f64) {
    let t = f64::from(count.max(2));
    let missing = (floor - (max - min)).max(0.0);
    let (low, range) = (min - 0.5 * missing, max - min + missing);
    // In (0, 1], so that logarithms are finite.
    let mut log = || libm::log(1.0 - random.unit());
    // Very wide draws are cut: a score must be finite, and nobody waits for a value of minus 1e9.
    let stretch = libm::exp(-(log() / t + log() / (t - 1.0))).min(1e9);
    let width = range * stretch;
    (low - random.unit() * (width - range), width)
}

impl Configurable for ThompsonUniform {
    const DESCRIPTOR: BanditDescriptor = BanditDescriptor {
        name: "thompson-uniform",
        summary: "Thompson sampling of a uniform distribution's ends",
        formula: "a + (b - a) / (draws + 1), [a, b] from p ~ (b - a)^-(t + 1) around [l, u]",
        backup: "minimum and maximum",
        parameters: &[super::RANGE_FLOOR, DRAWS],
        initial_pulls: 2,
        citation: "docs/own-bandits.md; posterior: DeGroot: Optimal Statistical Decisions, 1970",
    };

    fn configured(arguments: &Arguments) -> Self {
        ThompsonUniform { floor: arguments.number("floor"), draws: arguments.number("draws") }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The posterior's moments, computed by hand: the width is `r / v` with `v` of the distribution Beta(t - 1, 2), so its
    /// mean is `r t / (t - 2)`, and the excess is split evenly on average.
    #[test]
    fn draws_have_the_moments_of_the_posterior() {
        let mut random = Random::new(1);
        let (n, t) = (200_000, 10);
        let (mut lows, mut widths) = (0.0, 0.0);
        for _ in 0..n {
            let (low, width) = draw_interval(t, 4.0, 8.0, 0.0, &mut random);
            assert!(low <= 4.0 && low + width >= 8.0 - 1e-9);
            lows += low / f64::from(n);
            widths += width / f64::from(n);
        }
        let expected = 4.0 * 10.0 / 8.0;
        assert!((widths - expected).abs() < 0.01, "{widths}");
        assert!((lows - (4.0 - 0.5 * (expected - 4.0))).abs() < 0.01, "{lows}");
    }

    #[test]
    fn many_leaves_leave_no_doubt_and_a_single_one_much() {
        let mut random = Random::new(2);
        let mut spread = |count| {
            let draws: Vec<f64> =
                (0..1000).map(|_| draw_interval(count, 5.0, 5.0, 1.0, &mut random).0).collect();
            draws.iter().fold(0.0_f64, |most, draw| most.max((draw - 4.5).abs()))
        };
        assert!(spread(1) > 5.0);
        assert!(spread(10_000) < 0.01);
    }

    #[test]
    fn scores_are_always_numbers() {
        let bandit = ThompsonUniform { floor: 0.0, draws: 3.0 };
        let mut random = Random::new(3);
        for child in [(1, 0.0, 0.0), (2, -1e100, 1e100), (u32::MAX, 1.0, 2.0)] {
            let child = FullBellman { count: child.0, min: child.1, max: child.2 };
            for _ in 0..1000 {
                assert!(bandit.draw(&(), &child, &mut random).is_finite());
            }
        }
    }
}
