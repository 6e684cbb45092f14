//! The library from outside, on the example tasks of this repository.

mod common;
mod conformance;
mod inputs;
mod limits;
mod mistakes;
mod observing;
mod repeatable;
mod unsolvable;
