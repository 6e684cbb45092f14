//! The batch script of a submission.

use std::path::Path;

use crate::limits::Limits;
use crate::slurm::chunks::Chunk;
use crate::slurm::submission::Submission;

/// What each job of the array asks for.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Resources {
    /// Partition; the cluster's default otherwise.
    pub partition: Option<String>,
    /// Time limit in one of Slurm's formats.
    pub time: Option<String>,
    /// Memory in one of Slurm's formats.
    pub memory: Option<String>,
    /// Processors, which is also the number of runs at the same time.
    pub processors: usize,
    /// How many jobs of the array may run at the same time.
    pub array_limit: Option<usize>,
    /// Anything else, as `sbatch` has it on its command line.
    pub others: Vec<String>,
}

/// What a batch script is made of.
#[derive(Clone, Debug)]
pub struct Script<'a> {
    /// The submission.
    pub submission: &'a Submission,
    /// The number of its chunks.
    pub num_chunks: usize,
    /// What each job asks for.
    pub resources: &'a Resources,
    /// The planner.
    pub executable: &'a Path,
    /// A command that submits what will be missing.
    pub again: &'a str,
}

/// What the line with the command begins with that submits what is missing.
const AGAIN: &str = "# To submit again what is missing: ";

impl Script<'_> {
    /// The text of the script, or what cannot be written in one.
    pub fn render(&self) -> Result<String, String> {
        let Resources { partition, time, memory, processors, array_limit, others } = self.resources;
        let mut options = others.clone();
        let mut option = |name: &str, value: &str| options.push(format!("--{name}={value}"));
        for (name, value) in [("partition", partition), ("time", time), ("mem", memory)] {
            value.iter().for_each(|value| option(name, value));
        }
        let limit = array_limit.map_or_else(String::new, |limit| format!("%{limit}"));
        let logs = path_text(&self.submission.logs())?.replace('%', "%%");
        option("array", &format!("1-{}{limit}", self.num_chunks));
        option("cpus-per-task", &processors.to_string());
        option("output", &format!("{logs}/%a.log"));
        let fixed = ["--nodes=1", "--ntasks=1", "--open-mode=append", "--requeue"];
        options.extend(fixed.map(str::to_owned));
        let mut script = "#!/bin/sh\n".to_owned();
        for option in &options {
            if !option.starts_with('-') || option.contains(|c: char| c.is_control()) {
                return Err(format!("'{}' is not an option of sbatch", option.escape_debug()));
            }
            // Spaces would make two options of it, unless the user has quoted them.
            match option.contains(' ') && !option.contains(['"', '\'']) {
                true => script.push_str(&format!("#SBATCH \"{option}\"\n")),
                false => script.push_str(&format!("#SBATCH {option}\n")),
            }
        }
        let executable = quoted(path_text(self.executable)?);
        let manifest = quoted(path_text(&self.submission.manifest())?);
        script.push_str(&format!("{}{}\n", Submission::JOB_NAME_LINE, self.submission.job_name()));
        script.push_str(&format!("{AGAIN}{}\n", self.again));
        // The planner takes the place of the shell, so that signals of Slurm reach it.
        script.push_str(&format!(
            "exec {executable} lab run-chunk {manifest} \"$SLURM_ARRAY_TASK_ID\" --jobs {processors}\n"
        ));
        Ok(script)
    }

    /// The command in the text of a script that submits what is missing.
    pub fn command_again(text: &str) -> Option<&str> {
        text.lines().find_map(|line| line.strip_prefix(AGAIN))
    }
}

impl Resources {
    /// Fills in what follows from the limits of the runs: memory for all runs at the same time, and time for
    /// the largest chunk if every run uses all of its own.
    pub fn complete(&mut self, chunks: &[Chunk]) {
        let first = chunks.iter().flat_map(|chunk| &chunk.batches).next();
        let limits = first.map_or_else(Limits::default, |batch| batch.limits);
        if let (None, Some(mebibytes)) = (&self.memory, limits.memory_limit) {
            let all = mebibytes.saturating_mul(self.processors as u64);
            self.memory = Some(format!("{}M", all.saturating_add(all / 10).saturating_add(SUPERVISOR)));
        }
        if let (None, Some(seconds)) = (&self.time, limits.time_limit) {
            let most = chunks.iter().map(Chunk::num_runs).max().unwrap_or(0);
            let rounds = most.div_ceil(self.processors.max(1)) as f64;
            let minutes = rounds * (seconds + BETWEEN_RUNS) / 60.0 + START_MINUTES;
            self.time = Some(format!("{}", minutes.ceil() as u64));
        }
    }

