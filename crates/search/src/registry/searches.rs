//! The list of all searches.

use extremal_bandits::{
    ChkUniform, Configurable, Greedy, MaxSearch, Minimum, MonteCarlo, MonteCarloMinimum, Normal, Normal2,
    PlusNormal2, Robust, ThresholdAscent, Ucb1, Uniform,
};

use extremal_grammar::{Kind, Parameter};

use super::{Parts, SearchDescriptor};
use crate::best_first::BestFirst;
use crate::composed::TreeList;
use crate::open::{Alternation, FifoBuckets, SoftminType};
use crate::tree::{Direct, Index, Linear, Samples, TreeSearch};

const TAU: Parameter = Parameter {
    name: "tau",
    kind: Kind::Number { min: 1e-6, max: 1e6 },
    default: "1",
    about: "temperature: the larger, the less a good heuristic value counts",
};

/// Heuristic values are whole numbers, so a spread of 1 is the smallest there is below two different ones.
/// Under 10,000 evaluations with ff on the suite paper24 (one seed), guct-uniform solves 565 tasks with this
/// floor, 563 with 0.5 and 548 with the bandit's own default (with `samples=leaves`).
const UNIFORM_PARAMETERS: &[Parameter] =
    &[Parameter { default: "1", ..Uniform::DESCRIPTOR.parameters[0] }, Uniform::DESCRIPTOR.parameters[1]];

/// Of the readings that were tried these come closest to the paper's figures (docs/reproduction.md).
const MAX_SEARCH_PARAMETERS: &[Parameter] =
    &[Parameter { default: "2", ..MaxSearch::DESCRIPTOR.parameters[0] }];
const THRESHOLD_PARAMETERS: &[Parameter] = &[
    Parameter { default: "20", ..ThresholdAscent::DESCRIPTOR.parameters[0] },
    ThresholdAscent::DESCRIPTOR.parameters[1],
];

/// The turns that a new best heuristic value gives to preferred successors.
const BOOST: i64 = 1000;

/// The members of `extremal` and the evaluations of their first turns.
const EXTREMAL: &[(&str, u64)] = &[("softmin-type-lama", 2000), ("guct-uniform(preferred=true)", 1000)];

