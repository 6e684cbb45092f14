//! `cargo xtask check-examples`: the comparison with Fast Downward on the examples of this repository, for
//! those who have no benchmark collection.

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use clap::Args;

use crate::Verdict;
use crate::check_translate::{Checked, Comparison, compare};
use crate::extremal::Extremal;
use crate::fast_downward::{FastDownward, limits};
use crate::known_differences::KnownDifferences;
use crate::peer;
use crate::pool;
use crate::reference::Reference;
use crate::run::Ending;
use crate::suites::{Task, select};
use crate::translate_report;
use crate::workspace;

const MEMORY_LIMIT_KIB: u64 = 8 * 1024 * 1024;
const DOMAIN_FILE: &str = "domain.pddl";

/// Arguments of `check-examples`.
#[derive(Args, Clone, Debug)]
pub struct Arguments {
    /// Only this domain; may be repeated.
    #[arg(long)]
    pub domain: Vec<String>,
    /// Seconds for each translation of either.
    #[arg(long, default_value_t = 60, value_name = "S")]
    pub time_limit: u64,
}

/// Runs both translators on every example, compares the sizes, and lets Fast Downward read our files.
pub fn run(arguments: &Arguments) -> Result<Verdict> {
    let known = KnownDifferences::read(&workspace::root().join("xtask/known-differences.txt"))?;
    let tasks = select(examples(&workspace::root().join("examples"))?, &arguments.domain, None)?;
    let fast_downward =
        FastDownward { peer: peer::set_up()?, limits: limits(arguments.time_limit, MEMORY_LIMIT_KIB) };
    let extremal = Extremal::build(Duration::from_secs(arguments.time_limit), MEMORY_LIMIT_KIB)?;
    let started = Instant::now();
    let checked = pool::map(
        &tasks,
        1,
        |task| task.problem.clone(),
        |task| {
            let scratch = workspace::scratch_directory()?;
            let ours_file = scratch.path().join("ours.sas");
            let translation = extremal.translate(task, &ours_file)?;
            let reference = live_reference(&fast_downward, task, &scratch.path().join("theirs.sas"))?;
            let mut comparison = compare(&translation, Some(&reference));
            if translation.is_ok()
                && let Some(why) = fast_downward.refusal(&ours_file)?
            {
                comparison = Comparison::Failed(format!("Fast Downward does not read our file: {why}"));
            }
            Ok(Checked { task: task.clone(), reference: Some(reference), translation, comparison })
        },
    )?;
    Ok(translate_report::print(&checked, &known, started.elapsed()))
}

fn live_reference(fast_downward: &FastDownward, task: &Task, sas_file: &Path) -> Result<Reference> {
    let (usage, sizes) = fast_downward.translate(task, sas_file)?;
    let status = match usage.ending {
        Ending::Exited(0) => "ok".to_owned(),
        Ending::Exited(code) => format!("exit code {code}"),
        Ending::TimedOut => "out of time".to_owned(),
        Ending::Killed => "killed".to_owned(),
    };
    Ok(Reference { status, seconds: Some(usage.wall.as_secs_f64()), sizes })
}

/// Every problem that lies beside a domain file in a folder of `directory`, in order.
fn examples(directory: &Path) -> Result<Vec<Task>> {
    let mut tasks = Vec::new();
    for folder in sorted_entries(directory)? {
        let domain_file = folder.join(DOMAIN_FILE);
        if !domain_file.is_file() {
            continue;
        }
        let name = |path: &Path| path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        for problem_file in sorted_entries(&folder)? {
            let is_problem = problem_file.extension().is_some_and(|extension| extension == "pddl")
                && problem_file != domain_file;
            if is_problem {
                tasks.push(Task {
                    domain: name(&folder),
                    problem: format!("{}/{}", name(&folder), name(&problem_file)),
                    problem_file,
                    domain_file: domain_file.clone(),
                });
            }
        }
    }
    if tasks.is_empty() {
        bail!("no examples in {}", directory.display());
    }
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
    use super::*;

    #[test]
    fn problems_beside_a_domain_file_are_examples() {
        let root = tempfile::tempdir().unwrap();
        for file in
            ["rings/domain.pddl", "rings/p02.pddl", "rings/p01.pddl", "rings/notes.md", "errors/p01.pddl"]
        {
            let path = root.path().join(file);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, "").unwrap();
        }
        let tasks = examples(root.path()).unwrap();
        let problems: Vec<_> = tasks.iter().map(|task| task.problem.as_str()).collect();
        assert_eq!(problems, ["rings/p01.pddl", "rings/p02.pddl"]);
        assert_eq!(tasks[0].domain_file, root.path().join("rings/domain.pddl"));
        assert!(examples(&root.path().join("rings")).is_err());
    }
}
