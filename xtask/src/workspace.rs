//! Where things are in the workspace, and the release binary.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};

use crate::run::printed;

/// The directory of the workspace's Cargo.toml.
pub fn root() -> PathBuf {
    let own = Path::new(env!("CARGO_MANIFEST_DIR"));
    own.parent().unwrap_or(own).to_path_buf()
}

/// The build directory, as cargo itself chooses it.
pub fn target_directory() -> PathBuf {
    match env::var_os("CARGO_TARGET_DIR") {
        Some(directory) => root().join(directory),
        None => root().join("target"),
    }
}

/// Where the benchmark collection is unless the user says otherwise: beside the workspace.
pub fn shared() -> PathBuf {
    root().join("../shared")
}

/// The command that is being carried out.
pub fn own_command() -> String {
    format!("cargo xtask {}", env::args().skip(1).collect::<Vec<_>>().join(" "))
}

/// Installs a program from the registry into the build directory, unless it is there; gives its path.
pub fn install(program: &str, version: Option<&str>) -> Result<PathBuf> {
    install_with(program, version, &[])
}

/// The same with further arguments of `cargo install`.
pub fn install_with(program: &str, version: Option<&str>, more: &[&str]) -> Result<PathBuf> {
    let home = target_directory().join("tools").join(format!("{program}{}", version.unwrap_or_default()));
    let path = home.join("bin").join(format!("{program}{}", env::consts::EXE_SUFFIX));
    if !path.exists() {
        println!("Installing {program} in {}", home.display());
        let mut command = cargo();
        command.args(["install", "--locked", "--quiet", program, "--root"]).arg(&home);
        command.args(version.map(|version| format!("--version={version}"))).args(more);
        // It works for seconds: what counts is how soon it is there.
        command.envs([("CARGO_PROFILE_RELEASE_OPT_LEVEL", "1"), ("CARGO_PROFILE_RELEASE_LTO", "off")]);
        command.env("CARGO_PROFILE_RELEASE_CODEGEN_UNITS", "16");
        // Its build directory would be that of the workspace otherwise, and its lock is ours.
        let build = tempfile::tempdir()?;
        printed(command.env("CARGO_TARGET_DIR", build.path()))
            .with_context(|| format!("needs {program}, which cargo cannot install"))?;
    }
    Ok(path)
}

/// The cargo that started us.
pub fn cargo() -> Command {
    let mut command = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.current_dir(root());
    command
}

/// Builds the release binary `extremal` and gives its path.
///
/// `EXTREMAL_BINARY` names another binary to use instead, for example an older release.
pub fn build_extremal() -> Result<PathBuf> {
    if let Some(binary) = env::var_os("EXTREMAL_BINARY") {
        return Ok(binary.into());
    }
    let status = cargo()
        .args(["build", "--release", "--quiet", "--bin", "extremal"])
        .status()
        .context("cannot start cargo")?;
    ensure!(status.success(), "the release binary `extremal` does not build");
    let name = format!("extremal{}", env::consts::EXE_SUFFIX);
    Ok(target_directory().join("release").join(name))
}

/// A directory for output that goes away with the returned value, inside the build directory.
pub fn scratch_directory() -> Result<tempfile::TempDir> {
    let parent = target_directory().join("scratch");
    std::fs::create_dir_all(&parent).with_context(|| format!("cannot make {}", parent.display()))?;
    tempfile::tempdir_in(&parent).with_context(|| format!("cannot write in {}", parent.display()))
}
