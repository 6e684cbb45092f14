//! `cargo xtask check-wasm`: searches on all examples, natively and in WebAssembly under node. Evaluations,
//! expansions and plans must be equal.

use std::path::PathBuf;
use std::process::{Command, Stdio};

use anyhow::{Context, Result, ensure};

use crate::Verdict;
use crate::workspace;

/// The compiler's name of the target.
pub const TARGET: &str = "wasm32-unknown-unknown";
const PACKAGE: &str = "extremal-wasm-check";
/// Lines of a task: its name, five searches with three seeds, and one without memory.
const LINES_OF_TASK: usize = 17;
/// Differences that are shown.
const SHOWN: usize = 10;

/// Installs the compiler's target if it is missing. Without it, or without node, there is nothing to compare.
pub fn set_up() -> Result<()> {
    let node = Command::new("node").arg("--version").output().context("needs node")?;
    ensure!(node.status.success(), "needs node");
    if has_target()? {
        return Ok(());
    }
    let added = Command::new("rustup").args(["target", "add", TARGET]).status();
    ensure!(added.is_ok_and(|status| status.success()), "needs `rustup target add {TARGET}`");
    Ok(())
}

fn has_target() -> Result<bool> {
    let arguments = ["--print", "target-libdir", "--target", TARGET];
    let output = Command::new("rustc").args(arguments).output().context("cannot start rustc")?;
    Ok(PathBuf::from(String::from_utf8_lossy(&output.stdout).trim()).exists())
}

/// Builds both, runs both at the same time, and compares.
pub fn run() -> Result<Verdict> {
    set_up()?;
    build(&["build", "--release", "--bin", "wasm-check"])?;
    // The playground's profile, so that both share what they are built from.
    let library = ["--package", PACKAGE, "--lib", "--crate-type", "cdylib"];
    build(&[&["rustc"], &library[..], &["--target", TARGET, "--profile", "web"]].concat())?;
    let files = examples()?;
    let target = workspace::target_directory();
    let native = Command::new(target.join("release").join("wasm-check"))
        .args(&files)
        .stdout(Stdio::piped())
        .spawn()
        .context("cannot start the native program")?;
    let module = target.join(TARGET).join("web").join("extremal_wasm_check.wasm");
    let script = workspace::root().join("xtask/wasm-check/run.mjs");
    let wasm =
        Command::new("node").arg(script).arg(module).args(&files).output().context("cannot start node")?;
    let native = native.wait_with_output()?;
    ensure!(native.status.success(), "the native program failed ({})", native.status);
    ensure!(wasm.status.success(), "node failed: {}", String::from_utf8_lossy(&wasm.stderr));
    let (native, wasm) = (String::from_utf8(native.stdout)?, String::from_utf8(wasm.stdout)?);
    let expected = files.len() / 2 * LINES_OF_TASK;
    ensure!(native.lines().count() == expected, "not {expected} lines but {}", native.lines().count());
    let solved = native.lines().filter(|line| line.contains("; cost = ")).count();
    ensure!(solved > expected / 4, "only {solved} runs found a plan");
    if native == wasm {
        println!("{} tasks: {expected} lines are equal, {solved} of them with plans", files.len() / 2);
        return Ok(Verdict::Passed);
    }
    let mut task = "";
    let mut different = 0;
    for (ours, other) in native.lines().zip(wasm.lines()) {
        if ours.ends_with(".pddl") {
            task = ours;
        }
        if ours != other {
            different += 1;
            if different <= SHOWN {
                println!("{task}\n  native: {ours}\n  wasm:   {other}");
            }
        }
    }
    println!("{different} lines differ; {} lines natively and {} in wasm", expected, wasm.lines().count());
    Ok(Verdict::Failed)
}

fn build(arguments: &[&str]) -> Result<()> {
    let mut cargo = workspace::cargo();
    let status = cargo.args(arguments).arg("--quiet").status().context("cannot start cargo")?;
    ensure!(status.success(), "{PACKAGE} does not build");
    Ok(())
}

/// The domain and the problem of each example.
fn examples() -> Result<Vec<PathBuf>> {
    let folder = workspace::root().join("examples");
    let suite =
        std::fs::read_to_string(folder.join("suite.txt")).context("cannot read the examples' suite")?;
    let mut files = Vec::new();
    for line in suite.lines() {
        let [_, problem, domain] = line.split('\t').collect::<Vec<_>>()[..] else {
            anyhow::bail!("the examples' suite has a line that is no task: {line}");
        };
        files.extend([folder.join(domain), folder.join(problem)]);
    }
    Ok(files)
}
