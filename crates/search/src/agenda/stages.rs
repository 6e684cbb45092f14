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
    /// Variables that are no goals and are used up and restored: an operator changes nothing else.
    resources: Vec<u32>,
    initial: Vec<u32>,
    /// The operators that lead to the last stage.
    plan: Vec<u32>,
    /// The goal that is searched for, and the resource that is tested.
    current: Vec<Fact>,
    tested: u32,
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
    /// Resources that were used up in part, and can be restored: this was tried.
    restorable: Vec<u32>,
    /// The first of them that has not been restored in order to go on.
    next_restored: usize,
}

/// A goal, and how far it is from the state of the stage, or was when it was last looked at.
#[derive(Clone, Copy, Debug)]
struct Candidate {
    goal: usize,
    h: u32,
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
        let initial = values.clone();
        let goals = task.goal.clone();
        let mut stages = Stages {
            space,
            current: goals.clone(),
            goals,
            stages: Vec::new(),
            resources: resources(task),
            initial,
            plan: Vec::new(),
            tested: 0,
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
        let values = self.follow(operators);
        let Stage { candidates, next, .. } = self.last();
        let goal = candidates[next - 1].goal;
        let candidates = candidates.iter().copied().filter(|candidate| candidate.goal != goal).collect();
        self.push(values, Some(goal), candidates);
    }

    /// A resource was restored by some operators from the last stage.
    pub fn restore(&mut self, operators: &[u32]) {
        let values = self.follow(operators);
        let Stage { candidates, restorable, .. } = self.last();
        let (candidates, restorable) = (candidates.clone(), restorable.clone());
        self.push(values, None, candidates);
        let initial = &self.initial;
        let stage = self.stages.len() - 1;
        let Stage { values, restorable: left, .. } = &mut self.stages[stage];
        left.extend(
            restorable
                .into_iter()
                .filter(|&variable| values[variable as usize] != initial[variable as usize]),
        );
    }

    /// A resource that is used up in part in the last stage, but could be restored before: searches for that.
    pub fn test(&mut self) -> bool {
        let [.., before, last] = &self.stages[..] else { return false };
        let is_lost =
            |stage: &Stage, variable: u32| stage.values[variable as usize] != self.initial[variable as usize];
        let untested = self.resources.iter().copied().find(|&variable| {
            let was_lost = is_lost(before, variable) && !before.restorable.contains(&variable);
            is_lost(last, variable) && !last.restorable.contains(&variable) && !was_lost
        });
        let Some(variable) = untested else { return false };
        self.current = self.with(self.initial_fact(variable));
        self.tested = variable;
        true
    }

    /// The resource that was searched for can be restored.
    pub fn passed(&mut self) {
        let tested = self.tested;
        self.last_mut().restorable.push(tested);
    }

    /// It cannot. Takes the stage back, and searches for the same before it, if there is something to be restored.
    pub fn failed(&mut self) -> bool {
        self.take_back();
        let can_restore = self.last().restorable.contains(&self.tested);
        if can_restore {
            self.current = self.with(self.initial_fact(self.tested));
        }
        can_restore
    }

    /// A resource to be restored in the last stage, after a goal was not reached: searches for that.
    pub fn restore_next(&mut self) -> bool {
        let Stage { restorable, next_restored, next, .. } = self.last_mut();
        let Some(&variable) = restorable.get(*next_restored) else { return false };
        if *next == 0 {
            return false;
        }
        *next_restored += 1;
        self.current = self.with(self.initial_fact(variable));
        true
    }

    fn initial_fact(&self, variable: u32) -> Fact {
        Fact { variable, value: self.initial[variable as usize] }
    }

    /// Follows operators from the last stage. Returns where they lead.
    fn follow(&mut self, operators: &[u32]) -> Vec<u32> {
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

/// The resources of a task.
fn resources(task: &Task) -> Vec<u32> {
    let mut is_resource = vec![false; task.variables.len()];
    for operator in 0..task.operators.len() {
        if let [effects @ .., last] = task.operators.effects(operator)
            && effects.iter().all(|effect| effect.fact.variable == last.fact.variable)
        {
            is_resource[last.fact.variable as usize] = true;
        }
    }
    task.goal.iter().for_each(|goal| is_resource[goal.variable as usize] = false);
    let variables = (0..task.variables.len() as u32).filter(|&variable| is_resource[variable as usize]);
    variables.filter(|&variable| task.domain_size(variable) > 2).collect()
}
