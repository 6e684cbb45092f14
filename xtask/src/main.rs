//! Development tasks of Extremal, run as `cargo xtask COMMAND`.
//!
//! Nothing here is part of the planner: these commands drive its release binary, Fast Downward, and cargo.

use std::process::ExitCode;

use clap::{Parser, Subcommand};

mod bench_agile;
mod bench_anytime;
mod bench_engines;
mod bench_instructions;
mod bench_peers;
mod bench_resources;
mod bench_scaling;
mod bench_threads;
mod bench_translate;
mod book;
mod browser;
mod check_dist;
mod check_lab;
mod check_landmarks;
mod check_language;
mod check_latex;
mod check_limits;
mod check_plans;
mod check_playground;
mod check_python;
mod check_results;
mod check_serve;
mod check_statistics;
mod check_traces;
mod check_translate;
mod check_unified_planning;
mod check_wasm;
mod contest;
mod dist;
mod document;
mod extremal;
mod fast_downward;
mod fuzz;
mod generated;
mod links;
mod our_search;
mod peer;
mod plan_file;
mod playground;
mod pool;
mod reference;
mod run;
mod skipped;
mod slurm_check;
mod slurm_cluster;
mod slurm_experiment;
mod slurm_processes;
mod slurm_tools;
mod suites;
mod table;
mod test;
mod tex;
mod translate_report;
mod workspace;

/// Development tasks of Extremal.
#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask")]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Set up and pass all tests; what this machine cannot run is skipped and named.
    Test(test::Arguments),
    /// Compare the sizes of our ground tasks with Fast Downward's.
    CheckTranslate(check_translate::Arguments),
    /// Compare with Fast Downward on the examples of this repository.
    CheckExamples(check_translate::ExampleArguments),
    /// Let Fast Downward solve the SAS+ files we write, and compare verdicts on plans with unified-planning.
    CheckPlans(check_plans::Arguments),
    /// Repeat random runs of results/ and compare what they count.
    CheckResults(check_results::Arguments),
    /// Let Fast Downward's search read the SAS+ files we write.
    CheckSas(suites::Selection),
    /// Compare our landmarks with those of Fast Downward's lama-first.
    CheckLandmarks(suites::Selection),
    /// Run the default search on tasks of all domains and every configuration with little memory: no crash, no
    /// limit exceeded, no plan that is not valid.
    CheckLimits(check_limits::Arguments),
    /// Let the reports of Downward Lab read what `extremal lab export --lab` writes.
    CheckLab,
    /// Let pandas and polars read our traces, and compare the fits of the study with SciPy.
    CheckTraces,
    /// Let pytest-lsp, Neovim and an MCP client use the language server and the tools for agents.
    CheckLanguage,
    /// Set the template in paper/ with tables and figures of results/ in type with a real LaTeX.
    CheckLatex(check_latex::Arguments),
    /// Compare the tests of significance and intervals of reports with SciPy's.
    CheckStatistics,
    /// Build the Python package and run its tests in every CPython from 3.10 at hand.
    CheckPython,
    /// Run the acceptance report and the tests of unified-planning with our engines.
    CheckUnifiedPlanning {
        /// Run all tests of the library, which takes minutes, and not only those in which an engine is chosen.
        #[arg(long)]
        whole: bool,
    },
    /// Let planutils, schemathesis, VS Code's library and many clients use the service.
    CheckServe(check_serve::Arguments),
    /// Compare searches in WebAssembly, under node, with native ones on all examples.
    CheckWasm,
    /// Measure against Fast Downward, side by side.
    Bench {
        #[command(subcommand)]
        what: Bench,
    },
    /// Open the page of `extremal lab report` in Chromium and use it.
    Browser(browser::Arguments),
    /// Make everything that a release consists of: tarball, Debian package, image, wheel.
    Dist(dist::Arguments),
    /// Install and run what `dist` makes, without the repository beside it.
    CheckDist(check_dist::Arguments),
    /// Build the documentation as a book, and check all links.
    Book,
    /// Make the playground, the planner as a web page.
    Playground(playground::Arguments),
    /// Use the playground in Chromium, and compare it with the native program.
    CheckPlayground(check_playground::Arguments),
    /// Run an experiment on a Slurm cluster of three virtual nodes, and kill some of it in the middle.
    CheckSlurm,
    /// Ends the cluster of `check-slurm` when that has ended.
    #[command(hide = true)]
    SlurmWatchdog(slurm_processes::Arguments),
    /// Run the fuzz targets for some time.
    Fuzz(fuzz::Arguments),
    /// Set up the Python environment with Fast Downward and unified-planning, and say where it is.
    Peer,
}

