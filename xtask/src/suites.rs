//! Lists of benchmark tasks, and evenly spaced samples of them.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use clap::Args;

use crate::table::by_domain;

/// A benchmark task: names as the suite gives them, files as paths that can be opened.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Task {
    /// Name of the domain, which is also the name of its folder.
    pub domain: String,
    /// Problem file relative to the folder of all benchmarks; the key of the reference tables.
    pub problem: String,
    /// Path of the problem file.
    pub problem_file: PathBuf,
    /// Path of the domain file.
    pub domain_file: PathBuf,
}

/// Reads `SHARED/suites/NAME.txt` for each name; a task that stands in several suites comes once.
pub fn read_suites(shared: &Path, names: &[&str]) -> Result<Vec<Task>> {
    let benchmarks = shared.join("benchmarks");
    let mut tasks = Vec::new();
    let mut seen = HashSet::new();
    for name in names {
        let path = shared.join("suites").join(format!("{name}.txt"));
        let text =
            std::fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
        for (number, line) in text.lines().enumerate() {
            if line.trim().is_empty() || line.starts_with('#') {
                continue;
            }
            let Some(task) = parse_line(line, &benchmarks) else {
                bail!("{}:{}: expected domain, problem and domain file", path.display(), number + 1);
            };
            if seen.insert(task.problem.clone()) {
                tasks.push(task);
            }
        }
    }
    Ok(tasks)
}

/// A line of a suite: domain, problem file, domain file, and what else may follow.
pub fn parse_line(line: &str, benchmarks: &Path) -> Option<Task> {
    let mut fields = line.split('\t');
    let (domain, problem, domain_file) = (fields.next()?, fields.next()?, fields.next()?);
    Some(Task {
        domain: domain.to_owned(),
        problem: problem.to_owned(),
        problem_file: benchmarks.join(problem),
        domain_file: benchmarks.join(domain_file),
    })
}

/// Which tasks a check looks at, and for how long.
#[derive(Args, Clone, Debug)]
pub struct Selection {
    /// Folder with `suites`, `benchmarks` and, for comparisons with recorded figures, `reference`.
    pub shared: PathBuf,
    /// Only this domain; may be repeated.
    #[arg(long)]
    pub domain: Vec<String>,
    /// Tasks of each domain; every check has its own default.
    #[arg(long, alias = "limit", value_name = "N")]
    pub per_domain: Option<usize>,
    /// Seconds for each program; every check has its own default.
    #[arg(long, value_name = "S")]
    pub time_limit: Option<u64>,
}

impl Selection {
    /// A few tasks of every domain.
    pub fn few(shared: PathBuf, per_domain: usize, time_limit: u64) -> Self {
        let (per_domain, time_limit) = (Some(per_domain), Some(time_limit));
        Selection { shared, domain: Vec::new(), per_domain, time_limit }
    }

    /// All tasks of the suites that belong to a wanted domain.
    pub fn all(&self, suites: &[&str]) -> Result<Vec<Task>> {
        select(read_suites(&self.shared, suites)?, &self.domain, None)
    }

    /// Evenly spaced tasks of the suites.
    pub fn spaced(&self, suites: &[&str], default: usize) -> Result<Vec<Task>> {
        select(self.all(suites)?, &[], Some(self.per_domain.unwrap_or(default)))
    }

    /// The first tasks of each domain, which are mostly the easiest.
    pub fn first(&self, suites: &[&str], default: usize) -> Result<Vec<Task>> {
        let most = self.per_domain.unwrap_or(default);
        let tasks = self.all(suites)?;
        let groups = by_domain(&tasks, |task| &task.domain);
        let domains = &groups[..groups.len() - 1];
        Ok(domains.iter().flat_map(|(_, tasks)| tasks.iter().take(most).copied().cloned()).collect())
    }
}

