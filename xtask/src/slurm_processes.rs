//! The processes of a cluster on this machine, told from all others by a variable of their environment; and the
//! watchdog that ends them.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

use anyhow::{Context, Result};
use clap::Args;

use crate::Verdict;

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

/// Arguments of `slurm-watchdog`.
#[derive(Args, Clone, Debug)]
pub struct Arguments {
    /// The folder of the cluster, which is removed in the end.
    folder: PathBuf,
}

/// The configuration file in the folder of a cluster.
pub fn configuration(folder: &Path) -> PathBuf {
    folder.join("slurm.conf")
}

/// Waits for the end of standard input, then ends the cluster and removes its folder. Daemons and jobs outlive
/// whoever started them, even if that is killed; so a process that does nothing else must wait for its end.
pub fn watch(arguments: &Arguments) -> Result<Verdict> {
    io::copy(&mut io::stdin(), &mut io::sink())?;
    let configuration = configuration(&arguments.folder);
    // Who is killed may have started another just before.
    for _ in 0..50 {
        let ids: Vec<u32> = processes(&configuration).iter().map(|process| process.id).collect();
        if ids.is_empty() {
            break;
        }
        signal("KILL", &ids);
        sleep(Duration::from_millis(100));
    }
    fs::remove_dir_all(&arguments.folder)?;
    Ok(Verdict::Passed)
}

/// A watchdog at work. The cluster ends with it.
#[derive(Debug)]
pub struct Watchdog(Child);

impl Watchdog {
    /// Starts a watchdog.
    pub fn start(folder: &Path) -> Result<Self> {
        let itself = std::env::current_exe().context("cannot find the program itself")?;
        let mut command = Command::new(itself);
        command.arg("slurm-watchdog").arg(folder).stdin(Stdio::piped());
        // Ctrl-C ends the test; the watchdog still has to do its work then.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        Ok(Watchdog(command.spawn().context("cannot start the watchdog")?))
    }
}

impl Drop for Watchdog {
    fn drop(&mut self) {
        drop(self.0.stdin.take());
        let _ = self.0.wait();
    }
}
