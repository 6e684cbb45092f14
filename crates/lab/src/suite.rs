//! Suites: lists of benchmark tasks.

use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::path::Path;

use extremal::pddl::find_domain;

use crate::run::BenchmarkTask;

/// The suites that come with the program: their names and their texts.
pub const SUITES: [(&str, &str); 2] =
    [("paper24", include_str!("../suites/paper24.txt")), ("ipc2018", include_str!("../suites/ipc2018.txt"))];

/// Why a suite cannot be used.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SuiteError {
    /// It is neither a name nor a file.
    #[error("there is no suite '{name}'; there are {known}, or give a file: {message}")]
    Unknown {
        /// What was asked for.
        name: String,
        /// The names that exist.
        known: String,
        /// Why it cannot be read as a file.
        message: String,
    },
    /// A line has not enough columns.
    #[error("{suite}:{line}: expected a domain, a problem file and perhaps a domain file, with tabs between")]
    Line {
        /// The suite.
        suite: String,
        /// The line, counted from 1.
        line: usize,
    },
    /// A problem has two domains.
    #[error("{suite}:{line}: {problem} is in the suite already, with another domain or domain file")]
    Ambiguous {
        /// The suite.
        suite: String,
        /// The line, counted from 1.
        line: usize,
        /// The problem file.
        problem: String,
    },
    /// A file of a task is missing.
    #[error("{0}")]
    MissingFile(String),
    /// No task belongs to a domain that was asked for.
    #[error("the suite has no domain '{domain}'; it has {known}")]
    UnknownDomain {
        /// The domain.
        domain: String,
        /// The domains that exist.
        known: String,
    },
    /// The suite has no tasks.
    #[error("the suite {0} has no tasks")]
    Empty(String),
}

fn reason(error: &std::io::Error) -> String {
    match error.kind() {
        std::io::ErrorKind::NotFound => "there is no such file".to_owned(),
        _ => error.to_string(),
    }
}

/// The tasks of a suite, each once. Files are looked for in the benchmark folder.
pub fn read_suite(name: &str, benchmarks: &Path) -> Result<Vec<BenchmarkTask>, SuiteError> {
    let text = match SUITES.iter().find(|(known, _)| *known == name) {
        Some((_, text)) => (*text).to_owned(),
        None => std::fs::read_to_string(name).map_err(|error| SuiteError::Unknown {
            name: name.to_owned(),
            known: SUITES.map(|(known, _)| known).join(", "),
            message: reason(&error),
        })?,
    };
    let mut tasks = Vec::new();
    let mut seen = HashMap::new();
    for (number, line) in text.lines().enumerate() {
        let line = line.trim_end();
        if line.trim().is_empty() || line.starts_with('#') {
            continue;
        }
        let mut columns = line.split('\t').map(str::trim);
        let (Some(domain), Some(problem)) = (columns.next(), columns.next().filter(|p| !p.is_empty())) else {
            return Err(SuiteError::Line { suite: name.to_owned(), line: number + 1 });
        };
        let problem_file = benchmarks.join(problem);
        let named_domain_file = columns.next().filter(|file| !file.is_empty()).map(str::to_owned);
        let domain_file = match &named_domain_file {
            Some(file) => benchmarks.join(file),
            None if !problem_file.is_file() => return Err(missing_file(&problem_file, "", benchmarks)),
            None => find_domain(&problem_file).map_err(|e| SuiteError::MissingFile(e.to_string()))?,
        };
        let (domain, problem) = (domain.to_owned(), problem.to_owned());
        match seen.entry(problem.clone()) {
            Entry::Vacant(place) => {
                place.insert((domain.clone(), domain_file.clone()));
                tasks.push(BenchmarkTask { domain, problem, named_domain_file, domain_file, problem_file });
            }
            Entry::Occupied(place) if *place.get() == (domain, domain_file) => {}
            Entry::Occupied(_) => {
                return Err(SuiteError::Ambiguous { suite: name.to_owned(), line: number + 1, problem });
            }
        }
    }
    if tasks.is_empty() { Err(SuiteError::Empty(name.to_owned())) } else { Ok(tasks) }
}

