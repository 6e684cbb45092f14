//! Lifted invariant synthesis.
//!
//! An invariant says that for every choice of its parameters, the number of true atoms that it covers never
//! grows. Together with an initial state in which exactly one is true, it gives a mutex group. The
//! algorithm guesses invariants with one predicate, checks every action that could add to them, and
//! refines a failed guess by a predicate that the action deletes: Helmert, "Concise finite-domain
//! representations for PDDL planning tasks" (2009), section 5.

mod action;
mod balance;
mod candidate;
mod constraints;
mod synthesis;

pub use candidate::{COUNTED, Invariant, Part};
pub use synthesis::{Found, find_invariants};
