//! Ablations: searches that differ in the value of one parameter and in nothing else.

use std::collections::{BTreeMap, BTreeSet};

use extremal::grammar::Component;
use extremal::searches::registry::effective;
use extremal::searches::{Options, OwnParts};
use extremal_lab::Column;
use extremal_plot::{Chart, Mark, Scale, Series};

use crate::coverage::Coverage;
use crate::experiment::{Experiment, Results};
use crate::order::family;
use crate::picture::{Picture, Subject};
use crate::significance::bootstrap;
use crate::table::{Cell, Group, Table, count, decimal};

/// Searches of one family that differ in one parameter.
#[derive(Clone, PartialEq, Debug)]
pub struct Ablation<'e> {
    /// The name that the searches have in common.
    pub family: String,
    /// The parameter.
    pub parameter: String,
    /// What tells it from another ablation of the same parameter: values of other parameters. Empty if there is no other.
    pub others: String,
    /// The values in order, each with the runs in some columns.
    pub values: Vec<(String, Vec<&'e Results>)>,
}

impl Ablation<'_> {
    /// ` (samples=all)`, or nothing.
    fn with(&self) -> String {
        if self.others.is_empty() { String::new() } else { format!(" ({})", self.others) }
    }
}

/// The parameters that are varied in an experiment.
pub fn ablations(experiment: &Experiment) -> Vec<Ablation<'_>> {
    // Runs by what they have in common: family, parameter, and the values of all other parameters.
    let mut groups: BTreeMap<(String, String, String), BTreeMap<String, Vec<&Results>>> = BTreeMap::new();
    let known: Vec<(&Results, Vec<(String, String)>)> =
        experiment.results.iter().filter_map(|results| Some((results, all_values(results)?))).collect();
    for (results, values) in &known {
        // Some parameters exist only with preferred operators. They belong to the column: lines of one table may differ in
        // them from column to column.
        let search = &results.configuration.search;
        let columns = || known.iter().filter(move |(other, _)| other.configuration.search == *search);
        let is_everywhere =
            |key: &str| columns().all(|(_, others)| others.iter().any(|(other, _)| other == key));
        let values: Vec<(String, String)> =
            values.iter().filter(|(key, _)| is_everywhere(key)).cloned().collect();
        for (parameter, value) in &values {
            let others = values.iter().filter(|(key, _)| key != parameter);
            let others: Vec<String> = others.map(|(key, value)| format!("{key}={value}")).collect();
            let family = family(&results.configuration.search).to_owned();
            let group = groups.entry((family, parameter.clone(), others.join(","))).or_default();
            group.entry(value.clone()).or_default().push(results);
        }
    }
    let varied = groups.into_iter().filter(|(_, values)| values.len() > 1);
    let ablation = |((family, parameter, others), values): ((_, _, String), BTreeMap<String, Vec<_>>)| {
        let mut values: Vec<(String, Vec<&Results>)> = values.into_iter().collect();
        values.sort_by(|(a, _), (b, _)| match (a.parse::<f64>(), b.parse::<f64>()) {
            (Ok(a), Ok(b)) => a.total_cmp(&b),
            _ => a.cmp(b),
        });
        Ablation { family, parameter, others, values }
    };
    let mut ablations: Vec<Ablation<'_>> = varied.map(ablation).collect();
    name_differences(&mut ablations);
    ablations
}

