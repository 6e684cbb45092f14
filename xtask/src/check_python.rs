//! `cargo xtask check-python`: builds the wheel of the Python package and runs its tests in a fresh environment of every
//! CPython at hand, without the repository beside them.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use anyhow::{Context, Result, bail, ensure};

use crate::Verdict;
use crate::run::printed;
use crate::skipped;
use crate::workspace;

mod notices;

/// Pinned, so that the wheel is the same next year.
const BUILD: [&str; 2] = ["maturin==1.16.0", "ziglang==0.17.0"];
/// What the tests need in every interpreter.
const TESTS: [&str; 2] = ["pytest==9.2.0", "numpy"];
/// What else is tested in one of them.
const MORE: [&str; 6] =
    ["mypy==2.4.1", "pandas", "unified-planning==1.3.0", "nbclient", "ipykernel", "matplotlib"];

/// What is tested where there is a wheel for the interpreter.
const OPTIONAL: [&str; 1] = ["polars"];

const PRERELEASE: &str = "unified-planning==1.3.0.558.dev1";

/// Is made for the wheel, which takes all files of this folder whose names begin so.
const NOTICES: &str = "crates/python/LICENSE-THIRD-PARTY";

const OLDEST: (u32, u32) = (3, 10);
const LARGEST_WHEEL: u64 = 5_000_000;

/// How to get what is missing.
const HOW_TO_ENABLE: &str =
    "needs python3 from 3.10 with its venv module, and access to the Python package index";

/// An interpreter.
#[derive(Clone, Debug)]
struct Interpreter {
    version: (u32, u32),
    path: PathBuf,
}

/// The interpreters from 3.10 at hand, one for each version, the newest last.
fn interpreters() -> Vec<Interpreter> {
    let mut candidates: Vec<PathBuf> = vec!["python3".into()];
    candidates.extend((OLDEST.1..30).map(|minor| PathBuf::from(format!("python3.{minor}"))));
    let home = std::env::var_os("PYENV_ROOT").map(PathBuf::from);
    let home = home.or_else(|| Some(PathBuf::from(std::env::var_os("HOME")?).join(".pyenv")));
    let versions = home.and_then(|home| fs::read_dir(home.join("versions")).ok());
    candidates.extend(versions.into_iter().flatten().flatten().map(|entry| entry.path().join("bin/python3")));
    let mut found: Vec<Interpreter> = candidates.iter().filter_map(|path| interpreter(path)).collect();
    found.sort_by_key(|interpreter| interpreter.version);
    found.dedup_by_key(|interpreter| interpreter.version);
    found
}

fn interpreter(path: &Path) -> Option<Interpreter> {
    let code =
        "import sys, venv, ensurepip; print(*sys.version_info[:2], sys.implementation.name, sys.executable)";
    let output =
        Command::new(path).args(["-c", code]).output().ok().filter(|output| output.status.success())?;
    let text = String::from_utf8(output.stdout).ok()?;
    let [major, minor, "cpython", path] = text.trim().splitn(4, ' ').collect::<Vec<_>>()[..] else {
        return None;
    };
    let version = (major.parse().ok()?, minor.parse().ok()?);
    (version >= OLDEST).then(|| Interpreter { version, path: path.into() })
}

/// The interpreter in which everything is tested: 3.11 to 3.13, for which all packages exist.
fn complete(interpreters: &[Interpreter]) -> Result<&Interpreter> {
    let suitable = interpreters.iter().rev().find(|interpreter| interpreter.version <= (3, 13));
    suitable.or(interpreters.last()).context(HOW_TO_ENABLE)
}

fn folder() -> PathBuf {
    workspace::target_directory().join("python")
}

/// Makes a virtual environment with packages unless it is there; gives its interpreter.
fn environment(interpreter: &Interpreter, name: &str, packages: &[&str]) -> Result<PathBuf> {
    let folder = folder().join(name);
    let python = if cfg!(windows) { folder.join("Scripts/python.exe") } else { folder.join("bin/python") };
    let (note, wanted) = (folder.join("packages.txt"), packages.join("\n"));
    if fs::read_to_string(&note).is_ok_and(|there| there == wanted) {
        return Ok(python);
    }
    println!("Setting up {} with {}", folder.display(), packages.join(", "));
    if folder.exists() {
        fs::remove_dir_all(&folder).with_context(|| format!("cannot remove {}", folder.display()))?;
    }
    printed(Command::new(&interpreter.path).args(["-m", "venv"]).arg(&folder))?;
    pip(&python, packages).context(HOW_TO_ENABLE)?;
    fs::write(note, wanted)?;
    Ok(python)
}

