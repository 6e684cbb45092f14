//! Searches of Fast Downward on a SAS+ file.

use std::path::Path;

use anyhow::{Context, Result, bail};

use crate::fast_downward::FastDownward;
use crate::our_search::{REPETITIONS, SHORT, SearchRun, bytes_between, kill_after};
use crate::run::Usage;

/// Runs eager greedy search, again if it was short. What it writes lies beside the SAS+ file.
pub fn theirs(
    fast_downward: &FastDownward,
    sas_file: &Path,
    heuristic: &str,
    seconds: f64,
) -> Result<SearchRun> {
    let (started, _) = once(fast_downward, sas_file, heuristic, 0.0)?;
    let (used, log) = once(fast_downward, sas_file, heuristic, seconds)?;
    let mut search_seconds = log.number(SEARCH_TIME)?;
    if search_seconds < SHORT {
        for _ in 1..REPETITIONS {
            let (_, again) = once(fast_downward, sas_file, heuristic, seconds)?;
            search_seconds = search_seconds.min(again.number(SEARCH_TIME)?);
        }
    }
    Ok(SearchRun {
        evaluations: log.number("Evaluated ")?,
        expansions: log.number("Expanded ")?,
        depth: 0,
        // Fast Downward tells processor time.
        seconds: search_seconds.max(1e-6),
        wall_seconds: search_seconds.max(1e-6),
        bytes: bytes_between(&started, &used),
    })
}

const SEARCH_TIME: &str = "Search time: ";

fn once(
    fast_downward: &FastDownward,
    sas_file: &Path,
    heuristic: &str,
    seconds: f64,
) -> Result<(Usage, Log)> {
    let heuristic = match heuristic {
        "gc" => "goalcount",
        "max" => "hmax",
        other => other,
    };
    let search = format!("eager_greedy([{heuristic}()],max_time={seconds})");
    let plan_file = sas_file.with_extension("their-plan");
    let finished = fast_downward.search_within(kill_after(seconds), &search, sas_file, &plan_file)?;
    let log = Log(finished.output.clone());
    if log.number(SEARCH_TIME).is_err() {
        bail!("Fast Downward: {}", finished.why());
    }
    Ok((finished.usage, log))
}

/// What Fast Downward's search prints.
struct Log(String);

impl Log {
    /// The number after the last occurrence of these words.
    fn number(&self, words: &str) -> Result<f64> {
        let digits =
            |text: &str| text.chars().take_while(|c| c.is_ascii_digit() || *c == '.').collect::<String>();
        let after = self.0.rsplit_once(words).map(|(_, after)| digits(after));
        after
            .and_then(|digits| digits.parse().ok())
            .with_context(|| format!("Fast Downward did not print `{}`", words.trim()))
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
        assert_eq!(log.number(SEARCH_TIME).unwrap(), 0.25);
        assert!(log.number("Expanded ").is_err());
    }
}
