//! The normalisation of a whole task.

use std::convert::Infallible;

use extremal_pddl::task as pddl;
use rustc_hash::FxHashMap;

use crate::disjunctive::{Conjunction, disjunctive_normal_form};
use crate::formula::{Formula, literal, rename_literal, term};
use crate::task::{Action, Axiom, Cost, Domain, DomainId, EQUALITY, Effect, Literal, Predicate, Task};
use crate::universal::{Axiomatiser, PendingAxiom};

/// Normalises a checked task.
pub fn normalise(task: &pddl::Task) -> Task {
    let Ok(task) = normalise_while(task, || Ok::<(), Infallible>(()));
    task
}

/// Normalises a checked task, and asks before every action and axiom whether it may go on.
pub fn normalise_while<Stop>(
    task: &pddl::Task,
    mut may_go_on: impl FnMut() -> Result<(), Stop>,
) -> Result<Task, Stop> {
    let mut domains = Domains::new(task);
    let mut axiomatiser = Axiomatiser::new(predicates(task));

    let mut actions = Vec::new();
    for action in &task.actions {
        may_go_on()?;
        normalise_action(action, &mut domains, &mut axiomatiser, &mut actions);
    }
    let mut pending = Vec::new();
    for axiom in &task.axioms {
        may_go_on()?;
        let scope = domains.scope(&axiom.variables);
        let body = Formula::from_condition(&axiom.condition, false);
        let body = axiomatiser.eliminate_universal(&body, &scope);
        let parameters = (0..axiom.num_parameters as u32).collect();
        pending.push(PendingAxiom { head: axiom.head.0 + 1, parameters, body, scope });
    }
    let goal = normalise_goal(task, &mut domains, &mut axiomatiser);
    let axioms = normalise_axioms(pending, &mut axiomatiser, may_go_on)?;

    Ok(Task {
        objects: task.objects.iter().map(|o| o.name.clone()).collect(),
        predicates: axiomatiser.predicates,
        domains: domains.all,
        actions,
        axioms,
        initial_state: task
            .initial_state
            .iter()
            .map(|a| (a.predicate.0 + 1, a.arguments.iter().map(|o| o.0).collect()))
            .collect(),
        goal,
        function_values: function_values(task),
        functions: task.functions.iter().map(|f| f.name.clone()).collect(),
        minimize_total_cost: task.minimize_total_cost,
    })
}

fn predicates(task: &pddl::Task) -> Vec<Predicate> {
    let mut predicates = vec![Predicate { name: "=".to_owned(), arity: 2 }];
    predicates.extend(
        task.predicates.iter().map(|p| Predicate { name: p.name.clone(), arity: p.parameters.len() }),
    );
    debug_assert_eq!(predicates[EQUALITY as usize].name, "=");
    predicates
}

fn function_values(task: &pddl::Task) -> Vec<Vec<(Vec<u32>, extremal_pddl::Cost)>> {
    let mut values = vec![Vec::new(); task.functions.len()];
    for entry in &task.function_values {
        let arguments = entry.arguments.iter().map(|o| o.0).collect();
        values[entry.function.0 as usize].push((arguments, entry.value));
    }
    values
}

/// Interns the sets of objects that variables range over.
struct Domains<'a> {
    task: &'a pddl::Task,
    by_types: FxHashMap<Vec<pddl::TypeId>, DomainId>,
    by_objects: FxHashMap<Vec<u32>, DomainId>,
    all: Vec<Domain>,
}

impl<'a> Domains<'a> {
    fn new(task: &'a pddl::Task) -> Self {
        Domains { task, by_types: FxHashMap::default(), by_objects: FxHashMap::default(), all: Vec::new() }
    }

    fn scope(&mut self, variables: &[pddl::Variable]) -> Vec<DomainId> {
        variables.iter().map(|v| self.of_types(&v.types)).collect()
    }

    fn of_types(&mut self, types: &[pddl::TypeId]) -> DomainId {
        if let Some(&id) = self.by_types.get(types) {
            return id;
        }
        let all = 0..self.task.objects.len() as u32;
        let objects: Vec<u32> =
            all.filter(|&o| self.task.object_has_type(pddl::ObjectId(o), types)).collect();
        let id = *self.by_objects.entry(objects.clone()).or_insert_with(|| {
            self.all.push(Domain { objects });
            (self.all.len() - 1) as DomainId
        });
        self.by_types.insert(types.to_vec(), id);
        id
    }
}

