//! The programs of Slurm and munge that the test needs.

use std::env;
use std::process::Command;

use anyhow::{Context, Result, ensure};

use crate::run::printed;

const TOOLS: [&str; 6] = ["munged", "slurmctld", "slurmd", "sbatch", "squeue", "scontrol"];
const PACKAGES: [&str; 2] = ["slurm-wlm", "munge"];

/// Makes sure that the test can run here, for which it may install packages; or says why it cannot.
pub fn set_up() -> Result<()> {
    ensure!(cfg!(target_os = "linux"), "Slurm runs on Linux only");
    ensure!(printed(Command::new("id").arg("-u"))? == "0", "only root can start the daemons of Slurm");
    let Some(missing) = missing() else { return Ok(()) };
    let packages = PACKAGES.join(" ");
    ensure!(is_installed("apt-get"), "there is no {missing}; on Debian: apt-get install {packages}");
    let apt_get = |arguments: &[&str]| {
        println!("apt-get {}", arguments.join(" "));
        printed(Command::new("apt-get").args(arguments).env("DEBIAN_FRONTEND", "noninteractive"))
    };
    let install = [&["install", "--yes", "--no-install-recommends"], &PACKAGES[..]].concat();
    // The lists of packages may be old, or not there yet.
    apt_get(&install)
        .or_else(|_| apt_get(&["update"]).and_then(|_| apt_get(&install)))
        .with_context(|| format!("there is no {missing}, and apt-get cannot install {packages}"))?;
    let missing = self::missing();
    ensure!(missing.is_none(), "there is still no {} in PATH", missing.unwrap_or_default());
    Ok(())
}

fn missing() -> Option<String> {
    let missing: Vec<&str> = TOOLS.into_iter().filter(|tool| !is_installed(tool)).collect();
    (!missing.is_empty()).then(|| missing.join(", "))
}

fn is_installed(tool: &str) -> bool {
    let path = env::var_os("PATH").unwrap_or_default();
    env::split_paths(&path).any(|folder| folder.join(tool).is_file())
}
