//! `cargo xtask check-statistics`: the tests of significance and intervals of the reports are those of SciPy.

use std::path::PathBuf;
use std::process::Command;

use anyhow::{Result, ensure};

use crate::Verdict;
use crate::check_python;
use crate::run::printed;
use crate::workspace;

/// Compares our numbers with those of SciPy.
const COMPARISON: &str = include_str!("statistics.py");

const PACKAGES: [&str; 2] = ["numpy", "scipy"];

/// Sets up an environment with SciPy; gives its interpreter.
pub fn set_up() -> Result<PathBuf> {
    check_python::environment_of("statistics", &PACKAGES)
}

/// Compares.
pub fn run() -> Result<Verdict> {
    let python = set_up()?;
    let mut build = workspace::cargo();
    build.args(["build", "--quiet", "--example", "significance"]);
    ensure!(build.status()?.success(), "cargo build failed");
    let program = workspace::target_directory().join("debug/examples/significance");
    let text = printed(Command::new(python).args(["-c", COMPARISON]).arg(program))?;
    print!("{text}");
    Ok(Verdict::Passed)
}
