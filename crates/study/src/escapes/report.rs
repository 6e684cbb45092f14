//! Escapes as tables and rows.

use std::collections::BTreeMap;
use std::path::Path;

use extremal_report::{Cell, Table, wilcoxon};
use extremal_trace::Values;

use crate::escapes::{Findings, Plateau, Settings};
use crate::rows::with_commas;
use crate::store::{StudyError, table, traced_runs};

/// How a search does on some plateaus.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Summary {
    /// The share of starts from which it got off within the limit.
    pub escaped: f64,
    /// The median of evaluations until then; those that did not get off count with the limit.
    pub median: f64,
    /// The geometric mean over tasks of its evaluations divided by those of the reference.
    pub ratio: f64,
    /// The share of plateaus that it leaves sooner than the reference.
    pub sooner: f64,
    /// The share that it leaves later.
    pub later: f64,
    /// Wilcoxon's signed-rank test on the logarithm of that ratio, over tasks.
    pub probability: f64,
}

impl Summary {
    /// How the search at a place of the list does, compared with that at another place.
    pub fn of(plateaus: &[&Plateau], search: usize, reference: usize, limit: u64) -> Summary {
        let cost = |plateau: &Plateau, search: usize| {
            let logs = plateau.escapes[search].iter().map(|escape| libm::log(escape.unwrap_or(limit) as f64));
            logs.sum::<f64>() / plateau.escapes[search].len().max(1) as f64
        };
        let runs = || plateaus.iter().flat_map(|plateau| &plateau.escapes[search]);
        let mut all: Vec<u64> = runs().map(|escape| escape.unwrap_or(limit)).collect();
        all.sort_unstable();
        let differences: Vec<f64> =
            plateaus.iter().map(|plateau| cost(plateau, search) - cost(plateau, reference)).collect();
        let mut by_task: BTreeMap<(&str, &str), Vec<f64>> = BTreeMap::new();
        for (plateau, difference) in plateaus.iter().zip(&differences) {
            by_task.entry((&plateau.domain, &plateau.problem)).or_default().push(*difference);
        }
        let by_task: Vec<f64> =
            by_task.values().map(|list| list.iter().sum::<f64>() / list.len() as f64).collect();
        let share = |wanted: &dyn Fn(f64) -> bool| {
            differences.iter().filter(|difference| wanted(**difference)).count() as f64
                / differences.len().max(1) as f64
        };
        Summary {
            escaped: runs().filter(|escape| escape.is_some()).count() as f64 / all.len().max(1) as f64,
            median: all.get(all.len() / 2).map_or(f64::NAN, |&median| median as f64),
            ratio: libm::exp(by_task.iter().sum::<f64>() / by_task.len().max(1) as f64),
            sooner: share(&|difference| difference < -1e-9),
            later: share(&|difference| difference > 1e-9),
            probability: wilcoxon(&by_task),
        }
    }
}

/// The escapes by heuristic and kind, and by the search whose run entered the plateau.
pub fn tables(findings: &Findings, settings: &Settings) -> Vec<Table> {
    let mut tables = vec![
        one_table(findings, settings, "Escapes from the same plateaus", |plateau| plateau.kind.clone()),
        one_table(findings, settings, "The same by the search that found the plateau", |plateau| {
            format!("of {}", plateau.source)
        }),
    ];
    tables[0].notes.push(format!(
        "median: evaluations until a smaller value, {} where there was none. ratio: geometric mean over tasks of \
         evaluations divided by those of {}. p: Wilcoxon's signed-rank test over tasks. to above: the ratio to the search in the line above, and its \
         p. {} plateaus without a way \
         off are left out.",
        settings.max_evaluations, settings.searches[0], findings.closed
    ));
    tables
}

fn one_table(
    findings: &Findings,
    settings: &Settings,
    title: &str,
    key: impl Fn(&Plateau) -> String,
) -> Table {
    let header = [
        "heuristic",
        "plateaus",
        "search",
        "number",
        "escaped %",
        "median",
        "ratio",
        "sooner %",
        "later %",
        "p",
        "to above",
        "p",
    ];
    let mut table = Table::new(title, 3, header.map(str::to_owned).to_vec());
    let mut groups: BTreeMap<(String, String), Vec<&Plateau>> = BTreeMap::new();
    for plateau in &findings.plateaus {
        groups.entry((plateau.heuristic.clone(), key(plateau))).or_default().push(plateau);
    }
    for ((heuristic, kind), plateaus) in &groups {
        for (place, search) in settings.searches.iter().enumerate() {
            let summary = Summary::of(plateaus, place, 0, settings.max_evaluations);
            let before = Summary::of(plateaus, place, place.saturating_sub(1), settings.max_evaluations);
            let figure = |value: f64, decimals| Cell::number((place > 0).then_some(value), decimals);
            let figure_before = |value: f64, decimals| Cell::number((place > 1).then_some(value), decimals);
            table.push(vec![
                heuristic.as_str().into(),
                kind.as_str().into(),
                search.as_str().into(),
                plateaus.len().to_string().into(),
                Cell::number(Some(100.0 * summary.escaped), 1),
                Cell::number(Some(summary.median), 0),
                figure(summary.ratio, 2),
                figure(100.0 * summary.sooner, 1),
                figure(100.0 * summary.later, 1),
                figure(summary.probability, 4),
                figure_before(before.ratio, 2),
                figure_before(before.probability, 4),
            ]);
        }
        table.push_rule();
    }
    table
}

