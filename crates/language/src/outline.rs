//! What is in a file, as a tree.

use extremal::Span;

use crate::document::{Document, OwnerKind, WordKind};

/// Longer lists of objects are cut here.
const MOST_ITEMS: usize = 10_000;

/// A part of a file and its parts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OutlineItem {
    /// Its name.
    pub name: String,
    /// More about it, such as parameters or types.
    pub detail: String,
    /// What it is; none for a section.
    pub kind: Option<WordKind>,
    /// All of it.
    pub span: Span,
    /// Its name.
    pub name_span: Span,
    /// Its parts.
    pub children: Vec<OutlineItem>,
}

/// What is in a file: its sections, and what these declare.
pub fn outline(document: &Document) -> Vec<OutlineItem> {
    let mut items: Vec<OutlineItem> = Vec::new();
    let mut declarations = document.declarations.iter().peekable();
    for (number, owner) in document.owners.iter().enumerate() {
        let mut children = Vec::new();
        while let Some(declaration) = declarations.next_if(|next| next.owner as usize <= number) {
            let is_shown = !matches!(declaration.kind, WordKind::Variable | WordKind::Action);
            if is_shown && children.len() < MOST_ITEMS {
                children.push(OutlineItem {
                    name: document.source(declaration.name_span),
                    detail: detail(document, declaration),
                    kind: Some(declaration.kind),
                    span: declaration.span,
                    name_span: declaration.name_span,
                    children: Vec::new(),
                });
            }
        }
        if number == 0 && owner.kind == OwnerKind::Section {
            // The name of the file itself.
            items.append(&mut children);
            continue;
        }
        let (kind, detail) = match owner.kind {
            OwnerKind::Action => (Some(WordKind::Action), parameters(document, number as u32)),
            OwnerKind::Rule => (Some(WordKind::Predicate), "derived".to_owned()),
            _ => (None, String::new()),
        };
        items.push(OutlineItem {
            name: document.source(owner.name_span),
            detail,
            kind,
            span: owner.span,
            name_span: owner.name_span,
            children,
        });
    }
    items
}

/// The text of a declaration in one line, or the types of a name.
fn detail(document: &Document, declaration: &crate::document::Declaration) -> String {
    match declaration.kind {
        WordKind::Predicate | WordKind::Function => one_line(&document.source(declaration.span)),
        _ => types(document, declaration),
    }
}

/// The types of a name as they are declared: `either a b` for several.
pub(crate) fn types(document: &Document, declaration: &crate::document::Declaration) -> String {
    let names: Vec<&str> = declaration.types.iter().map(|&name| document.text(name)).collect();
    match names[..] {
        [] => String::new(),
        [one] => one.to_owned(),
        _ => format!("(either {})", names.join(" ")),
    }
}

/// The parameters of an action: `?r - robot ?to - place`.
pub(crate) fn parameters(document: &Document, owner: u32) -> String {
    let own = document.declared(WordKind::Variable).filter(|variable| variable.owner == owner);
    // Variables of quantifiers come after the parameters, and stand in the precondition or the effect.
    let parts =
        document.occurrences.iter().filter(|word| word.owner == owner && word.kind == WordKind::Keyword);
    let body = parts
        .filter(|word| [":precondition", ":effect", ":condition"].contains(&document.text(word.symbol)))
        .map(|word| word.span.start)
        .min();
    let mut text = String::new();
    for variable in own.filter(|variable| body.is_none_or(|body| variable.span.start < body)) {
        let types = types(document, variable);
        if !text.is_empty() {
            text.push(' ');
        }
        text.push_str(document.text(variable.name));
        if !types.is_empty() {
            text.push_str(" - ");
            text.push_str(&types);
        }
    }
    text
}

/// A piece of source without comments and line breaks.
pub(crate) fn one_line(source: &str) -> String {
    let code = source.lines().map(|line| line.split(';').next().unwrap_or_default());
    code.flat_map(str::split_whitespace).collect::<Vec<_>>().join(" ")
}
