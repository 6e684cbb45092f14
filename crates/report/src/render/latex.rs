//! Tables in LaTeX, with booktabs.

use crate::table::{Cell, Line, Table};

/// What a document that includes the tables needs.
pub const PREAMBLE: &str =
    "% Needs \\usepackage{booktabs} and \\usepackage{graphicx}.\n% Written by `extremal lab report`.\n";

/// From so many columns on, labels are turned by a quarter so that the columns stay narrow.
const MANY_COLUMNS: usize = 10;

/// The table as a float with a caption.
pub fn table(table: &Table) -> String {
    let numbers = table.header.len().saturating_sub(table.text_columns);
    let mut text = format!(
        "\\begin{{table}}\n\\centering\n\\small\n\\setlength{{\\tabcolsep}}{{0.4em}}\n\
         \\caption{{{}}}\n\\begin{{tabular}}{{{}{}}}\n\\toprule\n",
        caption(table),
        "l".repeat(table.text_columns),
        "r".repeat(numbers)
    );
    text.push_str(&groups(table));
    let turned = table.groups.is_empty() && numbers >= MANY_COLUMNS;
    let labels = table.header.iter().enumerate().map(|(i, label)| {
        let label = escaped(label);
        if turned && i >= table.text_columns { format!("\\rotatebox{{90}}{{{label}}}") } else { label }
    });
    text.push_str(&line(labels));
    text.push_str("\\midrule\n");
    for row in &table.lines {
        match row {
            Line::Cells(cells) => text.push_str(&line(cells.iter().map(cell))),
            Line::Rule => text.push_str("\\midrule\n"),
        }
    }
    text.push_str("\\bottomrule\n\\end{tabular}\n\\end{table}\n");
    text
}

fn caption(table: &Table) -> String {
    let mut caption = format!("{}.", escaped(table.title.trim_end_matches('.')));
    for note in &table.notes {
        caption.push_str(&format!(" {}", escaped(note)));
    }
    caption
}

/// The line of group labels, with a rule below each of them.
fn groups(table: &Table) -> String {
    if table.groups.is_empty() {
        return String::new();
    }
    let labels = table
        .groups
        .iter()
        .map(|group| format!("\\multicolumn{{{}}}{{c}}{{{}}}", group.span, escaped(&group.label)));
    let mut text = line(labels);
    let mut first = 1;
    for group in &table.groups {
        if !group.label.is_empty() {
            text.push_str(&format!("\\cmidrule(lr){{{first}-{}}}\n", first + group.span - 1));
        }
        first += group.span;
    }
    text
}

fn line(cells: impl Iterator<Item = String>) -> String {
    let cells: Vec<String> = cells.collect();
    format!("{} \\\\\n", cells.join(" & "))
}

fn cell(cell: &Cell) -> String {
    let text = escaped(&cell.text);
    let text = match text.strip_prefix('-') {
        Some(number) => format!("$-${number}"),
        None => text,
    };
    if cell.strong { format!("\\textbf{{{text}}}") } else { text }
}

/// Text in which no character has a meaning.
fn escaped(text: &str) -> String {
    let mut result = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' | '%' | '$' | '#' | '_' | '{' | '}' => result.extend(['\\', character]),
            '\\' => result.push_str("\\textbackslash{}"),
            '~' => result.push_str("\\textasciitilde{}"),
            '^' => result.push_str("\\textasciicircum{}"),
            '<' | '>' => result.extend(['$', character, '$']),
            '±' => result.push_str("$\\pm$"),
            '†' => result.push_str("$\\dagger$"),
            '×' => result.push_str("$\\times$"),
            '·' => result.push_str("$\\cdot$"),
            '–' => result.push_str("--"),
            '\n' => result.push(' '),
            _ => result.push(character),
        }
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::Group;

    #[test]
    fn a_table_in_latex() {
        let mut sample = Table::new("50% & more", 1, vec!["search".into(), "solved".into(), "diff".into()]);
        sample.groups = vec![Group { label: String::new(), span: 1 }, Group { label: "ff".into(), span: 2 }];
        sample.push(vec!["a_b".into(), Cell::strong_if("5.0±1.0", true), "-0.06".into()]);
        sample.push_rule();
        let text = table(&sample);
        for part in [
            "\\caption{50\\% \\& more.}",
            "\\begin{tabular}{lrr}\n\\toprule\n\\multicolumn{1}{c}{} & \\multicolumn{2}{c}{ff} \\\\\n",
            "\\cmidrule(lr){2-3}\nsearch & solved & diff \\\\\n\\midrule\n",
            "a\\_b & \\textbf{5.0$\\pm$1.0} & $-$0.06 \\\\\n\\midrule\n\\bottomrule",
        ] {
            assert!(text.contains(part), "{part} is not in\n{text}");
        }
    }
}
