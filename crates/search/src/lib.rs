//! Forward search.
//!
//! In goes a [`Problem`] (a state space, a heuristic, limits, perhaps an observer); out comes a [`Report`]
//! with a plan or the reason why there is none, and counters. Searches are chosen by name with [`select`],
//! or put together from parts: [`BestFirst`](best_first::BestFirst) over any [open list](open), or
//! [`TreeSearch`](tree::TreeSearch) over any bandit. They print nothing and keep nothing between runs.

pub mod anytime;
pub mod best_first;
pub mod companion;
pub mod composed;
pub mod explorer;
pub mod observer;
pub mod open;
pub mod outcome;
pub mod parallel;
pub mod portfolio;
mod preferred;
pub mod random;
pub mod registry;
pub mod search;
pub mod tree;

pub use explorer::{Options, Problem, SuccessorOrder};
pub use observer::Observer;
pub use outcome::{Counters, Outcome, Report};
pub use parallel::Threads;
pub use registry::{
    COMMON_OPTIONS, COMPOSED_OPTIONS, PORTFOLIO_OPTIONS, Parts, SEARCHES, SearchDescriptor, TREE_OPTIONS,
    select,
};
pub use search::Search;