/// The escapes by domain, heuristic, kind and source as rows with commas.
pub fn csv(findings: &Findings, settings: &Settings) -> String {
    let header = [
        "domain",
        "heuristic",
        "kind",
        "source",
        "search",
        "plateaus",
        "escaped",
        "median",
        "ratio",
        "sooner",
        "later",
    ];
    let mut lines = vec![header.map(str::to_owned).to_vec()];
    let mut groups: BTreeMap<[&str; 4], Vec<&Plateau>> = BTreeMap::new();
    for plateau in &findings.plateaus {
        let key = [&plateau.domain[..], &plateau.heuristic, &plateau.kind, &plateau.source];
        groups.entry(key).or_default().push(plateau);
    }
    for (key, plateaus) in &groups {
        for (place, search) in settings.searches.iter().enumerate() {
            let summary = Summary::of(plateaus, place, 0, settings.max_evaluations);
            let mut cells: Vec<String> = key.iter().map(|&text| text.to_owned()).collect();
            cells.extend([search.clone(), plateaus.len().to_string()]);
            let figures = [summary.escaped, summary.median, summary.ratio, summary.sooner, summary.later];
            cells.extend(figures.map(|figure| format!("{figure:.4}")));
            lines.push(cells);
        }
    }
    with_commas(&lines)
}

/// What happened on the plateaus of the traced runs themselves, each search on its own.
pub fn own_runs(store: &Path) -> Result<Table, StudyError> {
    #[derive(Default)]
    struct Own {
        runs: usize,
        evaluations: u64,
        inside: u64,
        plateaus: usize,
        escaped: usize,
        lengths: Vec<i64>,
    }
    let mut groups: BTreeMap<(String, String), Own> = BTreeMap::new();
    for row in traced_runs(store)? {
        let plateaus = table(store, "plateaus", &row)?;
        let key = (row.configuration.column.to_string(), row.configuration.search.clone());
        let own = groups.entry(key).or_default();
        let columns = ["escaped", "evaluations"].map(|name| plateaus.whole(name));
        let [Some(escaped), Some(evaluations)] = columns else { continue };
        own.runs += 1;
        own.evaluations += row.evaluations;
        own.plateaus += escaped.len();
        for (&escaped, &evaluations) in escaped.iter().zip(evaluations) {
            own.inside += u64::try_from(evaluations).unwrap_or(0);
            if escaped != Values::NONE {
                own.escaped += 1;
                own.lengths.push(evaluations);
            }
        }
    }
    let header = [
        "heuristic",
        "search",
        "runs",
        "entered per run",
        "escaped %",
        "median stay",
        "mean stay",
        "inside %",
    ];
    let mut table = Table::new(
        "Plateaus and local minima in each search's own runs",
        2,
        header.map(str::to_owned).to_vec(),
    );
    for ((heuristic, search), mut own) in groups {
        own.lengths.sort_unstable();
        let mean = own.lengths.iter().sum::<i64>() as f64 / own.lengths.len().max(1) as f64;
        table.push(vec![
            heuristic.into(),
            search.into(),
            own.runs.to_string().into(),
            Cell::number(Some(own.plateaus as f64 / own.runs.max(1) as f64), 1),
            Cell::number(Some(100.0 * own.escaped as f64 / own.plateaus.max(1) as f64), 1),
            Cell::number(own.lengths.get(own.lengths.len() / 2).map(|&length| length as f64), 0),
            Cell::number(Some(mean), 1),
            Cell::number(Some(100.0 * own.inside as f64 / own.evaluations.max(1) as f64), 1),
        ]);
    }
    table.notes.push(
        "stay: evaluations inside until the escape, of those that were left. inside: share of all evaluations that \
         were spent on plateaus before their escape."
            .to_owned(),
    );
    Ok(table)
}
