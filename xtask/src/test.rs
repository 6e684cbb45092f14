//! `cargo xtask test`: everything that this machine can test, with one command.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use clap::Args;

use crate::Verdict;
use crate::bench_instructions;
use crate::browser;
use crate::check_examples;
use crate::check_lab;
use crate::check_sas;
use crate::check_translate;
use crate::fuzz;
use crate::peer;
use crate::slurm_check;
use crate::slurm_tools;
use crate::table::seconds;
use crate::workspace;

const SAMPLE_PER_DOMAIN: usize = 2;
const SAMPLE_TIME_LIMIT: u64 = 60;
const EXAMPLE_TIME_LIMIT: u64 = 5;
const FUZZING_SECONDS: u32 = 20;

/// The results of the project, which the page of a report must show too.
const PAPER_RESULTS: [&str; 3] =
    ["paper24-ff.csv.gz", "paper24-other-columns.csv.gz", "paper24-all-samples.csv.gz"];
const AGILE_RESULTS: [&str; 1] = ["ipc2018-10s.csv.gz"];

/// Arguments of `test`.
#[derive(Args, Clone, Debug)]
pub struct Arguments {
    /// Only `cargo test`: no comparisons, no fuzzing, no network.
    #[arg(long)]
    pub quick: bool,
}

enum Outcome {
    Passed,
    Failed(String),
    Skipped(String),
}

/// One suite: its name, and what became of it in what time.
struct Line {
    name: &'static str,
    outcome: Outcome,
    time: Duration,
}

/// Runs the tests and then the optional suites; what cannot run is skipped and says how to enable it.
pub fn run(arguments: &Arguments) -> Result<Verdict> {
    let mut lines = vec![suite("cargo test (with the stored fuzz corpus)", cargo_test)];
    if arguments.quick {
        for (name, _) in OPTIONAL {
            let outcome = Outcome::Skipped("run without --quick".to_owned());
            lines.push(Line { name, outcome, time: Duration::ZERO });
        }
    } else {
        lines.extend(OPTIONAL.map(|(name, work)| suite(name, work)));
    }
    println!("\nSummary");
    for Line { name, outcome, time } in &lines {
        match outcome {
            Outcome::Passed => println!("  passed   {name} ({} s)", seconds(*time)),
            Outcome::Failed(why) => println!("  FAILED   {name}: {why}"),
            Outcome::Skipped(how) => println!("  skipped  {name}: {how}"),
        }
    }
    Ok(Verdict::passed_if(!lines.iter().any(|line| matches!(line.outcome, Outcome::Failed(_)))))
}

/// The name of a suite and what runs it.
type Suite = (&'static str, fn() -> Result<Outcome>);

const OPTIONAL: [Suite; 8] = [
    ("instructions of the inner loops", instructions),
    ("comparison with Fast Downward on our examples", examples),
    ("ground tasks equal Fast Downward's (sample)", sizes),
    ("Fast Downward reads our SAS+ files (sample)", sas_files),
    ("Downward Lab's reports read our results", downward_lab),
    ("the page of lab report in a browser", report_page),
    ("an experiment on a Slurm cluster that loses nodes", slurm),
    ("fuzzing", fuzzing),
];

fn suite(name: &'static str, work: impl FnOnce() -> Result<Outcome>) -> Line {
    println!("\n=== {name}");
    let started = Instant::now();
    let outcome = work().unwrap_or_else(|error| Outcome::Failed(format!("{error:#}")));
    if let Outcome::Skipped(how) = &outcome {
        println!("skipped: {how}");
    }
    Line { name, outcome, time: started.elapsed() }
}

fn cargo_test() -> Result<Outcome> {
    let status = workspace::cargo().args(["test", "--workspace"]).status().context("cannot start cargo")?;
    Ok(if status.success() { Outcome::Passed } else { Outcome::Failed(format!("see above ({status})")) })
}

fn instructions() -> Result<Outcome> {
    if let Some(how) = bench_instructions::what_is_missing() {
        return Ok(Outcome::Skipped(how));
    }
    let outcome = judge(bench_instructions::run(&bench_instructions::Arguments::default()))?;
    Ok(match bench_instructions::what_is_not_compared()? {
        Some(why) if matches!(outcome, Outcome::Passed) => Outcome::Skipped(why),
        _ => outcome,
    })
}

fn examples() -> Result<Outcome> {
    // No Python or no network is no defect of ours.
    if let Err(error) = peer::set_up() {
        return Ok(Outcome::Skipped(format!("{error:#}")));
    }
    judge(check_examples::run(&check_examples::Arguments {
        domain: Vec::new(),
        time_limit: EXAMPLE_TIME_LIMIT,
    }))
}

fn sizes() -> Result<Outcome> {
    let Some(shared) = shared() else { return Ok(skipped_for_benchmarks()) };
    judge(check_translate::run(&check_translate::Arguments {
        shared,
        domain: Vec::new(),
        limit: Some(SAMPLE_PER_DOMAIN),
        jobs: 1,
        time_limit: SAMPLE_TIME_LIMIT,
        memory_limit: 8,
        reference_only: true,
        out: None,
    }))
}

fn sas_files() -> Result<Outcome> {
    let Some(shared) = shared() else { return Ok(skipped_for_benchmarks()) };
    if let Err(error) = peer::set_up() {
        return Ok(Outcome::Skipped(format!("{error:#}")));
    }
    judge(check_sas::run(&check_sas::Arguments {
        shared,
        domain: Vec::new(),
        per_domain: 1,
        time_limit: SAMPLE_TIME_LIMIT,
    }))
}

fn downward_lab() -> Result<Outcome> {
    if let Err(error) = peer::set_up_lab() {
        return Ok(Outcome::Skipped(format!("{error:#}")));
    }
    judge(check_lab::run())
}

fn report_page() -> Result<Outcome> {
    if browser::chromium().is_none() {
        return Ok(Outcome::Skipped(browser::HOW_TO_ENABLE.to_owned()));
    }
    // Once with made-up results, which have everything that a page can show, and once with each of the real ones.
    for results in [&[][..], &PAPER_RESULTS, &AGILE_RESULTS] {
        let results = results.iter().map(|file| workspace::root().join("results").join(file)).collect();
        let verdict = browser::run(&browser::Arguments { results, screenshots: None })?;
        if verdict == Verdict::Failed {
            return judge(Ok(verdict));
        }
    }
    Ok(Outcome::Passed)
}

fn slurm() -> Result<Outcome> {
    // No root and no network are no defects of ours.
    if let Err(error) = slurm_tools::set_up() {
        return Ok(Outcome::Skipped(format!("{error:#}")));
    }
    judge(slurm_check::run())
}

fn fuzzing() -> Result<Outcome> {
    if !fuzz::is_possible() {
        return Ok(Outcome::Skipped(fuzz::HOW_TO_ENABLE.to_owned()));
    }
    judge(fuzz::run(&fuzz::Arguments { seconds: FUZZING_SECONDS, target: Vec::new() }))
}

fn judge(verdict: Result<Verdict>) -> Result<Outcome> {
    Ok(match verdict? {
        Verdict::Passed => Outcome::Passed,
        Verdict::Failed => Outcome::Failed("see above".to_owned()),
    })
}

fn shared() -> Option<PathBuf> {
    let directory = workspace::root().join("../shared");
    directory.join("suites").exists().then_some(directory)
}

fn skipped_for_benchmarks() -> Outcome {
    Outcome::Skipped("needs the benchmark collection in ../shared (suites, benchmarks, reference)".to_owned())
}
