//! Tables in LaTeX, with booktabs.

use super::names;
use crate::table::{Cell, Line, Table};

/// What a document that includes the tables needs.
pub const PREAMBLE: &str =
    "% Needs \\usepackage{booktabs} and \\usepackage{graphicx}.\n% Written by `extremal lab report`.\n";

/// From so many columns on, labels are turned by a quarter so that the columns stay narrow.
const MANY_COLUMNS: usize = 10;

/// A text width of one column holds about so many characters of small type; wider tables go over two.
const COLUMN_CHARACTERS: usize = 46;
/// More than this does not fit on a page either and is made smaller.
const PAGE_CHARACTERS: usize = 100;

/// The table as a float with a label and a short caption; notes stand below it.
pub fn table(table: &Table) -> String {
    let numbers = table.header.len().saturating_sub(table.text_columns);
    let turned = table.groups.is_empty() && numbers >= MANY_COLUMNS;
    let width = width(table, turned);
    let float = if width > COLUMN_CHARACTERS { "table*" } else { "table" };
    let is_too_wide = width > PAGE_CHARACTERS;
    let mut text = format!(
        "\\begin{{{float}}}[tb]\n\\centering\n\\small\n\\setlength{{\\tabcolsep}}{{0.4em}}\n\
         \\caption{{{}.}}\n\\label{{tab:{}}}\n{}\\begin{{tabular}}{{{}{}}}\n\\toprule\n",
        caption(table),
        label(table),
        if is_too_wide { "\\resizebox{\\textwidth}{!}{%\n" } else { "" },
        "l".repeat(table.text_columns),
        "r".repeat(numbers)
    );
    text.push_str(&groups(table));
    let labels = table.header.iter().enumerate().map(|(i, label)| {
        let label = names::of_search(label).unwrap_or_else(|| escaped(label));
        if turned && i >= table.text_columns { format!("\\rotatebox{{90}}{{{label}}}") } else { label }
    });
    text.push_str(&line(labels));
    text.push_str("\\midrule\n");
    for row in &table.lines {
        match row {
            Line::Cells(cells) => {
                let cells = cells.iter().enumerate();
                text.push_str(&line(cells.map(|(place, c)| match place < table.text_columns {
                    true => text_cell(c),
                    false => cell(c),
                })));
            }
            Line::Rule => text.push_str("\\midrule\n"),
        }
    }
    text.push_str("\\bottomrule\n\\end{tabular}\n");
    if is_too_wide {
        text.push_str("}\n");
    }
    if !table.notes.is_empty() {
        let notes: Vec<String> = table.notes.iter().map(|note| escaped(note)).collect();
        text.push_str(&format!(
            "\n\\smallskip\n\\parbox{{\\linewidth}}{{\\footnotesize {}}}\n",
            notes.join(" ")
        ));
    }
    text.push_str(&format!("\\end{{{float}}}\n"));
    text
}

/// How many characters a line has, about.
fn width(table: &Table, turned: bool) -> usize {
    let widest = |place: usize| {
        let cells = table.lines.iter().filter_map(|line| match line {
            Line::Cells(cells) => cells.get(place).map(|cell| cell.text.chars().count()),
            Line::Rule => None,
        });
        let header =
            if turned && place >= table.text_columns { 1 } else { table.header[place].chars().count() };
        cells.chain([header]).max().unwrap_or(0) + 2
    };
    (0..table.header.len()).map(widest).sum()
}

/// The title, which begins with a capital, or with the paper's name of a search or column.
fn caption(table: &Table) -> String {
    let title = table.title.trim_end_matches('.');
    let (first, rest) = title.split_at(title.find([' ', ',', ':']).unwrap_or(title.len()));
    match names::of_search(first).or_else(|| names::of_column(first)) {
        Some(name) => format!("{name}{}", escaped(rest)),
        None => match title.strip_prefix("solved of") {
            Some(rest) => format!("Solved of{}", escaped(rest)),
            None => escaped(title),
        },
    }
}

/// The label, or a title in its place, in letters that labels may have.
fn label(table: &Table) -> String {
    let text = if table.label.is_empty() { &table.title } else { &table.label };
    let letters = text.chars().map(|c| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' });
    let parts: String = letters.collect();
    parts.split('-').filter(|part| !part.is_empty()).collect::<Vec<_>>().join("-")
}

/// A cell with a name: searches and columns have those of the paper.
fn text_cell(cell: &Cell) -> String {
    let name = names::of_search(&cell.text).or_else(|| names::of_column(&cell.text));
    name.unwrap_or_else(|| escaped(&cell.text))
}

/// The line of group labels, with a rule below each of them.
fn groups(table: &Table) -> String {
    if table.groups.is_empty() {
        return String::new();
    }
    let labels = table.groups.iter().map(|group| {
        let label = names::of_column(&group.label).unwrap_or_else(|| escaped(&group.label));
        format!("\\multicolumn{{{}}}{{c}}{{{label}}}", group.span)
    });
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
    let text = match cell.text.strip_prefix('-') {
        Some(number) => format!("$-${}", escaped(number)),
        None => escaped(&cell.text),
    };
    if cell.strong { format!("\\textbf{{{text}}}") } else { text }
}

/// Text in which no character has a meaning.
pub fn escaped(text: &str) -> String {
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
        sample.push(vec!["guct-star".into(), "4".into(), "0".into()]);
        sample.push(vec!["a_b".into(), Cell::strong_if("5.0±1.0", true), "-0.06".into()]);
        sample.push(vec!["c".into(), Cell::number(None, 1), "1".into()]);
        sample.push_rule();
        let text = table(&sample);
        for part in [
            "\\caption{50\\% \\& more.}",
            "\\label{tab:50-more}",
            "\\begin{tabular}{lrr}\n\\toprule\n\\multicolumn{1}{c}{} & \\multicolumn{2}{c}{$h^{\\mathrm{FF}}$} \\\\\n",
            "\\cmidrule(lr){2-3}\nsearch & solved & diff \\\\\n\\midrule\n",
            "GUCT* & 4 & 0 \\\\\n",
            "a\\_b & \\textbf{5.0$\\pm$1.0} & $-$0.06 \\\\\nc & -- & 1 \\\\\n\\midrule\n\\bottomrule",
        ] {
            assert!(text.contains(part), "{part} is not in\n{text}");
        }
    }

    #[test]
    fn captions_have_the_papers_names() {
        let caption_of = |title: &str| caption(&Table::new(title, 1, Vec::new()));
        assert_eq!(caption_of("ff+po, solved of 3 tasks."), r"$h^{\mathrm{FF}}$+PO, solved of 3 tasks");
        assert_eq!(caption_of("guct (samples=all): solved"), "GUCT (samples=all): solved");
        assert_eq!(caption_of("solved of 3 tasks, a_b"), r"Solved of 3 tasks, a\_b");
        assert_eq!(caption_of("Statistics, 5 %"), r"Statistics, 5 \%");
    }

    #[test]
    fn wide_tables_go_over_two_columns_and_notes_stand_below() {
        let mut sample = Table::new("t", 1, vec!["search".into(); 12]).labelled("Wide_one");
        sample.push((0..12).map(|_| "123.4".into()).collect());
        sample.notes = vec!["A note.".to_owned()];
        let text = table(&sample);
        assert!(text.starts_with("\\begin{table*}") && text.ends_with("\\end{table*}\n"), "{text}");
        assert!(text.contains("\\caption{t.}\n\\label{tab:wide-one}"), "{text}");
        let (end, note) = (text.find("\\end{tabular}").unwrap(), text.find("A note.").unwrap());
        assert!(end < note, "{text}");
    }
}
