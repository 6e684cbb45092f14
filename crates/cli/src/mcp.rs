//! `extremal mcp`: the planner as tools for agents.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use extremal_mcp::{Access, Settings};

use crate::exit::{Failure, Outcome};
use crate::limits::{Kib, parse_memory, parse_time};

/// Options of `extremal mcp`.
#[derive(Args, Debug)]
pub struct Mcp {
    /// Time for each call: seconds, or with a suffix s, m or h.
    #[arg(long, value_name = "TIME", value_parser = parse_time, default_value = "45")]
    time_limit: Duration,
    /// Memory for each call: MiB, or with a suffix K, M or G.
    #[arg(long, value_name = "MEMORY", value_parser = parse_memory, default_value = "2G")]
    memory_limit: Kib,
    /// Let calls name files below this folder. Without it, no file is opened.
    #[arg(long, value_name = "DIR")]
    folder: Option<PathBuf>,
}

impl Mcp {
    /// Runs the command.
    pub fn run(self) -> Outcome {
        let settings = Settings {
            time: self.time_limit,
            memory_kib: self.memory_limit.kibibytes(),
            access: Access { folder: self.folder },
        };
        match extremal_mcp::run(settings) {
            Ok(()) => Outcome::Success,
            Err(message) => {
                let failure = Failure::new(Outcome::InternalError, message);
                // Standard output belongs to the protocol.
                eprintln!("error: {failure}");
                failure.outcome
            }
        }
    }
}
