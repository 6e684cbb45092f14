//! Goals that exclude each other.

use extremal_ground::GroundTask;
use extremal_normalise::Task;

use crate::groups::Groups;

/// Two goals of which at most one can be true, and the invariant that says so.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ExclusiveGoals {
    /// One goal, in PDDL.
    pub first: String,
    /// The other.
    pub second: String,
    /// All atoms of which at most one is true at a time; both goals are among them.
    pub group: Vec<String>,
}

/// The first two goals that are in one mutex group.
pub(crate) fn exclusive_goals(task: &Task, ground: &GroundTask, groups: &Groups) -> Option<ExclusiveGoals> {
    let goals: Vec<u32> =
        ground.goal.iter().flatten().filter(|l| !l.is_negated()).map(|l| l.fact()).collect();
    let text = |fact: u32| {
        let mut text = format!("({}", task.predicates[ground.facts.predicate[fact as usize] as usize].name);
        for &object in ground.facts.arguments(fact) {
            text.push(' ');
            text.push_str(&task.objects[object as usize]);
        }
        text + ")"
    };
    groups.mutex_groups.iter().find_map(|group| {
        let mut together = goals.iter().copied().filter(|goal| group.contains(goal));
        let (first, second) = (together.next()?, together.next()?);
        let group = group.iter().map(|&fact| text(fact)).collect();
        Some(ExclusiveGoals { first: text(first), second: text(second), group })
    })
}
