//! Causes in words.

use extremal_normalise::{Literal, Task, Term};

use super::causes::{Cause, Owner, Pattern};
use crate::program::Program;

/// A cause as a sentence.
pub(super) fn sentence(cause: &Cause, task: &Task, program: &Program) -> String {
    match cause {
        Cause::Needs { owner, pattern, changes } => {
            let (owner, atom) = (name(owner, task), pattern_text(pattern, task, program));
            let why = if *changes { "which can never be reached" } else { "which never holds" };
            format!("{owner} would need {atom}, {why}")
        }
        Cause::NoObjects { owner, parameter, .. } => {
            format!("{} has no objects for its parameter {}", name(owner, task), parameter + 1)
        }
        Cause::NoCost { owner, pattern } => {
            let (owner, function) = (name(owner, task), pattern_text(pattern, task, program));
            format!("{owner} would cost {function}, which has no value in :init")
        }
        Cause::Together { owner } => {
            format!("{} needs atoms that can be reached, but not with the same parameters", name(owner, task))
        }
    }
}

fn name(owner: &Owner, task: &Task) -> String {
    match owner {
        Owner::Rule => "a rule".to_owned(),
        Owner::Action(action, binding) => {
            let action = &task.actions[*action];
            let arguments = binding.iter().take(action.num_parameters).copied();
            applied(&action.name, arguments, task)
        }
    }
}

/// An atom or a function as PDDL; what is open is shown as `?`.
pub(super) fn pattern_text(pattern: &Pattern, task: &Task, program: &Program) -> String {
    let name = match pattern.relation.checked_sub(program.first_function) {
        Some(function) => &task.functions[function],
        None => &task.predicates[pattern.relation].name,
    };
    applied(name, pattern.arguments.iter().copied(), task)
}

/// A literal of the goal as PDDL.
pub(super) fn literal_text(literal: &Literal, task: &Task) -> String {
    let object = |term: &Term| match term {
        Term::Object(object) => Some(*object),
        Term::Variable(_) => None,
    };
    let name = &task.predicates[literal.predicate as usize].name;
    let atom = applied(name, literal.arguments.iter().map(object), task);
    if literal.negated { format!("(not {atom})") } else { atom }
}

fn applied(name: &str, arguments: impl Iterator<Item = Option<u32>>, task: &Task) -> String {
    let mut text = format!("({name}");
    for object in arguments {
        text.push(' ');
        text.push_str(object.map_or("?", |o| &task.objects[o as usize]));
    }
    text + ")"
}
