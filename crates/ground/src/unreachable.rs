//! Why a goal cannot be reached even when deletes are ignored.
//!
//! An atom cannot be reached because everything that could add it needs something else that cannot be reached.
//! The chain of these needs is followed to where it ends: a fact that is never true, a parameter without objects,
//! a cost without a value.

mod causes;
mod text;

use extremal_normalise::{EQUALITY, Literal, Task, Term};

use crate::program::Program;
use causes::{Cause, Pattern, causes};
use text::{pattern_text, sentence};

/// The parts of the goal that cannot be reached, and for the first of them why.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unreachable {
    /// Goal literals in PDDL that can never hold.
    pub goals: Vec<String>,
    /// What stands in the way of the first, one sentence for each reason. The last ones follow a chain of reasons
    /// to its root.
    pub reasons: Vec<String>,
    /// Where the chain ends.
    pub root: Option<Root>,
}

/// What is to blame in the end.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Root {
    /// An atom is not true initially, and nothing makes it true.
    NeverTrue {
        /// The atom, with `?` where it does not matter.
        atom: String,
        /// Its predicate.
        predicate: String,
        /// The action that needs it; none if it is a goal or a rule needs it.
        action: Option<String>,
    },
    /// None of some atoms is true initially, and every action that adds one needs one.
    NeverBegins {
        /// The atoms, with `?` where it does not matter.
        atoms: Vec<String>,
        /// The predicate of the first of them.
        predicate: String,
    },
    /// There are no objects for a parameter.
    NoObjects {
        /// The action.
        action: String,
        /// Which parameter, from 0.
        parameter: usize,
    },
    /// What an action costs has no value.
    NoCost {
        /// The action.
        action: String,
        /// The function with its arguments.
        function: String,
    },
}

/// How many reasons are named before it is enough.
pub(crate) const MAX_REASONS: usize = 12;

/// Longer chains are not followed to their end.
const MAX_PATTERNS: usize = 1000;

