//! The list of all searches.

use extremal_bandits::{ChkUniform, Configurable, MaxSearch, Robust, ThresholdAscent};

/// A search by name: a text that says what it is made of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NamedSearch {
    /// The name.
    pub name: &'static str,
    /// What it stands for, written in one of the [forms](super::FORMS).
    pub text: &'static str,
    /// What it does, in a line.
    pub summary: &'static str,
    /// Where it comes from.
    pub source: &'static str,
}

const fn named(
    name: &'static str,
    text: &'static str,
    summary: &'static str,
    source: &'static str,
) -> NamedSearch {
    NamedSearch { name, text, summary, source }
}

const PAPER_ITSELF: &str =
    "Asai, Wissow: Extreme Value Monte Carlo Tree Search for Classical Planning, AAAI 2026";
const OWN_BANDITS: &str = "docs/own-bandits.md";
const SCHULTE_KELLER: &str =
    "Schulte, Keller: Balancing Exploration and Exploitation in Classical Planning, SoCS 2014";
const WISSOW_ASAI: &str =
    "Wissow, Asai: Scale-Adaptive Balancing of Exploration and Exploitation in Classical Planning, ECAI 2024";
const KUROIWA_BECK: &str = "Kuroiwa, Beck: Biased Exploration for Satisficing Heuristic Search, ICAPS 2022";

