//! Ends a cluster, however the test ends.
//!
//! Daemons and jobs outlive whoever started them, even if that is killed. So a process that does nothing else
//! waits for the end of the test, which it hears as the end of its standard input.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

use anyhow::{Context, Result};
use clap::Args;

use crate::Verdict;
use crate::slurm_processes::{processes, signal};

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

/// Waits for the end of standard input, then ends the cluster and removes its folder.
pub fn run(arguments: &Arguments) -> Result<Verdict> {
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
