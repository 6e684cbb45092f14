//! From reachable tuples to ground operators and axioms.

use extremal_limits::{Budget, Pacer, Phase};
use extremal_normalise::{Action, EQUALITY, Literal as LiftedLiteral, Task, Term};
use extremal_pddl::CostScale;

use crate::GroundError;
use crate::costs::Costs;
use crate::join::Join;
use crate::plan::Plan;
use crate::program::{BodyAtom, Program, Rule};
use crate::task::{Axioms, Facts, GroundTask, Literal, Operators};

/// Builds the ground task from a program that has been evaluated.
pub fn instantiate(task: &Task, program: &mut Program, budget: &Budget) -> Result<GroundTask, GroundError> {
    budget.enter(Phase::Instantiating)?;
    let facts = number_facts(task, program);
    let (operators, cost_scale, distinct_variables) = ground_actions(task, program, &facts, budget)?;
    let axioms = ground_axioms(task, program, &facts, budget)?;
    let mut initial_state: Vec<u32> = task
        .initial_state
        .iter()
        .filter_map(|(predicate, arguments)| find_fact(program, &facts, *predicate, arguments))
        .collect();
    initial_state.sort_unstable();
    let goal = task.goal.as_ref().and_then(|goal| ground_condition(program, &facts, goal));
    Ok(GroundTask { facts, operators, cost_scale, axioms, initial_state, goal, distinct_variables })
}

/// Gives a number to every reachable atom of a predicate that can change.
fn number_facts(task: &Task, program: &Program) -> Facts {
    let mut facts = Facts::default();
    for predicate in 0..task.predicates.len() {
        facts.first_of_predicate.push(facts.len() as u32);
        if program.grows[predicate] {
            let relation = &program.relations[predicate];
            for number in 0..relation.len() {
                facts.push(predicate as u32, relation.tuple(number));
            }
        }
    }
    facts.first_of_predicate.push(facts.len() as u32);
    facts
}

fn find_fact(program: &Program, facts: &Facts, predicate: u32, arguments: &[u32]) -> Option<u32> {
    if !program.grows[predicate as usize] {
        return None;
    }
    let number = program.relations[predicate as usize].find(arguments)?;
    Some(facts.first_of_predicate[predicate as usize] + number)
}

/// The literals of a condition without variables that can change; `None` if it is never true.
fn ground_condition(program: &Program, facts: &Facts, condition: &[LiftedLiteral]) -> Option<Vec<Literal>> {
    let mut result = Vec::new();
    Grounder { program, facts, key: Vec::new() }.condition(condition, &[], &mut result).then_some(result)
}

/// Looks up literals under a binding of variables.
struct Grounder<'a> {
    program: &'a Program,
    facts: &'a Facts,
    key: Vec<u32>,
}

/// What a literal amounts to once its variables are bound.
enum Grounded {
    True,
    False,
    Fluent(Literal),
}

impl Grounder<'_> {
    fn literal(&mut self, literal: &LiftedLiteral, values: &[u32]) -> Grounded {
        let truth = |holds: bool| if holds != literal.negated { Grounded::True } else { Grounded::False };
        self.key.clear();
        self.key.extend(literal.arguments.iter().map(|&t| match t {
            Term::Variable(v) => values[v as usize],
            Term::Object(o) => o,
        }));
        if literal.predicate == EQUALITY {
            return truth(self.key[0] == self.key[1]);
        }
        let predicate = literal.predicate as usize;
        match self.program.relations[predicate].find(&self.key) {
            Some(number) if self.program.grows[predicate] => {
                let fact = self.facts.first_of_predicate[predicate] + number;
                Grounded::Fluent(Literal::new(fact, literal.negated))
            }
            found => truth(found.is_some()),
        }
    }

    /// Appends the literals that can change; false if the condition is never true.
    fn condition(&mut self, condition: &[LiftedLiteral], values: &[u32], result: &mut Vec<Literal>) -> bool {
        condition.iter().all(|literal| match self.literal(literal, values) {
            Grounded::True => true,
            Grounded::False => false,
            Grounded::Fluent(literal) => {
                result.push(literal);
                true
            }
        })
    }
}

