//! Coverage domain by domain.

use crate::coverage::Coverage;
use crate::experiment::{Experiment, Results};
use crate::notes;
use crate::table::{Cell, Table, count};

/// A table for each column: domains by searches, the best of each domain marked.
pub fn domain_tables(experiment: &Experiment) -> Vec<Table> {
    experiment
        .columns()
        .iter()
        .map(|column| {
            let results: Vec<&Results> =
                experiment.results.iter().filter(|r| &r.configuration.column == column).collect();
            let title = format!("{column}, solved tasks by domain, {}", experiment.name());
            domain_table(experiment, &title, &results).labelled(&format!("domains-{column}"))
        })
        .collect()
}

fn domain_table(experiment: &Experiment, title: &str, results: &[&Results]) -> Table {
    let header =
        ["domain", "tasks"].into_iter().chain(results.iter().map(|r| r.configuration.search.as_str()));
    let mut table = Table::new(title, 1, header.map(str::to_owned).collect());
    for (domain, tasks) in experiment.domains() {
        table.push(line(domain, tasks, results));
    }
    table.push_rule();
    let all = 0..experiment.tasks.len();
    table.push(line("total", all.clone(), results));
    table.notes.push("Means over seeds; the best of each domain is marked unless all are equal.".to_owned());
    table.notes.extend(notes::on_missing(
        results.iter().map(|results| Coverage::of(results, all.clone()).missing).sum(),
    ));
    table
}

fn line(name: &str, tasks: std::ops::Range<usize>, results: &[&Results]) -> Vec<Cell> {
    let covered: Vec<Coverage> = results.iter().map(|r| Coverage::of(r, tasks.clone())).collect();
    let solved = || covered.iter().map(|coverage| coverage.solved);
    let best = solved().fold(f64::NEG_INFINITY, f64::max);
    let all_equal = solved().all(|solved| solved == best);
    let mut line = vec![Cell::from(name), tasks.len().to_string().into()];
    line.extend(covered.iter().map(|coverage| match coverage.tasks {
        0 => Cell::number(None, 0),
        _ => {
            let mark = if coverage.missing > 0 { "†" } else { "" };
            Cell::strong_if(
                format!("{}{mark}", count(coverage.solved)),
                coverage.solved == best && !all_equal,
            )
        }
    }));
    line
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::{Format, render};
    use crate::samples::{row, solved, unsolved};

    #[test]
    fn the_best_of_each_domain_is_marked() {
        let rows = [
            solved(row("a", "p1", "gbfs:ff", 1), 10),
            unsolved(row("a", "p1", "guct:ff", 1)),
            unsolved(row("b", "p1", "gbfs:ff", 1)),
            unsolved(row("b", "p1", "guct:ff", 1)),
            solved(row("b", "p2", "guct:ff", 1), 10),
        ];
        let text = render(&domain_tables(&Experiment::from_rows("", &rows)[0]), Format::Markdown);
        assert!(text.contains("| domain | tasks | gbfs | guct |"), "{text}");
        assert!(text.contains("| a | 1 | **1** | 0 |"), "{text}");
        assert!(text.contains("| b | 2 | 0† | **1** |"), "{text}");
        assert!(text.contains("| total | 3 | 1† | 1 |"), "{text}");
        assert!(text.contains("† Runs are missing, 1 in all"), "{text}");
    }
}
