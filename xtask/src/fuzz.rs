//! `cargo xtask fuzz`: runs the fuzz targets.

use std::fs;
use std::path::Path;
use std::process::{Command, ExitStatus, Stdio};

use anyhow::{Context, Result, bail};
use clap::Args;

use crate::Verdict;
use crate::workspace;

/// How to get what is missing.
pub const HOW_TO_ENABLE: &str = "needs a nightly toolchain and cargo-fuzz: `rustup toolchain install nightly && cargo install cargo-fuzz`";

/// Arguments of `fuzz`.
#[derive(Args, Clone, Debug)]
pub struct Arguments {
    /// Seconds for each target.
    #[arg(long, default_value_t = 60, value_name = "N")]
    pub seconds: u32,
    /// Only this target; may be repeated.
    #[arg(long)]
    pub target: Vec<String>,
}

/// Runs every target for its time; a crash fails.
pub fn run(arguments: &Arguments) -> Result<Verdict> {
    if !is_possible() {
        bail!("cannot fuzz: {HOW_TO_ENABLE}");
    }
    let all = targets(&workspace::root())?;
    let chosen = if arguments.target.is_empty() { all.clone() } else { arguments.target.clone() };
    let mut verdict = Verdict::Passed;
    for target in chosen {
        if !all.contains(&target) {
            bail!("no fuzz target {target}; there are {}", all.join(", "));
        }
        println!("Fuzzing {target} for {} s", arguments.seconds);
        let status = run_target(&target, arguments.seconds)?;
        if !status.success() {
            println!("FAILED: fuzzing {target} found something ({status}); see fuzz/artifacts/{target}");
            verdict = Verdict::Failed;
        }
    }
    Ok(verdict)
}

fn run_target(target: &str, seconds: u32) -> Result<ExitStatus> {
    // Findings of this run go into the first corpus, so that the stored one changes only on purpose.
    let fresh = workspace::target_directory().join("fuzz-corpus").join(target);
    let stored = workspace::root().join("fuzz/corpus").join(target);
    for directory in [&fresh, &stored] {
        fs::create_dir_all(directory).with_context(|| format!("cannot make {}", directory.display()))?;
    }
    Command::new("cargo")
        .current_dir(workspace::root())
        .args(["+nightly", "fuzz", "run", target])
        .args([fresh, stored])
        .args(["--", &format!("-max_total_time={seconds}"), "-timeout=10"])
        .status()
        .context("cannot start cargo")
}

/// Whether this machine can fuzz.
pub fn is_possible() -> bool {
    let succeeds = |arguments: &[&str]| {
        Command::new("cargo")
            .args(arguments)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status()
            .is_ok_and(|status| status.success())
    };
    succeeds(&["+nightly", "--version"]) && succeeds(&["fuzz", "--version"])
}

/// The names of the targets under `fuzz/fuzz_targets`, in order.
fn targets(root: &Path) -> Result<Vec<String>> {
    let directory = root.join("fuzz/fuzz_targets");
    let entries =
        fs::read_dir(&directory).with_context(|| format!("no fuzz targets in {}", directory.display()))?;
    let mut names: Vec<String> = entries
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "rs"))
        .filter_map(|path| Some(path.file_stem()?.to_str()?.to_owned()))
        .collect();
    names.sort();
    Ok(names)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn targets_are_the_source_files() {
        let root = tempfile::tempdir().unwrap();
        let directory = root.path().join("fuzz/fuzz_targets");
        assert!(targets(root.path()).is_err());
        fs::create_dir_all(&directory).unwrap();
        for name in ["sas.rs", "pddl.rs", "notes.md"] {
            fs::write(directory.join(name), "").unwrap();
        }
        assert_eq!(targets(root.path()).unwrap(), ["pddl", "sas"]);
    }
}
