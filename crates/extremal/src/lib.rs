//! Extremal, a classical planner, as a library: PDDL in, a valid plan out.
//!
//! Build a [`Task`], choose the parts of a [`Planner`], and [solve](Planner::solve):
//!
//! ```
//! use extremal::{Outcome, Planner, Task};
//!
//! let domain = "(define (domain kitchen)
//!     (:predicates (hungry) (cooked))
//!     (:action cook :parameters () :effect (cooked))
//!     (:action eat :parameters () :precondition (cooked) :effect (not (hungry))))";
//! let problem = "(define (problem dinner) (:domain kitchen)
//!     (:requirements :negative-preconditions) (:init (hungry)) (:goal (not (hungry))))";
//!
//! let task = Task::from_pddl(domain, problem)?;
//! let planner = Planner::new().search("guct-uniform(floor=1)")?.heuristic("ff")?.max_evaluations(10_000);
//! let run = planner.solve(&task)?;
//! let Outcome::Solved(plan) = run.outcome else { panic!("no plan: {:?}", run.outcome) };
//! assert_eq!(plan.to_string(), "(cook)\n(eat)\n; cost = 2 (unit cost)\n");
//! assert!(run.counters.evaluations >= 2);
//! # Ok::<(), extremal::Error>(())
//! ```
//!
//! Searches and heuristics are chosen by the names that `extremal list` shows, or given by value: see
//! [`Planner::own_search`] and [`Planner::own_heuristic`], and the guide `docs/extending.md`. An
//! [`Observer`] watches a search while it runs, and a [`Budget`] limits time and memory and can be cancelled
//! from another thread.
//!
//! **Every plan is validated before it is returned**, on the lifted task as its author wrote it, by code that
//! shares nothing with the translator; plans for SAS+ tasks are executed on these. A plan that fails would
//! be a mistake of ours and is an [error](Error::InvalidPlan), never a result.
//!
//! Nothing here prints or keeps state between runs. Who writes a heuristic, a bandit, an open list or a search finds
//! the contracts in [`heuristics`], [`bandits`], [`searches`] and [`states`].

mod anytime;
mod check;
mod error;
mod explanation;
mod no_plan;
mod outcome;
mod pipeline;
mod planner;
mod prepared;
mod reachable;
mod running;
mod task;

pub use anytime::OnPlan;
pub use error::{Error, RefusedComponent};
pub use explanation::NoPlan;
pub use no_plan::GoalsReached;
pub use outcome::{FoundPlan, Outcome, Plan, Proof, Run, SearchTimes};
pub use pipeline::{CheckedTask, NormalisedTask, TaskText};
pub use planner::{DeadEnds, Planner};
pub use prepared::Prepared;
pub use reachable::Reachable;
pub use running::{Progress, Running};
pub use task::{Task, TaskTimes};

pub use extremal_heuristics::{DEAD_END, HEURISTICS, Heuristic};
pub use extremal_limits::{Budget, Stop};
pub use extremal_pddl::{
    Columns, Cost, CostScale, Diagnostic, DiagnosticRecord, Edit, EditRecord, FileRole, LabelRecord,
    PlaceRecord, Position, Severity, SourceFile, Sources, Span, Task as LiftedTask, TextRange, check_domain,
    check_task, lint, render_text,
};
pub use extremal_sas::{ExclusiveGoals, Fact, Statistics, Status, Task as SasTask};
pub use extremal_search::anytime::AnytimeEnd;
pub use extremal_search::{Counters, Observer, SEARCHES, Search};
pub use extremal_validate::{Explanation, PlanStep, PlanText, StepFault, TraceStep, Unsatisfied, Verdict};

pub use extremal_bandits as bandits;
pub use extremal_grammar as grammar;
pub use extremal_heuristics as heuristics;
pub use extremal_search as searches;
pub use extremal_states as states;

// For our own front ends; what others need of these stands above.
#[doc(hidden)]
pub use extremal_limits as limits;
#[doc(hidden)]
pub use extremal_pddl as pddl;
#[doc(hidden)]
pub use extremal_sas as sas;
#[doc(hidden)]
pub use extremal_validate as validate;
