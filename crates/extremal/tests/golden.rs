//! Every named search counts what it always counted: `golden.csv` was recorded before the search core was redesigned, and
//! for members of `extremal` that are new when they came.

use std::fmt::Write;
use std::path::Path;

use extremal::{Outcome, Planner, SEARCHES, Task};

struct Row<'r> {
    line: usize,
    search: &'r str,
    column: &'r str,
    task: &'r str,
    seed: u64,
    max_evaluations: u64,
    /// Status, evaluations, expansions, generated, reopened, plan length.
    expected: Vec<&'r str>,
}

fn rows(table: &str) -> Vec<Row<'_>> {
    let lines = table.lines().enumerate().filter(|(_, line)| !line.starts_with('#')).skip(1);
    let rows = lines.map(|(number, line)| {
        let cells: Vec<&str> = line.split(';').collect();
        let [search, column, task, seed, max_evaluations, ..] = cells[..] else { panic!("{line}") };
        let (seed, max_evaluations) = (seed.parse().unwrap(), max_evaluations.parse().unwrap());
        Row { line: number + 1, search, column, task, seed, max_evaluations, expected: cells[5..].to_vec() }
    });
    rows.collect()
}

fn counted(row: &Row<'_>, task: &Task) -> Vec<String> {
    let mut parts = row.column.split('+');
    let planner = Planner::new().search(row.search).unwrap().heuristic(parts.next().unwrap()).unwrap();
    let flags: Vec<&str> = parts.collect();
    let planner = planner.preferred(flags.contains(&"po")).deferred(flags.contains(&"de")).seed(row.seed);
    let run = planner.max_evaluations(row.max_evaluations).plan_quality(false).solve(task).unwrap();
    let status = match &run.outcome {
        Outcome::Solved(_) => "solved",
        Outcome::EvaluationLimit => "evaluation limit",
        Outcome::Unsolvable(_) => "unsolvable",
        other => panic!("{other:?}"),
    };
    let counters = run.counters;
    let numbers = [counters.evaluations, counters.expansions, counters.generated, counters.reopened];
    let length = run.outcome.plan().map_or(String::new(), |plan| plan.steps.len().to_string());
    let numbers = numbers.map(|number| number.to_string());
    [status.to_owned()].into_iter().chain(numbers).chain([length]).collect()
}

#[test]
fn every_search_counts_what_it_always_counted() {
    let table = include_str!("golden.csv");
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples");
    let mut rows = rows(table);
    assert!(rows.len() > 500, "only {} rows", rows.len());
    for search in SEARCHES {
        let tasks: std::collections::BTreeSet<&str> =
            rows.iter().filter(|row| row.search == search.name).map(|row| row.task).collect();
        assert!(tasks.len() >= 3, "{} has {} tasks", search.name, tasks.len());
    }
    rows.sort_by_key(|row| row.task);
    let mut differences = String::new();
    let mut current: Option<(&str, Task)> = None;
    for row in &rows {
        if current.as_ref().is_none_or(|(name, _)| *name != row.task) {
            let task = Task::from_problem_file(examples.join(format!("{}.pddl", row.task))).unwrap();
            current = Some((row.task, task));
        }
        let Some((_, task)) = &current else { continue };
        let counted = counted(row, task);
        if counted != row.expected {
            let Row { line, search, column, task, expected, .. } = row;
            writeln!(differences, "line {line}: {search} {column} {task}: {expected:?} became {counted:?}")
                .unwrap();
        }
    }
    assert!(differences.is_empty(), "\n{differences}");
}
