//! The goals that were reached one after the other, and the states in which they were.

use extremal_heuristics::DEAD_END;
use extremal_sas::{Fact, Task};
use extremal_states::StateSpace;

/// A stack of stages. Each begins with a state in which the goals of the stages before it hold.
#[derive(Debug)]
pub(super) struct Stages {
    space: StateSpace,
    goals: Vec<Fact>,
    stages: Vec<Stage>,
    /// What is used up and restored, as it is when it is restored.
    resources: Vec<Fact>,
    /// The operators that lead to the last stage.
    plan: Vec<u32>,
    /// The goal that is searched for, and the resource that is tested.
    current: Vec<Fact>,
    tested: Fact,
}

#[derive(Debug)]
struct Stage {
    values: Vec<u32>,
    plan_length: usize,
    /// The goal that was reached with it; none for the first.
    goal: Option<usize>,
    /// What may come next.
    candidates: Vec<Candidate>,
    /// The first candidate that has not been looked at, and the first that has not been tried.
    unseen: usize,
    next: usize,
    /// Resources that were used up in part and can be restored, and those that cannot: this was tried.
    restorable: Vec<Fact>,
    lost: Vec<Fact>,
    /// The first of them that has not been restored in order to go on.
    next_restored: usize,
}

/// A goal, and how far it is from the state of the stage, or was when it was last looked at.
#[derive(Clone, Copy, Debug)]
struct Candidate {
    goal: usize,
    h: u32,
}

/// What follows from a test whether a resource can be restored.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Tested {
    /// Others are tested.
    GoOn,
    /// The stage was taken back. Before it, the resource is to be restored, which is searched for now.
    Restore,
    /// The stage was taken back.
    TakenBack,
}

/// How many goals are looked at again in each stage: those that were the closest before it.
const LOOKED_AT_AGAIN: usize = 16;

impl Stages {
    /// Nothing is reached but what holds in the initial state.
    pub fn new(mut space: StateSpace, task: &Task) -> Self {
        let (mut packed, mut values) = (space.new_packed(), space.new_values());
        space.initial_state(&mut packed);
        space.unpack(&packed, &mut values);
        let candidates = (0..task.goal.len()).map(|goal| Candidate { goal, h: 0 }).collect();
        let goals = task.goal.clone();
        let mut stages = Stages {
            space,
            current: goals.clone(),
            goals,
            stages: Vec::new(),
            resources: resources(task),
            plan: Vec::new(),
            tested: Fact { variable: 0, value: 0 },
        };
        stages.push(values, None, candidates);
        stages
    }

    fn last(&self) -> &Stage {
        &self.stages[self.stages.len() - 1]
    }

    fn last_mut(&mut self) -> &mut Stage {
        let last = self.stages.len() - 1;
        &mut self.stages[last]
    }

    /// The values of the state of the last stage.
    pub fn values(&self) -> &[u32] {
        &self.last().values
    }

    /// Whether all goals hold in it.
    pub fn is_solved(&self) -> bool {
        self.goals.iter().all(|goal| self.values()[goal.variable as usize] == goal.value)
    }

    /// The operators that lead to it.
    pub fn plan(&self) -> &[u32] {
        &self.plan
    }

    /// All goals.
    pub fn goals(&self) -> &[Fact] {
        &self.goals
    }

    fn push(&mut self, values: Vec<u32>, goal: Option<usize>, candidates: Vec<Candidate>) {
        self.stages.push(Stage {
            values,
            plan_length: self.plan.len(),
            goal,
            candidates,
            unseen: 0,
            next: 0,
            restorable: Vec::new(),
            lost: Vec::new(),
            next_restored: 0,
        });
    }

    /// The goals of all stages and another fact.
    fn with(&self, fact: Fact) -> Vec<Fact> {
        let goals = self.stages.iter().filter_map(|stage| stage.goal);
        let mut goals: Vec<Fact> = goals.map(|goal| self.goals[goal]).chain([fact]).collect();
        goals.sort_unstable();
        goals
    }

