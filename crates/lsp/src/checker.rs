//! Checks in threads of their own.
//!
//! One thread checks the text, which takes milliseconds. Another one grounds tasks to see which goals can be reached,
//! which may take long: it waits until nobody types, and stops when the text changes.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use crossbeam_channel::{Receiver, Sender, unbounded};
use extremal::limits::tell_allocated;
use extremal::pddl::parse_problem;
use extremal::pddl::symbol::SymbolTable;
use extremal::{Budget, Diagnostic, FileRole, Severity};
use extremal_language::{Reachable, WordKind, check, check_deeply};

use crate::documents::Entry;

/// How long nobody must have typed before a task is grounded.
const QUIET: Duration = Duration::from_millis(300);
/// Grounding that takes longer is given up: solving would take longer still.
const GROUNDING_TIME: Duration = Duration::from_secs(20);
const GROUNDING_MEMORY_KIB: u64 = 2 << 20;

/// What is to be checked.
#[derive(Clone)]
pub struct Job {
    /// The document for which the check is made; what it finds replaces what was found for it before.
    pub subject: String,
    /// The domain, unless a problem has none.
    pub domain: Option<Entry>,
    /// The problem, unless a domain is checked alone.
    pub problem: Option<Entry>,
    /// Set when the job is of no use any more.
    pub given_up: Arc<AtomicBool>,
}

/// What was found.
pub struct Found {
    /// The job.
    pub job: Job,
    /// The diagnostics.
    pub diagnostics: Vec<Diagnostic>,
    /// What can be reached, if the task was grounded.
    pub reachable: Option<Reachable>,
    /// Whether the task was grounded.
    pub is_deep: bool,
}

impl Job {
    fn is_given_up(&self) -> bool {
        self.given_up.load(Ordering::Relaxed)
    }
}

/// Starts the threads. What they find comes out of the receiver; they end when the sender is dropped.
pub fn start() -> (Sender<Job>, Receiver<Found>) {
    let (jobs, new_jobs) = unbounded::<Job>();
    let (deep_jobs, new_deep_jobs) = unbounded::<Job>();
    let (found, results) = unbounded();
    let deep_found = found.clone();
    thread::spawn(move || {
        for job in new_jobs {
            if job.is_given_up() {
                continue;
            }
            let diagnostics = guarded(|| shallow(&job)).unwrap_or_default();
            let is_right = diagnostics.iter().all(|diagnostic| diagnostic.severity == Severity::Warning);
            let is_task = job.domain.is_some() && job.problem.is_some();
            if found.send(Found { job: job.clone(), diagnostics, reachable: None, is_deep: false }).is_err() {
                return;
            }
            if is_right && is_task && deep_jobs.send(job).is_err() {
                return;
            }
            tell_allocated();
        }
    });
    thread::spawn(move || {
        for job in new_deep_jobs {
            thread::sleep(QUIET);
            if job.is_given_up() {
                continue;
            }
            let (Some(domain), Some(problem)) = (&job.domain, &job.problem) else { continue };
            let budget = Budget::new(Some(GROUNDING_TIME), Some(GROUNDING_MEMORY_KIB));
            let budget = budget.until(Arc::clone(&job.given_up));
            let (domain, problem) = (&domain.document.file, &problem.document.file);
            let checked = guarded(|| check_deeply(domain, problem, &budget).ok()).flatten();
            tell_allocated();
            if let Some(checked) = checked {
                let (diagnostics, reachable) = (checked.diagnostics, checked.reachable);
                if deep_found.send(Found { job, diagnostics, reachable, is_deep: true }).is_err() {
                    return;
                }
            }
        }
    });
    (jobs, results)
}

/// A mistake of ours must not end the server.
fn guarded<T>(work: impl FnOnce() -> T) -> Option<T> {
    catch_unwind(AssertUnwindSafe(work)).ok()
}

fn shallow(job: &Job) -> Vec<Diagnostic> {
    match (&job.domain, &job.problem) {
        (Some(domain), problem) => {
            check(&domain.document.file, problem.as_ref().map(|problem| &problem.document.file))
        }
        (None, Some(problem)) => problem_alone(problem),
        (None, None) => Vec::new(),
    }
}

/// A problem whose domain is nowhere to be found.
fn problem_alone(problem: &Entry) -> Vec<Diagnostic> {
    let document = &problem.document;
    if let Err(diagnostics) = parse_problem(&document.file, &mut SymbolTable::new()) {
        return diagnostics;
    }
    let name = document.occurrences.iter().find(|word| word.kind == WordKind::Domain);
    let Some(name) = name else { return Vec::new() };
    let message = format!(
        "no domain `{}` is open or in this folder, so that this problem is not checked",
        document.text(name.symbol)
    );
    let missing = Diagnostic::new("no-domain", FileRole::Problem, name.span, message);
    vec![Diagnostic { severity: Severity::Warning, ..missing }]
}
