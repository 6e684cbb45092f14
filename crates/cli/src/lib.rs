//! The command line of Extremal: a thin shell over the library crates.
//!
//! It is a library so that a program of yours can be the same command line with bandits, heuristics and searches of
//! your own: see [`main`].
//!
//! Each command has a file of its own. They share how files are read (`input`), how limits are kept (`run`),
//! how results are written (`output`, `console`) and how a run can end (`exit`).

mod anytime;
mod bandit;
mod check;
mod completions;
mod component_names;
mod console;
mod dump;
mod exit;
mod failure;
mod generate;
mod help;
mod improvements;
mod input;
mod lab;
mod limits;
mod list;
mod list_searches;
mod lsp;
mod man;
mod mcp;
mod no_plan;
mod output;
mod progress;
mod run;
mod scratch;
mod search_progress;
mod serve;
mod sizes;
mod solve;
mod solve_report;
mod source_kind;
mod status_line;
mod stopwatch;
mod trace;
mod translate;
mod translate_report;
mod validate;

use std::env;
use std::ffi::OsString;
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

use clap::{CommandFactory, Parser, Subcommand};
use extremal_lab::Components;

use exit::Outcome;

/// Extremal is a classical planner. It reads a planning task in PDDL, finds a plan, and validates it.
#[derive(Parser)]
#[command(name = "extremal", version, after_help = help::OVERVIEW)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Find a plan for a task.
    #[command(override_usage = help::SOLVE_USAGE, after_help = help::SOLVE)]
    Solve(solve::Solve),
    /// Translate a task from PDDL to SAS+, the input of Fast Downward's search component.
    #[command(override_usage = help::TRANSLATE_USAGE, after_help = help::TRANSLATE)]
    Translate(translate::Translate),
    /// Report errors and suspicious code in PDDL files without planning.
    #[command(override_usage = help::CHECK_USAGE, after_help = help::CHECK)]
    Check(check::Check),
    /// Check whether plans are valid, and explain why not.
    #[command(override_usage = help::VALIDATE_USAGE, after_help = help::VALIDATE)]
    Validate(validate::Validate),
    /// List all searches, heuristics and bandits, with their parameters and references.
    List(list::List),
    /// Simulate bandits on arms with known distributions and report their regret.
    #[command(after_help = help::BANDIT)]
    Bandit(bandit::Bandit),
    /// Run experiments on many tasks, and report the results.
    Lab(lab::Lab),
    /// Serve plans over HTTP: planning-as-a-service, VS Code's services, and a JSON interface.
    #[command(after_help = help::SERVE)]
    Serve(Box<serve::Serve>),
    /// Does one job for the service; `serve` starts these by itself.
    #[command(hide = true)]
    ServeWorker,
    /// Generate a problem of a given size for one of the example domains.
    #[command(after_help = help::GENERATE)]
    Generate(generate::Generate),
    /// Run a language server for PDDL, for editors.
    Lsp(lsp::Lsp),
    /// Run a server of planning tools for agents (Model Context Protocol).
    Mcp(mcp::Mcp),
    /// Print a completion script for your shell.
    #[command(after_help = help::COMPLETIONS)]
    Completions(completions::Completions),
    /// Write man pages to a folder.
    #[command(hide = true)]
    Man(man::Man),
}

/// The whole program, in which all commands know these components besides the planner's own.
///
/// ```no_run
/// use extremal_lab::Components;
///
/// fn main() -> std::process::ExitCode {
///     extremal_cli::main(&Components::default())
/// }
/// ```
pub fn main(components: &Components) -> ExitCode {
    let outcome = match Arguments::try_parse_from(words()) {
        Ok(arguments) => match arguments.command {
            Command::Solve(solve) => solve.run(components),
            Command::Translate(translate) => translate.run(),
            Command::Check(check) => check.run(),
            Command::Validate(validate) => validate.run(),
            Command::List(list) => list.run(components),
            Command::Bandit(bandit) => bandit.run(components),
            Command::Lab(lab) => lab.run(components),
            Command::Serve(serve) => serve.run(),
            Command::ServeWorker => serve::work(),
            Command::Generate(generate) => generate.run(),
            Command::Lsp(lsp) => lsp.run(),
            Command::Mcp(mcp) => mcp.run(),
            Command::Completions(completions) => completions.run(),
            Command::Man(man) => man.run(),
        },
        Err(error) => print_usage(&error),
    };
    ExitCode::from(outcome.code())
}

/// The command line. Editors that start a service by themselves run a program without arguments: a link to this one with
/// the name `extremal-serve`. And where they run a parser, the PDDL extension of VS Code puts an empty word in the place of
/// `$(parser)`.
fn words() -> Vec<OsString> {
    let mut words: Vec<OsString> = env::args_os().collect();
    if words.len() > 2 && words[1].is_empty() {
        words.remove(1);
    }
    let name = words.first().and_then(|word| Path::new(word).file_stem());
    if name.is_some_and(|name| name == "extremal-serve")
        && words.get(1).is_none_or(|word| word != serve::WORKER)
    {
        words.insert(1, "serve".into());
    }
    words
}

/// The command line as data: names, options and help texts. Man pages and the reference are made from it.
pub fn command() -> clap::Command {
    Arguments::command()
}

/// Says what is wrong with the command line, or what help was asked for.
fn print_usage(error: &clap::Error) -> Outcome {
    // Nothing is left to tell if even this cannot be printed.
    let _ = error.print();
    if !error.use_stderr() {
        return Outcome::Success;
    }
    if env::args_os().any(|word| word == "--json") {
        let text = error.to_string();
        let message = text.lines().next().unwrap_or_default().trim_start_matches("error: ");
        let (status, exit_code) = (Outcome::Usage.status(), Outcome::Usage.code());
        let object = serde_json::json!({ "status": status, "exit_code": exit_code, "message": message });
        let _ = writeln!(io::stdout(), "{object:#}");
    }
    Outcome::Usage
}
