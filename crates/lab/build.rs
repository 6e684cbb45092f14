//! Finds out from which commit the program is built, so that every result can say so.

use std::process::Command;

fn main() {
    println!("cargo::rerun-if-env-changed=EXTREMAL_COMMIT");
    if std::env::var_os("EXTREMAL_COMMIT").is_some() {
        return;
    }
    // The log grows with every commit. A change of any crate may make the commit a lie.
    println!("cargo::rerun-if-changed=..");
    if let Some(log) = git(&["rev-parse", "--git-path", "logs/HEAD"]) {
        println!("cargo::rerun-if-changed={log}");
    }
    if let Some(commit) = git(&["rev-parse", "--short=12", "HEAD"]) {
        let changes = git(&["status", "--porcelain", "--untracked-files=no", "--", "..", "../../Cargo.lock"]);
        let suffix = if changes.is_some_and(|changes| changes.is_empty()) { "" } else { "-dirty" };
        println!("cargo::rustc-env=EXTREMAL_COMMIT={commit}{suffix}");
    }
}

/// What git prints, or nothing if there is no git or no repository.
fn git(arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").args(arguments).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_owned())
}