/// Keeps the tasks of the named domains (of all, if none is named), at most `per_domain` of each, evenly
/// spaced.
pub fn select_tasks(
    tasks: Vec<BenchmarkTask>,
    domains: &[String],
    per_domain: Option<usize>,
) -> Result<Vec<BenchmarkTask>, SuiteError> {
    let mut by_domain: BTreeMap<String, Vec<BenchmarkTask>> = BTreeMap::new();
    for task in tasks {
        by_domain.entry(task.domain.clone()).or_default().push(task);
    }
    if let Some(unknown) = domains.iter().find(|domain| !by_domain.contains_key(*domain)) {
        let known = by_domain.into_keys().collect::<Vec<_>>().join(", ");
        return Err(SuiteError::UnknownDomain { domain: unknown.clone(), known });
    }
    let wanted = by_domain.into_iter().filter(|(name, _)| domains.is_empty() || domains.contains(name));
    Ok(wanted.flat_map(|(_, tasks)| evenly_spaced(tasks, per_domain)).collect())
}

/// Makes sure that all files are there before hours of work begin.
pub fn check_files(tasks: &[BenchmarkTask], benchmarks: &Path) -> Result<(), SuiteError> {
    let files = || tasks.iter().flat_map(|task| [&task.problem_file, &task.domain_file]);
    let missing: Vec<_> = files().filter(|file| !file.is_file()).collect();
    let Some(first) = missing.first() else { return Ok(()) };
    let others = match missing.len() - 1 {
        0 => String::new(),
        others => format!(" and {others} more"),
    };
    Err(missing_file(first, &others, benchmarks))
}

fn missing_file(file: &Path, others: &str, benchmarks: &Path) -> SuiteError {
    let (file, benchmarks) = (file.display(), benchmarks.display());
    SuiteError::MissingFile(format!("there is no {file}{others}: is {benchmarks} the benchmark folder?"))
}

/// At most `count` of the items, the first and the last among them, with equal gaps.
fn evenly_spaced<T>(items: Vec<T>, count: Option<usize>) -> Vec<T> {
    let Some(count) = count.filter(|&count| count < items.len()) else { return items };
    let last = items.len() - 1;
    let place = |step: usize| if count == 1 { 0 } else { step * last / (count - 1) };
    let chosen: HashSet<usize> = (0..count).map(place).collect();
    items.into_iter().enumerate().filter(|(index, _)| chosen.contains(index)).map(|(_, item)| item).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_suites_of_the_program_have_their_sizes() {
        let folder = Path::new("benchmarks");
        let tasks = read_suite("paper24", folder).unwrap();
        assert_eq!(tasks.len(), 772);
        assert_eq!(tasks[0].domain_file, Path::new("benchmarks/airport/p01-domain.pddl"));
        assert_eq!(select_tasks(tasks, &[], Some(1)).unwrap().len(), 24);
        assert_eq!(read_suite("ipc2018", folder).unwrap().len(), 200);
    }

    #[test]
    fn mistakes_are_named() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("mine.txt");
        let error = |text: &str| {
            std::fs::write(&path, text).unwrap();
            read_suite(path.to_str().unwrap(), folder.path()).unwrap_err().to_string()
        };
        assert!(error("# nothing\n\n").ends_with("has no tasks"));
        assert!(error("a\tb\tc\nonly-a-domain\n").contains("mine.txt:2: expected a domain"));
        let twice = error("a\tp\td\na\tp\td\na\tp\te\n");
        assert!(twice.contains("mine.txt:3: p is in the suite already, with another domain"), "{twice}");
        assert!(error("a\tp1.pddl\n").contains("p1.pddl: is ") && error("a\tp1.pddl\n").contains("folder?"));
        std::fs::write(folder.path().join("p1.pddl"), "").unwrap();
        assert!(error("a\tp1.pddl\n").contains("no domain file found for"));
        let unknown = read_suite("paper25", folder.path()).unwrap_err().to_string();
        assert!(unknown.contains("there are paper24, ipc2018"), "{unknown}");
        let tasks = read_suite("ipc2018", folder.path()).unwrap();
        let missing = check_files(&tasks, folder.path()).unwrap_err().to_string();
        assert!(missing.contains("agricola-sat18-strips/p01.pddl and 399 more"), "{missing}");
        let unknown = select_tasks(tasks, &["agricola".to_owned()], None).unwrap_err().to_string();
        assert!(unknown.contains("has no domain 'agricola'; it has agricola-sat18-strips, "), "{unknown}");
    }

    #[test]
    fn samples_hold_the_first_and_the_last() {
        assert_eq!(evenly_spaced((1..=20).collect(), Some(6)), [1, 4, 8, 12, 16, 20]);
        assert_eq!(evenly_spaced((1..=20).collect(), Some(1)), [1]);
        assert_eq!(evenly_spaced((1..=3).collect(), Some(5)), [1, 2, 3]);
        assert!(evenly_spaced((1..=3).collect(), Some(0)).is_empty());
    }
}
