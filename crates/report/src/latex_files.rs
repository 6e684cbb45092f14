//! The parts of a report that a paper includes, as LaTeX files.

use crate::picture::Subject;
use crate::render::{Format, column_name, escaped_for_latex, render, search_name};
use crate::report::{Extent, Report};
use crate::table::Table;

/// Names and contents: `coverage.tex` with the main table, `ablations.tex` with a table for each parameter that is
/// varied, `figures.tex` with curves and ablations as figures, and `report.tex` with all tables.
pub fn latex_files(report: &Report) -> Vec<(String, String)> {
    let tables = report.tables(Extent::Full);
    let of = |keep: &dyn Fn(&Table) -> bool| -> Vec<Table> {
        tables.iter().filter(|table| keep(table)).cloned().collect()
    };
    let main = of(&|table| table.label.starts_with("coverage"));
    let ablations = of(&|table| table.label.starts_with("ablation"));
    [
        ("report.tex", render(&tables, Format::Latex)),
        ("coverage.tex", render(main.get(..1).unwrap_or_default(), Format::Latex)),
        ("ablations.tex", render(&ablations, Format::Latex)),
        ("figures.tex", figures(report)),
    ]
    .map(|(name, text)| (name.to_owned(), text))
    .into()
}

/// Curves and ablations, each a figure with a label.
fn figures(report: &Report) -> String {
    let mut text = "% Needs \\usepackage{graphicx}, and the pictures as PDF.\n".to_owned();
    for picture in report.pictures() {
        let name = picture.name.trim_end_matches(".svg");
        let caption = match &picture.subject {
            Subject::Coverage(column) => {
                let column = column.to_string();
                let column = column_name(&column).unwrap_or_else(|| escaped_for_latex(&column));
                format!("Solved tasks over evaluations, {column}")
            }
            Subject::Ablation { family, parameter, others } => {
                let search = search_name(family).unwrap_or_else(|| escaped_for_latex(family));
                let others = match others.is_empty() {
                    true => String::new(),
                    false => format!(" ({})", escaped_for_latex(&others.replace(',', ", "))),
                };
                format!("Solved tasks of {search}{others} by the value of {}", escaped_for_latex(parameter))
            }
            Subject::Other(_) => continue,
        };
        text.push_str(&format!(
            "\\begin{{figure}}[tb]\n\\centering\n\\includegraphics[width=\\linewidth]{{{name}.pdf}}\n\
             \\caption{{{caption}.}}\n\\label{{fig:{}}}\n\\end{{figure}}\n",
            name.replace('+', "-")
        ));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samples::{row, solved};

    #[test]
    fn captions_name_parameters_with_hyphens_and_what_tells_ablations_apart() {
        let rows = [
            "guct-plus-normal2(leaf-variance=1):ff",
            "guct-plus-normal2(leaf-variance=2):ff",
            "guct(c=1):ff",
            "guct(c=2):ff",
            "guct(c=1,samples=all):ff",
            "guct(c=2,samples=all):ff",
        ]
        .map(|configuration| solved(row("a", "p1", configuration, 1), 10));
        let files = latex_files(&Report::new("t", "gbfs", &rows));
        let figures = &files.iter().find(|file| file.0 == "figures.tex").unwrap().1;
        for caption in [
            "Solved tasks of GUCT+-Normal2 by the value of leaf-variance.",
            "Solved tasks of GUCT (samples=all) by the value of c.",
            "Solved tasks of GUCT (samples=leaves) by the value of c.",
        ] {
            assert!(figures.contains(caption), "{caption} is not in\n{figures}");
        }
    }

    #[test]
    fn a_paper_has_its_parts() {
        let rows = ["gbfs:ff", "gbfs:gc", "guct(c=1):ff", "guct(c=2):ff"]
            .map(|configuration| solved(row("a", "p1", configuration, 1), 10));
        let files = latex_files(&Report::new("t", "gbfs", &rows));
        let text = |name: &str| files.iter().find(|file| file.0 == name).map(|file| file.1.as_str()).unwrap();
        assert_eq!(text("coverage.tex").matches("\\begin{tabular}").count(), 1);
        assert!(text("ablations.tex").contains("\\label{tab:ablation-guct-c}"));
        assert!(text("figures.tex").contains("{coverage-evaluations-gc.pdf}"));
        assert!(text("figures.tex").contains("Solved tasks of GUCT by the value of c."));
        let labels: Vec<&str> =
            text("report.tex").lines().filter(|line| line.starts_with("\\label")).collect();
        let distinct: std::collections::BTreeSet<&&str> = labels.iter().collect();
        assert_eq!(labels.len(), distinct.len(), "{labels:?}");
    }
}
