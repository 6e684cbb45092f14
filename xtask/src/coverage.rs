//! `cargo xtask coverage`: how many tasks of a suite searches solve under a limit of evaluations.
//!
//! A task is read and translated once and all configurations run on it in this process. Rows are appended
//! to a CSV file as they are done, and what is in the file already is not run again.

use std::collections::{BTreeMap, HashSet};
use std::fs::OpenOptions;
use std::io::Write;
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use anyhow::{Context, Result, anyhow, bail};
use clap::Args;
use extremal_limits::Budget;
use extremal_pddl::SourceFile;
use extremal_search::{Options, Outcome, Problem};
use extremal_states::StateSpace;
use extremal_validate::Verdict as PlanVerdict;

use crate::suites::{self, Task};
use crate::{Verdict, table};

/// Arguments of `cargo xtask coverage`.
#[derive(Args)]
pub struct Arguments {
    /// The folder with suites and benchmarks.
    shared: PathBuf,
    /// Name of the suite.
    #[arg(long, default_value = "paper24")]
    suite: String,
    /// Only tasks of these domains.
    #[arg(long)]
    domain: Vec<String>,
    /// At most so many tasks of each domain.
    #[arg(long)]
    per_domain: Option<usize>,
    /// Configurations: SEARCH:HEURISTIC, with +po and +de behind the heuristic.
    #[arg(long = "config", required = true)]
    configurations: Vec<String>,
    /// Seeds.
    #[arg(long, default_values_t = [1])]
    seed: Vec<u64>,
    /// A task counts as solved with fewer evaluations than this.
    #[arg(long, default_value_t = 10_000)]
    max_evaluations: u64,
    /// Tasks that run at the same time.
    #[arg(long, default_value_t = 2)]
    jobs: usize,
    /// Rows go here, and rows that are here are not run again.
    #[arg(long, default_value = "target/coverage.csv")]
    out: PathBuf,
}

/// A search with a heuristic and options.
struct Configuration {
    text: String,
    search: String,
    heuristic: String,
    preferred: bool,
    deferred: bool,
}

impl Configuration {
    fn parse(text: &str) -> Result<Self> {
        let (search, heuristic) = text.split_once(':').context("expected SEARCH:HEURISTIC")?;
        let mut parts = heuristic.split('+');
        let heuristic = parts.next().unwrap_or_default().to_owned();
        let mut configuration = Configuration {
            text: text.to_owned(),
            search: search.to_owned(),
            heuristic,
            preferred: false,
            deferred: false,
        };
        for part in parts {
            match part {
                "po" => configuration.preferred = true,
                "de" => configuration.deferred = true,
                other => bail!("'{other}' in '{text}' is neither po nor de"),
            }
        }
        extremal_search::select(search, Options::default()).map_err(|e| anyhow!("{e}"))?;
        extremal_heuristics::select(&configuration.heuristic).map_err(|e| anyhow!("{e}"))?;
        Ok(configuration)
    }
}

/// Runs the command.
pub fn run(arguments: &Arguments) -> Result<Verdict> {
    let configurations: Vec<Configuration> =
        arguments.configurations.iter().map(|c| Configuration::parse(c)).collect::<Result<_>>()?;
    let tasks = suites::read_suites(&arguments.shared, &[&arguments.suite])?;
    let tasks = suites::select(tasks, &arguments.domain, arguments.per_domain)?;
    let done = read_done(arguments)?;
    let mut file = OpenOptions::new().create(true).append(true).open(&arguments.out)?;
    if std::fs::read(&arguments.out)?.last().is_some_and(|&byte| byte != b'\n') {
        // The row that a killed run was writing ends here.
        file.write_all(b"\n")?;
    }
    let out = Mutex::new(file);
    let next = AtomicUsize::new(0);
    let failures = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..arguments.jobs.max(1) {
            scope.spawn(|| {
                while let Some(task) = tasks.get(next.fetch_add(1, Ordering::Relaxed)) {
                    if let Err(error) = run_task(task, &configurations, arguments, &done, &out) {
                        let failure = format!("{}: {error:#}", task.problem);
                        failures.lock().unwrap_or_else(|e| e.into_inner()).push(failure);
                    }
                    let finished = next.load(Ordering::Relaxed).min(tasks.len());
                    if finished % 50 == 0 {
                        eprintln!("{finished} of {} tasks begun", tasks.len());
                    }
                }
            });
        }
    });
    let failures = failures.into_inner().unwrap_or_default();
    failures.iter().for_each(|failure| println!("failed {failure}"));
    print_table(arguments, &configurations, &tasks)?;
    Ok(Verdict::passed_if(failures.is_empty()))
}

type Key = (String, String, u64);

fn read_done(arguments: &Arguments) -> Result<HashSet<Key>> {
    Ok(read_rows(arguments)?.into_iter().map(|row| (row.problem, row.configuration, row.seed)).collect())
}

struct Row {
    domain: String,
    problem: String,
    configuration: String,
    seed: u64,
    solved: bool,
}

