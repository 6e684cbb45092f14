//! What stands in the way of an atom: for each action or rule that could add it, what that would need.

use extremal_normalise::{Cost, DomainId, EQUALITY, Literal, Task, Term};

use super::MAX_REASONS;
use crate::program::{BodyAtom, Program};

/// Atoms of a relation, with some arguments left open.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Pattern {
    pub(super) relation: usize,
    pub(super) arguments: Vec<Option<u32>>,
}

/// What could add an atom, with the values of its variables as far as they are known.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Owner {
    Action(usize, Vec<Option<u32>>),
    Rule,
}

impl Owner {
    pub(super) fn action_name<'t>(&self, task: &'t Task) -> Option<&'t str> {
        match self {
            Owner::Action(action, _) => Some(&task.actions[*action].name),
            Owner::Rule => None,
        }
    }
}

impl Owner {
    /// Whether it is the same action or a rule, with any parameters.
    pub(super) fn is_same(&self, other: &Owner) -> bool {
        match (self, other) {
            (Owner::Action(first, _), Owner::Action(second, _)) => first == second,
            (Owner::Rule, Owner::Rule) => true,
            _ => false,
        }
    }
}

/// Why one action or rule does not add an atom.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Cause {
    /// It needs an atom that cannot be reached; whether that could change at all.
    Needs { owner: Owner, pattern: Pattern, changes: bool },
    /// A parameter has no objects.
    NoObjects { owner: Owner, action: usize, parameter: usize },
    /// What it costs has no value.
    NoCost { owner: Owner, pattern: Pattern },
    /// All that it needs can be reached, but not with the same parameters.
    Together { owner: Owner },
}

impl Cause {
    pub(super) fn owner(&self) -> &Owner {
        match self {
            Cause::Needs { owner, .. }
            | Cause::NoObjects { owner, .. }
            | Cause::NoCost { owner, .. }
            | Cause::Together { owner } => owner,
        }
    }
}

type Binding = Vec<Option<u32>>;

/// One cause for each thing that could add an atom of the pattern; none if nothing could.
pub(super) fn causes(pattern: &Pattern, task: &Task, program: &Program) -> Vec<Cause> {
    let mut causes = Causes { program, found: Vec::new(), nearly: Vec::new() };
    for (number, action) in task.actions.iter().enumerate() {
        for effect in action.effects.iter().filter(|e| !e.literal.negated) {
            let domains: Vec<DomainId> = action.variables.iter().chain(&effect.variables).copied().collect();
            let Some(binding) = unify(&effect.literal, pattern, &domains, program) else { continue };
            let empty = |d: &DomainId| program.domains[*d as usize].objects.is_empty();
            if let Some(parameter) = action.variables.iter().position(empty) {
                let owner = Owner::Action(number, binding);
                causes.add(Cause::NoObjects { owner, action: number, parameter });
                continue;
            }
            let condition: Vec<&Literal> = action.precondition.iter().chain(&effect.condition).collect();
            let owner = |binding: &Binding| Owner::Action(number, binding[..action.num_parameters].to_vec());
            causes.explain(&owner, &condition, cost_atom(&action.cost, program), &domains, binding);
        }
    }
    for axiom in task.axioms.iter().filter(|a| a.head as usize == pattern.relation) {
        let mut binding = vec![None; axiom.variables.len()];
        binding[..pattern.arguments.len()].clone_from_slice(&pattern.arguments);
        let body: Vec<&Literal> = axiom.body.iter().collect();
        causes.explain(&|_| Owner::Rule, &body, None, &axiom.variables, binding);
    }
    causes.without_variants(task)
}

/// The atom that says for which arguments a cost has a value.
fn cost_atom(cost: &Cost, program: &Program) -> Option<BodyAtom> {
    let Cost::Function(function, arguments) = cost else { return None };
    Some(BodyAtom { relation: program.first_function + *function as usize, terms: arguments.clone() })
}

/// The binding under which an effect adds an atom of the pattern.
fn unify(effect: &Literal, pattern: &Pattern, domains: &[DomainId], program: &Program) -> Option<Binding> {
    if effect.predicate as usize != pattern.relation {
        return None;
    }
    let mut binding: Binding = vec![None; domains.len()];
    for (term, object) in effect.arguments.iter().zip(&pattern.arguments) {
        let Some(object) = *object else { continue };
        match term {
            Term::Object(o) if *o != object => return None,
            Term::Object(_) => {}
            Term::Variable(v) => {
                let slot = &mut binding[*v as usize];
                let allowed = program.domains[domains[*v as usize] as usize].contains(object);
                if !allowed || slot.is_some_and(|earlier| earlier != object) {
                    return None;
                }
                *slot = Some(object);
            }
        }
    }
    Some(binding)
}

/// Collects causes, each once.
struct Causes<'a> {
    program: &'a Program,
    found: Vec<Cause>,
    /// Actions of which every precondition can be reached by itself.
    nearly: Vec<usize>,
}

