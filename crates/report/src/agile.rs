//! The agile score of the planning competitions, for runs with a limit of time.

use std::ops::Range;

use crate::coverage::Coverage;
use crate::experiment::{Experiment, Results};
use crate::notes;
use crate::paper;
use crate::table::{Cell, Table, count, decimal};

/// The limit of the competitions and of the paper, in seconds.
const COMPETITION_LIMIT: f64 = 300.0;
/// How many domains the paper has, and how many tasks of each.
const PAPER_DOMAINS: usize = 10;
const PAPER_TASKS: usize = 20;

/// The score of a run: 1 for a plan within a second, falling with the logarithm of the time to 0 at the limit.
pub fn score(seconds: Option<f64>, limit: f64) -> f64 {
    match seconds {
        Some(seconds) if seconds <= 1.0 => 1.0,
        Some(seconds) if seconds < limit => 1.0 - seconds.ln() / limit.ln(),
        _ => 0.0,
    }
}

/// The score of a configuration over some tasks: the sum over tasks of the mean over seeds. There is none if
/// it was run on no task, or if its times mean nothing.
pub fn total_score(results: &Results, tasks: Range<usize>, limit: f64) -> Option<f64> {
    let mean = |task: usize| {
        let (mut sum, mut runs) = (0.0, 0_u32);
        for run in results.on_task(task).flatten() {
            runs += 1;
            sum += score(run.total_seconds.filter(|_| run.is_solved()), limit);
        }
        (runs > 0).then(|| sum / f64::from(runs))
    };
    let means: Vec<f64> = tasks.filter_map(mean).collect();
    (results.has_times() && !means.is_empty()).then(|| means.iter().sum())
}

/// A table for each column, if runs had a limit of time.
pub fn agile_tables(experiment: &Experiment) -> Vec<Table> {
    let Some(limit) = experiment.limits.time_limit() else { return Vec::new() };
    let table = |column: &extremal_lab::Column| {
        let results: Vec<&Results> =
            experiment.results.iter().filter(|r| &r.configuration.column == column).collect();
        agile_table(experiment, &format!("{column}, IPC agile score, {}", experiment.name()), limit, &results)
    };
    experiment.columns().iter().map(table).collect()
}

fn agile_table(experiment: &Experiment, title: &str, limit: f64, results: &[&Results]) -> Table {
    let searches: Vec<&str> = results.iter().map(|r| r.configuration.search.as_str()).collect();
    // The paper's figures stand beside ours for its searches, on domains of which all tasks were run.
    let domains = experiment.domains();
    let is_in_paper = |search: &str| {
        let score = |domain: &str| paper::agile_score(domain, search);
        experiment.with_paper
            && domains.iter().any(|(domain, tasks)| tasks.len() == PAPER_TASKS && score(domain).is_some())
    };
    let papers: Vec<&str> = searches.iter().copied().filter(|search| is_in_paper(search)).collect();
    let mut header = vec!["domain".to_owned(), "tasks".to_owned()];
    header.extend(searches.iter().map(|&search| search.to_owned()));
    header.extend(papers.iter().map(|search| format!("paper {search}")));
    let mut table = Table::new(title, 1, header).labelled("agile");
    let line = |name: &str, domain: &str, tasks: Range<usize>, limit: f64| {
        let scores: Vec<Option<f64>> = results.iter().map(|r| total_score(r, tasks.clone(), limit)).collect();
        let best = scores.iter().flatten().copied().fold(0.0, f64::max);
        let mut cells = vec![Cell::from(name), tasks.len().to_string().into()];
        cells.extend(scores.iter().zip(results).map(|(&score, results)| {
            let Some(score) = score else { return Cell::number(None, 1) };
            let text = format!("{}{}", decimal(score, 1), dagger(results, tasks.clone()));
            Cell::strong_if(text, score > 0.0 && score >= best)
        }));
        let is_whole = is_whole(domain, &tasks);
        let figure = |search| paper::agile_score(domain, search).filter(|_| is_whole);
        cells.extend(papers.iter().map(|search| Cell::number(figure(search), 1)));
        cells
    };
    for &(domain, ref tasks) in &domains {
        let tasks = tasks.clone();
        table.push(line(domain, domain, tasks, limit));
    }
    table.push_rule();
    let all = 0..experiment.tasks.len();
    table.push(line("total", "total", all.clone(), limit));
    if limit < COMPETITION_LIMIT {
        table.push(line("total, as of 300 s", "total", all.clone(), COMPETITION_LIMIT));
    }
    table.push(solved_line(results, &papers, all.clone()));
    table.notes.push(note(limit, !papers.is_empty()));
    table.notes.extend(notes::on_missing(results.iter().map(|r| missing(r, all.clone())).sum()));
    table.notes.extend(notes::on_shared_values(results.iter().copied()));
    table.notes.extend(notes::on_origin(experiment));
    table
}

