//! Coverage as tables: all columns at a glance, then each column in detail.

use extremal_lab::Column;
use extremal_plot::grouped;

use crate::experiment::{Experiment, Results};
use crate::notes;
use crate::order;
use crate::paper;
use crate::summary::{Summary, SummaryCell};
use crate::table::{Cell, Group, Table, count, dash, decimal};

/// The overview, if there are several columns, and a table for each of them.
pub fn coverage_tables(experiment: &Experiment, summary: &Summary) -> Vec<Table> {
    let details = (0..summary.columns.len()).map(|column| detail(experiment, summary, column));
    let overview = (summary.columns.len() > 1).then(|| overview(experiment, summary));
    overview.into_iter().chain(details).collect()
}

fn title(experiment: &Experiment) -> String {
    format!("solved of {} tasks, {}", grouped(experiment.tasks.len() as u64), experiment.name())
}

fn overview(experiment: &Experiment, summary: &Summary) -> Table {
    let papers = experiment.is_the_papers();
    let per_column: &[&str] = if papers { &["solved", "ratio", "paper"] } else { &["solved", "ratio"] };
    let mut header = vec!["search".to_owned()];
    let mut groups = vec![Group { label: String::new(), span: 1 }];
    for column in &summary.columns {
        header.extend(per_column.iter().map(|&label| label.to_owned()));
        groups.push(Group { label: column.to_string(), span: per_column.len() });
    }
    let mut table = Table::new(title(experiment), 1, header).labelled("coverage");
    table.groups = groups;
    let best: Vec<f64> = (0..summary.columns.len()).map(|column| best(summary, column)).collect();
    fill(&mut table, summary, |cells| {
        let mut line = Vec::new();
        for (cell, best) in cells.iter().zip(&best) {
            line.push(cell.map_or_else(|| Cell::number(None, 1), |cell| solved(&cell, *best)));
            line.push(Cell::number(cell.and_then(|cell| cell.ratio), 2));
            if papers {
                line.push(Cell::number(cell.and_then(|cell| cell.paper_ratio), 2));
            }
        }
        line
    });
    table.notes.push(format!(
        "solved: mean over seeds ± standard error; ratio: to {} in the same column{}.",
        summary.reference,
        if papers { "; paper: the paper's ratio" } else { "" }
    ));
    table.notes.extend(note_on_missing(summary.lines.iter().flat_map(|(_, cells)| cells.iter().flatten())));
    table.notes.extend(notes::on_origin(experiment));
    table
}

fn detail(experiment: &Experiment, summary: &Summary, column: usize) -> Table {
    let papers = experiment.is_the_papers();
    let mut header = vec!["search", "solved", "seeds", "ratio"];
    if papers {
        header.extend(["paper", "paper's ratio", "difference"]);
    }
    let header = header.into_iter().map(str::to_owned).collect();
    let label = format!("coverage-{}", summary.columns[column]);
    let title = format!("{}, {}", summary.columns[column], title(experiment));
    let mut table = Table::new(title, 1, header).labelled(&label);
    let best = best(summary, column);
    fill(&mut table, summary, |cells| {
        let Some(cell) = cells[column] else { return Vec::new() };
        let mut line =
            vec![solved(&cell, best), cell.coverage.seeds.to_string().into(), Cell::number(cell.ratio, 2)];
        if papers {
            line.push(Cell::from(cell.paper.map_or_else(dash, paper_figure)));
            line.extend([Cell::number(cell.paper_ratio, 2), Cell::difference(cell.difference(), 2)]);
        }
        line
    });
    table.notes.push(format!("solved: mean over seeds ± standard error; ratio: to {}.", summary.reference));
    if papers {
        table.notes.push(format!(
            "paper: figures of the paper, on {} tasks that are nearly ours; compare ratios.",
            paper::TASKS
        ));
    }
    table.notes.extend(note_on_broken(experiment, &summary.columns[column]));
    table.notes.extend(note_on_missing(summary.column(column).map(|(_, cell)| cell)));
    table.notes.extend(notes::on_origin(experiment));
    table
}

/// A line for each search that has cells, and a rule between the groups of the paper.
fn fill(table: &mut Table, summary: &Summary, cells_of: impl Fn(&[Option<SummaryCell>]) -> Vec<Cell>) {
    let mut group = None;
    for (search, cells) in &summary.lines {
        let cells = cells_of(cells);
        if cells.is_empty() {
            continue;
        }
        if group.replace(order::group(search)).is_some_and(|last| last != order::group(search)) {
            table.push_rule();
        }
        table.push(std::iter::once(Cell::from(search.as_str())).chain(cells).collect());
    }
}

fn best(summary: &Summary, column: usize) -> f64 {
    summary.column(column).map(|(_, cell)| cell.coverage.solved).fold(f64::NEG_INFINITY, f64::max)
}

