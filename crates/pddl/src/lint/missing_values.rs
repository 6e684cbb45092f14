//! Costs without a value. An action that costs such a value is not applicable, which nobody expects.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::diagnostic::{Diagnostic, FileRole, Severity};
use crate::source::Span;
use crate::task::{
    Action, Atom, Condition, Effect, Expression, FunctionId, ObjectId, PredicateId, Task, Term,
};

/// Warns about the actions that an initial fact allows, such as a road, and that have no cost.
pub(crate) fn missing_values(task: &Task) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    let costs = |action: &Action| matches!(action.cost, Some(Expression::Function(..)));
    if !task.actions.iter().any(costs) || is_blank(task) {
        return found;
    }
    let mut values: FxHashMap<FunctionId, FxHashSet<&[ObjectId]>> = FxHashMap::default();
    for value in &task.function_values {
        values.entry(value.function).or_default().insert(&value.arguments);
    }
    let changing = changing_predicates(task);
    let none = FxHashSet::default();
    for action in &task.actions {
        let Some(Expression::Function(function, arguments, span)) = &action.cost else { continue };
        let known = values.get(function).unwrap_or(&none);
        if known.is_empty() {
            found.push(warning(task, action, *function, *span, &[], 0));
            continue;
        }
        let mut atoms = Vec::new();
        conjuncts(&action.precondition, &mut atoms);
        let covers = |atom: &&&Atom| {
            !changing.contains(&atom.predicate)
                && arguments
                    .iter()
                    .all(|term| matches!(term, Term::Object(_)) || atom.arguments.contains(term))
        };
        let Some(atom) = atoms.iter().find(covers) else { continue };
        let mut missing: Vec<Vec<ObjectId>> = Vec::new();
        let facts = task.initial_state.iter().filter(|fact| fact.predicate == atom.predicate);
        for fact in facts {
            let Some(objects) = instance(task, action, atom, &fact.arguments, arguments) else { continue };
            if !known.contains(objects.as_slice()) && !missing.contains(&objects) {
                missing.push(objects);
            }
            if missing.len() > MOST_MISSING {
                break;
            }
        }
        if let Some(first) = missing.first() {
            found.push(warning(task, action, *function, *span, first, missing.len()));
        }
    }
    found
}

/// Whether the problem says nothing, as in an empty one of an editor that wants its domain checked.
fn is_blank(task: &Task) -> bool {
    let has_no_goal = matches!(&task.goal, Condition::And(parts) if parts.is_empty());
    has_no_goal && task.initial_state.is_empty() && task.function_values.is_empty()
}

/// Counting more would only take time.
const MOST_MISSING: usize = 100;

/// The arguments of a cost if an atom of the precondition is a fact, unless objects have the wrong types or
/// are no objects that the atom may be about.
fn instance(
    task: &Task,
    action: &Action,
    atom: &Atom,
    fact: &[ObjectId],
    arguments: &[Term],
) -> Option<Vec<ObjectId>> {
    let mut binding: Vec<Option<ObjectId>> = vec![None; action.variables.len()];
    for (term, &object) in atom.arguments.iter().zip(fact) {
        match *term {
            Term::Object(constant) if constant != object => return None,
            Term::Object(_) => {}
            Term::Variable(variable) => {
                let slot = binding.get_mut(variable.0 as usize)?;
                let types = &action.variables[variable.0 as usize].types;
                if slot.is_some_and(|earlier| earlier != object) || !task.object_has_type(object, types) {
                    return None;
                }
                *slot = Some(object);
            }
        }
    }
    let object = |term: &Term| match *term {
        Term::Object(object) => Some(object),
        Term::Variable(variable) => binding[variable.0 as usize],
    };
    arguments.iter().map(object).collect()
}

fn warning(
    task: &Task,
    action: &Action,
    function: FunctionId,
    span: Span,
    objects: &[ObjectId],
    missing: usize,
) -> Diagnostic {
    let name = &task.functions[function.0 as usize].name;
    let message = if missing == 0 {
        format!("`{name}` has no values in `:init`")
    } else {
        let objects: Vec<&str> = objects.iter().map(|o| task.objects[o.0 as usize].name.as_str()).collect();
        let more = match missing {
            1 => String::new(),
            _ if missing > MOST_MISSING => ", and neither have many others".to_owned(),
            _ => format!(", and neither have {} others", missing - 1),
        };
        format!("`({name} {})` has no value in `:init`{more}", objects.join(" "))
    };
    let help = format!("`{}` is not applicable where its cost has no value", action.name);
    Diagnostic {
        severity: Severity::Warning,
        ..Diagnostic::new("missing-value", FileRole::Domain, span, message).help(help)
    }
}

fn conjuncts<'t>(condition: &'t Condition, atoms: &mut Vec<&'t Atom>) {
    match condition {
        Condition::Atom(atom) => atoms.push(atom),
        Condition::And(parts) => parts.iter().for_each(|part| conjuncts(part, atoms)),
        _ => {}
    }
}

fn changing_predicates(task: &Task) -> FxHashSet<PredicateId> {
    fn collect(effects: &[Effect], changing: &mut FxHashSet<PredicateId>) {
        for effect in effects {
            match effect {
                Effect::Add(atom) | Effect::Delete(atom) => {
                    changing.insert(atom.predicate);
                }
                Effect::When(_, inner) | Effect::Forall(_, inner) => collect(inner, changing),
            }
        }
    }
    let mut changing: FxHashSet<PredicateId> = task.axioms.iter().map(|axiom| axiom.head).collect();
    task.actions.iter().for_each(|action| collect(&action.effects, &mut changing));
    changing
}
