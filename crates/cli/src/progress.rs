//! What a long run is doing, for the status line.

use std::sync::Arc;
use std::time::{Duration, Instant};

use extremal_limits::{Budget, Phase, resident_memory_kib};

use crate::console::Console;
use crate::search_progress::SearchProgress;

/// Who waits no longer than this wants no progress.
const SILENCE: Duration = Duration::from_millis(300);
/// How often the line changes.
const INTERVAL: Duration = Duration::from_millis(100);

/// Where there is no terminal, so much time lies between two lines.
const LINE_INTERVAL: Duration = Duration::from_secs(10);

/// Keeps the status line up to date.
pub struct Display {
    console: Arc<Console>,
    last: Option<Instant>,
}

impl Display {
    /// A display in the status line, or where there is no terminal, in a line now and then.
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

/// A number with a comma after each three digits.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_are_grouped_by_three() {
        let texts = [0, 999, 1000, 1_234_567].map(grouped);
        assert_eq!(texts, ["0", "999", "1,000", "1,234,567"]);
    }

    #[test]
    fn unknown_amounts_are_left_out() {
        let time = Duration::from_millis(1500);
        assert_eq!(describe(Phase::Parsing, 0) + &describe_use(time, None), "Parsing, 1.5 s");
        let text = describe(Phase::Grounding, 12_000) + &describe_use(time, Some(2048));
        assert_eq!(text, "Grounding: 12,000 atoms, 1.5 s, 2 MB");
    }
}
