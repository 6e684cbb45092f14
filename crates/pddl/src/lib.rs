//! PDDL text to a checked task.
//!
//! In goes the text of a domain and of a problem file; out comes a [`task::Task`] in which every name is
//! resolved, or a list of diagnostics with their places.

pub mod source;
pub mod task;
