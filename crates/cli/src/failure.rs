//! What errors of the library mean for a run.

use extremal::Error;
use extremal::pddl::Sources;

use crate::console::Console;
use crate::exit::{Failure, Outcome};

/// The failure that an error is. Mistakes in the text of a task are shown, with their places.
pub fn failure(error: &Error, console: &Console) -> Failure {
    let unsupported = error.is_unsupported();
    let outcome = if unsupported { Outcome::Unsupported } else { Outcome::InvalidInput };
    match error {
        Error::Stopped(stop) => Failure::from(*stop),
        Error::Pddl { diagnostics, domain, problem } => {
            console.diagnostics(diagnostics, &Sources { domain, problem });
            let message = diagnostics.first().map_or("no task found", |diagnostic| &diagnostic.message);
            Failure::new(outcome, message).told()
        }
        Error::Sas(mistake) => {
            console.sas_error(error);
            let message = format!("line {}: {}", mistake.place.start.line, mistake.message);
            Failure::of_file(outcome, &mistake.file, message).told()
        }
        Error::Component(refused) => {
            let failure = Failure::new(Outcome::WrongSearch, error.to_string());
            Failure { excerpt: refused.excerpt(), ..failure }
        }
        Error::InvalidPlan { .. } => Failure::new(Outcome::SearchError, error.to_string()),
        _ => Failure::new(outcome, error.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::console::MessageOptions;
    use extremal::validate::{Cost, PlanText, Verdict};

    #[test]
    fn a_plan_that_is_not_valid_is_an_internal_error() {
        let verdict = Verdict::GoalNotSatisfied { cost: Cost::ZERO, steps: 0, missing: Vec::new() };
        let error = Error::InvalidPlan { plan: PlanText::default(), verdict: Box::new(verdict) };
        let failure = failure(&error, &Console::new(MessageOptions::default()));
        assert_eq!((failure.outcome, failure.outcome.code()), (Outcome::SearchError, 32));
        assert!(failure.message.starts_with("internal error"), "{}", failure.message);
    }
}
