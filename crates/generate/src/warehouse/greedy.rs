//! What a simple script would do in a warehouse: a yardstick for planners, and the proof that there is a plan.

use std::fmt::Write as _;

use super::{Floor, distances, name};

/// A plan of the warehouse of this size and seed: the robot and the box that are nearest to each other come first,
/// on shortest paths, by way of the nearest charger if a robot could not reach any charger afterwards.
pub fn greedy_plan(size: u32, seed: u64) -> String {
    let mut floor = Floor::new(size.max(1), seed);
    let nearest_charger = distances(&floor.neighbours, &floor.chargers);
    let to_box: Vec<Vec<usize>> =
        floor.boxes.iter().map(|&(from, _)| distances(&floor.neighbours, &[from])).collect();
    let mut waiting: Vec<usize> = (0..floor.boxes.len()).collect();
    let mut plan = String::new();
    while !waiting.is_empty() {
        let mut best = (usize::MAX, 0, 0);
        for (place, &number) in waiting.iter().enumerate() {
            for (robot, state) in floor.robots.iter().enumerate() {
                best = best.min((to_box[number][state.cell], place, robot));
            }
        }
        let (_, place, robot) = best;
        let number = waiting.remove(place);
        let (from, to) = floor.boxes[number];
        let to_target = distances(&floor.neighbours, &[to]);
        for (target, path, action) in [(from, &to_box[number], "pick"), (to, &to_target, "drop")] {
            let state = floor.robots[robot];
            if path[state.cell] + nearest_charger[target] > state.level {
                go(&mut floor, robot, &nearest_charger, &mut plan);
                charge(&mut floor, robot, &mut plan);
            }
            go(&mut floor, robot, path, &mut plan);
            let cell = name(target, floor.columns);
            let _ = writeln!(plan, "({action} robot{} box{} {cell})", robot + 1, number + 1);
        }
    }
    plan
}

/// Moves a robot until the distance is 0.
fn go(floor: &mut Floor, robot: usize, distance: &[usize], plan: &mut String) {
    let state = &mut floor.robots[robot];
    while let Some(&next) =
        floor.neighbours[state.cell].iter().find(|&&next| distance[next] < distance[state.cell])
    {
        let (from, to) = (name(state.cell, floor.columns), name(next, floor.columns));
        let less = state.level.saturating_sub(1);
        let _ = writeln!(plan, "(move robot{} {from} {to} level{} level{less})", robot + 1, state.level);
        state.cell = next;
        state.level = less;
    }
}

fn charge(floor: &mut Floor, robot: usize, plan: &mut String) {
    let (capacity, state) = (floor.capacity, &mut floor.robots[robot]);
    let cell = name(state.cell, floor.columns);
    let _ = writeln!(plan, "(charge robot{} {cell} level{} level{capacity})", robot + 1, state.level);
    state.level = capacity;
}
