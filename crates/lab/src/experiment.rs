//! Experiments that can be run: all names are known, all files are there.

use std::collections::HashSet;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use extremal::bandits::Random;
use extremal::grammar::Component;

use crate::components::{ComponentError, Components};
use crate::configuration::{Column, Configuration};
use crate::draft::{Draft, Seeds, Words};
use crate::grid::grid;
use crate::limits::Limits;
use crate::run::{Batch, BenchmarkTask, RunSpec};
use crate::seeds::parse_seeds;
use crate::suite::{SUITES, SuiteError, check_files, read_suite, select_tasks};

/// The variable in which the field keeps the path of its benchmarks.
pub const BENCHMARKS_VARIABLE: &str = "DOWNWARD_BENCHMARKS";

/// Why an experiment cannot be run.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ExperimentError {
    /// An experiment file cannot be read.
    #[error("{}: {message}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        message: String,
    },
    /// The suite, or a file of it.
    #[error(transparent)]
    Suite(#[from] SuiteError),
    /// A search or a heuristic.
    #[error(transparent)]
    Component(#[from] ComponentError),
    /// A setting is missing or makes no sense.
    #[error("{0}")]
    Setting(String),
}

/// An experiment that can be run.
#[derive(Clone, PartialEq, Debug)]
pub struct Experiment {
    draft: Draft,
    tasks: Vec<BenchmarkTask>,
    configurations: Vec<Configuration>,
    seeds: Vec<u64>,
    /// The searches that depend on the seed.
    random_searches: HashSet<String>,
    limits: Limits,
}

impl Experiment {
    /// Checks a draft and finds its files.
    pub fn new(draft: Draft, components: &Components) -> Result<Self, ExperimentError> {
        let suite = draft.suite.clone().unwrap_or_else(|| SUITES[0].0.to_owned());
        let configurations = configurations(&draft, components)?;
        let seeds = seeds(&draft)?;
        let limits = draft.limits();
        check_limits(&limits)?;
        let benchmarks = benchmark_folder(&draft)?;
        let tasks = read_suite(&suite, &benchmarks)?;
        let tasks = select_tasks(
            tasks,
            draft.domains.as_deref().unwrap_or_default(),
            draft.per_domain.map(NonZeroUsize::get),
        )?;
        check_files(&tasks, &benchmarks)?;
        let is_named = SUITES.iter().any(|(name, _)| *name == suite);
        let draft = Draft {
            suite: Some(if is_named { suite } else { absolute(Path::new(&suite)).display().to_string() }),
            benchmarks: Some(absolute(&benchmarks)),
            searches: Some(Words::List(distinct(configurations.iter().map(|c| c.search.clone())))),
            heuristics: Some(Words::List(distinct(configurations.iter().map(|c| c.column.to_string())))),
            seeds: Some(Seeds::List(seeds.clone())),
            ..draft
        };
        let random_searches = configurations.iter().map(|configuration| configuration.search.clone());
        let random_searches = random_searches.filter(|search| components.is_random(search)).collect();
        Ok(Experiment { draft, tasks, configurations, seeds, random_searches, limits })
    }

    /// The number of runs.
    pub fn size(&self) -> usize {
        let runs = self.configurations.iter().map(|configuration| self.seeds_of(configuration).len());
        self.tasks.len() * runs.sum::<usize>()
    }

    /// The seeds that a configuration is run with: the first one if its search does not depend on them.
    fn seeds_of(&self, configuration: &Configuration) -> &[u64] {
        let count = if self.random_searches.contains(&configuration.search) { self.seeds.len() } else { 1 };
        &self.seeds[..count]
    }

    /// The number of tasks.
    pub fn num_tasks(&self) -> usize {
        self.tasks.len()
    }

    /// Whether each run needs a process of its own.
    pub fn is_timed(&self) -> bool {
        self.limits.time_limit.is_some()
    }

    /// The experiment as a TOML file that says all of it.
    pub fn to_toml(&self) -> String {
        // Texts, numbers and lists of them only: this cannot fail.
        toml::to_string(&Draft { jobs: None, ..self.draft.clone() }).unwrap_or_default()
    }

    /// The ids of all runs.
    pub fn ids(&self) -> HashSet<String> {
        self.batches(&HashSet::new()).into_iter().flat_map(|batch| batch.runs).map(|run| run.id).collect()
    }

    /// The runs that are not done yet, in an order that is random but always the same: neighbours in a suite
    /// are alike, and what disturbs the machine for an hour should not hit one domain alone.
    pub fn batches(&self, done: &HashSet<String>) -> Vec<Batch> {
        let mut random = Random::new(ORDER_SEED);
        let mut batches = Vec::new();
        for task in &self.tasks {
            let runs = self.configurations.iter().flat_map(|configuration| {
                let seeds = self.seeds_of(configuration).iter();
                seeds.map(|&seed| RunSpec::new(task, configuration.clone(), seed, &self.limits))
            });
            let mut runs: Vec<RunSpec> = runs.collect();
            random.shuffle(&mut runs);
            let batch = |runs| Batch { task: task.clone(), limits: self.limits, runs };
            match self.is_timed() {
                true => batches.extend(runs.into_iter().map(|run| batch(vec![run]))),
                false => batches.push(batch(runs)),
            }
        }
        random.shuffle(&mut batches);
        // Left out only now, so that an experiment that goes on keeps its order.
        batches.iter_mut().for_each(|batch| batch.runs.retain(|run| !done.contains(&run.id)));
        batches.retain(|batch| !batch.runs.is_empty());
        batches
    }
}

const ORDER_SEED: u64 = 1;

fn distinct(items: impl Iterator<Item = String>) -> Vec<String> {
    let mut seen = HashSet::new();
    items.filter(|item| seen.insert(item.clone())).collect()
}

fn absolute(path: &Path) -> PathBuf {
    std::path::absolute(path).unwrap_or_else(|_| path.to_owned())
}

fn benchmark_folder(draft: &Draft) -> Result<PathBuf, ExperimentError> {
    let variable = || std::env::var_os(BENCHMARKS_VARIABLE).filter(|value| !value.is_empty());
    draft.benchmarks.clone().or_else(|| variable().map(PathBuf::from)).ok_or_else(|| {
        ExperimentError::Setting(format!(
            "where are the benchmarks? Give --benchmarks DIR or set the variable {BENCHMARKS_VARIABLE}"
        ))
    })
}

fn configurations(draft: &Draft, components: &Components) -> Result<Vec<Configuration>, ExperimentError> {
    let words = |words: &Option<Words>, default: &str| {
        words.as_ref().map_or_else(|| vec![default.to_owned()], Words::split)
    };
    let mut searches = Vec::new();
    let mut texts = Vec::new();
    for word in words(&draft.searches, "paper") {
        texts.extend(grid(&word).map_err(ExperimentError::Setting)?);
    }
    for word in texts {
        // Written in one way, so that spaces do not make another run of it.
        let text = Component::parse(&word).map_or(word, |component| component.to_string());
        match text.strip_prefix("paper") {
            Some(arguments) if arguments.is_empty() || arguments.starts_with('(') => {
                searches.extend(Components::paper_searches(arguments));
            }
            _ if text == "all" => searches.extend(components.search_names().map(str::to_owned)),
            _ => searches.push(text),
        }
    }
    let columns: Vec<Column> = words(&draft.heuristics, "ff")
        .iter()
        .map(|word| word.parse::<Column>().map_err(|error| ExperimentError::Setting(error.to_string())))
        .collect::<Result<_, _>>()?;
    let mut seen = HashSet::new();
    let mut configurations = Vec::new();
    for column in &columns {
        for search in &searches {
            let configuration = Configuration { search: search.clone(), column: column.clone() };
            components.check(&configuration)?;
            if seen.insert(configuration.clone()) {
                configurations.push(configuration);
            }
        }
    }
    match configurations.is_empty() {
        true => Err(ExperimentError::Setting("no search or no heuristic is given".to_owned())),
        false => Ok(configurations),
    }
}

fn seeds(draft: &Draft) -> Result<Vec<u64>, ExperimentError> {
    let text = match &draft.seeds {
        None => "1".to_owned(),
        Some(Seeds::Count(count)) => count.to_string(),
        Some(Seeds::Text(text)) => text.clone(),
        Some(Seeds::List(seeds)) if seeds.is_empty() => String::new(),
        // A range, since a single number would be a count.
        Some(Seeds::List(seeds)) => {
            seeds.iter().map(|seed| format!("{seed}..{seed}")).collect::<Vec<_>>().join(",")
        }
    };
    parse_seeds(&text).map_err(ExperimentError::Setting)
}

fn check_limits(limits: &Limits) -> Result<(), ExperimentError> {
    if limits.max_evaluations.is_none() && limits.max_expansions.is_none() && limits.time_limit.is_none() {
        let message = "runs need a limit: --max-evaluations, --max-expansions or --time-limit";
        return Err(ExperimentError::Setting(message.to_owned()));
    }
    if limits.time_limit.is_some_and(|seconds| !(seconds > 0.0 && seconds < 1e9)) {
        return Err(ExperimentError::Setting(
            "the time limit must be a positive number of seconds".to_owned(),
        ));
    }
    if limits.time_limit.is_some() && limits.share_values {
        let message = "runs with a time limit have processes of their own and cannot share values: leave out \
                       share_values or the time limit";
        return Err(ExperimentError::Setting(message.to_owned()));
    }
    if limits.memory_limit == Some(0) {
        return Err(ExperimentError::Setting("the memory limit must be at least 1 MiB".to_owned()));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A benchmark folder with so many tasks, and a suite of them.
    fn benchmarks(tasks: usize) -> (tempfile::TempDir, Draft) {
        let folder = tempfile::tempdir().unwrap();
        let mut suite = String::new();
        std::fs::write(folder.path().join("domain.pddl"), "").unwrap();
        for number in 0..tasks {
            std::fs::write(folder.path().join(format!("p{number}.pddl")), "").unwrap();
            suite += &format!("d\tp{number}.pddl\n");
        }
        let path = folder.path().join("suite.txt");
        std::fs::write(&path, suite).unwrap();
        let draft = Draft {
            suite: Some(path.display().to_string()),
            benchmarks: Some(folder.path().to_owned()),
            searches: Some(Words::Text("gbfs,guct".to_owned())),
            seeds: Some(Seeds::Count(3)),
            max_evaluations: Some(10),
            ..Draft::default()
        };
        (folder, draft)
    }

    fn experiment(draft: Draft) -> Experiment {
        Experiment::new(draft, &Components::default()).unwrap()
    }

    #[test]
    fn runs_are_shuffled_always_in_the_same_way() {
        let (_folder, draft) = benchmarks(20);
        let experiment = experiment(draft);
        let all = experiment.batches(&HashSet::new());
        assert_eq!(all, experiment.batches(&HashSet::new()));
        // gbfs does not depend on the seed and is run once.
        assert_eq!((all.len(), experiment.size()), (20, 80));
        assert!(!all.is_sorted_by_key(|batch| batch.task.problem.clone()));
        assert!(all.iter().any(|batch| !batch.runs.is_sorted_by_key(|run| run.seed)));
        // What is left of it keeps its order.
        let done: HashSet<String> =
            all[0].runs.iter().chain(&all[1].runs[..2]).map(|run| run.id.clone()).collect();
        let rest = experiment.batches(&done);
        assert_eq!(rest[0].runs, all[1].runs[2..]);
        assert_eq!(rest[1..], all[2..]);
    }

    #[test]
    fn timed_runs_stand_alone() {
        let (_folder, draft) = benchmarks(4);
        let experiment = experiment(Draft { time_limit: Some(2.0), ..draft });
        let batches = experiment.batches(&HashSet::new());
        assert!(batches.len() == 16 && batches.iter().all(|batch| batch.runs.len() == 1));
        let first: HashSet<&str> = batches[..4].iter().map(|batch| batch.task.problem.as_str()).collect();
        assert!(first.len() > 1, "neighbours are not of one task");
    }

    #[test]
    fn timed_runs_share_nothing() {
        let (_folder, draft) = benchmarks(1);
        let draft = Draft { time_limit: Some(2.0), share_values: Some(true), ..draft };
        let error = Experiment::new(draft, &Components::default()).unwrap_err();
        assert!(error.to_string().contains("cannot share values"), "{error}");
    }

    #[test]
    fn the_papers_searches_have_a_name_and_repetitions_count_once() {
        let (_folder, draft) = benchmarks(1);
        let size = |searches: &str, heuristics: &str| {
            let words = |text: &str| Some(Words::Text(text.to_owned()));
            let draft = Draft { searches: words(searches), heuristics: words(heuristics), ..draft.clone() };
            experiment(Draft { seeds: None, ..draft }).size()
        };
        assert_eq!(size("paper", "ff"), 14);
        assert_eq!(size("paper,paper( samples = leaves )", "ff"), 14 + 12);
        assert_eq!(size("paper(samples=all)", "ff"), 13, "one of them refuses that");
        assert_eq!(size("guct-uniform(floor={0,0.5,1},power={0,1}),gbfs", "ff"), 7);
        assert_eq!(size("paper,gbfs,guct( c = 2 ),guct(c=2)", "ff,ff+po+de,ff+de+po"), 15 * 2);
        assert_eq!(size("all", "gc"), extremal::SEARCHES.len());
    }

    #[test]
    fn an_experiment_written_down_is_the_same_experiment() {
        let (folder, draft) = benchmarks(3);
        let first = experiment(Draft {
            seeds: Some(Seeds::Text("7,9".to_owned())),
            per_domain: NonZeroUsize::new(2),
            ..draft
        });
        let path = folder.path().join("experiment.toml");
        std::fs::write(&path, first.to_toml()).unwrap();
        let second = experiment(Draft::read(&path).unwrap());
        assert_eq!(first.batches(&HashSet::new()), second.batches(&HashSet::new()));
        assert_eq!(first.to_toml(), second.to_toml());
    }
}