/// All searches, in the order in which they are listed.
pub static SEARCHES: &[SearchDescriptor] = &[
    SearchDescriptor {
        name: "extremal",
        summary: "searches that complement each other, taking turns: the default",
        bandit: None,
        parameters: &[],
        citation: "docs/agile.md",
        parts: Parts::Portfolio(EXTREMAL),
    },
    SearchDescriptor {
        name: "gbfs",
        summary: "greedy best-first search: smallest heuristic value first, then first come first served",
        bandit: None,
        parameters: &[],
        citation: "Doran and Michie: Experiments with the Graph Traverser Program, 1966",
        parts: Parts::List(|_, options| {
            Box::new(BestFirst {
                open_list: |preferred| {
                    let list = Alternation::new(BOOST).with(FifoBuckets::default());
                    if preferred { list.with_preferred(FifoBuckets::default()) } else { list }
                },
                options,
            })
        }),
    },
    SearchDescriptor {
        name: "softmin-type",
        summary: "greedy best-first search that takes turns with random types (h, g), better ones being likelier",
        bandit: None,
        parameters: &[TAU],
        citation: "Kuroiwa and Beck: Biased Exploration for Satisficing Heuristic Search, ICAPS 2022",
        parts: Parts::List(|arguments, options| {
            let tau = arguments.number("tau");
            Box::new(BestFirst {
                open_list: move |preferred| {
                    let list = Alternation::new(BOOST).with(FifoBuckets::default());
                    let list = if preferred { list.with_preferred(FifoBuckets::default()) } else { list };
                    list.with(SoftminType::new(tau))
                },
                options,
            })
        }),
    },
    SearchDescriptor {
        // Over all evaluated states the smallest value would be that of a state expanded long ago.
        parts: tree_parts::<Linear<Greedy>, Greedy>(Samples::Leaves),
        ..tree::<Linear<Greedy>, Greedy>(
            "tree-gbfs",
            "tree search that always expands a leaf of smallest value",
        )
    },
    tree::<Linear<Ucb1<MonteCarlo>>, Ucb1<MonteCarlo>>("guct", "tree search with UCB1 over mean values"),
    tree::<Linear<Ucb1<Minimum>>, Ucb1<Minimum>>("guct-star", "tree search with UCB1 over smallest values"),
    tree::<Direct<Normal<MonteCarlo>>, Normal<MonteCarlo>>(
        "guct-normal",
        "tree search with UCB1-Normal over means and variances",
    ),
    tree::<Direct<Normal<MonteCarloMinimum>>, Normal<MonteCarloMinimum>>(
        "guct-star-normal",
        "tree search with UCB1-Normal over smallest values and variances",
    ),
    tree::<Linear<Normal2<MonteCarlo>>, Normal2<MonteCarlo>>(
        "guct-normal2",
        "tree search with UCB1-Normal2 over means and variances",
    ),
    tree::<Linear<Normal2<MonteCarloMinimum>>, Normal2<MonteCarloMinimum>>(
        "guct-star-normal2",
        "tree search with UCB1-Normal2 over smallest values and variances",
    ),
    SearchDescriptor {
        parameters: UNIFORM_PARAMETERS,
        ..tree::<Linear<Uniform>, Uniform>(
            "guct-uniform",
            "tree search with UCB1-Uniform over smallest and largest values: the paper's own",
        )
    },
    tree::<Direct<ChkUniform>, ChkUniform>(
        "chk-uniform",
        "tree search with the index of Cowan and Katehakis for uniform rewards",
    ),
    tree::<Linear<PlusNormal2>, PlusNormal2>(
        "guct-plus-normal2",
        "tree search with UCB1-Normal2 over the minimum of Gaussians",
    ),
    SearchDescriptor {
        parameters: MAX_SEARCH_PARAMETERS,
        ..tree::<Direct<MaxSearch>, MaxSearch>("max-search", "tree search with the max-k bandit MaxSearch")
    },
    tree::<Direct<Robust>, Robust>("robust-uct", "tree search with UCB for heavy-tailed values"),
    SearchDescriptor {
        parameters: THRESHOLD_PARAMETERS,
        ..tree::<Direct<ThresholdAscent>, ThresholdAscent>(
            "threshold-ascent",
            "tree search with the max-k bandit Threshold Ascent",
        )
    },
    composed(
        "eager",
        "open lists of your choice that take turns; states are evaluated when they are generated",
        "",
        false,
        "lists=h",
    ),
    composed(
        "lazy",
        "open lists of your choice that take turns; states are evaluated when they are expanded",
        "",
        true,
        "lists=h",
    ),
    composed(
        "lama-first",
        "the first iteration of LAMA: the heuristic and landmarks, each also with preferred successors only",
        "Richter and Westphal: The LAMA Planner, JAIR 39, 2010",
        true,
        "lists=h+pref:h+lm+pref:lm,boost=1000",
    ),
    composed(
        "softmin-type-lama",
        "LAMA's lists and random types (h, g) and (landmarks, g)",
        "Kuroiwa and Beck: Biased Exploration for Satisficing Heuristic Search, ICAPS 2022",
        true,
        "lists=h+pref:h+softmin:h+lm+pref:lm+softmin:lm,boost=1000",
    ),
    composed(
        "nolan",
        "LAMA's lists and one ordered by novelty, then landmarks",
        "Correa and Seipp: Alternation-Based Novelty Search, ICAPS 2025",
        true,
        "lists=h+pref:h+lm+pref:lm+w.lm,boost=1000,novelty=lm",
    ),
    composed(
        "nebula",
        "two bandit trees, over the heuristic and over landmarks, with novelty first, and lists of preferred successors",
        "Asai: Bilevel MCTS for Amortized O(1) Node Selection in Classical Planning, AAAI 2026",
        false,
        "lists=tree:w.h+pref:h+tree:w.lm+pref:lm,boost=10,bandit=guct-normal2",
    ),
];

const fn composed(
    name: &'static str,
    summary: &'static str,
    citation: &'static str,
    lazy: bool,
    arguments: &'static str,
) -> SearchDescriptor {
    let parts = Parts::Composed { lazy, arguments };
    SearchDescriptor { name, summary, bandit: None, parameters: &[], citation, parts }
}

/// The description of a tree search with one bandit.
const fn tree<I, B>(name: &'static str, summary: &'static str) -> SearchDescriptor
where
    B: Configurable + Into<I> + 'static,
    I: Index + Clone + 'static,
{
    SearchDescriptor {
        name,
        summary,
        bandit: Some(B::DESCRIPTOR.name),
        parameters: B::DESCRIPTOR.parameters,
        citation: B::DESCRIPTOR.citation,
        parts: tree_parts::<I, B>(Samples::All),
    }
}

const fn tree_parts<I, B>(samples: Samples) -> Parts
where
    B: Configurable + Into<I> + 'static,
    I: Index + Clone + 'static,
{
    Parts::Tree(
        |arguments, options| Box::new(TreeSearch::<I> { index: B::configured(arguments).into(), options }),
        |arguments, options, key, uses_novelty| {
            Box::new(TreeList::<I>::new(B::configured(arguments).into(), options, key, uses_novelty))
        },
        samples,
    )
}

impl<B> From<B> for Linear<B> {
    fn from(bandit: B) -> Self {
        Linear(bandit)
    }
}

impl<B> From<B> for Direct<B> {
    fn from(bandit: B) -> Self {
        Direct(bandit)
    }
}
