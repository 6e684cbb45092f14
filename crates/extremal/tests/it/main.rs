//! The library from outside, on the example tasks of this repository.

mod anytime;
mod common;
mod conformance;
mod contracts;
mod corpus;
mod costs;
mod drawing;
mod inputs;
mod limits;
mod members;
mod mistakes;
mod observing;
mod path_heuristics;
mod plan_quality;
mod plans;
mod portfolio;
#[path = "../../../states/tests/support/random_task.rs"]
#[allow(dead_code)]
mod random_task;
mod repeatable;
mod resumable;
mod surface;
mod threads;
mod together;
mod unsolvable;
