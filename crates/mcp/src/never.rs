//! Actions that can never be applied, and which of their conditions are to blame.

use std::collections::{BTreeSet, HashMap, HashSet};

use extremal::limits::TimedPacer;
use extremal::pddl::task::{Action, Atom, Condition, Effect, ObjectId, Term, TypeId};
use extremal::{Budget, LiftedTask, SourceFile, Span, Stop};
use extremal_language::Reachable;
use serde_json::{Value, json};

/// The actions that are never applicable.
#[derive(Default)]
pub struct Never {
    /// The actions, each with the conditions that no objects satisfy.
    pub actions: Vec<Value>,
    /// Whether a limit was reached before all were found.
    pub is_partial: bool,
}

/// What the conditions of an action are asked about.
struct Asked<'a> {
    domain: &'a SourceFile,
    task: &'a LiftedTask,
    reachable: &'a Reachable,
    action: &'a Action,
    pacer: &'a mut TimedPacer,
    /// Atoms that must be true, to find those that must also be false.
    required: HashSet<(u32, &'a [Term])>,
    found: Vec<Value>,
}

/// Finds the actions that are never applicable, and what is to blame, as far as the budget allows.
pub fn never_satisfied(
    domain: &SourceFile,
    task: &LiftedTask,
    reachable: &Reachable,
    budget: &Budget,
) -> Never {
    let mut pacer = TimedPacer::new(budget);
    let mut never = Never::default();
    let is_idle = |action: &&Action| reachable.instances(&action.name) == Some(0);
    for action in task.actions.iter().filter(is_idle) {
        let mut required = HashSet::new();
        collect_required(&action.precondition, &mut required);
        let (pacer, found) = (&mut pacer, Vec::new());
        let mut asked = Asked { domain, task, reachable, action, pacer, required, found };
        asked.variables(0..action.num_parameters);
        never.is_partial = asked.condition(&action.precondition).is_err();
        let is_blamed = !asked.found.is_empty();
        let mut found = json!({ "action": action.name, "conditions_never_true": asked.found });
        if !is_blamed && !never.is_partial {
            found["note"] = json!("no combination of objects satisfies all of its conditions at once");
        }
        if is_blamed || !never.is_partial {
            never.actions.push(found);
        }
        if never.is_partial {
            break;
        }
    }
    never
}

fn collect_required<'a>(condition: &'a Condition, required: &mut HashSet<(u32, &'a [Term])>) {
    match condition {
        Condition::Atom(atom) => _ = required.insert((atom.predicate.0, &atom.arguments)),
        Condition::And(parts) => parts.iter().for_each(|part| collect_required(part, required)),
        _ => {}
    }
}

impl<'a> Asked<'a> {
    /// Notes variables for which there are no objects, and tells whether there are such.
    fn variables(&mut self, numbers: impl Iterator<Item = usize>) -> bool {
        let before = self.found.len();
        for number in numbers {
            let Some(variable) = self.action.variables.get(number) else { continue };
            if self.of_types(&variable.types).is_empty() {
                let types: Vec<&str> = variable
                    .types
                    .iter()
                    .map(|kind| self.task.types[kind.0 as usize].name.as_str())
                    .collect();
                self.found.push(json!({
                    "condition": format!("{} - {}", variable.name, types.join(" or ")),
                    "line": self.domain.position(self.action.span.start).line,
                    "why": "there are no objects of this type",
                }));
            }
        }
        self.found.len() > before
    }

    /// Notes what is never true in a condition. Tells whether that makes the whole condition false.
    fn condition(&mut self, condition: &'a Condition) -> Result<bool, Stop> {
        self.pacer.tick()?;
        Ok(match condition {
            Condition::Atom(atom) => self.atom(atom)?,
            Condition::Equals(one, other, span) => {
                let (ones, others) = (self.objects(one), self.objects(other));
                // A variable without objects has been noted.
                let is_noted = ones.is_empty() || others.is_empty();
                is_noted || (ones.is_disjoint(&others) && self.note(*span, "=", None))
            }
            Condition::Not(inner) => match &**inner {
                Condition::Atom(atom) => self.negated(atom)?,
                Condition::Equals(one, other, span) => {
                    let (ones, others) = (self.objects(one), self.objects(other));
                    let is_same = one == other || (ones.len() == 1 && ones == others);
                    is_same && self.note_negated(*span, "=", "both are always the same object")
                }
                _ => false,
            },
            // All parts are asked, so that all that are to blame are noted.
            Condition::And(parts) => {
                let mut never = false;
                for part in parts {
                    never |= self.condition(part)?;
                }
                never
            }
            Condition::Or(parts) => {
                let before = self.found.len();
                let never = self.all(parts);
                if never != Ok(true) {
                    // What is false in one part does not matter if another part may hold.
                    self.found.truncate(before);
                }
                never?
            }
            Condition::Exists(variables, inner) => {
                let is_empty = self.variables(variables.iter().map(|variable| variable.0 as usize));
                self.condition(inner)? || is_empty
            }
            Condition::Imply(..) | Condition::Forall(..) => false,
        })
    }

