//! Between the types of the protocol and ours.

use std::path::{Path, PathBuf};

use extremal::{Severity, Span};
use extremal_language::{Document, ProposalKind, WordKind};
use gen_lsp_types::{CompletionItemKind, DiagnosticSeverity, Position, Range, SymbolKind};

/// A span of a document as the protocol has it.
pub fn range(document: &Document, span: Span) -> Range {
    let ((line, character), (end_line, end_character)) = document.lines.range(&document.file.bytes, span);
    Range { start: Position { line, character }, end: Position { line: end_line, character: end_character } }
}

/// The byte offset of a position.
pub fn offset(document: &Document, position: Position) -> u32 {
    document.lines.offset(&document.file.bytes, position.line, position.character)
}

/// The path of a `file:` address; `None` for others.
pub fn path(uri: &str) -> Option<PathBuf> {
    let rest = uri.strip_prefix("file://")?;
    let path = &rest[rest.find('/')?..];
    let mut bytes = Vec::with_capacity(path.len());
    let mut rest = path.as_bytes();
    while let Some((&byte, after)) = rest.split_first() {
        let code = || u8::from_str_radix(std::str::from_utf8(after.get(..2)?).ok()?, 16).ok();
        match code().filter(|_| byte == b'%') {
            Some(decoded) => {
                bytes.push(decoded);
                rest = &after[2..];
            }
            None => {
                bytes.push(byte);
                rest = after;
            }
        }
    }
    let path = String::from_utf8(bytes).ok()?;
    // `file:///c:/a` is the path `c:/a`.
    let is_drive = cfg!(windows) && path.as_bytes().get(2) == Some(&b':');
    Some(PathBuf::from(if is_drive { &path[1..] } else { &path }))
}

/// The address of a path.
pub fn uri(path: &Path) -> String {
    let mut text = String::from("file://");
    let path = path.to_string_lossy().replace('\\', "/");
    if !path.starts_with('/') {
        text.push('/');
    }
    for byte in path.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'-' | b'_' | b'.' | b'~' => {
                text.push(char::from(byte));
            }
            _ => text.push_str(&format!("%{byte:02X}")),
        }
    }
    text
}

/// How bad it is.
pub fn severity(severity: Severity) -> DiagnosticSeverity {
    match severity {
        Severity::Warning => DiagnosticSeverity::Warning,
        _ => DiagnosticSeverity::Error,
    }
}

/// The picture beside a symbol. The protocol knows programs, not planning.
pub fn symbol_kind(kind: Option<WordKind>) -> SymbolKind {
    match kind {
        Some(WordKind::Domain | WordKind::Problem) => SymbolKind::Module,
        Some(WordKind::Type) => SymbolKind::Class,
        Some(WordKind::Object) => SymbolKind::Constant,
        Some(WordKind::Predicate) => SymbolKind::Property,
        Some(WordKind::Function) => SymbolKind::Number,
        Some(WordKind::Action) => SymbolKind::Function,
        Some(WordKind::Variable) => SymbolKind::Variable,
        Some(WordKind::Requirement | WordKind::Keyword) | None => SymbolKind::Namespace,
    }
}

/// The picture beside a proposal.
pub fn completion_kind(kind: ProposalKind) -> CompletionItemKind {
    match kind {
        ProposalKind::Keyword => CompletionItemKind::Keyword,
        ProposalKind::Name(kind) => match kind {
            WordKind::Domain | WordKind::Problem => CompletionItemKind::Module,
            WordKind::Type => CompletionItemKind::Class,
            WordKind::Object => CompletionItemKind::Constant,
            WordKind::Predicate => CompletionItemKind::Property,
            WordKind::Action | WordKind::Function => CompletionItemKind::Function,
            WordKind::Variable => CompletionItemKind::Variable,
            WordKind::Requirement | WordKind::Keyword => CompletionItemKind::Keyword,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_and_paths_are_the_same_both_ways() {
        let there = Path::new("/home/a b/ü%/p.pddl");
        assert_eq!(uri(there), "file:///home/a%20b/%C3%BC%25/p.pddl");
        assert_eq!(path(&uri(there)).as_deref(), Some(there));
        assert_eq!(path("untitled:1"), None);
        assert_eq!(path("file:///a%zz"), Some("/a%zz".into()));
    }
}
