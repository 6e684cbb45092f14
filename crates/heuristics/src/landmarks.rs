//! Landmarks: facts, or small disjunctions of facts, that hold at some time in every plan.
//!
//! [`LandmarkGraph`] finds them and orderings between them. [`LandmarkSum`] follows them along a path: a
//! state has a set of *past* landmarks, and its value is the sum of the costs of those that are still needed.
//!
//! A graph is built in two steps. `backchaining` goes from the goals to what all first achievers of a
//! landmark share, with the help of a `relaxation` and of what can be reached in it without a
//! landmark (`exclusion`). `reasonable` adds orderings that are not forced but save work.

mod backchaining;
mod exclusion;
mod graph;
mod interference;
mod landmark_effects;
mod natural;
mod predicates;
mod reasonable;
mod relaxation;
mod sum;

pub use graph::{Landmark, LandmarkGraph, Ordering, OrderingKind};
pub use sum::LandmarkSum;