fn solved(cell: &SummaryCell, best: f64) -> Cell {
    let coverage = cell.coverage;
    let solved = if coverage.seeds > 1 { decimal(coverage.solved, 1) } else { count(coverage.solved) };
    let error = coverage.standard_error.map_or_else(String::new, |error| format!(" ± {error:.1}"));
    let mark = if coverage.missing > 0 { " †" } else { "" };
    Cell::strong_if(format!("{solved}{error}{mark}"), coverage.solved >= best)
}

/// The paper has one decimal, in two places two.
fn paper_figure(figure: f64) -> String {
    let text = decimal(figure, 2);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// Tells of runs that say nothing about a search.
fn note_on_broken(experiment: &Experiment, column: &Column) -> Option<String> {
    let results = experiment.results.iter().filter(|results| &results.configuration.column == column);
    let broken = results.flat_map(Results::all).filter(|run| run.is_broken()).count();
    (broken > 0)
        .then(|| format!("Runs that crashed or failed, counted as unsolved: {}.", grouped(broken as u64)))
}

/// Tells that cells with a dagger have runs missing, and how many.
fn note_on_missing<'a>(cells: impl Iterator<Item = &'a SummaryCell>) -> Option<String> {
    let missing: usize = cells.map(|cell| cell.coverage.missing).sum();
    notes::on_missing(missing)
        .map(|note| format!("{note} Ratios are over the tasks that both searches were run on."))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::{Format, render};
    use crate::samples::{row, solved as with_plan, unsolved};

    fn tables(rows: &[extremal_lab::Row]) -> Vec<Table> {
        let experiment = &Experiment::from_rows("", rows)[0];
        coverage_tables(experiment, &Summary::of(experiment, "gbfs"))
    }

    #[test]
    fn the_table_has_ours_the_papers_and_the_difference() {
        let mut rows = vec![
            with_plan(row("a", "p1", "gbfs:ff", 1), 10),
            unsolved(row("a", "p2", "gbfs:ff", 1)),
            with_plan(row("a", "p1", "guct:ff", 1), 10),
            unsolved(row("a", "p2", "guct:ff", 1)),
            with_plan(row("a", "p1", "guct:ff", 2), 10),
            with_plan(row("a", "p2", "guct:ff", 2), 10),
        ];
        let few = render(&tables(&rows), Format::Markdown);
        assert!(few.contains("| gbfs | 1 | 1 | 1.00 |") && !few.contains("538"), "{few}");
        for task in 3..=paper::TASKS {
            for (configuration, seed) in [("gbfs:ff", 1), ("guct:ff", 1), ("guct:ff", 2)] {
                rows.push(unsolved(row("a", &format!("p{task}"), configuration, seed)));
            }
        }
        let text = render(&tables(&rows), Format::Markdown);
        assert!(text.contains("| gbfs | 1 | 1 | 1.00 | 538 | 1.00 | 0.00 |"), "{text}");
        assert!(text.contains("| guct | **1.5 ± 0.5** | 2 | 1.50 | 412 | 0.77 | +0.73 |"), "{text}");
        assert!(!text.contains('†'), "{text}");
    }

    #[test]
    fn missing_runs_are_marked() {
        let rows = [with_plan(row("a", "p1", "gbfs:ff", 1), 10), with_plan(row("a", "p2", "guct:ff", 1), 10)];
        let text = render(&tables(&rows), Format::Markdown);
        assert!(text.contains("| gbfs | **1 †** |"), "{text}");
        assert!(text.contains("† Runs are missing, 2 in all"), "{text}");
    }

    #[test]
    fn runs_that_say_nothing_are_told_of() {
        let text = render(&tables(&[row("a", "p1", "gbfs:ff", 1)]), Format::Markdown);
        assert!(text.contains("Runs that crashed or failed, counted as unsolved: 1."), "{text}");
    }

    #[test]
    fn the_origin_of_mixed_runs_is_told() {
        let mut other = with_plan(row("a", "p2", "gbfs:ff", 1), 10);
        other.commit = Some("c2".to_owned());
        let text = render(&tables(&[with_plan(row("a", "p1", "gbfs:ff", 1), 10), other]), Format::Markdown);
        assert!(text.contains("Runs of several versions of the planner are mixed"), "{text}");
    }

    #[test]
    fn several_columns_have_an_overview() {
        let rows = ["gbfs:ff", "gbfs:add", "guct:add"].map(|c| with_plan(row("a", "p1", c, 1), 10));
        let tables = tables(&rows);
        assert_eq!(tables.len(), 3);
        assert_eq!(tables[0].header.len(), 5);
        let text = render(&tables[..1], Format::Markdown);
        assert!(text.contains("| guct | – | – | **1** | 1.00 |"), "{text}");
    }
}
