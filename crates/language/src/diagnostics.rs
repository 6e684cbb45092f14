//! What is wrong or odd about the text.

use extremal::{Budget, Diagnostic, Error, FileRole, Severity, SourceFile, Stop, TaskText, lint};

use crate::document::{Document, WordKind};

pub use extremal::Reachable;

/// All that can be said about a domain, or a domain and a problem, without grounding. Fast enough for every keystroke.
pub fn check(domain: &SourceFile, problem: Option<&SourceFile>) -> Vec<Diagnostic> {
    lint(domain, problem)
}

/// What grounding finds out about a task without errors.
#[derive(Debug, Default)]
pub struct Checked {
    /// Why there is no plan, if that can be seen without search, and what is not supported.
    pub diagnostics: Vec<Diagnostic>,
    /// The atoms that can become true.
    pub reachable: Option<Reachable>,
}

/// Grounds a task to see what can be reached. This may take as long as the budget allows.
pub fn check_deeply(domain: &SourceFile, problem: &SourceFile, budget: &Budget) -> Result<Checked, Stop> {
    let text = TaskText::Pddl { domain: domain.clone(), problem: problem.clone() };
    let normalised = text.check(budget).and_then(|task| task.normalise(budget));
    let Some(task) = unless_wrong(normalised)? else { return Ok(Checked::default()) };
    let reachable = task.reachable(budget)?;
    let task = match task.translate(budget) {
        Ok(task) => task,
        Err(Error::Stopped(stop)) => return Err(stop),
        Err(Error::Pddl { diagnostics, .. }) => return Ok(Checked { diagnostics, reachable }),
        Err(_) => return Ok(Checked { diagnostics: Vec::new(), reachable }),
    };
    let mut diagnostics = Vec::new();
    if let Some(proof) = task.proof() {
        let why = task.explain(&proof, budget);
        let text = why.reasons.join("; ");
        let cause = task.root_cause().map(|(cause, _)| cause.clone());
        let goal = (!why.unreachable_goals.is_empty()).then(|| why.unreachable_goals.join(", "));
        diagnostics.push(at_goal(problem, goal, &text));
        diagnostics.extend(cause);
    }
    // The files are as they should be; it is the task that has no plan.
    let as_warning = |diagnostic| Diagnostic { severity: Severity::Warning, ..diagnostic };
    Ok(Checked { diagnostics: diagnostics.into_iter().map(as_warning).collect(), reachable })
}

/// What is wrong with the text is told elsewhere.
fn unless_wrong<T>(result: Result<T, Error>) -> Result<Option<T>, Stop> {
    match result {
        Ok(task) => Ok(Some(task)),
        Err(Error::Stopped(stop)) => Err(stop),
        Err(_) => Ok(None),
    }
}

/// A message at the goal of a problem.
fn at_goal(problem: &SourceFile, unreachable: Option<String>, why: &str) -> Diagnostic {
    let document = Document::of_file(problem.clone());
    let goal = document.uses(WordKind::Keyword, ":goal").next();
    let span = goal.map(|word| word.span).unwrap_or_default();
    let message = match unreachable {
        Some(goals) => {
            format!("the task has no plan: {goals} cannot be reached, even if nothing is ever undone")
        }
        None => "the task has no plan".to_owned(),
    };
    Diagnostic::new("no-plan", FileRole::Problem, span, message).help(why)
}
