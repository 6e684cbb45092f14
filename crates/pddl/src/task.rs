//! The checked task: what a domain and a problem file say, with every name resolved to an id.
//!
//! This is what the rest of the house sees of PDDL. It still has the full shape of the source (nested
//! conditions, quantifiers, conditional effects), because the validator executes plans on exactly this
//! and must be able to quote it. Names are lower case, as PDDL ignores case.
//!
//! Variables are numbered per scope (an action, an axiom, the goal): parameters come first, `0..n`,
//! and every quantifier below binds fresh numbers, so no variable ever shadows another.

use crate::cost::Cost;
use crate::source::Span;

/// Index into [`Task::types`]. Type 0 is `object`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct TypeId(pub u32);

/// Index into [`Task::objects`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ObjectId(pub u32);

/// Index into [`Task::predicates`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct PredicateId(pub u32);

/// Index into [`Task::functions`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct FunctionId(pub u32);

/// A variable of the enclosing scope: index into its `variables`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct VariableId(pub u32);

/// The type `object`, the ancestor of all others.
pub const OBJECT: TypeId = TypeId(0);

/// A whole planning task.
#[derive(Clone, PartialEq, Debug)]
pub struct Task {
    /// Name in `(define (domain NAME) ...)`.
    pub domain_name: String,
    /// Name in `(define (problem NAME) ...)`.
    pub problem_name: String,
    /// All types; the first is `object`.
    pub types: Vec<Type>,
    /// Constants of the domain, then objects of the problem, in source order.
    pub objects: Vec<Object>,
    /// Declared predicates in source order. Equality is not among them.
    pub predicates: Vec<Predicate>,
    /// Numeric functions other than `total-cost`; all of them static.
    pub functions: Vec<Function>,
    /// Actions in source order.
    pub actions: Vec<Action>,
    /// Rules of derived predicates in source order.
    pub axioms: Vec<Axiom>,
    /// Atoms true in the initial state, in source order, without duplicates.
    pub initial_state: Vec<GroundAtom>,
    /// Values of the static numeric functions.
    pub function_values: Vec<FunctionValue>,
    /// The goal, with the variables its quantifiers bind.
    pub goal: Condition,
    /// Variables bound by quantifiers in the goal.
    pub goal_variables: Vec<Variable>,
    /// Whether the problem says `(:metric minimize (total-cost))`. Without it every action costs 1.
    pub minimize_total_cost: bool,
}

/// A type and what it is derived from.
#[derive(Clone, PartialEq, Debug)]
pub struct Type {
    /// Lower-case name.
    pub name: String,
    /// Direct supertypes; empty for `object` only.
    pub parents: Vec<TypeId>,
    /// All supertypes, this type itself included, in increasing order.
    pub ancestors: Vec<TypeId>,
}

/// A constant or object.
#[derive(Clone, PartialEq, Debug)]
pub struct Object {
    /// Lower-case name.
    pub name: String,
    /// Its declared types: one, or several for `(either ...)`.
    pub types: Vec<TypeId>,
}

/// A declared predicate.
#[derive(Clone, PartialEq, Debug)]
pub struct Predicate {
    /// Lower-case name.
    pub name: String,
    /// Parameters with their types; the length is the arity.
    pub parameters: Vec<Variable>,
    /// Whether rules (`:derived`) define it. Then no action changes it and it is not in the initial state.
    pub derived: bool,
}

/// A declared static numeric function.
#[derive(Clone, PartialEq, Debug)]
pub struct Function {
    /// Lower-case name.
    pub name: String,
    /// Parameters with their types.
    pub parameters: Vec<Variable>,
}

/// A variable with its types: a parameter, or bound by a quantifier.
#[derive(Clone, PartialEq, Debug)]
pub struct Variable {
    /// Lower-case name with its question mark.
    pub name: String,
    /// The types of which a value must have at least one (several for `(either ...)`).
    pub types: Vec<TypeId>,
}

