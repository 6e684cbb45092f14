//! A worker process: it does one piece of work for the service, and ends.

use std::io;
use std::time::Duration;

use extremal::{Budget, Explanation, PlanText, Position, SourceFile, TaskText, Verdict};
use extremal_workers::{Tolerance, Watchdog, answer, orders};

use crate::bounds::{shorten_checked, shorten_validation};
use crate::check::{check, time_for_checks};
use crate::protocol::{Answer, Limits, Order, Validation};
use crate::solve::solve;

/// A job may have 5 % more memory than its limit for a moment. What the allocator reserves comes on top of what it counts.
const TOLERANCE: Tolerance = Tolerance { percent: 2, kib: 0 };

/// Does what is asked for on standard input.
pub fn work() -> io::Result<()> {
    let watchdog = Watchdog::start(TOLERANCE);
    let orders = orders::<Order>();
    let Ok(order) = orders.recv() else { return Ok(()) };
    let budget = limit(order.limits(), &watchdog);
    match order {
        Order::Solve(request, _) => solve(&request, &budget),
        Order::Check { domain, problems, limits } => {
            let mut checked = check(domain, problems, time_for_checks(limits));
            shorten_checked(&mut checked);
            answer(&Answer::Checked(checked))
        }
        Order::Validate { domain, problem, plan, .. } => {
            let mut validation = validate(&domain, &problem, &plan, &budget);
            shorten_validation(&mut validation);
            answer(&Answer::Validated(Box::new(validation)))
        }
    }
}

/// Limits what this process may use from now on.
fn limit(limits: Limits, watchdog: &Watchdog) -> Budget {
    let time = Duration::try_from_secs_f64(limits.seconds).unwrap_or(Duration::ZERO);
    let kib = limits.mebibytes.saturating_mul(1024);
    let budget = Budget::new(Some(time), Some(kib)).of_whole_process();
    watchdog.watch(&budget, Some(kib));
    #[cfg(unix)]
    {
        use rustix::process::{Resource, Rlimit, getrlimit, nice, setrlimit};
        // One allocation that is far too large must fail before anybody can look.
        let bytes = kib.saturating_mul(1024);
        let most = Some(bytes.saturating_add(bytes / 20));
        let old = getrlimit(Resource::Data);
        let lower = |old: Option<u64>| old.map_or(most, |old| most.map(|most| most.min(old)));
        let new = Rlimit { current: lower(old.current), maximum: lower(old.maximum) };
        // Where these cannot be had, the watchdog is left.
        let _ = setrlimit(Resource::Data, new);
        let none = Rlimit { current: Some(0), maximum: Some(0) };
        let _ = setrlimit(Resource::Core, none);
        // Nothing that a job asks for is to be written to a file.
        let _ = setrlimit(Resource::Fsize, none);
        // The service itself must always be able to answer.
        let _ = nice(5);
    }
    budget
}

fn validate(domain: &str, problem: &str, plan: &str, budget: &Budget) -> Validation {
    let failed = |error: String| Validation { error: Some(error), ..Validation::default() };
    let (domain, problem) = (SourceFile::new("domain", domain), SourceFile::new("problem", problem));
    let task = match (TaskText::Pddl { domain, problem }).check(budget) {
        Ok(task) => task,
        Err(error) => return failed(error.to_string()),
    };
    let verdict = match PlanText::read(plan.as_bytes()) {
        Ok(plan) => match task.validate(&plan, budget) {
            Ok(verdict) => verdict,
            Err(stop) => return failed(stop.to_string()),
        },
        Err(errors) => Verdict::BadPlan { errors },
    };
    let text = Explanation { plan_name: "the plan", verdict: &verdict }.to_string();
    let fault = |place: Position, text: &str| (place.line, place.column, text.to_owned());
    let last_line = plan.lines().count().max(1);
    let faults = match &verdict {
        Verdict::Valid { .. } => Vec::new(),
        Verdict::BadPlan { errors } => {
            errors.iter().map(|error| fault(error.place.start, &error.message)).collect()
        }
        Verdict::FailsToExecute { place, .. } => match place {
            Some(place) => vec![fault(place.start, &text)],
            None => vec![(1, 1, text.clone())],
        },
        _ => vec![(last_line, 1, text.clone())],
    };
    let cost = match &verdict {
        Verdict::Valid { cost, .. } => serde_json::to_value(cost).ok(),
        _ => None,
    };
    Validation { valid: verdict.is_valid(), text, cost, error: None, faults }
}