impl Causes<'_> {
    /// The causes, without those of an action if another variant of it is nearer: a disjunction in a precondition makes
    /// variants, and one of them is enough.
    fn without_variants(mut self, task: &Task) -> Vec<Cause> {
        let Causes { found, nearly, .. } = &mut self;
        found.retain(|cause| match cause.owner() {
            Owner::Action(action, _) => {
                let is_variant = |other: &usize| task.actions[*other].name == task.actions[*action].name;
                nearly.contains(action) || !nearly.iter().any(is_variant)
            }
            Owner::Rule => true,
        });
        self.found
    }

    /// Names what is missing for each choice of objects that what never changes allows.
    fn explain(
        &mut self,
        owner: &dyn Fn(&Binding) -> Owner,
        condition: &[&Literal],
        cost: Option<BodyAtom>,
        domains: &[DomainId],
        binding: Binding,
    ) {
        let relevant = condition.iter().filter(|l| !l.negated && l.predicate != EQUALITY);
        let atoms = relevant.map(|l| BodyAtom { relation: l.predicate as usize, terms: l.arguments.clone() });
        let (changing, fixed): (Vec<BodyAtom>, Vec<BodyAtom>) =
            atoms.partition(|atom| self.program.grows[atom.relation]);
        let mut bindings = vec![binding];
        for atom in fixed.iter().chain(&cost) {
            let extended = self.extend(&bindings, atom, domains);
            if extended.is_empty() {
                let (owner, pattern) = (owner(&bindings[0]), with(atom, &bindings[0]));
                self.add(if atom.relation >= self.program.first_function {
                    Cause::NoCost { owner, pattern }
                } else {
                    Cause::Needs { owner, pattern, changes: false }
                });
                return;
            }
            bindings = extended;
        }
        let before = self.found.len();
        for binding in &bindings {
            if self.found.len() > MAX_REASONS {
                return;
            }
            for atom in &changing {
                if self.extend(std::slice::from_ref(binding), atom, domains).is_empty() {
                    let (owner, pattern) = (owner(binding), with(atom, binding));
                    self.add(Cause::Needs { owner, pattern, changes: true });
                }
            }
        }
        if self.found.len() == before
            && let Owner::Action(action, _) = owner(&bindings[0])
        {
            self.nearly.push(action);
        }
        if self.found.len() == before {
            self.explain_together(owner, &changing, domains, &bindings);
        }
        if self.found.len() == before {
            self.add(Cause::Together { owner: owner(&bindings[0]) });
        }
    }

    /// Names what is missing if every atom can be reached, but not all with the same objects: the atoms with the
    /// fewest reachable instances choose the objects, and the others are looked at with these.
    fn explain_together(
        &mut self,
        owner: &dyn Fn(&Binding) -> Owner,
        changing: &[BodyAtom],
        domains: &[DomainId],
        bindings: &[Binding],
    ) {
        for binding in bindings {
            let choices: Vec<Vec<Binding>> = changing
                .iter()
                .map(|atom| self.extend(std::slice::from_ref(binding), atom, domains))
                .collect();
            let fewest = choices.iter().map(Vec::len).min().filter(|&fewest| fewest <= MAX_REASONS);
            for choice in choices.iter().filter(|choices| Some(choices.len()) == fewest).flatten() {
                for atom in changing {
                    if self.extend(std::slice::from_ref(choice), atom, domains).is_empty() {
                        let (owner, pattern) = (owner(choice), with(atom, choice));
                        self.add(Cause::Needs { owner, pattern, changes: true });
                    }
                }
            }
        }
    }

    /// The bindings under which a reachable atom matches, with objects from the domains of the variables, only so many as
    /// are worth telling.
    fn extend(&self, bindings: &[Binding], atom: &BodyAtom, domains: &[DomainId]) -> Vec<Binding> {
        let relation = &self.program.relations[atom.relation];
        let mut extended: Vec<Binding> = Vec::new();
        if relation.arity() != atom.terms.len() {
            // A function without values has no arity.
            return extended;
        }
        for binding in bindings {
            for number in 0..relation.len() {
                let mut candidate = binding.clone();
                let matches =
                    atom.terms.iter().zip(relation.tuple(number)).all(|(term, &object)| match term {
                        Term::Object(o) => *o == object,
                        Term::Variable(v) => {
                            let domain = &self.program.domains[domains[*v as usize] as usize];
                            domain.contains(object) && *candidate[*v as usize].get_or_insert(object) == object
                        }
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

    fn add(&mut self, cause: Cause) {
        if !self.found.contains(&cause) {
            self.found.push(cause);
        }
    }
}

fn with(atom: &BodyAtom, binding: &Binding) -> Pattern {
    let value = |term: &Term| match term {
        Term::Object(object) => Some(*object),
        Term::Variable(variable) => binding.get(*variable as usize).copied().flatten(),
    };
    Pattern { relation: atom.relation, arguments: atom.terms.iter().map(value).collect() }
}
