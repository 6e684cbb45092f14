//! An outcome as text: a table for people and comma-separated values for programs.

use std::fmt::Write;

use super::ExperimentOutcome;

impl ExperimentOutcome {
    /// A table with the regret at three times, its spread at the end, the share of pulls of the best arm,
    /// and the largest reward of a run.
    pub fn to_table(&self) -> String {
        let times = [self.pulls / 100, self.pulls / 10, self.pulls].map(|pulls| pulls.max(1));
        let mut rows = vec![vec![
            "policy".to_string(),
            format!("regret at {}", times[0]),
            format!("at {}", times[1]),
            format!("at {}", times[2]),
            "95 % interval".to_string(),
            "10 % / median / 90 % of runs".to_string(),
            "best arm".to_string(),
            "best reward".to_string(),
        ]];
        let best = self.means.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        for curve in &self.curves {
            let points = times.map(|pulls| curve.at(pulls));
            let mut row = vec![curve.policy.clone()];
            row.extend(points.iter().map(|point| point.map_or(String::new(), |p| number(p.regret))));
            row.push(points[2].map_or(String::new(), |p| format!("{} to {}", number(p.low), number(p.high))));
            row.push(curve.final_quantiles.map(number).join(" / "));
            let of_best = self.means.iter().zip(&curve.mean_pulls).filter(|(mean, _)| **mean == best);
            let share = of_best.map(|(_, pulls)| pulls).sum::<f64>() / f64::from(self.pulls);
            row.push(format!("{:.1} %", 100.0 * share));
            row.push(number(curve.best_reward));
            rows.push(row);
        }
        let mut text = String::new();
        // Writing to a string does not fail.
        let _ = writeln!(text, "arms   {}", self.arms_with_means());
        let _ = writeln!(text, "pulls  {}, runs {}, seed {}\n", self.pulls, self.runs, self.seed);
        text + &aligned(&rows)
    }

    fn arms_with_means(&self) -> String {
        let arms = self.arms.iter().zip(&self.means);
        arms.map(|(arm, mean)| format!("{arm} (mean {})", number(*mean))).collect::<Vec<_>>().join(", ")
    }

    /// Comma-separated values: policy, pulls, regret, and the ends of its 95 % confidence interval.
    pub fn to_csv(&self) -> String {
        let mut text = String::from("policy,pulls,regret,low,high\n");
        for curve in &self.curves {
            for point in &curve.points {
                // A policy's parameters are separated by commas.
                let _ = writeln!(
                    text,
                    "\"{}\",{},{},{},{}",
                    curve.policy, point.pulls, point.regret, point.low, point.high
                );
            }
        }
        text
    }
}

/// Four significant digits, without an exponent for everyday sizes.
pub(crate) fn number(value: f64) -> String {
    let magnitude = value.abs();
    if magnitude != 0.0 && !(1e-3..1e7).contains(&magnitude) {
        return format!("{value:.2e}");
    }
    let digits = if magnitude == 0.0 { 0 } else { (3 - magnitude.log10().floor() as i32).max(0) as usize };
    let text = format!("{value:.digits$}");
    let text = if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { &text };
    text.to_string()
}

/// Columns of equal width, the first to the left and the others to the right.
fn aligned(rows: &[Vec<String>]) -> String {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |c: usize| rows.iter().filter_map(|row| row.get(c)).map(|cell| cell.chars().count()).max();
    let widths: Vec<_> = (0..columns).map(|c| width(c).unwrap_or(0)).collect();
    let mut text = String::new();
    for row in rows {
        for (c, cell) in row.iter().enumerate() {
            let width = widths[c];
            let _ = if c == 0 { write!(text, "{cell:<width$}") } else { write!(text, "  {cell:>width$}") };
        }
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::super::{Experiment, ExperimentOptions, run};
    use super::*;

    fn outcome() -> ExperimentOutcome {
        let options = ExperimentOptions {
            arms: vec!["uniform:0,1".into(), "uniform:0.5,1.5".into()],
            policies: vec!["ucb1-uniform(floor=0,power=-1)".into(), "greedy".into()],
            pulls: 1000,
            runs: 8,
            ..ExperimentOptions::default()
        };
        run(&Experiment::new(&options).unwrap())
    }

    #[test]
    fn the_table_has_a_row_per_policy() {
        let table = outcome().to_table();
        assert!(table.contains("uniform:0,1 (mean 0.5), uniform:0.5,1.5 (mean 1)"), "{table}");
        let rows: Vec<_> = table.lines().skip(3).collect();
        assert_eq!(rows.len(), 3);
        assert!(rows[0].contains("regret at 10") && rows[1].starts_with("ucb1-uniform(floor=0,power=-1)"));
        assert!(rows.iter().all(|row| row.chars().count() == rows[0].chars().count()), "{table}");
    }

    #[test]
    fn commas_in_names_are_quoted() {
        let outcome = outcome();
        let csv = outcome.to_csv();
        let second = csv.lines().nth(1).unwrap();
        assert!(second.starts_with("\"ucb1-uniform(floor=0,power=-1)\",1,"), "{second}");
        let points: usize = outcome.curves.iter().map(|curve| curve.points.len()).sum();
        assert_eq!(csv.lines().count(), points + 1);
    }

    #[test]
    fn numbers_are_short() {
        for (value, text) in [
            (0.0, "0"),
            (0.5, "0.5"),
            (12.3456, "12.35"),
            (98765.4, "98765"),
            (1e-9, "1.00e-9"),
            (-3.0, "-3"),
        ] {
            assert_eq!(number(value), text);
        }
    }
}