    /// These options as the user would write them.
    pub fn arguments(&self) -> Vec<String> {
        let mut arguments = vec![format!("--cpus-per-task={}", self.processors)];
        let texts = [("partition", &self.partition), ("time", &self.time), ("mem", &self.memory)];
        for (name, value) in texts {
            arguments.extend(value.iter().map(|value| quoted(&format!("--{name}={value}"))));
        }
        arguments.extend(self.array_limit.map(|limit| format!("--array-limit={limit}")));
        arguments.extend(self.others.iter().map(|other| quoted(&format!("--sbatch-option={other}"))));
        arguments
    }
}

/// MiB for the process that is not a run.
const SUPERVISOR: u64 = 256;
/// Seconds that a process may take to start and to be ended.
const BETWEEN_RUNS: f64 = 2.0;
const START_MINUTES: f64 = 2.0;

/// A path that can be written in a line of a script and that Slurm takes as it is.
fn path_text(path: &Path) -> Result<&str, String> {
    let text = path.to_str().filter(|text| !text.contains(|c: char| c.is_control() || c == '"' || c == '\\'));
    text.ok_or_else(|| {
        format!("{}: a batch script cannot have a path with quotes or backslashes", path.display())
    })
}

/// The text as one word of a shell.
pub fn quoted(text: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_=./:,+@%".contains(c);
    match !text.is_empty() && text.chars().all(is_plain) {
        true => text.to_owned(),
        false => format!("'{}'", text.replace('\'', r"'\''")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::queue::tests::batch;

    fn render(store: &str, resources: &Resources) -> Result<String, String> {
        let submission = Submission::new(Path::new(store), 2);
        let executable = Path::new("/opt/it's here/extremal");
        Script { submission: &submission, num_chunks: 12, resources, executable, again: "again" }.render()
    }

    #[test]
    fn the_script_says_what_was_asked_for() {
        let resources = Resources {
            partition: Some("short".to_owned()),
            processors: 2,
            array_limit: Some(4),
            others: vec!["--constraint=\"a b\"".to_owned(), "--comment=c d".to_owned()],
            ..Resources::default()
        };
        let script = render("/my store/100%", &resources).unwrap();
        for line in [
            "#SBATCH --constraint=\"a b\"",
            "#SBATCH \"--comment=c d\"",
            "#SBATCH --partition=short",
            "#SBATCH --array=1-12%4",
            "#SBATCH --cpus-per-task=2",
            "#SBATCH \"--output=/my store/100%%/slurm/0002/logs/%a.log\"",
            "#SBATCH --requeue",
            "exec '/opt/it'\\''s here/extremal' lab run-chunk '/my store/100%/slurm/0002/manifest.jsonl' \
             \"$SLURM_ARRAY_TASK_ID\" --jobs 2",
        ] {
            assert!(script.lines().any(|l| l == line), "{line}\nis not in\n{script}");
        }
        assert_eq!(Script::command_again(&script), Some("again"));
    }

    #[test]
    fn what_would_break_the_script_is_refused() {
        let others = |other: &str| Resources { others: vec![other.to_owned()], ..Resources::default() };
        assert!(render("/s", &others("--comment=a\nrm -rf /")).is_err());
        assert!(render("/s", &others("rm")).is_err());
        assert!(render("/a\"b", &Resources::default()).is_err());
        assert!(render("/a\nb", &Resources::default()).is_err());
    }

    #[test]
    fn limits_of_the_runs_become_limits_of_the_jobs() {
        let mut timed = batch("a", 5);
        timed.limits = Limits { time_limit: Some(300.0), memory_limit: Some(1000), ..Limits::default() };
        let chunks = [Chunk { batches: vec![timed] }];
        let mut resources = Resources { processors: 2, ..Resources::default() };
        resources.complete(&chunks);
        // Three rounds of two runs at a time: 3 * 302 s are 15.1 minutes.
        assert_eq!((resources.time.as_deref(), resources.memory.as_deref()), (Some("18"), Some("2456M")));
        let mut given = Resources { time: Some("1-0".to_owned()), ..Resources::default() };
        given.complete(&chunks);
        assert_eq!(given.time.as_deref(), Some("1-0"));
    }
}
