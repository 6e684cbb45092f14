//! States of a finite-domain task, how one leads to others, and which have been seen.
//!
//! In goes an [`extremal_sas::Task`]; out come a [`StateSpace`] (initial state, applicable operators,
//! successors, goal test) and [`StateRegistry`]s that store each state once and number them in order of
//! insertion. A state has two forms. *Packed*, it is a few `u64` words that hold the variables that
//! operators change (`packing`); this is what is stored, compared and hashed. *Unpacked*, it is a value
//! for every variable, derived ones included; this is what operators, goals and heuristics look at.
//! Nothing is allocated per step: the caller keeps one buffer for each form and reuses it.
//!
//! ```
//! # let task = extremal_sas::Task::trivial(true);
//! use extremal_states::StateSpace;
//!
//! let mut space = StateSpace::new(&task);
//! let mut registry = space.new_registry();
//! let (mut packed, mut values, mut operators) = (space.new_packed(), space.new_values(), Vec::new());
//!
//! space.initial_state(&mut packed);
//! let (state, _) = registry.insert(&packed);
//! space.unpack(registry.packed(state), &mut values);
//! space.applicable_operators(&values, &mut operators);
//! for &operator in &operators {
//!     space.successor(registry.packed(state), &values, operator, &mut packed);
//!     let (successor, is_new) = registry.insert(&packed);
//!     // ...
//! }
//! assert!(space.is_goal(&values));
//! ```
//!
//! Parents, costs and all else that a search knows of a state are the search's own, in vectors indexed by
//! [`StateId`].

mod axioms;
mod batch;
mod generator;
mod id_table;
mod operators;
mod packing;
mod registry;
mod space;

pub use batch::SuccessorBatch;
pub use registry::{StateId, StateRegistry};
pub use space::StateSpace;

// For our own crates.
#[doc(hidden)]
pub use axioms::{AxiomEvaluator, initial_values};
#[doc(hidden)]
pub use registry::hash;
