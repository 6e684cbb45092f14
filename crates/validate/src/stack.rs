//! A stack that is deep enough.
//!
//! The search for bindings recurses once per variable. The parser bounds how deep conditions nest but not
//! how many variables a quantifier or an action has, so tasks with very many get a thread with a stack to
//! fit.

use extremal_limits::Stop;
use extremal_pddl::task::Task;

/// So many variables in one scope fit on any stack.
const FEW: usize = 200;

/// More than one variable ever takes, even without optimisation.
const BYTES_PER_VARIABLE: usize = 8 * 1024;

/// For everything else, conditions of the greatest depth included.
const BASE_BYTES: usize = 16 << 20;

/// Runs the work on a stack that is deep enough for the conditions of the task. If the system has no memory
/// for it, that is [`Stop::OutOfMemory`].
pub(crate) fn with_deep_stack<R: Send>(
    task: &Task,
    work: impl FnOnce() -> Result<R, Stop> + Send,
) -> Result<R, Stop> {
    let actions = task.actions.iter().map(|action| action.variables.len());
    let axioms = task.axioms.iter().map(|axiom| axiom.variables.len());
    let most = actions.chain(axioms).chain([task.goal_variables.len()]).max().unwrap_or(0);
    if most <= FEW {
        return work();
    }
    let bytes = BASE_BYTES.saturating_add(most.saturating_mul(BYTES_PER_VARIABLE));
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(bytes).spawn_scoped(scope, work);
        let Ok(thread) = thread else { return Err(Stop::OutOfMemory) };
        thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    })
}
