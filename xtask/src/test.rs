//! `cargo xtask test`: everything that this machine can test, with one command.

use std::time::Instant;

use anyhow::{Context, Result, ensure};
use clap::Args;

use crate::Verdict;
use crate::bench_instructions;
use crate::book;
use crate::browser;
use crate::check_dist;
use crate::check_lab;
use crate::check_language;
use crate::check_latex;
use crate::check_playground;
use crate::check_python;
use crate::check_serve;
use crate::check_statistics;
use crate::check_traces;
use crate::check_translate;
use crate::check_unified_planning;
use crate::check_wasm;
use crate::dist;
use crate::fuzz;
use crate::peer;
use crate::skipped;
use crate::slurm_check;
use crate::slurm_tools;
use crate::suites::Selection;
use crate::table::seconds;
use crate::tex;
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
    #[arg(long, conflicts_with_all = ["with_slurm", "with_fuzzing"])]
    pub quick: bool,
    /// Also run an experiment on a Slurm cluster; installs Slurm's packages if they are missing.
    #[arg(long)]
    pub with_slurm: bool,
    /// Also fuzz each target for some seconds; builds them anew, with instrumentation.
    #[arg(long)]
    pub with_fuzzing: bool,
}

/// What became of a suite; an `Err` of its function is a failure too.
enum Outcome {
    Passed,
    Failed(String),
    Skipped(String),
}

/// Runs the tests and then the suites that need more than cargo; what cannot run, be it a suite or a part of one, is
/// skipped and says how to enable it. Counts end the summary.
pub fn run(arguments: &Arguments) -> Result<Verdict> {
    let mut summary = String::new();
    let (mut passed, mut failed, mut skipped) = (0, 0, 0);
    for (when, name, work) in SUITES {
        println!("\n=== {name}");
        let started = Instant::now();
        let outcome = match when {
            When::NotQuick if arguments.quick => skip("run without --quick"),
            When::WithFuzzing if !arguments.with_fuzzing => skip("run with --with-fuzzing"),
            When::WithSlurm if !arguments.with_slurm => {
                skip("run with --with-slurm, which may install Slurm")
            }
            _ => work(),
        };
        let outcome = outcome.unwrap_or_else(|error| Outcome::Failed(format!("{error:#}")));
        summary += &match outcome {
            Outcome::Passed => {
                passed += 1;
                format!("  passed   {name} ({} s)\n", seconds(started.elapsed()))
            }
            Outcome::Failed(why) => {
                failed += 1;
                format!("  FAILED   {name}: {why}\n")
            }
            Outcome::Skipped(how) => {
                skipped += 1;
                println!("skipped: {how}");
                format!("  skipped  {name}: {how}\n")
            }
        };
        for part in skipped::take() {
            skipped += 1;
            summary += &format!("  skipped  part of the above: {part}\n");
        }
    }
    println!("\nSummary\n{summary}\n{passed} passed, {failed} failed, {skipped} skipped");
    Ok(Verdict::passed_if(failed == 0))
}

/// When a suite runs.
enum When {
    Always,
    NotQuick,
    WithSlurm,
    WithFuzzing,
}

