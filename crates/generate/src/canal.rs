//! Canal: sluice gates whose levers may drown.

use crate::Generator;
use crate::problem::Problem;
use crate::random::Random;

pub(crate) const GENERATOR: Generator = Generator {
    name: "canal",
    description: "plots are flooded through sluice gates in an order that keeps the levers dry (axioms); \
                  always solvable",
    size_means: "number of plots to be sown, watered and reaped",
    domain: include_str!("../domains/canal.pddl"),
    problem,
};

/// A plan exists: sow everything, open the gates in the order in which the fields are numbered here, let
/// everything soak, close them in reverse order and reap. The lever of a gate stands on the ridge or on a
/// field with a later gate, and every field has its own path to the ridge, which is never flooded.
fn problem(size: u32, seed: u64) -> String {
    let random = &mut Random::new(seed);
    let fields = size as usize;
    let ridge = 1 + fields / 5;
    // The numbers in the names must not betray the order.
    let names: Vec<String> =
        random.permutation(fields).into_iter().map(|label| format!("field{}", label + 1)).collect();
    let gates = random.permutation(fields);

    let mut problem = Problem::new("canal", size, seed);
    problem.objects(["pond".to_string()], "plot");
    problem.numbered_objects("field", fields, "plot");
    problem.numbered_objects("ridge", ridge, "plot");
    problem.numbered_objects("gate", fields, "gate");
    problem.fact("spring pond");
    problem.fact(format_args!("gardener-at ridge{}", 1 + random.below(ridge)));

    for left in 1..ridge {
        both_ways(&mut problem, &format!("ridge{left}"), &format!("ridge{}", left + 1));
    }
    for (field, name) in names.iter().enumerate() {
        let gate = gates[field] + 1;
        let upper = match random.below(field.min(5) + 1) {
            0 => "pond",
            back => &names[field - back],
        };
        problem.fact(format_args!("gate-between gate{gate} {upper} {name}"));
        let later = fields - field - 1;
        let lever = match random.below(later + 1) {
            0 => format!("ridge{}", 1 + random.below(ridge)),
            ahead => names[field + ahead].clone(),
        };
        problem.fact(format_args!("lever-at gate{gate} {lever}"));
        both_ways(&mut problem, name, &format!("ridge{}", 1 + random.below(ridge)));
        problem.goal(format_args!("reaped {name}"));
    }
    problem.text()
}

fn both_ways(problem: &mut Problem, here: &str, there: &str) {
    problem.fact(format_args!("path {here} {there}"));
    problem.fact(format_args!("path {there} {here}"));
}
