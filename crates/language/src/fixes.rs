//! Edits that mend what a diagnostic complains about.

use extremal::{Diagnostic, Edit, FileRole, Span};

use crate::document::{Declaration, Document, WordKind};

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
        let title = format!("Add `{requirement}` to the requirements");
        found.push(Fix { title, edits: vec![insert(FileRole::Domain, at, text)] });
    }
    let document = match diagnostic.file {
        FileRole::Domain => domain,
        FileRole::Problem => problem.unwrap_or(domain),
    };
    found.extend(match diagnostic.code {
        "unclosed-parenthesis" => close_parenthesis(diagnostic, document),
        "undeclared-predicate" => declare_predicate(diagnostic, document, domain),
        "domain-name-differs" => name_domain(diagnostic, domain),
        _ => None,
    });
    found
}

fn insert(file: FileRole, at: u32, text: impl Into<String>) -> Edit {
    Edit { file, span: Span { start: at, end: at }, replacement: text.into() }
}

/// Closes a list before the section or the part of an action that cannot be in it. If more than one parenthesis is
/// missing, the next is found when this one is there.
fn close_parenthesis(diagnostic: &Diagnostic, document: &Document) -> Option<Fix> {
    let next = diagnostic.labels.first()?.span.start;
    // An atom has an end of its own, before what follows in its list.
    let before_next = document.source(Span { start: diagnostic.span.start, end: next });
    let head = before_next.strip_prefix('(')?.split_ascii_whitespace().next()?;
    let takes_lists = ["and", "or", "not", "imply", "when", "forall", "exists"];
    if !head.starts_with(':') && !takes_lists.iter().any(|word| word.eq_ignore_ascii_case(head)) {
        return None;
    }
    let at = diagnostic.span.start + end_of_code(&before_next)?;
    Some(Fix { title: "Insert `)`".to_owned(), edits: vec![insert(diagnostic.file, at, ")")] })
}

/// Where the code ends in a text before a keyword: comments, blanks, and the parenthesis of the keyword do not count.
fn end_of_code(text: &str) -> Option<u32> {
    let text = text.strip_suffix('(').unwrap_or(text);
    let mut from = text.len();
    for line in text.split('\n').rev() {
        let start = from - line.len();
        let code = line.split(';').next().unwrap_or_default().trim_end();
        if !code.is_empty() {
            return u32::try_from(start + code.len()).ok();
        }
        from = start.saturating_sub(1);
    }
    None
}

/// Declares a predicate with the types of the arguments that it has here.
fn declare_predicate(diagnostic: &Diagnostic, document: &Document, domain: &Document) -> Option<Fix> {
    let place = document.occurrences.iter().position(|word| word.span.start == diagnostic.span.start)?;
    let rest = document.source(Span { start: diagnostic.span.start, end: document.file.bytes.len() as u32 });
    let end = diagnostic.span.start + u32::try_from(rest.find(')')?).ok()?;
    let name = document.source(document.occurrences[place].span);
    let arguments = document.occurrences[place + 1..].iter().take_while(|word| word.span.start < end);
    let mut declaration = format!("({name}");
    for (number, argument) in (1..).zip(arguments) {
        let is_meant = |declaration: &&Declaration| match argument.binding {
            Some(binding) => declaration.binding == Some(binding),
            None => declaration.kind == WordKind::Object && declaration.name == argument.symbol,
        };
        let known = document.declarations.iter().find(is_meant);
        let own_name = format!(" {}", document.text(argument.symbol));
        let is_used = declaration.split(' ').any(|word| word == own_name.trim_start());
        match argument.kind == WordKind::Variable && !is_used {
            true => declaration += &own_name,
            false => declaration += &format!(" ?x{number}"),
        }
        if let Some([kind]) = known.map(|known| &known.types[..]) {
            declaration += &format!(" - {}", document.text(*kind));
        }
    }
    declaration.push(')');
    let section = domain.owners.iter().find(|owner| domain.text(owner.name) == ":predicates")?;
    let title = format!("Declare `{declaration}`");
    let last = domain.declared(WordKind::Predicate).last();
    let (at, indent) = match last {
        Some(last) => (last.span.end, indent(domain, last.span.start)),
        None => (section.name_span.end, None),
    };
    let gap = indent.map_or(" ".to_owned(), |indent| format!("\n{indent}"));
    Some(Fix { title, edits: vec![insert(FileRole::Domain, at, gap + &declaration)] })
}

/// The blanks before a place, if there is nothing else before it in its line.
fn indent(document: &Document, at: u32) -> Option<String> {
    let line = document.file.line_around(at).start;
    let before = document.source(Span { start: line, end: at });
    before.trim_start().is_empty().then_some(before)
}

/// Names the domain in a problem as the domain names itself.
fn name_domain(diagnostic: &Diagnostic, domain: &Document) -> Option<Fix> {
    let name = domain.domain_name()?;
    let edit = Edit { file: diagnostic.file, span: diagnostic.span, replacement: name.to_owned() };
    Some(Fix { title: format!("Replace by `{name}`"), edits: vec![edit] })
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
        (true, false, false) => format!("Replace `{source}` with `{}`{places}", edits[0].replacement.trim()),
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
