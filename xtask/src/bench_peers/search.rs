//! Searches of both planners on a SAS+ file, and what they did.

use std::path::Path;
use std::process::Command;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use serde_json::Value;

use super::session::Session;
use crate::run::{self, Ending, Limits, Streams, Usage};

/// The same for both.
pub const MEMORY_LIMIT_KIB: u64 = 8 * 1024 * 1024;

/// A search so short that a disturbance shows is repeated, and the fastest counts.
const SHORT: f64 = 0.3;
const REPETITIONS: usize = 3;

/// What one search did.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SearchRun {
    /// Evaluated states.
    pub evaluations: f64,
    /// Expanded states.
    pub expansions: f64,
    /// The deepest node; 0 where it is not told.
    pub depth: u64,
    /// Processor seconds of the search alone, without reading and preparation.
    pub seconds: f64,
    /// Wall-clock seconds of the search alone.
    pub wall_seconds: f64,
    /// Peak memory minus memory when the search began, in bytes.
    pub bytes: f64,
    /// Whether a plan was found.
    pub solved: bool,
}

/// A search of ours.
#[derive(Clone, Debug)]
pub struct Ours<'a> {
    /// Name of the search.
    pub search: &'a str,
    /// Name of the heuristic.
    pub heuristic: &'a str,
    /// Ends the search, if it should end by evaluations.
    pub evaluations: Option<u64>,
    /// Seconds after which it ends anyway.
    pub seconds: f64,
    /// `--threads`, if that is to be passed.
    pub threads: Option<u32>,
}

impl Ours<'_> {
    /// Runs it, again if it was short.
    pub fn run(&self, session: &Session, sas_file: &Path) -> Result<SearchRun> {
        // A search of one evaluation has read and prepared everything.
        let start = || Ours { evaluations: Some(1), ..self.clone() }.once(session, sas_file, 0.0);
        let (mut started, _) = start()?;
        let (mut used, report) = self.once(session, sas_file, started.wall.as_secs_f64())?;
        if processor_seconds(&used) - processor_seconds(&started) < SHORT {
            for _ in 1..REPETITIONS {
                started.cpu = started.cpu.min(start()?.0.cpu);
                used.cpu = used.cpu.min(self.once(session, sas_file, started.wall.as_secs_f64())?.0.cpu);
            }
        }
        let number = |key: &str| report[key].as_f64().with_context(|| format!("no {key} in our report"));
        Ok(SearchRun {
            evaluations: number("evaluations")?,
            expansions: number("expansions")?,
            depth: number("max_depth")? as u64,
            seconds: (processor_seconds(&used) - processor_seconds(&started)).max(1e-4),
            wall_seconds: number("search_seconds")?.max(1e-6),
            bytes: bytes_between(&started, &used),
            solved: report["status"] == "solved",
        })
    }

    fn once(&self, session: &Session, sas_file: &Path, reading: f64) -> Result<(Usage, Value)> {
        let limit = self.seconds + reading;
        let mut command = Command::new(&session.extremal.binary);
        command.args(["solve", "--json", "--quiet", "--plan-file"]).arg(session.path("ours.plan"));
        command.args(["--search", self.search, "--heuristic", self.heuristic]);
        // The start may take as long as it likes: it is the same for every limit.
        let limit = if self.evaluations == Some(1) { 300.0 } else { limit };
        command.arg("--time-limit").arg(format!("{limit:.3}"));
        command.arg("--memory-limit").arg(format!("{MEMORY_LIMIT_KIB}K"));
        if let Some(evaluations) = self.evaluations {
            command.args(["--max-evaluations", &evaluations.to_string()]);
        }
        if let Some(threads) = self.threads {
            command.args(["--threads", &threads.to_string()]);
        }
        command.arg(sas_file);
        let (output, error) = (session.path("ours.json"), session.path("ours.err"));
        let streams = Streams { input: None, output: &output, error: &error };
        let used = run::run(&mut command, kill_after(limit), streams)?;
        let printed = std::fs::read_to_string(&output).unwrap_or_default();
        match serde_json::from_str(&printed) {
            Ok(report) => Ok((used, report)),
            Err(_) => bail!("ours: {}", why_ended(used.ending, &error)),
        }
    }
}

