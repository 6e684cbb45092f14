//! `extremal lab collect`: shards become a database.

use std::path::PathBuf;

use clap::Args;
use extremal_lab::{DATABASE, collect};

use crate::console::MessageOptions;
use crate::exit::Outcome;
use crate::lab::export::{command, unreadable};

/// Options of `extremal lab collect`.
#[derive(Args, Debug)]
pub struct Collect {
    /// The store.
    #[arg(value_name = "DIR")]
    store: PathBuf,
    #[command(flatten)]
    messages: MessageOptions,
}

impl Collect {
    /// Runs the command.
    pub fn run(self) -> Outcome {
        command(self.messages, |run| {
            let rows = collect(&self.store).map_err(unreadable)?;
            let database = self.store.join(DATABASE);
            run.console.note(&format!("{} runs in {}\n", rows.len(), database.display()));
            Ok(())
        })
    }
}