/// An environment with packages for another suite; gives its interpreter.
pub fn environment_of(name: &str, packages: &[&str]) -> Result<PathBuf> {
    environment(complete(&interpreters())?, name, packages)
}

fn pip(python: &Path, packages: &[&str]) -> Result<()> {
    let pip =
        ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--retries=1", "--timeout=20"];
    printed(Command::new(python).args(pip).args(packages)).map(drop)
}

/// An interpreter with packages, for tests of others.
pub fn set_up_with(name: &str, packages: &[&str]) -> Result<PathBuf> {
    environment(complete(&interpreters())?, name, packages)
}

/// Sets up what building and testing need: an interpreter and packages.
pub fn set_up() -> Result<()> {
    let interpreters = interpreters();
    let main = complete(&interpreters)?;
    environment(main, "build", &BUILD)?;
    test_environment(main, true).map(drop)
}

/// Sets up maturin and zig alone; gives the interpreter that has them.
pub fn set_up_build() -> Result<PathBuf> {
    environment(complete(&interpreters())?, "build", &BUILD)
}

/// Builds the wheel, by zig for old systems where that is possible; or quickly, for tests of what is in it.
pub fn build_wheel(quick: bool) -> Result<PathBuf> {
    let python = set_up_build()?;
    let wheels = folder().join("wheels");
    if wheels.exists() {
        fs::remove_dir_all(&wheels)?;
    }
    fs::write(workspace::root().join(NOTICES), notices::text()?)?;
    let mut command = Command::new(&python);
    command.current_dir(workspace::root()).args(["-m", "maturin", "build", "--quiet"]);
    command.args(["--profile", if quick { "quick" } else { "release" }]);
    command.args(["--manifest-path", "crates/python/Cargo.toml", "--out"]).arg(&wheels);
    if cfg!(target_os = "linux") {
        command.args(["--zig", "--compatibility", "manylinux_2_17"]);
    }
    let bin = python.parent().unwrap_or(&python).to_owned();
    let path = std::env::var_os("PATH").unwrap_or_default();
    let path = std::env::join_paths(std::iter::once(bin).chain(std::env::split_paths(&path)))?;
    printed(command.env("PATH", path))?;
    let wheel = fs::read_dir(&wheels)?.flatten().map(|entry| entry.path()).next();
    wheel.context("maturin has made no wheel")
}

/// An environment for tests, if asked for with all that they know of.
fn test_environment(interpreter: &Interpreter, is_complete: bool) -> Result<PathBuf> {
    let packages: Vec<&str> =
        if is_complete { TESTS.iter().chain(&MORE).copied().collect() } else { TESTS.into() };
    let (major, minor) = interpreter.version;
    let python = environment(interpreter, &format!("{major}.{minor}"), &packages)?;
    for package in OPTIONAL.into_iter().filter(|_| is_complete) {
        install_if_possible(&python, package)?;
    }
    Ok(python)
}

/// Installs a package unless it is there, or says that there is none for this interpreter: its tests are skipped.
fn install_if_possible(python: &Path, package: &str) -> Result<()> {
    let is_there = Command::new(python).args(["-c", &format!("import {package}")]).output()?.status.success();
    if !is_there && let Err(error) = pip(python, &["--only-binary=:all:", package]) {
        skipped::skip(&format!("tests of {package} in Python"), &error);
    }
    Ok(())
}

/// Builds, and runs all tests: with the wheel that users get, or with one that is built sooner.
pub fn run(quick: bool) -> Result<Verdict> {
    let interpreters = interpreters();
    let main = complete(&interpreters)?;
    let tests = copy_tests()?;
    let mut verdict = Verdict::Passed;
    for interpreter in &interpreters {
        let python = test_environment(interpreter, interpreter.version == main.version)?;
        install_wheel(&python, quick)?;
        println!("Tests in Python {}.{}", interpreter.version.0, interpreter.version.1);
        let status = Command::new(python)
            .args(["-m", "pytest", "-q", "-rs", "-p", "no:cacheprovider", "tests"])
            .current_dir(&tests)
            .env("EXTREMAL_EXAMPLES", tests.join("examples"))
            .status()
            .context("cannot start pytest")?;
        if !status.success() {
            verdict = Verdict::Failed;
        }
    }
    Ok(verdict)
}

