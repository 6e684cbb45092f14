//! Desert: a crossing that needs depots.

use crate::Generator;
use crate::problem::Problem;
use crate::random::Random;

pub(crate) const GENERATOR: Generator = Generator {
    name: "desert",
    description: "a camel buries water on the way to get across (huge plateaus, plans exponential in the size); \
                  always solvable",
    size_means: "number of stages to cross; the camel carries water for four",
    domain: include_str!("../domains/desert.pddl"),
    problem,
};

/// With depots of two skins at all stages before it, a stage can be stocked: walk out taking a skin at each
/// depot, bury two, and walk back the same way. By induction every stage can be, so a plan always exists.
const CAPACITY: usize = 4;

fn problem(size: u32, seed: u64) -> String {
    let random = &mut Random::new(seed);
    let stages = size as usize;
    let mut problem = Problem::new("desert", size, seed);
    problem.objects((0..=stages).map(|s| format!("stage{s}")), "stage");
    problem.objects((0..=CAPACITY).map(|n| format!("skins{n}")), "amount");

    problem.fact("camel-at stage0");
    problem.fact("well stage0");
    problem.fact(format_args!("load skins{CAPACITY}"));
    problem.fact(format_args!("full skins{CAPACITY}"));
    for n in 0..CAPACITY {
        problem.fact(format_args!("one-more skins{n} skins{}", n + 1));
    }
    for stage in 1..=stages {
        problem.fact(format_args!("next stage{} stage{stage}", stage - 1));
        problem.fact(format_args!("next stage{stage} stage{}", stage - 1));
        problem.fact(format_args!("buried stage{stage} skins0"));
    }
    let letters = 1 + stages / 4;
    for stage in &random.permutation(stages)[..letters] {
        problem.fact(format_args!("letter-for stage{}", stage + 1));
        problem.goal(format_args!("delivered stage{}", stage + 1));
    }
    problem.goal(format_args!("camel-at stage{stages}"));
    problem.text()
}
