//! The phases of a run.

/// The phases of a run, as a progress display names them; those of translation are in order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Phase {
    /// Reading and checking PDDL.
    Parsing,
    /// Normalising conditions and effects.
    Normalising,
    /// Relaxed reachability.
    Grounding,
    /// Building ground operators and axioms.
    Instantiating,
    /// Lifted invariant synthesis.
    Invariants,
    /// Choosing finite-domain variables and translating to them.
    Encoding,
    /// Removing what is unreachable or irrelevant.
    Simplifying,
    /// Preparing the state space and the heuristic.
    Preparing,
    /// Searching for a plan.
    Searching,
    /// Writing results.
    Writing,
    /// Executing plans.
    Validating,
    /// Letting bandits play.
    Simulating,
}

/// All phases, each at the place of its number.
pub(crate) const PHASES: [Phase; 12] = [
    Phase::Parsing,
    Phase::Normalising,
    Phase::Grounding,
    Phase::Instantiating,
    Phase::Invariants,
    Phase::Encoding,
    Phase::Simplifying,
    Phase::Preparing,
    Phase::Searching,
    Phase::Writing,
    Phase::Validating,
    Phase::Simulating,
];
