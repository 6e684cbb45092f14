//! Conditions in the form in which they are evaluated: negation only at atoms, equalities and quantifiers.
//!
//! `forall x. c` becomes `not exists x. not c`, so that one search for a satisfying binding serves all
//! quantifiers, and a universal condition is checked by looking for a counter-example. The source shape
//! that messages quote is kept in [`extremal_pddl::task::Condition`]; nothing is printed from here.

use extremal_pddl::task::{Atom, Condition, Term};

/// Number of a variable in its scope.
pub(crate) type Variable = u32;

#[derive(Debug)]
pub(crate) enum Formula {
    Atom {
        predicate: usize,
        arguments: Box<[Term]>,
        positive: bool,
    },
    Equals {
        left: Term,
        right: Term,
        positive: bool,
    },
    /// Empty is true.
    And(Vec<Formula>),
    /// Empty is false.
    Or {
        options: Vec<Formula>,
        free: Box<[Variable]>,
        /// Whether every option has a driver; see [`Formula::has_driver`].
        driven: bool,
    },
    Exists {
        variables: Box<[Variable]>,
        body: Box<Formula>,
        free: Box<[Variable]>,
        positive: bool,
    },
}

impl Formula {
    /// The formula of a condition, or with `positive` false of its negation.
    pub(crate) fn new(condition: &Condition, positive: bool) -> Formula {
        match (condition, positive) {
            (Condition::Atom(atom), _) => Formula::atom(atom, positive),
            (&Condition::Equals(left, right, _), _) => Formula::Equals { left, right, positive },
            (Condition::Not(inner), _) => Formula::new(inner, !positive),
            (Condition::And(parts), true) | (Condition::Or(parts), false) => {
                Formula::And(parts.iter().map(|part| Formula::new(part, positive)).collect())
            }
            (Condition::Or(parts), true) | (Condition::And(parts), false) => {
                Formula::or(parts.iter().map(|part| Formula::new(part, positive)).collect())
            }
            (Condition::Imply(premise, conclusion), true) => {
                Formula::or(vec![Formula::new(premise, false), Formula::new(conclusion, true)])
            }
            (Condition::Imply(premise, conclusion), false) => {
                Formula::And(vec![Formula::new(premise, true), Formula::new(conclusion, false)])
            }
            (Condition::Exists(variables, body), _) => {
                Formula::exists(variables.iter().map(|v| v.0), Formula::new(body, true), positive)
            }
            (Condition::Forall(variables, body), _) => {
                Formula::exists(variables.iter().map(|v| v.0), Formula::new(body, false), !positive)
            }
        }
    }

    fn atom(atom: &Atom, positive: bool) -> Formula {
        let predicate = atom.predicate.0 as usize;
        Formula::Atom { predicate, arguments: atom.arguments.as_slice().into(), positive }
    }

    fn or(options: Vec<Formula>) -> Formula {
        let mut free = Vec::new();
        options.iter().for_each(|option| option.collect_free(&mut free));
        let driven = options.iter().all(Formula::has_driver);
        Formula::Or { options, free: sorted_set(free), driven }
    }

    fn exists(variables: impl Iterator<Item = Variable>, body: Formula, positive: bool) -> Formula {
        let variables: Box<[Variable]> = variables.collect();
        let mut free = Vec::new();
        body.collect_free(&mut free);
        free.retain(|v| !variables.contains(v));
        Formula::Exists { variables, body: Box::new(body), free: sorted_set(free), positive }
    }

    fn collect_free(&self, free: &mut Vec<Variable>) {
        match self {
            Formula::Atom { arguments, .. } => free.extend(arguments.iter().filter_map(variable)),
            Formula::Equals { left, right, .. } => {
                free.extend([left, right].into_iter().filter_map(variable))
            }
            Formula::And(parts) => parts.iter().for_each(|part| part.collect_free(free)),
            Formula::Or { free: inner, .. } | Formula::Exists { free: inner, .. } => free.extend(inner),
        }
    }

    /// Whether every satisfying binding makes some positive atom or equality true, so that a search for
    /// bindings can be driven by the true atoms instead of by all objects.
    fn has_driver(&self) -> bool {
        match self {
            Formula::Atom { positive, .. } | Formula::Equals { positive, .. } => *positive,
            Formula::And(parts) => parts.iter().any(Formula::has_driver),
            Formula::Or { driven, .. } => *driven,
            Formula::Exists { body, positive, .. } => *positive && body.has_driver(),
        }
    }

    /// Calls `visit` with each predicate that occurs, once for each place where it does.
    pub(crate) fn visit_predicates(&self, visit: &mut impl FnMut(usize)) {
        match self {
            Formula::Atom { predicate, .. } => visit(*predicate),
            Formula::Equals { .. } => {}
            Formula::And(parts) | Formula::Or { options: parts, .. } => {
                parts.iter().for_each(|part| part.visit_predicates(visit));
            }
            Formula::Exists { body, .. } => body.visit_predicates(visit),
        }
    }
}

/// The variable that a term is, if it is one.
pub(crate) fn variable(term: &Term) -> Option<Variable> {
    match term {
        Term::Variable(v) => Some(v.0),
        Term::Object(_) => None,
    }
}

fn sorted_set(mut variables: Vec<Variable>) -> Box<[Variable]> {
    variables.sort_unstable();
    variables.dedup();
    variables.into()
}
