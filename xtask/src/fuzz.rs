//! `cargo xtask fuzz`: runs the fuzz targets.
//!
//! The stable compiler serves cargo-fuzz if it is told to accept what is unstable. There is no sanitizer, since
//! the code under test is safe, and no tracing of comparisons, for which dictionaries make up: both would take
//! most of the time.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus};

use anyhow::{Context, Result, bail, ensure};
use clap::Args;

use crate::Verdict;
use crate::run::printed;
use crate::workspace;

/// Longer inputs take more time and find nothing more.
const MAX_LENGTH: &str = "-max_len=1024";

/// Arguments of `fuzz`.
#[derive(Args, Clone, Debug)]
pub struct Arguments {
    /// Seconds for each target.
    #[arg(long, default_value_t = 60, value_name = "N")]
    pub seconds: u32,
    /// Inputs for each target, in any time.
    #[arg(long, value_name = "N", conflicts_with = "seconds")]
    pub runs: Option<u64>,
    /// Only this target; may be repeated.
    #[arg(long)]
    pub target: Vec<String>,
}

/// Runs every target for its time; a crash fails.
pub fn run(arguments: &Arguments) -> Result<Verdict> {
    let listed = printed(Command::new(set_up()?).current_dir(workspace::root()).arg("list"))?;
    let all: Vec<String> = listed.lines().map(str::to_owned).collect();
    let chosen = if arguments.target.is_empty() { all.clone() } else { arguments.target.clone() };
    let limit = match arguments.runs {
        Some(runs) => format!("-runs={runs}"),
        None => format!("-max_total_time={}", arguments.seconds),
    };
    let mut verdict = Verdict::Passed;
    for target in chosen {
        if !all.contains(&target) {
            bail!("no fuzz target {target}; there are {}", all.join(", "));
        }
        let log = workspace::target_directory().join(format!("fuzz-{target}.log"));
        let status = run_target(&target, &limit, &log)?;
        if status.success() {
            println!("{target}: {}", last_line(&log)?);
        } else {
            println!("FAILED: {target} ({status}); see {} and fuzz/artifacts/{target}", log.display());
            verdict = Verdict::Failed;
        }
    }
    Ok(verdict)
}

fn run_target(target: &str, limit: &str, log: &Path) -> Result<ExitStatus> {
    // Findings of this run go into the first corpus, so that the stored one changes only on purpose.
    let fresh = workspace::target_directory().join("fuzz-corpus").join(target);
    let stored = workspace::root().join("fuzz/corpus").join(target);
    for directory in [&fresh, &stored] {
        fs::create_dir_all(directory).with_context(|| format!("cannot make {}", directory.display()))?;
    }
    let mut command = Command::new(set_up()?);
    command.current_dir(workspace::root()).env("RUSTC_BOOTSTRAP", "1");
    command.args(["run", "--sanitizer", "none", "--no-trace-compares", "--target-dir"]);
    command.arg(workspace::target_directory().join("fuzz")).arg(target).args([fresh, stored]);
    command.args(["--", limit, MAX_LENGTH, "-timeout=10"]);
    let dictionary = workspace::root().join(format!("fuzz/{target}.dict"));
    if dictionary.exists() {
        command.arg(format!("-dict={}", dictionary.display()));
    }
    let log = fs::File::create(log).with_context(|| format!("cannot write {}", log.display()))?;
    command.stdout(log.try_clone()?).stderr(log).status().context("cannot start cargo fuzz")
}

/// The fuzzer says last how many inputs it has tried.
fn last_line(log: &Path) -> Result<String> {
    let text = String::from_utf8_lossy(&fs::read(log)?).into_owned();
    Ok(text.lines().last().unwrap_or_default().to_owned())
}

/// Gives cargo-fuzz, which is installed in the build directory if it is missing.
pub fn set_up() -> Result<PathBuf> {
    ensure!(cfg!(unix), "the fuzzer does not run on this system");
    workspace::install("cargo-fuzz", None)
}