/// An action schema.
#[derive(Clone, PartialEq, Debug)]
pub struct Action {
    /// Lower-case name.
    pub name: String,
    /// Where the name stands in the domain file.
    pub span: Span,
    /// All variables of the scope: parameters first, then those bound by quantifiers.
    pub variables: Vec<Variable>,
    /// How many of the variables are parameters.
    pub num_parameters: usize,
    /// Precondition; an empty conjunction if there is none.
    pub precondition: Condition,
    /// Effects, with nested `and` flattened.
    pub effects: Vec<Effect>,
    /// What the action adds to `total-cost`; `None` if it says nothing, which is 0 under a metric.
    pub cost: Option<Expression>,
}

/// A rule `(:derived (head) body)`.
#[derive(Clone, PartialEq, Debug)]
pub struct Axiom {
    /// The predicate that the rule derives.
    pub head: PredicateId,
    /// Where the head stands in the domain file.
    pub span: Span,
    /// All variables of the scope: the head's arguments in order, then those bound by quantifiers.
    pub variables: Vec<Variable>,
    /// How many of the variables are arguments of the head.
    pub num_parameters: usize,
    /// When the head holds.
    pub condition: Condition,
}

/// A constant or a variable.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Term {
    /// A constant or object.
    Object(ObjectId),
    /// A variable of the scope.
    Variable(VariableId),
}

/// A predicate applied to terms.
#[derive(Clone, PartialEq, Debug)]
pub struct Atom {
    /// The predicate.
    pub predicate: PredicateId,
    /// As many terms as the predicate has parameters.
    pub arguments: Vec<Term>,
    /// Where it stands in its file.
    pub span: Span,
}

/// A predicate applied to objects.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct GroundAtom {
    /// The predicate.
    pub predicate: PredicateId,
    /// As many objects as the predicate has parameters.
    pub arguments: Vec<ObjectId>,
}

/// A condition, in the shape of the source.
#[derive(Clone, PartialEq, Debug)]
pub enum Condition {
    /// An atom.
    Atom(Atom),
    /// `(= a b)`.
    Equals(Term, Term, Span),
    /// `(not c)`.
    Not(Box<Condition>),
    /// `(and ...)`; empty is true.
    And(Vec<Condition>),
    /// `(or ...)`; empty is false.
    Or(Vec<Condition>),
    /// `(imply a b)`.
    Imply(Box<Condition>, Box<Condition>),
    /// `(forall (variables) c)`.
    Forall(Vec<VariableId>, Box<Condition>),
    /// `(exists (variables) c)`.
    Exists(Vec<VariableId>, Box<Condition>),
}

/// An effect. `and` is flattened; the nesting of `forall` and `when` is kept.
#[derive(Clone, PartialEq, Debug)]
pub enum Effect {
    /// The atom becomes true.
    Add(Atom),
    /// The atom becomes false, unless another effect of the same action makes it true.
    Delete(Atom),
    /// `(when c ...)`.
    When(Condition, Vec<Effect>),
    /// `(forall (variables) ...)`.
    Forall(Vec<VariableId>, Vec<Effect>),
}

/// What an action adds to `total-cost`.
#[derive(Clone, PartialEq, Debug)]
pub enum Expression {
    /// A number.
    Number(Cost),
    /// The value of a static function.
    Function(FunctionId, Vec<Term>, Span),
}

/// `(= (function objects) value)` in the initial state.
#[derive(Clone, PartialEq, Debug)]
pub struct FunctionValue {
    /// The function.
    pub function: FunctionId,
    /// Its arguments.
    pub arguments: Vec<ObjectId>,
    /// The value.
    pub value: Cost,
}

impl Task {
    /// Whether an object belongs to at least one of the types, by itself or through a supertype.
    pub fn object_has_type(&self, object: ObjectId, types: &[TypeId]) -> bool {
        self.objects[object.0 as usize].types.iter().any(|&own| {
            let ancestors = &self.types[own.0 as usize].ancestors;
            types.iter().any(|t| ancestors.binary_search(t).is_ok())
        })
    }
}
