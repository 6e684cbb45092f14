//! Evaluation of states on several threads, each with a heuristic of its own.
//!
//! In go the states that a search needs now, and those that are likely to come next; out come their values in the
//! order in which the search asks for them. Who evaluates which state and when depends on time, the values do not: so
//! a search is the same with any number of threads.
//!
//! [`Evaluators`] has the threads. [`LookAhead`] finds work for those that have none: a greedy search that runs ahead
//! of the real one.

mod evaluators;
mod foreseen;
mod job;
mod job_queue;
mod look_ahead;

pub use evaluators::{Evaluators, Threads};
pub use job::Job;
pub use look_ahead::{LookAhead, Surroundings};
