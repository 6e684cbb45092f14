//! `extremal serve`: the planner as a service over HTTP.

use std::fs;
use std::io::{self, Write};
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::process::Command;
use std::time::Duration;

use clap::Args;
use extremal::Planner;
use extremal_serve::{Limits, Options, default_state};

use crate::exit::{Failure, Outcome};
use crate::limits::{Kib, parse_memory, parse_time};

/// Options of `extremal serve`.
#[derive(Args, Clone, Debug)]
pub struct Serve {
    /// Listen on this address. By default, only this machine can connect.
    #[arg(long, value_name = "ADDRESS", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    host: IpAddr,
    /// Listen on this port; 0 picks a free one.
    #[arg(long, value_name = "PORT", default_value_t = 5001)]
    port: u16,
    /// Refuse requests without this token, in a header `Authorization: Bearer TOKEN`.
    #[arg(long, value_name = "TOKEN", conflicts_with = "token_file")]
    token: Option<String>,
    /// Read the token from a file, where other users of this machine cannot see it.
    #[arg(long, value_name = "FILE")]
    token_file: Option<PathBuf>,
    /// Run up to N jobs at once [default: one for each core].
    #[arg(long, value_name = "N")]
    workers: Option<usize>,
    /// Queue up to N jobs; refuse more.
    #[arg(long, value_name = "N", default_value_t = 1000)]
    queue: usize,
    /// Queue up to N jobs of one client [default: half of --queue].
    #[arg(long, value_name = "N")]
    queue_per_client: Option<usize>,
    /// Time limit per job: seconds, or with a suffix s, m or h.
    #[arg(long, value_name = "TIME", default_value = "20s", value_parser = parse_time)]
    time_limit: Duration,
    /// Memory limit per job: MiB, or with a suffix K, M or G.
    #[arg(long, value_name = "MEMORY", default_value = "1G", value_parser = parse_memory)]
    memory_limit: Kib,
    /// Largest body of a request.
    #[arg(long, value_name = "MEMORY", default_value = "16M", value_parser = parse_memory)]
    max_body: Kib,
    /// How long to keep results.
    #[arg(long, value_name = "TIME", default_value = "1h", value_parser = parse_time)]
    keep: Duration,
    /// On SIGTERM, wait this long for jobs to finish.
    #[arg(long, value_name = "TIME", default_value = "30s", value_parser = parse_time)]
    drain: Duration,
    /// Keep the journal of jobs in this folder, so that none is lost when the service stops
    /// [default: $XDG_STATE_HOME/extremal/serve-PORT].
    #[arg(long, value_name = "DIR")]
    state: Option<PathBuf>,
    /// Prefix job ids with this name, so that a load balancer can route by it.
    #[arg(long, value_name = "NAME", value_parser = parse_name)]
    name: Option<String>,
    /// Offer a search under another planner's name; may be repeated.
    #[arg(long, value_name = "NAME=SEARCH", value_parser = parse_alias)]
    alias: Vec<(String, String)>,
    /// Serve the playground at /playground: the file playground.html that `cargo xtask playground` makes.
    #[arg(long, value_name = "FILE")]
    playground: Option<PathBuf>,
    /// Trust the header `X-Forwarded-For` to name the client. Only for services behind a proxy.
    #[arg(long)]
    behind_proxy: bool,
}

fn parse_name(text: &str) -> Result<String, String> {
    let is_word = text.len() <= 32 && text.chars().all(|c| c.is_ascii_alphanumeric());
    if is_word { Ok(text.to_owned()) } else { Err("expected at most 32 letters and digits".to_owned()) }
}

fn parse_alias(text: &str) -> Result<(String, String), String> {
    let (name, search) = text.split_once('=').ok_or("expected NAME=SEARCH, such as lama=lama-first")?;
    let is_name = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
    if name.is_empty() || !name.chars().all(is_name) {
        return Err("the name may have letters, digits, and the characters - _ .".to_owned());
    }
    Planner::new().search(search).map_err(|error| error.to_string())?;
    Ok((name.to_owned(), search.to_owned()))
}

impl Serve {
    /// Runs the command.
    pub fn run(self) -> Outcome {
        let served = self.options().and_then(|options| {
            let failed = |error: io::Error| Failure::new(Outcome::InternalError, error.to_string());
            let program = std::env::current_exe().map_err(failed)?;
            let worker = move || {
                let mut command = Command::new(&program);
                command.arg(WORKER);
                command
            };
            let listening = |address: SocketAddr| {
                // Whoever reads this knows that all is ready; whoever does not needs no answer.
                let _ = writeln!(io::stdout(), "Listening on http://{address}");
            };
            extremal_serve::serve(options, Box::new(worker), listening).map_err(|error| {
                let message = format!("cannot serve on {}:{}: {error}", self.host, self.port);
                Failure::new(Outcome::OutputFailed, message)
            })
        });
        match served {
            Ok(()) => Outcome::Success,
            Err(failure) => {
                let _ = writeln!(io::stderr(), "error: {failure}");
                failure.outcome
            }
        }
    }

    fn options(&self) -> Result<Options, Failure> {
        let read = |file: &PathBuf| {
            fs::read_to_string(file).map_err(|error| {
                Failure::of_file(Outcome::InvalidInput, file.display().to_string(), error.to_string())
            })
        };
        let token = match &self.token_file {
            Some(file) => Some(read(file)?.trim().to_owned()),
            None => self.token.clone(),
        };
        if token.as_deref().is_some_and(str::is_empty) {
            return Err(Failure::new(Outcome::Usage, "the token is empty"));
        }
        let state = self.state.clone().or_else(|| default_state(self.port));
        let state = state
            .ok_or_else(|| Failure::new(Outcome::Usage, "name a folder for the journal with --state"))?;
        let usual = Options::new(state);
        Ok(Options {
            listen: SocketAddr::from((self.host, self.port)),
            token,
            workers: self.workers.unwrap_or(usual.workers).max(1),
            queue: self.queue,
            queue_per_client: self.queue_per_client.unwrap_or(self.queue.div_ceil(2)),
            limits: Limits {
                seconds: self.time_limit.as_secs_f64(),
                mebibytes: self.memory_limit.mebibytes(),
            },
            max_body: usize::try_from(self.max_body.mebibytes() << 20).unwrap_or(usize::MAX),
            keep: self.keep,
            drain: self.drain,
            name: self.name.clone().unwrap_or_default(),
            aliases: self.alias.clone(),
            behind_proxy: self.behind_proxy,
            playground: self.playground.as_ref().map(read).transpose()?,
            ..usual
        })
    }
}

/// The name of the command that a worker process runs.
pub const WORKER: &str = "serve-worker";

/// Does one job for the service.
pub fn work() -> Outcome {
    match extremal_serve::work() {
        Ok(()) => Outcome::Success,
        Err(error) => {
            // The service keeps this as the reason.
            let _ = writeln!(io::stderr(), "standard output: {error}");
            Outcome::OutputFailed
        }
    }
}
