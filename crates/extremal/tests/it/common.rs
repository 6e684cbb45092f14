//! Example tasks, and all ways to solve them.

use std::path::{Path, PathBuf};

use extremal::searches::{Options, select};
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

/// Every search, with and without preferred operators and deferred evaluation if it can use them.
pub fn searches() -> impl Iterator<Item = (String, Planner)> {
    SEARCHES.iter().flat_map(|search| with_options(search.name.to_owned()))
}

/// Every tree search in its other readings.
pub fn tree_variants() -> impl Iterator<Item = (String, Planner)> {
    let trees = SEARCHES.iter().filter(|search| search.text.starts_with("eager(lists=tree:h,"));
    trees.flat_map(|search| {
        let variants = ["samples=all", "bilevel=true,collapse=true"];
        variants.into_iter().flat_map(|variant| with_options(format!("{}({variant})", search.name)))
    })
}

fn with_options(search: String) -> Vec<(String, Planner)> {
    let options = [(false, false), (true, false), (false, true), (true, true)].into_iter();
    let can_use = |&(preferred, deferred): &(bool, bool)| {
        select(&search, Options { preferred, deferred, seed: 3 }).is_ok()
    };
    options
        .filter(can_use)
        .map(|(preferred, deferred)| {
            let planner = Planner::new().search(&search).unwrap();
            let name = format!("{search} preferred {preferred} deferred {deferred}");
            (name, planner.preferred(preferred).deferred(deferred).seed(3))
        })
        .collect()
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
