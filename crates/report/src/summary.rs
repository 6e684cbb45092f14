//! The paper's table: searches by columns, with the paper's figure beside ours.

use extremal_lab::Column;

use crate::coverage::{Coverage, ratio};
use crate::experiment::Experiment;
use crate::paper;

/// A table of coverage.
#[derive(Clone, PartialEq, Debug)]
pub struct Summary {
    /// The search to which ratios are taken.
    pub reference: String,
    /// The columns.
    pub columns: Vec<Column>,
    /// The lines: a search, and a cell for each column.
    pub lines: Vec<(String, Vec<Option<SummaryCell>>)>,
}

/// A search in a column.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SummaryCell {
    /// Solved tasks.
    pub coverage: Coverage,
    /// Solved tasks for each task that the reference solves in the same column.
    pub ratio: Option<f64>,
    /// Solved tasks in the paper, if it had the same configuration, limits and number of tasks.
    pub paper: Option<f64>,
    /// The paper's figure for each task that the reference solves in the paper.
    pub paper_ratio: Option<f64>,
}

impl SummaryCell {
    /// How much larger our ratio is than the paper's.
    pub fn difference(&self) -> Option<f64> {
        Some(self.ratio? - self.paper_ratio?)
    }
}

impl Summary {
    /// The table of an experiment.
    pub fn of(experiment: &Experiment, reference: &str) -> Summary {
        let columns = experiment.columns();
        let lines = experiment
            .searches()
            .into_iter()
            .map(|search| {
                let cells =
                    columns.iter().map(|column| cell(experiment, &search, column, reference)).collect();
                (search, cells)
            })
            .collect();
        Summary { reference: reference.to_owned(), columns, lines }
    }

    /// The cells of one column, with the names of the searches.
    pub fn column(&self, number: usize) -> impl Iterator<Item = (&str, &SummaryCell)> {
        self.lines.iter().filter_map(move |(search, cells)| Some((search.as_str(), cells[number].as_ref()?)))
    }
}

fn cell(experiment: &Experiment, search: &str, column: &Column, reference: &str) -> Option<SummaryCell> {
    let results = experiment.find(search, column)?;
    let tasks = 0..experiment.tasks.len();
    let base = experiment.find(reference, column);
    let coverage = Coverage::of(results, tasks.clone());
    // A figure stands beside ours only if both are about as many tasks.
    let is_comparable = experiment.is_the_papers() && coverage.missing == 0;
    let known = |search: &str| is_comparable.then(|| paper::coverage(search, column)).flatten();
    let paper = known(search);
    Some(SummaryCell {
        coverage,
        ratio: base.and_then(|base| ratio(results, base, tasks)),
        paper,
        paper_ratio: paper.zip(known(reference)).map(|(ours, base)| ours / base),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samples::{row, solved, unsolved};

    #[test]
    fn our_ratio_stands_beside_the_papers() {
        let mut rows = Vec::new();
        for task in 0..paper::TASKS {
            let problem = format!("p{task}");
            let gbfs = row("a", &problem, "gbfs:ff", 1);
            rows.push(if task < 5 { solved(gbfs, 10) } else { unsolved(gbfs) });
            let guct = row("a", &problem, "guct-uniform:ff", 1);
            rows.push(if task < 6 { solved(guct, 10) } else { unsolved(guct) });
        }
        let experiment = &Experiment::from_rows("", &rows)[0];
        let summary = Summary::of(experiment, "gbfs");
        let (search, cell) = summary.column(0).nth(1).unwrap();
        assert_eq!((search, cell.coverage.solved, cell.ratio), ("guct-uniform", 6.0, Some(1.2)));
        assert_eq!((cell.paper, cell.paper_ratio), (Some(606.4), Some(606.4 / 538.0)));
        assert!((cell.difference().unwrap() - (1.2 - 606.4 / 538.0)).abs() < 1e-12);

        let paper = |rows: &[extremal_lab::Row]| {
            let summary = Summary::of(&Experiment::from_rows("", rows)[0], "gbfs");
            summary.lines[1].1[0].unwrap().paper
        };
        assert_eq!(paper(&rows[..rows.len() - 2]), None, "fewer tasks");
        assert_eq!(paper(&rows[..rows.len() - 1]), None, "a run is missing");
        let mut without = experiment.clone();
        without.with_paper = false;
        assert_eq!(Summary::of(&without, "gbfs").lines[1].1[0].unwrap().paper, None);
        rows.iter_mut().for_each(|row| row.max_evaluations = Some(500));
        assert_eq!(paper(&rows), None, "another limit");
    }
}
