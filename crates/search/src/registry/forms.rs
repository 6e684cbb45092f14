//! The forms that every search is written in, and their parameters.

use extremal_grammar::{Kind, Parameter};

/// A form of searches: a name with parameters that say what the search is made of.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Form {
    /// The name.
    pub name: &'static str,
    /// What it does, in a line.
    pub summary: &'static str,
    /// Its parameters.
    pub parameters: &'static [Parameter],
}

/// All forms.
pub static FORMS: &[Form] = &[
    Form {
        name: "eager",
        summary: "best-first search over open lists; states are evaluated when they are generated",
        parameters: &[LISTS, BANDIT, SAMPLES, BILEVEL, COLLAPSE, TAU, BOOST, NOVELTY, WIDTH, PREFERRED],
    },
    Form {
        name: "lazy",
        summary: "the same with states that are generated and evaluated when they leave an open list",
        parameters: &[LISTS, TAU, BOOST, NOVELTY, WIDTH, PREFERRED],
    },
    Form {
        name: "h2",
        summary: "a search without the operators that no plan needs, as mutexes of pairs of facts show",
        parameters: &[SEARCH, ONLY_IF_SMALLER],
    },
    Form {
        name: "portfolio",
        summary: "searches that take turns on one task until one of them finds a plan",
        parameters: &[MEMBERS, TURNS, GROWTH],
    },
];

const SEARCH: Parameter =
    Parameter { name: "search", kind: Kind::Component("search"), default: "gbfs", about: "the search" };
const ONLY_IF_SMALLER: Parameter = Parameter {
    name: "only-if-smaller",
    kind: Kind::Flag,
    default: "false",
    about: "end at once if no operator can be left out, for members of portfolios",
};
const LISTS: Parameter = Parameter {
    name: "lists",
    kind: Kind::Text(
        "open lists joined by +: a queue by h, lm (landmarks), w (novelty) or g, or by several as in w.lm; \
         softmin:h or type:h for random types; tree:h for a bandit tree; pref:h for preferred successors only",
    ),
    default: "h",
    about: "the open lists, which take turns",
};
const BANDIT: Parameter = Parameter {
    name: "bandit",
    kind: Kind::Component("bandit"),
    default: "ucb1-uniform(floor=1)",
    about: "what chooses the child at every node of a tree",
};
const SAMPLES: Parameter = Parameter {
    name: "samples",
    kind: Kind::Choice(&["leaves", "all"]),
    default: "leaves",
    about: "what a bandit sees below a node: leaves, as in the paper, or all evaluated states",
};
const BILEVEL: Parameter = Parameter {
    name: "bilevel",
    kind: Kind::Flag,
    default: "false",
    about: "below the chosen leaf, search best-first for as many expansions as it lies deep",
};
const COLLAPSE: Parameter = Parameter {
    name: "collapse",
    kind: Kind::Flag,
    default: "false",
    about: "let a node of a tree hand its children to its parent while they are fewer than its depth",
};
const TAU: Parameter = Parameter {
    name: "tau",
    kind: Kind::Number { min: 1e-6, max: 1e6 },
    default: "1",
    about: "temperature of softmin types: the larger, the less a small value counts",
};
const BOOST: Parameter = Parameter {
    name: "boost",
    kind: Kind::Whole { min: 0, max: 1 << 40 },
    default: "1000",
    about: "turns that a new smallest value gives to the lists of preferred successors",
};
const NOVELTY: Parameter = Parameter {
    name: "novelty",
    kind: Kind::Choice(&["lm.h", "lm", "h", "none"]),
    default: "lm.h",
    about: "novelty (w) is measured among states that agree on these",
};
const WIDTH: Parameter = Parameter {
    name: "width",
    kind: Kind::Whole { min: 1, max: 2 },
    default: "2",
    about: "novelty of facts (1), or of pairs of facts, too (2)",
};
const PREFERRED: Parameter = Parameter {
    name: "preferred",
    kind: Kind::Flag,
    default: "false",
    about: "use preferred operators, as --preferred does: a further list for every queue, and first choice in trees",
};
const MEMBERS: Parameter = Parameter {
    name: "members",
    kind: Kind::Text("searches joined by +"),
    default: "gbfs",
    about: "the searches that take turns",
};
const TURNS: Parameter = Parameter {
    name: "turns",
    kind: Kind::Text("numbers joined by +, one for each member, or one for all"),
    default: "1000",
    about: "evaluations in the first turn of each member",
};
const GROWTH: Parameter = Parameter {
    name: "growth",
    kind: Kind::Whole { min: 100, max: 1000 },
    default: "150",
    about: "length of a turn compared with the one before, in per cent",
};