    /// The next candidate that is to be looked at, together with what was reached. When there is none left, candidates
    /// are in the order in which they are to be tried.
    pub fn unseen(&mut self) -> Option<Vec<Fact>> {
        let most = if self.stages.len() == 1 { usize::MAX } else { LOOKED_AT_AGAIN };
        let Stage { candidates, unseen, .. } = self.last();
        if let Some(candidate) = candidates.get(*unseen)
            && *unseen < most
        {
            return Some(self.with(self.goals[candidate.goal]));
        }
        let candidates = &mut self.last_mut().candidates;
        candidates.sort_by_key(|candidate| (candidate.h, candidate.goal));
        None
    }

    /// The candidate was looked at.
    pub fn saw(&mut self, h: u32) {
        let Stage { candidates, unseen, .. } = self.last_mut();
        if let Some(candidate) = candidates.get_mut(*unseen) {
            candidate.h = h;
        }
        *unseen += 1;
    }

    /// Chooses the next candidate; false if all have been tried.
    pub fn choose(&mut self) -> bool {
        let Stage { candidates, next, .. } = self.last_mut();
        let Some(&Candidate { goal, h }) = candidates.get(*next) else { return false };
        *next += 1;
        if h == DEAD_END {
            // All that follow are, too.
            return false;
        }
        self.current = self.with(self.goals[goal]);
        true
    }

    /// The goal that is searched for.
    pub fn current(&self) -> &[Fact] {
        &self.current
    }

    /// The task of reaching it from the last stage.
    pub fn space(&self) -> StateSpace {
        self.space.between(self.values(), &self.current)
    }

    /// The chosen goal was reached by some operators from the last stage.
    pub fn reach(&mut self, operators: &[u32]) {
        let values = self.apply(operators);
        let Stage { candidates, next, .. } = self.last();
        let goal = candidates[next - 1].goal;
        let candidates = candidates.iter().copied().filter(|candidate| candidate.goal != goal).collect();
        self.push(values, Some(goal), candidates);
    }

    /// A resource was restored by some operators from the last stage.
    pub fn restore(&mut self, operators: &[u32]) {
        let values = self.apply(operators);
        let Stage { candidates, restorable, .. } = self.last();
        let (candidates, mut restorable) = (candidates.clone(), restorable.clone());
        restorable.retain(|&resource| !holds(&values, resource));
        self.push(values, None, candidates);
        self.last_mut().restorable = restorable;
    }

    /// A resource that is used up in part in the last stage, but could be restored before: searches for that.
    pub fn test(&mut self) -> bool {
        let before = self.stages.len().checked_sub(2).map(|before| &self.stages[before]);
        let last = self.last();
        let untested = self.resources.iter().copied().find(|&resource| {
            let is_lost =
                |stage: &Stage| !holds(&stage.values, resource) && !stage.restorable.contains(&resource);
            is_lost(last) && !last.lost.contains(&resource) && !before.is_some_and(is_lost)
        });
        let Some(resource) = untested else { return false };
        self.current = self.with(resource);
        self.tested = resource;
        true
    }

    /// The resource that was searched for can be restored, or not.
    pub fn tested(&mut self, can_be_restored: bool) -> Tested {
        let tested = self.tested;
        if can_be_restored {
            self.last_mut().restorable.push(tested);
            return Tested::GoOn;
        }
        if !self.take_back() {
            self.last_mut().lost.push(tested);
            return Tested::GoOn;
        }
        if !self.last().restorable.contains(&tested) {
            return Tested::TakenBack;
        }
        self.current = self.with(tested);
        Tested::Restore
    }

    /// A resource to be restored in the last stage, after a goal was not reached: searches for that.
    pub fn restore_next(&mut self) -> bool {
        let Stage { restorable, next_restored, next, .. } = self.last_mut();
        let Some(&resource) = restorable.get(*next_restored) else { return false };
        if *next == 0 {
            return false;
        }
        *next_restored += 1;
        self.current = self.with(resource);
        true
    }

