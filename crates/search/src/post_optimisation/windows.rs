//! Cheaper ways through windows of a plan.
//!
//! A window is a number of consecutive actions. What the actions after it need, and the goal, is what a cheaper way
//! through it must achieve (Siddiqui and Haslum: Continuing Plan Quality Optimisation, JAIR 54, 2015). The way is searched
//! for like cheaper plans of a whole task: by restarting weighted A* with the heuristic ff.

use std::ops::Range;
use std::sync::Arc;

use extremal_heuristics::FastForward;
use extremal_heuristics::{CostType, Heuristic};
use extremal_limits::{Budget, Stop};
use extremal_parallel::Threads;
use extremal_sas::{Fact, Task};
use extremal_states::StateSpace;

use super::cost;
use super::simulation::Simulation;
use crate::anytime::{AnytimeEnd, AnytimeProgress, EstimateKind, Estimates, Incumbent, WeightedAStar};
use crate::effort::work_of;
use crate::observer::Watch;
use crate::outcome::{Counters, Turn};
use crate::search::Problem;

/// What is needed to search windows of plans for one task.
pub(super) struct Windows {
    /// One for each thread that has had something to do, and never none. It keeps its rules from window to window and only
    /// changes their goal, since copying all rules takes longer than looking through a small window.
    pub heuristics: Vec<FastForward>,
    pub window_search: WindowSearch,
}

/// What all threads share.
pub(super) struct WindowSearch {
    task: Arc<Task>,
    space: StateSpace,
    costs: CostType,
    /// What the rest of a plan needs can be told by looking at conditions and effects alone.
    is_plain: bool,
}

/// What came of looking through a window.
pub(super) struct Way {
    /// The plan with a cheaper way through it, if there is one.
    pub plan: Result<Option<Vec<u32>>, Stop>,
    /// The work done.
    pub work: u64,
}

impl Windows {
    /// Prepares windows.
    pub fn new(task: &Arc<Task>, space: &StateSpace, budget: &Budget) -> Result<Self, Stop> {
        let costs = if task.metric { CostType::Real } else { CostType::Unit };
        let is_conditional = |operator| task.operators.has_conditional_effect(operator);
        let heuristic = FastForward::for_any_goal(task, costs, budget)?;
        let window_search = WindowSearch {
            costs,
            is_plain: task.axioms.is_empty() && !(0..task.operators.len()).any(is_conditional),
            task: Arc::clone(task),
            space: space.clone(),
        };
        Ok(Windows { heuristics: vec![heuristic], window_search })
    }
}

impl WindowSearch {
    /// Looks for a cheaper way through a window. At most `effort` states are evaluated for each action of the window.
    pub fn replace(
        &self,
        heuristic: &mut FastForward,
        plan: &[u32],
        window: Range<usize>,
        effort: u64,
        budget: &Budget,
    ) -> Way {
        let task = Arc::clone(&self.task);
        let mut simulation = Simulation::new(&task);
        simulation.restart();
        plan[..window.start].iter().for_each(|&operator| _ = simulation.step(operator));
        let start = simulation.values.clone();
        plan[window.clone()].iter().for_each(|&operator| _ = simulation.step(operator));
        let goal = self.goal_after(plan, window.end, &simulation.values);

        let old = &plan[window.clone()];
        let incumbent = Incumbent { cost: cost(&task, old), length: old.len() };
        heuristic.set_goal(&goal);
        let limit = effort * old.len() as u64;
        let problem = Problem {
            space: self.space.between(&start, &goal),
            heuristic: Box::new(heuristic.clone()),
            heuristic_is_safe: true,
            max_evaluations: Some(limit),
            max_expansions: Some(limit),
            budget: budget.clone(),
            threads: Threads::new(1),
            rebuild: None,
            task,
        };
        let kind = if self.costs == CostType::Real { EstimateKind::Cost } else { EstimateKind::Length };
        let estimates = Estimates { kind, admissible: false };
        let mut search = WeightedAStar::new(problem, estimates, incumbent, Counters::default());
        let mut better = None;
        let end = loop {
            match search.advance(Turn::UNLIMITED, &mut Watch::default()) {
                AnytimeProgress::Running => {}
                AnytimeProgress::Plan(operators) => better = Some(operators),
                AnytimeProgress::Ended(end) => break end,
            }
        };
        let counters = search.counters();
        let steps = plan.len() as u64 / super::ELIMINATION_STEPS + 1;
        let work = work_of(&self.task, &counters) + steps;
        let plan = match end {
            AnytimeEnd::Stopped(stop) => Err(stop),
            _ => Ok(better.map(|way| [&plan[..window.start], &way, &plan[window.end..]].concat())),
        };
        Way { plan, work }
    }

    /// What must hold after the first actions of a plan, so that the rest of it can be executed and reaches the goal. With
    /// conditional effects or axioms that is taken to be all that holds there.
    fn goal_after(&self, plan: &[u32], first: usize, values: &[u32]) -> Vec<Fact> {
        let facts = |values: Vec<Option<u32>>| {
            let facts = values.into_iter().enumerate();
            facts
                .filter_map(|(variable, value)| Some(Fact { variable: variable as u32, value: value? }))
                .collect()
        };
        if !self.is_plain {
            let is_stored = |variable: usize| self.task.variables[variable].axiom_layer.is_none();
            let stored =
                values.iter().enumerate().map(|(variable, &value)| is_stored(variable).then_some(value));
            return facts(stored.collect());
        }
        let mut needed = vec![None; values.len()];
        self.task.goal.iter().for_each(|f| needed[f.variable as usize] = Some(f.value));
        for &operator in plan[first..].iter().rev() {
            let effects = self.task.operators.effects(operator as usize);
            effects.iter().for_each(|effect| needed[effect.fact.variable as usize] = None);
            let condition = self.task.operators.precondition(operator as usize);
            condition.iter().for_each(|f| needed[f.variable as usize] = Some(f.value));
        }
        facts(needed)
    }
}
