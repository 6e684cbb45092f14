//! Answers to what a client asks about a document.

use std::collections::HashMap;
use std::sync::Arc;

use extremal_language::{
    Document, FileKind, LocatedEdit, OutlineItem, Usage, completion, definition, format, hover, outline,
    prepare_rename, references, rename,
};
use gen_lsp_types::{
    CodeAction, CodeActionKind, CodeActionParams, CompletionItem, CompletionItemTextEdit, CompletionList,
    Contents, DocumentChange, DocumentHighlight, DocumentHighlightKind, DocumentSymbol, Edit, Hover,
    Location, MarkupContent, MarkupKind, OptionalVersionedTextDocumentIdentifier, Position,
    PrepareRenamePlaceholder, Range, TextDocumentEdit, TextDocumentIdentifier, TextEdit, Uri, WorkspaceEdit,
};

use crate::convert;
use crate::documents::{Documents, Entry};
use crate::findings::Findings;

/// Documents that belong together, with the one that is asked about first.
struct Project {
    entries: Vec<Entry>,
}

impl Project {
    /// A document and its domain: enough to look at things.
    fn small(documents: &mut Documents, uri: &str) -> Option<Self> {
        let entry = documents.get(uri)?.clone();
        let domain =
            if entry.document.kind == FileKind::Problem { documents.domain_of(&entry) } else { None };
        Some(Project { entries: std::iter::once(entry).chain(domain).collect() })
    }

    /// A document, its domain, and all problems of that: what is needed to change names.
    fn whole(documents: &mut Documents, uri: &str) -> Option<Self> {
        let mut project = Project::small(documents, uri)?;
        let is_domain = |entry: &&Entry| entry.document.kind == FileKind::Domain;
        if let Some(domain) = project.entries.iter().find(is_domain).cloned() {
            let others = documents.problems_of(&domain);
            project.entries.extend(others.into_iter().filter(|other| other.uri != uri));
        }
        Some(project)
    }

    fn documents(&self) -> Vec<&Document> {
        self.entries.iter().map(|entry| &*entry.document).collect()
    }

    fn offset(&self, position: Position) -> u32 {
        convert::offset(&self.entries[0].document, position)
    }

    fn location(&self, place: extremal_language::Location) -> Location {
        let entry = &self.entries[place.document];
        Location { uri: Uri(entry.uri.clone()), range: convert::range(&entry.document, place.span()) }
    }
}

/// The place where the name at a position is declared.
pub fn go_to_definition(documents: &mut Documents, uri: &str, position: Position) -> Vec<Location> {
    let Some(project) = Project::whole(documents, uri) else { return Vec::new() };
    let places = definition(&project.documents(), 0, project.offset(position));
    places.into_iter().map(|place| project.location(place)).collect()
}

/// The places where the name at a position stands.
pub fn find_references(
    documents: &mut Documents,
    uri: &str,
    position: Position,
    with_declaration: bool,
) -> Vec<Location> {
    let Some(project) = Project::whole(documents, uri) else { return Vec::new() };
    let places = references(&project.documents(), 0, project.offset(position), with_declaration);
    places.into_iter().map(|place| project.location(place)).collect()
}

/// The places in this document where the name at a position stands.
pub fn highlights(documents: &mut Documents, uri: &str, position: Position) -> Vec<DocumentHighlight> {
    let Some(project) = Project::small(documents, uri) else { return Vec::new() };
    let document = &project.entries[0].document;
    let places = references(&project.documents(), 0, project.offset(position), true);
    let here = places.into_iter().filter(|place| place.document == 0);
    here.map(|place| {
        let usage = extremal_language::occurrence_at(document, place.span().start).map(|word| word.usage);
        let changes = [Usage::Added, Usage::Deleted, Usage::Derived, Usage::Initial];
        let is_written = usage.is_some_and(|usage| changes.contains(&usage));
        let kind = if is_written { DocumentHighlightKind::Write } else { DocumentHighlightKind::Read };
        DocumentHighlight { range: convert::range(document, place.span()), kind: Some(kind) }
    })
    .collect()
}

