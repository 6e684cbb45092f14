//! The tables and lists of `check-translate`.

use std::path::Path;
use std::time::Duration;

use anyhow::{Context, Result};

use crate::Verdict;
use crate::check_translate::{Checked, Comparison};
use crate::known_differences::KnownDifferences;
use crate::reference::Reference;
use crate::sizes::{COLUMNS, Difference};
use crate::table::{megabytes, new_table, seconds};

/// Prints everything; fails if a task failed or is larger without a known reason.
pub fn print(checked: &[Checked], known: &KnownDifferences, elapsed: Duration) -> Verdict {
    let (others, compared): (Vec<_>, Vec<_>) =
        checked.iter().partition(|c| c.comparison == Comparison::NothingToCompare);
    println!("Tasks that Fast Downward has translated:");
    println!("{}", compared_table(&compared));
    let offences = print_differences(&compared, known);
    if !others.is_empty() {
        println!("\nTasks that Fast Downward has not translated (or for which there is no row):");
        println!("{}", others_table(&others));
        print_noteworthy(&others);
    }
    println!("\nTotal time {} s.", seconds(elapsed));
    if offences > 0 {
        println!(
            "FAILED: {offences} tasks failed or are larger than Fast Downward's without a known reason."
        );
    }
    Verdict::passed_if(offences == 0)
}

/// The tasks of each domain in order of appearance, then all of them.
fn by_domain<'a>(checked: &[&'a Checked]) -> Vec<(String, Vec<&'a Checked>)> {
    let mut groups: Vec<(String, Vec<&Checked>)> = Vec::new();
    for &one in checked {
        match groups.iter_mut().find(|(domain, _)| *domain == one.task.domain) {
            Some((_, group)) => group.push(one),
            None => groups.push((one.task.domain.clone(), vec![one])),
        }
    }
    groups.push(("all".to_owned(), checked.to_vec()));
    groups
}

fn compared_table(checked: &[&Checked]) -> comfy_table::Table {
    let mut table = new_table(&[
        "domain", "tasks", "equal", "smaller", "larger", "failed", "seconds", "worst s", "max MB",
    ]);
    for (domain, group) in by_domain(checked) {
        let count =
            |kind: fn(&Comparison) -> bool| group.iter().filter(|c| kind(&c.comparison)).count().to_string();
        let mut row = vec![
            domain,
            group.len().to_string(),
            count(|c| matches!(c, Comparison::Equal)),
            count(|c| matches!(c, Comparison::Smaller(_))),
            count(|c| matches!(c, Comparison::Larger(_))),
            count(|c| matches!(c, Comparison::Failed(_))),
        ];
        row.extend(costs(&group));
        table.add_row(row);
    }
    table
}

fn others_table(checked: &[&Checked]) -> comfy_table::Table {
    let mut table =
        new_table(&["domain", "tasks", "translated", "unsolvable", "failed", "seconds", "worst s", "max MB"]);
    for (domain, group) in by_domain(checked) {
        let translated = group.iter().filter(|c| c.translation.is_ok()).count();
        let unsolvable = group.iter().filter(|c| c.translation.is_unsolvable()).count();
        let failed = group.len() - translated - unsolvable;
        let mut row = vec![domain];
        row.extend([group.len(), translated, unsolvable, failed].map(|number| number.to_string()));
        row.extend(costs(&group));
        table.add_row(row);
    }
    table
}

/// Total and worst time, largest memory.
fn costs(group: &[&Checked]) -> [String; 3] {
    let usages = || group.iter().map(|c| c.translation.usage);
    [
        seconds(usages().map(|usage| usage.wall).sum()),
        seconds(usages().map(|usage| usage.wall).max().unwrap_or_default()),
        megabytes(usages().map(|usage| usage.peak_kib).max().unwrap_or_default()),
    ]
}

/// Lists every task that differs; gives the number of those that may not.
fn print_differences(checked: &[&Checked], known: &KnownDifferences) -> usize {
    let mut offences = 0;
    for one in checked {
        let (domain, problem) = (&one.task.domain, &one.task.problem);
        match &one.comparison {
            Comparison::NothingToCompare | Comparison::Equal => {}
            Comparison::Failed(why) => {
                offences += 1;
                println!("FAILED  {problem}: {why}");
            }
            Comparison::Smaller(differences) | Comparison::Larger(differences) => {
                let unexplained = unexplained(domain, differences, known);
                offences += usize::from(unexplained);
                let label = match &one.comparison {
                    Comparison::Smaller(_) => "smaller",
                    _ if unexplained => "LARGER ",
                    _ => "known  ",
                };
                let list: Vec<_> = differences.iter().map(Difference::to_string).collect();
                println!("{label} {problem}: {}", list.join(", "));
            }
        }
    }
    offences
}

fn unexplained(domain: &str, differences: &[Difference], known: &KnownDifferences) -> bool {
    differences.iter().any(|d| d.is_larger() && known.reason(domain, d.column).is_none())
}

/// Lists the tasks that are known to be hard, and those that we did not translate.
fn print_noteworthy(checked: &[&Checked]) {
    for one in checked {
        let theirs = one.reference.as_ref();
        if theirs.is_none() && (one.translation.is_ok() || one.translation.is_unsolvable()) {
            continue;
        }
        let usage = one.translation.usage;
        println!(
            "{}: {} in {} s and {} MB, {} operators (Fast Downward: {})",
            one.task.problem,
            one.translation.status,
            seconds(usage.wall),
            megabytes(usage.peak_kib),
            one.translation.sizes.get("operators").map_or("?".to_owned(), |number| number.to_string()),
            theirs.map_or("no row".to_owned(), describe),
        );
    }
}

fn describe(reference: &Reference) -> String {
    match reference.seconds {
        Some(seconds) => format!("{} after {seconds:.0} s", reference.status),
        None => reference.status.clone(),
    }
}

/// Writes one row for each task.
pub fn write_csv(path: &Path, checked: &[Checked]) -> Result<()> {
    let mut writer =
        csv::Writer::from_path(path).with_context(|| format!("cannot write {}", path.display()))?;
    let mut header: Vec<String> =
        ["domain", "problem", "status", "seconds", "cpu_seconds", "peak_memory_kib", "fd_status"]
            .map(str::to_owned)
            .into();
    header.extend(COLUMNS.iter().flat_map(|column| [(*column).to_owned(), format!("fd_{column}")]));
    writer.write_record(header)?;
    for one in checked {
        let usage = one.translation.usage;
        let theirs = one.reference.as_ref();
        let mut row = vec![
            one.task.domain.clone(),
            one.task.problem.clone(),
            one.translation.status.clone(),
            format!("{:.4}", usage.wall.as_secs_f64()),
            format!("{:.4}", usage.cpu.as_secs_f64()),
            usage.peak_kib.to_string(),
            theirs.map(|reference| reference.status.clone()).unwrap_or_default(),
        ];
        for (column, ours) in one.translation.sizes.columns() {
            let theirs = theirs.and_then(|reference| reference.sizes.get(column));
            row.extend([ours, theirs].map(|size| size.map(|size| size.to_string()).unwrap_or_default()));
        }
        writer.write_record(row)?;
    }
    Ok(writer.flush()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_larger_columns_need_a_reason() {
        let known = KnownDifferences::default();
        let smaller = Difference { column: "facts", ours: 1, theirs: 2 };
        let larger = Difference { column: "facts", ours: 3, theirs: 2 };
        assert!(!unexplained("grid", &[smaller], &known));
        assert!(unexplained("grid", &[smaller, larger], &known));
    }
}
