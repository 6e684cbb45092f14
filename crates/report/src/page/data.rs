//! The data of the page: flat arrays, compressed, since a hundred thousand runs must open at once.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use extremal_lab::Status;
use flate2::Compression;
use flate2::write::GzEncoder;
use serde::Serialize;

use crate::experiment::{Experiment, Results, Task};
use crate::run::Run;
use crate::{order, paper};

/// What the page's script reads. All configurations have their runs over the same tasks.
#[derive(Serialize)]
struct PageData<'a> {
    reference: &'a str,
    searches: Vec<String>,
    columns: Vec<String>,
    groups: BTreeMap<String, usize>,
    domains: Vec<&'a str>,
    /// The domain of each task.
    domain: Vec<usize>,
    /// The problem file of each task.
    problems: Vec<&'a str>,
    paper: PaperData<'a>,
    experiments: Vec<ExperimentData<'a>>,
}

/// The paper's figures for what is in the experiments.
#[derive(Serialize)]
struct PaperData<'a> {
    tasks: usize,
    above: f64,
    coverage: BTreeMap<&'a str, BTreeMap<String, f64>>,
    agile: BTreeMap<&'a str, BTreeMap<&'a str, f64>>,
}

#[derive(Serialize)]
struct ExperimentData<'a> {
    label: &'a str,
    limits: String,
    /// Seconds.
    time: Option<f64>,
    papers: bool,
    versions: &'a [String],
    superseded: usize,
    results: Vec<ResultData<'a>>,
}

/// The runs with the first seed on all tasks, then those with the second seed, and so on.
#[derive(Serialize)]
struct ResultData<'a> {
    search: &'a str,
    column: String,
    seeds: &'a [u64],
    /// A letter per run.
    status: String,
    evaluations: Vec<u64>,
    expansions: Vec<u64>,
    above: Vec<u64>,
    /// -1 if the run was read at a smaller budget than its own.
    depth: Vec<i64>,
    length: Vec<u64>,
    /// Microseconds of search, -1 if values were shared.
    time: Vec<i64>,
    /// Microseconds in the open list, -1 if not measured.
    #[serde(skip_serializing_if = "Option::is_none")]
    open: Option<Vec<i64>>,
    /// Microseconds until the plan or the end, -1 if values were shared; only under a limit of time.
    #[serde(skip_serializing_if = "Option::is_none")]
    total: Option<Vec<i64>>,
}

/// The data as text: JSON, compressed, in the letters of base64.
pub fn packed(experiments: &[Experiment], reference: &str) -> String {
    // Numbers and strings, written to memory: this cannot fail.
    let json = serde_json::to_vec(&page_data(experiments, reference)).unwrap_or_default();
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    let compressed = encoder.write_all(&json).and_then(|()| encoder.finish()).unwrap_or_default();
    STANDARD.encode(compressed)
}

fn page_data<'a>(experiments: &'a [Experiment], reference: &'a str) -> PageData<'a> {
    let tasks: BTreeSet<&Task> = experiments.iter().flat_map(|experiment| &experiment.tasks).collect();
    let domains: BTreeSet<&str> = tasks.iter().map(|task| task.domain.as_str()).collect();
    let domains: Vec<&str> = domains.into_iter().collect();
    let tasks: Vec<&Task> = tasks.into_iter().collect();
    let mut searches: Vec<String> = experiments.iter().flat_map(Experiment::searches).collect();
    searches.sort_by_key(|search| order::of_search(search));
    searches.dedup();
    let mut columns: Vec<_> = experiments.iter().flat_map(Experiment::columns).collect();
    columns.sort_by_key(order::of_column);
    columns.dedup();
    PageData {
        reference,
        groups: searches.iter().map(|search| (search.clone(), order::group(search))).collect(),
        columns: columns.iter().map(ToString::to_string).collect(),
        domain: tasks
            .iter()
            .map(|task| domains.partition_point(|domain| *domain < task.domain.as_str()))
            .collect(),
        problems: tasks.iter().map(|task| task.problem.as_str()).collect(),
        paper: paper_data(experiments, &domains),
        experiments: experiments.iter().map(|experiment| experiment_data(experiment, &tasks)).collect(),
        searches,
        domains,
    }
}

fn paper_data<'a>(experiments: &'a [Experiment], domains: &[&'a str]) -> PaperData<'a> {
    let mut coverage: BTreeMap<&str, BTreeMap<String, f64>> = BTreeMap::new();
    let mut agile: BTreeMap<&str, BTreeMap<&str, f64>> = BTreeMap::new();
    for results in experiments.iter().flat_map(|experiment| &experiment.results) {
        let (search, column) = (results.configuration.search.as_str(), &results.configuration.column);
        if let Some(figure) = paper::coverage(search, column) {
            coverage.entry(search).or_default().insert(column.to_string(), figure);
        }
        for domain in domains.iter().copied().chain(["total"]) {
            if let Some(figure) = paper::agile_score(domain, search) {
                agile.entry(domain).or_default().insert(search, figure);
            }
        }
    }
    PaperData { tasks: paper::TASKS, above: paper::SHARE_ABOVE_INITIAL_H, coverage, agile }
}

fn experiment_data<'a>(experiment: &'a Experiment, tasks: &[&Task]) -> ExperimentData<'a> {
    // The number of each of the page's tasks in the experiment.
    let places: Vec<Option<usize>> =
        tasks.iter().map(|task| experiment.tasks.binary_search(task).ok()).collect();
    let timed = experiment.limits.time_limit();
    ExperimentData {
        label: &experiment.label,
        limits: experiment.limits.to_string(),
        time: timed,
        papers: experiment.is_the_papers(),
        versions: &experiment.versions,
        superseded: experiment.superseded,
        results: experiment.results.iter().map(|r| result_data(r, &places, timed.is_some())).collect(),
    }
}

