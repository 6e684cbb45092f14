//! Example tasks, and all ways to solve them.

use std::path::{Path, PathBuf};

use extremal::searches::Parts;
use extremal::{HEURISTICS, Planner, Run, SEARCHES, Task};

pub fn examples() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples")
}

pub fn example(name: &str) -> Task {
    Task::from_problem_file(examples().join(name)).unwrap()
}

/// The example problems whose file name satisfies a condition, by name.
pub fn tasks(is_wanted: impl Fn(&str) -> bool) -> Vec<(String, Task)> {
    let mut names = Vec::new();
    for folder in std::fs::read_dir(examples()).unwrap().map(|entry| entry.unwrap().path()) {
        // Not all folders hold tasks.
        if !folder.join("domain.pddl").is_file() {
            continue;
        }
        for file in std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()) {
            let name = file.file_name().unwrap().to_string_lossy().into_owned();
            if name.ends_with(".pddl") && is_wanted(&name) {
                names.push(format!("{}/{name}", folder.file_name().unwrap().to_string_lossy()));
            }
        }
    }
    names.sort();
    names.into_iter().map(|name| (name.clone(), example(&name))).collect()
}

/// Every search, with and without preferred operators and deferred evaluation.
pub fn searches() -> impl Iterator<Item = (String, Planner)> {
    SEARCHES.iter().flat_map(|search| with_options(search.name.to_owned()))
}

/// Every search that tells its observer of all that happens: searches that take turns only tell of turns.
pub fn telling_searches() -> impl Iterator<Item = (String, Planner)> {
    let telling = SEARCHES.iter().filter(|search| !matches!(search.parts, Parts::Portfolio(..)));
    telling.flat_map(|search| with_options(search.name.to_owned()))
}

/// Every tree search that moves subtrees to shorter paths.
pub fn grafting_searches() -> impl Iterator<Item = (String, Planner)> {
    let trees = SEARCHES.iter().filter(|search| search.bandit.is_some());
    trees.flat_map(|search| with_options(format!("{}(graft=true)", search.name)))
}

fn with_options(search: String) -> [(String, Planner); 4] {
    [(false, false), (true, false), (false, true), (true, true)].map(|(preferred, deferred)| {
        let planner = Planner::new().search(&search).unwrap();
        let name = format!("{search} preferred {preferred} deferred {deferred}");
        (name, planner.preferred(preferred).deferred(deferred).seed(3))
    })
}

/// Every search with every heuristic.
pub fn configurations() -> impl Iterator<Item = (String, Planner)> {
    HEURISTICS.iter().flat_map(|heuristic| {
        searches().map(move |(search, planner)| {
            (format!("{} {search}", heuristic.name), planner.heuristic(heuristic.name).unwrap())
        })
    })
}

pub fn solve(planner: &Planner, task: &Task, context: &str) -> Run {
    planner.solve(task).unwrap_or_else(|error| panic!("{context}: {error}"))
}
