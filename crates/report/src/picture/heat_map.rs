//! Domains by searches: the share of tasks that are solved.

use std::fmt::Write;

use extremal_lab::Column;

use super::document::{document, text};
use crate::coverage::Coverage;
use crate::experiment::{Experiment, Results};
use crate::table::count;

const CELL: (f64, f64) = (46.0, 20.0);
/// Room for the names of domains and, turned by a quarter, of searches.
const NAMES: (f64, f64) = (240.0, 230.0);

/// The picture.
pub fn heat_map(experiment: &Experiment, column: &Column) -> String {
    let results: Vec<&Results> =
        experiment.results.iter().filter(|r| &r.configuration.column == column).collect();
    let domains = experiment.domains();
    let mut drawing = String::new();
    for (i, results) in results.iter().enumerate() {
        let x = NAMES.0 + (i as f64 + 0.5) * CELL.0 + 4.0;
        let label = text("soft", 0.0, 0.0, "start", &results.configuration.search);
        let _ =
            writeln!(drawing, "<g transform=\"translate({x:.1} {}) rotate(-90)\">{label}</g>", NAMES.1 - 8.0);
    }
    for (line, (domain, tasks)) in domains.iter().enumerate() {
        let y = NAMES.1 + line as f64 * CELL.1;
        let label = format!("{domain} ({})", tasks.len());
        drawing.push_str(&text("", NAMES.0 - 10.0, y + 14.0, "end", &label));
        let solved: Vec<f64> = results.iter().map(|r| Coverage::of(r, tasks.clone()).solved).collect();
        let best = solved.iter().copied().fold(0.0, f64::max);
        let all_equal = solved.iter().all(|solved| *solved == best);
        for (i, solved) in solved.iter().enumerate() {
            let x = NAMES.0 + i as f64 * CELL.0;
            let share = 0.6 * solved / tasks.len() as f64;
            let _ = writeln!(
                drawing,
                "<rect class=\"cell heat\" x=\"{x:.1}\" y=\"{y:.1}\" width=\"{}\" height=\"{}\" \
                 fill-opacity=\"{share:.3}\"/>",
                CELL.0 - 1.0,
                CELL.1 - 1.0
            );
            let class = if *solved == best && !all_equal { "best" } else { "" };
            drawing.push_str(&text(class, x + CELL.0 - 7.0, y + 14.0, "end", &count(*solved)));
        }
    }
    let title = format!("Solved tasks by domain, {column}");
    let subtitle =
        format!("{}; mean over seeds; the shade is the share of the domain's tasks", experiment.limits);
    let width = (NAMES.0 + results.len() as f64 * CELL.0 + 20.0).max(560.0);
    document(width, NAMES.1 + domains.len() as f64 * CELL.1 + 20.0, &title, &subtitle, &drawing)
}