    /// Whether all conditions are never true.
    fn all(&mut self, conditions: &'a [Condition]) -> Result<bool, Stop> {
        for condition in conditions {
            if !self.condition(condition)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn atom(&mut self, atom: &'a Atom) -> Result<bool, Stop> {
        let name = self.name(atom);
        let pattern = Pattern::new(self, atom);
        if pattern.combinations() == Some(0) {
            // A variable without objects has been noted.
            return Ok(true);
        }
        for objects in self.reachable.atoms(name) {
            self.pacer.tick()?;
            if pattern.matches(objects) {
                return Ok(false);
            }
        }
        let is_known = self.reachable.count(name).is_some();
        let why = match self.reachable.count(name) {
            Some(0) => None,
            _ => Some("it becomes true for other objects only"),
        };
        Ok(is_known && self.note(atom.span, name, why))
    }

    /// `(not atom)`: never true if the atom must also be true, or if it is true from the beginning and nothing
    /// makes it false.
    fn negated(&mut self, atom: &'a Atom) -> Result<bool, Stop> {
        let name = self.name(atom);
        if self.required.contains(&(atom.predicate.0, &atom.arguments[..])) {
            return Ok(self.note_negated(atom.span, name, "the precondition also requires the atom itself"));
        }
        let predicate = atom.predicate;
        let is_deleted = |action: &Action| deletes(&action.effects, predicate.0);
        if self.task.predicates[predicate.0 as usize].derived || self.task.actions.iter().any(is_deleted) {
            return Ok(false);
        }
        let pattern = Pattern::new(self, atom);
        let Some(all @ 1..) = pattern.combinations() else { return Ok(false) };
        let (mut true_ones, mut objects) = (0, Vec::new());
        for fact in self.task.initial_state.iter().filter(|fact| fact.predicate == predicate) {
            self.pacer.tick()?;
            objects.clear();
            objects.extend(fact.arguments.iter().map(|object| object.0));
            true_ones += usize::from(pattern.matches(&objects));
        }
        Ok(true_ones == all && self.note_negated(atom.span, name, "the atom is always true"))
    }

    fn name(&self, atom: &Atom) -> &'a str {
        &self.task.predicates[atom.predicate.0 as usize].name
    }

    /// The numbers of the objects that a term may be.
    fn objects(&self, term: &Term) -> BTreeSet<u32> {
        match term {
            Term::Object(object) => BTreeSet::from([object.0]),
            Term::Variable(variable) => self
                .action
                .variables
                .get(variable.0 as usize)
                .map_or_else(BTreeSet::new, |v| self.of_types(&v.types)),
        }
    }

    fn of_types(&self, types: &[TypeId]) -> BTreeSet<u32> {
        let all = 0..self.task.objects.len() as u32;
        all.filter(|&number| self.task.object_has_type(ObjectId(number), types)).collect()
    }

    fn note_negated(&mut self, span: Span, predicate: &str, why: &str) -> bool {
        let text = format!("(not {})", self.source(span));
        self.push(text, span, predicate, Some(why))
    }

    fn note(&mut self, span: Span, predicate: &str, why: Option<&str>) -> bool {
        let text = self.source(span);
        self.push(text, span, predicate, why)
    }

    fn push(&mut self, text: String, span: Span, predicate: &str, why: Option<&str>) -> bool {
        let line = self.domain.position(span.start).line;
        let mut found = json!({ "condition": text, "predicate": predicate, "line": line });
        if let Some(why) = why {
            found["why"] = json!(why);
        }
        self.found.push(found);
        true
    }

    /// The text of a condition, with single blanks.
    fn source(&self, span: Span) -> String {
        let text = self.domain.bytes.get(span.start as usize..span.end as usize).unwrap_or_default();
        String::from_utf8_lossy(text).split_whitespace().collect::<Vec<_>>().join(" ")
    }
}

fn deletes(effects: &[Effect], predicate: u32) -> bool {
    effects.iter().any(|effect| match effect {
        Effect::Add(_) => false,
        Effect::Delete(atom) => atom.predicate.0 == predicate,
        Effect::When(_, inner) | Effect::Forall(_, inner) => deletes(inner, predicate),
    })
}

/// Which objects can stand where in an atom.
struct Pattern {
    /// For each argument, the objects it may be, and the first argument that is the same term.
    arguments: Vec<(BTreeSet<u32>, usize)>,
}

impl Pattern {
    fn new(asked: &Asked<'_>, atom: &Atom) -> Self {
        let mut first: HashMap<&Term, usize> = HashMap::new();
        let arguments = atom
            .arguments
            .iter()
            .enumerate()
            .map(|(number, term)| (asked.objects(term), *first.entry(term).or_insert(number)))
            .collect();
        Pattern { arguments }
    }

