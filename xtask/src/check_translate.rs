//! `cargo xtask check-translate`, `check-examples` and `check-sas`: are our ground tasks those of Fast Downward,
//! and does its search binary read the files that we write?

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use clap::Args;

use crate::Verdict;
use crate::extremal::{Extremal, Translation};
use crate::fast_downward::FastDownward;
use crate::pool;
use crate::reference::{Reference, read_references};
use crate::suites::{Selection, Task, select};
use crate::translate_report;
use crate::workspace;

const SUITES: [&str; 4] = ["paper24-full", "ipc2018", "adl", "hard-to-ground"];
const MEMORY_LIMIT_KIB: u64 = 8 * 1024 * 1024;

/// Fast Downward reads more slowly than we write.
const READING_TIME_FACTOR: u64 = 4;

/// Arguments of `check-translate`.
#[derive(Args, Clone, Debug)]
pub struct Arguments {
    #[command(flatten)]
    pub selection: Selection,
    /// Translations at the same time.
    #[arg(long, default_value_t = 1, value_name = "N")]
    pub jobs: usize,
    /// Leave out the tasks that Fast Downward has not translated.
    #[arg(long)]
    pub reference_only: bool,
}

/// Arguments of `check-examples`.
#[derive(Args, Clone, Debug)]
pub struct ExampleArguments {
    /// Only this domain; may be repeated.
    #[arg(long)]
    pub domain: Vec<String>,
    /// Seconds for each translation of either.
    #[arg(long, default_value_t = 60, value_name = "S")]
    pub time_limit: u64,
}

/// One task, what Fast Downward does with it, and what we did.
#[derive(Clone, Debug)]
pub struct Checked {
    /// The task.
    pub task: Task,
    /// What Fast Downward did, if that is known.
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
    /// Smaller in these columns and larger in none, or fewer operators at the price of more variables.
    Smaller(String),
    /// Different in these columns, and larger in at least one.
    Larger(String),
    /// Fast Downward translated the task and we did not, or it does not read what we wrote.
    Failed(String),
}

/// Compares with the recorded sizes of Fast Downward's ground tasks.
pub fn run(arguments: &Arguments) -> Result<Verdict> {
    let selection = &arguments.selection;
    let references = read_references(&selection.shared)?;
    let is_ok = |task: &Task| references.get(&task.problem).is_some_and(Reference::is_ok);
    let (translated, others): (Vec<_>, Vec<_>) = selection.all(&SUITES)?.into_iter().partition(is_ok);
    let mut tasks = select(translated, &[], selection.per_domain)?;
    if !arguments.reference_only {
        tasks.extend(select(others, &[], selection.per_domain)?);
    }
    let extremal = Extremal::build(selection.time_limit.unwrap_or(300), MEMORY_LIMIT_KIB)?;
    check(&tasks, &extremal, arguments.jobs, None, |task, _| Ok(references.get(&task.problem).cloned()))
}

/// Lets Fast Downward translate our examples too and read what we write, for those who have no benchmark collection.
pub fn run_examples(arguments: &ExampleArguments) -> Result<Verdict> {
    let tasks = select(examples(&workspace::root().join("examples"))?, &arguments.domain, None)?;
    let fast_downward = FastDownward::set_up(arguments.time_limit, MEMORY_LIMIT_KIB)?;
    let extremal = Extremal::build(arguments.time_limit, MEMORY_LIMIT_KIB)?;
    check(&tasks, &extremal, 1, Some(&fast_downward), |task, folder| {
        let (finished, sizes) = fast_downward.translate(task, &folder.join("theirs.sas"))?;
        let status = if finished.succeeded() { "ok".to_owned() } else { finished.why() };
        Ok(Some(Reference { status, seconds: Some(finished.usage.wall.as_secs_f64()), sizes }))
    })
}