/// Keeps of the other parameters only those in which ablations of the same parameter differ.
fn name_differences(ablations: &mut [Ablation<'_>]) {
    let all: Vec<(String, String, String)> =
        ablations.iter().map(|a| (a.family.clone(), a.parameter.clone(), a.others.clone())).collect();
    for ablation in ablations {
        let same = |(family, parameter, _): &&(String, String, String)| {
            (family, parameter) == (&ablation.family, &ablation.parameter)
        };
        let rivals: Vec<&str> = all.iter().filter(same).map(|(_, _, others)| others.as_str()).collect();
        let differs =
            |value: &&str| rivals.iter().any(|others| !others.split(',').any(|other| other == *value));
        let kept: Vec<&str> = ablation.others.split(',').filter(differs).collect();
        ablation.others = kept.join(",");
    }
}

/// All parameters of a search with their values, those of its bandit among them.
fn all_values(results: &Results) -> Option<Vec<(String, String)>> {
    let full = match &results.effective {
        Some(text) => Component::parse(text).ok()?,
        None => {
            let column = &results.configuration.column;
            let options = Options { preferred: column.preferred, deferred: column.deferred, seed: 0 };
            effective(&results.configuration.search, options, &OwnParts::default()).ok()?
        }
    };
    let mut values = Vec::new();
    for (key, value) in full.arguments {
        match Component::parse(&value) {
            // The bandit itself is no parameter here: another one has others.
            Ok(bandit) if key == "bandit" => {
                values.push(("bandit".to_owned(), bandit.name));
                values.extend(bandit.arguments);
            }
            _ => values.push((key, value)),
        }
    }
    // Preferred operators are part of the column.
    values.retain(|(key, _)| key != "preferred");
    Some(values)
}

impl Ablation<'_> {
    fn columns(&self) -> Vec<&Column> {
        let all = self.values.iter().flat_map(|(_, results)| results);
        let columns: BTreeSet<&Column> = all.map(|results| &results.configuration.column).collect();
        let mut columns: Vec<&Column> = columns.into_iter().collect();
        columns.sort_by_key(|column| crate::order::of_column(column));
        columns
    }

    fn find(&self, value: usize, column: &Column) -> Option<&Results> {
        self.values[value].1.iter().copied().find(|results| &results.configuration.column == column)
    }

    /// Whether the values are numbers, so that they can be drawn.
    fn has_numbers(&self) -> bool {
        self.values.iter().all(|(value, _)| value.parse::<f64>().is_ok())
    }
}

/// A table for each parameter that is varied.
pub fn ablation_tables(experiment: &Experiment) -> Vec<Table> {
    ablations(experiment).iter().map(|ablation| table(experiment, ablation)).collect()
}

fn table(experiment: &Experiment, ablation: &Ablation<'_>) -> Table {
    let Ablation { family, parameter, values, .. } = ablation;
    let with = ablation.with();
    let columns = ablation.columns();
    let mut header = vec![parameter.clone()];
    let mut groups = vec![Group { label: String::new(), span: 1 }];
    for column in &columns {
        header.extend(["solved", "95 % interval"].map(str::to_owned));
        groups.push(Group { label: column.to_string(), span: 2 });
    }
    let title = format!(
        "{family}{with}: solved of {} tasks by the value of {parameter}, {}",
        experiment.tasks.len(),
        experiment.name()
    );
    let mut table = Table::new(title, 1, header).labelled(&format!("ablation-{family}-{parameter}"));
    table.groups = groups;
    let tasks = 0..experiment.tasks.len();
    let best: Vec<f64> = columns
        .iter()
        .map(|column| {
            let solved = (0..values.len()).filter_map(|value| ablation.find(value, column));
            solved.map(|results| Coverage::of(results, tasks.clone()).solved).fold(0.0, f64::max)
        })
        .collect();
    for (place, (value, _)) in values.iter().enumerate() {
        let mut line = vec![Cell::from(value.as_str())];
        for (column, best) in columns.iter().zip(&best) {
            match ablation.find(place, column) {
                None => line.extend([Cell::number(None, 1), Cell::number(None, 1)]),
                Some(results) => {
                    let (solved, interval) = solved_with_interval(results, experiment.tasks.len());
                    line.push(Cell::strong_if(count(solved), solved >= *best));
                    line.push(format!("{} to {}", decimal(interval.0, 1), decimal(interval.1, 1)).into());
                }
            }
        }
        table.push(line);
    }
    table.notes.push(
        "All other parameters are equal. solved: mean over seeds; interval: percentile bootstrap over tasks. All lines \
         are about the same tasks, so two values may differ significantly even if their intervals overlap."
            .to_owned(),
    );
    table
}

/// Solved tasks, and where their number may lie by resampling tasks.
fn solved_with_interval(results: &Results, tasks: usize) -> (f64, (f64, f64)) {
    let shares: Vec<f64> = (0..tasks).filter_map(|task| results.solved_share(task)).collect();
    let interval = bootstrap(&shares);
    (shares.iter().sum(), (interval.low, interval.high))
}

/// A chart for each parameter with numbers for values.
pub fn ablation_charts(experiment: &Experiment) -> Vec<Picture> {
    let ablations = ablations(experiment);
    let with_numbers = ablations.iter().filter(|ablation| ablation.has_numbers());
    with_numbers.map(|ablation| chart(experiment, ablation)).collect()
}