    fn matches(&self, objects: &[u32]) -> bool {
        let mut pairs = objects.iter().zip(&self.arguments);
        objects.len() == self.arguments.len()
            && pairs
                .all(|(object, (may_be, same))| may_be.contains(object) && objects.get(*same) == Some(object))
    }

    /// How many atoms match, if they can be counted.
    fn combinations(&self) -> Option<usize> {
        let distinct = self.arguments.iter().enumerate().filter(|(number, (_, same))| number == same);
        distinct.map(|(_, (may_be, _))| may_be.len()).try_fold(1_usize, usize::checked_mul)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use extremal::TaskText;

    /// Asks about a task in which all places are joined but no road begins at the port.
    fn never(actions: &str, budget: &Budget) -> Result<Never, Box<dyn std::error::Error>> {
        let places: String = (0..60).map(|number| format!("p{number} ")).collect();
        let domain = SourceFile::new(
            "d",
            format!(
                "(define (domain roads) (:requirements :adl) (:types place crane) (:constants port - place)
                (:predicates (town ?x - place) (road ?x ?y - place) (lost) (near ?c - crane) (done))
                (:action build :parameters (?x ?y - place) :precondition (and (town ?x) (town ?y))
                  :effect (road ?x ?y)) {actions})"
            ),
        );
        let towns = places.split_whitespace().map(|place| format!("(town {place}) ")).collect::<String>();
        let problem = SourceFile::new(
            "p",
            format!(
                "(define (problem p) (:domain roads) (:objects {places} - place) (:init {towns}) (:goal (done)))"
            ),
        );
        let unlimited = Budget::unlimited();
        let task =
            TaskText::Pddl { domain: domain.clone(), problem }.check(&unlimited)?.normalise(&unlimited)?;
        let reachable = task.reachable(&unlimited)?.ok_or("not PDDL")?;
        let task = task.translate(&unlimited)?;
        Ok(never_satisfied(&domain, task.lifted().ok_or("not PDDL")?, &reachable, budget))
    }

    #[test]
    fn a_budget_that_ends_is_told() -> Result<(), Box<dyn std::error::Error>> {
        let action = |name: &str, condition: &str| {
            format!("(:action {name} :parameters () :precondition {condition} :effect (done))")
        };
        let actions = action("wait", "(lost)") + &action("go", "(exists (?x - place) (road port ?x))");
        let budget = Budget::unlimited();
        let found = never(&actions, &budget)?;
        assert_eq!((found.actions.len(), found.is_partial), (2, false), "{:?}", found.actions);
        budget.cancel();
        let found = never(&actions, &budget)?;
        assert_eq!((found.actions.len(), found.is_partial), (0, true), "{:?}", found.actions);
        Ok(())
    }

    #[test]
    fn a_parameter_without_objects_is_blamed_once() -> Result<(), Box<dyn std::error::Error>> {
        let lift = "(:action lift :parameters (?c - crane ?x - place)
            :precondition (and (near ?c) (= ?c ?x) (road port ?x)) :effect (done))";
        let found = never(lift, &Budget::unlimited())?;
        assert!(!found.is_partial);
        let [action] = &found.actions[..] else { return Err("one action".into()) };
        let blamed: Vec<&Value> = action["conditions_never_true"]
            .as_array()
            .into_iter()
            .flatten()
            .map(|one| &one["condition"])
            .collect();
        assert_eq!(blamed, ["?c - crane", "(road port ?x)"]);
        Ok(())
    }
}
