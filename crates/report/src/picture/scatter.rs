//! The reference against the search that solves most, task by task.

use std::fmt::Write;

use extremal_lab::Column;
use extremal_plot::grouped;

use super::document::{COLOURS, document, text};
use crate::coverage::Coverage;
use crate::experiment::{Experiment, Results};
use crate::significance::log_evaluations;

const SIZE: f64 = 480.0;
const LEFT: f64 = 80.0;
const TOP: f64 = 96.0;
/// Tasks that only one of the two solves lie so far outside of the square.
const RAIL: f64 = 14.0;
/// Height of a line of the legend.
const LINE: f64 = 19.0;
/// Marks of domains: a colour, and after all colours another shape.
const SHAPES: [&str; 4] = [
    "M-3.5 0A3.5 3.5 0 1 0 3.5 0A3.5 3.5 0 1 0 -3.5 0Z",
    "M-3.2 -3.2H3.2V3.2H-3.2Z",
    "M0 -4.2L4 3.2H-4Z",
    "M0 -4.6L4.4 0L0 4.6L-4.4 0Z",
];

/// The picture, if the column has the reference and another search, and they solve anything.
pub fn scatter(experiment: &Experiment, column: &Column, reference: &str) -> Option<String> {
    let across = experiment.find(reference, column)?;
    let all = 0..experiment.tasks.len();
    let solved = |results: &Results| Coverage::of(results, all.clone()).solved;
    let up = experiment
        .results
        .iter()
        .filter(|r| &r.configuration.column == column && r.configuration.search != reference)
        .max_by(|a, b| solved(a).total_cmp(&solved(b)))?;
    let points = points(experiment, across, up);
    let logarithms = || points.iter().flat_map(|point| [point.across, point.up]).flatten();
    // Whole powers of ten.
    let decades = |logarithm: f64| logarithm / std::f64::consts::LN_10;
    let low = decades(logarithms().reduce(f64::min)?).floor();
    let high = decades(logarithms().reduce(f64::max)?).ceil().max(low + 1.0);
    let place = |logarithm: f64| (decades(logarithm) - low) / (high - low) * SIZE;

    let mut drawing = axes(low as i32, high as i32, across, up);
    for point in &points {
        let x = point.across.map_or(LEFT + SIZE + RAIL, |value| LEFT + place(value));
        let y = point.up.map_or(TOP - RAIL, |value| TOP + SIZE - place(value));
        let colour = point.domain % COLOURS.len();
        let shape = SHAPES[point.domain / COLOURS.len() % SHAPES.len()];
        let _ = writeln!(
            drawing,
            "<path class=\"point c{colour}\" transform=\"translate({x:.1} {y:.1})\" d=\"{shape}\"/>"
        );
    }
    drawing.push_str(&legend(experiment));
    let title = format!("Evaluations of {} and {}, {column}", up.configuration.search, reference);
    let subtitle =
        format!("tasks that at least one solves, of {}; {}", experiment.tasks.len(), experiment.limits);
    let height = (TOP + SIZE + 60.0).max(TOP + LINE * experiment.domains().len() as f64);
    Some(document(LEFT + SIZE + 240.0, height, &title, &subtitle, &drawing))
}

/// A task with the mean logarithms of evaluations, if solved.
struct Point {
    domain: usize,
    across: Option<f64>,
    up: Option<f64>,
}

fn points(experiment: &Experiment, across: &Results, up: &Results) -> Vec<Point> {
    let mut points = Vec::new();
    for (domain, (_, tasks)) in experiment.domains().into_iter().enumerate() {
        for task in tasks {
            let both_run = across.solved_share(task).is_some() && up.solved_share(task).is_some();
            let point =
                Point { domain, across: log_evaluations(across, task), up: log_evaluations(up, task) };
            if both_run && (point.across.is_some() || point.up.is_some()) {
                points.push(point);
            }
        }
    }
    points
}

fn axes(low: i32, high: i32, across: &Results, up: &Results) -> String {
    let (bottom, right) = (TOP + SIZE, LEFT + SIZE);
    let mut drawing = String::new();
    for power in low..=high {
        let along = f64::from(power - low) / f64::from(high - low) * SIZE;
        let label = grouped(10_f64.powi(power) as u64);
        let (x, y) = (LEFT + along, bottom - along);
        let _ =
            writeln!(drawing, "<path class=\"grid\" d=\"M{x:.1} {TOP}V{bottom}M{LEFT} {y:.1}H{right}\"/>");
        drawing.push_str(&text("soft", x, bottom + 18.0, "middle", &label));
        drawing.push_str(&text("soft", LEFT - 8.0, y + 4.0, "end", &label));
    }
    let _ = writeln!(
        drawing,
        "<path class=\"line\" d=\"M{LEFT} {bottom}L{right} {TOP}\"/>\n\
         <path class=\"line\" stroke-dasharray=\"2 3\" d=\"M{LEFT} {TOP}H{right}V{bottom}\"/>"
    );
    drawing.push_str(&text("soft", LEFT, TOP - RAIL + 4.0, "start", "unsolved"));
    let name = |results: &Results| format!("{}, evaluations", results.configuration.search);
    drawing.push_str(&text("", LEFT + SIZE / 2.0, bottom + 42.0, "middle", &name(across)));
    let label = text("", 0.0, 0.0, "middle", &name(up));
    let _ = writeln!(drawing, "<g transform=\"translate(20 {}) rotate(-90)\">{label}</g>", TOP + SIZE / 2.0);
    drawing
}

fn legend(experiment: &Experiment) -> String {
    let x = LEFT + SIZE + 48.0;
    let mut drawing = String::new();
    for (domain, (name, _)) in experiment.domains().into_iter().enumerate() {
        let y = TOP + 8.0 + LINE * domain as f64;
        let shape = SHAPES[domain / COLOURS.len() % SHAPES.len()];
        let _ = writeln!(
            drawing,
            "<path class=\"c{}\" transform=\"translate({x:.1} {:.1})\" d=\"{shape}\"/>",
            domain % COLOURS.len(),
            y - 4.0
        );
        drawing.push_str(&text("", x + 12.0, y, "start", name));
    }
    drawing
}
