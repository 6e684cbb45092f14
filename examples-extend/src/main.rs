//! The command line of Extremal with parts of our own, for tables in which these stand beside the paper's.

use std::process::ExitCode;

use examples_extend::bandit::SecondOpinion;
use examples_extend::heuristic::GoalDistance;
use extremal::DeadEnds;
use extremal::grammar::{Kind, Parameter};
use extremal::searches::tree::Direct;
use extremal::searches::{TreeOptions, TreeSearch};
use extremal_lab::{Components, OwnHeuristic, OwnSearch};

const C: Parameter = Parameter {
    name: "c",
    kind: Kind::Number { min: 0.0, max: 1e6 },
    default: "1",
    about: "exploration rate",
};

const SECOND_OPINION: OwnSearch = OwnSearch {
    name: "second-opinion",
    summary: "tree search that trusts a subtree only if its second best leaf is good too",
    parameters: &[C],
    build: |arguments, options| {
        let index = Direct(SecondOpinion { c: arguments.number("c") });
        Box::new(TreeSearch { index, tree: TreeOptions::default(), options })
    },
};

const GOAL_DISTANCE: OwnHeuristic = OwnHeuristic {
    name: "goal-distance",
    summary: "sum of the distances of all goals, each alone",
    dead_ends: DeadEnds::Proven,
    preferred_operators: false,
    build: |task| Box::new(GoalDistance::new(task)),
};

fn main() -> ExitCode {
    extremal_cli::main(&Components { searches: vec![SECOND_OPINION], heuristics: vec![GOAL_DISTANCE] })
}
