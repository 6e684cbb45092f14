//! Tables for the terminal.

use comfy_table::presets::NOTHING;
use comfy_table::{CellAlignment, LineStyle, Table as Drawn};

use crate::table::{Cell, Line, Table};

/// The table with its title and notes.
pub fn table(table: &Table) -> String {
    let mut drawn = Drawn::new();
    drawn.load_style(NOTHING.header_separator(LineStyle::none().fill('─').junction('─')));
    drawn.set_header(header(table));
    let columns = table.header.len();
    for line in &table.lines {
        match line {
            Line::Cells(cells) => drawn.add_row(
                cells
                    .iter()
                    .enumerate()
                    .map(|(i, cell)| if i < table.text_columns { cell.text.clone() } else { marked(cell) }),
            ),
            Line::Rule => drawn.add_row(vec![""; columns]),
        };
    }
    for (i, column) in drawn.column_iter_mut().enumerate() {
        if i >= table.text_columns {
            column.set_cell_alignment(CellAlignment::Right);
            column.set_padding((1, 0));
        }
    }
    let mut text = format!("{}\n\n", table.title);
    for line in drawn.lines() {
        text.push_str(line.trim_end());
        text.push('\n');
    }
    for note in &table.notes {
        text.push_str(&format!("{note}\n"));
    }
    text
}

/// Labels, with the group's label over the first column of the group; long names are broken at hyphens.
fn header(table: &Table) -> Vec<String> {
    let mut labels: Vec<String> = table
        .header
        .iter()
        .enumerate()
        .map(|(i, label)| if i < table.text_columns { label.clone() } else { broken(label) })
        .collect();
    let mut first = 0;
    for group in &table.groups {
        for (i, label) in labels.iter_mut().enumerate().skip(first).take(group.span) {
            *label = if i == first { format!("{}\n{label} ", group.label) } else { format!("\n{label} ") };
        }
        first += group.span;
    }
    labels
}

/// A mark for the best, and a blank for the others, so that digits stay below digits.
fn marked(cell: &Cell) -> String {
    format!("{}{}", cell.text, if cell.strong { '*' } else { ' ' })
}

/// The name of a search in several lines; other labels stay as they are.
fn broken(label: &str) -> String {
    if label.contains(' ') {
        return format!("{label} ");
    }
    let mut lines: Vec<String> = Vec::new();
    for part in label.split_inclusive(['-', '(']) {
        match lines.last_mut() {
            Some(line) if line.chars().count() + part.chars().count() <= 8 => line.push_str(part),
            _ => lines.push(part.to_owned()),
        }
    }
    let padded: Vec<String> = lines.iter().map(|line| format!("{line} ")).collect();
    padded.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_stand_below_digits() {
        let mut sample = Table::new("Title", 1, vec!["search".into(), "solved".into()]);
        sample.push(vec!["gbfs".into(), Cell::strong_if("567.4", true)]);
        sample.push(vec!["guct".into(), Cell::from("12.0")]);
        sample.notes.push("A note.".into());
        let text = table(&sample);
        assert!(text.starts_with("Title\n"), "{text}");
        assert!(text.ends_with("A note.\n"), "{text}");
        let end_of = |figure: &str| {
            text.lines().find_map(|line| line.find(figure).map(|at| at + figure.len())).unwrap()
        };
        assert_eq!(end_of("567.4"), end_of("12.0"));
        assert!(text.contains("567.4*"));
    }

    #[test]
    fn long_names_are_broken_at_hyphens() {
        assert_eq!(broken("guct-star-normal2"), "guct- \nstar- \nnormal2 ");
        assert_eq!(broken("h(s) > h(I)"), "h(s) > h(I) ");
    }
}
