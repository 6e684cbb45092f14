//! Why a goal cannot be reached even when deletes are ignored.

use extremal_normalise::{EQUALITY, Literal, Task, Term};

use crate::program::Program;

/// The parts of the goal that cannot be reached, and for the first of them why.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unreachable {
    /// Goal literals in PDDL that can never hold.
    pub goals: Vec<String>,
    /// What stands in the way of the first, one sentence for each reason.
    pub reasons: Vec<String>,
}

/// How many achievers and blocked preconditions are named before it is enough.
const MAX_REASONS: usize = 12;

/// Explains the goal's unreachability, or returns `None` if it is reachable.
pub fn explain(task: &Task, program: &Program) -> Option<Unreachable> {
    let Some(goal) = &task.goal else {
        let reasons = vec!["the goal contradicts itself".to_owned()];
        return Some(Unreachable { goals: Vec::new(), reasons });
    };
    let unreachable: Vec<&Literal> = goal.iter().filter(|l| !is_reachable(l, program)).collect();
    let first = *unreachable.first()?;
    Some(Unreachable {
        goals: unreachable.iter().map(|l| text(l, task)).collect(),
        reasons: reasons(first, task, program),
    })
}

fn is_reachable(literal: &Literal, program: &Program) -> bool {
    let objects = arguments(literal);
    if literal.predicate == EQUALITY {
        return (objects[0] == objects[1]) != literal.negated;
    }
    let predicate = literal.predicate as usize;
    let found = program.relations[predicate].find(&objects).is_some();
    // What can change may become false again; what never changes is as it is.
    if program.grows[predicate] { found || literal.negated } else { found != literal.negated }
}

fn arguments(literal: &Literal) -> Vec<u32> {
    literal
        .arguments
        .iter()
        .filter_map(|t| match t {
            Term::Object(o) => Some(*o),
            Term::Variable(_) => None,
        })
        .collect()
}

fn reasons(goal: &Literal, task: &Task, program: &Program) -> Vec<String> {
    let atom = Literal { negated: false, ..goal.clone() };
    let atom_text = text(&atom, task);
    if !program.grows[goal.predicate as usize] {
        let truth = if goal.negated { "true" } else { "false" };
        return vec![format!("{atom_text} is {truth} initially and no action changes it")];
    }
    let mut reasons = Vec::new();
    let mut achievers = 0;
    for action in &task.actions {
        for effect in action.effects.iter().filter(|e| !e.literal.negated) {
            let Some(binding) = unify(&effect.literal, goal, action.variables.len() + effect.variables.len())
            else {
                continue;
            };
            achievers += 1;
            let condition = action.precondition.iter().chain(&effect.condition);
            blocked(condition, &binding, &format!("action '{}'", action.name), task, program, &mut reasons);
        }
    }
    for axiom in task.axioms.iter().filter(|a| a.head == goal.predicate) {
        achievers += 1;
        let mut binding = vec![None; axiom.variables.len()];
        for (variable, object) in arguments(goal).into_iter().enumerate() {
            binding[variable] = Some(object);
        }
        blocked(axiom.body.iter(), &binding, "a rule", task, program, &mut reasons);
    }
    if achievers == 0 {
        reasons.push(format!("{atom_text} is false initially and no action adds it"));
    } else if reasons.is_empty() {
        reasons.push(format!(
            "{achievers} effect(s) could add {atom_text}, but no choice of parameters makes all their \
             preconditions reachable together"
        ));
    }
    reasons.truncate(MAX_REASONS);
    reasons
}

/// The binding under which an effect adds the goal atom.
fn unify(effect: &Literal, goal: &Literal, num_variables: usize) -> Option<Vec<Option<u32>>> {
    if effect.predicate != goal.predicate {
        return None;
    }
    let mut binding: Vec<Option<u32>> = vec![None; num_variables];
    for (term, object) in effect.arguments.iter().zip(arguments(goal)) {
        match term {
            Term::Object(o) if *o != object => return None,
            Term::Object(_) => {}
            Term::Variable(v) => {
                let slot = &mut binding[*v as usize];
                if slot.is_some_and(|earlier| earlier != object) {
                    return None;
                }
                *slot = Some(object);
            }
        }
    }
    Some(binding)
}

/// Names the conditions that no reachable tuple satisfies under the binding.
fn blocked<'a>(
    condition: impl Iterator<Item = &'a Literal>,
    binding: &[Option<u32>],
    owner: &str,
    task: &Task,
    program: &Program,
    reasons: &mut Vec<String>,
) {
    for literal in condition {
        if reasons.len() >= MAX_REASONS {
            return;
        }
        if literal.negated || literal.predicate == EQUALITY {
            continue;
        }
        let relation = &program.relations[literal.predicate as usize];
        let matches = |tuple: &[u32]| {
            literal.arguments.iter().zip(tuple).all(|(term, &object)| match term {
                Term::Object(o) => *o == object,
                Term::Variable(v) => binding[*v as usize].is_none_or(|known| known == object),
            })
        };
        if !(0..relation.len()).any(|n| matches(relation.tuple(n))) {
            let part = text_with(literal, task, binding);
            let reason = format!("{owner} would achieve it, but needs {part}, which can never hold");
            if !reasons.contains(&reason) {
                reasons.push(reason);
            }
        }
    }
}

fn text(literal: &Literal, task: &Task) -> String {
    text_with(literal, task, &[])
}

/// A literal as PDDL; variables without a value are shown as `?`.
fn text_with(literal: &Literal, task: &Task, binding: &[Option<u32>]) -> String {
    let mut atom = format!("({}", task.predicates[literal.predicate as usize].name);
    for term in &literal.arguments {
        let object = match term {
            Term::Object(o) => Some(*o),
            Term::Variable(v) => binding.get(*v as usize).copied().flatten(),
        };
        atom.push(' ');
        atom.push_str(object.map_or("?", |o| &task.objects[o as usize]));
    }
    atom.push(')');
    if literal.negated { format!("(not {atom})") } else { atom }
}
