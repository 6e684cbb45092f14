//! The Debian package.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};

use super::version;
use crate::run::printed;
use crate::workspace;

/// Makes the package from the contents of the tarball; nothing without dpkg-deb.
pub fn make(folder: &Path, stage: &Path) -> Result<Option<PathBuf>> {
    if Command::new("dpkg-deb").arg("--version").output().is_err() {
        return Ok(None);
    }
    let root = folder.join("debian");
    let copy = |from: &Path, to: &str| -> Result<()> {
        let to = root.join(to);
        fs::create_dir_all(to.parent().unwrap_or(&root))?;
        fs::copy(from, &to).with_context(|| format!("cannot copy {}", from.display()))?;
        Ok(())
    };
    copy(&stage.join("extremal"), "usr/bin/extremal")?;
    let completions = stage.join("completions");
    copy(&completions.join("extremal.bash"), "usr/share/bash-completion/completions/extremal")?;
    copy(&completions.join("_extremal"), "usr/share/zsh/vendor-completions/_extremal")?;
    copy(&completions.join("extremal.fish"), "usr/share/fish/vendor_completions.d/extremal.fish")?;
    for page in fs::read_dir(stage.join("man"))?.flatten() {
        let name = page.file_name();
        copy(&page.path(), &format!("usr/share/man/man1/{}", name.to_string_lossy()))?;
    }
    printed(Command::new("sh").args(["-c", "gzip -9n \"$0\"/*.1"]).arg(root.join("usr/share/man/man1")))?;
    copy(&workspace::root().join("packaging/debian/copyright"), "usr/share/doc/extremal/copyright")?;
    let control = fs::read_to_string(workspace::root().join("packaging/debian/control.in"))?;
    fs::create_dir_all(root.join("DEBIAN"))?;
    fs::write(root.join("DEBIAN/control"), control.replace("@VERSION@", version()))?;
    let package = folder.join(format!("extremal_{}_amd64.deb", version()));
    let mut command = Command::new("dpkg-deb");
    command.args(["--root-owner-group", "-Zxz", "--build"]).arg(&root).arg(&package);
    printed(&mut command)?;
    fs::remove_dir_all(root)?;
    Ok(Some(package))
}
