//! Alpine: deliveries with action costs.

use crate::Generator;
use crate::graph::connected_graph;
use crate::problem::Problem;
use crate::random::Random;

pub(crate) const GENERATOR: Generator = Generator {
    name: "alpine",
    description: "mules bring supplies to mountain huts, cheaply (action costs); always solvable",
    size_means: "number of supplies, and of huts above the valley",
    domain: include_str!("../domains/alpine.pddl"),
    problem,
};

fn problem(size: u32, seed: u64) -> String {
    let random = &mut Random::new(seed);
    let supplies = size as usize;
    let (huts, mules, capacity) = (supplies + 1, 1 + supplies / 6, 2 + supplies / 10);
    let mut problem = Problem::new("alpine", size, seed);
    problem.numbered_objects("hut", huts, "hut");
    problem.numbered_objects("mule", mules, "mule");
    problem.numbered_objects("supply", supplies, "supply");
    problem.objects((0..=capacity).map(|n| format!("room{n}")), "room");
    problem.fact("= (total-cost) 0");
    problem.fact(format_args!("= (fare) {}", 5 + random.below(10)));

    for (low, high) in connected_graph(random, huts, supplies / 2) {
        // Going down is cheaper than going up.
        let climb = 4 + random.below(20);
        path(&mut problem, low, high, climb);
        path(&mut problem, high, low, climb.div_ceil(3));
    }
    for (low, high) in connected_graph(random, huts, 0) {
        if random.one_in(4) {
            problem.fact(format_args!("cable-car hut{} hut{}", low + 1, high + 1));
            problem.fact(format_args!("cable-car hut{} hut{}", high + 1, low + 1));
        }
    }
    for mule in 1..=mules {
        problem.fact(format_args!("mule-at mule{mule} hut{}", 1 + random.below(huts)));
        problem.fact(format_args!("space mule{mule} room{capacity}"));
    }
    for room in 1..=capacity {
        problem.fact(format_args!("one-less room{room} room{}", room - 1));
    }
    for supply in 1..=supplies {
        // Half of the supplies wait in the valley, the rest in whatever hut has a surplus.
        let from = if random.one_in(2) { 0 } else { random.below(huts) };
        let to = (from + 1 + random.below(supplies)) % huts;
        problem.fact(format_args!("supply-at supply{supply} hut{}", from + 1));
        problem.fact(format_args!("needs hut{} supply{supply}", to + 1));
        problem.goal(format_args!("stocked hut{} supply{supply}", to + 1));
    }
    problem.minimize_total_cost();
    problem.text()
}

fn path(problem: &mut Problem, from: usize, to: usize, climb: usize) {
    problem.fact(format_args!("path hut{} hut{}", from + 1, to + 1));
    problem.fact(format_args!("= (climb hut{} hut{}) {climb}", from + 1, to + 1));
}