/// Only lets Fast Downward read what we write.
pub fn run_sas(selection: &Selection) -> Result<Verdict> {
    let tasks = selection.spaced(&SUITES, 5)?;
    let seconds = selection.time_limit.unwrap_or(30);
    let fast_downward = FastDownward::set_up(seconds * READING_TIME_FACTOR, MEMORY_LIMIT_KIB)?;
    let extremal = Extremal::build(seconds, MEMORY_LIMIT_KIB)?;
    check(&tasks, &extremal, 1, Some(&fast_downward), |_, _| Ok(None))
}

fn check(
    tasks: &[Task],
    extremal: &Extremal,
    jobs: usize,
    reader: Option<&FastDownward>,
    reference: impl Fn(&Task, &Path) -> Result<Option<Reference>> + Sync,
) -> Result<Verdict> {
    let name = |task: &Task| task.problem.clone();
    let checked = pool::map(tasks, jobs, name, |task| {
        // A directory for each task, so that large files do not pile up.
        let scratch = workspace::scratch_directory()?;
        let sas_file = scratch.path().join("ours.sas");
        let translation = extremal.translate(task, &sas_file)?;
        let reference = reference(task, scratch.path())?;
        let mut comparison = compare(&translation, reference.as_ref());
        // A goal that is not relaxed-reachable is reported instead of written, so there may be no file.
        if translation.is_ok()
            && let Some(reader) = reader
            && let Some(why) = reader.refusal(&sas_file)?
        {
            comparison = Comparison::Failed(format!("Fast Downward does not read our file: {why}"));
        }
        Ok(Checked { task: task.clone(), reference, translation, comparison })
    })?;
    Ok(translate_report::print(&checked))
}

/// Compares the sizes, where Fast Downward has translated the task.
fn compare(ours: &Translation, reference: Option<&Reference>) -> Comparison {
    let Some(theirs) = reference.filter(|reference| reference.is_ok()) else {
        return Comparison::NothingToCompare;
    };
    if ours.is_unsolvable() && theirs.sizes.is_trivially_unsolvable() {
        return Comparison::Equal;
    }
    if !ours.is_ok() {
        return Comparison::Failed(ours.status.clone());
    }
    let differences = ours.sizes.differences_from(&theirs.sizes);
    if let Some((column, ..)) = differences.iter().find(|(_, ours, _)| ours.is_none()) {
        return Comparison::Failed(format!("does not report {column}"));
    }
    let describe = |(column, ours, theirs): &(&str, Option<u64>, u64)| {
        format!("{column} {} instead of {theirs}", ours.unwrap_or_default())
    };
    let text = differences.iter().map(describe).collect::<Vec<_>>().join(", ");
    if differences.is_empty() {
        Comparison::Equal
    } else if differences.iter().any(|(_, ours, theirs)| *ours > Some(*theirs)) && !is_less_work(&differences)
    {
        Comparison::Larger(text)
    } else {
        Comparison::Smaller(text)
    }
}

/// Whether there are fewer operators in a smaller task. It may have more variables: those of facts that would
/// otherwise multiply operators by being negated.
fn is_less_work(differences: &[(&str, Option<u64>, u64)]) -> bool {
    let is_smaller = |name: &str| {
        differences.iter().any(|(column, ours, theirs)| *column == name && *ours < Some(*theirs))
    };
    is_smaller("operators") && is_smaller("task_size")
}

/// Every problem that lies beside a domain file in a folder of `directory`, in order.
fn examples(directory: &Path) -> Result<Vec<Task>> {
    let mut tasks = Vec::new();
    for folder in sorted_entries(directory)? {
        let domain_file = folder.join("domain.pddl");
        if !domain_file.is_file() {
            continue;
        }
        let name = |path: &Path| path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        for problem_file in sorted_entries(&folder)? {
            let is_pddl = problem_file.extension().is_some_and(|extension| extension == "pddl");
            if is_pddl && problem_file != domain_file {
                tasks.push(Task {
                    domain: name(&folder),
                    problem: format!("{}/{}", name(&folder), name(&problem_file)),
                    problem_file,
                    domain_file: domain_file.clone(),
                });
            }
        }
    }
    ensure!(!tasks.is_empty(), "no examples in {}", directory.display());
    Ok(tasks)
}