/// Explains the goal's unreachability, or returns `None` if it is reachable.
pub fn explain(task: &Task, program: &Program) -> Option<Unreachable> {
    let Some(goal) = &task.goal else {
        let reasons = vec!["the goal contradicts itself".to_owned()];
        return Some(Unreachable { goals: Vec::new(), reasons, root: None });
    };
    let unreachable: Vec<&Literal> = goal.iter().filter(|l| !is_reachable(l, program)).collect();
    let first = *unreachable.first()?;
    let (reasons, root) = reasons(first, task, program);
    let goals = unreachable.iter().map(|l| text::literal_text(l, task)).collect();
    Some(Unreachable { goals, reasons, root })
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

fn reasons(goal: &Literal, task: &Task, program: &Program) -> (Vec<String>, Option<Root>) {
    let pattern = Pattern {
        relation: goal.predicate as usize,
        arguments: arguments(goal).into_iter().map(Some).collect(),
    };
    let atom = pattern_text(&pattern, task, program);
    let never_true = |action: Option<&str>, pattern: &Pattern| Root::NeverTrue {
        atom: pattern_text(pattern, task, program),
        predicate: task.predicates[pattern.relation].name.clone(),
        action: action.map(str::to_owned),
    };
    if goal.predicate == EQUALITY {
        return (vec![format!("{} is not so", text::literal_text(goal, task))], None);
    }
    if !program.grows[pattern.relation] {
        let truth = if goal.negated { "true" } else { "false" };
        let root = (!goal.negated).then(|| never_true(None, &pattern));
        return (vec![format!("{atom} is {truth} initially and no action changes it")], root);
    }
    let first = causes(&pattern, task, program);
    let mut lines: Vec<String> = Vec::new();
    for cause in &first {
        let line = sentence(cause, task, program);
        if !lines.contains(&line) {
            lines.push(line);
        }
    }
    if lines.len() > MAX_REASONS {
        lines.truncate(MAX_REASONS);
        lines.push("and so on".to_owned());
    }
    if first.is_empty() {
        lines.push(format!("{atom} is false initially and no action adds it"));
        return (lines, Some(never_true(None, &pattern)));
    }
    let chain = match chain_to_root(&pattern, task, program) {
        Ok(chain) => chain,
        Err(circle) => {
            let atoms: Vec<String> =
                circle.iter().take(MAX_REASONS).map(|needed| pattern_text(needed, task, program)).collect();
            if atoms.len() > 1 {
                let atoms = atoms.join(", ");
                lines.push(format!(
                    "none of these is true initially, and each needs another of them: {atoms}"
                ));
            }
            return (lines, beginning(&circle[1..], task, program));
        }
    };
    for (needed, cause) in &chain[1..] {
        let needed = pattern_text(needed, task, program);
        lines.push(format!("for {needed}, {}", sentence(cause, task, program)));
    }
    let root = chain.last().and_then(|(_, cause)| match cause {
        Cause::Needs { owner, pattern, .. } => Some(never_true(owner.action_name(task), pattern)),
        Cause::NoObjects { action, parameter, .. } => {
            Some(Root::NoObjects { action: task.actions[*action].name.clone(), parameter: *parameter })
        }
        Cause::NoCost { owner, pattern } => Some(Root::NoCost {
            action: owner.action_name(task)?.to_owned(),
            function: pattern_text(pattern, task, program),
        }),
        Cause::Together { .. } => None,
    });
    (lines, root)
}

/// The shortest chain of causes from an atom to one that nothing could add, or the atoms that need each other if
/// there is none.
fn chain_to_root(
    from: &Pattern,
    task: &Task,
    program: &Program,
) -> Result<Vec<(Pattern, Cause)>, Vec<Pattern>> {
    // Each pattern with the number of the one that led to it, and by which cause.
    let mut patterns: Vec<(Pattern, Option<(usize, Cause)>)> = vec![(from.clone(), None)];
    let mut next = 0;
    while next < patterns.len() && patterns.len() < MAX_PATTERNS {
        let found = causes(&patterns[next].0, task, program);
        let is_final = |cause: &Cause| match cause {
            Cause::Needs { pattern, changes: true, .. } => causes(pattern, task, program).is_empty(),
            Cause::Together { .. } => false,
            _ => true,
        };
        // An action that would help if only another could begin is not to blame.
        if !found.is_empty() && found.iter().all(is_final) {
            return Ok(walk_back(&patterns, next, found[0].clone()));
        }
        let necessary: Vec<bool> = found.iter().map(|cause| is_necessary(cause, &found)).collect();
        // Where something lacks only the right parameters, nothing else is to blame.
        let only_necessary =
            necessary.contains(&true) || found.iter().any(|cause| matches!(cause, Cause::Together { .. }));
        for (cause, necessary) in found.into_iter().zip(necessary) {
            if let Cause::Needs { pattern, changes: true, .. } = &cause
                && (necessary || !only_necessary)
                && !patterns.iter().any(|(known, _)| known == pattern)
            {
                patterns.push((pattern.clone(), Some((next, cause))));
            }
        }
        next += 1;
    }
    Err(patterns.into_iter().map(|(pattern, _)| pattern).collect())
}

/// Whether everything that could help needs the same.
fn is_necessary(cause: &Cause, all: &[Cause]) -> bool {
    let Cause::Needs { pattern, .. } = cause else { return false };
    all.iter().all(|other| {
        let same_owner = |third: &&Cause| third.owner().is_same(other.owner());
        let needs_it =
            |third: &Cause| matches!(third, Cause::Needs { pattern: needed, .. } if needed == pattern);
        all.iter().filter(same_owner).any(needs_it)
    })
}

/// Which of the atoms that need each other should be true initially: one of which others of the same kind are, or
/// else all of a kind of which none is.
fn beginning(circle: &[Pattern], task: &Task, program: &Program) -> Option<Root> {
    let has_facts =
        |needed: &&Pattern| task.initial_state.iter().any(|(p, _)| *p as usize == needed.relation);
    // An open argument stands for objects of some types only, and objects of others may be in `:init`.
    let is_missing = |needed: &&Pattern| {
        let matches = |(open, object): (&Option<u32>, &u32)| open.is_none_or(|wanted| wanted == *object);
        !task.initial_state.iter().any(|(predicate, objects)| {
            *predicate as usize == needed.relation && needed.arguments.iter().zip(objects).all(matches)
        })
    };
    let missing: Vec<&Pattern> = circle.iter().filter(is_missing).collect();
    let chosen: Vec<&Pattern> = match missing.iter().copied().find(|needed| has_facts(needed)) {
        Some(one) => vec![one],
        None => missing,
    };
    let first = chosen.first()?;
    let mut atoms: Vec<String> = chosen.iter().map(|needed| pattern_text(needed, task, program)).collect();
    atoms.truncate(MAX_REASONS);
    Some(Root::NeverBegins { atoms, predicate: task.predicates[first.relation].name.clone() })
}

fn walk_back(
    patterns: &[(Pattern, Option<(usize, Cause)>)],
    last: usize,
    cause: Cause,
) -> Vec<(Pattern, Cause)> {
    let mut chain = vec![(patterns[last].0.clone(), cause)];
    let mut at = last;
    while let Some((before, cause)) = &patterns[at].1 {
        chain.push((patterns[*before].0.clone(), cause.clone()));
        at = *before;
    }
    chain.reverse();
    chain
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Grounding, ground};
    use extremal_limits::Budget;
    use extremal_normalise::{Action, Cost, Domain, Effect, Predicate};

    fn literal(predicate: u32, arguments: &[Term]) -> Literal {
        Literal { predicate, arguments: arguments.to_vec(), negated: false }
    }

    /// Places 0 and 1 are linked, 2 is apart; `move from to` needs `at from` and `link from to`.
    fn task(goal: Literal) -> Task {
        let (from, to) = (Term::Variable(0), Term::Variable(1));
        let predicate = |name: &str, arity| Predicate { name: name.to_owned(), arity };
        Task {
            objects: ["a", "b", "c"].map(str::to_owned).to_vec(),
            predicates: vec![
                predicate("=", 2),
                predicate("at", 1),
                predicate("link", 2),
                predicate("won", 0),
            ],
            domains: vec![Domain { objects: vec![0, 1, 2] }],
            actions: vec![Action {
                name: "move".to_owned(),
                variables: vec![0, 0],
                num_parameters: 2,
                precondition: vec![literal(1, &[from]), literal(2, &[from, to])],
                effects: vec![Effect { variables: vec![], condition: vec![], literal: literal(1, &[to]) }],
                cost: Cost::Constant(extremal_pddl::Cost::ONE),
            }],
            axioms: vec![],
            initial_state: vec![(1, vec![0]), (2, vec![0, 1]), (2, vec![2, 2])],
            goal: Some(vec![goal]),
            function_values: vec![],
            functions: vec![],
            minimize_total_cost: false,
        }
    }

    fn explanation(goal: Literal) -> Unreachable {
        match ground(&task(goal), &Budget::unlimited()) {
            Ok(Grounding::Unreachable(why)) => why,
            other => panic!("reachable: {other:?}"),
        }
    }

    #[test]
    fn the_missing_precondition_is_named_with_its_objects() {
        let why = explanation(literal(1, &[Term::Object(2)]));
        assert_eq!(why.goals, ["(at c)"]);
        assert_eq!(why.reasons, ["(move c c) would need (at c), which can never be reached"]);
    }

    #[test]
    fn a_goal_that_nothing_adds_is_named() {
        let why = explanation(literal(3, &[]));
        assert_eq!(why.reasons, ["(won) is false initially and no action changes it"]);
    }

    #[test]
    fn a_condition_that_never_holds_is_named() {
        let mut task = task(literal(1, &[Term::Object(2)]));
        task.initial_state.retain(|(p, arguments)| *p != 2 || arguments[0] != 2);
        let Ok(Grounding::Unreachable(why)) = ground(&task, &Budget::unlimited()) else {
            panic!("reachable")
        };
        assert_eq!(why.reasons, ["(move ? c) would need (link ? c), which never holds"]);
    }
}
