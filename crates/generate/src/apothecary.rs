//! Apothecary: recipes built on recipes, with few jars.

use crate::Generator;
use crate::problem::Problem;
use crate::random::Random;

pub(crate) const GENERATOR: Generator = Generator {
    name: "apothecary",
    description: "remedies are brewed from remedies with hardly enough jars (eight-parameter actions); always \
                  solvable",
    size_means: "number of remedies",
    domain: include_str!("../domains/apothecary.pddl"),
    problem,
};

/// Remedies of one level; each level but the lowest builds on the one below.
const LEVEL_WIDTH: usize = 4;

fn problem(size: u32, seed: u64) -> String {
    let random = &mut Random::new(seed);
    let remedies = size as usize;
    let (herbs, kettles) = (3 + remedies / 2, 1 + remedies / 5);
    let levels = remedies.div_ceil(LEVEL_WIDTH);
    // A remedy has at most two remedies in it. One of them can wait in a jar while the other is brewed, so
    // each level needs one jar more than the level below, and the lowest needs three.
    let jars = levels + 2;
    let mut problem = Problem::new("apothecary", size, seed);
    problem.numbered_objects("herb", herbs, "herb");
    problem.numbered_objects("remedy", remedies, "remedy");
    problem.numbered_objects("jar", jars, "jar");
    problem.numbered_objects("kettle", kettles, "kettle");
    for jar in 1..=jars {
        problem.fact(format_args!("empty jar{jar}"));
    }
    for kettle in 1..=kettles {
        problem.fact(format_args!("clean kettle{kettle}"));
    }

    for remedy in 0..remedies {
        let below = remedy / LEVEL_WIDTH * LEVEL_WIDTH;
        // Three different herbs, some replaced by remedies of lower levels.
        let mut ingredients: Vec<String> =
            random.permutation(herbs)[..3].iter().map(|herb| format!("herb{}", herb + 1)).collect();
        if below > 0 {
            ingredients[0] = format!("remedy{}", below - random.below(LEVEL_WIDTH));
            if random.one_in(3) {
                let second = format!("remedy{}", 1 + random.below(below));
                if second != ingredients[0] {
                    ingredients[1] = second;
                }
            }
        }
        random.shuffle(&mut ingredients);
        problem.fact(format_args!("recipe {} remedy{}", ingredients.join(" "), remedy + 1));
        problem.fact(format_args!("suits kettle{} remedy{}", 1 + random.below(kettles), remedy + 1));
        if remedy + 1 == remedies || random.one_in(3) {
            problem.goal(format_args!("sold remedy{}", remedy + 1));
        }
    }
    problem.text()
}
