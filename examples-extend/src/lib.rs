//! Parts of a planner written outside the library: a statistic and a bandit over it, heuristics, one
//! of them over paths, an open list and a search. The guide `docs/extending.md` explains them; a test makes sure that it shows this code.

pub mod bandit;
pub mod heuristic;
pub mod open_list;
pub mod path_heuristic;
pub mod search;
pub mod statistic;
