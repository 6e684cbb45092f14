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

/// How many reasons are named before it is enough.
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
    let mut reasons = Reasons { task, program, found: Vec::new() };
    let mut achievers = 0;
    for action in &task.actions {
        for effect in action.effects.iter().filter(|e| !e.literal.negated) {
            let num_variables = action.variables.len() + effect.variables.len();
            let Some(binding) = unify(&effect.literal, goal, num_variables) else { continue };
            achievers += 1;
            let condition: Vec<&Literal> = action.precondition.iter().chain(&effect.condition).collect();
            let owner = Owner::Action(&action.name, action.num_parameters);
            reasons.explain(&owner, &condition, binding);
        }
    }
    for axiom in task.axioms.iter().filter(|a| a.head == goal.predicate) {
        achievers += 1;
        let mut binding = vec![None; axiom.variables.len()];
        for (variable, object) in arguments(goal).into_iter().enumerate() {
            binding[variable] = Some(object);
        }
        reasons.explain(&Owner::Rule, &axiom.body.iter().collect::<Vec<_>>(), binding);
    }
    let mut found = reasons.found;
    if achievers == 0 {
        found.push(format!("{atom_text} is false initially and no action adds it"));
    } else if found.is_empty() {
        found.push(format!(
            "{achievers} effect(s) could add {atom_text}, but no choice of parameters makes all their \
             preconditions reachable together"
        ));
    }
    if found.len() > MAX_REASONS {
        found.truncate(MAX_REASONS);
        found.push("and so on".to_owned());
    }
    found
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

/// What could achieve the goal.
enum Owner<'a> {
    /// An action with so many parameters.
    Action(&'a str, usize),
    /// A rule of a derived predicate.
    Rule,
}

/// Collects reasons, each once.
struct Reasons<'a> {
    task: &'a Task,
    program: &'a Program,
    found: Vec<String>,
}

impl Reasons<'_> {
    /// Names what is missing for each choice of objects that what never changes allows.
    fn explain(&mut self, owner: &Owner<'_>, condition: &[&Literal], binding: Vec<Option<u32>>) {
        let relevant = |l: &&&Literal| !l.negated && l.predicate != EQUALITY;
        let (changing, fixed): (Vec<&Literal>, Vec<&Literal>) = condition
            .iter()
            .filter(relevant)
            .copied()
            .partition(|l| self.program.grows[l.predicate as usize]);
        let mut bindings = vec![binding];
        for literal in fixed {
            let extended = self.extend(&bindings, literal);
            if extended.is_empty() {
                let (name, part) =
                    (self.name(owner, &bindings[0]), text_with(literal, self.task, &bindings[0]));
                self.add(format!("{name} would need {part}, which never holds"));
                return;
            }
            bindings = extended;
        }
        for binding in &bindings {
            if self.found.len() > MAX_REASONS {
                return;
            }
            for literal in &changing {
                if self.extend(std::slice::from_ref(binding), literal).is_empty() {
                    let (name, part) = (self.name(owner, binding), text_with(literal, self.task, binding));
                    self.add(format!("{name} would need {part}, which can never be reached"));
                }
            }
        }
    }

    /// The bindings under which a reachable atom matches the literal, only so many as are worth telling.
    fn extend(&self, bindings: &[Vec<Option<u32>>], literal: &Literal) -> Vec<Vec<Option<u32>>> {
        let relation = &self.program.relations[literal.predicate as usize];
        let mut extended: Vec<Vec<Option<u32>>> = Vec::new();
        for binding in bindings {
            for number in 0..relation.len() {
                let mut candidate = binding.clone();
                let matches =
                    literal.arguments.iter().zip(relation.tuple(number)).all(|(term, &object)| match term {
                        Term::Object(o) => *o == object,
                        Term::Variable(v) => *candidate[*v as usize].get_or_insert(object) == object,
                    });
                if matches && !extended.contains(&candidate) {
                    extended.push(candidate);
                    if extended.len() > MAX_REASONS {
                        return extended;
                    }
                }
            }
        }
        extended
    }

    fn name(&self, owner: &Owner<'_>, binding: &[Option<u32>]) -> String {
        match owner {
            Owner::Rule => "a rule".to_owned(),
            Owner::Action(name, num_parameters) => {
                let mut text = format!("({name}");
                for object in &binding[..*num_parameters] {
                    text.push(' ');
                    text.push_str(object.map_or("?", |o| &self.task.objects[o as usize]));
                }
                text + ")"
            }
        }
    }

    fn add(&mut self, reason: String) {
        if !self.found.contains(&reason) {
            self.found.push(reason);
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
