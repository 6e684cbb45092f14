//! `cargo xtask bench engines`: Extremal and Fast Downward as engines of unified-planning, side by side.

use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context, Result};
use clap::Args;

use crate::Verdict;
use crate::check_python;
use crate::peer;
use crate::workspace;

const SCRIPT: &str = include_str!("engines.py");

/// Arguments of `bench engines`.
#[derive(Args, Clone, Debug)]
pub struct Arguments {
    /// Folder with `suites` and `benchmarks` [default: shared, beside the workspace].
    #[arg(long)]
    shared: Option<PathBuf>,
    /// Number of domains.
    #[arg(long, default_value_t = 20)]
    domains: usize,
    /// Tasks of each domain.
    #[arg(long, default_value_t = 2)]
    per_domain: usize,
    /// Seconds for each engine and task.
    #[arg(long, default_value_t = 30)]
    time_limit: u64,
}

/// Prints a table. At least as many tasks must be solved, in a fifth of the time.
pub fn run(arguments: &Arguments) -> Result<Verdict> {
    let python = peer::set_up()?.python;
    check_python::install_wheel(&python, false)?;
    let shared = arguments.shared.clone().unwrap_or_else(workspace::shared);
    let numbers = [arguments.domains as u64, arguments.per_domain as u64, arguments.time_limit];
    let status = Command::new(python)
        .args(["-c", SCRIPT])
        .arg(shared)
        .args(numbers.map(|number| number.to_string()))
        .status()
        .context("cannot start Python")?;
    Ok(Verdict::passed_if(status.success()))
}
