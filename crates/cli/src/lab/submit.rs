//! `extremal lab submit`: an experiment, or what is missing of it, for a cluster.

mod plan;

use std::fs;
use std::path::PathBuf;

use clap::Args;
use extremal_lab::slurm::{Chunk, Resources, Script, Submission, quoted, submit};
use extremal_lab::{Components, Experiment, StoreError};

use crate::console::{Console, MessageOptions};
use crate::exit::{Failure, Outcome};
use crate::lab::run::{ExperimentOptions, wrong_experiment};
use crate::lab::submit::plan::{Planning, no_cluster};

/// After the options.
pub const HELP: &str = "\
The missing runs are divided into jobs of one array, each with whole tasks; DIR/slurm has what was submitted and what
the jobs say. Jobs may die, be requeued or run twice: no run is lost or counted twice. See docs/cluster.md.

Examples:
  extremal lab submit --slurm --suite paper24 --benchmarks ~/benchmarks --seeds 5 --max-evaluations 10000 \\
      --partition short --time 4:00:00 --mem 8G --out /shared/results
  extremal lab submit --slurm experiment.toml --dry-run --out /shared/results
  extremal lab collect /shared/results

Exit codes: 0 submitted, or nothing to submit, 30 the cluster refuses or results cannot be written, 31 a file is
missing or wrong, 33 wrong search or heuristic, 36 wrong command line.";

/// Options of `extremal lab submit`.
#[derive(Args, Debug)]
pub struct Submit {
    /// An experiment file. Options on the command line override it.
    #[arg(value_name = "EXPERIMENT.toml")]
    file: Option<PathBuf>,
    /// Submit a job array to Slurm.
    #[arg(long, required = true)]
    slurm: bool,
    /// The folder for the results, which all nodes can access. Runs that it contains or that are queued are not submitted.
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    #[command(flatten)]
    experiment: ExperimentOptions,
    #[command(flatten)]
    cluster: ClusterOptions,
    /// Print the batch script and what each job would do, and submit nothing.
    #[arg(long)]
    dry_run: bool,
    #[command(flatten)]
    messages: MessageOptions,
}

/// What each job of the array asks for.
#[derive(Args, Debug)]
#[command(next_help_heading = "Cluster")]
pub struct ClusterOptions {
    /// Partition [default: the cluster's].
    #[arg(long, value_name = "NAME")]
    partition: Option<String>,
    /// Time for each job, in the format of sbatch [default: with --time-limit, what the largest job may need;
    /// otherwise the partition's].
    #[arg(long, value_name = "TIME")]
    time: Option<String>,
    /// Memory for each job, in the format of sbatch [default: with --memory-limit, enough for all runs at the same
    /// time; otherwise the partition's].
    #[arg(long, value_name = "MEMORY")]
    mem: Option<String>,
    /// Processors for each job, which are also the number of its simultaneous runs.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..))]
    cpus_per_task: u16,
    /// Run at most this number of jobs at the same time.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    array_limit: Option<u32>,
    /// Divide the experiment into at most this number of jobs [default: what the cluster allows in one array].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    max_array: Option<u32>,
    /// Any other option for sbatch, such as --sbatch-option=--account=me. Can be repeated.
    #[arg(long, value_name = "OPTION", allow_hyphen_values = true)]
    sbatch_option: Vec<String>,
}

impl Submit {
    /// Runs the command.
    pub fn run(self, components: &Components) -> Outcome {
        let console = Console::new(self.messages);
        console.outcome(self.execute(components, &console).map(|()| Outcome::Success))
    }

    fn execute(self, components: &Components, console: &Console) -> Result<(), Failure> {
        let Submit { file, out, experiment, cluster, dry_run, .. } = self;
        let draft = experiment.draft(file.as_deref())?;
        let experiment = &Experiment::new(draft, components).map_err(wrong_experiment)?;
        let store = &std::path::absolute(&out).unwrap_or(out);
        let mut resources = cluster.resources();
        let processors = resources.processors;
        let max_array = cluster.max_array.map(|jobs| jobs as usize);
        let chunks = Planning { experiment, store, processors, max_array, dry_run }.chunks(console)?;
        if chunks.is_empty() {
            console.note("nothing to submit\n");
            return Ok(());
        }
        // Later submissions are smaller, and must not inherit what follows from the size of this one.
        let arguments = cluster.arguments(&resources);
        resources.complete(&chunks);
        if dry_run {
            let script =
                script(&Submission::next(store).map_err(unwritable)?, &chunks, &resources, &arguments)?;
            return console.result(&format!("{script}{}", describe(&chunks)));
        }
        let submission = Submission::create(store, &chunks).map_err(unwritable)?;
        let job = script(&submission, &chunks, &resources, &arguments).and_then(|script| {
            for (path, text) in
                [(submission.experiment(), experiment.to_toml()), (submission.script(), script)]
            {
                fs::write(&path, text).map_err(|error| {
                    Failure::of_file(Outcome::OutputFailed, path.display().to_string(), error.to_string())
                })?;
            }
            submit(&submission.script()).map_err(no_cluster)
        });
        let job = job.inspect_err(|_| {
            // The user wants to hear the reason; a folder that is left behind does no harm.
            let _ = submission.withdraw();
        })?;
        let store = quoted(&store.display().to_string());
        let jobs = chunks.len();
        console.note(&format!(
            "submitted as job array {job} (jobs 1 to {jobs}); see squeue --job {job} and extremal lab collect {store}\n"
        ));
        Ok(())
    }
}

impl ClusterOptions {
    fn resources(&self) -> Resources {
        Resources {
            partition: self.partition.clone(),
            time: self.time.clone(),
            memory: self.mem.clone(),
            processors: self.cpus_per_task.into(),
            array_limit: self.array_limit.map(|limit| limit as usize),
            others: self.sbatch_option.clone(),
        }
    }

    /// The same options, as words of a command line.
    fn arguments(&self, resources: &Resources) -> String {
        let max_array = self.max_array.map(|jobs| format!("--max-array={jobs}"));
        resources.arguments().into_iter().chain(max_array).collect::<Vec<_>>().join(" ")
    }
}

fn script(
    submission: &Submission,
    chunks: &[Chunk],
    resources: &Resources,
    arguments: &str,
) -> Result<String, Failure> {
    let executable = &std::env::current_exe()
        .map_err(|error| Failure::new(Outcome::InternalError, format!("own executable: {error}")))?;
    let word = |path: PathBuf| quoted(&path.display().to_string());
    let again = &format!(
        "{} lab submit --slurm {} --out {} {arguments}",
        word(executable.clone()),
        word(submission.experiment()),
        word(submission.store().to_owned())
    );
    Script { submission, num_chunks: chunks.len(), resources, executable, again }
        .render()
        .map_err(|message| Failure::new(Outcome::Usage, message))
}

/// What each job would do, as comments after the script.
fn describe(chunks: &[Chunk]) -> String {
    let line = |(index, chunk): (usize, &Chunk)| {
        let mut problems: Vec<&str> = chunk.batches.iter().map(|b| b.task.problem.as_str()).collect();
        problems.dedup();
        format!("# {}: {} runs on {}\n", index + 1, chunk.num_runs(), problems.join(", "))
    };
    chunks.iter().enumerate().map(line).collect()
}

fn unwritable(error: StoreError) -> Failure {
    Failure::new(Outcome::OutputFailed, error.to_string())
}
