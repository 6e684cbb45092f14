//! The processes of a cluster on this machine, told from all others by a variable of their environment.

use std::fs;
use std::path::Path;
use std::process::Command;

/// The variable that names the configuration, which all processes of a cluster have.
pub const CONFIGURATION_VARIABLE: &str = "SLURM_CONF";

/// A process of a cluster.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Process {
    /// Its number.
    pub id: u32,
    /// The number of its parent.
    pub parent: u32,
    /// Its command line.
    pub command: Vec<String>,
    environment: Vec<String>,
}

impl Process {
    /// Whether the variable has this value.
    pub fn has(&self, variable: &str, value: &str) -> bool {
        self.environment.iter().any(|entry| entry.split_once('=') == Some((variable, value)))
    }

    /// Whether this word is in its command line.
    pub fn is_running(&self, word: &str) -> bool {
        self.command.iter().any(|argument| argument == word)
    }
}

/// All processes of the cluster with this configuration file.
pub fn processes(configuration: &Path) -> Vec<Process> {
    let value = configuration.to_string_lossy();
    let Ok(entries) = fs::read_dir("/proc") else { return Vec::new() };
    let ids = entries.flatten().filter_map(|entry| entry.file_name().to_str()?.parse().ok());
    ids.filter_map(read).filter(|process| process.has(CONFIGURATION_VARIABLE, &value)).collect()
}

/// Sends a signal to processes. One that has ended in the meantime does not matter.
pub fn signal(name: &str, ids: &[u32]) {
    if !ids.is_empty() {
        let ids = ids.iter().map(u32::to_string);
        let _ = Command::new("kill").arg("-s").arg(name).args(ids).output();
    }
}

fn read(id: u32) -> Option<Process> {
    let folder = Path::new("/proc").join(id.to_string());
    let list = |name: &str| {
        let bytes = fs::read(folder.join(name)).ok()?;
        let texts = bytes.split(|&byte| byte == 0).filter(|text| !text.is_empty());
        Some(texts.map(|text| String::from_utf8_lossy(text).into_owned()).collect::<Vec<_>>())
    };
    let status = fs::read_to_string(folder.join("status")).ok()?;
    let parent = status.lines().find_map(|line| line.strip_prefix("PPid:"))?.trim().parse().ok()?;
    Some(Process { id, parent, command: list("cmdline")?, environment: list("environ")? })
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn processes_are_found_by_their_environment() {
        let configuration = tempfile::tempdir().unwrap().path().join("slurm.conf");
        let start =
            |variable: &str| Command::new("sleep").arg("60").env(variable, &configuration).spawn().unwrap();
        let (mut child, mut other) = (start(CONFIGURATION_VARIABLE), start("ANOTHER"));
        // The new environment can be seen once the child runs its own program.
        let found = loop {
            let found = processes(&configuration);
            if found.iter().any(|process| process.is_running("60")) {
                break found;
            }
        };
        assert_eq!(
            found.iter().map(|p| (p.id, p.parent)).collect::<Vec<_>>(),
            [(child.id(), std::process::id())]
        );
        signal("KILL", &[child.id(), other.id()]);
        assert!(!child.wait().unwrap().success() && !other.wait().unwrap().success());
        assert!(processes(&configuration).is_empty());
    }
}
