//! Steps executed one after another from the initial state on.

use std::ops::ControlFlow::Continue;

use extremal_limits::{Pacer, Stop};
use extremal_pddl::Cost;
use extremal_pddl::task::{Action, Atom, Condition, Effect, Expression, FunctionId, Task, Term};
use rustc_hash::FxHashMap;

use crate::derived::DerivedPredicates;
use crate::domains::{DomainId, Domains};
use crate::evaluate::Evaluator;
use crate::explain::{Explainer, Unsatisfied};
use crate::formula::{Formula, Variable, variable};
use crate::quote::Quote;
use crate::state::{Fact, State};
use crate::verdict::StepFault;

/// A task with its current state.
pub(crate) struct Execution<'a> {
    task: &'a Task,
    domains: Domains<'a>,
    derived: DerivedPredicates,
    state: State,
    /// Filled as actions are first met: large domains have many that a plan does not use.
    schemas: FxHashMap<usize, Schema<'a>>,
    function_values: FxHashMap<(FunctionId, Vec<u32>), Cost>,
    pacer: Pacer,
    /// What the last step changed, if somebody wants to know.
    changes: Option<Changes>,
}

/// The facts that a step has changed.
#[derive(Clone, Default)]
pub(crate) struct Changes {
    pub(crate) added: Vec<Fact>,
    pub(crate) deleted: Vec<Fact>,
}

/// An action in the form in which it is executed.
struct Schema<'a> {
    scope: Box<[DomainId]>,
    precondition: Formula,
    /// Strata of derived predicates that the precondition looks at.
    precondition_strata: Vec<usize>,
    effects: Vec<ConditionalEffect<'a>>,
    /// Strata of derived predicates that effect conditions look at.
    effect_strata: Vec<usize>,
}

/// Literals that become true together wherever a condition holds.
struct ConditionalEffect<'a> {
    condition: Formula,
    /// Universally quantified variables that stand in the literals.
    variables: Vec<Variable>,
    /// Universally quantified variables that stand in the condition only.
    hidden: Vec<Variable>,
    literals: Vec<(&'a Atom, bool)>,
}

impl<'a> Execution<'a> {
    pub(crate) fn new(task: &'a Task, pacer: Pacer) -> Self {
        let mut domains = Domains::new(task);
        let derived = DerivedPredicates::new(task, &mut domains);
        let values = task.function_values.iter();
        let function_values =
            values.map(|v| ((v.function, v.arguments.iter().map(|o| o.0).collect()), v.value)).collect();
        let state = State::initial(task);
        Execution {
            task,
            domains,
            derived,
            state,
            schemas: FxHashMap::default(),
            function_values,
            pacer,
            changes: None,
        }
    }

    /// Executes an action with objects that fit its parameters. Gives its cost, or why it is impossible;
    /// then the state is unchanged.
    pub(crate) fn step(
        &mut self,
        action_index: usize,
        objects: &[u32],
    ) -> Result<Result<Cost, StepFault>, Stop> {
        let action = &self.task.actions[action_index];
        let schema = self.schemas.entry(action_index).or_insert_with(|| {
            let scope = self.domains.of_scope(&action.variables);
            Schema::new(action, scope, &self.derived)
        });

        self.derived.update(&schema.precondition_strata, &mut self.state, &self.domains, &mut self.pacer)?;
        let mut evaluator = Evaluator::new(&self.state, &self.domains, &schema.scope, &mut self.pacer);
        (0..).zip(objects).for_each(|(parameter, &object)| evaluator.bind(parameter, object));
        if !evaluator.holds(&schema.precondition)? {
            let mut explainer =
                Explainer { task: self.task, variables: &action.variables, evaluator: &mut evaluator };
            let conditions = explainer.explain(&action.precondition, true)?;
            return Ok(Err(StepFault::PreconditionFalse { conditions }));
        }
        let cost = match cost(self.task, &self.function_values, action, objects) {
            Some(cost) => cost,
            None => {
                let quote =
                    Quote { task: self.task, variables: &action.variables, bindings: evaluator.bindings() };
                return Ok(Err(StepFault::UndefinedCost { function: cost_text(quote, action) }));
            }
        };

        self.derived.update(&schema.effect_strata, &mut self.state, &self.domains, &mut self.pacer)?;
        let mut evaluator = Evaluator::new(&self.state, &self.domains, &schema.scope, &mut self.pacer);
        (0..).zip(objects).for_each(|(parameter, &object)| evaluator.bind(parameter, object));
        let (mut adds, mut deletes) = (Vec::new(), Vec::new());
        for effect in &schema.effects {
            effect.collect(&mut evaluator, &mut adds, &mut deletes)?;
        }
        if let Some(changes) = &mut self.changes {
            let holds =
                |fact: &Fact| self.state.relation(fact.predicate).contains(fact.objects.iter().copied());
            *changes = Changes::default();
            for fact in &adds {
                if !holds(fact) && !changes.added.contains(fact) {
                    changes.added.push(fact.clone());
                }
            }
            for fact in &deletes {
                if holds(fact) && !adds.contains(fact) && !changes.deleted.contains(fact) {
                    changes.deleted.push(fact.clone());
                }
            }
        }
        self.state.apply(&deletes, &adds);
        Ok(Ok(cost))
    }

