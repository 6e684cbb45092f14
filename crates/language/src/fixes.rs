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
        "undeclared-predicate" => declare_predicate(diagnostic, document, domain),
        "domain-name-differs" => name_domain(diagnostic, domain),
        "undeclared-total-cost" => Some(declare_total_cost(domain)),
        "missing-section" => missing_section(diagnostic, domain, problem),
        _ => None,
    });
    found
}

fn insert(file: FileRole, at: u32, text: impl Into<String>) -> Edit {
    Edit { file, span: Span { start: at, end: at }, replacement: text.into() }
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

/// Declares the cost of plans, in the section of functions or in a new one behind the predicates.
fn declare_total_cost(domain: &Document) -> Fix {
    const DECLARATION: &str = "(total-cost) - number";
    let title = format!("Declare `{DECLARATION}`");
    let functions = domain.uses(WordKind::Keyword, ":functions").next();
    let (at, text) = match functions {
        Some(section) => (section.span.end, format!(" {DECLARATION}")),
        None => (end_of_sections(domain, &[":predicates"]), format!("\n  (:functions {DECLARATION})")),
    };
    Fix { title, edits: vec![insert(FileRole::Domain, at, text)] }
}

/// Adds a section for which it is clear what stands in it.
fn missing_section(diagnostic: &Diagnostic, domain: &Document, problem: Option<&Document>) -> Option<Fix> {
    let says = |text: &str| diagnostic.help.iter().any(|advice| advice.contains(text));
    if says("`(:domain ") {
        let problem = problem?;
        let after = problem.declared(WordKind::Problem).next()?.span.end;
        let section = format!("(:domain {})", domain.domain_name()?);
        let edits = vec![insert(FileRole::Problem, after, format!("\n  {section}"))];
        return Some(Fix { title: format!("Insert `{section}`"), edits });
    }
    if !says("`(:types ") {
        return None;
    }
    // The types that are used, in the order in which they are met.
    let mut types: Vec<&str> = Vec::new();
    for document in std::iter::once(domain).chain(problem) {
        let words = document.occurrences.iter().filter(|word| word.kind == WordKind::Type);
        for name in words.map(|word| document.text(word.symbol)) {
            if !matches!(name, "object" | "number") && !types.contains(&name) {
                types.push(name);
            }
        }
    }
    // With more, it is not clear any more that they are meant to be types.
    const MOST_TYPES: usize = 100;
    if types.is_empty() || types.len() > MOST_TYPES {
        return None;
    }
    let section = format!("(:types {})", types.join(" "));
    let at = end_of_sections(domain, &[":requirements"]);
    let edits = vec![insert(FileRole::Domain, at, format!("\n  {section}"))];
    Some(Fix { title: format!("Insert `{section}`"), edits })
}

/// Where the last of some sections ends, or the title of a domain without them.
fn end_of_sections(domain: &Document, names: &[&str]) -> u32 {
    let sections = domain.owners.iter().filter(|owner| names.contains(&domain.text(owner.name)));
    let last = sections.map(|owner| owner.span.end).next_back();
    let title = domain.declared(WordKind::Domain).next().map(|title| title.span.end);
    last.or(title).unwrap_or_default()
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
