//! What is missing of an experiment, divided into jobs.

use std::collections::HashSet;
use std::path::Path;

use extremal_lab::slurm::{Chunk, ClusterError, array_limits, ask_queue, divide, look, submissions};
use extremal_lab::{Batch, Experiment, Results, StoreError, open_store, read_results};

use crate::console::Console;
use crate::exit::{Failure, Outcome};
use crate::lab::export::{unreadable, warn_of_skipped};

/// How to plan.
pub struct Planning<'a> {
    /// The experiment.
    pub experiment: &'a Experiment,
    /// The store.
    pub store: &'a Path,
    /// Runs at the same time in each job.
    pub processors: usize,
    /// The largest number of jobs that the user wants.
    pub max_array: Option<usize>,
    /// Whether nothing is to be written, and the cluster need not be there.
    pub dry_run: bool,
}

/// A job of timed runs should have work for so many seconds, since starting it takes its time too.
const WORTH_A_JOB: f64 = 300.0;

impl Planning<'_> {
    /// Finds out what is missing, and divides it.
    pub fn chunks(&self, console: &Console) -> Result<Vec<Chunk>, Failure> {
        let experiment = self.experiment;
        let earlier = submissions(self.store).map_err(unreadable)?;
        // Before the results are read: a job that ends in between has written its results.
        let queue = self.answer(ask_queue(&earlier), console)?;
        let results =
            if self.dry_run { existing_results(self.store) } else { open_store(self.store, experiment) };
        let results = results.map_err(unreadable)?;
        warn_of_skipped(results.skipped, console);
        let mut known: HashSet<String> = results.rows.into_iter().map(|row| row.id).collect();
        let without_result = num_runs(&experiment.batches(&known));
        let in_queue = look(&earlier, &queue, |id| known.contains(id)).map_err(unreadable)?.in_queue;
        known.extend(in_queue);
        let batches = experiment.batches(&known);
        let (total, missing) = (experiment.size(), num_runs(&batches));
        console.note(&format!(
            "{total} runs on {} tasks: {} done, {} in the queue, {missing} to submit\n",
            experiment.num_tasks(),
            total - without_result,
            without_result - missing
        ));
        if missing < without_result {
            console.warning(
                "queue",
                "jobs of an earlier submission are in the queue; their runs are not submitted again",
            );
        }
        if batches.is_empty() {
            return Ok(Vec::new());
        }
        let allowed = self.answer(array_limits(), console)?.jobs;
        let most = self.max_array.map_or(allowed, |jobs| allowed.min(jobs));
        let least_runs = self.least_runs(&batches);
        Ok(divide(batches, most, least_runs))
    }

    fn least_runs(&self, batches: &[Batch]) -> usize {
        let seconds = batches.first().and_then(|batch| batch.limits.time_limit);
        let rounds = seconds.map_or(1.0, |seconds| (WORTH_A_JOB / seconds).ceil().max(1.0));
        self.processors.saturating_mul(rounds as usize)
    }

    /// The answer of the cluster, without which only a dry run can do.
    fn answer<T: Default>(&self, answer: Result<T, ClusterError>, console: &Console) -> Result<T, Failure> {
        match answer {
            Err(error) if self.dry_run => {
                console.warning("cluster", &error.to_string());
                Ok(T::default())
            }
            answer => answer.map_err(no_cluster),
        }
    }
}

fn existing_results(store: &Path) -> Result<Results, StoreError> {
    if store.exists() { read_results(store) } else { Ok(Results::default()) }
}

fn num_runs(batches: &[Batch]) -> usize {
    batches.iter().map(|batch| batch.runs.len()).sum()
}

/// What is wrong with the cluster, for the exit code.
pub fn no_cluster(error: ClusterError) -> Failure {
    Failure::new(Outcome::OutputFailed, error.to_string())
}