/// What the name at a position means.
pub fn hover_text(
    documents: &mut Documents,
    findings: &Findings,
    uri: &str,
    position: Position,
) -> Option<Hover> {
    let project = Project::small(documents, uri)?;
    let mut entries = project.entries.clone();
    // A domain alone says nothing about facts; if a problem is open, it does.
    if entries[0].document.kind == FileKind::Domain {
        let open = documents.all_open();
        let mut problems = open.into_iter().filter(|entry| entry.document.kind == FileKind::Problem);
        entries.extend(
            problems.find(|problem| documents.domain_of(problem).is_some_and(|domain| domain.uri == uri)),
        );
    }
    let about: Vec<&Document> = entries.iter().map(|entry| &*entry.document).collect();
    let found = hover(&about, 0, project.offset(position), findings.reachable(uri))?;
    let content = MarkupContent { kind: MarkupKind::Markdown, value: found.markdown };
    let range = convert::range(&project.entries[0].document, found.span);
    Some(Hover { contents: Contents::MarkupContent(content), range: Some(range) })
}

/// What is in a document.
pub fn symbols(documents: &Documents, uri: &str) -> Vec<DocumentSymbol> {
    let Some(entry) = documents.get(uri) else { return Vec::new() };
    outline(&entry.document).into_iter().map(|item| symbol(&entry.document, item)).collect()
}

#[allow(deprecated)]
fn symbol(document: &Document, item: OutlineItem) -> DocumentSymbol {
    let children: Vec<DocumentSymbol> =
        item.children.into_iter().map(|child| symbol(document, child)).collect();
    DocumentSymbol {
        name: if item.name.is_empty() { "?".to_owned() } else { item.name },
        detail: Some(item.detail).filter(|detail| !detail.is_empty()),
        kind: convert::symbol_kind(item.kind),
        tags: None,
        deprecated: None,
        range: convert::range(document, item.span),
        selection_range: convert::range(document, item.name_span),
        children: Some(children).filter(|children| !children.is_empty()),
    }
}

/// What could be typed at a position.
pub fn completions(documents: &mut Documents, uri: &str, position: Position) -> CompletionList {
    let mut list = CompletionList { is_incomplete: false, ..CompletionList::default() };
    let Some(project) = Project::small(documents, uri) else { return list };
    let offset = project.offset(position);
    let (start, proposals) = completion(&project.documents(), 0, offset);
    let range = convert::range(&project.entries[0].document, extremal::Span { start, end: offset });
    list.items = proposals
        .into_iter()
        .enumerate()
        .map(|(number, proposal)| CompletionItem {
            label: proposal.label,
            kind: Some(convert::completion_kind(proposal.kind)),
            detail: Some(proposal.detail).filter(|detail| !detail.is_empty()),
            // In the order in which they were found, whatever their letters.
            sort_text: Some(format!("{number:04}")),
            text_edit: Some(CompletionItemTextEdit::TextEdit(TextEdit { range, new_text: proposal.text })),
            ..CompletionItem::default()
        })
        .collect();
    list
}

/// The name at a position, if it can be renamed.
pub fn prepare(
    documents: &mut Documents,
    uri: &str,
    position: Position,
) -> Result<PrepareRenamePlaceholder, String> {
    let project = Project::small(documents, uri).ok_or("this document is not open")?;
    let (span, placeholder) =
        prepare_rename(&project.documents(), 0, project.offset(position)).map_err(|why| why.to_string())?;
    Ok(PrepareRenamePlaceholder { range: convert::range(&project.entries[0].document, span), placeholder })
}

/// The edits that give a name another name.
pub fn renamed(
    documents: &mut Documents,
    uri: &str,
    position: Position,
    new_name: &str,
    with_versions: bool,
) -> Result<WorkspaceEdit, String> {
    let project = Project::whole(documents, uri).ok_or("this document is not open")?;
    let edits = rename(&project.documents(), 0, project.offset(position), new_name);
    let edits: Vec<LocatedEdit> = edits.map_err(|why| why.to_string())?;
    let edits = edits.into_iter().map(|edit| {
        let entry = &project.entries[edit.location.document];
        let range = convert::range(&entry.document, edit.location.span());
        (entry.clone(), TextEdit { range, new_text: edit.replacement })
    });
    Ok(workspace_edit(edits, with_versions))
}

