//! Beekeeper: transport with one cart, and flowerings that are used up.

use crate::Generator;
use crate::graph::connected_graph;
use crate::problem::Problem;
use crate::random::Random;

pub(crate) const GENERATOR: Generator = Generator {
    name: "beekeeper",
    description: "hives are carted to flowering meadows, each flowering feeds one hive; always solvable",
    size_means: "number of meadows besides the first; there is a hive for every two of them",
    domain: include_str!("../domains/beekeeper.pddl"),
    problem,
};

fn problem(size: u32, seed: u64) -> String {
    let random = &mut Random::new(seed);
    let n = size as usize;
    let (meadows, hives, flowers) = (n + 1, n.div_ceil(2), 1 + n / 4);
    let mut problem = Problem::new("beekeeper", size, seed);
    problem.numbered_objects("meadow", meadows, "meadow");
    problem.numbered_objects("hive", hives, "hive");
    problem.numbered_objects("flower", flowers, "flower");

    for (a, b) in connected_graph(random, meadows, n / 3) {
        problem.fact(format_args!("track meadow{} meadow{}", a + 1, b + 1));
        problem.fact(format_args!("track meadow{} meadow{}", b + 1, a + 1));
    }
    problem.fact(format_args!("cart-at meadow{}", random.below(meadows) + 1));
    problem.fact("cart-empty");

    let mut demand = vec![0; flowers];
    for hive in 1..=hives {
        problem.fact(format_args!("stands hive{hive} meadow{}", random.below(meadows) + 1));
        problem.goal(format_args!("stands hive{hive} meadow{}", random.below(meadows) + 1));
        let first = random.below(flowers);
        for kind in 0..=random.below(flowers.min(3)) {
            let flower = (first + kind) % flowers;
            demand[flower] += 1;
            problem.goal(format_args!("honey hive{hive} flower{}", flower + 1));
        }
    }
    // As many flowerings as orders, each in another meadow: none may be wasted.
    for (flower, &orders) in demand.iter().enumerate() {
        for meadow in &random.permutation(meadows)[..orders] {
            problem.fact(format_args!("flowering meadow{} flower{}", meadow + 1, flower + 1));
        }
    }
    problem.text()
}
