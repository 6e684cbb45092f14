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
        summary: "best-first search over open lists; states are evaluated when generated",
        parameters: &[LISTS, BANDIT, SAMPLES, BILEVEL, COLLAPSE, TAU, BOOST, NOVELTY, WIDTH, PREFERRED],
    },
    Form {
        name: "lazy",
        summary: "the same, but states are evaluated when they leave an open list",
        parameters: &[LISTS, TAU, BOOST, NOVELTY, WIDTH, PREFERRED, CHAINS, LOOKAHEAD],
    },
    Form {
        name: "bfws",
        summary: "best-first width search: by novelty and missing goals, hardly computing h",
        parameters: &[WIDTH, PRUNE, ORDER, COUNT, CHAINS],
    },
    Form {
        name: "agenda",
        summary: "goal by goal: an inner search reaches the closest goal and keeps the others",
        parameters: &[INNER, EFFORT],
    },
    Form {
        name: "h2",
        summary: "a search without the operators that no plan needs, by mutexes of pairs",
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
    default: "ucb1-uniform",
    about: "what chooses the child at every node of a tree",
};
const SAMPLES: Parameter = Parameter {
    name: "samples",
    kind: Kind::Choice(&["leaves", "all"]),
    default: "leaves",
    about: "what a bandit sees: leaves, or all evaluated states",
};
const BILEVEL: Parameter = Parameter {
    name: "bilevel",
    kind: Kind::Flag,
    default: "false",
    about: "search best-first below the chosen leaf, as many steps as it is deep",
};
const COLLAPSE: Parameter = Parameter {
    name: "collapse",
    kind: Kind::Flag,
    default: "false",
    about: "a node hands its children up while they are fewer than its depth",
};
const TAU: Parameter = Parameter {
    name: "tau",
    kind: Kind::Number { min: 1e-6, max: 1e6 },
    default: "1",
    about: "temperature of softmin types; if larger, values count less",
};
const BOOST: Parameter = Parameter {
    name: "boost",
    kind: Kind::Whole { min: 0, max: 1 << 40 },
    default: "1000",
    about: "extra turns for preferred lists after a new smallest value",
};
const NOVELTY: Parameter = Parameter {
    name: "novelty",
    kind: Kind::Choice(&["lm.h", "lm", "h", "none"]),
    default: "lm.h",
    about: "keys on which compared states agree",
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
    about: "use preferred operators, as --preferred does",
};
const PRUNE: Parameter = Parameter {
    name: "prune",
    kind: Kind::Flag,
    default: "false",
    about: "throw states away that are not novel; not every plan can be found",
};
const ORDER: Parameter = Parameter {
    name: "order",
    kind: Kind::Choice(&["w.g", "w.g.r", "g.w", "g.w.r"]),
    default: "w.g",
    about: "novelty w, missing goals g, relevant facts r",
};
const COUNT: Parameter = Parameter {
    name: "count",
    kind: Kind::Choice(&["goals", "landmarks"]),
    default: "goals",
    about: "what is missing; a single goal means landmarks",
};
const CHAINS: Parameter = Parameter {
    name: "chains",
    kind: Kind::Flag,
    default: "false",
    about: "go on at once from a state that leads to a single other one",
};
const LOOKAHEAD: Parameter = Parameter {
    name: "lookahead",
    kind: Kind::Flag,
    default: "false",
    about: "apply what can be applied of the relaxed plan; go on there if better",
};
const INNER: Parameter = Parameter {
    name: "inner",
    kind: Kind::Component("search"),
    default: "lazy(lists=h+pref:h)",
    about: "the search for the next goal; eager or lazy, without landmarks",
};
const EFFORT: Parameter = Parameter {
    name: "effort",
    kind: Kind::Whole { min: 1, max: 1 << 40 },
    default: "1000",
    about: "evaluations for a goal before another is tried",
};
const MEMBERS: Parameter = Parameter {
    name: "members",
    kind: Kind::Text("searches joined by +"),
    default: "gbfs",
    about: "the searches that take turns",
};
const TURNS: Parameter = Parameter {
    name: "turns",
    kind: Kind::Text("numbers joined by +, or one for all"),
    default: "1000",
    about: "evaluations in first turns",
};
const GROWTH: Parameter = Parameter {
    name: "growth",
    kind: Kind::Whole { min: 100, max: 1000 },
    default: "150",
    about: "length of a turn compared with the one before, in per cent",
};