fn chart(experiment: &Experiment, ablation: &Ablation<'_>) -> Picture {
    let series = ablation.columns().into_iter().map(|column| Series {
        label: column.to_string(),
        points: (0..ablation.values.len())
            .filter_map(|place| {
                let results = ablation.find(place, column)?;
                let (y, (low, high)) = solved_with_interval(results, experiment.tasks.len());
                Some(Mark { x: ablation.values[place].0.parse().ok()?, y, low, high })
            })
            .collect(),
    });
    let Ablation { family, parameter, others, .. } = ablation;
    let with = ablation.with();
    let plain = |c: char| if c.is_ascii_alphanumeric() { c } else { '-' };
    let ending: String = with.chars().map(plain).collect();
    let chart = Chart {
        title: format!("{family} by {parameter}{with}"),
        subtitle: format!(
            "{} tasks, {}; mean over seeds, 95 % bootstrap bands over tasks",
            experiment.tasks.len(),
            experiment.limits
        ),
        x_label: parameter.clone(),
        y_label: "solved tasks".to_owned(),
        x_scale: Scale::Linear,
        y_scale: Scale::Linear,
        series: series.collect(),
    };
    let subject =
        Subject::Ablation { family: family.clone(), parameter: parameter.clone(), others: others.clone() };
    let name = format!("ablation-{family}-{parameter}{}.svg", ending.trim_end_matches('-'));
    Picture { name, subject, svg: chart.to_svg() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samples::{row, solved, unsolved};

    fn experiment(searches: &[&str]) -> Experiment {
        let mut rows = Vec::new();
        for (place, search) in searches.iter().enumerate() {
            for problem in 0..4 {
                let row = row("d", &format!("p{problem}"), &format!("{search}:ff"), 1);
                rows.push(if problem < place { solved(row, 10) } else { unsolved(row) });
            }
        }
        Experiment::from_rows("", &rows).remove(0)
    }

    #[test]
    fn a_default_is_one_of_the_values() {
        let experiment =
            experiment(&["gbfs", "guct-uniform(floor=0)", "guct-uniform(floor=0.5)", "guct-uniform", "guct"]);
        let ablations = ablations(&experiment);
        assert_eq!(ablations.len(), 1);
        let values: Vec<&str> = ablations[0].values.iter().map(|(value, _)| value.as_str()).collect();
        assert_eq!((ablations[0].parameter.as_str(), values), ("floor", vec!["0", "0.5", "1"]));
        let table = &ablation_tables(&experiment)[0];
        assert_eq!(table.lines.len(), 3);
        let charts = ablation_charts(&experiment);
        assert_eq!(charts[0].name, "ablation-guct-uniform-floor.svg");
        assert!(charts[0].svg.contains("floor") && !charts[0].svg.contains("NaN"));
    }

    #[test]
    fn columns_with_preferred_operators_stand_in_the_same_table() {
        let rows: Vec<_> = ["guct(c=1):ff", "guct(c=2):ff", "guct(c=1):ff+po", "guct(c=2):ff+po"]
            .map(|configuration| solved(row("d", "p", configuration, 1), 10))
            .into();
        let experiment = Experiment::from_rows("", &rows).remove(0);
        let tables = ablation_tables(&experiment);
        assert_eq!(tables.len(), 1);
        assert!(tables[0].title.starts_with("guct: solved of"), "{}", tables[0].title);
        assert_eq!(tables[0].header.len(), 5);
    }

    #[test]
    fn two_ablations_of_a_parameter_have_names_of_their_own() {
        let searches = ["guct(c=1)", "guct(c=2)", "guct(c=1,samples=all)", "guct(c=2,samples=all)", "gbfs"];
        let names: Vec<String> =
            ablation_charts(&experiment(&searches)).into_iter().map(|chart| chart.name).collect();
        assert_eq!(names, ["ablation-guct-c--samples-all.svg", "ablation-guct-c--samples-leaves.svg"]);
    }

    #[test]
    fn searches_that_differ_in_more_are_not_compared() {
        assert!(ablations(&experiment(&["guct(c=1)", "guct-star(c=2)", "guct(c=2,samples=all)"])).is_empty());
    }
}
