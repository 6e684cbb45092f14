//! The command line of Extremal with parts of our own: all commands know them beside the planner's.

use std::process::ExitCode;

use examples_extend::bandit::SecondOpinion;
use examples_extend::heuristic::GoalDistance;
use examples_extend::path_heuristic::GoalsHeld;
use examples_extend::search::BreadthFirst;
use extremal::DeadEnds;
use extremal::grammar::{Kind, Parameter};
use extremal::searches::tree::Direct;
use extremal::searches::{BanditPart, NamedSearch};
use extremal_lab::{Components, OwnHeuristic, OwnSearch};

const GOAL_DISTANCE: OwnHeuristic = OwnHeuristic {
    name: "goal-distance",
    summary: "sum of the distances of all goals, each alone",
    parameters: &[Parameter {
        name: "factor",
        kind: Kind::Whole { min: 1, max: 1000 },
        default: "1",
        about: "what a step counts",
    }],
    dead_ends: DeadEnds::Proven,
    preferred_operators: false,
    build: |arguments, task| Box::new(GoalDistance::new(task, arguments.whole("factor") as u32)),
};

const GOALS_HELD: OwnHeuristic = OwnHeuristic {
    name: "goals-held",
    summary: "goals that do not hold, and those that held on the way and were given up, which count twice",
    parameters: &[],
    dead_ends: DeadEnds::Proven,
    preferred_operators: false,
    build: |_, task| Box::new(GoalsHeld::new(task)),
};

const BREADTH_FIRST: OwnSearch = OwnSearch {
    name: "breadth-first",
    summary: "states in the order in which they were found",
    parameters: &[],
    build: |_, _| Box::new(BreadthFirst),
};

const SECOND_OPINION: NamedSearch = NamedSearch {
    name: "second-opinion",
    text: "eager(lists=tree:h,bandit=second-opinion)",
    summary: "tree search that trusts a subtree only if its second best leaf is good too",
    source: "",
};

fn main() -> ExitCode {
    extremal_cli::main(&Components {
        bandits: vec![BanditPart::of::<Direct<SecondOpinion>, SecondOpinion>()],
        names: vec![SECOND_OPINION],
        searches: vec![BREADTH_FIRST],
        heuristics: vec![GOAL_DISTANCE, GOALS_HELD],
    })
}