fn sorted_entries(directory: &Path) -> Result<Vec<std::path::PathBuf>> {
    let entries = fs::read_dir(directory).with_context(|| format!("cannot read {}", directory.display()))?;
    let mut paths: Vec<_> = entries.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    Ok(paths)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::reference::Sizes;
    use crate::run::{Ending, Usage};

    /// A translation that ended with this exit code and status, and has this many operators.
    fn translation(code: i32, status: &str, operators: u64) -> Translation {
        let (ending, wall) = (Ending::Exited(code), Duration::from_millis(500));
        let usage = Usage { ending, wall, cpu: wall, peak_kib: 2048 };
        Translation { status: status.to_owned(), sizes: sizes(operators), grounding_seconds: None, usage }
    }

    /// A task with one variable and this many operators.
    fn sizes(operators: u64) -> Sizes {
        Sizes::from_lookup(|column| match column {
            "operators" => Some(operators),
            "variables" | "goal_facts" => Some(1),
            "facts" => Some(2),
            _ => Some(0),
        })
    }

    #[test]
    fn sizes_and_failures_decide() {
        let reference = |status: &str, operators| Reference {
            status: status.into(),
            seconds: None,
            sizes: sizes(operators),
        };
        let with_five = |ours: &Translation| compare(ours, Some(&reference("ok", 5)));
        assert_eq!(with_five(&translation(0, "ok", 5)), Comparison::Equal);
        assert!(matches!(with_five(&translation(0, "ok", 4)), Comparison::Smaller(_)));
        assert!(matches!(with_five(&translation(0, "ok", 6)), Comparison::Larger(_)));
        let late = translation(21, "out of time", 0);
        assert_eq!(with_five(&late), Comparison::Failed("out of time".to_owned()));
        assert_eq!(compare(&late, Some(&reference("fail124", 0))), Comparison::NothingToCompare);
        assert_eq!(compare(&late, None), Comparison::NothingToCompare);
        // An unreachable goal is equal to the unsolvable task only.
        let unsolvable = translation(10, "unsolvable", 0);
        assert_eq!(compare(&unsolvable, Some(&reference("ok", 0))), Comparison::Equal);
        assert!(matches!(with_five(&unsolvable), Comparison::Failed(_)));
        let silent = Translation { sizes: Sizes::default(), ..translation(0, "ok", 5) };
        assert!(matches!(with_five(&silent), Comparison::Failed(_)));
    }

    #[test]
    fn more_variables_are_fine_only_if_operators_and_the_whole_are_fewer() {
        let sizes = |variables, operators, task_size| {
            Sizes::from_lookup(|column| match column {
                "variables" => Some(variables),
                "operators" => Some(operators),
                "task_size" => Some(task_size),
                _ => Some(1),
            })
        };
        let reference = Reference { status: "ok".into(), seconds: None, sizes: sizes(1, 100, 500) };
        let compared = |sizes| compare(&Translation { sizes, ..translation(0, "ok", 0) }, Some(&reference));
        assert!(matches!(compared(sizes(9, 10, 80)), Comparison::Smaller(_)));
        assert!(matches!(compared(sizes(9, 10, 600)), Comparison::Larger(_)));
        assert!(matches!(compared(sizes(9, 100, 80)), Comparison::Larger(_)));
    }

    #[test]
    fn problems_beside_a_domain_file_are_examples() {
        let root = tempfile::tempdir().unwrap();
        let files = ["a/domain.pddl", "a/p02.pddl", "a/p01.pddl", "a/notes.md", "errors/p01.pddl"];
        for file in files {
            let path = root.path().join(file);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, "").unwrap();
        }
        let tasks = examples(root.path()).unwrap();
        assert_eq!(tasks.iter().map(|task| &task.problem).collect::<Vec<_>>(), ["a/p01.pddl", "a/p02.pddl"]);
        assert!(examples(&root.path().join("a")).is_err());
    }
}
