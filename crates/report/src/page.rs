//! A page to look at: one file with the data in it, that needs no network.

mod data;

use crate::coverage_tables::coverage_tables;
use crate::experiment::Experiment;
use crate::render::{Format, escaped, render};
use crate::summary::Summary;

const PAGE: &str = include_str!("../page/page.html");
const STYLE: &str = include_str!("../page/page.css");
/// Functions first, then what calls them.
const SCRIPTS: [&str; 15] = [
    include_str!("../page/base.js"),
    include_str!("../page/data.js"),
    include_str!("../page/state.js"),
    include_str!("../page/selection.js"),
    include_str!("../page/tests.js"),
    include_str!("../page/plot.js"),
    include_str!("../page/filters.js"),
    include_str!("../page/summary.js"),
    include_str!("../page/curves.js"),
    include_str!("../page/scatter.js"),
    include_str!("../page/domains.js"),
    include_str!("../page/agile.js"),
    include_str!("../page/significance.js"),
    include_str!("../page/statistics.js"),
    include_str!("../page/comparison.js"),
];
const MAIN: &str = include_str!("../page/main.js");

/// The page about some experiments, with a link to a playground if there is one. Readers without scripts see the tables of
/// coverage.
pub fn page(title: &str, experiments: &[Experiment], reference: &str, playground: Option<&str>) -> String {
    let fallback: String = experiments
        .iter()
        .map(|experiment| {
            render(&coverage_tables(experiment, &Summary::of(experiment, reference)), Format::Html)
        })
        .collect();
    let link = |address: &str| {
        format!("<p><a href=\"{}\">Watch a search in the playground</a></p>\n", escaped(address))
    };
    let script = SCRIPTS.into_iter().chain([MAIN]).collect::<Vec<_>>().join("\n");
    fill(
        PAGE,
        &[
            ("title", &escaped(title)),
            ("playground", &playground.map(link).unwrap_or_default()),
            ("style", STYLE),
            ("fallback", &fallback),
            ("data", &data::packed(experiments, reference)),
            ("script", &script),
        ],
    )
}

/// The template with `{{name}}` replaced by texts, in which nothing is replaced.
fn fill(template: &str, texts: &[(&str, &str)]) -> String {
    let mut page = String::new();
    let mut rest = template;
    while let Some((before, after)) = rest.split_once("{{") {
        let Some((name, after)) = after.split_once("}}") else { break };
        let text = texts.iter().find(|(key, _)| *key == name).map_or("", |(_, text)| text);
        page.push_str(before);
        page.push_str(text);
        rest = after;
    }
    page + rest
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samples::{row, solved};

    #[test]
    fn texts_are_filled_in_once() {
        assert_eq!(fill("a {{x}} b {{y}} c", &[("x", "{{y}}"), ("y", "2")]), "a {{y}} b 2 c");
    }

    #[test]
    fn the_page_needs_nothing_from_elsewhere() {
        let rows = [solved(row("a", "p1", "gbfs:ff", 1), 10)];
        let text = page("A & B", &Experiment::from_rows("", &rows), "gbfs", None);
        assert!(text.contains("<h1>A &amp; B</h1>"));
        assert!(!text.contains("{{"), "a placeholder is left");
        for forbidden in ["src=", "@import", "fetch(", "url("] {
            assert!(!text.contains(forbidden), "{forbidden}");
        }
        // The only addresses are names of vocabularies.
        assert_eq!(text.matches("http").count(), text.matches("http://www.w3.org/2000/svg").count());
    }

    #[test]
    fn the_page_leads_to_a_playground() {
        let experiments = Experiment::from_rows("", &[solved(row("a", "p1", "gbfs:ff", 1), 10)]);
        let text = page("A", &experiments, "gbfs", Some("../play\"ground/?a&b"));
        assert!(text.contains("<a href=\"../play&quot;ground/?a&amp;b\">"), "{}", &text[..2000]);
    }
}
