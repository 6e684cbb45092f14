//! Leaving redundant actions out of a plan.
//!
//! Action elimination (Nakhost and Müller: Action Elimination and Plan Neighborhood Graph Search, ICAPS 2010):
//! an action is left out together with all later ones that then cannot be applied; if the goal is still
//! reached, the shorter plan is kept. Here the actions that save most are tried first. Costs are never
//! negative, so that a plan with fewer actions never costs more.

use std::cmp::Reverse;

use extremal_limits::{Budget, Pacer};
use extremal_sas::Task;

use super::simulation::Simulation;
use crate::anytime::operator_cost;

/// How often the clock is looked at, in operators.
const INTERVAL: u32 = 1000;

/// A plan from which redundant actions were removed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Improved {
    /// What is left of the plan: operators of the task in order.
    pub operators: Vec<u32>,
    /// Whether no action can be left out any more: neither alone, nor with those that need it. False if the
    /// work allowed did not suffice to know.
    pub is_complete: bool,
    /// How many operators were looked at in states on the way.
    pub steps: u64,
}

/// Removes redundant actions from a plan. At most `max_steps` operators are looked at in states on the way,
/// so that the same plan always gives the same result; only a budget that is spent ends it earlier. A plan
/// that is not valid comes back as it is.
pub fn without_redundant_actions(
    task: &Task,
    operators: Vec<u32>,
    max_steps: u64,
    budget: &Budget,
) -> Improved {
    let mut elimination = Elimination::new(task, operators, max_steps, budget);
    let is_complete = elimination.is_valid() && elimination.run().is_ok();
    Improved { operators: elimination.plan, is_complete, steps: max_steps - elimination.steps_left }
}

/// What leaving an action out saves: cost, then number of actions.
type Gain = (u64, usize);

/// The work allowed is done, or the budget is spent.
struct Spent;

struct Elimination<'a> {
    plan: Vec<u32>,
    simulation: Simulation<'a>,
    steps_left: u64,
    pacer: Pacer,
    /// The state before the action that is tried.
    prefix: Vec<u32>,
    /// Where the actions of the plan were when candidates were last looked for.
    origins: Vec<usize>,
    /// Where the actions are that remain after the one that is tried.
    rest: Vec<usize>,
}

impl<'a> Elimination<'a> {
    fn new(task: &'a Task, plan: Vec<u32>, max_steps: u64, budget: &Budget) -> Self {
        Elimination {
            origins: (0..plan.len()).collect(),
            plan,
            simulation: Simulation::new(task),
            steps_left: max_steps,
            pacer: Pacer::new(budget, INTERVAL),
            prefix: Vec::new(),
            rest: Vec::new(),
        }
    }

    fn count_step(&mut self) -> Result<(), Spent> {
        self.steps_left = self.steps_left.checked_sub(1).ok_or(Spent)?;
        self.pacer.tick().map_err(|_| Spent)
    }

    /// Whether the plan can be executed at all, which nobody has checked yet.
    fn is_valid(&mut self) -> bool {
        let num_operators = self.simulation.task.operators.len();
        self.simulation.restart();
        self.plan.iter().all(|&o| (o as usize) < num_operators && self.simulation.step(o))
            && self.simulation.is_goal()
    }

    fn run(&mut self) -> Result<(), Spent> {
        // Trying each action once is all that can be done with a plan that is too long for the work allowed.
        if (self.plan.len() as u64).pow(2) / 2 > self.steps_left {
            self.leave_out_in_order()?;
        }
        loop {
            let candidates = self.candidates()?;
            if candidates.is_empty() {
                return Ok(());
            }
            self.leave_out_all(candidates)?;
        }
    }

    /// Leaves out whatever can be left out, from the first action to the last.
    fn leave_out_in_order(&mut self) -> Result<(), Spent> {
        self.simulation.restart();
        let mut position = 0;
        while position < self.plan.len() {
            self.prefix.clone_from(&self.simulation.values);
            let can_be_left_out = self.gain_without(position)?.is_some();
            self.simulation.values.clone_from(&self.prefix);
            if can_be_left_out {
                self.leave_out(position);
            } else {
                self.simulation.step(self.plan[position]);
                position += 1;
            }
        }
        Ok(())
    }

    /// The actions of the plan that can be left out one at a time, the largest gain first.
    fn candidates(&mut self) -> Result<Vec<usize>, Spent> {
        let mut candidates = Vec::new();
        self.origins = (0..self.plan.len()).collect();
        self.simulation.restart();
        for position in 0..self.plan.len() {
            self.prefix.clone_from(&self.simulation.values);
            if let Some(gain) = self.gain_without(position)? {
                candidates.push((Reverse(gain), position));
            }
            self.simulation.values.clone_from(&self.prefix);
            self.simulation.step(self.plan[position]);
        }
        candidates.sort_unstable();
        Ok(candidates.into_iter().map(|(_, position)| position).collect())
    }

    /// What it saves to leave the action at a position out, if that can be done. The simulation is in the
    /// state before it; the places of the actions that remain after it are in `rest` afterwards.
    fn gain_without(&mut self, position: usize) -> Result<Option<Gain>, Spent> {
        self.rest.clear();
        let mut saved = operator_cost(self.simulation.task, self.plan[position]);
        for later in position + 1..self.plan.len() {
            self.count_step()?;
            let operator = self.plan[later];
            if self.simulation.step(operator) {
                self.rest.push(later);
            } else {
                saved += operator_cost(self.simulation.task, operator);
            }
        }
        let removed = self.plan.len() - position - self.rest.len();
        Ok(self.simulation.is_goal().then_some((saved, removed)))
    }

    /// Leaves out the actions at these positions one after the other, as far as that is still possible
    /// when it is their turn.
    fn leave_out_all(&mut self, candidates: Vec<usize>) -> Result<(), Spent> {
        for candidate in candidates {
            let Ok(position) = self.origins.binary_search(&candidate) else { continue };
            self.simulation.restart();
            for before in 0..position {
                self.count_step()?;
                self.simulation.step(self.plan[before]);
            }
            if self.gain_without(position)?.is_some() {
                self.leave_out(position);
            }
        }
        Ok(())
    }

    /// Keeps `rest` as all that comes after the actions before this position.
    fn leave_out(&mut self, position: usize) {
        for (place, &later) in (position..).zip(&self.rest) {
            self.plan[place] = self.plan[later];
            self.origins[place] = self.origins[later];
        }
        let length = position + self.rest.len();
        self.plan.truncate(length);
        self.origins.truncate(length);
    }
}
