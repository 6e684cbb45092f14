//! The tables of a comparison as text, as Markdown and as CSV.

use std::fmt::Write;
use std::path::Path;

use anyhow::{Context, Result};

use super::table::{Figures, Table};
use crate::table::new_table;

/// The table in a terminal, with what was not measured and which bounds hold.
pub fn print(table: &Table) {
    let mut printed = new_table(&["task", table.names.0, table.names.1, column_name(table)]);
    for row in &table.rows {
        let (first, second) = (figure(row.first), figure(row.second));
        printed.add_row([row.task.clone(), first, second, compared(table, table.compare(row))]);
    }
    println!("\n{}\n{printed}\n{}", table.title, summary(table));
    for (task, why) in &table.not_measured {
        println!("not measured: {task}: {why}");
    }
    for (bound, holds) in table.judge() {
        println!("{} {bound}", if holds { "holds:         " } else { "DOES NOT HOLD:" });
    }
}

/// A table of all tables, and then each of them, folded.
pub fn markdown(tables: &[Table]) -> String {
    let mut text = String::from("| what | tasks | mean | worst | must hold | |\n|---|---|---|---|---|---|\n");
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
        let count = table.rows.len();
        let _ =
            writeln!(text, "| {title} | {count} | {mean} | {worst} | {} | {verdict} |", bounds.join(", "));
    }
    for table in tables {
        let _ = write!(
            text,
            "\n<details><summary>{}</summary>\n\n| task | {} | {} | {} |\n|---|--:|--:|--:|\n",
            table.title,
            table.names.0,
            table.names.1,
            column_name(table)
        );
        for row in &table.rows {
            let (first, second) = (figure(row.first), figure(row.second));
            let _ = writeln!(
                text,
                "| {} | {first} | {second} | {} |",
                row.task,
                compared(table, table.compare(row))
            );
        }
        for (task, why) in &table.not_measured {
            let _ = writeln!(text, "| {task} | | | {} |", why.replace(['|', '\n'], " "));
        }
        text.push_str("\n</details>\n");
    }
    text
}

/// All rows of all tables, also those that could not be measured.
pub fn write_csv(path: &Path, tables: &[Table]) -> Result<()> {
    let mut writer =
        csv::Writer::from_path(path).with_context(|| format!("cannot write {}", path.display()))?;
    writer.write_record([
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
    ])?;
    for table in tables {
        let (first, second) = table.names;
        for row in &table.rows {
            let figures =
                [row.first, row.second, table.compare(row), row.processor_seconds.0, row.processor_seconds.1]
                    .map(|number| format!("{number:.6}"));
            let mut record = vec![table.title.clone(), row.task.clone(), first.to_owned(), second.to_owned()];
            record.extend(figures);
            record.push(String::new());
            writer.write_record(record)?;
        }
        for (task, why) in &table.not_measured {
            writer.write_record([&table.title, task, first, second, "", "", "", "", "", why])?;
        }
    }
    Ok(writer.flush()?)
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

fn column_name(table: &Table) -> &'static str {
    if table.figures == Figures::Extra { "more" } else { "ratio" }
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
    fn markdown_has_the_means_first_and_names_what_was_not_measured() {
        let mut table = table(Figures::Rates, &[Bound::Mean(3.0)], &[(2000.0, 500.0), (100.0, 0.4)]);
        table.not_measured.push(("p9".to_owned(), "exit code 1 | x".to_owned()));
        let text = markdown(&[table]);
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(
            lines[2],
            "| Speed: ours against Fast Downward | 2 | 31.62 | 4.00 (p1) | mean at least 3 | holds |"
        );
        assert!(lines.contains(&"| p1 | 2000 | 500 | 4.00 |"), "{text}");
        assert!(lines.contains(&"| p9 | | | exit code 1   x |"), "{text}");
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
