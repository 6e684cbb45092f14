//! The whole way from a normalised task to a finite-domain task.

use extremal_ground::{GroundError, Grounding, Unreachable, ground};
use extremal_limits::{Budget, Duration, Instant, Pacer, Phase};
use extremal_normalise as normalised;
use extremal_pddl::CostScale;

use crate::encode::{Encoded, encode};
use crate::exclusive::{ExclusiveGoals, exclusive_goals};
use crate::groups::compute_groups;
use crate::invariants::find_invariants;
use crate::reachable_values::{Filtered, filter_unreachable_values};
use crate::relevance::keep_relevant_variables;
use crate::task::Task;

/// A translated task and what is known about it already.
#[derive(Debug)]
pub struct Translation {
    /// The task. If its solvability is known, a trivial one.
    pub task: Task,
    /// What translation found out about solvability.
    pub status: Status,
    /// What the units are in which operators' costs are counted.
    pub cost_scale: CostScale,
    /// Two goals that exclude each other, if that is why there is no plan.
    pub exclusive: Option<ExclusiveGoals>,
    /// How long the phases took.
    pub times: Times,
}

/// What translation found out about solvability.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Status {
    /// Nothing: search has to find out.
    Open,
    /// The goal holds in every state, so the empty plan is a solution.
    GoalHolds,
    /// The goal is not reachable even if deletes are ignored.
    Unreachable(Unreachable),
    /// The goal is not reachable because its facts exclude each other or a value is never taken.
    GoalViolatesMutex,
}

/// How long the phases took.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Times {
    /// Relaxed reachability and instantiation.
    pub ground: Duration,
    /// Invariant synthesis and the choice of variables.
    pub invariants: Duration,
    /// Encoding and simplification.
    pub encode: Duration,
}

/// What becomes of variables and operators that do not matter for the goal.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Irrelevant {
    /// They are removed.
    #[default]
    Removed,
    /// They stay, for those who look at states rather than for plans.
    Kept,
}

/// How often the clock is looked at while a task is simplified, in operators: some times in a millisecond.
const INTERVAL: u32 = 256;

/// Translates a task.
pub fn translate(task: &normalised::Task, budget: &Budget) -> Result<Translation, GroundError> {
    translate_with(task, Irrelevant::Removed, budget)
}

/// Translates a task with or without what does not matter for the goal.
pub fn translate_with(
    task: &normalised::Task,
    irrelevant: Irrelevant,
    budget: &Budget,
) -> Result<Translation, GroundError> {
    let mut times = Times::default();
    let start = Instant::now();
    let grounding = ground(task, budget)?;
    times.ground = start.elapsed();
    let ground_task = match grounding {
        Grounding::Task(task) => task,
        Grounding::Unreachable(why) => return Ok(settled(false, Status::Unreachable(why), times)),
    };

    budget.enter(Phase::Invariants)?;
    let start = Instant::now();
    let invariants = find_invariants(task, &ground_task.distinct_variables, budget)?;
    let groups = compute_groups(task, &ground_task, &invariants, budget)?;
    times.invariants = start.elapsed();

    budget.enter(Phase::Encoding)?;
    let start = Instant::now();
    let encoded = encode(task, &ground_task, &groups, budget)?;
    let cost_scale = ground_task.cost_scale;
    let exclusive = match &encoded {
        Encoded::GoalViolatesMutex => exclusive_goals(task, &ground_task, &groups),
        _ => None,
    };
    drop(ground_task);
    times.encode = start.elapsed();
    let encoded = match encoded {
        Encoded::Task(task) => task,
        Encoded::GoalHolds => return Ok(settled(true, Status::GoalHolds, times)),
        Encoded::GoalViolatesMutex => {
            return Ok(Translation { exclusive, ..settled(false, Status::GoalViolatesMutex, times) });
        }
    };

    budget.enter(Phase::Simplifying)?;
    let mut pacer = Pacer::new(budget, INTERVAL);
    let filtered = filter_unreachable_values(*encoded, &mut pacer)?;
    let result = match filtered {
        Filtered::Task(task) => {
            let task = match irrelevant {
                Irrelevant::Removed => keep_relevant_variables(*task, &mut pacer)?,
                Irrelevant::Kept => *task,
            };
            Translation { task, status: Status::Open, cost_scale, exclusive: None, times }
        }
        Filtered::GoalHolds => settled(true, Status::GoalHolds, times),
        Filtered::GoalUnreachable => settled(false, Status::GoalViolatesMutex, times),
    };
    times.encode = start.elapsed();
    Ok(Translation { times, ..result })
}

fn settled(solvable: bool, status: Status, times: Times) -> Translation {
    let (task, cost_scale) = (Task::trivial(solvable), CostScale::default());
    Translation { task, status, cost_scale, exclusive: None, times }
}

#[cfg(test)]
mod tests {
    use extremal_limits::Stop;

    use super::*;
    use crate::causal_graph::CausalGraph;
    use crate::task::Fact;

    /// A variable that goes from value to value, one operator a step.
    fn chain(length: u32) -> Task {
        let mut task = Task::trivial(true);
        let fact = |value| Fact { variable: 0, value };
        task.variables.truncate(1);
        task.variables[0].values = vec![String::new(); length as usize];
        (task.initial_state, task.goal) = (vec![0], vec![fact(length - 1)]);
        for value in 1..length {
            task.operators.push(*b"step", [fact(value - 1)], [(fact(value), &[][..])], 1);
        }
        task
    }

    #[test]
    fn every_part_of_the_simplification_asks_the_budget() {
        let (task, budget) = (|| chain(2 * INTERVAL), Budget::unlimited());
        let pacer = &mut Pacer::new(&budget, INTERVAL);
        assert!(matches!(filter_unreachable_values(task(), pacer), Ok(Filtered::Task(_))));
        assert_eq!(keep_relevant_variables(task(), pacer).unwrap().variables.len(), 1);
        budget.cancel();
        let (stopped, pacer) = (Some(Stop::Cancelled), &mut Pacer::new(&budget, INTERVAL));
        assert_eq!(filter_unreachable_values(task(), pacer).err(), stopped);
        assert_eq!(keep_relevant_variables(task(), pacer).err(), stopped);
        assert_eq!(CausalGraph::new(&task(), pacer).err(), stopped);
    }
}
