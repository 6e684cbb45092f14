//! The library from outside, on the example tasks of this repository.

mod anytime;
mod common;
mod conformance;
<<<<<<< HEAD
mod costs;
=======
mod corpus;
>>>>>>> tests
mod inputs;
mod limits;
mod mistakes;
mod observing;
mod plan_quality;
mod plans;
mod portfolio;
#[path = "../../../states/tests/support/random_task.rs"]
#[allow(dead_code)]
mod random_task;
mod repeatable;
mod resumable;
mod threads;
mod unsolvable;
