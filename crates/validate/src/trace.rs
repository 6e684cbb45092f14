//! What each step of a plan changes.

use extremal_limits::{Budget, Pacer, Stop};
use extremal_pddl::Cost;
use extremal_pddl::task::Task;
use serde::Serialize;

use crate::execute::Execution;
use crate::names::Names;
use crate::plan::PlanStep;
use crate::state::Fact;

/// A step that was executed, and what it changed.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct TraceStep {
    /// The step as PDDL.
    pub action: String,
    /// Its cost.
    pub cost: Cost,
    /// Atoms that were false and are true now.
    pub added: Vec<String>,
    /// Atoms that were true and are false now.
    pub deleted: Vec<String>,
}

/// Executes the steps of a plan up to the first that cannot be executed. Derived atoms are not among the changes.
pub fn trace(task: &Task, steps: &[PlanStep], budget: &Budget) -> Result<Vec<TraceStep>, Stop> {
    let names = Names::new(task);
    let mut execution = Execution::new(task, Pacer::new(budget, 1024));
    execution.note_changes();
    let mut traced = Vec::with_capacity(steps.len());
    for step in steps {
        let Ok((action, objects)) = names.resolve(step) else { break };
        let Ok(cost) = execution.step(action, &objects)? else { break };
        let changes = execution.take_changes();
        let texts = |facts: &[Fact]| facts.iter().map(|fact| text(fact, task)).collect();
        let (added, deleted) = (texts(&changes.added), texts(&changes.deleted));
        traced.push(TraceStep { action: step.to_string(), cost, added, deleted });
    }
    Ok(traced)
}

fn text(fact: &Fact, task: &Task) -> String {
    let mut text = format!("({}", task.predicates[fact.predicate].name);
    for &object in &fact.objects {
        text.push(' ');
        text.push_str(&task.objects[object as usize].name);
    }
    text + ")"
}
