//! Edits that mend what a diagnostic complains about.

use extremal::{Diagnostic, Edit, FileRole, Span};

use crate::document::{Document, WordKind};

/// A named set of edits.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fix {
    /// What is done, as a menu shows it.
    pub title: String,
    /// The edits, which belong together.
    pub edits: Vec<Edit>,
}

/// What can be done about a diagnostic of a domain, or of a problem with its domain.
pub fn fixes(diagnostic: &Diagnostic, domain: &Document, problem: Option<&Document>) -> Vec<Fix> {
    let mut found = Vec::new();
    if !diagnostic.fix.is_empty() {
        found.push(Fix { title: title(diagnostic, domain, problem), edits: diagnostic.fix.clone() });
    }
    if let Some(requirement) = missing_requirement(diagnostic) {
        let (at, text) = place_for_requirement(domain, requirement);
        let edit = Edit { file: FileRole::Domain, span: Span { start: at, end: at }, replacement: text };
        found.push(Fix { title: format!("Add `{requirement}` to the requirements"), edits: vec![edit] });
    }
    found
}

fn title(diagnostic: &Diagnostic, domain: &Document, problem: Option<&Document>) -> String {
    let edits = &diagnostic.fix;
    let is_same = edits.iter().all(|edit| edit.replacement == edits[0].replacement);
    let source = match edits[0].file {
        FileRole::Domain => domain.source(edits[0].span),
        FileRole::Problem => problem.unwrap_or(domain).source(edits[0].span),
    };
    let places = if edits.len() > 1 { format!(" ({} places)", edits.len()) } else { String::new() };
    match (is_same, source.is_empty(), edits[0].replacement.is_empty()) {
        (true, false, true) => format!("Remove `{source}`{places}"),
        (true, false, false) => format!("Replace `{source}` by `{}`{places}", edits[0].replacement.trim()),
        (true, true, _) if edits.len() == 1 => format!("Insert `{}`", edits[0].replacement.trim()),
        _ => diagnostic.help.first().cloned().unwrap_or_else(|| "Mend this".to_owned()),
    }
}

/// The requirement, with its colon, that a diagnostic misses.
pub(crate) fn missing_requirement(diagnostic: &Diagnostic) -> Option<&str> {
    let advice = diagnostic.help.iter().find(|advice| advice.contains(":requirements"))?;
    Some(advice.strip_prefix("add `")?.split_once('`')?.0)
}

/// Where a requirement is added, and the text for it.
fn place_for_requirement(domain: &Document, requirement: &str) -> (u32, String) {
    let last = domain.occurrences.iter().rev().find(|word| word.kind == WordKind::Requirement);
    if let Some(last) = last {
        return (last.span.end, format!(" {requirement}"));
    }
    let section = domain.uses(WordKind::Keyword, ":requirements").next();
    if let Some(section) = section {
        return (section.span.end, format!(" {requirement}"));
    }
    let title = domain.declared(WordKind::Domain).next();
    (title.map_or(0, |title| title.span.end), format!("\n  (:requirements {requirement})"))
}
