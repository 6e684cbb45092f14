//! `cargo xtask playground`: the planner as a web page.
//!
//! The crate `extremal-web` becomes a WebAssembly module, `wasm-bind` makes its JavaScript side, and the page of
//! `crates/web/page` is checked by TypeScript and bundled by esbuild. All of it happens in `target/playground`.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, ensure};
use clap::Args;
use serde::Deserialize;

use crate::Verdict;
use crate::check_wasm;
use crate::workspace;

/// Arguments of `playground`.
#[derive(Args, Clone, Debug, Default)]
pub struct Arguments {
    /// The folder to write to, instead of target/playground/site.
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
}

/// What is loaded over a network, in compressed bytes, and what one file takes on a disk.
#[derive(Clone, Copy, Debug, Deserialize)]
pub struct Sizes {
    /// The module.
    pub wasm: u64,
    /// Everything else.
    pub others: u64,
    /// The page that is a single file.
    pub single: u64,
}

/// The largest sizes that are allowed.
const MAX_WASM: u64 = 1_500_000;
const MAX_OTHERS: u64 = 300_000;

/// Makes the page and says where it is.
pub fn run(arguments: &Arguments) -> Result<Verdict> {
    let site = arguments.out.clone().unwrap_or_else(default_site);
    set_up()?;
    let sizes = build(&site)?;
    println!("wrote {}: put it on any server for static files", site.join("index.html").display());
    println!("wrote {}: one file that works from disk", site.join("playground.html").display());
    Ok(judge(sizes))
}

/// Prints the sizes; too large is a failure.
pub fn judge(sizes: Sizes) -> Verdict {
    let Sizes { wasm, others, single } = sizes;
    println!(
        "compressed: the planner {wasm} bytes of at most {MAX_WASM}, the rest {others} of at most {MAX_OTHERS}"
    );
    println!("the single file: {single} bytes");
    Verdict::passed_if(wasm <= MAX_WASM && others <= MAX_OTHERS)
}

/// Where the page is written unless somebody says otherwise.
pub fn default_site() -> PathBuf {
    workspace::target_directory().join("playground/site")
}

/// The copy of the page's sources in which modules are installed.
pub fn workshop() -> PathBuf {
    workspace::target_directory().join("playground/page")
}

/// Installs what the page is made with. Without node, npm or a network there is no page.
pub fn set_up() -> Result<()> {
    check_wasm::set_up()?;
    let (from, to) = (workspace::root().join("crates/web/page"), workshop());
    // Files that are gone must be gone in the copy too.
    for folder in ["src", "test"] {
        if to.join(folder).exists() {
            fs::remove_dir_all(to.join(folder))?;
        }
    }
    copy(&from, &to)?;
    let lock = fs::read_to_string(to.join("package-lock.json"))?;
    let stamp = to.join("node_modules/.installed");
    if fs::read_to_string(&stamp).is_ok_and(|installed| installed == lock) {
        return Ok(());
    }
    println!("Installing the modules of the page in {}", to.display());
    let mut npm = Command::new("npm");
    npm.args(["ci", "--no-audit", "--no-fund", "--loglevel=error"]).current_dir(&to);
    let status = npm.stdout(Stdio::null()).status().context("needs npm")?;
    ensure!(status.success(), "npm cannot install the modules of the page");
    fs::write(stamp, lock)?;
    Ok(())
}

/// Makes the page in a folder.
pub fn build(site: &Path) -> Result<Sizes> {
    let module = ["rustc", "--package", "extremal-web", "--lib", "--crate-type", "cdylib", "--quiet"];
    cargo(&[&module[..], &["--profile", "web", "--target", check_wasm::TARGET]].concat())?;
    cargo(&["build", "--release", "--bin", "wasm-bind", "--quiet"])?;
    let target = workspace::target_directory();
    let wasm = target.join(check_wasm::TARGET).join("web/extremal_web.wasm");
    let workshop = workshop();
    let bindings = workshop.join("wasm");
    fs::create_dir_all(&bindings)?;
    done(Command::new(target.join("release/wasm-bind")).arg(&wasm).arg(&bindings))?;
    done(node(&workshop).arg("node_modules/typescript/bin/tsc").args(["-p", "."]))?;
    let examples = workspace::root().join("examples");
    let output = node(&workshop)
        .arg("build.mjs")
        .args([&examples, &std::path::absolute(site)?])
        .stderr(Stdio::inherit())
        .output()
        .context("cannot start node")?;
    ensure!(output.status.success(), "the page cannot be bundled");
    serde_json::from_slice(&output.stdout).context("the bundler tells no sizes")
}

/// Node in a folder.
pub fn node(folder: &Path) -> Command {
    let mut command = Command::new("node");
    command.current_dir(folder);
    command
}

/// Runs a command that must succeed.
pub fn done(command: &mut Command) -> Result<()> {
    let status = command.status().with_context(|| format!("cannot start {command:?}"))?;
    ensure!(status.success(), "{command:?} failed");
    Ok(())
}

fn cargo(arguments: &[&str]) -> Result<()> {
    done(workspace::cargo().args(arguments))
}

fn copy(from: &Path, to: &Path) -> Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let (path, copied) = (entry.path(), to.join(entry.file_name()));
        if path.is_dir() {
            copy(&path, &copied)?;
        } else {
            fs::copy(&path, &copied).with_context(|| format!("cannot copy {}", path.display()))?;
        }
    }
    Ok(())
}
