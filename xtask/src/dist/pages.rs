//! Man pages and shell completions, written by the program itself.

use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::Result;

use crate::run::printed;

/// The names of the completion scripts that distributions expect.
const COMPLETIONS: [(&str, &str); 3] =
    [("bash", "extremal.bash"), ("zsh", "_extremal"), ("fish", "extremal.fish")];

/// Writes man pages to `man` and completions to `completions` in a folder.
pub fn write(extremal: &Path, folder: &Path) -> Result<()> {
    let completions = folder.join("completions");
    fs::create_dir_all(&completions)?;
    for (shell, file) in COMPLETIONS {
        let script = printed(Command::new(extremal).args(["completions", shell]))?;
        fs::write(completions.join(file), script)?;
    }
    printed(Command::new(extremal).arg("man").arg(folder.join("man"))).map(drop)
}