/// All named searches, in the order in which they are listed.
pub static SEARCHES: &[NamedSearch] = &[
    named(
        "extremal",
        "portfolio(members=novelty-lama+novelty-type+bfws-f5+bfws(order=g.w)+guct-uniform(samples=all,preferred=true)+\
         softmin-type-lama(lookahead=true)+h2(search=softmin-type-lama,only-if-smaller=true)+goal-agenda,\
         turns=1500+1000+1000+750+1000+250+250+250)",
        "the default: a portfolio of eight searches that take turns",
        "docs/agile.md",
    ),
    named(
        "gbfs",
        "eager(lists=h)",
        "greedy best-first search: expands the oldest of the states with the smallest h",
        "Doran, Michie: Experiments with the Graph Traverser Program, 1966",
    ),
    named(
        "softmin-type",
        "eager(lists=h+softmin:h)",
        "GBFS that alternates between the smallest h and a random type (h, g)",
        KUROIWA_BECK,
    ),
    named(
        "tree-gbfs",
        "eager(lists=tree:h,bandit=greedy)",
        "GBFS as a tree: smallest leaf first",
        PAPER_ITSELF,
    ),
    named(
        "guct",
        "eager(lists=tree:h,bandit=ucb1)",
        "tree search with UCB1 over the leaves' mean h",
        SCHULTE_KELLER,
    ),
    named(
        "guct-star",
        "eager(lists=tree:h,bandit=ucb1-star)",
        "tree search with UCB1 over the leaves' minimum h",
        SCHULTE_KELLER,
    ),
    named(
        "guct-normal",
        "eager(lists=tree:h,bandit=ucb1-normal)",
        "tree search with UCB1-Normal over mean and variance",
        WISSOW_ASAI,
    ),
    named(
        "guct-star-normal",
        "eager(lists=tree:h,bandit=ucb1-star-normal)",
        "tree search with UCB1-Normal over minimum and variance",
        WISSOW_ASAI,
    ),
    named(
        "guct-normal2",
        "eager(lists=tree:h,bandit=ucb1-normal2)",
        "tree search with UCB1-Normal2 over mean and variance",
        WISSOW_ASAI,
    ),
    named(
        "guct-star-normal2",
        "eager(lists=tree:h,bandit=ucb1-star-normal2)",
        "tree search with UCB1-Normal2 over minimum and variance",
        WISSOW_ASAI,
    ),
    named(
        "guct-uniform",
        "eager(lists=tree:h,bandit=ucb1-uniform)",
        "the paper's search: UCB1-Uniform with a range (maximum - minimum) of at least 1; without this floor (floor=0) \
         the paper's results cannot be reproduced",
        PAPER_ITSELF,
    ),
    named(
        "chk-uniform",
        "eager(lists=tree:h,bandit=chk-uniform)",
        "tree search with the index for uniform rewards",
        ChkUniform::DESCRIPTOR.citation,
    ),
    named(
        "guct-plus-normal2",
        "eager(lists=tree:h,bandit=ucb1-plus-normal2)",
        "tree search with UCB1-Normal2 over minima of Gaussians",
        PAPER_ITSELF,
    ),
    named(
        "max-search",
        "eager(lists=tree:h,bandit=max-search)",
        "tree search with the max-k bandit MaxSearch",
        MaxSearch::DESCRIPTOR.citation,
    ),
    named(
        "robust-uct",
        "eager(lists=tree:h,bandit=robust-ucb)",
        "tree search with UCB for heavy-tailed values",
        Robust::DESCRIPTOR.citation,
    ),
    named(
        "threshold-ascent",
        "eager(lists=tree:h,bandit=threshold-ascent)",
        "tree search with the max-k bandit Threshold Ascent",
        ThresholdAscent::DESCRIPTOR.citation,
    ),
    named(
        "guct-pareto",
        "eager(lists=tree:h,bandit=ucb1-pareto)",
        "the index for generalised Pareto values",
        OWN_BANDITS,
    ),
    named(
        "guct-thompson",
        "eager(lists=tree:h,bandit=thompson-uniform)",
        "Thompson sampling of a uniform's ends",
        OWN_BANDITS,
    ),
    named(
        "lama-first",
        "lazy(lists=h+pref:h+lm+pref:lm)",
        "LAMA's first iteration: lists by h and by landmarks, all and preferred",
        "Richter, Westphal: The LAMA Planner, JAIR 39, 2010",
    ),
    named(
        "softmin-type-lama",
        "lazy(lists=h+pref:h+softmin:h+lm+pref:lm+softmin:lm)",
        "LAMA's open lists, and random types (h, g) and (landmarks, g)",
        KUROIWA_BECK,
    ),
    named(
        "nolan",
        "lazy(lists=h+pref:h+lm+pref:lm+w.lm,novelty=lm)",
        "LAMA's open lists, and one by novelty, then landmarks",
        "Correa, Seipp: Alternation-Based Novelty Search, ICAPS 2025",
    ),
    named(
        "novelty-lama",
        "lazy(lists=h+pref:h+softmin:h+lm+pref:lm+softmin:lm+w.lm.h+pref:w.lm.h,width=1)",
        "softmin-type-lama's open lists, and two by novelty, then landmarks, then h",
        "docs/agile.md",
    ),
    named(
        "landmarks",
        "lazy(lists=lm+pref:lm+softmin:lm)",
        "open lists by landmarks only: never computes h, so that states cost little",
        "Büchner, Christen, Eriksson, Keller: Dalai, IPC 2023",
    ),
    named(
        "bfws-f5",
        "bfws(order=w.g)",
        "best-first width search: smallest novelty first, then fewest unsatisfied goals",
        "Lipovetzky, Geffner: Best-First Width Search: Exploration and Exploitation in Classical Planning, AAAI 2017",
    ),
    named(
        "novelty-type",
        "eager(lists=w.lm.h+softmin:h,width=1)",
        "alternates between novelty, then landmarks, then h, and a random type (h, g)",
        "docs/agile.md",
    ),
    named(
        "goal-agenda",
        "agenda(inner=lazy(lists=h+pref:h),effort=1000)",
        "achieves one goal after the other, the closest first, and backtracks",
        "Koehler, Hoffmann: On Reasonable and Forced Goal Orderings, JAIR 12, 2000",
    ),
    named(
        "nebula",
        "eager(lists=tree:w.h+pref:h+tree:w.lm+pref:lm,boost=10,bandit=ucb1-normal2,bilevel=true,collapse=true)",
        "two bandit trees by novelty, and two lists of preferred successors",
        "Asai: Bilevel MCTS for Amortized O(1) Node Selection in Classical Planning, AAAI 2026",
    ),
];

/// The fourteen searches that the paper compares, in the groups of its table.
pub const PAPER: [&[&str]; 3] = [
    &["gbfs", "softmin-type"],
    &[
        "guct",
        "guct-star",
        "guct-normal",
        "guct-star-normal",
        "guct-normal2",
        "guct-star-normal2",
        "guct-uniform",
        "chk-uniform",
        "guct-plus-normal2",
    ],
    &["max-search", "robust-uct", "threshold-ascent"],
];
