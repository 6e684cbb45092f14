//! The syntax tree: what the two files say, before any name is looked up.
//!
//! Two trees are equal if they say the same, wherever it stands: a [`Place`] equals every other place.
//! Conditions and effects nest at most [`MAX_DEPTH`] deep, so recursion over them is safe.

use std::hash::{Hash, Hasher};

use smallvec::SmallVec;

use crate::cost::Cost;
use crate::source::Span;
use crate::symbol::Symbol;

/// How deep conditions and effects may nest.
pub const MAX_DEPTH: usize = 500;

/// A span that takes no part in comparisons of trees.
#[derive(Clone, Copy, Debug, Default)]
pub struct Place(pub Span);

impl PartialEq for Place {
    fn eq(&self, _: &Place) -> bool {
        true
    }
}

impl Eq for Place {}

impl Hash for Place {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}

/// A word and where it stands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Name {
    /// The word.
    pub symbol: Symbol,
    /// Where it stands.
    pub place: Place,
}

/// Names that share a type: `a b - t`. Only the last group of a list or section may be without types.
#[derive(Clone, PartialEq, Debug)]
pub struct TypedGroup {
    /// The names before the dash.
    pub names: Vec<Name>,
    /// The types after it; several for `(either ...)`, none if there is no dash.
    pub types: Vec<Name>,
}

/// A domain file.
#[derive(Clone, PartialEq, Debug)]
pub struct Domain {
    /// Its name.
    pub name: Name,
    /// `:requirements`.
    pub requirements: Vec<Name>,
    /// `:types`.
    pub types: Vec<TypedGroup>,
    /// `:constants`.
    pub constants: Vec<TypedGroup>,
    /// `:predicates`.
    pub predicates: Vec<Declaration>,
    /// `:functions`.
    pub functions: Vec<Declaration>,
    /// Each `:action`.
    pub actions: Vec<Action>,
    /// Each `:derived`.
    pub rules: Vec<Rule>,
}

/// A declared predicate or function.
#[derive(Clone, PartialEq, Debug)]
pub struct Declaration {
    /// Its name.
    pub name: Name,
    /// Its parameters.
    pub parameters: Vec<TypedGroup>,
}

/// An action.
#[derive(Clone, PartialEq, Debug)]
pub struct Action {
    /// Its name.
    pub name: Name,
    /// Its parameters.
    pub parameters: Vec<TypedGroup>,
    /// Its precondition, if it has one.
    pub precondition: Option<Condition>,
    /// Its effect, if it has one.
    pub effect: Option<Effect>,
}

/// A rule `(:derived (head parameters) condition)`.
#[derive(Clone, PartialEq, Debug)]
pub struct Rule {
    /// The derived predicate with its arguments.
    pub head: Declaration,
    /// When it holds.
    pub condition: Condition,
}

/// A variable or a name of an object.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Term {
    /// A variable.
    Variable(Name),
    /// A constant or object.
    Object(Name),
}

impl Term {
    /// The word of either kind.
    pub fn name(&self) -> Name {
        match self {
            Term::Variable(name) | Term::Object(name) => *name,
        }
    }
}

/// Arguments of an atom. Few atoms have more than three, and an allocation less for each is felt.
pub type Arguments = SmallVec<[Term; 3]>;

/// A predicate or function applied to terms.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Atom {
    /// The predicate or function.
    pub name: Name,
    /// Its arguments.
    pub arguments: Arguments,
    /// The whole of it.
    pub place: Place,
}

/// A condition.
#[derive(Clone, PartialEq, Debug)]
pub enum Condition {
    /// An atom.
    Atom(Atom),
    /// `(= a b)`.
    Equals(Term, Term, Place),
    /// `(not c)`.
    Not(Box<Condition>, Place),
    /// `(and ...)`, also `()`.
    And(Vec<Condition>, Place),
    /// `(or ...)`.
    Or(Vec<Condition>, Place),
    /// `(imply a b)`.
    Imply(Box<Condition>, Box<Condition>, Place),
    /// `(forall (variables) c)`.
    Forall(Vec<TypedGroup>, Box<Condition>, Place),
    /// `(exists (variables) c)`.
    Exists(Vec<TypedGroup>, Box<Condition>, Place),
}

/// An effect.
#[derive(Clone, PartialEq, Debug)]
pub enum Effect {
    /// An atom becomes true.
    Add(Atom),
    /// `(not atom)`: an atom becomes false.
    Delete(Atom),
    /// `(and ...)`, also `()`.
    And(Vec<Effect>),
    /// `(when condition effect)`.
    When(Condition, Box<Effect>, Place),
    /// `(forall (variables) effect)`.
    Forall(Vec<TypedGroup>, Box<Effect>, Place),
    /// `(increase (total-cost) amount)`.
    IncreaseCost(Amount, Place),
}

/// What an action adds to its cost.
#[derive(Clone, PartialEq, Debug)]
pub enum Amount {
    /// A number and where it stands.
    Number(Cost, Place),
    /// A function applied to terms.
    Function(Atom),
}

/// A problem file.
#[derive(Clone, PartialEq, Debug)]
pub struct Problem {
    /// Its name.
    pub name: Name,
    /// The name of the domain it belongs to.
    pub domain: Option<Name>,
    /// `:requirements`.
    pub requirements: Vec<Name>,
    /// `:objects`.
    pub objects: Vec<TypedGroup>,
    /// `:init`, if there is one.
    pub init: Option<Vec<InitialFact>>,
    /// `:goal`, if there is one.
    pub goal: Option<Condition>,
    /// Where `(:metric minimize (total-cost))` stands, if it does.
    pub minimize_total_cost: Option<Place>,
}

/// A member of `:init`.
#[derive(Clone, PartialEq, Debug)]
pub enum InitialFact {
    /// An atom that is true.
    True(Atom),
    /// `(not atom)`: an atom that is false.
    False(Atom),
    /// `(= (function objects) number)`; the last is where the number stands.
    Value(Atom, Cost, Place),
}
