//! Parquet: a robot on tiles that are turned in rows and columns.

use crate::Generator;
use crate::problem::Problem;
use crate::random::Random;

pub(crate) const GENERATOR: Generator = Generator {
    name: "parquet",
    description: "rows and columns of tiles are turned until a robot finds its way (negative preconditions about a \
                  variable with many values); always solvable",
    size_means: "number of tiles; rows and columns are completed, and there are two of each at least",
    domain: include_str!("../domains/parquet.pddl"),
    problem,
};

/// Names and steps `(rows, columns)` of the directions; `OPPOSITE` lists them the other way round.
const DIRECTIONS: [(&str, isize, isize); 4] =
    [("north", -1, 0), ("east", 0, 1), ("south", 1, 0), ("west", 0, -1)];
const OPPOSITE: [usize; 4] = [2, 3, 0, 1];
const WEST: usize = 3;

/// The goal is where a random walk begins, and the initial state is where it ends. Every step of it can be undone,
/// so there is a plan.
fn problem(size: u32, seed: u64) -> String {
    let random = &mut Random::new(seed);
    let mut floor = Floor::new(random, size as usize);
    let (exit, last, wanted) = (floor.robot, floor.tiles.len(), floor.tiles.clone());
    floor.walk(random, exit);

    let mut problem = Problem::new("parquet", size, seed);
    problem.numbered_objects("tile", last, "tile");
    problem.objects((0..last).map(|place| floor.name(place)), "place");
    problem.fact("still");
    for (direction, (name, ..)) in DIRECTIONS.iter().enumerate() {
        problem.fact(format_args!("opposite {name} {}", DIRECTIONS[OPPOSITE[direction]].0));
    }
    for place in 0..last {
        let tile = floor.tiles[place];
        problem.fact(format_args!("lies tile{} {}", tile + 1, floor.name(place)));
        for (direction, (name, ..)) in DIRECTIONS.iter().enumerate() {
            let (next, wraps) = floor.next(place, direction);
            problem.fact(format_args!("turns {} {} {name}", floor.name(place), floor.name(next)));
            if !wraps {
                problem.fact(format_args!("beside {} {} {name}", floor.name(place), floor.name(next)));
            }
        }
    }
    for (tile, doors) in floor.doors.iter().enumerate() {
        for ((name, ..), _) in DIRECTIONS.iter().zip(doors).filter(|(_, has_door)| **has_door) {
            problem.fact(format_args!("door tile{} {name}", tile + 1));
        }
    }
    problem.fact(format_args!("robot-on tile{}", floor.robot + 1));
    problem.goal(format_args!("robot-on tile{}", exit + 1));
    problem.goal(format_args!("lies tile{} {}", exit + 1, floor.name(last - 1)));
    for (place, tile) in wanted.iter().enumerate().take(last / 8) {
        problem.goal(format_args!("lies tile{} {}", tile + 1, floor.name(place)));
    }
    problem.text()
}

struct Floor {
    rows: usize,
    columns: usize,
    /// The tile at each place, row by row.
    tiles: Vec<usize>,
    /// For each tile whether it has a door in each direction.
    doors: Vec<[bool; 4]>,
    /// The tile on which the robot stands.
    robot: usize,
}

impl Floor {
    /// The robot stands in the last corner, and can leave it to the west.
    fn new(random: &mut Random, size: usize) -> Self {
        let columns = (2..).find(|n| n * n >= size).unwrap_or(2);
        let rows = size.div_ceil(columns).max(2);
        let tiles = random.permutation(rows * columns);
        let mut doors: Vec<[bool; 4]> = (0..tiles.len()).map(|_| [0; 4].map(|_| !random.one_in(3))).collect();
        let robot = tiles[tiles.len() - 1];
        doors[robot][WEST] = true;
        doors[tiles[tiles.len() - 2]][OPPOSITE[WEST]] = true;
        Floor { rows, columns, tiles, doors, robot }
    }

    fn name(&self, place: usize) -> String {
        format!("p{}-{}", place / self.columns + 1, place % self.columns + 1)
    }

    /// The next place in a direction, and whether it is at the other end of the line.
    fn next(&self, place: usize, direction: usize) -> (usize, bool) {
        let (_, down, right) = DIRECTIONS[direction];
        let (row, column) = (place / self.columns, place % self.columns);
        let next_row = (row + self.rows).wrapping_add_signed(down) % self.rows;
        let next_column = (column + self.columns).wrapping_add_signed(right) % self.columns;
        let wraps = row.checked_add_signed(down) != Some(next_row)
            || column.checked_add_signed(right) != Some(next_column);
        (next_row * self.columns + next_column, wraps)
    }

    /// Three steps or turns for each tile, in random order and after a step to the west; then some more until
    /// neither the robot is on the tile `exit` nor that tile in the last corner.
    fn walk(&mut self, random: &mut Random, exit: usize) {
        self.step(WEST);
        let length = 3 * self.tiles.len();
        for done in 0..length + 100 {
            if done >= length && self.robot != exit && self.tiles.last() != Some(&exit) {
                return;
            }
            if random.one_in(2) {
                self.step(random.below(4));
            } else {
                let (place, direction) = (random.below(self.tiles.len()), random.below(4));
                self.turn(place, direction);
            }
        }
    }

    fn step(&mut self, direction: usize) {
        let here = self.tiles.iter().position(|&tile| tile == self.robot).unwrap_or(0);
        let (there, wraps) = self.next(here, direction);
        let tile = self.tiles[there];
        if !wraps && self.doors[self.robot][direction] && self.doors[tile][OPPOSITE[direction]] {
            self.robot = tile;
        }
    }

    /// Turns the line through a place by one, unless the robot stands in it.
    fn turn(&mut self, place: usize, direction: usize) {
        let mut line = vec![place];
        loop {
            let (next, _) = self.next(line[line.len() - 1], direction);
            if next == place {
                break;
            }
            line.push(next);
        }
        if line.iter().any(|&place| self.tiles[place] == self.robot) {
            return;
        }
        for pair in line.windows(2).rev() {
            self.tiles.swap(pair[0], pair[1]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_turned_back_is_as_before() {
        let mut floor = Floor::new(&mut Random::new(1), 12);
        let before = floor.tiles.clone();
        floor.turn(0, 1);
        assert_eq!(floor.tiles[..4], [before[3], before[0], before[1], before[2]]);
        floor.turn(0, WEST);
        assert_eq!(floor.tiles, before);
        floor.turn(11, 1);
        assert_eq!(floor.tiles, before, "the robot stands there");
    }

    #[test]
    fn neither_goal_holds_at_first() {
        for size in [1, 9, 25] {
            for seed in 0..20 {
                let random = &mut Random::new(seed);
                let mut floor = Floor::new(random, size);
                let exit = floor.robot;
                floor.walk(random, exit);
                assert_ne!(floor.robot, exit, "size {size}, seed {seed}");
                assert_ne!(floor.tiles.last(), Some(&exit), "size {size}, seed {seed}");
            }
        }
    }
}
