//! Small tasks from PDDL text.

use extremal_pddl::{SourceFile, Task, parse_task};
use extremal_validate::{Explanation, PlanText, Verdict, validate};

/// The task of a domain and a problem; both must be right.
pub fn task(domain: &str, problem: &str) -> Task {
    let (domain, problem) =
        (SourceFile::new("domain.pddl", domain), SourceFile::new("problem.pddl", problem));
    parse_task(&domain, &problem).unwrap_or_else(|errors| panic!("{errors:?}")).0
}

/// The verdict on the text of a plan.
pub fn verdict(task: &Task, plan: &str) -> Verdict {
    validate(task, &PlanText::read(plan.as_bytes()).unwrap(), None).unwrap()
}

/// The verdict in words.
#[allow(dead_code, reason = "not every test file prints verdicts")]
pub fn words(task: &Task, plan: &str) -> String {
    Explanation { plan_name: "plan", verdict: &verdict(task, plan) }.to_string()
}
