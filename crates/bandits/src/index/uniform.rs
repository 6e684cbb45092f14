//! UCB1-Uniform: the bandit of GUCT-Uniform, the paper's own.

use extremal_grammar::{Arguments, Kind, Parameter};

use crate::bandit::{Bandit, LinearBandit, root_of_log, score_of_line};
use crate::descriptor::{BanditDescriptor, Configurable};
use crate::statistic::FullBellman;

const FLOOR: Parameter = Parameter {
    name: "floor",
    kind: Kind::Number { min: 0.0, max: 1e9 },
    default: "1",
    about: "smallest u - l that is assumed; 0: the printed formula",
};

const POWER: Parameter = Parameter {
    name: "power",
    kind: Kind::Number { min: -1.0, max: 1.0 },
    default: "1",
    about: "exponent of t; 1: the printed formula; -1: divides, as UCB1 does",
};

/// UCB1-Uniform.
///
/// `score = (u + l) / 2 - max(u - l, floor) * sqrt(6 t ln T)`, with `l` and `u` the smallest and largest leaf
/// below the child, `t` their number, and `T` the number of leaves below the parent. Asai and Wissow 2026,
/// theorem "Main results". Note that `t` is a factor: a subtree that was looked at more gets a larger bonus,
/// which is what makes the search dive.
///
/// The paper does not say what happens when `u = l`. Literally (`floor` 0) the score is then the value, and
/// all leaves of a plateau tie. A small floor prefers the flat subtree with more leaves, so the search goes
/// through a plateau depth first; only with it do the paper's results for weak heuristics appear.
/// `T = 1`: no bonus. `t = 1`: the spread is the floor, the same for all leaves, so leaves compare by value.
#[derive(Clone, Copy, Debug)]
pub struct Uniform {
    floor: f64,
    power: f64,
}

impl Uniform {
    /// The bandit with a smallest spread of `floor`.
    pub fn new(floor: f64) -> Self {
        Uniform { floor, power: 1.0 }
    }
}

impl Default for Uniform {
    fn default() -> Self {
        Uniform::with_defaults()
    }
}

impl Bandit for Uniform {
    type Statistic = FullBellman;
    type Choice = f64;

    #[inline]
    fn choice(&self, parent: &FullBellman, _arms: u32) -> f64 {
        self.phi(parent)
    }

    #[inline]
    fn score(&self, phi: &f64, child: &FullBellman) -> f64 {
        score_of_line(self.location(child), self.slope(child), *phi)
    }
}

impl LinearBandit for Uniform {
    #[inline]
    fn location(&self, child: &FullBellman) -> f64 {
        0.5 * (child.max + child.min)
    }

    #[inline]
    fn slope(&self, child: &FullBellman) -> f64 {
        let t = f64::from(child.count);
        let weight = if self.power == 1.0 { t } else { libm::pow(t, self.power) };
        (child.max - child.min).max(self.floor) * (6.0 * weight).sqrt()
    }

    #[inline]
    fn phi(&self, parent: &FullBellman) -> f64 {
        root_of_log(parent)
    }

    fn stands_by_count(&self) -> bool {
        // Else a wider range could have a worse score.
        self.power > 0.0
    }

    fn line_above(&self, child: &FullBellman) -> (f64, f64) {
        // A larger maximum moves the midpoint by half of what it adds to the range, and the bonus weighs
        // the range by more than 2, but only above the floor. A smaller minimum is better in both.
        (self.location(child) + 0.5 * self.floor, self.slope(child))
    }
}

impl Configurable for Uniform {
    const DESCRIPTOR: BanditDescriptor = BanditDescriptor {
        name: "ucb1-uniform",
        summary: "midpoint of the range, explored by its width",
        formula: "(u + l) / 2 - max(u - l, floor) * sqrt(6 t^power ln T)",
        backup: "minimum and maximum",
        parameters: &[FLOOR, POWER],
        initial_pulls: 2,
        citation: super::ASAI_WISSOW_2026,
    };

    fn configured(arguments: &Arguments) -> Self {
        Uniform { floor: arguments.number("floor"), power: arguments.number("power") }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CHILD: FullBellman = FullBellman { count: 3, min: 4.0, max: 6.0 };
    const PARENT: FullBellman = FullBellman { count: 8, min: 2.0, max: 9.0 };

    #[test]
    fn midpoint_minus_scaled_range() {
        let bandit = Uniform::new(0.0);
        // 5 - 2 sqrt(18 ln 8) = 5 - 2 * 6.118005
        let score = bandit.score(&bandit.choice(&PARENT, 2), &CHILD);
        assert!((score + 7.236_007).abs() < 1e-5, "{score}");
    }

    #[test]
    fn of_two_equal_plateaus_the_larger_is_entered() {
        let bandit = Uniform::default();
        let phi = bandit.choice(&PARENT, 2);
        let larger = FullBellman { count: 4, ..CHILD };
        assert!(bandit.score(&phi, &larger) < bandit.score(&phi, &CHILD));
    }

    #[test]
    fn a_flat_subtree_scores_its_value_without_a_floor_and_less_with_one() {
        let flat = FullBellman { count: 4, min: 5.0, max: 5.0 };
        let literal = Uniform::new(0.0);
        assert_eq!(literal.score(&literal.choice(&PARENT, 2), &flat), 5.0);
        let floored = Uniform::new(1.0);
        // 5 - sqrt(24 ln 8) = 5 - 7.064464
        let score = floored.score(&floored.choice(&PARENT, 2), &flat);
        assert!((score + 2.064_464).abs() < 1e-5, "{score}");
    }

    #[test]
    fn the_count_can_be_made_a_divisor() {
        let bandit = Uniform { floor: 0.0, power: -1.0 };
        // 5 - 2 sqrt(2 ln 8) = 5 - 2 * 2.039334
        let score = bandit.score(&bandit.choice(&PARENT, 2), &CHILD);
        assert!((score - 0.921_331_9).abs() < 1e-6, "{score}");
    }
}
