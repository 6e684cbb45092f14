//! The bandits: one file each, with formula, source, parameters, degenerate cases and worked numbers.

mod catoni;
mod chk_uniform;
mod greedy;
mod max_search;
mod normal;
mod normal2;
mod pareto;
mod plus_normal2;
mod robust;
mod thompson_uniform;
mod threshold_ascent;
mod ucb1;
mod uniform;

use extremal_grammar::{Kind, Parameter};

pub use chk_uniform::ChkUniform;
pub use greedy::Greedy;
pub use max_search::{MaxSearch, MaxSearchChoice};
pub use normal::Normal;
pub use normal2::Normal2;
pub use pareto::{Draws, Pareto, Shape};
pub use plus_normal2::PlusNormal2;
pub use robust::{Robust, Tails};
pub use thompson_uniform::ThompsonUniform;
pub use threshold_ascent::{Threshold, ThresholdAscent};
pub use ucb1::Ucb1;
pub use uniform::Uniform;

/// A parameter that several bandits share.
const RANGE_FLOOR: Parameter = Parameter {
    name: "floor",
    kind: Kind::Number { min: 0.0, max: 1e9 },
    default: "1",
    about: "smallest range that is assumed",
};

const AUER_2002: &str = "Auer, Cesa-Bianchi and Fischer: Finite-time Analysis of the Multiarmed Bandit Problem, \
                         Machine Learning 47, 2002";
const ASAI_WISSOW_2026: &str =
    "Asai and Wissow: Extreme Value Monte Carlo Tree Search for Classical Planning, AAAI 2026";
const WISSOW_ASAI_2024: &str = "Wissow and Asai: Scale-Adaptive Balancing of Exploration and Exploitation in Classical Planning, ECAI 2024";
const SCHULTE_KELLER_2014: &str =
    "Schulte and Keller: Balancing Exploration and Exploitation in Classical Planning, SoCS 2014";