fn read_rows(arguments: &Arguments) -> Result<Vec<Row>> {
    let Ok(text) = std::fs::read_to_string(&arguments.out) else { return Ok(Vec::new()) };
    let mut rows = Vec::new();
    for line in text.lines() {
        let mut fields = line.split('\t');
        let mut field = || fields.next().map(str::to_owned);
        let (Some(domain), Some(problem), Some(configuration), Some(seed), Some(limit), Some(status)) =
            (field(), field(), field(), field(), field(), field())
        else {
            // A row that was being written when the run was killed.
            continue;
        };
        if limit == arguments.max_evaluations.to_string()
            && let Ok(seed) = seed.parse()
        {
            rows.push(Row { domain, problem, configuration, seed, solved: status == "solved" });
        }
    }
    Ok(rows)
}

fn run_task(
    task: &Task,
    configurations: &[Configuration],
    arguments: &Arguments,
    done: &HashSet<Key>,
    out: &Mutex<std::fs::File>,
) -> Result<()> {
    let is_missing = |configuration: &Configuration, seed: u64| {
        !done.contains(&(task.problem.clone(), configuration.text.clone(), seed))
    };
    if !configurations.iter().any(|c| arguments.seed.iter().any(|&seed| is_missing(c, seed))) {
        return Ok(());
    }
    let domain = SourceFile::read(&task.domain_file)?;
    let problem = SourceFile::read(&task.problem_file)?;
    let (pddl, _) = extremal_pddl::parse_task(&domain, &problem).map_err(|_| anyhow!("invalid PDDL"))?;
    let budget = Budget::unlimited();
    let sas = extremal_sas::translate(&extremal_normalise::normalise(&pddl), &budget)?.task;
    let mut space = StateSpace::new(&sas);
    for configuration in configurations {
        let selection = extremal_heuristics::select(&configuration.heuristic)?;
        let mut heuristic = selection.build(&sas);
        for &seed in arguments.seed.iter().filter(|&&seed| is_missing(configuration, seed)) {
            let options =
                Options { preferred: configuration.preferred, deferred: configuration.deferred, seed };
            let search = extremal_search::select(&configuration.search, options)?;
            let start = std::time::Instant::now();
            let report = search.run(Problem {
                space: &mut space,
                num_operators: sas.operators.len(),
                heuristic: heuristic.as_mut(),
                heuristic_is_safe: selection.descriptor.safe,
                max_evaluations: Some(arguments.max_evaluations),
                max_expansions: None,
                budget: &budget,
                observer: None,
            });
            let seconds = start.elapsed().as_secs_f64();
            let (status, length) = match &report.outcome {
                Outcome::Solved(plan) => {
                    let text: String =
                        plan.iter().map(|&o| format!("({})\n", sas.operators.name(o as usize))).collect();
                    match extremal_validate::validate_text(&pddl, text.as_bytes(), None)? {
                        PlanVerdict::Valid { .. } => ("solved", plan.len()),
                        _ => bail!("{} found a plan that is not valid", configuration.text),
                    }
                }
                Outcome::Unsolvable => ("unsolvable", 0),
                Outcome::Exhausted => ("exhausted", 0),
                _ => ("limit", 0),
            };
            let counters = report.counters;
            let row = format!(
                "{}\t{}\t{}\t{seed}\t{}\t{status}\t{}\t{}\t{length}\t{}\t{seconds:.4}\n",
                task.domain,
                task.problem,
                configuration.text,
                arguments.max_evaluations,
                counters.evaluations,
                counters.expansions,
                counters.max_depth,
            );
            out.lock().map_err(|_| anyhow!("a thread panicked"))?.write_all(row.as_bytes())?;
        }
    }
    Ok(())
}

fn print_table(arguments: &Arguments, configurations: &[Configuration], tasks: &[Task]) -> Result<()> {
    let wanted: HashSet<&str> = tasks.iter().map(|t| t.problem.as_str()).collect();
    let seeds = arguments.seed.len().max(1) as f64;
    let mut solved: BTreeMap<(String, String), usize> = BTreeMap::new();
    let mut counted: HashSet<Key> = HashSet::new();
    for row in read_rows(arguments)? {
        let key = (row.problem.clone(), row.configuration.clone(), row.seed);
        if !counted.insert(key) {
            continue;
        }
        if row.solved && wanted.contains(row.problem.as_str()) && arguments.seed.contains(&row.seed) {
            *solved.entry((row.domain, row.configuration)).or_default() += 1;
        }
    }
    let mut domains: Vec<&str> = Vec::new();
    for task in tasks {
        if domains.last() != Some(&task.domain.as_str()) && !domains.contains(&task.domain.as_str()) {
            domains.push(&task.domain);
        }
    }
    let header: Vec<&str> =
        std::iter::once("domain").chain(configurations.iter().map(|c| c.text.as_str())).collect();
    let count = |domain: &str, configuration: &str| {
        let key = (domain.to_owned(), configuration.to_owned());
        solved.get(&key).copied().unwrap_or(0) as f64 / seeds
    };
    let mut rows = table::new_table(&header);
    for &domain in &domains {
        let cells = configurations.iter().map(|c| format!("{:.1}", count(domain, &c.text)));
        rows.add_row(std::iter::once(domain.to_owned()).chain(cells));
    }
    let total = |configuration: &str| domains.iter().map(|d| count(d, configuration)).sum::<f64>();
    let totals = configurations.iter().map(|c| format!("{:.1}", total(&c.text)));
    rows.add_row(std::iter::once(format!("all {}", tasks.len())).chain(totals));
    println!("{rows}");
    Ok(())
}