/// Edits, grouped by document. With versions, a client refuses edits of a text that has changed meanwhile.
fn workspace_edit(edits: impl Iterator<Item = (Entry, TextEdit)>, with_versions: bool) -> WorkspaceEdit {
    let mut by_document: Vec<(Entry, Vec<TextEdit>)> = Vec::new();
    for (entry, edit) in edits {
        match by_document.iter_mut().find(|(known, _)| known.uri == entry.uri) {
            Some((_, edits)) => edits.push(edit),
            None => by_document.push((entry, vec![edit])),
        }
    }
    if !with_versions {
        let changes: HashMap<Uri, Vec<TextEdit>> =
            by_document.into_iter().map(|(entry, edits)| (Uri(entry.uri), edits)).collect();
        return WorkspaceEdit { changes: Some(changes), ..WorkspaceEdit::default() };
    }
    let changes = by_document.into_iter().map(|(entry, edits)| {
        let text_document_identifier = TextDocumentIdentifier { uri: Uri(entry.uri) };
        DocumentChange::TextDocumentEdit(TextDocumentEdit {
            text_document: OptionalVersionedTextDocumentIdentifier {
                version: entry.version,
                text_document_identifier,
            },
            edits: edits.into_iter().map(Edit::TextEdit).collect(),
        })
    });
    WorkspaceEdit { document_changes: Some(changes.collect()), ..WorkspaceEdit::default() }
}

/// What can be done about the diagnostics in a range.
pub fn code_actions(
    documents: &Documents,
    findings: &Findings,
    params: &CodeActionParams,
    with_versions: bool,
) -> Vec<CodeAction> {
    let uri = &params.text_document.uri.0;
    let wanted = |kinds: &Vec<CodeActionKind>| {
        kinds.iter().any(|kind| matches!(kind, CodeActionKind::QuickFix | CodeActionKind::Empty))
    };
    if !params.context.only.as_ref().is_none_or(wanted) {
        return Vec::new();
    }
    let mut actions = Vec::new();
    for shown in findings.shown(uri) {
        let Some(diagnostic) = shown.to_lsp() else { continue };
        if !touches(diagnostic.range, params.range) {
            continue;
        }
        // What was surely meant comes first; what else could be meant is not to be done without a look.
        let is_sure = shown.diagnostic.fix.len() == 1;
        for (number, fix) in shown.fixes().into_iter().enumerate() {
            let edits: Option<Vec<(Entry, TextEdit)>> = fix
                .edits
                .into_iter()
                .map(|edit| {
                    let entry = shown.entry(edit.file)?;
                    // An edit of an older text would hit something else.
                    let current = documents.get(&entry.uri);
                    let is_current = current.is_none_or(|open| {
                        Arc::ptr_eq(&open.document.file.bytes, &entry.document.file.bytes)
                    });
                    let range = convert::range(&entry.document, edit.span);
                    is_current.then(|| (entry.clone(), TextEdit { range, new_text: edit.replacement }))
                })
                .collect();
            if let Some(edits) = edits {
                actions.push(CodeAction {
                    title: fix.title,
                    kind: Some(CodeActionKind::QuickFix),
                    diagnostics: Some(vec![diagnostic.clone()]),
                    is_preferred: Some(is_sure && number == 0),
                    edit: Some(workspace_edit(edits.into_iter(), with_versions)),
                    ..CodeAction::default()
                });
            }
        }
    }
    actions
}

fn touches(one: Range, other: Range) -> bool {
    one.start <= other.end && other.start <= one.end
}

/// The edit that formats a document; none if nothing changes.
pub fn formatting(documents: &Documents, uri: &str) -> Vec<TextEdit> {
    let Some(entry) = documents.get(uri) else { return Vec::new() };
    let Some(new) = format(&entry.document) else { return Vec::new() };
    let Ok(old) = std::str::from_utf8(&entry.document.file.bytes) else { return Vec::new() };
    if new == old {
        return Vec::new();
    }
    // Only the lines between the first and the last that differ, so that cursors and marks elsewhere stay.
    let same = |(a, b): &(&str, &str)| a == b;
    let before: usize = old
        .split_inclusive('\n')
        .zip(new.split_inclusive('\n'))
        .take_while(same)
        .map(|(line, _)| line.len())
        .sum();
    let rest = |text: &str| text[before..].split_inclusive('\n').rev().map(str::to_owned).collect::<Vec<_>>();
    let pairs = rest(old).into_iter().zip(rest(&new)).take_while(|(a, b)| a == b);
    let after: usize = pairs.map(|(line, _)| line.len()).sum();
    let span = extremal::Span { start: before as u32, end: (old.len() - after) as u32 };
    let range = convert::range(&entry.document, span);
    vec![TextEdit { range, new_text: new[before..new.len() - after].to_owned() }]
}
