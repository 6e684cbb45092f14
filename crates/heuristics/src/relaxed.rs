//! The delete relaxation, as `max`, `add` and `ff` need it.
//!
//! A task becomes a set of [`rules`](rule_list): if these facts are reached, those can be, at this cost.
//! [`Rules`] lays them out for speed and [`Exploration`] computes the costs of facts in a state.

pub mod default_values;
pub mod exploration;
pub mod fact_numbers;
pub mod queue;
pub mod rule_list;
pub mod rules;
pub mod simplify;

pub use exploration::Exploration;
pub use fact_numbers::FactNumbers;
pub use rules::Rules;
