//! `cargo xtask check-slurm`: an experiment on a real cluster of three virtual nodes, with processes and nodes
//! that die in the middle, must end with the results of an undisturbed run on this machine.

use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};

use crate::Verdict;
use crate::slurm_cluster::{Cluster, wait_until};
use crate::slurm_experiment::{Experiment, NUM_CHUNKS};
use crate::slurm_processes::{processes, signal};
use crate::slurm_tools;
use crate::workspace;

/// How long the cluster may take for something that it does in seconds if nobody else uses the machine.
const PATIENCE: Duration = Duration::from_secs(240);

/// How often the test may be repeated: what it freezes may be between two runs, and then no run is done twice.
const ATTEMPTS: usize = 3;

/// Runs the test; installs Slurm if it is missing.
pub fn run() -> Result<Verdict> {
    slurm_tools::set_up()?;
    let binary = workspace::build_extremal()?;
    for _ in 0..ATTEMPTS {
        let scratch = workspace::scratch_directory()?;
        let clock = Clock(Instant::now());
        let mut cluster = Cluster::start()?;
        clock.tell("three nodes are idle");
        let outcome = test(&binary, scratch.path(), &mut cluster, clock);
        if outcome.is_err() {
            println!("{}", cluster.last_words());
        }
        if outcome? {
            return Ok(Verdict::Passed);
        }
        clock.tell("no run was done twice, so it was not tested that it counts once: again");
    }
    bail!("no run was done twice in {ATTEMPTS} attempts: the test does not test what it should")
}

/// Returns whether a run was done twice, which must change nothing.
fn test(binary: &Path, folder: &Path, cluster: &mut Cluster, clock: Clock) -> Result<bool> {
    let experiment = Experiment::counted(binary, folder)?;
    experiment.run_here(cluster)?;
    let here = experiment.rows_here()?;
    let total = here.len();
    clock.tell(&format!("{total} runs done on this machine"));
    let said = experiment.submit(cluster)?;
    says(&said, &[&format!("{total} to submit"), &format!("(jobs 1 to {NUM_CHUNKS})")])?;
    clock.tell(&format!("submitted as {NUM_CHUNKS} jobs"));
    disturb(&experiment, cluster, clock)?;
    wait_until("nothing is left to do", PATIENCE, || {
        let at_work = processes(&cluster.configuration()).iter().any(|process| process.is_running("lab"));
        Ok(!at_work && cluster.ask("squeue", &["--noheader"])?.is_empty())
    })?;
    let said = experiment.collect(cluster)?;
    says(
        &said,
        &[&format!("{total} runs in "), &format!("{total} runs submitted: {total} done"), " 0 missing"],
    )?;
    says(&experiment.submit(cluster)?, &["nothing to submit"])?;
    let there = experiment.rows_of_cluster()?;
    let same = here.iter().zip(&there).take_while(|(here, there)| here == there).count();
    ensure!(here == there, "different: {:#?}\n{:#?}", here.get(same), there.get(same));
    let lines = experiment.num_lines(|_| true)?;
    clock.tell(&format!("no run lost, none counted twice: {total} results, as here, from {lines} lines"));
    let timed = Experiment::timed(binary, folder)?;
    timed.submit(cluster)?;
    wait_until("the timed runs are done", PATIENCE, || Ok(timed.queue(cluster)?.is_empty()))?;
    says(&timed.collect(cluster)?, &[" 0 missing"])?;
    clock.tell("runs with a time limit are done");
    Ok(lines > total)
}

/// Kills a worker, a job, and two nodes, of which one comes to life again while another does its job.
fn disturb(experiment: &Experiment, cluster: &mut Cluster, clock: Clock) -> Result<()> {
    let survivor = experiment.wait_for_middle_of_chunk(cluster, "n3")?;
    let rows_before = experiment.num_rows(survivor, 0)?;
    signal("KILL", &jobs(cluster, "n3", "worker"));
    clock.tell("killed a worker on n3");

    let first = experiment.wait_for_middle_of_chunk(cluster, "n1")?;
    let killed = [jobs(cluster, "n1", "run-chunk"), jobs(cluster, "n1", "worker")].concat();
    cluster.lose_node("n1")?;
    signal("KILL", &killed);
    clock.tell(&format!("killed n1 with all that ran there: job {first}"));

    let second = experiment.wait_for_middle_of_chunk(cluster, "n2")?;
    let frozen = [jobs(cluster, "n2", "run-chunk"), jobs(cluster, "n2", "worker")].concat();
    // Not the other way round: who is stopped and loses its parent is ended by the operating system.
    cluster.lose_node("n2")?;
    signal("STOP", &frozen);
    clock.tell(&format!("killed n2, but job {second} is only frozen"));

    wait_until("another worker goes on", PATIENCE, || {
        Ok(experiment.num_rows(survivor, 0)? > rows_before + 1)
    })?;
    clock.tell("another worker went on with the job on n3");
    let third = experiment.wait_for_middle_of_chunk(cluster, "n3")?;
    signal("KILL", &jobs(cluster, "n3", "run-chunk"));
    wait_until("the killed job has left the queue", PATIENCE, || {
        Ok(!experiment.queue(cluster)?.contains_key(&third))
    })?;
    let said = experiment.collect(cluster)?;
    let missing = said.split_once(&format!(" runs missing of job {third} of submission 1:"));
    let (missing, _) = missing.with_context(|| format!("collect does not miss job {third}: {said}"))?;
    let missing = missing.split_whitespace().last().unwrap_or_default();
    let again = said.lines().skip_while(|line| !line.starts_with("submit them again with")).nth(1);
    let said = experiment.shell(cluster, again.context("collect does not say how to go on")?)?;
    says(&said, &[&format!(" {missing} to submit"), "submitted as", "are not submitted again"])?;
    clock.tell(&format!("killed job {third} on n3, and submitted its {missing} missing runs again"));

    for (node, chunk) in [("n1", first), ("n2", second)] {
        wait_until("the job of a lost node is requeued", PATIENCE, || {
            let waits = experiment.queue(cluster)?.get(&chunk).is_some_and(|state| state == "PENDING");
            Ok(waits && cluster.node_state(node)?.starts_with("down"))
        })?;
        // Slurm gives what may be left of such a job two minutes to end.
        experiment.start_now(cluster, chunk)?;
        cluster.start_node(node)?;
        clock.tell(&format!("the loss of {node} is noticed and job {chunk} is requeued; {node} is back"));
    }
    wait_until("the frozen job is at work again", PATIENCE, || Ok(experiment.num_rows(second, 1)? > 0))?;
    signal("CONT", &frozen);
    clock.tell(&format!("job {second} is at work again, and what was frozen goes on too"));
    wait_until("the killed job is at work again", PATIENCE, || Ok(experiment.num_rows(first, 1)? > 0))
}

/// The processes on a node that run a chunk, or are a worker.
fn jobs(cluster: &Cluster, node: &str, word: &str) -> Vec<u32> {
    let processes = cluster.job_processes(node).into_iter();
    processes.filter(|process| process.is_running(word)).map(|process| process.id).collect()
}

fn says(text: &str, parts: &[&str]) -> Result<()> {
    for part in parts {
        ensure!(text.contains(part), "'{part}' was expected in\n{text}");
    }
    Ok(())
}

#[derive(Clone, Copy)]
struct Clock(Instant);

impl Clock {
    fn tell(self, what: &str) {
        println!("{:6.1} s  {what}", self.0.elapsed().as_secs_f64());
    }
}