/// Ground operators, the scale of their costs, and for each action the pairs of variables that differ in all its instances.
type GroundActions = (Operators, CostScale, Vec<Vec<(u32, u32)>>);

fn ground_actions(
    task: &Task,
    program: &mut Program,
    facts: &Facts,
    budget: &Budget,
) -> Result<GroundActions, GroundError> {
    let mut costs = Costs::new(task);
    let mut operators = Operators::default();
    let mut distinct_variables = Vec::new();
    let mut pacer = Pacer::new(budget, 1 << 12);
    for (number, action) in task.actions.iter().enumerate() {
        let effects = EffectPlan::of_action(action, program);
        let relation = program.first_action + number;
        let mut distinct = pairs(action.variables.len());
        let fluent_precondition: Vec<LiftedLiteral> = action
            .precondition
            .iter()
            .filter(|l| l.predicate != EQUALITY && program.grows[l.predicate as usize])
            .cloned()
            .collect();
        let mut scratch = Scratch::default();
        for instance in 0..program.relations[relation].len() {
            pacer.tick()?;
            scratch.clear();
            scratch.tuple.extend_from_slice(program.relations[relation].tuple(instance));
            distinct.retain(|&(a, b)| scratch.tuple[a as usize] != scratch.tuple[b as usize]);

            let mut grounder = Grounder { program, facts, key: std::mem::take(&mut scratch.key) };
            let possible =
                grounder.condition(&fluent_precondition, &scratch.tuple, &mut scratch.precondition);
            scratch.key = grounder.key;
            debug_assert!(possible, "instances are reachable");
            for effect in &effects {
                effect.ground(program, facts, &mut scratch, &mut pacer)?;
            }
            drop_overruled_deletes(&mut scratch);
            if !scratch.effects.is_empty() {
                let cost = costs.units(action, &scratch.tuple, &mut operators)?;
                operators.push(
                    number as u32,
                    cost,
                    &scratch.tuple[..action.num_parameters],
                    &scratch.precondition,
                    &scratch.effects,
                    &scratch.conditions,
                );
                if operators.len() % 4096 == 0 {
                    budget.report(operators.len() as u64);
                }
            }
        }
        distinct_variables.push(distinct);
    }
    Ok((operators, costs.scale, distinct_variables))
}

fn pairs(count: usize) -> Vec<(u32, u32)> {
    let count = count as u32;
    (0..count).flat_map(|a| (a + 1..count).map(move |b| (a, b))).collect()
}

#[derive(Default)]
struct Scratch {
    tuple: Vec<u32>,
    key: Vec<u32>,
    precondition: Vec<Literal>,
    effects: Vec<(Literal, std::ops::Range<usize>)>,
    conditions: Vec<Literal>,
    join: Join,
}

impl Scratch {
    fn clear(&mut self) {
        self.tuple.clear();
        self.precondition.clear();
        self.effects.clear();
        self.conditions.clear();
    }
}

/// An effect with the plan that enumerates its own variables.
struct EffectPlan<'a> {
    effect: &'a extremal_normalise::Effect,
    num_action_variables: usize,
    num_variables: usize,
    /// `None` if the effect has no variables of its own.
    plan: Option<Plan>,
}

impl<'a> EffectPlan<'a> {
    fn of_action(action: &'a Action, program: &mut Program) -> Vec<Self> {
        action.effects.iter().map(|e| EffectPlan::new(action, e, program)).collect()
    }

