//! All that can be said about some results.

use std::collections::BTreeMap;

use extremal_lab::Row;

use crate::ablation::{ablation_charts, ablation_tables};
use crate::agile::agile_tables;
use crate::comparison::comparison_tables;
use crate::coverage_tables::coverage_tables;
use crate::domain_tables::domain_tables;
use crate::experiment::Experiment;
use crate::page::page;
use crate::picture::{Picture, pictures};
use crate::significance::significance_table;
use crate::statistics::statistics_table;
use crate::summary::Summary;
use crate::table::Table;

/// A report: experiments, and the search that others are compared with.
#[derive(Clone, PartialEq, Debug)]
pub struct Report {
    /// The title of the page.
    pub title: String,
    /// The search to which ratios are taken.
    pub reference: String,
    /// The experiments: those of each store, in their order.
    pub experiments: Vec<Experiment>,
}

/// How much is told.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Extent {
    /// What is solved, in all and by domain, what changed, and the score under a limit of time.
    Short,
    /// Significance and statistics too.
    Full,
}

impl Report {
    /// A report about the rows of one store, or of several ones put together.
    pub fn new(title: &str, reference: &str, rows: &[Row]) -> Report {
        Report::compare(title, reference, &[("", rows)])
    }

    /// A report that compares stores, each with its label.
    pub fn compare(title: &str, reference: &str, stores: &[(&str, &[Row])]) -> Report {
        Report {
            title: title.to_owned(),
            reference: reference.to_owned(),
            experiments: stores.iter().flat_map(|(label, rows)| Experiment::from_rows(label, rows)).collect(),
        }
    }

    /// The same without the paper's figures.
    pub fn without_paper(mut self) -> Report {
        self.experiments.iter_mut().for_each(|experiment| experiment.with_paper = false);
        self
    }

    /// The tables.
    pub fn tables(&self, extent: Extent) -> Vec<Table> {
        let mut tables = Vec::new();
        for experiment in &self.experiments {
            tables.extend(coverage_tables(experiment, &Summary::of(experiment, &self.reference)));
        }
        for (before, after) in self.pairs() {
            tables.extend(comparison_tables(before, after));
        }
        for experiment in &self.experiments {
            tables.extend(ablation_tables(experiment));
            tables.extend(agile_tables(experiment));
            tables.extend(domain_tables(experiment));
        }
        if extent == Extent::Full {
            for experiment in &self.experiments {
                tables.extend(significance_table(experiment, &self.reference));
                tables.push(statistics_table(experiment));
            }
        }
        number_labels(&mut tables);
        tables
    }

    /// The page, with a link to a playground if there is one.
    pub fn page(&self, playground: Option<&str>) -> String {
        page(&self.title, &self.experiments, &self.reference, playground)
    }

    /// The pictures. If there are several experiments, their numbers are part of the names.
    pub fn pictures(&self) -> Vec<Picture> {
        let several = self.experiments.len() > 1;
        let numbered = |(number, experiment): (usize, &Experiment)| {
            let mut pictures = pictures(experiment, &self.reference);
            pictures.extend(ablation_charts(experiment));
            if several {
                pictures
                    .iter_mut()
                    .for_each(|picture| picture.name = format!("{}-{}", number + 1, picture.name));
            }
            pictures
        };
        self.experiments.iter().enumerate().flat_map(numbered).collect()
    }

    /// Experiments of the same limits from different stores: the first one with each later one.
    fn pairs(&self) -> Vec<(&Experiment, &Experiment)> {
        let mut pairs = Vec::new();
        for (i, after) in self.experiments.iter().enumerate() {
            let first = self.experiments[..i].iter().find(|before| before.limits == after.limits);
            pairs.extend(first.map(|before| (before, after)));
        }
        pairs
    }
}

/// Makes labels differ: several experiments have tables of the same kind.
fn number_labels(tables: &mut [Table]) {
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    for table in tables {
        let times = seen.entry(table.label.clone()).or_default();
        *times += 1;
        if *times > 1 {
            table.label = format!("{}-{times}", table.label);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samples::{row, solved};

    #[test]
    fn stores_with_labels_are_compared_and_without_labels_put_together() {
        let before = [solved(row("a", "p1", "gbfs:ff", 1), 10)];
        let after = [solved(row("a", "p1", "gbfs:ff", 1), 5)];
        let report = Report::compare("t", "gbfs", &[("before", &before), ("after", &after)]);
        let titles: Vec<String> = report.tables(Extent::Short).into_iter().map(|table| table.title).collect();
        assert!(titles.iter().any(|title| title.starts_with("before and after compared")), "{titles:?}");
        assert!(report.pictures().iter().any(|picture| picture.name == "2-domains-ff.svg"));
        let report = Report::new("t", "gbfs", &[before, after].concat());
        assert_eq!((report.experiments.len(), report.experiments[0].superseded), (1, 1));
        assert_eq!(report.tables(Extent::Full).len(), report.tables(Extent::Short).len() + 1);
    }
}
