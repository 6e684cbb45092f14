//! Validating plans on a SAS+ task: operators are found by their names and executed one after the other.

use std::collections::HashMap;

use extremal_limits::{Budget, Stop};
use extremal_pddl::CostScale;
use extremal_sas::{Fact, Task};

use crate::explain::Unsatisfied;
use crate::plan::{PlanStep, PlanText};
use crate::sas_axioms::AxiomEvaluator;
use crate::verdict::{StepFault, Verdict};

/// Executes plans on a SAS+ task. It shares no code with the state space of the search.
pub struct SasExecutor<'a> {
    task: &'a Task,
    budget: &'a Budget,
    axioms: AxiomEvaluator<'a>,
    cost_scale: CostScale,
}

impl<'a> SasExecutor<'a> {
    /// An executor of the task.
    pub fn new(task: &'a Task, budget: &'a Budget) -> Self {
        SasExecutor { task, budget, axioms: AxiomEvaluator::new(task), cost_scale: CostScale::default() }
    }

    /// Tells what the units are in which operators' costs are counted. They are whole numbers otherwise.
    pub fn cost_scale(mut self, scale: CostScale) -> Self {
        self.cost_scale = scale;
        self
    }

    /// Executes a plan from the initial state.
    pub fn validate(&mut self, plan: &PlanText) -> Result<Verdict, Stop> {
        let operators = self.operators_of(plan);
        self.execute(&plan.steps, |executor, _, step, state| {
            let candidates = operators.get(&operator_name(step)).map_or(&[][..], Vec::as_slice);
            executor.applicable(candidates, step, state)
        })
    }

    /// Executes a plan given as operators of the task, which all must exist.
    pub fn validate_operators(&mut self, operators: &[u32]) -> Result<Verdict, Stop> {
        let name = |operator: u32| self.task.operators.name(operator as usize);
        let steps: Vec<PlanStep> = operators.iter().map(|&o| PlanStep::new(&name(o), [""; 0])).collect();
        self.execute(&steps, |executor, index, step, state| {
            executor.applicable(&[operators[index] as usize], step, state)
        })
    }

    /// Executes steps; `choose` finds an applicable operator for each.
    fn execute(
        &mut self,
        steps: &[PlanStep],
        choose: impl Fn(&Self, usize, &PlanStep, &[u32]) -> Result<usize, StepFault>,
    ) -> Result<Verdict, Stop> {
        let mut state = self.task.initial_state.clone();
        self.axioms.evaluate(&mut state);
        let mut units: u64 = 0;
        for (index, step) in steps.iter().enumerate() {
            self.budget.check()?;
            match choose(self, index, step, &state) {
                Ok(operator) => {
                    units = units.saturating_add(self.cost(operator));
                    state = self.successor(operator, &state);
                }
                Err(why) => {
                    let place = step.place.as_ref().and_then(|place| place.words.first().copied());
                    return Ok(Verdict::FailsToExecute {
                        step: index + 1,
                        action: step.to_string(),
                        place,
                        why,
                    });
                }
            }
        }
        let missing = self.unsatisfied(&self.task.goal, &state);
        let (cost, steps) = (self.cost_scale.cost(units), steps.len());
        Ok(match missing.is_empty() {
            true => Verdict::Valid { cost, steps },
            false => Verdict::GoalNotSatisfied { cost, steps, missing },
        })
    }

    /// The operators that the plan names. A task can have millions, so only these are kept by name.
    fn operators_of(&self, plan: &PlanText) -> HashMap<String, Vec<usize>> {
        let mut operators: HashMap<String, Vec<usize>> =
            plan.steps.iter().map(|step| (operator_name(step), Vec::new())).collect();
        for operator in 0..self.task.operators.len() {
            let mut name = self.task.operators.name(operator).into_owned();
            name.make_ascii_lowercase();
            if let Some(same_name) = operators.get_mut(&name) {
                same_name.push(operator);
            }
        }
        operators
    }

    /// An action with a disjunctive precondition has become several operators of one name, of which one must
    /// be applicable. If none is, the first is blamed.
    fn applicable(&self, candidates: &[usize], step: &PlanStep, state: &[u32]) -> Result<usize, StepFault> {
        let Some(&first) = candidates.first() else {
            return Err(StepFault::UnknownAction { name: operator_name(step), did_you_mean: None });
        };
        let is_applicable = |&operator: &usize| holds(self.task.operators.precondition(operator), state);
        candidates.iter().copied().find(is_applicable).ok_or_else(|| StepFault::PreconditionFalse {
            conditions: self.unsatisfied(self.task.operators.precondition(first), state),
        })
    }

    fn cost(&self, operator: usize) -> u64 {
        if self.task.metric { u64::from(self.task.operators.cost[operator]) } else { 1 }
    }

    /// All conditions of effects are judged in the state before.
    fn successor(&mut self, operator: usize, state: &[u32]) -> Vec<u32> {
        let operators = &self.task.operators;
        let mut successor = state.to_vec();
        for effect in operators.effects(operator) {
            if holds(operators.condition(effect), state) {
                successor[effect.fact.variable as usize] = effect.fact.value;
            }
        }
        self.axioms.evaluate(&mut successor);
        successor
    }

    fn unsatisfied(&self, condition: &[Fact], state: &[u32]) -> Vec<Unsatisfied> {
        condition
            .iter()
            .filter(|fact| !holds(&[**fact], state))
            .map(|fact| {
                let values = &self.task.variables[fact.variable as usize].values;
                let actual = &values[state[fact.variable as usize] as usize];
                Unsatisfied {
                    condition: values[fact.value as usize].clone(),
                    why: format!("is false: the variable has the value {actual}"),
                    parts: Vec::new(),
                }
            })
            .collect()
    }
}

fn holds(condition: &[Fact], state: &[u32]) -> bool {
    condition.iter().all(|fact| state[fact.variable as usize] == fact.value)
}

fn operator_name(step: &PlanStep) -> String {
    let mut name = step.name.clone();
    for argument in &step.arguments {
        name.push(' ');
        name.push_str(argument);
    }
    name
}
