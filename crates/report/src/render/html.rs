//! Tables in HTML.

use crate::table::{Line, Table};

/// The table with its title and notes, as a `figure`; how it looks is up to the page around it.
pub fn table(table: &Table) -> String {
    let mut text =
        format!("<figure>\n<figcaption>{}</figcaption>\n<table>\n<thead>\n", escaped(&table.title));
    if !table.groups.is_empty() {
        let labels = table.groups.iter().map(|group| {
            format!("<th colspan=\"{}\" scope=\"colgroup\">{}</th>", group.span, escaped(&group.label))
        });
        text.push_str(&format!("<tr>{}</tr>\n", labels.collect::<String>()));
    }
    let labels = table.header.iter().map(|label| format!("<th scope=\"col\">{}</th>", escaped(label)));
    text.push_str(&format!("<tr>{}</tr>\n</thead>\n<tbody>\n", labels.collect::<String>()));
    for line in &table.lines {
        match line {
            Line::Rule => text.push_str("</tbody>\n<tbody>\n"),
            Line::Cells(cells) => {
                let cells = cells.iter().enumerate().map(|(i, cell)| {
                    let content = number(&escaped(&cell.text));
                    let content = if cell.strong { format!("<strong>{content}</strong>") } else { content };
                    match i {
                        0 => format!("<th scope=\"row\">{content}</th>"),
                        _ => format!("<td>{content}</td>"),
                    }
                });
                text.push_str(&format!("<tr>{}</tr>\n", cells.collect::<String>()));
            }
        }
    }
    text.push_str("</tbody>\n</table>\n");
    for note in &table.notes {
        text.push_str(&format!("<p>{}</p>\n", escaped(note)));
    }
    text.push_str("</figure>\n");
    text
}

/// A minus sign instead of a hyphen.
fn number(text: &str) -> String {
    match text.strip_prefix('-') {
        Some(rest) if rest.starts_with(|c: char| c.is_ascii_digit()) => format!("−{rest}"),
        _ => text.to_owned(),
    }
}

/// Text in which no character has a meaning.
pub fn escaped(text: &str) -> String {
    let mut result = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => result.push_str("&amp;"),
            '<' => result.push_str("&lt;"),
            '>' => result.push_str("&gt;"),
            '"' => result.push_str("&quot;"),
            '\'' => result.push_str("&#39;"),
            _ => result.push(character),
        }
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::Cell;

    #[test]
    fn a_table_in_html() {
        let mut sample = Table::new("A < B", 1, vec!["search".into(), "diff".into()]);
        sample.push(vec!["<script>".into(), Cell::strong_if("-0.06", true)]);
        sample.push_rule();
        sample.push(vec!["guct".into(), "1".into()]);
        let text = table(&sample);
        assert!(text.contains("<figcaption>A &lt; B</figcaption>"), "{text}");
        assert!(
            text.contains("<tr><th scope=\"row\">&lt;script&gt;</th><td><strong>−0.06</strong></td></tr>"),
            "{text}"
        );
        assert_eq!(text.matches("<tbody>").count(), 2);
    }
}
