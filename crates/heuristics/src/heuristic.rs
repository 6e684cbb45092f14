//! What a heuristic is.

use extremal_sas::Fact;

/// The value of states from which the goal cannot be reached, as far as the heuristic can tell.
pub const DEAD_END: u32 = u32::MAX;

/// Estimates the distance of states from the goal.
///
/// A value must depend on nothing but the state, or, for a heuristic that [follows paths](Self::follows_paths), on the
/// state and the path by which it was first reached, so that searches can be repeated.
///
/// ```
/// use extremal_heuristics::Heuristic;
///
/// /// The number of variables that are not 0.
/// struct NonZero;
///
/// impl Heuristic for NonZero {
///     fn evaluate(&mut self, state: &[u32]) -> u32 {
///         state.iter().filter(|&&value| value != 0).count() as u32
///     }
/// }
/// assert_eq!(NonZero.evaluate(&[0, 1, 2]), 2);
/// ```
pub trait Heuristic: Send {
    /// The estimate for a state, given by the values of all its variables, or [`DEAD_END`].
    fn evaluate(&mut self, state: &[u32]) -> u32;

    /// Whether values depend on the path to a state, as with landmarks. Then [`arrive`](Self::arrive) is called before each
    /// evaluation, states are evaluated one after the other in one thread, and values are not shared between searches:
    /// each search has a heuristic that was built for it alone.
    fn follows_paths(&self) -> bool {
        false
    }

    /// The state that is evaluated next has this number, and was reached from another state, of that number, by an
    /// operator of the task. The initial state has the number 0 and comes from nowhere. Numbers are those of one search. A state may
    /// come twice; the state before it may never have been evaluated, if the search went through it without stopping.
    fn arrive(&mut self, state: u32, from: Option<(u32, u32)>) {
        let _ = (state, from);
    }

    /// Whether several states are better evaluated [together](Self::evaluate_all) than one after the other.
    fn evaluates_together(&self) -> bool {
        false
    }

    /// Appends the estimates for several states, whose values stand one after the other. A search uses this for states
    /// that it needs at the same time, if the heuristic [says so](Self::evaluates_together); estimates must be those of
    /// [`evaluate`](Self::evaluate), and there are no preferred operators.
    fn evaluate_all(&mut self, states: &[u32], variables: usize, estimates: &mut Vec<u32>) {
        estimates.extend(states.chunks_exact(variables.max(1)).map(|state| self.evaluate(state)));
    }

    /// Operators that looked useful in the state evaluated last; all are applicable there. Each once, in a
    /// fixed order. Empty if the state is a dead end.
    fn preferred_operators(&self) -> &[u32] {
        &[]
    }

    /// Evaluates a state and replaces `plan` by operators after which, in some order, the goal holds if nothing ever
    /// becomes false. It is left empty by heuristics that do not find such operators, and for dead ends.
    fn relaxed_plan(&mut self, state: &[u32], plan: &mut Vec<u32>) -> u32 {
        plan.clear();
        self.evaluate(state)
    }

    /// Another one, whose goal can be [set](Self::set_goal). `None` if that cannot be had.
    fn for_parts_of_the_goal(&self) -> Option<Box<dyn Heuristic>> {
        None
    }

    /// From now on estimates the distance to these facts. Those that the goal of the task never needs may look out of
    /// reach. Only heuristics [for parts of the goal](Self::for_parts_of_the_goal) and their forks have to do so; forks
    /// do not share a goal.
    fn set_goal(&mut self, goal: &[Fact]) {
        let _ = goal;
    }

    /// How many words of memory an evaluation reads, about; 0 if that is not known. It depends on nothing but the task.
    fn words(&self) -> u64 {
        0
    }

    /// How many words of memory the evaluation of the last state read, about; 0 if that is not known. It depends on nothing
    /// but the state. Portfolios measure with it how much work their members do.
    fn words_read(&self) -> u64 {
        0
    }

    /// Another one that gives the same values, for another thread; what both only read is shared. `None` if
    /// that cannot be had.
    fn fork(&self) -> Option<Box<dyn Heuristic>> {
        None
    }
}