#[derive(Subcommand)]
enum Bench {
    /// Time to a first plan from PDDL files, against Fast Downward's lama-first.
    Agile(bench_agile::Arguments),
    /// Cheaper and cheaper plans, against LAMA.
    Anytime(bench_anytime::Arguments),
    /// Time and memory of the translation on the IPC 2018 tasks.
    Translate(bench_translate::Arguments),
    /// As an engine of unified-planning, against Fast Downward's.
    Engines(bench_engines::Arguments),
    /// All phases of planning on a fixed list of tasks, and the bounds that must hold.
    Peers(bench_peers::Arguments),
    /// Warehouses of 15, 30 and 60 boxes within their limits, against the plan of a simple script.
    Resources(bench_resources::Arguments),
    /// How time and memory grow with the size of the task, the tree and the search.
    Scaling(bench_scaling::Arguments),
    /// The default search with two threads against one (not against Fast Downward).
    Threads(bench_threads::Arguments),
    /// Instructions of the inner loops against stored counts (not against Fast Downward).
    Instructions(bench_instructions::Arguments),
}

fn main() -> ExitCode {
    let outcome = match Cli::parse().command {
        Command::Test(arguments) => test::run(&arguments),
        Command::CheckTranslate(arguments) => check_translate::run(&arguments),
        Command::CheckExamples(arguments) => check_translate::run_examples(&arguments),
        Command::CheckPlans(arguments) => check_plans::run(&arguments),
        Command::CheckResults(arguments) => check_results::run(&arguments),
        Command::CheckLanguage => check_language::run(),
        Command::CheckPython => check_python::run(false),
        Command::CheckUnifiedPlanning { whole } => check_unified_planning::report().and_then(|report| {
            let tests = check_unified_planning::tests(whole)?;
            Ok(Verdict::passed_if([report, tests] == [Verdict::Passed; 2]))
        }),
        Command::CheckServe(arguments) => check_serve::run(&arguments),
        Command::CheckWasm => check_wasm::run(),
        Command::CheckSas(arguments) => check_translate::run_sas(&arguments),
        Command::CheckLandmarks(arguments) => check_landmarks::run(&arguments),
        Command::CheckLimits(arguments) => check_limits::run_check(&arguments),
        Command::CheckLab => check_lab::run(),
        Command::CheckTraces => check_traces::run(),
        Command::CheckLatex(arguments) => check_latex::run(&arguments),
        Command::CheckStatistics => check_statistics::run(),
        Command::Bench { what: Bench::Agile(arguments) } => bench_agile::run(&arguments),
        Command::Bench { what: Bench::Anytime(arguments) } => bench_anytime::run(&arguments),
        Command::Bench { what: Bench::Engines(arguments) } => bench_engines::run(&arguments),
        Command::Bench { what: Bench::Translate(arguments) } => bench_translate::run(&arguments),
        Command::Bench { what: Bench::Resources(arguments) } => bench_resources::run(&arguments),
        Command::Bench { what: Bench::Scaling(arguments) } => bench_scaling::run(&arguments),
        Command::Bench { what: Bench::Peers(arguments) } => bench_peers::run(&arguments),
        Command::Bench { what: Bench::Threads(arguments) } => bench_threads::run(&arguments),
        Command::Bench { what: Bench::Instructions(arguments) } => bench_instructions::run(&arguments),
        Command::Browser(arguments) => browser::run(&arguments),
        Command::Dist(arguments) => dist::run(&arguments),
        Command::CheckDist(arguments) => check_dist::run(&arguments),
        Command::Book => book::run(),
        Command::Playground(arguments) => playground::run(&arguments),
        Command::CheckPlayground(arguments) => check_playground::run(&arguments),
        Command::CheckSlurm => slurm_check::run(),
        Command::SlurmWatchdog(arguments) => slurm_processes::watch(&arguments),
        Command::Fuzz(arguments) => fuzz::run(&arguments),
        Command::Peer => peer::run(),
    };
    match outcome {
        Ok(Verdict::Passed) => ExitCode::SUCCESS,
        Ok(Verdict::Failed) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

/// What a check found; an `Err` instead means that it could not be carried out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// Everything is as it must be.
    Passed,
    /// Something is not; the check has printed what.
    Failed,
}

impl Verdict {
    /// `Passed` if the condition holds.
    pub fn passed_if(condition: bool) -> Self {
        if condition { Verdict::Passed } else { Verdict::Failed }
    }
}
