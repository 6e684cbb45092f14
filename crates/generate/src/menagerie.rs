//! Menagerie: animals of many types are brought to quarters of their kind.

use crate::Generator;
use crate::graph::connected_graph;
use crate::problem::Problem;
use crate::random::Random;

pub(crate) const GENERATOR: Generator = Generator {
    name: "menagerie",
    description: "animals are led, crated or swim to quarters of their kind (type hierarchy, either); always \
                  solvable",
    size_means: "number of animals",
    domain: include_str!("../domains/menagerie.pddl"),
    problem,
};

/// Types of animals, and quarters that a keeper can bring each of them to.
const KINDS: [(&str, &str, &str); 11] = [
    ("lion", "lion", "cage"),
    ("lynx", "lynx", "cage"),
    ("white-lynx", "mountain-lynx", "cage"),
    ("bear", "bear", "cage"),
    ("otter", "otter", "cage"),
    ("platypus", "platypus", "cage"),
    ("owl", "owl", "aviary"),
    ("penguin", "penguin", "aviary"),
    ("snake", "snake", "cage"),
    ("turtle", "turtle", "basin"),
    ("stranger", "(either owl snake)", "aviary"),
];

fn problem(size: u32, seed: u64) -> String {
    let random = &mut Random::new(seed);
    let animals = size as usize;
    let (yards, keepers) = (1 + animals.div_ceil(3), 2 + animals / 6);
    let mut problem = Problem::new("menagerie", size, seed);
    let yard = |number: usize| if number == 0 { "gatehouse".to_string() } else { format!("yard{number}") };
    problem.numbered_objects("yard", yards - 1, "yard");
    problem.numbered_objects("keeper", keepers, "keeper");

    for (a, b) in connected_graph(random, yards, animals / 4) {
        both_ways(&mut problem, "way", &yard(a), &yard(b));
    }
    for keeper in 1..=keepers {
        problem.fact(format_args!("at keeper{keeper} gatehouse"));
        problem.goal(format_args!("at keeper{keeper} gatehouse"));
    }
    // Each animal gets quarters that suit it, and no others exist: an owl in a cage leaves a lion outside.
    for number in 1..=animals {
        let (animal, animal_type, quarters_type) = KINDS[random.below(KINDS.len())];
        let (animal, quarters) = (format!("{animal}{number}"), format!("{quarters_type}{number}"));
        problem.objects([animal.clone()], animal_type);
        problem.objects([quarters.clone()], quarters_type);
        problem.fact(format_args!("at {animal} {}", yard(1 + random.below(yards - 1))));
        problem.goal(format_args!("housed {animal}"));
        both_ways(&mut problem, "way", &quarters, &yard(random.below(yards)));
        if quarters_type == "basin" {
            both_ways(&mut problem, "channel", &quarters, &yard(random.below(yards)));
        }
    }
    problem.text()
}

fn both_ways(problem: &mut Problem, kind: &str, here: &str, there: &str) {
    problem.fact(format_args!("{kind} {here} {there}"));
    problem.fact(format_args!("{kind} {there} {here}"));
}