fn normalise_action(
    action: &pddl::Action,
    domains: &mut Domains<'_>,
    axiomatiser: &mut Axiomatiser,
    actions: &mut Vec<Action>,
) {
    let scope = domains.scope(&action.variables);
    let precondition = Formula::from_condition(&action.precondition, false);
    let precondition = axiomatiser.eliminate_universal(&precondition, &scope);
    let effects = normalise_effects(action, &scope, axiomatiser);
    if effects.is_empty() {
        // It changes nothing, so no plan needs it.
        return;
    }
    let cost = match &action.cost {
        None => Cost::Constant(extremal_pddl::Cost::ZERO),
        Some(pddl::Expression::Number(n)) => Cost::Constant(*n),
        Some(pddl::Expression::Function(f, arguments, _)) => {
            Cost::Function(f.0, arguments.iter().map(|&t| term(t)).collect())
        }
    };
    for conjunction in disjunctive_normal_form(&precondition, &scope, axiomatiser) {
        let mut variables: Vec<u32> = (0..action.num_parameters as u32).collect();
        variables.extend(&conjunction.variables);
        let mut position = Positions::new(&variables, scope.len());
        actions.push(Action {
            name: action.name.clone(),
            num_parameters: action.num_parameters,
            precondition: conjunction.literals.iter().map(|l| position.rename(l)).collect(),
            effects: effects.iter().map(|e| place_effect(e, &variables, &mut position, &scope)).collect(),
            variables: variables.iter().map(|&v| scope[v as usize]).collect(),
            // Parameters keep their numbers, and a cost mentions only parameters.
            cost: cost.clone(),
        });
    }
}

/// An effect in the variable numbers of the PDDL action.
#[derive(Clone, PartialEq, Eq, Hash)]
struct ScopedEffect {
    variables: Vec<u32>,
    condition: Vec<Literal>,
    literal: Literal,
}

/// Renumbers an effect's own variables to follow those of the action.
fn place_effect(
    effect: &ScopedEffect,
    action_variables: &[u32],
    position: &mut Positions,
    scope: &[DomainId],
) -> Effect {
    // No other effect mentions these variables, so they need not be taken back.
    position.set(&effect.variables, action_variables.len());
    Effect {
        variables: effect.variables.iter().map(|&v| scope[v as usize]).collect(),
        condition: effect.condition.iter().map(|l| position.rename(l)).collect(),
        literal: position.rename(&effect.literal),
    }
}

/// New numbers of variables.
struct Positions(Vec<u32>);

impl Positions {
    /// The listed variables are numbered in order; others of the scope do not occur.
    fn new(variables: &[u32], scope_size: usize) -> Self {
        let mut positions = Positions(vec![0; scope_size]);
        positions.set(variables, 0);
        positions
    }

    fn set(&mut self, variables: &[u32], first: usize) {
        for (place, &v) in (first..).zip(variables) {
            self.0[v as usize] = place as u32;
        }
    }

    fn rename(&self, literal: &Literal) -> Literal {
        rename_literal(literal, &|v| self.0[v as usize])
    }
}

fn normalise_effects(
    action: &pddl::Action,
    scope: &[DomainId],
    axiomatiser: &mut Axiomatiser,
) -> Vec<ScopedEffect> {
    let mut flat = Vec::new();
    for effect in &action.effects {
        flatten_effect(effect, &[], &Formula::True, &mut flat);
    }
    let mut effects = EffectList::default();
    for (variables, condition, literal) in flat {
        let condition = axiomatiser.eliminate_universal(&condition, scope);
        for conjunction in disjunctive_normal_form(&condition, scope, axiomatiser) {
            let mut variables = variables.clone();
            variables.extend(&conjunction.variables);
            effects.add(ScopedEffect {
                variables,
                condition: conjunction.literals,
                literal: literal.clone(),
            });
        }
    }
    effects.list.into_iter().flatten().collect()
}