fn check_wheel(wheel: &Path) -> Result<()> {
    let size = fs::metadata(wheel)?.len();
    let name = wheel.file_name().unwrap_or_default().to_string_lossy();
    println!("{name}: {:.1} MB", size as f64 / 1e6);
    ensure!(size <= LARGEST_WHEEL, "the wheel is larger than {LARGEST_WHEEL} bytes");
    let is_portable = !cfg!(target_os = "linux") || name.contains("manylinux_2_17");
    ensure!(
        name.contains("cp310-abi3") && is_portable,
        "the wheel is not for all of Python from 3.10: {name}"
    );
    Ok(())
}

/// Tests, examples and documents in a folder of their own, so that nothing else of the repository is beside them.
fn copy_tests() -> Result<PathBuf> {
    let target = folder().join("alone");
    if target.exists() {
        fs::remove_dir_all(&target)?;
    }
    let root = workspace::root();
    for (from, to) in
        [("crates/python/tests", "tests"), ("examples", "examples"), ("docs/notebooks", "notebooks")]
    {
        copy(&root.join(from), &target.join(to))?;
    }
    fs::copy(root.join("docs/python.md"), target.join("python.md"))?;
    Ok(target)
}

fn copy(from: &Path, to: &Path) -> Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from).with_context(|| format!("cannot read {}", from.display()))? {
        let entry = entry?;
        let target = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            copy(&entry.path(), &target)?;
        } else {
            fs::copy(entry.path(), target)?;
        }
    }
    Ok(())
}

/// Installs the wheel of the current sources into an environment. A run of this program builds it once.
pub fn install_wheel(python: &Path, quick: bool) -> Result<()> {
    static WHEEL: OnceLock<PathBuf> = OnceLock::new();
    let wheel = match WHEEL.get() {
        Some(wheel) => wheel,
        None => {
            let wheel = build_wheel(quick)?;
            check_wheel(&wheel)?;
            WHEEL.get_or_init(|| wheel)
        }
    };
    let wheel = wheel.to_str().context("the path of the wheel is not UTF-8")?;
    pip(python, &["--force-reinstall", "--no-deps", wheel])
}

/// An interpreter that can import extremal and the newest pre-release of unified-planning.
pub fn set_up_prerelease() -> Result<PathBuf> {
    let python = environment(complete(&interpreters())?, "prerelease", &[PRERELEASE])?;
    install_wheel(&python, true)?;
    Ok(python)
}

/// An interpreter that can import extremal and unified-planning.
pub fn set_up_unified_planning() -> Result<PathBuf> {
    let python = test_environment(complete(&interpreters())?, true)?;
    install_wheel(&python, true)?;
    Ok(python)
}

/// The engines as an ini file in a folder that stands for the user's home.
pub fn home_with_engines(first: bool) -> Result<PathBuf> {
    let home = folder().join(if first { "home-first" } else { "home" });
    fs::create_dir_all(&home)?;
    let classes = [
        ("extremal", "Extremal"),
        ("extremal-validator", "ExtremalValidator"),
        ("extremal-grounder", "ExtremalGrounder"),
        ("extremal-simulator", "ExtremalSimulator"),
    ];
    let mut ini = String::new();
    if first {
        // The library's own tests expect its validator and its simulator.
        let ahead = "extremal oversubscription[extremal] replanner[extremal] extremal-grounder";
        let behind = "extremal-validator extremal-simulator";
        let between = default_preferences()?;
        ini += &format!("[global]\nengine_preference_list: {ahead} {between} {behind}\n\n");
    }
    for (name, class) in classes {
        ini += &format!("[engine {name}]\nmodule_name: extremal.up\nclass_name: {class}\n\n");
    }
    fs::write(home.join(".up.ini"), ini)?;
    Ok(home)
}

fn default_preferences() -> Result<String> {
    let code = "from unified_planning.engines.factory import DEFAULT_ENGINES_PREFERENCE_LIST as names; print(*names)";
    let python = set_up_unified_planning()?;
    let text = printed(Command::new(python).args(["-c", code]))?;
    match text.lines().last() {
        Some(line) => Ok(line.to_owned()),
        None => bail!("unified-planning has no list of engines"),
    }
}
