//! `cargo xtask check-translate`: are our ground tasks those of Fast Downward?

use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::Result;
use clap::Args;

use crate::Verdict;
use crate::extremal::{Extremal, Translation};
use crate::known_differences::KnownDifferences;
use crate::pool;
use crate::reference::{Reference, read_references};
use crate::sizes::Difference;
use crate::suites::{Task, read_suites, select};
use crate::translate_report;
use crate::workspace;

const SUITES: [&str; 4] = ["paper24-full", "ipc2018", "adl", "hard-to-ground"];

/// Arguments of `check-translate`.
#[derive(Args, Clone, Debug)]
pub struct Arguments {
    /// Folder with `suites`, `benchmarks` and `reference`.
    pub shared: PathBuf,
    /// Only this domain; may be repeated.
    #[arg(long)]
    pub domain: Vec<String>,
    /// At most so many tasks of each domain, evenly spaced.
    #[arg(long, value_name = "N")]
    pub limit: Option<usize>,
    /// Translations at the same time.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=2))]
    pub jobs: u8,
    /// Seconds for each translation.
    #[arg(long, default_value_t = 300, value_name = "S")]
    pub time_limit: u64,
    /// Memory for each translation, in GiB.
    #[arg(long, default_value_t = 8, value_name = "G")]
    pub memory_limit: u64,
    /// Leave out the tasks that Fast Downward has not translated.
    #[arg(long)]
    pub reference_only: bool,
    /// Write every result to this CSV file.
    #[arg(long, value_name = "FILE.csv")]
    pub out: Option<PathBuf>,
}

/// One task, what Fast Downward is recorded to do on it, and what we did.
#[derive(Clone, Debug)]
pub struct Checked {
    /// The task.
    pub task: Task,
    /// Fast Downward's row, if the tables have one.
    pub reference: Option<Reference>,
    /// Our translation.
    pub translation: Translation,
    /// How the two compare.
    pub comparison: Comparison,
}

/// How our ground task compares with Fast Downward's.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Comparison {
    /// Fast Downward did not translate the task, or nobody tried.
    NothingToCompare,
    /// The same in every column.
    Equal,
    /// Smaller in these columns, and larger in none.
    Smaller(Vec<Difference>),
    /// Different in these columns, and larger in at least one.
    Larger(Vec<Difference>),
    /// Fast Downward translated the task and we did not.
    Failed(String),
}

/// Runs the comparison and prints its tables.
pub fn run(arguments: &Arguments) -> Result<Verdict> {
    let known = KnownDifferences::read(&workspace::root().join("xtask/known-differences.txt"))?;
    let references = read_references(&arguments.shared)?;
    let tasks = select(read_suites(&arguments.shared, &SUITES)?, &arguments.domain, None)?;
    let is_ok = |task: &Task| references.get(&task.problem).is_some_and(Reference::is_ok);
    let (translated, others): (Vec<_>, Vec<_>) = tasks.into_iter().partition(is_ok);
    let mut chosen = select(translated, &[], arguments.limit)?;
    if !arguments.reference_only {
        chosen.extend(select(others, &[], arguments.limit)?);
    }

    let extremal =
        Extremal::build(Duration::from_secs(arguments.time_limit), arguments.memory_limit * 1024 * 1024)?;
    let started = Instant::now();
    let checked = pool::map(
        &chosen,
        arguments.jobs.into(),
        |task| task.problem.clone(),
        |task| {
            // A directory for each task, so that large files do not pile up.
            let scratch = workspace::scratch_directory()?;
            let translation = extremal.translate(task, &scratch.path().join("task.sas"))?;
            let reference = references.get(&task.problem).cloned();
            let comparison = compare(&translation, reference.as_ref());
            Ok(Checked { task: task.clone(), reference, translation, comparison })
        },
    )?;
    if let Some(path) = &arguments.out {
        translate_report::write_csv(path, &checked)?;
    }
    Ok(translate_report::print(&checked, &known, started.elapsed()))
}

/// Compares the sizes, where Fast Downward has translated the task.
pub fn compare(ours: &Translation, reference: Option<&Reference>) -> Comparison {
    let Some(theirs) = reference.filter(|reference| reference.is_ok()) else {
        return Comparison::NothingToCompare;
    };
    if ours.is_unsolvable() && theirs.sizes.is_trivially_unsolvable() {
        return Comparison::Equal;
    }
    if !ours.is_ok() {
        return Comparison::Failed(ours.status.clone());
    }
    let missing = ours.sizes.missing_from(&theirs.sizes);
    if !missing.is_empty() {
        return Comparison::Failed(format!("does not report {}", missing.join(", ")));
    }
    let differences = ours.sizes.differences_from(&theirs.sizes);
    if differences.is_empty() {
        Comparison::Equal
    } else if differences.iter().any(Difference::is_larger) {
        Comparison::Larger(differences)
    } else {
        Comparison::Smaller(differences)
    }
}

#[cfg(test)]
pub mod tests {
    use super::*;
    use crate::run::{Ending, Usage};
    use crate::sizes::Sizes;

    /// A translation that ended with this exit code and status, and has this many operators.
    pub fn translation(code: i32, status: &str, operators: u64) -> Translation {
        let usage = Usage {
            ending: Ending::Exited(code),
            wall: Duration::from_millis(500),
            cpu: Duration::from_millis(400),
            peak_kib: 2048,
        };
        Translation { status: status.to_owned(), sizes: sizes(operators), grounding_seconds: None, usage }
    }

    /// A task with one variable and this many operators.
    pub fn sizes(operators: u64) -> Sizes {
        Sizes::from_lookup(|column| match column {
            "operators" => Some(operators),
            "variables" | "goal_facts" => Some(1),
            "facts" => Some(2),
            _ => Some(0),
        })
    }

    /// A row of the reference tables.
    pub fn reference(status: &str, operators: u64) -> Reference {
        Reference { status: status.to_owned(), seconds: Some(1.0), sizes: sizes(operators) }
    }

    #[test]
    fn sizes_decide_between_equal_smaller_and_larger() {
        let theirs = reference("ok", 5);
        let compare_with = |operators| compare(&translation(0, "ok", operators), Some(&theirs));
        assert_eq!(compare_with(5), Comparison::Equal);
        assert!(matches!(compare_with(4), Comparison::Smaller(_)));
        assert!(matches!(compare_with(6), Comparison::Larger(_)));
    }

    #[test]
    fn a_failure_counts_only_where_fast_downward_succeeded() {
        let ours = translation(21, "out of time", 0);
        assert_eq!(compare(&ours, Some(&reference("ok", 5))), Comparison::Failed("out of time".to_owned()));
        assert_eq!(compare(&ours, Some(&reference("fail124", 0))), Comparison::NothingToCompare);
        assert_eq!(compare(&ours, None), Comparison::NothingToCompare);
    }

    #[test]
    fn an_unreachable_goal_is_equal_to_the_unsolvable_task_only() {
        let ours = translation(10, "unsolvable", 0);
        assert_eq!(compare(&ours, Some(&reference("ok", 0))), Comparison::Equal);
        assert!(matches!(compare(&ours, Some(&reference("ok", 5))), Comparison::Failed(_)));
    }

    #[test]
    fn a_report_that_lacks_a_size_has_failed() {
        let mut ours = translation(0, "ok", 5);
        ours.sizes = Sizes::from_lookup(|column| (column != "facts").then_some(1));
        let Comparison::Failed(why) = compare(&ours, Some(&reference("ok", 5))) else { panic!() };
        assert_eq!(why, "does not report facts");
    }
}