/// Runs Fast Downward's eager greedy search, again if it was short.
pub fn theirs(session: &Session, sas_file: &Path, heuristic: &str, seconds: f64) -> Result<SearchRun> {
    let (started, _) = theirs_once(session, sas_file, heuristic, 0.0)?;
    let (used, log) = theirs_once(session, sas_file, heuristic, seconds)?;
    let mut search_seconds = log.number("Search time: ")?;
    if search_seconds < SHORT {
        for _ in 1..REPETITIONS {
            let again = theirs_once(session, sas_file, heuristic, seconds)?.1;
            search_seconds = search_seconds.min(again.number("Search time: ")?);
        }
    }
    Ok(SearchRun {
        evaluations: log.number("Evaluated ")?,
        expansions: log.number("Expanded ")?,
        depth: 0,
        // Fast Downward tells processor time.
        seconds: search_seconds.max(1e-4),
        wall_seconds: search_seconds.max(1e-6),
        bytes: bytes_between(&started, &used),
        solved: used.ending == Ending::Exited(0),
    })
}

fn theirs_once(session: &Session, sas_file: &Path, heuristic: &str, seconds: f64) -> Result<(Usage, Log)> {
    let heuristic = match heuristic {
        "gc" => "goalcount",
        "max" => "hmax",
        other => other,
    };
    let mut command = Command::new(&session.fast_downward.peer.search);
    command.args(["--search", &format!("eager_greedy([{heuristic}()],max_time={seconds})")]);
    command.arg("--internal-plan-file").arg(session.path("theirs.plan"));
    let (output, error) = (session.path("theirs.log"), session.path("theirs.err"));
    let streams = Streams { input: Some(sas_file), output: &output, error: &error };
    let used = run::run(&mut command, kill_after(seconds), streams)?;
    let log = Log(std::fs::read_to_string(&output).unwrap_or_default());
    if log.number("Search time: ").is_err() {
        bail!("Fast Downward: {}", why_ended(used.ending, &error));
    }
    Ok((used, log))
}

/// What Fast Downward's search prints.
struct Log(String);

impl Log {
    /// The number after the last occurrence of these words.
    fn number(&self, words: &str) -> Result<f64> {
        let after = self.0.rsplit_once(words).map(|(_, after)| after);
        let digits =
            |text: &str| text.chars().take_while(|c| c.is_ascii_digit() || *c == '.').collect::<String>();
        after
            .and_then(|text| digits(text).parse().ok())
            .with_context(|| format!("Fast Downward did not print `{}`", words.trim()))
    }
}

fn processor_seconds(usage: &Usage) -> f64 {
    usage.cpu.as_secs_f64()
}

fn bytes_between(started: &Usage, used: &Usage) -> f64 {
    used.peak_kib.saturating_sub(started.peak_kib) as f64 * 1024.0
}

/// Either planner keeps its limit by itself; only one that hangs is killed.
fn kill_after(seconds: f64) -> Limits {
    Limits { time: Duration::from_secs_f64(seconds + 300.0), memory_kib: Some(MEMORY_LIMIT_KIB) }
}

fn why_ended(ending: Ending, error_file: &Path) -> String {
    let errors = std::fs::read_to_string(error_file).unwrap_or_default();
    let line = errors.lines().map(str::trim).rfind(|line| !line.is_empty()).unwrap_or_default();
    match ending {
        Ending::Exited(code) => format!("exit code {code} {line}"),
        Ending::TimedOut => "hangs".to_owned(),
        Ending::Killed => format!("killed by a signal {line}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_where_they_were_printed_last() {
        let log =
            Log("Evaluated 1 state(s).\n[t=1s] Evaluated 120 state(s).\nSearch time: 0.25s\n".to_owned());
        assert_eq!(log.number("Evaluated ").unwrap(), 120.0);
        assert_eq!(log.number("Search time: ").unwrap(), 0.25);
        assert!(log.number("Expanded ").is_err());
    }

    #[test]
    fn memory_that_was_there_before_does_not_count() {
        let usage = |peak_kib| Usage {
            ending: Ending::Exited(0),
            wall: Duration::ZERO,
            cpu: Duration::ZERO,
            peak_kib,
        };
        assert_eq!(bytes_between(&usage(1000), &usage(1500)), 512_000.0);
        assert_eq!(bytes_between(&usage(1500), &usage(1000)), 0.0);
    }
}
