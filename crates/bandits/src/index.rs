//! The bandits: one file each, with formula, source, parameters, degenerate cases and worked numbers.

mod greedy;
mod normal2;
mod ucb1;
mod uniform;

pub use greedy::Greedy;
pub use normal2::Normal2;
pub use ucb1::Ucb1;
pub use uniform::Uniform;

const ASAI_WISSOW_2026: &str =
    "Asai and Wissow: Extreme Value Monte Carlo Tree Search for Classical Planning, AAAI 2026";
const WISSOW_ASAI_2024: &str = "Wissow and Asai: Scale-Adaptive Balancing of Exploration and Exploitation in Classical Planning, ECAI 2024";
const SCHULTE_KELLER_2014: &str =
    "Schulte and Keller: Balancing Exploration and Exploitation in Classical Planning, SoCS 2014";
