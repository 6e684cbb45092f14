//! Where things are in the workspace, and the release binary.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};

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
