//! The normalised task: flat conjunctions over numbered variables.

/// Index into [`Task::predicates`].
pub type PredicateId = u32;
/// Index into [`Task::domains`].
pub type DomainId = u32;

/// The predicate `=`, which is always the first and is never stored as facts.
pub const EQUALITY: PredicateId = 0;

/// A task whose conditions are conjunctions of literals.
#[derive(Clone, Debug)]
pub struct Task {
    /// Names of constants and objects.
    pub objects: Vec<String>,
    /// `=`, the declared predicates, then those introduced by normalisation.
    pub predicates: Vec<Predicate>,
    /// The sets of objects that variables range over, each once.
    pub domains: Vec<Domain>,
    /// Actions; one PDDL action yields several if its precondition has disjunctions.
    pub actions: Vec<Action>,
    /// Axioms; one PDDL rule yields several if its body has disjunctions.
    pub axioms: Vec<Axiom>,
    /// Atoms true initially: predicate and arguments.
    pub initial_state: Vec<(PredicateId, Vec<u32>)>,
    /// The goal, or `None` if it can be seen to be false already.
    pub goal: Option<Vec<Literal>>,
    /// Values of each static numeric function: arguments and value.
    pub function_values: Vec<Vec<(Vec<u32>, extremal_pddl::Cost)>>,
    /// Names of the static numeric functions.
    pub functions: Vec<String>,
    /// Whether costs count; otherwise every action costs 1.
    pub minimize_total_cost: bool,
}

/// A predicate.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Predicate {
    /// Name as in PDDL; those introduced here are `new-axiom@N`.
    pub name: String,
    /// Number of arguments.
    pub arity: usize,
}

/// A set of objects, in increasing order.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Domain {
    /// The objects.
    pub objects: Vec<u32>,
}

/// An action without quantifiers or disjunctions.
#[derive(Clone, Debug)]
pub struct Action {
    /// Name of the PDDL action.
    pub name: String,
    /// Domains of the parameters, then of the existential variables of the precondition.
    pub variables: Vec<DomainId>,
    /// How many of the variables are parameters in PDDL and so part of the operator's name.
    pub num_parameters: usize,
    /// Conjunction of literals.
    pub precondition: Vec<Literal>,
    /// What it changes.
    pub effects: Vec<Effect>,
    /// What it costs.
    pub cost: Cost,
}

/// An effect: for all values of its own variables, if the condition holds, the literal becomes true.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Effect {
    /// Domains of its own variables, which are numbered after those of the action.
    pub variables: Vec<DomainId>,
    /// Conjunction of literals.
    pub condition: Vec<Literal>,
    /// What is added, or deleted if negated.
    pub literal: Literal,
}

/// A rule: the head holds if the body does for some values of the variables.
#[derive(Clone, Debug)]
pub struct Axiom {
    /// The derived predicate; its arguments are the first variables.
    pub head: PredicateId,
    /// Domains of the head's arguments, then of the existential variables of the body.
    pub variables: Vec<DomainId>,
    /// How many of the variables are arguments of the head.
    pub num_parameters: usize,
    /// Conjunction of literals.
    pub body: Vec<Literal>,
}

/// An atom or its negation.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Literal {
    /// The predicate.
    pub predicate: PredicateId,
    /// The arguments.
    pub arguments: Vec<Term>,
    /// Whether the atom must be false.
    pub negated: bool,
}

/// A variable of the scope or an object.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Term {
    /// Variable number within the action, effect or axiom.
    Variable(u32),
    /// Index into [`Task::objects`].
    Object(u32),
}

/// The cost of an action.
#[derive(Clone, PartialEq, Debug)]
pub enum Cost {
    /// A number.
    Constant(extremal_pddl::Cost),
    /// The value of a static function, which must be defined for the action to be applicable.
    Function(u32, Vec<Term>),
}

impl Literal {
    /// The complement.
    pub fn negate(&self) -> Literal {
        Literal { negated: !self.negated, ..self.clone() }
    }

    /// The variables among the arguments.
    pub fn variables(&self) -> impl Iterator<Item = u32> + '_ {
        self.arguments.iter().filter_map(|t| match t {
            Term::Variable(v) => Some(*v),
            Term::Object(_) => None,
        })
    }
}

impl Task {
    /// For each predicate, whether an effect or axiom can change it.
    pub fn fluent_predicates(&self) -> Vec<bool> {
        let mut fluent = vec![false; self.predicates.len()];
        for effect in self.actions.iter().flat_map(|a| &a.effects) {
            fluent[effect.literal.predicate as usize] = true;
        }
        for axiom in &self.axioms {
            fluent[axiom.head as usize] = true;
        }
        fluent
    }

    /// For each predicate, whether axioms define it.
    pub fn derived_predicates(&self) -> Vec<bool> {
        let mut derived = vec![false; self.predicates.len()];
        for axiom in &self.axioms {
            derived[axiom.head as usize] = true;
        }
        derived
    }
}
