//! A worker process: it does one piece of work for the service, and ends.

use std::io;
use std::time::Duration;

use extremal::{
    Budget, Columns, Diagnostic, Explanation, FileRole, PlanText, Severity, SourceFile, Sources, TaskText,
    Verdict, lint,
};
use extremal_workers::{Tolerance, Watchdog, answer, orders};

use crate::bounds::{shorten_marks, shorten_validation};
use crate::protocol::{Answer, Limits, Mark, Order, Validation};
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
        Order::Check { domain, problems, .. } => {
            let mut marks = check(&domain, &problems);
            shorten_marks(&mut marks);
            answer(&Answer::Checked(marks))
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

/// All that is to be said about a domain alone, or about problems with it.
fn check(domain: &str, problems: &[String]) -> Vec<Mark> {
    let domain = SourceFile::new("domain", domain);
    if problems.is_empty() {
        let sources = Sources::domain_alone(&domain);
        return lint(&domain, None).iter().map(|found| mark(found, &sources, None)).collect();
    }
    let mut marks = Vec::new();
    for (index, problem) in problems.iter().enumerate() {
        let problem = SourceFile::new("problem", problem.as_str());
        let sources = Sources { domain: &domain, problem: &problem };
        for found in lint(&domain, Some(&problem)) {
            let about = (found.file == FileRole::Problem).then_some(index);
            let mark = mark(&found, &sources, about);
            // What is said about the domain is the same for every problem.
            if about.is_some() || !marks.contains(&mark) {
                marks.push(mark);
            }
        }
    }
    marks
}

fn mark(found: &Diagnostic, sources: &Sources, problem: Option<usize>) -> Mark {
    let record = found.record(sources, Columns::Utf16);
    let advice = record.help.iter().map(|advice| format!("; {advice}"));
    let severity = match found.severity {
        Severity::Error => "error",
        Severity::Unsupported => "unsupported",
        _ => "warning",
    };
    Mark {
        problem,
        severity: severity.to_owned(),
        code: found.code.to_owned(),
        message: found.message.clone() + &advice.collect::<String>(),
        line: record.place.line,
        column: record.place.column,
        end_line: record.place.end_line,
        end_column: record.place.end_column,
    }
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
    let last_line = plan.lines().count().max(1);
    let faults = match &verdict {
        Verdict::Valid { .. } => Vec::new(),
        Verdict::BadPlan { errors } => {
            errors.iter().map(|error| (error.line, error.column, error.message.clone())).collect()
        }
        Verdict::FailsToExecute { place, .. } => {
            let (line, column) = place.unwrap_or((1, 1));
            vec![(line, column, text.clone())]
        }
        _ => vec![(last_line, 1, text.clone())],
    };
    let cost = match &verdict {
        Verdict::Valid { cost, .. } => serde_json::to_value(cost).ok(),
        _ => None,
    };
    Validation { valid: verdict.is_valid(), text, cost, error: None, faults }
}
