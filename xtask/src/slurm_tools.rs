//! The programs of Slurm and munge that the test needs.

use std::env;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, ensure};

const TOOLS: [&str; 6] = ["munged", "slurmctld", "slurmd", "sbatch", "squeue", "scontrol"];
const PACKAGES: [&str; 2] = ["slurm-wlm", "munge"];

/// Makes sure that the test can run here, for which it may install packages; or says why it cannot.
pub fn set_up() -> Result<()> {
    ensure!(cfg!(target_os = "linux"), "Slurm runs on Linux only");
    ensure!(is_root(), "only root can start the daemons of Slurm");
    let missing = missing();
    if missing.is_empty() {
        return Ok(());
    }
    let (missing, packages) = (missing.join(", "), PACKAGES.join(" "));
    ensure!(is_installed("apt-get"), "there is no {missing}; on Debian: apt-get install {packages}");
    install().with_context(|| format!("there is no {missing}, and apt-get cannot install {packages}"))
}

fn install() -> Result<()> {
    let apt_get = |arguments: &[&str]| {
        println!("apt-get {}", arguments.join(" "));
        let mut command = Command::new("apt-get");
        command.args(arguments).env("DEBIAN_FRONTEND", "noninteractive");
        command.output().context("cannot start apt-get")
    };
    let mut arguments = vec!["install", "--yes", "--no-install-recommends"];
    arguments.extend(PACKAGES);
    if !apt_get(&arguments)?.status.success() {
        // The lists of packages may be old, or not there yet.
        apt_get(&["update"])?;
        let output = apt_get(&arguments)?;
        ensure!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr).trim());
    }
    let missing = missing();
    ensure!(missing.is_empty(), "there is still no {} in PATH", missing.join(", "));
    Ok(())
}

fn missing() -> Vec<&'static str> {
    TOOLS.into_iter().filter(|tool| !is_installed(tool)).collect()
}

fn is_installed(tool: &str) -> bool {
    let path = env::var_os("PATH").unwrap_or_default();
    env::split_paths(&path).any(|folder| folder.join(tool).is_file())
}

/// Root owns its own process.
#[cfg(target_os = "linux")]
fn is_root() -> bool {
    use std::os::unix::fs::MetadataExt;
    Path::new("/proc/self").metadata().is_ok_and(|own| own.uid() == 0)
}

#[cfg(not(target_os = "linux"))]
fn is_root() -> bool {
    Path::new("/proc/self").exists()
}
