//! What is right PDDL but probably not what was meant: names that nothing uses, conditions that cannot hold,
//! costs without a value.
//!
//! [`lint`] says all that can be said about a domain, or a domain and a problem. The parts of it are pure
//! functions of the syntax tree, because that has the places. `missing_values` alone is about the checked
//! task, and is among the warnings of every task: a cost without a value takes away actions.

mod actions;
mod missing_values;
mod names;
mod walk;

pub(crate) use missing_values::missing_values;

use crate::diagnostic::{Diagnostic, Diagnostics, FileRole, Severity};
use crate::symbol::SymbolTable;
use crate::syntax::{Condition, Domain, Problem};
use crate::{SourceFile, check_domain, check_task, parse_domain, parse_problem};

/// All that can be said about a domain, or about a domain and a problem: errors; or if there are none, warnings
/// about what is odd and what is probably a mistake.
///
/// ```
/// use extremal_pddl::{SourceFile, lint};
///
/// let domain = "(define (domain d) (:predicates (lit ?lamp) (broken ?lamp)) (:action wait :parameters (?lamp)
///     :precondition (lit ?lamp) :effect (and (lit ?lamp) (not (lit ?lamp)))))";
/// let codes: Vec<&str> = lint(&SourceFile::new("d", domain), None).iter().map(|found| found.code).collect();
/// assert_eq!(codes, ["unused-predicate", "added-and-deleted"]);
/// ```
pub fn lint(domain: &SourceFile, problem: Option<&SourceFile>) -> Vec<Diagnostic> {
    let mut found = match problem {
        Some(problem) => check_task(domain, problem),
        None => check_domain(domain),
    };
    if found.iter().any(|diagnostic| diagnostic.severity != Severity::Warning) {
        return found;
    }
    let mut symbols = SymbolTable::new();
    let domain = parse_domain(domain, &mut symbols);
    let problem = problem.map(|problem| parse_problem(problem, &mut symbols));
    let (Ok(domain), Some(problem)) = (domain, problem.transpose().ok()) else { return found };
    let mut lints = Lints { symbols: &symbols, diagnostics: Diagnostics::default() };
    lints.all(&domain, problem.as_ref());
    found.extend(lints.diagnostics.finish());
    found.sort_by_key(|diagnostic| (diagnostic.file, diagnostic.span.start));
    found
}

/// Whether a problem says nothing about its domain: somebody has only begun it, or an editor has made it up because it always
/// gives a checker two files.
fn is_blank(problem: &Problem) -> bool {
    let has_no_goal = match &problem.goal {
        None => true,
        Some(Condition::And(parts, _)) => parts.is_empty(),
        Some(_) => false,
    };
    has_no_goal && problem.init.as_ref().is_none_or(Vec::is_empty)
}

struct Lints<'a> {
    symbols: &'a SymbolTable,
    diagnostics: Diagnostics,
}

impl Lints<'_> {
    fn all(&mut self, domain: &Domain, problem: Option<&Problem>) {
        let problem = problem.filter(|problem| !is_blank(problem));
        self.unused_names(domain, problem);
        for action in &domain.actions {
            self.action(action);
        }
        if let Some(problem) = problem {
            self.never_true(domain, problem);
            self.functions_without_values(domain, problem);
        }
    }

    fn warn(&mut self, code: &'static str, file: FileRole, span: crate::Span, message: String, help: &str) {
        self.diagnostics.warning(|| {
            let found = Diagnostic::new(code, file, span, message);
            if help.is_empty() { found } else { found.help(help) }
        });
    }
}
