//! What a long run is doing, for the status line.

use std::sync::Arc;

use extremal_limits::{Budget, Duration, Instant, Phase, resident_memory_kib};
use extremal_plot::grouped;

use crate::console::Console;
use crate::search_progress::SearchProgress;

/// Runs that are shorter than this show no progress.
const SILENCE: Duration = Duration::from_millis(300);
/// How often the line changes.
const INTERVAL: Duration = Duration::from_millis(100);

/// The time between two lines where there is no terminal.
const LINE_INTERVAL: Duration = Duration::from_secs(10);

/// Keeps the status line up to date.
pub struct Display {
    console: Arc<Console>,
    last: Option<Instant>,
}

impl Display {
    /// A display in the status line or, where there is no terminal, in single lines.
    pub fn new(console: Arc<Console>) -> Self {
        Display { console, last: None }
    }

    /// Shows the state of the run, if it is time to.
    pub fn update(&mut self, budget: &Budget, search: &SearchProgress) {
        let line = self.console.status_line();
        let (silence, interval) =
            if line.is_enabled() { (SILENCE, INTERVAL) } else { (LINE_INTERVAL, LINE_INTERVAL) };
        let too_soon = budget.elapsed() < silence || self.last.is_some_and(|last| last.elapsed() < interval);
        if !too_soon {
            self.last = Some(Instant::now());
            let (phase, done) = budget.progress();
            let (begin, end) = match phase {
                Phase::Searching => (search.describe(), search.describe_member()),
                _ => (describe(phase, done), String::new()),
            };
            let text = begin + &describe_use(budget.elapsed(), resident_memory_kib()) + &end;
            if line.is_enabled() { line.show(&text) } else { self.console.note(&(text + "\n")) }
        }
    }
}

fn describe(phase: Phase, done: u64) -> String {
    match done {
        0 => name(phase).to_owned(),
        _ => format!("{}: {} {}", name(phase), grouped(done), unit(phase)),
    }
}

/// Time and memory, as the end of a line.
fn describe_use(elapsed: Duration, memory_kib: Option<u64>) -> String {
    let memory = memory_kib.map_or(String::new(), |kib| format!(", {} MB", grouped(kib / 1024)));
    format!(", {:.1} s{memory}", elapsed.as_secs_f64())
}

/// The phase as a word.
pub fn name(phase: Phase) -> &'static str {
    match phase {
        Phase::Parsing => "Parsing",
        Phase::Normalising => "Normalising",
        Phase::Grounding => "Grounding",
        Phase::Instantiating => "Instantiating",
        Phase::Invariants => "Finding invariants",
        Phase::Encoding => "Encoding",
        Phase::Simplifying => "Simplifying",
        Phase::Preparing => "Preparing the search",
        Phase::Searching => "Searching",
        Phase::Writing => "Writing",
        Phase::Validating => "Validating",
        Phase::Simulating => "Simulating",
    }
}

/// What the phase counts.
fn unit(phase: Phase) -> &'static str {
    match phase {
        Phase::Grounding => "atoms",
        Phase::Instantiating | Phase::Encoding | Phase::Simplifying => "operators",
        Phase::Invariants => "candidates",
        Phase::Parsing | Phase::Writing => "bytes",
        Phase::Normalising => "actions",
        Phase::Validating => "steps",
        Phase::Simulating => "runs",
        Phase::Preparing => "parts",
        Phase::Searching => "evaluations",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unknown_amounts_are_left_out() {
        let time = Duration::from_millis(1500);
        assert_eq!(describe(Phase::Parsing, 0) + &describe_use(time, None), "Parsing, 1.5 s");
        let text = describe(Phase::Grounding, 12_000) + &describe_use(time, Some(2048));
        assert_eq!(text, "Grounding: 12,000 atoms, 1.5 s, 2 MB");
    }
}
