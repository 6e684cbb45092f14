//! The Python environment with Fast Downward and unified-planning, for comparisons.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};

use crate::Verdict;
use crate::run::printed;
use crate::workspace;

/// Pinned, so that comparisons say the same next year.
const PACKAGES: [&str; 3] =
    ["up-fast-downward==1.0.0", "fast-downward.translate==26.6.0", "unified-planning==1.3.0"];

/// Downward Lab, whose reports read what `extremal lab export --lab` writes.
const LAB: &str = "lab==8.10";

/// Names an environment that exists already, instead of the one under the build directory.
const OVERRIDE: &str = "EXTREMAL_PEER";

/// How to get what is missing; shown whenever a comparison is skipped or fails for lack of it.
pub const HOW_TO_ENABLE: &str =
    "needs python3 with its venv module and access to the Python package index; then `cargo xtask peer`";

/// The paths of a ready environment.
#[derive(Clone, Debug)]
pub struct Peer {
    /// Its Python interpreter, which can import `unified_planning`.
    pub python: PathBuf,
    /// Must be first in `PYTHONPATH` to run `python -m fast_downward.translate`.
    pub translator_path: PathBuf,
    /// Fast Downward's search binary.
    pub search: PathBuf,
}

/// Finds the environment or makes it.
pub fn set_up() -> Result<Peer> {
    if let Some(directory) = env::var_os(OVERRIDE) {
        return find(Path::new(&directory))
            .with_context(|| format!("{OVERRIDE} does not name an environment with Fast Downward"));
    }
    let directory = workspace::target_directory().join("peer");
    match find(&directory) {
        Some(peer) => Ok(peer),
        None => make(&directory).with_context(|| format!("no peer environment: {HOW_TO_ENABLE}")),
    }
}

/// Finds the environment or makes it, adds Downward Lab if it is not there, and gives the interpreter that can
/// import it.
pub fn set_up_lab() -> Result<PathBuf> {
    let python = set_up()?.python;
    let has_lab = |python: &Path| {
        Command::new(python)
            .args(["-c", "import downward.reports.absolute, downward.reports.scatter_matplotlib"])
            .output()
            .is_ok_and(|output| output.status.success())
    };
    if !has_lab(&python) {
        eprintln!("Adding {LAB}");
        install(&python, &[LAB]).with_context(|| format!("no Downward Lab: {HOW_TO_ENABLE}"))?;
    }
    Ok(python)
}

/// The sub-command: sets up and says where things are.
pub fn run() -> Result<Verdict> {
    let peer = set_up()?;
    println!("python      {}", peer.python.display());
    println!("translator  PYTHONPATH={} -m fast_downward.translate", peer.translator_path.display());
    println!("search      {}", peer.search.display());
    Ok(Verdict::Passed)
}

fn make(directory: &Path) -> Result<Peer> {
    eprintln!("Setting up {} with {}", directory.display(), PACKAGES.join(", "));
    // What an interrupted attempt left behind would be taken for a working environment by pip.
    if directory.exists() {
        fs::remove_dir_all(directory).with_context(|| format!("cannot remove {}", directory.display()))?;
    }
    printed(Command::new("python3").args(["-m", "venv"]).arg(directory))?;
    install(&python(directory), &PACKAGES)?;
    find(directory).context("the packages do not contain Fast Downward for this platform")
}

fn install(python: &Path, packages: &[&str]) -> Result<()> {
    let pip = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check"];
    printed(Command::new(python).args(pip).args(["--retries=1", "--timeout=10"]).args(packages)).map(drop)
}

fn python(directory: &Path) -> PathBuf {
    if cfg!(windows) { directory.join("Scripts/python.exe") } else { directory.join("bin/python") }
}

fn find(directory: &Path) -> Option<Peer> {
    let packages = site_packages(directory)?;
    let binaries = packages.join("up_fast_downward/downward/builds/release/bin");
    let search = binaries.join(format!("downward{}", env::consts::EXE_SUFFIX));
    let peer = Peer { python: python(directory), translator_path: binaries, search };
    let complete = peer.python.exists()
        && peer.search.exists()
        && peer.translator_path.join("fast_downward/translate").exists()
        && packages.join("unified_planning").exists();
    complete.then_some(peer)
}

fn site_packages(directory: &Path) -> Option<PathBuf> {
    if cfg!(windows) {
        return Some(directory.join("Lib/site-packages"));
    }
    let versions = fs::read_dir(directory.join("lib")).ok()?;
    versions.flatten().map(|version| version.path().join("site-packages")).find(|packages| packages.exists())
}
