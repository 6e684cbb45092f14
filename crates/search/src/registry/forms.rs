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
        summary: "best-first search over open lists that evaluates states when generated",
        parameters: &[LISTS, BANDIT, SAMPLES, BILEVEL, COLLAPSE, TAU, BOOST, NOVELTY, WIDTH, PREFERRED],
    },
    Form {
        name: "lazy",
        summary: "best-first search over open lists that evaluates states when expanded",
        parameters: &[LISTS, TAU, BOOST, NOVELTY, WIDTH, PREFERRED, CHAINS, LOOKAHEAD],
    },
    Form {
        name: "bfws",
        summary: "best-first width search by novelty and unsatisfied goals; rarely computes h",
        parameters: &[WIDTH, ORDER, COUNT, CHAINS],
    },
    Form {
        name: "agenda",
        summary: "an inner search achieves one goal after the other and keeps them",
        parameters: &[INNER, EFFORT],
    },
    Form {
        name: "h2",
        summary: "a search without operators that are useless by h2 mutexes",
        parameters: &[SEARCH, ONLY_IF_SMALLER],
    },
    Form {
        name: "portfolio",
        summary: "a portfolio: searches that take turns until one of them finds a plan",
        parameters: &[MEMBERS, TURNS, GROWTH],
    },
];

const SEARCH: Parameter = Parameter {
    name: "search",
    kind: Kind::Component("search"),
    default: "gbfs",
    about: "the search to run",
};
const ONLY_IF_SMALLER: Parameter = Parameter {
    name: "only-if-smaller",
    kind: Kind::Flag,
    default: "false",
    about: "end at once if no operator is useless; for members of portfolios",
};
const LISTS: Parameter = Parameter {
    name: "lists",
    kind: Kind::Text("joined by +, such as h+pref:h"),
    default: "h",
    about: "open lists that take turns",
};
const BANDIT: Parameter = Parameter {
    name: "bandit",
    kind: Kind::Component("bandit"),
    default: "ucb1-uniform",
    about: "the bandit that chooses a child at each node of a tree",
};
const SAMPLES: Parameter = Parameter {
    name: "samples",
    kind: Kind::Choice(&["leaves", "all"]),
    default: "leaves",
    about: "the states that a bandit's statistics are about",
};
const BILEVEL: Parameter = Parameter {
    name: "bilevel",
    kind: Kind::Flag,
    default: "false",
    about: "run GBFS below the chosen leaf, for as many expansions as its depth",
};
const COLLAPSE: Parameter = Parameter {
    name: "collapse",
    kind: Kind::Flag,
    default: "false",
    about: "merge nodes into parents that have fewer children than their depth",
};
const TAU: Parameter = Parameter {
    name: "tau",
    kind: Kind::Number { min: 1e-6, max: 1e6 },
    default: "1",
    about: "temperature of softmin types; higher means more random",
};
const BOOST: Parameter = Parameter {
    name: "boost",
    kind: Kind::Whole { min: 0, max: 1 << 40 },
    default: "1000",
    about: "extra turns for lists of preferred successors after progress",
};
const NOVELTY: Parameter = Parameter {
    name: "novelty",
    kind: Kind::Choice(&["lm.h", "lm"]),
    default: "lm.h",
    about: "values that compared states share",
};
const WIDTH: Parameter = Parameter {
    name: "width",
    kind: Kind::Whole { min: 1, max: 2 },
    default: "2",
    about: "novelty of single facts (1), or also of pairs of facts (2)",
};
const PREFERRED: Parameter = Parameter {
    name: "preferred",
    kind: Kind::Flag,
    default: "false",
    about: "use preferred operators, as --preferred does",
};
const ORDER: Parameter = Parameter {
    name: "order",
    kind: Kind::Choice(&["w.g", "w.g.r", "g.w", "g.w.r"]),
    default: "w.g",
    about: "w novelty, g goals left, r relevant facts",
};
const COUNT: Parameter = Parameter {
    name: "count",
    kind: Kind::Choice(&["goals", "landmarks"]),
    default: "goals",
    about: "what to count; a single goal means landmarks",
};
const CHAINS: Parameter = Parameter {
    name: "chains",
    kind: Kind::Flag,
    default: "false",
    about: "expand a state with a single successor at once",
};
const LOOKAHEAD: Parameter = Parameter {
    name: "lookahead",
    kind: Kind::Flag,
    default: "false",
    about: "follow relaxed plans, and expand the state at their end if better",
};
const INNER: Parameter = Parameter {
    name: "inner",
    kind: Kind::Component("search"),
    default: "lazy(lists=h+pref:h)",
    about: "the search for each goal; eager or lazy, without landmarks",
};
const EFFORT: Parameter = Parameter {
    name: "effort",
    kind: Kind::Whole { min: 1, max: 1 << 40 },
    default: "1000",
    about: "evaluations for one goal before the next one is tried",
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
    about: "length of a turn in per cent of the one before",
};
