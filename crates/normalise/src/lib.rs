//! Checked PDDL task to normalised task.
//!
//! In goes an [`extremal_pddl::task::Task`] with nested conditions; out comes a [`Task`] in which every
//! precondition, effect condition, axiom body and the goal is a plain conjunction of literals:
//!
//! 1. negations move to the literals, `imply` disappears ([`formula`]);
//! 2. `forall x φ` becomes the negation of a new derived predicate that means `exists x ¬φ` ([`universal`]);
//! 3. disjunctions are pulled to the top and split into several actions, effects or axioms ([`disjunctive`]);
//! 4. existential variables become extra parameters that are not part of an action's name ([`build`]).
//!
//! These are the steps of Helmert's "Concise finite-domain representations for PDDL planning tasks"
//! (Artificial Intelligence 173, 2009, section 4), so that ground tasks can be compared with Fast Downward's.

pub mod build;
pub mod disjunctive;
pub mod formula;
pub mod task;
pub mod universal;

pub use build::{normalise, normalise_while};
pub use task::{
    Action, Axiom, Cost, Domain, DomainId, EQUALITY, Effect, Literal, Predicate, PredicateId, Task, Term,
};
