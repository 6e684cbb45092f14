//! The programs of Slurm and munge that the test needs.

use std::env;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, ensure};

const TOOLS: [&str; 6] = ["munged", "slurmctld", "slurmd", "sbatch", "squeue", "scontrol"];
const PACKAGES: [&str; 2] = ["slurm-wlm", "munge"];

/// What is missing for the test and cannot be installed by it, with the way to enable it.
pub fn missing() -> Option<String> {
    if cfg!(not(target_os = "linux")) {
        return Some("Slurm runs on Linux only".to_owned());
    }
    if !is_root() {
        return Some("the daemons of Slurm have to be started by root".to_owned());
    }
    let missing: Vec<&str> = TOOLS.into_iter().filter(|tool| !is_installed(tool)).collect();
    if missing.is_empty() || is_installed("apt-get") {
        return None;
    }
    let packages = PACKAGES.join(" ");
    Some(format!("there is no {}; on Debian: apt-get install {packages}", missing.join(", ")))
}

/// Installs what is missing.
pub fn install() -> Result<()> {
    if TOOLS.into_iter().all(is_installed) {
        return Ok(());
    }
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
    let missing: Vec<&str> = TOOLS.into_iter().filter(|tool| !is_installed(tool)).collect();
    ensure!(
        missing.is_empty(),
        "{} are installed, but there is no {}",
        PACKAGES.join(", "),
        missing.join(", ")
    );
    Ok(())
}

fn is_installed(tool: &str) -> bool {
    let path = env::var_os("PATH").unwrap_or_default();
    env::split_paths(&path)
        .chain(["/usr/sbin".into(), "/sbin".into()])
        .any(|folder| folder.join(tool).is_file())
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
