//! Helpers for tests about diagnostics.

use extremal_pddl::{Diagnostic, SourceFile, Sources, Task, parse_task};

pub const PROBLEM: &str = "(define (problem p) (:domain d) (:init) (:goal (and)))";

/// Parses two texts.
pub fn parse(domain: &str, problem: &str) -> Result<(Task, Vec<Diagnostic>), Vec<Diagnostic>> {
    parse_task(&SourceFile::new("d.pddl", domain), &SourceFile::new("p.pddl", problem))
}

/// One line for each diagnostic: severity, code, place, message, help.
pub fn complaints(domain: &str, problem: &str) -> Vec<String> {
    let diagnostics = match parse(domain, problem) {
        Ok((_, warnings)) => warnings,
        Err(diagnostics) => diagnostics,
    };
    let (domain, problem) = (SourceFile::new("d.pddl", domain), SourceFile::new("p.pddl", problem));
    let sources = Sources { domain: &domain, problem: &problem };
    diagnostics.iter().map(|diagnostic| line(diagnostic, &sources)).collect()
}

fn line(diagnostic: &Diagnostic, sources: &Sources) -> String {
    let severity = diagnostic.severity.name();
    let file = sources.file(diagnostic.file);
    let place = file.position(diagnostic.span.start);
    let help: String = diagnostic.help.iter().map(|help| format!(" | {help}")).collect();
    format!(
        "{severity}[{}] {}:{}:{} {}{help}",
        diagnostic.code, file.name, place.line, place.column, diagnostic.message
    )
}

/// Puts sections into a domain, in the second line.
pub fn domain(sections: &str) -> String {
    format!("(define (domain d) (:requirements :adl :action-costs :derived-predicates)\n{sections})")
}

/// Puts sections into a problem, in the second line.
pub fn problem(sections: &str) -> String {
    format!("(define (problem p) (:domain d)\n{sections})")
}
