//! Problems of our own generator as tasks of a measurement.

use std::path::Path;
use std::process::Command;

use anyhow::Result;

use crate::run::printed;
use crate::suites::Task;

/// A problem of an example domain.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Generated {
    /// The example domain.
    pub domain: &'static str,
    /// Its size.
    pub size: u32,
    /// Its seed.
    pub seed: u64,
}

impl Generated {
    /// Writes domain and problem into a folder of its own in `parent`.
    pub fn write(&self, binary: &Path, parent: &Path) -> Result<Task> {
        let folder = parent.join(format!("{}-{}-{}", self.domain, self.size, self.seed));
        let mut command = Command::new(binary);
        command.args(["generate", "--quiet", "--force", self.domain, "--seed", &self.seed.to_string()]);
        printed(command.args(["--size", &self.size.to_string()]).arg("--output").arg(&folder))?;
        Ok(Task {
            domain: self.domain.to_owned(),
            problem: format!("{} of size {}", self.domain, self.size),
            problem_file: folder.join("problem.pddl"),
            domain_file: folder.join("domain.pddl"),
        })
    }
}
