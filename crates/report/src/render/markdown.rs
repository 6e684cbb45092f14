//! Tables in Markdown.

use crate::table::{Cell, Line, Table};

/// The table with its title and notes. Rules are left out, as Markdown has none inside of tables.
pub fn table(table: &Table) -> String {
    let mut text = format!("### {}\n\n", escaped(&table.title));
    push_line(&mut text, header(table).iter().map(|label| escaped(label)));
    push_line(
        &mut text,
        (0..table.header.len()).map(|i| if i < table.text_columns { "---".into() } else { "---:".into() }),
    );
    for line in &table.lines {
        if let Line::Cells(cells) = line {
            push_line(&mut text, cells.iter().map(cell));
        }
    }
    for note in &table.notes {
        text.push_str(&format!("\n{}\n", escaped(note)));
    }
    text
}

/// Labels of columns, each with that of its group, since a Markdown table has one line of labels.
fn header(table: &Table) -> Vec<String> {
    let groups = table.groups.iter().flat_map(|group| std::iter::repeat_n(group.label.as_str(), group.span));
    let mut labels = table.header.clone();
    for (label, group) in labels.iter_mut().zip(groups).filter(|(_, group)| !group.is_empty()) {
        *label = format!("{group} {label}");
    }
    labels
}

fn cell(cell: &Cell) -> String {
    let text = escaped(&cell.text);
    if cell.strong { format!("**{text}**") } else { text }
}

fn push_line(text: &mut String, cells: impl Iterator<Item = String>) {
    let cells: Vec<String> = cells.collect();
    text.push_str(&format!("| {} |\n", cells.join(" | ")));
}

/// Text in which no character has a meaning.
fn escaped(text: &str) -> String {
    let mut result = String::with_capacity(text.len());
    for character in text.chars() {
        if matches!(character, '|' | '*' | '_' | '`' | '<' | '[' | '\\') {
            result.push('\\');
        }
        result.push(if character == '\n' { ' ' } else { character });
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::Group;

    #[test]
    fn a_table_in_markdown() {
        let mut sample = Table::new("Title", 1, vec!["search".into(), "solved".into(), "ratio".into()]);
        sample.groups = vec![Group { label: String::new(), span: 1 }, Group { label: "ff".into(), span: 2 }];
        sample.push(vec!["a|b".into(), Cell::strong_if("5", true), "1.00".into()]);
        sample.push_rule();
        sample.notes.push("A note.".into());
        assert_eq!(
            table(&sample),
            "### Title\n\n| search | ff solved | ff ratio |\n| --- | ---: | ---: |\n\
             | a\\|b | **5** | 1.00 |\n\nA note.\n"
        );
    }
}
