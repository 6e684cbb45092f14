//! What a run with `--anytime` reports besides the last plan.

use extremal::validate::Cost;
use extremal::{AnytimeEnd, Counters, Plan};
use serde::Serialize;

use crate::exit::Outcome;

/// All plans of a run, each cheaper than the one before.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Improvements {
    plans: Vec<FoundPlan>,
    proven_optimal: bool,
    /// Why there are no further plans.
    end: Option<&'static str>,
}

#[derive(Clone, Debug, Serialize)]
struct FoundPlan {
    cost: Cost,
    length: usize,
    evaluations: u64,
    seconds: f64,
    file: Option<String>,
}

impl Improvements {
    /// Notes a plan and describes it in a line.
    pub fn add(&mut self, plan: &Plan, counters: &Counters, seconds: f64, file: Option<String>) -> String {
        let (cost, length, evaluations) = (plan.cost, plan.steps.len(), counters.evaluations);
        let written = file.as_ref().map(|file| format!(", written to {file}")).unwrap_or_default();
        self.plans.push(FoundPlan { cost, length, evaluations, seconds, file });
        let number = self.plans.len();
        format!(
            "Plan {number}: cost {cost}, {length} actions, {evaluations} evaluations, {seconds:.2}s{written}"
        )
    }

    /// Notes how the search ended by itself.
    pub fn ended(&mut self, end: AnytimeEnd) {
        self.proven_optimal = end == AnytimeEnd::Optimal;
        self.end = Some(match end {
            AnytimeEnd::Optimal => "proven_optimal",
            AnytimeEnd::Exhausted => "exhausted",
            AnytimeEnd::EvaluationLimit => "evaluation_limit",
            AnytimeEnd::ExpansionLimit => "expansion_limit",
            AnytimeEnd::Stopped(stop) => Outcome::SearchStopped(stop).status(),
            // Whoever took the plans has enough of them.
            _ => return,
        });
    }

    /// Notes how the run ended, and explains in a line why there are no further plans.
    pub fn explain(&mut self, outcome: Outcome) -> Option<String> {
        if let Outcome::StoppedAfterPlan(stop) | Outcome::SearchStopped(stop) = outcome {
            self.end = Some(Outcome::SearchStopped(stop).status());
        }
        let last = self.plans.last()?;
        let why = match self.end? {
            "proven_optimal" => return Some(format!("The plan of cost {} is optimal.", last.cost)),
            "exhausted" => "the search space is exhausted, but pruned states may lead to a cheaper plan",
            "evaluation_limit" => "the limit of evaluations was reached",
            "expansion_limit" => "the limit of expansions was reached",
            "out_of_time" => "out of time",
            "out_of_memory" => "out of memory",
            end => end,
        };
        Some(format!("No cheaper plan found: {why}. There may be one."))
    }
}
