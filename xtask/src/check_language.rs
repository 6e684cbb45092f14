//! `cargo xtask check-language`: the language server and the tools for agents, used by clients that are not ours: pytest-lsp and the Python client of the
//! Model Context Protocol from the Python package index, and Neovim from Debian.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use anyhow::{Context, Result, bail, ensure};

use crate::Verdict;
use crate::run::printed;
use crate::skipped;
use crate::workspace;

const PACKAGES: [&str; 3] = ["pytest==9.2.0", "pytest-lsp==1.0.1", "mcp==2.3.0"];

/// How to get what is missing.
const HOW_TO_ENABLE: &str = "needs python3 with its venv module, and access to the Python package index";

/// What Neovim is to find: one misspelt predicate.
const DOMAIN: &str = "(define (domain rooms)
  (:predicates (at ?x) (door ?x ?y))
  (:action go
    :parameters (?x ?y)
    :precondition (and (att ?x) (door ?x ?y)) ; 😀
    :effect (and (not (at ?x)) (at ?y))))
";
const PROBLEM: &str = "(define (problem p)
  (:domain rooms)
  (:objects a b)
  (:init (at a) (door a b))
  (:goal (at b)))
";

fn folder() -> PathBuf {
    workspace::target_directory().join("language")
}

/// Sets up the environment of the clients; gives its interpreter.
pub fn set_up() -> Result<PathBuf> {
    let folder = folder().join("python");
    let python = folder.join("bin/python");
    let (note, wanted) = (folder.join("packages.txt"), PACKAGES.join("\n"));
    if fs::read_to_string(&note).is_ok_and(|there| there == wanted) {
        return Ok(python);
    }
    println!("Setting up {} with {}", folder.display(), PACKAGES.join(", "));
    if folder.exists() {
        fs::remove_dir_all(&folder).with_context(|| format!("cannot remove {}", folder.display()))?;
    }
    printed(Command::new("python3").args(["-m", "venv"]).arg(&folder)).context(HOW_TO_ENABLE)?;
    let pip =
        ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--retries=1", "--timeout=20"];
    printed(Command::new(&python).args(pip).args(PACKAGES)).context(HOW_TO_ENABLE)?;
    fs::write(note, wanted)?;
    Ok(python)
}

/// Runs all clients.
pub fn run() -> Result<Verdict> {
    let python = set_up()?;
    let extremal = workspace::build_extremal()?;
    let mut passed = true;
    for file in ["crates/lsp/tests/client/test_lsp.py", "crates/mcp/tests/client/test_mcp.py"] {
        let status = Command::new(&python)
            .current_dir(workspace::root())
            .args(["-m", "pytest", "-q", "-p", "no:cacheprovider", file])
            .env("EXTREMAL", &extremal)
            .status()
            .context("cannot start pytest")?;
        passed &= status.success();
    }
    match neovim() {
        Ok(neovim) => passed &= use_neovim(&neovim, &extremal)?,
        Err(why) => skipped::skip("Neovim", &why),
    }
    Ok(Verdict::passed_if(passed))
}

/// A Neovim that can be started.
struct Neovim {
    program: PathBuf,
    /// The folder into which Debian's packages were unpacked, if it is not installed.
    root: Option<PathBuf>,
}

impl Neovim {
    fn command(&self) -> Command {
        let mut command = Command::new(&self.program);
        if let Some(root) = &self.root {
            let libraries = ["usr/lib/x86_64-linux-gnu", "usr/lib/aarch64-linux-gnu", "usr/lib"];
            let libraries = std::env::join_paths(libraries.map(|folder| root.join(folder)));
            command.env("LD_LIBRARY_PATH", libraries.unwrap_or_default());
            command.env("VIMRUNTIME", root.join("usr/share/nvim/runtime"));
        }
        command
    }
}

/// Finds Neovim, or unpacks Debian's packages of it below the build directory.
fn neovim() -> Result<Neovim> {
    let answers = |neovim: &Neovim| {
        neovim.command().arg("--version").output().is_ok_and(|output| output.status.success())
    };
    let installed = Neovim { program: "nvim".into(), root: None };
    if answers(&installed) {
        return Ok(installed);
    }
    let root = folder().join("neovim/root");
    let unpacked = Neovim { program: root.join("usr/bin/nvim"), root: Some(root.clone()) };
    if answers(&unpacked) {
        return Ok(unpacked);
    }
    let packages = folder().join("neovim/debs");
    fs::create_dir_all(&packages)?;
    let install = ["install", "--simulate", "--yes", "--no-install-recommends", "neovim"];
    let list =
        printed(Command::new("apt-get").args(install)).context("there is no nvim, and no apt-get for it")?;
    let names = list.lines().filter_map(|line| line.strip_prefix("Inst ")?.split(' ').next());
    let names: Vec<&str> = names.collect();
    ensure!(!names.is_empty(), "apt-get does not know neovim");
    println!("Downloading {}", names.join(", "));
    printed(Command::new("apt-get").current_dir(&packages).arg("download").args(names))?;
    for package in fs::read_dir(&packages)?.flatten().map(|entry| entry.path()) {
        if package.extension().is_some_and(|end| end == "deb") {
            printed(Command::new("dpkg-deb").arg("-x").arg(&package).arg(&root))?;
        }
    }
    if !answers(&unpacked) {
        bail!("the packages of Debian were unpacked, but nvim does not start");
    }
    Ok(unpacked)
}

/// Lets Neovim show a diagnostic, apply the fix, and rename a predicate in two files.
fn use_neovim(neovim: &Neovim, extremal: &Path) -> Result<bool> {
    let scratch = workspace::scratch_directory()?;
    fs::write(scratch.path().join("domain.pddl"), DOMAIN)?;
    fs::write(scratch.path().join("p01.pddl"), PROBLEM)?;
    let script = workspace::root().join("crates/lsp/tests/client/neovim.lua");
    let mut child = neovim
        .command()
        .args(["--headless", "--clean", "-i", "NONE", "-n", "-u", "NONE", "-c"])
        .arg(format!("luafile {}", script.display()))
        .env("EXTREMAL", extremal)
        .env("FOLDER", scratch.path())
        // Its own log stays inside, too.
        .env("XDG_STATE_HOME", scratch.path())
        .env("XDG_CACHE_HOME", scratch.path())
        .spawn()
        .context("cannot start Neovim")?;
    for _ in 0..600 {
        if let Some(status) = child.try_wait()? {
            println!("\nNeovim: {}", if status.success() { "passed" } else { "FAILED" });
            return Ok(status.success());
        }
        std::thread::sleep(Duration::from_millis(100));
    }
    child.kill()?;
    child.wait()?;
    println!("\nNeovim: FAILED, it did not end within a minute");
    Ok(false)
}
