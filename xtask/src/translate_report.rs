//! What the comparisons of ground tasks print.

use crate::Verdict;
use crate::check_translate::{Checked, Comparison};
use crate::reference::Reference;
use crate::table::{Sheet, by_domain, megabytes, seconds};

/// Prints a table and every task that is not as it should be, or hard. Fails if a comparison failed, if one of our
/// tasks is larger, or if nothing was translated.
pub fn print(checked: &[Checked]) -> Verdict {
    let mut sheet = Sheet::new(&[
        "domain",
        "tasks",
        "equal to FD's",
        "smaller",
        "larger",
        "failed",
        "only translated",
        "neither",
        "seconds",
        "worst s",
        "max MB",
    ]);
    for (domain, group) in by_domain(checked, |one| &one.task.domain) {
        let mut counts = [0; 6];
        for one in &group {
            counts[kind(one)] += 1;
        }
        let usages = || group.iter().map(|one| one.translation.usage);
        let mut cells = vec![group.len().to_string()];
        cells.extend(counts.map(|count| count.to_string()));
        cells.push(seconds(usages().map(|usage| usage.wall).sum()));
        cells.push(seconds(usages().map(|usage| usage.wall).max().unwrap_or_default()));
        cells.push(megabytes(usages().map(|usage| usage.peak_kib).max().unwrap_or_default()));
        sheet.add_named(domain, cells);
    }
    println!("{sheet}");
    checked.iter().for_each(print_exception);
    let num_wrong = checked.iter().filter(|one| [LARGER, FAILED].contains(&kind(one))).count();
    println!("{num_wrong} tasks failed or are larger than Fast Downward's.");
    Verdict::passed_if(num_wrong == 0 && checked.iter().any(|one| one.translation.is_ok()))
}

const LARGER: usize = 2;
const FAILED: usize = 3;

/// The column in which a task counts.
fn kind(one: &Checked) -> usize {
    match &one.comparison {
        Comparison::Equal => 0,
        Comparison::Smaller(_) => 1,
        Comparison::Larger(_) => LARGER,
        Comparison::Failed(_) => FAILED,
        Comparison::NothingToCompare if one.translation.is_ok() => 4,
        Comparison::NothingToCompare => 5,
    }
}

fn print_exception(one: &Checked) {
    let problem = &one.task.problem;
    match &one.comparison {
        Comparison::Equal => {}
        Comparison::Failed(why) => println!("FAILED  {problem}: {why}"),
        Comparison::Smaller(differences) => println!("smaller {problem}: {differences}"),
        Comparison::Larger(differences) => println!("LARGER  {problem}: {differences}"),
        // Known to be hard, or not translated by us.
        Comparison::NothingToCompare if one.reference.is_some() || !one.translation.is_ok() => {
            let usage = one.translation.usage;
            let (status, operators) = (&one.translation.status, one.translation.sizes.get("operators"));
            println!(
                "{problem}: {status} in {} s and {} MB, {} operators (Fast Downward: {})",
                seconds(usage.wall),
                megabytes(usage.peak_kib),
                operators.map_or("?".to_owned(), |number| number.to_string()),
                one.reference.as_ref().map_or("not asked".to_owned(), describe),
            );
        }
        Comparison::NothingToCompare => {}
    }
}

fn describe(reference: &Reference) -> String {
    let after = reference.seconds.map_or(String::new(), |seconds| format!(" after {seconds:.0} s"));
    format!("{}{after}", reference.status)
}