/// When a suite runs, its name, and what runs it.
type Suite = (When, &'static str, fn() -> Result<Outcome>);

const SUITES: &[Suite] = &[
    (When::Always, "cargo test (with the stored fuzz corpus)", || cargo_test(&["--workspace"])),
    (When::NotQuick, "golden counters in a release build", golden_counters),
    (When::NotQuick, "all benchmark tasks are read", benchmarks),
    (When::NotQuick, "heuristic values equal Fast Downward's (sample)", values),
    (When::NotQuick, "instructions of the inner loops", instructions),
    (When::NotQuick, "searches in WebAssembly equal native ones", web_assembly),
    (When::NotQuick, "editors and agents: pytest-lsp, Neovim, an MCP client", editors_and_agents),
    (When::NotQuick, "the Python package", python_package),
    (When::NotQuick, "unified-planning's acceptance report", acceptance_report),
    (When::NotQuick, "unified-planning's own tests with our engines", unified_planning_tests),
    (When::NotQuick, "the service, used by programs of others", service),
    (When::NotQuick, "comparison with Fast Downward on our examples", examples),
    (When::NotQuick, "ground tasks equal Fast Downward's (sample)", sizes),
    (When::NotQuick, "Fast Downward reads our SAS+ files (sample)", sas_files),
    (When::NotQuick, "Downward Lab's reports read our results", downward_lab),
    (When::NotQuick, "pandas and polars read our traces, SciPy confirms the fits", traces),
    (When::NotQuick, "tests of significance equal SciPy's", significance),
    (When::NotQuick, "tables and figures through LaTeX", latex),
    (When::NotQuick, "the page of lab report in a browser", report_page),
    (When::NotQuick, "the playground in a browser", playground_page),
    (When::NotQuick, "the book and its links", the_book),
    (When::NotQuick, "packages are installed and run", packages),
    (When::WithSlurm, "an experiment on a Slurm cluster that loses nodes", slurm),
    (When::WithFuzzing, "fuzzing", fuzzing),
];

fn skip(how: &str) -> Result<Outcome> {
    Ok(Outcome::Skipped(how.to_owned()))
}

/// Runs the function if the set-up succeeds. No network and no root are no defects of ours.
fn if_possible<T>(set_up: Result<T>, work: impl FnOnce() -> Result<Outcome>) -> Result<Outcome> {
    match set_up {
        Ok(_) => work(),
        Err(error) => skip(&format!("{error:#}")),
    }
}

fn cargo_test(arguments: &[&str]) -> Result<Outcome> {
    let mut command = workspace::cargo();
    // What fails in one crate says nothing about the others.
    let status = command.args(["test", "--no-fail-fast"]).args(arguments).status();
    let status = status.context("cannot start cargo")?;
    Ok(if status.success() { Outcome::Passed } else { Outcome::Failed(format!("see above ({status})")) })
}

/// Runs tests that `cargo test` leaves out because they need more than this repository.
/// Of the whole workspace, so that nothing is built anew with other features of dependencies.
fn ignored_tests(target: &str, filter: &str) -> Result<Outcome> {
    cargo_test(&["--workspace", "--test", target, filter, "--", "--ignored"])
}

/// `cargo test` compares them in a debug build.
fn golden_counters() -> Result<Outcome> {
    cargo_test(&["--release", "--workspace", "--test", "golden"])
}

fn benchmarks() -> Result<Outcome> {
    if_possible(shared(), || ignored_tests("it", "benchmarks::"))
}

fn values() -> Result<Outcome> {
    if_possible(shared(), || ignored_tests("reference", "a_sample"))
}

fn instructions() -> Result<Outcome> {
    if let Some(how) = bench_instructions::what_is_missing() {
        return skip(&how);
    }
    let outcome = judge(bench_instructions::run(&bench_instructions::Arguments::default()))?;
    Ok(match bench_instructions::what_is_not_compared()? {
        Some(why) if matches!(outcome, Outcome::Passed) => Outcome::Skipped(why),
        _ => outcome,
    })
}

fn web_assembly() -> Result<Outcome> {
    if_possible(check_wasm::set_up(), || judge(check_wasm::run()))
}

fn editors_and_agents() -> Result<Outcome> {
    if_possible(check_language::set_up(), || judge(check_language::run()))
}

fn python_package() -> Result<Outcome> {
    if_possible(check_python::set_up(), || judge(check_python::run(true)))
}

fn acceptance_report() -> Result<Outcome> {
    if_possible(check_python::set_up(), || judge(check_unified_planning::report()))
}

fn unified_planning_tests() -> Result<Outcome> {
    if_possible(check_python::set_up(), || judge(check_unified_planning::tests(false)))
}

fn service() -> Result<Outcome> {
    if_possible(check_serve::set_up(), || judge(check_serve::run(&check_serve::Arguments::default())))
}

fn examples() -> Result<Outcome> {
    if_possible(peer::set_up(), || {
        let read = ignored_tests("peer", "")?;
        if matches!(read, Outcome::Failed(_)) {
            return Ok(read);
        }
        let (domain, time_limit) = (Vec::new(), EXAMPLE_TIME_LIMIT);
        judge(check_translate::run_examples(&check_translate::ExampleArguments { domain, time_limit }))
    })
}

fn sizes() -> Result<Outcome> {
    if_possible(shared(), || {
        let selection = Selection::few(workspace::shared(), SAMPLE_PER_DOMAIN, SAMPLE_TIME_LIMIT);
        judge(check_translate::run(&check_translate::Arguments { selection, jobs: 1, reference_only: true }))
    })
}

fn sas_files() -> Result<Outcome> {
    if_possible(shared().and_then(|()| peer::set_up()), || {
        judge(check_translate::run_sas(&Selection::few(workspace::shared(), 1, SAMPLE_TIME_LIMIT)))
    })
}

fn downward_lab() -> Result<Outcome> {
    if_possible(peer::set_up_lab(), || judge(check_lab::run()))
}

fn traces() -> Result<Outcome> {
    if_possible(check_traces::set_up(), || judge(check_traces::run()))
}

fn significance() -> Result<Outcome> {
    if_possible(check_statistics::set_up(), || judge(check_statistics::run()))
}

fn latex() -> Result<Outcome> {
    if_possible(tex::set_up(), || judge(check_latex::run(&check_latex::Arguments::default())))
}

fn report_page() -> Result<Outcome> {
    if browser::chromium().is_none() {
        return skip(browser::HOW_TO_ENABLE);
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

fn playground_page() -> Result<Outcome> {
    if_possible(check_playground::set_up(), || {
        judge(check_playground::run(&check_playground::Arguments::default()))
    })
}

fn the_book() -> Result<Outcome> {
    if_possible(book::set_up(), || judge(book::run()))
}

fn packages() -> Result<Outcome> {
    if_possible(dist::set_up(), || judge(check_dist::run(&check_dist::Arguments::default())))
}

fn slurm() -> Result<Outcome> {
    if_possible(slurm_tools::set_up(), || judge(slurm_check::run()))
}

fn fuzzing() -> Result<Outcome> {
    if_possible(fuzz::set_up(), || {
        judge(fuzz::run(&fuzz::Arguments { seconds: FUZZING_SECONDS, runs: None, target: Vec::new() }))
    })
}

fn judge(verdict: Result<Verdict>) -> Result<Outcome> {
    Ok(match verdict? {
        Verdict::Passed => Outcome::Passed,
        Verdict::Failed => Outcome::Failed("see above".to_owned()),
    })
}

/// Whether there is a benchmark collection.
fn shared() -> Result<()> {
    let is_there = workspace::shared().join("suites").exists();
    ensure!(is_there, "needs the benchmark collection in ../shared (suites, benchmarks, reference)");
    Ok(())
}
