//! The tables of a comparison as text, as Markdown and as CSV.

use std::path::Path;

use anyhow::Result;

use super::table::{Figures, Table};
use crate::table::Sheet;

/// The table in a terminal, with what was not measured and which bounds hold.
pub fn print(table: &Table) {
    println!("\n{}\n{}\n{}", table.title, sheet(table), summary(table));
    for (task, why) in &table.not_measured {
        println!("not measured: {task}: {why}");
    }
    for (bound, holds) in table.judge() {
        println!("{} {bound}", if holds { "holds:         " } else { "DOES NOT HOLD:" });
    }
}

fn sheet(table: &Table) -> Sheet {
    let last = if table.figures == Figures::Extra { "more" } else { "ratio" };
    let mut sheet = Sheet::new(&["task", table.names.0, table.names.1, last]);
    for row in &table.rows {
        let cells = [figure(row.first), figure(row.second), compared(table, table.compare(row))];
        sheet.add_named(&row.task, cells);
    }
    sheet
}

/// A table of all tables: means, worst tasks, and whether bounds hold. Single tasks are in the CSV file.
pub fn markdown(tables: &[Table]) -> String {
    let mut overview = Sheet::new(&["what", "tasks", "mean", "worst", "must hold", ""]);
    for table in tables {
        let judged = table.judge();
        let bounds: Vec<&str> = judged.iter().map(|(bound, _)| bound.as_str()).collect();
        let verdict = match judged.iter().all(|(_, holds)| *holds) {
            _ if judged.is_empty() => "",
            true => "holds",
            false => "**does not hold**",
        };
        let worst = table.worst().map_or_else(String::new, |row| {
            format!("{} ({})", compared(table, table.compare(row)), row.task)
        });
        let mean = table.mean().map_or_else(String::new, |mean| compared(table, mean));
        let title = format!("{}: {} against {}", table.title, table.names.0, table.names.1);
        let count = table.rows.len().to_string();
        overview.add([title, count, mean, worst, bounds.join(", "), verdict.to_owned()]);
    }
    overview.markdown()
}

/// All rows of all tables, also those that could not be measured.
pub fn write_csv(path: &Path, tables: &[Table]) -> Result<()> {
    let mut sheet = Sheet::new(&[
        "table",
        "task",
        "first",
        "second",
        "first_figure",
        "second_figure",
        "compared",
        "first_processor_seconds",
        "second_processor_seconds",
        "not_measured",
    ]);
    for table in tables {
        let (first, second) = table.names;
        for row in &table.rows {
            let (first_seconds, second_seconds) = row.processor_seconds;
            let figures = [row.first, row.second, table.compare(row), first_seconds, second_seconds];
            let [a, b, c, d, e] = figures.map(|number| format!("{number:.6}"));
            sheet.add([&table.title, &row.task, first, second, &a, &b, &c, &d, &e, ""]);
        }
        for (task, why) in &table.not_measured {
            sheet.add([&table.title, task, first, second, "", "", "", "", "", why]);
        }
    }
    sheet.write_csv(path)
}

fn summary(table: &Table) -> String {
    let (Some(mean), Some(worst)) = (table.mean(), table.worst()) else { return "no task".to_owned() };
    let kind = if table.figures == Figures::Extra { "mean" } else { "geometric mean" };
    format!(
        "{} tasks: {kind} {}, worst {} ({})",
        table.rows.len(),
        compared(table, mean),
        compared(table, table.compare(worst)),
        worst.task
    )
}

fn compared(table: &Table, number: f64) -> String {
    if table.figures == Figures::Extra { format!("{number:.1}") } else { format!("{number:.2}") }
}

/// A number with as many digits as are worth reading.
fn figure(number: f64) -> String {
    match number.abs() {
        large if large >= 100.0 => format!("{number:.0}"),
        middle if middle >= 1.0 => format!("{number:.1}"),
        _ => format!("{number:.4}"),
    }
}

#[cfg(test)]
mod tests {
    use super::super::table::Bound;
    use super::super::table::tests::table;
    use super::*;

    #[test]
    fn markdown_has_the_means_and_the_worst_tasks() {
        let table = table(Figures::Rates, &[Bound::Mean(3.0)], &[(2000.0, 500.0), (100.0, 0.4)]);
        let text = markdown(&[table]);
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(
            lines[2],
            "| Speed: ours against Fast Downward | 2 | 31.62 | 4.00 (p1) | mean at least 3 | holds |"
        );
        assert_eq!(lines.len(), 3, "{text}");
    }

    #[test]
    fn the_file_has_a_line_for_every_task() {
        let directory = tempfile::tempdir().unwrap();
        let file = directory.path().join("peers.csv");
        let mut table = table(Figures::Costs, &[], &[(1.0, 3.0)]);
        table.not_measured.push(("p9".to_owned(), "out of time".to_owned()));
        write_csv(&file, &[table]).unwrap();
        let text = std::fs::read_to_string(file).unwrap();
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[1], "Speed,p1,ours,Fast Downward,1.000000,3.000000,3.000000,1.000000,2.000000,");
        assert_eq!(lines[2], "Speed,p9,ours,Fast Downward,,,,,,out of time");
    }
}
