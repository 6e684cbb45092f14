//! Man pages and shell completions, made from the command line itself.

use std::fs;
use std::path::Path;

use anyhow::Result;
use clap_complete::{Shell, generate_to};
use clap_mangen::generate_to as generate_pages;

/// Writes man pages to `man` and completions to `completions` in a folder.
pub fn write(folder: &Path) -> Result<()> {
    let (pages, completions) = (folder.join("man"), folder.join("completions"));
    fs::create_dir_all(&pages)?;
    fs::create_dir_all(&completions)?;
    for shell in [Shell::Bash, Shell::Zsh, Shell::Fish] {
        generate_to(shell, &mut extremal_cli::command(), "extremal", &completions)?;
    }
    // One page for each command that is not hidden.
    generate_pages(extremal_cli::command().disable_help_subcommand(true), &pages)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_has_a_page_and_shells_know_the_searches() {
        let folder = tempfile::tempdir().unwrap();
        write(folder.path()).unwrap();
        for page in ["extremal.1", "extremal-solve.1", "extremal-lab-run.1"] {
            let text = fs::read_to_string(folder.path().join("man").join(page)).unwrap();
            assert!(text.contains(".SH NAME") && text.contains(".SH SYNOPSIS"), "{page}: {text}");
        }
        assert!(!folder.path().join("man/extremal-lab-worker.1").exists());
        let bash = fs::read_to_string(folder.path().join("completions/extremal.bash")).unwrap();
        assert!(bash.contains("guct-uniform"));
    }
}
