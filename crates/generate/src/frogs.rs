//! Frogs: two parties pass each other on stepping stones.

use crate::Generator;
use crate::problem::Problem;
use crate::random::Random;

pub(crate) const GENERATOR: Generator = Generator {
    name: "frogs",
    description: "frogs and toads pass each other on stones (negative preconditions and goals, dead ends); \
                  always solvable",
    size_means: "number of animals but one; the seed decides how many of them are frogs",
    domain: include_str!("../../../examples/frogs/domain.pddl"),
    problem,
};

fn problem(size: u32, seed: u64) -> String {
    let random = &mut Random::new(seed);
    let animals = size as usize + 1;
    let frogs = 1 + random.below(animals - 1);
    let toads = animals - frogs;
    let stones = animals + 1;
    let mut problem = Problem::new("frogs", size, seed);
    problem.numbered_objects("stone", stones, "");
    for stone in 1..stones {
        problem.fact(format_args!("step stone{stone} stone{}", stone + 1));
    }
    for stone in 1..stones - 1 {
        problem.fact(format_args!("leap stone{stone} stone{} stone{}", stone + 1, stone + 2));
    }
    for stone in 1..=stones {
        if stone <= frogs {
            problem.fact(format_args!("frog-on stone{stone}"));
        } else if stone > frogs + 1 {
            problem.fact(format_args!("toad-on stone{stone}"));
        }
        if stone <= toads {
            problem.goal(format_args!("toad-on stone{stone}"));
        } else if stone > toads + 1 {
            problem.goal(format_args!("frog-on stone{stone}"));
        } else {
            problem.goal(format_args!("not (frog-on stone{stone})"));
            problem.goal(format_args!("not (toad-on stone{stone})"));
        }
    }
    problem.text()
}