/// Keeps the tasks of the named domains (of all, if none is named), at most `per_domain` of each.
pub fn select(tasks: Vec<Task>, domains: &[String], per_domain: Option<usize>) -> Result<Vec<Task>> {
    if let Some(domain) = domains.iter().find(|domain| !tasks.iter().any(|task| task.domain == **domain)) {
        bail!("no task of the suites belongs to domain {domain}");
    }
    let is_wanted = |task: &Task| domains.is_empty() || domains.contains(&task.domain);
    let tasks: Vec<Task> = tasks.into_iter().filter(is_wanted).collect();
    let mut groups = by_domain(&tasks, |task| &task.domain);
    groups.pop();
    Ok(groups.into_iter().flat_map(|(_, group)| evenly_spaced(group, per_domain)).cloned().collect())
}

/// At most `count` of the items, the first and the last among them, with equal gaps.
fn evenly_spaced<T>(items: Vec<T>, count: Option<usize>) -> Vec<T> {
    let Some(count) = count.filter(|&count| count < items.len()) else { return items };
    let last = items.len() - 1;
    let chosen: HashSet<usize> =
        (0..count).map(|step| if count == 1 { 0 } else { step * last / (count - 1) }).collect();
    items.into_iter().enumerate().filter(|(index, _)| chosen.contains(index)).map(|(_, item)| item).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn task(domain: &str, number: u32) -> Task {
        let line = format!("{domain}\t{domain}/p{number}.pddl\t{domain}/domain.pddl");
        parse_line(&line, Path::new("benchmarks")).unwrap()
    }

    #[test]
    fn lines_become_paths_under_the_benchmarks() {
        let task = task("gripper", 3);
        assert_eq!(task.problem, "gripper/p3.pddl");
        assert_eq!(task.domain_file, Path::new("benchmarks/gripper/domain.pddl"));
        assert_eq!(parse_line("gripper\tonly-two", Path::new("")), None);
    }

    #[test]
    fn samples_hold_the_first_and_the_last() {
        assert_eq!(evenly_spaced((1..=20).collect(), Some(6)), [1, 4, 8, 12, 16, 20]);
        assert_eq!(evenly_spaced((1..=20).collect(), Some(1)), [1]);
        assert_eq!(evenly_spaced((1..=3).collect(), Some(5)), [1, 2, 3]);
        assert_eq!(evenly_spaced((1..=3).collect(), None), [1, 2, 3]);
        assert!(evenly_spaced((1..=3).collect(), Some(0)).is_empty());
    }

    #[test]
    fn selection_is_by_domain() {
        let tasks = || (1..=5).flat_map(|n| [task("grid", n), task("movie", n)]).collect::<Vec<_>>();
        assert_eq!(select(tasks(), &[], Some(2)).unwrap().len(), 4);
        let grid = select(tasks(), &["grid".to_owned()], None).unwrap();
        assert!(grid.len() == 5 && grid.iter().all(|task| task.domain == "grid"));
        assert!(select(tasks(), &["gird".to_owned()], None).is_err());
    }

    #[test]
    fn a_task_in_two_suites_comes_once() {
        let shared = tempfile::tempdir().unwrap();
        std::fs::create_dir(shared.path().join("suites")).unwrap();
        std::fs::write(shared.path().join("suites/a.txt"), "d\td/1\td/d\nd\td/2\td/d\n").unwrap();
        std::fs::write(shared.path().join("suites/b.txt"), "# more\nd\td/2\td/d\nd\td/3\td/d\n").unwrap();
        let names = |tasks: Vec<Task>| tasks.into_iter().map(|task| task.problem).collect::<Vec<_>>();
        let selection = Selection::few(shared.path().to_owned(), 2, 1);
        assert_eq!(names(selection.all(&["a", "b"]).unwrap()), ["d/1", "d/2", "d/3"]);
        assert_eq!(names(selection.first(&["a", "b"], 9).unwrap()), ["d/1", "d/2"]);
        assert_eq!(names(selection.spaced(&["a", "b"], 9).unwrap()), ["d/1", "d/3"]);
    }
}