fn result_data<'a>(results: &'a Results, places: &[Option<usize>], timed: bool) -> ResultData<'a> {
    let runs: Vec<Option<&Run>> = (0..results.seeds.len())
        .flat_map(|seed| {
            let runs = results.with_seed(seed);
            places.iter().map(move |place| runs[(*place)?].as_ref())
        })
        .collect();
    let of = |figure: fn(&Run) -> u64| runs.iter().map(|run| run.map_or(0, figure)).collect::<Vec<u64>>();
    let time = |figure: fn(&Run) -> Option<f64>| {
        let known = |run: &Run| figure(run).map_or(-1, microseconds);
        runs.iter().map(|run| run.map_or(-1, known)).collect::<Vec<i64>>()
    };
    let measured = runs.iter().flatten().any(|run| run.open_list_seconds.is_some());
    ResultData {
        search: &results.configuration.search,
        column: results.configuration.column.to_string(),
        seeds: &results.seeds,
        status: runs.iter().map(|run| run.map_or('-', |run| letter(run.status))).collect(),
        evaluations: of(|run| run.evaluations),
        expansions: of(|run| run.expansions),
        above: of(|run| run.above_initial_h),
        depth: runs
            .iter()
            .map(|run| run.map_or(0, |run| if run.is_cut { -1 } else { i64::from(run.max_depth) }))
            .collect(),
        length: of(|run| run.plan_length.unwrap_or(0)),
        time: time(|run| run.search_seconds),
        open: measured.then(|| time(|run| run.open_list_seconds)),
        total: timed.then(|| time(|run| run.total_seconds)),
    }
}

fn letter(status: Status) -> char {
    match status {
        Status::Solved => 's',
        Status::Unsolvable => 'u',
        Status::Exhausted => 'x',
        Status::EvaluationLimit => 'e',
        Status::ExpansionLimit => 'p',
        Status::OutOfTime => 't',
        Status::OutOfMemory => 'm',
        Status::Crashed => 'c',
        Status::Failed => 'f',
    }
}

/// Microseconds with three digits that count, or whole milliseconds if these are more: the others are noise, which
/// does not compress. Milliseconds are what compact tables have, so that what is computed from them is the same
/// here and in the terminal.
fn microseconds(seconds: f64) -> i64 {
    let exact = (seconds * 1e6).max(0.0);
    let unit = 10_f64.powf((exact.max(1.0).log10().floor() - 2.0).clamp(0.0, 3.0));
    ((exact / unit).round() * unit) as i64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samples::{row, solved, unsolved};

    #[test]
    fn experiments_share_their_tasks_and_missing_runs_have_a_dash() {
        let first = Experiment::from_rows("before", &[solved(row("b", "p1", "gbfs:ff", 1), 10)]);
        let second = Experiment::from_rows(
            "after",
            &[unsolved(row("a", "p1", "gbfs:ff", 1)), solved(row("b", "p1", "gbfs:ff", 2), 20)],
        );
        let experiments = [first, second].concat();
        let data = page_data(&experiments, "gbfs");
        assert_eq!((data.domains, data.domain), (vec!["a", "b"], vec![0, 1]));
        assert_eq!(data.experiments[0].results[0].status, "-s");
        assert_eq!(data.experiments[1].results[0].status, "e--s");
        assert_eq!(data.experiments[1].results[0].evaluations, [10_000, 0, 0, 20]);
        assert_eq!(data.paper.coverage["gbfs"]["ff"], 538.0);
    }

    #[test]
    fn times_with_shared_values_are_not_in_the_page() {
        let mut shared = solved(row("a", "p1", "gbfs:ff", 1), 10);
        (shared.shared_values, shared.time_limit) = (true, Some(30.0));
        let mut own = solved(row("a", "p2", "gbfs:ff", 1), 10);
        own.time_limit = shared.time_limit;
        let experiments = Experiment::from_rows("", &[shared, own]);
        let data = page_data(&experiments, "gbfs");
        let results = &data.experiments[0].results[0];
        assert_eq!(results.time, [-1, 10_000]);
        assert_eq!(results.total, Some(vec![-1, 20_000]));
    }

    #[test]
    fn times_keep_three_digits() {
        let seconds = [0.0, 12.345_678, 0.123_456, 0.001_234_5, 0.000_012_3, -1.0];
        assert_eq!(seconds.map(microseconds), [0, 12_346_000, 123_000, 1_230, 12, 0]);
    }
}
