//! What conditions, effects and rules mean, by enumerating all objects for every variable.

use std::collections::HashSet;

use extremal_pddl::task::{
    Atom, Condition, Effect, GroundAtom, ObjectId, PredicateId, Task, Term, Variable, VariableId,
};

use crate::random_task::{BASE, OBJECTS};

/// The atoms that hold.
pub type State = HashSet<GroundAtom>;

/// The naive evaluation.
pub struct Naive<'t> {
    pub task: &'t Task,
    pub variables: &'t [Variable],
}

impl Naive<'_> {
    fn instances(&self, variables: &[VariableId], bindings: &[u32]) -> Vec<Vec<u32>> {
        let mut all = vec![bindings.to_vec()];
        for variable in variables {
            let types = &self.variables[variable.0 as usize].types;
            let objects: Vec<u32> =
                (0..OBJECTS).filter(|&o| self.task.object_has_type(ObjectId(o), types)).collect();
            all = all
                .into_iter()
                .flat_map(|bindings| {
                    objects.iter().map(move |&object| {
                        let mut bindings = bindings.clone();
                        bindings[variable.0 as usize] = object;
                        bindings
                    })
                })
                .collect();
        }
        all
    }

    fn ground(&self, atom: &Atom, bindings: &[u32]) -> GroundAtom {
        let arguments = atom.arguments.iter().map(|t| ObjectId(value(t, bindings))).collect();
        GroundAtom { predicate: atom.predicate, arguments }
    }

    /// Whether a condition holds.
    pub fn holds(&self, condition: &Condition, state: &State, bindings: &[u32]) -> bool {
        match condition {
            Condition::Atom(atom) => state.contains(&self.ground(atom, bindings)),
            Condition::Equals(left, right, _) => value(left, bindings) == value(right, bindings),
            Condition::Not(inner) => !self.holds(inner, state, bindings),
            Condition::And(parts) => parts.iter().all(|part| self.holds(part, state, bindings)),
            Condition::Or(parts) => parts.iter().any(|part| self.holds(part, state, bindings)),
            Condition::Imply(premise, conclusion) => {
                !self.holds(premise, state, bindings) || self.holds(conclusion, state, bindings)
            }
            Condition::Forall(variables, body) => {
                self.instances(variables, bindings).iter().all(|b| self.holds(body, state, b))
            }
            Condition::Exists(variables, body) => {
                self.instances(variables, bindings).iter().any(|b| self.holds(body, state, b))
            }
        }
    }

    /// Adds what effects change, in their order.
    pub fn collect(
        &self,
        effects: &[Effect],
        state: &State,
        bindings: &[u32],
        changes: &mut Vec<(GroundAtom, bool)>,
    ) {
        for effect in effects {
            match effect {
                Effect::Add(atom) => changes.push((self.ground(atom, bindings), true)),
                Effect::Delete(atom) => changes.push((self.ground(atom, bindings), false)),
                Effect::When(condition, inner) => {
                    if self.holds(condition, state, bindings) {
                        self.collect(inner, state, bindings, changes);
                    }
                }
                Effect::Forall(variables, inner) => {
                    for instance in self.instances(variables, bindings) {
                        self.collect(inner, state, &instance, changes);
                    }
                }
            }
        }
    }
}

fn value(term: &Term, bindings: &[u32]) -> u32 {
    match term {
        Term::Object(object) => object.0,
        Term::Variable(variable) => bindings[variable.0 as usize],
    }
}

/// The state with all derived atoms: lower stratum to its fixpoint first, then the upper one.
pub fn with_derived(task: &Task, base: &State) -> State {
    let mut state = base.clone();
    state.retain(|atom| (atom.predicate.0 as usize) < BASE.len());
    let upper = PredicateId((BASE.len() + 2) as u32);
    for is_upper in [false, true] {
        loop {
            let before = state.len();
            for axiom in task.axioms.iter().filter(|axiom| (axiom.head == upper) == is_upper) {
                let naive = Naive { task, variables: &axiom.variables };
                let parameters: Vec<_> = (0..axiom.num_parameters as u32).map(VariableId).collect();
                for bindings in naive.instances(&parameters, &vec![0; axiom.variables.len()]) {
                    if naive.holds(&axiom.condition, &state, &bindings) {
                        let arguments =
                            bindings[..axiom.num_parameters].iter().map(|&o| ObjectId(o)).collect();
                        state.insert(GroundAtom { predicate: axiom.head, arguments });
                    }
                }
            }
            if state.len() == before {
                break;
            }
        }
    }
    state
}
