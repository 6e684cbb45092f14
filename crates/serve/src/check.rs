//! Checking texts in a worker process, for as long as there is time.

use std::collections::HashSet;
use std::panic::resume_unwind;
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread;

use extremal::limits::{Duration, Instant};
use extremal::{Columns, Diagnostic, FileRole, Severity, SourceFile, Sources, lint};

use crate::protocol::{Checked, Limits, Mark};

/// How long texts are checked before what was found is told: this share of the time that there is. At the end of it the
/// process is ended, and nothing is told at all.
const SHARE: f64 = 0.8;

/// So long texts may be checked.
pub fn time_for_checks(limits: Limits) -> Duration {
    Duration::try_from_secs_f64(limits.seconds * SHARE).unwrap_or_default()
}

/// What is to be said about a domain alone, or about problems with it, as far as it was found in time.
pub fn check(domain: String, problems: Vec<String>, time: Duration) -> Checked {
    found_in_time(problems.len().max(1), time, move |sender| check_all(&domain, &problems, sender))
}

/// What work on so many texts sends in time, text by text.
fn found_in_time(
    texts: usize,
    time: Duration,
    work: impl FnOnce(&Sender<Vec<Mark>>) + Send + 'static,
) -> Checked {
    let deadline = Instant::now().checked_add(time);
    let (sender, received) = channel();
    // A single text can take too long: then it is left alone in its thread.
    let thread = match thread::Builder::new().spawn(move || work(&sender)) {
        Ok(thread) => thread,
        Err(error) => {
            return Checked { marks: Vec::new(), error: Some(format!("nothing was checked: {error}")) };
        }
    };
    let (mut marks, mut checked) = (Vec::new(), 0);
    while checked < texts {
        let left = deadline.map_or(time, |deadline| deadline.saturating_duration_since(Instant::now()));
        match received.recv_timeout(left) {
            Ok(found) => marks.extend(found),
            Err(RecvTimeoutError::Timeout) => break,
            Err(RecvTimeoutError::Disconnected) => {
                // The time is not over: this process is to end as if there were no thread.
                if let Err(panic) = thread.join() {
                    resume_unwind(panic);
                }
                break;
            }
        }
        checked += 1;
    }
    let error =
        (checked < texts).then(|| format!("checked {checked} of {texts} texts, then the time was over"));
    Checked { marks, error }
}

/// Sends what is to be said about one problem after the other, or about the domain if there is none.
fn check_all(domain: &str, problems: &[String], sender: &Sender<Vec<Mark>>) {
    let domain = SourceFile::new("domain", domain);
    if problems.is_empty() {
        let sources = Sources::domain_alone(&domain);
        let marks = lint(&domain, None).iter().map(|found| mark(found, &sources, None)).collect();
        // Nobody listens when the time is over.
        let _ = sender.send(marks);
        return;
    }
    // What is said about the domain is mostly the same for every problem.
    let mut said = HashSet::new();
    for (index, problem) in problems.iter().enumerate() {
        let problem = SourceFile::new("problem", problem.as_str());
        let sources = Sources { domain: &domain, problem: &problem };
        let mut marks = Vec::new();
        for found in lint(&domain, Some(&problem)) {
            let about = (found.file == FileRole::Problem).then_some(index);
            let mark = mark(&found, &sources, about);
            if about.is_some() || said.insert(mark.clone()) {
                marks.push(mark);
            }
        }
        if sender.send(marks).is_err() {
            return;
        }
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    const DOMAIN: &str = "(define (domain d) (:predicates (p)) (:action a :precondition (q) :effect (p)))";

    fn problem(facts: &str) -> String {
        format!("(define (problem e) (:domain d) (:init {facts}) (:goal (r)))")
    }

    #[test]
    fn what_is_said_about_the_domain_is_said_once() {
        let hour = Duration::from_secs(3600);
        let Checked { marks, error } = check(DOMAIN.to_owned(), vec![problem(""), problem("")], hour);
        let about: Vec<_> =
            marks.iter().filter(|mark| mark.severity == "error").map(|mark| mark.problem).collect();
        assert_eq!((about, error), (vec![None, Some(0), Some(1)], None), "{marks:?}");
        let alone = check(DOMAIN.to_owned(), Vec::new(), hour);
        assert!(alone.error.is_none() && !alone.marks.is_empty());
    }

    #[test]
    fn what_was_found_in_time_is_told() {
        let all = check(DOMAIN.to_owned(), vec![problem("")], Duration::from_secs(3600)).marks;
        let (first, (keep, never)) = (all.clone(), channel::<()>());
        let found = found_in_time(3, Duration::from_millis(500), move |sender| {
            sender.send(first).unwrap();
            let _ = never.recv();
        });
        drop(keep);
        assert_eq!(found.marks, all);
        assert_eq!(found.error.as_deref(), Some("checked 1 of 3 texts, then the time was over"));
    }

    #[test]
    #[should_panic = "a mistake of ours"]
    fn a_panic_is_not_told_as_the_end_of_the_time() {
        found_in_time(1, Duration::from_secs(3600), |_| panic!("a mistake of ours"));
    }
}
