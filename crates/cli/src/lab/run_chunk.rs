//! `extremal lab run-chunk`: what one job of an array does.

use std::path::PathBuf;

use clap::Args;
use extremal_lab::slurm::{Submission, done_of_chunk};

use crate::console::{Console, MessageOptions};
use crate::exit::{Failure, Outcome};
use crate::lab::carry_out::{Work, carry_out};
use crate::lab::export::unreadable;

/// What the log of an attempt begins with.
pub const CHUNK_BEGINS: &str = "chunk ";

/// Options of `extremal lab run-chunk`.
#[derive(Args, Debug)]
pub struct RunChunk {
    /// The manifest that `lab submit` wrote into the store.
    #[arg(value_name = "MANIFEST")]
    manifest: PathBuf,
    /// The chunk: a line of the manifest, counted from 1.
    #[arg(value_name = "K")]
    chunk: usize,
    /// Worker processes at the same time.
    #[arg(long, value_name = "N", default_value_t = 1)]
    jobs: usize,
    #[command(flatten)]
    messages: MessageOptions,
}

impl RunChunk {
    /// Runs the command.
    pub fn run(self) -> Outcome {
        let console = Console::new(self.messages);
        console.outcome(self.execute(&console).map(|()| Outcome::Success))
    }

    fn execute(&self, console: &Console) -> Result<(), Failure> {
        let manifest = self.manifest.display().to_string();
        let wrong = |message: &str| Failure::of_file(Outcome::InvalidInput, manifest.clone(), message);
        let submission = Submission::of_manifest(&self.manifest)
            .ok_or_else(|| wrong("not a manifest of a store, such as STORE/slurm/0001/manifest.jsonl"))?;
        let mut chunk = submission
            .chunk(self.chunk)
            .map_err(unreadable)?
            .ok_or_else(|| wrong(&format!("there is no chunk {}", self.chunk)))?;
        if !chunk.is_of_this_version() {
            return Err(wrong("planned by another version of this program; submit the experiment again"));
        }
        let planned = chunk.num_runs();
        let done = done_of_chunk(&submission, self.chunk).map_err(|error| {
            Failure::of_file(
                Outcome::InvalidInput,
                submission.store().display().to_string(),
                error.to_string(),
            )
        })?;
        chunk.retain(|run| !done.contains(&run.id));
        let label = format!("{}{}", submission.chunk_prefix(self.chunk), attempt());
        console.note(&format!(
            "{CHUNK_BEGINS}{label}: {planned} runs on {} tasks, {} of them done already\n",
            chunk.batches.len(),
            planned - chunk.num_runs()
        ));
        let work = Work {
            batches: chunk.batches,
            store: submission.store(),
            label: &label,
            jobs: self.jobs,
            traces: None,
        };
        carry_out(work, console, self.messages.is_quiet())
    }
}

/// Names this attempt at the chunk by job, restart and node, as far as Slurm tells them.
fn attempt() -> String {
    let variable = |name: &str, default: &str| {
        let value = std::env::var(name).unwrap_or_else(|_| default.to_owned());
        value.replace(|c: char| !(c.is_ascii_alphanumeric() || c == '_' || c == '.'), "_")
    };
    format!(
        "job{}-restart{}-{}",
        variable("SLURM_JOB_ID", "none"),
        variable("SLURM_RESTART_COUNT", "0"),
        variable("SLURMD_NODENAME", "here")
    )
}
