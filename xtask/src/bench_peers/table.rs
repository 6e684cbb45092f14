//! One table of a comparison: two figures for each task, what they come to, and the bound that must hold.

use crate::table::geometric_mean;

/// What the two figures of a row are, which decides how they are compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Figures {
    /// Something per second: the first over the second.
    Rates,
    /// Time or memory: the second over the first, so that more than 1 speaks for the first here too.
    Costs,
    /// Bytes: the second minus the first, of which less is better.
    Extra,
}

/// A bound of the geometric mean or of the worst task.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Bound {
    /// The geometric mean of the ratios is at least this.
    Mean(f64),
    /// The ratio of every task is at least this.
    Each(f64),
    /// The difference of every task is at most this.
    EachAtMost(f64),
}

/// What was measured on one task.
#[derive(Clone, PartialEq, Debug)]
pub struct Row {
    /// Name of the task.
    pub task: String,
    /// Figure of the first, in general ours.
    pub first: f64,
    /// Figure of the second, in general Fast Downward's.
    pub second: f64,
    /// Processor seconds of either.
    pub processor_seconds: (f64, f64),
}

/// A table and what must hold of it.
#[derive(Clone, PartialEq, Debug)]
pub struct Table {
    /// What is measured, with its unit.
    pub title: String,
    /// Who is compared.
    pub names: (&'static str, &'static str),
    /// What the figures are.
    pub figures: Figures,
    /// One row for each task that was measured.
    pub rows: Vec<Row>,
    /// Tasks that were not, and why.
    pub not_measured: Vec<(String, String)>,
    /// Tasks that only the second finished.
    pub lost: Vec<String>,
    /// What must hold.
    pub bounds: Vec<Bound>,
}

impl Table {
    /// An empty table.
    pub fn new(
        title: impl Into<String>,
        names: (&'static str, &'static str),
        figures: Figures,
        bounds: &[Bound],
    ) -> Self {
        Table {
            title: title.into(),
            names,
            figures,
            rows: Vec::new(),
            not_measured: Vec::new(),
            lost: Vec::new(),
            bounds: bounds.to_vec(),
        }
    }

    /// An empty table of us against Fast Downward.
    pub fn against_peer(title: impl Into<String>, figures: Figures, bounds: &[Bound]) -> Self {
        Table::new(title, ("ours", "Fast Downward"), figures, bounds)
    }

    /// The ratio or difference of a row.
    pub fn compare(&self, row: &Row) -> f64 {
        match self.figures {
            Figures::Rates => row.first / row.second,
            Figures::Costs => row.second / row.first,
            Figures::Extra => row.second - row.first,
        }
    }

    /// The geometric mean of the ratios, or the mean of the differences.
    pub fn mean(&self) -> Option<f64> {
        let compared = self.rows.iter().map(|row| self.compare(row));
        match self.figures {
            Figures::Rates | Figures::Costs => geometric_mean(compared),
            Figures::Extra if self.rows.is_empty() => None,
            Figures::Extra => Some(compared.sum::<f64>() / self.rows.len() as f64),
        }
    }

    /// The row that speaks least for the first.
    pub fn worst(&self) -> Option<&Row> {
        let sign = if self.figures == Figures::Extra { -1.0 } else { 1.0 };
        self.rows.iter().min_by(|a, b| (sign * self.compare(a)).total_cmp(&(sign * self.compare(b))))
    }

    /// Each bound in words, and whether it holds. Of no rows at all nothing holds.
    pub fn judge(&self) -> Vec<(String, bool)> {
        let compared = || self.rows.iter().map(|row| self.compare(row));
        let mut judged: Vec<(String, bool)> = self
            .bounds
            .iter()
            .map(|bound| match *bound {
                Bound::Mean(least) => {
                    let told = (least * 100.0).round() / 100.0;
                    (format!("mean at least {told}"), self.mean().is_some_and(|mean| mean >= least))
                }
                Bound::Each(least) => {
                    let smallest = compared().reduce(f64::min);
                    (format!("no task below {least}"), smallest.is_some_and(|smallest| smallest >= least))
                }
                Bound::EachAtMost(most) => {
                    let largest = compared().reduce(f64::max);
                    (format!("no task above {most}"), largest.is_some_and(|largest| largest <= most))
                }
            })
            .collect();
        if !self.lost.is_empty() {
            judged.push((format!("finished only by {}: {}", self.names.1, self.lost.join(", ")), false));
        }
        judged
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// A table with a row for each pair of figures.
    pub fn table(figures: Figures, bounds: &[Bound], pairs: &[(f64, f64)]) -> Table {
        let mut table = Table::against_peer("Speed", figures, bounds);
        table.rows = (1..)
            .zip(pairs)
            .map(|(number, &(first, second))| Row {
                task: format!("p{number}"),
                first,
                second,
                processor_seconds: (1.0, 2.0),
            })
            .collect();
        table
    }

    fn holds(table: &Table) -> Vec<bool> {
        table.judge().into_iter().map(|(_, holds)| holds).collect()
    }

    #[test]
    fn more_than_one_speaks_for_the_first_in_rates_and_in_costs() {
        let bounds = [Bound::Mean(3.0), Bound::Each(1.2)];
        let rates = table(Figures::Rates, &bounds, &[(20.0, 10.0), (80.0, 10.0)]);
        assert!((rates.mean().unwrap() - 4.0).abs() < 1e-12);
        assert_eq!(rates.worst().unwrap().task, "p1");
        assert_eq!(holds(&rates), [true, true]);
        let costs = table(Figures::Costs, &bounds, &[(20.0, 10.0), (10.0, 200.0)]);
        assert_eq!(costs.worst().unwrap().task, "p1");
        assert_eq!(holds(&costs), [true, false]);
    }

    #[test]
    fn extra_bytes_are_bounded_from_above() {
        let table = table(Figures::Extra, &[Bound::EachAtMost(64.0)], &[(30.0, 70.0), (30.0, 110.0)]);
        assert_eq!(table.mean(), Some(60.0));
        assert_eq!(table.worst().unwrap().task, "p2");
        assert_eq!(holds(&table), [false]);
    }

    #[test]
    fn nothing_measured_holds_nothing_and_a_lost_task_is_a_failure() {
        assert_eq!(holds(&table(Figures::Rates, &[Bound::Mean(1.0), Bound::Each(1.0)], &[])), [false, false]);
        let mut lost = table(Figures::Rates, &[], &[(2.0, 1.0)]);
        assert!(holds(&lost).is_empty());
        lost.lost.push("p9".to_owned());
        assert_eq!(holds(&lost), [false]);
    }
}
