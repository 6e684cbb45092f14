//! What `extremal translate` reports: as text with the lines that Downward Lab reads, or as JSON.

use std::fmt;

use extremal::NoPlan;
use extremal::limits::peak_memory_kib;
use extremal::sas::{Statistics, Status, Times};
use serde::Serialize;

use crate::exit::{Failure, Outcome};
use crate::no_plan::Explained;
use crate::sizes::Sizes;
use crate::stopwatch::Taken;

/// The status of a task that needs no search.
const SOLVED: &str = "solved";

/// The report, filled in while translation goes on. Sizes are unknown until it is done.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Report {
    status: &'static str,
    #[serde(flatten)]
    sizes: Sizes,
    parse_seconds: f64,
    normalise_seconds: f64,
    ground_seconds: f64,
    invariant_seconds: f64,
    encode_seconds: f64,
    write_seconds: f64,
    total_seconds: f64,
    peak_memory_kib: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<String>,
    #[serde(flatten)]
    no_plan: Explained,
    #[serde(skip)]
    outcome: Outcome,
    #[serde(skip)]
    phases: Vec<String>,
    #[serde(skip)]
    total: Taken,
}

impl Report {
    /// Notes how long reading and checking took.
    pub fn parsed(&mut self, taken: Taken) {
        self.parse_seconds = taken.wall.as_secs_f64();
        self.phases.push(format!("Parsing: {taken}"));
    }

    /// Notes how long normalisation took.
    pub fn normalised(&mut self, taken: Taken) {
        self.normalise_seconds = taken.wall.as_secs_f64();
        self.phases.push(format!("Normalizing task: {taken}"));
    }

    /// Notes what translation took and found.
    pub fn translated(&mut self, times: Times, status: &Status) {
        self.ground_seconds = times.ground.as_secs_f64();
        self.invariant_seconds = times.invariants.as_secs_f64();
        self.encode_seconds = times.encode.as_secs_f64();
        // Of these only the wall-clock time is known, which is not what Downward Lab looks for.
        self.phases.push(format!("Instantiating: {:.3}s wall-clock", self.ground_seconds));
        self.phases.push(format!("Computing fact groups: {:.3}s wall-clock", self.invariant_seconds));
        self.phases.push(format!("Translating task: {:.3}s wall-clock", self.encode_seconds));
        if *status == Status::GoalHolds {
            self.status = SOLVED;
            self.message = Some("the goal holds already: the empty plan solves the task".to_owned());
        }
    }

    /// Notes why there is no plan.
    pub fn unsolvable(&mut self, why: NoPlan) {
        self.no_plan = why.into();
    }

    /// Notes the sizes of the task.
    pub fn sizes(&mut self, sizes: Statistics) {
        self.sizes = sizes.into();
    }

    /// Notes how long writing the output took.
    pub fn written(&mut self, taken: Taken) {
        self.write_seconds = taken.wall.as_secs_f64();
        self.phases.push(format!("Writing output: {taken}"));
    }

    /// Notes how the run ended and what it took in all.
    pub fn ended(&mut self, result: Result<Outcome, &Failure>, total: Taken) {
        self.outcome = result.unwrap_or_else(|failure| failure.outcome);
        if !(self.outcome == Outcome::Success && self.status == SOLVED) {
            self.status = self.outcome.status();
        }
        if let Err(failure) = result {
            self.message = Some(failure.to_string());
        }
        self.total_seconds = total.wall.as_secs_f64();
        self.total = total;
        self.peak_memory_kib = peak_memory_kib();
    }

    /// The report as a JSON object on lines of its own.
    pub fn to_json(&self) -> String {
        // Strings and numbers only: this cannot fail.
        serde_json::to_string_pretty(self).unwrap_or_default() + "\n"
    }
}

/// The report as text.
impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.phases.iter().try_for_each(|phase| writeln!(f, "{phase}"))?;
        write!(f, "{}", self.sizes)?;
        if let Some(kib) = self.peak_memory_kib {
            writeln!(f, "Translator peak memory: {kib} KB")?;
        }
        match self.outcome {
            Outcome::Success => {
                writeln!(f, "Done! {}", self.total)?;
                if let Some(message) = &self.message {
                    writeln!(f, "Note: {message}.")?;
                }
            }
            Outcome::Unsolvable => {
                writeln!(f, "Done! {}", self.total)?;
                f.write_str(&self.no_plan.text)?;
            }
            _ => {}
        }
        writeln!(f, "translate exit code: {}", self.outcome.code())
    }
}
