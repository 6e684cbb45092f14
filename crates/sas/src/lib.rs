//! Finite-domain (SAS+) tasks: made from ground tasks, read from and written to files.
//!
//! In goes an [`extremal_normalise::Task`] (or the text of a SAS+ file); out comes a [`Task`] over
//! finite-domain variables. On the way ([`mod@translate`]) the task is grounded, lifted invariants give mutex
//! groups ([`invariants`], [`groups`]), some of which become variables unless that multiplies conditions
//! ([`negation`]); conditions and effects are expressed in them ([`condition`], [`operator`],
//! [`mod@encode`]), axioms are layered ([`axioms`]), and what cannot be reached or does not matter for the
//! goal is removed ([`reachable_values`], [`relevance`]).

pub mod axioms;
pub mod causal_graph;
pub mod components;
pub mod condition;
pub mod encode;
pub mod exclusive;
pub mod groups;
pub mod invariants;
pub mod negation;
pub mod operator;
pub mod reachable_values;
pub mod read;
pub mod relevance;
pub mod task;
pub mod translate;
pub mod verified_groups;
pub mod write;

pub use exclusive::ExclusiveGoals;
pub use read::{SasError, read, read_within};
pub use task::{Axioms, Effect, Fact, Operators, Statistics, Task, Variable};
pub use translate::{Irrelevant, Status, Times, Translation, translate, translate_with};
pub use write::write;