/// Effects in order. Adds win over deletes of the same atom under the same condition, so such deletes never
/// happen and leave a gap.
#[derive(Default)]
struct EffectList {
    list: Vec<Option<ScopedEffect>>,
    place: FxHashMap<ScopedEffect, usize>,
}

impl EffectList {
    fn add(&mut self, effect: ScopedEffect) {
        if self.place.contains_key(&effect) {
            return;
        }
        let opposite = ScopedEffect { literal: effect.literal.negate(), ..effect.clone() };
        if let Some(&place) = self.place.get(&opposite) {
            if effect.literal.negated {
                return;
            }
            self.list[place] = None;
            self.place.remove(&opposite);
        }
        self.place.insert(effect.clone(), self.list.len());
        self.list.push(Some(effect));
    }
}

fn flatten_effect(
    effect: &pddl::Effect,
    variables: &[u32],
    condition: &Formula,
    flat: &mut Vec<(Vec<u32>, Formula, Literal)>,
) {
    match effect {
        pddl::Effect::Add(atom) => flat.push((variables.to_vec(), condition.clone(), literal(atom, false))),
        pddl::Effect::Delete(atom) => {
            flat.push((variables.to_vec(), condition.clone(), literal(atom, true)));
        }
        pddl::Effect::When(inner, effects) => {
            let both = Formula::and([condition.clone(), Formula::from_condition(inner, false)]);
            effects.iter().for_each(|e| flatten_effect(e, variables, &both, flat));
        }
        pddl::Effect::Forall(more, effects) => {
            let all: Vec<u32> = variables.iter().copied().chain(more.iter().map(|v| v.0)).collect();
            effects.iter().for_each(|e| flatten_effect(e, &all, condition, flat));
        }
    }
}

/// The goal as a conjunction of literals; anything more complicated gets a derived predicate.
fn normalise_goal(
    task: &pddl::Task,
    domains: &mut Domains<'_>,
    axiomatiser: &mut Axiomatiser,
) -> Option<Vec<Literal>> {
    let scope = domains.scope(&task.goal_variables);
    let goal = Formula::from_condition(&task.goal, false);
    match axiomatiser.eliminate_universal(&goal, &scope) {
        Formula::True => Some(Vec::new()),
        Formula::False => None,
        Formula::Literal(l) => Some(vec![l]),
        Formula::And(parts) if parts.iter().all(|p| matches!(p, Formula::Literal(_))) => Some(
            parts
                .into_iter()
                .filter_map(|p| match p {
                    Formula::Literal(l) => Some(l),
                    _ => None,
                })
                .collect(),
        ),
        complicated => match axiomatiser.derived_literal(complicated, &scope) {
            Formula::Literal(l) => Some(vec![l]),
            _ => None,
        },
    }
}

/// Splits the bodies of all rules, those of introduced predicates too (which may introduce further ones).
fn normalise_axioms<Stop>(
    declared: Vec<PendingAxiom>,
    axiomatiser: &mut Axiomatiser,
    mut may_go_on: impl FnMut() -> Result<(), Stop>,
) -> Result<Vec<Axiom>, Stop> {
    let mut axioms = Vec::new();
    let mut pending = declared;
    loop {
        pending.append(&mut axiomatiser.axioms);
        if pending.is_empty() {
            return Ok(axioms);
        }
        for axiom in std::mem::take(&mut pending) {
            may_go_on()?;
            for conjunction in disjunctive_normal_form(&axiom.body, &axiom.scope, axiomatiser) {
                axioms.push(place_axiom(&axiom, &conjunction));
            }
        }
    }
}

fn place_axiom(axiom: &PendingAxiom, conjunction: &Conjunction) -> Axiom {
    let variables: Vec<u32> = axiom.parameters.iter().chain(&conjunction.variables).copied().collect();
    let position = Positions::new(&variables, axiom.scope.len());
    Axiom {
        head: axiom.head,
        variables: variables.iter().map(|&v| axiom.scope[v as usize]).collect(),
        num_parameters: axiom.parameters.len(),
        body: conjunction.literals.iter().map(|l| position.rename(l)).collect(),
    }
}
