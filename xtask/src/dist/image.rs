//! The container image: the static binary and nothing else.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::version;
use crate::run::printed;
use crate::workspace;

/// Builds the image and saves it, or says why that is not possible. The recipe is in the folder in any case.
pub fn make(folder: &Path, stage: &Path) -> Result<PathBuf, String> {
    let recipe = workspace::root().join("packaging/Containerfile");
    fs::copy(&recipe, folder.join("Containerfile")).map_err(|error| error.to_string())?;
    if Command::new("podman").arg("--version").output().is_err() {
        return Err("needs podman".to_owned());
    }
    let name = format!("localhost/extremal:{}", version());
    let mut build = Command::new("podman");
    build.args(["build", "--quiet", "--tag", &name, "--file"]).arg(&recipe).arg(stage);
    printed(&mut build).map_err(|error| format!("{error:#}"))?;
    let image = folder.join(format!("extremal-{}-image.tar", version()));
    let mut save = Command::new("podman");
    save.args(["save", "--quiet", "--output"]).arg(&image).arg(&name);
    printed(&mut save).map_err(|error| format!("{error:#}"))?;
    Ok(image)
}
