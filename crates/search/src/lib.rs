//! Forward search.
//!
//! In goes a [`Problem`] (a task, its state space, a heuristic, limits); out comes a [`SearchEnd`] with a plan or
//! the reason why there is none, and [`Counters`]. A [`Search`] is chosen by name with [`select`], or put together
//! from parts: [`WithOpenList`] over any [open list](open). Starting one yields a [`RunningSearch`], a value that is
//! advanced turn by turn while an [`Observer`] may watch. Searches print nothing and share no state.

mod agenda;
#[doc(hidden)]
pub mod anytime;
mod best_first;
mod bfws;
mod effort;
mod evaluation;
mod explorer;
mod features;
mod generation;
mod lists;
pub mod observer;
pub mod open;
mod outcome;
mod paths;
mod portfolio;
#[doc(hidden)]
pub mod post_optimisation;
mod preferred;
mod reduced;
#[doc(hidden)]
pub mod registry;
mod search;
pub mod tree;

pub use best_first::{TreeSearch, WithOpenList};
pub use extremal_parallel::Threads;
pub use lists::{LIST_KEYS, LIST_KINDS, LIST_PREFIX, ListKey, ListKind, ListPrefix, MakeTree};
pub use observer::{Observer, Watch};
pub use open::TreeOptions;
pub use outcome::{Counters, SearchEnd, SearchProgress, Turn};
pub use registry::{BanditPart, FORMS, NamedSearch, OwnBandit, OwnParts, SEARCHES, select};
pub use search::{BuildHeuristic, Options, PortfolioMember, Problem, RunningSearch, Search};

// For our own crates.
#[doc(hidden)]
pub use registry::{PAPER, select_with};