    fn new(action: &'a Action, effect: &'a extremal_normalise::Effect, program: &mut Program) -> Self {
        let num_action_variables = action.variables.len();
        let num_variables = num_action_variables + effect.variables.len();
        let plan = (!effect.variables.is_empty()).then(|| {
            // The action's variables are given, as if an atom over them had triggered the rule.
            let given = BodyAtom {
                relation: 0,
                terms: (0..num_action_variables as u32).map(Term::Variable).collect(),
            };
            let (condition, filters) = program.split_condition(&effect.condition);
            let rule = Rule {
                head: 0,
                head_terms: Vec::new(),
                variables: action.variables.iter().chain(&effect.variables).copied().collect(),
                body: std::iter::once(given).chain(condition).collect(),
                filters,
            };
            Plan::new(&rule, Some(0), &mut program.relations, &program.domains)
        });
        EffectPlan { effect, num_action_variables, num_variables, plan }
    }

    fn ground(
        &self,
        program: &mut Program,
        facts: &Facts,
        scratch: &mut Scratch,
        pacer: &mut Pacer,
    ) -> Result<(), GroundError> {
        let Some(plan) = &self.plan else {
            let tuple = std::mem::take(&mut scratch.tuple);
            self.add(program, facts, &tuple, scratch);
            scratch.tuple = tuple;
            return Ok(());
        };
        let mut join = std::mem::take(&mut scratch.join);
        join.reset(self.num_variables);
        join.values[..self.num_action_variables].copy_from_slice(&scratch.tuple);
        let mut bindings: Vec<u32> = Vec::new();
        let Program { relations, domains, .. } = program;
        let result = join.run(plan, relations, domains, None, pacer, |_, values| {
            bindings.extend_from_slice(values);
            Ok(())
        });
        scratch.join = join;
        result?;
        for values in bindings.chunks_exact(self.num_variables) {
            self.add(program, facts, values, scratch);
        }
        Ok(())
    }

    fn add(&self, program: &Program, facts: &Facts, values: &[u32], scratch: &mut Scratch) {
        let mut grounder = Grounder { program, facts, key: std::mem::take(&mut scratch.key) };
        let start = scratch.conditions.len();
        let possible = grounder.condition(&self.effect.condition, values, &mut scratch.conditions);
        match grounder.literal(&self.effect.literal, values) {
            Grounded::Fluent(literal) if possible => {
                scratch.conditions[start..].sort_unstable();
                scratch.effects.push((literal, start..scratch.conditions.len()));
            }
            // A delete of what is never true, or an effect that never happens.
            _ => scratch.conditions.truncate(start),
        }
        scratch.key = grounder.key;
    }
}

/// A delete does nothing if the same fact is added under the same condition.
fn drop_overruled_deletes(scratch: &mut Scratch) {
    let Scratch { effects, conditions, .. } = scratch;
    if !effects.iter().any(|(l, _)| l.is_negated()) {
        return;
    }
    let adds: Vec<(u32, std::ops::Range<usize>)> =
        effects.iter().filter(|(l, _)| !l.is_negated()).map(|(l, c)| (l.fact(), c.clone())).collect();
    effects.retain(|(literal, condition)| {
        !literal.is_negated()
            || !adds.iter().any(|(fact, add_condition)| {
                *fact == literal.fact() && conditions[add_condition.clone()] == conditions[condition.clone()]
            })
    });
}

fn ground_axioms(
    task: &Task,
    program: &Program,
    facts: &Facts,
    budget: &Budget,
) -> Result<Axioms, GroundError> {
    let mut axioms = Axioms::default();
    let mut pacer = Pacer::new(budget, 1 << 12);
    let mut body = Vec::new();
    let mut grounder = Grounder { program, facts, key: Vec::new() };
    for (number, axiom) in task.axioms.iter().enumerate() {
        let relation = &program.relations[program.first_axiom + number];
        for instance in 0..relation.len() {
            pacer.tick()?;
            let tuple = relation.tuple(instance);
            body.clear();
            if grounder.condition(&axiom.body, tuple, &mut body)
                && let Some(head) = find_fact(program, facts, axiom.head, &tuple[..axiom.num_parameters])
            {
                axioms.push(head, &body);
            }
        }
    }
    Ok(axioms)
}
