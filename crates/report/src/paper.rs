//! The paper's figures: facts to stand beside ours.

use std::sync::LazyLock;

use extremal_lab::Column;

/// A table of the paper: named rows, named columns, and figures where the paper has them.
pub struct PaperTable {
    columns: Vec<&'static str>,
    rows: Vec<(&'static str, Vec<Option<f64>>)>,
}

/// Number of tasks of the paper's table.
pub const TASKS: usize = 772;

/// The share of evaluated states with a larger heuristic value than the initial state, of gbfs with ff.
pub const SHARE_ABOVE_INITIAL_H: f64 = 0.033;

/// Solved tasks with 10,000 evaluations.
static COVERAGE: LazyLock<PaperTable> =
    LazyLock::new(|| PaperTable::parse(include_str!("../data/paper_table_10k_evaluations.csv"), 1));

/// Solved tasks and IPC agile score on the tasks of 2018, five minutes.
static AGILE: LazyLock<PaperTable> =
    LazyLock::new(|| PaperTable::parse(include_str!("../data/paper_table_ipc2018_agile.csv"), 2));

impl PaperTable {
    /// Reads comma-separated text whose first columns, so many, name a row.
    fn parse(text: &'static str, names: usize) -> PaperTable {
        let mut lines = text.lines();
        let columns = lines.next().unwrap_or_default().splitn(names + 1, ',').nth(names).unwrap_or_default();
        let rows = lines.filter_map(|line| {
            let (end, _) = line.match_indices(',').nth(names - 1)?;
            Some((&line[..end], line[end + 1..].split(',').map(|figure| figure.parse().ok()).collect()))
        });
        PaperTable { columns: columns.split(',').collect(), rows: rows.collect() }
    }

    fn figure(&self, row: &str, column: &str) -> Option<f64> {
        let column = self.columns.iter().position(|&name| name == column)?;
        let (_, figures) = self.rows.iter().find(|(name, _)| *name == row)?;
        figures.get(column).copied().flatten()
    }
}

/// Tasks that the paper's implementation of a search solved with 10,000 evaluations. A search does what the paper
/// describes under its plain name: there is nothing to compare a variant with. Greedy search is Pyperplan's, or
/// Fast Downward's where there is no other.
pub fn coverage(search: &str, column: &Column) -> Option<f64> {
    let column = column.to_string();
    match search {
        "gbfs" => COVERAGE
            .figure("gbfs (pyperplan)", &column)
            .or_else(|| COVERAGE.figure("gbfs (fast downward)", &column)),
        search => COVERAGE.figure(search, &column),
    }
}

/// Tasks of a domain of 2018 that the paper's implementation of a search solved in five minutes; `total` is
/// the sum over all domains.
pub fn agile_solved(domain: &str, search: &str) -> Option<f64> {
    AGILE.figure(&format!("solved,{}", agile_domain(domain)), search)
}

/// IPC agile score of a domain of 2018 in the paper; `total` is the sum over all domains.
pub fn agile_score(domain: &str, search: &str) -> Option<f64> {
    AGILE.figure(&format!("ipc score,{}", agile_domain(domain)), search)
}

/// The paper's name of a folder of the benchmark collection: `caldera-split-sat18-adl` is `caldera (split)`.
fn agile_domain(folder: &str) -> String {
    let name = folder.split("-sat18").next().unwrap_or(folder);
    match name.strip_suffix("-split") {
        Some(name) => format!("{name} (split)"),
        None => name.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn column(text: &str) -> Column {
        text.parse().unwrap()
    }

    #[test]
    fn figures_of_the_paper_are_found() {
        assert_eq!(coverage("guct-uniform", &column("ff")), Some(606.4));
        assert_eq!(coverage("guct-uniform", &column("ff+de+po")), Some(600.8));
        assert_eq!(coverage("gbfs", &column("max")), Some(224.0));
        assert_eq!(coverage("gbfs", &column("ff+po")), Some(539.0));
        assert_eq!(coverage("gbfs", &column("ff+de+po")), None);
        assert_eq!(coverage("own-bandit", &column("ff")), None);
        assert_eq!(coverage("guct", &column("blind")), None);
    }

    #[test]
    fn variants_are_not_what_the_paper_compares() {
        assert_eq!(coverage("guct-uniform(samples=all)", &column("ff")), None);
        assert_eq!(agile_score("total", "guct-uniform(samples=all)"), None);
        assert_eq!(agile_solved("total", "guct-uniform(samples=all)"), None);
    }

    #[test]
    fn agile_figures_are_found_under_the_names_of_folders() {
        assert_eq!(agile_solved("snake-sat18-strips", "guct-uniform"), Some(19.0));
        assert_eq!(agile_score("caldera-split-sat18-adl", "gbfs"), Some(2.9));
        assert_eq!(agile_score("organic-synthesis-split-sat18-strips", "softmin-type"), Some(6.8));
        assert_eq!(agile_score("total", "guct-uniform"), Some(53.2));
        assert_eq!(agile_score("blocks", "gbfs"), None);
    }

    #[test]
    fn every_search_of_the_paper_has_a_figure_for_ff() {
        for search in ["softmin-type", "guct-star", "guct-plus-normal2", "chk-uniform", "threshold-ascent"] {
            assert!(coverage(search, &column("ff")).is_some(), "{search}");
        }
    }
}