    /// Applies operators in the state of the last stage. Returns the state that they lead to.
    fn apply(&mut self, operators: &[u32]) -> Vec<u32> {
        let (mut packed, mut values) = (self.space.new_packed(), self.values().to_vec());
        let mut successor = self.space.new_packed();
        self.space.pack(&values, &mut packed);
        for &operator in operators {
            self.space.successor(&packed, &values, operator, &mut successor);
            std::mem::swap(&mut packed, &mut successor);
            self.space.unpack(&packed, &mut values);
        }
        self.plan.extend_from_slice(operators);
        values
    }

    /// Takes the last stage back; false if it is the first.
    pub fn take_back(&mut self) -> bool {
        if self.stages.len() == 1 {
            return false;
        }
        self.stages.pop();
        self.plan.truncate(self.last().plan_length);
        true
    }

    /// Begins anew, with all goals to be searched for.
    pub fn restart(&mut self) {
        self.stages.truncate(1);
        self.plan.clear();
        let first = self.last_mut();
        (first.next, first.next_restored) = (0, 0);
        self.current = self.goals.clone();
    }
}

#[inline]
fn holds(values: &[u32], fact: Fact) -> bool {
    values[fact.variable as usize] == fact.value
}

/// The resources of a task, with the values to which they are restored: from there, no operator that changes nothing
/// else leads on.
fn resources(task: &Task) -> Vec<Fact> {
    // For each value whether operators that change nothing else lead to it, and from it.
    let mut values: Vec<Vec<(bool, bool)>> =
        task.variables.iter().map(|variable| vec![(false, false); variable.values.len()]).collect();
    for operator in 0..task.operators.len() {
        let [effect] = task.operators.effects(operator) else { continue };
        let Fact { variable, value } = effect.fact;
        values[variable as usize][value as usize].0 = true;
        let mut conditions =
            task.operators.precondition(operator).iter().chain(task.operators.condition(effect));
        let from = conditions.find(|fact| fact.variable == variable);
        for (other, (_, leads_on)) in values[variable as usize].iter_mut().enumerate() {
            let is_from = from.is_none_or(|from| from.value as usize == other);
            *leads_on |= is_from && other != value as usize;
        }
    }
    task.goal.iter().for_each(|goal| values[goal.variable as usize].clear());
    let resources = values.iter().enumerate().filter(|(_, values)| values.len() > 2);
    let resources = resources.filter_map(|(variable, values)| {
        let mut ends =
            values.iter().enumerate().filter(|(_, (is_reached, leads_on))| *is_reached && !leads_on);
        let (value, _) = ends.next()?;
        ends.next().is_none().then_some(Fact { variable: variable as u32, value: value as u32 })
    });
    resources.collect()
}

#[cfg(test)]
mod tests {
    use extremal_sas::{Axioms, Operators, Variable};

    use super::*;

    #[test]
    fn what_is_used_up_step_by_step_and_restored_alone_is_a_resource() {
        let variable = |size: usize| Variable {
            name: String::new(),
            axiom_layer: None,
            values: vec![String::new(); size],
        };
        let fact = |variable, value| Fact { variable, value };
        let mut task = Task {
            // A place, a battery, a switch, and a second place that nothing else depends on.
            variables: vec![variable(4), variable(4), variable(2), variable(4)],
            mutex_groups: Vec::new(),
            initial_state: vec![0, 3, 0, 0],
            goal: Vec::new(),
            operators: Operators::default(),
            axioms: Axioms::default(),
            metric: false,
        };
        let none: &[Fact] = &[];
        for (place, level) in [(0, 3), (1, 2), (2, 1)] {
            let effects = [(fact(0, place + 1), none), (fact(1, level - 1), none)];
            task.operators.push(*b"move", [fact(0, place), fact(1, level)], effects, 1);
            task.operators.push(*b"charge", [fact(0, 0), fact(1, level - 1)], [(fact(1, level), none)], 1);
            task.operators.push(*b"walk", [fact(3, place)], [(fact(3, place + 1), none)], 1);
            task.operators.push(*b"back", [fact(3, place + 1)], [(fact(3, place), none)], 1);
        }
        task.operators.push(*b"switch", [], [(fact(2, 1), none)], 1);
        assert_eq!(resources(&task), [fact(1, 3)]);
        task.goal.push(fact(1, 3));
        assert_eq!(resources(&task), []);
    }
}
