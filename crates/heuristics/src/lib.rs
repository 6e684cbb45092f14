//! Heuristics: estimates of how far a state is from the goal.
//!
//! In goes an [`extremal_sas::Task`], once, and then states as values of all variables, derived ones
//! included; out come numbers, [`DEAD_END`]s and, from some heuristics, preferred operators. Everything a
//! heuristic needs of the task is prepared when it is built, and evaluating a state allocates nothing.
//!
//! [`HEURISTICS`] lists what there is, with properties, parameters and sources; a further heuristic is one
//! file with a [`Descriptor`] and one line in that list. Heuristics from elsewhere only implement
//! [`Heuristic`]. All of them support conditional effects and axioms.
//!
//! Two parts look at more than a state and are no [`Heuristic`]s: [`LandmarkSum`] at the path that led to it,
//! and [`Novelty`] at the states seen before it.
//!
//! ```
//! # let task = extremal_sas::Task::trivial(true);
//! let mut heuristic = extremal_heuristics::select("gc")?.build(&task);
//! assert_eq!(heuristic.evaluate(&task.initial_state), 0);
//! # Ok::<(), extremal_grammar::GrammarError>(())
//! ```

mod add;
mod blind;
mod descriptor;
mod ff;
mod goal_count;
mod heuristic;
pub mod landmarks;
mod max;
mod novelty;
mod relaxed;
mod remembering;
mod selection;
mod shared;
#[cfg(test)]
mod testing;

pub use descriptor::{CostType, Descriptor};
pub use heuristic::{DEAD_END, Heuristic};
pub use landmarks::{LandmarkGraph, LandmarkSum};
pub use novelty::Novelty;
pub use selection::{Selection, select};

// For our own crates.
#[doc(hidden)]
pub use ff::{DESCRIPTOR as FF, FastForward};
#[doc(hidden)]
pub use relaxed::FactNumbers;
#[doc(hidden)]
pub use remembering::Remembering;
#[doc(hidden)]
pub use shared::Shared;

/// All heuristics of this crate.
pub static HEURISTICS: &[&Descriptor] =
    &[&ff::DESCRIPTOR, &add::DESCRIPTOR, &max::DESCRIPTOR, &goal_count::DESCRIPTOR, &blind::DESCRIPTOR];