fn missing(results: &Results, tasks: Range<usize>) -> usize {
    Coverage::of(results, tasks).missing
}

fn dagger(results: &Results, tasks: Range<usize>) -> &'static str {
    if missing(results, tasks) > 0 { "†" } else { "" }
}

/// Whether these are all tasks that the paper has of a domain, or altogether.
fn is_whole(domain: &str, tasks: &Range<usize>) -> bool {
    tasks.len() == if domain == "total" { PAPER_DOMAINS * PAPER_TASKS } else { PAPER_TASKS }
}

fn solved_line(results: &[&Results], papers: &[&str], tasks: Range<usize>) -> Vec<Cell> {
    let mut cells = vec![Cell::from("solved"), tasks.len().to_string().into()];
    cells.extend(results.iter().map(|results| {
        let solved: f64 = tasks.clone().filter_map(|task| results.solved_share(task)).sum();
        Cell::from(format!("{}{}", count(solved), dagger(results, tasks.clone())))
    }));
    let figure = |search| paper::agile_solved("total", search).filter(|_| is_whole("total", &tasks));
    cells.extend(papers.iter().map(|search| Cell::number(figure(search), 1)));
    cells
}

fn note(limit: f64, papers: bool) -> String {
    let mut note = format!(
        "Sum over tasks of 1 - log t / log {limit}, where t are the seconds until the plan, and at most 1; means \
         over seeds."
    );
    if limit < COMPETITION_LIMIT {
        note.push_str(
            " As of 300 s: the same with log 300, at least so much would be the score under the competitions' limit.",
        );
    }
    if papers {
        note.push_str(" Paper: 300 s, 8 GB, another machine.");
    }
    note
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::{Format, render};
    use crate::samples::{row, solved, unsolved};

    #[test]
    fn the_score_falls_with_the_logarithm_of_time() {
        assert_eq!([0.0, 1.0, 300.0, 400.0].map(|t| score(Some(t), 300.0)), [1.0, 1.0, 0.0, 0.0]);
        // The root of the limit is half way.
        assert!((score(Some(300_f64.sqrt()), 300.0) - 0.5).abs() < 1e-12);
        assert_eq!(score(None, 300.0), 0.0);
        assert_eq!([0.4, 0.9, 1.0].map(|t| score(Some(t), 0.5)), [1.0; 3]);
    }

    fn timed(mut row: extremal_lab::Row) -> extremal_lab::Row {
        (row.max_evaluations, row.time_limit) = (None, Some(30.0));
        row
    }

    #[test]
    fn missing_runs_are_not_zero() {
        let rows = [
            timed(solved(row("a", "p1", "gbfs:ff", 1), 100)),
            timed(solved(row("b", "p1", "gbfs:ff", 1), 100)),
            timed(solved(row("b", "p1", "guct:ff", 1), 100)),
            timed(solved(row("b", "p2", "gbfs:ff", 1), 100)),
        ];
        let text = render(&agile_tables(&Experiment::from_rows("", &rows)[0]), Format::Markdown);
        assert!(text.contains("| a | 1 | **1.0** | – |"), "{text}");
        assert!(text.contains("| b | 2 | **2.0** | 1.0† |"), "{text}");
        assert!(text.contains("| total | 3 | **3.0** | 1.0† |"), "{text}");
        assert!(text.contains("† Runs are missing, 2 in all"), "{text}");
    }

    #[test]
    fn runs_with_shared_values_have_no_score() {
        let mut shared = timed(solved(row("a", "p1", "gbfs:ff", 1), 100));
        shared.shared_values = true;
        let text = render(&agile_tables(&Experiment::from_rows("", &[shared])[0]), Format::Markdown);
        assert!(text.contains("| a | 1 | – |") && text.contains("--share-values"), "{text}");
    }

    #[test]
    fn the_papers_score_stands_beside_ours_where_all_tasks_were_run() {
        let task = |number: usize| format!("p{number:02}");
        let solved = |number| timed(solved(row("snake-sat18-strips", &task(number), "gbfs:ff", 1), 100));
        let mut rows: Vec<_> = (1..PAPER_TASKS).map(solved).collect();
        let text = |rows: &[_]| render(&agile_tables(&Experiment::from_rows("", rows)[0]), Format::Markdown);
        assert!(!text(&rows).contains("paper gbfs"), "{}", text(&rows));
        rows.push(timed(unsolved(row("snake-sat18-strips", &task(PAPER_TASKS), "gbfs:ff", 1))));
        let whole = text(&rows);
        assert!(whole.contains("| snake-sat18-strips | 20 | **19.0** | 2.9 |"), "{whole}");
        assert!(whole.contains("| total | 20 | **19.0** | – |"), "{whole}");
        assert!(whole.contains("| solved | 20 | 19 | – |"), "{whole}");
    }
}
