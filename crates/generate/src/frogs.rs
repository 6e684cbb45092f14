//! Frogs: two parties pass each other on stepping stones.

use crate::Generator;
use crate::problem::Problem;
use crate::random::Random;

pub(crate) const GENERATOR: Generator = Generator {
    name: "frogs",
    description: "frogs and toads pass each other on stones (negative preconditions and goals, dead ends); \
                  always solvable",
    size_means: "number of animals in the middle column but one; from size 5 on there are rows, too",
    domain: include_str!("../domains/frogs.pddl"),
    problem,
};

#[derive(Clone, Copy, PartialEq, Eq)]
enum Holds {
    Frog,
    Toad,
    Nothing,
}

/// A pond of stones in rows and columns, where frogs move right and down and toads left and up.
///
/// It is the puzzle of one line played in two dimensions, and so is a plan: let the animals of the middle
/// column pass each other, in which every stone of the column becomes bare at some time, and whenever a row
/// has a bare stone in its middle for the first time, let the animals of the row pass each other.
fn problem(size: u32, seed: u64) -> String {
    let random = &mut Random::new(seed);
    let animals = size as usize + 1;
    let (rows, middle) = (animals + 1, ((animals - 2) / 4).isqrt());
    let columns = 2 * middle + 1;
    let frogs = 1 + random.below(animals - 1);
    let toads = animals - frogs;

    let mut problem = Problem::new("frogs", size, seed);
    let stone = |(row, column): (usize, usize)| format!("stone{}-{}", row + 1, column + 1);
    let cells = || (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
    problem.objects(cells().map(stone), "");
    for (row, column) in cells() {
        for (down, right) in [(1, 0), (0, 1)] {
            let ahead = |steps: usize| (row + steps * down, column + steps * right);
            let exists = |(row, column): (usize, usize)| row < rows && column < columns;
            let [here, next, second] = [0, 1, 2].map(|steps| stone(ahead(steps)));
            if exists(ahead(1)) {
                problem.fact(format_args!("step {here} {next}"));
            }
            if exists(ahead(2)) {
                problem.fact(format_args!("leap {here} {next} {second}"));
            }
        }
    }
    for cell in cells() {
        match holds(cell, middle, frogs, Holds::Frog, Holds::Toad) {
            Holds::Frog => problem.fact(format_args!("frog-on {}", stone(cell))),
            Holds::Toad => problem.fact(format_args!("toad-on {}", stone(cell))),
            Holds::Nothing => {}
        }
        match holds(cell, middle, toads, Holds::Toad, Holds::Frog) {
            Holds::Frog => problem.goal(format_args!("frog-on {}", stone(cell))),
            Holds::Toad => problem.goal(format_args!("toad-on {}", stone(cell))),
            Holds::Nothing => {
                problem.goal(format_args!("not (frog-on {})", stone(cell)));
                problem.goal(format_args!("not (toad-on {})", stone(cell)));
            }
        }
    }
    problem.text()
}

/// What is on a stone if one party is on the left and above the bare stone in the middle column, and the
/// other on the right and below.
fn holds(
    (row, column): (usize, usize),
    middle: usize,
    bare_row: usize,
    before: Holds,
    after: Holds,
) -> Holds {
    match column.cmp(&middle).then(row.cmp(&bare_row)) {
        std::cmp::Ordering::Less => before,
        std::cmp::Ordering::Equal => Holds::Nothing,
        std::cmp::Ordering::Greater => after,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_one_stone_is_bare() {
        let row = |row| [0, 1, 2].map(|column| holds((row, column), 1, 1, Holds::Frog, Holds::Toad));
        assert!(row(0) == [Holds::Frog, Holds::Frog, Holds::Toad]);
        assert!(row(1) == [Holds::Frog, Holds::Nothing, Holds::Toad]);
        assert!(row(2) == [Holds::Frog, Holds::Toad, Holds::Toad]);
    }
}
