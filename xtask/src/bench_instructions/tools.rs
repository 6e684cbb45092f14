//! Valgrind, and the runner of the benchmarks.

use std::path::PathBuf;
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail, ensure};

use crate::workspace;

/// The runner of the version that the benchmarks need, installed if it is not there yet.
pub fn runner() -> Result<PathBuf> {
    let valgrind = Command::new("valgrind").arg("--version").stdout(Stdio::null()).status();
    if !valgrind.is_ok_and(|status| status.success()) {
        bail!("needs valgrind, for example from the package `valgrind` of a Linux distribution");
    }
    let version = library_version()?;
    let home = workspace::target_directory().join(format!("gungraun-{version}"));
    let runner = home.join("bin").join("gungraun-runner");
    if !runner.exists() {
        println!("Installing gungraun-runner {version} into {}", home.display());
        let status = workspace::cargo()
            .args(["install", "--locked", "--quiet", "--version", &version, "gungraun-runner", "--root"])
            .arg(&home)
            // Its own build directory would be that of the workspace otherwise, and its lock is ours.
            .env("CARGO_TARGET_DIR", home.join("build"))
            .status()
            .context("cannot start cargo")?;
        ensure!(status.success(), "needs gungraun-runner {version}, which cargo cannot install ({status})");
        // Ignored if it fails: it only takes space.
        let _ = std::fs::remove_dir_all(home.join("build"));
    }
    Ok(runner)
}

/// The version of the library `gungraun` in the lock file.
fn library_version() -> Result<String> {
    let output = workspace::cargo().args(["pkgid", "gungraun"]).output().context("cannot start cargo")?;
    let id = String::from_utf8_lossy(&output.stdout);
    let version = id.trim().rsplit_once('@').map(|(_, version)| version.to_owned());
    version.context("the lock file does not know the crate gungraun")
}