    /// From now on, notes what steps change.
    pub(crate) fn note_changes(&mut self) {
        self.changes = Some(Changes::default());
    }

    /// What the last step has changed, if that is noted.
    pub(crate) fn take_changes(&mut self) -> Changes {
        self.changes.as_mut().map(std::mem::take).unwrap_or_default()
    }

    /// The goal conditions that do not hold in the current state.
    pub(crate) fn missing_goals(&mut self) -> Result<Vec<Unsatisfied>, Stop> {
        let goal = Formula::new(&self.task.goal, true);
        let scope = self.domains.of_scope(&self.task.goal_variables);
        let strata = self.derived.strata_for_formula(&goal);
        self.derived.update(&strata, &mut self.state, &self.domains, &mut self.pacer)?;
        let mut evaluator = Evaluator::new(&self.state, &self.domains, &scope, &mut self.pacer);
        if evaluator.holds(&goal)? {
            return Ok(Vec::new());
        }
        let variables = &self.task.goal_variables;
        Explainer { task: self.task, variables, evaluator: &mut evaluator }.explain(&self.task.goal, true)
    }
}

impl<'a> Schema<'a> {
    fn new(action: &'a Action, scope: Box<[DomainId]>, derived: &DerivedPredicates) -> Self {
        let precondition = Formula::new(&action.precondition, true);
        let precondition_strata = derived.strata_for_formula(&precondition);
        let mut effects = Vec::new();
        collect_effects(&action.effects, &mut Vec::new(), &mut Vec::new(), &mut effects);
        let mut mentioned = Vec::new();
        for effect in &effects {
            effect.condition.visit_predicates(&mut |predicate| mentioned.push(predicate));
        }
        let effect_strata = derived.strata_for(mentioned.into_iter());
        Schema { scope, precondition, precondition_strata, effects, effect_strata }
    }
}

/// Flattens nested `forall` and `when`: literals that stand side by side stay together.
fn collect_effects<'a>(
    effects: &'a [Effect],
    variables: &mut Vec<Variable>,
    conditions: &mut Vec<&'a Condition>,
    flat: &mut Vec<ConditionalEffect<'a>>,
) {
    let mut literals = Vec::new();
    for effect in effects {
        match effect {
            Effect::Add(atom) => literals.push((atom, true)),
            Effect::Delete(atom) => literals.push((atom, false)),
            Effect::When(condition, inner) => {
                conditions.push(condition);
                collect_effects(inner, variables, conditions, flat);
                conditions.pop();
            }
            Effect::Forall(bound, inner) => {
                let before = variables.len();
                variables.extend(bound.iter().map(|v| v.0));
                collect_effects(inner, variables, conditions, flat);
                variables.truncate(before);
            }
        }
    }
    if literals.is_empty() {
        return;
    }
    let in_literals = |v: &Variable| {
        literals.iter().any(|(atom, _)| atom.arguments.iter().filter_map(variable).any(|own| own == *v))
    };
    let (used, hidden) = variables.iter().partition(|v| in_literals(v));
    let condition = Formula::And(conditions.iter().map(|c| Formula::new(c, true)).collect());
    flat.push(ConditionalEffect { condition, variables: used, hidden, literals });
}

impl ConditionalEffect<'_> {
    fn collect(
        &self,
        evaluator: &mut Evaluator,
        adds: &mut Vec<Fact>,
        deletes: &mut Vec<Fact>,
    ) -> Result<(), Stop> {
        let found = evaluator.search(&[&self.condition], &self.variables, &self.hidden, &mut |bindings| {
            for (atom, add) in &self.literals {
                let objects = atom.arguments.iter().map(|term| object(term, bindings)).collect();
                let fact = Fact { predicate: atom.predicate.0 as usize, objects };
                if *add { adds.push(fact) } else { deletes.push(fact) }
            }
            Continue(())
        });
        found.map(|_| ())
    }
}

fn object(term: &Term, bindings: &[u32]) -> u32 {
    match term {
        Term::Object(object) => object.0,
        Term::Variable(variable) => bindings[variable.0 as usize],
    }
}

/// What an action adds to the cost of a plan; `None` if the problem does not give the value.
fn cost(
    task: &Task,
    values: &FxHashMap<(FunctionId, Vec<u32>), Cost>,
    action: &Action,
    objects: &[u32],
) -> Option<Cost> {
    let cost = match &action.cost {
        None => Cost::ZERO,
        Some(Expression::Number(number)) => *number,
        Some(Expression::Function(function, arguments, _)) => {
            let arguments = arguments.iter().map(|term| object(term, objects)).collect();
            *values.get(&(*function, arguments))?
        }
    };
    // Without a metric costs do not count, but an undefined one still makes the action inapplicable.
    Some(if task.minimize_total_cost { cost } else { Cost::ONE })
}

fn cost_text(quote: Quote, action: &Action) -> String {
    match &action.cost {
        Some(Expression::Function(function, arguments, _)) => quote.function(*function, arguments),
        _ => String::new(),
    }
}
