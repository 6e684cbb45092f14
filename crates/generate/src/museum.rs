//! Museum: a sliding puzzle.

use crate::Generator;
use crate::graph::grid;
use crate::problem::Problem;
use crate::random::Random;

pub(crate) const GENERATOR: Generator = Generator {
    name: "museum",
    description: "exhibits are pushed to the one free plinth until all stand in order; always solvable",
    size_means: "number of exhibits, on a near-square grid with one plinth more",
    domain: include_str!("../domains/museum.pddl"),
    problem,
};

fn problem(size: u32, seed: u64) -> String {
    let random = &mut Random::new(seed);
    let exhibits = size as usize;
    let plinths = exhibits + 1;
    let edges = grid(plinths);
    let mut beside = vec![Vec::new(); plinths];
    for &(a, b) in &edges {
        beside[a].push(b);
        beside[b].push(a);
    }

    // Pushing backwards from the goal, in which exhibit i stands on plinth i and the last plinth is free.
    let mut shown: Vec<usize> = (0..plinths).collect();
    let mut free = exhibits;
    let mut before = free;
    // An odd number of pushes never leads back to where it began.
    for _ in 0..=plinths * 100 {
        let around = &beside[free];
        let mut choice = random.below(around.len());
        // Taking back the last push would waste a step, unless there is nothing else to do.
        if around[choice] == before {
            choice = (choice + 1) % around.len();
        }
        shown.swap(free, around[choice]);
        (before, free) = (free, around[choice]);
    }

    let mut problem = Problem::new("museum", size, seed);
    problem.numbered_objects("plinth", plinths, "plinth");
    problem.numbered_objects("exhibit", exhibits, "exhibit");
    for (a, b) in edges {
        problem.fact(format_args!("beside plinth{} plinth{}", a + 1, b + 1));
        problem.fact(format_args!("beside plinth{} plinth{}", b + 1, a + 1));
    }
    problem.fact(format_args!("free plinth{}", free + 1));
    for (plinth, &exhibit) in shown.iter().enumerate() {
        if plinth != free {
            problem.fact(format_args!("shown exhibit{} plinth{}", exhibit + 1, plinth + 1));
        }
    }
    for exhibit in 1..=exhibits {
        problem.goal(format_args!("shown exhibit{exhibit} plinth{exhibit}"));
    }
    problem.text()
}
