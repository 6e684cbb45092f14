//! `extremal lab collect`: shards become a database; what is done, and what is missing and why.

use std::collections::{BTreeMap, HashSet};
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use clap::Args;
use extremal_lab::slurm::{
    ClusterError, Ended, Outlook, Queue, Script, Submission, ask_queue, look, submissions,
};
use extremal_lab::{DATABASE, Row, collect};

use crate::console::MessageOptions;
use crate::exit::{Failure, Outcome};
use crate::lab::export::{command, unreadable, warn_of_skipped};
use crate::lab::run_chunk::CHUNK_BEGINS;
use crate::run::Run;

/// Options of `extremal lab collect`.
#[derive(Args, Debug)]
pub struct Collect {
    /// The store.
    #[arg(value_name = "DIR")]
    store: PathBuf,
    #[command(flatten)]
    messages: MessageOptions,
}

/// So many jobs that ended without all results are shown.
const SHOWN: usize = 5;

impl Collect {
    /// Runs the command.
    pub fn run(self) -> Outcome {
        command(self.messages, |run| self.execute(run))
    }

    fn execute(&self, run: &Run) -> Result<(), Failure> {
        let store = std::path::absolute(&self.store).unwrap_or_else(|_| self.store.clone());
        let submissions = submissions(&store).map_err(unreadable)?;
        // Before the results are read: a job that ends in between has written its results.
        let queue = ask_queue(&submissions);
        let results = collect(&self.store).map_err(unreadable)?;
        warn_of_skipped(results.skipped, &run.console);
        let rows = results.rows;
        let mut text = format!("{} runs in {}", rows.len(), self.store.join(DATABASE).display());
        let _ = writeln!(text, "{}", endings(&rows));
        if let Some(last) = submissions.last() {
            let done: HashSet<&str> = rows.iter().map(|row| row.id.as_str()).collect();
            let is_done = |id: &str| done.contains(id);
            let outlook = look(&submissions, queue.as_ref().unwrap_or(&Queue::new()), is_done);
            describe(&outlook.map_err(unreadable)?, queue.err(), last, &mut text);
        }
        run.console.note(&text);
        Ok(())
    }
}

/// How many runs ended in which way.
fn endings(rows: &[Row]) -> String {
    let mut endings: BTreeMap<String, usize> = BTreeMap::new();
    for row in rows {
        let name = serde_json::to_value(row.status).ok();
        let name = name.as_ref().and_then(|name| name.as_str()).unwrap_or_default().replace('_', " ");
        *endings.entry(name).or_default() += 1;
    }
    let parts: Vec<String> = endings.iter().map(|(name, count)| format!("{count} {name}")).collect();
    if parts.is_empty() { String::new() } else { format!(": {}", parts.join(", ")) }
}

fn describe(outlook: &Outlook, silence: Option<ClusterError>, last: &Submission, text: &mut String) {
    let Outlook { done, running, waiting, waiting_for, lost, ended, .. } = outlook;
    let submitted = done + running + waiting + lost;
    // Writing to a text cannot fail.
    let _ = match silence {
        None => {
            let reasons: Vec<&str> = waiting_for.iter().map(String::as_str).collect();
            let reasons =
                if reasons.is_empty() { String::new() } else { format!(" ({})", reasons.join(", ")) };
            writeln!(
                text,
                "{submitted} runs submitted: {done} done, {running} in jobs that run, {waiting} in jobs that \
                 wait{reasons}, {lost} missing"
            )
        }
        Some(error) => writeln!(
            text,
            "{submitted} runs submitted: {done} done, {lost} missing, perhaps in the queue, which cannot be \
             asked: {error}"
        ),
    };
    for Ended { submission, chunk, missing, log } in ended.iter().take(SHOWN) {
        let _ = writeln!(
            text,
            "  {missing} runs missing of job {chunk} of submission {submission}: {}",
            last_words(log)
        );
    }
    if ended.len() > SHOWN {
        let _ = writeln!(text, "  and {} more jobs", ended.len() - SHOWN);
    }
    if *lost > 0
        && let Ok(script) = fs::read_to_string(last.script())
        && let Some(again) = Script::command_again(&script)
    {
        let _ = writeln!(text, "submit them again with\n  {again}");
    }
}

/// Why a job ended, as far as its log tells: what Slurm said about it, or else the last line.
fn last_words(log: &Path) -> String {
    let bytes = fs::read(log).unwrap_or_default();
    let said = String::from_utf8_lossy(&bytes);
    let lines = || said.lines().rev().map(str::trim).filter(|line| !line.is_empty());
    // Each attempt begins with a line of ours.
    let last_attempt = lines().take_while(|line| !line.starts_with(CHUNK_BEGINS));
    let of_slurm = last_attempt.clone().find(|line| line.starts_with("slurmstepd"));
    match of_slurm.or_else(|| lines().next()) {
        Some(line) => format!("'{line}' ({})", log.display()),
        None => format!("it said nothing ({})", log.display()),
    }
}
